//! Proofs that a person can follow.
//!
//! A [`Proof`] is a chain of small steps, each of which follows from numbers on
//! the board and from earlier steps alone. [`prove`] and [`easiest`] look for the
//! proof that a person finds easiest; [`Proof::check`] accepts a proof or names
//! the step that does not follow, and shares nothing with the search but the
//! types that stand here.
//!
//! Most steps are a [`Sum`]: numbers are added and taken away from each other
//! until what is left can only be had in one way. One number that has its mines
//! is a sum, so are two that overlap, and so is the number of all mines.

mod cases;
mod chain;
mod check;
mod count;
mod ease;
mod find;
mod frontier;
mod pattern;
mod suppose;

use omnisweep_engine::Cell;

pub use check::{Flaw, Problem as ProofProblem};
pub(crate) use find::simplest;
pub use find::{Wish, easiest, easiest_by_steps, prove};
pub use pattern::{Pattern, Shown};

/// Why a cell is certainly safe, or certainly a mine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// The cell.
    pub cell: Cell,
    /// Whether it is a mine.
    pub mine: bool,
    /// The steps, in an order in which each follows from those before it. The
    /// last one is about the cell.
    pub steps: Vec<Step>,
}

/// A step of a proof: what is known from then on, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// Why.
    pub why: Why,
    /// Cells that are safe, as far as they matter for the rest.
    pub safe: Vec<Cell>,
    /// Cells that are mines, likewise.
    pub mines: Vec<Cell>,
}

/// Why a step follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Why {
    /// Numbers added and taken away leave one way.
    Sum(Sum),
    /// What single numbers say plainly, one after the other, taken as one: how
    /// the mines are counted before the number of all mines says something.
    Plain(Vec<Link>),
    /// If it were otherwise, a number could not be right.
    Supposition {
        /// The cell of which the opposite is supposed.
        cell: Cell,
        /// Whether it is supposed to be a mine.
        mine: bool,
        /// What would follow, one after the other.
        chain: Vec<Link>,
        /// What could not be any more.
        clash: Sum,
    },
    /// In all layouts that fit these numbers it is so.
    Cases {
        /// The numbers.
        numbers: Vec<Cell>,
        /// Whether the number of all mines is needed as well.
        count: bool,
    },
}

/// What follows from a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// The sum.
    pub sum: Sum,
    /// Cells that are safe.
    pub safe: Vec<Cell>,
    /// Cells that are mines.
    pub mines: Vec<Cell>,
}

/// Numbers that are added and taken away.
///
/// Every number says how many mines are among the closed cells around it, so a
/// sum says how many there are among some cells more than among others. Where
/// that is the most there can be, the former are all mines and the latter all
/// safe; where it is the least, the other way round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sum {
    /// The open cells whose numbers are added.
    pub plus: Vec<Cell>,
    /// Those whose numbers are taken away.
    pub minus: Vec<Cell>,
    /// Whether the number of all mines is added, which is about all closed cells.
    pub count: bool,
}

/// The kinds of step, from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A number that has its mines, or needs all its closed cells.
    Number,
    /// Two numbers, one inside or overlapping the other.
    Pair,
    /// Three or more numbers combined the same way.
    Several,
    /// The number of mines left.
    Count,
    /// What would follow from the opposite.
    Supposition,
    /// All cases.
    Cases,
}

omnisweep_engine::keyed!(
    Kind,
    "kind of step",
    [
        Number = "number",
        Pair = "pair",
        Several = "several",
        Count = "count",
        Supposition = "supposition",
        Cases = "cases",
    ]
);

impl Sum {
    /// The sum of a single number.
    pub(crate) fn of(number: Cell) -> Sum {
        Sum { plus: vec![number], ..Sum::default() }
    }

    /// All numbers in it.
    pub fn numbers(&self) -> impl Iterator<Item = Cell> + '_ {
        self.plus.iter().chain(&self.minus).copied()
    }

    /// What kind of step it makes.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.plus.len() + self.minus.len() {
            _ if self.count => Kind::Count,
            1 => Kind::Number,
            2 => Kind::Pair,
            _ => Kind::Several,
        }
    }
}

impl Step {
    /// What kind of step it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.why {
            Why::Sum(sum) => sum.kind(),
            Why::Plain(_) => Kind::Number,
            Why::Supposition { .. } => Kind::Supposition,
            Why::Cases { .. } => Kind::Cases,
        }
    }

    /// The numbers it argues with, each once.
    #[must_use]
    pub fn numbers(&self) -> Vec<Cell> {
        let links = |links: &[Link]| links.iter().flat_map(|link| link.sum.numbers()).collect::<Vec<_>>();
        let mut numbers = match &self.why {
            Why::Sum(sum) => sum.numbers().collect(),
            Why::Plain(chain) => links(chain),
            Why::Supposition { chain, clash, .. } => {
                let mut numbers = links(chain);
                numbers.extend(clash.numbers());
                numbers
            }
            Why::Cases { numbers, .. } => numbers.clone(),
        };
        let mut seen = std::collections::HashSet::new();
        numbers.retain(|&number| seen.insert(number));
        numbers
    }

    /// Whether the number of all mines is used.
    #[must_use]
    pub fn counts(&self) -> bool {
        match &self.why {
            Why::Sum(sum) => sum.count,
            Why::Plain(_) => false,
            Why::Supposition { chain, clash, .. } => clash.count || chain.iter().any(|link| link.sum.count),
            Why::Cases { count, .. } => *count,
        }
    }
}

impl Proof {
    /// The hardest kind of its steps.
    #[must_use]
    pub fn hardest(&self) -> Kind {
        self.steps.iter().map(Step::kind).max().unwrap_or(Kind::Number)
    }

    /// The numbers it argues with, each once, those of the last step first.
    #[must_use]
    pub fn numbers(&self) -> Vec<Cell> {
        let mut seen = std::collections::HashSet::new();
        let all = self.steps.iter().rev().flat_map(Step::numbers);
        all.filter(|&number| seen.insert(number)).collect()
    }

    /// Whether the number of all mines is used.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.steps.iter().any(Step::counts)
    }
}
