//! What a position proves, and how likely each mine is.
//!
//! The solver sees what a player sees: which cells are open, their numbers, and
//! how many mines there are. It works on the graph of numbers and closed cells,
//! so the board may have any shape.
//!
//! ```
//! use omnisweep_solver::{Mines, Position, analyse};
//!
//! let position = Position::parse("1.\n..\n")?;
//! let analysis = analyse(&position, Mines::Total(1))?;
//! assert_eq!(analysis.probability(1), Some(1.0 / 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod chance;
mod component;
mod endgame;
mod explain;
mod generate;
mod join;
mod knowledge;
mod layouts;
mod logic;
mod map;
mod pairs;
mod part;
mod plan;
mod player;
mod position;
mod sample;
mod search;
mod solver;
mod weighed;
mod weight;

pub use analysis::{Analysis, AnalysisError, Mines, analyse};
pub use explain::{Explanation, LastStep, explain};
pub use generate::{GENERATOR, Impossible, Method, NoGuess};
pub use logic::{End, Logic};
pub use map::{Map, is_too_large};
pub use player::{Choice, Player, Skill, first_cell};
pub use position::{Position, PositionError, Problem, Seen};
pub use sample::Sampler;
pub use solver::Solver;
