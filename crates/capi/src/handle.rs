//! Games behind a handle: the engine for C, as `omnisweep.h` has it.
//!
//! Cells are numbered in row-major order. A null handle, and a cell that is not
//! on the board, are answered and change nothing.
#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use omnisweep_engine::{
    Action, Cell, FirstCell, Game, Layout, NewGameError, Outcome, Refusal, RuleSet, Rules, Shape, View,
    random,
};

/// A game. Only its handle is known outside.
pub struct OmnisweepGame(Game);

/// The sets of rules. The numbers are those of the engine's list.
#[repr(C)]
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "named as in the engine")]
pub enum OmnisweepRules {
    Modern = 0,
    Esp = 1,
    Nd = 2,
    Clicks = 3,
    Styles = 4,
    Cs121 = 5,
    ModernWithMarks = 6,
}

/// What the first opened cell is promised.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum OmnisweepFirst {
    /// Nothing.
    Anything = 0,
    /// It is no mine.
    Safe = 1,
    /// Neither it nor a neighbour is a mine.
    Opening = 2,
    /// What the rules promise.
    ByRules = 3,
}

/// How a game stands, or why nothing was done.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OmnisweepStatus {
    /// The game goes on.
    Playing = 0,
    /// Every safe cell is open.
    Won = 1,
    /// A mine went off.
    Lost = 2,
    /// A null pointer, or sizes that make no board.
    BadArgument = -1,
    /// More mines than the board or the first open has room for.
    TooManyMines = -2,
    /// The board does not fit into memory.
    TooLarge = -3,
    /// The cell is not on the board.
    OffBoard = -4,
    /// The mines have not been laid yet, or have been already.
    NotNow = -5,
    /// The rules have no such action.
    NoSuchAction = -6,
    /// The action does not fit the cell: it is open, closed or flagged.
    Refused = -7,
    /// The game is over.
    Over = -8,
}

/// What a cell looks like: a number of mines from 0 on, or one of these.
pub const OMNISWEEP_CLOSED: i32 = -1;
/// A flag.
pub const OMNISWEEP_FLAG: i32 = -2;
/// A question mark.
pub const OMNISWEEP_MARK: i32 = -3;
/// A mine that went off.
pub const OMNISWEEP_EXPLODED: i32 = -4;
/// Once the game is over: another mine.
pub const OMNISWEEP_MINE: i32 = -5;
/// Once the game is over: a flag where there is no mine.
pub const OMNISWEEP_WRONG_FLAG: i32 = -6;
/// There is no such cell.
pub const OMNISWEEP_NOTHING: i32 = -7;

/// Makes a game of these rules (an `OmnisweepRules`, with an `OmnisweepFirst`) on
/// a board of these sizes, all closed, with its mines yet to be laid. The handle is written to `game` if the status is
/// `Playing`; it has to be freed.
///
/// # Safety
/// `sizes` has `dimensions` numbers or is null; `game` can be written or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_new(
    sizes: *const u64,
    dimensions: usize,
    rules: u32,
    first: u32,
    mines: u64,
    game: *mut *mut OmnisweepGame,
) -> OmnisweepStatus {
    guarded(|| {
        if sizes.is_null() || game.is_null() || dimensions > Shape::MOST_DIMENSIONS {
            return OmnisweepStatus::BadArgument;
        }
        // SAFETY: the caller promises so many sizes, and it is not null.
        let sizes = unsafe { std::slice::from_raw_parts(sizes, dimensions) };
        let with_marks = rules == OmnisweepRules::ModernWithMarks as u32;
        let set = if with_marks { Some(&RuleSet::Modern) } else { RuleSet::ALL.get(rules as usize) };
        let first = match first {
            3 => None,
            choice => match FirstCell::ALL.get(choice as usize) {
                Some(first) => Some(*first),
                None => return OmnisweepStatus::BadArgument,
            },
        };
        let (Ok(shape), Some(set)) = (Shape::new(sizes), set) else { return OmnisweepStatus::BadArgument };
        let plain = set.rules();
        let rules = Rules { first: first.unwrap_or(plain.first), marks: plain.marks || with_marks, ..plain };
        match Game::new(shape, rules, mines) {
            Ok(made) => {
                // SAFETY: the caller promises that it can be written, and it is not null.
                unsafe { game.write(Box::into_raw(Box::new(OmnisweepGame(made)))) };
                OmnisweepStatus::Playing
            }
            Err(NewGameError::TooManyMines { .. }) => OmnisweepStatus::TooManyMines,
            Err(NewGameError::TooLarge(_)) => OmnisweepStatus::TooLarge,
        }
    })
}

/// Frees a game; null is nothing.
///
/// # Safety
/// The handle comes from `omnisweep_new` and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_free(game: *mut OmnisweepGame) {
    if !game.is_null() {
        // SAFETY: it was made by `Box::into_raw`, once.
        drop(unsafe { Box::from_raw(game) });
    }
}

/// Lays the mines at these cells, as many as the game was made with, all
/// different.
///
/// # Safety
/// `game` is a handle or null; `cells` has `count` numbers or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_lay(
    game: *mut OmnisweepGame,
    cells: *const u64,
    count: usize,
) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    with(unsafe { game.as_mut() }, |game| {
        // SAFETY: the caller promises so many numbers where it is not null.
        let cells = if cells.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(cells, count) } };
        if game.layout().is_some() {
            return OmnisweepStatus::NotNow;
        }
        if cells.iter().any(|&cell| cell >= game.shape().cells()) {
            return OmnisweepStatus::OffBoard;
        }
        match Layout::with_mines(game.shape().clone(), cells.iter().copied().map(Cell)) {
            Ok(layout) if layout.count() == game.mines() => game.lay(layout),
            Ok(_) => return OmnisweepStatus::BadArgument,
            Err(_) => return OmnisweepStatus::TooLarge,
        }
        status(game)
    })
}

