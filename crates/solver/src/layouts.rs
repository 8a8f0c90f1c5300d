//! The layouts that are left of a position, one by one: all of them, or as many
//! as were drawn.
//!
//! The undecided cells are the bits of a word. What opening a cell would show is
//! looked up, and how many layouts of a set have a mine somewhere is counted for
//! all cells at once, in binary digits.

use crate::alike::Alike;
use crate::knowledge::{Knowledge, Known};
use crate::sample::Sampler;
use crate::tosses::Sides;

/// The most undecided cells there may be.
pub const MOST_CELLS: usize = 64;

/// The most layouts there may be.
const MOST_LAYOUTS: usize = 65_535;

/// Layouts of a position. They are known by their place; a *set* is a list of
/// such places.
#[derive(Debug)]
pub struct Layouts {
    /// The undecided cells.
    pub cells: Vec<u32>,
    /// Whether these are all layouts of the position.
    pub complete: bool,
    /// For each layout, which of them are mines.
    mined: Vec<u64>,
    /// For each cell, which of them are around it.
    around: Vec<u64>,
    /// For each cell, how many undecided mines are around it in each layout.
    numbers: Vec<Vec<u8>>,
    /// For each cell the largest of these.
    largest: Vec<u8>,
    /// Which of them are alike.
    alike: Alike,
}

impl Layouts {
    /// All layouts of a position with so many undecided mines; nothing where they
    /// are more than `most`, or have too many cells.
    pub fn all(knowledge: &Knowledge, left: u32, most: usize) -> Option<Layouts> {
        let cells = in_order(knowledge);
        if cells.len() > MOST_CELLS {
            return None;
        }
        let mined = Lister::new(knowledge, &cells, most).list(Some(left))?;
        Some(Layouts::new(knowledge, cells, mined, true))
    }

    /// All layouts of some undecided cells, which have all of those around the same numbers among them; nothing where they
    /// are more than `most`, or do not all have the same number of mines.
    pub fn of_region(knowledge: &Knowledge, cells: Vec<u32>, most: usize) -> Option<Layouts> {
        let mined = Lister::new(knowledge, &cells, most).list(None)?;
        let mines = mined.first()?.count_ones();
        let same = mined.iter().all(|layout| layout.count_ones() == mines);
        same.then(|| Layouts::new(knowledge, cells, mined, true))
    }

    /// About so many layouts of a position, drawn, each of them once and with all that are alike by these tosses; nothing where
    /// they have too many cells.
    pub fn drawn(
        knowledge: &Knowledge,
        sampler: &Sampler,
        count: usize,
        tosses: &[Sides],
    ) -> Option<Layouts> {
        let cells = in_order(knowledge);
        if cells.len() > MOST_CELLS {
            return None;
        }
        let bits = bits(knowledge, &cells);
        let alike = Alike::by(tosses, &bits);
        let (mut all, mut found, mut samples) = (Vec::new(), Vec::new(), sampler.many());
        for seed in 0..count as u64 {
            let mut mined = 0;
            samples.draw(seed, |cell| mined |= bits[cell as usize]);
            alike.to(mined, &mut found);
            // One of those that are alike stands for all of them, so that each is as likely to be there as any other.
            if found.iter().all(|&other| mined <= other) {
                all.append(&mut found);
            }
        }
        // No two are the same: nothing would ever tell them apart.
        all.sort_unstable();
        all.dedup();
        all.truncate(MOST_LAYOUTS);
        Some(Layouts { alike, ..Layouts::new(knowledge, cells, all, false) })
    }

    /// The same layouts, where those are alike that differ in these tosses alone.
    pub fn with_tosses(self, knowledge: &Knowledge, tosses: &[Sides]) -> Layouts {
        let alike = Alike::by(tosses, &bits(knowledge, &self.cells));
        Layouts { alike, ..self }
    }

    fn new(knowledge: &Knowledge, cells: Vec<u32>, mined: Vec<u64>, complete: bool) -> Layouts {
        let bits = bits(knowledge, &cells);
        let near = |&cell: &u32| knowledge.adjacency().near(cell).iter();
        let around = |cell: &u32| near(cell).fold(0, |all, &near| all | bits[near as usize]);
        let around: Vec<u64> = cells.iter().map(around).collect();
        let numbers = |around: &u64| mined.iter().map(|mined| (mined & around).count_ones() as u8).collect();
        let numbers: Vec<Vec<u8>> = around.iter().map(numbers).collect();
        let largest = numbers.iter().map(|numbers| numbers.iter().copied().max().unwrap_or(0)).collect();
        Layouts { cells, complete, mined, around, numbers, largest, alike: Alike::default() }
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.mined.len()
    }

