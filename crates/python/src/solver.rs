//! The solver: what positions prove, boards that need no guess, players.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use numpy::{PyArray1, PyReadonlyArray1};
use omnisweep_engine::{Cell, FirstCell, Shape, Zone, random};
use omnisweep_session::words;
use omnisweep_solver::{
    AnalysisError, Logic, LogicResult, Method, Mines, NoGuess, Position, Proof, Seen, Skill, Solver,
    is_too_large,
};
use pyo3::prelude::*;

use crate::given::{GaveUp, layout, mined, mines, no_analysis, on_board, position, shape, slice, wrong};
use crate::interrupt::{each, interruptible, thread_count};

/// What a position proves: for each cell how likely it is a mine (not a number
/// where it is open), and whether that is certain (1 a mine, -1 none); the cell to
/// open, its risk and why; the common logarithm of the number of layouts; where chances
/// are estimates, how far they may be off.
#[pyfunction]
#[pyo3(signature = (sizes, view, total, density))]
pub fn analyse<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    view: PyReadonlyArray1<'_, i32>,
    total: Option<u64>,
    density: f64,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i8>>, Option<(u64, f64)>, f64, Option<f64>)> {
    let position = position(&shape(&sizes)?, slice(&view)?)?;
    let mines = mines(total, density);
    let analysis = py.detach(|| omnisweep_solver::analyse(&position, mines)).map_err(no_analysis)?;
    let mut certain = vec![0; position.cells().len()];
    let chances = analysis.probabilities().iter().map(|chance| chance.unwrap_or(f64::NAN)).collect();
    analysis.safe().iter().for_each(|cell| certain[cell.0 as usize] = -1);
    analysis.mines().iter().for_each(|cell| certain[cell.0 as usize] = 1);
    let best = analysis.safest().map(|(cell, risk)| (cell.0, risk));
    let error = analysis.estimated().map(|estimated| estimated.error);
    let (chances, certain) = (PyArray1::from_vec(py, chances), PyArray1::from_vec(py, certain));
    Ok((chances, certain, best, analysis.log10_layouts(), error))
}

/// The same of many positions of one shape: chances, what is certain, and how far each
/// may be off: not at all where it is exact, and not a number where it could not be worked
/// out. By threads, without Python's lock.
#[pyfunction]
#[pyo3(signature = (sizes, views, total, density, threads=None))]
pub fn analyse_many<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    views: PyReadonlyArray1<'_, i32>,
    total: Option<u64>,
    density: f64,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<f64>>)> {
    let (shape, views) = (shape(&sizes)?, slice(&views)?);
    let (cells, mines) = (shape.cells() as usize, mines(total, density));
    if !views.len().is_multiple_of(cells) {
        return Err(wrong("the positions are not of their size"));
    }
    let positions: Vec<Position> =
        views.chunks_exact(cells).map(|view| position(&shape, view)).collect::<PyResult<_>>()?;
    let solved = interruptible(py, |stop| {
        each(
            0..positions.len() as u64,
            thread_count(threads),
            stop,
            || Solver::new(&shape),
            |number, solver| {
                let loaded = solver.load(&positions[number as usize]);
                loaded.and_then(|()| solver.analyse(mines))
            },
        )
    })?;
    let (mut chances, mut certain) = (vec![f64::NAN; views.len()], vec![0; views.len()]);
    let mut errors = vec![f64::NAN; positions.len()];
    for (number, analysis) in solved.into_iter().enumerate() {
        let analysis = match analysis {
            Err(AnalysisError::TooLarge) => continue,
            Err(error) => return Err(wrong(format!("position {number}: {error}"))),
            Ok(analysis) => analysis,
        };
        errors[number] = analysis.estimated().map_or(0.0, |estimated| estimated.error);
        let from = number * cells;
        for (cell, chance) in analysis.probabilities().iter().enumerate() {
            chances[from + cell] = chance.unwrap_or(f64::NAN);
        }
        analysis.safe().iter().for_each(|cell| certain[from + cell.0 as usize] = -1);
        analysis.mines().iter().for_each(|cell| certain[from + cell.0 as usize] = 1);
    }
    Ok((PyArray1::from_vec(py, chances), PyArray1::from_vec(py, certain), PyArray1::from_vec(py, errors)))
}

