//! The second line: positions in which so many numbers depend on each other that
//! not all states can be looked at.
//!
//! What is certain, a complete search says ([`Fits`]). Often that makes the position easy.
//! Otherwise probabilities are estimated from several runs of the frontier programme, each
//! with some of the states, drawn so that what it counts is right on average. How far the
//! runs are apart says how good their mean is.

use std::sync::Arc;

use omnisweep_engine::Cell;
use omnisweep_engine::random::splitmix64;

use crate::analysis::{Analysis, AnalysisError, Certainty, Estimated, Mines};
use crate::component::Component;
use crate::fits::{Beside, Certain, Fits};
use crate::knowledge::Known;
use crate::lesson::Lesson;
use crate::outlook::{Chances, Outlooks};
use crate::plan::{Order, Plan, plan_ahead};
use crate::sample::Sampler;
use crate::solver::{Odds, Solver};
use crate::state_graph::{Scratch, StateGraph};
use crate::thin::Thinning;
use crate::weighed::{CachedComponent, Weighed};

/// The error that is good enough.
const GOOD: f64 = 0.005;

/// How many runs there are at least.
const FEWEST_RUNS: usize = 4;

/// How many states they keep at most: a few runs with many states are apart by less than many with few.
const MOST_KEPT: usize = 1 << 13;

/// Where runs keep so many, a first one that keeps a share of them teaches the others to guess.
const WORTH_LEARNING: usize = 1 << 11;
const LEARNED_FROM: usize = 8;

/// The number of that run, for its random numbers.
const LESSON: usize = 96;

/// How many states are kept to choose the order of groups.
const TRIED: usize = 1 << 7;

/// How many runs it is worth that other cells vary as well.
const LIKE_OTHERS: f64 = 4.0;

/// What one run says.
struct Run {
    log_weight: f64,
    analysis: Analysis,
}

/// Cells that are certain, whether a mine, and whether these are all.
pub struct Found {
    pub cells: Vec<(u32, bool)>,
    pub complete: bool,
}

/// What numbers say for certain, by a search that counts no layouts and no mines: of all
/// cells, or of safe ones.
pub fn found(solver: &mut Solver, safe_alone: bool) -> Result<Found, AnalysisError> {
    let (components, _) = solver.all_components();
    let mut fits = Fits::new(&components, None, solver.effort.search);
    let certain = if safe_alone { fits.certainly_safe() } else { fits.certain() };
    let Certain { groups, complete } = certain.ok_or(AnalysisError::MineCount)?;
    let cells = groups.iter().flat_map(|&(component, group, mine)| {
        components[component].cells(group).iter().map(move |&cell| (cell, mine))
    });
    Ok(Found { cells: cells.collect(), complete })
}

/// Whether cells are certainly mines, or certainly none; nothing of those for which the search
/// takes too long. A layout that fits makes it short.
fn confirmed(
    solver: &mut Solver,
    mines: Mines,
    cells: &[(u32, bool)],
    layout: Option<&[bool]>,
) -> Result<Vec<Option<bool>>, AnalysisError> {
    let odds = solver.odds(mines)?;
    let (components, off_edge) = solver.all_components();
    let beside = odds.left.map(|mines| Beside { cells: off_edge.len() as u64, mines });
    let mut fits = Fits::new(&components, beside, solver.effort.search);
    if let Some(layout) = layout {
        let mines = |cells: &[u32]| cells.iter().filter(|&&cell| layout[cell as usize]).count() as u32;
        fits.suggest(|component, group| mines(components[component].cells(group)));
    }
    if fits.is_possible() == Some(false) {
        return Err(AnalysisError::MineCount);
    }
    let mut places = vec![None; solver.knowledge.known().len()];
    for (number, component) in components.iter().enumerate() {
        for group in 0..component.groups.len() {
            let cells = component.cells(group).iter();
            cells.for_each(|&cell| places[cell as usize] = Some((number, group)));
        }
    }
    Ok(cells.iter().map(|&(cell, mine)| fits.is_certain(places[cell as usize], mine)).collect())
}

/// What is certain of a cell, by the same search.
pub fn certainty(solver: &mut Solver, cell: u32, mines: Mines) -> Result<Certainty, AnalysisError> {
    match solver.knowledge.known()[cell as usize] {
        Known::Safe => return Ok(Certainty::Safe),
        Known::Mine => return Ok(Certainty::Mine),
        Known::Open | Known::Blank => return Ok(Certainty::None),
        Known::Undecided => {}
    }
    let both = confirmed(solver, mines, &[(cell, false), (cell, true)], None)?;
    Ok(match both[..] {
        [Some(true), _] => Certainty::Safe,
        [_, Some(true)] => Certainty::Mine,
        _ => Certainty::None,
    })
}

