//! What is certain, by the cheapest means first.

use omnisweep_engine::Cell;

use super::{EASY_STATES, Solver};
use crate::analysis::{Analysis, AnalysisError, Certainty, Mines};
use crate::estimate::{certainty, found};
use crate::state_graph::StateGraph;

impl Solver {
    /// Looks for cells that are certainly safe, by the cheapest means first, and
    /// says whether there is any: single numbers, pairs of them, whole components,
    /// the number of mines. Where there is none, logic ends here.
    pub(crate) fn deduce(&mut self, mines: u64) -> Result<bool, AnalysisError> {
        self.check_size()?;
        loop {
            self.knowledge.compare(true)?;
            if self.knowledge.has_safe() {
                return Ok(true);
            }
            let left = mines.checked_sub(self.knowledge.mines() as u64).ok_or(AnalysisError::MineCount)?;
            // In more than two dimensions components have many states, and a search needs none of them.
            let proved = match self.shape().is_flat() {
                true => self.deduce_by_components(left)? || self.deduce_by_count(mines, left)?,
                false => self.deduce_by_search(mines, left)?,
            };
            if self.knowledge.has_safe() {
                return Ok(true);
            }
            if !proved {
                return Ok(false);
            }
        }
    }

    /// Looks at the components that changed, one after the other until one of
    /// them proves something.
    fn deduce_by_components(&mut self, left: u64) -> Result<bool, AnalysisError> {
        self.finder.begin(self.knowledge.known().len());
        while let Some(number) = self.knowledge.next_touched() {
            if self.finder.found(number) {
                continue;
            }
            self.finder.find(&self.knowledge, number);
            let component = self.finder.component(&self.knowledge);
            let graph = match StateGraph::new(component, EASY_STATES, u32::MAX, &mut self.scratch) {
                Err(AnalysisError::TooLarge) => {
                    let before = self.knowledge.now();
                    self.knowledge.compare(false)?;
                    if self.knowledge.now() > before {
                        self.knowledge.touch(number);
                        return Ok(true);
                    }
                    let component = self.finder.component(&self.knowledge);
                    let left = u32::try_from(left).unwrap_or(u32::MAX);
                    StateGraph::new(component, self.effort.states, left, &mut self.scratch)?
                }
                graph => graph?,
            };
            let mut proved = false;
            graph.certain(|group, mine| {
                graph.component.cells(group).iter().for_each(|&cell| self.knowledge.prove(cell, mine));
                proved = true;
            });
            if proved {
                self.knowledge.conclude()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the number of mines proves, where it can prove anything.
    fn deduce_by_count(&mut self, mines: u64, left: u64) -> Result<bool, AnalysisError> {
        let known = self.knowledge.known();
        let undecided = self.knowledge.undecided() as u64;
        if undecided == 0 {
            return Ok(false);
        }
        self.finder.begin(known.len());
        let mut edge = 0;
        for number in 0..known.len() as u32 {
            if self.knowledge.is_active(number) && !self.finder.found(number) {
                self.finder.find(&self.knowledge, number);
                edge += self.finder.cells().len() as u64;
            }
        }
        // With more mines than cells on the edge, and more free ones too, whatever the
        // components have can be made up for off the edge.
        if edge < left && edge < undecided - left.min(undecided) {
            return Ok(false);
        }
        self.find(u32::try_from(left).unwrap_or(u32::MAX))?;
        let bounds = self.components.iter().map(|solved| solved.graph.mines());
        let (least, most) =
            bounds.fold((0, 0), |sum, each| (sum.0 + u64::from(each.0), sum.1 + u64::from(each.1)));
        if most < left && left < least + (undecided - edge) {
            return Ok(false);
        }
        self.deduce_by_analysis(mines)
    }

    /// What an analysis of the whole position proves.
    fn deduce_by_analysis(&mut self, mines: u64) -> Result<bool, AnalysisError> {
        let analysis = self.analyse(Mines::Total(mines))?;
        self.learn(&analysis)
    }

    /// Takes over what an analysis proves, and says whether that is news.
    #[inline(never)]
    pub(crate) fn learn(&mut self, analysis: &Analysis) -> Result<bool, AnalysisError> {
        let before = self.knowledge.now();
        analysis.safe().iter().for_each(|cell| self.knowledge.prove(cell.0 as u32, false));
        analysis.mines().iter().for_each(|cell| self.knowledge.prove(cell.0 as u32, true));
        self.knowledge.conclude()?;
        Ok(self.knowledge.now() > before)
    }

    /// What a search proves, and then what the number of mines does; where the search took too long, what
    /// the whole position does. Who takes estimates asks for an analysis next, which says all that.
    fn deduce_by_search(&mut self, mines: u64, left: u64) -> Result<bool, AnalysisError> {
        let complete = self.search(true)?;
        if self.knowledge.has_safe() || self.estimates {
            Ok(self.knowledge.has_safe())
        } else if complete {
            self.deduce_by_count(mines, left)
        } else {
            self.deduce_by_analysis(mines)
        }
    }

    /// Finds what numbers say for certain of all cells, or of safe ones, and says whether that is all.
    pub(crate) fn search(&mut self, safe_alone: bool) -> Result<bool, AnalysisError> {
        let found = found(self, safe_alone)?;
        found.cells.iter().for_each(|&(cell, mine)| self.knowledge.prove(cell, mine));
        self.knowledge.conclude()?;
        self.searched = found.complete;
        Ok(found.complete)
    }

    /// What is certain of a cell: no more is worked out than that takes.
    pub(crate) fn certainty(&mut self, cell: Cell, mines: Mines) -> Result<Certainty, AnalysisError> {
        match self.weigh(mines) {
            Ok(weighed) => Ok(self.analysis(&weighed)?.certainty(cell)),
            Err(AnalysisError::TooLarge) => {
                self.check_size().and_then(|()| certainty(self, cell.0 as u32, mines))
            }
            Err(error) => Err(error),
        }
    }

    /// The cells that are certainly safe, as far as they are found: no more is worked out than that takes.
    pub(crate) fn safe_cells(&mut self, mines: Mines) -> Result<Vec<Cell>, AnalysisError> {
        self.check_size()?;
        if !self.shape().is_flat() {
            self.search(true)?;
            let found = Analysis::new(self.knowledge.known());
            if !found.safe().is_empty() {
                return Ok(found.safe().to_vec());
            }
        }
        Ok(self.analyse(mines)?.safe().to_vec())
    }
}
