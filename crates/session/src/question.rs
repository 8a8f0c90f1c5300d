//! What is asked of the solver: a position, or the part of it around a cell
//! where the board is too large.

use std::ops::Range;

use omnisweep_engine::{Cell, FirstCell, Flagging, Game, Outcome, Shape, View};
use omnisweep_solver::{Mines, Position, Seen};

use crate::hint::HintError;
use crate::session::Session;
use crate::words;

/// The most pairs of neighbours that a board has which is looked at as a whole: a flat
/// one of 512×512 has as many.
const WHOLE: u64 = 1534 * 1534;

/// The most that the part of a larger board has which is looked at: 257×257 has as
/// many. A part reaches two cells in every direction, unless that is more than the most.
const PART: u64 = 769 * 769;
const MOST: u64 = 1 << 26;

/// How many pairs of neighbours, counting each cell as its own, a board has.
fn pairs(sizes: impl IntoIterator<Item = u64>) -> u64 {
    sizes.into_iter().fold(1, |all: u64, size| all.saturating_mul(size.saturating_mul(3) - 2))
}

/// What a player sees, ready to be taken to a thread or a worker that thinks
/// about it: see [`Question::hint`] and [`Question::heat`].
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) position: Position,
    pub(crate) mines: Mines,
    /// Whether the rules have flags.
    flags: bool,
    /// Cells of the position that carry a flag.
    flagged: Vec<bool>,
    window: Option<Window>,
    /// Where the player is.
    around: Cell,
    /// Whether a guess is looked ahead from.
    foresees: bool,
}

/// Which part of a board a position shows.
#[derive(Clone, Debug)]
struct Window {
    /// From where to where, along each axis.
    spans: Vec<Range<u64>>,
    board: Shape,
}

impl Window {
    /// As far around a cell as can be looked at.
    fn around(cell: Cell, board: &Shape) -> Window {
        let at = board.coordinates(cell);
        let spans = |far: u64| -> Vec<Range<u64>> {
            let both = at.iter().zip(board.sizes());
            both.map(|(&at, &size)| at.saturating_sub(far)..at.saturating_add(far + 1).min(size)).collect()
        };
        // Wherever the cell is, so that a step to the side does not change how far one sees.
        let within = |far: u64| pairs(board.sizes().iter().map(|&size| size.min(2 * far + 1)));
        let longest = board.sizes().iter().copied().max().unwrap_or(1);
        // Distances up to the first of these fit, those from the second on do not.
        let (mut near, mut beyond) = (if within(2) <= MOST { 2 } else { 1 }, longest.max(3));
        while near + 1 < beyond {
            let middle = near.midpoint(beyond);
            if within(middle) <= PART {
                near = middle;
            } else {
                beyond = middle;
            }
        }
        Window { spans: spans(near), board: board.clone() }
    }

    /// Whether a place lies at the part's edge, with more of the board behind it.
    /// A number there knows of cells that are not in the part: better not to ask it.
    fn is_at_edge(&self, place: &[u64]) -> bool {
        place
            .iter()
            .zip(&self.spans)
            .zip(self.board.sizes())
            .any(|((&at, span), &size)| (at == span.start && at > 0) || (at + 1 == span.end && at + 1 < size))
    }

    /// The place on the board of one in the part.
    fn place(&self, within: &[u64]) -> Vec<u64> {
        within.iter().zip(&self.spans).map(|(at, span)| at + span.start).collect()
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
        let (shape, flags) = (game.shape(), game.rules().flagging != Flagging::None);
        if pairs(shape.sizes().iter().copied()) <= WHOLE {
            let flagged = (0..shape.cells()).map(|cell| game.view(Cell(cell)) == View::Flag).collect();
            let mines = Mines::Total(game.mines());
            return Ok(Question {
                position: Position::of(game),
                mines,
                flags,
                flagged,
                window: None,
                around,
                foresees: false,
            });
        }
        let window = Window::around(around, shape);
        let sizes: Vec<u64> = window.spans.iter().map(|span| span.end - span.start).collect();
        let part = Shape::new(&sizes).map_err(|_| HintError::TooLarge)?;
        let (mut cells, mut flagged) = (Vec::new(), Vec::new());
        for cell in (0..part.cells()).map(Cell) {
            let place = window.place(&part.coordinates(cell));
            let view = shape.cell(&place).map_or(View::Closed, |cell| game.view(cell));
            flagged.push(view == View::Flag);
            cells.push(match view {
                View::Number(count) if !window.is_at_edge(&place) => Seen::Number(count),
                _ => Seen::Closed,
            });
        }
        let position = Position::new(part, cells).ok_or(HintError::TooLarge)?;
        let mines = Mines::Density(game.mines() as f64 / shape.cells() as f64);
        Ok(Question { position, mines, flags, flagged, window: Some(window), around, foresees: false })
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

    /// Whether all that depends on each other in it can be looked at together: in many
    /// dimensions even what is near is too much.
    pub(crate) fn is_solvable(&self) -> bool {
        pairs(self.position.shape().sizes().iter().copied()) <= WHOLE
    }

    /// The same, if it can be.
    pub(crate) fn solvable(self) -> Result<Question, HintError> {
        if self.is_solvable() { Ok(self) } else { Err(HintError::TooMany) }
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
        window.board.cell(&window.place(&self.position.shape().coordinates(cell))).unwrap_or(cell)
    }

    /// The cell of the position that a cell of the board is, if it is in it.
    pub(crate) fn within(&self, cell: Cell) -> Option<Cell> {
        let Some(window) = &self.window else {
            return (cell.0 < self.position.shape().cells()).then_some(cell);
        };
        let at = window.board.coordinates(cell);
        let inside = |(&at, span): (&u64, &Range<u64>)| span.contains(&at).then(|| at - span.start);
        let within: Option<Vec<u64>> = at.iter().zip(&window.spans).map(inside).collect();
        self.position.shape().cell(&within?)
    }

    /// Whether what is known of a cell of the position is known of the board's:
    /// at the edge of a part, cells that are open count as closed.
    pub(crate) fn is_known(&self, cell: Cell) -> bool {
        let Some(window) = &self.window else { return true };
        !window.is_at_edge(&window.place(&self.position.shape().coordinates(cell)))
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

    /// Whether the rules have flags.
    pub(crate) fn can_flag(&self) -> bool {
        self.flags
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
