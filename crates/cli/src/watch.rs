//! `omnisweep watch`: a player plays, and says why; in the terminal app, or line by line.

use std::io::Write as _;

use clap::builder::Resettable;
use omnisweep_engine::Outcome;
use omnisweep_session::words;
use omnisweep_simulate::{Run, Thinker, Watched};
use omnisweep_tui::{Look, Theme, WatchStart};

use crate::board_options::{BoardOptions, PlayerOptions};
use crate::failure::Failure;
use crate::play::{Keys, any_seed, app};
use crate::style::When;

const EXAMPLES: &str = "\
Space pauses and goes on, `.` makes one move, + and - change the speed, n shows the next game, r the
same again, q leaves. Where there is no terminal, every move is a line.

Game number i of a seed is the one that `omnisweep simulate` plays with the same options.

Examples:
  omnisweep watch
  omnisweep watch --level cube --speed 1
  omnisweep watch --size 16 30 --mines 99 --first safe --player fast --seed 1 --game 7
  omnisweep watch --plain | less";

/// The options of `omnisweep watch`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES,
    mut_arg("level", |level| level.required_unless_present(Resettable::Reset).default_value("expert")))]
pub struct Options {
    #[command(flatten)]
    board: BoardOptions,

    #[command(flatten)]
    play: PlayerOptions,

    /// The seed from which the games follow [default: any]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The number of the first game
    #[arg(long, value_name = "I", default_value_t = 0)]
    game: u64,

    /// How many moves a second, from 0.125 to 1024
    #[arg(long, value_name = "N", default_value_t = 4.0, value_parser = speed)]
    speed: f64,

    /// Wait for a key before every move
    #[arg(long)]
    paused: bool,

    /// The theme: dark, light, contrast, colour-blind or mono [default: the config file's]
    #[arg(long, value_name = "THEME", hide_possible_values = true,
        value_parser = Keys(Theme::ALL.map(|theme| (theme.key(), theme))))]
    theme: Option<Theme>,

    /// Use no signs beyond ASCII
    #[arg(long)]
    ascii: bool,

    /// A line for every move, instead of the board
    #[arg(long)]
    plain: bool,
}

fn speed(word: &str) -> Result<f64, String> {
    let mistake = || "expected moves a second, from 0.125 to 1024".to_owned();
    let speed: f64 = word.parse().map_err(|_| mistake())?;
    if (0.125..=1024.0).contains(&speed) { Ok(speed) } else { Err(mistake()) }
}

/// Shows games.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let (shape, mines) = options.board.shape_and_mines()?;
    let seed = options.seed.unwrap_or_else(|| any_seed().number);
    let games = u64::MAX;
    let PlayerOptions { first: start, player: skill } = options.play;
    let run = Run { shape, mines, start, skill, games, seed };
    run.check().map_err(Failure::usage)?;
    if options.plain || !app::is_possible() {
        return lines(&run, options.game);
    }
    // A game that cannot be had is better said before the screen is taken.
    Watched::new(&run, options.game).map_err(Failure::usage)?;
    let (config, _) = app::config();
    let look = Look {
        theme: options.theme.or(config.theme).unwrap_or(Theme::Dark),
        depth: app::depth(color),
        ascii: options.ascii || config.ascii || !crate::style::is_unicode(),
    };
    let start =
        WatchStart { run, game: options.game, speed: options.speed, paused: options.paused, config, look };
    omnisweep_tui::watch(&start)?;
    Ok(())
}

/// A game, line by line.
fn lines(run: &Run, game: u64) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let mut watched = Watched::new(run, game).map_err(Failure::usage)?;
    let mut thinker = Thinker::new(run);
    let (mut guesses, mut chance) = (0_u64, 1.0);
    writeln!(
        out,
        "{}, {}, seed {}, game {game}: the {} player.",
        run.shape,
        words::count(run.mines, "mine", "mines"),
        run.seed,
        run.skill.key()
    )?;
    loop {
        let (news, position) = watched.question();
        let Some(thought) = thinker.think(&news, &position) else {
            return Err(Failure::GaveUp("the player does not know any further".to_owned()));
        };
        writeln!(out, "{}", thought.text)?;
        guesses += u64::from(thought.guess);
        chance *= 1.0 - thought.risk;
        let outcome = watched.follow(&thought, 0);
        if outcome != Outcome::Playing {
            let end = words::watched(outcome, &run.shape, thought.cell, guesses, chance);
            return Ok(writeln!(out, "{end}")?);
        }
    }
}
