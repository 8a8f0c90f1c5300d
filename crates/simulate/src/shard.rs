//! A run of games, and the shards of it that different machines play.
//!
//! A shard is a value and a line of JSON, as `omnisweep simulate --json` prints
//! it. Lines are read back strictly: one that contradicts itself is refused.

use omnisweep_engine::random::{self, DrawError};
use omnisweep_engine::{Cell, FirstCell, Layout, Shape, Zone};
use omnisweep_solver::{Skill, first_cell};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::simulator::Simulator;
use crate::tally::{BINS, RiskBin, Tally};

/// The version of the format.
const VERSION: u64 = 2;

/// The most cells, and the most pairs of neighbours, of a board that a player plays on.
const MOST_CELLS: u64 = 1 << 24;
const MOST_PAIRS: u64 = 1 << 30;

/// Games to be played: the same ones wherever and by however many they are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The shape of the boards.
    pub shape: Shape,
    /// Their mines.
    pub mines: u64,
    /// What the first cell is promised.
    pub start: FirstCell,
    /// Who plays.
    pub skill: Skill,
    /// How many games.
    pub games: u64,
    /// The seed from which they follow.
    pub seed: u64,
}

/// Why there can be no such games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// Too many mines for the board and its first cell.
    #[error("{mines} mines are too many: the board has room for {room}{}",
        if *.beside { " beside the first cell" } else { "" })]
    Mines {
        /// The mines asked for.
        mines: u64,
        /// How many fit.
        room: u64,
        /// Whether the first cell takes room.
        beside: bool,
    },
    /// A board that is too large for a player.
    #[error(
        "the board is too large for a player: it can have {MOST_CELLS} cells at most, fewer in many dimensions"
    )]
    Large,
}

impl Run {
    /// The first cell of every game.
    #[must_use]
    pub fn first(&self) -> Cell {
        first_cell(&self.shape, self.mines, self.start)
    }

    /// That there can be such games.
    pub fn check(&self) -> Result<(), RunError> {
        let cells = self.shape.cells();
        let pairs = cells.saturating_mul(self.shape.largest_neighbourhood());
        if cells > MOST_CELLS || pairs > MOST_PAIRS {
            return Err(RunError::Large);
        }
        let zone = self.zone().cells().len() as u64;
        if self.mines > cells - zone {
            return Err(RunError::Mines { mines: self.mines, room: cells - zone, beside: zone > 0 });
        }
        Ok(())
    }

    fn zone(&self) -> Zone {
        self.start.keeps_free(&self.shape, self.first())
    }

    /// The seed of the board of a game: it depends on the run's seed and the
    /// game's number alone. Runs with seeds side by side have no boards in common.
    #[must_use]
    pub fn board_seed(&self, game: u64) -> u64 {
        random::splitmix64(random::splitmix64(self.seed).wrapping_add(game))
    }

    /// The board of a game.
    pub fn board(&self, game: u64) -> Result<Layout, DrawError> {
        random::draw(&self.shape, self.mines, &self.zone(), self.board_seed(game))
    }

    /// How many of the games are in a shard.
    #[must_use]
    pub fn games_in(&self, number: u64, of: u64) -> u64 {
        self.games / of + u64::from(number < self.games % of)
    }

    /// Has the run's player play a game and counts it.
    pub fn play(&self, game: u64, simulator: &mut Simulator, tally: &mut Tally) -> Result<(), DrawError> {
        let first = self.first();
        tally.count(&simulator.play(&self.board(game)?, first), first, self.mines);
        Ok(())
    }
}

/// What came of every `of`-th game of a run, from game `number` on: of all of them, or of the first ones so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// Which build of the program plays: another one may play otherwise.
    pub build: String,
    /// What was to be played by all.
    pub run: Run,
    /// Which shard this is, from 0.
    pub number: u64,
    /// Of how many; a shard of one is the whole run.
    pub of: u64,
    /// What came of it.
    pub tally: Tally,
    /// How long it took.
    pub seconds: f64,
}

/// What is wrong with the text of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShardError {
    /// It is no JSON, or of another form.
    #[error("column {column}: {what}")]
    Form {
        /// Where, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// It comes from a program that knows more.
    #[error("the share is of version {0}, and this program reads version {VERSION}")]
    Version(u64),
    /// A field that says something impossible.
    #[error("the field {0:?} is wrong")]
    Field(&'static str),
}

/// A shard as it is written. The order of the fields is the order in the text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    version: u64,
    build: String,
    size: Vec<u64>,
    mines: u64,
    start: String,
    player: String,
    seed: u64,
    /// As the option has it: `0/1` is the whole run.
    shard: String,
    /// The games of all shards.
    all_games: u64,
    games: u64,
    won: u64,
    win_rate: f64,
    ci95: [f64; 2],
    guesses: u64,
    no_guess_wins: u64,
    seconds: f64,
    games_per_second: f64,
    risks: Vec<RiskBin>,
    lost_after: Vec<u64>,
    lost_at: Vec<u64>,
}

