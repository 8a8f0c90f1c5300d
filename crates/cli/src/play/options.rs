//! What `omnisweep play` can be told, and the game that follows from it.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgGroup, Command};

use omnisweep_engine::{FirstCell, NewGameError, RuleSet, Shape};
use omnisweep_session::daily::{self, DailyBoard, Day};
use omnisweep_session::{GuessMode, Level, Practice, Seed, Session, Setup, StartError, code, words};
use omnisweep_solver::Grade;
use omnisweep_store::Slot;
use omnisweep_tui::Theme;

use super::{any_seed, load};
use crate::failure::Failure;
use crate::stats::{self, today};

const EXAMPLES: &str = "\
Without any of these, the saved game goes on, if there is one.

Examples:
  omnisweep play --level intermediate
  omnisweep play --size 20 24 --mines 99 --first safe
  omnisweep play --size 4 4 4 4 --mines 18
  omnisweep play --daily --level expert
  omnisweep play --daily --difficulty hard
  printf 'open 4 4\\nquit\\n' | omnisweep play --seed 7";

/// The options of `omnisweep play`.
#[derive(clap::Args, Default)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("certified").args(["no_guess", "daily"]))]
pub struct Options {
    /// The level: beginner (9x9, 10 mines), intermediate (16x16, 40), expert (16x30, 99),
    /// cube (6x6x6, 20) or tesseract (4x4x4x4, 18)
    #[arg(long, value_name = "LEVEL", value_parser = Keys(Level::ALL.map(|level| (level.key(), level))),
        hide_possible_values = true, conflicts_with = "size")]
    level: Option<Level>,

    /// The sizes of the board, in any number of dimensions, rows and columns last (9 9, or 9x9)
    #[arg(long, value_name = "N", num_args = 1..)]
    size: Vec<Shape>,

    /// How many mines [default: the level's, or 15 % of the cells]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = mines)]
    mines: Option<u64>,

    /// What the first opened cell is: anything, safe, or an opening [default: the rules' own]
    #[arg(long, value_name = "WHAT", value_parser = Keys(FirstCell::ALL.map(|first| (first.key(), first))),
        hide_possible_values = true)]
    first: Option<FirstCell>,

    /// The rules: modern, clicks, cs121, styles, esp or nd [default: modern]
    #[arg(long, value_name = "RULES", value_parser = Keys(RuleSet::ALL.map(|set| (set.key(), set))),
        hide_possible_values = true)]
    rules: Option<RuleSet>,

    /// Allow question marks
    #[arg(long)]
    marks: bool,

    /// A board that is certified to need no guess
    #[arg(long, conflicts_with_all = ["fair", "board"])]
    no_guess: bool,

    /// A board that needs no guess and is this hard to think through: easy, medium, hard or extreme;
    /// with --no-guess, or with --daily
    #[arg(long, value_name = "GRADE", requires = "certified", hide_possible_values = true,
        value_parser = Keys(Grade::ALL.map(|grade| (grade.key(), grade))))]
    difficulty: Option<Grade>,

    /// Forgive guesses where no cell is certainly safe
    #[arg(long, conflicts_with = "board")]
    fair: bool,

    /// The seed from which the mines are drawn [default: any]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Play the board behind a code, as `code` prints it
    #[arg(long, value_name = "CODE", conflicts_with_all = ["level", "size", "mines", "seed"])]
    board: Option<String>,

    /// Play the board of the day, or of a day that is past, for practice
    #[arg(long, value_name = "DATE", num_args = 0..=1, value_parser = date,
        conflicts_with_all = ["size", "mines", "first", "rules", "marks", "no_guess", "fair", "seed", "board"])]
    daily: Option<Option<Day>>,

    /// Practise: nothing of it counts
    #[arg(long)]
    practice: bool,

    /// Go on with a game saved in this file, or under this name
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["daily", "level", "size", "mines", "seed", "board", "rules", "first", "marks", "no_guess", "fair"])]
    load: Option<String>,

    /// Use no signs beyond ASCII
    #[arg(long)]
    pub(super) ascii: bool,

    /// Colours of the terminal app: dark, light, contrast, colour-blind or mono
    /// [default: the config file's, or the one used last]
    #[arg(long, value_name = "THEME", value_parser = Keys(Theme::ALL.map(|theme| (theme.key(), theme))),
        hide_possible_values = true)]
    pub(super) theme: Option<Theme>,

    /// Play line by line on a terminal, too
    #[arg(long)]
    pub(super) plain: bool,

    /// The clock stands still and the seed is 1, so that a test knows what is shown
    #[arg(long, hide = true)]
    pub(super) deterministic: bool,
}

/// How many mines there are to be.
pub fn mines(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| "the mines are a number from 0 on, such as 10".to_owned())
}

fn date(word: &str) -> Result<Day, String> {
    word.parse().map_err(|error: daily::DateError| error.to_string())
}

/// Words that stand for values, known to completions too.
#[derive(Clone)]
pub struct Keys<T, const N: usize>(pub [(&'static str, T); N]);

impl<T: Copy + Send + Sync + 'static, const N: usize> TypedValueParser for Keys<T, N> {
    type Value = T;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, word: &OsStr) -> Result<T, clap::Error> {
        let words = PossibleValuesParser::new(self.0.map(|(key, _)| key));
        let word = words.parse_ref(command, option, word)?;
        let found = self.0.iter().find(|(key, _)| *key == word);
        found.map(|(_, value)| *value).ok_or_else(|| clap::Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(key, _)| PossibleValue::new(*key))))
    }
}

impl Options {
    /// Whether nothing was said about the game.
    fn is_silent(&self) -> bool {
        matches!(self.first_given(), None | Some("ascii" | "theme" | "plain" | "deterministic"))
    }

