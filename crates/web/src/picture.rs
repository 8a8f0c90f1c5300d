//! Where the cells of a board lie on the page.
//!
//! A picture is a plane of squares. A flat board fills it; one of more
//! dimensions is a grid of slices, each with a row of squares above it for its
//! label and a column of squares between it and the next.

use std::ops::Range;

use omnisweep_engine::{Cell, Shape};
use omnisweep_session::words;

/// A board as squares on a plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    shape: Shape,
    slices: u64,
    rows: u64,
    columns: u64,
    /// How many slices lie side by side.
    abreast: u64,
}

/// Which way an arrow key points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along the row, to the left.
    Left,
    /// Along the row, to the right.
    Right,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
}

impl Picture {
    /// The picture of a board, with `abreast` slices side by side, or the next
    /// smaller number that the board's sizes allow.
    #[must_use]
    pub fn new(shape: Shape, abreast: u64) -> Picture {
        let (slices, rows, columns) = shape.slices();
        let allowed = Picture::widths(&shape);
        let abreast = allowed.iter().rev().find(|&&width| width <= abreast).copied().unwrap_or(allowed[0]);
        Picture { shape, slices, rows, columns, abreast }
    }

    /// How many slices can lie side by side, ascending: any number in three
    /// dimensions; in more, whole axes, so that each axis goes either across or down.
    fn widths(shape: &Shape) -> Vec<u64> {
        let sizes = shape.sizes();
        let outer = &sizes[..sizes.len().saturating_sub(2)];
        match outer {
            [] => vec![1],
            [slices] => (1..=(*slices).min(1000)).collect(),
            _ => {
                let across = outer.iter().rev().scan(1, |width, size| {
                    *width *= size;
                    Some(*width)
                });
                across.collect()
            }
        }
    }

    /// Whether there are slices.
    #[must_use]
    pub fn is_sliced(&self) -> bool {
        self.slices > 1
    }

    /// How many slices side by side come closest to an area of this ratio of
    /// width to height.
    #[must_use]
    pub fn best_abreast(shape: &Shape, ratio: f64) -> u64 {
        let (slices, rows, columns) = shape.slices();
        // The largest squares win: both ways to fill the area are tried for every count.
        let size = |abreast: u64| {
            let width = (abreast * (columns + 1) - 1) as f64;
            let height = (slices.div_ceil(abreast) * (rows + 1)) as f64;
            (ratio / width).min(1.0 / height)
        };
        // Of several that are as good, the one with the fewest side by side.
        let widths = Picture::widths(shape).into_iter().rev();
        widths.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(1)
    }

