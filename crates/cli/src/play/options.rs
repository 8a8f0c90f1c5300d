//! What `omnisweep play` can be told, and the game that follows from it.

use std::path::{Path, PathBuf};

use omnisweep_engine::{First, RuleSet, Shape};
use omnisweep_session::{Level, Session, Setup, code};

use super::{Failure, any_seed, describe, load};

const EXAMPLES: &str = "\
Without any of these, the saved game goes on, if there is one.

Examples:
  omnisweep play --level intermediate
  omnisweep play --size 20 24 --mines 99 --first safe
  omnisweep play --size 4 4 4 4 --mines 18
  printf 'open 4 4\\nquit\\n' | omnisweep play --seed 7";

/// The options of `omnisweep play`.
#[derive(clap::Args, Default)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The level: beginner (9x9, 10 mines), intermediate (16x16, 40), expert (16x30, 99),
    /// cube (6x6x6, 20) or tesseract (4x4x4x4, 18)
    #[arg(long, value_name = "LEVEL", value_parser = level, conflicts_with_all = ["size", "mines"])]
    level: Option<Level>,

    /// The sizes of the board, two or more dimensions, rows and columns last
    #[arg(long, value_name = "N", num_args = 1.., requires = "mines")]
    size: Vec<u64>,

    /// How many mines
    #[arg(long, value_name = "N")]
    mines: Option<u64>,

    /// What the first opened cell is: anything, safe, or an opening [default: the rules' own]
    #[arg(long, value_name = "WHAT", value_parser = first)]
    first: Option<First>,

    /// The rules: modern, clicks, cs121, styles, esp or nd [default: modern]
    #[arg(long, value_name = "RULES", value_parser = rules)]
    rules: Option<RuleSet>,

    /// Allow question marks
    #[arg(long)]
    marks: bool,

    /// The seed from which the mines are drawn [default: any]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Play the board behind a code, as `code` prints it
    #[arg(long, value_name = "CODE", conflicts_with_all = ["level", "size", "mines", "seed"])]
    board: Option<String>,

    /// Go on with a game saved in this file
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["level", "size", "mines", "seed", "board", "rules", "first", "marks"])]
    load: Option<PathBuf>,

    /// Use no signs beyond ASCII
    #[arg(long)]
    pub(super) ascii: bool,

    /// The clock stands still and the seed is 1, so that a test knows what is shown
    #[arg(long, hide = true)]
    pub(super) rehearsal: bool,
}

fn level(key: &str) -> Result<Level, String> {
    Level::by_key(key).ok_or_else(|| one_of(Level::ALL.map(Level::key)))
}

fn first(key: &str) -> Result<First, String> {
    First::by_key(key).ok_or_else(|| one_of(First::ALL.map(First::key)))
}

fn rules(key: &str) -> Result<RuleSet, String> {
    RuleSet::by_key(key).ok_or_else(|| one_of(RuleSet::ALL.map(RuleSet::key)))
}

fn one_of<const N: usize>(keys: [&str; N]) -> String {
    format!("expected one of {}", keys.join(", "))
}

impl Options {
    /// Whether nothing was said about the game.
    fn is_silent(&self) -> bool {
        self.level.is_none()
            && self.size.is_empty()
            && self.mines.is_none()
            && self.first.is_none()
            && self.rules.is_none()
            && !self.marks
            && self.seed.is_none()
            && self.board.is_none()
    }

    /// The game to play, what to say of it, and whether it was waiting in `slot`.
    pub(super) fn session(&self, slot: Option<&Path>) -> Result<(Session, String, bool), Failure> {
        if let Some(path) = &self.load {
            let session = load(path)?;
            let welcome = format!("going on with {}", describe(&session));
            return Ok((session, welcome, false));
        }
        let waiting = slot.filter(|slot| self.is_silent() && slot.exists());
        let damaged = match waiting.map(load) {
            Some(Ok(session)) => {
                let welcome = format!("going on with {} `new` starts another game.", describe(&session));
                return Ok((session, welcome, true));
            }
            // It stays there, or is moved aside for another game: say so and play.
            Some(Err(failure)) => format!("\nThe saved game cannot be read: {failure}."),
            None => String::new(),
        };
        let session = match &self.board {
            Some(text) => {
                let (layout, start) = code::read(text.trim()).map_err(Failure::usage)?;
                let setup = self.setup(layout.shape().clone(), layout.count(), None);
                let shape = layout.shape().clone();
                let session = Session::on(setup, layout).map_err(Failure::usage)?;
                let mut welcome = describe(&session);
                if let Some(start) = start {
                    let at: Vec<String> = shape.coordinates(start).iter().map(u64::to_string).collect();
                    welcome.push_str(&format!(" It is meant to start with `open {}`.", at.join(" ")));
                }
                return Ok((session, welcome, false));
            }
            None => {
                let level = self.level.unwrap_or(Level::Beginner);
                let sizes = if self.size.is_empty() { level.sizes() } else { &self.size };
                let shape = Shape::new(sizes).map_err(Failure::usage)?;
                let mines = self.mines.unwrap_or(level.mines());
                let seed = self.seed.unwrap_or_else(|| if self.rehearsal { 1 } else { any_seed() });
                Session::new(self.setup(shape, mines, Some(seed))).map_err(Failure::usage)?
            }
        };
        let welcome = format!("{}{damaged}", describe(&session));
        Ok((session, welcome, false))
    }

    fn setup(&self, shape: Shape, mines: u64, seed: Option<u64>) -> Setup {
        let plain = Setup::new(self.rules.unwrap_or(RuleSet::Modern), shape, mines, seed);
        Setup { first: self.first.unwrap_or(plain.first), marks: self.marks || plain.marks, ..plain }
    }
}
