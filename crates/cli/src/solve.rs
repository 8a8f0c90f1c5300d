//! `omnisweep solve`: what positions prove, and how likely each mine is.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use omnisweep_engine::{Cell, Shape};
use omnisweep_solver::{
    Analysis, AnalysisError, Certainty, Mines, Position, Seen, Solver, Wish, easiest, is_too_large,
};

use omnisweep_session::words::{self, least, place};
use serde_json::json;

use crate::failure::Failure;
use crate::input;
use crate::style::{Ink, When};

const EXAMPLES: &str = "\
A position is text, one row a line: `.` closed, `F` closed and flagged, `0` to `8` open. A blank
line stands between positions. Of boards of more dimensions, a line of `-` stands between slices.

Examples:
  printf '1..\\n...\\n' | omnisweep solve --mines 2 -
  omnisweep solve --mines 99 --json positions.txt";

/// The options of `omnisweep solve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// How many mines the board has, flagged ones included [default: not known]
    #[arg(long, value_name = "N")]
    mines: Option<u64>,

    /// How likely a cell is a mine, where their number is not known
    #[arg(long, value_name = "P", default_value_t = 0.2, conflicts_with = "mines")]
    density: f64,

    /// The sizes of the board, where it has more than three dimensions
    #[arg(long, value_name = "N", num_args = 1.., value_parser = input::size_after_file)]
    size: Vec<Shape>,

    /// How long an estimate may take, about; it ends as soon as its error is half a point
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,

    /// Print an object a line for each position
    #[arg(long)]
    json: bool,

    /// The file with the positions, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The bytes that text, and what is printed about it, take for each byte of it.
const READ: u64 = 64;

/// The bytes that an analysis and its explanation take for each cell, but for components that are hard.
pub const ANALYSED: u64 = 320;

/// Analyses all positions, and only then prints anything.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let bytes = input::read(&options.file)?;
    input::room(bytes.len() as u64, READ)?;
    let text = String::from_utf8_lossy(&bytes);
    let shape = match options.size[..] {
        [] => None,
        ref sizes => Some(Shape::joined(sizes).map_err(Failure::usage)?),
    };
    let mines = options.mines.map_or(Mines::Density(options.density), Mines::Total);
    let positions = Position::parse_all(&text, shape.as_ref()).map_err(Failure::usage)?;
    let mut out = String::new();
    // A solver for all positions of a shape.
    let mut solver = solver_for(positions[0].shape(), options.seconds)?;
    for (number, position) in positions.iter().enumerate() {
        if position.shape() != solver.shape() {
            solver = solver_for(position.shape(), options.seconds)?;
        }
        let start = Instant::now();
        let analysis = solver.load(position).and_then(|()| solver.analyse(mines));
        let analysis = analysis.map_err(|error| wrong(number, position, error))?;
        let micros = start.elapsed().as_secs_f64() * 1e6;
        let solved = Solved { position, mines, analysis, micros };
        if options.json {
            out.push_str(&solved.json());
        } else {
            if number > 0 {
                out.push('\n');
            }
            out.push_str(&solved.text(color.enabled()));
        }
    }
    Ok(std::io::stdout().lock().write_all(out.as_bytes())?)
}

fn solver_for(shape: &Shape, seconds: u32) -> Result<Solver, Failure> {
    if !is_too_large(shape) {
        input::room(shape.cells(), ANALYSED)?;
    }
    Ok(Solver::new(shape).with_patience(seconds as usize))
}

fn wrong(number: usize, position: &Position, error: AnalysisError) -> Failure {
    let what = match error {
        AnalysisError::Contradiction(cell) => {
            format!("the number at {} contradicts those around it", place(position.shape(), cell))
        }
        error => error.to_string(),
    };
    Failure::usage(format!("position {}: {what}", number + 1))
}

struct Solved<'a> {
    position: &'a Position,
    mines: Mines,
    analysis: Analysis,
    micros: f64,
}

/// A cell to open, and why: as a text, and a step a line where it is proved.
struct Best {
    cell: Cell,
    why: String,
    steps: Vec<String>,
}

