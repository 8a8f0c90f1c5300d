//! What the N-D functions ask of the memory, by an allocator that counts.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::c_int;

use omnisweep_capi::nd::{CellLayout, omnisweep_nd_init_game, omnisweep_nd_select_cell};

struct Counting;

thread_local! {
    // By thread: the one that runs the tests has needs of its own.
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, request: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        BYTES.set(BYTES.get() + request.size());
        HELD.set(HELD.get().wrapping_add(request.size()));
        // SAFETY: the caller's promise is the one that `System` asks for.
        unsafe { System.alloc(request) }
    }

    unsafe fn dealloc(&self, at: *mut u8, request: Layout) {
        HELD.set(HELD.get().wrapping_sub(request.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(at, request) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A cell with room for so many neighbours and dimensions, as the header lays it out.
fn layout(max_adjacent: usize, max_dim: usize) -> CellLayout {
    let coords = 16 + 8 * max_adjacent;
    let hint = coords + 4 * max_dim;
    let size = (hint + 4).next_multiple_of(8);
    CellLayout {
        size,
        mined: 0,
        selected: 4,
        num_adjacent: 8,
        adjacent: 16,
        coords,
        hint,
        max_adjacent,
        max_dim,
    }
}

#[test]
fn a_game_is_made_with_one_small_buffer_and_played_with_none() {
    for sizes in [
        vec![3],
        vec![3; 5],
        vec![3; 6],
        vec![2; 4],
        vec![30, 30, 30],
        vec![8; 5],
        vec![1, 1],
        vec![500, 400],
    ] {
        let sizes: Vec<c_int> = sizes;
        let near: c_int = sizes.iter().map(|&size| size.min(3)).product();
        let layout = layout(near as usize - 1, sizes.len());
        let cells = sizes.iter().product::<c_int>() as usize;
        let mut game = vec![0_u64; cells * layout.size / 8];
        let mine = vec![0; sizes.len()];
        let mines = [mine.as_ptr()];
        let last: Vec<c_int> = sizes.iter().map(|size| size - 1).collect();
        let (dim, at) = (sizes.len() as c_int, game.as_mut_ptr().cast());

        let (calls, bytes, held) = (CALLS.get(), BYTES.get(), HELD.get());
        // SAFETY: the array has room for the cells, and everything else is as
        // the header has it.
        unsafe { omnisweep_nd_init_game(at, dim, sizes.as_ptr(), 1, mines.as_ptr(), &layout) };
        let (made, took) = (CALLS.get() - calls, BYTES.get() - bytes);
        assert!(made <= 1, "{sizes:?}: {made} buffers");
        assert!(took <= 8 * cells, "{sizes:?}: {took} bytes for {cells} cells");
        assert_eq!(HELD.get(), held, "{sizes:?}: nothing is kept");

        let calls = CALLS.get();
        // SAFETY: as above.
        let said = unsafe { omnisweep_nd_select_cell(at, dim, sizes.as_ptr(), last.as_ptr(), &layout) };
        assert!((0..=2).contains(&said));
        assert_eq!(CALLS.get(), calls, "{sizes:?}: selecting takes no memory");
    }
}
