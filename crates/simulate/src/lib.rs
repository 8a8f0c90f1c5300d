//! Games that a player plays by itself: single ones ([`Trial`]), what many came to
//! ([`Tally`]), runs that several machines share ([`Share`], a line of JSON each),
//! and one that is watched, with the player's reasons ([`Thinker`]).

mod share;
mod tally;
mod thought;
mod trial;

pub use share::{MergeError, Run, RunError, Share, ShareError, merge, shard};
pub use tally::{RiskBin, Tally, wilson};
pub use thought::{Thinker, Thought, Watched};
pub use trial::{Risk, Trial, TrialResult};
