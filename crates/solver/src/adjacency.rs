//! Which cells touch which, looked up instead of worked out.

use std::ops::Range;

use omnisweep_engine::{Cell, Shape};

/// The most pairs of neighbours that are looked up: a gigabyte. A short list of
/// sizes can ask for a thousand times as many.
const MOST_PAIRS: u64 = 1 << 28;

/// Whether a board has too many cells, or too many neighbours, to be solved.
#[must_use]
pub fn is_too_large(shape: &Shape) -> bool {
    // Along an axis, all cells but those at its ends have three places to look at.
    let around = shape.sizes().iter().try_fold(1_u64, |all, &size| all.checked_mul(size.checked_mul(3)? - 2));
    around.is_none_or(|around| around > MOST_PAIRS)
}

/// The neighbours of every cell of a board, in one piece of memory; of no cell,
/// where the board is too large.
#[derive(Debug)]
pub struct Adjacency {
    shape: Shape,
    start: Vec<u32>,
    near: Vec<u32>,
}

impl Adjacency {
    /// The map of a shape.
    pub fn new(shape: &Shape) -> Adjacency {
        if is_too_large(shape) {
            return Adjacency { shape: shape.clone(), start: Vec::new(), near: Vec::new() };
        }
        let cells = shape.cells() as usize;
        let (mut start, mut near) = (Vec::with_capacity(cells + 1), Vec::with_capacity(cells * 8));
        start.push(0);
        for cell in 0..cells as u64 {
            shape.for_each_neighbour(Cell(cell), |cell| near.push(cell.0 as u32));
            start.push(near.len() as u32);
        }
        Adjacency { shape: shape.clone(), start, near }
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether the board is too large: then there is nothing in it.
    pub fn is_too_large(&self) -> bool {
        self.start.is_empty()
    }

    /// The neighbours of a cell, ascending.
    #[inline]
    pub fn near(&self, cell: u32) -> &[u32] {
        &self.near[self.range(cell)]
    }

    /// For each cell how many of its neighbours, or itself, are among some, which
    /// are given as 1 and 0: along one axis after the other. `spare` is memory.
    pub fn sum_around(&self, cells: &mut Vec<u16>, spare: &mut Vec<u16>) {
        let mut apart = 1;
        for &size in self.shape.sizes().iter().rev() {
            let whole = apart * size as usize;
            spare.clear();
            spare.extend_from_slice(cells);
            for (sums, cells) in spare.chunks_exact_mut(whole).zip(cells.chunks_exact(whole)) {
                let add = |sums: &mut [u16], cells: &[u16]| {
                    sums.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell);
                };
                add(&mut sums[apart..], cells);
                add(sums, &cells[apart..]);
            }
            std::mem::swap(cells, spare);
            apart = whole;
        }
    }

    /// The neighbours by number, for those who change things on the way.
    #[inline]
    pub fn range(&self, cell: u32) -> Range<usize> {
        self.start[cell as usize] as usize..self.start[cell as usize + 1] as usize
    }

    /// The neighbour with a number out of a range.
    #[inline]
    pub fn at(&self, index: usize) -> u32 {
        self.near[index]
    }
}
