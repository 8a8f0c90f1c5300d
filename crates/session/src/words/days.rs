//! Boards of the day, and how they went.

use super::{capital, count, duration};
use crate::daily::{DailyBoard, Day, Streak};
use crate::record::Record;

/// The name of one of the boards of a day.
#[must_use]
pub fn daily_board(board: DailyBoard) -> String {
    capital(board.key())
}

/// Days in a row.
#[must_use]
pub fn streak(streak: Streak) -> String {
    let days = |number: u64| count(number, "day", "days");
    match (streak.now, streak.longest) {
        (0, 0) => "No streak yet: win a board on its day.".to_owned(),
        (0, longest) => format!("No streak at the moment; the longest was {}.", days(longest)),
        (now, longest) if now == longest => format!("Streak: {}.", days(now)),
        (now, longest) => format!("Streak: {}; the longest was {longest}.", days(now)),
    }
}

/// How the board of a day went: `Won in 1:23.45, practice`.
#[must_use]
pub fn day_result(won: bool, time: u64, practice: bool) -> String {
    let note = if practice { ", practice" } else { "" };
    format!("{} {}{note}", if won { "Won in" } else { "Lost after" }, duration(time))
}

/// What to know before the board of a day is played; `again`, it was played before.
#[must_use]
pub fn day_begins(day: Day, today: Day, again: bool) -> String {
    format!("The board of {day} starts at the marked cell. {}", day_note(day, today, again))
}

/// What a win of it would count for.
#[must_use]
pub fn day_note(day: Day, today: Day, again: bool) -> &'static str {
    if again {
        known_day()
    } else if day == today {
        "A win at the first attempt counts for your streak."
    } else {
        "For practice: only a win on its own day counts for a streak."
    }
}

/// That the board of a day was played before.
#[must_use]
pub fn known_day() -> &'static str {
    "You know this board: it counts neither for the streak nor as a best time."
}

/// When the next boards come, in so many milliseconds.
#[must_use]
pub fn next_day(left: u64) -> String {
    let (hours, minutes) = (left / 3_600_000, left / 60_000 % 60);
    format!("The next boards come in {hours} h {minutes} min, at midnight UTC.")
}

/// How a win stands among others of its kind, the best of which took so long.
#[must_use]
pub fn standing(record: &Record, best_before: Option<u64>) -> Option<String> {
    if !record.ranks() {
        return None;
    }
    Some(match best_before {
        None => "Your first win here.".to_owned(),
        Some(best) if record.metrics.time < best => format!("Your best time! It was {}.", duration(best)),
        Some(best) => format!("Your best time is {}.", duration(best)),
    })
}
