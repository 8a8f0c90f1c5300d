//! Recordings of other Minesweepers.
//!
//! [`read`] understands four formats: AVF (Minesweeper Arbiter), MVF (Minesweeper
//! Clone 0.97), RMV (Viennasweeper and others) and EVF (Metasweeper). All become
//! one [`Recording`]: a board, and what the mouse did. [`play`] does that again on
//! the board and gives the game as a session of ours and what it was worth. There
//! is no I/O in it, and whatever the bytes are, nothing panics.
//!
//! ```
//! use omnisweep_engine::{Outcome, text};
//! use omnisweep_replay::{Button, Event, Format, MouseEvent, Recording, Report, play, read};
//!
//! let press = Event { at: 0, what: MouseEvent::Press(Button::Left), x: 40, y: 8 };
//! let recording = Recording {
//!     format: Format::Evf,
//!     program: String::from("A program"),
//!     player: String::from("Ann Other"),
//!     began: None,
//!     layout: text::parse_layout("*..\n", None)?,
//!     questions: false,
//!     cell: 16,
//!     time: 90,
//!     events: vec![press, Event { at: 90, what: MouseEvent::Release(Button::Left), ..press }],
//! };
//! let played = play(&recording)?;
//! assert_eq!(played.session.game().outcome(), Outcome::Won);
//! assert_eq!(Report::new(&recording, &played).bbbv, 1);
//!
//! assert!(read(b"no recording").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `serde`, recordings can be written and read whole.

mod avf;
mod bytes;
mod encoding;
mod evf;
mod mouse;
mod mvf;
mod player;
mod report;
mod rmv;

use omnisweep_engine::{Cell, Layout};

pub use bytes::{ReadError, ReadErrorKind};
pub use player::{Replayed, play};
pub use report::Report;

use bytes::Bytes;

/// The format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Format {
    /// Minesweeper Arbiter.
    Avf,
    /// Minesweeper Clone.
    Mvf,
    /// Viennasweeper.
    Rmv,
    /// Metasweeper.
    Evf,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Avf, Format::Mvf, Format::Rmv, Format::Evf];

    /// The word for it, and the end of a file's name.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Format::Avf => "avf",
            Format::Mvf => "mvf",
            Format::Rmv => "rmv",
            Format::Evf => "evf",
        }
    }

    /// The format that bytes begin like.
    fn of(bytes: &[u8]) -> Format {
        match bytes {
            [b'*', b'r', b'm', b'v', ..] => Format::Rmv,
            [0x11, b'M', ..] => Format::Mvf,
            // The version of the format. An AVF begins with that of Arbiter, some 30 or more.
            [0..=9, ..] => Format::Evf,
            _ => Format::Avf,
        }
    }
}

/// A recorded game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Recording {
    /// In what form it was kept.
    pub format: Format,
    /// The program that recorded it, as the recording calls it.
    pub program: String,
    /// Who played. May be empty.
    pub player: String,
    /// When the game began, in milliseconds since the beginning of 1970, by the
    /// clock on the player's wall (AVF, MVF) or UTC (RMV, EVF).
    pub began: Option<u64>,
    /// The mines.
    pub layout: Layout,
    /// Whether a second right click made a question mark.
    pub questions: bool,
    /// The side of a cell, in pixels.
    pub cell: u16,
    /// The time the game took by its own account, in milliseconds.
    pub time: u64,
    /// What the mouse did, in order.
    pub events: Vec<Event>,
}

/// What the mouse did at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// In milliseconds; when it was 0 differs from program to program.
    pub at: u64,
    /// What happened.
    pub what: MouseEvent,
    /// Pixels from the left edge of the board; may be outside.
    pub x: i32,
    /// Pixels from its upper edge.
    pub y: i32,
}

/// What a mouse can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MouseEvent {
    /// It moves.
    Move,
    /// A button goes down.
    Press(Button),
    /// A button comes up.
    Release(Button),
    /// A button goes down if it was up, and up if it was down.
    Toggle(Button),
    /// The second of left and right goes down.
    PressOther,
    /// A flag is there before the game begins.
    Preflag,
    /// The player gave up, or began another game.
    Abandon,
}

impl MouseEvent {
    /// What the numbers 1 to 7 mean in RMV and EVF.
    fn by_number(number: u8) -> Option<MouseEvent> {
        Some(match number {
            1 => MouseEvent::Move,
            2 => MouseEvent::Press(Button::Left),
            3 => MouseEvent::Release(Button::Left),
            4 => MouseEvent::Press(Button::Right),
            5 => MouseEvent::Release(Button::Right),
            6 => MouseEvent::Press(Button::Middle),
            7 => MouseEvent::Release(Button::Middle),
            _ => return None,
        })
    }
}

/// A button of a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Button {
    /// Opens.
    Left,
    /// Flags.
    Right,
    /// Opens all around a number, as left and right together do.
    Middle,
}

impl Recording {
    /// The cell that the mouse was on, if it was on one.
    #[must_use]
    pub fn cell_at(&self, event: &Event) -> Option<Cell> {
        let side = i32::from(self.cell.max(1));
        let coordinate = |pixels: i32| u64::try_from(pixels).ok().map(|pixels| pixels / side as u64);
        self.layout.shape().cell(&[coordinate(event.y)?, coordinate(event.x)?])
    }
}

/// Reads a recording, whatever its format.
///
/// # Errors
/// What is wrong with the bytes, and where.
pub fn read(bytes: &[u8]) -> Result<Recording, ReadError> {
    read_as(Format::of(bytes), bytes)
}

/// Reads a recording of this format.
///
/// # Errors
/// As of [`read`]; a recording of another format is one that cannot be read.
pub fn read_as(format: Format, bytes: &[u8]) -> Result<Recording, ReadError> {
    let mut bytes = Bytes::new(bytes);
    let recording = match format {
        Format::Avf => avf::read(&mut bytes),
        Format::Mvf => mvf::read(&mut bytes),
        Format::Rmv => rmv::read(&mut bytes),
        Format::Evf => evf::read(&mut bytes),
    }?;
    if recording.events.is_empty() {
        return Err(bytes.fail(ReadErrorKind::Nothing));
    }
    Ok(recording)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
