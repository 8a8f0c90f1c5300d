//! The fields' random numbers modulo the falling divisors.
//!
//! # Exactness
//!
//! The residue of x < 2^63 modulo d is made from a quotient in floating point:
//! q is x·y rounded to an integer, with y ≈ 1/d, and x − q·d is the residue, or
//! the residue less d if q is one too large.
//!
//! **Claim**: before it is rounded, the computed x·y is less than 1/4 away from
//! x/d. So q is less than 3/4 away, −3/4·d < x − q·d < 3/4·d, and adding d to a
//! negative difference gives the residue exactly.
//!
//! **Proof**: x/d < 2^63/d, so a relative error e is a distance below 2^63·e/d.
//! With u = 2^−53, the error of one rounding, these add up to e:
//!
//! - x as a floating-point number: u; or, where x is cut to its upper 52 bits
//!   instead, 2^11 in x, which is a distance of 2^11/d.
//! - 1/d by a division, once in a group: u; and u for d itself above 2^53.
//! - 1/(d−1) from y = 1/d as y + y² + y³ + …, at most 31 times in a group. Two
//!   terms are too small by 1/d² of the sum, three by 1/d³; and u for rounding
//!   the sum. (What y's own error e' adds, e'/d, and the rounding of the terms
//!   after the first, u/d, are far less than one such step in all: 32 cover
//!   them.)
//! - x·y where it is not fused with the addition that follows: u.
//!
//! | terms                 | e             | d ≥  | 2^63·e/d + 2^11/d |
//! |-----------------------|---------------|------|-------------------|
//! | two                   | 36·u + 32/d²  | 2^24 | < 0.07            |
//! | three                 | 36·u + 32/d³  | 2^18 | < 0.22            |
//! | a division every time | 4·u           | 2^15 | < 0.19            |
//!
//! **The rounding** is an addition of 2^52, the sum of which is a whole number
//! with q in its lowest bits; q < 2^63/2^15.
//!
//! **Narrow** residues, for d < 2^30, are computed from the lowest 32 bits of
//! x, q and d, which is enough for a difference of that size. They come doubled:
//! the recurrence's numbers are the halves of x with one bit more at the end.
//! Clearing that of the upper half and leaving that of the lower one, X, gives
//! 2x or 2x + 1, whose residue modulo 2d is 2r or 2r + 1, which is below 2m if
//! and only if r is below m. With X·y = 2·(X/2d), adding 2^53, which rounds to
//! a multiple of two, gives the quotient by 2d in the lowest bits.
//!
//! **Negative** differences may stay if at most d/4 mines are left: they belong
//! to residues above d/4, so to fields without mines, and taken without sign
//! they are above 2^32 − 3/4·2d > 2d/4.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

use crate::glibc::decide::{Block, Bounds, Group, Words};
use crate::glibc::lanes::{LANES, Lanes, Leap, RUN, STEPS};

/// The least divisor from which on two terms of the series do.
const TWO_TERMS: u64 = 1 << 24;
/// The least divisor from which on three do.
const THREE_TERMS: u64 = 1 << 18;

/// The least divisor in a group with this first one.
fn least(first: u64) -> u64 {
    first - ((LANES - 1) * RUN + STEPS - 1) as u64
}

/// A residue, in one of the sizes of numbers.
pub trait Residue: Copy + Send + 'static {
    const ZERO: Self;
    /// The least divisor that suits the size.
    const LEAST: u64;
    /// The greatest one.
    const MOST: u64;

    /// Draws the lanes' next group; `first` is the divisor of the first lane's
    /// first field.
    fn fill(kernel: Kernel, lanes: &mut Lanes, first: u64, bounds: &Bounds<Self>, group: &mut Group<Self>);

    /// Whether it is below a number of mines that is not above what the bounds
    /// had as the most.
    fn is_below(self, mines: u64) -> bool;

    /// A number of mines in this size.
    fn from_count(mines: u64) -> Self;
    /// The same the other way round.
    fn count(self) -> u64;
}

