//! Blocks drawn by two threads.
//!
//! Both threads claim blocks in order and fill them, each with lanes of its
//! own that leap over the blocks which the other one has claimed. The drawing
//! thread settles filled blocks, too, in order, and does so first. So neither
//! of them waits while there is work, and the helper may come late. If it does
//! not bring a block in time, as others need the processor, the drawing thread
//! goes on alone for a while.
//!
//! For a block filled ahead of time, the number of mines left is known only at
//! an earlier one. That makes its bounds wider, and the mines are the same.

use crate::glibc::decide::{Block, Bounds};
use crate::glibc::draw::Drawing;
use crate::glibc::lanes::{BLOCK, Lanes, Leap};
use crate::glibc::residues::{Kernel, Residue};
use std::array::from_fn;
use std::sync::atomic::{AtomicU64, Ordering::*};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many blocks may be claimed and not yet settled.
const SLOTS: u64 = 4;
/// The least number of blocks for which a helper pays.
const COUNT: u64 = 512;
/// How many blocks are drawn without one that was late before the next try.
const ALONE: u64 = 8192;
/// How long a block is waited for, which takes microseconds to fill.
const PATIENCE: Duration = Duration::from_micros(200);

impl<P: FnMut(u64, u64)> Drawing<'_, P> {
    /// Draws blocks with a helper as long as that pays, down to `end` fields
    /// left.
    pub fn blocks_by_two<R: Residue>(&mut self, end: u64) {
        loop {
            let count = self.left.saturating_sub(end.max(R::LEAST)) / BLOCK as u64;
            if self.left > R::MOST || count < COUNT {
                return;
            }
            self.run_by_two::<R>(count, PATIENCE);
            // If there is something left, the helper was late.
            self.blocks::<R>(end.max(self.left.saturating_sub(ALONE * BLOCK as u64)));
        }
    }

    /// Draws `count` blocks with a helper, or fewer, if one is late.
    pub fn run_by_two<R: Residue>(&mut self, count: u64, patience: Duration) {
        let run = Arc::new(Run::<R>::new(self.kernel, count, self.left, self.mines));
        let mut lanes = Lanes::new(&mut self.rand.clone());
        let helper_lanes = lanes.clone();
        let helper_run = Arc::clone(&run);
        if thread::Builder::new().spawn(move || helper_run.help(helper_lanes)).is_err() {
            return;
        }
        let _finish = Finish(&run);
        let mut at = 0;
        run.fill(at, &mut lanes);
        for n in 0..count {
            let mut wait = Wait::new();
            while !run.is_filled(n) {
                if let Some(next) = run.claim() {
                    run.leap(&mut lanes, at, next);
                    at = next;
                    run.fill(at, &mut lanes);
                } else if !wait.a_little(patience) {
                    return;
                }
            }
            self.settle(&lock(run.slot(n)));
            run.mines.store(self.mines, Relaxed);
            run.settled.store(n + 1, Release);
        }
    }
}

/// What the two threads share: a run of blocks.
struct Run<R> {
    kernel: Kernel,
    /// How many blocks there are.
    count: u64,
    /// How many fields are left at the beginning.
    left: u64,
    /// Block n is in slot n modulo their number.
    slots: [Mutex<Box<Block<R>>>; SLOTS as usize],
    /// For every slot, how many blocks are filled once its block is.
    filled: [AtomicU64; SLOTS as usize],
    /// How many blocks have been claimed.
    claimed: AtomicU64,
    /// How many blocks have been settled.
    settled: AtomicU64,
    /// How many mines are left after those.
    mines: AtomicU64,
}

impl<R: Residue> Run<R> {
    fn new(kernel: Kernel, count: u64, left: u64, mines: u64) -> Run<R> {
        Run {
            kernel,
            count,
            left,
            slots: from_fn(|_| Mutex::new(Block::new())),
            filled: from_fn(|_| AtomicU64::new(0)),
            // The first block is the drawing thread's.
            claimed: AtomicU64::new(1),
            settled: AtomicU64::new(0),
            mines: AtomicU64::new(mines),
        }
    }

    fn slot(&self, n: u64) -> &Mutex<Box<Block<R>>> {
        &self.slots[(n % SLOTS) as usize]
    }

    fn filled(&self, n: u64) -> &AtomicU64 {
        &self.filled[(n % SLOTS) as usize]
    }

    fn is_filled(&self, n: u64) -> bool {
        self.filled(n).load(Acquire) == n + 1
    }

    /// Claims the next block, if there is one and its slot is free.
    fn claim(&self) -> Option<u64> {
        let end = self.count.min(self.settled.load(Acquire) + SLOTS);
        self.claimed.fetch_update(Relaxed, Relaxed, |n| (n < end).then_some(n + 1)).ok()
    }

    /// Fills block n, at whose beginning the lanes stand.
    fn fill(&self, n: u64, lanes: &mut Lanes) {
        // These two may be from before and after a block is settled: then the
        // guess is a bad one, and what comes of it is right nevertheless.
        let settled = self.settled.load(Acquire) * BLOCK as u64;
        let mines = self.mines.load(Relaxed);
        let drawn = n * BLOCK as u64;
        let bounds = Bounds::guess(self.left - settled, mines, drawn - settled);
        lock(self.slot(n)).fill(self.kernel, lanes, self.left - drawn, bounds);
        self.filled(n).store(n + 1, Release);
    }

    /// Leaps from the end of one block to the beginning of a later one.
    fn leap(&self, lanes: &mut Lanes, from: u64, to: u64) {
        const LEAPS: [Leap; SLOTS as usize] = Leap::to_next_blocks();
        const FAR: Leap = Leap::over(SLOTS as usize * BLOCK);
        let between = to - from - 1;
        // A thread that was held up has left many blocks to the other one.
        for _ in 0..between / SLOTS {
            self.kernel.leap(lanes, &FAR);
        }
        self.kernel.leap(lanes, &LEAPS[(between % SLOTS) as usize]);
    }

    /// The helper's work, with lanes at the beginning of the first block.
    fn help(&self, mut lanes: Lanes) {
        self.kernel.leap(&mut lanes, &Leap::THROUGH_BLOCK);
        let mut at = 0;
        let mut wait = Wait::new();
        while self.claimed.load(Relaxed) < self.count {
            if let Some(next) = self.claim() {
                self.leap(&mut lanes, at, next);
                at = next;
                self.fill(at, &mut lanes);
                wait = Wait::new();
            } else {
                wait.a_little(Duration::MAX);
            }
        }
    }
}

/// Makes the helper end with the drawing, however that ends.
struct Finish<'a, R>(&'a Run<R>);

impl<R> Drop for Finish<'_, R> {
    fn drop(&mut self) {
        self.0.claimed.store(self.0.count, Relaxed);
    }
}

/// Locks what the other thread may have left by a panic: it is not read then,
/// as it does not count as filled.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A time of waiting for the other thread.
struct Wait {
    begin: Option<Instant>,
    rounds: u32,
}

impl Wait {
    fn new() -> Wait {
        Wait { begin: None, rounds: 0 }
    }

    /// Waits: watching at first, as the other thread needs microseconds only,
    /// then giving way to others. False if it has taken too long.
    fn a_little(&mut self, patience: Duration) -> bool {
        self.rounds += 1;
        if self.rounds < 500 {
            std::hint::spin_loop();
            true
        } else {
            self.rounds = 500;
            thread::yield_now();
            self.begin.get_or_insert_with(Instant::now).elapsed() < patience
        }
    }
}