/// An analysis of a position that has components with too many states.
pub fn estimate(solver: &Solver, mines: Mines) -> Result<Analysis, AnalysisError> {
    let mut solver = solver.clone();
    // In more than two dimensions that was done before.
    if solver.shape().is_flat() {
        solver.search(false)?;
        match solver.weigh(mines) {
            Ok(weighed) => return solver.analysis(&weighed),
            Err(AnalysisError::TooLarge) if !solver.hard.is_empty() => {}
            Err(error) => return Err(error),
        }
    }
    let complete = solver.searched;
    sampled(&mut solver, mines, complete, MOST_KEPT)
}

/// An estimate from runs that keep so many states, where all is known that is certain, or not.
fn sampled(
    solver: &mut Solver,
    mines: Mines,
    complete: bool,
    keep: usize,
) -> Result<Analysis, AnalysisError> {
    let odds = solver.odds(mines)?;
    let (mut hard, exact) = parts(solver, &odds);
    let keep = hard.iter().map(|hard| hard.keep).fold(keep, usize::min);
    if keep >= WORTH_LEARNING {
        learn(solver, &exact, &mut hard, &odds, keep / LEARNED_FROM);
    }
    let (mut runs, mut layout) = (Vec::new(), None);
    let mut work = 0;
    let mut estimate = None;
    for number in 0..solver.effort.most_runs {
        let run = some_states(solver, &exact, &hard, &odds, (keep, number), None);
        work += solver.scratch.work;
        match run.and_then(|weighed| Ok((solver.analysis(&weighed)?, weighed))) {
            Ok((analysis, weighed)) => {
                runs.push(Run { log_weight: analysis.log_layouts(), analysis });
                if layout.is_none() {
                    layout = Some(drawn(solver, weighed)?);
                }
            }
            // All states that were kept may be dead ends, where there are others.
            Err(AnalysisError::Contradiction(_) | AnalysisError::MineCount) => {}
            Err(AnalysisError::TooLarge) => break,
            Err(error) => return Err(error),
        }
        if number + 1 >= FEWEST_RUNS && runs.len() > 1 {
            let next = Estimate::of(&runs, number + 1, keep);
            let good = next.error <= GOOD;
            estimate = Some(next);
            if good {
                break;
            }
        }
        if work > solver.effort.runs {
            break;
        }
    }
    let Some(Estimate { log_layouts, mut risks, error }) = estimate else {
        return Ok(by_numbers(solver, mines));
    };
    // Nothing but what is certain has no risk, or all.
    let least = error.min(0.001);
    risks.iter_mut().for_each(|risk| *risk = risk.max(least).min(1.0 - least));
    // What is the same in all runs may be certain by the number of mines.
    let same = |cell: usize| {
        let certainty = |run: &Run| run.analysis.certainty(Cell(cell as u64));
        let first = certainty(&runs[0]);
        let all = first != Certainty::None && runs.iter().all(|run| certainty(run) == first);
        all.then_some((cell as u32, first == Certainty::Mine))
    };
    let known = solver.knowledge.known();
    let undecided = (0..known.len()).filter(|&cell| known[cell] == Known::Undecided);
    let perhaps: Vec<(u32, bool)> = undecided.filter_map(same).collect();
    let mut complete = complete;
    if !perhaps.is_empty() {
        let confirmed = confirmed(solver, mines, &perhaps, layout.as_deref())?;
        complete &= confirmed.iter().all(Option::is_some);
        for (&(cell, mine), confirmed) in perhaps.iter().zip(confirmed) {
            if confirmed == Some(true) {
                solver.knowledge.prove(cell, mine);
            }
        }
    }
    let analysis = Analysis::with_risks(solver.knowledge.known(), log_layouts, &risks);
    Ok(analysis.estimate(Estimated { error, complete }))
}

/// A layout of the undecided cells.
fn drawn(solver: &Solver, weighed: Weighed) -> Result<Vec<bool>, AnalysisError> {
    let mut layout = vec![false; solver.knowledge.known().len()];
    let sampler = Sampler::on(solver.shape().clone(), Vec::new(), weighed)?;
    sampler.many().draw(0, |cell| layout[cell as usize] = true);
    Ok(layout)
}

