//! Which blocks of words a flood still has to look at.

use crate::plane::{Plane, TooLarge, zeroed};
use crate::shape::Shape;

/// Words in a block. One bit for two words keeps the whole of a flood's memory
/// at little over 1/128 bit a cell.
pub(crate) const BLOCK: usize = 2;

/// A set of blocks, found again in either direction.
#[derive(Clone, Debug)]
pub(crate) struct Dirty {
    bits: Plane,
    /// For each word of `bits` whether there is any: far-apart places are found
    /// without looking at all that lies between.
    any: Plane,
    blocks_in_row: usize,
    words: usize,
    /// All blocks in the set lie in `low..high`.
    low: usize,
    high: usize,
}

/// Adjacent dirty words of one row.
pub(crate) struct Run {
    pub row: usize,
    pub from: usize,
    pub to: usize,
}

impl Dirty {
    pub fn new(shape: &Shape) -> Result<Dirty, TooLarge> {
        let words = shape.words();
        let blocks_in_row = words.div_ceil(BLOCK);
        let rows = usize::try_from(shape.rows()).map_err(|_| TooLarge)?;
        let blocks = rows.checked_mul(blocks_in_row).ok_or(TooLarge)?;
        let bits: Plane = zeroed(blocks.div_ceil(64))?;
        let any = zeroed(bits.len().div_ceil(64))?;
        Ok(Dirty { bits, any, blocks_in_row, words, low: usize::MAX, high: 0 })
    }

    /// Adds the blocks of those words of a row, counted from `first`, that are
    /// not zero.
    #[inline(always)]
    pub fn insert<'a>(&mut self, row: usize, first: usize, words: impl Iterator<Item = &'a u64>) {
        let start = row * self.blocks_in_row;
        // The bits of one word of the set are gathered before it is touched.
        let (mut at, mut bits) = ((start + first / BLOCK) / 64, 0);
        let (mut low, mut high) = (usize::MAX, 0);
        for (word, &new) in (first..).zip(words) {
            let block = start + word / BLOCK;
            if block / 64 != at {
                self.add(at, bits);
                (at, bits) = (block / 64, 0);
            }
            if new != 0 {
                bits |= 1 << (block % 64);
                low = low.min(block);
                high = block + 1;
            }
        }
        self.add(at, bits);
        self.low = self.low.min(low);
        self.high = self.high.max(high);
    }

    #[inline(always)]
    fn add(&mut self, at: usize, bits: u64) {
        self.bits[at] |= bits;
        self.any[at / 64] |= u64::from(bits != 0) << (at % 64);
    }

    fn remove(&mut self, at: usize, bits: u64) {
        self.bits[at] &= !bits;
        if self.bits[at] == 0 {
            self.any[at / 64] &= !(1 << (at % 64));
        }
    }

    /// Whether no block is left.
    pub fn is_empty(&self) -> bool {
        self.any.iter().all(|&any| any == 0)
    }

    /// The lowest block from which a sweep upwards starts.
    pub fn sweep_up(&mut self) -> usize {
        std::mem::replace(&mut self.low, usize::MAX)
    }

    /// The block below which a sweep downwards starts.
    pub fn sweep_down(&mut self) -> usize {
        std::mem::replace(&mut self.high, 0)
    }

    /// Takes the next run of blocks at or above `from` out of the set, of at
    /// most `window` words that lie in one window; and where to go on.
    pub fn take_up(&mut self, from: usize, window: usize) -> Option<(Run, usize)> {
        if from >= self.high {
            return None;
        }
        let mut at = from / 64;
        let mut bits = self.bits[at] & (!0 << (from % 64));
        if bits == 0 {
            at = next_one(&self.any, at + 1)?;
            bits = self.bits[at];
        }
        let first = at * 64 + bits.trailing_zeros() as usize;
        let (row, start, _, most) = self.window(first, window);
        let mut last = first;
        while last < most {
            let ones = (self.bits[(last + 1) / 64] >> ((last + 1) % 64)).trailing_ones() as usize;
            let whole = ones == 64 - (last + 1) % 64;
            last = (last + ones).min(most);
            if !whole {
                break;
            }
        }
        Some((self.take(row, start, first, last), last + 1))
    }

    /// Takes the next run of blocks below `below` out of the set; and where to go on.
    pub fn take_down(&mut self, below: usize, window: usize) -> Option<(Run, usize)> {
        if below == 0 {
            return None;
        }
        let mut at = (below - 1) / 64;
        let mut bits = self.bits[at] & (!0 >> (63 - (below - 1) % 64));
        if bits == 0 {
            at = last_one(&self.any, at)?;
            bits = self.bits[at];
        }
        let last = at * 64 + 63 - bits.leading_zeros() as usize;
        let (row, start, least, _) = self.window(last, window);
        let mut first = last;
        while first > least {
            let ones = (self.bits[(first - 1) / 64] << (63 - (first - 1) % 64)).leading_ones() as usize;
            let whole = ones == (first - 1) % 64 + 1;
            first = first.saturating_sub(ones).max(least);
            if !whole {
                break;
            }
        }
        Some((self.take(row, start, first, last), first))
    }

    /// The row of a block, the row's first block, and the first and last block
    /// of the window that the block lies in.
    fn window(&self, block: usize, window: usize) -> (usize, usize, usize, usize) {
        let row = block / self.blocks_in_row;
        let start = row * self.blocks_in_row;
        let blocks = window / BLOCK;
        let least = start + (block - start) / blocks * blocks;
        (row, start, least, (least + blocks).min(start + self.blocks_in_row) - 1)
    }

    fn take(&mut self, row: usize, start: usize, first: usize, last: usize) -> Run {
        let (low, high) = (!0 << (first % 64), !0 >> (63 - last % 64));
        for at in first / 64..=last / 64 {
            let from = if at == first / 64 { low } else { !0 };
            let to = if at == last / 64 { high } else { !0 };
            self.remove(at, from & to);
        }
        let to = ((last + 1 - start) * BLOCK).min(self.words);
        Run { row, from: (first - start) * BLOCK, to }
    }
}

