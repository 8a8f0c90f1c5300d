//! The last resort: all cases that fit some numbers.

use std::collections::VecDeque;

use omnisweep_engine::Cell;

use super::{Proof, Step, Why};
use crate::analysis::{Certainty, Mines};
use crate::position::{Position, Seen};
use crate::solver::Solver;

/// Proves a cell by all cases of numbers near it, none of which can be left out;
/// nothing where it is not certain.
///
/// The numbers are few, but not always the fewest there could be: they are found
/// near the cell first, and then thinned out as long as the rest suffices.
pub fn by_cases(solver: &mut Solver, position: &Position, mines: Mines, cell: Cell) -> Option<Proof> {
    let numbers = by_distance(position, cell);
    // Without the number of mines, any density but 0 and 1 says what is certain.
    for (count, mines) in [(false, Mines::Density(0.5)), (true, mines)] {
        if count && matches!(mines, Mines::Density(_)) {
            continue;
        }
        let mut certainty = |used: &[Cell]| {
            let mut uses = vec![false; position.cells().len()];
            used.iter().for_each(|number| uses[number.0 as usize] = true);
            let loaded = solver.load_some(position, |cell| uses[cell]);
            let certainty = loaded.and_then(|()| solver.certainty(cell, mines));
            certainty.unwrap_or(Certainty::None)
        };
        let proved = certainty(&numbers);
        if proved == Certainty::None {
            continue;
        }
        let kept = thinned(&numbers, |used| certainty(used) == proved);
        let mine = proved == Certainty::Mine;
        let (safe, mines) = if mine { (Vec::new(), vec![cell]) } else { (vec![cell], Vec::new()) };
        let steps = vec![Step { why: Why::Cases { numbers: kept, count }, safe, mines }];
        return Some(Proof { cell, mine, steps });
    }
    None
}

/// Some of the numbers that suffice as all of them do, none of which can be left
/// out; the first ones rather than later ones.
fn thinned(numbers: &[Cell], mut suffice: impl FnMut(&[Cell]) -> bool) -> Vec<Cell> {
    // The shortest beginning that suffices, by doubling and halving: more numbers never prove less.
    let (mut too_few, mut enough) = (0, 1);
    if suffice(&[]) {
        return Vec::new();
    }
    while enough < numbers.len() && !suffice(&numbers[..enough]) {
        (too_few, enough) = (enough, (enough * 2).min(numbers.len()));
    }
    while enough > too_few + 1 {
        let half = (too_few + enough) / 2;
        if suffice(&numbers[..half]) {
            enough = half;
        } else {
            too_few = half;
        }
    }
    // Then those that are not needed go, the farthest first: many at once, at last each.
    let mut kept = numbers[..enough].to_vec();
    let mut many = kept.len() / 2;
    while many > 0 {
        let mut end = kept.len();
        while end > 0 {
            let start = end.saturating_sub(many);
            let without = [&kept[..start], &kept[end..]].concat();
            if suffice(&without) {
                kept = without;
            }
            end = start;
        }
        many /= 2;
    }
    kept
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
