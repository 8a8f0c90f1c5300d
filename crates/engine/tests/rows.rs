//! A board read row by row, and put together again from what was read.
#![allow(clippy::unwrap_used)]

mod boards;

use boards::{action, moves, sizes};
use omnisweep_engine::{
    Action, Cell, Game, Layout, Outcome, Restore, RestoreError, Rows, RuleSet, Rules, Shape, View, random,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_board_is_read_row_by_row_and_put_together_again(
        sizes in sizes(), density in 0..40_u64, seed: u64, moves in moves(), set in 0..6_usize
    ) {
        let shape = Shape::new(&sizes).unwrap();
        let layout =
            random::draw(&shape, shape.cells() * density / 100, &Default::default(), seed).unwrap();
        let rules = RuleSet::ALL[set].rules();
        let mut game = Game::on(layout.clone(), rules).unwrap();
        let mut before = game.clone();
        for (kind, number, _) in moves {
            if game.apply(action(kind, Cell(number % shape.cells())), &mut ()) == Ok(Outcome::Playing) {
                before = game.clone();
            }
        }
        let game = before;

        // The same cells, 64 at a time, by their views and by rows.
        let bit = |view: &dyn Fn(Cell) -> bool, first: u64| {
            (0..64.min(shape.cells() - first)).fold(0, |bits, k| bits | u64::from(view(Cell(first + k))) << k)
        };
        let hidden = |cell: Cell| {
            let place = shape.place(cell);
            game.row(place.row, place.word).next().unwrap().flag >> place.bit & 1 != 0
        };
        let open = |cell| matches!(game.view(cell), View::Number(_));
        // Into the memory of another game on the same board.
        let mut restored = Game::on(layout.clone(), rules).unwrap();
        _ = restored.apply(Action::Open(Cell(seed % shape.cells())), &mut ());
        _ = restored.apply(Action::Flag(Cell(seed / 7 % shape.cells())), &mut ());
        let mut restore = Restore::of(&mut restored).unwrap();
        let mut drawn = Layout::new(shape.clone()).unwrap();
        let mut lay = drawn.lay_in_order();
        for first in (0..shape.cells()).step_by(64) {
            let mine = bit(&|cell| layout.contains(cell), first);
            lay(mine);
            let mark = bit(&|cell| game.view(cell) == View::Mark, first);
            let count = (shape.cells() - first).min(64) as u32;
            restore.put(count, mine, bit(&open, first), bit(&hidden, first), mark).unwrap();
        }
        drop(lay);
        prop_assert_eq!(&drawn, &layout);

        if sizes.len() <= 2 {
            let mut rows = Rows::new(&game);
            for row in 0..rows.count() {
                let untouched = rows.is_untouched(row);
                let width = rows.width();
                for (word, view) in rows.row(row).collect::<Vec<_>>().into_iter().enumerate() {
                    for k in 0..(width - word as u64 * 64).min(64) {
                        let cell = Cell(row * width + word as u64 * 64 + k);
                        let on = |bits: u64| bits >> k & 1 != 0;
                        prop_assert!(on(view.valid));
                        prop_assert_eq!(on(view.mine), layout.contains(cell));
                        prop_assert_eq!(on(view.open), open(cell));
                        prop_assert_eq!(on(view.flag), hidden(cell));
                        prop_assert_eq!(Some(view.number(k as u32)), game.mines_around(cell));
                        prop_assert!(!untouched || game.view(cell) == View::Closed);
                    }
                }
            }
        }

        if game.safe_left() > 0 {
            restore.finish().unwrap();
            prop_assert_eq!(restored.mines_left(), game.mines_left());
            prop_assert_eq!((restored.safe_left(), restored.marks()), (game.safe_left(), game.marks()));
            // Both go on alike, the stale zeros included.
            for cell in (0..shape.cells()).map(Cell) {
                let (mut a, mut b) = (game.clone(), restored.clone());
                prop_assert_eq!(a.apply(Action::Open(cell), &mut ()), b.apply(Action::Open(cell), &mut ()));
                for cell in (0..shape.cells()).map(Cell) {
                    prop_assert_eq!(a.view(cell), b.view(cell));
                }
                if shape.cells() > 100 {
                    break;
                }
            }
        } else {
            prop_assert_eq!(restore.finish().unwrap_err(), RestoreError::NothingLeft);
        }
    }
}

