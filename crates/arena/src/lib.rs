//! Games against programs, and our player as such a program.
//!
//! A bot is a process that reads lines and writes lines, as
//! `docs/bot-protocol.md` has it. What can be said is in [`protocol`]; who says
//! it is a [`BotConnection`], and [`play`] is the referee, which trusts nothing that it
//! hears. Neither knows of processes; a [`Tournament`] does, which plays many
//! games by many bots at once. [`run_bot`] is the other side: our player as a bot.

mod bot;
mod ending;
#[cfg(unix)]
mod family;
mod lines;
#[cfg(unix)]
mod process;
pub mod protocol;
mod referee;
mod statistics;
#[cfg(unix)]
mod tournament;

pub use bot::run_bot;
pub use ending::{Ending, Loss, shown};
#[cfg(unix)]
pub use family::Family;
pub use lines::{LONGEST_LINE, Lines, MOST_BYTES};
#[cfg(unix)]
pub use process::Process;
pub use referee::{BotConnection, GameResult, MOST_CELLS, Terms, Unplayable, greet, play};
pub use statistics::{Paired, Rate};
#[cfg(unix)]
pub use tournament::{BotRecord, Overhear, Tournament};
