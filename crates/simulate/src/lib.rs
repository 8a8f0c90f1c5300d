//! Games that a player plays by itself: single ones ([`Simulator`]), what many came to
//! ([`Tally`]), runs that several machines share ([`Shard`], a line of JSON each),
//! one that is watched, with the player's reasons ([`Thinker`]), and on small
//! boards the best play there is ([`Optimal`]).

mod optimal;
mod shard;
mod simulator;
mod tally;
mod thought;

pub use optimal::{ExactRate, Optimal, OptimalError, PlayerMistake};
pub use shard::{MergeError, Run, RunError, Shard, ShardError, merge, parse_shard};
pub use simulator::{SimulatedGame, Simulator, TakenGuess};
pub use tally::{RiskBin, Tally, wilson};
pub use thought::{Thinker, Thought, Watched};