/// The first set bit at or after `from`.
fn next_one(words: &[u64], from: usize) -> Option<usize> {
    let mut at = from / 64;
    let mut bits = words.get(at)? & (!0 << (from % 64));
    while bits == 0 {
        at += 1;
        bits = *words.get(at)?;
    }
    Some(at * 64 + bits.trailing_zeros() as usize)
}

/// The last set bit before `below`.
fn last_one(words: &[u64], below: usize) -> Option<usize> {
    let last = below.checked_sub(1)?;
    let mut at = last / 64;
    let mut bits = words[at] & (!0 >> (63 - last % 64));
    while bits == 0 {
        at = at.checked_sub(1)?;
        bits = words[at];
    }
    Some(at * 64 + 63 - bits.leading_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// A set of blocks, each by itself.
    struct Naive {
        blocks: BTreeSet<usize>,
        blocks_in_row: usize,
        words: usize,
    }

    impl Naive {
        /// The neighbours of a block that are in the set and lie in its row and window, with itself.
        fn run(&self, block: usize, window: usize, up: bool) -> Vec<usize> {
            let part =
                |block: usize| (block / self.blocks_in_row, block % self.blocks_in_row / (window / BLOCK));
            let next = |block: &usize| if up { Some(block + 1) } else { block.checked_sub(1) };
            let mut run: Vec<usize> = std::iter::successors(Some(block), next)
                .take_while(|&other| self.blocks.contains(&other) && part(other) == part(block))
                .collect();
            run.sort_unstable();
            run
        }

        /// Takes a run out, as rows and words.
        fn take(&mut self, run: &[usize]) -> (usize, usize, usize) {
            run.iter().for_each(|block| assert!(self.blocks.remove(block)));
            let (row, first) = (run[0] / self.blocks_in_row, run[0] % self.blocks_in_row * BLOCK);
            (row, first, (first + run.len() * BLOCK).min(self.words))
        }
    }

    proptest! {
        #[test]
        fn a_sweep_takes_what_a_naive_set_has(
            rows in 1..40_u64, width in 1..20_000_u64, window in prop::sample::select(vec![2, 8, 64, 256]),
            inserted in prop::collection::vec((any::<u64>(), any::<u64>(), 1..300_usize, 0..8_u64), 1..30),
            up: bool,
        ) {
            let shape = Shape::new(&[rows, width]).unwrap();
            let mut dirty = Dirty::new(&shape).unwrap();
            let words = shape.words();
            let blocks_in_row = words.div_ceil(BLOCK);
            let mut naive = Naive { blocks: BTreeSet::new(), blocks_in_row, words };
            for (row, first, count, clear) in inserted {
                let (row, first) = ((row % rows) as usize, first as usize % words);
                // Some words are zero, and nothing to look at.
                let new: Vec<u64> =
                    (first..words.min(first + count)).map(|word| word as u64 % 8).map(|k| u64::from(k > clear)).collect();
                dirty.insert(row, first, new.iter());
                let some = (first..).zip(&new).filter(|(_, new)| **new != 0);
                naive.blocks.extend(some.map(|(word, _)| row * blocks_in_row + word / BLOCK));
            }
            prop_assert_eq!(dirty.is_empty(), naive.blocks.is_empty());
            let mut at = if up { dirty.sweep_up() } else { dirty.sweep_down() };
            while let Some((run, next)) =
                if up { dirty.take_up(at, window) } else { dirty.take_down(at, window) }
            {
                let block = if up { naive.blocks.first() } else { naive.blocks.last() };
                let expected = naive.run(*block.unwrap(), window, up);
                prop_assert_eq!(next, if up { expected[expected.len() - 1] + 1 } else { expected[0] });
                prop_assert_eq!((run.row, run.from, run.to), naive.take(&expected));
                at = next;
            }
            prop_assert!(naive.blocks.is_empty() && dirty.is_empty());
        }
    }
}
