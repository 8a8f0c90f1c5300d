//! The safest cell, and why.

use omnisweep_engine::Cell;
use omnisweep_solver::{Analysis, AnalysisError, analyse, explain};
use thiserror::Error;

use crate::question::Question;
use crate::words::{least, place, reason};

/// The safest cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Which one.
    pub cell: Cell,
    /// How likely it is a mine.
    pub risk: f64,
    /// The numbers that prove it, if it is proved.
    pub numbers: Vec<Cell>,
    /// The explanation.
    pub text: String,
}

/// Why nothing can be said of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoHint {
    /// Nothing is to be opened any more.
    #[error("The game is over.")]
    Over,
    /// Nothing is known yet, and nothing has to be.
    #[error("Open any cell: the first one is never a mine.")]
    Start,
    /// Nothing is known yet, and the board says where to start.
    #[error("{0}")]
    StartsAt(String),
    /// The board is too large and not flat.
    #[error("This board is too large for hints.")]
    TooLarge,
    /// Nothing is closed.
    #[error("There is no closed cell left to open.")]
    Nothing,
    /// The solver gave up.
    #[error("Too many numbers depend on each other here: this position is too hard to work out.")]
    TooHard,
    /// The numbers contradict each other, or the number of mines.
    #[error("There is no hint: {0}.")]
    Impossible(AnalysisError),
}

impl From<AnalysisError> for NoHint {
    fn from(error: AnalysisError) -> NoHint {
        match error {
            AnalysisError::TooHard => NoHint::TooHard,
            error => NoHint::Impossible(error),
        }
    }
}

impl Question {
    /// The safest cell, and why; of several that are safe, the nearest without a flag.
    ///
    /// # Errors
    /// Why there is no hint.
    pub fn hint(&self) -> Result<Hint, NoHint> {
        let analysis = analyse(&self.position, self.mines)?;
        let (cell, risk) = self.safest(&analysis).ok_or(NoHint::Nothing)?;
        let at = place(self.board(), self.whole(cell));
        let (numbers, text) = match explain(&self.position, self.mines, cell) {
            Some(why) if self.is_whole() => (why.numbers.clone(), reason(&why, &self.position, self.mines)),
            // The sentence names places, which would be those of the part.
            Some(why) => {
                let numbers = why.numbers.iter().map(|&cell| self.whole(cell)).collect();
                (numbers, format!("The marked numbers leave no other way: {at} is safe."))
            }
            None => (Vec::new(), least(self.board(), self.whole(cell), risk)),
        };
        Ok(Hint { cell: self.whole(cell), risk, numbers, text })
    }

    /// The closed cell of the position that is least likely a mine: of several
    /// that are safe, one without a flag, then the nearest.
    pub(crate) fn safest(&self, analysis: &Analysis) -> Option<(Cell, f64)> {
        let safe = analysis.safe().iter().copied().filter(|&cell| self.is_known(cell));
        let safe = safe.min_by_key(|&cell| (self.is_flagged(cell), self.distance(cell)));
        let least = || {
            let closed = (0..).map(Cell).zip(analysis.probabilities());
            closed
                .filter_map(|(cell, risk)| Some((cell, (*risk)?)))
                .filter(|&(cell, _)| self.is_known(cell))
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        safe.map(|cell| (cell, 0.0)).or_else(least)
    }
}
