//! From residues to mines.
//!
//! A field is a mine if its residue is less than the number of mines left, and
//! that falls by one with every mine before. Where in a block it will be is a
//! guess between two bounds, and nearly every residue lies outside of them, so
//! that its field is decided whatever happens before it. The few inside are
//! decided once the fields before them are. Should the guess turn out wrong,
//! all residues are looked at once more.

use crate::glibc::lanes::{BLOCK, GROUPS, LANES, Lanes, RUN, STEPS};
use crate::glibc::rand::{ORDER, Rand};
use crate::glibc::residues::{Kernel, Residue};
use std::array::from_fn;

/// Where the number of mines left may be within a block.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<R> {
    /// For every lane, a guess.
    pub low: [R; LANES],
    pub high: [R; LANES],
    /// What it is not above, for sure.
    pub most: u64,
}

impl<R: Residue> Bounds<R> {
    /// The bounds in a block that begins `ahead` fields after there were `left`
    /// fields and `mines` mines left.
    pub fn guess(left: u64, mines: u64, ahead: u64) -> Bounds<R> {
        let share = mines as f64 / left as f64;
        // Six standard deviations are hardly ever passed.
        let fields = ahead + BLOCK as u64;
        let slack = 6.0 * (fields as f64 * share * (1.0 - share)).sqrt() + 6.0;
        let bound = |lane: usize, slack: f64| {
            let fields = ahead + (lane * RUN) as u64;
            let fallen = (fields as f64 * share + slack).max(0.0);
            R::from_count(mines.saturating_sub(fallen as u64))
        };
        Bounds {
            low: from_fn(|lane| bound(lane + 1, slack)),
            high: from_fn(|lane| bound(lane, -slack)),
            most: mines,
        }
    }
}

/// What is known of the fields of one group of steps.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Group<R> {
    /// By step, then by lane.
    pub residues: [[R; LANES]; STEPS],
    /// Bit t of word k: the residue of lane k at step t is below the lower
    /// bound, so that the field is a mine for sure.
    pub sure: [u32; LANES],
    /// The same for the upper bound: all other fields are no mines for sure.
    pub maybe: [u32; LANES],
}

impl<R: Residue> Group<R> {
    pub const EMPTY: Group<R> =
        Group { residues: [[R::ZERO; LANES]; STEPS], sure: [0; LANES], maybe: [0; LANES] };
}

/// The mines of one block, as words of 64 fields.
pub type Words = [u64; BLOCK / 64];

/// What is known of the fields of one block.
pub struct Block<R> {
    groups: [Group<R>; GROUPS],
    bounds: Bounds<R>,
    /// The stream after the block.
    pub end: Rand,
}

impl<R: Residue> Block<R> {
    pub fn new() -> Box<Block<R>> {
        let bounds = Bounds { low: [R::ZERO; LANES], high: [R::ZERO; LANES], most: 0 };
        Box::new(Block { groups: [Group::EMPTY; GROUPS], bounds, end: Rand::after([0; ORDER]) })
    }

    /// Draws the lanes' block, with `left` fields left at its beginning.
    pub fn fill(&mut self, kernel: Kernel, lanes: &mut Lanes, left: u64, bounds: Bounds<R>) {
        self.bounds = bounds;
        for (g, group) in self.groups.iter_mut().enumerate() {
            R::fill(kernel, lanes, left - (g * STEPS) as u64, &bounds, group);
        }
        self.end = lanes.end();
    }

    /// Writes the block's mines to `words`, given how many are left at its
    /// beginning; gives how many are left at its end.
    #[inline(always)]
    pub fn settle(&self, mut mines: u64, words: &mut Words) -> u64 {
        for (lane, run) in words.chunks_exact_mut(RUN / 64).enumerate() {
            mines = match self.settle_lane(lane, mines, run) {
                Some(left) => left,
                None => self.settle_lane_again(lane, mines, run),
            };
        }
        mines
    }

