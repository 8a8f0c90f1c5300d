//! How far the games are: a line on the terminal that is drawn over and over.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use omnisweep_simulate::Tally;
use signal_hook::consts::{SIGINT, SIGTERM};

/// How often the line is drawn.
const BETWEEN: Duration = Duration::from_millis(200);

/// How many characters the bar has, where there is room, and where there is not.
const BAR: (usize, usize) = (8, 40);

/// Games that were played, of how many.
pub struct Progress {
    games: u64,
    played: AtomicU64,
    won: AtomicU64,
    begun: Instant,
    /// How many had been played when this began.
    before: u64,
    /// Whether the user wants it to end.
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// So many games, of which some have been played.
    pub fn new(games: u64, so_far: &Tally) -> std::io::Result<Progress> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The second time it ends the program, however busy that is.
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupted))?;
            signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
        }
        Ok(Progress {
            games,
            played: AtomicU64::new(so_far.games),
            won: AtomicU64::new(so_far.won),
            begun: Instant::now(),
            before: so_far.games,
            interrupted,
        })
    }

    /// Another game was played.
    pub fn count(&self, won: bool) {
        self.won.fetch_add(u64::from(won), Ordering::Relaxed);
        self.played.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the user wants it to end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Draws the line again and again until all is done, and wipes it out then.
    pub fn show_until(&self, done: &AtomicBool) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        while !done.load(Ordering::Relaxed) && !self.is_interrupted() {
            let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| width.0);
            // What the terminal writes for Ctrl-C must not begin another line.
            let line = self.line(self.begun.elapsed().as_secs_f64(), usize::from(width.saturating_sub(4)));
            _ = write!(std::io::stderr(), "\r\x1b[K{line}");
            std::thread::park_timeout(BETWEEN);
        }
        _ = write!(std::io::stderr(), "\r\x1b[K");
    }

    /// The line, for so many columns.
    fn line(&self, seconds: f64, room: usize) -> String {
        let (played, won) = (self.played.load(Ordering::Relaxed), self.won.load(Ordering::Relaxed));
        let mut text = format!(" {} of {}", super::grouped(played), super::grouped(self.games));
        if played > self.before {
            let speed = (played - self.before) as f64 / seconds.max(1e-3);
            let left = (self.games - played) as f64 / speed;
            let [low, high] = omnisweep_simulate::wilson(won, played);
            text += &format!(
                ", won {:.2} % ± {:.2}, {speed:.0}/s, {} left",
                won as f64 / played as f64 * 100.0,
                (high - low) * 50.0,
                duration(left)
            );
        }
        let bar = room.saturating_sub(text.chars().count()).clamp(BAR.0, BAR.1);
        let filled = (u128::from(played) * bar as u128 / u128::from(self.games.max(1))) as usize;
        let line = "█".repeat(filled) + &"░".repeat(bar - filled) + &text;
        line.chars().take(room).collect()
    }
}

fn duration(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is_and_how_it_stands_and_fits() {
        let progress = Progress::new(400, &Tally::new(1)).unwrap();
        assert_eq!(progress.line(0.0, 79), format!("{} 0 of 400", "░".repeat(40)));
        (0..100).for_each(|game| progress.count(game % 2 == 0));
        let text = " 100 of 400, won 50.00 % ± 9.62, 50/s, 6 s left";
        let bar = |full, empty| "█".repeat(full) + &"░".repeat(empty);
        assert_eq!(progress.line(2.0, 100), bar(10, 30) + text);
        assert_eq!(progress.line(2.0, 67), bar(5, 15) + text);
        assert_eq!(progress.line(2.0, 20), bar(2, 6) + " 100 of 400,");
        // What was played before took none of this time.
        let resumed = Progress::new(400, &Tally { games: 300, won: 150, ..Tally::new(1) }).unwrap();
        resumed.count(true);
        assert_eq!(
            resumed.line(1.0, 100),
            bar(30, 10) + " 301 of 400, won 50.17 % ± 5.61, 1/s, 1:39 min left"
        );
    }

    #[test]
    fn long_times_are_told_in_minutes_and_hours() {
        assert_eq!([0.2, 59.0, 61.0, 3725.0].map(duration), ["1 s", "59 s", "1:01 min", "1:02 h"]);
    }
}
