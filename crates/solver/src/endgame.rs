//! Few layouts left: the best play there is, by looking at all of it; or, with
//! more of them, a good look at each guess.
//!
//! A set of layouts that show the same so far is won as often as its best guess
//! wins, and a guess wins as often as the classes do into which its number splits
//! the set. Of few layouts everything is looked at. Of many, drawn if need be, all
//! first guesses are tried; what follows is then played by the guess that looks
//! best.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use omnisweep_engine::Cell;
use omnisweep_engine::random::GOLDEN_GAMMA;

use crate::analysis::{AnalysisError, Mines};
use crate::layouts::{Counts, Layouts};
use crate::solver::Solver;
use crate::tuning::Tuning;

/// Cells are tried on some of the layouts first where there are so many times as many.
const RACE: usize = 4;

/// The best play on some layouts.
#[derive(Debug)]
pub struct Endgame<'a> {
    layouts: Layouts,
    tuning: &'a Tuning,
    /// Sets of so many layouts are looked at in full.
    full: usize,
    /// What is known of sets that were looked at.
    seen: HashMap<u128, Wins, BuildHasherDefault<Mix>>,
    /// How many layouts were looked at.
    work: usize,
}

/// In how many layouts of a set the best play wins.
#[derive(Clone, Copy, Debug)]
enum Wins {
    Exactly(u32),
    AtMost(u32),
}

/// A cell that could be opened, and what it leads to.
struct Guess {
    cell: usize,
    /// The layouts in which it is free, by its number.
    sorted: Vec<u16>,
    classes: Vec<Class>,
    /// In how many it wins at most.
    bound: u32,
}

/// Layouts in which a cell shows the same number.
#[derive(Clone, Copy)]
struct Class {
    start: usize,
    end: usize,
    bound: u32,
}

/// A set by 128 bits: of the millions that are ever looked at for one choice, no two have the same ones by chance.
fn name(set: &[u16]) -> u128 {
    let (mut one, mut other) = (set.len() as u64, 0);
    for layouts in set.chunks(4) {
        let word = layouts.iter().fold(0, |word, &layout| word << 16 | u64::from(layout));
        one = mix(one, word);
        other = (other ^ word.rotate_left(32)).wrapping_mul(OTHER_FACTOR).rotate_left(37);
    }
    u128::from(one) << 64 | u128::from(other)
}

/// Odd, with bits of no pattern, as the other.
const OTHER_FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// A quick hash of names, which are hashes already.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
    }

    fn write_u128(&mut self, name: u128) {
        self.0 = mix((name >> 64) as u64, name as u64);
    }
}

fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(GOLDEN_GAMMA).rotate_left(29)
}

