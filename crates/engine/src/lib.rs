//! The rules and boards of Omnisweep.
//!
//! Actions go in, changes come out. There is no I/O here, no clock and no text
//! but the board's own; random numbers live in [`random`] alone, and a
//! [`Game`] never draws one.
//!
//! ```
//! use omnisweep_engine::{Action, Game, Outcome, RuleSet, text};
//!
//! let layout = text::parse_layout("..*\n...\n...\n", None)?;
//! let mut game = Game::on(layout, RuleSet::Styles.rules())?;
//! let corner = game.shape().cell(&[2, 0]).unwrap();
//! assert_eq!(game.apply(Action::Open(corner), &mut ())?, Outcome::Won);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Shape`] is the sizes of a board, a [`Cell`] one of its cells, a [`Layout`]
//! where its mines are, and [`Rules`] what is allowed: [`Game::new`] makes a game
//! of them, [`Game::apply`] does an [`Action`] or refuses it, and [`Game::view`]
//! says what a cell looks like. A [`Sink`] hears what has changed:
//! [`ChangedCells`] by cell, others by word.
//!
//! With the feature `serde`, values that travel can be written and read: shapes,
//! cells, layouts, actions, rules, views and outcomes. What is read is checked.

mod action;
mod counts;
mod dirty;
mod flood;
mod game;
mod keyed;
mod layout;
mod plane;
pub mod random;
mod refusal;
mod restore;
mod rows;
mod rules;
mod shape;
mod sink;
pub mod text;
mod view;
mod wide;
#[cfg(feature = "serde")]
mod wire;

pub use action::{Action, ActionError};
pub use counts::{Counts, box_sums};
pub use game::{Game, Outcome};
pub use keyed::UnknownWord;
pub use layout::Layout;
pub use plane::TooLarge;
pub use refusal::{NewGameError, Refusal};
pub use restore::{Restore, RestoreError};
pub use rows::Rows;
pub use rules::{Chord, FirstCell, Flagging, RuleSet, Rules};
pub use shape::{Cell, Place, Shape, ShapeError, Zone};
pub use sink::{ChangedCells, Sink};
pub use view::{View, WordView};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