/// What proves that a cell is a mine or none: whether it is one, the numbers that
/// prove it, whether the number of mines is needed, a text, and its steps: each with
/// its kind, a line, and the cells that it says are safe, and mines.
type Proved = (bool, Vec<u64>, bool, String, Vec<(&'static str, String, Vec<u64>, Vec<u64>)>);

/// The easiest proof of what a cell is.
#[pyfunction]
#[pyo3(signature = (sizes, view, total, density, cell))]
pub fn explain(
    py: Python<'_>,
    sizes: Vec<u64>,
    view: PyReadonlyArray1<'_, i32>,
    total: Option<u64>,
    density: f64,
    cell: u64,
) -> PyResult<Option<Proved>> {
    let shape = shape(&sizes)?;
    let (position, mines) = (position(&shape, slice(&view)?)?, mines(total, density));
    let cell = on_board(&shape, cell)?;
    let proof = py.detach(|| omnisweep_solver::prove(&position, mines, cell));
    Ok(proof.map(|proof| proved(&proof, &position, mines)))
}

fn proved(proof: &Proof, position: &Position, mines: Mines) -> Proved {
    let cells = |cells: &[Cell]| cells.iter().map(|cell| cell.0).collect::<Vec<_>>();
    let step = |number: usize| {
        let step = &proof.steps[number];
        let line = words::step(proof, number, position, mines);
        (step.kind().key(), line, cells(&step.safe), cells(&step.mines))
    };
    let text = words::proof(proof, position, mines);
    (proof.mine, cells(&proof.numbers()), proof.counts(), text, (0..proof.steps.len()).map(step).collect())
}

/// That no cell is certain, and which one is the best, as a sentence.
#[pyfunction]
pub fn least(sizes: Vec<u64>, cell: u64, risk: f64) -> PyResult<String> {
    let shape = shape(&sizes)?;
    Ok(words::least(&shape, on_board(&shape, cell)?, risk))
}

/// For each cell how likely the game is won if it is opened and played from there
/// as well as can be (not a number where it is certain); nothing where that cannot
/// be said exactly.
#[pyfunction]
pub fn chances<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    view: PyReadonlyArray1<'_, i32>,
    total: u64,
) -> PyResult<Option<Bound<'py, PyArray1<f64>>>> {
    let shape = shape(&sizes)?;
    let position = position(&shape, slice(&view)?)?;
    let each = py.detach(|| {
        let mut solver = Solver::new(&shape);
        solver.load(&position)?;
        solver.win_chances(total)
    });
    Ok(each.map_err(no_analysis)?.map(|each| {
        let mut chances = vec![f64::NAN; shape.cells() as usize];
        each.into_iter().for_each(|(cell, chance)| chances[cell.0 as usize] = chance);
        PyArray1::from_vec(py, chances)
    }))
}

/// A board as `omnisweep generate` makes it: where its mines are, and its first
/// cell.
#[pyfunction]
#[pyo3(signature = (sizes, mines, *, start, no_guess, seed, limit, threads=None))]
pub fn generate<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    mines: u64,
    start: Option<u64>,
    no_guess: bool,
    seed: u64,
    limit: f64,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyArray1<bool>>, u64)> {
    let shape = shape(&sizes)?;
    let limit = Duration::try_from_secs_f64(limit).map_err(wrong)?;
    let start = start.map_or_else(|| Ok(NoGuess::start(&shape)), |cell| on_board(&shape, cell))?;
    let board = if no_guess {
        let method = Method::for_board(&shape, mines);
        let maker = NoGuess::new(&shape, mines, start, method).map_err(wrong)?;
        let began = Instant::now();
        // The first attempt that succeeds is the board's, whoever makes it.
        let best = AtomicU64::new(u64::MAX);
        let threads = thread_count(threads) as u64;
        let found = interruptible(py, |stop| {
            let search = |thread: u64, _: &mut ()| {
                let mut maker = maker.clone();
                for attempt in (thread..).step_by(threads as usize) {
                    let go_on = || {
                        !stop.load(Ordering::Relaxed)
                            && began.elapsed() < limit
                            && attempt < best.load(Ordering::Relaxed)
                    };
                    if !go_on() {
                        return None;
                    }
                    if let Some(board) = maker.attempt(seed, attempt, go_on) {
                        best.fetch_min(attempt, Ordering::Relaxed);
                        return Some((attempt, board));
                    }
                }
                None
            };
            let all = each(0..threads, threads as usize, stop, || (), search);
            all.into_iter().flatten().min_by_key(|(attempt, _)| *attempt)
        })?;
        let patience = limit.as_secs_f64();
        let why =
            || GaveUp::new_err(format!("found no board without guessing for seed {seed} in {patience} s"));
        found.ok_or_else(why)?.1
    } else {
        // As the search draws them: an opening if there is room for it.
        let opening = FirstCell::Opening.keeps_free(&shape, start);
        let fits = mines <= shape.cells() - opening.cells().len() as u64;
        let zone = if fits { opening } else { Zone::new([start]) };
        random::draw(&shape, mines, &zone, seed).map_err(wrong)?
    };
    Ok((PyArray1::from_vec(py, mined(&board)?), start.0))
}

