//! Boards of days that were made, those that take long: a game that ends has its own at hand, to see that it was that.

use std::sync::{Mutex, MutexGuard, PoisonError};

use omnisweep_engine::{Cell, Layout};

use super::{DailyBoard, Day, first, of_setup, search};
use crate::guess::BoardSearch;
use crate::session::Session;
use crate::setup::Setup;

type Made = Vec<((Day, DailyBoard), Layout)>;

/// The last ones.
static MADE: Mutex<Made> = Mutex::new(Vec::new());

/// How many they are at most.
const MOST: usize = 16;

fn made() -> MutexGuard<'static, Made> {
    // A list is whole whenever somebody panics.
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The board of a day, if it is remembered.
pub(super) fn recalled(day: Day, board: DailyBoard) -> Option<Layout> {
    made().iter().find(|(of, _)| *of == (day, board)).map(|(_, layout)| layout.clone())
}

/// Remembers the board that a [search](BoardSearch) found for a setup and its first cell, here or elsewhere, where
/// it is one of a day and takes long.
pub fn remember(setup: &Setup, start: Cell, layout: &Layout) {
    let of_day = of_setup(setup).filter(|(_, board)| board.takes_long() && first(*board) == start);
    let Some(of) = of_day else { return };
    let mut made = made();
    if made.iter().all(|(known, _)| *known != of) {
        made.truncate(MOST - 1);
        made.insert(0, (of, layout.clone()));
    }
}

/// The search for the board of a day on which a game goes on, where that takes long and was not done here yet: it
/// is done beside the screen, so that nobody waits for it in the end.
#[must_use]
pub fn to_remember(session: &Session) -> Option<BoardSearch> {
    let (day, board) = of_setup(session.setup()).filter(|(_, board)| board.takes_long())?;
    let goes_on = session.game().layout().is_some();
    (goes_on && recalled(day, board).is_none()).then(|| search(day, board))
}
