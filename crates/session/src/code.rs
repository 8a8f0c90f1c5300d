//! Board codes: a board in one line that can be sent to a friend.
//!
//! `9x9.` the mines as bits `.4x4`: the sizes, the mines (a bit for each cell
//! in row-major order, from the least significant bit of the first byte) with a
//! check sum, in URL-safe base 64, and, if there is one, the cell to open first.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use omnisweep_engine::text::parse_number;
use omnisweep_engine::{Cell, Layout, Shape, ShapeError, TooLarge};
use thiserror::Error;

/// Bytes of check sum.
const SUM: usize = 3;

/// What is wrong with a board code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// It is not of the form.
    #[error("a board code looks like `9x9.AAEC...` or `9x9.AAEC....4x4`")]
    Form,
    /// Its sizes make no board.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// It has more or fewer cells than its sizes say.
    #[error("the board code is too short or too long for its sizes")]
    Length,
    /// A letter was changed or lost.
    #[error("the board code is damaged: a letter is wrong or missing")]
    Damaged,
    /// The board does not fit into memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The code of a board, and of the cell that is to be opened first.
#[must_use]
pub fn write(layout: &Layout, start: Option<Cell>) -> String {
    let shape = layout.shape();
    let mut bits = bits(layout);
    let sizes = shape.to_string();
    let start = start.map(|cell| join(&shape.coordinates(cell)));
    let sum = sum(&sizes, &bits, start.as_deref());
    bits.extend(sum);
    let bits = URL_SAFE_NO_PAD.encode(bits);
    match start {
        Some(start) => format!("{sizes}.{bits}.{start}"),
        None => format!("{sizes}.{bits}"),
    }
}

/// The board that a code stands for, and the cell that is to be opened first.
///
/// # Errors
/// What is wrong with the code.
pub fn read(code: &str) -> Result<(Layout, Option<Cell>), CodeError> {
    let mut parts = code.split('.');
    let (Some(sizes), Some(bits), start, None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(CodeError::Form);
    };
    let shape: Shape = sizes.parse().map_err(|error| match error {
        ShapeError::NotNumbers => CodeError::Form,
        error => CodeError::Shape(error),
    })?;
    // A code is written in one way only.
    if shape.to_string() != sizes {
        return Err(CodeError::Form);
    }
    let mut bits = URL_SAFE_NO_PAD.decode(bits).map_err(|_| CodeError::Damaged)?;
    // Nothing is made on the sizes' word alone.
    let length = bits.len().checked_sub(SUM).ok_or(CodeError::Length)?;
    if length as u64 != shape.cells().div_ceil(8) {
        return Err(CodeError::Length);
    }
    let found = bits.split_off(length);
    if found != sum(sizes, &bits, start) {
        return Err(CodeError::Damaged);
    }
    let start = match start {
        Some(at) => {
            let at = split(at).ok_or(CodeError::Form)?;
            Some(shape.cell(&at).ok_or(CodeError::Form)?)
        }
        None => None,
    };
    Ok((layout_of(shape, &bits)?, start))
}

/// A bit for each cell in row-major order, from the least significant bit of the first byte.
pub(crate) fn bits(layout: &Layout) -> Vec<u8> {
    let mut bits = vec![0_u8; layout.shape().cells().div_ceil(8) as usize];
    for mine in layout.mines() {
        bits[(mine.0 / 8) as usize] |= 1 << (mine.0 % 8);
    }
    bits
}

/// The board with these bits, which are as many as it has cells.
pub(crate) fn layout_of(shape: Shape, bits: &[u8]) -> Result<Layout, CodeError> {
    let mut layout = Layout::new(shape)?;
    for (byte, &bits) in bits.iter().enumerate() {
        for bit in (0..8).filter(|bit| bits >> bit & 1 != 0) {
            let cell = Cell(byte as u64 * 8 + bit);
            if cell.0 >= layout.shape().cells() {
                return Err(CodeError::Length);
            }
            layout.insert(cell);
        }
    }
    Ok(layout)
}

fn sum(sizes: &str, bits: &[u8], start: Option<&str>) -> [u8; SUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(sizes.as_bytes());
    hasher.update(bits);
    hasher.update(start.unwrap_or("").as_bytes());
    let [a, b, c, _] = hasher.finalize().to_le_bytes();
    [a, b, c]
}

fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

fn split(text: &str) -> Option<Vec<u64>> {
    text.split('x').map(parse_number).collect()
}
