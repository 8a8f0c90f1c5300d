//! What to open where nothing is safe, looking ahead.
//!
//! A cell is worth what it leads to: for each number it can show, how likely that
//! is, and what the position then is worth. Where few cells are safe there, they
//! are opened too, and what they show is looked at in the same way; where none is,
//! the next guess is. A position that is not looked at any further is worth the
//! more, the more cells are safe in it. The cells that look best after a short
//! look get a longer one.

use omnisweep_engine::Cell;

use crate::analysis::{Analysis, AnalysisError, Mines};
use crate::endgame::Endgame;
use crate::knowledge::Known;
use crate::layouts::{Layouts, MOST_CELLS};
use crate::region;
use crate::solver::{MANY, QuickValue, Solver};
use crate::tosses::{self, Toss};
use crate::tuning::Tuning;

/// A cell that could be opened.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    cell: u32,
    /// How likely it is free, and how likely there is no mine around it either.
    safety: f64,
    opens: f64,
    /// How many numbers are around it.
    told: usize,
    /// By how much it is worth more than what it leads to: who opens it does not have to take a toss later.
    pays: f64,
    /// Whether it can show one number only, and nothing is safe then: whatever is
    /// done after it can as well be done before.
    dead: bool,
    /// What it leads to, as far as was looked: how likely the player survives it
    /// and the guesses that follow, by what the positions are worth.
    value: f64,
}

/// How far to look from a position.
#[derive(Clone, Copy, Debug)]
struct Horizon {
    /// How many more guesses.
    guesses: u32,
    /// How many safe cells in a row.
    steps: u32,
    /// How likely the position comes about.
    likely: f64,
}

/// How much work it may be to look ahead in more than two dimensions, about.
const WORK: usize = 1 << 26;

/// The cell with the best chance to win, where none is safe.
pub fn choose(solver: &Solver, analysis: &Analysis, mines: u64, tuning: &Tuning) -> Option<u32> {
    if solver.shape().is_flat() {
        look(solver, analysis, mines, tuning, usize::MAX)
    } else if analysis.estimated().is_some() {
        // Nobody looks ahead from where it takes long to look at all.
        analysis.safest().map(|(cell, _)| cell.0 as u32)
    } else {
        look(&solver.ahead(), analysis, mines, tuning, WORK)
    }
}

/// The same, by no more than so much work, about.
fn look(solver: &Solver, analysis: &Analysis, mines: u64, tuning: &Tuning, work: usize) -> Option<u32> {
    if let Some(region) = region::closed_off(&solver.knowledge, tuning.exhaustive) {
        return Endgame::new(region, tuning).best().map(|(cell, _)| cell);
    }
    let layouts = few_layouts(solver, analysis, mines, tuning);
    if let Some((cell, _)) = layouts.and_then(|layouts| Endgame::new(layouts, tuning).best()) {
        return Some(cell);
    }
    let mut search = Search::new(mines, tuning, work);
    let tosses = search.tosses(solver, analysis);
    let candidates = candidates(solver, analysis, tuning, tuning.wide, &tosses);
    let horizon = Horizon { guesses: tuning.guesses, steps: tuning.steps, likely: 1.0 };
    search.best(solver, analysis, candidates, horizon).map(|best| best.cell)
}

/// The cells that are looked at, at most so many.
pub fn candidate_cells(
    solver: &Solver,
    analysis: &Analysis,
    mines: u64,
    tuning: &Tuning,
    most: usize,
) -> Vec<Cell> {
    let tosses = Search::new(mines, tuning, WORK).tosses(solver, analysis);
    let candidates = candidates(solver, analysis, tuning, most, &tosses);
    candidates.iter().map(|candidate| Cell(u64::from(candidate.cell))).collect()
}

/// The coin tosses that are at least so likely to stay.
pub fn tosses(solver: &Solver, analysis: &Analysis, mines: u64, least: f64) -> Vec<Toss> {
    let tuning = Tuning { unlikely_toss: least, ..Tuning::DEFAULT };
    Search::new(mines, &tuning, WORK).tosses(solver, analysis)
}

