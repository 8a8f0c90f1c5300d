//! How many mines lie around a cell.
//!
//! On a flat board the numbers come from the mines whenever they are wanted,
//! 64 at a time: three rows of words, added as binary digits. In more
//! dimensions they are stored, and made for the whole board by one pass along
//! each axis: the sum of a box is the sum of three sums of three, again and
//! again, so a cell is visited once for each axis and not once for each of its
//! 3^n neighbours.

use crate::layout::Layout;
use crate::plane::{Plane, TooLarge, index, plane, zeroed};
use crate::shape::{Cell, Place, Shape};

/// Adds three binary digits in each of 64 columns: (ones, twos).
fn add3(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// The word shifted so that each cell sees its left and its right neighbour.
fn beside(row: &[u64], word: usize) -> (u64, u64) {
    let before = if word > 0 { row[word - 1] >> 63 } else { 0 };
    let after = row.get(word + 1).map_or(0, |next| next << 63);
    (row[word] << 1 | before, row[word] >> 1 | after)
}

/// The numbers around 64 cells of a flat board, as binary digits, ones first.
pub(crate) fn sliced(shape: &Shape, mines: &[u64], row: u64, word: usize) -> [u64; 4] {
    let words = shape.words();
    let line = |row: u64| &mines[index(shape, row, 0)..][..words];
    let whole = |row: u64| {
        let line = line(row);
        let (left, right) = beside(line, word);
        add3(left, line[word], right)
    };
    let (above1, above2) = if row > 0 { whole(row - 1) } else { (0, 0) };
    let (below1, below2) = if row + 1 < shape.rows() { whole(row + 1) } else { (0, 0) };
    let (left, right) = beside(line(row), word);
    let (here1, here2) = (left ^ right, left & right);

    let (ones, carry2) = add3(above1, here1, below1);
    let (part2, part4) = add3(above2, here2, below2);
    let (twos, carry4) = (part2 ^ carry2, part2 & carry2);
    let (fours, eights) = (part4 ^ carry4, part4 & carry4);
    let valid = shape.valid(word);
    [ones & valid, twos & valid, fours & valid, eights & valid]
}

/// The number that binary digits, ones first, have at a bit.
pub(crate) fn number_at(digits: [u64; 4], bit: u32) -> u32 {
    digits.iter().rev().fold(0, |number, digit| number * 2 + (digit >> bit & 1) as u32)
}

/// The number of mines around every cell of a board.
#[derive(Clone, Debug)]
pub struct Counts {
    shape: Shape,
    numbers: Numbers,
    /// Safe cells with no mine around them: what a flood runs through.
    zeros: Plane,
}

/// As narrow as the largest possible number allows, in the order of the rows
/// of the planes, without their padding.
#[derive(Clone, Debug)]
enum Numbers {
    Narrow(Box<[u8]>),
    /// Wide enough for [`Shape::MOST_NEIGHBOURS`].
    Wide(Box<[u16]>),
}

impl Counts {
    /// Asks for the memory; all numbers are 0.
    pub(crate) fn new(shape: &Shape) -> Result<Counts, TooLarge> {
        let cells = usize::try_from(shape.cells()).map_err(|_| TooLarge)?;
        let numbers = match shape.largest_neighbourhood() {
            0..=0xff => Numbers::Narrow(zeroed(cells)?),
            _ => Numbers::Wide(zeroed(cells)?),
        };
        Ok(Counts { shape: shape.clone(), numbers, zeros: plane(shape)? })
    }

    /// The numbers of a whole board, whatever its dimensions.
    ///
    /// # Errors
    /// Where the numbers do not fit into memory.
    pub fn of(layout: &Layout) -> Result<Counts, TooLarge> {
        let mut counts = Counts::new(layout.shape())?;
        counts.fill(layout);
        Ok(counts)
    }

    /// The number of mines around a cell of the board, its own not counted.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> u32 {
        self.at(self.shape.place(cell))
    }

    pub(crate) fn at(&self, place: Place) -> u32 {
        let at = place.word as u64 * 64 + u64::from(place.bit);
        let index = (place.row * self.shape.row_length() + at) as usize;
        match &self.numbers {
            Numbers::Narrow(numbers) => numbers[index].into(),
            Numbers::Wide(numbers) => numbers[index].into(),
        }
    }

    pub(crate) fn zeros(&self) -> &[u64] {
        &self.zeros
    }

    pub(crate) fn fill(&mut self, layout: &Layout) {
        match &mut self.numbers {
            Numbers::Narrow(numbers) => fill(layout, numbers, &mut self.zeros),
            Numbers::Wide(numbers) => fill(layout, numbers, &mut self.zeros),
        }
    }
}

