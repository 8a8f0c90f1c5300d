//! Positions of games that a player plays, with what the solver knows of them.

use numpy::PyArray1;
use omnisweep_engine::{Action, Cell, Game, Outcome, Rules, Shape, Sink};
use omnisweep_simulate::Run;
use omnisweep_solver::{Mines, Player, Position, Solver};
use pyo3::prelude::*;

use crate::given::{number, shape, wrong};
use crate::interrupt::{each, interruptible, thread_count};

/// What a thread keeps from game to game.
struct ThreadState {
    player: Player,
    solver: Solver,
}

/// The positions of a game, one after the other in each list.
#[derive(Default)]
struct Played {
    views: Vec<i8>,
    chances: Vec<f32>,
    best: Vec<i64>,
    won: bool,
}

/// The cells that a move opened.
struct Opened<'a>(&'a Shape, Vec<Cell>);

impl Sink for Opened<'_> {
    fn changed(&mut self, row: u64, word: usize, bits: u64) {
        self.1.extend(self.0.cells_in(row, word, bits));
    }
}

/// Plays the games of a run with these numbers, and returns every position but the
/// first of each in which something was to be opened: what was seen, how likely
/// each mine was, what the player opened, whether the game was won, and the game's
/// number. The same whatever the number of threads.
#[pyfunction]
#[pyo3(signature = (sizes, mines, *, first, player, seed, games, threads=None))]
pub fn positions<'py>(
    py: Python<'py>,
    sizes: Vec<u64>,
    mines: u64,
    first: &str,
    player: &str,
    seed: u64,
    games: (u64, u64),
    threads: Option<usize>,
) -> PyResult<(
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i64>>,
)> {
    let run = Run {
        shape: shape(&sizes)?,
        mines,
        start: first.parse().map_err(wrong)?,
        skill: player.parse().map_err(wrong)?,
        games: games.1,
        seed,
    };
    run.check().map_err(wrong)?;
    if run.shape.largest_neighbourhood() > 127 {
        return Err(wrong("the board has too many dimensions for such small numbers"));
    }
    let begin = || ThreadState {
        player: Player::new(&run.shape, run.mines, run.skill),
        solver: Solver::new(&run.shape),
    };
    let all = interruptible(py, |stop| {
        each(games.0..games.1.max(games.0), thread_count(threads), stop, begin, |game, state| {
            play(&run, game, state)
        })
    })?;
    let mut together = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (game, played) in (games.0 as i64..).zip(all) {
        let moves = played.best.len();
        together.0.extend(played.views);
        together.1.extend(played.chances);
        together.2.extend(played.best);
        together.3.extend(std::iter::repeat_n(played.won, moves));
        together.4.extend(std::iter::repeat_n(game, moves));
    }
    Ok((
        PyArray1::from_vec(py, together.0),
        PyArray1::from_vec(py, together.1),
        PyArray1::from_vec(py, together.2),
        PyArray1::from_vec(py, together.3),
        PyArray1::from_vec(py, together.4),
    ))
}

fn play(run: &Run, game: u64, state: &mut ThreadState) -> Played {
    let mut played = Played::default();
    // The board fits: that was seen to.
    let Some(mut board) = run.board(game).ok().and_then(|layout| Game::on(layout, Rules::MODERN).ok()) else {
        return played;
    };
    let cells = || (0..run.shape.cells()).map(Cell);
    state.player.begin();
    let mut next = run.first();
    loop {
        let mut opened = Opened(&run.shape, Vec::new());
        match board.apply(Action::Open(next), &mut opened) {
            Ok(Outcome::Playing) => {}
            Ok(outcome) => {
                played.won = outcome == Outcome::Won;
                return played;
            }
            Err(_) => return played,
        }
        for cell in opened.1 {
            if let omnisweep_engine::View::Number(number) = board.view(cell)
                && state.player.opened(cell, number).is_err()
            {
                return played;
            }
        }
        let Ok(Some(choice)) = state.player.choose() else { return played };
        let position = Position::of(&board);
        let analysis =
            state.solver.follow(&position).and_then(|()| state.solver.analyse(Mines::Total(run.mines)));
        played.views.extend(cells().map(|cell| number(board.view(cell)) as i8));
        match analysis {
            Ok(analysis) => {
                let chances = analysis.probabilities().iter();
                played.chances.extend(chances.map(|chance| chance.map_or(f32::NAN, |chance| chance as f32)));
            }
            Err(_) => played.chances.extend(cells().map(|_| f32::NAN)),
        }
        played.best.push(choice.cell.0 as i64);
        next = choice.cell;
    }
}
