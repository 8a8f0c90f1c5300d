//! Time played, as a stopwatch that is told what time it is.

/// Counts milliseconds while it runs. Whoever asks says what `now` is, by any
/// clock that only runs forward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    counted: u64,
    since: Option<u64>,
}

impl Clock {
    /// A clock that stands at this many milliseconds.
    #[must_use]
    pub fn at(counted: u64) -> Clock {
        Clock { counted, since: None }
    }

    /// Lets it run, from `now` on.
    pub fn start(&mut self, now: u64) {
        self.since.get_or_insert(now);
    }

    /// Stops it.
    pub fn stop(&mut self, now: u64) {
        self.counted = self.read(now);
        self.since = None;
    }

    /// What it shows.
    #[must_use]
    pub fn read(&self, now: u64) -> u64 {
        self.counted.saturating_add(self.since.map_or(0, |since| now.saturating_sub(since)))
    }

    /// Whether it runs.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_only_while_it_runs() {
        let mut clock = Clock::at(1000);
        assert_eq!(clock.read(50), 1000);
        clock.start(50);
        clock.start(60);
        assert_eq!(clock.read(80), 1030);
        clock.stop(90);
        assert_eq!(clock.read(5000), 1040);
        clock.start(6000);
        assert_eq!(clock.read(6001), 1041);
        assert_eq!(clock.read(10), 1040, "a clock outside that jumps back takes nothing away");
    }
}
