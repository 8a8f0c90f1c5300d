//! What the app wants done, and what it is told of it.

use omnisweep_session::daily::{DailyBoard, Day, Streak};
use omnisweep_session::{Category, Record, Session};
use omnisweep_store::DailyGame;

use crate::config::Choices;
use crate::job::{Job, JobResult};
use crate::saved::Row;
use crate::scores::{CategoryScores, Games};

/// What the app wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Keep the game for the next time.
    Keep,
    /// The game that was offered goes on: it is ours now.
    Claim,
    /// The game is over: keep its record in its place, if there is one yet.
    Finish(Option<Box<Record>>),
    /// Put a game aside that another one follows, and tell under which name.
    Aside(Box<Session>),
    /// The board of a day was begun; tell if it was before.
    Attempt(Day, DailyBoard),
    /// Begin the board of a day, and tell.
    PlayDay(Day, DailyBoard),
    /// Work something out, and tell.
    Work(Job),
    /// Keep the record of a finished game, and tell how it stands.
    Record(Box<Record>),
    /// Look up the statistics, and tell.
    LookUpStatistics,
    /// Look up the games of a kind, and tell.
    LookUpGames(Category),
    /// Look up the game with this id, and tell.
    LookUpReplay(String),
    /// Look up the boards of the day that were played, and tell.
    LookUpDays,
    /// Look up the result of the board of a day, as a text for friends, and tell.
    Share(String),
    /// Look up the saved games, and tell.
    ListGames,
    /// Save a copy of the game under a name or path, over what is there or not, and tell.
    Save(String, bool),
    /// Delete the saved game of that name.
    Delete(String),
    /// Call the saved game of that name something else.
    Rename(String, String),
    /// Load a game by name or path, and tell.
    Load(String),
    /// Remember what was chosen.
    Remember(Choices),
    /// Put a text on the clipboard, if the terminal can.
    Copy(String),
    /// Draw everything anew.
    Redraw,
    /// Go to sleep until the user wants the game back.
    Suspend,
    /// Leave.
    Quit,
}

/// What the app is told.
#[derive(Debug)]
pub enum Reply {
    /// What came of a job.
    Answer(JobResult),
    /// How a record that was kept stands.
    Recorded(Result<Recorded, String>),
    /// The boards of the day that were played.
    Days(Result<Vec<DailyGame>, String>),
    /// The result of the board of a day.
    Shared(Result<String, String>),
    /// The statistics.
    Statistics(Result<Vec<CategoryScores>, String>),
    /// The games of a kind.
    KindOfGames(Result<(Category, Box<Games>), String>),
    /// A game to replay, or why it cannot be.
    Replay(Result<Box<Session>, String>),
    /// The saved games.
    Games(Vec<Row>),
    /// Whether the game was saved: where, or why not.
    Saved(Result<String, String>),
    /// There is a saved game of that name already.
    Exists(String),
    /// A game that was loaded, and what to say of the one that was put aside for it; or
    /// why it was not.
    Loaded(Result<(Box<Session>, Option<String>), String>),
    /// The board of the day that was just begun had been begun before.
    DayKnown,
    /// The game of a day, or why there is none.
    Day(Result<Box<Session>, String>),
    /// Something went wrong.
    Failed(String),
    /// The game could not be kept, and why.
    Unkept(String),
    /// It could be kept again.
    Kept,
    /// A game was put aside: a sentence that says under which name.
    Aside(String),
    /// The user is back.
    Awake,
}

/// How a record stands among those that were kept before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// How it stands among others of its kind, in words.
    pub standing: Option<String>,
    /// Days in a row on which a board of the day was won, today's included.
    pub streak: Streak,
    /// What else there is to say: that it waits, or what became of damaged statistics.
    pub note: Option<String>,
}

impl Effect {
    /// Whether it is about finished games: what is done with those may take a while.
    #[must_use]
    pub fn is_about_statistics(&self) -> bool {
        use Effect::{
            Attempt, LookUpDays, LookUpGames, LookUpReplay, LookUpStatistics, PlayDay, Record, Share,
        };
        matches!(
            self,
            Record(_)
                | LookUpStatistics
                | LookUpGames(_)
                | LookUpReplay(_)
                | LookUpDays
                | Share(_)
                | Attempt(..)
                | PlayDay(..)
        )
    }
}