/// Doubled, with a last bit that says nothing.
impl Residue for u32 {
    const ZERO: u32 = 0;
    const LEAST: u64 = 1 << 15;
    const MOST: u64 = (1 << 30) - 1;

    fn fill(kernel: Kernel, lanes: &mut Lanes, first: u64, bounds: &Bounds<u32>, group: &mut Group<u32>) {
        match least(first) {
            TWO_TERMS.. => kernel.narrow::<2>(lanes, first, bounds, group),
            THREE_TERMS.. => kernel.narrow::<3>(lanes, first, bounds, group),
            _ => kernel.narrow::<0>(lanes, first, bounds, group),
        }
    }

    fn is_below(self, mines: u64) -> bool {
        u64::from(self / 2) < mines
    }

    fn from_count(mines: u64) -> u32 {
        mines as u32
    }

    fn count(self) -> u64 {
        u64::from(self)
    }
}

impl Residue for u64 {
    const ZERO: u64 = 0;
    // Low enough that narrow residues do for what is left after the last block.
    const LEAST: u64 = 1 << 29;
    const MOST: u64 = 1 << 62;

    fn fill(kernel: Kernel, lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
        kernel.wide(lanes, first, bounds, group);
    }

    fn is_below(self, mines: u64) -> bool {
        self < mines
    }

    fn from_count(mines: u64) -> u64 {
        mines
    }

    fn count(self) -> u64 {
        self
    }
}

/// The instructions used.
#[derive(Clone, Copy, Debug)]
pub enum Kernel {
    /// Those of every machine.
    Portable,
    /// AVX2 and fused multiplication.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

/// Calls the kernel's function of this name.
macro_rules! by {
    ($kernel:expr, $function:ident $(::<$n:ident>)?, $($argument:expr),*) => {
        match $kernel {
            Kernel::Portable => portable::$function$(::<$n>)?($($argument),*),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.$function$(::<$n>)?($($argument),*),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(avx512) => avx512.$function$(::<$n>)?($($argument),*),
        }
    };
}

impl Kernel {
    /// The fastest kernel that this machine has.
    pub fn best() -> Kernel {
        Kernel::all().last().unwrap_or(Kernel::Portable)
    }

    /// The kernels that this machine has, the slowest first.
    pub fn all() -> impl Iterator<Item = Kernel> {
        let all = std::iter::once(Kernel::Portable);
        #[cfg(target_arch = "x86_64")]
        let all = all
            .chain(avx2::Avx2::detect().map(Kernel::Avx2))
            .chain(avx512::Avx512::detect().map(Kernel::Avx512));
        all
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => "AVX-512",
        }
    }

    /// Draws a group with divisors that suit `u32`, making inverses from that
    /// many terms of the series, or with 0, by division.
    fn narrow<const TERMS: usize>(
        self,
        lanes: &mut Lanes,
        first: u64,
        bounds: &Bounds<u32>,
        group: &mut Group<u32>,
    ) {
        by!(self, narrow::<TERMS>, lanes, first, bounds, group)
    }

    /// Draws a group with divisors that suit `u64`.
    fn wide(self, lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
        by!(self, wide, lanes, first, bounds, group)
    }

    /// `Block::settle`.
    pub fn settle<R: Residue>(self, block: &Block<R>, mines: u64, words: &mut Words) -> u64 {
        by!(self, settle, block, mines, words)
    }

    /// `Lanes::leap`.
    pub fn leap(self, lanes: &mut Lanes, leap: &Leap) {
        by!(self, leap, lanes, leap)
    }
}

/// Every step's bit in the words of a group, for every lane.
#[cfg(target_arch = "x86_64")]
static BITS: [[u32; LANES]; STEPS] = {
    let mut bits = [[0; LANES]; STEPS];
    let mut t = 0;
    while t < STEPS {
        bits[t] = [1 << t; LANES];
        t += 1;
    }
    bits
};
