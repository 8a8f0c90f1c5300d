//! A game, and what is read from files: saved games, records, recordings.

use std::time::{Duration, Instant};

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use omnisweep_engine::{Action, Cell, FirstCell, Outcome, Shape, Sink};
use omnisweep_replay::Report;
use omnisweep_session::{BoardSearch, GuessMode, Record, Seed, Setup, save, words};
use pyo3::prelude::*;

use crate::given::{GaveUp, Refused, layout, mined, number, on_board, room, shape, slice, wrong};
use crate::interrupt::interruptible;

/// A game being played.
#[pyclass(module = "omnisweep._native")]
pub struct Session {
    session: omnisweep_session::Session,
    /// What is seen, kept up to date; made when it is wanted.
    view: Option<Py<PyArray1<i32>>>,
}

/// The cells that look different after a move.
struct Changed<'a>(&'a Shape, Vec<Cell>);

impl Sink for Changed<'_> {
    fn changed(&mut self, row: u64, word: usize, bits: u64) {
        self.1.extend(self.0.cells_in(row, word, bits));
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Playing => "playing",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (sizes, mines, *, rules, first, marks, guess, seed, board))]
    fn new(
        sizes: Vec<u64>,
        mines: u64,
        rules: &str,
        first: Option<&str>,
        marks: bool,
        guess: &str,
        seed: Option<u64>,
        board: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<Session> {
        let mut setup = Setup::new(rules.parse().map_err(wrong)?, shape(&sizes)?, mines, seed.map(Seed::new));
        if let Some(first) = first {
            setup.first = first.parse::<FirstCell>().map_err(wrong)?;
        }
        setup.marks |= marks;
        let setup = setup.with_guess(guess.parse::<GuessMode>().map_err(wrong)?);
        let session = match board {
            Some(board) => {
                let layout = layout(&setup.shape, slice(&board)?)?;
                omnisweep_session::Session::on(setup, layout)
            }
            None => omnisweep_session::Session::new(setup),
        };
        Ok(Session { session: session.map_err(wrong)?, view: None })
    }

    /// A saved game.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Session> {
        Ok(Session { session: save::read(text).map_err(wrong)?, view: None })
    }

    /// The game as text.
    fn write(&self, now: u64) -> String {
        save::write(&self.session, now)
    }

    /// Makes a move: its letter and its cell.
    fn act(&mut self, py: Python<'_>, letter: &str, cell: u64, now: u64) -> PyResult<&'static str> {
        let cell = on_board(&self.session.setup().shape, cell)?;
        let action = match letter {
            "o" => Action::Open(cell),
            "f" => Action::Flag(cell),
            "m" => Action::Mark(cell),
            "u" => Action::Unmark(cell),
            "c" => Action::Chord(cell),
            _ => return Err(wrong("a move is o, f, m, u or c")),
        };
        if letter == "o" && self.session.wants_board() {
            self.search(py, cell)?;
        }
        let shape = self.session.setup().shape.clone();
        let mut changed = Changed(&shape, Vec::new());
        let done = self.session.act(action, now, &mut changed);
        let done = done.map_err(|refusal| Refused::new_err(refusal.to_string()))?;
        if let Some(view) = &self.view {
            let mut view = view.bind(py).try_readwrite().map_err(wrong)?;
            let view = view.as_slice_mut().map_err(wrong)?;
            let game = self.session.game();
            changed.1.iter().for_each(|&cell| view[cell.0 as usize] = number(game.view(cell)));
        }
        Ok(outcome(done))
    }

    /// Takes the last move back, and returns it as text.
    fn undo(&mut self, py: Python<'_>, now: u64) -> PyResult<Option<String>> {
        let undone = self.session.undo(now).map(|played| played.action.text(&self.session.setup().shape));
        if let Some(view) = &self.view {
            let mut view = view.bind(py).try_readwrite().map_err(wrong)?;
            self.see(view.as_slice_mut().map_err(wrong)?);
        }
        Ok(undone)
    }

    /// What is seen: always the same array, which changes with the game.
    fn view<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        if let Some(view) = &self.view {
            return Ok(view.bind(py).clone());
        }
        let mut seen = room(0, self.session.setup().shape.cells())?;
        self.see(&mut seen);
        let view = PyArray1::from_vec(py, seen);
        self.view = Some(view.clone().unbind());
        Ok(view)
    }

    /// What is seen once nothing has to be hidden.
    fn reveal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let game = self.session.game();
        let mut seen = room(0, game.shape().cells())?;
        seen.iter_mut().zip((0..).map(Cell)).for_each(|(seen, cell)| *seen = number(game.reveal(cell)));
        Ok(PyArray1::from_vec(py, seen))
    }

    /// Where the mines are, once they are laid.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<bool>>>> {
        let mined = self.session.game().layout().map(mined).transpose()?;
        Ok(mined.map(|mined| PyArray1::from_vec(py, mined)))
    }

    /// The code that shares the board.
    fn code(&mut self) -> PyResult<String> {
        self.session.share().map_err(wrong)
    }

    /// The moves as text, with their times in milliseconds.
    fn moves(&self) -> Vec<(String, u64)> {
        let shape = &self.session.setup().shape;
        self.session.log().iter().map(|played| (played.action.text(shape), played.at)).collect()
    }

    /// The record of a game that is over, which ended at this time.
    fn record(&self, finished: u64) -> Option<String> {
        Record::of(&self.session, finished).map(|record| record.write())
    }

    /// Sizes, mines, rules, first, marks, guess, seed.
    fn setup(&self) -> (Vec<u64>, u64, &str, &str, bool, &str, Option<u64>) {
        let setup = self.session.setup();
        (
            setup.shape.sizes().to_vec(),
            setup.mines,
            setup.set.key(),
            setup.first.key(),
            setup.marks,
            setup.guess.key(),
            setup.seed.as_ref().map(|seed| seed.number),
        )
    }

    /// Outcome, free cells that are closed, flags.
    fn standing(&self) -> (&'static str, u64, u64) {
        let game = self.session.game();
        (outcome(game.outcome()), game.safe_left(), game.flags())
    }

    /// A cell in words.
    fn place(&self, cell: u64) -> PyResult<String> {
        let shape = &self.session.setup().shape;
        Ok(words::place(shape, on_board(shape, cell)?))
    }

    /// Another game that stands the same.
    fn copy(&self) -> Session {
        Session { session: self.session.clone(), view: None }
    }
}

