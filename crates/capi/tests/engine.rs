//! The N-D functions beside the engine's own game, on the same boards.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::ffi::c_int;
use std::mem::offset_of;

use omnisweep_capi::nd::{CellLayout, omnisweep_nd_init_game, omnisweep_nd_select_cell};
use omnisweep_engine::{Action, Game, Layout, Outcome, Rules, Shape, View};
use proptest::prelude::*;

const ADJACENT: usize = 728;
const DIMENSIONS: usize = 6;

#[repr(C)]
#[derive(Clone, Copy)]
struct Cell {
    mined: c_int,
    selected: c_int,
    num_adjacent: c_int,
    adjacent: [*const Cell; ADJACENT],
    coords: [c_int; DIMENSIONS],
    hint: c_int,
}

fn layout() -> CellLayout {
    CellLayout {
        size: size_of::<Cell>(),
        mined: offset_of!(Cell, mined),
        selected: offset_of!(Cell, selected),
        num_adjacent: offset_of!(Cell, num_adjacent),
        adjacent: offset_of!(Cell, adjacent),
        coords: offset_of!(Cell, coords),
        hint: offset_of!(Cell, hint),
        max_adjacent: ADJACENT,
        max_dim: DIMENSIONS,
    }
}

/// Plays the same moves on both, and compares every cell after each.
fn compare(sizes: &[u64], mines: &[omnisweep_engine::Cell], moves: &[omnisweep_engine::Cell]) {
    let shape = Shape::new(sizes).unwrap();
    let cells = shape.cells() as usize;
    let laid = Layout::with_mines(shape.clone(), mines.iter().copied()).unwrap();
    if laid.count() == shape.cells() {
        return;
    }
    let mut game = Game::on(laid.clone(), Rules::ND).unwrap();

    let ints = |at: &[u64]| at.iter().map(|&at| at as c_int).collect::<Vec<c_int>>();
    let dim_sizes = ints(sizes);
    let dim = sizes.len() as c_int;
    let coordinates: Vec<Vec<c_int>> = mines.iter().map(|&mine| ints(&shape.coordinates(mine))).collect();
    let mined: Vec<*const c_int> = coordinates.iter().map(|at| at.as_ptr()).collect();
    // Rubbish, as the caller's memory may be.
    let mut array: Vec<Cell> = Vec::with_capacity(cells);
    let layout = layout();
    // SAFETY: the array has room for the cells, and everything else is as the
    // header has it; after the call all cells are written.
    unsafe {
        array.as_mut_ptr().cast::<u8>().write_bytes(0xa5, cells * size_of::<Cell>());
        let count = mined.len() as c_int;
        omnisweep_nd_init_game(
            array.as_mut_ptr().cast(),
            dim,
            dim_sizes.as_ptr(),
            count,
            mined.as_ptr(),
            &layout,
        );
        array.set_len(cells);
    }
    let base = array.as_ptr();
    for (index, cell) in array.iter().enumerate() {
        let here = omnisweep_engine::Cell(index as u64);
        let mut near: Vec<u64> = cell.adjacent[..cell.num_adjacent as usize]
            .iter()
            .map(|&near| (near.addr() - base.addr()) as u64 / size_of::<Cell>() as u64)
            .collect();
        near.sort_unstable();
        assert_eq!(
            near,
            shape.neighbours(here).map(|near| near.0).collect::<Vec<_>>(),
            "{shape}, cell {index}"
        );
        assert_eq!((cell.mined != 0, cell.selected), (laid.contains(here), 0));
    }
    for &cell in moves {
        let coords = ints(&shape.coordinates(cell));
        // SAFETY: as above.
        let said = unsafe {
            omnisweep_nd_select_cell(
                array.as_mut_ptr().cast(),
                dim,
                dim_sizes.as_ptr(),
                coords.as_ptr(),
                &layout,
            )
        };
        let expected = match game.apply(Action::Open(cell), &mut ()) {
            Ok(Outcome::Lost) => 1,
            Ok(Outcome::Won) => 2,
            _ => 0,
        };
        assert_eq!(said, expected);
        for (index, cell) in array.iter().enumerate() {
            let here = omnisweep_engine::Cell(index as u64);
            let at: Vec<u64> = cell.coords[..sizes.len()].iter().map(|&at| at as u64).collect();
            assert_eq!(shape.cell(&at), Some(here));
            assert_eq!(Some(cell.hint as u32), game.mines_around(here));
            assert_eq!(cell.selected != 0, !matches!(game.view(here), View::Closed));
        }
        if expected != 0 {
            break;
        }
    }
}

