//! Where cells lie: each board with a border around it, so that every cell has the
//! same neighbours.

use omnisweep_engine::{Cell, Shape};

/// A cell of the border, or one that is open: there is nothing to do.
pub const DONE: u8 = 0xff;

/// Added to what lies under a cell: it is a mine. Below are numbers.
pub const MINED: u8 = 0x80;

/// The most neighbours that a cell may have, so that its number fits: those of a
/// board of four dimensions, and some.
const MOST_NEIGHBOURS: u64 = 126;

/// The places of the cells of a board that has a border.
#[derive(Debug)]
pub struct Grid {
    /// For each cell its place.
    inside: Box<[u32]>,
    /// For each place its cell.
    outside: Box<[u32]>,
    /// From a place to those around it.
    steps: Box<[isize]>,
    /// [`DONE`] at the border, 0 inside.
    border: Box<[u8]>,
}

impl Grid {
    /// The grid of a shape; nothing where numbers or places would be too large.
    pub fn new(shape: &Shape) -> Option<Grid> {
        if shape.largest_neighbourhood() > MOST_NEIGHBOURS + 1 || shape.cells() > 1 << 24 {
            return None;
        }
        // Along an axis of one cell nobody has a neighbour: it needs no border.
        let axes: Vec<(usize, usize)> = shape.sizes().iter().map(|&size| size as usize).rev().fold(
            Vec::new(),
            |mut axes: Vec<(usize, usize)>, size| {
                let stride =
                    axes.last().map_or(1, |&(size, stride)| stride * if size > 1 { size + 2 } else { 1 });
                axes.push((size, stride));
                axes
            },
        );
        let &(size, stride) = axes.last()?;
        let places = stride * if size > 1 { size + 2 } else { 1 };
        let mut steps = vec![0];
        for &(_, stride) in axes.iter().filter(|(size, _)| *size > 1) {
            let stride = stride as isize;
            steps = steps.iter().flat_map(|&step| [step - stride, step, step + stride]).collect();
        }
        steps.retain(|&step| step != 0);
        let (mut outside, mut border) = (vec![0; places], vec![DONE; places]);
        let inside = (0..shape.cells()).map(|cell| {
            let coordinates = shape.coordinates(Cell(cell));
            let along = coordinates.iter().rev().zip(&axes);
            along.map(|(&at, &(size, stride))| (at as usize + usize::from(size > 1)) * stride).sum()
        });
        let inside: Vec<usize> = inside.collect();
        for (cell, &place) in inside.iter().enumerate() {
            (outside[place], border[place]) = (cell as u32, 0);
        }
        Some(Grid {
            inside: inside.into_iter().map(|place| place as u32).collect(),
            outside: outside.into(),
            steps: steps.into(),
            border: border.into(),
        })
    }

    /// How many places a board has, its border included.
    pub fn places(&self) -> usize {
        self.border.len()
    }

    /// The place of a cell.
    #[inline]
    pub fn place(&self, cell: usize) -> usize {
        self.inside[cell] as usize
    }

    /// The cell at a place.
    #[inline]
    pub fn cell(&self, place: usize) -> usize {
        self.outside[place] as usize
    }

    /// From a place to those around it.
    pub fn steps(&self) -> &[isize] {
        &self.steps
    }

    /// Writes what lies under each place: numbers, mines, and the border.
    pub fn fill(&self, hidden: &mut [u8], mines: impl Iterator<Item = Cell>) {
        hidden.fill(0);
        // Flat boards once more, for the compiler to unroll.
        match <[isize; 8]>::try_from(&*self.steps) {
            Ok(steps) => self.count(hidden, mines, steps),
            Err(_) => self.count(hidden, mines, &*self.steps),
        }
        hidden.iter_mut().zip(&self.border).for_each(|(hidden, border)| *hidden |= border);
    }

    #[inline]
    fn count(&self, hidden: &mut [u8], mines: impl Iterator<Item = Cell>, steps: impl AsRef<[isize]>) {
        for mine in mines {
            let place = self.place(mine.0 as usize);
            hidden[place] = hidden[place].wrapping_add(MINED);
            for &step in steps.as_ref() {
                let near = &mut hidden[place.wrapping_add_signed(step)];
                *near = near.wrapping_add(1);
            }
        }
    }
}
