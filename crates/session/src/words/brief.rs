//! Short answers that stand alone: what cannot be done now, what is being done, what was done.

use super::{practice, searching, sentence};
use crate::practice::Practice;

/// That an answer is being worked out.
#[must_use]
pub fn thinking() -> &'static str {
    "Thinking …"
}

/// That clicks and the 3BV are being counted.
#[must_use]
pub fn counting() -> &'static str {
    "Counting …"
}

/// That an answer failed.
#[must_use]
pub fn not_worked_out() -> &'static str {
    "That could not be worked out."
}

/// That nothing more can be done in a game.
#[must_use]
pub fn over() -> &'static str {
    "The game is over."
}

/// That a game can be seen again only after its end.
#[must_use]
pub fn not_over_yet() -> &'static str {
    "The game is not over yet; best times and statistics have older ones."
}

/// That a game has nothing to show again.
#[must_use]
pub fn nothing_opened() -> &'static str {
    "Nothing was opened in that game."
}

/// That the moves of a game are not known, and why.
#[must_use]
pub fn too_large_to_replay() -> &'static str {
    "The moves of boards as large as this are not kept."
}

/// That a finished game is not there.
#[must_use]
pub fn no_such_game() -> &'static str {
    "This game is not kept any more."
}

/// That the search for a mistake or a guess has to wait.
#[must_use]
pub fn still_reviewing() -> &'static str {
    "The moves are still being looked at."
}

/// That a player cannot go on.
#[must_use]
pub fn knows_no_further() -> &'static str {
    "The player does not know any further."
}

/// That the clock does not run yet.
#[must_use]
pub fn nothing_to_pause() -> &'static str {
    "There is nothing to pause: the clock starts with the first move."
}

/// That the search for a board is going on, and the key that ends it.
#[must_use]
pub fn searching_until(tried: u64, key: &str) -> String {
    format!("{} {key} cancels.", searching(tried))
}

/// That the player ended the search for a board.
#[must_use]
pub fn search_cancelled() -> &'static str {
    "Cancelled: there is no board yet."
}

/// That there is nothing in the list of saved games.
#[must_use]
pub fn no_saved_game() -> &'static str {
    "There is no saved game yet."
}

/// That nothing can be kept, because there is no place for it.
#[must_use]
pub fn no_folder() -> &'static str {
    "There is no folder to keep games in."
}

/// Asks whether a saved game may be deleted.
#[must_use]
pub fn delete_for_good(name: &str) -> String {
    format!("Delete \"{name}\" for good?")
}

/// That a game which was left is in the list of a page.
#[must_use]
pub fn left_is_listed() -> &'static str {
    "The game that you left is kept: New game lists it."
}

/// Where the link to a board is, and what that makes of the game.
#[must_use]
pub fn linked(in_clipboard: bool, why: Option<Practice>) -> String {
    let place = if in_clipboard { "clipboard" } else { "address bar" };
    match why {
        None => format!("The link to this board is in the {place}."),
        Some(why) => format!("The link to this board is in the {place}. {}", sentence(practice(why))),
    }
}

/// That a board was not drawn from a seed.
#[must_use]
pub fn no_seed() -> &'static str {
    "This board has no seed."
}

/// The seed of a game that is over, where lines are typed.
#[must_use]
pub fn seed_after_the_end(seed: u64) -> String {
    format!("Seed {seed}; `code` prints the board for a friend.")
}

/// What can be done after the end, where lines are typed.
#[must_use]
pub fn after_the_end() -> &'static str {
    "`new` plays another board, `retry` this one, `undo` takes the last move back."
}

/// That the game waits for the next time, where lines are typed.
#[must_use]
pub fn kept_for_next_time() -> &'static str {
    "The game is kept: `omnisweep` goes on with it."
}
