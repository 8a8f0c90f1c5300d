//! The two functions of the N-D edition, on the caller's own array.
//!
//! The layout of a cell is whatever the caller compiled; the header hands sizes
//! and offsets over. Cells lie in row-major order. Nothing but the array
//! remembers a game:
//!
//! - The number of safe cells left is in the first unused place of the corner
//!   cell's `adjacent`. There is one if any size is 3 or more, as the corner
//!   then has fewer neighbours than another cell. If none is, every cell touches
//!   every other, and the corner's list is the board: the safe cells are counted.
//! - Zeros that a flood has yet to spread from are linked through their `hint`,
//!   which is known to be 0 and put back.
#![allow(unsafe_code)]

mod grid;
mod stream;
mod write;

use std::ffi::c_int;
use std::panic::catch_unwind;

use grid::Grid;

/// Where a `struct cell` has its fields, in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are those of the struct cell")]
pub struct CellLayout {
    pub size: usize,
    pub mined: usize,
    pub selected: usize,
    pub num_adjacent: usize,
    pub adjacent: usize,
    pub coords: usize,
    pub hint: usize,
    /// How many pointers and coordinates there is room for.
    pub max_adjacent: usize,
    pub max_dim: usize,
}

/// See `init_game` in `nd_minesweeper.h`. Arguments that make no game change nothing.
///
/// # Safety
/// `game` has room for all cells of the grid, each of the layout's size and
/// aligned for pointers; `dim_sizes` has `dim` numbers; `mined_cells` has
/// `num_mines` pointers to `dim` numbers each; `layout` tells the truth. Any of
/// these pointers may be null instead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_nd_init_game(
    game: *mut u8,
    dim: c_int,
    dim_sizes: *const c_int,
    num_mines: c_int,
    mined_cells: *const *const c_int,
    layout: *const CellLayout,
) {
    _ = catch_unwind(|| {
        // SAFETY: the caller's promise is the one asked for.
        let Some(grid) = (unsafe { Grid::new(game, dim, dim_sizes, layout) }) else { return };
        let count = if mined_cells.is_null() { 0 } else { usize::try_from(num_mines).unwrap_or(0) };
        let mines = (0..count).filter_map(|mine| {
            // SAFETY: there are `count` pointers, each to `dim` numbers or null.
            unsafe {
                let at = *mined_cells.add(mine);
                if at.is_null() { None } else { grid.index(at) }
            }
        });
        write::write(&grid, mines);
    });
}

/// See `select_cell` in `nd_minesweeper.h`.
///
/// # Safety
/// As for [`omnisweep_nd_init_game`], which has written `game`; `coords` has
/// `dim` numbers or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_nd_select_cell(
    game: *mut u8,
    dim: c_int,
    dim_sizes: *const c_int,
    coords: *const c_int,
    layout: *const CellLayout,
) -> c_int {
    let selected = catch_unwind(|| {
        // SAFETY: the caller's promise is the one asked for.
        let grid = unsafe { Grid::new(game, dim, dim_sizes, layout) }?;
        if coords.is_null() {
            return None;
        }
        // SAFETY: there are `dim` numbers, as many as the grid has sizes.
        let index = unsafe { grid.index(coords) }?;
        // SAFETY: the index is on the grid, and the cells were written by `init_game`.
        Some(unsafe { select(&grid, index) })
    });
    selected.ok().flatten().unwrap_or(0)
}

const LOST: c_int = 1;
const WON: c_int = 2;

/// # Safety
/// The grid's cells were written by [`write::write`]; the index is on the grid.
unsafe fn select(grid: &Grid, index: usize) -> c_int {
    // SAFETY: for the whole function: indices are on the grid, pointers come
    // from the cells' own lists, and `cell` reads and writes fields that exist.
    unsafe {
        let cell = grid.cell(index);
        if cell.selected() != 0 {
            return 0;
        }
        cell.set_selected(1);
        if cell.mined() != 0 {
            return LOST;
        }
        let mut opened = 1;
        if cell.hint() == 0 {
            // The number of the next zero to spread from, plus one; 0 is the end.
            let mut next = index + 1;
            while next != 0 {
                let zero = grid.cell(next - 1);
                next = zero.hint() as usize;
                zero.set_hint(0);
                for near in zero.neighbours() {
                    if near.selected() != 0 {
                        continue;
                    }
                    near.set_selected(1);
                    opened += 1;
                    if near.hint() == 0 {
                        near.set_hint(next as c_int);
                        next = grid.index_of(near) + 1;
                    }
                }
            }
        }
        if grid.take_safe(opened) == 0 { WON } else { 0 }
    }
}
