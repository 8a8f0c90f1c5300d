//! One board for an environment, in memory of its own: a step is one call.

use std::sync::atomic::AtomicBool;

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods};
use omnisweep_session::{BoardSearch, words};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::boards::{self, BoardSpec, Memory, Scratch, State, Step};
use crate::given::{GaveUp, wrong};
use crate::interrupt::interruptible;
use crate::vector::spec;

/// One board.
#[pyclass(module = "omnisweep._native")]
pub struct Board {
    spec: BoardSpec,
    state: [State; 1],
    hidden: Vec<u8>,
    seen: Vec<i8>,
    mask: Vec<i8>,
    probabilities: Vec<f32>,
    scratch: Scratch,
    /// The shape of what is seen, and of its channels if those are wanted.
    sizes: Vec<usize>,
    channels: Option<Vec<usize>>,
}

fn array<'py, T: Element>(
    py: Python<'py>,
    values: &[T],
    sizes: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    PyArray1::from_slice(py, values).reshape(sizes)
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (sizes, mines, *, first, no_guess, flags, reward, most_moves, probabilities, one_hot))]
    fn new(
        sizes: Vec<u64>,
        mines: u64,
        first: &str,
        no_guess: bool,
        flags: bool,
        reward: &str,
        most_moves: Option<u32>,
        probabilities: bool,
        one_hot: bool,
    ) -> PyResult<Board> {
        let spec =
            spec(&sizes, mines, first, no_guess, flags, reward, "Disabled", most_moves, probabilities)?;
        let sizes: Vec<usize> = sizes.into_iter().map(|size| size as usize).collect();
        let channels = [&[boards::channels(spec.most(), flags)], &sizes[..]].concat();
        let mut board = Board {
            state: [State::default()],
            hidden: vec![0; spec.places()],
            seen: vec![0; spec.cells()],
            mask: vec![0; spec.actions()],
            probabilities: vec![0.0; if spec.needs_probabilities() { spec.cells() } else { 0 }],
            scratch: Scratch::default(),
            channels: one_hot.then_some(channels),
            spec,
            sizes,
        };
        board.restart(Some(0));
        Ok(board)
    }

    /// Begins a game: what is seen, and what there is to know of it.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        self.restart(seed);
        Ok((self.observed(py)?, self.info(py)?))
    }

    /// Makes a move: what is seen, the reward, whether the game is decided or broken
    /// off, and what there is to know of it.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: i64,
    ) -> PyResult<(Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>)> {
        if self.state[0].over {
            return Err(wrong("the game is over: it has to be reset"));
        }
        let (mut rewards, mut terminated, mut truncated) = ([0.0], [false], [false]);
        let Board { spec, state, hidden, seen, mask, probabilities, scratch, .. } = self;
        let mut memory = Memory { states: state, hidden, seen, mask, probabilities, last_seen: &mut [] };
        let step = Step {
            actions: &[action],
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
            seeds: &mut [0],
            won: &mut [false],
            chosen: &mut [],
            key: 0,
        };
        if spec.no_guess {
            interruptible(py, |stop| memory.step(spec, step, scratch, stop))?;
            if std::mem::take(&mut scratch.gave_up) {
                return Err(GaveUp::new_err(words::given_up(BoardSearch::TIME_LIMIT_MS)));
            }
        } else {
            memory.step(spec, step, scratch, &AtomicBool::new(false));
        }
        Ok((self.observed(py)?, rewards[0], terminated[0], truncated[0], self.info(py)?))
    }

    /// One of the actions that may be done, by a number.
    fn sample(&self, key: u64) -> i64 {
        boards::sample(&self.mask, key)
    }

    /// What is seen, as numbers.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        array(py, &self.seen, &self.sizes)
    }

    /// The largest number that a cell can have.
    fn most(&self) -> usize {
        self.spec.most()
    }
}

impl Board {
    fn restart(&mut self, seed: Option<u64>) {
        let Board { spec, state, hidden, seen, mask, probabilities, .. } = self;
        let mut memory = Memory { states: state, hidden, seen, mask, probabilities, last_seen: &mut [] };
        memory.reset(spec, |_| true, &[seed]);
    }

    fn observed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(sizes) = &self.channels else { return Ok(self.view(py)?.into_any()) };
        let mut out = vec![0; sizes.iter().product()];
        boards::one_hot(&self.seen, self.spec.cells(), self.spec.most(), self.spec.flags, &mut out);
        Ok(array(py, &out, sizes)?.into_any())
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, &self.mask))?;
        info.set_item(intern!(py, "seed"), self.state[0].seed)?;
        if self.spec.probabilities {
            info.set_item(intern!(py, "probabilities"), array(py, &self.probabilities, &self.sizes)?)?;
        }
        Ok(info)
    }
}
