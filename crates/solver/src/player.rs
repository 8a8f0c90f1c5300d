//! Players: what to open next.

use std::sync::Arc;

use omnisweep_engine::{Cell, FirstCell, Shape};

use crate::adjacency::Adjacency;
use crate::analysis::{Analysis, AnalysisError, Mines};
use crate::effort::Effort;
use crate::knowledge::Known;
use crate::memory::Memory;
use crate::search;
use crate::solver::Solver;
use crate::start::first_cell;
use crate::tuning::{SMALL, Tuning};

/// How hard a player thinks where it has to guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Skill {
    /// The least risk, and of several such cells the one that tells most.
    Fast,
    /// The best chance to win that can be seen ahead.
    #[default]
    Best,
}

omnisweep_engine::keyed!(Skill, "player", [Fast = "fast", Best = "best"]);

/// A cell to open.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice {
    /// The cell.
    pub cell: Cell,
    /// How likely it is a mine: 0 exactly where it is certainly none.
    pub risk: f64,
}

/// Plays a game: it is told what was opened, and says what to open next.
///
/// It never opens a cell that is certainly a mine, and never guesses where a
/// cell is certainly safe.
#[derive(Clone, Debug)]
pub struct Player {
    solver: Solver,
    mines: u64,
    skill: Skill,
    tuning: Tuning,
    /// On small boards.
    memory: Option<Memory>,
}

impl Player {
    /// A player for boards of a shape with so many mines.
    #[must_use]
    pub fn new(shape: &Shape, mines: u64, skill: Skill) -> Player {
        let mut solver = Solver::new(shape);
        // On flat boards nobody waits for estimates.
        solver.estimates = !shape.is_flat();
        if !shape.is_flat() {
            solver.effort = if skill == Skill::Fast { Effort::SMALL } else { Effort::PLAY };
        }
        let memory = (shape.cells() <= SMALL).then(|| Memory::new(shape.cells()));
        Player { solver, mines, skill, tuning: Tuning::of(shape), memory }
    }

    /// The same with other constants of the search: for experiments.
    #[doc(hidden)]
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Player {
        // What was chosen with others is not remembered.
        Player { tuning, ..Player::new(self.solver.shape(), self.mines, self.skill) }
    }

    /// Knows of the board what another player of the same board knows.
    pub fn know_as(&mut self, other: &Player) {
        self.solver.copy(&other.solver);
        if let (Some(memory), Some(other)) = (&mut self.memory, &other.memory) {
            memory.know_as(other);
        }
    }

    /// What it thinks with.
    #[doc(hidden)]
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// The cells that it would look at where it has to guess, at most so many, the safest first.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    #[doc(hidden)]
    pub fn candidates(&mut self, most: usize) -> Result<Vec<Cell>, AnalysisError> {
        let analysis = self.solver.analyse(Mines::Total(self.mines))?;
        Ok(search::candidate_cells(&self.solver, &analysis, self.mines, &self.tuning, most))
    }

    /// The map of the boards: which cells touch which.
    #[must_use]
    pub fn adjacency(&self) -> Arc<Adjacency> {
        Arc::clone(self.solver.knowledge.adjacency())
    }

    /// The cell that it opens first: see [`first_cell`].
    #[must_use]
    pub fn first_cell(&self, start: FirstCell) -> Cell {
        first_cell(self.solver.shape(), self.mines, start)
    }

    /// A new game begins: all cells are closed.
    pub fn begin(&mut self) {
        self.solver.begin();
        self.memory.iter_mut().for_each(Memory::begin);
    }

    /// A cell was opened and shows a number.
    ///
    /// # Errors
    /// Where the number contradicts others. [`Player::begin`] again after that.
    ///
    /// # Panics
    /// Where the board has no such cell, or is [too large](crate::is_too_large).
    pub fn opened(&mut self, cell: Cell, number: u32) -> Result<(), AnalysisError> {
        self.memory.iter_mut().for_each(|memory| memory.open(cell.0, number));
        self.solver.knowledge.open(cell.0 as u32, number)
    }

