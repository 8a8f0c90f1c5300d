//! `omnisweep arena`: programs play, and we say how often they win.

#[cfg(unix)]
mod report;

use std::time::Duration;

use omnisweep_arena::Terms;
use omnisweep_engine::FirstCell;

use crate::board_options::BoardOptions;
use crate::failure::Failure;
use crate::play::Keys;

const EXAMPLES: &str = "\
A bot is any program that speaks the protocol of docs/bot-protocol.md on standard input and output.
One that crashes, hangs or writes rubbish loses that game, and the report says why.

Examples:
  omnisweep arena --level expert --bot 'python3 examples/bot.py'
  omnisweep arena --level expert --games 1000 --seed 1 --bot ./mine --bot 'omnisweep bot'
  omnisweep arena --size 6 6 6 --mines 20 --first safe --bot ./mine --json
  omnisweep arena --level beginner --games 1 --threads 1 --transcript --bot ./mine";

/// The options of `omnisweep arena`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,

    /// The command that starts a bot; given more than once, all play on the same boards
    #[arg(long = "bot", value_name = "COMMAND", required = true)]
    bots: Vec<String>,

    /// What the first opened cell is: anything, safe, or an opening
    #[arg(long, value_name = "WHAT", default_value = FirstCell::Opening.key(),
        value_parser = Keys(FirstCell::ALL.map(|first| (first.key(), first))), hide_possible_values = true)]
    first: FirstCell,

    /// How many games each bot plays
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// The seed of the first board; each further one has the next [default: any]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many games are played at once [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// The milliseconds a bot has for a move
    #[arg(long, value_name = "MS", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    move_limit: u64,

    /// The milliseconds a bot has to start, and to get ready for a game
    #[arg(long, value_name = "MS", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    start_limit: u64,

    /// Write all that is said to standard error
    #[arg(long)]
    transcript: bool,

    /// Print one object
    #[arg(long)]
    json: bool,
}

impl Options {
    fn terms(&self) -> Result<Terms, Failure> {
        let (shape, mines) = self.board.shape_and_mines()?;
        let limit = Duration::from_millis;
        Terms::new(shape, mines, self.first, limit(self.move_limit), limit(self.start_limit))
            .map_err(Failure::usage)
    }
}

/// Plays the games and prints what they say about the bots.
#[cfg(unix)]
pub fn run(options: &Options) -> Result<(), Failure> {
    use std::io::{IsTerminal as _, Write as _};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    use omnisweep_arena::{Ending, Family, GameResult, Tournament};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let terms = options.terms()?;
    let _family = Family::adopt();
    // Bots are groups of their own, which a terminal does not end.
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let tournament = Tournament {
        terms: &terms,
        bots: &options.bots,
        games: options.games,
        seed: options.seed.unwrap_or_else(|| crate::play::any_seed().number),
        threads: options.threads.map_or_else(processors, usize::from),
        stop: &stop,
        overhear: options.transcript.then_some(|bot, game, who, line| {
            _ = writeln!(std::io::stderr(), "bot {}, game {game} {who} {line}", bot + 1);
        }),
    };
    let all = options.games.saturating_mul(options.bots.len() as u64);
    let shows = std::io::stderr().is_terminal() && !options.transcript;
    let start = Instant::now();
    let mut shown = start;
    let records = tournament.run(|over| {
        if shows && shown.elapsed() >= Duration::from_millis(100) {
            shown = Instant::now();
            _ = write!(std::io::stderr(), "\r\x1b[K{over} of {all} games");
        }
    });
    if shows {
        _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    let report = report::Report::new(&tournament, &records, start.elapsed());
    let text = if options.json { report.json()? } else { report.to_string() };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    if stop.load(Ordering::Relaxed) {
        let over: usize = records.iter().map(|record| record.games.iter().flatten().count()).sum();
        return Err(Failure::GaveUp(format!("stopped after {over} of {all} games")));
    }
    let failed = |game: &GameResult| {
        game.moves == 0 && matches!(&game.ending, Ending::Lost(loss) if !loss.is_honest())
    };
    if records.iter().all(|record| record.games.iter().flatten().all(failed)) {
        return Err(Failure::GaveUp("no bot could play".to_owned()));
    }
    Ok(())
}

/// Says that there are no games here.
#[cfg(not(unix))]
pub fn run(options: &Options) -> Result<(), Failure> {
    options.terms()?;
    Err(Failure::usage("the arena needs the processes and signals of Unix; `omnisweep bot` works here too"))
}
