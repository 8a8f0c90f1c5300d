//! Which blocks of words a flood still has to look at.

use crate::plane::{Plane, TooLarge, zeroed};
use crate::shape::Shape;

/// Words in a block. One bit for two words keeps the whole of a flood's memory
/// at 1/128 bit a field.
const BLOCK: usize = 2;

/// A set of blocks, found again in either direction.
#[derive(Clone, Debug)]
pub(crate) struct Dirty {
    bits: Plane,
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
        let bits = zeroed(blocks.div_ceil(64))?;
        Ok(Dirty { bits, blocks_in_row, words, low: usize::MAX, high: 0 })
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
                self.bits[at] |= bits;
                (at, bits) = (block / 64, 0);
            }
            if new != 0 {
                bits |= 1 << (block % 64);
                low = low.min(block);
                high = block + 1;
            }
        }
        self.bits[at] |= bits;
        self.low = self.low.min(low);
        self.high = self.high.max(high);
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
        let mut at = from / 64;
        let end = self.high.div_ceil(64);
        if at >= end {
            return None;
        }
        let mut bits = self.bits[at] & (!0 << (from % 64));
        while bits == 0 {
            at += 1;
            if at >= end {
                return None;
            }
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
        let end = (self.low / 64).min(at);
        let mut bits = self.bits[at] & (!0 >> (63 - (below - 1) % 64));
        while bits == 0 {
            if at == end {
                return None;
            }
            at -= 1;
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
        if first / 64 == last / 64 {
            self.bits[first / 64] &= !(low & high);
        } else {
            self.bits[first / 64] &= !low;
            self.bits[first / 64 + 1..last / 64].fill(0);
            self.bits[last / 64] &= !high;
        }
        let to = ((last + 1 - start) * BLOCK).min(self.words);
        Run { row, from: (first - start) * BLOCK, to }
    }
}
