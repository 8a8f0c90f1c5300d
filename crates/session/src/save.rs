//! A session as text: a saved game, and a replay, are the same thing.
//!
//! ```text
//! omnisweep game 2
//! rules modern
//! first opening
//! marks off
//! size 2 8
//! mines 2
//! seed chacha8-floyd 42
//! clock 8210
//! undos 0
//! practice no
//! board
//! ...*....
//! .......*
//! moves 2
//! 0 o 0 0
//! 8210 f 0 3
//! end
//! ```
//!
//! The board itself is in it, so no generator has to be kept for its sake, and
//! the seed is there for information; before the first open there is no board,
//! and the line says `board none`. Where guesses are not ordinary, a line
//! `guess never`, `guess hard` or `guess fair` stands behind `marks`. `practice` says why the
//! result does not count, if it does not. A given board that is meant to be
//! started with a cell has a line `start 4 4` behind it. Then, where there were any, hints
//! have a line `hints 1 0 2` (where to look, a cell, a proof), and clicks that did
//! nothing a line `wasted 3 0 1` (to open, to flag, to chord).
//! Everything is written in one way only: reading a text and writing it again
//! gives the same text. Lines are counted from 1 in errors.
//!
//! Version 1 is read, too. It had `assisted yes` or `assisted no` in the place of `practice`.

use std::fmt::Write as _;

use omnisweep_engine::text::{self, TextError, parse_number};
use omnisweep_engine::{Action, ActionError, Cell, Refusal, Shape, ShapeError};
use thiserror::Error;

use crate::guess::GuessMode;
use crate::metrics::Clicks;
use crate::practice::{Hints, Practice};
use crate::session::{Move, Past, Session};
use crate::setup::{Seed, Setup, StartError};

const HEADER: &str = "omnisweep game 2";
const FIRST_HEADER: &str = "omnisweep game 1";

/// What is wrong with a saved game, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct LoadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: LoadErrorKind,
}

