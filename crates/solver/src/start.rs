//! The cell that a player opens first.

use FirstCell::{Opening, Safe};
use omnisweep_engine::{Cell, FirstCell, Shape};

/// On boards of no more cells the centre shows most of it.
const SMALL: u64 = 36;

/// A small board, what its first cell is promised, how many mines it has, and the best cell to start with.
type BestStart = (&'static [u64], FirstCell, std::ops::RangeInclusive<u64>, &'static [u64]);

/// Where the best start is another one than the rule says, by all play there is (`omnisweep simulate --optimal`,
/// docs/optimal.md).
const BEST_STARTS: &[BestStart] = &[
    (&[4, 4], Safe, 4..=7, &[0, 1]),
    (&[4, 4], Safe, 8..=14, &[1, 1]),
    (&[4, 5], Safe, 5..=6, &[1, 0]),
    (&[4, 5], Opening, 2..=2, &[1, 0]),
    (&[5, 5], Opening, 2..=2, &[0, 0]),
    (&[5, 6], Opening, 2..=3, &[0, 1]),
    (&[3, 3, 3], Safe, 3..=4, &[0, 0, 1]),
    (&[3, 3, 3], Opening, 3..=3, &[0, 0, 1]),
    (&[3, 3, 3], Opening, 4..=9, &[0, 1, 1]),
];

/// The cell that a player opens first: a corner, or where the first cell is an opening, the one that leads on most
/// often; on small boards the best there is, where that is known.
#[must_use]
pub fn first_cell(shape: &Shape, mines: u64, start: FirstCell) -> Cell {
    let known = BEST_STARTS
        .iter()
        .find(|(sizes, promise, of, _)| *sizes == shape.sizes() && *promise == start && of.contains(&mines));
    let at = known.map_or_else(|| by_rule(shape, start), |known| known.3.to_vec());
    // The nearer to a corner, the fewer cells are around it.
    let nearer = (0..=at.len()).map(|axes| [&vec![0; axes], &at[axes..]].concat());
    let has_room = |cell: &Cell| start.keeps_free(shape, *cell).cells().len() as u64 + mines <= shape.cells();
    nearer.filter_map(|at| shape.cell(&at)).find(has_room).unwrap_or(Cell(0))
}

fn by_rule(shape: &Shape, start: FirstCell) -> Vec<u64> {
    let sizes = shape.sizes();
    let from_the_corner = |distance| sizes.iter().map(|&size| if size > 2 { distance } else { 0 }).collect();
    match start {
        FirstCell::Anything | Safe => from_the_corner(0),
        // As measured on the flat levels, each cell near the corner tried.
        Opening if sizes.len() == 2 && sizes.iter().all(|&size| size >= 8) => {
            from_the_corner(if shape.cells() < 400 { 2 } else { 3 })
        }
        Opening if sizes.len() == 2 && shape.cells() <= SMALL => {
            sizes.iter().map(|size| (size - 1) / 2).collect()
        }
        Opening => from_the_corner(1),
    }
}
