//! A shard that several threads play, until it is finished or is to stop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ScopedJoinHandle;

use omnisweep_engine::random::DrawError;
use thiserror::Error;

use crate::shard::Shard;
use crate::simulator::Simulator;
use crate::tally::Tally;

/// Why games could not be played.
#[derive(Debug, Error)]
pub enum PlayError {
    /// There is no such board.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// More games than can be counted.
    #[error("more games than can be counted")]
    TooMany,
    /// A thread that ended early.
    #[error("a thread ended early")]
    Thread,
}

impl Shard {
    /// Plays on from where it stands. Whenever a thread is done with a game it tells whether that was won, and
    /// asks whether to stop; what has been played then are the shard's first games, so that whoever goes on later
    /// comes to the same.
    ///
    /// # Errors
    /// Where a game could not be played; the shard stays as it was.
    pub fn play(
        &mut self,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
        tell: impl Fn(bool) + Sync,
    ) -> Result<(), PlayError> {
        let (run, number, of, games) = (&self.run, self.number, self.of, self.all_games());
        let cells = run.shape.cells() as usize;
        let simulator = Simulator::new(&run.shape, run.mines, run.skill);
        let next = AtomicU64::new(self.tally.games);
        let work = || -> Result<Tally, PlayError> {
            let (mut simulator, mut tally) = (simulator.clone(), Tally::new(cells));
            // Whoever takes a game plays it, so none of the first ones is left out.
            while !stop() {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games {
                    break;
                }
                let won = tally.won;
                let played = run.play(number + game * of, &mut simulator, &mut tally);
                // Nobody else needs to begin.
                played.inspect_err(|_| next.store(games, Ordering::Relaxed))?;
                tell(tally.won > won);
            }
            Ok(tally)
        };
        // No more threads than games: each has a board's worth of memory.
        let left = usize::try_from(games - self.tally.games).unwrap_or(usize::MAX);
        let tallies: Vec<Result<Tally, PlayError>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(left)).map(|_| scope.spawn(work)).collect();
            let join = |worker: ScopedJoinHandle<'_, Result<Tally, PlayError>>| {
                worker.join().unwrap_or(Err(PlayError::Thread))
            };
            workers.into_iter().map(join).collect()
        });
        let mut whole = self.tally.clone();
        for tally in tallies {
            whole = whole.plus(&tally?).ok_or(PlayError::TooMany)?;
        }
        self.tally = whole;
        Ok(())
    }
}
