//! Games that are kept, and what stands in the way.

use std::fmt::Display;

use super::{because, clock, count};
use crate::statistics::Statistics;

/// That a game, or games at all, cannot be kept, and why.
#[must_use]
pub fn not_kept(why: impl Display) -> String {
    because("The game cannot be kept", why)
}

/// That the game which was kept cannot be read, and why.
#[must_use]
pub fn kept_unreadable(why: impl Display) -> String {
    because("The game that was kept cannot be read", why)
}

/// That another game was waiting, and what it is called now.
#[must_use]
pub fn set_aside(name: impl Display) -> String {
    format!("The game that was waiting is now {name}.")
}

/// That there are no comments on a game, and why.
#[must_use]
pub fn no_comments(why: impl Display) -> String {
    because("There are no comments", why)
}

/// That statistics cannot be shown, and why.
#[must_use]
pub fn no_statistics(why: impl Display) -> String {
    because("The statistics cannot be read", why)
}

/// That nothing was taken in from a file, and why.
#[must_use]
pub fn not_imported(why: impl Display) -> String {
    because("Nothing was imported", why)
}

/// How long a kind of game was played, and how often with help.
#[must_use]
pub fn played(statistics: &Statistics) -> String {
    let played = clock(statistics.played);
    match statistics.assisted {
        0 => format!("{played} played"),
        helped => format!("{played} played, {} with help", count(helped, "more game", "more games")),
    }
}

/// How a game in a list ended.
#[must_use]
pub fn result(won: bool) -> &'static str {
    if won { "Won" } else { "Lost" }
}

/// What is special about a game in a list.
#[must_use]
pub fn notes(best: bool, helped: bool, daily: bool) -> String {
    let notes = [(best, "★ best time"), (helped, "with help"), (daily, "board of the day")];
    notes.iter().filter(|(is, _)| *is).map(|(_, note)| *note).collect::<Vec<_>>().join(", ")
}
