//! Why a cell is certainly safe, or certainly a mine.

use std::collections::VecDeque;

use omnisweep_engine::Cell;

use crate::analysis::{Analysis, AnalysisError, Certainty, Mines};
use crate::position::{Position, Seen};
use crate::solver::Solver;

/// What proves that a cell is a mine or none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The cell.
    pub cell: Cell,
    /// Whether it is a mine.
    pub mine: bool,
    /// Open numbers that prove it, none of which can be left out, the nearest first.
    pub numbers: Vec<Cell>,
    /// Whether the number of all mines is needed as well.
    pub mine_count: bool,
}

/// Explains a cell that is certain; nothing where it is not.
///
/// The numbers are few, but not always the fewest there could be: they are found
/// near the cell first, and then thinned out as long as the rest suffices.
///
/// # Panics
/// Where the cell is not on the board.
#[must_use]
pub fn explain(position: &Position, mines: Mines, cell: Cell) -> Option<Explanation> {
    let numbers = by_distance(position, cell);
    let mut solver = Solver::new(position.shape());
    // Without the number of mines, any density but 0 and 1 says what is certain.
    for (mine_count, mines) in [(false, Mines::Density(0.5)), (true, mines)] {
        if mine_count && matches!(mines, Mines::Density(_)) {
            continue;
        }
        let mut certainty = |used: &[Cell]| {
            let mut uses = vec![false; position.cells().len()];
            used.iter().for_each(|number| uses[number.0 as usize] = true);
            let analysis = by_some(&mut solver, position, mines, |cell| uses[cell]);
            analysis.map_or(Certainty::None, |analysis| analysis.certainty(cell))
        };
        // The shortest beginning that suffices, by doubling and then halving: more numbers
        // never prove less, and a few prove it on boards of any size.
        let (mut too_few, mut enough) = (0, 0);
        let mut proved = certainty(&[]);
        while proved == Certainty::None && enough < numbers.len() {
            (too_few, enough) = (enough, (2 * enough + 8).min(numbers.len()));
            proved = certainty(&numbers[..enough]);
        }
        if proved == Certainty::None {
            continue;
        }
        while enough > too_few + 1 {
            let half = (too_few + enough) / 2;
            if certainty(&numbers[..half]) == proved {
                enough = half;
            } else {
                too_few = half;
            }
        }
        // Then each that is not needed goes, the farthest first.
        let mut kept = numbers[..enough].to_vec();
        for at in (0..kept.len()).rev() {
            let number = kept.remove(at);
            if certainty(&kept) != proved {
                kept.insert(at, number);
            }
        }
        return Some(Explanation { cell, mine: proved == Certainty::Mine, numbers: kept, mine_count });
    }
    None
}

/// An analysis by some of the numbers alone: those of which `uses` is true.
fn by_some(
    solver: &mut Solver,
    position: &Position,
    mines: Mines,
    uses: impl Fn(usize) -> bool,
) -> Result<Analysis, AnalysisError> {
    solver.load_some(position, uses)?;
    solver.analyse(mines)
}

/// The open numbers that have anything to do with a cell, those that touch it
/// first, then those that share a closed cell with one of them, and so on; the
/// others after them.
fn by_distance(position: &Position, cell: Cell) -> Vec<Cell> {
    let (shape, cells) = (position.shape(), position.cells());
    let mut seen = vec![false; cells.len()];
    let mut numbers = Vec::new();
    let mut waiting = VecDeque::from([cell]);
    seen[cell.0 as usize] = true;
    while let Some(next) = waiting.pop_front() {
        let open = cells[next.0 as usize] != Seen::Closed;
        if open {
            numbers.push(next);
        }
        for near in shape.neighbours(next) {
            // From closed cells to numbers and back.
            if (cells[near.0 as usize] != Seen::Closed) != open && !seen[near.0 as usize] {
                seen[near.0 as usize] = true;
                waiting.push_back(near);
            }
        }
    }
    let others = (0..cells.len()).filter(|&cell| !seen[cell] && cells[cell] != Seen::Closed);
    numbers.extend(others.map(|cell| Cell(cell as u64)));
    numbers
}

/// The last step of an explanation, once the other numbers have spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum LastStep {
    /// This number has all its mines, so many.
    Has(Cell, u32),
    /// This number needs every closed cell that is left around it.
    NeedsAll(Cell),
}

impl Explanation {
    /// A number that has all its mines, or only mines left, once the others have
    /// spoken.
    ///
    /// # Panics
    /// Where the position is of another board, which has no such cells.
    #[must_use]
    pub fn last_step(&self, position: &Position) -> Option<LastStep> {
        let shape = position.shape();
        let touching =
            self.numbers.iter().filter(|&&number| shape.neighbours(number).any(|near| near == self.cell));
        for &last in touching {
            let uses = |cell: usize| cell as u64 != last.0 && self.numbers.contains(&Cell(cell as u64));
            let others = by_some(&mut Solver::new(shape), position, Mines::Density(0.5), uses).ok()?;
            let Seen::Number(count) = position.cells()[last.0 as usize] else { continue };
            let closed =
                shape.neighbours(last).filter(|near| position.cells()[near.0 as usize] == Seen::Closed);
            let (mut mines, mut open) = (0, 0);
            for near in closed {
                match others.certainty(near) {
                    Certainty::Mine => mines += 1,
                    Certainty::Safe => {}
                    Certainty::None => open += 1,
                }
            }
            if !self.mine && mines == count {
                return Some(LastStep::Has(last, mines));
            }
            if self.mine && mines + open == count {
                return Some(LastStep::NeedsAll(last));
            }
        }
        None
    }
}