impl Solved<'_> {
    /// The best cell to open and why: the one that is most easily seen to be safe, if
    /// any is.
    fn best(&self) -> Option<Best> {
        let wish = Wish { near: Cell(0), wanted: &|_| true };
        let proof = if self.analysis.safe().is_empty() {
            None
        } else {
            easiest(self.position, self.mines, &wish).ok().flatten()
        };
        let (safest, risk) = self.analysis.safest()?;
        let shape = self.position.shape();
        Some(match proof {
            Some(proof) => {
                let lines = words::lines(&proof, self.position, self.mines, shape, |cell| cell);
                let steps = lines.into_iter().map(|line| line.text).collect();
                Best { cell: proof.cell, why: words::proof(&proof, self.position, self.mines), steps }
            }
            None => Best { cell: safest, why: least(shape, safest, risk), steps: Vec::new() },
        })
    }

    fn json(&self) -> String {
        let shape = self.position.shape();
        let (_, _, columns) = shape.slices();
        let at = |cell: Cell| shape.coordinates(cell);
        let cells = |cells: &[Cell]| -> Vec<Vec<u64>> { cells.iter().map(|&cell| at(cell)).collect() };
        let rows: Vec<&[Option<f64>]> = self.analysis.probabilities().chunks(columns as usize).collect();
        let best = self.best();
        let solved = json!({
            "version": 1,
            "probabilities": rows,
            "safe": cells(self.analysis.safe()),
            "mines": cells(self.analysis.mines()),
            "best": best.as_ref().map(|best| at(best.cell)),
            "why": best.as_ref().map(|best| &best.why),
            "steps": best.as_ref().map(|best| &best.steps),
            "estimated": self.analysis.estimated().is_some(),
            "error": self.analysis.estimated().map(|estimated| estimated.error),
            "complete": self.analysis.estimated().is_none_or(|estimated| estimated.complete),
            "log10_layouts": self.analysis.log10_layouts(),
            "micros": (self.micros * 1e3).round() / 1e3,
        });
        format!("{solved}\n")
    }

    /// A grid of percentages, for people.
    fn text(&self, colours: bool) -> String {
        let best = self.best();
        let mut text = grid(self.position, &self.analysis, best.as_ref().map(|best| best.cell), colours);
        if let Some(estimated) = self.analysis.estimated() {
            _ = writeln!(text, "{}", words::estimated(&estimated));
        }
        match best {
            Some(Best { cell, why, steps }) if steps.is_empty() => {
                _ = writeln!(text, "Open {}. {why}", place(self.position.shape(), cell));
            }
            Some(Best { cell, steps, .. }) => {
                _ = writeln!(text, "Open {}: it is safe.", place(self.position.shape(), cell));
                steps.iter().for_each(|step| _ = writeln!(text, "{step}"));
            }
            None => text.push_str("Nothing is closed.\n"),
        }
        text
    }
}

/// A grid of percentages, with one cell marked.
pub fn grid(position: &Position, analysis: &Analysis, best: Option<Cell>, colours: bool) -> String {
    let (slices, rows, columns) = position.shape().slices();
    let mut text = String::new();
    for slice in 0..slices {
        if slice > 0 {
            text.push_str("-\n");
        }
        for row in 0..rows {
            for column in 0..columns {
                let cell = Cell((slice * rows + row) * columns + column);
                let (sign, ink) = sign(position, analysis, cell);
                let ink = if best == Some(cell) { Ink::Here } else { ink };
                let padding = " ".repeat(4_usize.saturating_sub(sign.chars().count()));
                _ = write!(text, "{padding}{}", ink.paint(&sign, colours));
            }
            text.push('\n');
        }
    }
    text
}

fn sign(position: &Position, analysis: &Analysis, cell: Cell) -> (String, Ink) {
    match position.cells()[cell.0 as usize] {
        Seen::Number(0) => ("·".to_owned(), Ink::Faint),
        Seen::Number(count) => (format!("[{count}]"), Ink::Number(count)),
        Seen::Closed => {
            let percent = analysis.probability(cell).unwrap_or(0.0) * 100.0;
            match analysis.certainty(cell) {
                Certainty::Safe => ("0".to_owned(), Ink::Good),
                Certainty::Mine => ("100".to_owned(), Ink::Flag),
                Certainty::None => {
                    let about = if analysis.estimated().is_some() { "~" } else { "" };
                    (format!("{about}{:.0}", percent.clamp(1.0, 99.0)), Ink::Plain)
                }
            }
        }
    }
}
