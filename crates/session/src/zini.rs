//! ZiNi: how few clicks a board takes, flags and chords included, by a rule of
//! thumb that players have agreed on. (The least number is too hard to find.)
//!
//! The premium of a safe cell is what flagging all mines around it and then
//! chording on it saves: the 3BV that the chord does, less the chord, less the
//! flags that are not set yet, less the click that opens the cell if it is closed.
//! The cell with the greatest premium is taken as long as none is below zero, the
//! first one in reading down the columns where several have it; and where all are
//! below zero, the first thing to click is clicked.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use omnisweep_engine::{Cell, Layout};

/// The ZiNi of a board.
#[must_use]
pub fn zini(layout: &Layout) -> u64 {
    let mut board = Board::new(layout);
    while board.step(false) {}
    board.clicks
}

/// The ZiNi of a board for people: they open all openings first, and then chord
/// only on cells that are open.
#[must_use]
pub fn human_zini(layout: &Layout) -> u64 {
    let mut board = Board::new(layout);
    for index in 0..board.order.len() {
        let cell = board.order[index];
        if board.cells[cell].is_zero() && !board.cells[cell].open {
            board.click(cell);
        }
    }
    while board.step(true) {}
    board.clicks
}

#[derive(Clone, Default)]
struct Square {
    mine: bool,
    open: bool,
    flagged: bool,
    /// Mines on it and around.
    number: i32,
    /// The openings that open it.
    openings: Vec<usize>,
    premium: i32,
    /// Its place in the order in which cells are looked at.
    rank: usize,
}

impl Square {
    fn is_zero(&self) -> bool {
        self.number == 0
    }
}

struct Board<'a> {
    layout: &'a Layout,
    cells: Vec<Square>,
    /// Cells in the order in which they are looked at.
    order: Vec<usize>,
    /// What each opening opens.
    openings: Vec<Vec<usize>>,
    /// Premiums that cells have or had, greatest first.
    best: BinaryHeap<(i32, Reverse<usize>)>,
    /// Up to here in the order, there is nothing left to click.
    clicked: usize,
    closed: u64,
    clicks: u64,
}

impl<'a> Board<'a> {
    fn new(layout: &'a Layout) -> Board<'a> {
        let shape = layout.shape();
        let mut cells = vec![Square::default(); shape.cells() as usize];
        for mine in layout.mines() {
            cells[mine.0 as usize].mine = true;
        }
        let mut order: Vec<usize> = (0..cells.len()).collect();
        // Down the columns: the last coordinate counts most.
        order.sort_by_cached_key(|&cell| {
            let mut at = shape.coordinates(Cell(cell as u64));
            at.reverse();
            at
        });
        let closed = cells.len() as u64 - layout.count();
        let (openings, best) = (Vec::new(), BinaryHeap::new());
        let mut board = Board { layout, cells, order, openings, best, clicked: 0, closed, clicks: 0 };
        for cell in 0..board.cells.len() {
            board.cells[cell].number = board.near(cell).filter(|&near| board.cells[near].mine).count() as i32;
        }
        for (rank, &cell) in board.order.iter().enumerate() {
            board.cells[cell].rank = rank;
        }
        for rank in 0..board.order.len() {
            let cell = board.order[rank];
            if board.cells[cell].is_zero() && board.cells[cell].openings.is_empty() {
                board.find_opening(cell);
            }
        }
        for cell in 0..board.cells.len() {
            let alone = |&near: &usize| !board.cells[near].mine && board.cells[near].openings.is_empty();
            let bbbv = board.near(cell).filter(alone).count() + board.cells[cell].openings.len();
            board.change(cell, bbbv as i32 - board.cells[cell].number - 2);
        }
        board
    }

    /// The cell and those around it.
    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let around = self.layout.shape().neighbours(Cell(cell as u64));
        around.map(|near| near.0 as usize).chain([cell])
    }

    fn find_opening(&mut self, start: usize) {
        let opening = self.openings.len();
        let (mut found, mut waiting) = (Vec::new(), vec![start]);
        self.cells[start].openings.push(opening);
        while let Some(cell) = waiting.pop() {
            found.push(cell);
            if !self.cells[cell].is_zero() {
                continue;
            }
            for near in self.near(cell) {
                if self.cells[near].openings.last() != Some(&opening) {
                    self.cells[near].openings.push(opening);
                    waiting.push(near);
                }
            }
        }
        self.openings.push(found);
    }

    fn change(&mut self, cell: usize, by: i32) {
        let square = &mut self.cells[cell];
        square.premium += by;
        if !square.mine && square.premium >= 0 {
            self.best.push((square.premium, Reverse(square.rank)));
        }
    }

    fn open(&mut self, cell: usize) {
        self.cells[cell].open = true;
        self.closed -= 1;
        self.change(cell, 1);
        if self.cells[cell].openings.is_empty() {
            self.near(cell).for_each(|near| self.change(near, -1));
        }
    }

    fn reveal(&mut self, cell: usize) {
        if self.cells[cell].open || self.cells[cell].flagged {
            return;
        }
        if !self.cells[cell].is_zero() {
            return self.open(cell);
        }
        let opening = self.cells[cell].openings[0];
        for cell in std::mem::take(&mut self.openings[opening]) {
            if !self.cells[cell].open {
                self.open(cell);
            }
            self.change(cell, -1);
        }
    }

    fn click(&mut self, cell: usize) {
        self.clicks += 1;
        self.reveal(cell);
    }

    /// Does what is best, if there is anything left to do.
    fn step(&mut self, only_open: bool) -> bool {
        if self.closed == 0 {
            return false;
        }
        match self.greatest(only_open) {
            Some(cell) => {
                if !self.cells[cell].open {
                    self.click(cell);
                }
                for near in self.near(cell) {
                    if self.cells[near].mine && !self.cells[near].flagged {
                        self.clicks += 1;
                        self.cells[near].flagged = true;
                        self.near(near).for_each(|cell| self.change(cell, 1));
                    }
                }
                self.clicks += 1;
                self.near(cell).for_each(|near| self.reveal(near));
            }
            None => {
                let left = |square: &Square| {
                    !square.mine && !square.open && (square.is_zero() || square.openings.is_empty())
                };
                while !left(&self.cells[self.order[self.clicked]]) {
                    self.clicked += 1;
                }
                self.click(self.order[self.clicked]);
            }
        }
        true
    }

    /// The cell with the greatest premium that is not below zero.
    fn greatest(&mut self, only_open: bool) -> Option<usize> {
        while let Some((premium, Reverse(rank))) = self.best.pop() {
            let cell = self.order[rank];
            let square = &self.cells[cell];
            // What has changed since is in the heap again; what is closed comes back when it opens.
            if square.premium == premium && (square.open || !only_open) {
                return Some(cell);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::text::parse_layout;

    use super::*;

    fn both(board: &str) -> (u64, u64) {
        let layout = parse_layout(board, None).unwrap();
        (zini(&layout), human_zini(&layout))
    }

    #[test]
    fn an_opening_is_a_click() {
        assert_eq!(both("...\n...\n"), (1, 1));
        assert_eq!(both("..*..\n"), (2, 2));
    }

    #[test]
    fn a_flag_and_a_chord_save_clicks() {
        // Eight numbers around a mine: one is clicked, the mine is flagged, three chords open the rest.
        assert_eq!(both("...\n.*.\n...\n").0, 5);
        assert_eq!(both("***\n*.*\n***\n"), (1, 1));
    }
}
