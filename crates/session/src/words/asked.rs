//! What was asked for: the game that begins, and words that mean nothing.

use std::fmt::Display;

use omnisweep_engine::Shape;

use super::{day_note, described, starts_at};
use crate::daily::{self, DailyBoard, Day};
use crate::practice::Practice;
use crate::session::Session;

/// That a game goes on.
#[must_use]
pub fn going_on(session: &Session) -> String {
    format!("going on with {}", described(session))
}

/// That a kept game goes on, and how to begin another one.
#[must_use]
pub fn going_on_or_new(session: &Session) -> String {
    format!("{} `new` starts another game.", going_on(session))
}

/// What a given board is, and where it is meant to be started.
#[must_use]
pub fn given(session: &Session) -> String {
    let start = session.suggested_start().map(|start| starts_at(&session.setup().shape, start, false));
    [described(session)].into_iter().chain(start).collect::<Vec<_>>().join(" ")
}

/// What the board of a day is, where it starts, and what it counts for.
#[must_use]
pub fn of_day(session: &Session, day: Day, board: DailyBoard, today: Day) -> String {
    let starts = starts_at(&session.setup().shape, daily::first(board), true);
    let note = day_note(day, today, session.practice() == Some(Practice::Seen));
    format!("the board of {day}, {} {starts} {note}", described(session))
}

/// Which boards of a day have a difficulty.
#[must_use]
pub fn only_expert_is_graded() -> &'static str {
    "boards of the day of a difficulty are of expert's size: leave the level out"
}

/// That there are too many mines for an opening, and what would do.
#[must_use]
pub fn room_where_safe(error: impl Display) -> String {
    format!("{error} (with `--first safe` there is room for them)")
}

/// A word of an address that is not known.
#[must_use]
pub fn unknown_word(word: impl Display) -> String {
    format!("The address has a word that is not known: {word}.")
}

/// That something is on or off.
#[must_use]
pub fn on_or_off(what: &str, word: impl Display) -> String {
    format!("{what} is on or off, not {word}.")
}

/// That something is a number.
#[must_use]
pub fn no_number(what: &str, word: impl Display) -> String {
    format!("{what} has to be a number, not {word}.")
}

/// What a date looks like.
#[must_use]
pub fn no_date(word: impl Display) -> String {
    format!("A day looks like 2026-11-15, not {word}.")
}

/// What sizes look like.
#[must_use]
pub fn no_sizes(word: impl Display) -> String {
    format!("Sizes look like 16x30 or 6x6x6, not {word}.")
}

/// That a board is too large for a page.
#[must_use]
pub fn too_large_for_a_page(shape: &Shape) -> String {
    format!("A {shape} board is too large for a page; the terminal plays it.")
}