    /// The name of an option that was given, if any was.
    pub fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("level", self.level.is_some()),
            ("size", !self.size.is_empty()),
            ("mines", self.mines.is_some()),
            ("first", self.first.is_some()),
            ("rules", self.rules.is_some()),
            ("marks", self.marks),
            ("no-guess", self.no_guess),
            ("difficulty", self.difficulty.is_some()),
            ("fair", self.fair),
            ("seed", self.seed.is_some()),
            ("board", self.board.is_some()),
            ("daily", self.daily.is_some()),
            ("practice", self.practice),
            ("load", self.load.is_some()),
            ("ascii", self.ascii),
            ("theme", self.theme.is_some()),
            ("plain", self.plain),
            ("deterministic", self.deterministic),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// The game to play, and what to say of it: the one that waits, if nothing
    /// was said about another.
    pub(super) fn session(&self, mut slot: Option<&mut Slot>) -> Result<(Session, String), Failure> {
        let waiting = slot.as_deref_mut().filter(|slot| self.is_silent() && slot.waits());
        let damaged = match waiting.map(Slot::resume) {
            Some(Ok(session)) => {
                let welcome = words::going_on_or_new(&session);
                return Ok((session, welcome));
            }
            // It stays there, or is moved aside for another game: say so and play.
            Some(Err(failure)) => format!("\n{}", words::kept_unreadable(failure)),
            None => String::new(),
        };
        let (session, welcome) = self.chosen(slot)?;
        Ok((session, format!("{welcome}{damaged}")))
    }

    /// The game that was asked for, if anything was said about it.
    pub(super) fn asked(&self) -> Result<Option<(Session, String)>, Failure> {
        if self.is_silent() { Ok(None) } else { self.chosen(None).map(Some) }
    }

    /// The saved game that is asked for.
    pub(super) fn loads(&self) -> Option<String> {
        self.load.clone()
    }

    /// The day whose board is asked for, and which.
    pub(super) fn daily(&self) -> Result<Option<(Day, DailyBoard)>, Failure> {
        let Some(day) = self.daily else { return Ok(None) };
        let usual = if self.difficulty.is_some() { Level::Expert } else { Level::Beginner };
        let board = DailyBoard::of(self.level.unwrap_or(usual), self.difficulty);
        let board = board.ok_or_else(|| Failure::usage(words::only_expert_is_graded()))?;
        Ok(Some((day.unwrap_or_else(today), board)))
    }

    fn chosen(&self, slot: Option<&mut Slot>) -> Result<(Session, String), Failure> {
        let (mut session, welcome) = self.game(slot)?;
        if self.practice {
            session.practise(Practice::Wanted);
        }
        Ok((session, welcome))
    }

    fn game(&self, slot: Option<&mut Slot>) -> Result<(Session, String), Failure> {
        if let Some((day, board)) = self.daily()? {
            return of_day(day, board);
        }
        if let Some(name) = &self.load {
            let session = load(name, slot, None)?.0;
            let welcome = words::going_on(&session);
            return Ok((session, welcome));
        }
        let session = match &self.board {
            Some(text) => {
                let (layout, start) = code::read(text.trim()).map_err(Failure::usage)?;
                let setup = self.setup(layout.shape().clone(), layout.count(), None);
                let session = Session::with_suggested_start(setup, layout, start).map_err(Failure::usage)?;
                let welcome = words::given(&session);
                return Ok((session, welcome));
            }
            None => {
                let level = self.level.unwrap_or(Level::Beginner);
                let named = self.size.is_empty();
                let shape = if named { Shape::new(level.sizes()) } else { Shape::joined(&self.size) };
                let shape = shape.map_err(Failure::usage)?;
                let fresh = || if self.deterministic { Seed::new(1) } else { any_seed() };
                let seed = self.seed.map_or_else(fresh, Seed::new);
                let mut setup = self.setup(shape, 0, Some(seed));
                let usual = if named { level.mines() } else { Setup::usual_mines(&setup.shape, setup.first) };
                setup.mines = self.mines.unwrap_or(usual);
                let begin = if self.seed.is_some() { Session::new } else { Session::fresh };
                begin(setup).map_err(hinted)?
            }
        };
        let welcome = words::described(&session);
        Ok((session, welcome))
    }

    fn setup(&self, shape: Shape, mines: u64, seed: Option<Seed>) -> Setup {
        let set = self.rules.unwrap_or(RuleSet::Modern);
        let plain = Setup { first: Setup::usual_first(set, &shape), ..Setup::new(set, shape, mines, seed) };
        let guess = match (self.no_guess, self.fair) {
            (true, _) => GuessMode::never(self.difficulty),
            (_, true) => GuessMode::Fair,
            _ => GuessMode::Ordinary,
        };
        let (first, marks) = (self.first.unwrap_or(plain.first), self.marks || plain.marks);
        Setup { first, marks, ..plain }.with_guess(guess)
    }
}

/// What is wrong with a game, and what would do.
fn hinted(error: StartError) -> Failure {
    match &error {
        StartError::Game(NewGameError::TooManyMines { mines, shape, first: FirstCell::Opening, .. })
            if *mines <= FirstCell::Safe.most_mines(shape) =>
        {
            Failure::usage(words::room_where_safe(error))
        }
        _ => Failure::usage(error),
    }
}

/// The game of a day, and what to say of it. Only the first attempt counts.
fn of_day(day: Day, board: DailyBoard) -> Result<(Session, String), Failure> {
    let again = stats::look(|store| store.attempted(day, board))?;
    let session = daily::session(day, board, today(), again).map_err(Failure::usage)?;
    let welcome = words::of_day(&session, day, board, today());
    Ok((session, welcome))
}
