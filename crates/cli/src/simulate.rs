//! `omnisweep simulate`: a player plays many games, and what came of them is told.

mod chart;
mod heat;
mod merge;
mod optimal;
mod page;
mod progress;
mod regret;
mod resume;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use omnisweep_engine::{Cell, FirstCell};
use omnisweep_session::words;
use omnisweep_simulate::{PlayError, Run, Shard, parse_shard};

use crate::board_options::{BoardOptions, PlayerOptions};
use crate::failure::Failure;
use crate::play::any_seed;
use progress::Progress;

const EXAMPLES: &str = "\
The first cell is a corner, or with --first opening the cell that leads on most often; on small
boards it is the best one. A guess is a cell that could have been a mine, the first cell not
counted. Game number i of a run depends on the seed and on i alone, so the result is the same for
any number of threads and of shares.

Examples:
  omnisweep simulate --level expert --games 10000
  omnisweep simulate --size 16 30 --mines 99 --first safe --player fast --json
  omnisweep simulate --level expert --games 100000 --report expert.html
  omnisweep simulate --level expert --games 1000000 --seed 1 --shard 0/64 --resume share-0.json
  omnisweep simulate merge share-*.json
  omnisweep simulate --size 4 4 --mines 4 --first safe --optimal --errors
  omnisweep simulate --level expert --regret --seed 1";

/// The options of `omnisweep simulate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    games: Games,
}

/// What is played.
#[derive(clap::Args)]
struct Games {
    #[command(flatten)]
    board: BoardOptions,

    #[command(flatten)]
    play: PlayerOptions,

    /// Play no games, but tell how often the best play there is wins on a small board, and the player
    /// beside it: exactly
    #[arg(long, group = "judged", conflicts_with_all = ["games", "seed", "threads", "shard", "resume", "report"])]
    optimal: bool,

    /// Tell what the player's guesses give away, in so many seconds: other cells are tried, and played on
    /// from [default: 60]
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60", group = "judged",
        conflicts_with_all = ["shard", "resume", "report"])]
    regret: Option<u64>,

    /// List the positions in which the player errs, the N costliest [default: 10]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10", requires = "judged")]
    errors: Option<usize>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed from which all boards follow [default: any; required with --shard]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many threads play [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Play one share of the games: I of N, counted from 0 (`merge` adds them up)
    #[arg(long, value_name = "I/N", value_parser = shard_option, requires = "seed")]
    shard: Option<ShardOption>,

    /// Keep what was played in this file, and go on from there if it has some already; at the end it is
    /// the share, as `merge` takes it
    #[arg(long, value_name = "FILE.json", requires = "seed")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

/// What is told of games, and where.
#[derive(clap::Args)]
struct Output {
    /// Print an object in a line, as `merge` takes it
    #[arg(long)]
    json: bool,

    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// The clock stands still, so that a test knows what is printed
    #[arg(long, hide = true)]
    deterministic: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Add up the shares of a run, as --shard and --json have printed them
    Merge(merge::Options),
}

/// One share of how many.
#[derive(Clone, Copy)]
struct ShardOption(u64, u64);

fn shard_option(word: &str) -> Result<ShardOption, String> {
    let mistake = || "expected a share like 0/4: its number, counted from 0, of how many".to_owned();
    parse_shard(word).map(|(number, of)| ShardOption(number, of)).ok_or_else(mistake)
}

/// Plays, and tells.
pub fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Some(Command::Merge(options)) => merge::run(options),
        None => options.games.run(),
    }
}

impl Games {
    fn run(&self) -> Result<(), Failure> {
        let (shape, mines) = self.board.shape_and_mines()?;
        if self.optimal {
            return optimal::run(&shape, mines, &self.play, self.errors, self.output.json);
        }
        let seed = self.seed.unwrap_or_else(|| any_seed().number);
        let PlayerOptions { first: start, player: skill } = self.play;
        let run = Run { shape, mines, start, skill, games: self.games, seed };
        run.check().map_err(Failure::usage)?;
        self.output.check()?;
        let ShardOption(number, of) = self.shard.unwrap_or(ShardOption(0, 1));
        let threads = self
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        if let Some(seconds) = self.regret {
            return regret::run(&run, seconds, threads, self.errors, self.output.json);
        }
        let build = if self.output.deterministic { "any" } else { crate::version::BUILD };
        let mut shard = Shard::new(build, run, number, of);
        if let Some(path) = &self.resume {
            resume::load(path, &mut shard)?;
        }
        self.play(&mut shard, threads)?;
        self.output.tell(&shard, Some(threads))
    }