impl Endgame<'_> {
    /// The endgame of these layouts, 65535 at most.
    pub fn new(layouts: Layouts, tuning: &Tuning) -> Endgame<'_> {
        // The best play on layouts that were drawn would be made for these alone.
        let in_full = layouts.complete && layouts.len() <= tuning.exhaustive;
        let full = if in_full { tuning.exhaustive } else { tuning.always_exhaustive };
        Endgame { layouts, tuning, full, seen: HashMap::default(), work: 0 }
    }

    /// The cell that wins most often as far as was looked, and how often;
    /// nothing where that is too much work.
    pub fn best(&mut self) -> Option<(u32, f64)> {
        let all: Vec<u16> = (0..self.layouts.len() as u16).collect();
        let mut best = None;
        if all.len() <= self.full {
            best = self.choose(&all, 0);
            self.full = self.tuning.always_exhaustive;
        }
        if best.is_none() {
            self.work = 0;
            self.seen.clear();
            best = self.choose_first(&all);
        }
        let (cell, wins) = best?;
        Some((self.layouts.cells[cell?], f64::from(wins) / all.len() as f64))
    }

    /// The best first guess of many layouts: all of them are tried. Of very many, it is on some of the layouts at first, and on
    /// all of them only what wins nearly as often there as the best.
    fn choose_first(&mut self, all: &[u16]) -> Option<(Option<usize>, u32)> {
        let mut cells: Vec<usize> = (0..self.layouts.cells.len()).collect();
        let heats = self.tuning.heats.into_iter().filter(|heat| all.len() / RACE >= heat.0);
        let mut kinds = Vec::new();
        for (some, margin) in heats {
            if kinds.is_empty() {
                kinds = self.layouts.kinds();
            }
            let one_in = (all.len() / some) as u64;
            let is_one =
                |layout: &&u16| (mix(mix(0, kinds[usize::from(**layout)]), 1) >> 32).is_multiple_of(one_in);
            let some: Vec<u16> = all.iter().filter(is_one).copied().collect();
            let firsts = self.first_guesses(&some, &cells, margin)?;
            cells = firsts.into_iter().map(|(cell, _)| cell).collect();
        }
        let best = self.first_guesses(all, &cells, 0.0)?;
        Some(best.first().map_or((None, 0), |&(cell, wins)| (Some(cell), wins)))
    }

    /// The cell that wins most often, and in how many layouts of a set; and those that win less often by no more than such a
    /// share of them.
    fn first_guesses(&mut self, set: &[u16], cells: &[usize], margin: f64) -> Option<Vec<(usize, u32)>> {
        let mined = self.mined_in(set);
        let undecided = |cell: &&usize| (1..set.len() as u32).contains(&mined.at(**cell));
        let mut guesses: Vec<Guess> =
            cells.iter().filter(undecided).map(|&cell| self.guess(set, cell)).collect();
        // A cell that tells nothing can wait, unless there is nothing else.
        let tells = |guess: &Guess| guess.classes.len() > 1;
        guesses.sort_by_key(|guess| (!tells(guess), u32::MAX - guess.bound, guess.cell));
        let margin = (margin * set.len() as f64) as u32;
        let (mut firsts, mut most) = (Vec::new(), 0_u32);
        for guess in guesses {
            if !tells(&guess) && !firsts.is_empty() {
                break;
            }
            let enough = most.saturating_sub(margin);
            let wins = self.after(&guess, enough)?;
            if wins > enough {
                firsts.push((guess.cell, wins));
                most = most.max(wins);
            }
        }
        firsts.retain(|&(_, wins)| wins >= most.saturating_sub(margin));
        firsts.sort_by_key(|&(cell, wins)| (u32::MAX - wins, cell));
        Some(firsts)
    }

    /// For each cell how often the best play wins that opens it first, as far as is
    /// looked; nothing where that is too much work.
    pub fn each(&mut self) -> Option<Vec<(u32, f64)>> {
        let all: Vec<u16> = (0..self.layouts.len() as u16).collect();
        let cells = self.layouts.cells.clone().into_iter().enumerate();
        let chance = |(at, cell)| {
            let guess = self.guess(&all, at);
            Some((cell, f64::from(self.after(&guess, 0)?) / all.len() as f64))
        };
        cells.map(chance).collect()
    }

    /// In how many layouts of a set the best play wins; any number up to
    /// `enough` where it cannot be more.
    fn wins(&mut self, set: &[u16], enough: u32) -> Option<u32> {
        if set.len() == 1 {
            return Some(1);
        }
        let name = name(set);
        match self.seen.get(&name) {
            Some(&Wins::Exactly(wins)) => return Some(wins),
            Some(&Wins::AtMost(wins)) if wins <= enough => return Some(wins),
            _ => {}
        }
        let wins = match self.open_free(set) {
            Some(opened) => self.after(&opened, enough)?,
            None => self.choose(set, enough)?.1,
        };
        let known = if wins > enough { Wins::Exactly(wins) } else { Wins::AtMost(wins) };
        self.seen.insert(name, known);
        Some(wins)
    }

    /// The best cell to open on a set of layouts, in which no cell is free that
    /// would tell them apart, and in how many it wins; any number up to `enough`
    /// where it cannot be more.
    fn choose(&mut self, set: &[u16], enough: u32) -> Option<(Option<usize>, u32)> {
        if self.work > self.tuning.work {
            return None;
        }
        let mined = self.mined_in(set);
        let all = set.len() as u32;
        let free = |cell: usize| all - mined.at(cell);
        let guesses = (0..self.layouts.cells.len()).map(|cell| (free(cell), cell));
        let mut cells: Vec<(u32, usize)> = guesses.filter(|&(free, _)| free > enough && free < all).collect();
        cells.sort_unstable_by_key(|&(free, cell)| (u32::MAX - free, cell));
        let in_full = set.len() <= self.full;
        // What follows the first guess of many layouts is the better of the two safest.
        let wide = if in_full { cells.len() } else { 1 };
        cells.truncate(2 * wide);
        let (mut best, mut most) = (None, enough);
        let mut dead = Vec::new();
        let mut guesses = Vec::new();
        for (free, cell) in cells {
            if free <= most {
                break;
            }
            let guess = self.guess(set, cell);
            if guess.classes.len() == 1 {
                dead.push(guess);
            } else if in_full {
                self.try_guess(&guess, &mut best, &mut most)?;
            } else {
                guesses.push(guess);
            }
        }
        if let Some(guess) = guesses.iter().min_by_key(|guess| (u32::MAX - guess.bound, guess.cell)) {
            self.try_guess(guess, &mut best, &mut most)?;
        }
        // A cell that tells nothing can wait, unless there is nothing else.
        if best.is_none() {
            for guess in dead.iter().take(wide) {
                self.try_guess(guess, &mut best, &mut most)?;
            }
        }
        Some((best, most))
    }

    /// Tries a guess, and takes it where it wins more often than the best so far.
    fn try_guess(&mut self, guess: &Guess, best: &mut Option<usize>, most: &mut u32) -> Option<()> {
        let wins = self.after(guess, *most)?;
        if wins > *most {
            (*best, *most) = (Some(guess.cell), wins);
        }
        Some(())
    }

    /// In how many layouts the best play wins after a guess; any number up to
    /// `enough` where it cannot be more.
    fn after(&mut self, guess: &Guess, enough: u32) -> Option<u32> {
        // What has not been looked at counts at its bound.
        let mut wins = guess.bound;
        for class in &guess.classes {
            if wins <= enough {
                break;
            }
            // Of two layouts the bound tells it.
            if class.end - class.start <= 2 {
                continue;
            }
            let needs = (enough + class.bound).saturating_sub(wins);
            let won = self.wins(&guess.sorted[class.start..class.end], needs)?;
            wins -= class.bound.saturating_sub(won);
        }
        Some(wins)
    }

    /// What opening a cell leads to.
    fn guess(&mut self, set: &[u16], cell: usize) -> Guess {
        let numbers = self.layouts.numbers(cell);
        let free = |layout: u16| self.layouts.is_free(cell, layout);
        // A counting sort: there are few numbers, and many layouts.
        let mut places = [0_u16; crate::layouts::MOST_CELLS + 1];
        let places = &mut places[..=usize::from(self.layouts.largest_number(cell))];
        for &layout in set {
            places[usize::from(numbers[usize::from(layout)])] += u16::from(free(layout));
        }
        let mut all = 0;
        for place in &mut *places {
            (*place, all) = (all, all + *place);
        }
        let mut sorted = vec![0; usize::from(all)];
        for &layout in set.iter().filter(|&&layout| free(layout)) {
            let place = &mut places[usize::from(numbers[usize::from(layout)])];
            sorted[usize::from(*place)] = layout;
            *place += 1;
        }
        // Where those of one number end, those of the next begin.
        let ends = places.iter().map(|&end| usize::from(end));
        let starts = [0].into_iter().chain(ends.clone());
        self.classes(cell, sorted, starts.zip(ends).filter(|(start, end)| start < end))
    }

    /// What opening all cells leads to that are free in a whole set, if that
    /// tells anything.
    fn open_free(&mut self, set: &[u16]) -> Option<Guess> {
        let mut signatures = vec![0; set.len()];
        for cell in self.layouts.may_tell(set) {
            let numbers = self.layouts.numbers(cell);
            for (signature, &layout) in signatures.iter_mut().zip(set) {
                *signature = mix(*signature, u64::from(numbers[usize::from(layout)]));
            }
        }
        if signatures.iter().all(|&one| one == signatures[0]) {
            return None;
        }
        // The layouts take the place of the last bits: so words are sorted, and 48 bits tell them apart as well.
        let signed = signatures.iter_mut().zip(set);
        signed.for_each(|(signature, &layout)| *signature = *signature >> 16 << 16 | u64::from(layout));
        signatures.sort_unstable();
        let mut end = 0;
        let ranges = signatures.chunk_by(|one, other| one >> 16 == other >> 16).map(|class| {
            end += class.len();
            (end - class.len(), end)
        });
        let ranges: Vec<(usize, usize)> = ranges.collect();
        let sorted = signatures.iter().map(|&signed| signed as u16).collect();
        Some(self.classes(0, sorted, ranges.into_iter()))
    }

    /// Layouts that are told apart, the largest classes first.
    fn classes(
        &mut self,
        cell: usize,
        sorted: Vec<u16>,
        ranges: impl Iterator<Item = (usize, usize)>,
    ) -> Guess {
        let mut classes: Vec<Class> =
            ranges.map(|(start, end)| Class { start, end, bound: self.bound(&sorted[start..end]) }).collect();
        classes.sort_by_key(|class| usize::MAX - (class.end - class.start));
        let bound = classes.iter().map(|class| class.bound).sum();
        Guess { cell, sorted, classes, bound }
    }

    /// In how many layouts of a set any play wins at most: its next guess is
    /// free in no more.
    fn bound(&mut self, set: &[u16]) -> u32 {
        let all = set.len() as u32;
        if all == 1 || self.layouts.may_tell(set).any(|cell| self.layouts.tells(cell, set)) {
            return all;
        }
        // Of two, each cell that is undecided is a mine in one.
        if all == 2 {
            return 1;
        }
        all - self.mined_in(set).least()
    }

    fn mined_in(&mut self, set: &[u16]) -> Counts {
        self.work += set.len();
        self.layouts.mined_in(set)
    }
}

