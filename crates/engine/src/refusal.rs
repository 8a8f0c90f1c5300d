//! Why an action is refused, and why there is no such game.

use thiserror::Error;

use crate::plane::TooLarge;
use crate::rules::FirstCell;
use crate::shape::Shape;

/// Why an action was refused. The game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is no such cell.
    #[error("the cell is not on the board")]
    OffBoard,
    /// The mines have not been laid yet.
    #[error("the mines have not been laid yet")]
    NotLaid,
    /// These rules have no such action.
    #[error("these rules have no such action")]
    NoSuchAction,
    /// The cell is open.
    #[error("the cell is already open")]
    Open,
    /// The cell is closed.
    #[error("the cell is closed")]
    Closed,
    /// The cell is flagged.
    #[error("the cell is flagged")]
    Flagged,
    /// The cell has a question mark.
    #[error("the cell has a question mark")]
    Marked,
    /// The cell has neither a flag nor a question mark.
    #[error("the cell has neither a flag nor a question mark")]
    NotMarked,
    /// A chord needs as many flags around as the number says.
    #[error("the number needs as many flags around it")]
    FlagsDiffer,
    /// A chord finds nothing to open.
    #[error("there is nothing left to open around it")]
    NothingToOpen,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NewGameError {
    /// More mines than the board and the first-open rule leave room for.
    #[error("too many mines ({mines}): a {shape} board {} at most {most}", match first {
        FirstCell::Opening => "that starts with an opening has room for",
        _ => "has room for",
    })]
    TooManyMines {
        /// The mines asked for.
        mines: u64,
        /// The most there can be.
        most: u64,
        /// The board's sizes.
        shape: Shape,
        /// The rule that needs room.
        first: FirstCell,
    },
    /// The board does not fit into memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}
