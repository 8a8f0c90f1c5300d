//! Games that are looked at: heat maps, replays, players at work, and what is kept.

use std::fmt::Display;

use omnisweep_engine::{Cell, Outcome, Shape};

use super::{because, count, duration, percent, place};

/// What the heat map shows, or that it is off.
#[must_use]
pub fn heat(on: bool) -> &'static str {
    if on {
        "The heat map shows how likely mines are, in percent. This is practice now."
    } else {
        "The heat map is off."
    }
}

/// How a game ended that a player of ours played: what it opened last, how often it guessed, and how likely it was
/// that all of that went well.
#[must_use]
pub fn watched(outcome: Outcome, shape: &Shape, last: Cell, guesses: u64, chance: f64) -> String {
    let end = match outcome {
        Outcome::Lost => format!("Boom: {} was a mine", place(shape, last)),
        Outcome::Won => "It won".to_owned(),
        Outcome::Playing => "It is playing".to_owned(),
    };
    match guesses {
        0 => format!("{end}; no guess was needed."),
        1 => format!("{end}; its guess had a chance of {}.", percent(chance)),
        more => format!("{end}; its {more} guesses had a chance of {} together.", percent(chance)),
    }
}

/// That nothing has been played yet where a replay stands.
#[must_use]
pub fn before_the_first_move() -> &'static str {
    "Before the first move."
}

/// The time of a replay, and how long the game took.
#[must_use]
pub fn progress(time: u64, length: u64) -> String {
    format!("{} of {}", duration(time), duration(length))
}

/// That a file cannot be shown as a game, and why.
#[must_use]
pub fn unreadable(name: &str, why: impl Display) -> String {
    match name {
        "" => because("This game cannot be shown", why),
        name => because(&format!("{name} cannot be shown"), why),
    }
}

/// Where a replay stands.
#[must_use]
pub fn position(at: usize, moves: usize) -> String {
    format!("Move {at} of {moves}")
}

/// How far the comments on a game are.
#[must_use]
pub fn reviewing(done: usize, moves: usize) -> String {
    format!("Looking at the moves: {done} of {moves}.")
}

/// That there is no guess and no mistake to go to, after this or before.
#[must_use]
pub fn nothing_notable(forward: bool) -> &'static str {
    if forward { "No guess and no mistake follows." } else { "No guess and no mistake before this." }
}

/// How many games were written to a file.
#[must_use]
pub fn exported(games: u64) -> String {
    format!("{} exported.", count(games, "game", "games"))
}

/// How many games were taken in from a file, and how many were there already.
#[must_use]
pub fn imported(new: u64, known: u64) -> String {
    match known {
        0 => format!("{} imported.", count(new, "game", "games")),
        known => format!("{} imported; {known} known already.", count(new, "game", "games")),
    }
}

/// How many lines of an import were no record, and whether the others were left out for that.
#[must_use]
pub fn left_out(bad: u64, all: bool) -> String {
    let lines = count(bad, "line is no record", "lines are no records");
    match all {
        true => format!("{lines}, so nothing was imported"),
        false => format!("{lines}, and left out"),
    }
}

/// The first lines of an import that are no records, by number, each with what is wrong with it.
#[must_use]
pub fn bad_lines(bad: &[(u64, String)]) -> String {
    let mut lines: Vec<String> =
        bad.iter().take(BAD_LINES).map(|(line, error)| format!("Line {line}: {error}.")).collect();
    lines.extend((bad.len() > BAD_LINES).then(|| "…".to_owned()));
    lines.join(" ")
}

/// How many of them are told where there is little room.
const BAD_LINES: usize = 5;

/// How many games are damaged, so that they are not in an export.
#[must_use]
pub fn not_exported(damaged: u64) -> String {
    format!("{} damaged, and left out", count(damaged, "game is", "games are"))
}
