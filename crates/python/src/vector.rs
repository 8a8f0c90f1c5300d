//! Many boards for environments, in arrays of NumPy's.

use std::sync::atomic::AtomicBool;

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use omnisweep_engine::RuleSet;
use omnisweep_session::{BoardSearch, GuessMode, Seed, Setup, words};
use omnisweep_solver::is_too_large;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::boards::{self, BoardSpec, Memory, Reset, Scratch, State, Step};
use crate::given::{GaveUp, room, shape, slice, wrong};
use crate::interrupt::{interruptible, thread_count};

/// With fewer cells than this for each thread, it is not worth having one: where
/// the solver is asked, and where it is not and a thread has hardly begun before
/// the others are done.
const CELLS_EACH: (usize, usize) = (1 << 10, 1 << 21);

/// Many boards. Arrays are flat here, and have their shape in Python.
#[pyclass(module = "omnisweep._native")]
pub struct Boards {
    spec: BoardSpec,
    states: Vec<State>,
    hidden: Vec<u8>,
    scratch: Vec<Scratch>,
    seen: Py<PyArray1<i8>>,
    mask: Py<PyArray1<i8>>,
    probabilities: Py<PyArray1<f32>>,
    last_seen: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f64>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    seeds: Py<PyArray1<u64>>,
    won: Py<PyArray1<bool>>,
    /// Actions that were chosen, and those before them, which a step may be about to make.
    chosen: Py<PyArray1<i64>>,
    chosen_before: Py<PyArray1<i64>>,
    /// The key by which the last step has chosen actions already.
    ahead: Option<u64>,
}

/// An array that was given, if it is large enough, or a new one.
fn array<T: Element>(
    py: Python<'_>,
    given: Option<Py<PyArray1<T>>>,
    len: usize,
) -> PyResult<Py<PyArray1<T>>> {
    match given {
        Some(array) => {
            let fits = array
                .bind(py)
                .try_readwrite()
                .is_ok_and(|array| array.as_slice().is_ok_and(|all| all.len() == len));
            if fits {
                Ok(array)
            } else {
                Err(wrong(format!("the array has to have {len} places in one piece, and be writable")))
            }
        }
        None => Ok(PyArray1::zeros(py, len, false).unbind()),
    }
}

fn write<'py, T: Element>(py: Python<'py>, array: &Py<PyArray1<T>>) -> PyResult<PyReadwriteArray1<'py, T>> {
    array.bind(py).try_readwrite().map_err(|_| wrong("an array of the environment is in use elsewhere"))
}

