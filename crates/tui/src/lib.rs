//! Omnisweep in a terminal.
//!
//! Everything but the I/O shell is pure: an [`App`] takes events and the time, says
//! what it wants done ([`Effect`]), and is drawn ([`draw()`]); the shell
//! ([`run()`]) owns the terminal, signals, files and threads.

mod app;
mod board;
mod chart;
mod click;
mod config;
mod cursor;
mod daily;
mod draw;
mod effect;
mod files;
mod form;
mod game;
mod heat;
mod input;
mod job;
mod keeper;
mod keys;
mod loss;
mod messages;
mod palette;
mod panel;
mod plan;
mod run;
mod saved;
mod scores;
mod terminal;
mod terminal_app;
mod theme;
mod timeline;
mod viewer;
mod viewport;
mod watch;
mod window;
mod work;

pub use app::{App, Now};
pub use config::{Choices, Config, beginner};
pub use draw::draw;
pub use effect::{Effect, Recorded, Reply};
pub use job::{Job, JobResult};
pub use keys::keys;
pub use messages::Tone;
pub use run::{Ended, Start, any_seed, replay, run, show};
pub use saved::Row as SavedRow;
pub use scores::{CategoryScores, Games};
pub use terminal::has_escapes;
pub use terminal_app::TerminalApp;
pub use theme::{Depth, Look, Theme};
pub use watch::{Watch, WatchStart, watch};
