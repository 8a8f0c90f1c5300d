//! The search for the easiest proof.
//!
//! Steps of one kind after the other are looked at, from easy to hard, and no
//! kind of which a single step would cost more than the best proof so far. Large
//! boards are looked at near the player first.

use omnisweep_engine::Cell;

use super::chain::Chain;
use super::frontier::{AT_ONCE, Frontier};
use super::{Kind, Proof, cases, count, ease, suppose};
use crate::analysis::{AnalysisError, Mines};
use crate::position::Position;
use crate::solver::Solver;

/// No more sums of three numbers are tried, and no more cells supposed.
const MOST_SUMS: usize = 100_000;
const MOST_SUPPOSED: usize = 1000;

/// As a last resort no more cells than this are tried to be proved by cases.
const MOST_CASES: usize = 8;

/// What is wanted of a proof.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    /// Where the player is.
    pub near: Cell,
    /// Whether a cell is worth opening, should it be safe.
    pub wanted: &'a dyn Fn(Cell) -> bool,
}

/// The easiest proof that a cell is safe, if any is; nothing where none is
/// certainly safe.
///
/// # Errors
/// As of [`analyse`](crate::analyse), where no simple step leads to a safe cell.
///
/// # Panics
/// Where the player is not on the board.
pub fn easiest(position: &Position, mines: Mines, wish: &Wish<'_>) -> Result<Option<Proof>, AnalysisError> {
    match easiest_by_steps(position, mines, wish) {
        None => by_cases(position, mines, wish),
        proof => Ok(proof),
    }
}

/// The same without a look at all cases: quick on boards of any size.
///
/// # Panics
/// Where the player is not on the board.
#[must_use]
pub fn easiest_by_steps(position: &Position, mines: Mines, wish: &Wish<'_>) -> Option<Proof> {
    let wanted = |cell: Cell, mine: bool| !mine && (wish.wanted)(cell);
    by_steps(position, mines, wish.near, Aim::EASIEST, wanted)
}

/// A proof that a cell is safe whose hardest step is as easy as can be, and no
/// harder than some kind.
pub fn simplest(position: &Position, mines: Mines, hardest: Kind) -> Result<Option<Proof>, AnalysisError> {
    let kinds = hardest.min(Kind::Supposition);
    match by_steps(position, mines, Cell(0), Aim { hardest: kinds, simplest: true }, |_, mine| !mine) {
        None if hardest == Kind::Cases => {
            by_cases(position, mines, &Wish { near: Cell(0), wanted: &|_| true })
        }
        proof => Ok(proof),
    }
}

/// A proof by all cases of some numbers, if any cell is safe.
fn by_cases(position: &Position, mines: Mines, wish: &Wish<'_>) -> Result<Option<Proof>, AnalysisError> {
    let mut solver = Solver::new(position.shape());
    solver.load(position)?;
    let mut safe = solver.safe_cells(mines)?;
    safe.retain(|&cell| (wish.wanted)(cell));
    safe.sort_by_key(|&cell| distance(position, wish.near, cell));
    // A proof tries many of the numbers, and no try may take long.
    let mut solver = solver.ahead().into_owned();
    let proofs = safe.into_iter().take(MOST_CASES);
    let mut proofs = proofs.filter_map(|cell| cases::by_cases(&mut solver, position, mines, cell));
    // To compare them would take longer than anybody waits.
    Ok(proofs.find(|proof| proof.check(position, mines).is_ok()))
}

/// The easiest proof of what a cell is; nothing where it is not certain.
///
/// # Panics
/// Where the cell is not on the board.
#[must_use]
pub fn prove(position: &Position, mines: Mines, cell: Cell) -> Option<Proof> {
    by_steps(position, mines, cell, Aim::EASIEST, |other, _| other == cell).or_else(|| {
        let mut solver = Solver::new(position.shape()).ahead().into_owned();
        let proof = cases::by_cases(&mut solver, position, mines, cell)?;
        proof.check(position, mines).is_ok().then_some(proof)
    })
}

