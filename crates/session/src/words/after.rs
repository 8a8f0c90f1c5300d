//! After the game: replays, and what is kept.

use super::count;

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
