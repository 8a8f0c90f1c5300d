//! The analysis of a position.

use omnisweep_engine::Cell;
use thiserror::Error;

use crate::component::Component;
use crate::graph::Graph;
use crate::join::{Weights, log_choose};
use crate::position::Position;

/// What is known of the number of mines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mines {
    /// The board has so many, flagged ones included.
    Total(u64),
    /// Each cell is a mine with this probability, before anything is known.
    Density(f64),
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// So many numbers depend on each other that it would take too long.
    #[error("the position is too hard: too many numbers depend on each other at once")]
    TooHard,
}

/// What a position proves, and how likely each mine is.
#[derive(Clone, Debug)]
pub struct Analysis {
    probabilities: Vec<Option<f64>>,
    safe: Vec<Cell>,
    mines: Vec<Cell>,
    /// The natural logarithm of the number of layouts, or of their weight.
    log_layouts: f64,
}

impl Analysis {
    /// How likely a cell is a mine; nothing where it is open.
    #[must_use]
    pub fn probability(&self, cell: usize) -> Option<f64> {
        self.probabilities.get(cell).copied().flatten()
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

    /// Whether a cell is certainly a mine (`true`) or certainly none (`false`).
    #[must_use]
    pub fn verdict(&self, cell: Cell) -> Option<bool> {
        if self.safe.binary_search(&cell).is_ok() {
            Some(false)
        } else {
            self.mines.binary_search(&cell).is_ok().then_some(true)
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

    /// The common logarithm of the number of layouts that fit the position;
    /// where the number of mines is not known, of their weight.
    #[must_use]
    pub fn log10_layouts(&self) -> f64 {
        self.log_layouts / std::f64::consts::LN_10
    }
}

/// Analyses a position exactly, up to the rounding of floating-point numbers;
/// what is certain is found without them.
pub fn analyse(position: &Position, mines: Mines) -> Result<Analysis, AnalysisError> {
    analyse_numbers(position, mines, |_| true)
}

/// The same by some of the numbers alone: those of which `uses` is true.
pub(crate) fn analyse_numbers(
    position: &Position,
    mines: Mines,
    uses: impl Fn(usize) -> bool,
) -> Result<Analysis, AnalysisError> {
    let Solved { graph, components, totals, before, after, off_edge } = Solved::new(position, mines, uses)?;
    let all = off_edge.join(&before[totals.len()]).ok_or(AnalysisError::MineCount)?;

    let mut analysis = Analysis {
        probabilities: vec![None; position.cells().len()],
        safe: Vec::new(),
        mines: Vec::new(),
        log_layouts: all.log_weight + components.iter().map(|component| component.log_scale).sum::<f64>(),
    };
    for (number, component) in components.iter().enumerate() {
        let rest = off_edge.rest(&before[number].and(&after[number + 1]), totals[number].weights.len());
        component.marginals(
            |mines| rest.weights[mines as usize],
            |mines| rest.possible[mines as usize],
            |group, marginal| {
                let cells = &graph.groups[group].cells;
                let probability = marginal.mines / marginal.all / cells.len() as f64;
                analysis.tell(cells, probability, marginal.free, marginal.full);
            },
        );
    }
    analysis.tell(&graph.off_edge, all.probability, all.free, all.full);
    analysis.tell(&graph.safe, 0.0, true, false);
    analysis.tell(&graph.mines, 1.0, false, true);
    analysis.safe.sort_unstable();
    analysis.mines.sort_unstable();
    Ok(analysis)
}

impl Analysis {
    fn tell(&mut self, cells: &[u32], probability: f64, free: bool, full: bool) {
        let probability = match (free, full) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ => probability.clamp(0.0, 1.0),
        };
        for &cell in cells {
            self.probabilities[cell as usize] = Some(probability);
            let cell = Cell(u64::from(cell));
            if free {
                self.safe.push(cell);
            } else if full {
                self.mines.push(cell);
            }
        }
    }
}

/// A position with its components solved, before they are looked at.
pub(crate) struct Solved {
    pub graph: Graph,
    pub components: Vec<Component>,
    pub totals: Vec<Weights>,
    /// What comes before each component, and after it, the component included.
    pub before: Vec<Weights>,
    pub after: Vec<Weights>,
    pub off_edge: OffEdge,
}

impl Solved {
    pub fn new(
        position: &Position,
        mines: Mines,
        uses: impl Fn(usize) -> bool,
    ) -> Result<Solved, AnalysisError> {
        let graph = Graph::new(position, uses)?;
        // What is decided already takes its mines with it.
        let undecided: u64 = graph.groups.iter().map(|group| group.cells.len() as u64).sum::<u64>()
            + graph.off_edge.len() as u64;
        let decided = graph.mines.len() as u64;
        let mines = match mines {
            Mines::Total(total) => Mines::Total(total.checked_sub(decided).ok_or(AnalysisError::MineCount)?),
            density => density,
        };
        let odds = match mines {
            Mines::Density(density) if !(0.0..=1.0).contains(&density) => return Err(AnalysisError::Density),
            // Certainty is not the weights' business: they stay inside.
            Mines::Density(density) => {
                density.clamp(1e-12, 1.0 - 1e-12) / (1.0 - density.clamp(1e-12, 1.0 - 1e-12))
            }
            Mines::Total(total) if total > undecided => return Err(AnalysisError::MineCount),
            // About as likely as the cells off the edge, so that weights stay near each other.
            Mines::Total(total) => (total as f64 + 0.5) / ((undecided - total) as f64 + 0.5),
        };
        let groups = graph.components();
        let components: Vec<Component> =
            groups.iter().map(|groups| Component::new(&graph, groups, odds)).collect::<Result<_, _>>()?;
        let totals: Vec<Weights> =
            components.iter().map(|component| Weights::of(&component.totals())).collect();

        // What comes before and after each component.
        let mut before = vec![Weights::one()];
        for total in &totals {
            before.push(before[before.len() - 1].and(total));
        }
        let mut after = vec![Weights::one()];
        for total in totals.iter().rev() {
            after.push(after[after.len() - 1].and(total));
        }
        after.reverse();

        let together = &before[totals.len()];
        let off_edge = OffEdge::new(graph.off_edge.len() as u64, mines, odds, together.weights.len() - 1);
        Ok(Solved { graph, components, totals, before, after, off_edge })
    }
}

/// The cells that touch no number, and all mines that are not elsewhere.
pub(crate) struct OffEdge {
    pub cells: u64,
    /// All mines, if their number is known.
    pub mines: Option<u64>,
    pub odds: f64,
    /// For each number of mines on the edge, the weight of the cells off it, if
    /// they can have the others. The odds that the components were weighed with
    /// are taken out again.
    pub weights: Vec<Option<f64>>,
    log_scale: f64,
}

/// What all components together leave for the cells off the edge.
pub(crate) struct Joined {
    log_weight: f64,
    probability: f64,
    free: bool,
    full: bool,
}

impl OffEdge {
    fn new(cells: u64, mines: Mines, odds: f64, most_on_edge: usize) -> OffEdge {
        let Mines::Total(total) = mines else {
            let weights = vec![Some(1.0); most_on_edge + 1];
            return OffEdge { cells, mines: None, odds, weights, log_scale: 0.0 };
        };
        // From one number of mines to the next, the ways are a ratio apart.
        let mut logs: Vec<Option<f64>> = Vec::with_capacity(most_on_edge + 1);
        for on_edge in 0..=most_on_edge as u64 {
            let left = total.checked_sub(on_edge).filter(|&left| left <= cells);
            let log = left.map(|left| match logs.last().copied().flatten() {
                Some(last) => last + ((left + 1) as f64 / (cells - left) as f64 / odds).ln(),
                None => log_choose(cells, left) - on_edge as f64 * odds.ln(),
            });
            logs.push(log);
        }
        let most = logs.iter().flatten().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
        let weights = logs.into_iter().map(|log| Some((log? - most).exp())).collect();
        OffEdge { cells, mines: Some(total), odds, weights, log_scale: most }
    }

    pub fn join(&self, all: &Weights) -> Option<Joined> {
        let (mut sum, mut mines_left) = (0.0, 0.0);
        let (mut free, mut full, mut any) = (true, true, false);
        for (mines, off) in self.weights.iter().enumerate() {
            let Some(off) = off.filter(|_| all.possible[mines]) else { continue };
            let weight = all.weights[mines] * off;
            let left = self.mines.map_or(0, |all| all - mines as u64);
            sum += weight;
            mines_left += weight * left as f64;
            any = true;
            free &= left == 0;
            full &= left == self.cells;
        }
        let known = self.mines.is_some();
        let probability =
            if known { mines_left / sum / self.cells as f64 } else { self.odds / (1.0 + self.odds) };
        any.then_some(Joined {
            log_weight: sum.ln() + self.log_scale + all.log_scale,
            probability,
            free: known && free,
            full: known && full,
        })
    }

    /// What everything but one component weighs for each number of its mines.
    fn rest(&self, others: &Weights, count: usize) -> Weights {
        let mut rest = Weights { weights: vec![0.0; count], possible: vec![false; count], log_scale: 0.0 };
        for mines in 0..count {
            for (other, &weight) in
                others.weights.iter().enumerate().filter(|&(other, _)| others.possible[other])
            {
                if let Some(off) = self.weights[mines + other] {
                    rest.weights[mines] += weight * off;
                    rest.possible[mines] = true;
                }
            }
        }
        rest
    }
}
