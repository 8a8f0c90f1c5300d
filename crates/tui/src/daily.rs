//! Boards of the day: today's and those of days before, and how they went.

use omnisweep_session::daily::{self, DailyBoard, Day, Streak};
use omnisweep_session::{Practice, Session, words};
use omnisweep_store::DailyGame;

use crate::app::{App, Now};
use crate::effect::Effect;
use crate::messages::Tone;
use crate::window::Window;

/// The boards of a day, as they are offered.
#[derive(Clone, Debug, PartialEq)]
pub struct DayBook {
    /// The day.
    pub day: Day,
    /// Today: there is none after it.
    pub today: Day,
    /// Which board is chosen.
    pub row: usize,
    /// What was played, once it has been looked up.
    pub played: Option<Vec<DailyGame>>,
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

    /// The board that is chosen.
    pub fn board(&self) -> DailyBoard {
        DailyBoard::ALL[self.row.min(DailyBoard::ALL.len() - 1)]
    }

    /// How a board went: the first time that it was played.
    pub fn result(&self, board: DailyBoard) -> Option<&DailyGame> {
        let played = self.played.as_ref()?;
        played.iter().find(|daily| daily.day == self.day && daily.board == board)
    }

    /// Days in a row.
    pub fn streak(&self) -> Streak {
        let won = self.played.iter().flatten().filter(|daily| daily.keeps_streak());
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
        self.close(now);
        self.effect(Effect::PlayDay(book.day, book.board()));
    }

    /// Copies how the board went that is chosen.
    pub(crate) fn share_day(&mut self, book: &DayBook) {
        if let Some(daily) = book.result(book.board()) {
            self.effect(Effect::Share(daily.kept.id.clone()));
        }
    }

    /// Begins the game of a day. The board is made when its first cell is opened.
    pub(crate) fn play_day(&mut self, session: Session, now: Now) {
        self.put(session);
        self.greet(now);
    }

    /// Says what there is to know of the board of a day.
    pub fn greet(&mut self, now: Now) {
        if let Some((day, _)) = daily::of_setup(self.session.setup()) {
            let again = self.session.practice() == Some(Practice::Seen);
            self.say(words::day_begins(day, Day::at(now.wall), again), Tone::Plain);
        }
    }
}