/// A shard by its text: `0/4` is the first of four.
#[must_use]
pub fn parse_shard(text: &str) -> Option<(u64, u64)> {
    let (number, of) = text.split_once('/')?;
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (number, of) = (plain(number).then(|| number.parse().ok())??, plain(of).then(|| of.parse().ok())??);
    (number < of).then_some((number, of))
}

impl Shard {
    /// A shard of which nothing has been played yet.
    #[must_use]
    pub fn new(build: &str, run: Run, number: u64, of: u64) -> Shard {
        let tally = Tally::new(run.shape.cells() as usize);
        Shard { build: build.to_owned(), run, number, of, tally, seconds: 0.0 }
    }

    /// How many games it has when it is finished.
    #[must_use]
    pub fn all_games(&self) -> u64 {
        self.run.games_in(self.number, self.of)
    }

    /// Whether all its games have been played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.tally.games == self.all_games()
    }

    /// In what two shards differ that are to be of one run: the name of it, and what it is in either.
    #[must_use]
    pub fn differs(&self, other: &Shard) -> Option<(&'static str, [String; 2])> {
        let both = |get: fn(&Shard) -> String| [get(self), get(other)];
        let all = [
            ("the size", both(|shard| shard.run.shape.to_string())),
            ("the number of mines", both(|shard| shard.run.mines.to_string())),
            ("the start", both(|shard| shard.run.start.key().to_owned())),
            ("the player", both(|shard| shard.run.skill.key().to_owned())),
            ("the seed", both(|shard| shard.run.seed.to_string())),
            ("the number of shares", both(|shard| shard.of.to_string())),
            ("the number of games of all shares", both(|shard| shard.run.games.to_string())),
            ("the build of the program", both(|shard| shard.build.clone())),
        ];
        all.into_iter().find(|(_, [one, other])| one != other)
    }

    /// How fast it went; 0 where no time has passed.
    #[must_use]
    pub fn games_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.tally.games as f64 / self.seconds } else { 0.0 }
    }

    /// The line of JSON, without a newline: the figures, and all that is needed to
    /// add shards up and to draw them.
    #[must_use]
    pub fn write(&self) -> String {
        let Shard { build, run, number, of, tally, seconds } = self;
        let line = Line {
            version: VERSION,
            build: build.clone(),
            size: run.shape.sizes().to_vec(),
            mines: run.mines,
            start: run.start.key().to_owned(),
            player: run.skill.key().to_owned(),
            seed: run.seed,
            shard: format!("{number}/{of}"),
            all_games: run.games,
            games: tally.games,
            won: tally.won,
            win_rate: tally.win_rate(),
            ci95: tally.ci95(),
            guesses: tally.guesses,
            no_guess_wins: tally.no_guess_wins,
            seconds: *seconds,
            games_per_second: self.games_per_second(),
            risks: tally.risks.clone(),
            lost_after: tally.lost_after.clone(),
            lost_at: tally.lost_at.clone(),
        };
        // Strings, numbers and lists: there is nothing in it that JSON could not say.
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Reads a line back.
    pub fn read(text: &str) -> Result<Shard, ShardError> {
        // The version first: what a newer one has in its fields is not ours to judge.
        #[derive(Deserialize)]
        struct Versioned {
            version: u64,
        }
        let form = |error: serde_json::Error| {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default().to_owned();
            ShardError::Form { column: error.column(), what }
        };
        match serde_json::from_str::<Versioned>(text).map_err(form)?.version {
            VERSION => {}
            other => return Err(ShardError::Version(other)),
        }
        let line: Line = serde_json::from_str(text).map_err(form)?;
        let run = Run {
            shape: Shape::new(&line.size).map_err(|_| ShardError::Field("size"))?,
            mines: line.mines,
            start: line.start.parse().map_err(|_| ShardError::Field("start"))?,
            skill: line.player.parse().map_err(|_| ShardError::Field("player"))?,
            games: line.all_games,
            seed: line.seed,
        };
        let (number, of) = parse_shard(&line.shard).ok_or(ShardError::Field("shard"))?;
        let shard = Shard {
            build: line.build,
            run,
            number,
            of,
            tally: Tally {
                games: line.games,
                won: line.won,
                guesses: line.guesses,
                no_guess_wins: line.no_guess_wins,
                risks: line.risks,
                lost_after: line.lost_after,
                lost_at: line.lost_at,
            },
            seconds: line.seconds,
        };
        shard.check()?;
        let holds = |field, holds: bool| if holds { Ok(()) } else { Err(ShardError::Field(field)) };
        let near = |told: f64, is: f64| (told - is).abs() <= 1e-9 * is.abs().max(1.0);
        holds("win_rate", near(line.win_rate, shard.tally.win_rate()))?;
        let [low, high] = shard.tally.ci95();
        holds("ci95", near(line.ci95[0], low) && near(line.ci95[1], high))?;
        holds("games_per_second", near(line.games_per_second, shard.games_per_second()))?;
        Ok(shard)
    }

    /// That nothing in it is impossible.
    fn check(&self) -> Result<(), ShardError> {
        let Shard { run, number, of, tally, seconds, .. } = self;
        let holds = |field, holds: bool| if holds { Ok(()) } else { Err(ShardError::Field(field)) };
        match run.check() {
            Ok(()) => {}
            Err(RunError::Large) => return Err(ShardError::Field("size")),
            Err(RunError::Mines { .. }) => return Err(ShardError::Field("mines")),
        }
        let sum = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        holds("games", tally.games <= run.games_in(*number, *of))?;
        holds("won", tally.won <= tally.games)?;
        holds("no_guess_wins", tally.no_guess_wins <= tally.won)?;
        holds("seconds", seconds.is_finite() && *seconds >= 0.0)?;
        let lost = Some(tally.games - tally.won);
        holds("lost_after", tally.lost_after.len() == BINS && sum(&tally.lost_after) == lost)?;
        holds("lost_at", tally.lost_at.len() as u64 == run.shape.cells() && sum(&tally.lost_at) == lost)?;
        let taken: Vec<u64> = tally.risks.iter().map(|bin| bin.taken).collect();
        holds("guesses", sum(&taken) == Some(tally.guesses))?;
        let lost_by: Vec<u64> = tally.risks.iter().map(|bin| bin.lost).collect();
        let sound = |bin: &RiskBin| {
            bin.lost <= bin.taken && u128::from(bin.millionths) <= u128::from(bin.taken) * 1_000_000
        };
        let all_sound = tally.risks.len() == BINS && tally.risks.iter().all(sound);
        holds("risks", all_sound && sum(&lost_by) <= lost)
    }
}

