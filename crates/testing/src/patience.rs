//! Waiting for what happens elsewhere, on a machine that may be busy.
//!
//! A wait ends when the thing happens, or when it no longer can. How long that
//! takes is nothing that a test may depend on: the limit is there for whoever
//! would otherwise look at a test that hangs for ever.

use std::time::{Duration, Instant};

/// How long a test waits before it says that something hangs. Browsers have
/// patience of their own: a service worker that is busy is replaced after five minutes.
pub const LIMIT: Duration = Duration::from_secs(480);

/// The limit, or the seconds in `OMNISWEEP_PATIENCE`, for whoever is mending a test and knows that it hangs.
#[must_use]
pub fn limit() -> Duration {
    let seconds = std::env::var("OMNISWEEP_PATIENCE").ok().and_then(|seconds| seconds.parse().ok());
    seconds.map_or(LIMIT, Duration::from_secs)
}

/// Waits until there is something, looking every few milliseconds.
///
/// # Panics
///
/// After [`LIMIT`], with what was waited for.
pub fn wait<T>(what: impl Fn() -> String, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < limit(), "waited {:?} for {}", limit(), what());
        std::thread::sleep(Duration::from_millis(3));
    }
}