impl Session {
    fn see(&self, view: &mut [i32]) {
        let game = self.session.game();
        view.iter_mut().zip((0..).map(Cell)).for_each(|(seen, cell)| *seen = number(game.view(cell)));
    }

    /// Searches for the board without guessing that a cell starts.
    fn search(&mut self, py: Python<'_>, first: Cell) -> PyResult<()> {
        // A move that is refused anyway needs no board.
        let mut search = self.session.search(first).map_err(wrong)?;
        let found = interruptible(py, |stop| {
            let (start, patience) = (Instant::now(), Duration::from_millis(BoardSearch::TIME_LIMIT_MS));
            let go_on = || !stop.load(std::sync::atomic::Ordering::Relaxed) && start.elapsed() < patience;
            loop {
                match search.step(go_on) {
                    None if go_on() => {}
                    found => return found,
                }
            }
        })?;
        let layout = found.ok_or_else(|| GaveUp::new_err(words::given_up(BoardSearch::TIME_LIMIT_MS)))?;
        self.session.lay(layout).map_err(wrong)
    }
}

/// Sees that a line is a record, and returns the text of its game, if it has it.
#[pyfunction]
pub fn check_record(line: &str) -> PyResult<Option<String>> {
    Ok(Record::read(line).map_err(wrong)?.replay)
}

/// A recording of another program: the game, who played, and its figures as JSON.
#[pyfunction]
pub fn read_recording(bytes: &[u8]) -> PyResult<(Session, String, String)> {
    let recording = omnisweep_replay::read(bytes).map_err(wrong)?;
    let replayed = omnisweep_replay::play(&recording).map_err(wrong)?;
    let figures = Report::new(&recording, &replayed).json();
    Ok((Session { session: replayed.session, view: None }, recording.player, figures))
}
