//! A game is its setup, its seed and its moves; a result is what replaying them says.

use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Cell, ChangedCells, Layout, Outcome, Refusal};
use omnisweep_session::{Gesture, InputPreferences, Metrics, Session, Setup};
use thiserror::Error;

use crate::error::Error;
use crate::moves::Move;

/// How long a board that needs no guess is searched for.
const SEARCH: Duration = Duration::from_secs(20);

/// Makes a move as the rules have it: what is named is what is meant, as with a key. Says which cells look
/// different.
///
/// # Errors
/// Why the rules refuse it.
pub fn act(
    session: &mut Session,
    action: Action,
    at: u64,
    changed: &mut ChangedCells,
) -> Result<Outcome, Refusal> {
    let gesture = Gesture::Named(action);
    let meaning = gesture.meaning(session.setup(), session.game(), InputPreferences::default());
    session.act(meaning.ok_or(Refusal::NoSuchAction)?, at, changed)
}

/// The board that needs no guess from this cell on, and the number of the attempt that found it. That may take long.
///
/// # Errors
/// That there is none, or that none was found in time.
pub fn search(setup: &Setup, first: Cell) -> Result<(Layout, u64), Error> {
    let begun = Instant::now();
    let mut search = omnisweep_session::BoardSearch::new(setup, first)
        .map_err(|error| Error::NoSuchBoard(error.to_string()))?;
    while begun.elapsed() < SEARCH {
        if let Some(layout) = search.step(|| begun.elapsed() < SEARCH) {
            return Ok((layout, search.tried() - 1));
        }
    }
    Err(Error::NotFound)
}

/// Why a stored game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// There is no such game.
    #[error("there is no such game: {0}")]
    Setup(String),
    /// The attempt that is said to have found its board does not.
    #[error("its board does not follow from its seed")]
    Board,
    /// A move that the rules do not have.
    #[error("move {0} cannot be made")]
    Move(usize),
}

/// Plays a stored game again. `attempt` is the number of the attempt that found its board, where one was searched
/// for.
///
/// # Errors
/// Why this is no game.
pub fn replay(setup: &Setup, attempt: Option<u64>, moves: &[Move]) -> Result<Session, ReplayError> {
    let mut session = Session::fresh(setup.clone()).map_err(|error| ReplayError::Setup(error.to_string()))?;
    let mut changed = ChangedCells::new(&setup.shape);
    for (number, made) in moves.iter().enumerate() {
        let mut done = act(&mut session, made.action, made.at, &mut changed);
        if done == Err(Refusal::NotLaid) {
            let search = session.search(made.action.cell()).map_err(|_| ReplayError::Board)?;
            let layout = attempt.and_then(|attempt| search.from_attempt(attempt).step(|| true));
            session.lay(layout.ok_or(ReplayError::Board)?).map_err(|_| ReplayError::Board)?;
            done = act(&mut session, made.action, made.at, &mut changed);
        }
        match done {
            Err(refusal) if !is_click(refusal) => return Err(ReplayError::Move(number)),
            _ => {}
        }
    }
    Ok(session)
}

/// Whether a move that is refused was a click in vain, and not one that cannot be.
#[must_use]
pub fn is_click(refusal: Refusal) -> bool {
    !matches!(refusal, Refusal::Over | Refusal::OffBoard | Refusal::NoSuchAction | Refusal::NotLaid)
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Whether it was won. One that was left is lost.
    pub won: bool,
    /// The time, in milliseconds.
    pub time: u64,
    /// The 3BV of its board; 0 where there was none yet.
    pub bbbv: u64,
    /// All clicks.
    pub clicks: u64,
}

impl GameResult {
    /// What a game came to that is over, or was left at this time.
    #[must_use]
    pub fn of(session: &Session, at: u64) -> GameResult {
        let metrics = Metrics::of(session, at).unwrap_or_default();
        GameResult {
            won: session.game().outcome() == Outcome::Won,
            time: session.elapsed(at),
            bbbv: metrics.worth.bbbv,
            clicks: metrics.clicks.total(),
        }
    }

    /// 3BV in a thousand seconds, of a game that was won.
    #[must_use]
    pub fn speed(&self) -> Option<u64> {
        self.won.then(|| self.bbbv * 1_000_000 / self.time.max(1))
    }

    /// 3BV for ten thousand clicks, likewise.
    #[must_use]
    pub fn efficiency(&self) -> Option<u64> {
        self.won.then(|| self.bbbv * 10_000 / self.clicks.max(1))
    }
}
