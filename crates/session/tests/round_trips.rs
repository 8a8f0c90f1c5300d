//! What is written is read back the same, and what is damaged is refused.

#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, FirstCell, Outcome, RuleSet, Shape, Zone, random};
use omnisweep_session::{GuessMode, Seed, Session, Setup, StartError, code, save};
use proptest::prelude::*;

fn setup() -> impl Strategy<Value = Setup> {
    let sizes = prop_oneof![
        prop::collection::vec(1..12_u64, 1..4),
        prop::collection::vec(1..4_u64, 4..6),
        (1..3_u64, 60..70_u64).prop_map(|(a, b)| vec![a, b]),
    ];
    (sizes, 0..6_usize, 0..3_usize, any::<bool>(), any::<bool>(), 0..40_u64, any::<u64>()).prop_map(
        |(sizes, set, first, marks, fair, percent, seed)| {
            let shape = Shape::new(&sizes).unwrap();
            let set = RuleSet::ALL[set];
            let plain = set.rules();
            let modern = set == RuleSet::Modern;
            let (first, marks) =
                if modern { (FirstCell::ALL[first], marks) } else { (plain.first, plain.marks) };
            let mines = first.most_mines(&shape) * percent / 100;
            let fair = fair && first != FirstCell::Anything;
            let guess = if fair { GuessMode::Fair } else { GuessMode::Ordinary };
            Setup { set, first, marks, guess, shape, mines, seed: Some(Seed::new(seed)) }
        },
    )
}

/// Plays some moves, two seconds apart, with an undo now and then.
fn played(setup: Setup, moves: &[(u8, u64)]) -> Session {
    let cells = setup.shape.cells();
    let mut session = Session::new(setup).unwrap();
    for (step, &(kind, number)) in moves.iter().enumerate() {
        let (now, cell) = (step as u64 * 2000, Cell(number % cells));
        let action = match kind {
            0..4 => Action::Open(cell),
            4 | 5 => Action::Flag(cell),
            6 => Action::Mark(cell),
            7 => Action::Unmark(cell),
            8 | 9 => Action::Chord(cell),
            10 => {
                session.undo(now);
                continue;
            }
            _ => {
                session.pause(now);
                continue;
            }
        };
        _ = session.act(action, now, &mut ());
    }
    session
}

fn same(a: &Session, b: &Session) {
    assert_eq!((a.setup(), a.log(), a.undos(), a.practice()), (b.setup(), b.log(), b.undos(), b.practice()));
    assert_eq!(a.game().outcome(), b.game().outcome());
    assert_eq!(a.game().layout(), b.game().layout());
    for cell in (0..a.setup().shape.cells()).map(Cell) {
        assert_eq!(a.game().view(cell), b.game().view(cell));
    }
}

fn moves() -> impl Strategy<Value = Vec<(u8, u64)>> {
    prop::collection::vec((0..12_u8, any::<u64>()), 0..30)
}

