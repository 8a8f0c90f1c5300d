//! What is asked of the solver: a position, or the part of it around a cell
//! where the board is too large.

use std::ops::Range;

use omnisweep_engine::{Cell, FirstCell, Game, Outcome, Shape, View};
use omnisweep_solver::{Mines, Position, Seen};

use crate::hint::HintError;
use crate::session::Session;
use crate::words;

/// The largest board that is looked at as a whole.
const WHOLE: u64 = 1 << 18;

/// How far around a cell a larger one is looked at.
const AROUND: u64 = 128;

/// What a player sees, ready to be taken to a thread or a worker that thinks
/// about it: see [`Question::hint`] and [`Question::heat`].
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) position: Position,
    pub(crate) mines: Mines,
    /// Cells of the position that carry a flag.
    flagged: Vec<bool>,
    window: Option<Window>,
    /// Where the player is.
    around: Cell,
    /// Whether a guess is looked ahead from.
    foresees: bool,
}

/// Which part of a flat board a position shows.
#[derive(Clone, Debug)]
struct Window {
    rows: Range<u64>,
    columns: Range<u64>,
    board: Shape,
}

impl Window {
    /// Whether a place lies at the part's edge, with more of the board behind it.
    /// A number there knows of cells that are not in the part: better not to ask it.
    fn is_at_edge(&self, row: u64, column: u64) -> bool {
        let [height, width] = *self.board.sizes() else { return false };
        let edge = |at: u64, part: &Range<u64>, size: u64| {
            (at == part.start && at > 0) || (at + 1 == part.end && at + 1 < size)
        };
        edge(row, &self.rows, height) || edge(column, &self.columns, width)
    }
}

impl Session {
    /// What a player who wants a hint sees, at least around a cell; or why no
    /// hint is needed.
    ///
    /// # Errors
    /// Why there is nothing to ask.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn question(&self, around: Cell) -> Result<Question, HintError> {
        let game = self.game();
        if game.outcome() != Outcome::Playing {
            return Err(HintError::Over);
        }
        if let Some(first) = self.required_start() {
            return Err(HintError::StartsAt(words::starts_at(game.shape(), first, true)));
        }
        if let Some(start) = self.suggested_start().filter(|_| self.first_opened().is_none()) {
            return Err(HintError::StartsAt(words::starts_at(game.shape(), start, false)));
        }
        if game.layout().is_none() && game.rules().first != FirstCell::Anything {
            return Err(HintError::Start);
        }
        Ok(Question::new(game, around)?.foreseeing(self.wants_foresight()))
    }
}

impl Question {
    /// What a player sees of a game, at least around a cell of it.
    ///
    /// # Errors
    /// Why there is nothing to ask.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn new(game: &Game, around: Cell) -> Result<Question, HintError> {
        let shape = game.shape();
        if shape.cells() <= WHOLE {
            let flagged = (0..shape.cells()).map(|cell| game.view(Cell(cell)) == View::Flag).collect();
            let mines = Mines::Total(game.mines());
            return Ok(Question {
                position: Position::of(game),
                mines,
                flagged,
                window: None,
                around,
                foresees: false,
            });
        }
        let &[height, width] = shape.sizes() else { return Err(HintError::TooLarge) };
        let span = |at: u64, size: u64| at.saturating_sub(AROUND)..at.saturating_add(AROUND + 1).min(size);
        let (rows, columns) = (span(around.0 / width, height), span(around.0 % width, width));
        let window = Window { rows, columns, board: shape.clone() };
        let (mut cells, mut flagged) = (Vec::new(), Vec::new());
        for row in window.rows.clone() {
            for column in window.columns.clone() {
                let view = game.view(Cell(row * width + column));
                flagged.push(view == View::Flag);
                cells.push(match view {
                    View::Number(count) if !window.is_at_edge(row, column) => Seen::Number(count),
                    _ => Seen::Closed,
                });
            }
        }
        let size = [window.rows.end - window.rows.start, window.columns.end - window.columns.start];
        let small = Shape::new(&size).map_err(|_| HintError::TooLarge)?;
        let position = Position::new(small, cells).ok_or(HintError::TooLarge)?;
        let mines = Mines::Density(game.mines() as f64 / shape.cells() as f64);
        Ok(Question { position, mines, flagged, window: Some(window), around, foresees: false })
    }

    /// The same, looking ahead from a guess or not: that takes longer.
    #[must_use]
    pub fn foreseeing(mut self, foresees: bool) -> Question {
        self.foresees = foresees;
        self
    }

    pub(crate) fn foresees(&self) -> bool {
        self.foresees
    }

    /// Whether boards of this shape are looked at, at least in parts.
    #[must_use]
    pub fn can_be_asked(shape: &Shape) -> bool {
        shape.cells() <= WHOLE || shape.sizes().len() == 2
    }

    /// Whether it is about the whole board.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.window.is_none()
    }

    /// The shape of the whole board.
    #[must_use]
    pub fn board(&self) -> &Shape {
        self.window.as_ref().map_or(self.position.shape(), |window| &window.board)
    }

    /// The cell of the board that a cell of the position is.
    pub(crate) fn whole(&self, cell: Cell) -> Cell {
        let Some(window) = &self.window else { return cell };
        let at = self.position.shape().coordinates(cell);
        window.board.cell(&[at[0] + window.rows.start, at[1] + window.columns.start]).unwrap_or(cell)
    }

    /// The cell of the position that a cell of the board is, if it is in it.
    pub(crate) fn within(&self, cell: Cell) -> Option<Cell> {
        let Some(window) = &self.window else {
            return (cell.0 < self.position.shape().cells()).then_some(cell);
        };
        let at = window.board.coordinates(cell);
        let inside = window.rows.contains(at.first()?) && window.columns.contains(at.get(1)?);
        inside
            .then(|| self.position.shape().cell(&[at[0] - window.rows.start, at[1] - window.columns.start]))?
    }

    /// Whether what is known of a cell of the position is known of the board's:
    /// at the edge of a part, cells that are open count as closed.
    pub(crate) fn is_known(&self, cell: Cell) -> bool {
        let Some(window) = &self.window else { return true };
        let at = self.position.shape().coordinates(cell);
        !window.is_at_edge(at[0] + window.rows.start, at[1] + window.columns.start)
    }

    /// How far a cell of the position is from where the player is, in steps of a king.
    pub(crate) fn distance(&self, cell: Cell) -> u64 {
        let board = self.board();
        let (here, there) = (board.coordinates(self.around), board.coordinates(self.whole(cell)));
        here.iter().zip(&there).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    }

    /// Where the player is.
    pub(crate) fn around(&self) -> Cell {
        self.around
    }

    /// Whether any cell of the position carries a flag.
    pub(crate) fn has_flags(&self) -> bool {
        self.flagged.contains(&true)
    }

    /// Whether a cell of the position carries a flag.
    pub(crate) fn is_flagged(&self, cell: Cell) -> bool {
        self.flagged.get(cell.0 as usize).copied().unwrap_or(false)
    }
}
