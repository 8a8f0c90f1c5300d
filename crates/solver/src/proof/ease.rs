//! How hard a proof is for a person: the measure, and the only place that has it.
//!
//! A step costs what its kind costs, and a proof the sum of its steps. The
//! easiest proof is the one that costs least; among equals the one whose cell is
//! nearest to where the player is.
//!
//! | step | cost |
//! | --- | --- |
//! | a single number | 2 |
//! | a pair of numbers | 5 |
//! | three or more numbers | 5 for each beyond the first |
//! | the number of mines | 4, and 3 for each number beside it |
//! | a supposition | 8, and 3 for each link of its chain |
//! | all cases | 30, and 2 for each number |
//!
//! A single number is seen at a glance. A pair is a pattern that players know by
//! name, and about as hard as finding two or three single numbers one after the
//! other. A supposition has to be kept in mind while its chain is followed.
//!
//! A mine is *worth flagging* where the easiest proof of a safe cell stands on it: a
//! step shows it, and a later one needs it. The steps that it takes to see the mine
//! are a part of that proof, so it is easier to see than any safe cell, and who has
//! flagged it has less to keep in mind. Mines that are only counted are none of these:
//! nobody flags half a board to open one cell.

use omnisweep_engine::Cell;

use super::find::distance;
use super::{Kind, Link, Proof, Step, Sum, Why};
use crate::analysis::Mines;
use crate::position::Position;

/// What a number costs in a step of several.
const EACH: u32 = 5;

/// The longest chain that a supposition has.
pub const LONGEST_CHAIN: usize = 6;

/// What a step that is a sum costs.
pub fn of_sum(sum: &Sum) -> u32 {
    let numbers = (sum.plus.len() + sum.minus.len()) as u32;
    match sum.kind() {
        Kind::Number => 2,
        Kind::Count => 4 + 3 * numbers,
        _ => EACH * (numbers - 1),
    }
}

/// What a supposition costs with a chain of so many links.
pub fn of_supposition(links: usize) -> u32 {
    8 + 3 * links as u32
}

/// The least that a step of a kind costs.
pub fn least_of(kind: Kind) -> u32 {
    match kind {
        Kind::Number => 2,
        Kind::Pair => EACH,
        Kind::Several => 2 * EACH,
        Kind::Count => 4,
        Kind::Supposition => of_supposition(0),
        Kind::Cases => 30,
    }
}

impl Step {
    /// What it costs a person to follow it.
    #[must_use]
    pub fn cost(&self) -> u32 {
        match &self.why {
            Why::Sum(sum) => of_sum(sum),
            // One look over the board, and not more for each mine on it.
            Why::Plain(chain) => chain.iter().map(|Link { sum, .. }| of_sum(sum)).sum::<u32>().min(10),
            Why::Supposition { chain, .. } => of_supposition(chain.len()),
            Why::Cases { numbers, .. } => least_of(Kind::Cases) + 2 * numbers.len() as u32,
        }
    }
}

impl Proof {
    /// What it costs a person to follow it.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.steps.iter().map(Step::cost).sum()
    }

    /// Of the easiest proof of a safe cell: that of a mine worth flagging first, of several the easiest to see, then the
    /// nearest; and the whole proof, with the steps that show the mine before the others. Nothing where there is no
    /// such mine, or all of them are flagged.
    #[must_use]
    pub fn worth_flagging(
        &self,
        position: &Position,
        mines: Mines,
        near: Cell,
        is_flagged: impl Fn(Cell) -> bool,
    ) -> Option<(Proof, Proof)> {
        let shown = |(at, step): (usize, &Step)| {
            let unflagged = step.mines.iter().copied().filter(|&mine| !is_flagged(mine));
            let mine = unflagged.min_by_key(|&mine| distance(position, near, mine))?;
            Some(self.part(at, mine, position, mines))
        };
        let steps = self.steps.iter().enumerate().filter(|(_, step)| !matches!(step.why, Why::Plain(_)));
        let parts = steps.filter_map(shown).filter(|part| part.cost() < self.cost());
        let part = parts.min_by_key(|part| (part.cost(), distance(position, near, part.cell)))?;
        let rest = self.steps.iter().filter(|step| !part.steps.contains(step)).cloned();
        let whole = Proof { steps: part.steps.iter().cloned().chain(rest).collect(), ..*self };
        let follows = part.check(position, mines).and(whole.check(position, mines)).is_ok();
        follows.then_some((part, whole))
    }

    /// The steps that one of them needs, and itself, as a proof of a mine that it shows.
    fn part(&self, at: usize, mine: Cell, position: &Position, mines: Mines) -> Proof {
        let mut part = Proof { cell: mine, mine: true, steps: self.steps[..=at].to_vec() };
        for step in (0..at).rev() {
            let mut shorter = part.clone();
            shorter.steps.remove(step);
            if shorter.check(position, mines).is_ok() {
                part = shorter;
            }
        }
        part
    }
}