proptest! {
    #[test]
    fn a_saved_game_is_read_back_and_written_the_same(setup in setup(), moves in moves()) {
        let session = played(setup, &moves);
        let text = save::write(&session, 100_000);
        let read = save::read(&text).unwrap();
        same(&session, &read);
        prop_assert_eq!(read.elapsed(7), session.elapsed(100_000));
        prop_assert_eq!(save::write(&read, 12), text);
    }

    /// Any change to a saved game is refused, or it is another game that is
    /// itself written the same way: nothing is read loosely.
    #[test]
    fn a_damaged_game_is_refused_or_another_game(
        setup in setup(), moves in moves(), at: prop::sample::Index, with in "[ -~\n*.é]{0,3}", cut in 0..4_usize
    ) {
        let text = save::write(&played(setup, &moves), 100_000);
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let from = starts[at.index(starts.len())];
        let to = (from + cut).min(text.len());
        let damaged = format!("{}{with}{}", &text[..from], &text[to..]);
        match save::read(&damaged) {
            Ok(session) => prop_assert_eq!(save::write(&session, 0), damaged),
            Err(error) => prop_assert!(error.line <= damaged.matches('\n').count() + 1, "{}", error),
        }
    }

    #[test]
    fn a_game_cut_short_is_refused(setup in setup(), moves in moves(), at: prop::sample::Index) {
        let text = save::write(&played(setup, &moves), 100_000);
        prop_assert!(save::read(&text[..at.index(text.len())]).is_err());
    }

    #[test]
    fn undo_is_never_having_made_the_move(setup in setup(), moves in moves(), kind in 0..10_u8, number: u64) {
        let before = played(setup, &moves);
        let mut after = before.clone();
        let cell = Cell(number % before.setup().shape.cells());
        let action = if kind < 5 { Action::Open(cell) } else { Action::Flag(cell) };
        if after.act(action, 200_000, &mut ()).is_ok() {
            prop_assert_eq!(after.undo(200_000).map(|last| last.action), Some(action));
            prop_assert!(after.practice().is_some());
            prop_assert_eq!(before.log(), after.log());
            for cell in (0..before.setup().shape.cells()).map(Cell) {
                prop_assert_eq!(before.game().view(cell), after.game().view(cell));
            }
        }
    }

    #[test]
    fn a_board_code_is_read_back(setup in setup(), start: Option<prop::sample::Index>) {
        let layout =
            random::draw(&setup.shape, setup.mines, &Zone::default(), setup.seed.unwrap().number).unwrap();
        let start = start.map(|at| Cell(at.index(setup.shape.cells() as usize) as u64));
        let text = code::write(&layout, start);
        prop_assert_eq!(code::read(&text).unwrap(), (layout, start));
        prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)));
    }

    #[test]
    fn a_mistyped_board_code_is_refused(setup in setup(), at: prop::sample::Index, with in "[0-9A-Za-z_.x-]") {
        let layout =
            random::draw(&setup.shape, setup.mines, &Zone::default(), setup.seed.unwrap().number).unwrap();
        let text = code::write(&layout, Some(Cell(0)));
        let at = at.index(text.len());
        let typo = format!("{}{with}{}", &text[..at], &text[at + 1..]);
        if typo != text {
            // Unused bits of the last letter are refused too, so no two codes are one board.
            prop_assert!(code::read(&typo).is_err(), "{} {}", text, typo);
        }
    }
}

#[test]
fn absurd_codes_are_refused_without_asking_for_memory() {
    for text in [
        "",
        ".",
        "9x9",
        "9x9.",
        "9x9.AA",
        "0x9.AAAA",
        "x.AAAA",
        "99999999999x99999999.AAAA",
        "9x9.AAAA.1x1.2",
    ] {
        assert!(code::read(text).is_err(), "{text:?}");
    }
}

#[test]
fn errors_name_the_line() {
    let shape = Shape::new(&[2, 2]).unwrap();
    let mut session = Session::new(Setup::new(RuleSet::Nd, shape, 1, Some(Seed::new(3)))).unwrap();
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let text = save::write(&session, 5);
    let error = |from: &str, to: &str| {
        assert!(text.contains(from), "{from:?} in {text}");
        save::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        error("game 2", "game 3"),
        "line 1: this is no saved game of a version that can be read (expected \"omnisweep game 2\")"
    );
    assert_eq!(error("rules nd", "rules dn"), "line 2: expected a set of rules");
    assert_eq!(error("size 2 2", "size 2 0"), "line 5: every size has to be at least 1");
    assert_eq!(error("mines 1", "mines 2"), "line 13: the board has 1 mines, not 2");
    assert_eq!(error("*", "+"), "line 13: the board is damaged: unexpected character '+'");
    assert_eq!(error("0 o 0 0", "0 o 0 2"), "line 15: the cell \"0 2\" is not on the 2x2 board");
    assert_eq!(error("0 o 0 0", "9 o 0 0"), "line 15: the moves' times have to ascend up to the clock's");
    assert_eq!(error("end\n", "end\n\n"), "line 17: nothing may follow the end");
    assert_eq!(error("end\n", ""), "line 16: the text ends here, but the line \"end\" should follow");
}