/// What boards there are to be, if there can be such ones.
pub fn spec(
    sizes: &[u64],
    mines: u64,
    first: &str,
    no_guess: bool,
    flags: bool,
    reward: &str,
    reset: &str,
    most_moves: Option<u32>,
    probabilities: bool,
) -> PyResult<BoardSpec> {
    let shape = shape(sizes)?;
    let mut setup = Setup::new(RuleSet::Modern, shape.clone(), mines, Some(Seed::new(0)));
    setup.first = first.parse().map_err(wrong)?;
    let first = setup.first;
    let setup = setup.with_guess(if no_guess { GuessMode::Never } else { GuessMode::Ordinary });
    // The session says whether there is such a game.
    omnisweep_session::Session::new(setup).map_err(wrong)?;
    let mut spec = BoardSpec::new(shape, mines, first)
        .ok_or_else(|| wrong("an environment's board has at most four dimensions above 1, and 2^24 cells"))?;
    (spec.no_guess, spec.flags, spec.probabilities) = (no_guess, flags, probabilities);
    (spec.reward, spec.reset) = (reward.parse().map_err(wrong)?, reset.parse().map_err(wrong)?);
    spec.most_moves = most_moves.unwrap_or(u32::MAX);
    if (spec.needs_probabilities() || no_guess) && is_too_large(&spec.shape) {
        return Err(wrong("the board is too large for the solver"));
    }
    Ok(spec)
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (sizes, mines, *, first, no_guess, flags, reward, reset, most_moves, probabilities, boards, threads, seen=None, mask=None))]
    fn new(
        py: Python<'_>,
        sizes: Vec<u64>,
        mines: u64,
        first: &str,
        no_guess: bool,
        flags: bool,
        reward: &str,
        reset: &str,
        most_moves: Option<u32>,
        probabilities: bool,
        boards: usize,
        threads: Option<usize>,
        seen: Option<Py<PyArray1<i8>>>,
        mask: Option<Py<PyArray1<i8>>>,
    ) -> PyResult<Boards> {
        let spec = spec(&sizes, mines, first, no_guess, flags, reward, reset, most_moves, probabilities)?;
        let (cells, actions) = (spec.cells(), spec.actions());
        // NumPy is not asked where there is no room: it would not say so politely.
        let bytes = boards.checked_mul(spec.places() + 8 * actions + 64);
        if bytes.is_none_or(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_err()) {
            return Err(PyMemoryError::new_err("there is no memory for so many boards"));
        }
        let hidden = room(0, (boards * spec.places()) as u64)?;
        let each = if spec.needs_probabilities() || no_guess { CELLS_EACH.0 } else { CELLS_EACH.1 };
        let threads = match threads {
            None => thread_count(None).min(boards * cells / each + 1),
            threads => thread_count(threads),
        };
        let threads = threads.min(boards.max(1));
        let mut made = Boards {
            states: room(State::default(), boards as u64)?,
            hidden,
            scratch: (0..threads).map(|_| Scratch::default()).collect(),
            seen: array(py, seen, boards * cells)?,
            mask: array(py, mask, boards * actions)?,
            probabilities: array(py, None, if spec.needs_probabilities() { boards * cells } else { 0 })?,
            last_seen: array(py, None, if spec.reset == Reset::SameStep { boards * cells } else { 0 })?,
            rewards: array(py, None, boards)?,
            terminated: array(py, None, boards)?,
            truncated: array(py, None, boards)?,
            seeds: array(py, None, boards)?,
            won: array(py, None, boards)?,
            chosen: array(py, None, boards)?,
            chosen_before: array(py, None, boards)?,
            ahead: None,
            spec,
        };
        made.reset(py, vec![Some(0); boards], None)?;
        Ok(made)
    }

    /// The arrays: what is seen, what may be done, how likely mines are, what was
    /// seen last, rewards, terminated, truncated, seeds, won.
    #[getter]
    fn arrays(
        &self,
        py: Python<'_>,
    ) -> (
        Py<PyArray1<i8>>,
        Py<PyArray1<i8>>,
        Py<PyArray1<f32>>,
        Py<PyArray1<i8>>,
        Py<PyArray1<f64>>,
        Py<PyArray1<bool>>,
        Py<PyArray1<bool>>,
        Py<PyArray1<u64>>,
        Py<PyArray1<bool>>,
    ) {
        (
            self.seen.clone_ref(py),
            self.mask.clone_ref(py),
            self.probabilities.clone_ref(py),
            self.last_seen.clone_ref(py),
            self.rewards.clone_ref(py),
            self.terminated.clone_ref(py),
            self.truncated.clone_ref(py),
            self.seeds.clone_ref(py),
            self.won.clone_ref(py),
        )
    }

    /// Begins games anew: all, or those of which the mask is true.
    #[pyo3(signature = (seeds, wanted=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        wanted: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let wanted = wanted.as_ref().map(slice).transpose()?;
        self.ahead = None;
        let boards = self.states.len();
        if seeds.len() != boards || wanted.is_some_and(|wanted| wanted.len() != boards) {
            return Err(wrong(format!("there are {boards} boards")));
        }
        let Boards { spec, states, hidden, .. } = self;
        let (mut seen, mut mask, mut probabilities) =
            (write(py, &self.seen)?, write(py, &self.mask)?, write(py, &self.probabilities)?);
        let mut memory = Memory {
            states,
            hidden,
            seen: seen.as_slice_mut().map_err(wrong)?,
            mask: mask.as_slice_mut().map_err(wrong)?,
            probabilities: probabilities.as_slice_mut().map_err(wrong)?,
            last_seen: &mut [],
        };
        memory.reset(spec, |board| wanted.is_none_or(|wanted| wanted[board]), &seeds);
        let mut told = write(py, &self.seeds)?;
        let told = told.as_slice_mut().map_err(wrong)?;
        told.iter_mut().zip(&self.states).for_each(|(seed, state)| *seed = state.seed);
        Ok(())
    }

    /// Makes a move on each board, and chooses for [`Boards::sample`] by the key with
    /// which it is about to be called, if it is.
    #[pyo3(signature = (actions, ahead=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        ahead: Option<u64>,
    ) -> PyResult<()> {
        let actions = slice(&actions)?;
        self.ahead = None;
        if actions.len() != self.states.len() {
            return Err(wrong(format!(
                "there are {} boards, and so many actions are needed",
                self.states.len()
            )));
        }
        std::mem::swap(&mut self.chosen, &mut self.chosen_before);
        let Boards { spec, states, hidden, scratch, .. } = self;
        if spec.reset == Reset::Disabled
            && let Some(board) = states.iter().position(|state| state.over)
        {
            return Err(wrong(format!("the game of board {board} is over: it has to be reset")));
        }
        let (mut seen, mut mask, mut probabilities, mut last_seen) = (
            write(py, &self.seen)?,
            write(py, &self.mask)?,
            write(py, &self.probabilities)?,
            write(py, &self.last_seen)?,
        );
        let (mut rewards, mut terminated, mut truncated) =
            (write(py, &self.rewards)?, write(py, &self.terminated)?, write(py, &self.truncated)?);
        let (mut seeds, mut won) = (write(py, &self.seeds)?, write(py, &self.won)?);
        let mut chosen = ahead.and_then(|_| write(py, &self.chosen).ok());
        let chosen: &mut [i64] = match &mut chosen {
            Some(chosen) => chosen.as_slice_mut().map_err(wrong)?,
            None => &mut [],
        };
        let chooses = !chosen.is_empty();
        let memory = Memory {
            states,
            hidden,
            seen: seen.as_slice_mut().map_err(wrong)?,
            mask: mask.as_slice_mut().map_err(wrong)?,
            probabilities: probabilities.as_slice_mut().map_err(wrong)?,
            last_seen: last_seen.as_slice_mut().map_err(wrong)?,
        };
        let step = Step {
            actions,
            rewards: rewards.as_slice_mut().map_err(wrong)?,
            terminated: terminated.as_slice_mut().map_err(wrong)?,
            truncated: truncated.as_slice_mut().map_err(wrong)?,
            seeds: seeds.as_slice_mut().map_err(wrong)?,
            won: won.as_slice_mut().map_err(wrong)?,
            chosen,
            key: ahead.unwrap_or(0),
        };
        if spec.no_guess {
            // A search can take long.
            interruptible(py, |stop| share(spec, memory, step, scratch, stop))?;
            if scratch.iter_mut().any(|scratch| std::mem::take(&mut scratch.gave_up)) {
                return Err(GaveUp::new_err(words::given_up(BoardSearch::TIME_LIMIT_MS)));
            }
        } else if scratch.len() > 1 || spec.needs_probabilities() {
            py.detach(|| share(spec, memory, step, scratch, &AtomicBool::new(false)));
        } else {
            share(spec, memory, step, scratch, &AtomicBool::new(false));
        }
        self.ahead = ahead.filter(|_| chooses);
        Ok(())
    }

    /// One of the actions that may be done on each board, by a number; in an array that
    /// the step after the next changes.
    fn sample(&mut self, py: Python<'_>, key: u64) -> PyResult<Py<PyArray1<i64>>> {
        if self.ahead == Some(key) {
            return Ok(self.chosen.clone_ref(py));
        }
        self.ahead = None;
        let mask = self.mask.bind(py).try_readonly().map_err(wrong)?;
        let mut chosen = write(py, &self.chosen)?;
        let chosen = chosen.as_slice_mut().map_err(wrong)?;
        let masks = slice(&mask)?.chunks_exact(self.spec.actions());
        for ((chosen, mask), board) in chosen.iter_mut().zip(masks).zip(0..) {
            *chosen = boards::sample(mask, key.wrapping_add(board));
        }
        Ok(self.chosen.clone_ref(py))
    }

    /// How many channels a position of this kind has.
    fn channels(&self) -> usize {
        boards::channels(self.spec.most(), self.spec.flags)
    }
}

