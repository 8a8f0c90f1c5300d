//! Boards that need no guess.
//!
//! There are two methods. *Drawing* draws boards until logic solves one: each
//! board that needs no guess is as likely as any other. *Repair* takes a board on
//! which logic ends and moves mines where it ends, until it does not end any
//! more; that is for dense and for large boards, of which drawing would not see
//! one in a lifetime.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use omnisweep_engine::{Cell, Layout, Shape, Zone, random};
use thiserror::Error;

use crate::adjacency::{Adjacency, is_too_large};
use crate::effort::Effort;
use crate::grade::Grade;
use crate::knowledge::Known;
use crate::logic::{Logic, LogicResult};

/// The name of the way boards without guessing are made, of a grade or of any: an attempt
/// and a seed give the same board on every machine and in every version. What grade a
/// board has is part of it, so another measure will be another name. Boards of more than two
/// dimensions are made in a way of their own.
#[must_use]
pub fn generator(shape: &Shape, grade: Option<Grade>) -> &'static str {
    match (grade, shape.is_flat()) {
        (None, true) => "no-guess-1",
        (Some(Grade::Easy), true) => "no-guess-easy-1",
        (Some(Grade::Medium), true) => "no-guess-medium-1",
        (Some(Grade::Hard), true) => "no-guess-hard-1",
        (Some(Grade::Extreme), true) => "no-guess-extreme-1",
        (None, false) => "no-guess-nd-1",
        (Some(Grade::Easy), false) => "no-guess-nd-easy-1",
        (Some(Grade::Medium), false) => "no-guess-nd-medium-1",
        (Some(Grade::Hard), false) => "no-guess-nd-hard-1",
        (Some(Grade::Extreme), false) => "no-guess-nd-extreme-1",
    }
}

/// The grade of the boards that a generator makes, if it makes boards of one.
#[must_use]
pub fn grade_of(generator: &str) -> Option<Grade> {
    let name = generator.strip_prefix("no-guess-")?.strip_suffix("-1")?;
    name.strip_prefix("nd-").unwrap_or(name).parse().ok()
}

/// How boards that need no guess are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Method {
    /// Drawn until one passes.
    Draw,
    /// Drawn, and mines moved where logic ends.
    Repair,
}

impl Method {
    /// The method that suits a board: drawing, unless too few boards would pass.
    #[must_use]
    pub fn for_board(shape: &Shape, mines: u64) -> Method {
        let (cells, mines) = (shape.cells() as f64, mines as f64);
        // How many guesses a board is about to need grows with its size, and fast with
        // its density.
        let density = mines / cells;
        // In more than two dimensions even sparse boards end in a guess somewhere, or none needs one.
        if !shape.is_flat() || cells * (density / 0.2).powi(5) > 1000.0 {
            Method::Repair
        } else {
            Method::Draw
        }
    }
}

/// Why there can be no such board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoGuessError {
    /// Too many mines for the board and its first cell.
    #[error("{mines} mines are too many: the board has room for {room} beside the first cell")]
    Mines {
        /// The mines asked for.
        mines: u64,
        /// How many fit.
        room: u64,
    },
    /// A first cell that is not on the board.
    #[error("the first cell is not on the board")]
    Start,
    /// A board that is too large to be analysed.
    #[error("the board is too large to be searched for guesses")]
    Large,
}

/// Makes boards that need no guess.
#[derive(Clone, Debug)]
pub struct NoGuess {
    shape: Shape,
    mines: u64,
    first: Cell,
    zone: Zone,
    method: Method,
    /// The grade that is wanted, if any.
    grade: Option<Grade>,
    logic: Logic,
}

impl NoGuess {
    /// Prepares to make boards that logic solves from a first cell. That cell is
    /// an opening, if there is room for one, else just safe.
    ///
    /// # Errors
    /// Where the mines do not fit, the first cell is not on the board, or the board is too large.
    pub fn new(shape: &Shape, mines: u64, first: Cell, method: Method) -> Result<NoGuess, NoGuessError> {
        if first.0 >= shape.cells() {
            return Err(NoGuessError::Start);
        }
        if is_too_large(shape) {
            return Err(NoGuessError::Large);
        }
        let opening = Zone::new(shape.neighbours(first).chain([first]));
        let room = shape.cells() - 1;
        let zone = match mines {
            mines if mines > room => return Err(NoGuessError::Mines { mines, room }),
            mines if mines <= shape.cells() - opening.cells().len() as u64 => opening,
            _ => Zone::new([first]),
        };
        let mut logic = Logic::on(Arc::new(Adjacency::new(shape)));
        // Another board is drawn sooner than a hard position is worked out.
        if !shape.is_flat() {
            logic.solver.effort = Effort::SMALL;
        }
        Ok(NoGuess { shape: shape.clone(), mines, first, zone, method, grade: None, logic })
    }

    /// Only boards of a grade.
    #[must_use]
    pub fn of_grade(self, grade: Option<Grade>) -> NoGuess {
        NoGuess { grade, ..self }
    }

