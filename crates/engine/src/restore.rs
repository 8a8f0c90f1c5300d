//! A game put together from the state of its cells, as a file has it.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::flood::widened;
use crate::game::Game;
use crate::layout::Layout;
use crate::plane::TooLarge;
use crate::rows::Cursor;

/// Why cells make no game that could go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// There are more cells, or fewer.
    #[error("the board has another number of cells")]
    OtherSize,
    /// A mine is open: the game was lost.
    #[error("a mine is open")]
    OpenMine,
    /// Every safe cell is open, or there is none: the game was won.
    #[error("no safe cell is closed")]
    NothingLeft,
}

/// Takes in the cells of a board in row-major order, 64 at a time.
///
/// The game it works on is given up at once: until [`Restore::finish`] has
/// succeeded it has no mines and all its cells are closed.
pub struct Restore<'a> {
    game: &'a mut Game,
    layout: Layout,
    cursor: Cursor,
    open_mines: u64,
    open: u64,
    flags: u64,
    marks: u64,
}

impl Restore<'_> {
    /// Uses a game's shape, rules and memory for another one.
    ///
    /// # Errors
    /// Where there is no memory for the mines.
    pub fn of(game: &mut Game) -> Result<Restore<'_>, TooLarge> {
        let layout = match game.reset() {
            Some(layout) => layout,
            None => Layout::new(game.shape().clone())?,
        };
        Ok(Restore { game, layout, cursor: Cursor::default(), open_mines: 0, open: 0, flags: 0, marks: 0 })
    }

    /// Takes in the next `count` cells, up to 64: whether each is a mine, open,
    /// flagged and marked, from the least significant bit on.
    ///
    /// # Errors
    /// Where the board has fewer cells than that.
    pub fn put(
        &mut self,
        count: u32,
        mine: u64,
        open: u64,
        flag: u64,
        mark: u64,
    ) -> Result<(), RestoreError> {
        let left = self.game.shape().cells() - self.cursor.passed();
        if u64::from(count) > left {
            return Err(RestoreError::OtherSize);
        }
        self.open_mines += u64::from((mine & open).count_ones());
        self.open += u64::from(open.count_ones());
        self.flags += u64::from((flag & !open).count_ones());
        self.marks += u64::from((mark & !open).count_ones());
        let Game { shape, open: open_plane, flag: flag_plane, mark: mark_plane, .. } = &mut *self.game;
        let mines = self.layout.plane_mut(mine.count_ones());
        self.cursor.pass(shape, count, |at, range| {
            // Memory that stays zero is not touched.
            for (plane, bits) in
                [(&mut *mines, mine), (open_plane, open), (flag_plane, flag), (mark_plane, mark)]
            {
                let bits = range.place(bits);
                if bits != 0 {
                    plane[at] |= bits;
                }
            }
        });
        Ok(())
    }

    /// Makes the game of it, once all cells are in.
    ///
    /// # Errors
    /// Where cells are missing, or the game would be over.
    pub fn finish(self) -> Result<(), RestoreError> {
        let cells = self.game.shape().cells();
        let mines = self.layout.count();
        let checked = if self.cursor.passed() != cells {
            Err(RestoreError::OtherSize)
        } else if self.open_mines > 0 {
            Err(RestoreError::OpenMine)
        } else if self.open + mines == cells {
            Err(RestoreError::NothingLeft)
        } else {
            Ok(())
        };
        if checked.is_err() {
            self.game.reset();
            return checked;
        }
        (self.game.mines, self.game.safe_left) = (mines, cells - mines - self.open);
        (self.game.flags, self.game.marks) = (self.flags, self.marks);
        self.game.lay(self.layout);
        self.game.stale = stale(self.game);
        Ok(())
    }
}

/// The open zeros with closed neighbours: in a game that was played there are
/// few or none, but a file may have any.
fn stale(game: &Game) -> BTreeMap<usize, u64> {
    let mut stale = BTreeMap::new();
    let shape = game.shape();
    let words = shape.words();
    let mut near = Vec::new();
    for row in 0..shape.rows() {
        let line = row as usize * words;
        if game.open[line..line + words].iter().all(|&open| open == 0) {
            continue;
        }
        shape.near_rows(row, &mut near);
        for word in 0..words {
            let zeros = game.zeros(row, word) & game.open[line + word];
            if zeros == 0 {
                continue;
            }
            let closed = |word: usize| near.iter().fold(0, |all, &row| all | game.closed(row, word));
            let before = if word > 0 { closed(word - 1) } else { 0 };
            let after = if word + 1 < words { closed(word + 1) } else { 0 };
            let bits = zeros & widened(&[before, closed(word), after]);
            if bits != 0 {
                stale.insert(line + word, bits);
            }
        }
    }
    stale
}

impl Game {
    /// The safe cells of a word with no mine around them.
    fn zeros(&self, row: u64, word: usize) -> u64 {
        match &self.counts {
            Some(counts) => counts.zeros()[row as usize * self.shape().words() + word],
            None => {
                let view = self.word(row, word);
                view.valid & !view.count.iter().fold(view.mine, |all, digit| all | digit)
            }
        }
    }

    /// The cells of a word that a flood may open.
    fn closed(&self, row: u64, word: usize) -> u64 {
        let view = self.word(row, word);
        let covers = if self.rules().flood_flagged { 0 } else { view.flag | view.mark };
        view.valid & !view.open & !covers
    }
}
