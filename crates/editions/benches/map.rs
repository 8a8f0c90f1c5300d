//! Drawing a map of 10^8 fields with 2·10^7 mines, beside the plain loop: the C
//! library's `rand` twice a field, a division, a byte. Each kernel that this
//! machine has is measured, on one thread and with a helper.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use omnisweep_editions::glibc::{Kernel, Rand, draw_by};

const FIELDS: u64 = 100_000_000;
const MINES: u64 = FIELDS / 5;
const START: u64 = FIELDS / 2;
const SEED: u32 = 42;
const ROUNDS: usize = 5;

fn plain(board: &mut [u8]) {
    // SAFETY: there is one thread.
    unsafe { libc::srand(SEED) };
    let (mut left, mut mines) = (FIELDS - 1, MINES);
    for (at, field) in board.iter_mut().enumerate() {
        if at as u64 == START {
            continue;
        }
        // SAFETY: there is one thread.
        let (high, low) = unsafe { (libc::rand() as u64, libc::rand() as u64) };
        let mine = (high << 32 | low) % left < mines;
        *field = u8::from(mine);
        mines -= u64::from(mine);
        left -= 1;
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn main() {
    let ways: Vec<(Kernel, bool)> =
        Kernel::all().flat_map(|kernel| [(kernel, false), (kernel, true)]).collect();
    let mut ratios = vec![Vec::new(); ways.len()];
    let mut board = vec![0; FIELDS as usize];
    let mut words = vec![0_u64; FIELDS.div_ceil(64) as usize];
    for _ in 0..ROUNDS {
        let slow = time(|| plain(black_box(&mut board)));
        for (&(kernel, helped), ratios) in ways.iter().zip(&mut ratios) {
            words.fill(1);
            let fast = time(|| {
                let put = |at: u64, bits| words[at as usize] = bits;
                draw_by(kernel, helped, &mut Rand::new(SEED), FIELDS, MINES, START, put);
            });
            let bit = |at: usize| words[at / 64] >> (at % 64) & 1;
            assert!(
                board.iter().enumerate().all(|(at, &mine)| bit(at) == u64::from(mine)),
                "both draw alike"
            );
            ratios.push(slow.as_secs_f64() / fast.as_secs_f64());
        }
    }
    for ((kernel, helped), mut ratios) in ways.into_iter().zip(ratios) {
        ratios.sort_by(f64::total_cmp);
        let name = format!("{}, {}", kernel.name(), if helped { "two threads" } else { "one thread" });
        println!("map/{name:<30} {:>7.1} x plain", ratios[ROUNDS / 2]);
    }
}
