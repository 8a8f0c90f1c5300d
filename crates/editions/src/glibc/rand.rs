//! glibc's `rand()`, one number at a time.

/// How many past numbers the next one depends on.
pub const ORDER: usize = 31;

/// The stream of glibc's `rand()` after `srand(seed)`.
///
/// The stream obeys `r[i] = r[i-3] + r[i-31]` modulo 2^32, and `rand()` gives
/// `r[i] >> 1`.
#[derive(Clone, Debug)]
pub struct Rand {
    /// The last 31 numbers; the oldest stands at `oldest`, the others follow
    /// it, going round.
    ring: [u32; ORDER],
    oldest: usize,
}

impl Rand {
    /// The stream after `srand(seed)`.
    pub fn new(seed: u32) -> Rand {
        const MODULUS: i64 = 0x7fff_ffff;
        let mut ring = [0; ORDER];
        // glibc takes the seed as signed, and 0 as 1.
        let mut word = i64::from(seed.max(1).cast_signed());
        for slot in &mut ring {
            // Only a seed can be negative; it is kept as it is.
            *slot = word as u32;
            word = (16807 * word).rem_euclid(MODULUS);
        }
        // The three numbers after these 31 repeat the first three; they stand
        // in their places already, and the oldest of the last 31 is the fourth.
        let mut rand = Rand { ring, oldest: 3 };
        // glibc throws 310 numbers away.
        for _ in 0..310 {
            rand.next_raw();
        }
        rand
    }

    /// What `rand()` gives next: 31 bits.
    #[expect(clippy::should_implement_trait, reason = "the stream never ends")]
    pub fn next(&mut self) -> u32 {
        self.next_raw() >> 1
    }

    /// The number drawn for one field: two of `rand()`, the upper half first.
    pub(crate) fn next_field(&mut self) -> u64 {
        let high = self.next();
        let low = self.next();
        u64::from(high) << 32 | u64::from(low)
    }

    /// The next number of the recurrence, all 32 bits of it.
    pub(crate) fn next_raw(&mut self) -> u32 {
        let at = self.oldest;
        let three_back = if at < 3 { at + ORDER - 3 } else { at - 3 };
        let next = self.ring[at].wrapping_add(self.ring[three_back]);
        self.ring[at] = next;
        self.oldest = if at + 1 == ORDER { 0 } else { at + 1 };
        next
    }

    /// The last 31 numbers of the recurrence, the oldest first.
    pub(crate) fn history(&self) -> [u32; ORDER] {
        std::array::from_fn(|i| self.ring[(self.oldest + i) % ORDER])
    }

    /// The stream that goes on after these numbers of the recurrence.
    pub(crate) fn after(history: [u32; ORDER]) -> Rand {
        Rand { ring: history, oldest: 0 }
    }
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use super::*;
    use std::sync::{Mutex, PoisonError};

    /// glibc's generator is one for the whole process.
    static GLIBC: Mutex<()> = Mutex::new(());

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn equals_glibc() {
        let _guard = GLIBC.lock().unwrap_or_else(PoisonError::into_inner);
        for seed in [0, 1, 2, 42, 123_456_789, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX] {
            // SAFETY: no other thread uses the generator while the lock is held.
            unsafe { libc::srand(seed) };
            let mut rand = Rand::new(seed);
            for i in 0..20_000 {
                // SAFETY: as above.
                let expected = unsafe { libc::rand() };
                assert_eq!(rand.next(), expected as u32, "number {i} of seed {seed}");
            }
        }
    }

    #[test]
    fn begins_as_known() {
        let mut rand = Rand::new(1);
        assert_eq!([rand.next(), rand.next(), rand.next()], [1804289383, 846930886, 1681692777]);
    }

    #[test]
    fn goes_on_after_its_history() {
        let mut rand = Rand::new(7);
        for _ in 0..1000 {
            let mut other = Rand::after(rand.history());
            assert_eq!(other.next_field(), rand.next_field());
        }
    }
}
