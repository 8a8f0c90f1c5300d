//! The shape of a board, and where its cells lie in memory.
//!
//! A player knows a cell by its coordinates. The planes know it by a [`Place`]:
//! a row, a word in that row and a bit in that word. One axis, the *long* one,
//! lies along the words; every combination of the other coordinates is a row,
//! and each row is padded to whole words. A board of one dimension is a single
//! row, one of two dimensions is what it looks like (or its transpose), and
//! one of more dimensions is a longer list of rows in which each row has more
//! than two neighbours. That is all the engine has to know about dimensions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text::parse_number;

/// A cell, as its row-major index: the last coordinate counts fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Cell(pub u64);

/// Where a cell lies in the planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The row, counted over all axes but the long one.
    pub row: u64,
    /// The word in the row.
    pub word: usize,
    /// The bit in the word, from the least significant.
    pub bit: u32,
}

impl Place {
    /// The word with only this cell's bit set.
    #[must_use]
    pub fn mask(self) -> u64 {
        1 << self.bit
    }
}

/// Cells that have to stay free of mines, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone(Vec<Cell>);

impl Zone {
    /// A zone of these cells, in any order, repeated or not.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Zone {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        Zone(cells)
    }

    /// The cells, ascending.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }
}

/// Why sizes make no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A text has something else in it than sizes.
    #[error("sizes are numbers, as in 16x30 or 4x4x4x4")]
    NotNumbers,
    /// No size at all.
    #[error("a board needs at least one dimension")]
    NoDimension,
    /// A size is zero.
    #[error("every size has to be at least 1")]
    ZeroSize(usize),
    /// More cells than can be counted.
    #[error("the board has more cells than can be counted")]
    TooManyCells,
    /// More dimensions than [`Shape::MOST_DIMENSIONS`], or so many that a cell
    /// has more neighbours than [`Shape::MOST_NEIGHBOURS`].
    #[error("the board has too many dimensions")]
    TooManyDimensions,
}

/// A row at least this long is never laid across: its padding costs at most
/// 6.2 %, and rows in memory are then rows on the screen.
const LONG_ENOUGH: u64 = 1000;

/// The sizes of a board, and the layout in memory that follows from them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Vec<u64>", into = "Vec<u64>")
)]
pub struct Shape {
    sizes: Box<[u64]>,
    cells: u64,
    /// The axis along the words, its length, and its stride in cell indices.
    long: usize,
    length: u64,
    stride: u64,
    rows: u64,
    words: usize,
    flat: bool,
}

impl Shape {
    /// The most sizes a board has, those of 1 included.
    pub const MOST_DIMENSIONS: usize = 64;

    /// The most neighbours a cell has: as many as in ten dimensions. Opening a
    /// zero takes time with every neighbour, and a short text can ask for many.
    pub const MOST_NEIGHBOURS: u64 = 3_u64.pow(10) - 1;

    /// The board whose sizes were given as several words of a command line, each of
    /// one size or more: `4 4`, `4x4`, or even `4x4 4`.
    ///
    /// # Errors
    /// As of [`Shape::new`].
    pub fn joined(words: &[Shape]) -> Result<Shape, ShapeError> {
        let sizes: Vec<u64> = words.iter().flat_map(|word| word.sizes.iter().copied()).collect();
        Shape::new(&sizes)
    }

    /// A board with these sizes, outermost first (`[height, width]`).
    ///
    /// # Errors
    /// Where there is no size or one is 0, or the cells or their neighbours are too many.
    pub fn new(sizes: &[u64]) -> Result<Shape, ShapeError> {
        if sizes.is_empty() {
            return Err(ShapeError::NoDimension);
        }
        if sizes.len() > Shape::MOST_DIMENSIONS {
            return Err(ShapeError::TooManyDimensions);
        }
        if let Some(axis) = sizes.iter().position(|&size| size == 0) {
            return Err(ShapeError::ZeroSize(axis));
        }
        let cells = product(sizes).ok_or(ShapeError::TooManyCells)?;

        if neighbourhood(sizes) - 1 > Shape::MOST_NEIGHBOURS {
            return Err(ShapeError::TooManyDimensions);
        }

        let last = sizes.len() - 1;
        let mut long = last;
        if sizes[last] < LONG_ENOUGH {
            for axis in (0..last).rev() {
                if sizes[axis] > sizes[long] {
                    long = axis;
                }
            }
        }
        let length = sizes[long];
        let stride = product(&sizes[long + 1..]).ok_or(ShapeError::TooManyCells)?;
        let words = usize::try_from(length.div_ceil(64)).map_err(|_| ShapeError::TooManyCells)?;
        let flat = sizes.iter().filter(|&&size| size > 1).count() <= 2;
        let rows = cells / length;
        Ok(Shape { sizes: sizes.into(), cells, long, length, stride, rows, words, flat })
    }