    /// Plays a share to its end, and keeps now and then what there is of it.
    fn play(&self, shard: &mut Shard, threads: usize) -> Result<(), Failure> {
        let done = Progress::new(shard.all_games(), &shard.tally)?;
        let all_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| done.show_until(&all_done));
            let played = self.play_and_keep(shard, threads, &done);
            all_done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            played
        })?;
        if shard.is_finished() {
            return Ok(());
        }
        let kept = self.resume.as_ref().map(|path| format!("; they are in {}", path.display()));
        Err(Failure::Interrupted(format!(
            "stopped after {} of {} games, {} of them won{}",
            shard.tally.games,
            shard.all_games(),
            shard.tally.won,
            kept.unwrap_or_default()
        )))
    }

    fn play_and_keep(&self, shard: &mut Shard, threads: usize, done: &Progress) -> Result<(), Failure> {
        while !shard.is_finished() && !done.is_interrupted() {
            let begun = Instant::now();
            let time_to_keep = || self.resume.is_some() && begun.elapsed() > resume::BETWEEN;
            shard.play(threads, || done.is_interrupted() || time_to_keep(), |won| done.count(won)).map_err(
                |error| match error {
                    PlayError::Thread => Failure::GaveUp(error.to_string()),
                    error => Failure::usage(error),
                },
            )?;
            if !self.output.deterministic {
                // To the millisecond: nobody wants to read more.
                shard.seconds = ((shard.seconds + begun.elapsed().as_secs_f64()) * 1e3).round() / 1e3;
            }
            if let Some(path) = &self.resume {
                resume::keep(path, shard)?;
            }
        }
        Ok(())
    }
}

impl Output {
    /// That the report can be written, before hours are spent on it.
    fn check(&self) -> Result<(), Failure> {
        let Some(path) = &self.report else { return Ok(()) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        match (path.is_dir(), folder.is_dir()) {
            (true, _) => Err(Failure::usage(format!("{}: this is a folder", path.display()))),
            (_, false) => Err(Failure::usage(format!("{}: there is no such folder", folder.display()))),
            _ => Ok(()),
        }
    }

    /// Tells what came of games.
    fn tell(&self, shard: &Shard, threads: Option<usize>) -> Result<(), Failure> {
        if let Some(path) = &self.report {
            let page = page::write(shard);
            omnisweep_files::write_atomically(path, |out| out.write_all(page.as_bytes()))
                .map_err(|error| Failure::file(path, error))?;
        }
        let text = if self.json { shard.write() + "\n" } else { summary(shard, threads) };
        Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
    }
}

/// What came of games, in a few lines.
fn summary(shard: &Shard, threads: Option<usize>) -> String {
    let Shard { run, number, of, tally, seconds, .. } = shard;
    let at = match run.first() {
        Cell(0) => "a corner".to_owned(),
        cell => optimal::coordinates(&run.shape, cell),
    };
    let first = match run.start {
        FirstCell::Anything => format!("{at}, and may be a mine"),
        FirstCell::Safe => format!("{at}, and safe"),
        FirstCell::Opening => "an opening".to_owned(),
    };
    let part =
        if *of > 1 { format!(", share {number}/{of} of {}", grouped(run.games)) } else { String::new() };
    let [low, high] = tally.ci95().map(|end| end * 100.0);
    let per_game = tally.guesses as f64 / tally.games.max(1) as f64;
    let threads = match threads {
        Some(1) => " on one thread".to_owned(),
        Some(threads) => format!(" on {threads} threads"),
        None => " in all".to_owned(),
    };
    format!(
        "Board    {}, {}; the first cell is {first}\n\
         Player   {}\n\
         Games    {}{part}, seed {}\n\
         Won      {}, {:.2} % (95 %: {low:.2} to {high:.2})\n\
         Guesses  {}, {per_game:.2} a game; won without one: {}\n\
         Time     {seconds:.1} s{threads}, {:.1} games a second\n",
        run.shape,
        words::count(run.mines, "mine", "mines"),
        run.skill.key(),
        grouped(tally.games),
        run.seed,
        grouped(tally.won),
        tally.win_rate() * 100.0,
        grouped(tally.guesses),
        grouped(tally.no_guess_wins),
        shard.games_per_second(),
    )
}

/// A number with its digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
