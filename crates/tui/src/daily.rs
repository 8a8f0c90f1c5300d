//! Boards of the day: today's and those of days before, and how they went.

use omnisweep_session::daily::{self, Day, Streak};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{Hint, Level, Session};
use omnisweep_store::Daily;

use crate::app::{App, Now};
use crate::effect::Effect;
use crate::talk::Tone;
use crate::window::Window;

/// The boards of a day, as they are offered.
#[derive(Clone, Debug, PartialEq)]
pub struct DayBook {
    /// The day.
    pub day: Day,
    /// Today: there is none after it.
    pub today: Day,
    /// The level that is chosen.
    pub row: usize,
    /// What was played, once it has been looked up.
    pub played: Option<Vec<Daily>>,
}

impl DayBook {
    /// Today's boards.
    pub fn new(today: Day) -> DayBook {
        DayBook { day: today, today, row: 0, played: None }
    }

    /// The day after, or before.
    pub fn turn(&mut self, forward: bool) {
        let day = if forward { self.day.after() } else { self.day.before() };
        self.day = day.min(self.today);
    }

    /// The level that is chosen.
    pub fn level(&self) -> Level {
        Level::ALL[self.row.min(Level::ALL.len() - 1)]
    }

    /// How the board of a level went: the first time that it was played.
    pub fn result(&self, level: Level) -> Option<&Daily> {
        let played = self.played.as_ref()?;
        played.iter().find(|daily| daily.day == self.day && daily.level == level)
    }

    /// Days in a row.
    pub fn streak(&self) -> Streak {
        let won = self.played.iter().flatten().filter(|daily| daily.counts());
        daily::streak(won.map(|daily| daily.day), self.today)
    }
}

impl App {
    /// Offers the boards of today.
    pub(crate) fn offer_days(&mut self, now: Now) {
        self.effect(Effect::LookUpDays);
        self.open(Window::Daily(Box::new(DayBook::new(Day::at(now.wall)))), now);
    }

    /// Plays the board that is chosen.
    pub(crate) fn choose_day(&mut self, book: &DayBook, now: Now) {
        let (day, level) = (book.day, book.level());
        let again = book.result(level).is_some();
        self.play_daily(day, level, again, now);
        self.close(now);
    }

    /// Copies how the board went that is chosen.
    pub(crate) fn share_day(&mut self, book: &DayBook) {
        if let Some(daily) = book.result(book.level()) {
            self.effect(Effect::Share(daily.kept.id.clone()));
        }
    }

    /// Begins the game of a day. The board is made when its first cell is opened;
    /// only the first attempt counts.
    pub fn play_daily(&mut self, day: Day, level: Level, again: bool, now: Now) {
        let mut session = match Session::new(daily::setup(day, level)) {
            Ok(session) => session,
            Err(error) => return self.say(sentence(error), Tone::Bad),
        };
        if again {
            session.set_assisted();
        }
        self.practice = false;
        self.put(session);
        let first = daily::first(level);
        self.go(Some(first));
        self.say(words::day_begins(day, Day::at(now.wall), again), Tone::Plain);
        self.talk.point(Some(Hint { cell: first, risk: 0.0, numbers: Vec::new(), text: String::new() }));
    }
}
