//! What Python gives and gets: shapes, boards and positions as lists and arrays,
//! and mistakes as exceptions.

use std::fmt::Display;

use numpy::{PyArray1, PyReadonlyArray1};
use omnisweep_engine::{Action, Cell, Layout, Shape, View, text};
use omnisweep_session::{Level, code};
use omnisweep_solver::{AnalysisError, Mines, Position, Seen};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    omnisweep,
    OmnisweepError,
    PyValueError,
    "What was asked for cannot be done; the message says why."
);
create_exception!(
    omnisweep,
    Refused,
    OmnisweepError,
    "A move that the rules do not allow; the game is as it was."
);
create_exception!(
    omnisweep,
    TooLarge,
    OmnisweepError,
    "A board or a position that is too large to be analysed."
);
create_exception!(omnisweep, GaveUp, OmnisweepError, "A search that found nothing in its time.");

/// A mistake in what was given.
pub fn wrong(why: impl Display) -> PyErr {
    OmnisweepError::new_err(why.to_string())
}

/// Why a position has no analysis.
pub fn no_analysis(error: AnalysisError) -> PyErr {
    match error {
        AnalysisError::TooLarge => TooLarge::new_err(error.to_string()),
        error => wrong(error),
    }
}

/// A board's shape.
pub fn shape(sizes: &[u64]) -> PyResult<Shape> {
    Shape::new(sizes).map_err(wrong)
}

/// A cell of a board.
pub fn on_board(shape: &Shape, cell: u64) -> PyResult<Cell> {
    if cell < shape.cells() { Ok(Cell(cell)) } else { Err(wrong(omnisweep_engine::Refusal::OffBoard)) }
}

/// What is known of the number of mines.
pub fn mines(total: Option<u64>, density: f64) -> Mines {
    total.map_or(Mines::Density(density), Mines::Total)
}

/// A layout from an array of truth values.
pub fn layout(shape: &Shape, mined: &[bool]) -> PyResult<Layout> {
    if mined.len() as u64 != shape.cells() {
        return Err(wrong("the board is not of its size"));
    }
    let mined = (0..).map(Cell).zip(mined).filter(|(_, mined)| **mined);
    Layout::with_mines(shape.clone(), mined.map(|(cell, _)| cell)).map_err(wrong)
}

/// Memory for a value for each of so many things, or an error where there is none.
pub fn room<T: Clone>(value: T, len: u64) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    let len = usize::try_from(len).ok().filter(|&len| all.try_reserve_exact(len).is_ok());
    let len = len.ok_or_else(|| PyMemoryError::new_err("there is no memory for so much"))?;
    all.resize(len, value);
    Ok(all)
}

/// An array of truth values from a layout.
pub fn mined(layout: &Layout) -> PyResult<Vec<bool>> {
    let mut mined = room(false, layout.shape().cells())?;
    layout.mines().for_each(|cell| mined[cell.0 as usize] = true);
    Ok(mined)
}

/// What a cell looks like, as a number: those below 0 are named in Python.
pub fn number(view: View) -> i32 {
    match view {
        View::Number(number) => number as i32,
        View::Closed => -1,
        View::Flag => -2,
        View::Exploded => -3,
        View::Mark => -4,
        View::Mine => -5,
        View::WrongFlag => -6,
    }
}

/// A position from an array of such numbers.
pub fn position(shape: &Shape, view: &[i32]) -> PyResult<Position> {
    for (cell, &number) in (0..).map(Cell).zip(view) {
        if number > 8 && number as usize > shape.neighbours(cell).count() {
            return Err(wrong(format!("no {number} can be at cell {}: it has fewer neighbours", cell.0)));
        }
    }
    let see = |&number: &i32| u32::try_from(number).map_or(Seen::Closed, Seen::Number);
    Position::new(shape.clone(), view.iter().map(see).collect())
        .ok_or_else(|| wrong("the position is not of its size"))
}

/// A slice of an array that lies in one piece.
pub fn slice<'a, T: numpy::Element>(array: &'a PyReadonlyArray1<'_, T>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|_| wrong("the array has to lie in one piece"))
}

/// The levels with a name: word, sizes, mines.
#[pyfunction]
pub fn levels() -> Vec<(&'static str, Vec<u64>, u64)> {
    Level::ALL.map(|level| (level.key(), level.sizes().to_vec(), level.mines())).into()
}

/// A move as text (`o 3 4`): its letter and its cell.
#[pyfunction]
pub fn parse_action(text: &str, sizes: Vec<u64>) -> PyResult<(String, u64)> {
    let shape = shape(&sizes)?;
    let action = Action::parse(text, &shape).map_err(wrong)?;
    let letter = text.chars().next().map(String::from).unwrap_or_default();
    Ok((letter, action.cell().0))
}

/// A board as text (`.` and `*`): its sizes, and where its mines are.
#[pyfunction]
#[pyo3(signature = (text, sizes=None))]
pub fn parse_layout<'py>(
    py: Python<'py>,
    text: &str,
    sizes: Option<Vec<u64>>,
) -> PyResult<(Vec<u64>, Bound<'py, PyArray1<bool>>)> {
    let shape = sizes.map(|sizes| shape(&sizes)).transpose()?;
    let layout = text::parse_layout(text, shape.as_ref()).map_err(wrong)?;
    Ok((layout.shape().sizes().to_vec(), PyArray1::from_vec(py, mined(&layout)?)))
}

/// A board as text.
#[pyfunction]
pub fn write_layout(sizes: Vec<u64>, mined: PyReadonlyArray1<'_, bool>) -> PyResult<String> {
    Ok(text::write_layout(&layout(&shape(&sizes)?, slice(&mined)?)?))
}

/// A position as text (`.`, `F` and numbers): its sizes and its cells.
#[pyfunction]
#[pyo3(signature = (text, sizes=None))]
pub fn parse_position<'py>(
    py: Python<'py>,
    text: &str,
    sizes: Option<Vec<u64>>,
) -> PyResult<(Vec<u64>, Bound<'py, PyArray1<i32>>)> {
    let shape = sizes.map(|sizes| shape(&sizes)).transpose()?;
    let all = Position::parse_all(text, shape.as_ref()).map_err(wrong)?;
    let [position] = &all[..] else { return Err(wrong("there is more than one position")) };
    let see = |seen: &Seen| match *seen {
        Seen::Closed => -1,
        Seen::Number(number) => number as i32,
    };
    let cells = position.cells().iter().map(see).collect();
    Ok((position.shape().sizes().to_vec(), PyArray1::from_vec(py, cells)))
}

/// A board's sizes and mines, and its first cell, by its code.
#[pyfunction]
pub fn read_code<'py>(
    py: Python<'py>,
    code: &str,
) -> PyResult<(Vec<u64>, Bound<'py, PyArray1<bool>>, Option<u64>)> {
    let (layout, start) = code::read(code).map_err(wrong)?;
    let mined = PyArray1::from_vec(py, mined(&layout)?);
    Ok((layout.shape().sizes().to_vec(), mined, start.map(|cell| cell.0)))
}

/// The code of a board.
#[pyfunction]
#[pyo3(signature = (sizes, mined, start=None))]
pub fn write_code(
    sizes: Vec<u64>,
    mined: PyReadonlyArray1<'_, bool>,
    start: Option<u64>,
) -> PyResult<String> {
    let shape = shape(&sizes)?;
    let start = start.map(|cell| on_board(&shape, cell)).transpose()?;
    Ok(code::write(&layout(&shape, slice(&mined)?)?, start))
}