    /// What to open next; nothing where no cell is left that is no mine. What it
    /// said before has to be opened first.
    ///
    /// # Errors
    /// Where the numbers contradict each other or the mines.
    pub fn choose(&mut self) -> Result<Option<Choice>, AnalysisError> {
        let safe = |cell: u32| Choice { cell: Cell(u64::from(cell)), risk: 0.0 };
        let deduced = match self.solver.knowledge.conclude() {
            Ok(()) if self.solver.knowledge.has_safe() => Ok(true),
            Ok(()) => self.solver.deduce(self.mines),
            Err(error) => Err(error),
        };
        match deduced {
            Ok(true) => return Ok(self.solver.knowledge.next_safe().map(safe)),
            Err(AnalysisError::TooLarge) if !self.solver.estimates => return Ok(self.local_estimate()),
            Ok(false) | Err(AnalysisError::TooLarge) => {}
            Err(error) => return Err(error),
        }
        if self.solver.knowledge.undecided() == 0 {
            return Ok(None);
        }
        let analysis = match self.solver.analyse(Mines::Total(self.mines)) {
            Ok(analysis) => analysis,
            Err(AnalysisError::TooLarge) => return Ok(self.local_estimate()),
            Err(error) => return Err(error),
        };
        if let Some(&cell) = analysis.safe().first() {
            // Where that took long, nobody wants to find the others once more.
            if self.solver.estimates {
                self.solver.learn(&analysis)?;
            }
            return Ok(Some(Choice { cell, risk: 0.0 }));
        }
        let cell = match self.skill {
            Skill::Fast => self.least_risk(&analysis),
            Skill::Best => {
                let choose = || search::choose(&self.solver, &analysis, self.mines, &self.tuning);
                self.memory.as_ref().map_or_else(choose, |memory| memory.choice(choose))
            }
        };
        let risk = |cell: u32| analysis.probability(Cell(cell.into())).unwrap_or(1.0);
        Ok(cell.map(|cell| Choice { cell: Cell(u64::from(cell)), risk: risk(cell) }))
    }

    /// The cell with the least risk; of several, the one with the most numbers
    /// around it, and then the one that most likely has no mine around it.
    fn least_risk(&self, analysis: &Analysis) -> Option<u32> {
        let least = analysis.safest()?.1;
        let known = self.solver.knowledge.known();
        let risk = |cell: u32| analysis.probability(Cell(cell.into())).unwrap_or(0.0);
        let closed = (0..known.len() as u32).filter(|&cell| known[cell as usize] == Known::Undecided);
        let candidates = closed.filter(|&cell| risk(cell) <= least + 1e-9);
        let map = self.solver.knowledge.adjacency();
        let opens = |cell: u32| map.near(cell).iter().map(|&near| 1.0 - risk(near)).product::<f64>();
        let told =
            |cell: u32| map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Open).count();
        candidates.max_by(|&one, &other| {
            told(one).cmp(&told(other)).then_with(|| opens(one).total_cmp(&opens(other)))
        })
    }

    /// Where a position takes too long to be analysed: what the numbers around each
    /// cell say of it on their own.
    fn local_estimate(&self) -> Option<Choice> {
        let knowledge = &self.solver.knowledge;
        let (map, known) = (knowledge.adjacency(), knowledge.known());
        let left = self.mines.saturating_sub(knowledge.mines() as u64) as f64;
        let anywhere = (left / knowledge.undecided().max(1) as f64).clamp(0.0, 1.0);
        let risk = |cell: u32| {
            let open = map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Open);
            let shares = open.map(|&near| {
                let number = knowledge.numbers()[near as usize];
                f64::from(number.lacks) / f64::from(number.undecided.max(1))
            });
            shares.reduce(f64::max).unwrap_or(anywhere)
        };
        if let Some(safe) = (0..known.len()).find(|&cell| known[cell] == Known::Safe) {
            return Some(Choice { cell: Cell(safe as u64), risk: 0.0 });
        }
        let closed = (0..known.len() as u32).filter(|&cell| known[cell as usize] == Known::Undecided);
        let least = closed.map(|cell| (cell, risk(cell))).min_by(|one, other| one.1.total_cmp(&other.1));
        least.map(|(cell, risk)| Choice { cell: Cell(u64::from(cell)), risk: risk.max(f64::MIN_POSITIVE) })
    }
}
