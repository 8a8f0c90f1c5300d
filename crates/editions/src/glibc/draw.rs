//! A whole map.

#[cfg(test)]
mod tests;

use crate::glibc::decide::{Block, Bounds};
use crate::glibc::lanes::{BLOCK, Lanes, Leap};
use crate::glibc::output::Output;
use crate::glibc::rand::Rand;
use crate::glibc::residues::{Kernel, Residue};

/// Draws a map of `fields` fields with `mines` mines, none of them at `start`,
/// and gives the mines to `put(word, bits)`: bit k of word w is field
/// `64 * w + k` in row-major order, bits past the last field are 0, and every
/// word is given once, in ascending order.
///
/// A large map may be drawn with the help of a second thread; `put` is called
/// by this one.
///
/// # Panics
///
/// If `start` is not a field, or there are more mines than other fields.
pub fn draw(rand: &mut Rand, fields: u64, mines: u64, start: u64, put: impl FnMut(u64, u64)) {
    let helped = std::thread::available_parallelism().is_ok_and(|threads| threads.get() > 1);
    draw_by(Kernel::best(), helped, rand, fields, mines, start, put);
}

/// [`draw`] by the given kernel, with a second thread's help or without.
pub fn draw_by(
    kernel: Kernel,
    helped: bool,
    rand: &mut Rand,
    fields: u64,
    mines: u64,
    start: u64,
    put: impl FnMut(u64, u64),
) {
    assert!(start < fields, "the start is not a field");
    assert!(mines < fields, "more mines than fields");
    let left = fields - 1;
    let output = Output::new(start, put);
    let mut drawing = Drawing { kernel, helped, rand, left, mines, output };
    drawing.run(0);
    drawing.output.finish();
}

/// A map being drawn.
pub struct Drawing<'a, P: FnMut(u64, u64)> {
    pub kernel: Kernel,
    /// Whether a second thread may help.
    pub helped: bool,
    pub rand: &'a mut Rand,
    /// How many fields are left to draw: the divisor.
    pub left: u64,
    /// How many mines are left to place.
    pub mines: u64,
    pub output: Output<P>,
}

impl<P: FnMut(u64, u64)> Drawing<'_, P> {
    /// Draws until only `end` fields are left.
    fn run(&mut self, end: u64) {
        // The divisors fall, so each of these takes up where the one before it
        // can do no more.
        self.one_by_one(end.max(u64::MOST));
        self.some_blocks::<u64>(end);
        self.some_blocks::<u32>(end);
        self.one_by_one(end);
    }

    /// Draws in blocks while there is one whose divisors suit `R`.
    fn some_blocks<R: Residue>(&mut self, end: u64) {
        if self.helped {
            self.blocks_by_two::<R>(end);
        }
        self.blocks::<R>(end);
    }

    /// [`Self::some_blocks`] by one thread.
    pub fn blocks<R: Residue>(&mut self, end: u64) {
        let least = end.max(R::LEAST).saturating_add(BLOCK as u64);
        let suits = |left| (least..=R::MOST).contains(&left);
        if !suits(self.left) {
            return;
        }
        let mut lanes = Lanes::new(&mut self.rand.clone());
        let mut block = Block::<R>::new();
        loop {
            let bounds = Bounds::guess(self.left, self.mines, 0);
            block.fill(self.kernel, &mut lanes, self.left, bounds);
            self.settle(&block);
            if !suits(self.left) {
                break;
            }
            self.kernel.leap(&mut lanes, &Leap::TO_NEXT_BLOCK);
        }
    }

    /// Draws the next block, which is filled.
    pub fn settle<R: Residue>(&mut self, block: &Block<R>) {
        let mut words = [0; BLOCK / 64];
        self.mines = self.kernel.settle(block, self.mines, &mut words);
        self.output.push_words(&words);
        self.left -= BLOCK as u64;
        self.rand.clone_from(&block.end);
    }

    /// Draws field by field until only `end` fields are left.
    fn one_by_one(&mut self, end: u64) {
        while self.left > end {
            let count = (self.left - end).min(64) as u32;
            let mut word = 0;
            for bit in 0..count {
                let mine = self.rand.next_field() % self.left < self.mines;
                word |= u64::from(mine) << bit;
                self.mines -= u64::from(mine);
                self.left -= 1;
            }
            self.output.push(word, count);
        }
    }
}
