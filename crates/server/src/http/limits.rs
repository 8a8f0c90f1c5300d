//! How much one address or account may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The most names that a limit remembers; those that have not asked lately are forgotten first.
const MOST_NAMES: usize = 100_000;

/// So much in a time: a bucket for each name, which fills at this rate, and from which each request takes one.
#[derive(Debug)]
pub struct Rate<K> {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash> Rate<K> {
    /// So many in a second, in the long run, and so many at once.
    #[must_use]
    pub fn new(per_second: f64, burst: f64) -> Rate<K> {
        Rate { per_second, burst, buckets: Mutex::default() }
    }

    /// Whether this one may ask now.
    pub fn allows(&self, name: K) -> bool {
        self.allows_at(name, Instant::now())
    }

    fn allows_at(&self, name: K, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |(left, at): (f64, Instant)| {
            (left + now.saturating_duration_since(at).as_secs_f64() * self.per_second).min(self.burst)
        };
        if buckets.len() >= MOST_NAMES {
            // A bucket that is full again is as good as none. Where that makes no room, all begin anew.
            buckets.retain(|_, bucket| filled(*bucket) < self.burst);
            if buckets.len() >= MOST_NAMES {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(name).or_insert((self.burst, now));
        *bucket = (filled(*bucket), now);
        if bucket.0 < 1.0 {
            return false;
        }
        bucket.0 -= 1.0;
        true
    }
}

/// How many of something each name has at once.
#[derive(Debug)]
pub struct Held<K: Eq + Hash> {
    most: usize,
    held: Mutex<HashMap<K, usize>>,
}

impl<K: Eq + Hash + Clone> Held<K> {
    /// So many at once.
    #[must_use]
    pub fn new(most: usize) -> Arc<Held<K>> {
        Arc::new(Held { most, held: Mutex::default() })
    }

    /// One more, until it is dropped; nothing where there are too many.
    pub fn take(self: &Arc<Self>, name: K) -> Option<Taken<K>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(name.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Taken { of: self.clone(), name })
    }
}

/// One of those.
#[derive(Debug)]
pub struct Taken<K: Eq + Hash> {
    of: Arc<Held<K>>,
    name: K,
}

impl<K: Eq + Hash> Drop for Taken<K> {
    fn drop(&mut self) {
        let mut held = self.of.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.name) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_rate_allows_a_burst_and_then_so_much_a_second() {
        let (rate, start) = (Rate::new(2.0, 3.0), Instant::now());
        let at = |name, ms| rate.allows_at(name, start + Duration::from_millis(ms));
        assert_eq!([0; 4].map(|ms| at("a", ms)), [true, true, true, false]);
        assert!(at("b", 0), "everybody has a bucket");
        assert_eq!([400, 500, 501, 1000].map(|ms| at("a", ms)), [false, true, false, true]);
        assert_eq!([60_000; 4].map(|ms| at("a", ms)), [true, true, true, false]);
    }

    #[test]
    fn so_many_are_held_at_once() {
        let held = Held::new(2);
        let (one, two) = (held.take(7), held.take(7));
        assert!(one.is_some() && two.is_some() && held.take(7).is_none() && held.take(8).is_some());
        drop(one);
        assert!(held.take(7).is_some());
        drop(two);
        assert!(held.held.lock().unwrap().is_empty());
    }
}
