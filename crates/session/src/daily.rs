//! The board of the day: one for each level, certified to need no guess, the
//! same for everyone, from the date alone.
//!
//! The seed of a day is its date read as a number: 20261115 for 2026-11-15.
//! The board is the one that [`BoardSearch`] finds for that seed under the modern
//! rules, started with the cell in the middle; attempts are numbered, and the
//! first that succeeds is it. So it does not depend on the machine, the number
//! of threads, or the time it takes. Days are those of UTC.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use omnisweep_engine::{Cell, Layout, RuleSet, Shape};
use omnisweep_solver::NoGuess;
use thiserror::Error;

use crate::guess::{BoardSearch, GuessMode};
use crate::level::Level;
use crate::practice::Practice;
use crate::record::Record;
use crate::session::Session;
use crate::setup::{Seed, Setup, StartError};
use crate::timestamp;
use crate::words::{count, duration};

/// The milliseconds of a day.
const LENGTH: u64 = 24 * 60 * 60 * 1000;

/// A date, in UTC, from 1970-01-01 to 9999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u64);

/// A text that is no date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a date looks like 2026-11-15")]
pub struct DateError;

impl Day {
    /// The day of a moment, in milliseconds since the beginning of 1970.
    #[must_use]
    pub fn at(ms: u64) -> Day {
        Day(ms.min(timestamp::LAST) / LENGTH)
    }

    /// The day before; the first day is its own.
    #[must_use]
    pub fn before(self) -> Day {
        Day(self.0.saturating_sub(1))
    }

    /// The day after; the last day is its own.
    #[must_use]
    pub fn after(self) -> Day {
        Day((self.0 + 1).min(timestamp::LAST / LENGTH))
    }

    /// When it begins, in milliseconds since the beginning of 1970.
    #[must_use]
    pub fn begins(self) -> u64 {
        self.0 * LENGTH
    }

    /// The date read as a number: 20261115.
    #[must_use]
    pub fn number(self) -> u64 {
        let digits = self.to_string().into_bytes().into_iter().filter(u8::is_ascii_digit);
        digits.fold(0, |all, digit| all * 10 + u64::from(digit - b'0'))
    }

    /// The other way round, if the number is that of a date.
    #[must_use]
    pub fn of_number(number: u64) -> Option<Day> {
        format!("{:04}-{:02}-{:02}", number / 10_000, number / 100 % 100, number % 100).parse().ok()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(timestamp::write(self.begins()).split('T').next().unwrap_or_default())
    }
}

impl FromStr for Day {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Day, DateError> {
        timestamp::read(&format!("{text}T00:00:00.000Z")).map(Day::at).ok_or(DateError)
    }
}

/// The game of a day: a board that has yet to be searched for.
#[must_use]
pub fn setup(day: Day, level: Level) -> Setup {
    let seed = Some(Seed::new(day.number()));
    Setup::new(RuleSet::Modern, shape(level), level.mines(), seed).with_guess(GuessMode::Never)
}

/// The cell that the board of a day is to be started with: that in the middle.
#[must_use]
pub fn first(level: Level) -> Cell {
    NoGuess::centre(&shape(level))
}

/// The search for the board of a day, to be done in steps.
///
/// # Panics
/// Never: every level has a board, and room for its mines.
#[must_use]
pub fn search(day: Day, level: Level) -> BoardSearch {
    BoardSearch::new(&setup(day, level), first(level))
        .expect("levels are small, and have room for their mines")
}

/// The board of a day and the cell to start with. That takes some milliseconds.
#[must_use]
pub fn board(day: Day, level: Level) -> (Layout, Cell) {
    let mut search = search(day, level);
    loop {
        if let Some(layout) = search.step(|| true) {
            return (layout, first(level));
        }
    }
}

