//! A board played by logic alone.

use std::sync::Arc;

use omnisweep_engine::{Cell, Layout, Shape};

use crate::adjacency::Adjacency;
use crate::analysis::{Analysis, AnalysisError, Mines};
use crate::knowledge::Known;
use crate::solver::Solver;

/// A board, and how far logic has come on it.
#[derive(Clone, Debug)]
pub struct Logic {
    pub(crate) solver: Solver,
    pub(crate) mined: Vec<bool>,
    /// For each cell the mines around it.
    around: Vec<u16>,
    pub(crate) mines: u64,
    /// Cells without a mine that are closed.
    pub(crate) left: usize,
}

/// Where logic ends on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum LogicResult {
    /// Every cell without a mine is open: no guess was needed.
    Solved,
    /// No closed cell is certainly safe.
    Guess,
    /// Nobody can say: the board is too large, or the search for safe cells did not end.
    Unknown,
}

impl Logic {
    /// Prepares to play boards of a shape.
    #[must_use]
    pub fn new(shape: &Shape) -> Logic {
        Logic::on(Arc::new(Adjacency::new(shape)))
    }

    pub(crate) fn on(map: Arc<Adjacency>) -> Logic {
        let cells = map.cells();
        // Probabilities do not matter here.
        let mut solver = Solver::on(map);
        solver.estimates = false;
        Logic { solver, mined: vec![false; cells], around: vec![0; cells], mines: 0, left: 0 }
    }

    /// Takes a board of the shape, all closed.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn load(&mut self, layout: &Layout) {
        assert_eq!(layout.shape(), self.solver.shape(), "the board is of the shape");
        if self.mined.is_empty() {
            return;
        }
        self.mined.fill(false);
        self.around.fill(0);
        self.mines = layout.count();
        let map = Arc::clone(self.solver.knowledge.adjacency());
        for mine in layout.mines() {
            self.mined[mine.0 as usize] = true;
            map.near(mine.0 as u32).iter().for_each(|&near| self.around[near as usize] += 1);
        }
        self.restart();
    }

    /// Whether there is a mine and a free cell beside it that no other free cell
    /// tells apart: whatever is opened, one of the two is a guess. That is seen
    /// at a glance, and true of many boards that need one.
    pub(crate) fn is_hopeless(&self, first: Cell) -> bool {
        let map = self.solver.knowledge.adjacency();
        let free_around = |cell: u32| map.near(cell).len() - usize::from(self.around[cell as usize]);
        let free = |cell: &&u32| !self.mined[**cell as usize];
        let mines = (0..self.mined.len() as u32).filter(|&cell| self.mined[cell as usize]);
        mines.into_iter().any(|mine| {
            let near = map.near(mine);
            let others = free_around(mine);
            near.iter().filter(free).any(|&cell| {
                // The same free cells around both, but for the one itself.
                others == free_around(cell) + 1
                    && u64::from(cell) != first.0
                    && map.near(cell).iter().filter(free).all(|other| near.contains(other))
            })
        })
    }

    /// Closes all cells of the board.
    pub(crate) fn restart(&mut self) {
        self.solver.begin();
        self.left = self.mined.len() - self.mines as usize;
    }

    /// Opens a cell that has no mine.
    pub(crate) fn open(&mut self, cell: u32) -> Result<(), AnalysisError> {
        if self.solver.knowledge.known()[cell as usize] != Known::Open {
            self.left -= 1;
        }
        self.solver.knowledge.open(cell, u32::from(self.around[cell as usize]))
    }

    /// Opens the first cell, and then all that logic finds; a mine there would
    /// need luck.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn play(&mut self, first: Cell) -> LogicResult {
        if self.mined.is_empty() {
            // Too large.
            return LogicResult::Unknown;
        }
        if self.mined[first.0 as usize] {
            return LogicResult::Guess;
        }
        match self.open(first.0 as u32).and_then(|()| self.go_on()) {
            Ok(end) => end,
            // A board that is there contradicts nothing.
            Err(_) => LogicResult::Unknown,
        }
    }

    /// Opens all that logic finds from here on.
    pub(crate) fn go_on(&mut self) -> Result<LogicResult, AnalysisError> {
        loop {
            self.solver.knowledge.conclude()?;
            while let Some(cell) = self.solver.knowledge.next_safe() {
                self.open(cell)?;
                self.solver.knowledge.conclude()?;
            }
            if self.left == 0 {
                return Ok(LogicResult::Solved);
            }
            if !self.solver.deduce(self.mines)? {
                return Ok(LogicResult::Guess);
            }
        }
    }

    /// A mine moves from one undecided cell to another.
    pub(crate) fn move_mine(&mut self, from: u32, to: u32) {
        let map = Arc::clone(self.solver.knowledge.adjacency());
        for (cell, comes) in [(from, false), (to, true)] {
            self.mined[cell as usize] = comes;
            for &near in map.near(cell) {
                let around = &mut self.around[near as usize];
                *around = if comes { *around + 1 } else { *around - 1 };
            }
            self.solver.knowledge.move_mine(cell, comes);
        }
    }

    /// What is known of the position at which logic has ended.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    pub fn analyse(&mut self) -> Result<Analysis, AnalysisError> {
        let mut solver = self.solver.clone();
        solver.estimates = true;
        solver.analyse(Mines::Total(self.mines))
    }

    /// What the cells show at which logic has ended: their numbers where they
    /// are open.
    pub fn seen(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        let known = self.solver.knowledge.known().iter().zip(&self.around);
        known.map(|(&known, &around)| (known == Known::Open).then_some(u32::from(around)))
    }
}