/// A width of number that three of can be added without overflow, as the
/// largest neighbourhood fits it.
trait Number: Copy + Default + PartialEq + From<u8> {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
}

macro_rules! number {
    ($($width:ty),*) => {$(
        impl Number for $width {
            fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
            fn minus(self, other: Self) -> Self { self.wrapping_sub(other) }
        }
    )*};
}
number!(u8, u16);

fn fill<N: Number>(layout: &Layout, numbers: &mut [N], zeros: &mut [u64]) {
    let shape = layout.shape();
    let length = shape.row_length() as usize;
    let rows = || layout.plane().chunks_exact(shape.words());

    for (row, numbers) in rows().zip(numbers.chunks_exact_mut(length)) {
        for (word, numbers) in numbers.chunks_mut(64).enumerate() {
            let (left, right) = beside(row, word);
            add_along_word([left, row[word], right], numbers);
        }
    }
    let mut stride = length;
    for &size in shape.row_sizes().iter().rev() {
        let size = size as usize;
        if size > 1 {
            numbers.chunks_exact_mut(stride * size).for_each(|block| add_across(block, stride));
        }
        stride *= size;
    }
    // Every cell has counted itself as well.
    let per_row = zeros.chunks_exact_mut(shape.words());
    for ((row, numbers), zeros) in rows().zip(numbers.chunks_exact_mut(length)).zip(per_row) {
        for (word, numbers) in numbers.chunks_mut(64).enumerate() {
            let mut clear = 0;
            for (bit, number) in numbers.iter_mut().enumerate() {
                clear |= u64::from(*number == N::default()) << bit;
                *number = number.minus(N::from((row[word] >> bit & 1) as u8));
            }
            zeros[word] = clear;
        }
    }
}

/// Writes the sum of three words' bits for each of up to 64 cells.
fn add_along_word<N: Number>(words: [u64; 3], numbers: &mut [N]) {
    for (byte, numbers) in numbers.chunks_mut(8).enumerate() {
        let sums = words.map(|word| spread((word >> (8 * byte)) as u8)).iter().sum::<u64>();
        for (number, sum) in numbers.iter_mut().zip(sums.to_le_bytes()) {
            *number = N::from(sum);
        }
    }
}

/// Eight bits as eight bytes of 0 or 1.
fn spread(bits: u8) -> u64 {
    let copies = u64::from(bits) * 0x0101_0101_0101_0101;
    let own = copies & 0x8040_2010_0804_0201;
    // A byte that kept its bit is at least 1: adding 127 carries into its top bit.
    (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// Replaces every number of a board in row-major order by the sum of the box of
/// three cells a side around it, by one pass along each axis. Sums have to fit
/// a byte.
///
/// # Panics
/// Where there are not as many numbers as the sizes say.
pub fn box_sums(numbers: &mut [u8], sizes: &[usize]) {
    assert_eq!(numbers.len(), sizes.iter().product(), "a number for each cell");
    let mut stride = 1;
    for (axis, &size) in sizes.iter().rev().enumerate() {
        let blocks = numbers.chunks_exact_mut(stride * size);
        if axis == 0 {
            blocks.for_each(add_along);
        } else if size > 1 {
            blocks.for_each(|block| add_across(block, stride));
        }
        stride *= size;
    }
}

/// Replaces every number by its sum with the one before and the one after it.
fn add_along(row: &mut [u8]) {
    let mut before = 0;
    for at in 0..row.len() {
        let own = row[at];
        let after = row.get(at + 1).copied().unwrap_or(0);
        row[at] = own.plus(before).plus(after);
        before = own;
    }
}

/// Replaces every slab of `stride` numbers by its sum with the slabs before
/// and after it, in tiles that stay in the cache.
fn add_across<N: Number>(block: &mut [N], stride: usize) {
    const TILE: usize = 2048;
    let slabs = block.len() / stride;
    let mut before = [N::default(); TILE];
    for tile in (0..stride).step_by(TILE) {
        let width = TILE.min(stride - tile);
        let before = &mut before[..width];
        before.fill(N::default());
        for slab in 0..slabs {
            let (here, after) = block[slab * stride + tile..].split_at_mut(width);
            if slab + 1 < slabs {
                let after = &after[stride - width..][..width];
                for ((here, before), after) in here.iter_mut().zip(before.iter_mut()).zip(after) {
                    let own = *here;
                    *here = own.plus(*before).plus(*after);
                    *before = own;
                }
            } else {
                for (here, before) in here.iter_mut().zip(before.iter()) {
                    *here = here.plus(*before);
                }
            }
        }
    }
}
