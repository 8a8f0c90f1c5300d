//! What is known of a board, cell by cell, kept up to date as cells are opened.
//!
//! What single numbers prove is found at once: a number that has all its mines,
//! or has only mines left. What two numbers prove together is found on demand
//! ([`Knowledge::compare`]). The rest needs all numbers of a component at once,
//! and is not done here.

use std::sync::Arc;

use omnisweep_engine::Cell;

use crate::adjacency::Adjacency;
use crate::analysis::AnalysisError;
use crate::position::Seen;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is closed, and nothing is proved yet.
    Undecided,
    /// It is closed, and certainly no mine.
    Safe,
    /// It is closed, and certainly a mine.
    Mine,
    /// It is open, and shows a number.
    Open,
    /// It is open, and its number is not used.
    Blank,
}

/// An open number: what it still lacks, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Number {
    /// How many of the undecided cells around it are mines.
    pub lacks: u32,
    /// How many undecided cells are around it.
    pub undecided: u32,
    /// When either changed last, and when it was compared with others.
    pub changed: u64,
    compared: u64,
}

/// What is known of a board.
#[derive(Clone, Debug)]
pub struct Knowledge {
    map: Arc<Adjacency>,
    known: Vec<Known>,
    numbers: Vec<Number>,
    /// Closed cells of which nothing is proved, and mines that are.
    undecided: usize,
    mines: usize,
    /// Counts the changes to numbers, and how often a pair of them proved something.
    now: u64,
    by_pairs: u64,
    /// Numbers that changed since they were looked at alone, and in pairs.
    waiting: Vec<u32>,
    uncompared: Vec<u32>,
    /// Numbers that changed since somebody asked.
    touched: Vec<u32>,
    /// Cells that were proved safe, for those who open them.
    safe: Vec<u32>,
    /// For each number, how many cells it shares with the one that is compared.
    shared: Vec<u32>,
    sharing: Vec<u32>,
    /// Memory for counts of neighbours.
    around: Vec<u16>,
    spare: Vec<u16>,
}

impl Knowledge {
    /// A board on which all cells are closed.
    pub fn new(map: Arc<Adjacency>) -> Knowledge {
        let cells = map.cells();
        Knowledge {
            map,
            known: vec![Known::Undecided; cells],
            numbers: vec![Number::default(); cells],
            undecided: cells,
            mines: 0,
            now: 0,
            by_pairs: 0,
            waiting: Vec::with_capacity(cells),
            uncompared: Vec::with_capacity(cells),
            touched: Vec::with_capacity(cells),
            safe: Vec::new(),
            shared: Vec::new(),
            sharing: Vec::new(),
            around: vec![0; cells],
            spare: vec![0; cells],
        }
    }

    /// All cells are closed again.
    pub fn clear(&mut self) {
        self.known.fill(Known::Undecided);
        (self.undecided, self.mines) = (self.known.len(), 0);
        self.waiting.clear();
        self.uncompared.clear();
        self.touched.clear();
        self.safe.clear();
        // Times go on, so that nothing that was found out before looks up to date.
        self.now += 1;
    }

    /// Takes over what is known of the same board elsewhere.
    pub fn copy(&mut self, other: &Knowledge) {
        self.known.clone_from(&other.known);
        self.numbers.clone_from(&other.numbers);
        (self.undecided, self.mines, self.now) = (other.undecided, other.mines, other.now);
        self.waiting.clone_from(&other.waiting);
        self.uncompared.clone_from(&other.uncompared);
        self.touched.clone_from(&other.touched);
        self.safe.clone_from(&other.safe);
    }

    /// The board's map.
    pub fn adjacency(&self) -> &Arc<Adjacency> {
        &self.map
    }

    /// What is known of each cell.
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// The numbers; those of cells that are not open have no meaning.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// How many closed cells are undecided.
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    /// How many cells are proved to be mines.
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// The time of the last change.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// How often a number compared with others proved something.
    pub fn by_pairs(&self) -> u64 {
        self.by_pairs
    }

    /// A cell that was proved safe and is not open yet, each of them once.
    pub fn next_safe(&mut self) -> Option<u32> {
        while let Some(cell) = self.safe.pop() {
            if self.known[cell as usize] == Known::Safe {
                return Some(cell);
            }
        }
        None
    }