    /// The sizes, outermost first.
    #[must_use]
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// How many rows the planes have.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many words a row of the planes has.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many cells lie in a row of the planes.
    #[must_use]
    pub fn row_length(&self) -> u64 {
        self.length
    }

    /// Whether a row of the planes is a row of the board: the last axis lies
    /// along the words.
    #[must_use]
    pub fn rows_along_last_axis(&self) -> bool {
        self.long + 1 == self.sizes.len()
    }

    /// How many words a plane has, where that many can be addressed.
    pub(crate) fn plane_words(&self) -> Option<usize> {
        usize::try_from(self.rows).ok()?.checked_mul(self.words)
    }

    /// Whether a cell has at most eight neighbours, because at most two sizes
    /// are above 1. Counts then come straight from the mines, and are not stored.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// The bits of word `word` of a row that are cells.
    pub(crate) fn valid(&self, word: usize) -> u64 {
        let tail = self.length % 64;
        if word + 1 == self.words && tail != 0 { (1 << tail) - 1 } else { !0 }
    }

    /// The cell at these coordinates, or `None` where that is off the board.
    #[must_use]
    pub fn cell(&self, coordinates: &[u64]) -> Option<Cell> {
        if coordinates.len() != self.sizes.len() {
            return None;
        }
        let mut index = 0;
        for (&at, &size) in coordinates.iter().zip(&self.sizes) {
            if at >= size {
                return None;
            }
            index = index * size + at;
        }
        Some(Cell(index))
    }

    /// The coordinates of a cell of this board.
    #[must_use]
    pub fn coordinates(&self, cell: Cell) -> Vec<u64> {
        let mut rest = cell.0;
        let mut coordinates = vec![0; self.sizes.len()];
        for (at, &size) in coordinates.iter_mut().zip(&self.sizes).rev() {
            *at = rest % size;
            rest /= size;
        }
        coordinates
    }

    /// Where a cell of this board lies in the planes.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Place {
        let (row, at) = if self.stride == 1 {
            (cell.0 / self.length, cell.0 % self.length)
        } else {
            let (high, low) = (cell.0 / self.stride, cell.0 % self.stride);
            (high / self.length * self.stride + low, high % self.length)
        };
        Place { row, word: (at / 64) as usize, bit: (at % 64) as u32 }
    }

    /// The cell that lies at a place of the planes.
    #[must_use]
    pub fn cell_at(&self, place: Place) -> Cell {
        let at = place.word as u64 * 64 + u64::from(place.bit);
        let (high, low) = (place.row / self.stride, place.row % self.stride);
        Cell((high * self.length + at) * self.stride + low)
    }

    /// The cells behind the bits of one word, as a [`Sink`](crate::Sink) is told of them.
    pub fn cells_in(&self, row: u64, word: usize, bits: u64) -> impl Iterator<Item = Cell> + '_ {
        Bits(bits).map(move |bit| self.cell_at(Place { row, word, bit }))
    }

    /// All cells that touch a cell, diagonally too, ascending, without the cell itself.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        Neighbourhood::new(&self.sizes, &self.coordinates(cell)).map(Cell).filter(move |&other| other != cell)
    }

    /// Calls with the same cells as [`Shape::neighbours`] has; on boards of two
    /// dimensions much faster.
    #[inline]
    pub fn for_each_neighbour(&self, cell: Cell, mut visit: impl FnMut(Cell)) {
        let [height, width] = *self.sizes else { return self.neighbours(cell).for_each(visit) };
        let (row, column) = (cell.0 / width, cell.0 % width);
        for row in row.saturating_sub(1)..(row + 2).min(height) {
            for column in column.saturating_sub(1)..(column + 2).min(width) {
                let near = Cell(row * width + column);
                if near != cell {
                    visit(near);
                }
            }
        }
    }

    /// The rows of the planes that touch a row, the row itself among them.
    pub(crate) fn near_rows(&self, row: u64, near: &mut Vec<u64>) {
        near.clear();
        if self.is_flat() {
            near.extend(row.saturating_sub(1)..(row + 2).min(self.rows));
            return;
        }
        let sizes = self.row_sizes();
        let mut rest = row;
        let mut at = vec![0; sizes.len()];
        for (at, &size) in at.iter_mut().zip(&sizes).rev() {
            *at = rest % size;
            rest /= size;
        }
        near.extend(Neighbourhood::new(&sizes, &at));
    }

    /// The sizes of all axes but the long one: what a row's number is made of.
    pub(crate) fn row_sizes(&self) -> Vec<u64> {
        let mut sizes = self.sizes.to_vec();
        sizes.remove(self.long);
        sizes
    }

    /// The largest number of cells in any cell's neighbourhood, the cell included.
    #[must_use]
    pub fn largest_neighbourhood(&self) -> u64 {
        neighbourhood(&self.sizes)
    }

    /// How the board is written and shown: so many slices of so many rows of so
    /// many columns.
    #[must_use]
    pub fn slices(&self) -> (u64, u64, u64) {
        let columns = self.sizes[self.sizes.len() - 1];
        let rows = self.sizes.iter().rev().nth(1).copied().unwrap_or(1);
        (self.cells / columns / rows, rows, columns)
    }
}

