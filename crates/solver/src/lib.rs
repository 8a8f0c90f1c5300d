//! What a position proves, and how likely each mine is.
//!
//! The solver sees what a player sees: which cells are open, their numbers, and
//! how many mines there are. It works on the graph of numbers and closed cells,
//! so the board may have any shape.
//!
//! ```
//! use omnisweep_engine::Cell;
//! use omnisweep_solver::{Mines, Position, analyse};
//!
//! let position = Position::parse("1.\n..\n")?;
//! let analysis = analyse(&position, Mines::Total(1))?;
//! assert_eq!(analysis.probability(Cell(1)), Some(1.0 / 3.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`analyse`] looks at one [`Position`], [`Solver`] follows a game, [`prove`]
//! says why a cell is certain, [`easiest`] which one is proved most easily,
//! [`Player`] what to open next. [`Logic`] plays a
//! board without guessing, [`NoGuess`] makes boards on which that is enough, and
//! [`Sampler`] draws layouts that fit a position.
//!
//! With the feature `serde`, an [`Analysis`] can be written, and positions,
//! proofs and choices written and read.

mod advice;
mod alike;
mod analysis;
mod chance;
mod component;
mod effort;
mod endgame;

mod adjacency;
mod generate;
mod grade;
mod join;
mod knowledge;
mod layouts;
mod logic;
mod many;
mod memory;
mod plan;
mod player;
mod position;
mod proof;
mod region;
mod sample;
mod search;
mod solver;
mod start;
mod state_graph;
mod tuning;
mod weighed;
mod weight;
#[cfg(feature = "serde")]
mod wire;

// The second line comes last, so that what most positions need lies together in the program.
mod estimate;
mod fits;
mod lesson;
mod outlook;
mod thin;
mod tosses;

pub use adjacency::{Adjacency, is_too_large};
pub use advice::{Advice, Prospect};
pub use analysis::{Analysis, AnalysisError, Certainty, Estimated, Mines, analyse};
pub use generate::{Method, NoGuess, NoGuessError, generator, grade_of};
pub use grade::{EASY_PAIRS, Grade, MANY_HARD, Steps};
pub use logic::{Logic, LogicResult};
pub use player::{Choice, Player, Skill};
pub use position::{Position, PositionError, PositionErrorKind, Seen};
pub use proof::{
    Flaw, Kind, Link, Pattern, Proof, ProofProblem, Shown, Step, Sum, Why, Wish, easiest, easiest_by_steps,
    prove,
};
pub use sample::Sampler;
pub use solver::Solver;
pub use start::first_cell;
#[doc(hidden)]
pub use tuning::Tuning;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