#[test]
fn the_first_open_is_kept_as_promised() {
    for (first, free) in [(FirstCell::Safe, 1), (FirstCell::Opening, 9)] {
        for seed in 0..50 {
            let shape = Shape::new(&[5, 5]).unwrap();
            let centre = shape.cell(&[2, 2]).unwrap();
            let setup =
                Setup { first, ..Setup::new(RuleSet::Modern, shape, 25 - free, Some(Seed::new(seed))) };
            let mut session = Session::new(setup).unwrap();
            assert_eq!(session.act(Action::Open(centre), 0, &mut ()), Ok(Outcome::Won));
        }
    }
}

#[test]
fn the_clock_runs_from_the_first_move_to_the_last() {
    let shape = Shape::new(&[1, 5]).unwrap();
    let mut session = Session::new(Setup::new(RuleSet::Esp, shape, 2, Some(Seed::new(1)))).unwrap();
    assert_eq!(session.elapsed(500), 0);
    session.act(Action::Flag(Cell(4)), 1000, &mut ()).unwrap();
    assert_eq!(session.elapsed(1500), 500);
    session.pause(2000);
    assert_eq!(session.elapsed(9000), 1000);
    session.resume(9000);
    assert_eq!(session.elapsed(9100), 1100);
    for cell in 0..5 {
        _ = session.act(Action::Open(Cell(cell)), 10_000, &mut ());
    }
    assert_ne!(session.game().outcome(), Outcome::Playing);
    assert_eq!(session.elapsed(99_000), 2000);
    session.resume(99_000);
    assert_eq!(session.elapsed(99_999), 2000);
}

/// A way of drawing may be retired: games that have their board go on.
#[test]
fn a_board_of_another_generator_is_played_but_not_drawn() {
    let shape = Shape::new(&[2, 2]).unwrap();
    let mut session = Session::new(Setup::new(RuleSet::Nd, shape, 1, Some(Seed::new(3)))).unwrap();
    let unlaid = save::write(&session, 0).replace("chacha8-floyd", "dice");
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let laid = save::write(&session, 0).replace("chacha8-floyd", "dice");
    assert_eq!(save::write(&save::read(&laid).unwrap(), 0), laid);
    assert_eq!(save::read(&unlaid).unwrap_err().kind, save::LoadErrorKind::Start(StartError::NoBoard));
}

#[test]
fn only_the_modern_rules_have_a_choice() {
    let setup = |set| Setup::new(set, Shape::new(&[4, 4]).unwrap(), 1, Some(Seed::new(3)));
    for set in RuleSet::ALL {
        let marked = Setup { marks: !set.rules().marks, ..setup(set) };
        let other = if set.rules().first == FirstCell::Safe { FirstCell::Anything } else { FirstCell::Safe };
        let safe = Setup { first: other, ..setup(set) };
        assert_eq!(Session::new(marked).is_ok(), set == RuleSet::Modern, "{set:?}");
        assert_eq!(Session::new(safe).is_ok(), set == RuleSet::Modern, "{set:?}");
        assert!(Session::new(setup(set)).is_ok());
    }
}

/// The largest numbers a text can have are added to without a panic.
#[test]
fn a_clock_and_a_count_at_their_end_stay_there() {
    let shape = Shape::new(&[1, 9]).unwrap();
    let mut session = Session::new(Setup::new(RuleSet::Nd, shape, 3, Some(Seed::new(3)))).unwrap();
    let most = u64::MAX;
    let text = save::write(&session, 0).replace("clock 0", &format!("clock {most}"));
    session = save::read(&text.replace("undos 0", &format!("undos {most}"))).unwrap();
    _ = session.act(Action::Open(Cell(8)), 5, &mut ());
    session.undo(9);
    assert_eq!((session.elapsed(100), session.undos()), (most, most));
    let text = save::write(&session, 200);
    assert_eq!(save::write(&save::read(&text).unwrap(), 0), text);
}
