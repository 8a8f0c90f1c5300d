//! Boards as text: `.` is a free cell, `*` a mine, one row a line.
//!
//! The last two dimensions are rows and columns. Boards of more dimensions are
//! their slices in order, with a line of `-` between them.

use thiserror::Error;

use crate::layout::Layout;
use crate::plane::TooLarge;
use crate::shape::{Cell, Shape, ShapeError};

/// What is wrong with a text, and where; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct TextError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// There is no row at all.
    #[error("the board is empty")]
    Empty,
    /// A character that means nothing here.
    #[error("unexpected character {0:?}")]
    Character(char),
    /// A row that is longer or shorter than the others.
    #[error("the row has {found} cells, not {expected}")]
    Ragged {
        /// How many cells a row has.
        expected: u64,
        /// How many this one has.
        found: u64,
    },
    /// More or fewer rows than the sizes say, or a slice that ends too early or too late.
    #[error("the rows and slices do not make a board of the given sizes")]
    Rows,
    /// The sizes make no board.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The board does not fit into memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Reads a board. Without a shape it has two dimensions, or three where lines
/// of `-` part its slices. A newline after the last row may be missing.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse_layout(text: &str, shape: Option<&Shape>) -> Result<Layout, TextError> {
    let fail = |line: usize, column: usize, kind| TextError { line: line + 1, column: column + 1, kind };
    let lines = || text.strip_suffix('\n').unwrap_or(text).split('\n');
    if text.is_empty() {
        return Err(fail(0, 0, TextErrorKind::Empty));
    }
    let shape = match shape {
        Some(shape) => shape.clone(),
        None => {
            let width = lines().next().map_or(0, |line| line.chars().count() as u64);
            let height = lines().take_while(|line| !is_separator(line)).count() as u64;
            let slices = 1 + lines().filter(|line| is_separator(line)).count() as u64;
            let sizes = [slices, height, width];
            let shape = Shape::new(if slices == 1 { &sizes[1..] } else { &sizes });
            shape.map_err(|error| match (width, height) {
                (0, _) | (_, 0) => fail(0, 0, TextErrorKind::Empty),
                _ => fail(0, 0, error.into()),
            })?
        }
    };
    let (slices, height, width) = shape.slices();

    let mut layout = Layout::new(shape).map_err(|error| fail(0, 0, error.into()))?;
    let (mut rows, mut done) = (0, 0);
    for (number, line) in lines().enumerate() {
        if is_separator(line) {
            if rows != height || done + 1 == slices {
                return Err(fail(number, 0, TextErrorKind::Rows));
            }
            (rows, done) = (0, done + 1);
            continue;
        }
        if rows == height {
            return Err(fail(number, 0, TextErrorKind::Rows));
        }
        let mut found = 0;
        for (column, character) in line.chars().enumerate() {
            let cell = Cell((done * height + rows) * width + found);
            match character {
                '.' | '*' if found == width => {}
                '.' => {}
                '*' => _ = layout.insert(cell),
                other => return Err(fail(number, column, TextErrorKind::Character(other))),
            }
            found += 1;
            if found > width {
                let found = line.chars().count() as u64;
                return Err(fail(number, column, TextErrorKind::Ragged { expected: width, found }));
            }
        }
        if found < width {
            let column = found as usize;
            return Err(fail(number, column, TextErrorKind::Ragged { expected: width, found }));
        }
        rows += 1;
    }
    if (done + 1, rows) != (slices, height) {
        return Err(fail(lines().count(), 0, TextErrorKind::Rows));
    }
    Ok(layout)
}

/// Writes a board, every row with its newline.
#[must_use]
pub fn write_layout(layout: &Layout) -> String {
    let shape = layout.shape();
    let (slices, height, width) = shape.slices();
    let mut text = String::new();
    for slice in 0..slices {
        if slice > 0 {
            text.push_str("-\n");
        }
        for row in 0..height {
            let first = (slice * height + row) * width;
            text.extend(
                (first..first + width).map(|cell| if layout.contains(Cell(cell)) { '*' } else { '.' }),
            );
            text.push('\n');
        }
    }
    text
}

/// A number in the one way that it is written: digits, no sign, no leading zero.
#[must_use]
pub fn parse_number(word: &str) -> Option<u64> {
    let canonical = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    if canonical { word.parse().ok() } else { None }
}

fn is_separator(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> (usize, usize, TextErrorKind) {
        let error = parse_layout(text, None).unwrap_err();
        (error.line, error.column, error.kind)
    }

    #[test]
    fn boards_are_read_and_written_back() {
        for text in ["..*\n...\n*..\n", "*\n", "..\n*.\n-\n**\n..\n-\n..\n..\n"] {
            assert_eq!(write_layout(&parse_layout(text, None).unwrap()), text);
        }
        let line = Shape::new(&[4]).unwrap();
        assert_eq!(parse_layout(".*..", Some(&line)).unwrap().mines().next(), Some(Cell(1)));
        let deep = Shape::new(&[2, 2, 1, 2]).unwrap();
        let text = "..\n-\n.*\n-\n*.\n-\n**\n";
        assert_eq!(write_layout(&parse_layout(text, Some(&deep)).unwrap()), text);
        let one_more = parse_layout(&format!("{text}-\n..\n"), Some(&deep)).unwrap_err();
        assert_eq!((one_more.line, one_more.kind), (8, TextErrorKind::Rows));
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert_eq!(error(""), (1, 1, TextErrorKind::Empty));
        assert_eq!(error("\n"), (1, 1, TextErrorKind::Empty));
        assert_eq!(error("-\n"), (1, 1, TextErrorKind::Empty));
        assert_eq!(error("..\n. \n"), (2, 2, TextErrorKind::Character(' ')));
        assert_eq!(error("..\n.é\n"), (2, 2, TextErrorKind::Character('é')));
        assert_eq!(error("..\n.\n"), (2, 2, TextErrorKind::Ragged { expected: 2, found: 1 }));
        assert_eq!(error("..\n....\n"), (2, 3, TextErrorKind::Ragged { expected: 2, found: 4 }));
        assert_eq!(error("..\n.**\n"), (2, 3, TextErrorKind::Ragged { expected: 2, found: 3 }));
        assert_eq!(error("..\n\n..\n"), (2, 1, TextErrorKind::Ragged { expected: 2, found: 0 }));
        assert_eq!(error("..\n..\n-\n..\n"), (5, 1, TextErrorKind::Rows));
        assert_eq!(error("..\n-\n..\n..\n"), (4, 1, TextErrorKind::Rows));
        assert_eq!(error("..\n-\n"), (3, 1, TextErrorKind::Rows));
    }
}
