//! The second line: positions in which so many numbers depend on each other that
//! not all states can be looked at.
//!
//! Probabilities are estimated from several runs of the frontier programme, each with
//! some of the states, drawn so that what it counts is right on average. How far the
//! runs are apart says how good their mean is. A cell that is a mine in no run, or
//! in all of them, may be certain: whether it is, a search says that is complete. It
//! supposes the opposite, and branches where that leaves too many states.

use std::sync::Arc;

use omnisweep_engine::Cell;
use omnisweep_engine::random::splitmix64;

use crate::analysis::{Analysis, AnalysisError, Certainty, Estimated, Mines};
use crate::component::Component;
use crate::knowledge::Known;
use crate::solver::{Odds, Solver};
use crate::state_graph::{Effort, StateGraph};
use crate::thin::Thinning;
use crate::weighed::{CachedComponent, Weighed};

/// The error that is good enough.
const GOOD: f64 = 0.005;

/// How many runs there are, and how many states they keep.
const FEWEST_RUNS: usize = 6;
const MOST_RUNS: usize = 32;
const KEPT: usize = 1 << 10;

/// How much work all runs may be, beyond the fewest.
const MOST_WORK: usize = 1 << 27;

/// How many cases are looked at before probabilities are estimates.
const MOST_CASES: usize = 40;

/// How many suppositions are looked at for all cells, and for one of them.
const MOST_SUPPOSED: usize = 1 << 6;
const MOST_FOR_ONE: usize = 1 << 4;

/// What one run says.
struct Run {
    log_weight: f64,
    analysis: Analysis,
}

/// An analysis of a position that has components with too many states.
pub fn estimate(solver: &mut Solver, mines: Mines) -> Result<Analysis, AnalysisError> {
    let before = solver.knowledge.mines();
    if let Some(leaves) = (Cases { mines, before, left: MOST_CASES, leaves: Vec::new() }).of(solver)? {
        let estimate = Estimate::of(&leaves, 0);
        return Ok(exact(solver, &leaves, &estimate));
    }
    sampled(solver, mines, KEPT)
}

/// An estimate from runs that keep so many states.
fn sampled(solver: &mut Solver, mines: Mines, keep: usize) -> Result<Analysis, AnalysisError> {
    let odds = solver.odds(mines)?;
    let hard = std::mem::take(&mut solver.hard);
    let exact = weighed(&std::mem::take(&mut solver.components), &odds);
    let mut runs = Vec::new();
    let (mut empty, mut work) = (0, 0);
    let mut estimate = None;
    for number in 0..MOST_RUNS {
        let run = some_states(solver, &exact, &hard, &odds, (keep, number as u64));
        work += solver.scratch.work;
        match run.and_then(|weighed| solver.analysis(&weighed)) {
            Ok(analysis) => runs.push(Run { log_weight: analysis.log_layouts(), analysis }),
            // All states that were kept may be dead ends, where there are others.
            Err(AnalysisError::Contradiction(_) | AnalysisError::MineCount) => empty += 1,
            Err(error) => return Err(error),
        }
        if runs.len() >= FEWEST_RUNS {
            let next = Estimate::of(&runs, empty);
            let good = next.error <= GOOD;
            estimate = Some(next);
            if good || work > MOST_WORK {
                break;
            }
        }
    }
    let estimate = match estimate {
        Some(estimate) => estimate,
        None if runs.len() > 1 => Estimate::of(&runs, empty),
        None => return Ok(by_numbers(solver, mines)),
    };
    Ok(finished(solver, mines, &runs, estimate))
}

/// All cases of some cells, each of them solved.
struct Cases {
    mines: Mines,
    /// How many mines were known before.
    before: usize,
    /// How many may be looked at.
    left: usize,
    leaves: Vec<Run>,
}

impl Cases {
    /// What is known in each case; nothing where there are too many.
    fn of(mut self, solver: &Solver) -> Result<Option<Vec<Run>>, AnalysisError> {
        let mut solver = solver.clone();
        solver.effort = Effort::SMALL;
        let complete = self.split(&solver)?;
        if complete && self.leaves.is_empty() {
            return Err(AnalysisError::MineCount);
        }
        Ok(complete.then_some(self.leaves))
    }