    /// Whether a cell is free in a layout.
    pub fn is_free(&self, cell: usize, layout: u16) -> bool {
        self.mined[usize::from(layout)] >> cell & 1 == 0
    }

    /// For each layout, the number of a cell, where those that are the same
    /// everywhere are left out.
    pub fn numbers(&self, cell: usize) -> &[u8] {
        &self.numbers[cell]
    }

    /// The largest number of a cell.
    pub fn largest_number(&self, cell: usize) -> u8 {
        self.largest[cell]
    }

    /// The cells that are mined in no layout of a set, and are beside others that are mined in some: nothing else that is
    /// free tells layouts of the set apart.
    pub fn may_tell(&self, set: &[u16]) -> impl Iterator<Item = usize> + use<> {
        let (some, all) = set.iter().fold((0, u64::MAX), |(some, all), &layout| {
            let mined = self.mined[usize::from(layout)];
            (some | mined, all & mined)
        });
        let near = places(some & !all).fold(0, |near, cell| near | self.around[cell]);
        places(near & !some)
    }

    /// Whether opening a cell would tell layouts of a set apart.
    pub fn tells(&self, cell: usize, set: &[u16]) -> bool {
        let number = |&layout: &u16| self.numbers[cell][usize::from(layout)];
        set.iter().any(|layout| number(layout) != number(&set[0]))
    }

    /// For each layout a number that it shares with those that are alike.
    pub fn kinds(&self) -> Vec<u64> {
        let mut alike = Vec::new();
        let kind = |&mined: &u64| {
            self.alike.to(mined, &mut alike);
            alike.iter().copied().min().unwrap_or(mined)
        };
        self.mined.iter().map(kind).collect()
    }

    /// For each cell, in how many layouts of a set it is mined.
    pub fn mined_in(&self, set: &[u16]) -> Counts {
        Counts::of(set.iter().map(|&layout| self.mined[usize::from(layout)]))
    }
}

/// The places of the bits of a word.
fn places(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < MOST_CELLS).then_some(place)
    })
}

/// For each cell of the board its bit, if it is one of these cells.
fn bits(knowledge: &Knowledge, cells: &[u32]) -> Vec<u64> {
    let mut bits = vec![0; knowledge.known().len()];
    cells.iter().enumerate().for_each(|(at, &cell)| bits[cell as usize] = 1 << at);
    bits
}

/// The undecided cells, each after others beside the same numbers, so that what
/// does not fit shows early.
fn in_order(knowledge: &Knowledge) -> Vec<u32> {
    let (map, known) = (knowledge.adjacency(), knowledge.known());
    let mut taken = vec![false; known.len()];
    let mut cells = Vec::new();
    let mut take = |cell: u32, cells: &mut Vec<u32>| {
        if known[cell as usize] == Known::Undecided && !std::mem::replace(&mut taken[cell as usize], true) {
            cells.push(cell);
        }
    };
    let mut next = 0;
    for number in (0..known.len() as u32).filter(|&number| knowledge.is_active(number)) {
        map.near(number).iter().for_each(|&cell| take(cell, &mut cells));
        while let Some(&cell) = cells.get(next) {
            next += 1;
            for &number in map.near(cell).iter().filter(|&&number| knowledge.is_active(number)) {
                map.near(number).iter().for_each(|&cell| take(cell, &mut cells));
            }
        }
    }
    (0..known.len() as u32).for_each(|cell| take(cell, &mut cells));
    cells
}

/// Lists layouts cell by cell.
struct Lister {
    /// For each cell, the numbers that it is beside.
    beside: Vec<Vec<usize>>,
    /// For each number the mines that it lacks, and the cells that are left for them.
    lacks: Vec<u32>,
    places: Vec<u32>,
    layouts: Vec<u64>,
    most: usize,
}

