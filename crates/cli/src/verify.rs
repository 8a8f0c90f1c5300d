//! `omnisweep verify`: whether boards need a guess.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use omnisweep_engine::text;
use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_session::words::{self, least, place};
use omnisweep_solver::{AnalysisError, Grade, Kind, Logic, LogicResult, Position, Seen, is_too_large};
use serde_json::json;

use crate::board_options::CellCoordinates;
use crate::failure::Failure;
use crate::input;
use crate::solve::{ANALYSED, grid};
use crate::style::When;

const EXAMPLES: &str = "\
A board is text as `omnisweep generate` prints it: `.` free, `*` a mine, a blank line between boards.

Examples:
  omnisweep generate --level expert --no-guess | omnisweep verify --start 8,15 -
  omnisweep verify --start 0,0 --json board.txt";

/// The options of `omnisweep verify`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The cell that is opened first
    #[arg(long, value_name = "CELL")]
    start: CellCoordinates,

    /// The sizes of the boards, where they have more than three dimensions
    #[arg(long, value_name = "N", num_args = 1.., value_parser = input::size_after_file)]
    size: Vec<Shape>,

    /// Print an object a line for each board, with its difficulty and the steps it needs
    #[arg(long)]
    json: bool,

    /// The files with the boards, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Reads all boards, and only then plays each by logic.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let shape = match options.size[..] {
        [] => None,
        ref sizes => Some(Shape::joined(sizes).map_err(Failure::usage)?),
    };
    let mut boards = Vec::new();
    for path in &options.files {
        for (number, board) in (1..).zip(read(path, shape.as_ref())?) {
            let start = options.start.on(board.shape())?;
            boards.push((format!("{}, board {number}", name(path)), board, start));
        }
    }
    let mut out = std::io::stdout().lock();
    let mut guesses = 0;
    for (name, board, start) in &boards {
        if !is_too_large(board.shape()) {
            input::room(board.shape().cells(), ANALYSED)?;
        }
        let mut logic = Logic::new(board.shape());
        logic.load(board);
        let end = logic.play(*start);
        if options.json {
            guesses += u32::from(end != LogicResult::Solved);
            out.write_all(json(name, &mut logic, board, *start, end).as_bytes())?;
            continue;
        }
        match end {
            LogicResult::Solved => {
                let steps = logic.steps(*start, Grade::Extreme);
                let grade = steps.map_or(String::new(), |steps| format!(" {}", words::difficulty(&steps)));
                writeln!(out, "{name}: no guess is needed.{grade}")?;
            }
            LogicResult::Guess if board.contains(*start) => {
                guesses += 1;
                let at = place(board.shape(), *start);
                writeln!(out, "{name}: a guess is needed: {at}, the first cell, is a mine.")?;
            }
            LogicResult::Guess => {
                guesses += 1;
                out.write_all(ended(name, &mut logic, board, color).as_bytes())?;
            }
            LogicResult::Unknown => {
                guesses += 1;
                writeln!(out, "{name}: nobody can say: {}.", AnalysisError::TooLarge)?;
            }
        }
    }
    out.flush()?;
    match guesses {
        0 => Ok(()),
        1 if boards.len() == 1 => Err(Failure::GaveUp("the board needs a guess".to_owned())),
        guesses => Err(Failure::GaveUp(format!("{guesses} of {} boards need a guess", boards.len()))),
    }
}

/// Where logic ends on a board, how hard it is, and the steps that it needs.
fn json(name: &str, logic: &mut Logic, board: &Layout, start: Cell, end: LogicResult) -> String {
    let word = match end {
        LogicResult::Solved => "solved",
        LogicResult::Guess => "guess",
        LogicResult::Unknown => "unknown",
    };
    let steps = if end == LogicResult::Solved { logic.steps(start, Grade::Extreme) } else { None };
    let histogram = steps.map(|steps| {
        let each = Kind::ALL.iter().map(|&kind| (kind.key().to_owned(), json!(steps.of(kind))));
        each.collect::<serde_json::Map<_, _>>()
    });
    let line = json!({
        "version": 1,
        "board": name,
        "start": board.shape().coordinates(start),
        "end": word,
        "difficulty": steps.map(|steps| steps.grade().key()),
        "steps": histogram,
    });
    format!("{line}\n")
}

/// The position at which logic ends, with the risks.
fn ended(name: &str, logic: &mut Logic, board: &Layout, color: When) -> String {
    let seen = logic.seen().map(|number| number.map_or(Seen::Closed, Seen::Number)).collect();
    let mut text = format!("{name}: logic ends here.\n");
    let position = Position::new(board.shape().clone(), seen);
    let (Some(position), Ok(analysis)) = (position, logic.analyse()) else { return text };
    let safest = analysis.safest();
    text.push_str(&grid(&position, &analysis, safest.map(|(cell, _)| cell), color.enabled()));
    if let Some((cell, risk)) = safest {
        _ = writeln!(text, "{}", least(board.shape(), cell, risk));
    }
    text
}

/// The boards of a file, with a blank line between them.
fn read(path: &Path, shape: Option<&Shape>) -> Result<Vec<Layout>, Failure> {
    let bytes = input::read(path)?;
    input::room(bytes.len() as u64, 2)?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(path, "this is no text"))?;
    let mut boards = Vec::new();
    let (mut board, mut first) = (String::new(), 1);
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.trim().is_empty() {
            if board.is_empty() {
                first = number;
            }
            board.push_str(line.trim_end());
            board.push('\n');
        } else if !board.is_empty() {
            let layout = text::parse_layout(&board, shape).map_err(|error| {
                let (line, column) = (first + error.line - 1, error.column);
                wrong(path, &format!("line {line}, column {column}: {}", error.kind))
            })?;
            boards.push(layout);
            board.clear();
        }
    }
    if boards.is_empty() { Err(wrong(path, "there is no board")) } else { Ok(boards) }
}

fn wrong(path: &Path, what: &str) -> Failure {
    Failure::usage(format!("{}: {what}", name(path)))
}

fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}
