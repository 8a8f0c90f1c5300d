//! Who is told of changes on the board.

use std::collections::BTreeMap;

use crate::shape::{Cell, Shape};

/// Told of every change on the board, as it happens.
///
/// By word, not by cell: a list of 10^8 opened cells would cost 800 MB. One
/// action may report a word several times, and a cell more than once. Whoever
/// wants cells has them from [`ChangedCells`].
pub trait Sink {
    /// The cells of these `bits` look different now. [`Shape::cells_in`] names them.
    fn changed(&mut self, row: u64, word: usize, bits: u64);
}

/// Nobody wants to know.
impl Sink for () {
    fn changed(&mut self, _row: u64, _word: usize, _bits: u64) {}
}

/// Collects `(row, word, bits)`.
impl Sink for Vec<(u64, usize, u64)> {
    fn changed(&mut self, row: u64, word: usize, bits: u64) {
        self.push((row, word, bits));
    }
}

/// Collects the cells that look different now.
///
/// ```
/// use omnisweep_engine::{Action, Cell, ChangedCells, Game, RuleSet, View, text};
///
/// let mut game = Game::on(text::parse_layout("*..\n...\n", None)?, RuleSet::Modern.rules())?;
/// let mut changed = ChangedCells::new(game.shape());
/// game.apply(Action::Open(Cell(2)), &mut changed)?;
/// let news: Vec<(Cell, View)> = changed.take().into_iter().map(|cell| (cell, game.view(cell))).collect();
/// assert_eq!(news[0], (Cell(1), View::Number(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChangedCells {
    shape: Shape,
    words: BTreeMap<(u64, usize), u64>,
}

impl ChangedCells {
    /// Of a board of this shape, nothing has changed yet.
    #[must_use]
    pub fn new(shape: &Shape) -> ChangedCells {
        ChangedCells { shape: shape.clone(), words: BTreeMap::new() }
    }

    /// The cells that were reported since they were taken last, each once, ascending.
    pub fn take(&mut self) -> Vec<Cell> {
        let words = std::mem::take(&mut self.words);
        let cells = words.into_iter().flat_map(|((row, word), bits)| self.shape.cells_in(row, word, bits));
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells
    }
}

impl Sink for ChangedCells {
    fn changed(&mut self, row: u64, word: usize, bits: u64) {
        *self.words.entry((row, word)).or_default() |= bits;
    }
}
