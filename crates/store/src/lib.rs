//! What Omnisweep keeps between two runs.
//!
//! A [`Store`] is the database of finished games: each is kept as its whole
//! [`Record`](omnisweep_session::Record), and what tables are made of (best
//! times, statistics) is kept beside it in columns. A [`Slot`] is where a game
//! that is not finished waits for the next time.

mod open;
mod saves;
mod slot;
mod statistics;
mod store;

pub use open::{Opened, StoreError};
pub use saves::{MOST_ASIDE, PutAside, SavedGame, Saves};
pub use slot::{Slot, SlotError, load};
pub use statistics::{Best, Daily, Kept};
pub use store::{ImportError, Imported, Store};