/// The longer side lies along the words, so rows are turned, each of which has several words.
#[test]
fn a_board_of_turned_rows_of_several_words_is_read_row_by_row() {
    let shape = Shape::new(&[200, 150]).unwrap();
    assert!(!shape.rows_along_last_axis());
    let layout = random::draw(&shape, 6000, &Default::default(), 3).unwrap();
    let game = Game::on(layout.clone(), Rules::MODERN).unwrap();
    let mut rows = Rows::new(&game);
    for row in 0..rows.count() {
        let words: Vec<u64> = rows.row(row).map(|view| view.mine).collect();
        let mined = |column: u64| words[column as usize / 64] >> (column % 64) & 1 == 1;
        assert!((0..150).all(|column| mined(column) == layout.contains(Cell(row * 150 + column))), "{row}");
    }
}

/// A file may have cells open that no game would: they spread no more.
#[test]
fn an_open_blank_in_a_file_does_not_spread_by_itself() {
    let shape = Shape::new(&[1, 9]).unwrap();
    let mut game = Game::new(shape.clone(), Rules::ESP, 3).unwrap();
    let mut restore = Restore::of(&mut game).unwrap();
    //                      ..*......  with the cells 6 and 7 open
    restore.put(9, 0b000000100, 0b011000000, 0, 0).unwrap();
    restore.finish().unwrap();
    let open = |game: &Game| (0..9).filter(|&i| game.view(Cell(i)) != View::Closed).collect::<Vec<_>>();
    assert_eq!(open(&game), [6, 7]);
    game.apply(Action::Open(Cell(0)), &mut ()).unwrap();
    assert_eq!(open(&game), [0, 1, 6, 7]);
    game.apply(Action::Open(Cell(4)), &mut ()).unwrap();
    assert_eq!(open(&game), [0, 1, 3, 4, 5, 6, 7]);
    assert_eq!(game.apply(Action::Open(Cell(8)), &mut ()), Ok(Outcome::Won));

    let refused = |mine, open| {
        let mut game = Game::new(shape.clone(), Rules::ESP, 3).unwrap();
        let mut restore = Restore::of(&mut game).unwrap();
        restore.put(9, mine, open, 1, 0).unwrap();
        let error = restore.finish().unwrap_err();
        assert!((0..9).all(|i| game.view(Cell(i)) == View::Closed), "what was put in is gone");
        assert_eq!((game.mines_left(), game.safe_left(), game.layout()), (3, 6, None));
        error
    };
    assert_eq!(refused(0b1, 0b1), RestoreError::OpenMine);
    assert_eq!(refused(0b1, 0x1fe), RestoreError::NothingLeft);
    assert_eq!(refused(0x1ff, 0), RestoreError::NothingLeft);
    let mut game = Game::new(shape, Rules::ESP, 3).unwrap();
    let mut restore = Restore::of(&mut game).unwrap();
    assert_eq!(restore.put(10, 0, 0, 0, 0), Err(RestoreError::OtherSize));
    assert_eq!(restore.finish().unwrap_err(), RestoreError::OtherSize);
}

/// The same where the closed neighbours are in the next word, or in the one before.
#[test]
fn an_open_blank_at_the_border_of_a_word_does_not_spread_by_itself() {
    let shape = Shape::new(&[1, 130]).unwrap();
    for (mine, open, opened, then) in [(58, [62, 63], 60, 59..64), (70, [64, 65], 67, 64..70)] {
        let mut game = Game::new(shape.clone(), Rules::ESP, 1).unwrap();
        let mut restore = Restore::of(&mut game).unwrap();
        for first in [0, 64, 128] {
            let bits = |cells: &[u64]| {
                let here = cells.iter().filter(|cell| (first..first + 64).contains(*cell));
                here.fold(0_u64, |bits, cell| bits | 1 << (cell - first))
            };
            restore.put((130 - first).min(64) as u32, bits(&[mine]), bits(&open), 0, 0).unwrap();
        }
        restore.finish().unwrap();
        game.apply(Action::Open(Cell(opened)), &mut ()).unwrap();
        let open: Vec<u64> = (0..130).filter(|&cell| game.view(Cell(cell)) != View::Closed).collect();
        assert_eq!(open, then.collect::<Vec<u64>>());
    }
}
