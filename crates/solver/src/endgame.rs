//! Few layouts left: the best play there is, by looking at all of it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::knowledge::{Knowledge, Known};

/// More layouts than this are not looked at one by one.
pub const MOST_LAYOUTS: usize = 400;

/// More sets of layouts than this are not looked at.
const MOST_SETS: usize = 100_000;

/// The layouts that are left of a position, and what opening cells would show.
#[derive(Debug)]
pub struct Endgame {
    /// The undecided cells.
    cells: Vec<u32>,
    /// For each layout, which of them are mines, and the numbers that they show.
    layouts: Vec<u64>,
    numbers: Vec<Vec<u8>>,
    /// For sets of layouts that were looked at, in how many of them the best play wins.
    wins: HashMap<Vec<u16>, u32, BuildHasherDefault<Mix>>,
}

/// A quick hash of short lists.
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }
}

/// A constraint while layouts are listed.
struct Sum {
    cells: u64,
    lacks: u32,
}

impl Endgame {
    /// Lists the layouts of a position with so many mines left; nothing where
    /// they are too many.
    pub fn new(knowledge: &Knowledge, left: u32) -> Option<Endgame> {
        let (map, known) = (knowledge.map(), knowledge.known());
        let cells: Vec<u32> =
            (0..known.len() as u32).filter(|&cell| known[cell as usize] == Known::Undecided).collect();
        if cells.len() > 64 {
            return None;
        }
        let bit = |cell: u32| cells.binary_search(&cell).map_or(0, |at| 1_u64 << at);
        let around = |cell: u32| map.near(cell).iter().fold(0, |all, &near| all | bit(near));
        let active = (0..known.len() as u32).filter(|&cell| knowledge.is_active(cell));
        let sums: Vec<Sum> = active
            .map(|cell| Sum { cells: around(cell), lacks: knowledge.numbers()[cell as usize].lacks })
            .collect();
        let mut layouts = Vec::new();
        list(&sums, cells.len() as u32, 0, 0, left, &mut layouts)?;
        let near: Vec<(u64, u32)> = cells
            .iter()
            .map(|&cell| {
                let mines = map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Mine);
                (around(cell), mines.count() as u32)
            })
            .collect();
        let number = |layout: u64| {
            near.iter().map(move |(near, fixed)| ((layout & near).count_ones() + fixed) as u8).collect()
        };
        let numbers = layouts.iter().map(|&layout| number(layout)).collect();
        Some(Endgame { cells, layouts, numbers, wins: HashMap::default() })
    }

    /// The cell that wins most often, if it could be found.
    pub fn best(&mut self) -> Option<(u32, f64)> {
        let all: Vec<u16> = (0..self.layouts.len() as u16).collect();
        let (cell, wins) = self.choose(&all)?;
        Some((self.cells[cell?], f64::from(wins) / all.len() as f64))
    }

    /// The best cell to open on a set of layouts, none of which has a cell in
    /// common that is safe, and in how many it wins.
    fn choose(&mut self, set: &[u16]) -> Option<(Option<usize>, u32)> {
        // For each cell the layouts in which it is safe, and whether its number tells.
        let mut choices: Vec<(usize, u32, bool)> = Vec::with_capacity(self.cells.len());
        for cell in 0..self.cells.len() {
            let mut number = None;
            let (mut safe, mut tells) = (0, false);
            for &layout in set {
                if self.layouts[layout as usize] >> cell & 1 == 0 {
                    safe += 1;
                    let shown = self.numbers[layout as usize][cell];
                    tells |= *number.get_or_insert(shown) != shown;
                }
            }
            if safe > 0 && (safe as usize) < set.len() {
                choices.push((cell, safe, tells));
            }
        }
        choices.sort_by_key(|&(cell, safe, tells)| (!tells, u32::MAX - safe, cell));
        let any_tells = choices.first().is_some_and(|choice| choice.2);
        let (mut best, mut most) = (None, 0);
        for (cell, safe, tells) in choices {
            if safe <= most || (any_tells && !tells && best.is_some()) {
                continue;
            }
            let rest: Vec<u16> = set
                .iter()
                .copied()
                .filter(|&layout| self.layouts[layout as usize] >> cell & 1 == 0)
                .collect();
            let wins = self.split(&rest, 1 << cell, most, safe)?;
            if wins > most || best.is_none() {
                (best, most) = (Some(cell), wins);
            }
        }
        Some((best, most))
    }

    /// In how many of a set of layouts the best play wins after some cells, safe
    /// in all of them, are opened; any number up to `enough` where it cannot be more.
    fn split(&mut self, set: &[u16], opened: u64, enough: u32, mut most: u32) -> Option<u32> {
        let mut classes: Vec<(u64, u16)> = Vec::with_capacity(set.len());
        let cells: Vec<usize> = (0..self.cells.len()).filter(|cell| opened >> cell & 1 != 0).collect();
        for &layout in set {
            let numbers = &self.numbers[layout as usize];
            let mut signature = 0_u64;
            for &cell in &cells {
                signature = (signature ^ u64::from(numbers[cell]))
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(23);
            }
            classes.push((signature, layout));
        }
        classes.sort_unstable();
        let mut wins = 0;
        for class in classes.chunk_by(|one, other| one.0 == other.0) {
            let class: Vec<u16> = class.iter().map(|&(_, layout)| layout).collect();
            let won = self.wins(&class, opened)?;
            wins += won;
            most -= class.len() as u32 - won;
            if most <= enough {
                return Some(most.min(enough));
            }
        }
        Some(wins)
    }

    /// In how many of a set of layouts the best play wins.
    fn wins(&mut self, set: &[u16], opened: u64) -> Option<u32> {
        if set.len() == 1 {
            return Some(1);
        }
        if let Some(&wins) = self.wins.get(set) {
            return Some(wins);
        }
        if self.wins.len() >= MOST_SETS {
            return None;
        }
        // Cells that are safe in all of them cost nothing.
        let mined = set.iter().fold(0, |all, &layout| all | self.layouts[layout as usize]);
        let cells = u64::MAX >> (64 - self.cells.len());
        let free = cells & !mined & !opened;
        let told = (0..self.cells.len()).filter(|cell| free >> cell & 1 != 0).any(|cell| {
            let first = self.numbers[set[0] as usize][cell];
            set.iter().any(|&layout| self.numbers[layout as usize][cell] != first)
        });
        let wins = if told { self.split(set, free, 0, set.len() as u32)? } else { self.choose(set)?.1 };
        self.wins.insert(set.to_vec(), wins);
        Some(wins)
    }
}

