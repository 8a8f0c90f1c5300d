//! How likely it is that several cells are free at once.

use omnisweep_engine::Cell;

use crate::analysis::{AnalysisError, Certainty, Mines};
use crate::solver::{Solver, odds};

impl Solver {
    /// How likely none of these closed cells is a mine. That is no product of
    /// their own chances, since they depend on each other: the layouts in which
    /// all are free are counted.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    ///
    /// # Panics
    /// Where the board has no such cell.
    pub fn chance_all_free(&mut self, cells: &[Cell], mines: Mines) -> Result<f64, AnalysisError> {
        let analysis = self.analyse(mines)?;
        if cells.iter().all(|&cell| analysis.certainty(cell) == Certainty::Safe) {
            return Ok(1.0);
        }
        let mut assuming = self.clone();
        let free = cells
            .iter()
            .try_for_each(|&cell| assuming.assume_free(cell))
            .and_then(|()| assuming.analyse(mines));
        // What is decided is not weighed any more, so mines that were proved by it are missing.
        let proved = (assuming.knowledge.mines() - self.knowledge.mines()) as f64;
        let weight = match mines {
            Mines::Total(_) => 0.0,
            Mines::Density(density) => proved * odds(density).ln(),
        };
        match free {
            Ok(free) => Ok((free.log_layouts() + weight - analysis.log_layouts()).exp().min(1.0)),
            Err(AnalysisError::Contradiction(_) | AnalysisError::MineCount) => Ok(0.0),
            Err(error) => Err(error),
        }
    }
}