impl Lister {
    fn new(knowledge: &Knowledge, cells: &[u32], most: usize) -> Lister {
        let (map, numbers) = (knowledge.adjacency(), knowledge.numbers());
        let active: Vec<u32> =
            (0..numbers.len() as u32).filter(|&number| knowledge.is_active(number)).collect();
        let beside = |&cell: &u32| {
            let near = map.near(cell).iter();
            near.filter_map(|number| active.binary_search(number).ok()).collect()
        };
        Lister {
            beside: cells.iter().map(beside).collect(),
            lacks: active.iter().map(|&number| numbers[number as usize].lacks).collect(),
            places: active.iter().map(|&number| numbers[number as usize].undecided).collect(),
            layouts: Vec::new(),
            most,
        }
    }

    /// All of them, with so many mines if that is told; nothing where they are too many.
    fn list(mut self, left: Option<u32>) -> Option<Vec<u64>> {
        self.go_on(0, 0, left)?;
        Some(self.layouts)
    }

    fn go_on(&mut self, cell: usize, mined: u64, left: Option<u32>) -> Option<()> {
        if cell == self.beside.len() {
            self.layouts.push(mined);
            return (self.layouts.len() <= self.most).then_some(());
        }
        let later = (self.beside.len() - cell - 1) as u32;
        let beside = std::mem::take(&mut self.beside[cell]);
        for mine in [0, 1] {
            let fits = |&number: &usize| {
                self.lacks[number] >= mine && self.places[number] > self.lacks[number] - mine
            };
            let room = left.is_none_or(|left| mine <= left && left - mine <= later);
            if !room || !beside.iter().all(fits) {
                continue;
            }
            for &number in &beside {
                self.lacks[number] -= mine;
                self.places[number] -= 1;
            }
            self.go_on(cell + 1, mined | u64::from(mine) << cell, left.map(|left| left - mine))?;
            for &number in &beside {
                self.lacks[number] += mine;
                self.places[number] += 1;
            }
        }
        self.beside[cell] = beside;
        Some(())
    }
}

/// A number for each cell, in binary digits: the first word has the lowest digit
/// of each.
#[derive(Clone, Copy, Debug)]
pub struct Counts([u64; 16]);

impl Counts {
    /// How many of some words, 65535 at most, have each bit.
    fn of(mut words: impl Iterator<Item = u64>) -> Counts {
        let mut counts = Counts([0; 16]);
        while let Some(a) = words.next() {
            // Three words are one and a carry.
            let (b, c) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
            counts.add(a ^ b ^ c, 0);
            counts.add(a & b | c & (a ^ b), 1);
        }
        counts
    }

    fn add(&mut self, mut word: u64, digit: usize) {
        for digit in &mut self.0[digit..] {
            (*digit, word) = (*digit ^ word, *digit & word);
            if word == 0 {
                return;
            }
        }
    }

    /// The number of a cell.
    pub fn at(&self, cell: usize) -> u32 {
        self.0.iter().rev().fold(0, |number, digit| number << 1 | (digit >> cell & 1) as u32)
    }

