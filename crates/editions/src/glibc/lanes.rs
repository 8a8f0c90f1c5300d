//! The stream sixteen numbers at a time.
//!
//! The recurrence looks back three numbers only, so neighbours cannot be made
//! side by side. Numbers far apart can: a block of fields is cut into sixteen
//! runs, and lane k of every vector follows the stream through run k, with one
//! vector addition for sixteen numbers. After the block every lane leaps over
//! the fifteen runs of the others to its run in the next block.

use crate::glibc::rand::{ORDER, Rand};
use std::array::from_fn;

/// How many runs of fields are followed side by side.
pub const LANES: usize = 16;
/// How many steps (of one field in every lane) are made by one call.
pub const STEPS: usize = 32;
/// How many such groups of steps make a block.
pub const GROUPS: usize = 32;
/// How many fields in a row a lane follows in a block.
pub const RUN: usize = STEPS * GROUPS;
/// How many fields a block has.
pub const BLOCK: usize = LANES * RUN;

/// How many numbers the ring holds: as many as a group of steps makes, so that
/// a group always begins at slot 0.
pub const RING: usize = 2 * STEPS;

/// One number for every lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Vector(pub [u32; LANES]);

/// The last numbers of the recurrence in every lane, the oldest first.
#[derive(Clone)]
pub struct Lanes {
    pub ring: [Vector; RING],
}

impl Lanes {
    /// The lanes for the block that begins where `rand` stands; leaves `rand`
    /// where the block ends.
    pub fn new(rand: &mut Rand) -> Lanes {
        let mut ring = [Vector([0; LANES]); RING];
        for lane in 0..LANES {
            for (slot, number) in ring[RING - ORDER..].iter_mut().zip(rand.history()) {
                slot.0[lane] = number;
            }
            for _ in 0..2 * RUN {
                rand.next_raw();
            }
        }
        Lanes { ring }
    }

    /// The stream after the block that the lanes have just been through: where
    /// the last lane stands.
    pub fn end(&self) -> Rand {
        Rand::after(from_fn(|i| self.ring[RING - ORDER + i].0[LANES - 1]))
    }

    /// Moves every lane on by the leap's length. A number of each lane is a vector, of the kind that the caller reckons with.
    #[inline(always)]
    pub fn leap<V: Copy>(
        &mut self,
        leap: &Leap,
        load: impl Fn(&[u32; LANES]) -> V,
        store: impl Fn(&mut [u32; LANES], V),
        plus: impl Fn(V, V) -> V,
        times: impl Fn(V, u32) -> V,
    ) {
        // One more number than needed, so that they go in fours.
        const KEPT: usize = ORDER + 1;
        let zero = load(&[0; LANES]);
        let mut numbers = [zero; KEPT + ORDER - 1];
        for (to, from) in numbers.iter_mut().zip(&self.ring[RING - KEPT..]) {
            *to = load(&from.0);
        }
        for i in KEPT..numbers.len() {
            numbers[i] = plus(numbers[i - 3], numbers[i - ORDER]);
        }
        for (i, four) in self.ring[RING - KEPT..].chunks_exact_mut(4).enumerate() {
            let mut sums = [zero; 4];
            for (from, factor) in numbers[4 * i..].windows(4).zip(leap.0) {
                for (sum, &number) in sums.iter_mut().zip(from) {
                    *sum = plus(*sum, times(number, factor));
                }
            }
            for (slot, sum) in four.iter_mut().zip(sums) {
                store(&mut slot.0, sum);
            }
        }
    }
}

/// A way to go far ahead in the stream at once.
///
/// With the polynomial p = x^n modulo x^31 − x^28 − 1 (coefficients modulo
/// 2^32), `r[i+n]` is the sum of `p[j] * r[i+j]`: taking x^j for `r[i+j]` turns
/// the recurrence into x^31 = x^28 + 1.
pub struct Leap([u32; ORDER]);