/// Why shards do not add up to a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// There is none.
    #[error("there is no share")]
    None,
    /// Two that are of different runs.
    #[error("the shares do not belong together: {field} is {one} in one and {other} in the other")]
    Other {
        /// The place of the second in the list; the first has the place 0.
        at: usize,
        /// What differs.
        field: &'static str,
        /// What it is in the first.
        one: String,
        /// What it is in the other.
        other: String,
    },
    /// One that is there twice.
    #[error("the share {number}/{of} is there twice")]
    Twice {
        /// The places of both in the list.
        at: [usize; 2],
        /// Which shard.
        number: u64,
        /// Of how many.
        of: u64,
    },
    /// One that was stopped.
    #[error("the share {number}/{of} is not finished: {played} of its {games} games were played")]
    Unfinished {
        /// Its place in the list.
        at: usize,
        /// Which shard.
        number: u64,
        /// Of how many.
        of: u64,
        /// How many games were played.
        played: u64,
        /// Of how many.
        games: u64,
    },
    /// Some that are not there.
    #[error("{}", missing(*.count, *.of, .first))]
    Missing {
        /// How many.
        count: u64,
        /// Of how many.
        of: u64,
        /// The numbers of the first few.
        first: Vec<u64>,
    },
    /// More than can be counted.
    #[error("the shares have more games than can be counted")]
    TooMany,
}

/// How many missing shards are named.
const NAMED: usize = 10;

fn missing(count: u64, of: u64, first: &[u64]) -> String {
    let names: Vec<String> = first.iter().map(|number| format!("{number}/{of}")).collect();
    let more = count - first.len() as u64;
    match (count, more) {
        (1, _) => format!("a share is missing: {}", names.join(", ")),
        (_, 0) => format!("{count} shares are missing: {}", names.join(", ")),
        _ => format!("{count} shares are missing: {} and {more} more", names.join(", ")),
    }
}

/// Adds shards up, which stand in any order, to the run that they are shards of.
pub fn merge(shards: &[Shard]) -> Result<Shard, MergeError> {
    let first = shards.first().ok_or(MergeError::None)?;
    for (at, shard) in shards.iter().enumerate() {
        if let Some((field, [one, other])) = first.differs(shard) {
            return Err(MergeError::Other { at, field, one, other });
        }
        if !shard.is_finished() {
            let (number, of) = (shard.number, shard.of);
            return Err(MergeError::Unfinished {
                at,
                number,
                of,
                played: shard.tally.games,
                games: shard.all_games(),
            });
        }
    }
    let mut order: Vec<usize> = (0..shards.len()).collect();
    order.sort_by_key(|&at| (shards[at].number, at));
    if let Some(twice) = order.windows(2).find(|pair| shards[pair[0]].number == shards[pair[1]].number) {
        let shard = &shards[twice[0]];
        return Err(MergeError::Twice { at: [twice[0], twice[1]], number: shard.number, of: shard.of });
    }
    let count = first.of - shards.len() as u64;
    if count > 0 {
        let there: Vec<u64> = order.iter().map(|&at| shards[at].number).collect();
        let absent = (0..first.of).filter(|number| there.binary_search(number).is_err());
        return Err(MergeError::Missing { count, of: first.of, first: absent.take(NAMED).collect() });
    }
    let mut whole = Shard::new(&first.build, first.run.clone(), 0, 1);
    for at in order {
        whole.tally = whole.tally.plus(&shards[at].tally).ok_or(MergeError::TooMany)?;
        whole.seconds += shards[at].seconds;
    }
    Ok(whole)
}
