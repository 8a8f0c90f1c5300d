//! Writing all cells of a grid, at the speed of the memory.
//!
//! Everything that is known of a cell before it is written (is it a mine, how
//! many are around it) comes from two bytes of scratch memory a cell; the cell
//! itself is then written once, from its first byte to its last, past the
//! caches ([`stream`]): they would read each line before it is overwritten.

use std::ffi::c_int;

use omnisweep_engine::box_sums;

use super::grid::{Grid, MOST_DIMENSIONS};
use super::stream;

/// Writes every cell, with these mines.
pub fn write(grid: &Grid, mines: impl Iterator<Item = usize>) {
    let near = neighbourhood(grid);
    // One piece of memory: for each cell whether it is mined and how many mines
    // are around it, and the tables of distances. Eight bytes a cell at most, and
    // counts that fit a byte, as in up to five dimensions; else it goes without.
    let counted = (2 * grid.cells).div_ceil(size_of::<usize>());
    let tables = near + 4 * near;
    let mut scratch: Vec<usize> = Vec::new();
    let fits = near <= usize::from(u8::MAX) && counted + tables <= grid.cells;
    if !fits || scratch.try_reserve_exact(counted + tables).is_err() {
        return write_then_mine(grid, mines);
    }
    scratch.resize(counted + tables, 0);
    let (bytes, tables) = scratch.split_at_mut(counted);
    let (mined, counts) = bytemuck::cast_slice_mut::<usize, u8>(bytes).split_at_mut(grid.cells);
    let counts = &mut counts[..grid.cells];
    let mut safe = grid.cells;
    for mine in mines {
        safe -= usize::from(mined[mine] == 0);
        mined[mine] = 1;
    }
    counts.copy_from_slice(mined);
    let mut sizes = [0; MOST_DIMENSIONS];
    let sizes = &mut sizes[..grid.sizes.len()];
    sizes.iter_mut().zip(grid.sizes).for_each(|(size, &given)| *size = given as usize);
    box_sums(counts, sizes);
    write_cells(grid, tables, |index| {
        let mine = mined[index];
        (c_int::from(mine), c_int::from(counts[index] - mine))
    });
    // SAFETY: all cells have been written.
    unsafe { grid.set_safe(safe) };
}

/// The cells of the largest box of three cells a side.
fn neighbourhood(grid: &Grid) -> usize {
    grid.sizes.iter().map(|&size| (size as usize).min(3)).product()
}

