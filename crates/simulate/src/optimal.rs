//! The best play there is on a small board, exactly: all positions, all choices.
//!
//! A position is a set of layouts that show the same so far. It is won as often
//! as its best guess wins, and a guess wins as often as the classes do into which
//! its number splits the set. What is certainly safe is opened first: it costs
//! nothing, and nobody wins without. Positions that a symmetry of the board turns
//! into each other are one, and a choice that cannot become the best any more is
//! left.

use std::collections::HashMap;
use std::ops::Range;

use omnisweep_engine::{Cell, FirstCell, Shape, random};
use omnisweep_solver::{Player, Skill, first_cell};
use thiserror::Error;

/// The most cells that a board may have: they are the bits of a word.
const MOST_CELLS: u64 = 64;

/// The most layouts: a gigabyte of them, as they are split again and again.
const MOST_LAYOUTS: u64 = 20_000_000;

/// The most positions that are remembered: some gigabytes.
const MOST_POSITIONS: usize = 1 << 26;

/// Sets of no more layouts are sooner looked at again than looked up.
const FEW: usize = 3;

/// Why the best play is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptimalError {
    /// Too many cells or layouts.
    #[error("the board is too large for all play there is: 64 cells and 20 million layouts at most")]
    Large,
    /// The mines do not fit beside the first cell.
    #[error("the mines leave no room for the first cell")]
    Mines,
    /// Too many positions.
    #[error("all play there is has too many positions for this board")]
    Positions,
}

/// In how many of how many layouts a game is won: exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactRate {
    /// The layouts in which it is won.
    pub wins: u64,
    /// All layouts that the first cell may have.
    pub layouts: u64,
}

impl ExactRate {
    /// As a share of 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.wins as f64 / self.layouts as f64
    }
}

/// A guess of a player that a better one was there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMistake {
    /// What the cells showed: nothing where they were closed.
    pub seen: Vec<Option<u32>>,
    /// The cell that it opened, and the best one.
    pub chosen: Cell,
    /// The best one.
    pub best: Cell,
    /// In how many layouts the game was won at best after the one and the other.
    pub wins: (u64, u64),
    /// In how many layouts this position comes about.
    pub layouts: u64,
}

/// All play on boards of one shape with so many mines.
#[derive(Debug)]
pub struct Optimal {
    shape: Shape,
    mines: u64,
    first: FirstCell,
    /// The neighbours of each cell.
    near: Vec<u64>,
    /// All layouts.
    layouts: Vec<u64>,
    /// For each symmetry of the board, where each cell goes.
    symmetries: Vec<Vec<usize>>,
    /// A number for each cell that shows a number: together they are a position's key.
    marks: Vec<u128>,
    known: HashMap<u128, Wins>,
}

/// In how many layouts of a set the best play wins.
#[derive(Clone, Copy, Debug)]
enum Wins {
    Exactly(u32),
    AtMost(u32),
}

/// What is open, and what that looks like in every symmetry of the board.
#[derive(Clone, Debug)]
struct Seen {
    open: u64,
    keys: Vec<u128>,
}

/// A cell that could be opened.
struct Guess {
    cell: usize,
    /// The layouts in which it is free, by its number.
    sorted: Vec<u64>,
    classes: Vec<Class>,
    /// In how many it wins at most.
    bound: u32,
}

struct Class {
    range: Range<usize>,
    bound: u32,
}

impl Optimal {
    /// Prepares to look at all play on boards of a shape.
    ///
    /// # Errors
    /// Where the board is too large, or the mines do not fit.
    pub fn new(shape: &Shape, mines: u64, first: FirstCell) -> Result<Optimal, OptimalError> {
        let cells = shape.cells();
        if cells > MOST_CELLS || binomial(cells, mines).is_none_or(|count| count > MOST_LAYOUTS) {
            return Err(OptimalError::Large);
        }
        if mines >= cells {
            return Err(OptimalError::Mines);
        }
        let near = (0..cells).map(|cell| shape.neighbours(Cell(cell)).fold(0, |all, near| all | 1 << near.0));
        let near: Vec<u64> = near.collect();
        let mark = |number: u64| {
            let half = |number: u64| u128::from(random::splitmix64(random::splitmix64(number)));
            half(2 * number) << 64 | half(2 * number + 1)
        };
        Ok(Optimal {
            layouts: layouts(cells as u32, mines as u32),
            symmetries: symmetries(shape),
            marks: (0..cells * MOST_CELLS).map(mark).collect(),
            known: HashMap::new(),
            shape: shape.clone(),
            mines,
            first,
            near,
        })
    }

