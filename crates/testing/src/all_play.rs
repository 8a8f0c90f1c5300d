//! All play there is on a board of fewer than 32 cells, tried by nothing but the rules.

use std::collections::{BTreeMap, HashMap};

use omnisweep_engine::{Cell, Shape};

/// How often the best play wins. A layout is a word whose bits are the mines, and so is what is open.
#[derive(Debug)]
pub struct AllPlay {
    near: Vec<u32>,
    seen: HashMap<(Vec<u32>, u32), u32>,
}

impl AllPlay {
    /// On boards of a shape.
    #[must_use]
    pub fn new(shape: &Shape) -> AllPlay {
        let near = |cell: u64| shape.neighbours(Cell(cell)).fold(0, |all, near| all | 1 << near.0);
        AllPlay { near: (0..shape.cells()).map(near).collect(), seen: HashMap::new() }
    }

    /// All layouts with so many mines.
    pub fn layouts(&self, mines: u64) -> impl Iterator<Item = u32> + use<> {
        (0..1_u32 << self.near.len()).filter(move |layout| u64::from(layout.count_ones()) == mines)
    }

    /// The number that a cell shows in a layout.
    #[must_use]
    pub fn number(&self, layout: u32, cell: usize) -> u32 {
        (self.near[cell] & layout).count_ones()
    }

    /// In how many of some layouts, which show the same so far, the best play wins.
    pub fn wins(&mut self, layouts: &[u32], open: u32) -> u32 {
        // Which one it is, is known: the rest is no matter of luck.
        if layouts.len() == 1 {
            return 1;
        }
        let position = (layouts.to_vec(), open);
        if let Some(&wins) = self.seen.get(&position) {
            return wins;
        }
        let closed = (0..self.near.len()).filter(|cell| open >> cell & 1 == 0);
        let most = closed.map(|cell| self.wins_by(layouts, open, cell)).max().unwrap_or(0);
        self.seen.insert(position, most);
        most
    }

    /// In how many the best play wins that opens a cell first.
    pub fn wins_by(&mut self, layouts: &[u32], open: u32, cell: usize) -> u32 {
        let mut classes: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &layout in layouts.iter().filter(|&layout| layout >> cell & 1 == 0) {
            classes.entry(self.number(layout, cell)).or_default().push(layout);
        }
        classes.values().map(|class| self.wins(class, open | 1 << cell)).sum()
    }
}
