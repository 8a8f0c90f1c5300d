//! Games behind a handle, beside the engine's own.
#![allow(unsafe_code, clippy::unwrap_used)]

use std::ptr::null_mut;

use omnisweep_capi::handle::*;

fn new(
    sizes: &[u64],
    rules: OmnisweepRules,
    first: OmnisweepFirst,
    mines: u64,
) -> (OmnisweepStatus, *mut OmnisweepGame) {
    let mut game = null_mut();
    // SAFETY: there are as many sizes as said, and the handle can be written.
    let status =
        unsafe { omnisweep_new(sizes.as_ptr(), sizes.len(), rules as u32, first as u32, mines, &mut game) };
    (status, game)
}

/// A game on `*..` over `...`, with the cells numbered from 0 to 5.
fn laid(rules: OmnisweepRules) -> *mut OmnisweepGame {
    let (status, game) = new(&[2, 3], rules, OmnisweepFirst::ByRules, 1);
    assert_eq!(status, OmnisweepStatus::Playing);
    // SAFETY: it is a handle.
    assert_eq!(unsafe { omnisweep_lay(game, [0].as_ptr(), 1) }, OmnisweepStatus::Playing);
    game
}

#[test]
fn every_call_does_what_the_rules_say() {
    use OmnisweepStatus::*;
    // SAFETY: for the whole test: handles are used until they are freed.
    unsafe {
        // Modern rules with an opening have no room for a mine on so small a board.
        assert_eq!(new(&[2, 3], OmnisweepRules::Modern, OmnisweepFirst::ByRules, 1).0, TooManyMines);
        let (status, game) = new(&[2, 3], OmnisweepRules::ModernWithMarks, OmnisweepFirst::Safe, 1);
        assert_eq!(status, Playing);
        assert_eq!(omnisweep_open(game, 5), NotNow);
        assert_eq!(omnisweep_lay(game, [0, 1].as_ptr(), 2), BadArgument, "not as many as the game has");
        assert_eq!(omnisweep_lay(game, [6].as_ptr(), 1), OffBoard);
        assert_eq!(omnisweep_lay(game, [0].as_ptr(), 1), Playing);
        assert_eq!(omnisweep_lay(game, [0].as_ptr(), 1), NotNow);
        assert_eq!((omnisweep_cells(game), omnisweep_safe_left(game), omnisweep_mines_left(game)), (6, 5, 1));
        assert_eq!(omnisweep_mark(game, 3), Playing);
        assert_eq!(omnisweep_view(game, 3), OMNISWEEP_MARK);
        assert_eq!(omnisweep_open(game, 3), Refused);
        assert_eq!(omnisweep_mark(game, 3), Playing);
        assert_eq!(omnisweep_view(game, 3), OMNISWEEP_CLOSED);
        assert_eq!(omnisweep_unmark(game, 3), NoSuchAction);
        assert_eq!(omnisweep_open(game, 1), Playing);
        assert_eq!((omnisweep_view(game, 1), omnisweep_safe_left(game)), (1, 4));
        assert_eq!(omnisweep_chord(game, 1), Refused);
        assert_eq!(omnisweep_flag(game, 0), Playing);
        assert_eq!((omnisweep_view(game, 0), omnisweep_mines_left(game)), (OMNISWEEP_FLAG, 0));
        assert_eq!(omnisweep_chord(game, 1), Won);
        assert_eq!(omnisweep_state(game), Won);
        assert_eq!(omnisweep_open(game, 0), Over);
        assert_eq!(omnisweep_view(game, 6), OMNISWEEP_NOTHING);
        omnisweep_free(game);

        let game = laid(OmnisweepRules::Clicks);
        assert_eq!(omnisweep_flag(game, 4), Playing);
        assert_eq!(omnisweep_open(game, 1), Playing);
        assert_eq!(omnisweep_chord(game, 1), Lost, "a wrong flag loses");
        let views: Vec<i32> = (0..6).map(|cell| omnisweep_view(game, cell)).collect();
        let closed = OMNISWEEP_CLOSED;
        assert_eq!(views, [OMNISWEEP_EXPLODED, 1, closed, closed, OMNISWEEP_WRONG_FLAG, closed]);
        omnisweep_free(game);

        let game = laid(OmnisweepRules::Styles);
        assert_eq!(omnisweep_mark(game, 0), NoSuchAction);
        assert_eq!(omnisweep_chord(game, 0), NoSuchAction);
        omnisweep_free(game);

        let game = laid(OmnisweepRules::Nd);
        assert_eq!(omnisweep_flag(game, 0), NoSuchAction);
        assert_eq!(omnisweep_open(game, 0), Lost);
        omnisweep_free(game);

        let game = laid(OmnisweepRules::Cs121);
        assert_eq!(omnisweep_flag(game, 0), Playing);
        assert_eq!(omnisweep_flag(game, 0), Refused);
        assert_eq!(omnisweep_unmark(game, 0), Playing);
        assert_eq!(omnisweep_view(game, 0), OMNISWEEP_CLOSED);
        omnisweep_free(game);

        let game = laid(OmnisweepRules::Esp);
        assert_eq!((omnisweep_open(game, 1), omnisweep_flag(game, 1)), (Playing, Playing), "open cells too");
        omnisweep_free(game);
    }
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    use OmnisweepStatus::*;
    // SAFETY: null is allowed everywhere, and the other pointers are good.
    unsafe {
        let mut game = null_mut();
        assert_eq!(omnisweep_new(std::ptr::null(), 2, 0, 0, 1, &mut game), BadArgument);
        assert_eq!(omnisweep_new([3, 3].as_ptr(), 2, 0, 0, 1, null_mut()), BadArgument);
        assert_eq!(omnisweep_new([3, 3].as_ptr(), 2, 99, 0, 1, &mut game), BadArgument);
        assert_eq!(omnisweep_new([3, 3].as_ptr(), 2, 0, 99, 1, &mut game), BadArgument);
        assert_eq!(omnisweep_new([3, 0].as_ptr(), 2, 0, 0, 1, &mut game), BadArgument);
        assert_eq!(omnisweep_new([3, 3].as_ptr(), 0, 0, 0, 1, &mut game), BadArgument);
        assert_eq!(omnisweep_new([1 << 31, 1 << 31].as_ptr(), 2, 0, 0, 1, &mut game), TooLarge);
        assert!(game.is_null());
        assert_eq!(omnisweep_open(game, 0), BadArgument);
        assert_eq!(omnisweep_draw(game, 0, 0), BadArgument);
        assert_eq!(omnisweep_state(game), BadArgument);
        assert_eq!(omnisweep_view(game, 0), OMNISWEEP_NOTHING);
        assert_eq!((omnisweep_cells(game), omnisweep_safe_left(game), omnisweep_mines_left(game)), (0, 0, 0));
        omnisweep_free(game);

        let (_, game) = new(&[4, 4], OmnisweepRules::Modern, OmnisweepFirst::Opening, 7);
        assert_eq!(omnisweep_draw(game, 3, 16), OffBoard);
        assert_eq!(omnisweep_draw(game, 3, 5), Playing);
        assert_eq!(omnisweep_draw(game, 3, 5), NotNow);
        assert_eq!(omnisweep_open(game, 5), Won, "nine cells are free, and the seven others are mines");
        omnisweep_free(game);
    }
}
