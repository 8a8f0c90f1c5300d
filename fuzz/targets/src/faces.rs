//! The page, and the functions for C.

/// Any events on the page: no panic, and a game that can be saved and read back.
pub mod page_events {
    use omnisweep_web::fuzz_events::fuzz_events;

    pub fn run(input: &[u8]) {
        fuzz_events(input);
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let seed = |game: u8| {
            let events =
                (0..25_u8).flat_map(|step| [step.wrapping_mul(19), step % 11, step.wrapping_mul(5) % 13]);
            std::iter::once(game).chain(events).collect()
        };
        (0..9).map(seed).collect()
    }
}

/// Any file that is opened or dropped on the page as a replay: no panic.
pub mod page_film {
    use omnisweep_web::fuzz_events::show;

    pub fn run(input: &[u8]) {
        show(input);
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let recordings =
            [crate::recording_avf::seeds, crate::recording_evf::seeds, crate::recording_rmv::seeds];
        let first = |seeds: fn() -> Vec<Vec<u8>>| seeds().into_iter().next();
        recordings.into_iter().filter_map(first).chain(crate::game_review::seeds()).collect()
    }
}

/// Any file: its records, if there are any, are written as they were read, and nothing is wrong with them.
pub mod page_import {
    use crate::text;
    use omnisweep_web::scores::{records, statistics};

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        if let Ok(mut found) = records(input) {
            found[0].clear();
            let lines: Vec<String> = found[1..].chunks(2).map(|pair| pair[1].clone()).collect();
            assert_eq!(records(&lines.join("\n")), Ok(found));
            assert!(!statistics(lines).is_empty());
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        crate::stats_import::seeds()
    }
}

/// Any calls from C, with null where a handle should be and numbers of cells that
/// are none: every one is answered, and what is asked agrees with what was done.
#[allow(unsafe_code)]
pub mod c_calls {
    use std::ptr::{null, null_mut};

    use crate::split;
    use omnisweep_capi::handle::*;

    pub fn run(input: &[u8]) {
        let Some(([dimensions, a, b, c, rules, first, mines, calls_on_null], calls)) = split::<8>(input)
        else {
            return;
        };
        let sizes = [a, b, c].map(|size| u64::from(size % 20));
        let mut game = null_mut();
        // SAFETY: there are three sizes, of which so many are used, and the handle can be written.
        let made = unsafe {
            omnisweep_new(
                sizes.as_ptr(),
                usize::from(dimensions % 4),
                u32::from(rules % 9),
                u32::from(first % 6),
                u64::from(mines),
                &mut game,
            )
        };
        assert_eq!(made == OmnisweepStatus::Playing, !game.is_null());
        for (number, call) in calls.chunks_exact(3).enumerate() {
            let cell = u64::from(u16::from_le_bytes([call[1], call[2]]));
            let game = if calls_on_null > 0 && number % 16 == 5 { null_mut() } else { game };
            // SAFETY: the handle is one, and is not freed yet, or is null.
            unsafe { one(game, call[0], cell) };
        }
        // SAFETY: as above, and it is not used any more.
        unsafe { omnisweep_free(game) };
    }

    /// A call, and what can be asked after it.
    ///
    /// # Safety
    /// The handle is one that is not freed yet, or null.
    unsafe fn one(game: *mut OmnisweepGame, kind: u8, cell: u64) {
        // SAFETY: the caller promises it; there is one cell where one is said to be.
        unsafe {
            let before = (omnisweep_state(game), omnisweep_safe_left(game), omnisweep_mines_left(game));
            let cells = omnisweep_cells(game);
            let status = match kind % 9 {
                0 | 1 => omnisweep_open(game, cell % (cells + 2)),
                2 => omnisweep_flag(game, cell % (cells + 2)),
                3 => omnisweep_mark(game, cell),
                4 => omnisweep_unmark(game, cell % (cells + 2)),
                5 => omnisweep_chord(game, cell % (cells + 2)),
                6 => omnisweep_draw(game, cell, cell % (cells + 2)),
                7 => omnisweep_lay(game, &cell, 1),
                _ => omnisweep_lay(game, null(), 0),
            };
            let after = (omnisweep_state(game), omnisweep_safe_left(game), omnisweep_mines_left(game));
            if (status as i32) < 0 {
                assert_eq!(before, after, "what is refused changes nothing");
            } else {
                assert_eq!(status, after.0, "the answer is how the game stands");
            }
            assert_eq!(
                after.0 == OmnisweepStatus::Won,
                cells > 0 && after.1 == 0 && after.0 != OmnisweepStatus::Lost
            );
            let view = omnisweep_view(game, cell);
            assert_eq!(view == OMNISWEEP_NOTHING, cell >= cells);
            assert!((OMNISWEEP_NOTHING..=26).contains(&view), "{view}");
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let seed = |rules: u8| {
            let start = [2 + rules % 2, 4, 5, 3, rules, 3, 6, rules % 2];
            let calls =
                [[6, 0, 0]].into_iter().chain((0..30_u8).map(|step| [step % 6, step.wrapping_mul(7), 0]));
            start.into_iter().chain(calls.flatten()).collect()
        };
        (0..7).map(seed).collect()
    }
}
