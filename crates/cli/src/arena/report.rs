//! What the games say about the bots: one object, for programs and for people.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use omnisweep_arena::{BotRecord, Ending, Loss, Paired, Rate, Tournament};
use serde::Serialize;

use crate::failure::Failure;

/// So many games that a bot lost by what it did wrong are told to people.
const MOST_FAULTS: usize = 10;

/// The report. The numbers in `time` are the clock's; all others depend on the
/// bots and the seed alone.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    size: Vec<u64>,
    mines: u64,
    start: &'static str,
    games: u64,
    seed: u64,
    move_limit_ms: u128,
    bots: Vec<Bot>,
    pairs: Vec<Pair>,
    time: f64,
}

#[derive(Serialize)]
struct Bot {
    command: String,
    name: Option<String>,
    played: u64,
    won: u64,
    win_rate: f64,
    interval: (f64, f64),
    /// How many were lost for what.
    lost: BTreeMap<&'static str, u64>,
    moves: u64,
    moves_per_game: f64,
    /// A letter for each game: won, lost on a mine, resigned, a fault, or not played (`-`).
    outcomes: String,
    faults: Vec<Fault>,
    time: Time,
}

#[derive(Serialize)]
struct Time {
    seconds: f64,
    ms_per_move: f64,
    longest_ms: f64,
}

/// A game that was lost by something else than playing.
#[derive(Serialize)]
struct Fault {
    game: u64,
    seed: u64,
    moves: u64,
    kind: &'static str,
    reason: String,
}

/// Two bots on the same boards, by their place in the list.
#[derive(Serialize)]
struct Pair {
    first: usize,
    second: usize,
    both_won: u64,
    only_first_won: u64,
    only_second_won: u64,
    neither_won: u64,
    difference: f64,
    interval: (f64, f64),
    p_value: f64,
}

impl Report {
    /// The report on a tournament.
    pub fn new(tournament: &Tournament<'_>, records: &[BotRecord], time: Duration) -> Report {
        let &Tournament { terms, seed, games, .. } = tournament;
        let bots = tournament.bots.iter().zip(records);
        let later = |first: usize| (first + 1..records.len()).map(move |second| (first, second));
        let pairs = (0..records.len()).flat_map(later);
        Report {
            version: 1,
            size: terms.shape().sizes().to_vec(),
            mines: terms.mines(),
            start: terms.start().key(),
            games,
            seed,
            move_limit_ms: terms.move_limit().as_millis(),
            bots: bots.map(|(command, record)| Bot::new(command, record, seed)).collect(),
            pairs: pairs.map(|(first, second)| Pair::new(first, second, records)).collect(),
            time: time.as_secs_f64(),
        }
    }

    /// The report as one object on a line.
    pub fn json(&self) -> Result<String, Failure> {
        Ok(serde_json::to_string(self).map_err(std::io::Error::from)? + "\n")
    }
}

impl Bot {
    fn new(command: &str, record: &BotRecord, seed: u64) -> Bot {
        let played: Vec<_> =
            (0..).zip(&record.games).filter_map(|(game, played)| Some((game, played.as_ref()?))).collect();
        let mut lost = BTreeMap::new();
        let mut faults = Vec::new();
        for &(game, played) in &played {
            let Ending::Lost(loss) = &played.ending else { continue };
            *lost.entry(loss.key()).or_insert(0) += 1;
            if !loss.is_honest() {
                let (kind, reason) = (loss.key(), loss.to_string());
                faults.push(Fault { game, seed: seed.wrapping_add(game), moves: played.moves, kind, reason });
            }
        }
        let won = played.iter().filter(|(_, played)| played.won()).count() as u64;
        let rate = Rate { won, of: played.len() as u64 };
        let moves = played.iter().map(|(_, played)| played.moves).sum();
        let time: Duration = played.iter().map(|(_, played)| played.time).sum();
        let longest = played.iter().map(|(_, played)| played.longest).max().unwrap_or_default();
        let outcome =
            |played: &Option<omnisweep_arena::GameResult>| match played.as_ref().map(|played| &played.ending)
            {
                Some(Ending::Won) => 'W',
                Some(Ending::Lost(Loss::Mine)) => 'L',
                Some(Ending::Lost(Loss::Resigned)) => 'R',
                Some(Ending::Lost(_)) => 'F',
                None => '-',
            };
        let share = |of: f64, whole: u64| of / whole.max(1) as f64;
        Bot {
            command: command.to_owned(),
            name: record.name.clone(),
            played: rate.of,
            won,
            win_rate: rate.share(),
            interval: rate.interval(),
            lost,
            moves,
            moves_per_game: share(moves as f64, rate.of),
            outcomes: record.games.iter().map(outcome).collect(),
            faults,
            time: Time {
                seconds: time.as_secs_f64(),
                ms_per_move: share(time.as_secs_f64() * 1e3, moves),
                longest_ms: longest.as_secs_f64() * 1e3,
            },
        }
    }