/// The game of a day, whose board has yet to be searched for. It counts on its own
/// day, at the first attempt; `attempted` says that there was one before, whether
/// it was played to its end or not.
///
/// # Errors
/// Where the day has not come, or there is no memory for a board.
pub fn session(day: Day, level: Level, today: Day, attempted: bool) -> Result<Session, StartError> {
    if day > today {
        return Err(StartError::NotYet { day, today });
    }
    let mut session = Session::fresh(setup(day, level))?;
    if attempted {
        session.practise(Practice::Seen);
    } else if day != today {
        session.practise(Practice::Day);
    }
    Ok(session)
}

/// The day whose game a setup describes, and the level. Whether a board is that
/// day's is another question: it depends on the cell that is opened first.
#[must_use]
pub fn of_setup(wanted: &Setup) -> Option<(Day, Level)> {
    let level = Level::of(wanted.shape.sizes(), wanted.mines)?;
    let day = Day::of_number(wanted.seed.as_ref()?.number)?;
    (*wanted == setup(day, level)).then_some((day, level))
}

/// The day whose board a game may show, whatever else was chosen: the mines follow
/// from the seed, the sizes and the first cell.
#[must_use]
pub fn shares_board_with(played: &Setup) -> Option<(Day, Level)> {
    let level = Level::of(played.shape.sizes(), played.mines)?;
    let day = Day::of_number(played.seed.as_ref()?.number)?;
    (played.guess == GuessMode::Never).then_some((day, level))
}

/// The day whose board a game is played on, if it is one.
#[must_use]
pub fn day_of(session: &Session) -> Option<(Day, Level)> {
    let (day, level) = of_setup(session.setup())?;
    (session.game().layout()? == &board(day, level).0).then_some((day, level))
}

/// The day that a record counts for: that of its board, if the game was won on
/// that very day, and was no practice.
#[must_use]
pub fn won_on(record: &Record) -> Option<Day> {
    let day: Day = record.daily.as_ref()?.parse().ok()?;
    (record.ranks() && Day::at(record.finished) == day).then_some(day)
}

/// Days in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to today, or up to yesterday as long as today's board is not won.
    pub now: u64,
    /// The most there ever were.
    pub longest: u64,
}

/// The days in a row on which a board of the day was won, of whatever level.
/// Days may come in any order and more than once; see [`won_on`].
#[must_use]
pub fn streak(won: impl IntoIterator<Item = Day>, today: Day) -> Streak {
    let won: BTreeSet<Day> = won.into_iter().filter(|&day| day <= today).collect();
    let (mut longest, mut run, mut last) = (0, 0, None);
    for &day in &won {
        run = if last == Some(day.before()) && last != Some(day) { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(day);
    }
    let goes_on = last.is_some_and(|last| last == today || last == today.before());
    Streak { now: if goes_on { run } else { 0 }, longest }
}

/// A short text to send to friends: the day and the level, how it went, and the
/// board's code. Nothing where the record is of no board of the day.
#[must_use]
pub fn result_text(record: &Record, streak: Streak) -> Option<String> {
    let (day, level) = (record.daily.as_ref()?, record.level()?);
    let time = duration(record.metrics.time);
    let mut how = if record.won {
        format!("Won in {time}")
    } else {
        let done = record.metrics.solved * 100 / record.metrics.worth.bbbv.max(1);
        format!("Lost after {time}, {done} % done")
    };
    if let Some(speed) = record.metrics.speed() {
        how.push_str(&format!(" · {speed:.2} 3BV/s"));
    }
    if record.practice.is_some() || Day::at(record.finished).to_string() != *day {
        how.push_str(" · practice");
    } else if streak.now > 0 {
        how.push_str(&format!(" · streak {}", count(streak.now, "day", "days")));
    }
    let board = record.board.as_deref().unwrap_or_default();
    Some(format!("Omnisweep {day}, {}\n{how}\n{board}", level.key()))
}

fn shape(level: Level) -> Shape {
    Shape::new(level.sizes()).expect("levels have sizes that make a board")
}
