//! Layouts drawn by a named generator and a seed.
//!
//! The same name, seed, board and zone give the same mines on every machine
//! and in every version; another way of drawing will get another name.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::layout::Layout;
use crate::plane::TooLarge;
use crate::shape::{Cell, Shape, Zone};

/// The step of SplitMix64: the golden ratio in 64 bits.
pub const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's next number: every bit of it depends on every bit of this one.
/// For seeds that follow from others.
#[must_use]
pub fn splitmix64(number: u64) -> u64 {
    let z = number.wrapping_add(GOLDEN_GAMMA);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The name of the way [`draw`] draws: ChaCha with 8 rounds, keyed with the
/// seed, and Floyd's choice of a subset.
pub const GENERATOR: &str = "chacha8-floyd";

/// Why no layout was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The zone leaves too little room.
    #[error("{mines} mines do not fit into the {room} cells that may have one")]
    TooManyMines {
        /// The mines asked for.
        mines: u64,
        /// The cells outside the zone.
        room: u64,
    },
    /// The board does not fit into memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Draws one of all layouts with this many mines and none in the zone, each as
/// likely as any other (to one part in 2^64 / cells).
///
/// The mines are drawn as if there were no zone, and those in it then make way
/// for others: whatever cell a player opens first, a seed gives the same board
/// but for that cell's surroundings. One number is drawn for each mine, or for
/// each free cell where those are fewer, and one for each mine that makes way;
/// none in vain.
///
/// # Errors
/// Where the mines do not fit beside the zone, or the board does not fit into memory.
///
/// # Panics
/// Where a cell of the zone is not on the board.
pub fn draw(shape: &Shape, mines: u64, zone: &Zone, seed: u64) -> Result<Layout, DrawError> {
    draw_on(Layout::new(shape.clone())?, mines, zone, seed)
}

/// The same on a layout without mines, whose memory is there already.
///
/// # Errors
/// Where the mines do not fit beside the zone.
///
/// # Panics
/// Where a cell of the zone is not on the board, or the layout has mines.
pub fn draw_on(mut layout: Layout, mines: u64, zone: &Zone, seed: u64) -> Result<Layout, DrawError> {
    assert_eq!(layout.count(), 0, "the layout has no mines yet");
    let cells = layout.shape().cells();
    let room = cells - zone.cells().len() as u64;
    if mines > room {
        return Err(DrawError::TooManyMines { mines, room });
    }
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut numbers = ChaCha8Rng::from_seed(key);
    let mut below = |limit: u64| ((u128::from(numbers.next_u64()) * u128::from(limit)) >> 64) as u64;

    if mines <= cells / 2 {
        choose(&mut layout, mines, &mut below);
    } else {
        choose(&mut layout, cells - mines, &mut below);
        layout = layout.inverted();
    }

    // The zone counts as taken while others are found for its mines.
    let displaced = zone.cells().iter().filter(|&&cell| !layout.insert(cell)).count();
    for _ in 0..displaced {
        let free = layout.shape().cells() - layout.count();
        if let Some(cell) = layout.nth_free(below(free)) {
            layout.insert(cell);
        }
    }
    for &cell in zone.cells() {
        layout.remove(cell);
    }
    Ok(layout)
}

/// Inserts so many cells: Floyd's algorithm, which has a choice of k from the
/// first n after its k-th turn.
fn choose(layout: &mut Layout, wanted: u64, below: &mut impl FnMut(u64) -> u64) {
    let cells = layout.shape().cells();
    for last in cells - wanted..cells {
        if !layout.insert(Cell(below(last + 1))) {
            layout.insert(Cell(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn a_seed_gives_the_same_board_for_ever() {
        let shape = Shape::new(&[5, 8]).unwrap();
        let zone = Zone::new([Cell(0), Cell(1), Cell(8), Cell(9)]);
        let board = |mines, seed| text::write_layout(&draw(&shape, mines, &zone, seed).unwrap());
        assert_eq!(board(8, 0), "...**...\n..*.....\n*....*..\n...*.**.\n........\n");
        assert_eq!(board(8, 1), ".....*..\n..*.*...\n........\n...**..*\n*......*\n");
        assert_eq!(board(30, 0), "..*.***.\n..**.***\n****.***\n***.****\n***.****\n");
    }

    #[test]
    fn a_seed_gives_the_same_board_but_for_what_makes_way() {
        let shape = Shape::new(&[16, 30]).unwrap();
        let draw = |zone: &Zone| draw(&shape, 99, zone, 7).unwrap();
        let anywhere = draw(&Zone::default());
        for first in [0, 100, 239, 479].map(Cell) {
            let zone = Zone::new(shape.neighbours(first).chain([first]));
            let layout = draw(&zone);
            let gone = zone.cells().iter().filter(|&&cell| anywhere.contains(cell)).count();
            let kept = anywhere.mines().filter(|&cell| layout.contains(cell)).count();
            assert_eq!(kept + gone, 99);
        }
    }

    #[test]
    fn every_count_of_mines_fits_outside_the_zone_exactly() {
        let shape = Shape::new(&[3, 3, 3]).unwrap();
        let zone = Zone::new(shape.neighbours(Cell(0)).chain([Cell(0)]));
        for mines in 0..=19 {
            let layout = draw(&shape, mines, &zone, mines).unwrap();
            assert_eq!(layout.count(), mines);
            assert_eq!(layout.mines().count() as u64, mines);
            assert!(zone.cells().iter().all(|&cell| !layout.contains(cell)));
        }
        let refused = draw(&shape, 20, &zone, 0);
        assert_eq!(refused, Err(DrawError::TooManyMines { mines: 20, room: 19 }));
    }

    #[test]
    fn every_layout_is_as_likely_as_any_other() {
        // 2 of the 5 cells outside the zone, and their complement: 10 layouts each.
        let shape = Shape::new(&[2, 3]).unwrap();
        let zone = Zone::new([Cell(2)]);
        for mines in [2, 3] {
            let mut seen = std::collections::BTreeMap::new();
            for seed in 0..10_000 {
                let layout = draw(&shape, mines, &zone, seed).unwrap();
                *seen.entry(text::write_layout(&layout)).or_insert(0_u32) += 1;
            }
            assert_eq!(seen.len(), 10);
            // Five standard deviations around 1000.
            assert!(seen.values().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        }
    }
}