/// The components that are hard, and the others with their weights.
fn parts(solver: &mut Solver, odds: &Odds) -> (Vec<Hard>, Vec<Arc<CachedComponent>>) {
    let mut exact = std::mem::take(&mut solver.components);
    exact.iter_mut().for_each(|solved| Arc::make_mut(solved).weigh(odds.power));
    let hard = std::mem::take(&mut solver.hard);
    let work = solver.effort.runs / FEWEST_RUNS;
    let undecided = solver.knowledge.undecided();
    let hard = hard.into_iter().map(|component| {
        let beside = odds.left.map(|mines| Beside { cells: (undecided - component.size()) as u64, mines });
        Hard::new(component, odds, beside, work, &mut solver.scratch)
    });
    (hard.collect(), exact)
}

/// An order of groups, and what a quick run had to leave out.
struct TriedPlan {
    left_out: f64,
    plan: Plan,
    outlooks: Arc<Outlooks>,
}

/// A component with too many states, and the order in which its groups are decided.
struct Hard {
    component: Component,
    plan: Option<TriedPlan>,
    /// So many states can be kept: where it has many groups, fewer, so that runs end in time.
    keep: usize,
}

impl Hard {
    /// Takes the order in which least has to be left out, as far as a quick run tells: in any other, runs
    /// are farther apart. A run may be so much work, about.
    fn new(
        component: Component,
        odds: &Odds,
        beside: Option<Beside>,
        one_run: usize,
        scratch: &mut Scratch,
    ) -> Hard {
        let chances = Chances::new(&component, odds.power, beside);
        let (mut best, mut work): (Option<TriedPlan>, _) = (None, 1);
        for plan in Order::ALL.into_iter().filter_map(|order| plan_ahead(&component, order).ok()) {
            let outlooks = Arc::new(Outlooks::new(&component, &plan, &chances));
            let mut thinning = Thinning::new(TRIED, odds.power, 0, Arc::clone(&outlooks));
            let limits = (u32::MAX, one_run);
            let run = StateGraph::thinned(component.clone(), plan.clone(), limits, &mut thinning, scratch);
            // Those that come to nothing may by other random numbers.
            if matches!(run, Ok(_) | Err(AnalysisError::Contradiction(_)))
                && best.as_ref().is_none_or(|best| scratch.left_out < best.left_out)
            {
                best = Some(TriedPlan { left_out: scratch.left_out, plan, outlooks });
                work = scratch.work.max(1);
            }
        }
        Hard { component, plan: best, keep: TRIED * (one_run / work).max(1) }
    }
}

/// Components with some of their states, to draw layouts from.
pub fn thinned(solver: &mut Solver, mines: Mines) -> Result<Weighed, AnalysisError> {
    let odds = solver.odds(mines)?;
    let (hard, exact) = parts(solver, &odds);
    let keep = hard.iter().map(|hard| hard.keep).fold(MOST_KEPT, usize::min);
    let mut drawn = (0..FEWEST_RUNS).map(|number| {
        let weighed = some_states(solver, &exact, &hard, &odds, (keep, number), None)?;
        weighed.wide()?.off_edge_result().ok_or(AnalysisError::MineCount).map(|_| weighed)
    });
    drawn.find(Result::is_ok).unwrap_or(Err(AnalysisError::MineCount))
}

/// All components, the hard ones with some of their states.
fn some_states(
    solver: &mut Solver,
    exact: &[Arc<CachedComponent>],
    hard: &[Hard],
    odds: &Odds,
    (keep, number): (usize, usize),
    mut lessons: Option<&mut Vec<Lesson>>,
) -> Result<Weighed, AnalysisError> {
    let mut components = exact.to_vec();
    let left = odds.left.and_then(|left| u32::try_from(left).ok()).unwrap_or(u32::MAX);
    let mut work = 0;
    for (at, Hard { component, plan, .. }) in (0..).zip(hard) {
        let seed = splitmix64(number as u64 ^ splitmix64(at + component.size() as u64));
        let TriedPlan { plan, outlooks, .. } = plan.as_ref().ok_or(AnalysisError::TooLarge)?;
        let mut thinning = Thinning::new(keep, odds.power, seed, Arc::clone(outlooks));
        thinning.lesson = lessons.as_ref().map(|_| Lesson::default());
        let limits = (left, solver.effort.runs);
        let scratch = &mut solver.scratch;
        let graph = StateGraph::thinned(component.clone(), plan.clone(), limits, &mut thinning, scratch);
        work += solver.scratch.work;
        let graph = graph?;
        if let (Some(lessons), Some(lesson)) = (&mut lessons, thinning.lesson) {
            lessons.push(lesson);
        }
        let mut solved =
            CachedComponent { number: 0, when: 0, mines: left, graph, odds: i32::MAX, forward: None };
        solved.weigh(odds.power);
        components.push(Arc::new(solved));
    }
    solver.scratch.work = work;
    Ok(solver.with_off_edge(components, odds))
}