/// A step of all boards, shared among as many threads as there is scratch for.
fn share(spec: &BoardSpec, memory: Memory<'_>, step: Step<'_>, scratch: &mut [Scratch], stop: &AtomicBool) {
    let each = memory.states.len().div_ceil(scratch.len().max(1)).max(1);
    let Some((mine, others)) = scratch.split_first_mut() else { return };
    std::thread::scope(|scope| {
        let boards = each.min(memory.states.len());
        let (mut first, mut memory) = memory.split(spec, boards);
        let (first_step, mut step) = step.split(boards);
        for scratch in others {
            let boards = each.min(memory.states.len());
            let (mut part, rest) = memory.split(spec, boards);
            let (part_step, rest_step) = step.split(boards);
            (memory, step) = (rest, rest_step);
            scope.spawn(move || part.step(spec, part_step, scratch, stop));
        }
        first.step(spec, first_step, mine, stop);
    });
}

/// Positions as channels of 0 and 1, written into an array.
#[pyfunction]
pub fn one_hot(
    py: Python<'_>,
    seen: PyReadonlyArray1<'_, i8>,
    cells: usize,
    most: usize,
    flags: bool,
    mut out: PyReadwriteArray1<'_, u8>,
) -> PyResult<()> {
    let seen = slice(&seen)?;
    let out = out.as_slice_mut().map_err(wrong)?;
    if cells == 0 || most > 127 || seen.len().checked_mul(boards::channels(most, flags)) != Some(out.len()) {
        return Err(wrong("the channels are not of their size"));
    }
    py.detach(|| boards::one_hot(seen, cells, most, flags, out));
    Ok(())
}