    /// Writes the mines of a lane's fields; gives how many are left after them,
    /// or none if the bounds were wrong.
    #[inline(always)]
    fn settle_lane(&self, lane: usize, mines: u64, run: &mut [u64]) -> Option<u64> {
        let mut left = mines;
        for (word, [a, b]) in run.iter_mut().zip(self.groups.as_chunks().0) {
            let join = |a: u32, b: u32| u64::from(a) | u64::from(b) << STEPS;
            *word = join(a.sure[lane], b.sure[lane]);
            let maybe = join(a.maybe[lane], b.maybe[lane]);
            if *word != maybe {
                *word = settle_word([a, b], lane, *word, maybe, left);
            }
            left = left.saturating_sub(u64::from(word.count_ones()));
        }
        // The number of mines left only falls. As long as it is within the
        // bounds, all is right; from the first field on where it is not, it
        // stays below the lower bound, also if what follows is wrong.
        let right = mines <= self.bounds.high[lane].count() && left >= self.bounds.low[lane].count();
        right.then_some(left)
    }

    /// The same without the bounds.
    #[cold]
    fn settle_lane_again(&self, lane: usize, mut mines: u64, run: &mut [u64]) -> u64 {
        for (word, [a, b]) in run.iter_mut().zip(self.groups.as_chunks().0) {
            *word = settle_word([a, b], lane, 0, u64::MAX, mines);
            mines -= u64::from(word.count_ones());
        }
        mines
    }
}

/// The mines among a lane's fields in two groups, given those that are mines
/// for sure and maybe, and the mines left before them.
#[inline(never)]
fn settle_word<R: Residue>(groups: [&Group<R>; 2], lane: usize, sure: u64, maybe: u64, mines: u64) -> u64 {
    let mut word = sure;
    let mut unsure = sure ^ maybe;
    while unsure != 0 {
        let t = unsure.trailing_zeros() as usize;
        let bit = 1 << t;
        let before = u64::from((word & (bit - 1)).count_ones());
        let residue = groups[t / STEPS].residues[t % STEPS][lane];
        if residue.is_below(mines.saturating_sub(before)) {
            word |= bit;
        }
        unsure ^= bit;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Settles a block with the bounds that `change` makes of the guess.
    fn check<R: Residue>(left: u64, mines: u64, change: impl Fn(u64) -> u64) {
        let mut plain = Rand::new(4);
        let mut expected = [0u64; BLOCK / 64];
        let mut expected_left = mines;
        for field in 0..BLOCK {
            if plain.next_field() % (left - field as u64) < expected_left {
                expected[field / 64] |= 1 << (field % 64);
                expected_left -= 1;
            }
        }
        for kernel in Kernel::all() {
            let mut bounds = Bounds::<R>::guess(left, mines, 0);
            for bound in bounds.low.iter_mut().chain(&mut bounds.high) {
                *bound = R::from_count(change(bound.count()));
            }
            let mut block = Block::new();
            block.fill(kernel, &mut Lanes::new(&mut Rand::new(4)), left, bounds);
            let mut words = [0; BLOCK / 64];
            assert_eq!(kernel.settle(&block, mines, &mut words), expected_left, "{kernel:?}");
            assert!(words == expected, "{kernel:?}");
        }
    }

    #[test]
    fn wrong_guesses_give_the_right_mines() {
        for mines in [300, 10_000, 60_000] {
            check::<u32>(70_000, mines, |bound| bound);
            check::<u32>(70_000, mines, |_| 0);
            check::<u32>(70_000, mines, |_| 70_000);
            check::<u32>(70_000, mines, |bound| bound.saturating_sub(200));
            check::<u32>(70_000, mines, |bound| bound + 200);
        }
        check::<u64>(1 << 40, 1 << 38, |bound| bound - (1 << 30));
        check::<u64>(1 << 40, 1 << 38, |bound| bound + (1 << 30));
    }

    #[test]
    fn the_guess_is_rarely_wrong() {
        let mut rand = Rand::new(2);
        let (left, mines) = (10_000_000, 2_000_000);
        let (mut fields_left, mut mines_left) = (left, mines);
        for block in 0..5 {
            let bounds = Bounds::<u32>::guess(left, mines, (block * BLOCK) as u64);
            for lane in 0..LANES {
                assert!(mines_left <= bounds.high[lane].count());
                for _ in 0..RUN {
                    let mine = rand.next_field() % fields_left < mines_left;
                    mines_left -= u64::from(mine);
                    fields_left -= 1;
                }
                assert!(mines_left >= bounds.low[lane].count());
                assert!(bounds.high[lane] - bounds.low[lane] < 3000);
            }
        }
    }
}
