//! The kernel for AVX-512: all lanes in one vector.
#![allow(unsafe_code)]

use super::{BITS, Residue, portable};
use crate::glibc::decide::{Block, Bounds, Group, Words};
use crate::glibc::lanes::{LANES, Lanes, Leap, RING, RUN, Vector};
use std::arch::x86_64::*;

/// That the machine has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The kernel, if the machine has them.
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }

    pub fn narrow<const TERMS: usize>(
        self,
        lanes: &mut Lanes,
        first: u64,
        bounds: &Bounds<u32>,
        group: &mut Group<u32>,
    ) {
        let correct = bounds.most > super::least(first) / 4;
        // SAFETY: a value of this type is made only where `detect` finds the
        // instructions.
        unsafe {
            if correct {
                narrow::<TERMS, true>(lanes, first, bounds, group);
            } else {
                narrow::<TERMS, false>(lanes, first, bounds, group);
            }
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

#[target_feature(enable = "avx512f")]
fn load(from: &[u32; LANES]) -> __m512i {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn store(to: &mut [u32; LANES], vector: __m512i) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
}

#[target_feature(enable = "avx512f")]
fn load_two(from: &[u64; LANES]) -> [__m512i; 2] {
    // SAFETY: the array is as long as the two vectors.
    unsafe {
        [_mm512_loadu_si512(from.as_ptr().cast()), _mm512_loadu_si512(from.as_ptr().add(LANES / 2).cast())]
    }
}

#[target_feature(enable = "avx512f")]
fn store_two(to: &mut [u64; LANES], [lower, upper]: [__m512i; 2]) {
    // SAFETY: the array is as long as the two vectors.
    unsafe {
        _mm512_storeu_si512(to.as_mut_ptr().cast(), lower);
        _mm512_storeu_si512(to.as_mut_ptr().add(LANES / 2).cast(), upper);
    }
}

/// The lanes' first divisors, in vectors of numbers of 64 bits, where unpacking
/// puts the lanes.
#[target_feature(enable = "avx512f,avx512dq")]
fn divisors(first: u64) -> [__m512i; 2] {
    let run = _mm512_set1_epi64(RUN as i64);
    let first = _mm512_set1_epi64(first.cast_signed());
    let lower = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13);
    let upper = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
    [
        _mm512_sub_epi64(first, _mm512_mullo_epi64(lower, run)),
        _mm512_sub_epi64(first, _mm512_mullo_epi64(upper, run)),
    ]
}

/// The lanes' numbers of the recurrence on their way through a group.
struct Stream<'a> {
    ring: &'a mut [Vector; RING],
    /// The last three numbers.
    last: [__m512i; 3],
}

impl Stream<'_> {
    #[target_feature(enable = "avx512f")]
    fn new(ring: &mut [Vector; RING]) -> Stream<'_> {
        let last = [load(&ring[RING - 3].0), load(&ring[RING - 2].0), load(&ring[RING - 1].0)];
        Stream { ring, last }
    }

    /// The two numbers of step t: the upper halves' and the lower halves'.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn step(&mut self, t: usize) -> (__m512i, __m512i) {
        let i = 2 * t;
        let high = _mm512_add_epi32(load(&self.ring[(i + RING - 31) % RING].0), self.last[0]);
        let low = _mm512_add_epi32(load(&self.ring[(i + RING - 30) % RING].0), self.last[1]);
        store(&mut self.ring[i].0, high);
        store(&mut self.ring[i + 1].0, low);
        self.last = [self.last[2], high, low];
        (high, low)
    }
}

/// [`portable::narrow`]; without `CORRECT`, negative residues are left so.
#[target_feature(enable = "avx512f,avx512dq")]
fn narrow<const TERMS: usize, const CORRECT: bool>(
    lanes: &mut Lanes,
    first: u64,
    bounds: &Bounds<u32>,
    group: &mut Group<u32>,
) {
    // -2, and the mask of the even numbers' bits.
    let even = _mm512_set1_epi32(-2);
    let ones = _mm512_set1_pd(1.0);
    let two53 = _mm512_set1_pd(portable::TWO53);
    let low_bound = _mm512_slli_epi32(load(&bounds.low), 1);
    let high_bound = _mm512_slli_epi32(load(&bounds.high), 1);
    let k = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let mut twice_d = _mm512_sub_epi32(
        _mm512_set1_epi32(2 * first as i32),
        _mm512_mullo_epi32(k, _mm512_set1_epi32(2 * RUN as i32)),
    );
    let d = divisors(first);
    let mut d = [_mm512_cvtepi64_pd(d[0]), _mm512_cvtepi64_pd(d[1])];
    let mut y = [_mm512_div_pd(ones, d[0]), _mm512_div_pd(ones, d[1])];
    let mut sure = _mm512_setzero_si512();
    let mut maybe = sure;
    let mut stream = Stream::new(&mut lanes.ring);
    for (t, (residues, bit)) in group.residues.iter_mut().zip(&BITS).enumerate() {
        let (high, low) = stream.step(t);
        let high = _mm512_and_si512(high, even);
        let x0 = _mm512_cvtepu64_pd(_mm512_unpacklo_epi32(low, high));
        let x1 = _mm512_cvtepu64_pd(_mm512_unpackhi_epi32(low, high));
        let q0 = _mm512_castpd_ps(_mm512_fmadd_pd(x0, y[0], two53));
        let q1 = _mm512_castpd_ps(_mm512_fmadd_pd(x1, y[1], two53));
        // Their lowest 32 bits, in the lanes' order again.
        let q = _mm512_castps_si512(_mm512_shuffle_ps(q0, q1, 0b10_00_10_00));
        let mut r = _mm512_sub_epi32(low, _mm512_mullo_epi32(q, twice_d));
        if CORRECT {
            // Taken without sign, a negative number is larger.
            r = _mm512_min_epu32(r, _mm512_add_epi32(r, twice_d));
        }
        store(residues, r);
        let bit = load(bit);
        sure = _mm512_mask_or_epi32(sure, _mm512_cmplt_epu32_mask(r, low_bound), sure, bit);
        maybe = _mm512_mask_or_epi32(maybe, _mm512_cmplt_epu32_mask(r, high_bound), maybe, bit);

        twice_d = _mm512_add_epi32(twice_d, even);
        for (y, d) in y.iter_mut().zip(&mut d) {
            *d = _mm512_sub_pd(*d, ones);
            *y = match TERMS {
                2 => _mm512_fmadd_pd(*y, *y, *y),
                3 => _mm512_fmadd_pd(*y, _mm512_fmadd_pd(*y, *y, *y), *y),
                _ => _mm512_div_pd(ones, *d),
            };
        }
    }
    store(&mut group.sure, sure);
    store(&mut group.maybe, maybe);
}