impl Leap {
    /// From a lane's beginning in a block to its end.
    pub const THROUGH_BLOCK: Leap = Leap::over(RUN);

    /// From a lane's end in one block to its beginning in the next.
    pub const TO_NEXT_BLOCK: Leap = Leap::over(BLOCK - RUN);

    /// From a lane's end in one block to its beginning in one of the next `N`.
    pub const fn to_next_blocks<const N: usize>() -> [Leap; N] {
        let mut leaps = [const { Leap([0; ORDER]) }; N];
        let mut n = 0;
        while n < N {
            leaps[n] = Leap::over((n + 1) * BLOCK - RUN);
            n += 1;
        }
        leaps
    }

    /// The leap over the numbers of so many fields.
    pub const fn over(fields: usize) -> Leap {
        // x^(2*fields), by squaring from the highest bit down.
        let numbers = 2 * fields;
        let mut power = [0; ORDER];
        power[0] = 1;
        let mut bit = usize::BITS - numbers.leading_zeros();
        while bit > 0 {
            bit -= 1;
            power = square(&power, numbers >> bit & 1);
        }
        Leap(power)
    }
}

/// `p * p * x^shift` modulo x^31 − x^28 − 1; the shift is 0 or 1.
const fn square(p: &[u32; ORDER], shift: usize) -> [u32; ORDER] {
    let mut product = [0u32; 2 * ORDER];
    let mut i = 0;
    while i < ORDER {
        let mut j = 0;
        while j < ORDER {
            let at = i + j + shift;
            product[at] = product[at].wrapping_add(p[i].wrapping_mul(p[j]));
            j += 1;
        }
        i += 1;
    }
    let mut at = product.len();
    while at > ORDER {
        at -= 1;
        product[at - 3] = product[at - 3].wrapping_add(product[at]);
        product[at - ORDER] = product[at - ORDER].wrapping_add(product[at]);
    }
    let mut reduced = [0; ORDER];
    let mut i = 0;
    while i < ORDER {
        reduced[i] = product[i];
        i += 1;
    }
    reduced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glibc::residues::Kernel;

    /// Moves every lane through its run.
    fn walk(lanes: &mut Lanes) {
        for i in (0..RING).cycle().take(2 * RUN) {
            for lane in 0..LANES {
                let old = lanes.ring[(i + RING - ORDER) % RING].0[lane];
                let near = lanes.ring[(i + RING - 3) % RING].0[lane];
                lanes.ring[i].0[lane] = old.wrapping_add(near);
            }
        }
    }

    #[test]
    fn lanes_follow_the_stream_from_block_to_block() {
        for kernel in Kernel::all() {
            let mut rand = Rand::new(3);
            let mut lanes = Lanes::new(&mut rand);
            walk(&mut lanes);
            assert_eq!(lanes.end().history(), rand.history());
            for _ in 0..2 {
                kernel.leap(&mut lanes, &Leap::TO_NEXT_BLOCK);
                walk(&mut lanes);
                for _ in 0..2 * BLOCK {
                    rand.next_raw();
                }
                assert_eq!(lanes.end().history(), rand.history(), "{kernel:?}");
            }
        }
    }

    #[test]
    fn leaps_are_as_long_as_they_say() {
        let from = Lanes::new(&mut Rand::new(5));
        for (fields, leap) in [(0, Leap::over(0)), (1, Leap::over(1)), (1000, Leap::over(1000))] {
            for kernel in Kernel::all() {
                let mut to = Lanes { ring: from.ring };
                kernel.leap(&mut to, &leap);
                let mut rand = from.end();
                for _ in 0..2 * fields {
                    rand.next_raw();
                }
                assert_eq!(to.end().history(), rand.history(), "{kernel:?} over {fields}");
            }
        }
        let leaps = Leap::to_next_blocks::<2>();
        assert_eq!(leaps[0].0, Leap::TO_NEXT_BLOCK.0);
        assert_eq!(leaps[1].0, Leap::over(2 * BLOCK - RUN).0);
    }
}
