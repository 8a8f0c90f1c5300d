//! The analysis of a position.

use omnisweep_engine::Cell;
use thiserror::Error;

use crate::join::{OffEdgeResult, Ways};
use crate::knowledge::Known;
use crate::position::Position;
use crate::solver::Solver;
use crate::weight::Weight;

/// What is known of the number of mines.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Mines {
    /// The board has so many, flagged ones included.
    Total(u64),
    /// Each cell is a mine with this probability, before anything is known.
    Density(f64),
}

/// What is certain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Certainty {
    /// It is closed, and no mine.
    Safe,
    /// It is closed, and a mine.
    Mine,
    /// Nothing: it may be a mine or not, or it is open.
    None,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The numbers contradict each other, this one among them.
    #[error("the number at cell {} contradicts the cells or numbers around it", .0.0)]
    Contradiction(Cell),
    /// The numbers and the number of mines contradict each other.
    #[error("the numbers do not fit the number of mines")]
    MineCount,
    /// A density that is none.
    #[error("a density lies between 0 and 1")]
    Density,
    /// The board is too large (see [`is_too_large`](crate::is_too_large)), has
    /// tens of thousands of components of which the number of mines rules out some
    /// ways, or hundreds of numbers that all depend on each other at once.
    #[error("the position is too large: too many numbers depend on each other at once")]
    TooLarge,
    /// The system has no memory for it.
    #[error("there is not enough memory for this position")]
    Memory,
}

/// What a position proves, and how likely each mine is.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Analysis {
    probabilities: Vec<Option<f64>>,
    safe: Vec<Cell>,
    mines: Vec<Cell>,
    /// The number of layouts, or their weight.
    #[cfg_attr(feature = "serde", serde(rename = "log_layouts"))]
    layouts: Ways,
    /// Where probabilities are estimates.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    estimated: Option<Estimated>,
}

/// How good an estimate is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Estimated {
    /// A probability is off by no more than this, in 95 cases of 100.
    pub error: f64,
    /// Whether all cells are told that are certain: otherwise there may be others.
    pub complete: bool,
}

impl Analysis {
    /// How likely a cell is a mine; nothing where it is open, or not on the board.
    #[must_use]
    pub fn probability(&self, cell: Cell) -> Option<f64> {
        self.probabilities.get(usize::try_from(cell.0).ok()?).copied().flatten()
    }

    /// How likely each cell is a mine, in row-major order.
    #[must_use]
    pub fn probabilities(&self) -> &[Option<f64>] {
        &self.probabilities
    }

    /// The closed cells that are certainly no mine, ascending.
    #[must_use]
    pub fn safe(&self) -> &[Cell] {
        &self.safe
    }

    /// The closed cells that are certainly a mine, ascending.
    #[must_use]
    pub fn mines(&self) -> &[Cell] {
        &self.mines
    }

    /// What is certain of a cell.
    #[must_use]
    pub fn certainty(&self, cell: Cell) -> Certainty {
        if self.safe.binary_search(&cell).is_ok() {
            Certainty::Safe
        } else if self.mines.binary_search(&cell).is_ok() {
            Certainty::Mine
        } else {
            Certainty::None
        }
    }

    /// The closed cell that is least likely a mine, the first of several; a
    /// certainly safe one if there is any.
    #[must_use]
    pub fn safest(&self) -> Option<(Cell, f64)> {
        let closed = (0..).map(Cell).zip(&self.probabilities).filter_map(|(cell, p)| Some((cell, (*p)?)));
        let least = closed.reduce(|least, next| if next.1 < least.1 { next } else { least });
        self.safe.first().map(|&cell| (cell, 0.0)).or(least)
    }

    /// Where so many numbers depend on each other that probabilities are estimates: how
    /// good they are. What is certain is certain all the same.
    #[must_use]
    pub fn estimated(&self) -> Option<Estimated> {
        self.estimated
    }

    /// The natural logarithm of the number of layouts.
    pub(crate) fn log_layouts(&self) -> f64 {
        self.layouts.ln()
    }

    /// The common logarithm of the number of layouts that fit the position;
    /// where the number of mines is not known, of their weight.
    #[must_use]
    pub fn log10_layouts(&self) -> f64 {
        self.log_layouts() / std::f64::consts::LN_10
    }
}

/// Analyses a position exactly, up to the rounding of floating-point numbers;
/// what is certain is found without them. Where so many numbers depend on each other
/// that this would take too long, probabilities are estimates ([`Analysis::estimated`]).
///
/// # Errors
/// Where the numbers contradict each other or the mines, or the position is too large.
pub fn analyse(position: &Position, mines: Mines) -> Result<Analysis, AnalysisError> {
    let mut solver = Solver::new(position.shape());
    solver.load(position)?;
    solver.analyse(mines)
}

impl Analysis {
    /// What is known of the cells, and as yet nothing of those that are undecided.
    pub(crate) fn new(known: &[Known]) -> Analysis {
        let (mut safe, mut mines) = (Vec::new(), Vec::new());
        let probability = |(cell, known): (Cell, &Known)| match known {
            Known::Open | Known::Blank => None,
            Known::Undecided => Some(0.0),
            Known::Safe => {
                safe.push(cell);
                Some(0.0)
            }
            Known::Mine => {
                mines.push(cell);
                Some(1.0)
            }
        };
        let probabilities = (0..).map(Cell).zip(known).map(probability).collect();
        Analysis { probabilities, safe, mines, layouts: Ways::exp(0.0), estimated: None }
    }

    /// What is known of the cells, and how likely each of the others is a mine.
    pub(crate) fn with_risks(known: &[Known], log_layouts: f64, risks: &[f64]) -> Analysis {
        let mut analysis = Analysis { layouts: Ways::exp(log_layouts), ..Analysis::new(known) };
        for cell in (0..known.len()).filter(|&cell| known[cell] == Known::Undecided) {
            analysis.probabilities[cell] = Some(risks[cell]);
        }
        analysis
    }

    /// The same, said to be an estimate.
    pub(crate) fn estimate(mut self, estimated: Estimated) -> Analysis {
        self.estimated = Some(estimated);
        self
    }

    /// What is known of cells that are alike: the weight of their mines, and that
    /// of those that are free.
    pub(crate) fn tell<W: Weight>(&mut self, cells: &[u32], mines: W, free: W) {
        self.set(cells, mines.over(mines.plus(free)), mines.is_zero(), free.is_zero());
    }

    /// What is known of the cells off the edge, which are the last to be told.
    pub(crate) fn finish(&mut self, off_edge: &[u32], result: &OffEdgeResult) {
        self.layouts = result.ways;
        self.set(off_edge, result.probability, result.free, result.full);
        self.safe.sort_unstable();
        self.mines.sort_unstable();
    }

    fn set(&mut self, cells: &[u32], probability: f64, free: bool, full: bool) {
        let probability = match (free, full) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => probability.clamp(0.0, 1.0),
        };
        let certain = if free { Some(&mut self.safe) } else { full.then_some(&mut self.mines) };
        if let Some(certain) = certain {
            certain.extend(cells.iter().map(|&cell| Cell(u64::from(cell))));
        }
        cells.iter().for_each(|&cell| self.probabilities[cell as usize] = Some(probability));
    }
}