    /// The first cell, unless another is given: the one in the middle. In more than two dimensions it may touch all
    /// others, and show nothing but how many mines there are: then it is a corner.
    #[must_use]
    pub fn start(shape: &Shape) -> Cell {
        let centre = NoGuess::centre(shape);
        let touches_all = shape.neighbours(centre).count() as u64 + 1 == shape.cells();
        if touches_all && !shape.is_flat() { Cell(0) } else { centre }
    }

    /// The cell in the middle of a board.
    #[must_use]
    pub fn centre(shape: &Shape) -> Cell {
        let middle: Vec<u64> = shape.sizes().iter().map(|size| size / 2).collect();
        shape.cell(&middle).unwrap_or(Cell(0))
    }

    /// Tries to make a board: a seed and the number of the attempt give the same
    /// board, or none, for ever. Calls `go_on` now and then in a long search, and gives up where it returns false.
    pub fn attempt(&mut self, seed: u64, number: u64, go_on: impl FnMut() -> bool) -> Option<Layout> {
        let seed = random::splitmix64(seed ^ random::splitmix64(number));
        let layout = match self.method {
            Method::Draw => self.drawn(seed)?,
            Method::Repair => self.repaired(seed, go_on)?,
        };
        if let Some(grade) = self.grade {
            self.logic.load(&layout);
            let steps = self.logic.steps(self.first, grade)?;
            return (steps.grade() == grade).then_some(layout);
        }
        Some(layout)
    }

    /// A board as it is drawn, if it needs no guess.
    fn drawn(&mut self, seed: u64) -> Option<Layout> {
        // There is room: that was seen to.
        let layout = random::draw(&self.shape, self.mines, &self.zone, seed).ok()?;
        self.logic.load(&layout);
        if self.logic.is_hopeless(self.first) {
            return None;
        }
        // Where pairs have to suffice, who counts them sees that soonest.
        let pairs = self.grade.is_some_and(|grade| grade <= Grade::Medium);
        (pairs || self.logic.play(self.first) == LogicResult::Solved).then_some(layout)
    }

    /// A board whose mines are moved where logic ends, until it does not.
    fn repaired(&mut self, seed: u64, mut go_on: impl FnMut() -> bool) -> Option<Layout> {
        let layout = random::draw(&self.shape, self.mines, &self.zone, seed).ok()?;
        self.logic.load(&layout);
        let mut end = self.logic.play(self.first);
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        // As long as mines had to be moved, what logic found before may need them where
        // they were: it starts again.
        for _round in 0..MOST_ROUNDS {
            let mut moved = false;
            while end == LogicResult::Guess {
                if !go_on() || !self.repair(&mut numbers) {
                    return None;
                }
                moved = true;
                end = self.logic.go_on().unwrap_or(LogicResult::Unknown);
            }
            if end == LogicResult::Unknown {
                return None;
            }
            if !moved {
                let mines = (0..).map(Cell).zip(&self.logic.mined).filter(|(_, mined)| **mined);
                return Layout::with_mines(self.shape.clone(), mines.map(|(cell, _)| cell)).ok();
            }
            self.logic.restart();
            end = self.logic.play(self.first);
        }
        None
    }

    /// Moves mines so that a number where logic ends has all its mines, or has
    /// only mines around it. Says if that was possible.
    fn repair(&mut self, numbers: &mut ChaCha8Rng) -> bool {
        let knowledge = &self.logic.solver.knowledge;
        let (map, known) = (Arc::clone(knowledge.adjacency()), knowledge.known());
        let mut below = |limit: usize| ((u128::from(numbers.next_u64()) * limit as u128) >> 64) as usize;
        let active: Vec<u32> = (0..known.len() as u32).filter(|&cell| knowledge.is_active(cell)).collect();
        let undecided: Vec<u32> =
            (0..known.len() as u32).filter(|&cell| known[cell as usize] == Known::Undecided).collect();
        if active.is_empty() {
            return false;
        }
        let number = active[below(active.len())];
        let around: Vec<u32> = map
            .near(number)
            .iter()
            .copied()
            .filter(|&cell| known[cell as usize] == Known::Undecided)
            .collect();
        let lacks = knowledge.numbers()[number as usize].lacks as usize;
        // Whichever moves fewer mines.
        let fill = around.len() - lacks < lacks;
        // First come cells that touch no number, then others.
        let off_edge = |cell: u32| map.near(cell).iter().all(|&near| known[near as usize] != Known::Open);
        let mined = &self.logic.mined;
        let fits =
            |cell: &u32| mined[*cell as usize] == fill && map.near(number).binary_search(cell).is_err();
        let (mut far, mut near): (Vec<u32>, Vec<u32>) =
            undecided.into_iter().filter(fits).partition(|&cell| off_edge(cell));
        let changing: Vec<u32> = around.into_iter().filter(|&cell| mined[cell as usize] != fill).collect();
        if changing.len() > far.len() + near.len() {
            return false;
        }
        let moves: Vec<(u32, u32)> = changing
            .into_iter()
            .map(|cell| {
                let others = if far.is_empty() { &mut near } else { &mut far };
                let other = others.swap_remove(below(others.len()));
                if fill { (other, cell) } else { (cell, other) }
            })
            .collect();
        moves.into_iter().for_each(|(from, to)| self.logic.move_mine(from, to));
        true
    }
}

/// How often a board is begun again before it is given up.
const MOST_ROUNDS: usize = 60;