/// [`portable::wide`].
#[target_feature(enable = "avx512f,avx512dq")]
fn wide(lanes: &mut Lanes, first: u64, bounds: &Bounds<u64>, group: &mut Group<u64>) {
    let one = _mm512_set1_epi64(1);
    let two52 = _mm512_set1_pd(portable::TWO52);
    let low_bound = load_two(&bounds.low);
    let high_bound = load_two(&bounds.high);
    // Where the lanes are in the unpacked vectors.
    let lower = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    let upper = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    let mut d = divisors(first);
    let ones = _mm512_set1_pd(1.0);
    let mut y =
        [_mm512_div_pd(ones, _mm512_cvtepi64_pd(d[0])), _mm512_div_pd(ones, _mm512_cvtepi64_pd(d[1]))];
    let mut sure = _mm512_setzero_si512();
    let mut maybe = sure;
    let mut stream = Stream::new(&mut lanes.ring);
    for (t, (residues, bit)) in group.residues.iter_mut().zip(&BITS).enumerate() {
        let (high, low) = stream.step(t);
        let (high, low) = (_mm512_srli_epi32(high, 1), _mm512_srli_epi32(low, 1));
        let mut r = [_mm512_unpacklo_epi32(low, high), _mm512_unpackhi_epi32(low, high)];
        for ((r, y), d) in r.iter_mut().zip(&mut y).zip(&mut d) {
            let q = _mm512_fmadd_pd(_mm512_cvtepi64_pd(*r), *y, two52);
            let q = _mm512_castpd_si512(_mm512_xor_pd(q, two52));
            *r = _mm512_sub_epi64(*r, _mm512_mullo_epi64(q, *d));
            *r = _mm512_min_epu64(*r, _mm512_add_epi64(*r, *d));
            *d = _mm512_sub_epi64(*d, one);
            *y = _mm512_fmadd_pd(*y, *y, *y);
        }
        let r0 = _mm512_permutex2var_epi64(r[0], lower, r[1]);
        let r1 = _mm512_permutex2var_epi64(r[0], upper, r[1]);
        store_two(residues, [r0, r1]);
        let bit = load(bit);
        sure = _mm512_mask_or_epi32(sure, below([r0, r1], low_bound), sure, bit);
        maybe = _mm512_mask_or_epi32(maybe, below([r0, r1], high_bound), maybe, bit);
    }
    store(&mut group.sure, sure);
    store(&mut group.maybe, maybe);
}

/// Which of the numbers are below their bounds.
#[target_feature(enable = "avx512f")]
fn below(numbers: [__m512i; 2], bounds: [__m512i; 2]) -> __mmask16 {
    let lower = _mm512_cmplt_epu64_mask(numbers[0], bounds[0]);
    let upper = _mm512_cmplt_epu64_mask(numbers[1], bounds[1]);
    __mmask16::from(lower) | __mmask16::from(upper) << 8
}

/// [`portable::settle`].
#[target_feature(enable = "avx512f,popcnt")]
fn settle<R: Residue>(block: &Block<R>, mines: u64, words: &mut Words) -> u64 {
    portable::settle(block, mines, words)
}

/// [`portable::leap`].
#[target_feature(enable = "avx512f")]
fn leap_all(lanes: &mut Lanes, leap: &Leap) {
    lanes.leap(
        leap,
        |from| load(from),
        |to, vector| store(to, vector),
        |a, b| _mm512_add_epi32(a, b),
        |vector, factor| _mm512_mullo_epi32(vector, _mm512_set1_epi32(factor.cast_signed())),
    );
}
