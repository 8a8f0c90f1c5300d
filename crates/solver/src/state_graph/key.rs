//! The keys of states: what constraints lack, packed into words.

/// A state, packed: what each partly decided constraint lacks.
pub trait Key: Copy + Eq {
    const EMPTY: Self;
    /// The words of keys, one after the other.
    fn words(keys: &[Self]) -> &[u64];
    /// With a number at a place that is empty.
    fn with(self, shift: u32, number: u32) -> Self;
    /// What the constraint at a place lacks.
    fn lacks(self, shift: u32, mask: u32) -> u32;
    /// With something added.
    fn plus(self, more: Self) -> Self;
    /// With a multiple of something taken away.
    fn minus(self, one: Self, times: u32) -> Self;
    fn hash(self) -> u64;
}

const SPREAD: u64 = omnisweep_engine::random::GOLDEN_GAMMA;

impl<const WORDS: usize> Key for [u64; WORDS] {
    const EMPTY: [u64; WORDS] = [0; WORDS];

    fn words(keys: &[[u64; WORDS]]) -> &[u64] {
        keys.as_flattened()
    }

    #[inline]
    fn with(mut self, shift: u32, number: u32) -> [u64; WORDS] {
        let word = if WORDS == 1 { 0 } else { shift as usize / 64 };
        self[word] |= u64::from(number) << (shift % 64);
        self
    }

    #[inline]
    fn lacks(self, shift: u32, mask: u32) -> u32 {
        // In a key of one word, that is known to be the first.
        let word = if WORDS == 1 { 0 } else { shift as usize / 64 };
        (self[word] >> (shift % 64)) as u32 & mask
    }

    #[inline]
    fn plus(self, more: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] + more[word])
    }

    #[inline]
    fn minus(self, one: [u64; WORDS], times: u32) -> [u64; WORDS] {
        std::array::from_fn(|word| self[word] - one[word] * u64::from(times))
    }

    #[inline]
    fn hash(self) -> u64 {
        self.iter().fold(0, |hash, word| {
            (hash ^ word).wrapping_mul(SPREAD) ^ if WORDS == 1 { 0 } else { hash >> 32 }
        })
    }
}