    /// How many squares wide and high the picture is.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        if !self.is_sliced() {
            return (self.columns, self.rows);
        }
        (self.abreast * (self.columns + 1) - 1, self.slices.div_ceil(self.abreast) * (self.rows + 1))
    }

    /// The cell on a square, if there is one.
    #[must_use]
    pub fn cell(&self, x: u64, y: u64) -> Option<Cell> {
        let (width, height) = self.size();
        if x >= width || y >= height {
            return None;
        }
        if !self.is_sliced() {
            return Some(Cell(y * self.columns + x));
        }
        let (across, column) = (x / (self.columns + 1), x % (self.columns + 1));
        let (down, row) = (y / (self.rows + 1), (y % (self.rows + 1)).checked_sub(1)?);
        let slice = down * self.abreast + across;
        (column < self.columns && slice < self.slices)
            .then(|| Cell((slice * self.rows + row) * self.columns + column))
    }

    /// The square of a cell.
    #[must_use]
    pub fn square(&self, cell: Cell) -> (u64, u64) {
        let (line, column) = (cell.0 / self.columns, cell.0 % self.columns);
        if !self.is_sliced() {
            return (column, line);
        }
        let (slice, row) = (line / self.rows, line % self.rows);
        let (across, down) = (slice % self.abreast, slice / self.abreast);
        (across * (self.columns + 1) + column, down * (self.rows + 1) + 1 + row)
    }

    /// The labels of the slices in a part of the picture: where each begins, and
    /// its coordinates but for row and column.
    pub fn labels(&self, x: Range<u64>, y: Range<u64>) -> impl Iterator<Item = (u64, u64, String)> + '_ {
        let sliced = self.is_sliced();
        let downs = y.start / (self.rows + 1)..y.end.div_ceil(self.rows + 1);
        let acrosses = x.start / (self.columns + 1)..x.end.div_ceil(self.columns + 1).min(self.abreast);
        let places = downs.flat_map(move |down| acrosses.clone().map(move |across| (across, down)));
        places.filter(move |(across, down)| sliced && down * self.abreast + across < self.slices).map(
            |(across, down)| {
                let slice = down * self.abreast + across;
                let label = words::slice(&self.shape, Cell(slice * self.rows * self.columns));
                (across * (self.columns + 1), down * (self.rows + 1), label)
            },
        )
    }

    /// The cell one step this way on the picture, past gaps, if there is one.
    #[must_use]
    pub fn step(&self, from: Cell, way: Way) -> Option<Cell> {
        let (mut x, mut y) = self.square(from);
        // A gap is one square wide.
        for _ in 0..2 {
            (x, y) = match way {
                Way::Left => (x.checked_sub(1)?, y),
                Way::Right => (x + 1, y),
                Way::Up => (x, y.checked_sub(1)?),
                Way::Down => (x, y + 1),
            };
            if let Some(cell) = self.cell(x, y) {
                return Some(cell);
            }
        }
        None
    }

    /// The cell one step along an axis, counted from the last one.
    #[must_use]
    pub fn along(&self, from: Cell, axis_from_end: usize, forward: bool) -> Option<Cell> {
        let mut at = self.shape.coordinates(from);
        let axis = at.len().checked_sub(axis_from_end + 1)?;
        at[axis] = if forward { at[axis] + 1 } else { at[axis].checked_sub(1)? };
        self.shape.cell(&at)
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(sizes: &[u64], abreast: u64) -> Picture {
        Picture::new(Shape::new(sizes).unwrap(), abreast)
    }

    #[test]
    fn every_cell_has_a_square_of_its_own() {
        for sizes in [&[5][..], &[3, 4], &[1, 1], &[5, 2, 3], &[2, 3, 4, 5], &[2, 2, 2, 2, 2]] {
            for abreast in [1, 2, 9] {
                let picture = picture(sizes, abreast);
                let (width, height) = picture.size();
                let squares = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                let mut found = 0;
                for (x, y) in squares {
                    if let Some(cell) = picture.cell(x, y) {
                        found += 1;
                        assert_eq!(picture.square(cell), (x, y));
                    }
                }
                assert_eq!(found, picture.shape().cells(), "{sizes:?}");
            }
        }
    }

    #[test]
    fn slices_are_labelled() {
        let picture = picture(&[2, 3, 4, 5], 1);
        assert_eq!(picture.size(), (3 * 6 - 1, 2 * 5));
        let labels: Vec<_> = picture.labels(0..17, 0..10).collect();
        assert_eq!(labels.len(), 6);
        assert_eq!(labels[4], (6, 5, "w1 z1".to_owned()));
        assert_eq!(Picture::new(Shape::new(&[9, 9]).unwrap(), 1).labels(0..9, 0..9).count(), 0);
    }

    #[test]
    fn arrows_go_past_gaps_and_stop_at_the_edge() {
        let picture = picture(&[3, 2, 2], 2);
        let cell = |at: &[u64]| picture.shape().cell(at).unwrap();
        assert_eq!(picture.step(cell(&[0, 0, 1]), Way::Right), Some(cell(&[1, 0, 0])));
        assert_eq!(picture.step(cell(&[0, 1, 1]), Way::Down), Some(cell(&[2, 0, 1])));
        assert_eq!(picture.step(cell(&[1, 1, 1]), Way::Down), None);
        assert_eq!(picture.step(cell(&[0, 0, 0]), Way::Left), None);
        assert_eq!(picture.step(cell(&[0, 0, 0]), Way::Up), None);
        assert_eq!(picture.along(cell(&[0, 1, 1]), 2, true), Some(cell(&[1, 1, 1])));
        assert_eq!(picture.along(cell(&[0, 1, 1]), 2, false), None);
        assert_eq!(picture.along(cell(&[0, 1, 1]), 3, true), None);
    }

    #[test]
    fn slices_fill_the_area_they_have() {
        let cube = Shape::new(&[6, 6, 6]).unwrap();
        assert_eq!(Picture::best_abreast(&cube, 10.0), 6);
        assert_eq!(Picture::best_abreast(&cube, 1.5), 3);
        assert_eq!(Picture::best_abreast(&cube, 0.5), 2);
        let tesseract = Shape::new(&[4, 4, 4, 4]).unwrap();
        assert_eq!([0.5, 2.0, 20.0].map(|ratio| Picture::best_abreast(&tesseract, ratio)), [4, 4, 16]);
        let five = Shape::new(&[2, 3, 3, 4, 4]).unwrap();
        assert_eq!([0.5, 2.0].map(|ratio| Picture::best_abreast(&five, ratio)), [3, 9]);
        assert_eq!(Picture::new(five, 10).size(), (9 * 5 - 1, 2 * 5));
    }
}
