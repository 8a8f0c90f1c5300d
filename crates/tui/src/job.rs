//! Work that may take a while, done beside the screen: hints, boards that need
//! no guess, and what there is to say about a game that has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Shape, View};
use omnisweep_session::{Record, Search, Session};
use omnisweep_solver::{Analysis, AnalysisError, Mines, Position, Seen, analyse, explain, place};

/// The largest board that is looked at as a whole.
const WHOLE: u64 = 1 << 18;

/// How far around a cell a larger one is looked at.
const AROUND: u64 = 128;

/// Something to work out, with a number that tells it from others.
#[derive(Clone, Debug)]
pub enum Job {
    /// What to open.
    Hint {
        /// The number.
        number: u64,
        /// What is known.
        question: Box<Question>,
    },
    /// A board that needs no guess.
    Board {
        /// The number.
        number: u64,
        /// The search for it.
        search: Box<Search>,
        /// How far it is, and whether it is still wanted.
        progress: Arc<Progress>,
        /// After how many milliseconds to give up.
        limit: u64,
    },
    /// What there is to say about a game that has ended.
    Ending {
        /// The number.
        number: u64,
        /// The game.
        session: Box<Session>,
        /// When it ended, in milliseconds since 1970.
        finished: u64,
    },
}

/// What came of a job.
#[derive(Clone, Debug)]
pub enum Answer {
    /// What to open, or why there is no hint.
    Hint {
        /// The job's number.
        number: u64,
        /// The answer.
        hint: Result<Hint, String>,
    },
    /// A board that needs no guess; none where the search gave up.
    Board {
        /// The job's number.
        number: u64,
        /// The board.
        layout: Option<Layout>,
    },
    /// About a game that has ended.
    Ending {
        /// The job's number.
        number: u64,
        /// What is kept of it.
        record: Option<Box<Record>>,
        /// How many flags were wrong.
        wrong_flags: u64,
        /// Whether it had to be lost.
        review: Option<String>,
    },
}

/// How far a search is, told across threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many boards were tried.
    pub tried: AtomicU64,
    /// Whether nobody wants the board any more.
    pub cancelled: AtomicBool,
}

/// The safest cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Which one.
    pub cell: Cell,
    /// How likely it is a mine.
    pub risk: f64,
    /// The numbers that prove it, if it is proved.
    pub numbers: Vec<Cell>,
    /// The explanation.
    pub text: String,
}

impl Job {
    /// What is told where it could not be done.
    #[must_use]
    pub fn failed(&self) -> Answer {
        match self {
            Job::Hint { number, .. } => {
                Answer::Hint { number: *number, hint: Err("The hint could not be worked out.".to_owned()) }
            }
            Job::Board { number, .. } => Answer::Board { number: *number, layout: None },
            Job::Ending { number, .. } => {
                Answer::Ending { number: *number, record: None, wrong_flags: 0, review: None }
            }
        }
    }

    /// Does it.
    #[must_use]
    pub fn run(self) -> Answer {
        match self {
            Job::Hint { number, question } => Answer::Hint { number, hint: question.answer() },
            Job::Board { number, mut search, progress, limit } => {
                let start = Instant::now();
                let go_on = || {
                    !progress.cancelled.load(Ordering::Relaxed)
                        && start.elapsed() < Duration::from_millis(limit)
                };
                let mut layout = None;
                while layout.is_none() && go_on() {
                    layout = search.step(go_on);
                    progress.tried.store(search.tried(), Ordering::Relaxed);
                }
                Answer::Board { number, layout }
            }
            Job::Ending { number, session, finished } => Answer::Ending {
                number,
                record: Record::of(&session, finished).map(Box::new),
                wrong_flags: wrong_flags(session.game()),
                review: review(&session),
            },
        }
    }
}

/// A position, or the part of it around a cell where it is too large.
#[derive(Clone, Debug)]
pub struct Question {
    position: Position,
    mines: Mines,
    /// Where the part begins, and the whole board, where it is a part.
    part: Option<(u64, u64, Shape)>,
}

impl Question {
    /// What a player sees of a game, at least around a cell. Nothing where the
    /// board is too large and has more than two dimensions.
    #[must_use]
    pub fn new(game: &Game, around: Cell) -> Option<Question> {
        let shape = game.shape();
        if shape.cells() <= WHOLE {
            let mines = Mines::Total(game.mines());
            return Some(Question { position: Position::of(game), mines, part: None });
        }
        let &[height, width] = shape.sizes() else { return None };
        let window = |at: u64, size: u64| at.saturating_sub(AROUND)..at.saturating_add(AROUND + 1).min(size);
        let (rows, columns) = (window(around.0 / width, height), window(around.0 % width, width));
        let mut cells = Vec::new();
        for row in rows.clone() {
            for column in columns.clone() {
                // A number at the rim knows of cells that are not in the part: better not to ask it.
                let rim = |at: u64, part: &std::ops::Range<u64>, size: u64| {
                    (at == part.start && at > 0) || (at + 1 == part.end && at + 1 < size)
                };
                let asks = !rim(row, &rows, height) && !rim(column, &columns, width);
                cells.push(match game.view(Cell(row * width + column)) {
                    View::Number(count) if asks => Seen::Number(count),
                    _ => Seen::Closed,
                });
            }
        }
        let size = [rows.end - rows.start, columns.end - columns.start];
        let position = Position::new(Shape::new(&size).ok()?, cells)?;
        let mines = Mines::Density(game.mines() as f64 / shape.cells() as f64);
        Some(Question { position, mines, part: Some((rows.start, columns.start, shape.clone())) })
    }

