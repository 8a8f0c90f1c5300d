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
    let (map, known) = (knowledge.adjacency(), knowledge.known());
    let undecided = |cell: &&u32| known[**cell as usize] == Known::Undecided;
    // For each cell the region that it was found in, by the cell from which it was found.
    let mut found = vec![u32::MAX; known.len()];
    let edge = (0..known.len() as u32).filter(|&cell| knowledge.is_active(cell));
    for first in edge.flat_map(|number| map.near(number).iter().filter(undecided)) {
        if found[*first as usize] != u32::MAX {
            continue;
        }
        let (mut cells, mut next, mut small) = (vec![*first], 0, true);
        found[*first as usize] = *first;
        while let (true, Some(&cell)) = (small, cells.get(next)) {
            next += 1;
            let mut reach = |&near: &u32| {
                let from = std::mem::replace(&mut found[near as usize], *first);
                // What was reached before and was not closed off is part of something larger.
                small &= from == *first || from == u32::MAX && cells.len() < MOST_CELLS;
                if from == u32::MAX {
                    cells.push(near);
                }
            };
            for near in map.near(cell) {
                match known[*near as usize] {
                    Known::Undecided => reach(near),
                    Known::Open => map.near(*near).iter().filter(undecided).for_each(&mut reach),
                    _ => {}
                }
            }
        }
        let layouts = if small { Layouts::of_region(knowledge, cells, most) } else { None };
        if layouts.is_some() {
            return layouts;
        }
    }
    None
}
