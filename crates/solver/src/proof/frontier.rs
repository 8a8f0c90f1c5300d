//! Numbers and the closed cells around them, as far as they are looked at: of a
//! whole board, or of the part of a large one that is near the player.

use omnisweep_engine::{Cell, Shape};

use crate::position::{Position, Seen};

/// An open number with closed cells around it.
#[derive(Clone, Debug)]
pub struct Clue {
    /// Its cell.
    pub cell: Cell,
    /// Its number.
    pub number: u32,
    /// The closed cells around it, by their places in [`Frontier::cells`], ascending.
    pub cells: Vec<u32>,
}

/// Numbers and the closed cells around them.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    pub clues: Vec<Clue>,
    /// Closed cells.
    pub cells: Vec<Cell>,
    /// For each closed cell the clues that it is around.
    pub around: Vec<Vec<u32>>,
    /// For each cell of the board one more than its place; 0 where it has none.
    places: Vec<u32>,
    /// How much was looked at.
    work: u64,
    /// Whether all closed cells of the board are among the cells.
    pub whole: bool,
}

/// A whole board of at most so many cells is looked at at once.
pub const AT_ONCE: u64 = 1 << 12;

/// No more than this is looked at near a cell: pairs of a number and a cell around it,
/// again for every number that it may be compared with. In many dimensions that are few
/// numbers.
const MOST_WORK: u64 = 5_000_000;

impl Frontier {
    /// The frontier of a whole board, with the closed cells that no number touches
    /// if the board is not too large for that.
    pub fn whole(position: &Position) -> Frontier {
        let mut frontier = Frontier::of(position);
        for cell in (0..position.shape().cells()).map(Cell) {
            frontier.add(position, cell);
        }
        if position.shape().cells() <= AT_ONCE {
            for (cell, &seen) in (0..).map(Cell).zip(position.cells()) {
                if seen == Seen::Closed {
                    frontier.place(cell);
                }
            }
            frontier.whole = true;
        }
        frontier
    }

    /// One without numbers.
    fn of(position: &Position) -> Frontier {
        Frontier { places: vec![0; position.cells().len()], ..Frontier::default() }
    }

    /// The numbers at most so far from a cell, in steps of a king.
    pub fn near(position: &Position, middle: Cell, distance: u64) -> Frontier {
        let mut frontier = Frontier::of(position);
        for_each_near(position.shape(), middle, distance, |cell| {
            frontier.add(position, cell);
            !frontier.is_cut_off()
        });
        frontier
    }

    /// Whether there was more to be looked at than there was time for.
    pub fn is_cut_off(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// Adds a number, if there is one with closed cells around it.
    fn add(&mut self, position: &Position, cell: Cell) {
        let Seen::Number(number) = position.cells()[cell.0 as usize] else { return };
        let (mut cells, mut around) = (Vec::new(), 0);
        position.shape().for_each_neighbour(cell, |near| {
            around += 1;
            if position.cells()[near.0 as usize] == Seen::Closed {
                cells.push(self.place(near));
            }
        });
        self.work += around * (1 + around.min(self.clues.len() as u64));
        if cells.is_empty() {
            return;
        }
        cells.sort_unstable();
        let clue = self.clues.len() as u32;
        cells.iter().for_each(|&cell| self.around[cell as usize].push(clue));
        self.clues.push(Clue { cell, number, cells });
    }

    fn place(&mut self, cell: Cell) -> u32 {
        let place = &mut self.places[cell.0 as usize];
        if *place == 0 {
            self.cells.push(cell);
            self.around.push(Vec::new());
            *place = self.cells.len() as u32;
        }
        *place - 1
    }

    /// For each clue the others that share a closed cell with it, each once, ascending.
    pub fn partners(&self) -> Vec<Vec<u32>> {
        // The clue for which each was taken last.
        let mut taken = vec![u32::MAX; self.clues.len()];
        let partners = |(clue, Clue { cells, .. }): (u32, &Clue)| {
            taken[clue as usize] = clue;
            let all = cells.iter().flat_map(|&cell| &self.around[cell as usize]).copied();
            let mut partners: Vec<u32> =
                all.filter(|&other| std::mem::replace(&mut taken[other as usize], clue) != clue).collect();
            partners.sort_unstable();
            partners
        };
        (0..).zip(&self.clues).map(partners).collect()
    }
}

/// Calls with every cell of the board at most so far from one, as long as that says to go on.
fn for_each_near(shape: &Shape, middle: Cell, distance: u64, mut visit: impl FnMut(Cell) -> bool) {
    let at = shape.coordinates(middle);
    let ranges: Vec<(u64, u64)> = at
        .iter()
        .zip(shape.sizes())
        .map(|(&at, &size)| (at.saturating_sub(distance), at.saturating_add(distance).min(size - 1)))
        .collect();
    let mut here: Vec<u64> = ranges.iter().map(|range| range.0).collect();
    loop {
        if shape.cell(&here).is_some_and(|cell| !visit(cell)) {
            return;
        }
        // The last coordinate counts fastest.
        let Some(axis) = (0..here.len()).rev().find(|&axis| here[axis] < ranges[axis].1) else { return };
        here[axis] += 1;
        for later in axis + 1..here.len() {
            here[later] = ranges[later].0;
        }
    }
}
