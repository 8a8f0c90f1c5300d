//! What a game costs in memory, by an allocator that counts.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout as Request, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use omnisweep_engine::{Action, Cell, Game, Layout, Rules, Shape, Zone, random};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, request: Request) -> *mut u8 {
        took(request.size());
        // SAFETY: the caller's promise is the one that `System` asks for.
        unsafe { System.alloc(request) }
    }

    unsafe fn alloc_zeroed(&self, request: Request) -> *mut u8 {
        took(request.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(request) }
    }

    unsafe fn dealloc(&self, at: *mut u8, request: Request) {
        NOW.fetch_sub(request.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, request) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a flood needs on any board.
const WINDOW: usize = 8 << 10;

/// Bytes a field held at the worst moment of a game, and bits a field of them
/// that are neither plane nor window.
fn cost(sizes: &[u64], percent: u64) -> (f64, f64) {
    let shape = Shape::new(sizes).unwrap();
    let cells = shape.cells();
    let planes = 3 * 8 * shape.words() * shape.rows() as usize;
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);

    let mut game = Game::new(shape, Rules::MODERN, cells * percent / 100).unwrap();
    let first = Cell(cells / 2);
    let layout =
        random::draw(game.shape(), game.mines(), &game.rules().first.keeps_free(game.shape(), first), 1)
            .unwrap();
    game.lay(layout);
    game.apply(Action::Flag(Cell(0)), &mut ()).unwrap();
    game.apply(Action::Open(first), &mut ()).unwrap();
    let peak = PEAK.load(Relaxed);
    assert!(game.safe_left() < cells, "something was opened");
    (
        (peak - before) as f64 / cells as f64,
        (peak - before).saturating_sub(planes + WINDOW) as f64 * 8.0 / cells as f64,
    )
}

#[test]
fn a_game_takes_two_fifths_of_a_byte_for_a_field() {
    for sizes in [
        [1, 10_000_000],
        [10_000_000, 1],
        [3162, 3163],
        [1000, 1000],
        [976, 1025],
        [1025, 976],
        [2, 500_001],
        [15_627, 64],
        [63, 15_874],
    ] {
        for percent in [0, 3, 15] {
            let (bytes, work) = cost(&sizes, percent);
            assert!(bytes <= 0.4, "{sizes:?}: {bytes} bytes a field");
            assert!(work <= 1.0 / 32.0, "{sizes:?}: {work} bits of work memory a field");
        }
    }

    // Asking for far too much is refused, and takes nothing.
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let shape = Shape::new(&[1 << 31, 1 << 31]).unwrap();
    assert!(Layout::new(shape.clone()).is_err());
    assert!(random::draw(&shape, 10, &Zone::default(), 0).is_err());
    assert!(Game::new(shape, Rules::MODERN, 10).is_err());
}
