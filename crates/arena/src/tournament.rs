//! Many games by one bot or several, as many at once as wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::ending::{Ending, Loss};
use crate::process::Process;
use crate::referee::{BotConnection, GameResult, Terms, greet, play};

/// A bot's games are shared out among so many processes, one after the other or
/// at once. Their number depends on nothing else, so that what a bot carries
/// from one game to the next is the same however many run at once.
const BATCHES: u64 = 64;

/// Games to be played, every bot on the same boards.
#[derive(Debug)]
pub struct Tournament<'a> {
    /// What games are played by.
    pub terms: &'a Terms,
    /// The commands that start the bots.
    pub bots: &'a [String],
    /// How many games each plays.
    pub games: u64,
    /// The seed of the first game; each further one has the next.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// Becomes true where the games that are left are not to be played.
    pub stop: &'a AtomicBool,
    /// ArenaMessage every line that is said.
    pub overhear: Option<Overhear>,
}

/// Hears what is said: the number of the bot and of the game, `>` for the arena
/// or `<` for the bot, and the line.
pub type Overhear = fn(usize, u64, char, &str);

/// How a bot fared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotRecord {
    /// What it calls itself.
    pub name: Option<String>,
    /// Its games by number; none for those that were not played to the end.
    pub games: Vec<Option<GameResult>>,
}

impl Tournament<'_> {
    /// Plays all games. `progress` hears how many are over after each.
    pub fn run(&self, mut progress: impl FnMut(u64)) -> Vec<BotRecord> {
        let mut records: Vec<BotRecord> = vec![BotRecord::default(); self.bots.len()];
        for record in &mut records {
            record.games.resize(usize::try_from(self.games).unwrap_or(0), None);
        }
        let bots = self.bots.len() as u64;
        let length = self.games.div_ceil(BATCHES).max(1);
        let jobs = self.games.div_ceil(length) * bots;
        let next = AtomicU64::new(0);
        let (sender, over) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(usize::try_from(jobs).unwrap_or(usize::MAX)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let job = next.fetch_add(1, Ordering::Relaxed);
                        if job >= jobs {
                            return;
                        }
                        let first = job / bots * length;
                        self.batch((job % bots) as usize, first..self.games.min(first + length), &sender);
                    }
                });
            }
            drop(sender);
            for (count, (bot, number, name, played)) in (1..).zip(over) {
                let record: &mut BotRecord = &mut records[bot];
                record.games[number as usize] = Some(played);
                record.name = record.name.take().or(name);
                progress(count);
            }
        });
        records
    }

    /// Plays some games in their order: by one process, as long as it behaves.
    fn batch(
        &self,
        bot: usize,
        games: std::ops::Range<u64>,
        over: &mpsc::Sender<(usize, u64, Option<String>, GameResult)>,
    ) {
        let mut present: Option<Process<'_>> = None;
        for number in games {
            let mut name = None;
            let played = (|| {
                let mut process = match present.take() {
                    Some(process) => process,
                    None => {
                        let mut process = Process::start(&self.bots[bot], self.stop)?;
                        name = greet(self.terms, &mut self.overheard(bot, number, &mut process))?;
                        process
                    }
                };
                let seed = self.seed.wrapping_add(number);
                let played = play(self.terms, seed, &mut self.overheard(bot, number, &mut process));
                match &played.ending {
                    Ending::Won => present = Some(process),
                    Ending::Lost(loss) if loss.is_honest() => present = Some(process),
                    Ending::Lost(loss) if loss.listens() => process.dismiss(),
                    Ending::Lost(_) => {}
                }
                Ok(played)
            })();
            // A game that was broken off says nothing about the bot.
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            _ = over.send((bot, number, name, played.unwrap_or_else(GameResult::lost)));
        }
        if let Some(process) = present {
            process.dismiss();
        }
    }

    fn overheard<'a>(
        &'a self,
        bot: usize,
        game: u64,
        connection: &'a mut dyn BotConnection,
    ) -> Overheard<'a> {
        Overheard { connection, hear: self.overhear, bot, game }
    }
}

/// A connection whose lines somebody hears.
struct Overheard<'a> {
    connection: &'a mut dyn BotConnection,
    hear: Option<Overhear>,
    bot: usize,
    game: u64,
}

impl BotConnection for Overheard<'_> {
    fn send(&mut self, line: &str) {
        if let Some(hear) = self.hear {
            hear(self.bot, self.game, '>', line);
        }
        self.connection.send(line);
    }

    fn start_timer(&mut self, limit: std::time::Duration) {
        self.connection.start_timer(limit);
    }

    fn receive_line(&mut self) -> Result<String, Loss> {
        let line = self.connection.receive_line()?;
        if let Some(hear) = self.hear {
            hear(self.bot, self.game, '<', &line);
        }
        Ok(line)
    }
}
