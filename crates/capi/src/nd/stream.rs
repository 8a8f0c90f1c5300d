//! Writing past the caches, for memory that will not be read soon.

use std::ffi::c_int;

/// Writes a number.
///
/// # Safety
/// The place is the caller's to write, and aligned for it.
#[inline(always)]
pub unsafe fn number(place: *mut c_int, number: c_int) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every such processor has the instruction; the place is a promise.
    unsafe {
        std::arch::x86_64::_mm_stream_si32(place, number);
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the place is a promise.
    unsafe {
        place.write(number);
    }
}

/// Writes an address.
///
/// # Safety
/// The place is the caller's to write, and aligned for it.
#[inline(always)]
unsafe fn address(place: *mut usize, address: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every such processor has the instruction; the place is a promise.
    unsafe {
        std::arch::x86_64::_mm_stream_si64(place.cast(), address as i64);
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the place is a promise.
    unsafe {
        place.write(address);
    }
}

/// Writes addresses that lie so far from `here`.
///
/// # Safety
/// There is room for them, and the place is aligned for one.
#[inline(always)]
pub unsafe fn addresses(to: *mut usize, here: usize, distances: &[usize]) {
    for (at, &distance) in distances.iter().enumerate() {
        // SAFETY: there is room.
        unsafe { address(to.add(at), here.wrapping_add(distance)) }
    }
}

/// The same, four at a time.
///
/// # Safety
/// There is room for them, and the place is aligned for one.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub unsafe fn addresses_avx2(to: *mut usize, here: usize, distances: &[usize]) {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi64, _mm256_loadu_si256, _mm256_set1_epi64x, _mm256_stream_si256,
    };
    let head = to.align_offset(32).min(distances.len());
    let (first, rest) = distances.split_at(head);
    let all = _mm256_set1_epi64x(here as i64);
    let fours = rest.chunks_exact(4);
    let last = fours.remainder();
    // SAFETY: there is room, and what is written four at a time is aligned for it.
    unsafe {
        addresses(to, here, first);
        let mut to = to.add(head);
        for four in fours {
            let distance = _mm256_loadu_si256(four.as_ptr().cast::<__m256i>());
            _mm256_stream_si256(to.cast(), _mm256_add_epi64(distance, all));
            to = to.add(4);
        }
        addresses(to, here, last);
    }
}

/// Makes what was written known to whoever reads it next.
pub fn finish() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every such processor has the instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
