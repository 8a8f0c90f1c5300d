//! A plane: one bit for each cell of a board, row after row of whole words.

use thiserror::Error;

use crate::shape::{Place, Shape};

/// One bit a cell. Bits past the end of a row are never set.
pub(crate) type Plane = Box<[u64]>;

/// The board needs more memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the board is too large for this machine's memory")]
pub struct TooLarge;

/// Words of zeros that cost nothing until they are touched, or an error at
/// once (`vec!` is not fallible, `Vec::resize` is not lazy).
pub(crate) fn zeroed<T: bytemuck::Zeroable>(length: usize) -> Result<Box<[T]>, TooLarge> {
    bytemuck::allocation::try_zeroed_slice_box(length).map_err(|()| TooLarge)
}

/// An empty plane for a board.
pub(crate) fn plane(shape: &Shape) -> Result<Plane, TooLarge> {
    zeroed(shape.plane_words().ok_or(TooLarge)?)
}

/// Whether a plane has this cell's bit set.
pub(crate) fn bit(plane: &[u64], shape: &Shape, place: Place) -> bool {
    plane[index(shape, place.row, place.word)] & place.mask() != 0
}

/// Sets or clears this cell's bit of a plane.
pub(crate) fn set_bit(plane: &mut [u64], shape: &Shape, place: Place, on: bool) {
    let word = &mut plane[index(shape, place.row, place.word)];
    if on { *word |= place.mask() } else { *word &= !place.mask() }
}

/// Clears a plane without touching memory that is clear already.
pub(crate) fn clear(plane: &mut [u64]) {
    for word in plane.iter_mut().filter(|word| **word != 0) {
        *word = 0;
    }
}

/// The position of a row's word in a plane.
pub(crate) fn index(shape: &Shape, row: u64, word: usize) -> usize {
    row as usize * shape.words() + word
}
