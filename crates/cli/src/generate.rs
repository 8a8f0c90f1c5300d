//! `omnisweep generate`: boards, certified to need no guess if that is wanted.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use omnisweep_engine::{Cell, Layout, Shape, Zone, random, text};
use omnisweep_session::BoardMetrics;
use omnisweep_solver::{Grade, Method, NoGuess};
use serde_json::json;

use crate::board_options::{BoardOptions, CellCoordinates};
use crate::failure::Failure;
use crate::play::{Keys, any_seed};

const EXAMPLES: &str = "\
A board is text, one row a line: `.` free, `*` a mine; a blank line stands between boards, and a
line of `-` between the slices of boards of more than two dimensions.

Examples:
  omnisweep generate --level expert --no-guess
  omnisweep generate --level expert --no-guess --difficulty extreme
  omnisweep generate --size 16 30 --mines 170 --no-guess --count 10 --json
  omnisweep generate --size 6 6 6 --mines 20 --no-guess --start 0,0,0";

/// The options of `omnisweep generate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,

    /// Only boards that logic alone solves from the first cell
    #[arg(long)]
    no_guess: bool,

    /// Only boards that are this hard to think through: easy, medium, hard or extreme
    #[arg(long, value_name = "GRADE", requires = "no_guess", hide_possible_values = true,
        value_parser = Keys(Grade::ALL.map(|grade| (grade.key(), grade))))]
    difficulty: Option<Grade>,

    /// The first cell, whose neighbours are free too if there is room [default: the centre, or a corner
    /// where that touches all other cells]
    #[arg(long, value_name = "CELL")]
    start: Option<CellCoordinates>,

    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// The seed of the first board; each further one has the next [default: any]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many threads search [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Give up on a board after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "no_guess")]
    limit: f64,

    /// Print an object a line for each board
    #[arg(long)]
    json: bool,
}

/// What is wanted of each board.
struct Job {
    shape: Shape,
    mines: u64,
    start: Cell,
    seed: u64,
    no_guess: Option<NoGuess>,
    difficulty: Option<Grade>,
    limit: Duration,
    tried: AtomicU64,
}

