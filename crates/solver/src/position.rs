//! What a player sees of a board.

use omnisweep_engine::{Cell, Game, Shape, View};
use thiserror::Error;

/// What a player sees of a cell. A flag is only a note, and counts as closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Seen {
    /// It is closed.
    Closed,
    /// It is open, with so many mines around.
    Number(u32),
}

/// What a player sees of a board, cell by cell in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::wire::Board", into = "crate::wire::Board")
)]
pub struct Position {
    shape: Shape,
    cells: Vec<Seen>,
}

/// What is wrong with the text of a position, and where, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct PositionError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: PositionErrorKind,
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// There is none.
    #[error("there is no position")]
    Empty,
    /// There is more than one.
    #[error("there is more than one position")]
    Several,
    /// Something that is no cell.
    #[error("a cell is `.`, `F` or a number")]
    Character,
    /// A row that is longer or shorter than the first.
    #[error("the row has {found} cells, not {expected}")]
    Ragged {
        /// How many cells a row has.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// A number that is larger than the number of neighbours.
    #[error("no {0} can be here: the cell has fewer neighbours")]
    Number(u32),
    /// Slices of different heights.
    #[error("the slices have different numbers of rows")]
    Slices,
    /// Another size than was given.
    #[error("the position is not of the given size")]
    Sizes,
}

/// The cells of a line, with their columns: words if there are spaces between
/// them, else single characters.
fn words(line: &str) -> Vec<(usize, &str)> {
    let apart = line.trim().contains(char::is_whitespace);
    let mut words = Vec::new();
    let mut start = None;
    let ends = line.char_indices().map(Some).chain([None]).zip(1..);
    for (next, column) in ends {
        let (at, character) = next.unwrap_or((line.len(), ' '));
        if character.is_whitespace() {
            if let Some((from, column)) = start.take() {
                words.push((column, &line[from..at]));
            }
        } else if apart {
            start.get_or_insert((at, column));
        } else {
            words.push((column, &line[at..at + character.len_utf8()]));
        }
    }
    words
}

impl Position {
    /// A position of this shape, with a state for each of its cells.
    #[must_use]
    pub fn new(shape: Shape, cells: Vec<Seen>) -> Option<Position> {
        (cells.len() as u64 == shape.cells()).then_some(Position { shape, cells })
    }

    /// What the player of a game sees. Mines that went off count as closed.
    #[must_use]
    pub fn of(game: &Game) -> Position {
        let see = |cell| match game.view(Cell(cell)) {
            View::Number(count) => Seen::Number(count),
            _ => Seen::Closed,
        };
        Position { shape: game.shape().clone(), cells: (0..game.shape().cells()).map(see).collect() }
    }

    /// Reads one position, as [`Position::parse_all`] reads several.
    ///
    /// # Errors
    /// What is wrong with the text, and where; several positions, too.
    pub fn parse(text: &str) -> Result<Position, PositionError> {
        let mut all = Position::parse_all(text, None)?;
        match (all.pop(), all.len()) {
            (Some(position), 0) => Ok(position),
            _ => Err(PositionError { line: 1, column: 1, kind: PositionErrorKind::Several }),
        }
    }

    /// Reads positions with a blank line between them: a row a line, `.` closed,
    /// `F` closed and flagged, a number open; cells may be parted by spaces, and
    /// have to be where numbers can have two digits. Lines of `-` part the slices
    /// of boards of more than two dimensions; more than three need the shape.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse_all(text: &str, shape: Option<&Shape>) -> Result<Vec<Position>, PositionError> {
        let mut positions = Vec::new();
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim().is_empty() {
                lines.push((number, line));
            } else if !lines.is_empty() {
                positions.push(Position::parse_lines(&std::mem::take(&mut lines), shape)?);
            }
        }
        if !lines.is_empty() {
            positions.push(Position::parse_lines(&lines, shape)?);
        }
        if positions.is_empty() {
            return Err(PositionError { line: 1, column: 1, kind: PositionErrorKind::Empty });
        }
        Ok(positions)
    }

    fn parse_lines(lines: &[(usize, &str)], shape: Option<&Shape>) -> Result<Position, PositionError> {
        let is_rule = |line: &str| line.trim().bytes().all(|byte| byte == b'-');
        let fail = |line: usize, column: usize, kind| PositionError { line, column, kind };
        let mut cells: Vec<Seen> = Vec::new();
        let mut places: Vec<(usize, usize)> = Vec::new();
        let (mut width, mut height, mut rows, mut slices) = (None, None, 0, 1);
        for &(number, line) in lines {
            if is_rule(line) {
                if rows == 0 || height.is_some_and(|height| height != rows) {
                    return Err(fail(number, 1, PositionErrorKind::Slices));
                }
                height = Some(rows);
                (rows, slices) = (0, slices + 1);
                continue;
            }
            let before = cells.len();
            for (column, word) in words(line) {
                cells.push(match word {
                    "." | "F" => Seen::Closed,
                    digits => Seen::Number(
                        digits.parse().map_err(|_| fail(number, column, PositionErrorKind::Character))?,
                    ),
                });
                places.push((number, column));
            }
            let found = cells.len() - before;
            let expected = *width.get_or_insert(found);
            if found != expected {
                let column =
                    places.get(before + expected).map_or(line.chars().count() + 1, |&(_, column)| column);
                return Err(fail(number, column, PositionErrorKind::Ragged { expected, found }));
            }
            rows += 1;
        }
        let (first, last) = (lines.first().map_or(1, |line| line.0), lines.last().map_or(1, |line| line.0));
        if rows == 0 || height.is_some_and(|height| height != rows) {
            return Err(fail(last, 1, PositionErrorKind::Slices));
        }
        let sizes = [slices, rows, width.unwrap_or(0) as u64];
        let shape = match shape {
            Some(shape) if shape.slices() == (sizes[0], sizes[1], sizes[2]) => shape.clone(),
            Some(_) => return Err(fail(first, 1, PositionErrorKind::Sizes)),
            None => Shape::new(if slices == 1 { &sizes[1..] } else { &sizes })
                .map_err(|_| fail(first, 1, PositionErrorKind::Empty))?,
        };
        for (cell, &seen) in cells.iter().enumerate() {
            if let Seen::Number(count) = seen
                && count as usize > shape.neighbours(Cell(cell as u64)).count()
            {
                let (line, column) = places[cell];
                return Err(fail(line, column, PositionErrorKind::Number(count)));
            }
        }
        Ok(Position { shape, cells })
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The cells, in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[Seen] {
        &self.cells
    }
}
