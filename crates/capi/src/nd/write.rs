//! Writing all cells of a grid, at the speed of the memory.
//!
//! Everything that is known of a cell before it is written (is it a mine, how
//! many are around it) comes from two bytes of scratch memory a cell; the cell
//! itself is then written once, from its first byte to its last, past the
//! caches ([`stream`]): they would read each line before it is overwritten.

use std::ffi::c_int;

use omnisweep_engine::box_sums;

use super::grid::Grid;
use super::stream;

/// Writes every cell, with these mines.
pub fn write(grid: &Grid, mines: impl Iterator<Item = usize>) {
    let near: usize = grid.sizes.iter().map(|&size| (size as usize).min(3)).product();
    let mut scratch = Vec::new();
    // Counts that fit a byte, as in up to five dimensions, and room for them.
    if near > usize::from(u8::MAX) || scratch.try_reserve_exact(2 * grid.cells).is_err() {
        return write_then_mine(grid, mines);
    }
    scratch.resize(2 * grid.cells, 0_u8);
    let (mined, counts) = scratch.split_at_mut(grid.cells);
    let mut safe = grid.cells;
    for mine in mines {
        safe -= usize::from(mined[mine] == 0);
        mined[mine] = 1;
    }
    counts.copy_from_slice(mined);
    let sizes: Vec<usize> = grid.sizes.iter().map(|&size| size as usize).collect();
    box_sums(counts, &sizes);
    write_cells(grid, |index| {
        let mine = mined[index];
        (c_int::from(mine), c_int::from(counts[index] - mine))
    });
    // SAFETY: all cells have been written.
    unsafe { grid.set_safe(safe) };
}

/// The same without memory: first no mines, then one after the other.
fn write_then_mine(grid: &Grid, mines: impl Iterator<Item = usize>) {
    write_cells(grid, |_| (0, 0));
    let mut safe = grid.cells;
    for mine in mines {
        // SAFETY: mines are on the grid, and all cells have been written.
        unsafe {
            let cell = grid.cell(mine);
            if cell.mined() == 0 {
                cell.set_mined(1);
                safe -= 1;
                cell.neighbours().for_each(|near| near.set_hint(near.hint() + 1));
            }
        }
    }
    // SAFETY: all cells have been written.
    unsafe { grid.set_safe(safe) };
}

/// Writes cells whose `mined` and `hint` are what `known` says.
fn write_cells(grid: &Grid, known: impl Fn(usize) -> (c_int, c_int)) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the instructions were just found.
        return unsafe { write_cells_avx2(grid, known) };
    }
    write_cells_with(grid, known, |to, here, distances| {
        // SAFETY: the list is a cell's, and has room for its neighbours.
        unsafe { stream::addresses(to, here, distances) }
    });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn write_cells_avx2(grid: &Grid, known: impl Fn(usize) -> (c_int, c_int)) {
    write_cells_with(grid, known, |to, here, distances| {
        // SAFETY: as above, and there is AVX2.
        unsafe { stream::addresses_avx2(to, here, distances) }
    });
}

