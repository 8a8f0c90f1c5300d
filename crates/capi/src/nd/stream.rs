//! Writing past the caches, for memory that will not be read soon: not before [`finish`].

use std::ffi::c_int;

/// Writes a number.
///
/// # Safety
/// The place is the caller's to write, and aligned for it. [`finish`] is called before anybody reads it.
#[inline(always)]
pub unsafe fn number(place: *mut c_int, number: c_int) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: MOVNTI is part of SSE2, which every x86-64 has. It writes four bytes at `place`, which the
    // caller may write, and not read before `finish` has ordered the write.
    unsafe {
        std::arch::x86_64::_mm_stream_si32(place, number);
    }
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    // SAFETY: the caller may write a whole number at `place`, which is aligned for one.
    unsafe {
        place.write(number);
    }
}

/// Writes an address.
///
/// # Safety
/// The place is the caller's to write, and aligned for it. [`finish`] is called before anybody reads it.
#[inline(always)]
unsafe fn address(place: *mut usize, address: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: MOVNTI is part of SSE2, which every x86-64 has. It writes eight bytes at `place`, as many as
    // a `usize` has there, which the caller may write, and not read before `finish` has ordered the write.
    unsafe {
        std::arch::x86_64::_mm_stream_si64(place.cast(), address as i64);
    }
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    // SAFETY: the caller may write a whole address at `place`, which is aligned for one.
    unsafe {
        place.write(address);
    }
}

/// Writes addresses that lie so far from `here`.
///
/// # Safety
/// There is room for them, and the place is aligned for one. [`finish`] is called before anybody reads them.
#[inline(always)]
pub unsafe fn addresses(to: *mut usize, here: usize, distances: &[usize]) {
    for (at, &distance) in distances.iter().enumerate() {
        // SAFETY: `at` is below the number of distances, and the caller has room for that many from `to` on.
        // Whole steps from an aligned place stay aligned.
        unsafe { address(to.add(at), here.wrapping_add(distance)) }
    }
}

/// The same, four at a time.
///
/// # Safety
/// There is room for them, and the place is aligned for one. [`finish`] is called before anybody reads them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
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
    // SAFETY: `first`, `fours` and `last` are as many as `distances`, written one behind the other, and the
    // caller has room for those. Behind `head` addresses `to` is a multiple of 32 bytes, as VMOVNTDQ needs,
    // and stays one by steps of 32 (where `head` is all of them, there are no `fours`). A `four` is 32 bytes
    // to read. The caller has seen to it that the processor has AVX2.
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
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SFENCE is part of SSE, which every x86-64 has, and touches no memory.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
