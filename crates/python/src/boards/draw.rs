//! Boards drawn as the engine draws them ([`random::GENERATOR`]), without a layout
//! in between: a few hundred bits that stay in the nearest cache.
//!
//! [`random::GENERATOR`]: omnisweep_engine::random::GENERATOR

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use omnisweep_engine::{Cell, Shape, Zone};

/// Draws boards of one kind.
#[derive(Debug, Default)]
pub struct Draw {
    taken: Vec<u64>,
}

impl Draw {
    /// Whether boards can be drawn here: those that lie in memory as they are
    /// counted, and have more free cells than mines.
    pub fn suits(shape: &Shape, mines: u64) -> bool {
        shape.rows_along_last_axis() && mines <= shape.cells() / 2
    }

    /// The mines of the board that a seed stands for: the same as
    /// [`omnisweep_engine::random::draw`] lays. There is room for them.
    pub fn mines(&mut self, cells: u64, mines: u64, zone: &Zone, seed: u64) -> impl Iterator<Item = Cell> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        let mut below = |limit: u64| ((u128::from(numbers.next_u64()) * u128::from(limit)) >> 64) as u64;
        let taken = &mut self.taken;
        taken.clear();
        taken.resize(cells.div_ceil(64) as usize, 0);
        for last in cells - mines..cells {
            if !insert(taken, below(last + 1)) {
                insert(taken, last);
            }
        }
        // The zone counts as taken while others are found for its mines.
        let displaced = zone.cells().iter().filter(|cell| !insert(taken, cell.0)).count() as u64;
        let mut free = cells - mines - (zone.cells().len() as u64 - displaced);
        for _ in 0..displaced {
            let cell = nth_free(taken, below(free));
            insert(taken, cell);
            free -= 1;
        }
        for cell in zone.cells() {
            taken[(cell.0 / 64) as usize] &= !(1 << (cell.0 % 64));
        }
        (0..).zip(&*taken).flat_map(|(word, &bits)| Bits(bits).map(move |bit| Cell(word * 64 + bit)))
    }
}

/// The set bits of a word, ascending.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let bit = u64::from(self.0.trailing_zeros());
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

/// Takes a cell, and says whether it was free.
#[inline]
fn insert(taken: &mut [u64], cell: u64) -> bool {
    let (word, bit) = (&mut taken[(cell / 64) as usize], 1 << (cell % 64));
    let free = *word & bit == 0;
    *word |= bit;
    free
}

/// The free cell that has so many free cells before it.
fn nth_free(taken: &[u64], mut before: u64) -> u64 {
    for (word, bits) in (0..).zip(taken) {
        let free = u64::from((!bits).count_ones());
        if before < free {
            let bit = Bits(!bits).nth(before as usize).unwrap_or(0);
            return word * 64 + bit;
        }
        before -= free;
    }
    0
}