/// A run that keeps few states, by which those that follow guess better.
fn learn(solver: &mut Solver, exact: &[Arc<CachedComponent>], hard: &mut [Hard], odds: &Odds, keep: usize) {
    let mut lessons = Vec::new();
    let Ok(weighed) = some_states(solver, exact, hard, odds, (keep, LESSON), Some(&mut lessons)) else {
        return;
    };
    for ((at, hard), mut lesson) in (exact.len()..).zip(hard).zip(lessons) {
        let (Some(plan), Some((forward, backward))) = (&mut hard.plan, weighed.both_ways(at)) else {
            continue;
        };
        let graph = &weighed.components[at].graph;
        for layer in &mut lesson.layers {
            layer.compare(|state| graph.ways_on(state, forward, &backward));
        }
        Arc::make_mut(&mut plan.outlooks).learn(&lesson);
    }
}

/// What runs come to.
struct Estimate {
    log_layouts: f64,
    risks: Vec<f64>,
    error: f64,
}

impl Estimate {
    /// Of so many runs, those that came to an end, by their weights.
    ///
    /// A few heavy runs count for most, so the error is that of as many as there are in
    /// effect; how far runs are apart is seen in all of them, heavy or not, whichever is more.
    fn of(runs: &[Run], all: usize, keep: usize) -> Estimate {
        let most = runs.iter().map(|run| run.log_weight).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = runs.iter().map(|run| (run.log_weight - most).exp()).collect();
        let sum = weights.iter().sum::<f64>();
        let count = runs.len() as f64;
        let effective = sum * sum / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let risk = |run: &Run, cell: usize| run.analysis.probabilities()[cell].unwrap_or(0.0);
        let cells = runs[0].analysis.probabilities().len();
        let (mut risks, mut variances) = (Vec::with_capacity(cells), Vec::new());
        for cell in 0..cells {
            let each = || runs.iter().zip(&weights);
            let mean = each().map(|(run, weight)| weight * risk(run, cell)).sum::<f64>() / sum;
            let apart = |run: &Run| (risk(run, cell) - mean).powi(2);
            let weighed = each().map(|(run, weight)| weight * apart(run)).sum::<f64>() / sum;
            let plain = runs.iter().map(apart).sum::<f64>() / count;
            risks.push(mean);
            variances.push(weighed.max(plain) * count / (count - 1.0));
        }
        // What is known for certain does not vary, and most cells off the edge hardly do.
        variances.retain(|&variance| variance > 1e-12);
        variances.sort_by(f64::total_cmp);
        let usual = variances.get(variances.len() * 3 / 4).copied().unwrap_or(0.0);
        let widest = variances.last().copied().unwrap_or(0.0);
        // Of few runs, those of the cell that seems to vary most are apart by chance as well: it is taken to vary
        // somewhat more like the others.
        let freedom = effective - 1.0;
        let variance = (usual * LIKE_OTHERS + widest * freedom) / (LIKE_OTHERS + freedom);
        // What no run saw may be there all the same.
        let unseen = 3.0 / (effective * keep as f64);
        let error = (variance / effective).sqrt() * student(freedom + LIKE_OTHERS) + unseen;
        Estimate { log_layouts: most + (sum / all as f64).ln(), risks, error: error.min(1.0) }
    }
}

