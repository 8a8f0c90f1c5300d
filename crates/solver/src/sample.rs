//! Layouts drawn from all that fit a position.

use std::cell::RefCell;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use omnisweep_engine::{Cell, Layout, Shape};

use crate::analysis::{AnalysisError, Mines};
use crate::join::Join;
use crate::position::Position;
use crate::solver::Solver;
use crate::state_graph::Seen;
use crate::weighed::Weighed;
use crate::weight::ExtendedFloat;

/// Draws layouts that fit a position, each as likely as any other (or by the
/// density, where the number of mines is not known). Where probabilities would be
/// estimates, they are drawn from some thousands of the states, and about as likely.
pub struct Sampler {
    shape: Shape,
    mines: Vec<Cell>,
    weighed: Weighed,
    join: Join<ExtendedFloat>,
    forwards: Vec<Vec<ExtendedFloat>>,
}

impl Sampler {
    /// Prepares to draw; a position that no layout fits is an error.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    pub fn new(position: &Position, mines: Mines) -> Result<Sampler, AnalysisError> {
        Sampler::with_free(position, mines, &[])
    }

    /// Prepares to draw from those layouts in which some closed cells have no
    /// mine.
    ///
    /// # Errors
    /// As of [`Solver::analyse`]; where a cell that is to be free is certainly a mine, too.
    ///
    /// # Panics
    /// Where the board has no such cell.
    pub fn with_free(position: &Position, mines: Mines, free: &[Cell]) -> Result<Sampler, AnalysisError> {
        let mut solver = Solver::new(position.shape());
        solver.load(position)?;
        free.iter().try_for_each(|&cell| solver.assume_free(cell))?;
        solver.sampler(mines)
    }

    pub(crate) fn on(shape: Shape, mines: Vec<Cell>, weighed: Weighed) -> Result<Sampler, AnalysisError> {
        let (join, forwards) = (weighed.wide()?, weighed.forwards());
        join.off_edge_result().ok_or(AnalysisError::MineCount)?;
        Ok(Sampler { shape, mines, weighed, join, forwards })
    }

    /// The layout of a seed: the same on every machine and in every version.
    ///
    /// # Panics
    /// Where there is no memory for a layout of the position's size.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Layout {
        let mut layout = Layout::new(self.shape.clone()).expect("memory for a board that is in memory");
        self.mines.iter().for_each(|&cell| _ = layout.insert(cell));
        self.many().draw(seed, |cell| _ = layout.insert(Cell(u64::from(cell))));
        layout
    }

    /// The same, for many layouts.
    pub(crate) fn many(&self) -> ManySamples<'_> {
        ManySamples { sampler: self, seen: Vec::new() }
    }
}

/// Draws many layouts: what was looked at for one is kept for the others.
pub(crate) struct ManySamples<'a> {
    sampler: &'a Sampler,
    seen: Vec<Seen>,
}

impl ManySamples<'_> {
    /// The mines of a seed that are not certain.
    pub fn draw(&mut self, seed: u64, mut lay: impl FnMut(u32)) {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let numbers = RefCell::new(ChaCha8Rng::from_seed(key));
        let Sampler { weighed, join, forwards, .. } = self.sampler;
        weighed.draw(
            join,
            forwards,
            &mut self.seen,
            |shares| pick(&mut numbers.borrow_mut(), shares),
            |cells, mines| choose(&mut numbers.borrow_mut(), cells, mines as usize, &mut lay),
        );
    }
}

/// One of several, by their shares.
fn pick(numbers: &mut ChaCha8Rng, shares: &[f64]) -> usize {
    // 53 bits: all that a number between 0 and 1 has.
    let mut at = (numbers.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut last = 0;
    for (index, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        last = index;
        if at < share {
            break;
        }
        at -= share;
    }
    last
}

/// So many of these cells, each choice as likely as any other.
fn choose(numbers: &mut ChaCha8Rng, cells: &[u32], count: usize, mut lay: impl FnMut(u32)) {
    // Thousands of layouts are drawn at once, and most groups have no mine.
    if count == 0 {
        return;
    }
    let mut cells = cells.to_vec();
    for at in 0..count.min(cells.len()) {
        let left = (cells.len() - at) as u128;
        let other = at + ((u128::from(numbers.next_u64()) * left) >> 64) as usize;
        cells.swap(at, other);
        lay(cells[at]);
    }
}
