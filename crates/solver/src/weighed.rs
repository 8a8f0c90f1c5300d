//! The components of a position with their weights, and what follows from all of
//! them together.

use std::sync::Arc;

use crate::analysis::{Analysis, AnalysisError};
use crate::join::{Join, OffEdge, OffEdgeResult};
use crate::many::{Many, Total};
use crate::state_graph::{Seen, StateGraph, shares};
use crate::weight::{ExtendedFloat, Weight};

/// A component, and when it was solved.
#[derive(Clone, Debug)]
pub struct CachedComponent {
    /// One of its numbers, and the time when it was solved.
    pub number: u32,
    pub when: u64,
    /// For how many mines at most.
    pub mines: u32,
    pub graph: StateGraph,
    /// The odds that its weights were made with, and the weights, where they are
    /// narrow enough for an `f64`.
    pub odds: i32,
    pub forward: Option<Vec<f64>>,
}

impl CachedComponent {
    /// The ways to its states by other odds, where an `f64` is wide enough.
    #[inline(always)]
    pub fn forward(&self, odds: i32) -> Option<Vec<f64>> {
        (self.graph.spread(odds) < NARROW).then(|| self.graph.forward(odds))
    }

    /// Takes other odds.
    #[cold]
    pub fn weigh(&mut self, odds: i32) {
        (self.forward, self.odds) = (self.forward(odds), odds);
    }
}

/// Components, and what they were weighed with.
pub struct Weighed {
    pub components: Vec<Arc<CachedComponent>>,
    pub off_edge: OffEdge,
    pub off_edge_cells: Vec<u32>,
}

/// Up to so many weights, components are joined one after the other, even where they need not be.
const FEW: usize = 1 << 18;

/// More weights than this, of which there are two sets, are more than memory is given for.
const MOST: usize = 1 << 23;

/// Weights may be apart by this power of two, so that neither they nor products
/// of them leave the range of an `f64`.
const NARROW: f64 = 450.0;

impl Weighed {
    /// All of it joined, where an `f64` is wide enough.
    pub fn narrow(&self) -> Option<Join<f64>> {
        let spread: f64 = self.components.iter().map(|solved| solved.graph.spread(solved.odds)).sum();
        if spread > NARROW / 2.0 {
            return None;
        }
        let totals = |solved: &Arc<CachedComponent>| {
            let forward = solved.forward.as_deref()?;
            Some((solved.graph.mines().0, solved.graph.totals(forward).to_vec()))
        };
        let totals = self.components.iter().map(totals).collect::<Option<_>>()?;
        Some(Join::new(totals, self.off_edge)).filter(|join| join.is_narrow(f64::powf(2.0, NARROW / 2.0)))
    }

    /// All of it joined, where that does not take too much.
    pub fn wide(&self) -> Result<Join<ExtendedFloat>, AnalysisError> {
        self.totals().join(self.off_edge)
    }

    /// The weights of each component by its mines.
    fn totals(&self) -> Totals {
        let totals = |solved: &Arc<CachedComponent>| {
            let totals = match &solved.forward {
                Some(forward) => {
                    let totals = solved.graph.totals(forward);
                    totals.iter().map(|&weight| ExtendedFloat::new(weight)).collect()
                }
                None => solved.graph.totals(&solved.graph.forward(solved.odds)).to_vec(),
            };
            (solved.graph.mines().0, totals)
        };
        Totals(self.components.iter().map(totals).collect())
    }

    /// What is known of the cells on the edge, told to an analysis, and of those
    /// off it, if any layout fits at all; whatever the weights, and however many.
    pub fn marginals(&self, analysis: &mut Analysis) -> Result<Option<OffEdgeResult>, AnalysisError> {
        let totals = self.totals();
        if totals.size() > FEW
            && let Some(many) = Many::new(&totals.0, &self.off_edge)
        {
            self.tell(|number| many.rest(number), analysis);
            return Ok(Some(many.result));
        }
        let join = totals.join(self.off_edge)?;
        let result = join.off_edge_result();
        if result.is_some() {
            let mut rest = Vec::new();
            self.tell(
                |number| {
                    join.rest(number, &mut rest);
                    rest.clone()
                },
                analysis,
            );
        }
        Ok(result)
    }

    /// The same, where it is known what the rest of the board weighs beside each component.
    fn tell<R: AsRef<[ExtendedFloat]>>(&self, mut rest: impl FnMut(usize) -> R, analysis: &mut Analysis) {
        let (mut narrow, mut backward) = (Vec::new(), Vec::new());
        for (number, solved) in self.components.iter().enumerate() {
            let CachedComponent { graph, odds, forward, .. } = &**solved;
            let rest = rest(number);
            let rest = rest.as_ref();
            if let Some(forward) = forward
                && narrowed(rest, &mut narrow)
            {
                graph.marginals(*odds, forward, &narrow, &mut backward, |group, mines, free| {
                    analysis.tell(graph.component.cells(group), mines, free);
                });
            } else {
                let forward = graph.forward::<ExtendedFloat>(*odds);
                graph.marginals(*odds, &forward, rest, &mut Vec::new(), |group, mines, free| {
                    analysis.tell(graph.component.cells(group), mines, free);
                });
            }
        }
    }