/// How many standard errors hold in 95 cases of 100, with so many degrees of freedom.
fn student(freedom: f64) -> f64 {
    const FEW: [f64; 6] = [12.71, 12.71, 4.31, 3.19, 2.78, 2.58];
    match FEW.get(freedom.max(0.0) as usize) {
        Some(&few) => few,
        // The first terms of the expansion around the normal distribution.
        None => {
            let z: f64 = 1.959_964;
            let (first, second) =
                ((z.powi(3) + z) / 4.0, (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0);
            z + first / freedom + second / (freedom * freedom)
        }
    }
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
    Analysis::with_risks(known, 0.0, &risks).estimate(Estimated { error: 1.0, complete: false })
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Cell, Shape, Zone, random};

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

    const BOARDS: [(&[u64], u64); 3] = [(&[8, 12], 16), (&[5, 5, 5], 16), (&[3, 3, 3, 3], 9)];

    /// Where both work, the estimate is as good as it says.
    #[test]
    fn estimates_are_as_good_as_they_say() {
        let (mut within, mut beyond, mut apart) = (0, 0, 0.0_f64);
        for (sizes, mines) in BOARDS {
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
                let analysis = sampled(&mut solver, Mines::Total(mines), false, 24).expect("the same");
                let estimated = analysis.estimated().expect("an estimate");
                for (one, other) in analysis.probabilities().iter().zip(exact.probabilities()) {
                    let off = (one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs();
                    apart = apart.max(off);
                    *if off <= estimated.error { &mut within } else { &mut beyond } += 1;
                }
            }
        }
        assert!(apart > 0.001, "some states were left out");
        assert!(within > 1000 && beyond * 20 <= within, "{within} within, {beyond} beyond");
    }

    #[test]
    fn patience_makes_an_estimate_better_and_ends_where_it_is_good() {
        let (mut poor, mut better) = (0, 0);
        for (sizes, mines) in BOARDS {
            for seed in 0..6 {
                let position = position(sizes, mines, seed);
                let mut solver = Solver::new(position.shape()).with_limit(1);
                solver.load(&position).expect("no contradiction");
                if solver.weigh(Mines::Total(mines)).is_ok() {
                    continue;
                }
                solver.effort.runs = 1 << 16;
                let error = |patience: usize| {
                    let mut solver = solver.clone().with_patience(patience);
                    let analysis =
                        sampled(&mut solver, Mines::Total(mines), false, 24).expect("a position that fits");
                    analysis.estimated().expect("an estimate").error
                };
                let (one, more) = (error(1), error(16));
                if one > GOOD {
                    poor += 1;
                    better += u32::from(more < one);
                } else {
                    assert_eq!(one, more);
                }
            }
        }
        assert!(poor > 8 && better == poor, "{better} of {poor}");
    }

    /// The search finds all that is certain, and nothing else.
    #[test]
    fn what_is_certain_is_found_without_counting_layouts() {
        let (mut all, mut incomplete, mut missed, mut unanswered) = (0, 0, 0, 0);
        let density = Mines::Density(0.2);
        for (sizes, mines) in BOARDS {
            for seed in 0..8 {
                let position = position(sizes, mines, seed);
                for mines in [Mines::Total(mines), density] {
                    let mut solver = Solver::new(position.shape());
                    solver.load(&position).expect("no contradiction");
                    let exact = solver.clone().analyse(mines).expect("a position that fits");
                    if mines == density {
                        let mut solver = solver.clone();
                        let complete = solver.search(false).expect("the same");
                        let found = Analysis::new(solver.knowledge.known());
                        all += found.safe().len() + found.mines().len();
                        incomplete += u32::from(!complete);
                        assert!(found.safe().iter().all(|cell| exact.safe().contains(cell)));
                        assert!(found.mines().iter().all(|cell| exact.mines().contains(cell)));
                        assert!(!complete || (found.safe(), found.mines()) == (exact.safe(), exact.mines()));
                    }
                    let layout =
                        drawn(&solver.clone(), solver.weigh(mines).expect("the same")).expect("the same");
                    let undecided = |cell: &Cell| exact.probability(*cell).is_some();
                    for cell in (0..position.shape().cells()).map(Cell).filter(undecided) {
                        // What the number of mines says can take too long.
                        let one = certainty(&mut solver, cell.0 as u32, mines).expect("the same");
                        let known = solver.knowledge.known()[cell.0 as usize] != Known::Undecided;
                        missed += u32::from(one != exact.certainty(cell));
                        assert!(one == exact.certainty(cell) || one == Certainty::None);
                        if known {
                            continue;
                        }
                        for mine in [false, true] {
                            let wanted = if mine { Certainty::Mine } else { Certainty::Safe };
                            let asked = [(cell.0 as u32, mine)];
                            let answer =
                                confirmed(&mut solver, mines, &asked, Some(&layout)).expect("the same");
                            assert!(
                                answer[0].is_none_or(|certain| certain == (exact.certainty(cell) == wanted))
                            );
                            unanswered += u32::from(answer[0].is_none());
                        }
                    }
                }
            }
        }
        assert!(
            incomplete < 4 && missed < 100,
            "{incomplete} incomplete, {missed} missed, {unanswered} unanswered"
        );
        assert!(all > 40, "{all}");
    }
}