/// The cells in the largest box of three cells a side.
fn neighbourhood(sizes: &[u64]) -> u64 {
    sizes.iter().map(|&size| size.min(3)).fold(1, u64::saturating_mul)
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Sizes as people write them: `16x30`, as they are shown, or `16 30`, `16×30`, `16, 30`.
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let mut sizes = Vec::new();
        for part in text.split(['x', 'X', '×', '*', ',']) {
            let before = sizes.len();
            for word in part.split_whitespace() {
                sizes.push(parse_number(word).ok_or(ShapeError::NotNumbers)?);
            }
            // A sign stands between two numbers.
            if sizes.len() == before {
                return Err(ShapeError::NotNumbers);
            }
        }
        Shape::new(&sizes)
    }
}

impl fmt::Display for Shape {
    /// The sizes as `9x9` or `4x4x4x4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if axis == 0 { "" } else { "x" })?;
        }
        Ok(())
    }
}

fn product(sizes: &[u64]) -> Option<u64> {
    sizes.iter().try_fold(1_u64, |product, &size| product.checked_mul(size))
}

/// The set bits of a word, ascending.
pub(crate) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

/// The indices of the box of three cells a side around a point, ascending.
struct Neighbourhood {
    /// For each axis that has a choice: how far it still goes in this turn, how
    /// many steps a turn has, and the stride of a step.
    axes: Vec<(u64, u64, u64)>,
    next: Option<u64>,
}

impl Neighbourhood {
    fn new(sizes: &[u64], at: &[u64]) -> Neighbourhood {
        let mut axes = Vec::with_capacity(sizes.len());
        let mut first = 0;
        let mut stride = 1;
        for (&size, &at) in sizes.iter().zip(at).rev() {
            let low = at.saturating_sub(1);
            let steps = (at + 1).min(size - 1) - low;
            first += low * stride;
            if steps > 0 {
                axes.push((steps, steps, stride));
            }
            stride = stride.wrapping_mul(size);
        }
        Neighbourhood { axes, next: Some(first) }
    }
}