    /// What to call it.
    fn title(&self) -> &str {
        self.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(&self.command)
    }
}

impl Pair {
    fn new(first: usize, second: usize, records: &[BotRecord]) -> Pair {
        let mut paired = Paired::default();
        for (one, other) in records[first].games.iter().zip(&records[second].games) {
            if let (Some(one), Some(other)) = (one, other) {
                paired.add(one.won(), other.won());
            }
        }
        Pair {
            first,
            second,
            both_won: paired.both,
            only_first_won: paired.first_only,
            only_second_won: paired.second_only,
            neither_won: paired.neither,
            difference: paired.difference(),
            interval: paired.interval(),
            p_value: paired.p_value(),
        }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let size: Vec<String> = self.size.iter().map(u64::to_string).collect();
        let start = match self.start {
            "anything" => "anything may come first",
            "safe" => "the first cell is safe",
            _ => "an opening first",
        };
        writeln!(
            f,
            "{} with {} mines, {start}; {} games from seed {}, {} ms a move",
            size.join("x"),
            self.mines,
            self.games,
            self.seed,
            self.move_limit_ms
        )?;
        for (number, bot) in (1..).zip(&self.bots) {
            bot.write(f, number)?;
        }
        for pair in &self.pairs {
            pair.write(f, &self.bots)?;
        }
        Ok(())
    }
}

impl Bot {
    fn write(&self, f: &mut Formatter<'_>, number: usize) -> fmt::Result {
        let percent = |share: f64| share * 100.0;
        writeln!(f, "\nBot {number}   {}", self.title())?;
        if self.title() != self.command {
            writeln!(f, "Command {}", self.command)?;
        }
        writeln!(
            f,
            "Won     {} of {}, {:.1} % (95 % interval: {:.1} to {:.1} %)",
            self.won,
            self.played,
            percent(self.win_rate),
            percent(self.interval.0),
            percent(self.interval.1)
        )?;
        if self.won < self.played {
            let kinds = Loss::KEYS.iter().filter_map(|key| Some(format!("{} {key}", self.lost.get(key)?)));
            let kinds: Vec<String> = kinds.collect();
            writeln!(f, "Lost    {}: {}", self.played - self.won, kinds.join(", "))?;
        }
        writeln!(f, "Moves   {}, {:.1} a game", self.moves, self.moves_per_game)?;
        let Time { seconds, ms_per_move, longest_ms } = self.time;
        writeln!(f, "Time    {seconds:.1} s, {ms_per_move:.2} ms a move, {longest_ms:.0} ms the longest")?;
        for fault in self.faults.iter().take(MOST_FAULTS) {
            let Fault { game, seed, moves, kind, reason } = fault;
            writeln!(f, "  game {game} (seed {seed}), after {moves} moves: {kind}, {reason}")?;
        }
        match self.faults.len().saturating_sub(MOST_FAULTS) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more such games (--json has them all)"),
        }
    }
}

impl Pair {
    fn write(&self, f: &mut Formatter<'_>, bots: &[Bot]) -> fmt::Result {
        let (first, second) = (self.first + 1, self.second + 1);
        let played = self.both_won + self.only_first_won + self.only_second_won + self.neither_won;
        writeln!(
            f,
            "\nBot {first} ({}) and bot {second} ({}) on the same {played} boards",
            bots[self.first].title(),
            bots[self.second].title()
        )?;
        writeln!(
            f,
            "Won     {} both, {} only bot {first}, {} only bot {second}, {} neither",
            self.both_won, self.only_first_won, self.only_second_won, self.neither_won
        )?;
        let percent = |share: f64| share * 100.0;
        let verdict = match self.p_value < 0.05 {
            true => format!("bot {} is better", if self.difference > 0.0 { first } else { second }),
            false => "that may be chance".to_owned(),
        };
        let p_value = match self.p_value {
            p if p < 1e-4 => "p < 0.0001".to_owned(),
            p => format!("p = {p:.4}"),
        };
        writeln!(
            f,
            "Bot {first} less bot {second}: {:+.1} points (95 % interval: {:+.1} to {:+.1}), McNemar's {p_value}: {verdict}",
            percent(self.difference),
            percent(self.interval.0),
            percent(self.interval.1)
        )
    }
}
