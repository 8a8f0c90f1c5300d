//! What the server does, in numbers, as Prometheus reads them.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The limits of the histogram of moves, in milliseconds.
const MOVES: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// All numbers.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Players who are connected.
    pub players: AtomicI64,
    /// Connections that were refused, since there were too many.
    pub refused: AtomicU64,
    /// Requests for pages and data.
    pub requests: AtomicU64,
    /// Games that were begun.
    pub begun: AtomicU64,
    /// Games that ended.
    pub finished: AtomicU64,
    /// Errors that players were told of.
    pub errors: AtomicU64,
    /// Times that players were told to wait.
    pub waits: AtomicU64,
    moves: [AtomicU64; MOVES.len() + 1],
    move_time: AtomicU64,
}

impl Metrics {
    /// A move was answered after that time.
    pub fn moved(&self, took: Duration) {
        let ms = took.as_micros().div_ceil(1000);
        let bucket = MOVES.iter().position(|&limit| ms <= limit.into()).unwrap_or(MOVES.len());
        self.moves[bucket].fetch_add(1, Ordering::Relaxed);
        let micros = took.as_micros().try_into().unwrap_or(u64::MAX);
        self.move_time.fetch_add(micros, Ordering::Relaxed);
    }

    /// Their text.
    #[must_use]
    pub fn write(&self, held: usize) -> String {
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, help: &str, value: String| {
            _ = writeln!(text, "# HELP omnisweep_{name} {help}\n# TYPE omnisweep_{name} {kind}\n{value}");
        };
        let gauge = |name: &str, value: i64| format!("omnisweep_{name} {value}");
        let counter =
            |name: &str, value: &AtomicU64| format!("omnisweep_{name} {}", value.load(Ordering::Relaxed));
        for (name, help, value) in [
            ("connections", "Open connections.", &self.connections),
            ("players", "Players who are connected.", &self.players),
        ] {
            put(name, "gauge", help, gauge(name, value.load(Ordering::Relaxed)));
        }
        let held = i64::try_from(held).unwrap_or(i64::MAX);
        put("games_held", "gauge", "Games in memory.", gauge("games_held", held));
        for (name, help, value) in [
            ("connections_refused_total", "Connections refused, as there were too many.", &self.refused),
            ("requests_total", "Requests for pages and data.", &self.requests),
            ("games_begun_total", "Games begun.", &self.begun),
            ("games_finished_total", "Games finished.", &self.finished),
            ("errors_total", "Errors that players were told of.", &self.errors),
            ("waits_total", "Times that players were told to wait.", &self.waits),
        ] {
            put(name, "counter", help, counter(name, value));
        }
        let mut sum = 0;
        let mut buckets = String::new();
        for (bucket, count) in self.moves.iter().enumerate() {
            sum += count.load(Ordering::Relaxed);
            let limit = MOVES.get(bucket).map_or("+Inf".to_owned(), |&ms| (ms as f64 / 1000.0).to_string());
            _ = writeln!(buckets, "omnisweep_move_seconds_bucket{{le=\"{limit}\"}} {sum}");
        }
        let seconds = self.move_time.load(Ordering::Relaxed) as f64 / 1e6;
        _ = write!(buckets, "omnisweep_move_seconds_sum {seconds}\nomnisweep_move_seconds_count {sum}");
        put("move_seconds", "histogram", "How long moves took to be stored and answered.", buckets);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_by_how_long_they_took() {
        let metrics = Metrics::default();
        for ms in [0, 3, 3, 60, 5000] {
            metrics.moved(Duration::from_millis(ms));
        }
        let text = metrics.write(4);
        for line in [
            "omnisweep_games_held 4",
            "omnisweep_move_seconds_bucket{le=\"0.001\"} 1",
            "omnisweep_move_seconds_bucket{le=\"0.005\"} 3",
            "omnisweep_move_seconds_bucket{le=\"0.1\"} 4",
            "omnisweep_move_seconds_bucket{le=\"+Inf\"} 5",
            "omnisweep_move_seconds_count 5",
            "# TYPE omnisweep_games_begun_total counter",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
    }
}
