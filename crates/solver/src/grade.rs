//! How hard a board is to think through.
//!
//! A board that needs no guess is played the easiest way: single numbers as long
//! as they lead on, then a pair, and only where no pair leads on anything harder,
//! as [`Kind`] orders it. What had to be used, and how often, is the board's
//! [`Steps`], and its [`Grade`] follows from them, as in a book of Sudokus.
//!
//! | grade | what it needs |
//! | --- | --- |
//! | easy | single numbers and at most [`EASY_PAIRS`] pairs |
//! | medium | more pairs, nothing harder |
//! | hard | several numbers at once, or the number of mines |
//! | extreme | suppositions or all cases, or [`MANY_HARD`] hard steps and more |

use omnisweep_engine::Cell;

use crate::analysis::{AnalysisError, Mines};
use crate::logic::Logic;
use crate::position::{Position, Seen};
use crate::proof::{Kind, simplest};

/// The most pairs that an easy board needs.
pub const EASY_PAIRS: u32 = 7;

/// So many hard steps make a board extreme.
pub const MANY_HARD: u32 = 6;

/// How hard a board is to think through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Grade {
    /// Single numbers and a few pairs.
    Easy,
    /// Pairs of numbers again and again.
    Medium,
    /// Several numbers at once, or the number of mines.
    Hard,
    /// Suppositions or all cases, or many hard steps.
    Extreme,
}

omnisweep_engine::keyed!(
    Grade,
    "difficulty",
    [Easy = "easy", Medium = "medium", Hard = "hard", Extreme = "extreme"]
);

/// How often steps of each kind are needed on a board that is played the easiest
/// way. Single numbers are counted as the cells that they open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps([u32; Kind::ALL.len()]);

impl Steps {
    /// How often steps of a kind are needed.
    #[must_use]
    pub fn of(&self, kind: Kind) -> u32 {
        self.0[place(kind)]
    }

    /// The hardest kind that is needed.
    #[must_use]
    pub fn hardest(&self) -> Kind {
        Kind::ALL.iter().rev().copied().find(|&kind| self.of(kind) > 0).unwrap_or(Kind::Number)
    }

    /// The board's grade.
    #[must_use]
    pub fn grade(&self) -> Grade {
        let hard = self.of(Kind::Several) + self.of(Kind::Count);
        if self.hardest() > Kind::Count || hard >= MANY_HARD {
            Grade::Extreme
        } else if hard > 0 {
            Grade::Hard
        } else if self.of(Kind::Pair) > EASY_PAIRS {
            Grade::Medium
        } else {
            Grade::Easy
        }
    }

    fn add(&mut self, kind: Kind, times: u32) {
        self.0[place(kind)] += times;
    }
}

fn place(kind: Kind) -> usize {
    Kind::ALL.iter().position(|&one| one == kind).unwrap_or(0)
}

impl Logic {
    /// Plays the board from a first cell the easiest way, and counts the steps;
    /// nothing where logic ends before the board is won, or where a step harder than
    /// `most` allows is needed.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn steps(&mut self, first: Cell, most: Grade) -> Option<Steps> {
        self.restart();
        let mut steps = Steps::default();
        self.count_steps(first, most, &mut steps).ok().filter(|&solved| solved)?;
        (steps.grade() <= most).then_some(steps)
    }

    /// Plays on until the board is won, and says whether it was.
    fn count_steps(&mut self, first: Cell, most: Grade, steps: &mut Steps) -> Result<bool, AnalysisError> {
        if self.mined.is_empty() || self.mined[first.0 as usize] {
            return Ok(false);
        }
        self.open(first.0 as u32)?;
        loop {
            self.solver.knowledge.conclude()?;
            while let Some(cell) = self.solver.knowledge.next_safe() {
                steps.add(Kind::Number, 1);
                self.open(cell)?;
                self.solver.knowledge.conclude()?;
            }
            if self.left == 0 {
                return Ok(true);
            }
            let before = self.solver.knowledge.by_pairs();
            self.solver.knowledge.compare(true)?;
            steps.add(Kind::Pair, (self.solver.knowledge.by_pairs() - before) as u32);
            if steps.grade() > most {
                return Ok(false);
            }
            if self.solver.knowledge.has_safe() {
                continue;
            }
            if most <= Grade::Medium {
                return Ok(false);
            }
            if !self.hard_step(most, steps)? {
                return Ok(false);
            }
        }
    }

    /// A step harder than a pair, the easiest there is.
    fn hard_step(&mut self, most: Grade, steps: &mut Steps) -> Result<bool, AnalysisError> {
        let seen = self.seen().map(|seen| seen.map_or(Seen::Closed, Seen::Number)).collect();
        let Some(position) = Position::new(self.solver.shape().clone(), seen) else { return Ok(false) };
        let hardest = if most == Grade::Extreme { Kind::Cases } else { Kind::Count };
        let Some(proof) = simplest(&position, Mines::Total(self.mines), hardest)? else { return Ok(false) };
        for step in &proof.steps {
            // Pairs that lead to mines alone were counted as they were made.
            if step.kind() > Kind::Pair {
                steps.add(step.kind(), 1);
            }
            step.safe.iter().for_each(|cell| self.solver.knowledge.prove(cell.0 as u32, false));
            step.mines.iter().for_each(|cell| self.solver.knowledge.prove(cell.0 as u32, true));
        }
        Ok(steps.grade() <= most)
    }
}