impl Iterator for Neighbourhood {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let here = self.next?;
        let mut index = here;
        self.next = None;
        for (left, steps, stride) in &mut self.axes {
            if *left > 0 {
                *left -= 1;
                self.next = Some(index + *stride);
                break;
            }
            *left = *steps;
            index -= *steps * *stride;
        }
        Some(here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_make_no_board_are_refused() {
        assert_eq!(Shape::new(&[]), Err(ShapeError::NoDimension));
        assert_eq!(Shape::new(&[3, 0]), Err(ShapeError::ZeroSize(1)));
        assert_eq!(Shape::new(&[1 << 33, 1 << 33]), Err(ShapeError::TooManyCells));
        assert!(Shape::new(&[u64::MAX]).is_ok());
        assert!(Shape::new(&[3; 10]).is_ok());
        assert_eq!(Shape::new(&[3; 11]), Err(ShapeError::TooManyDimensions));
        assert_eq!(Shape::new(&[2; 16]), Err(ShapeError::TooManyDimensions));
        assert!(Shape::new(&[1; 64]).is_ok());
        assert_eq!(Shape::new(&[1; 65]), Err(ShapeError::TooManyDimensions));
    }

    #[test]
    fn sizes_are_read_as_they_are_shown_and_as_people_write_them() {
        for sizes in [&[7][..], &[16, 30], &[4, 4, 4, 4], &[1, 1 << 40]] {
            let shape = Shape::new(sizes).unwrap();
            assert_eq!(shape.to_string().parse(), Ok(shape.clone()));
            let words: Vec<Shape> = sizes.iter().map(|size| size.to_string().parse().unwrap()).collect();
            assert_eq!(Shape::joined(&words), Ok(shape));
        }
        for text in ["16 30", "16X30", "16×30", " 16, 30 ", "16 x 30", "16*30"] {
            assert_eq!(text.parse(), Shape::new(&[16, 30]), "{text:?}");
        }
        for text in
            ["16x", "x16", "16xx30", ",", "", "x", "16y30", "-3x4", "+3x4", "03x4", "99999999999999999999"]
        {
            assert_eq!(text.parse::<Shape>(), Err(ShapeError::NotNumbers), "{text:?}");
        }
        assert_eq!("3x0".parse::<Shape>(), Err(ShapeError::ZeroSize(1)));
        assert_eq!(Shape::joined(&[]), Err(ShapeError::NoDimension));
    }

    #[test]
    fn a_cell_is_found_again_from_its_place_and_its_coordinates() {
        for sizes in [&[7][..], &[3, 70], &[70, 3], &[4, 65, 3], &[2, 3, 4, 5], &[1, 66, 1]] {
            let shape = Shape::new(sizes).unwrap();
            for cell in (0..shape.cells()).map(Cell) {
                assert_eq!(shape.cell_at(shape.place(cell)), cell);
                assert_eq!(shape.cell(&shape.coordinates(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn the_longest_axis_lies_along_the_words_unless_rows_are_long_anyway() {
        let words = |sizes: &[u64]| Shape::new(sizes).unwrap().plane_words().unwrap();
        assert_eq!(words(&[1, 100_000_000]), 1_562_500);
        assert_eq!(words(&[100_000_000, 1]), 1_562_500);
        assert!(Shape::new(&[20_000, 10_000]).unwrap().rows_along_last_axis());
        assert!(!Shape::new(&[20_000, 10]).unwrap().rows_along_last_axis());
    }

    #[test]
    fn padding_costs_little_from_a_million_cells_on() {
        for long in 1000..3000_u64 {
            let shape = Shape::new(&[1_000_000_u64.div_ceil(long), long]).unwrap();
            let planes = 3 * 64 * shape.plane_words().unwrap() as u64;
            assert!(planes as f64 / 8.0 / (shape.cells() as f64) < 0.399, "{shape}");
        }
    }

    #[test]
    fn a_board_is_shown_in_slices() {
        let slices = |sizes: &[u64]| Shape::new(sizes).unwrap().slices();
        assert_eq!(slices(&[7]), (1, 1, 7));
        assert_eq!(slices(&[4, 7]), (1, 4, 7));
        assert_eq!(slices(&[2, 3, 4, 7]), (6, 4, 7));
    }

    #[test]
    fn neighbours_touch_in_every_dimension() {
        for sizes in [&[5][..], &[1, 5], &[3, 4], &[2, 3, 4], &[2, 2, 2, 2], &[3, 1, 3, 2]] {
            let shape = Shape::new(sizes).unwrap();
            for cell in (0..shape.cells()).map(Cell) {
                let here = shape.coordinates(cell);
                let touching: Vec<Cell> = (0..shape.cells())
                    .map(Cell)
                    .filter(|&other| {
                        let there = shape.coordinates(other);
                        other != cell && here.iter().zip(&there).all(|(a, b)| a.abs_diff(*b) <= 1)
                    })
                    .collect();
                assert_eq!(shape.neighbours(cell).collect::<Vec<_>>(), touching);
                let mut visited = Vec::new();
                shape.for_each_neighbour(cell, |near| visited.push(near));
                assert_eq!(visited, touching);
            }
        }
    }
}
