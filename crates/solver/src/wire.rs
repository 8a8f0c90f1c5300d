//! Positions as `serde` writes them; what is read is checked.

use omnisweep_engine::Shape;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::position::{Position, Seen};

/// A position before it is known to be one.
#[derive(Serialize, Deserialize)]
pub struct Board {
    shape: Shape,
    cells: Vec<Seen>,
}

/// Another number of cells than the shape has.
#[derive(Debug, Error)]
#[error("the position has another number of cells than its shape")]
pub struct OtherSize;

impl From<Position> for Board {
    fn from(position: Position) -> Board {
        Board { shape: position.shape().clone(), cells: position.cells().to_vec() }
    }
}

impl TryFrom<Board> for Position {
    type Error = OtherSize;

    fn try_from(Board { shape, cells }: Board) -> Result<Position, OtherSize> {
        Position::new(shape, cells).ok_or(OtherSize)
    }
}
