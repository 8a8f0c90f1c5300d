//! Where the mines are.

use crate::counts::{number_at, sliced};
use crate::plane::{Plane, TooLarge, bit, clear, plane, set_bit};
use crate::rows::Cursor;
use crate::shape::{Bits, Cell, Place, Shape};

/// The mines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::wire::Mined", into = "crate::wire::Mined")
)]
pub struct Layout {
    shape: Shape,
    mines: Plane,
    count: u64,
}

impl Layout {
    /// A board without mines. The memory is asked for at once, and touched
    /// only where mines are laid.
    ///
    /// # Errors
    /// Where the board does not fit into memory.
    pub fn new(shape: Shape) -> Result<Layout, TooLarge> {
        let mines = plane(&shape)?;
        Ok(Layout { shape, mines, count: 0 })
    }

    /// Mines at these cells of the board; a cell named twice has one mine.
    ///
    /// # Errors
    /// Where the board does not fit into memory.
    ///
    /// # Panics
    /// Where a cell is not on the board.
    pub fn with_mines(shape: Shape, cells: impl IntoIterator<Item = Cell>) -> Result<Layout, TooLarge> {
        let mut layout = Layout::new(shape)?;
        for cell in cells {
            layout.insert(cell);
        }
        Ok(layout)
    }

    /// Lays a mine, and says whether there was none yet.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let place = self.place(cell);
        let new = !bit(&self.mines, &self.shape, place);
        set_bit(&mut self.mines, &self.shape, place, true);
        self.count += u64::from(new);
        new
    }

    /// Takes a mine away, and says whether there was one.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let place = self.place(cell);
        let old = bit(&self.mines, &self.shape, place);
        set_bit(&mut self.mines, &self.shape, place, false);
        self.count -= u64::from(old);
        old
    }

    /// Whether there is a mine.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        bit(&self.mines, &self.shape, self.place(cell))
    }

    /// The other way round: a mine wherever there was none.
    #[must_use]
    pub fn inverted(mut self) -> Layout {
        let words = self.shape.words();
        for (at, word) in self.mines.iter_mut().enumerate() {
            *word = !*word & self.shape.valid(at % words);
        }
        self.count = self.shape.cells() - self.count;
        self
    }

    /// How many mines there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The mined cells, in the order of memory.
    pub fn mines(&self) -> impl Iterator<Item = Cell> + '_ {
        let words = self.shape.words();
        self.mines.iter().enumerate().flat_map(move |(at, &bits)| {
            let (row, word) = ((at / words) as u64, at % words);
            Bits(bits).map(move |bit| self.shape.cell_at(Place { row, word, bit }))
        })
    }

    /// The number of mines around a cell of a flat board.
    pub(crate) fn number(&self, place: Place) -> u32 {
        number_at(sliced(&self.shape, &self.mines, place.row, place.word), place.bit)
    }

    /// The plane of mines, to which the caller adds as many as it says.
    pub(crate) fn plane_mut(&mut self, more: u32) -> &mut [u64] {
        self.count += u64::from(more);
        &mut self.mines
    }

    /// The free cell that has so many free cells before it in the order of memory.
    pub(crate) fn nth_free(&self, mut before: u64) -> Option<Cell> {
        let words = self.shape.words();
        for (at, mines) in self.mines.iter().enumerate() {
            let (row, word) = ((at / words) as u64, at % words);
            let free = !mines & self.shape.valid(word);
            let count = u64::from(free.count_ones());
            if before < count {
                let bit = Bits(free).nth(before as usize)?;
                return Some(self.shape.cell_at(Place { row, word, bit }));
            }
            before -= count;
        }
        None
    }

    /// Takes all mines away.
    pub fn clear(&mut self) {
        clear(&mut self.mines);
        self.count = 0;
    }

    /// Lays mines cell by cell in row-major order from the first one on: calling
    /// what this returns lays them on the next 64 cells that have their bit set.
    /// Bits past the last cell have to be 0.
    pub fn lay_in_order(&mut self) -> impl FnMut(u64) {
        let mut cursor = Cursor::default();
        move |bits| {
            let left = self.shape.cells() - cursor.passed();
            self.count += u64::from(bits.count_ones());
            cursor.pass(&self.shape, left.min(64) as u32, |at, range| {
                let bits = range.place(bits);
                if bits != 0 {
                    self.mines[at] |= bits;
                }
            });
        }
    }

    /// The mines as a plane.
    pub(crate) fn plane(&self) -> &[u64] {
        &self.mines
    }

    fn place(&self, cell: Cell) -> Place {
        assert!(cell.0 < self.shape.cells(), "the cell is on the board");
        self.shape.place(cell)
    }
}
