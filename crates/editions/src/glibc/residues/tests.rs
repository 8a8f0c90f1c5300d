use super::*;
use crate::glibc::lanes::{RING, Vector};
use crate::glibc::rand::ORDER;
use proptest::prelude::*;
use std::array::from_fn;

/// Draws one group by every kernel, and compares each decision with the
/// remainder's.
fn check<R: Residue>(ring: [Vector; RING], first: u64, mines: u64) {
    let bounds = bounds::<R>(mines);
    let mut expected = ring;
    let mut numbers = [[0u64; LANES]; STEPS];
    for i in 0..RING {
        for (lane, number) in numbers[i / 2].iter_mut().enumerate() {
            let old = expected[(i + RING - ORDER) % RING].0[lane];
            let next = old.wrapping_add(expected[(i + RING - 3) % RING].0[lane]);
            expected[i].0[lane] = next;
            *number = *number << 32 | u64::from(next >> 1);
        }
    }
    for kernel in Kernel::all() {
        let mut lanes = Lanes { ring };
        let mut group = Group::<R>::EMPTY;
        R::fill(kernel, &mut lanes, first, &bounds, &mut group);
        for (slot, expected) in lanes.ring.iter().zip(&expected) {
            assert_eq!(slot.0, expected.0, "{kernel:?}");
        }
        for (t, numbers) in numbers.iter().enumerate() {
            for (lane, x) in numbers.iter().enumerate() {
                let d = first - (lane * RUN + t) as u64;
                let residue = x % d;
                let place = format!("{kernel:?}: {x} modulo {d} with {mines} mines");
                let (low, high) = (bounds.low[lane].count(), bounds.high[lane].count());
                let (sure, maybe) = (group.sure[lane] >> t & 1, group.maybe[lane] >> t & 1);
                assert_eq!(sure == 1, residue < low, "sure, {place}");
                assert_eq!(maybe == 1, residue < high, "maybe, {place}");
                for count in [low, high, mines, residue, residue + 1] {
                    let count = count.min(mines);
                    let is_below = group.residues[t][lane].is_below(count);
                    assert_eq!(is_below, residue < count, "{count}, {place}");
                }
            }
        }
    }
}

/// The first divisors of groups around every one at which something changes.
fn divisors<R: Residue>() -> Vec<u64> {
    let span = first_for(0);
    let edges: &[u64] = &[THREE_TERMS, TWO_TERMS, 1 << 31, 1 << 32, 1 << 33, 1 << 53];
    let mut all = vec![first_for(R::LEAST), R::MOST];
    for edge in edges.iter().filter(|&&edge| R::LEAST < edge && edge < R::MOST) {
        all.extend([edge - 1, *edge, edge + 1, edge + span / 2]);
        all.extend([edge - 1, *edge, edge + 1].map(first_for));
    }
    all
}

/// The first divisor of the group with this least one.
fn first_for(least: u64) -> u64 {
    least + ((LANES - 1) * RUN + STEPS - 1) as u64
}

/// Bounds that differ from lane to lane.
fn bounds<R: Residue>(most: u64) -> Bounds<R> {
    let count = |k: usize| R::from_count(most - most / 100 * k as u64);
    Bounds { low: from_fn(|k| count(k + 3)), high: from_fn(count), most }
}

/// Mines from none to all of the fields, around where corrections begin, too.
fn some_mines(first: u64) -> [u64; 7] {
    let least = least(first);
    [0, 1, least / 5, least / 4, least / 4 + 1, least / 2, least]
}

fn random_ring(seed: u32) -> [Vector; RING] {
    let mut rand = crate::glibc::Rand::new(seed);
    [(); RING].map(|()| Vector([(); LANES].map(|()| rand.next_raw())))
}

/// A ring from which come numbers with the largest quotients.
fn large_ring() -> [Vector; RING] {
    // The first three numbers become 2^32 − 1, and those after them stay so, as
    // nothing is added, until they meet the last three of the ring.
    let mut ring = random_ring(9);
    for i in 0..3 {
        let near = ring[RING - 3 + i].0;
        ring[RING - ORDER + i].0 = near.map(|near| u32::MAX.wrapping_sub(near));
    }
    for i in 3..ORDER - 3 {
        ring[RING - ORDER + i].0 = [0; LANES];
    }
    ring
}

#[test]
fn narrow_residues_are_exact() {
    for first in divisors::<u32>() {
        for mines in some_mines(first) {
            check::<u32>(random_ring(first as u32), first, mines);
            check::<u32>(large_ring(), first, mines);
        }
    }
}

#[test]
fn wide_residues_are_exact() {
    for first in divisors::<u64>() {
        for mines in some_mines(first) {
            check::<u64>(random_ring(first as u32), first, mines);
            check::<u64>(large_ring(), first, mines);
        }
    }
}

#[test]
fn numbers_next_to_multiples_are_exact() {
    // Lane 0's first number is a multiple of its divisor, one less, or one more.
    for first in divisors::<u32>() {
        for factor in [1, (1 << 62) / first, i64::MAX as u64 / first] {
            for x in [first * factor - 1, first * factor, first * factor + 1] {
                let mut ring = random_ring(1);
                for (i, half) in [x >> 32, x & 0x7fff_ffff].into_iter().enumerate() {
                    let near = ring[RING - 3 + i].0[0];
                    ring[RING - ORDER + i].0[0] = (2 * half as u32).wrapping_sub(near);
                }
                check::<u32>(ring, first, least(first) / 5);
                check::<u32>(ring, first, least(first));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_residues_are_exact(seed: u32, bits in 15u32..62, part: u64, share in 0u64..=8) {
        let least = (1 << bits) + part % (1 << bits);
        let first = first_for(least);
        let mines = least / 8 * share;
        if first <= u32::MOST {
            check::<u32>(random_ring(seed), first, mines);
        }
        if (u64::LEAST..=u64::MOST).contains(&first) {
            check::<u64>(random_ring(seed), first, mines);
        }
    }
}