impl Solver {
    /// For each undecided cell how likely the game is won if it is opened, and
    /// played from there as well as can be. Nothing where a cell is certainly safe,
    /// which comes first, or where too many layouts are left to look at all of them.
    pub fn win_chances(&mut self, mines: u64) -> Result<Option<Vec<(Cell, f64)>>, AnalysisError> {
        let tuning = Tuning { listed: Tuning::DEFAULT.exhaustive, ..Tuning::DEFAULT };
        self.win_chances_by(mines, &tuning)
    }

    /// The same with other constants: of as many layouts as are listed by them, and as far as they look.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    #[doc(hidden)]
    pub fn win_chances_by(
        &mut self,
        mines: u64,
        tuning: &Tuning,
    ) -> Result<Option<Vec<(Cell, f64)>>, AnalysisError> {
        let analysis = self.analyse(Mines::Total(mines))?;
        if !analysis.safe().is_empty() || analysis.log_layouts() > (tuning.listed as f64).ln() + 0.5 {
            return Ok(None);
        }
        let left = mines.saturating_sub(self.knowledge.mines() as u64) as u32;
        let layouts = Layouts::all(&self.knowledge, left, tuning.listed);
        let each = layouts.and_then(|layouts| Endgame::new(layouts, tuning).each());
        Ok(each.map(|each| each.into_iter().map(|(cell, chance)| (Cell(u64::from(cell)), chance)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Shape, Zone, random};
    use omnisweep_testing::all_play::AllPlay;
    use proptest::prelude::*;

    use super::*;

    /// The layouts that fit what is open of a board.
    fn fitting(play: &AllPlay, mines: u64, opened: u32, board: u32) -> Vec<u32> {
        let opened_cells = || (0..u32::BITS as usize).filter(|cell| opened >> cell & 1 == 1);
        let fits = |layout: &u32| {
            layout & opened == 0
                && opened_cells().all(|cell| play.number(*layout, cell) == play.number(board, cell))
        };
        play.layouts(mines).filter(fits).collect()
    }

    /// A game is begun at a corner, and thousands of layouts are left.
    fn begun(number: u32) -> (Solver, u32) {
        let mut solver = Solver::new(&Shape::new(&[4, 5]).unwrap());
        solver.knowledge.open(0, number).unwrap();
        solver.knowledge.conclude().unwrap();
        (solver, 5)
    }

    proptest! {
        #[test]
        fn sets_have_the_same_name_where_they_are_the_same(
            set in prop::collection::vec(any::<u16>(), 1..12),
            place in any::<prop::sample::Index>(),
            other in any::<u16>(),
        ) {
            let mut changed = set.clone();
            changed[place.index(set.len())] = other;
            prop_assert_eq!(name(&set) == name(&changed), set == changed);
            changed.clone_from(&set);
            changed.push(other);
            prop_assert!(name(&set) != name(&changed) && name(&set) != name(&set[1..]));
        }
    }

    #[test]
    fn heats_leave_out_what_wins_less_often() {
        for number in [1, 2] {
            let (solver, left) = begun(number);
            let best = |heats| {
                let tuning = Tuning { heats, ..Tuning::DEFAULT };
                let layouts = Layouts::all(&solver.knowledge, left, 60_000).unwrap();
                assert!(layouts.len() >= 4 * 300, "{} layouts", layouts.len());
                Endgame::new(layouts, &tuning).best().unwrap()
            };
            let without = best([(usize::MAX, 0.0); 2]);
            assert_eq!(best([(300, 1.0), (1000, 1.0)]), without, "where nothing is left out");
            let (_, chance) = best([(300, 0.1), (1000, 0.05)]);
            assert!(chance <= without.1 && chance > without.1 - 0.02, "{chance} and {without:?}");
            let layouts = Layouts::all(&solver.knowledge, left, 60_000).unwrap();
            let (all, cells): (Vec<u16>, Vec<usize>) =
                ((0..layouts.len() as u16).collect(), (0..layouts.cells.len()).collect());
            let mut endgame = Endgame::new(layouts, &Tuning::DEFAULT);
            let mut kept = |margin| endgame.first_guesses(&all, &cells, margin).unwrap();
            let (some, most) = (kept(0.05), kept(1.0));
            assert!(some.len() < most.len() && some[0] == most[0], "{some:?} of {most:?}");
            let margin = 0.05 * all.len() as f64;
            assert!(some.iter().all(|&(_, wins)| f64::from(wins) >= f64::from(most[0].1) - margin));
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
                        let layouts = Layouts::all(&solver.knowledge, left, 1000).unwrap();
                        let mut endgame = Endgame::new(layouts, &Tuning::DEFAULT);
                        let (cell, chance) = endgame.best().unwrap();
                        let mut play = AllPlay::new(&shape);
                        let layouts = fitting(&play, mines, opened, board);
                        let wins = f64::from(play.wins(&layouts, opened)) / layouts.len() as f64;
                        assert!((wins - chance).abs() < 1e-9, "{wins} and {chance}: {sizes:?}, seed {seed}");
                        assert_eq!(opened >> cell & 1, 0);
                        for (cell, chance) in solver.win_chances(mines).unwrap().unwrap() {
                            let wins = play.wins_by(&layouts, opened, cell.0 as usize);
                            let wins = f64::from(wins) / layouts.len() as f64;
                            assert!((wins - chance).abs() < 1e-9, "{wins} and {chance} at {cell:?}");
                        }
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