proptest! {
    #[test]
    fn both_play_the_same_game(
        sizes in prop_oneof![
            prop::collection::vec(1..5_u64, 1..=4),
            prop::collection::vec(1..4_u64, 5..=6),
            prop::collection::vec(1..15_u64, 1..=2),
        ],
        mines in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        thin in 0..4_usize,
        moves in prop::collection::vec(any::<prop::sample::Index>(), 1..15),
    ) {
        let cells = sizes.iter().product::<u64>() as usize;
        let pick = |index: &prop::sample::Index| omnisweep_engine::Cell(index.index(cells) as u64);
        let count = mines.len() >> thin;
        let mines: Vec<_> = mines[..count].iter().map(pick).collect();
        compare(&sizes, &mines, &moves.iter().map(pick).collect::<Vec<_>>());
    }
}

/// Boards large enough for the fast way of writing cells, and one on which more
/// than 255 mines touch a cell.
#[test]
fn larger_boards_are_written_and_played_the_same() {
    for (sizes, every) in [
        (vec![9, 8, 7], 9),
        (vec![1, 30, 1, 40], 7),
        (vec![6, 7, 6, 5], 11),
        (vec![4, 6, 5, 4, 5], 200),
        (vec![200], 5),
        (vec![3, 3, 3, 4, 3, 3], 2),
    ] {
        let cells: u64 = sizes.iter().product();
        let scattered = |k: u64| omnisweep_engine::Cell(k * 7919 % cells);
        let mines: Vec<_> = (0..cells / every).map(scattered).collect();
        let moves: Vec<_> = (0..6).map(|k| omnisweep_engine::Cell(cells - 1 - k * 37 % cells)).collect();
        compare(&sizes, &mines, &moves);
    }
}

/// Several games at once, from several threads, do not know of each other.
#[test]
fn games_on_several_threads_are_games_of_their_own() {
    let play = |mine: c_int| {
        let sizes = [6 as c_int, 6, 6];
        let at = [mine; 3];
        let mines = [at.as_ptr()];
        let layout = layout();
        let mut array: Vec<Cell> = Vec::with_capacity(216);
        let game = array.as_mut_ptr().cast();
        let mut said = Vec::new();
        // SAFETY: the array has room for the cells, and everything else is as
        // the header has it.
        unsafe {
            omnisweep_nd_init_game(game, 3, sizes.as_ptr(), 1, mines.as_ptr(), &layout);
            for number in 0..216 {
                let at = [number / 36, number / 6 % 6, number % 6];
                if at != [mine; 3] {
                    said.push(omnisweep_nd_select_cell(game, 3, sizes.as_ptr(), at.as_ptr(), &layout));
                }
            }
        }
        said
    };
    std::thread::scope(|scope| {
        let games: Vec<_> =
            (0..6).map(|mine| scope.spawn(move || (0..20).map(|_| play(mine)).collect())).collect();
        for (mine, game) in (0..6).zip(games) {
            let rounds: Vec<Vec<c_int>> = game.join().unwrap();
            assert!(rounds.iter().all(|round| *round == play(mine)), "mine at {mine}");
            assert_eq!(rounds[0].iter().filter(|&&said| said == 2).count(), 1);
        }
    });
}
