//! What Omnisweep keeps between two runs.
//!
//! A [`Store`] is the database of finished games: each is kept as its whole
//! [`Record`](omnisweep_session::Record), and what tables are made of (best
//! times, statistics) is kept beside it in columns. An [`Archive`] is where it lies, with what
//! waits beside it. A [`Slot`] is where a game
//! that is not finished waits for the next time.

mod archive;
mod change;
mod import;
mod open;
mod row;
mod salvage;
mod saves;
mod slot;
mod statistics;
mod store;
mod tables;
mod upgrade;
mod waiting;

pub use archive::{Archive, Done, Place};
pub use import::{BadLine, ImportError, Imported, Lines};
pub use open::{Damaged, Opened, StoreError, versions};
pub use saves::{MOST_ASIDE, PutAside, SavedGame, Saves};
pub use slot::{Slot, SlotError, load};
pub use statistics::{BestTime, DailyGame, StoredGame};
pub use store::{Exported, Store};