/// The same without memory: first no mines, then one after the other.
fn write_then_mine(grid: &Grid, mines: impl Iterator<Item = usize>) {
    for index in 0..grid.cells {
        // SAFETY: the index is on the grid.
        unsafe { write_alone(grid, index) };
    }
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

/// Writes a cell that is no mine and has none around it, knowing nothing but
/// its number.
///
/// # Safety
/// The index is on the grid.
unsafe fn write_alone(grid: &Grid, index: usize) {
    let layout = grid.layout;
    let mut at = [0; MOST_DIMENSIONS];
    let at = &mut at[..grid.sizes.len()];
    let mut rest = index;
    for (at, &size) in at.iter_mut().zip(grid.sizes).rev() {
        (*at, rest) = ((rest % size as usize) as c_int, rest / size as usize);
    }
    // From the corner of the box around it, step by step, to the opposite one.
    let first = |axis: usize| if grid.sizes[axis] > 1 { -1 } else { 0 };
    let mut step = [0; MOST_DIMENSIONS];
    (0..at.len()).for_each(|axis| step[axis] = first(axis));
    let mut count = 0;
    // SAFETY: the cell is on the grid, the layout's offsets are inside it, and
    // its neighbours are on the grid and fit into its list.
    unsafe {
        let cell = grid.cell(index).at;
        loop {
            let mut near = Some(0);
            for (axis, &size) in grid.sizes.iter().enumerate() {
                let there = at[axis] + step[axis];
                near = near
                    .filter(|_| (0..size).contains(&there))
                    .map(|near| near * size as usize + there as usize);
            }
            if let Some(near) = near.filter(|&near| near != index) {
                cell.add(layout.adjacent).cast::<*mut u8>().add(count).write(grid.cell(near).at);
                count += 1;
            }
            // An axis of size 1 has nowhere to go.
            let Some(axis) = (0..at.len()).rev().find(|&axis| step[axis] < 1 && grid.sizes[axis] > 1) else {
                break;
            };
            step[axis] += 1;
            (axis + 1..at.len()).for_each(|axis| step[axis] = first(axis));
        }
        let number = |offset: usize, number: c_int| cell.add(offset).cast::<c_int>().write(number);
        number(layout.mined, 0);
        number(layout.selected, 0);
        number(layout.num_adjacent, count as c_int);
        at.iter().zip(0..).for_each(|(&at, axis)| number(layout.coords + INT * axis, at));
        number(layout.hint, 0);
    }
}

/// Writes cells whose `mined` and `hint` are what `known` says. `tables` has
/// room for five times the neighbours of a cell.
fn write_cells(grid: &Grid, tables: &mut [usize], known: impl Fn(usize) -> (c_int, c_int)) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the instructions were just found.
        return unsafe { write_cells_avx2(grid, tables, known) };
    }
    write_cells_with(grid, tables, known, |to, here, distances| {
        // SAFETY: the list is a cell's, has room for its neighbours, and is read by nobody before the end.
        unsafe { stream::addresses(to, here, distances) }
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
fn write_cells_avx2(grid: &Grid, tables: &mut [usize], known: impl Fn(usize) -> (c_int, c_int)) {
    write_cells_with(grid, tables, known, |to, here, distances| {
        // SAFETY: as above, and there is AVX2.
        unsafe { stream::addresses_avx2(to, here, distances) }
    });
}

/// `list` is given a cell's list, where the cell is, and how far its neighbours are.
#[inline(always)]
fn write_cells_with(
    grid: &Grid,
    tables: &mut [usize],
    known: impl Fn(usize) -> (c_int, c_int),
    list: impl Fn(*mut usize, usize, &[usize]),
) {
    let layout = grid.layout;
    let Some((&length, outer)) = grid.sizes.split_last() else { return };
    let length = length as usize;
    let (gaps, count) = gaps(grid);
    let gaps = &gaps[..count];
    // A row is the cells that differ in their last coordinate only.
    let mut at = [0; MOST_DIMENSIONS];
    let at = &mut at[..outer.len()];
    let mut near = Near::new(tables, length * layout.size);
    for row in 0..grid.cells / length {
        near.turn_to(outer, at, layout.size);
        for last in 0..length {
            let index = row * length + last;
            let (mined, hint) = known(index);
            let distances = near.list(last > 0, last + 1 < length);
            // In the order in which the fields usually lie, so that whole lines
            // of memory are written at once.
            // SAFETY: the cell is on the grid, the layout's offsets are inside
            // it, and its neighbours are on the grid and fit into its list. What is
            // written is not read in this loop, behind which the writes are finished.
            unsafe {
                let cell = grid.cell(index).at;
                let number = |offset: usize, number: c_int| stream::number(cell.add(offset).cast(), number);
                number(layout.mined, mined);
                number(layout.selected, 0);
                number(layout.num_adjacent, distances.len() as c_int);
                gaps.iter().for_each(|&gap| number(gap, 0));
                list(cell.add(layout.adjacent).cast(), cell.addr(), distances);
                at.iter().zip(0..).for_each(|(&at, axis)| number(layout.coords + INT * axis, at));
                number(layout.coords + size_of_val(outer), last as c_int);
                number(layout.hint, hint);
            }
        }
        next_row(at, outer);
    }
    stream::finish();
}

const INT: usize = size_of::<c_int>();

/// The padding of a cell, as numbers of four bytes: written too, so that whole
/// lines of memory are.
fn gaps(grid: &Grid) -> ([usize; FIELDS], usize) {
    let layout = grid.layout;
    let mut fields: [(usize, usize); FIELDS + 1] = [
        (layout.mined, INT),
        (layout.selected, INT),
        (layout.num_adjacent, INT),
        (layout.adjacent, layout.max_adjacent * size_of::<usize>()),
        (layout.coords, layout.max_dim * INT),
        (layout.hint, INT),
        (layout.size, 0),
    ];
    fields.sort_unstable();
    let (mut gaps, mut count) = ([0; FIELDS], 0);
    for pair in fields.windows(2) {
        let (end, next) = (pair[0].0 + pair[0].1, pair[1].0);
        if next.wrapping_sub(end) == INT {
            gaps[count] = end;
            count += 1;
        }
    }
    (gaps, count)
}

/// The fields of a cell.
const FIELDS: usize = 6;

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
struct Near<'a> {
    stride: usize,
    /// Which of the outer axes have a row before, and after, as bits.
    sides: Option<(u64, u64)>,
    rows: &'a mut [usize],
    lists: [&'a mut [usize]; 4],
    lengths: [usize; 4],
}

impl<'a> Near<'a> {
    /// The tables are as long as five neighbourhoods.
    fn new(tables: &'a mut [usize], stride: usize) -> Near<'a> {
        let near = tables.len() / 5;
        let (rows, rest) = tables.split_at_mut(near);
        let (first, rest) = rest.split_at_mut(near);
        let (second, rest) = rest.split_at_mut(near);
        let (third, fourth) = rest.split_at_mut(near);
        Near { stride, sides: None, rows, lists: [first, second, third, fourth], lengths: [0; 4] }
    }

    /// The distances for a cell that has neighbours before and after it in its row.
    fn list(&self, before: bool, after: bool) -> &[usize] {
        let kind = usize::from(before) * 2 + usize::from(after);
        &self.lists[kind][..self.lengths[kind]]
    }

    /// Makes the distances those of another row, if they are others.
    fn turn_to(&mut self, outer: &[c_int], at: &[c_int], size: usize) {
        let mut sides = (0_u64, 0_u64);
        for (axis, (&at, &size)) in at.iter().zip(outer).enumerate() {
            sides.0 |= u64::from(at > 0) << axis;
            sides.1 |= u64::from(at + 1 < size) << axis;
        }
        if self.sides.replace(sides) == Some(sides) {
            return;
        }
        self.rows[0] = 0;
        let mut count = 1;
        let mut stride = self.stride;
        for (axis, &size) in outer.iter().enumerate().rev() {
            // Beside each row that was known before this axis.
            let known = count;
            for (side, step) in [(sides.0, stride.wrapping_neg()), (sides.1, stride)] {
                if side >> axis & 1 != 0 {
                    for row in 0..known {
                        self.rows[count] = self.rows[row].wrapping_add(step);
                        count += 1;
                    }
                }
            }
            stride = stride.wrapping_mul(size as usize);
        }
        // In the order of memory, for those who will follow them.
        let rows = &mut self.rows[..count];
        rows.sort_unstable_by_key(|&row| row as isize);
        for (kind, (list, length)) in self.lists.iter_mut().zip(&mut self.lengths).enumerate() {
            *length = 0;
            for &row in rows.iter() {
                let beside = [(kind & 2 != 0, size.wrapping_neg()), (row != 0, 0), (kind & 1 != 0, size)];
                for (_, step) in beside.into_iter().filter(|(there, _)| *there) {
                    list[*length] = row.wrapping_add(step);
                    *length += 1;
                }
            }
        }
    }
}