    /// Cells to start with, one of each that symmetries turn into each other, and
    /// only those for which there is room.
    #[must_use]
    pub fn starts(&self) -> Vec<Cell> {
        let is_first = |cell: &usize| self.symmetries.iter().all(|symmetry| symmetry[*cell] >= *cell);
        let all = (0..self.near.len()).filter(is_first).map(|cell| Cell(cell as u64));
        all.filter(|&cell| self.has_room(cell)).collect()
    }

    /// The cell that our players start with.
    #[must_use]
    pub fn players_start(&self) -> Cell {
        first_cell(&self.shape, self.mines, self.first)
    }

    fn has_room(&self, start: Cell) -> bool {
        let zone = self.first.keeps_free(&self.shape, start).cells().len() as u64;
        self.mines + zone <= self.shape.cells()
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// How often the best play wins that starts with a cell.
    ///
    /// # Errors
    /// Where the mines leave no room for it, or there are too many positions.
    pub fn best(&mut self, start: Cell) -> Result<ExactRate, OptimalError> {
        let (layouts, set) = self.begin(start)?;
        let guess = self.guess(&set, start.0 as usize);
        let wins = self.after(&guess, &self.nothing_open(), 0)?;
        Ok(ExactRate { wins: u64::from(wins), layouts })
    }

    /// How often a player wins that starts with a cell, and what it does worse
    /// than could be, the costliest first.
    ///
    /// # Errors
    /// As of [`Optimal::best`].
    pub fn player(
        &mut self,
        skill: Skill,
        start: Cell,
    ) -> Result<(ExactRate, Vec<PlayerMistake>), OptimalError> {
        let (layouts, set) = self.begin(start)?;
        let mut mistakes = Vec::new();
        let player = Player::new(&self.shape, self.mines, skill);
        let seen = (self.nothing_open(), vec![None; self.near.len()]);
        let wins = self.follow(&player, start, &set, &seen, &mut mistakes)?;
        mistakes.sort_by_key(|mistake| u64::MAX - (mistake.wins.1 - mistake.wins.0));
        Ok((ExactRate { wins, layouts }, mistakes))
    }

    /// How many layouts a start may have, and which: without those that its
    /// promise rules out.
    fn begin(&self, start: Cell) -> Result<(u64, Vec<u64>), OptimalError> {
        if !self.has_room(start) {
            return Err(OptimalError::Mines);
        }
        let zone = self.first.keeps_free(&self.shape, start);
        let zone = zone.cells().iter().fold(0, |all, cell| all | 1_u64 << cell.0);
        let set: Vec<u64> = self.layouts.iter().copied().filter(|layout| layout & zone == 0).collect();
        Ok((set.len() as u64, set))
    }

    fn nothing_open(&self) -> Seen {
        Seen { open: 0, keys: vec![0; self.symmetries.len()] }
    }

    /// In how many layouts of a set a player wins that opens a cell next.
    fn follow(
        &mut self,
        player: &Player,
        next: Cell,
        set: &[u64],
        (seen, shown): &(Seen, Vec<Option<u32>>),
        mistakes: &mut Vec<PlayerMistake>,
    ) -> Result<u64, OptimalError> {
        let cell = next.0 as usize;
        let guess = self.guess(set, cell);
        let mut wins = 0;
        for Class { range, .. } in &guess.classes {
            let class = &guess.sorted[range.clone()];
            let number = self.number(cell, class[0]);
            let (mut seen, mut shown) = (seen.clone(), shown.clone());
            self.open(&mut seen, cell, number);
            shown[cell] = Some(number);
            let mut player = player.clone();
            let choice = player.opened(next, number).and_then(|()| player.choose());
            // A board that is there contradicts nothing.
            let Ok(Some(choice)) = choice else {
                wins += u64::from(seen.open.count_ones() as u64 + self.mines == self.shape.cells());
                continue;
            };
            if choice.risk > 0.0 {
                mistakes.extend(self.mistake(class, (&seen, &shown), choice.cell)?);
            }
            wins += self.follow(&player, choice.cell, class, &(seen, shown), mistakes)?;
        }
        Ok(wins)
    }

    /// Whether a choice is worse than the best.
    fn mistake(
        &mut self,
        set: &[u64],
        (seen, shown): (&Seen, &[Option<u32>]),
        chosen: Cell,
    ) -> Result<Option<PlayerMistake>, OptimalError> {
        let guess = self.guess(set, chosen.0 as usize);
        let won = self.after(&guess, seen, 0)?;
        let (best, most) = self.choose(set, seen, won)?;
        Ok(best.filter(|_| most > won).map(|best| PlayerMistake {
            seen: shown.to_vec(),
            chosen,
            best: Cell(best as u64),
            wins: (u64::from(won), u64::from(most)),
            layouts: set.len() as u64,
        }))
    }

    /// In how many layouts of a set the best play wins; any number up to `enough`
    /// where it cannot be more.
    fn wins(&mut self, set: &[u64], seen: &Seen, enough: u32) -> Result<u32, OptimalError> {
        if set.len() == 1 {
            // Which one it is, is known: the rest is no matter of luck.
            return Ok(1);
        }
        let free = self.free_in_all(set) & !seen.open;
        if free != 0 {
            return self.wins_opened(set, seen, free, enough);
        }
        let key = seen.keys.iter().min().copied().unwrap_or(0);
        match self.known.get(&key) {
            Some(&Wins::Exactly(wins)) => return Ok(wins),
            Some(&Wins::AtMost(wins)) if wins <= enough => return Ok(wins),
            _ => {}
        }
        let (_, wins) = self.choose(set, seen, enough)?;
        if set.len() > FEW {
            if self.known.len() >= MOST_POSITIONS {
                return Err(OptimalError::Positions);
            }
            self.known.insert(key, if wins > enough { Wins::Exactly(wins) } else { Wins::AtMost(wins) });
        }
        Ok(wins)
    }

    /// The same after all cells are opened that are certainly safe.
    fn wins_opened(&mut self, set: &[u64], seen: &Seen, free: u64, enough: u32) -> Result<u32, OptimalError> {
        let shows =
            |layout: u64| bits(free).fold(0, |key, cell| key ^ self.mark(cell, self.number(cell, layout)));
        let mut keyed: Vec<(u128, u64)> = set.iter().map(|&layout| (shows(layout), layout)).collect();
        keyed.sort_unstable();
        let mut wins = set.len() as u32;
        for class in keyed.chunk_by(|one, other| one.0 == other.0) {
            if wins <= enough {
                break;
            }
            let class: Vec<u64> = class.iter().map(|&(_, layout)| layout).collect();
            let mut seen = seen.clone();
            bits(free).for_each(|cell| self.open(&mut seen, cell, self.number(cell, class[0])));
            let all = class.len() as u32;
            let won = self.wins(&class, &seen, (enough + all).saturating_sub(wins))?;
            wins -= all - won.min(all);
        }
        Ok(wins)
    }

    /// The best cell to open on a set of layouts in which no closed cell is free,
    /// and in how many it wins; any number up to `enough` where it cannot be more.
    fn choose(
        &mut self,
        set: &[u64],
        seen: &Seen,
        enough: u32,
    ) -> Result<(Option<usize>, u32), OptimalError> {
        let all = set.len() as u32;
        let mined = self.mined_in(set);
        let closed = bits(!seen.open & self.board());
        let free =
            closed.map(|cell| (all - mined[cell], cell)).filter(|&(free, _)| free > enough && free < all);
        let mut guesses: Vec<Guess> = Vec::new();
        let mut only = None;
        for (_, cell) in free {
            let guess = self.guess(set, cell);
            // Whatever follows a cell that tells nothing can as well come before it.
            if guess.classes.len() > 1 {
                guesses.push(guess);
            } else {
                only = Some(cell);
            }
        }
        if guesses.is_empty() && enough == 0 {
            // No cell tells anything, so one layout is won, whichever the player believes in.
            return Ok((only, 1));
        }
        guesses.sort_by_key(|guess| (u32::MAX - guess.bound, guess.cell));
        let (mut best, mut most) = (None, enough);
        for guess in &guesses {
            if guess.bound <= most {
                break;
            }
            let wins = self.after(guess, seen, most)?;
            if wins > most {
                (best, most) = (Some(guess.cell), wins);
            }
        }
        Ok((best, most))
    }

    /// In how many layouts the best play wins after a guess; any number up to
    /// `enough` where it cannot be more.
    fn after(&mut self, guess: &Guess, seen: &Seen, enough: u32) -> Result<u32, OptimalError> {
        // What has not been looked at counts at its bound.
        let mut wins = guess.bound;
        for Class { range, bound } in &guess.classes {
            if wins <= enough {
                break;
            }
            let class = &guess.sorted[range.clone()];
            let mut seen = seen.clone();
            self.open(&mut seen, guess.cell, self.number(guess.cell, class[0]));
            let won = self.wins(class, &seen, (enough + bound).saturating_sub(wins))?;
            wins -= bound - won.min(*bound);
        }
        Ok(wins)
    }

    /// What opening a cell leads to, the largest classes first.
    fn guess(&self, set: &[u64], cell: usize) -> Guess {
        let mut sorted: Vec<u64> = set.iter().copied().filter(|layout| layout >> cell & 1 == 0).collect();
        sorted.sort_by_key(|&layout| self.number(cell, layout));
        let mut end = 0;
        let mut classes: Vec<Class> = sorted
            .chunk_by(|&one, &other| self.number(cell, one) == self.number(cell, other))
            .map(|class| {
                end += class.len();
                Class { range: end - class.len()..end, bound: self.bound(class) }
            })
            .collect();
        classes.sort_by_key(|class| usize::MAX - class.range.len());
        let bound = classes.iter().map(|class| class.bound).sum();
        Guess { cell, sorted, classes, bound }
    }

    /// In how many layouts of a set any play wins at most: where no cell is safe,
    /// the next guess is free in no more.
    fn bound(&self, set: &[u64]) -> u32 {
        let all = set.len() as u32;
        // A cell that is open is free in all of them, so it has to show that it is closed: by a mine somewhere.
        let undecided = self.mined_somewhere(set) & !self.mined_everywhere(set);
        if undecided == 0 || self.some_safe_cell_tells(set) {
            return all;
        }
        let mined = self.mined_in(set);
        all - bits(undecided).map(|cell| mined[cell]).min().unwrap_or(0)
    }

    /// Whether a cell that is free in a whole set tells its layouts apart. One that
    /// is open already does not.
    fn some_safe_cell_tells(&self, set: &[u64]) -> bool {
        bits(self.free_in_all(set)).any(|cell| {
            let number = self.number(cell, set[0]);
            set.iter().any(|&layout| self.number(cell, layout) != number)
        })
    }

    fn mined_in(&self, set: &[u64]) -> Vec<u32> {
        let mut counts = vec![0; self.near.len()];
        set.iter().for_each(|&layout| bits(layout).for_each(|cell| counts[cell] += 1));
        counts
    }

    fn mined_somewhere(&self, set: &[u64]) -> u64 {
        set.iter().fold(0, |all, layout| all | layout)
    }

    fn mined_everywhere(&self, set: &[u64]) -> u64 {
        set.iter().fold(u64::MAX, |all, layout| all & layout)
    }

    fn free_in_all(&self, set: &[u64]) -> u64 {
        self.board() & !self.mined_somewhere(set)
    }

    fn board(&self) -> u64 {
        u64::MAX >> (MOST_CELLS - self.shape.cells())
    }

    /// The number that a cell shows in a layout.
    fn number(&self, cell: usize, layout: u64) -> u32 {
        (self.near[cell] & layout).count_ones()
    }

    fn mark(&self, cell: usize, number: u32) -> u128 {
        self.marks[cell * MOST_CELLS as usize + number as usize]
    }

    fn open(&self, seen: &mut Seen, cell: usize, number: u32) {
        seen.open |= 1 << cell;
        for (key, symmetry) in seen.keys.iter_mut().zip(&self.symmetries) {
            *key ^= self.mark(symmetry[cell], number);
        }
    }
}

/// The places of the bits that are 1.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// In how many ways some are chosen out of all; nothing where that is too many to count.
fn binomial(all: u64, some: u64) -> Option<u64> {
    (0..some.min(all)).try_fold(1_u64, |ways, at| Some(ways.checked_mul(all - at)? / (at + 1)))
}

/// All words of so many bits of which so many are 1, ascending.
fn layouts(cells: u32, mines: u32) -> Vec<u64> {
    fn go_on(cell: u32, mines: u32, layout: u64, all: &mut Vec<u64>) {
        if mines == 0 {
            all.push(layout);
        } else if mines <= cell {
            go_on(cell - 1, mines, layout, all);
            go_on(cell - 1, mines - 1, layout | 1 << (cell - 1), all);
        }
    }
    let mut all = Vec::new();
    go_on(cells, mines, 0, &mut all);
    all
}

/// For each way to turn and mirror a board onto itself, where each cell goes.
fn symmetries(shape: &Shape) -> Vec<Vec<usize>> {
    let sizes = shape.sizes();
    let mut orders = vec![Vec::new()];
    for axis in 0..sizes.len() {
        let fits = |order: &Vec<usize>, at: usize| !order.contains(&at) && sizes[at] == sizes[axis];
        let more = |order: Vec<usize>| {
            let ways = (0..sizes.len()).filter(|&at| fits(&order, at)).collect::<Vec<_>>();
            ways.into_iter().map(move |at| order.iter().copied().chain([at]).collect::<Vec<usize>>())
        };
        orders = orders.into_iter().flat_map(more).collect();
    }
    let mut all = Vec::new();
    for order in &orders {
        for mirrored in 0..1_u32 << sizes.len() {
            let goes = |cell: u64| {
                let from = shape.coordinates(Cell(cell));
                let to: Vec<u64> = (0..sizes.len())
                    .map(|axis| {
                        let at = from[order[axis]];
                        if mirrored >> axis & 1 == 1 { sizes[axis] - 1 - at } else { at }
                    })
                    .collect();
                shape.cell(&to).map_or(0, |cell| cell.0 as usize)
            };
            let symmetry: Vec<usize> = (0..shape.cells()).map(goes).collect();
            if !all.contains(&symmetry) {
                all.push(symmetry);
            }
        }
    }
    all
}