/// What is wrong with a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// The first line is another one.
    #[error("this is no saved game of a version that can be read (expected {HEADER:?})")]
    Header,
    /// The text ends too early.
    #[error("the text ends here, but the line {0:?} should follow")]
    Ends(&'static str),
    /// Something else than what has to stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Text after the end.
    #[error("nothing may follow the end")]
    Follows,
    /// The sizes make no board.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The game cannot be.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The board cannot be read.
    #[error("the board is damaged: {}", .0.kind)]
    Board(TextError),
    /// The board has another number of mines.
    #[error("the board has {found} mines, not {expected}")]
    Mines {
        /// How many it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// A move that is none.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// A move that the rules refuse.
    #[error("this move cannot be made: {0}")]
    Refused(Refusal),
    /// Moves go back in time, or past the clock.
    #[error("the moves' times have to ascend up to the clock's")]
    Time,
}

/// Writes a session as it stands at the outside time `now`.
#[must_use]
pub fn write(session: &Session, now: u64) -> String {
    let setup = session.setup();
    let mut out = format!("{HEADER}\nrules {}\nfirst {}\n", setup.set.key(), setup.first.key());
    let mut line = |text: &dyn std::fmt::Display| _ = writeln!(out, "{text}");
    line(&format_args!("marks {}", if setup.marks { "on" } else { "off" }));
    if setup.guess != GuessMode::Ordinary {
        line(&format_args!("guess {}", setup.guess.key()));
    }
    line(&format_args!("size {}", words(setup.shape.sizes())));
    line(&format_args!("mines {}", setup.mines));
    match &setup.seed {
        Some(Seed { generator, number }) => line(&format_args!("seed {generator} {number}")),
        None => line(&"seed none"),
    }
    line(&format_args!("clock {}", session.elapsed(now)));
    line(&format_args!("undos {}", session.undos()));
    line(&format_args!("practice {}", session.practice().map_or("no", Practice::key)));
    if let Some(start) = session.suggested_start() {
        line(&format_args!("start {}", words(&setup.shape.coordinates(start))));
    }
    let (hints, wasted) = (session.hints(), session.wasted());
    if hints.total() > 0 {
        line(&format_args!("hints {}", words(&[hints.near, hints.cell, hints.proof])));
    }
    if wasted.total() > 0 {
        line(&format_args!("wasted {}", words(&[wasted.left, wasted.right, wasted.chord])));
    }
    match session.game().layout() {
        Some(layout) => {
            line(&"board");
            out.push_str(&text::write_layout(layout));
        }
        None => line(&"board none"),
    }
    _ = writeln!(out, "moves {}", session.log().len());
    for played in session.log() {
        _ = writeln!(out, "{} {}", played.at, played.action.text(&setup.shape));
    }
    out.push_str("end\n");
    out
}

/// Writes a copy, beside which the game goes on: what one of the two shows helps
/// with the other, so both are practice, unless the game is over.
#[must_use]
pub fn write_copy(session: &mut Session, now: u64) -> String {
    session.practise(Practice::Copied);
    write(session, now)
}

/// Reads a session back. Its clock stands still until the next move or
/// [`Session::resume`].
///
/// # Errors
/// What is wrong with the text, and in which line.
pub fn read(text: &str) -> Result<Session, LoadError> {
    let mut lines = Lines { rest: text, line: 0 };
    let first_version = match lines.next("omnisweep")? {
        HEADER => false,
        FIRST_HEADER => true,
        _ => return Err(lines.fail(LoadErrorKind::Header)),
    };
    let setup = lines.setup()?;
    let (past, suggested) = lines.past(first_version, &setup.shape)?;
    let mut session = match lines.next("board")? {
        "board none" => Session::new(setup),
        "board" => {
            let layout = lines.board(&setup)?;
            Session::on(setup, layout)
        }
        _ => return Err(lines.fail(LoadErrorKind::Expected("`board` or `board none`"))),
    }
    .map_err(|error| lines.fail(error.into()))?;

    session.set_suggested_start(suggested);
    if session.suggested_start() != suggested {
        return Err(
            lines.fail(LoadErrorKind::Expected("a board that is free where it is meant to be started"))
        );
    }
    let log = lines.moves(&mut session, past.clock)?;
    if lines.next("end")? != "end" {
        return Err(lines.fail(LoadErrorKind::Expected("the end, after as many moves as announced")));
    }
    if !lines.rest.is_empty() {
        lines.line += 1;
        return Err(lines.fail(LoadErrorKind::Follows));
    }
    session.restore(log, past);
    Ok(session)
}

struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    fn fail(&self, kind: LoadErrorKind) -> LoadError {
        LoadError { line: self.line, kind }
    }

    /// The next line, which has to end in a newline: a text that was cut off is damaged.
    fn next(&mut self, what: &'static str) -> Result<&'a str, LoadError> {
        self.line += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or(self.fail(LoadErrorKind::Ends(what)))?;
        self.rest = rest;
        Ok(line)
    }

    /// What follows a keyword in the next line.
    fn field<T>(
        &mut self,
        key: &'static str,
        what: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, LoadError> {
        self.next(key)?
            .strip_prefix(key)
            .and_then(|line| line.strip_prefix(' '))
            .and_then(read)
            .ok_or_else(|| self.fail(LoadErrorKind::Expected(what)))
    }

    /// Three numbers that are not all 0, in a line that is there only where they are not.
    fn three(&mut self, key: &'static str, what: &'static str) -> Result<[u64; 3], LoadError> {
        if !self.rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(' ')) {
            return Ok([0; 3]);
        }
        self.field(key, what, |words| {
            let numbers: Option<Vec<u64>> = words.split(' ').map(parse_number).collect();
            numbers?.try_into().ok().filter(|numbers| *numbers != [0; 3])
        })
    }

    /// What was chosen before the game.
    fn setup(&mut self) -> Result<Setup, LoadError> {
        let set = self.field("rules", "a set of rules", |word| word.parse().ok())?;
        let first = self.field("first", "anything, safe or opening", |word| word.parse().ok())?;
        let marks = self.field("marks", "on or off", |word| one_of(word, "on", "off"))?;
        let guess = if self.rest.starts_with("guess ") {
            let unusual = |word: &str| word.parse().ok().filter(|guess| *guess != GuessMode::Ordinary);
            self.field("guess", "never, easy, medium, hard, extreme or fair", unusual)?
        } else {
            GuessMode::Ordinary
        };
        let sizes =
            self.field("size", "the board's sizes", |words| words.split(' ').map(parse_number).collect())?;
        let sizes: Vec<u64> = sizes;
        let shape = Shape::new(&sizes).map_err(|error| self.fail(error.into()))?;
        let mines = self.field("mines", "a number of mines", parse_number)?;
        let seed = self.field("seed", "a generator and its seed, or none", |words| match words {
            "none" => Some(None),
            _ => {
                let (generator, seed) = words.split_once(' ')?;
                let name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
                let named = !generator.is_empty() && generator.bytes().all(name);
                named.then_some(Some(Seed { generator: generator.to_owned(), number: parse_number(seed)? }))
            }
        })?;
        Ok(Setup { set, first, marks, guess, shape, mines, seed })
    }

    /// What else happened, and where the board is meant to be started.
    fn past(&mut self, first_version: bool, shape: &Shape) -> Result<(Past, Option<Cell>), LoadError> {
        let clock = self.field("clock", "milliseconds", parse_number)?;
        let undos = self.field("undos", "how many moves were taken back", parse_number)?;
        let practice = if first_version {
            let assisted = self.field("assisted", "yes or no", |word| one_of(word, "yes", "no"))?;
            Practice::in_version_1(assisted, undos)
        } else {
            self.field("practice", "no, or why it is practice", |word| match word {
                "no" => Some(None),
                word => word.parse().ok().map(Some),
            })?
        };
        if undos > 0 && practice.is_none() {
            return Err(self.fail(LoadErrorKind::Expected("practice, since moves were taken back")));
        }
        let suggested = match self.rest.starts_with("start ") {
            true => Some(self.field("start", "a cell of the board", |words| {
                shape.cell(&words.split(' ').map(parse_number).collect::<Option<Vec<u64>>>()?)
            })?),
            false => None,
        };
        let [near, cell, proof] = self.three("hints", "hints of three kinds, not all 0")?;
        let [left, right, chord] = self.three("wasted", "clicks to open, to flag and to chord, not all 0")?;
        let (hints, wasted) = (Hints { near, cell, proof }, Clicks { left, right, chord });
        Ok((Past { clock, undos, practice, hints, wasted }, suggested))
    }

    /// The moves, each made on the board.
    fn moves(&mut self, session: &mut Session, clock: u64) -> Result<Vec<Move>, LoadError> {
        let count: u64 = self.field("moves", "a number of moves", parse_number)?;
        let mut log: Vec<Move> = Vec::new();
        for _ in 0..count {
            let line = self.next("move")?;
            let parts = line.split_once(' ').and_then(|(at, action)| Some((parse_number(at)?, action)));
            let (at, action) =
                parts.ok_or_else(|| self.fail(LoadErrorKind::Expected("a time and a move")))?;
            let action =
                Action::parse(action, &session.setup().shape).map_err(|error| self.fail(error.into()))?;
            if at > clock || log.last().is_some_and(|last| at < last.at) {
                return Err(self.fail(LoadErrorKind::Time));
            }
            session.replay(action).map_err(|refusal| self.fail(LoadErrorKind::Refused(refusal)))?;
            log.push(Move { action, at });
        }
        Ok(log)
    }

    /// The rows of the board, up to the line that counts the moves.
    fn board(&mut self, setup: &Setup) -> Result<omnisweep_engine::Layout, LoadError> {
        // Rows hold no letters, so the first line with one ends them.
        let end = self.rest.find("moves").unwrap_or(self.rest.len());
        let (rows, rest) = self.rest.split_at(end);
        // A board is as long as its cells: no memory is asked for on a mere claim.
        let claimed = setup.shape.cells();
        if (rows.len() as u64) < claimed {
            self.line += rows.matches('\n').count() + 1;
            return Err(self.fail(LoadErrorKind::Ends("rest of the board")));
        }
        let layout = text::parse_layout(rows, Some(&setup.shape)).map_err(|error| {
            self.line += error.line;
            self.fail(LoadErrorKind::Board(error))
        })?;
        self.line += rows.matches('\n').count();
        self.rest = rest;
        // Written without a rest in its last line, or with other rules between
        // slices, it would not be written back the same way.
        if text::write_layout(&layout) != rows {
            return Err(self.fail(LoadErrorKind::Expected("a board with one `-` between slices")));
        }
        if layout.count() != setup.mines {
            let (expected, found) = (setup.mines, layout.count());
            return Err(self.fail(LoadErrorKind::Mines { expected, found }));
        }
        Ok(layout)
    }
}

fn words(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn one_of(word: &str, yes: &str, no: &str) -> Option<bool> {
    (word == yes || word == no).then_some(word == yes)
}