    /// Whether a cell was proved safe that is not open yet.
    pub fn has_safe(&mut self) -> bool {
        while let Some(&cell) = self.safe.last() {
            if self.known[cell as usize] == Known::Safe {
                return true;
            }
            self.safe.pop();
        }
        false
    }

    /// How many cells were proved safe that are not open yet.
    pub fn count_safe(&self) -> usize {
        self.safe.iter().filter(|&&cell| self.known[cell as usize] == Known::Safe).count()
    }

    /// A number with undecided cells that changed since it was asked for; each
    /// may come more than once.
    pub fn next_touched(&mut self) -> Option<u32> {
        while let Some(number) = self.touched.pop() {
            if self.is_active(number) {
                return Some(number);
            }
        }
        None
    }

    /// Puts a number back that [`Knowledge::next_touched`] gave.
    pub fn touch(&mut self, number: u32) {
        self.touched.push(number);
    }

    /// Whether a cell is an open number with undecided cells around it.
    pub fn is_active(&self, cell: u32) -> bool {
        self.known[cell as usize] == Known::Open && self.numbers[cell as usize].undecided > 0
    }

    /// A mine comes to an undecided cell or goes from it: the numbers around
    /// change. Nothing is concluded yet.
    pub fn move_mine(&mut self, cell: u32, comes: bool) {
        self.now += 1;
        for &near in self.map.near(cell) {
            if self.known[near as usize] == Known::Open {
                let number = &mut self.numbers[near as usize];
                number.lacks = if comes { number.lacks + 1 } else { number.lacks - 1 };
                number.changed = self.now;
                self.waiting.push(near);
            }
        }
    }

    /// A cell is open and shows a number. Nothing is concluded yet.
    pub fn open(&mut self, cell: u32, number: u32) -> Result<(), AnalysisError> {
        let was = std::mem::replace(&mut self.known[cell as usize], Known::Open);
        let (mut mines, mut undecided) = (0, 0);
        self.now += 1;
        match was {
            Known::Undecided => {
                self.undecided -= 1;
                for &near in self.map.near(cell) {
                    match self.known[near as usize] {
                        Known::Open => {
                            let number = &mut self.numbers[near as usize];
                            number.undecided -= 1;
                            number.changed = self.now;
                            self.waiting.push(near);
                        }
                        Known::Undecided => undecided += 1,
                        Known::Mine => mines += 1,
                        Known::Safe | Known::Blank => {}
                    }
                }
            }
            Known::Safe | Known::Blank => {
                for &near in self.map.near(cell) {
                    undecided += u32::from(self.known[near as usize] == Known::Undecided);
                    mines += u32::from(self.known[near as usize] == Known::Mine);
                }
            }
            Known::Open => return Ok(()),
            Known::Mine => {
                self.known[cell as usize] = was;
                return Err(AnalysisError::Contradiction(Cell(u64::from(cell))));
            }
        }
        let lacks = number.checked_sub(mines).ok_or(AnalysisError::Contradiction(Cell(u64::from(cell))))?;
        self.numbers[cell as usize] = Number { lacks, undecided, changed: self.now, compared: 0 };
        self.waiting.push(cell);
        Ok(())
    }

    /// Takes over what a position shows, of which numbers only those are used of
    /// which `uses` is true. Nothing is concluded yet.
    pub fn load(&mut self, cells: &[Seen], uses: impl Fn(usize) -> bool) {
        self.clear();
        self.around.clear();
        self.around.extend(cells.iter().map(|&seen| u16::from(seen == Seen::Closed)));
        self.undecided = self.around.iter().map(|&closed| usize::from(closed)).sum();
        self.map.sum_around(&mut self.around, &mut self.spare);
        for (cell, &seen) in cells.iter().enumerate() {
            let Seen::Number(lacks) = seen else { continue };
            let undecided = u32::from(self.around[cell]);
            self.numbers[cell] = Number { lacks, undecided, changed: self.now, compared: 0 };
            if uses(cell) {
                self.known[cell] = Known::Open;
                if lacks | undecided != 0 {
                    self.waiting.push(cell as u32);
                }
            } else {
                self.known[cell] = Known::Blank;
            }
        }
    }