/// Makes the boards and prints each as soon as it is its turn.
pub fn run(options: &Options) -> Result<(), Failure> {
    let (shape, mines) = options.board.shape_and_mines()?;
    let start = options.start.as_ref().map_or_else(|| Ok(NoGuess::start(&shape)), |at| at.on(&shape))?;
    let limit = Duration::try_from_secs_f64(options.limit)
        .map_err(|_| Failure::usage("the limit is a number of seconds"))?;
    let method = Method::for_board(&shape, mines);
    let maker = options.no_guess.then(|| NoGuess::new(&shape, mines, start, method));
    let maker = maker.map(|maker| maker.map(|maker| maker.of_grade(options.difficulty)));
    let job = Job {
        no_guess: maker.transpose().map_err(Failure::usage)?,
        seed: options.seed.unwrap_or_else(|| any_seed().number),
        tried: AtomicU64::new(0),
        shape,
        difficulty: options.difficulty,
        mines,
        start,
        limit,
    };
    let threads = options
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let count = options.count;
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, boards) = mpsc::sync_channel(threads * 4);
    std::thread::scope(|scope| {
        // Many boards are shared out; for few, the threads share the attempts at each.
        let (workers, threads_each) = if count >= threads as u64 { (threads, 1) } else { (1, threads) };
        for _ in 0..workers {
            let (sender, next, stop, job) = (sender.clone(), &next, &stop, &job);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    // Nobody takes it where the printing has failed.
                    if sender.send((number, job.make(number, threads_each, stop))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let printed = print(options, &job, count, &boards);
        stop.store(true, Ordering::Relaxed);
        drop(boards);
        printed
    })
}

/// Prints boards in their order as they come.
fn print(
    options: &Options,
    job: &Job,
    count: u64,
    boards: &mpsc::Receiver<(u64, Result<Layout, Failure>)>,
) -> Result<(), Failure> {
    let mut early = std::collections::BTreeMap::new();
    let mut out = std::io::stdout().lock();
    let progress = std::io::stderr().is_terminal();
    let mut number = 0;
    while number < count {
        let board = loop {
            if let Some(board) = early.remove(&number) {
                break board;
            }
            match boards.recv_timeout(Duration::from_millis(200)) {
                Ok((number, board)) => _ = early.insert(number, board),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(Failure::GaveUp("the search ended early".to_owned()));
                }
                Err(mpsc::RecvTimeoutError::Timeout) if progress => {
                    let tried = job.tried.load(Ordering::Relaxed);
                    _ = write!(std::io::stderr(), "\r\x1b[K{number} of {count} boards, {tried} tried");
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        };
        if progress {
            _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        let board = board?;
        let text = match options.json {
            true => job.json(number, &board)?,
            false => format!("{}{}", if number > 0 { "\n" } else { "" }, text::write_layout(&board)),
        };
        out.write_all(text.as_bytes())?;
        number += 1;
    }
    Ok(out.flush()?)
}

impl Job {
    /// The board with this number: the same whatever the number of threads.
    fn make(&self, number: u64, threads: usize, stop: &AtomicBool) -> Result<Layout, Failure> {
        let seed = self.seed.wrapping_add(number);
        let Some(maker) = &self.no_guess else {
            // As the search draws them: an opening if there is room for it.
            let opening = Zone::new(self.shape.neighbours(self.start).chain([self.start]));
            let room = self.shape.cells() - opening.cells().len() as u64;
            let zone = if self.mines <= room { opening } else { Zone::new([self.start]) };
            return random::draw(&self.shape, self.mines, &zone, seed).map_err(Failure::usage);
        };
        let start = Instant::now();
        // The first attempt that succeeds is the board's, whoever makes it.
        let best = AtomicU64::new(u64::MAX);
        let search = |mut attempt: u64| {
            let mut maker = maker.clone();
            while attempt < best.load(Ordering::Relaxed) {
                let go_on = || {
                    start.elapsed() < self.limit
                        && !stop.load(Ordering::Relaxed)
                        && attempt < best.load(Ordering::Relaxed)
                };
                if !go_on() {
                    return None;
                }
                self.tried.fetch_add(1, Ordering::Relaxed);
                if let Some(board) = maker.attempt(seed, attempt, go_on) {
                    best.fetch_min(attempt, Ordering::Relaxed);
                    return Some((attempt, board));
                }
                attempt += threads as u64;
            }
            None
        };
        let found = if threads == 1 {
            search(0)
        } else {
            let found = std::thread::scope(|scope| {
                let all: Vec<_> =
                    (0..threads as u64).map(|first| scope.spawn(move || search(first))).collect();
                all.into_iter().filter_map(|thread| thread.join().ok().flatten()).collect::<Vec<_>>()
            });
            found.into_iter().min_by_key(|(attempt, _)| *attempt)
        };
        found.map(|(_, board)| board).ok_or_else(|| {
            let seconds = self.limit.as_secs_f64();
            Failure::GaveUp(format!(
                "gave up: found no board without guessing for seed {seed} in {seconds} s (--limit)"
            ))
        })
    }

    fn json(&self, number: u64, board: &Layout) -> Result<String, Failure> {
        let worth = BoardMetrics::of(board).map_err(Failure::usage)?;
        let rows = text::write_layout(board);
        let line = json!({
            "version": 1,
            "rows": rows.lines().collect::<Vec<_>>(),
            "start": self.shape.coordinates(self.start),
            "certified": self.no_guess.is_some(),
            "difficulty": self.difficulty.map(Grade::key),
            "bbbv": worth.bbbv,
            "seed": self.seed.wrapping_add(number),
        });
        Ok(format!("{line}\n"))
    }
}