/// The layouts of a position near its end, or some of them.
fn few_layouts(solver: &Solver, analysis: &Analysis, mines: u64, tuning: &Tuning) -> Option<Layouts> {
    let knowledge = &solver.knowledge;
    let listed = tuning.listed.max(tuning.exhaustive);
    let risk = |cell: u32| analysis.probability(Cell(cell.into())).unwrap_or(0.0);
    let tosses = || tosses::possible(knowledge, risk, tuning.unlikely_toss);
    if analysis.log_layouts() < (listed as f64).ln() {
        let left = mines.saturating_sub(knowledge.mines() as u64);
        let all = Layouts::all(knowledge, left as u32, listed)?;
        let is_looked_at_in_full = all.len() <= tuning.exhaustive;
        return Some(if is_looked_at_in_full { all } else { all.with_tosses(knowledge, &tosses()) });
    }
    if analysis.log10_layouts() > tuning.digits || knowledge.undecided() > MOST_CELLS {
        return None;
    }
    let sampler = solver.clone().sampler(Mines::Total(mines)).ok()?;
    Layouts::drawn(knowledge, &sampler, tuning.layouts, &tosses())
}

fn better(one: &Candidate, other: &Candidate) -> std::cmp::Ordering {
    let by_value = other.value.total_cmp(&one.value);
    by_value.then(other.told.cmp(&one.told)).then(other.opens.total_cmp(&one.opens))
}

/// The safest cells, by what they pay.
fn candidates(
    solver: &Solver,
    analysis: &Analysis,
    tuning: &Tuning,
    wide: usize,
    tosses: &[Toss],
) -> Vec<Candidate> {
    let (map, known) = (solver.knowledge.adjacency(), solver.knowledge.known());
    let risk = |cell: u32| analysis.probability(Cell(cell.into())).unwrap_or(0.0);
    let opens = |cell: u32| map.near(cell).iter().map(|&near| 1.0 - risk(near)).product::<f64>();
    let mut candidates: Vec<Candidate> = (0..known.len() as u32)
        .filter(|&cell| known[cell as usize] == Known::Undecided)
        .map(|cell| {
            let safety = 1.0 - risk(cell);
            let told = map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Open).count();
            let pays = tosses::pays(tosses, cell, risk(cell), tuning.tosses);
            Candidate { cell, safety, opens: opens(cell), told, pays, dead: false, value: safety * pays }
        })
        .collect();
    candidates.sort_by(better);
    let mut off_edge = 0;
    candidates.retain(|candidate| {
        off_edge += usize::from(candidate.told == 0);
        candidate.told > 0 || off_edge <= tuning.off_edge
    });
    candidates.truncate(wide);
    candidates
}

/// The numbers that a closed cell may show, as far as its neighbours say.
fn numbers(solver: &Solver, cell: u32) -> std::ops::RangeInclusive<u32> {
    let (map, known) = (solver.knowledge.adjacency(), solver.knowledge.known());
    let near = |wanted: Known| map.near(cell).iter().filter(|&&near| known[near as usize] == wanted).count();
    let mines = near(Known::Mine) as u32;
    mines..=mines + near(Known::Undecided) as u32
}

/// Looks ahead.
struct Search<'a> {
    mines: u64,
    tuning: &'a Tuning,
    /// How much more work it may be.
    work: usize,
    /// Solvers that nobody needs at the moment, for their memory.
    #[expect(clippy::vec_box, reason = "a solver is large, and comes and goes thousands of times")]
    spare: Vec<Box<Solver>>,
}