/// `list` is given a cell's list, where the cell is, and how far its neighbours are.
#[inline(always)]
fn write_cells_with(
    grid: &Grid,
    known: impl Fn(usize) -> (c_int, c_int),
    list: impl Fn(*mut usize, usize, &[usize]),
) {
    let layout = grid.layout;
    let Some((&length, outer)) = grid.sizes.split_last() else { return };
    let length = length as usize;
    let gaps = gaps(grid);
    // A row is the cells that differ in their last coordinate only.
    let mut at: Vec<c_int> = vec![0; outer.len()];
    let mut near = Near::new(length * layout.size);
    for row in 0..grid.cells / length {
        near.turn_to(outer, &at, layout.size);
        for last in 0..length {
            let index = row * length + last;
            let (mined, hint) = known(index);
            let distances = near.list(last > 0, last + 1 < length);
            // In the order in which the fields usually lie, so that whole lines
            // of memory are written at once.
            // SAFETY: the cell is on the grid, the layout's offsets are inside
            // it, and its neighbours are on the grid and fit into its list.
            unsafe {
                let cell = grid.cell(index).at;
                let number = |offset: usize, number: c_int| stream::number(cell.add(offset).cast(), number);
                number(layout.mined, mined);
                number(layout.selected, 0);
                number(layout.num_adjacent, distances.len() as c_int);
                gaps.iter().for_each(|&gap| number(gap, 0));
                list(cell.add(layout.adjacent).cast(), cell.expose_provenance(), distances);
                at.iter().zip(0..).for_each(|(&at, axis)| number(layout.coords + INT * axis, at));
                number(layout.coords + size_of_val(outer), last as c_int);
                number(layout.hint, hint);
            }
        }
        next_row(&mut at, outer);
    }
    stream::finish();
}

const INT: usize = size_of::<c_int>();

/// The padding of a cell, as numbers of four bytes: written too, so that whole
/// lines of memory are.
fn gaps(grid: &Grid) -> Vec<usize> {
    let layout = grid.layout;
    let mut fields = [
        (layout.mined, INT),
        (layout.selected, INT),
        (layout.num_adjacent, INT),
        (layout.adjacent, layout.max_adjacent * size_of::<usize>()),
        (layout.coords, layout.max_dim * INT),
        (layout.hint, INT),
        (layout.size, 0),
    ];
    fields.sort_unstable();
    let ends = fields.windows(2).map(|pair| (pair[0].0 + pair[0].1, pair[1].0));
    ends.filter(|&(end, next)| next.wrapping_sub(end) == INT).map(|(end, _)| end).collect()
}

fn next_row(at: &mut [c_int], outer: &[c_int]) {
    for (at, &size) in at.iter_mut().zip(outer).rev() {
        *at += 1;
        if *at < size {
            return;
        }
        *at = 0;
    }
}

/// How far the neighbours of a row's cells are, in bytes: for the first cell of
/// a row, those between, the last one, and one alone.
struct Near {
    stride: usize,
    /// Which of the outer axes have a row before and after.
    sides: Vec<(bool, bool)>,
    rows: Vec<i64>,
    lists: [Vec<usize>; 4],
}

impl Near {
    fn new(stride: usize) -> Near {
        Near { stride, sides: Vec::new(), rows: Vec::new(), lists: Default::default() }
    }

    /// The distances for a cell that has neighbours before and after it in its row.
    fn list(&self, before: bool, after: bool) -> &[usize] {
        &self.lists[usize::from(before) * 2 + usize::from(after)]
    }

    /// Makes the distances those of another row, if they are others.
    fn turn_to(&mut self, outer: &[c_int], at: &[c_int], size: usize) {
        let sides = || at.iter().zip(outer).map(|(&at, &size)| (at > 0, at + 1 < size));
        if !self.rows.is_empty() && sides().eq(self.sides.iter().copied()) {
            return;
        }
        self.sides = sides().collect();
        self.rows = vec![0];
        let mut stride = self.stride as i64;
        for (&(before, after), &axis) in self.sides.iter().zip(outer).rev() {
            for row in 0..self.rows.len() {
                let row = self.rows[row];
                self.rows.extend(before.then_some(row - stride));
                self.rows.extend(after.then_some(row + stride));
            }
            stride *= i64::from(axis);
        }
        // In the order of memory, for those who will follow them.
        self.rows.sort_unstable();
        for (kind, list) in self.lists.iter_mut().enumerate() {
            list.clear();
            for &row in &self.rows {
                let step = size as i64;
                let beside = [(kind & 2 != 0, -step), (row != 0, 0), (kind & 1 != 0, step)];
                list.extend(beside.iter().filter(|(there, _)| *there).map(|(_, step)| (row + step) as usize));
            }
        }
    }
}
