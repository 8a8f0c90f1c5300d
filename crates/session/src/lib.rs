//! A game being played, between the rules and whatever shows it.
//!
//! A [`Session`] owns what every front end needs and none should write again:
//! the moves with their times, undo, the clock, saved games ([`save`]), the
//! codes that share a board ([`code`]), what a game was worth ([`Metrics`]) and
//! what is kept of it once it is over ([`record`]). It does no I/O, and the time of day
//! comes from outside, so it works the same in a terminal, a browser and a test.
//!
//! ```
//! use omnisweep_engine::{Action, Cell, RuleSet, Shape};
//! use omnisweep_session::{Seed, Session, Setup, save};
//!
//! let setup = Setup::new(RuleSet::Modern, Shape::new(&[9, 9])?, 10, Some(Seed::new(1)));
//! let mut session = Session::new(setup)?;
//! session.act(Action::Open(Cell(40)), 0, &mut ())?;
//! let text = save::write(&session, 1500);
//! assert_eq!(save::read(&text)?.log(), session.log());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod clicks;
mod clock;
pub mod code;
pub mod daily;
mod gesture;
mod guess;
mod heat;
mod help;
mod hint;
mod level;
mod metrics;
mod playback;
mod practice;
mod question;
pub mod record;
pub mod remote;
pub mod review;
pub mod save;
mod session;
mod setup;
pub mod statistics;
mod table;
pub mod timestamp;
pub mod words;
pub mod zini;

pub use clock::Clock;
pub use gesture::{Changed, Gesture, GestureResult, InputPreferences, is_open};
pub use guess::{BoardSearch, GuessMode, LARGEST_FAIR};
pub use heat::HeatMap;
pub use hint::{Hint, HintError, Stage, Told};
pub use level::Level;
pub use metrics::{BoardMetrics, Clicks, Metrics};
pub use playback::{Playback, SPEEDS};
pub use practice::{Hints, Practice};
pub use question::Question;
pub use record::Record;
pub use remote::RemoteSession;
pub use review::{Comment, Review, Verdict};
pub use session::{Move, Session, ShareError};
pub use setup::{Seed, Setup, StartError};
pub use statistics::{Category, GameSummary, Statistics};
pub use table::{Table, Visible};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
