//! Games against programs, and our player as such a program.
//!
//! A bot is a process that reads lines and writes lines, as
//! `docs/bot-protocol.md` has it. What can be said is in [`protocol`]; who says
//! it is a [`Seat`], and [`play`] is the referee, which trusts nothing that it
//! hears. Neither knows of processes; a [`Tournament`] does, which plays many
//! games by many bots at once. [`speak()`] is the other side: our player as a bot.

mod ending;
#[cfg(unix)]
mod family;
mod lines;
#[cfg(unix)]
mod process;
pub mod protocol;
mod referee;
mod speak;
mod statistics;
#[cfg(unix)]
mod tournament;

pub use ending::{Ending, Loss, shown};
#[cfg(unix)]
pub use family::Family;
pub use lines::{LONGEST_LINE, Lines, MOST_BYTES};
#[cfg(unix)]
pub use process::Process;
pub use referee::{GameResult, MOST_CELLS, Seat, Terms, Unplayable, greet, play};
pub use speak::speak;
pub use statistics::{Paired, Rate};
#[cfg(unix)]
pub use tournament::{BotRecord, Overhear, Tournament};