/// The easiest proof without looking at all cases, of what is wanted.
fn by_steps(
    position: &Position,
    mines: Mines,
    near: Cell,
    aim: Aim,
    wanted: impl Fn(Cell, bool) -> bool + Copy,
) -> Option<Proof> {
    let total = if let Mines::Total(total) = mines { Some(total) } else { None };
    let cells = position.shape().cells();
    let find = |frontier: &Frontier, aim: Aim| {
        let mut proofs = Search { chain: Chain::new(frontier), total, aim }.proofs(wanted);
        proofs.sort_by_cached_key(|proof| (proof.cost(), distance(position, near, proof.cell)));
        proofs.into_iter().find(|proof| proof.check(position, mines).is_ok())
    };
    if cells <= AT_ONCE {
        return find(&Frontier::whole(position), aim);
    }
    // As far around as a small board, then farther and farther; simple steps anywhere
    // are easier than hard ones here.
    let dimensions = position.shape().sizes().iter().filter(|&&size| size > 1).count().max(1) as f64;
    let whole = position.shape().sizes().iter().copied().max().unwrap_or(1);
    let nearest = ((AT_ONCE as f64).powf(1.0 / dimensions) / 2.0).max(1.0) as u64;
    for hardest in [Kind::Pair, aim.hardest] {
        let mut around = nearest;
        let farthest = if hardest == Kind::Pair { whole } else { around * 4 };
        loop {
            let frontier = Frontier::near(position, near, around);
            if let Some(proof) = find(&frontier, Aim { hardest, ..aim }) {
                return Some(proof);
            }
            // Where even pairs are too many, harder steps would take for ever.
            if frontier.is_cut_off() && around == nearest {
                return None;
            }
            if frontier.is_cut_off() || around >= farthest {
                break;
            }
            around = (around * 2).min(farthest);
        }
    }
    None
}

/// What kind of proof is looked for.
#[derive(Clone, Copy)]
struct Aim {
    /// The hardest kind of step that it may have.
    hardest: Kind,
    /// Whether no kind is looked at once an easier one has led to a proof, however long.
    simplest: bool,
}

impl Aim {
    const EASIEST: Aim = Aim { hardest: Kind::Supposition, simplest: false };
}

struct Search<'a> {
    chain: Chain<'a>,
    total: Option<u64>,
    aim: Aim,
}

impl Search<'_> {
    /// Proofs of what is wanted, the easiest among them.
    fn proofs(&mut self, wanted: impl Fn(Cell, bool) -> bool + Copy) -> Vec<Proof> {
        let mut best: Vec<Proof> = Vec::new();
        for kind in [Kind::Number, Kind::Pair, Kind::Several, Kind::Count, Kind::Supposition] {
            let cost = best.iter().map(Proof::cost).min().unwrap_or(u32::MAX);
            if kind > self.aim.hardest || cost < ease::least_of(kind) {
                continue;
            }
            if self.aim.simplest && !best.is_empty() {
                break;
            }
            self.look_at(kind);
            // What a hard step decides may make easy ones possible again. Who has a proof looks
            // for one that is as easy, and no further.
            while !self.chain.run(cost, wanted) && best.is_empty() && self.grow(kind) {}
            best = self.found(wanted);
        }
        best
    }

    fn look_at(&mut self, kind: Kind) {
        match (kind, self.total) {
            (Kind::Number | Kind::Cases, _) | (Kind::Count, None) => {}
            (Kind::Pair, _) => self.chain.look_at_pairs(),
            (Kind::Count, Some(total)) => count::look_at_count(&mut self.chain, total),
            (Kind::Several, _) => self.chain.look_at_three(MOST_SUMS),
            (Kind::Supposition, _) => suppose::suppose(&mut self.chain, MOST_SUPPOSED),
        }
    }

    /// Looks at hard steps again, and says whether anything new is to be seen.
    fn grow(&mut self, kind: Kind) -> bool {
        for again in [Kind::Count, Kind::Several, Kind::Supposition] {
            if again <= kind {
                self.look_at(again);
                if self.chain.waits() {
                    return true;
                }
            }
        }
        false
    }

    fn found(&self, wanted: impl Fn(Cell, bool) -> bool) -> Vec<Proof> {
        let known = self.chain.frontier.cells.iter().zip(&self.chain.known);
        let found =
            (0..).zip(known).filter(|(_, (cell, known))| known.is_some_and(|mine| wanted(**cell, mine)));
        found.filter_map(|(place, _)| self.chain.proof(place)).collect()
    }
}

/// How far two cells are apart, in steps of a king.
pub(super) fn distance(position: &Position, one: Cell, other: Cell) -> u64 {
    let shape = position.shape();
    let (one, other) = (shape.coordinates(one), shape.coordinates(other));
    one.iter().zip(&other).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}