    /// The least of the numbers that are not 0; 0 where all are.
    pub fn least(&self) -> u32 {
        let mut cells = self.0.iter().fold(0, |some, digit| some | digit);
        if cells == 0 {
            return 0;
        }
        let mut least = 0;
        for digit in self.0.iter().rev() {
            let without = cells & !digit;
            least = least << 1 | u32::from(without == 0);
            cells = if without == 0 { cells } else { without };
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use omnisweep_engine::Shape;
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::Mines;
    use crate::position::Position;
    use crate::solver::Solver;

    proptest! {
        #[test]
        fn counts_are_sums(words in prop::collection::vec(any::<u64>(), 0..200)) {
            let counts = Counts::of(words.iter().copied());
            let number = |cell: usize| words.iter().map(|word| (word >> cell & 1) as u32).sum::<u32>();
            for cell in 0..MOST_CELLS {
                prop_assert_eq!(counts.at(cell), number(cell));
            }
            let least = (0..MOST_CELLS).map(number).filter(|&number| number > 0).min();
            prop_assert_eq!(counts.least(), least.unwrap_or(0));
        }
    }

    proptest! {
        #[test]
        fn what_is_free_and_tells_is_beside_what_is_not_decided(picks in prop::collection::vec(any::<u16>(), 1..6)) {
            let position = Position::parse("1..1....\n........\n..2.....\n......1.\n").expect("a position");
            let mut solver = Solver::new(position.shape());
            solver.load(&position).expect("no contradiction");
            let layouts = Layouts::all(&solver.knowledge, 5, 1 << 16).expect("few of them");
            let mut set: Vec<u16> = picks.iter().map(|pick| pick % layouts.len() as u16).collect();
            set.sort_unstable();
            set.dedup();
            let found: Vec<usize> = layouts.may_tell(&set).collect();
            for cell in 0..layouts.cells.len() {
                let free = set.iter().all(|&layout| layouts.is_free(cell, layout));
                let tells = free && layouts.tells(cell, &set);
                prop_assert!(!tells || found.contains(&cell), "{cell} of {set:?}");
                prop_assert!(free || !found.contains(&cell), "{cell} of {set:?}");
            }
        }
    }

    #[test]
    fn the_layouts_listed_are_as_many_as_the_analysis_counts_and_those_drawn_are_among_them() {
        for (text, mines) in [
            ("1..1....\n........\n..2.....\n......1.\n", 5),
            (".2.\n...\n...\n", 3),
            ("..1...2..1..2..1\n", 7),
            (".....\n.....\n", 3),
        ] {
            let position = Position::parse(text).expect("a position");
            let mut solver = Solver::new(position.shape());
            solver.load(&position).expect("no contradiction");
            let analysis = solver.analyse(Mines::Total(mines)).expect("a position that fits");
            let left = mines as u32 - solver.knowledge.mines() as u32;
            let all = Layouts::all(&solver.knowledge, left, 1 << 16).expect("few of them");
            assert_eq!(all.len() as f64, analysis.log_layouts().exp().round(), "{text}");
            assert!(Layouts::all(&solver.knowledge, left, all.len() - 1).is_none());
            let sampler = solver.sampler(Mines::Total(mines)).expect("the same");
            let drawn = Layouts::drawn(&solver.knowledge, &sampler, 500, &[]).expect("few cells");
            assert_eq!(drawn.cells, all.cells);
            assert!(drawn.mined.iter().all(|layout| all.mined.contains(layout)), "{text}");
        }
        let large = Solver::new(&Shape::new(&[5, 13]).expect("a shape"));
        assert!(Layouts::all(&large.knowledge, 1, 100).is_none());
    }

    #[test]
    fn layouts_that_are_alike_are_all_drawn_or_none_of_them_and_each_as_often_as_any_other() {
        // In two rows nothing tells on which side of a column its mine is.
        let position = Position::parse("..1......\n.........\n").expect("a position");
        let mut solver = Solver::new(position.shape());
        solver.load(&position).expect("no contradiction");
        let mines = 7;
        let analysis = solver.analyse(Mines::Total(mines)).expect("a position that fits");
        let left = mines as u32 - solver.knowledge.mines() as u32;
        let risk = |cell: u32| analysis.probability(omnisweep_engine::Cell(cell.into())).unwrap_or(0.0);
        let tosses = crate::tosses::possible(&solver.knowledge, risk, 0.0);
        let all = Layouts::all(&solver.knowledge, left, 1 << 16).expect("few of them");
        let all = all.with_tosses(&solver.knowledge, &tosses);
        let kinds = all.kinds();
        let mut sizes = HashMap::new();
        kinds.iter().for_each(|kind| *sizes.entry(kind).or_insert(0) += 1);
        assert!(sizes.values().any(|&size| size >= 3), "{sizes:?}");
        let sampler = solver.sampler(Mines::Total(mines)).expect("the same");
        let drawn = Layouts::drawn(&solver.knowledge, &sampler, all.len() / 4, &tosses).expect("few cells");
        let mut drawn_by_size = HashMap::new();
        for (layout, kind) in all.mined.iter().zip(&kinds) {
            let is_drawn = drawn.mined.contains(layout);
            assert_eq!(is_drawn, drawn.mined.contains(kind), "{layout:b}");
            let (count, of) = drawn_by_size.entry(sizes[kind] > 1).or_insert((0.0, 0.0));
            *count += f64::from(u8::from(is_drawn));
            *of += 1.0;
        }
        // A quarter are drawn, some of them twice: 1 - exp(-1/4).
        for (alike, (count, of)) in drawn_by_size {
            assert!((count / of - 0.22_f64).abs() < 0.04, "{alike}: {count} of {of}");
        }
    }
}
