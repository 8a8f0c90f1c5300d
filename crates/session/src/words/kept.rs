//! Games that are kept, and what stands in the way.

use std::fmt::Display;

use omnisweep_engine::Outcome;

use super::{because, clock, count};
use crate::level::Level;
use crate::practice::Practice;
use crate::session::Session;
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

/// What a saved game is, and how far.
#[must_use]
pub fn saved(session: &Session) -> String {
    let setup = session.setup();
    let what = match Level::of(setup.shape.sizes(), setup.mines) {
        Some(named) => super::level(named),
        None => format!("{}/{}", setup.shape, setup.mines),
    };
    let safe = setup.shape.cells() - setup.mines;
    let done = (safe - session.game().safe_left().min(safe)) as u128 * 100 / u128::from(safe.max(1));
    format!("{what}, {}, {done} % open", clock(session.elapsed(0)))
}

/// Of a saved game that cannot be read.
#[must_use]
pub fn damaged() -> &'static str {
    "cannot be read"
}

/// Where a copy of a game was saved.
#[must_use]
pub fn saved_as(session: &Session, path: &str) -> String {
    match session.practice() {
        Some(why) => format!("Saved: {path} ({})", super::practice(why)),
        None => format!("Saved: {path}"),
    }
}

/// That a saved game or a file would be overwritten, where lines are typed.
#[must_use]
pub fn overwrites(name: &str) -> String {
    format!("{name} is there already; the same line once more overwrites it.")
}

/// That a copy was saved, and how to go on with it.
#[must_use]
pub fn saved_copy(name: &str) -> String {
    match name.contains(char::is_whitespace) {
        true => format!("Saved. `omnisweep play --load \"{name}\"` goes on with it."),
        false => format!("Saved. `omnisweep play --load {name}` goes on with it."),
    }
}

/// That the record of a game which is in no statistics was saved, and how to count it.
#[must_use]
pub fn saved_record(name: &str) -> String {
    format!("Saved. `omnisweep stats import {name}` takes it in.")
}

/// What is wrong with the config file.
#[must_use]
pub fn config_mistake(path: &str, why: &str) -> String {
    because(path, why)
}

/// That the statistics were damaged, how many games could be read of them, and where they are now.
#[must_use]
pub fn statistics_damaged(salvaged: u64, now: impl Display) -> String {
    let games = count(salvaged, "game was", "games were");
    format!("The statistics were damaged: {games} saved. What was damaged is now in {now}.")
}

/// That a game that is over is not in the statistics, and why.
#[must_use]
pub fn not_counted(why: impl Display) -> String {
    because("The game is not in the statistics", why)
}

/// That it waits to be put into the statistics, and for what.
#[must_use]
pub fn counted_later(why: impl Display) -> String {
    because("The game is kept, and will be in the statistics the next time", why)
}

/// Of games that are not kept: what the player can do, where a command saves what is named.
#[must_use]
pub fn keep_elsewhere() -> &'static str {
    "`save FILE` keeps it elsewhere."
}

/// The same of the record of a game that is over.
#[must_use]
pub fn count_elsewhere() -> &'static str {
    "`save FILE.jsonl` keeps its record elsewhere, for `omnisweep stats import`."
}

/// The name of the window or tab in which a game is.
#[must_use]
pub fn window_title(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Playing => "Omnisweep",
        Outcome::Won => "Won – Omnisweep",
        Outcome::Lost => "Lost – Omnisweep",
    }
}

/// The seed, on request.
#[must_use]
pub fn seed_told(seed: u64) -> String {
    format!("Seed {seed}: whoever chooses it and opens the same first cell has this board.")
}

/// That a game which was being played is kept, and under which name; and the oldest one, where it had to go.
#[must_use]
pub fn put_aside(name: &str, dropped: Option<&str>) -> String {
    match dropped {
        None => format!("The game that you left is kept as \"{name}\"."),
        Some(old) => {
            format!("The game that you left is kept as \"{name}\"; the oldest, \"{old}\", was deleted.")
        }
    }
}

/// That the oldest of the games that were left was deleted for another, where they have no names.
#[must_use]
pub fn dropped(most: u64) -> String {
    format!("The oldest of the games that you left was deleted: {most} are kept, and those with a name.")
}

/// That a game which was left is not there any more.
#[must_use]
pub fn gone() -> &'static str {
    "That game is gone: it goes on elsewhere, or was deleted."
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

/// How long a kind of game was played, and how often for practice.
#[must_use]
pub fn played(statistics: &Statistics) -> String {
    let played = clock(statistics.played);
    match statistics.practice {
        0 => format!("{played} played"),
        more => format!("{played} played, {} for practice", count(more, "more game", "more games")),
    }
}

/// How a game in a list ended.
#[must_use]
pub fn result(won: bool) -> &'static str {
    if won { "Won" } else { "Lost" }
}

/// What is special about a game in a list.
#[must_use]
pub fn notes(best: bool, practice: Option<Practice>, daily: bool) -> String {
    let best = best.then(|| "★ best time".to_owned());
    let daily = daily.then(|| "board of the day".to_owned());
    [best, daily, practice.map(super::practice)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
