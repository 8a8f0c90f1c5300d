//! Regions that are closed off: whatever is opened elsewhere, nothing is learned of them, and the other way round.
//!
//! Their cells are beside numbers, mines and each other, and they have the same number of mines in all layouts. So a game is
//! won as often as the region is, times as often as the rest is, whichever comes first. What comes first is the region: it can be
//! looked at in full, and without it so can, perhaps, the rest.

use crate::knowledge::{Knowledge, Known};
use crate::layouts::Layouts;

/// Larger regions are not looked for.
const MOST_CELLS: usize = 24;

/// The layouts of a region that is closed off, if there is one with no more than so many.
pub fn closed_off(knowledge: &Knowledge, most: usize) -> Option<Layouts> {
    let mut found = vec![NOWHERE; knowledge.known().len()];
    let edge = (0..knowledge.known().len() as u32).filter(|&cell| knowledge.is_active(cell));
    let mut firsts = edge.flat_map(|number| knowledge.adjacency().near(number));
    firsts.find_map(|&first| Layouts::of_region(knowledge, small(knowledge, first, &mut found)?, most))
}

/// Whether a cell is one of two of which just one is a mine, and nothing will ever tell which.
pub fn is_half(knowledge: &Knowledge, cell: u32) -> bool {
    let region = small(knowledge, cell, &mut vec![NOWHERE; knowledge.known().len()]);
    let pair = region.filter(|cells| cells.len() == 2);
    pair.is_some_and(|cells| Layouts::of_region(knowledge, cells, 2).is_some_and(|pair| pair.len() == 2))
}

const NOWHERE: u32 = u32::MAX;

/// The undecided cells of a small region, from one of them on. For each cell it is noted from where it was found.
fn small(knowledge: &Knowledge, first: u32, found: &mut [u32]) -> Option<Vec<u32>> {
    let (map, known) = (knowledge.adjacency(), knowledge.known());
    let mut cells = Vec::new();
    // What was found before was not closed off, or is part of something larger.
    let mut reach = |cell: u32, cells: &mut Vec<u32>| {
        if known[cell as usize] != Known::Undecided {
            return true;
        }
        let from = std::mem::replace(&mut found[cell as usize], first);
        if from == NOWHERE {
            cells.push(cell);
        }
        from == first || from == NOWHERE && cells.len() <= MOST_CELLS
    };
    let (mut next, mut is_small) = (0, reach(first, &mut cells));
    while let (true, Some(&cell)) = (is_small, cells.get(next)) {
        next += 1;
        for &near in map.near(cell) {
            is_small &= reach(near, &mut cells);
            if known[near as usize] == Known::Open {
                map.near(near).iter().for_each(|&other| is_small &= reach(other, &mut cells));
            }
        }
    }
    (is_small && !cells.is_empty()).then_some(cells)
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Cell, Shape, Zone, random};

    use super::*;
    use crate::analysis::Mines;
    use crate::endgame::Endgame;
    use crate::position::Position;
    use crate::solver::Solver;
    use crate::tuning::Tuning;

    fn solver(text: &str) -> Solver {
        let position = Position::parse(text).expect("a position");
        let mut solver = Solver::new(position.shape());
        solver.load(&position).expect("no contradiction");
        solver
    }

    /// The cells of the first region that is closed off.
    fn region(text: &str, mines: u64) -> Option<Vec<u32>> {
        let mut solver = solver(text);
        solver.deduce(mines).expect("a position that fits");
        let mut cells = closed_off(&solver.knowledge, 500)?.cells;
        cells.sort_unstable();
        Some(cells)
    }

    #[test]
    fn a_pair_that_nothing_will_decide_is_closed_off() {
        // One of two cells in the corner, behind two mines.
        assert_eq!(region("...3..\n13....\n012...\n", 6), Some(vec![0, 1]));
    }

    /// How many cells hang together with the first one, if that is not too many.
    fn size(solver: &Solver) -> Option<usize> {
        let knowledge = &solver.knowledge;
        small(knowledge, 0, &mut vec![NOWHERE; knowledge.known().len()]).map(|cells| cells.len())
    }

    #[test]
    fn a_cell_beside_it_that_may_be_free_may_tell() {
        // One of the two cells in the third column is free, and would count the pair's second cell alone.
        let solver = solver("....\n12..\n");
        assert_eq!(size(&solver), Some(6));
        assert!(closed_off(&solver.knowledge, 500).is_none());
    }

    #[test]
    fn the_number_of_mines_may_tell() {
        // A mine in the middle, or one at each end: who knows how many are left knows which.
        let solver = solver(".1.1.\n");
        assert_eq!(size(&solver), Some(3));
        assert!(closed_off(&solver.knowledge, 500).is_none());
    }

    #[test]
    fn a_region_that_is_closed_off_is_won_as_often_whenever_it_comes() {
        let (mut compared, mut with_others) = (0, 0);
        for (seed, (rows, columns, mines)) in
            (0..3000).zip([(4, 6, 8), (3, 9, 9), (5, 5, 9), (2, 11, 8)].into_iter().cycle())
        {
            let shape = Shape::new(&[rows, columns]).expect("a shape");
            let board = random::draw(&shape, mines, &Zone::new([]), seed).expect("a board");
            let number = |cell: Cell| shape.neighbours(cell).filter(|&near| board.contains(near)).count();
            // What is open differs from board to board.
            let shown = |cell: u64| match board.contains(Cell(cell)) || (cell * 7 + seed / 4) % 5 < 1 {
                true => '.',
                false => char::from_digit(number(Cell(cell)) as u32, 10).expect("a digit"),
            };
            let row = |row: u64| -> String {
                (0..columns).map(|column| shown(row * columns + column)).chain(['\n']).collect()
            };
            let text: String = (0..rows).map(row).collect();
            let mut solver = solver(&text);
            if solver.deduce(mines).expect("a position that fits") {
                continue;
            }
            let Some(region) = closed_off(&solver.knowledge, 500) else { continue };
            let cells = region.cells.len();
            let tuning = Tuning::DEFAULT;
            let (chosen, _) = Endgame::new(region, &tuning).best().expect("few layouts");
            let undecided = solver.knowledge.undecided();
            let Some(chances) = solver.win_chances(mines).expect("a position that fits") else { continue };
            let most = chances.iter().map(|&(_, chance)| chance).fold(0.0, f64::max);
            let its = chances.iter().find(|(cell, _)| cell.0 == u64::from(chosen)).expect("a chance").1;
            assert!((most - its).abs() < 1e-9, "cell {chosen}: {its} and {most}:\n{text}");
            assert!(solver.analyse(Mines::Total(mines)).expect("the same").safe().is_empty());
            compared += 1;
            with_others += u32::from(cells < undecided);
        }
        assert!(compared > 60 && with_others > 20, "{compared}, {with_others} of them with other cells");
    }
}
