//! How likely each closed cell is a mine, to be drawn over a board.

use omnisweep_engine::Cell;
use omnisweep_solver::{Analysis, analyse};

use crate::hint::HintError;
use crate::question::Question;
use crate::words;

/// How likely each closed cell is a mine; on large boards, around a cell only.
#[derive(Clone, Debug)]
pub struct HeatMap {
    question: Question,
    analysis: Analysis,
}

impl Question {
    /// How likely each closed cell is a mine.
    ///
    /// # Errors
    /// Why there is nothing to be said.
    pub fn heat(self) -> Result<HeatMap, HintError> {
        let question = self.solvable()?;
        let analysis = analyse(&question.position, question.mines)?;
        Ok(HeatMap { question, analysis })
    }
}

impl HeatMap {
    /// How likely a cell of the board is a mine: exactly 0 and 1 where that is
    /// certain. Nothing where it is open, or where nothing is known of it.
    #[must_use]
    pub fn risk(&self, cell: Cell) -> Option<f64> {
        let within = self.question.within(cell)?;
        self.analysis.probability(within).filter(|_| self.question.is_known(within))
    }

    /// Where risks are estimates: how good they are, in words.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.analysis.estimated().map(|estimated| words::estimated(&estimated))
    }

    /// The closed cells of which something is known, with their risks.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, f64)> + '_ {
        let all = (0..).map(Cell).zip(self.analysis.probabilities());
        all.filter_map(|(cell, risk)| Some((cell, (*risk)?)))
            .filter(|&(cell, _)| self.question.is_known(cell))
            .map(|(cell, risk)| (self.question.whole(cell), risk))
    }
}