/// Lists all layouts that fit, cell by cell; nothing where they are too many.
fn list(sums: &[Sum], count: u32, cell: u32, mined: u64, left: u32, layouts: &mut Vec<u64>) -> Option<()> {
    if cell == count {
        if left == 0 {
            layouts.push(mined);
        }
        return (layouts.len() <= MOST_LAYOUTS).then_some(());
    }
    if left > count - cell {
        return Some(());
    }
    for mine in [0, 1_u64] {
        let mined = mined | mine << cell;
        if mine as u32 > left {
            continue;
        }
        let later = u64::MAX.checked_shl(cell + 1).unwrap_or(0);
        let fits = sums.iter().filter(|sum| sum.cells >> cell & 1 != 0).all(|sum| {
            let has = (sum.cells & mined).count_ones();
            has <= sum.lacks && has + (sum.cells & later).count_ones() >= sum.lacks
        });
        if fits {
            list(sums, count, cell + 1, mined, left - mine as u32, layouts)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Cell, Shape, Zone, random};

    use super::*;
    use crate::analysis::Mines;
    use crate::solver::Solver;

    /// All play there is, tried: which layouts fit what was seen, and how many of
    /// them are won at best, by nothing but the rules.
    struct BruteForce {
        near: Vec<u32>,
        layouts: Vec<u32>,
        seen: HashMap<(Vec<u32>, u32), u32>,
    }

    impl BruteForce {
        fn new(shape: &Shape, mines: u32, opened: u32, board: u32) -> BruteForce {
            let cells = shape.cells();
            let near: Vec<u32> = (0..cells)
                .map(|cell| shape.neighbours(Cell(cell)).fold(0, |all, near| all | 1 << near.0))
                .collect();
            let shows = |layout: u32, cell: usize| (near[cell] & layout).count_ones();
            let fits = |&layout: &u32| {
                layout.count_ones() == mines
                    && layout & opened == 0
                    && (0..cells as usize)
                        .filter(|cell| opened >> cell & 1 != 0)
                        .all(|cell| shows(layout, cell) == shows(board, cell))
            };
            let layouts = (0..1_u32 << cells).filter(fits).collect();
            BruteForce { near, layouts, seen: HashMap::new() }
        }

        /// In how many of some layouts the best play wins.
        fn wins(&mut self, layouts: &[u32], opened: u32) -> u32 {
            // Which one it is, is known: the rest is no matter of luck.
            if layouts.len() == 1 {
                return 1;
            }
            if let Some(&wins) = self.seen.get(&(layouts.to_vec(), opened)) {
                return wins;
            }
            let mut most = 0;
            for cell in (0..self.near.len()).filter(|cell| opened >> cell & 1 == 0) {
                let wins = (0..=self.near.len() as u32)
                    .map(|number| {
                        let fits = |layout: u32| {
                            layout >> cell & 1 == 0 && (self.near[cell] & layout).count_ones() == number
                        };
                        layouts.iter().copied().filter(|&layout| fits(layout)).collect::<Vec<u32>>()
                    })
                    .filter(|class| !class.is_empty())
                    .collect::<Vec<_>>();
                let wins = wins.iter().map(|class| self.wins(class, opened | 1 << cell)).sum();
                most = most.max(wins);
            }
            self.seen.insert((layouts.to_vec(), opened), most);
            most
        }
    }

    /// Opens what is safe on drawn boards, and a cell beside it where nothing is,
    /// and compares wherever few cells are left.
    #[test]
    fn optimal_endgames_win_as_often_as_all_play_there_is() {
        let mut compared = 0;
        let boards =
            [(&[3, 4][..], 3), (&[3, 4], 4), (&[2, 6], 4), (&[1, 10], 3), (&[2, 2, 3], 5), (&[3, 3], 4)];
        for (sizes, mines) in boards {
            let shape = Shape::new(sizes).unwrap();
            for seed in 0..60 {
                let layout = random::draw(&shape, mines, &Zone::new([Cell(0)]), seed).unwrap();
                let board = layout.mines().fold(0, |all, mine| all | 1_u32 << mine.0);
                let mut solver = Solver::new(&shape);
                let mut opened = 0_u32;
                let mut next = 0_u64;
                loop {
                    opened |= 1 << next;
                    let number = shape.neighbours(Cell(next)).filter(|&near| layout.contains(near)).count();
                    solver.knowledge.open(next as u32, number as u32).unwrap();
                    solver.knowledge.conclude().unwrap();
                    if opened.count_ones() as u64 + mines == shape.cells() {
                        break;
                    }
                    let analysis = solver.analyse(Mines::Total(mines)).unwrap();
                    if let Some(&safe) = analysis.safe().first() {
                        next = safe.0;
                        continue;
                    }
                    if shape.cells() - u64::from(opened.count_ones()) <= 10 {
                        let left = mines as u32 - solver.knowledge.mines() as u32;
                        let mut endgame = Endgame::new(&solver.knowledge, left).unwrap();
                        let (cell, chance) = endgame.best().unwrap();
                        let mut brute = BruteForce::new(&shape, mines as u32, opened, board);
                        let layouts = brute.layouts.clone();
                        let wins = f64::from(brute.wins(&layouts, opened)) / layouts.len() as f64;
                        assert!((wins - chance).abs() < 1e-9, "{wins} and {chance}: {sizes:?}, seed {seed}");
                        assert_eq!(opened >> cell & 1, 0);
                        compared += 1;
                    }
                    // On with any cell that is no mine, as if the guess had gone well.
                    let free = |cell: &u64| (opened | board) >> cell & 1 == 0;
                    next = (0..shape.cells())
                        .filter(free)
                        .nth(seed as usize % 2)
                        .unwrap_or((0..shape.cells()).find(free).unwrap());
                }
            }
        }
        assert!(compared > 200, "{compared} positions");
    }
}