/// Where logic ends on a board: "solved", "guess" or "unknown"; what is seen
/// there; and the least risk, if there is one to take.
#[pyfunction]
pub fn verify<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    board: PyReadonlyArray1<'_, bool>,
    start: Option<u64>,
) -> PyResult<(&'static str, Bound<'py, PyArray1<i32>>, Option<f64>)> {
    let shape = shape(&sizes)?;
    let board = layout(&shape, slice(&board)?)?;
    if is_too_large(&shape) {
        return Err(wrong("the board is too large to be searched for guesses"));
    }
    let start = start.map_or_else(|| Ok(NoGuess::start(&shape)), |cell| on_board(&shape, cell))?;
    let (end, seen, least) = py.detach(|| {
        let mut logic = Logic::new(&shape);
        logic.load(&board);
        let end = logic.play(start);
        let seen = logic.seen().map(|number| number.map_or(-1, |number| number as i32)).collect();
        let least = match end {
            LogicResult::Guess => {
                logic.analyse().ok().and_then(|analysis| analysis.safest()).map(|(_, risk)| risk)
            }
            _ => None,
        };
        (end, seen, least)
    });
    let word = match end {
        LogicResult::Solved => "solved",
        LogicResult::Guess => "guess",
        LogicResult::Unknown => "unknown",
    };
    Ok((word, PyArray1::from_vec(py, seen), least))
}

/// A player: it is shown positions of one game after the other, and says what to
/// open.
#[pyclass(module = "omnisweep._native")]
pub struct Player {
    player: omnisweep_solver::Player,
    shape: Shape,
    first: FirstCell,
    /// What it was told of.
    seen: Vec<Seen>,
    /// What it said last: it counts on that being opened.
    said: Option<(Cell, f64)>,
}

#[pymethods]
impl Player {
    #[new]
    fn new(sizes: Vec<u64>, mines: u64, skill: &str, first: &str) -> PyResult<Player> {
        let (shape, skill) = (shape(&sizes)?, skill.parse::<Skill>().map_err(wrong)?);
        if is_too_large(&shape) {
            return Err(wrong("the board is too large for a player"));
        }
        let seen = vec![Seen::Closed; shape.cells() as usize];
        let player = omnisweep_solver::Player::new(&shape, mines, skill);
        Ok(Player { player, shape, first: first.parse().map_err(wrong)?, seen, said: None })
    }

    /// The cell to open in a position, and how likely it is a mine.
    fn choose(&mut self, py: Python<'_>, view: PyReadonlyArray1<'_, i32>) -> PyResult<Option<(u64, f64)>> {
        let position = position(&self.shape, slice(&view)?)?;
        if position.cells().iter().all(|&seen| seen == Seen::Closed) {
            self.begin();
            return Ok(Some((self.player.first_cell(self.first).0, 0.0)));
        }
        if let Some((cell, risk)) = self.said.filter(|_| position.cells() == self.seen) {
            return Ok(Some((cell.0, risk)));
        }
        let choice = py.detach(|| self.follow(&position).and_then(|()| self.player.choose()));
        match choice {
            Ok(choice) => {
                self.said = choice.map(|choice| (choice.cell, choice.risk));
                Ok(choice.map(|choice| (choice.cell.0, choice.risk)))
            }
            Err(error) => {
                // What it has half understood is of no use.
                self.begin();
                Err(no_analysis(error))
            }
        }
    }
}

impl Player {
    fn begin(&mut self) {
        self.seen.fill(Seen::Closed);
        self.said = None;
        self.player.begin();
    }

    /// Tells the player what is new; all of it, where it is another game, or where
    /// what it said was not done.
    fn follow(&mut self, position: &Position) -> Result<(), AnalysisError> {
        let changed = |(now, before): (&Seen, &Seen)| *before != Seen::Closed && now != before;
        let undone = self.said.is_some_and(|(cell, _)| position.cells()[cell.0 as usize] == Seen::Closed);
        if undone || position.cells().iter().zip(&self.seen).any(changed) {
            self.begin();
        }
        for (cell, (&now, before)) in (0..).map(Cell).zip(position.cells().iter().zip(&mut self.seen)) {
            if let (Seen::Number(number), Seen::Closed) = (now, *before) {
                *before = now;
                self.player.opened(cell, number)?;
            }
        }
        Ok(())
    }
}