    /// Concludes all that single numbers prove.
    pub fn conclude(&mut self) -> Result<(), AnalysisError> {
        while let Some(at) = self.waiting.pop() {
            let Number { lacks, undecided, .. } = self.numbers[at as usize];
            if lacks > undecided {
                return Err(AnalysisError::Contradiction(Cell(u64::from(at))));
            }
            if undecided == 0 {
                continue;
            }
            if lacks != 0 && lacks != undecided {
                self.uncompared.push(at);
                self.touched.push(at);
                continue;
            }
            self.decide_around(at, |_| true, if lacks == 0 { Known::Safe } else { Known::Mine });
        }
        Ok(())
    }

    /// A cell is proved safe, or a mine.
    pub fn prove(&mut self, cell: u32, mine: bool) {
        self.decide(cell, if mine { Known::Mine } else { Known::Safe });
    }

    fn decide(&mut self, cell: u32, verdict: Known) {
        if self.known[cell as usize] != Known::Undecided {
            return;
        }
        self.known[cell as usize] = verdict;
        self.undecided -= 1;
        self.now += 1;
        match verdict {
            Known::Mine => self.mines += 1,
            Known::Safe => self.safe.push(cell),
            _ => {}
        }
        for &near in self.map.near(cell) {
            if self.known[near as usize] == Known::Open {
                let number = &mut self.numbers[near as usize];
                number.undecided -= 1;
                if verdict == Known::Mine {
                    // Below 0 would be a contradiction, which the largest number then shows.
                    number.lacks = number.lacks.wrapping_sub(1);
                }
                number.changed = self.now;
                self.waiting.push(near);
            }
        }
    }

    fn decide_around(&mut self, at: u32, chosen: impl Fn(u32) -> bool, verdict: Known) {
        for index in self.map.range(at) {
            let cell = self.map.at(index);
            if self.known[cell as usize] == Known::Undecided && chosen(cell) {
                self.decide(cell, verdict);
            }
        }
    }

    /// Concludes what pairs of numbers prove, as long as that leads on; stops
    /// when a cell is found safe, if that is wanted.
    pub fn compare(&mut self, until_safe: bool) -> Result<(), AnalysisError> {
        self.shared.resize(self.known.len(), 0);
        loop {
            self.conclude()?;
            if until_safe && self.has_safe() {
                return Ok(());
            }
            let Some(one) = self.uncompared.pop() else { return Ok(()) };
            let Number { changed, compared, .. } = self.numbers[one as usize];
            if compared < changed && self.is_active(one) {
                self.compare_one(one);
            }
        }
    }

    /// Compares a number with all that share undecided cells with it, until one
    /// of them proves something.
    fn compare_one(&mut self, one: u32) {
        let map = Arc::clone(&self.map);
        let mut sharing = std::mem::take(&mut self.sharing);
        for &cell in map.near(one) {
            if self.known[cell as usize] != Known::Undecided {
                continue;
            }
            for &other in map.near(cell) {
                if self.known[other as usize] == Known::Open && other != one {
                    if self.shared[other as usize] == 0 {
                        sharing.push(other);
                    }
                    self.shared[other as usize] += 1;
                }
            }
        }
        let now = self.now;
        let a = self.numbers[one as usize];
        for &other in &sharing {
            let shared = std::mem::take(&mut self.shared[other as usize]);
            if self.now != now {
                continue;
            }
            let b = self.numbers[other as usize];
            // The fewest and the most mines that both have in common.
            let (a_alone, b_alone) = (a.undecided - shared, b.undecided - shared);
            let most = shared.min(a.lacks).min(b.lacks);
            let least = a.lacks.saturating_sub(a_alone).max(b.lacks.saturating_sub(b_alone));
            for (here, there, number, alone) in [(one, other, a, a_alone), (other, one, b, b_alone)] {
                if alone == 0 {
                    continue;
                }
                let verdict = match number.lacks {
                    lacks if lacks == least => Known::Safe,
                    lacks if lacks - most == alone => Known::Mine,
                    _ => continue,
                };
                let near = map.near(there);
                self.decide_around(here, |cell| near.binary_search(&cell).is_err(), verdict);
            }
        }
        sharing.clear();
        self.sharing = sharing;
        if self.now == now {
            self.numbers[one as usize].compared = now;
        } else {
            self.by_pairs += 1;
            self.uncompared.push(one);
        }
    }
}
