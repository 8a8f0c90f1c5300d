//! Omnisweep as a web page: the session and the solver as WebAssembly.
//!
//! The page's scripts know the document, the mouse and the storage; everything
//! else is here. A [`Table`] is a game on the screen: it is told what the mouse
//! and the keys do, and says what each square looks like and what there is to
//! say. [`work`] is for the worker, so that thinking does not stall the page.

pub mod address;
pub mod film;
pub mod paint;
pub mod picture;
pub mod rehearse;
pub mod scores;
pub mod sight;
pub mod table;
pub mod told;
pub mod work;

pub use film::Film;
pub use table::Table;