    /// The weights of the ways to the states of a component, and of those on from them, with the rest of the board;
    /// where an `f64` is wide enough.
    pub fn both_ways(&self, component: usize) -> Option<(&[f64], Vec<f64>)> {
        let solved = &self.components[component];
        let forward = solved.forward.as_deref()?;
        let (mut rest, mut narrow, mut backward) = (Vec::new(), Vec::new(), Vec::new());
        self.wide().ok()?.rest(component, &mut rest);
        if !narrowed(&rest, &mut narrow) {
            return None;
        }
        solved.graph.marginals(solved.odds, forward, &narrow, &mut backward, |_, _, _| {});
        Some((forward, backward))
    }

    /// What is needed to draw layouts: for each component, its weights.
    pub fn forwards(&self) -> Vec<Vec<ExtendedFloat>> {
        self.components.iter().map(|solved| solved.graph.forward(solved.odds)).collect()
    }

    /// Draws a layout: calls with cells that share a number of mines, and that
    /// number. `pick` chooses by shares; `seen` is of all draws, and empty at first.
    pub fn draw(
        &self,
        join: &Join<ExtendedFloat>,
        forwards: &[Vec<ExtendedFloat>],
        seen: &mut Vec<Seen>,
        mut pick: impl FnMut(&[f64]) -> usize,
        mut tell: impl FnMut(&[u32], u64),
    ) {
        let mut left = self.off_edge.mines;
        let mines = join.draw(|weights| pick(&shares(weights)));
        seen.resize_with(self.components.len(), Seen::default);
        for (((solved, forward), mines), seen) in self.components.iter().zip(forwards).zip(mines).zip(seen) {
            left = left.map(|left| left - u64::from(mines));
            let graph = &solved.graph;
            graph.draw(solved.odds, forward, mines, seen, &mut pick, |group, mines| {
                tell(graph.component.cells(group), u64::from(mines));
            });
        }
        match left {
            Some(left) => tell(&self.off_edge_cells, left),
            None => {
                let odds = shares(&[ExtendedFloat::ONE, ExtendedFloat::new(self.off_edge.exact_odds)]);
                for cell in &self.off_edge_cells {
                    tell(std::slice::from_ref(cell), pick(&odds) as u64);
                }
            }
        }
    }
}

/// All components.
struct Totals(Vec<Total>);

impl Totals {
    /// How many weights there are where components are joined one after the other.
    fn size(&self) -> usize {
        let mut before = 1;
        let sizes = self.0.iter().map(|(_, weights)| {
            before += weights.len() - 1;
            before
        });
        sizes.fold(0, usize::saturating_add)
    }

    fn join(self, off_edge: OffEdge) -> Result<Join<ExtendedFloat>, AnalysisError> {
        if self.size() > MOST { Err(AnalysisError::TooLarge) } else { Ok(Join::new(self.0, off_edge)) }
    }
}

/// ExtendedFloat weights as narrow ones, divided by the largest, unless they are too far
/// apart for that.
fn narrowed(wide: &[ExtendedFloat], narrow: &mut Vec<f64>) -> bool {
    let logs = wide.iter().filter(|weight| !weight.is_zero()).map(|weight| weight.ln());
    let (least, most) =
        logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), log| (least.min(log), most.max(log)));
    let scale = ExtendedFloat::power((most / std::f64::consts::LN_2) as i32);
    narrow.clear();
    narrow.extend(wide.iter().map(|weight| if weight.is_zero() { 0.0 } else { weight.over(scale) }));
    most - least < NARROW * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Mines;
    use crate::position::Position;
    use crate::solver::Solver;

    /// Positions where an `f64` does are analysed both ways.
    #[test]
    fn wide_and_narrow_weights_say_the_same() {
        for (text, mines) in [
            ("1..1....\n........\n..2.....\n......1.\n", Mines::Total(6)),
            ("1..1....\n........\n..2.....\n......1.\n", Mines::Density(0.3)),
            ("..1...2..1..2..1\n", Mines::Total(8)),
            (".2.\n...\n...\n", Mines::Total(2)),
        ] {
            let position = Position::parse(text).expect("a position");
            let mut solver = Solver::new(position.shape());
            solver.load(&position).expect("no contradiction");
            let narrow = solver.analyse(mines).expect("a position that fits");
            let weighed = solver.weigh(mines).expect("the same");
            assert!(weighed.narrow().is_some());
            let mut wide = Analysis::new(solver.knowledge.known());
            let result = weighed.marginals(&mut wide).expect("the same").expect("the same");
            wide.finish(&weighed.off_edge_cells, &result);
            assert_eq!((narrow.safe(), narrow.mines()), (wide.safe(), wide.mines()));
            assert!((narrow.log10_layouts() - wide.log10_layouts()).abs() < 1e-12);
            for (narrow, wide) in narrow.probabilities().iter().zip(wide.probabilities()) {
                assert!((narrow.unwrap_or(0.0) - wide.unwrap_or(0.0)).abs() < 1e-12);
            }
        }
    }
}
