//! What a player sees of a board.

use omnisweep_engine::{Cell, Game, Shape, View};
use thiserror::Error;

/// What a player sees of a cell. A flag is only a note, and counts as closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// It is closed.
    Closed,
    /// It is open, with so many mines around.
    Number(u32),
}

/// What a player sees of a board, cell by cell in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    shape: Shape,
    cells: Vec<Seen>,
}

/// What is wrong with the text of a position, and where, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PositionError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub problem: &'static str,
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

    /// Reads a position of two dimensions: a row a line, `.` closed, `F` closed
    /// and flagged, a digit open.
    pub fn parse(text: &str) -> Result<Position, PositionError> {
        let fail = |line: usize, column: usize, problem| PositionError {
            line: line + 1,
            column: column + 1,
            problem,
        };
        let lines: Vec<&str> = text.lines().collect();
        let width = lines.first().map_or(0, |line| line.chars().count());
        let mut cells = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let before = cells.len();
            for (column, character) in line.chars().enumerate() {
                cells.push(match character {
                    '.' | 'F' => Seen::Closed,
                    '0'..='8' => Seen::Number(character.to_digit(10).unwrap_or(0)),
                    _ => return Err(fail(number, column, "unexpected character")),
                });
            }
            if cells.len() - before != width {
                return Err(fail(number, (cells.len() - before).min(width), "the row is longer or shorter"));
            }
        }
        let shape = Shape::new(&[lines.len() as u64, width as u64]);
        shape.ok().and_then(|shape| Position::new(shape, cells)).ok_or(fail(0, 0, "the position is empty"))
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
