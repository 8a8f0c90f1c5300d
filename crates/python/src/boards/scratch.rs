//! What a thread needs to play boards, and keeps from one to the next.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use omnisweep_engine::{Cell, Layout, random};
use omnisweep_session::BoardSearch;
use omnisweep_solver::{Method, Mines, NoGuess, Position, Seen, Solver};

use super::draw::Draw;
use super::{BoardSpec, UNKNOWN};

/// What a thread needs to play boards.
#[derive(Debug, Default)]
pub struct Scratch {
    draw: Draw,
    waiting: Vec<u32>,
    /// Makers of boards without guessing, by their first cell.
    makers: HashMap<usize, NoGuess>,
    solver: Option<Solver>,
    /// Whether a search was given up, or stopped.
    pub gave_up: bool,
}

impl Scratch {
    /// Memory for the places around which a flood has to look.
    pub(super) fn waiting(&mut self) -> &mut Vec<u32> {
        &mut self.waiting
    }

    /// Lays the board that a first cell and a seed stand for, as the session has it.
    /// Says no where the search is stopped or given up, or there is no memory.
    pub(super) fn lay(
        &mut self,
        spec: &BoardSpec,
        first: usize,
        seed: u64,
        hidden: &mut [u8],
        stop: &AtomicBool,
    ) -> bool {
        let made;
        let zone = match spec.zones.get(first) {
            Some(zone) => zone,
            None => {
                made = spec.first.keeps_free(&spec.shape, Cell(first as u64));
                &made
            }
        };
        if spec.drawn_here && !spec.no_guess {
            spec.grid.fill(hidden, self.draw.mines(spec.shape.cells(), spec.mines, zone, seed));
            return true;
        }
        let layout = match spec.no_guess {
            true => self.search(spec, first, seed, stop),
            false => random::draw(&spec.shape, spec.mines, zone, seed).ok(),
        };
        let Some(layout) = layout else { return false };
        spec.grid.fill(hidden, layout.mines());
        true
    }

    /// Searches for a board without guessing.
    fn search(&mut self, spec: &BoardSpec, first: usize, seed: u64, stop: &AtomicBool) -> Option<Layout> {
        // Each knows the map of the board: few are kept.
        if self.makers.len() > 512 {
            self.makers.clear();
        }
        let maker = match self.makers.entry(first) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let method = Method::for_board(&spec.shape, spec.mines);
                new.insert(NoGuess::new(&spec.shape, spec.mines, Cell(first as u64), method).ok()?)
            }
        };
        let start = Instant::now();
        let patience = Duration::from_millis(BoardSearch::TIME_LIMIT_MS);
        let go_on = || !stop.load(Ordering::Relaxed) && start.elapsed() < patience;
        let found = (0..).take_while(|_| go_on()).find_map(|attempt| maker.attempt(seed, attempt, go_on));
        self.gave_up |= found.is_none();
        found
    }

    /// Says how likely each cell is a mine. Nobody can say of closed ones where the
    /// game is decided, and where the position is too large.
    pub(super) fn weigh(&mut self, spec: &BoardSpec, seen: &[i8], probabilities: &mut [f32], decided: bool) {
        let analysis = (!decided).then(|| {
            let see = |&seen: &i8| u32::try_from(seen).map_or(Seen::Closed, Seen::Number);
            let position = Position::new(spec.shape.clone(), seen.iter().map(see).collect())?;
            let solver = self.solver.get_or_insert_with(|| Solver::new(&spec.shape));
            solver.load(&position).and_then(|()| solver.analyse(Mines::Total(spec.mines))).ok()
        });
        match analysis.flatten() {
            Some(analysis) => {
                let all = probabilities.iter_mut().zip(analysis.probabilities());
                all.for_each(|(label, chance)| *label = chance.map_or(0.0, |chance| chance as f32));
            }
            None => {
                let all = probabilities.iter_mut().zip(seen);
                all.for_each(|(label, &seen)| *label = if seen < 0 { UNKNOWN } else { 0.0 });
            }
        }
    }
}
