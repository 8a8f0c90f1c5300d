//! What is written is read back; what is read is written back; the rest is refused.

#![allow(clippy::unwrap_used)]

use omnisweep_arena::protocol::{ArenaMessage, BotMessage, NewGame, ProtocolError};
use omnisweep_engine::{Action, Cell, FirstCell, Shape};
use proptest::prelude::*;

fn shapes() -> impl Strategy<Value = Shape> {
    prop::collection::vec(1_u64..7, 1..5).prop_map(|sizes| Shape::new(&sizes).unwrap())
}

fn cells(shape: &Shape) -> impl Strategy<Value = Cell> + use<> {
    (0..shape.cells()).prop_map(Cell)
}

fn told(shape: &Shape) -> impl Strategy<Value = ArenaMessage> + use<> {
    let game = {
        let shape = shape.clone();
        (0..3_usize, any::<u64>(), any::<Option<u64>>()).prop_map(move |(start, mines, limit)| {
            let start = FirstCell::ALL[start];
            let mines = mines % (start.most_mines(&shape) + 1);
            ArenaMessage::NewGame(NewGame { shape: shape.clone(), mines, start, limit })
        })
    };
    prop_oneof![
        any::<u32>().prop_map(ArenaMessage::Omnisweep),
        game,
        (cells(shape), any::<u32>()).prop_map(|(cell, number)| ArenaMessage::Open(cell, number)),
        cells(shape).prop_map(ArenaMessage::Flag),
        cells(shape).prop_map(ArenaMessage::Unflag),
        cells(shape).prop_map(ArenaMessage::Mine),
        Just(ArenaMessage::Go),
        Just(ArenaMessage::Result { won: true, reason: String::new() }),
        "([a-z]{1,5}( [a-z0-9:]{1,5}){0,4})?".prop_map(|reason| ArenaMessage::Result { won: false, reason }),
        Just(ArenaMessage::Quit),
    ]
}

fn said(shape: &Shape) -> impl Strategy<Value = BotMessage> + use<> {
    let text = "([^ \\s\\pC]{1,5}( [^ \\s\\pC]{1,5}){0,4})?";
    prop_oneof![
        text.prop_map(BotMessage::Name),
        Just(BotMessage::Ready),
        cells(shape).prop_map(|cell| BotMessage::Play(Action::Open(cell))),
        cells(shape).prop_map(|cell| BotMessage::Play(Action::Flag(cell))),
        cells(shape).prop_map(|cell| BotMessage::Play(Action::Chord(cell))),
        (cells(shape), any::<bool>()).prop_map(|(cell, mine)| BotMessage::Claim { cell, mine }),
        Just(BotMessage::Resign),
        text.prop_map(BotMessage::Info),
    ]
}

proptest! {
    #[test]
    fn every_line_is_read_back(
        (shape, told, said) in shapes().prop_flat_map(|shape| (Just(shape.clone()), told(&shape), said(&shape)))
    ) {
        prop_assert_eq!(ArenaMessage::parse(&told.write(&shape), Some(&shape)), Ok(told));
        prop_assert_eq!(BotMessage::parse(&said.write(&shape), &shape), Ok(said));
    }

    #[test]
    fn any_text_is_understood_or_refused(
        shape in shapes(),
        line in "(omnisweep|newgame|open|flag|mine|result|o|f|c|safe|name|)?( |size|mines|start|limit|[0-9]{0,3}|\\PC){0,12}"
    ) {
        if let Ok(told) = ArenaMessage::parse(&line, Some(&shape)) {
            prop_assert_eq!(ArenaMessage::parse(&told.write(&shape), Some(&shape)), Ok(told));
        }
        if let Ok(said) = BotMessage::parse(&line, &shape) {
            prop_assert_eq!(BotMessage::parse(&said.write(&shape), &shape), Ok(said));
        }
    }
}

#[test]
fn words_that_are_not_known_are_told_from_those_that_are_misused() {
    let shape = Shape::new(&[3, 4]).unwrap();
    for line in ["", "  ", "hello", "o3 4", "m 1 1", "u 1 1", "O 1 1", "move o 1 1"] {
        assert_eq!(BotMessage::parse(line, &shape), Err(ProtocolError::UnknownWord), "{line:?}");
    }
    for line in ["o", "o 1", "o 1 1 1", "o a b", "o -1 0", "safe", "mine 1 x"] {
        assert!(matches!(BotMessage::parse(line, &shape), Err(ProtocolError::Form(_))), "{line:?}");
    }
    for line in ["o 3 0", "f 0 4", "c 99999999999999999999999 0"] {
        assert!(matches!(BotMessage::parse(line, &shape), Err(ProtocolError::OffBoard(_))), "{line:?}");
    }
    assert_eq!(BotMessage::parse("\to  2\t3 \r", &shape), Ok(BotMessage::Play(Action::Open(Cell(11)))));
}

#[test]
fn a_game_can_be_announced_with_parameters_that_nobody_knows() {
    let line = "newgame wrap 1 size 2 3 4 colour blue green mines 5 limit 20";
    let game = ArenaMessage::parse(line, None).unwrap();
    let shape = Shape::new(&[2, 3, 4]).unwrap();
    assert_eq!(
        game,
        ArenaMessage::NewGame(NewGame { shape, mines: 5, start: FirstCell::Opening, limit: Some(20) })
    );
    for line in [
        "newgame",
        "newgame size 9 9",
        "newgame mines 3",
        "newgame size 0 9 mines 1",
        "newgame size 9 9 mines 73 start opening",
        "newgame size 9 9 mines 1 start never",
        "newgame size 9 -9 mines 1",
        "newgame size 99999999999 99999999999 mines 1",
    ] {
        assert!(ArenaMessage::parse(line, None).is_err(), "{line:?}");
    }
}