impl Search<'_> {
    fn new(mines: u64, tuning: &Tuning, work: usize) -> Search<'_> {
        Search { mines, tuning, work, spare: Vec::new() }
    }

    /// The best of some cells.
    fn best(
        &mut self,
        solver: &Solver,
        analysis: &Analysis,
        mut candidates: Vec<Candidate>,
        horizon: Horizon,
    ) -> Option<Candidate> {
        let slack = if horizon.guesses > 0 { self.tuning.slack } else { 0.0 };
        for guesses in 0..=horizon.guesses {
            let last = guesses == horizon.guesses;
            let horizon = Horizon { guesses, steps: if last { horizon.steps } else { 0 }, ..horizon };
            let mut best = 0.0_f64;
            for at in 0..candidates.len() {
                if candidates[at].value <= best - slack || (self.work == 0 && at > 0) {
                    candidates.truncate(at);
                    break;
                }
                let enough = if last { best } else { best - slack };
                self.evaluate(solver, analysis, &mut candidates[at], horizon, enough);
                best = best.max(candidates[at].value);
            }
            if candidates.iter().any(|candidate| !candidate.dead) {
                candidates.retain(|candidate| !candidate.dead);
            }
            candidates.sort_by(better);
        }
        candidates.first().copied()
    }

    /// Finds what a cell is worth; where that is no more than `enough`, that it
    /// is less.
    fn evaluate(
        &mut self,
        solver: &Solver,
        analysis: &Analysis,
        candidate: &mut Candidate,
        horizon: Horizon,
        enough: f64,
    ) {
        let (mut value, mut left) = (0.0, candidate.safety);
        let (all, mut possible) = (analysis.log_layouts(), 0);
        candidate.dead = false;
        for number in numbers(solver, candidate.cell) {
            let Some((mut ahead, quick)) = self.open(solver, candidate.cell, number) else { continue };
            let share = (quick.log_weight - all).exp();
            value +=
                share * self.value(&mut ahead, quick, Horizon { likely: horizon.likely * share, ..horizon });
            self.spare.push(ahead);
            left -= share;
            possible += 1;
            candidate.dead = possible == 1 && left < 1e-9 && quick.safe == 0;
            // Even if all that is left were won, it would not be the best.
            if (value + left) * candidate.pays <= enough {
                candidate.value = (value + left) * candidate.pays * (1.0 - 1e-12);
                return;
            }
            if left < 1e-6 {
                break;
            }
        }
        candidate.value = value * candidate.pays;
    }

    /// What a position is worth.
    fn value(&mut self, solver: &mut Solver, quick: QuickValue, horizon: Horizon) -> f64 {
        let worth = self.tuning.value[quick.safe.min(MANY)];
        let quick_value = if quick.safe == 0 { quick.safest * worth } else { worth };
        let looks_on = match quick.safe {
            0 => horizon.guesses > 0 && horizon.likely > self.tuning.unlikely,
            MANY.. => false,
            _ => horizon.steps > 0 && horizon.likely > self.tuning.unlikely_safe,
        };
        if !looks_on || self.work == 0 {
            return quick_value;
        }
        let Ok(analysis) = solver.analyse(Mines::Total(self.mines)) else { return quick_value };
        if quick.safe > 0 {
            return self.value_after_safe(solver, &analysis, horizon).unwrap_or(quick_value);
        }
        let candidates = candidates(solver, &analysis, self.tuning, self.tuning.wide_later, &[]);
        let horizon = Horizon { guesses: horizon.guesses - 1, steps: self.tuning.steps, ..horizon };
        self.best(solver, &analysis, candidates, horizon).map_or(quick_value, |best| best.value)
    }

    /// What a position is worth after a safe cell is opened: the one with the most
    /// undecided cells around it.
    fn value_after_safe(&mut self, solver: &Solver, analysis: &Analysis, horizon: Horizon) -> Option<f64> {
        let map = solver.knowledge.adjacency();
        let undecided = |&&near: &&u32| {
            analysis.probability(Cell(near.into())).is_some_and(|risk| risk > 0.0 && risk < 1.0)
        };
        let tells = |cell: u32| map.near(cell).iter().filter(undecided).count();
        let cell = analysis.safe().iter().map(|cell| cell.0 as u32).max_by_key(|&cell| tells(cell))?;
        let (all, mut value) = (analysis.log_layouts(), 0.0);
        for number in numbers(solver, cell) {
            let Some((mut ahead, quick)) = self.open(solver, cell, number) else { continue };
            let share = (quick.log_weight - all).exp();
            let horizon = Horizon { guesses: 0, steps: horizon.steps - 1, likely: horizon.likely * share };
            value += share * self.value(&mut ahead, quick, horizon);
            self.spare.push(ahead);
        }
        Some(value)
    }

    /// The position after a cell shows a number, if it can.
    fn open(&mut self, solver: &Solver, cell: u32, number: u32) -> Option<(Box<Solver>, QuickValue)> {
        self.suppose(solver, &|ahead| ahead.knowledge.open(cell, number))
    }

    /// The coin tosses that may have to be taken in the end.
    fn tosses(&mut self, solver: &Solver, analysis: &Analysis) -> Vec<Toss> {
        let risk = |cell: u32| analysis.probability(Cell(cell.into())).unwrap_or(0.0);
        tosses::likely(&solver.knowledge, risk, self.tuning.unlikely_toss, |mined, free| {
            let supposed = self.suppose(solver, &|ahead| {
                mined.iter().for_each(|&cell| ahead.knowledge.prove(cell, true));
                free.iter().for_each(|&cell| ahead.knowledge.prove(cell, false));
                Ok(())
            });
            supposed.map_or(0.0, |(spare, quick)| {
                self.spare.push(spare);
                (quick.log_weight - analysis.log_layouts()).exp()
            })
        })
    }

    /// The position with more that is known, if it can be.
    fn suppose(
        &mut self,
        solver: &Solver,
        change: &dyn Fn(&mut Solver) -> Result<(), AnalysisError>,
    ) -> Option<(Box<Solver>, QuickValue)> {
        let mut ahead = match self.spare.pop() {
            Some(mut spare) => {
                spare.copy(solver);
                spare
            }
            None => Box::new(solver.clone()),
        };
        let changed = change(&mut ahead).and_then(|()| ahead.knowledge.conclude());
        let quick = changed.and_then(|()| ahead.quick_value(self.mines));
        self.work = self.work.saturating_sub(ahead.spent());
        match quick {
            Ok(quick) => Some((ahead, quick)),
            Err(_) => {
                self.spare.push(ahead);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Shape, Zone, random};

    use super::*;

    const TUNING: Tuning = Tuning::DEFAULT;
    const ANY: Horizon = Horizon { guesses: 0, steps: TUNING.steps, likely: 1.0 };

    /// Positions of drawn boards in which nothing is safe, the first ones met.
    fn stuck(sizes: &[u64], mines: u64, count: usize) -> Vec<(Solver, Analysis)> {
        let shape = Shape::new(sizes).unwrap();
        let board = |seed: u64| random::draw(&shape, mines, &Zone::new([Cell(0)]), seed).unwrap();
        let play_safe = |seed: u64| {
            let layout = board(seed);
            let mut solver = Solver::new(&shape);
            let mut next = Cell(0);
            loop {
                let number = shape.neighbours(next).filter(|&near| layout.contains(near)).count();
                solver.open(next, number as u32).unwrap();
                let analysis = solver.analyse(Mines::Total(mines)).unwrap();
                match analysis.safe().first() {
                    Some(&safe) => next = safe,
                    None if solver.knowledge.undecided() == 0 => return None,
                    None => return Some((solver, analysis)),
                }
            }
        };
        (0..).filter_map(play_safe).take(count).collect()
    }

    fn all_stuck() -> impl Iterator<Item = (u64, Solver, Analysis)> {
        [(&[6, 7][..], 9), (&[5, 5], 6), (&[1, 12], 4), (&[3, 3, 3], 6)].into_iter().flat_map(
            |(sizes, mines)| {
                stuck(sizes, mines, 25).into_iter().map(move |(solver, analysis)| (mines, solver, analysis))
            },
        )
    }

    #[test]
    fn what_cannot_be_the_best_is_left_out_and_nothing_else() {
        for (mines, solver, analysis) in all_stuck() {
            let mut search = Search::new(mines, &TUNING, usize::MAX);
            let mut all = candidates(&solver, &analysis, &TUNING, TUNING.wide, &[]);
            let best = search.best(&solver, &analysis, all.clone(), ANY).unwrap();
            all.iter_mut().for_each(|each| search.evaluate(&solver, &analysis, each, ANY, -1.0));
            let only_dead = all.iter().all(|each| each.dead);
            let most = all.iter().filter(|each| only_dead || !each.dead).map(|each| each.value);
            assert_eq!(best.value, most.fold(0.0, f64::max));
            assert!(all.iter().all(|each| each.value <= each.safety + 1e-9));
        }
    }

    #[test]
    fn a_look_that_ends_early_promises_no_less_than_there_is() {
        for (mines, solver, analysis) in all_stuck() {
            let mut search = Search::new(mines, &TUNING, usize::MAX);
            for candidate in candidates(&solver, &analysis, &TUNING, TUNING.wide, &[]) {
                let (mut whole, mut hurried) = (candidate, candidate);
                search.evaluate(&solver, &analysis, &mut whole, ANY, -1.0);
                search.evaluate(&solver, &analysis, &mut hurried, ANY, candidate.safety);
                assert!(whole.value <= hurried.value + 1e-9, "{whole:?} and {hurried:?}");
                assert!(hurried.value <= candidate.safety);
            }
        }
    }

    #[test]
    fn a_dead_cell_shows_one_number_and_leaves_nothing_safe() {
        let (mut dead, mut alive) = (0, 0);
        for (mines, solver, analysis) in all_stuck() {
            let left = mines as u32 - solver.knowledge.mines() as u32;
            let Some(layouts) = Layouts::all(&solver.knowledge, left, 60_000) else { continue };
            for mut candidate in candidates(&solver, &analysis, &TUNING, usize::MAX, &[]) {
                Search::new(mines, &TUNING, usize::MAX).evaluate(
                    &solver,
                    &analysis,
                    &mut candidate,
                    ANY,
                    -1.0,
                );
                let cell = layouts.cells.iter().position(|&cell| cell == candidate.cell).unwrap();
                let free = |&layout: &u16| layouts.is_free(cell, layout);
                let free: Vec<u16> = (0..layouts.len() as u16).filter(free).collect();
                let is_safe = |other: usize| free.iter().all(|&layout| layouts.is_free(other, layout));
                let safe = (0..layouts.cells.len()).any(|other| other != cell && is_safe(other));
                assert_eq!(candidate.dead, !safe && !layouts.tells(cell, &free), "{candidate:?}");
                *(if candidate.dead { &mut dead } else { &mut alive }) += 1;
            }
        }
        assert!(dead > 5 && alive > 100, "{dead} and {alive}");
    }

    #[test]
    fn a_solver_that_takes_over_what_another_knows_goes_on_like_it() {
        let positions: Vec<_> = stuck(&[6, 7], 9, 20);
        let mut spare = positions[0].0.clone();
        for (solver, analysis) in &positions {
            for candidate in candidates(solver, analysis, &TUNING, TUNING.wide, &[]) {
                for number in numbers(solver, candidate.cell) {
                    spare.copy(solver);
                    let mut clone = solver.clone();
                    let cell = Cell(u64::from(candidate.cell));
                    let probabilities = |solver: &mut Solver| {
                        solver.open(cell, number)?;
                        let analysis = solver.analyse(Mines::Total(9))?;
                        Ok::<_, AnalysisError>(analysis.probabilities().to_vec())
                    };
                    assert_eq!(probabilities(&mut spare), probabilities(&mut clone));
                }
            }
        }
    }
}
