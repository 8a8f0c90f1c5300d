//! What to open where nothing is safe, looking ahead.
//!
//! A cell is worth what it leads to: for each number it can show, how likely that
//! is, and how safe the player then is. Where a cell would be safe then, that is
//! all that is asked; where none would be, the next guess is looked at in the same
//! way. The cells that look best after a short look get a longer one.

use crate::analysis::{Analysis, Mines};
use crate::endgame::Endgame;
use crate::knowledge::Known;
use crate::layouts::{Layouts, MOST_CELLS};
use crate::solver::Solver;

/// How many guesses are looked ahead, this one included.
const DEPTH: u32 = 3;

/// How many cells are looked at, now and one guess later.
const WIDE: usize = 10;
const WIDE_LATER: usize = 5;

/// How many of these may be cells off the edge, which are much alike: those that
/// most likely open more.
const OFF_EDGE: usize = 2;

/// What is less likely than this is not looked at any further.
const UNLIKELY: f64 = 0.01;

/// As many layouts, or of more so many that are drawn, are looked at one by one,
/// unless their number has more digits than this.
const LAYOUTS: usize = 4000;
const MOST_DIGITS: f64 = 14.0;

/// A cell that could be opened.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    cell: u32,
    /// How likely it is free, and how likely there is no mine around it either.
    safety: f64,
    opens: f64,
    /// How many numbers are around it.
    told: usize,
    /// Whether it can show one number only, and nothing is safe then: whatever is
    /// done after it can as well be done before.
    dead: bool,
    /// How likely the player survives it and the guesses that follow, as far as
    /// was looked: never more than it is.
    chance: f64,
}

/// The cell with the best chance to win, where none is safe.
pub fn choose(solver: &Solver, analysis: &Analysis, mines: u64) -> Option<u32> {
    let layouts = few_layouts(solver, analysis, mines);
    if let Some((cell, _)) = layouts.and_then(|layouts| Endgame::new(layouts).best()) {
        return Some(cell);
    }
    Some(best(solver, analysis, mines, DEPTH, WIDE)?.cell)
}

/// The layouts of a position near its end, or some of them.
fn few_layouts(solver: &Solver, analysis: &Analysis, mines: u64) -> Option<Layouts> {
    let knowledge = &solver.knowledge;
    if analysis.log_layouts() < (LAYOUTS as f64).ln() {
        let left = mines.saturating_sub(knowledge.mines() as u64);
        return Layouts::all(knowledge, left as u32, LAYOUTS);
    }
    if analysis.log10_layouts() > MOST_DIGITS || knowledge.undecided() > MOST_CELLS {
        return None;
    }
    let sampler = solver.clone().sampler(Mines::Total(mines)).ok()?;
    Layouts::drawn(knowledge, &sampler, LAYOUTS)
}

/// The best cell by looking so many guesses ahead.
fn best(solver: &Solver, analysis: &Analysis, mines: u64, depth: u32, wide: usize) -> Option<Candidate> {
    let mut candidates = candidates(solver, analysis, wide);
    for depth in 2..=depth {
        let mut best = 0.0_f64;
        for at in 0..candidates.len() {
            // However well it goes on, it cannot be better.
            if candidates[at].chance <= best {
                candidates.truncate(at);
                break;
            }
            look(solver, analysis, &mut candidates[at], mines, depth, best);
            best = best.max(candidates[at].chance);
        }
        if candidates.iter().any(|candidate| !candidate.dead) {
            candidates.retain(|candidate| !candidate.dead);
        }
        candidates.sort_by(better);
    }
    candidates.first().copied()
}

fn better(one: &Candidate, other: &Candidate) -> std::cmp::Ordering {
    let by_chance = other.chance.total_cmp(&one.chance);
    by_chance.then(other.told.cmp(&one.told)).then(other.opens.total_cmp(&one.opens))
}

/// The safest cells.
fn candidates(solver: &Solver, analysis: &Analysis, wide: usize) -> Vec<Candidate> {
    let (map, known) = (solver.knowledge.map(), solver.knowledge.known());
    let risk = |cell: u32| analysis.probability(cell as usize).unwrap_or(0.0);
    let opens = |cell: u32| map.near(cell).iter().map(|&near| 1.0 - risk(near)).product::<f64>();
    let mut candidates: Vec<Candidate> = (0..known.len() as u32)
        .filter(|&cell| known[cell as usize] == Known::Undecided)
        .map(|cell| {
            let safety = 1.0 - risk(cell);
            let told = map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Open).count();
            Candidate { cell, safety, opens: opens(cell), told, dead: false, chance: safety }
        })
        .collect();
    candidates.sort_by(better);
    let mut off_edge = 0;
    candidates.retain(|candidate| {
        off_edge += usize::from(candidate.told == 0);
        candidate.told > 0 || off_edge <= OFF_EDGE
    });
    candidates.truncate(wide);
    candidates
}

/// Finds the chance to survive a cell and the guesses that follow; anything up to
/// `enough` where it cannot be more.
fn look(
    solver: &Solver,
    analysis: &Analysis,
    candidate: &mut Candidate,
    mines: u64,
    depth: u32,
    enough: f64,
) {
    let (map, known) = (solver.knowledge.map(), solver.knowledge.known());
    let near = |wanted: Known| {
        map.near(candidate.cell).iter().filter(|&&near| known[near as usize] == wanted).count() as u32
    };
    let (fixed, undecided) = (near(Known::Mine), near(Known::Undecided));
    let (mut chance, mut left) = (0.0, candidate.safety);
    let mut possible = 0;
    candidate.dead = false;
    for number in fixed..=fixed + undecided {
        let mut ahead = solver.clone();
        let opened = ahead.knowledge.open(candidate.cell, number).and_then(|()| ahead.knowledge.conclude());
        // A number that cannot be here.
        let Ok(glance) = opened.and_then(|()| ahead.glance(mines)) else { continue };
        let share = (glance.log_weight - analysis.log_layouts()).exp();
        let value = if glance.safe {
            1.0
        } else if depth > 2 && share > UNLIKELY {
            let later = ahead.analyse(Mines::Total(mines)).ok();
            let next = later.and_then(|later| best(&ahead, &later, mines, depth - 1, WIDE_LATER));
            next.map_or(glance.safest, |next| next.chance)
        } else {
            glance.safest
        };
        chance += share * value;
        left -= share;
        possible += 1;
        candidate.dead = possible == 1 && left < 1e-9 && !glance.safe;
        // What is left cannot make it the best.
        if chance + left <= enough || left < 1e-6 {
            break;
        }
    }
    candidate.chance = chance;
}