/// Draws the mines from a seed, so that `first` can be opened as the rules promise.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_draw(game: *mut OmnisweepGame, seed: u64, first: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    with(unsafe { game.as_mut() }, |game| {
        if game.layout().is_some() {
            return OmnisweepStatus::NotNow;
        }
        if first >= game.shape().cells() {
            return OmnisweepStatus::OffBoard;
        }
        match random::draw(
            game.shape(),
            game.mines(),
            &game.rules().first.keeps_free(game.shape(), Cell(first)),
            seed,
        ) {
            Ok(layout) => game.lay(layout),
            Err(_) => return OmnisweepStatus::TooLarge,
        }
        status(game)
    })
}

/// Opens a cell.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_open(game: *mut OmnisweepGame, cell: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    act(unsafe { game.as_mut() }, Action::Open(Cell(cell)))
}

/// Sets a flag, or toggles it, as the rules have it.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_flag(game: *mut OmnisweepGame, cell: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    act(unsafe { game.as_mut() }, Action::Flag(Cell(cell)))
}

/// Sets a question mark, or toggles it, as the rules have it.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_mark(game: *mut OmnisweepGame, cell: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    act(unsafe { game.as_mut() }, Action::Mark(Cell(cell)))
}

/// Takes a flag or a question mark away.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_unmark(game: *mut OmnisweepGame, cell: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    act(unsafe { game.as_mut() }, Action::Unmark(Cell(cell)))
}

/// Opens what is left around a number.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_chord(game: *mut OmnisweepGame, cell: u64) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    act(unsafe { game.as_mut() }, Action::Chord(Cell(cell)))
}

/// How the game stands.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_state(game: *const OmnisweepGame) -> OmnisweepStatus {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    unsafe { game.as_ref() }.map_or(OmnisweepStatus::BadArgument, |game| status(&game.0))
}

/// What a cell looks like: a number, or one of the constants. Once the game is
/// over, all mines show.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_view(game: *const OmnisweepGame, cell: u64) -> i32 {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    let Some(OmnisweepGame(game)) = (unsafe { game.as_ref() }) else { return OMNISWEEP_NOTHING };
    if cell >= game.shape().cells() {
        return OMNISWEEP_NOTHING;
    }
    let over = game.outcome() != Outcome::Playing;
    match if over { game.reveal(Cell(cell)) } else { game.view(Cell(cell)) } {
        View::Number(count) => count as i32,
        View::Closed => OMNISWEEP_CLOSED,
        View::Flag => OMNISWEEP_FLAG,
        View::Mark => OMNISWEEP_MARK,
        View::Exploded => OMNISWEEP_EXPLODED,
        View::Mine => OMNISWEEP_MINE,
        View::WrongFlag => OMNISWEEP_WRONG_FLAG,
    }
}

/// How many cells the board has.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_cells(game: *const OmnisweepGame) -> u64 {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    unsafe { game.as_ref() }.map_or(0, |game| game.0.shape().cells())
}

/// Mines less flags on closed cells; may be below zero.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_mines_left(game: *const OmnisweepGame) -> i64 {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    unsafe { game.as_ref() }.map_or(0, |game| i64::try_from(game.0.mines_left()).unwrap_or(i64::MAX))
}

/// How many safe cells are still closed.
///
/// # Safety
/// `game` is a handle or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_safe_left(game: *const OmnisweepGame) -> u64 {
    // SAFETY: the caller promises a handle that is not freed yet, or null.
    unsafe { game.as_ref() }.map_or(0, |game| game.0.safe_left())
}

fn act(game: Option<&mut OmnisweepGame>, action: Action) -> OmnisweepStatus {
    with(game, |game| match game.apply(action, &mut ()) {
        Ok(_) => status(game),
        Err(refusal) => refused(refusal),
    })
}

fn with(game: Option<&mut OmnisweepGame>, act: impl FnOnce(&mut Game) -> OmnisweepStatus) -> OmnisweepStatus {
    guarded(|| game.map_or(OmnisweepStatus::BadArgument, |game| act(&mut game.0)))
}

/// No panic crosses the boundary.
fn guarded(act: impl FnOnce() -> OmnisweepStatus) -> OmnisweepStatus {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or(OmnisweepStatus::BadArgument)
}

fn status(game: &Game) -> OmnisweepStatus {
    match game.outcome() {
        Outcome::Playing => OmnisweepStatus::Playing,
        Outcome::Won => OmnisweepStatus::Won,
        Outcome::Lost => OmnisweepStatus::Lost,
    }
}

fn refused(refusal: Refusal) -> OmnisweepStatus {
    match refusal {
        Refusal::Over => OmnisweepStatus::Over,
        Refusal::OffBoard => OmnisweepStatus::OffBoard,
        Refusal::NotLaid => OmnisweepStatus::NotNow,
        Refusal::NoSuchAction => OmnisweepStatus::NoSuchAction,
        _ => OmnisweepStatus::Refused,
    }
}