    /// The cell of the whole board.
    fn whole(&self, cell: Cell) -> Cell {
        let Some((row, column, shape)) = &self.part else { return cell };
        let at = self.position.shape().coordinates(cell);
        shape.cell(&[at[0] + row, at[1] + column]).unwrap_or(cell)
    }

    /// Whether a cell is closed in the game, not only not asked.
    fn is_closed(&self, cell: Cell) -> bool {
        let Some((row, column, shape)) = &self.part else { return true };
        let [height, width] = *self.position.shape().sizes() else { return true };
        let (r, c) = (cell.0 / width, cell.0 % width);
        let [all_rows, all_columns] = *shape.sizes() else { return true };
        let inside = |at: u64, size: u64, before: u64, all: u64| {
            (at > 0 || before == 0) && (at + 1 < size || before + size == all)
        };
        inside(r, height, *row, all_rows) && inside(c, width, *column, all_columns)
    }

    fn answer(&self) -> Result<Hint, String> {
        let analysis = analyse(&self.position, self.mines).map_err(|error| match error {
            AnalysisError::TooHard => {
                "Too many numbers depend on each other here: this position is too hard to work out."
                    .to_owned()
            }
            error => format!("There is no hint: {error}."),
        })?;
        let Some((cell, risk)) = safest(&analysis, |cell| self.is_closed(cell)) else {
            return Err("There is no closed cell left to open.".to_owned());
        };
        let explanation = explain(&self.position, self.mines, cell);
        let at =
            place(self.part.as_ref().map_or(self.position.shape(), |(_, _, shape)| shape), self.whole(cell));
        let (numbers, text) = match explanation {
            // The sentence names places, which have to be those of the whole board.
            Some(explanation) if self.part.is_none() => {
                let text = explanation.sentence(&self.position, self.mines);
                (explanation.numbers, text)
            }
            Some(explanation) => {
                let numbers: Vec<Cell> = explanation.numbers.iter().map(|&cell| self.whole(cell)).collect();
                (numbers, format!("The marked numbers leave no other way: {at} is safe."))
            }
            None => {
                let percent = risk * 100.0;
                (
                    Vec::new(),
                    format!("No cell is certainly safe. The safest is {at}: a mine with {percent:.0} %."),
                )
            }
        };
        Ok(Hint { cell: self.whole(cell), risk, numbers, text })
    }
}

/// The closed cell that is least likely a mine.
fn safest(analysis: &Analysis, counts: impl Fn(Cell) -> bool) -> Option<(Cell, f64)> {
    if let Some(&cell) = analysis.safe().iter().find(|&&cell| counts(cell)) {
        return Some((cell, 0.0));
    }
    let closed = (0..).map(Cell).zip(analysis.probabilities());
    closed
        .filter_map(|(cell, risk)| Some((cell, (*risk)?)))
        .filter(|&(cell, _)| counts(cell))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Flags on closed cells without a mine.
fn wrong_flags(game: &Game) -> u64 {
    let rows = 0..game.shape().rows();
    let words = rows.flat_map(|row| game.row(row, 0));
    words.map(|view| u64::from((view.flag & !view.mine & !view.open & view.valid).count_ones())).sum()
}

/// Whether a lost game could have gone on: what the position before the last
/// move proves.
fn review(session: &Session) -> Option<String> {
    if session.game().outcome() != Outcome::Lost {
        return None;
    }
    let (fatal, before) = (session.log().last()?.action, session.log().len() - 1);
    let game = session.game_after(before)?;
    let shape = game.shape();
    let Some(question) = Question::new(&game, fatal.cell()) else {
        return Some("The board is too large to say whether that was avoidable.".to_owned());
    };
    let Ok(analysis) = analyse(&question.position, question.mines) else {
        return Some("The position was too hard to say whether that was avoidable.".to_owned());
    };
    let near = |cell: Cell| distance(shape, question.whole(cell), fatal.cell());
    let safe = analysis
        .safe()
        .iter()
        .copied()
        .filter(|&cell| question.is_closed(cell))
        .min_by_key(|&cell| near(cell));
    if let Some(safe) = safe {
        let at = place(shape, question.whole(safe));
        let flagged = game.view(question.whole(safe)) == View::Flag;
        let flag = if flagged { ", though it was flagged" } else { "" };
        return Some(format!("It was avoidable: {at} was safe{flag}."));
    }
    let (_, least) = safest(&analysis, |cell| question.is_closed(cell))?;
    let percent = |risk: f64| format!("{:.0} %", risk * 100.0);
    let taken = match fatal {
        Action::Open(cell) => {
            let at = (0..question.position.cells().len() as u64)
                .map(Cell)
                .find(|&part| question.whole(part) == cell);
            at.and_then(|at| analysis.probability(at.0 as usize))
        }
        _ => None,
    };
    Some(match taken {
        Some(1.0) => format!("It was certainly a mine; a guess at {} was to be had.", percent(least)),
        Some(taken) if taken > least + 0.005 => {
            format!("A guess was forced, and yours had {}; {} was to be had.", percent(taken), percent(least))
        }
        Some(taken) => format!("A guess at {} was forced.", percent(taken)),
        None => format!("No cell was certainly safe; a guess at {} was to be had.", percent(least)),
    })
}

/// How far apart two cells are, in steps of a king.
fn distance(shape: &Shape, a: Cell, b: Cell) -> u64 {
    let (a, b) = (shape.coordinates(a), shape.coordinates(b));
    a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}
