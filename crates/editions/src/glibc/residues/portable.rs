//! The kernel in plain Rust, in loops over a few lanes at once that compilers
//! turn into whatever vectors the target has.

use super::Residue;
use crate::glibc::decide::{Block, Bounds, Group, Words};
use crate::glibc::lanes::{LANES, Lanes, Leap, RING, RUN, STEPS};
use crate::glibc::rand::ORDER;
use std::array::from_fn;

pub const TWO52: f64 = (1u64 << 52) as f64;
pub const TWO53: f64 = 2.0 * TWO52;
pub const TWO64: f64 = 2048.0 * TWO53;

/// How many lanes go at once.
const FEW: usize = 4;

/// The next number of the recurrence for the `N` lanes from `lane` on.
#[inline(always)]
fn next<const N: usize>(lanes: &mut Lanes, i: usize, lane: usize) -> [u32; N] {
    let old = &lanes.ring[(i + RING - ORDER) % RING].0;
    let near = &lanes.ring[(i + RING - 3) % RING].0;
    let next = from_fn(|k| old[lane + k].wrapping_add(near[lane + k]));
    lanes.ring[i].0[lane..lane + N].copy_from_slice(&next);
    next
}

/// Compares the residues of the lanes from `lane` on with the bounds, which are
/// given once more as numbers with a sign: every machine compares these fast.
#[inline(always)]
fn compare<R: Copy, S: Copy + PartialOrd>(
    group: &mut Group<R>,
    lane: usize,
    residue: impl Fn(R) -> S,
    low: [S; FEW],
    high: [S; FEW],
) {
    let mut sure = [0; FEW];
    let mut maybe = [0; FEW];
    // From the last step back, as every step moves the others one bit up.
    for residues in group.residues.iter().rev() {
        for k in 0..FEW {
            let residue = residue(residues[lane + k]);
            sure[k] = sure[k] << 1 | u32::from(residue < low[k]);
            maybe[k] = maybe[k] << 1 | u32::from(residue < high[k]);
        }
    }
    group.sure[lane..lane + FEW].copy_from_slice(&sure);
    group.maybe[lane..lane + FEW].copy_from_slice(&maybe);
}

/// Draws a group with divisors below 2^30.
///
/// All is done with twice the numbers: the recurrence's numbers are the halves
/// of x with a bit too many at the end. That bit of the upper half is cleared;
/// that of the lower half stays, which makes the residue 2r or 2r + 1.
pub fn narrow<const TERMS: usize>(
    lanes: &mut Lanes,
    first: u64,
    bounds: &Bounds<u32>,
    group: &mut Group<u32>,
) {
    for lane in (0..LANES).step_by(FEW) {
        let first = first as i32 - (lane * RUN) as i32;
        let mut twice_d: [i32; FEW] = from_fn(|k| 2 * (first - (k * RUN) as i32));
        let mut y = twice_d.map(|d| 2.0 / f64::from(d));
        for t in 0..STEPS {
            let high: [_; FEW] = next(lanes, 2 * t, lane);
            let low: [_; FEW] = next(lanes, 2 * t + 1, lane);
            for k in 0..FEW {
                let x = u64::from(high[k] & !1) << 32 | u64::from(low[k]);
                let x = f64::from_bits(x >> 12 | TWO64.to_bits()) - TWO64;
                let q = (x * y[k] + TWO53).to_bits() as u32;
                let r = low[k].wrapping_sub(q.wrapping_mul(twice_d[k] as u32)) as i32;
                let r = if r < 0 { r + twice_d[k] } else { r };
                group.residues[t][lane + k] = r as u32;
                twice_d[k] -= 2;
                y[k] = match TERMS {
                    2 => y[k] + y[k] * y[k],
                    3 => y[k] + y[k] * (y[k] + y[k] * y[k]),
                    _ => 2.0 / f64::from(twice_d[k]),
                };
            }
        }
        let low = from_fn(|k| 2 * bounds.low[lane + k] as i32);
        let high = from_fn(|k| 2 * bounds.high[lane + k] as i32);
        compare(group, lane, |residue| residue as i32, low, high);
    }
}

/// Draws a group with divisors up to 2^62.
#[inline(always)]
pub fn wide(lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
    for lane in (0..LANES).step_by(FEW) {
        let first = first as i64 - (lane * RUN) as i64;
        let mut d: [i64; FEW] = from_fn(|k| first - (k * RUN) as i64);
        let mut y = d.map(|d| 1.0 / d as f64);
        for t in 0..STEPS {
            let high: [_; FEW] = next(lanes, 2 * t, lane);
            let low: [_; FEW] = next(lanes, 2 * t + 1, lane);
            for k in 0..FEW {
                let x = u64::from(high[k] >> 1) << 32 | u64::from(low[k] >> 1);
                let q = (x as f64 * y[k] + TWO52).to_bits() ^ TWO52.to_bits();
                let r = x.wrapping_sub(q.wrapping_mul(d[k] as u64)) as i64;
                let r = if r < 0 { r + d[k] } else { r };
                group.residues[t][lane + k] = r as u64;
                d[k] -= 1;
                y[k] += y[k] * y[k];
            }
        }
        let low = from_fn(|k| bounds.low[lane + k] as i64);
        let high = from_fn(|k| bounds.high[lane + k] as i64);
        compare(group, lane, |residue| residue as i64, low, high);
    }
}

/// [`Block::settle`].
#[inline(always)]
pub fn settle<R: Residue>(block: &Block<R>, mines: u64, words: &mut Words) -> u64 {
    block.settle(mines, words)
}

/// [`Lanes::leap`].
#[inline(always)]
pub fn leap(lanes: &mut Lanes, leap: &Leap) {
    lanes.leap(
        leap,
        |from| *from,
        |to, numbers| *to = numbers,
        |a, b| from_fn(|lane| a[lane].wrapping_add(b[lane])),
        |numbers, factor| numbers.map(|number| number.wrapping_mul(factor)),
    );
}
