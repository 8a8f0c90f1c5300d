//! What can go wrong for somebody who asks the server for something.

use omnisweep_engine::Cell;
use thiserror::Error;

use crate::database::DatabaseError;

/// Why something was not done. Its text is for the person who asked; what is internal is not in it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The message makes no sense.
    #[error("the message is not understood: {0}")]
    Malformed(String),
    /// Nobody is logged in, or a guest is.
    #[error("register or log in first")]
    NotLoggedIn,
    /// Another site's page asks.
    #[error("this comes from another site")]
    OtherSite,
    /// A name that cannot be had.
    #[error("{0}")]
    Name(#[from] crate::names::NameError),
    /// The name, or one that looks like it, is taken.
    #[error("this name, or one that looks like it, is taken")]
    NameTaken,
    /// A password that is too short or too long.
    #[error("a password has 8 to 200 characters")]
    Password,
    /// The name or the password is wrong.
    #[error("the name or the password is wrong")]
    WrongPassword,
    /// There is no such game, or it is somebody else's.
    #[error("there is no such game")]
    NoGame,
    /// There can be no such game.
    #[error("{0}")]
    NoSuchBoard(String),
    /// No board that needs no guess was found in time.
    #[error("no board was found in time: open another cell, or begin another game")]
    NotFound,
    /// Another move is expected.
    #[error("move {expected} is expected")]
    OutOfOrder {
        /// Its number.
        expected: u64,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// No cell of this board, or no move of these rules.
    #[error("there is no such move on this board")]
    NoMove,
    /// The board of the day is started with its cell.
    #[error("this board is started with cell {}", start.0)]
    StartsElsewhere {
        /// Which.
        start: Cell,
    },
    /// A game of more moves than anybody needs.
    #[error("the game has too many moves")]
    TooManyMoves,
    /// The board of the day was begun before.
    #[error("everybody has one attempt at the board of the day")]
    Attempted,
    /// It is not shown until the day is over.
    #[error("the board of the day is shown when the day is over")]
    NotYet,
    /// Too much in too short a time.
    #[error("too much at once: wait a moment")]
    TooFast,
    /// The database does not answer; nothing that was acknowledged is lost.
    #[error("the server cannot store anything just now: wait a moment")]
    Wait,
    /// A mistake of the server's, which it has logged.
    #[error("the server made a mistake")]
    Internal,
}

impl Error {
    /// Its name on the wire.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::Malformed(_) => "malformed",
            Error::NotLoggedIn => "not_logged_in",
            Error::OtherSite => "other_site",
            Error::Name(_) => "name",
            Error::NameTaken => "name_taken",
            Error::Password => "password",
            Error::WrongPassword => "wrong_password",
            Error::NoGame => "no_game",
            Error::NoSuchBoard(_) => "no_such_board",
            Error::NotFound => "not_found",
            Error::OutOfOrder { .. } => "out_of_order",
            Error::Over => "over",
            Error::NoMove => "no_move",
            Error::StartsElsewhere { .. } => "starts_elsewhere",
            Error::TooManyMoves => "too_many_moves",
            Error::Attempted => "attempted",
            Error::NotYet => "not_yet",
            Error::TooFast => "too_fast",
            Error::Wait => "wait",
            Error::Internal => "internal",
        }
    }
}

impl From<DatabaseError> for Error {
    /// Conflicts are somebody's in particular, and handled where they can happen.
    fn from(error: DatabaseError) -> Error {
        match error {
            DatabaseError::Unavailable(why) => {
                tracing::warn!(why, "the database does not answer");
                Error::Wait
            }
            error => {
                tracing::error!(%error, "the database");
                Error::Internal
            }
        }
    }
}
