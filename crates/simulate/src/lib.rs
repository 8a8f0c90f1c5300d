//! Games that a player plays by itself: single ones ([`Simulator`]), what many came to
//! ([`Tally`]), runs that several machines share ([`Shard`], a line of JSON each),
//! one that is watched, with the player's reasons ([`Thinker`]), what guesses give
//! away ([`Judge`]), and on small boards the best play there is ([`Optimal`]).

mod optimal;
mod regret;
mod shard;
mod simulator;
mod tally;
mod thought;
mod workers;

pub use optimal::{ExactRate, Optimal, OptimalError, PlayerMistake};
pub use regret::{Estimate, GuessRegret, Judge, PHASES, PhaseRegret, first_seed, phases};
pub use shard::{MergeError, Run, RunError, Shard, ShardError, merge, parse_shard};
pub use simulator::{GuessToTake, SimulatedGame, Simulator, TakenGuess};
pub use tally::{RiskBin, Tally, wilson};
pub use thought::{Thinker, Thought, Watched};
pub use workers::PlayError;
