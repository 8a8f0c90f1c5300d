//! The kernel for AVX2: half of the lanes in one vector.
#![allow(unsafe_code)]

use super::{BITS, Residue, portable};
use crate::glibc::decide::{Block, Bounds, Group, Words};
use crate::glibc::lanes::{LANES, Lanes, Leap, RING, RUN};
use std::arch::x86_64::*;

/// That the machine has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if the machine has them.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }

    pub fn narrow<const TERMS: usize>(
        self,
        lanes: &mut Lanes,
        first: u64,
        bounds: &Bounds<u32>,
        group: &mut Group<u32>,
    ) {
        for half in 0..2 {
            // SAFETY: a value of this type is made only where `detect` finds
            // the instructions.
            unsafe { narrow::<TERMS>(lanes, first, bounds, group, half * HALF) }
        }
    }

    pub fn wide(self, lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
        // SAFETY: as above.
        unsafe { wide(lanes, first, bounds, group) }
    }

    pub fn settle<R: Residue>(self, block: &Block<R>, mines: u64, words: &mut Words) -> u64 {
        // SAFETY: as above.
        unsafe { settle(block, mines, words) }
    }

    pub fn leap(self, lanes: &mut Lanes, leap: &Leap) {
        // SAFETY: as above.
        unsafe { leap_all(lanes, leap) }
    }
}

const HALF: usize = LANES / 2;

/// The eight lanes from `lane` on.
#[target_feature(enable = "avx2")]
fn load(from: &[u32; LANES], lane: usize) -> __m256i {
    let from: &[u32; HALF] = from[lane..].first_chunk().expect("a lane of the first half");
    // SAFETY: the array is as long as the vector.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// The same the other way round.
#[target_feature(enable = "avx2")]
fn store(to: &mut [u32; LANES], lane: usize, vector: __m256i) {
    let to: &mut [u32; HALF] = to[lane..].first_chunk_mut().expect("a lane of the first half");
    // SAFETY: the array is as long as the vector.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
}

/// Numbers of 64 bits, cut to their upper 52, as floating-point numbers.
#[target_feature(enable = "avx2")]
fn float(x: __m256i) -> __m256d {
    // The bits end up behind those of 2^64, in steps of 2^12.
    let two64 = _mm256_set1_pd(portable::TWO64);
    let bits = _mm256_or_si256(_mm256_srli_epi64(x, 12), _mm256_castpd_si256(two64));
    _mm256_sub_pd(_mm256_castsi256_pd(bits), two64)
}

/// [`portable::narrow`] for the eight lanes from `lane` on.
#[target_feature(enable = "avx2,fma")]
fn narrow<const TERMS: usize>(
    lanes: &mut Lanes,
    first: u64,
    bounds: &Bounds<u32>,
    group: &mut Group<u32>,
    lane: usize,
) {
    let first = first as i32 - (lane * RUN) as i32;
    let run = RUN as i32;
    let k = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let ones = _mm256_set1_pd(1.0);
    // -2, and the mask of the even numbers' bits.
    let even = _mm256_set1_epi32(-2);
    let mut twice_d =
        _mm256_sub_epi32(_mm256_set1_epi32(2 * first), _mm256_mullo_epi32(k, _mm256_set1_epi32(2 * run)));
    // Unpacking takes the lanes 0, 1, 4, 5 first, then 2, 3, 6, 7.
    let d = |k: i32| f64::from(first - k * run);
    let mut d = [_mm256_setr_pd(d(0), d(1), d(4), d(5)), _mm256_setr_pd(d(2), d(3), d(6), d(7))];
    let mut y = [_mm256_div_pd(ones, d[0]), _mm256_div_pd(ones, d[1])];
    let two53 = _mm256_set1_pd(portable::TWO53);
    let low_bound = _mm256_slli_epi32(load(&bounds.low, lane), 1);
    let high_bound = _mm256_slli_epi32(load(&bounds.high, lane), 1);
    let mut sure = _mm256_setzero_si256();
    let mut maybe = sure;

    let ring = &mut lanes.ring;
    let mut a = load(&ring[RING - 3].0, lane);
    let mut b = load(&ring[RING - 2].0, lane);
    let mut c = load(&ring[RING - 1].0, lane);
    for (t, residues) in group.residues.iter_mut().enumerate() {
        let i = 2 * t;
        let high = _mm256_add_epi32(load(&ring[(i + RING - 31) % RING].0, lane), a);
        let low = _mm256_add_epi32(load(&ring[(i + RING - 30) % RING].0, lane), b);
        store(&mut ring[i].0, lane, high);
        store(&mut ring[i + 1].0, lane, low);
        (a, b, c) = (c, high, low);

        let high = _mm256_and_si256(high, even);
        let x0 = float(_mm256_unpacklo_epi32(low, high));
        let x1 = float(_mm256_unpackhi_epi32(low, high));
        let q0 = _mm256_castpd_ps(_mm256_fmadd_pd(x0, y[0], two53));
        let q1 = _mm256_castpd_ps(_mm256_fmadd_pd(x1, y[1], two53));
        let q = _mm256_castps_si256(_mm256_shuffle_ps(q0, q1, 0b10_00_10_00));
        let r = _mm256_sub_epi32(low, _mm256_mullo_epi32(q, twice_d));
        let r = _mm256_min_epu32(r, _mm256_add_epi32(r, twice_d));
        store(residues, lane, r);
        twice_d = _mm256_add_epi32(twice_d, even);
        for (y, d) in y.iter_mut().zip(&mut d) {
            *d = _mm256_sub_pd(*d, ones);
            *y = match TERMS {
                2 => _mm256_fmadd_pd(*y, *y, *y),
                3 => _mm256_fmadd_pd(*y, _mm256_fmadd_pd(*y, *y, *y), *y),
                _ => _mm256_div_pd(ones, *d),
            };
        }
    }
    // In a loop of its own, which lets the processor look further ahead.
    for (residues, bit) in group.residues.iter().zip(&BITS) {
        let r = load(residues, lane);
        let bit = load(bit, lane);
        sure = _mm256_or_si256(sure, _mm256_and_si256(bit, _mm256_cmpgt_epi32(low_bound, r)));
        maybe = _mm256_or_si256(maybe, _mm256_and_si256(bit, _mm256_cmpgt_epi32(high_bound, r)));
    }
    store(&mut group.sure, lane, sure);
    store(&mut group.maybe, lane, maybe);
}

#[target_feature(enable = "avx2,fma")]
fn wide(lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
    portable::wide(lanes, first, bounds, group);
}

#[target_feature(enable = "avx2,popcnt")]
fn settle<R: Residue>(block: &Block<R>, mines: u64, words: &mut Words) -> u64 {
    portable::settle(block, mines, words)
}

#[target_feature(enable = "avx2")]
fn leap_all(lanes: &mut Lanes, leap: &Leap) {
    lanes.leap(
        leap,
        |from| [load(from, 0), load(from, HALF)],
        |to, [lower, upper]| {
            store(to, 0, lower);
            store(to, HALF, upper);
        },
        |a, b| [_mm256_add_epi32(a[0], b[0]), _mm256_add_epi32(a[1], b[1])],
        |[lower, upper], factor| {
            let factor = _mm256_set1_epi32(factor.cast_signed());
            [_mm256_mullo_epi32(lower, factor), _mm256_mullo_epi32(upper, factor)]
        },
    );
}
