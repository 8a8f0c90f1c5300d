//! Omnisweep as a web page: the session and the solver as WebAssembly.
//!
//! The page's scripts know the document, the mouse and the storage; everything
//! else is here. A [`PageGame`] is a game on the screen: it is told what the mouse
//! and the keys do, and says what each square looks like and what there is to
//! say. [`work`] is for the worker, so that thinking does not stall the page.

pub mod address;
pub mod board_view;
pub mod fuzz_events;
pub mod messages;
pub mod page_game;
pub mod paint;
pub mod picture;
pub mod replay;
pub mod scores;
pub mod work;

pub use page_game::PageGame;
pub use replay::Replay;
