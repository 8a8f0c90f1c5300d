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
mod daily;
mod draw;
mod effect;
mod files;
mod form;
mod game;
mod hands;
mod heat;
mod job;
mod keeper;
mod keys;
mod loss;
mod palette;
mod panel;
mod plan;
mod run;
mod saved;
mod scores;
mod show;
mod sight;
mod talk;
mod terminal;
mod theme;
mod timeline;
mod travel;
mod viewer;
mod watch;
mod window;
mod work;

pub use app::{App, Now};
pub use config::{Choices, Config, beginner};
pub use draw::draw;
pub use effect::{Effect, News, Recorded};
pub use job::{Answer, Job};
pub use keys::keys;
pub use run::{Ended, Start, any_seed, replay, run, show};
pub use saved::Row as SavedRow;
pub use scores::{Games, Standing};
pub use show::Show;
pub use talk::Tone;
pub use terminal::has_escapes;
pub use theme::{Depth, Look, Theme};
pub use watch::{Watch, WatchStart, watch};
