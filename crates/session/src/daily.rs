//! The boards of the day: one for each level and one for each grade, certified to
//! need no guess, the same for everyone, from the date alone.
//!
//! The seed of a day is its date read as a number: 20261115 for 2026-11-15. That of
//! a board of a grade has two digits more, 01 to 04, so that it is another board
//! than the level's: 2026111503 for a hard one.
//! The board is the one that [`BoardSearch`] finds for that seed under the modern
//! rules, started with the cell in the middle; attempts are numbered, and the
//! first that succeeds is it. So it does not depend on the machine, the number
//! of threads, or the time it takes. Days are those of UTC.

mod made;
mod which;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use omnisweep_engine::{Cell, Layout, RuleSet};
use omnisweep_solver::{Grade, NoGuess};
use thiserror::Error;

use crate::guess::{BoardSearch, GuessMode};
use crate::level::Level;
use crate::practice::Practice;
use crate::record::Record;
use crate::session::Session;
use crate::setup::{Seed, Setup, StartError};
use crate::timestamp;
use crate::words::{count, duration};

pub use made::{remember, to_remember};
pub use which::DailyBoard;

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

/// The seed of a day's board of a grade, or of any.
fn seed(day: Day, grade: Option<Grade>) -> u64 {
    grade.map_or(day.number(), |grade| day.number() * 100 + 1 + grade as u64)
}

/// The other way round, if the number is the seed of a day.
fn of_seed(number: u64) -> Option<(Day, Option<Grade>)> {
    let grades = Grade::ALL.into_iter().map(|grade| (Day::of_number(number / 100), Some(grade)));
    let found = [(Day::of_number(number), None)].into_iter().chain(grades);
    found.filter_map(|(day, grade)| Some((day?, grade))).find(|&(day, grade)| seed(day, grade) == number)
}

/// The game of a day: a board that has yet to be searched for.
#[must_use]
pub fn setup(day: Day, board: impl Into<DailyBoard>) -> Setup {
    let board = board.into();
    let seed = Some(Seed::new(seed(day, board.grade())));
    let setup = Setup::new(RuleSet::Modern, board.shape(), board.level().mines(), seed);
    setup.with_guess(GuessMode::never(board.grade()))
}

/// The cell that the board of a day is to be started with: that in the middle.
#[must_use]
pub fn first(board: impl Into<DailyBoard>) -> Cell {
    NoGuess::centre(&board.into().shape())
}

/// The search for the board of a day, to be done in steps.
///
/// # Panics
/// Never: every level has a board, and room for its mines.
#[must_use]
pub fn search(day: Day, board: impl Into<DailyBoard>) -> BoardSearch {
    let board = board.into();
    BoardSearch::new(&setup(day, board), first(board))
        .expect("levels are small, and have room for their mines")
}

/// The board of a day and the cell to start with. That takes some milliseconds; of one that
/// [takes long](DailyBoard::takes_long), the first time only.
#[must_use]
pub fn board(day: Day, board: impl Into<DailyBoard>) -> (Layout, Cell) {
    let board = board.into();
    let make = || {
        let mut search = search(day, board);
        loop {
            if let Some(layout) = search.step(|| true) {
                return layout;
            }
        }
    };
    (made::recalled(day, board).unwrap_or_else(make), first(board))
}

/// The game of a day, whose board has yet to be searched for. It counts on its own
/// day, at the first attempt; `attempted` says that there was one before, whether
/// it was played to its end or not.
///
/// # Errors
/// Where the day has not come, or there is no memory for a board.
pub fn session(
    day: Day,
    board: impl Into<DailyBoard>,
    today: Day,
    attempted: bool,
) -> Result<Session, StartError> {
    if day > today {
        return Err(StartError::NotYet { day, today });
    }
    let mut session = Session::fresh(setup(day, board))?;
    if attempted {
        session.practise(Practice::Seen);
    } else if day != today {
        session.practise(Practice::Day);
    }
    Ok(session)
}

/// The day whose game a setup describes, and which of its boards. Whether a board is that
/// day's is another question: it depends on the cell that is opened first.
#[must_use]
pub fn of_setup(wanted: &Setup) -> Option<(Day, DailyBoard)> {
    let level = Level::of(wanted.shape.sizes(), wanted.mines)?;
    let board = DailyBoard::of(level, wanted.guess.grade())?;
    let (day, _) = of_seed(wanted.seed.as_ref()?.number)?;
    (*wanted == setup(day, board)).then_some((day, board))
}

/// The day whose board a game is played on, as far as can be told at once: by what was chosen, and
/// where it was started. Only a board that was put in by hand is another than [`day_of`] says.
#[must_use]
pub fn played_in(session: &Session) -> Option<(Day, DailyBoard)> {
    of_setup(session.setup())
        .filter(|&(_, board)| session.first_opened().is_none_or(|cell| cell == first(board)))
}

/// The day whose board a game may show, whatever else was chosen: the mines follow
/// from the seed, the sizes and the first cell, and a board of any grade may be found for each.
#[must_use]
pub fn shares_board_with(played: &Setup) -> Option<(Day, DailyBoard)> {
    let level = Level::of(played.shape.sizes(), played.mines).filter(|_| played.guess.is_never())?;
    let (day, grade) = of_seed(played.seed.as_ref()?.number)?;
    Some((day, DailyBoard::of(level, grade)?))
}

/// The day whose board a game is played on, if it is one.
#[must_use]
pub fn day_of(session: &Session) -> Option<(Day, DailyBoard)> {
    let (day, which) = of_setup(session.setup())?;
    (session.game().layout()? == &board(day, which).0).then_some((day, which))
}

/// The day whose board a record is of, and which of them.
#[must_use]
pub fn of_record(record: &Record) -> Option<(Day, DailyBoard)> {
    of_setup(&record.setup).filter(|_| record.daily.is_some())
}

/// A record of a board of the day beside the games that are kept, each with its day, its board and its id: whoever has
/// played that board to its end knows it, also in a game that was begun before. The record as practice, where that is so.
#[must_use]
pub fn known_before(
    record: &Record,
    kept: impl IntoIterator<Item = (Day, DailyBoard, String)>,
) -> Option<Record> {
    let (day, board) = of_record(record).filter(|_| record.practice.is_none())?;
    let id = record.id();
    let same = |kept: (Day, DailyBoard, String)| (kept.0, kept.1) == (day, board) && kept.2 != id;
    kept.into_iter().any(same).then(|| record.as_practice(Practice::Seen))?
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

/// The days in a row on which a board of the day was won, whichever.
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

/// A short text to send to friends: the day and which of its boards, how it went, and the
/// board's code. Nothing where the record is of no board of the day.
#[must_use]
pub fn result_text(record: &Record, streak: Streak) -> Option<String> {
    let (day, board) = of_record(record)?;
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
    if record.practice.is_some() || Day::at(record.finished) != day {
        how.push_str(" · practice");
    } else if streak.now > 0 {
        how.push_str(&format!(" · streak {}", count(streak.now, "day", "days")));
    }
    let code = record.board.as_deref().unwrap_or_default();
    Some(format!("Omnisweep {day}, {board}\n{how}\n{code}"))
}