    /// Looks at both cases of a cell of a component with too many states.
    fn split(&mut self, solver: &Solver) -> Result<bool, AnalysisError> {
        let Some(cell) = solver.hard.iter().max_by_key(|hard| hard.size()).and_then(most_linked) else {
            return Ok(false);
        };
        for mine in [true, false] {
            if self.left == 0 {
                return Ok(false);
            }
            self.left -= 1;
            let mut case = solver.clone();
            case.knowledge.prove(cell, mine);
            let weighed = case.knowledge.conclude().and_then(|()| case.weigh(self.mines));
            match weighed.and_then(|weighed| case.analysis(&weighed)) {
                Ok(analysis) => {
                    // By a density, a mine that a case supposes weighs what any other does.
                    let supposed = (case.knowledge.mines() - self.before) as f64;
                    let odds = case.odds(self.mines)?;
                    let weight = if odds.left.is_none() { supposed * odds.log } else { 0.0 };
                    self.leaves.push(Run { log_weight: analysis.log_layouts() + weight, analysis });
                }
                Err(AnalysisError::Contradiction(_) | AnalysisError::MineCount) => {}
                Err(AnalysisError::TooLarge) => {
                    if !self.split(&case)? {
                        return Ok(false);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// The analysis that all cases come to.
fn exact(solver: &Solver, leaves: &[Run], estimate: &Estimate) -> Analysis {
    let known = solver.knowledge.known();
    let mut certain = Vec::new();
    for cell in (0..known.len() as u32).filter(|&cell| known[cell as usize] == Known::Undecided) {
        let certainty = |leaf: &Run| leaf.analysis.certainty(Cell(u64::from(cell)));
        let first = certainty(&leaves[0]);
        if first != Certainty::None && leaves.iter().all(|leaf| certainty(leaf) == first) {
            certain.push((cell, first == Certainty::Mine));
        }
    }
    let log_layouts = estimate.log_layouts + (leaves.len() as f64).ln();
    Analysis::of_cases(known, log_layouts, &estimate.risks, &certain)
}

/// Components with some of their states, to draw layouts from.
pub fn thinned(solver: &mut Solver, mines: Mines) -> Result<Weighed, AnalysisError> {
    let (odds, hard) = (solver.odds(mines)?, std::mem::take(&mut solver.hard));
    let exact = weighed(&std::mem::take(&mut solver.components), &odds);
    let mut drawn = (0..MOST_RUNS as u64).map(|number| {
        let weighed = some_states(solver, &exact, &hard, &odds, (KEPT, number))?;
        weighed.wide()?.off_edge_result().ok_or(AnalysisError::MineCount).map(|_| weighed)
    });
    drawn.find(Result::is_ok).unwrap_or(Err(AnalysisError::MineCount))
}

fn weighed(components: &[Arc<CachedComponent>], odds: &Odds) -> Vec<Arc<CachedComponent>> {
    let weighed = |solved: &Arc<CachedComponent>| CachedComponent::clone(solved).weighed(odds.power);
    components.iter().map(|solved| Arc::new(weighed(solved))).collect()
}

/// All components, the hard ones with some of their states.
fn some_states(
    solver: &mut Solver,
    exact: &[Arc<CachedComponent>],
    hard: &[Component],
    odds: &Odds,
    (keep, number): (usize, u64),
) -> Result<Weighed, AnalysisError> {
    let mut components = exact.to_vec();
    let left = odds.left.and_then(|left| u32::try_from(left).ok()).unwrap_or(u32::MAX);
    for (at, component) in (0..).zip(hard) {
        let seed = splitmix64(number ^ splitmix64(at + component.size() as u64));
        let thinning = Thinning::new(keep, odds.power, seed);
        let graph = StateGraph::thinned(component.clone(), left, thinning, &mut solver.scratch);
        let graph = graph.map_err(|(_, error)| error)?;
        let solved =
            CachedComponent { number: 0, when: 0, mines: left, graph, odds: i32::MAX, forward: None };
        components.push(Arc::new(solved.weighed(odds.power)));
    }
    Ok(solver.with_off_edge(components, odds))
}

/// What runs come to.
struct Estimate {
    log_layouts: f64,
    risks: Vec<f64>,
    error: f64,
}

impl Estimate {
    /// Runs count by their weights, those that found nothing too.
    fn of(runs: &[Run], empty: usize) -> Estimate {
        let most = runs.iter().map(|run| run.log_weight).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = runs.iter().map(|run| (run.log_weight - most).exp()).collect();
        let (all, count) = (weights.iter().sum::<f64>(), (runs.len() + empty) as f64);
        let risk = |run: &Run, cell: usize| run.analysis.probabilities()[cell].unwrap_or(0.0);
        let cells = runs[0].analysis.probabilities().len();
        let (mut risks, mut widest) = (Vec::with_capacity(cells), 0.0_f64);
        for cell in 0..cells {
            let each = || runs.iter().zip(&weights);
            let mean = each().map(|(run, weight)| weight * risk(run, cell)).sum::<f64>() / all;
            let apart = each().map(|(run, weight)| (weight * (risk(run, cell) - mean)).powi(2)).sum::<f64>();
            risks.push(mean);
            widest = widest.max(apart);
        }
        // The error of a ratio of means, of which the variance is that of a few runs.
        let error = (widest * count / (count - 1.0)).sqrt() / all * student(count - 1.0);
        Estimate { log_layouts: most + (all / count).ln(), risks, error }
    }
}

/// How many standard errors hold in 95 cases of 100, with so many degrees of freedom.
fn student(freedom: f64) -> f64 {
    // The first terms of the expansion around the normal distribution.
    let z: f64 = 1.959_964;
    let (first, second) = ((z.powi(3) + z) / 4.0, (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0);
    z + first / freedom + second / (freedom * freedom)
}

/// Where no run came to its end: what the numbers around each cell say on their own.
fn by_numbers(solver: &Solver, mines: Mines) -> Analysis {
    let (knowledge, known) = (&solver.knowledge, solver.knowledge.known());
    let undecided = knowledge.undecided().max(1) as f64;
    let anywhere = match mines {
        Mines::Total(total) => total.saturating_sub(knowledge.mines() as u64) as f64 / undecided,
        Mines::Density(density) => density,
    };
    let risk = |cell: u32| {
        let near = knowledge.adjacency().near(cell).iter();
        let numbers = near.filter(|&&near| knowledge.is_active(near)).map(|&near| {
            let number = knowledge.numbers()[near as usize];
            f64::from(number.lacks) / f64::from(number.undecided)
        });
        numbers.reduce(f64::max).unwrap_or(anywhere).clamp(0.001, 0.999)
    };
    let risks: Vec<f64> = (0..known.len() as u32).map(risk).collect();
    Analysis::of_cases(known, 0.0, &risks, &[]).estimate(Estimated { error: 1.0, complete: false })
}

/// The estimate, and what is certain.
fn finished(solver: &Solver, mines: Mines, runs: &[Run], estimate: Estimate) -> Analysis {
    let known = solver.knowledge.known();
    let mut search = Search { mines, left: MOST_SUPPOSED };
    let (mut certain, mut complete) = (Vec::new(), true);
    let mut risks = estimate.risks;
    for cell in (0..known.len()).filter(|&cell| known[cell] == Known::Undecided) {
        let certainty = runs[0].analysis.certainty(Cell(cell as u64));
        let all = |run: &Run| run.analysis.certainty(Cell(cell as u64)) == certainty;
        if certainty != Certainty::None && runs.iter().all(all) {
            let mine = certainty == Certainty::Mine;
            match search.is_certain(solver, cell as u32, mine) {
                Some(true) => certain.push((cell as u32, mine)),
                Some(false) => {}
                None => complete = false,
            }
        }
        // Nothing but what is certain has no risk, or all.
        risks[cell] = risks[cell].clamp(estimate.error.min(0.001), 1.0 - estimate.error.min(0.001));
    }
    let estimated = Estimated { error: estimate.error, complete };
    Analysis::of_cases(known, estimate.log_layouts, &risks, &certain).estimate(estimated)
}

/// A search that is complete, as long as it may go on.
struct Search {
    mines: Mines,
    /// How many suppositions may be looked at.
    left: usize,
}

impl Search {
    /// Whether a cell is certainly a mine, or certainly none; nothing where the search
    /// ends before that is known.
    fn is_certain(&mut self, solver: &Solver, cell: u32, mine: bool) -> Option<bool> {
        let after = self.left.saturating_sub(MOST_FOR_ONE);
        let mut search = Search { mines: self.mines, left: self.left.min(MOST_FOR_ONE) };
        let possible = search.is_possible(solver, cell, !mine);
        self.left = after + search.left;
        possible.map(|possible| !possible)
    }

    /// Whether any layout fits in which a cell is a mine, or is none.
    fn is_possible(&mut self, solver: &Solver, cell: u32, mine: bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let mut ahead = solver.clone();
        ahead.effort = Effort::SMALL;
        ahead.knowledge.prove(cell, mine);
        match ahead.knowledge.conclude().and_then(|()| ahead.weigh(self.mines)) {
            Ok(weighed) => Some(weighed.wide().ok()?.off_edge_result().is_some()),
            Err(AnalysisError::TooLarge) => {
                let next = most_linked(ahead.hard.first()?)?;
                let mut unknown = false;
                for mine in [false, true] {
                    match self.is_possible(&ahead, next, mine) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => unknown = true,
                    }
                }
                (!unknown).then_some(false)
            }
            Err(AnalysisError::Memory) => None,
            Err(_) => Some(false),
        }
    }
}

/// The cell of which most numbers depend.
fn most_linked(component: &Component) -> Option<u32> {
    let group = (0..component.groups.len()).max_by_key(|&group| component.links(group).len())?;
    component.cells(group).first().copied()
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Shape, Zone, random};

    use super::*;
    use crate::position::{Position, Seen};

    fn position(sizes: &[u64], mines: u64, seed: u64) -> Position {
        let shape = Shape::new(sizes).expect("a shape");
        let layout = random::draw(&shape, mines, &Zone::default(), seed).expect("memory");
        let seen = |cell: u64| {
            let around = shape.neighbours(Cell(cell)).filter(|&near| layout.contains(near)).count();
            let open = !layout.contains(Cell(cell)) && splitmix64(seed ^ cell << 8).is_multiple_of(4);
            if open { Seen::Number(around as u32) } else { Seen::Closed }
        };
        let cells = (0..shape.cells()).map(seen).collect();
        Position::new(shape, cells).expect("a state for each cell")
    }

    /// Where both work, the estimate is as good as it says, and what it says is certain is so.
    #[test]
    fn estimates_are_as_good_as_they_say() {
        let (mut within, mut beyond, mut apart) = (0, 0, 0.0_f64);
        for (sizes, mines) in [(&[8, 12][..], 16), (&[5, 5, 5], 16), (&[3, 3, 3, 3], 9)] {
            for seed in 0..12 {
                let position = position(sizes, mines, seed);
                let mut solver = Solver::new(position.shape());
                solver.load(&position).expect("no contradiction");
                let exact = solver.clone().analyse(Mines::Total(mines)).expect("a position that fits");
                assert_eq!(exact.estimated(), None);
                solver = solver.with_limit(1);
                if solver.weigh(Mines::Total(mines)).is_ok() {
                    continue;
                }
                let analysis = sampled(&mut solver, Mines::Total(mines), 24).expect("the same");
                let estimated = analysis.estimated().expect("an estimate");
                if estimated.complete {
                    assert_eq!((analysis.safe(), analysis.mines()), (exact.safe(), exact.mines()));
                }
                for (one, other) in analysis.probabilities().iter().zip(exact.probabilities()) {
                    let off = (one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs();
                    apart = apart.max(off);
                    // An estimate is never quite certain.
                    *if off <= estimated.error + 0.001 { &mut within } else { &mut beyond } += 1;
                }
            }
        }
        assert!(apart > 0.001, "some states were left out");
        assert!(within > 1000 && beyond * 20 <= within, "{within} within, {beyond} beyond");
    }

    /// What is split into cases comes to what it comes to as a whole, by a number of mines or a density.
    #[test]
    fn cases_come_to_the_same_as_the_whole() {
        let mut split = 0;
        for seed in 0..8 {
            let position = position(&[7, 9], 10, seed);
            for mines in [Mines::Total(10), Mines::Density(0.2)] {
                let mut solver = Solver::new(position.shape());
                solver.load(&position).expect("no contradiction");
                let whole = solver.clone().analyse(mines).expect("a position that fits");
                let mut solver = solver.with_limit(1);
                if solver.weigh(mines).is_ok() {
                    continue;
                }
                let cases = estimate(&mut solver, mines).expect("the same");
                split += 1;
                assert_eq!(cases.estimated(), None);
                assert_eq!((cases.safe(), cases.mines()), (whole.safe(), whole.mines()));
                // By a density, mines that are known already weigh nothing.
                let apart = (cases.log10_layouts() - whole.log10_layouts()).abs();
                assert!(apart < 1e-9 || mines != Mines::Total(10));
                for (one, other) in cases.probabilities().iter().zip(whole.probabilities()) {
                    assert!((one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs() < 1e-9);
                }
            }
        }
        assert!(split > 4, "{split}");
    }
}
