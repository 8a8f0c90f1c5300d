//! A game being played, between the rules and whatever shows it.
//!
//! A [`Session`] owns what every front end needs and none should write again:
//! the moves with their times, undo, the clock, saved games ([`save`]) and the
//! codes that share a board ([`code`]). It does no I/O, and the time of day
//! comes from outside, so it works the same in a terminal, a browser and a test.

mod clock;
pub mod code;
mod level;
pub mod save;
mod session;

pub use clock::Clock;
pub use level::Level;
pub use session::{Move, Seed, Session, Setup, StartError};
