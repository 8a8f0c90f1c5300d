//! Boards that need no guess, and games that forgive one.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, FirstCell, Layout, Outcome, Refusal, RuleSet, Shape, View, text};
use omnisweep_session::{GuessMode, Seed, Session, Setup, StartError, save};
use omnisweep_solver::{Certainty, Logic, LogicResult, Mines, Position, analyse};

fn fair(board: &str) -> (Session, Layout) {
    let layout = text::parse_layout(board, None).unwrap();
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), layout.count(), Some(Seed::new(5)));
    (Session::on(setup.with_guess(GuessMode::Fair), layout.clone()).unwrap(), layout)
}

fn open(session: &mut Session, at: [u64; 2]) -> Result<Outcome, Refusal> {
    let cell = session.setup().shape.cell(&at).unwrap();
    session.act(Action::Open(cell), 0, &mut ())
}

#[test]
fn a_forced_guess_is_forgiven_and_an_avoidable_one_is_not() {
    // The corner on the right is a coin toss once the rest is open.
    let board = "....*\n.....\n";
    let (mut session, _) = fair(board);
    open(&mut session, [0, 0]).unwrap();
    assert_eq!(open(&mut session, [0, 4]), Ok(Outcome::Won));
    assert!(session.game().layout().unwrap().contains(Cell(9)));
    // Here the number of mines proves that the last column is safe.
    let (mut session, _) = fair("....*.\n......\n");
    open(&mut session, [0, 0]).unwrap();
    assert_eq!(open(&mut session, [0, 4]), Ok(Outcome::Lost));
}

#[test]
fn a_cell_that_is_certainly_a_mine_is_not_forgiven() {
    let (mut session, _) = fair("**.\n*..\n...\n");
    open(&mut session, [2, 2]).unwrap();
    // Each 1 has one of its two, so the 3 has the corner.
    assert_eq!(open(&mut session, [0, 0]), Ok(Outcome::Lost));
}

#[test]
fn what_was_seen_stays_and_games_are_saved_and_replayed_right() {
    let (mut forgiven, mut lost) = (0, 0);
    for seed in 0..300 {
        let shape = Shape::new(&[8, 8]).unwrap();
        let setup = Setup::new(RuleSet::ALL[seed as usize % 6], shape, 14, Some(Seed::new(seed)));
        if setup.first == FirstCell::Anything {
            continue;
        }
        let mut session = Session::new(setup.with_guess(GuessMode::Fair)).unwrap();
        let mut next = Cell(seed % 64);
        for move_number in 0..60 {
            let before: Vec<View> = (0..64).map(|cell| session.game().view(Cell(cell))).collect();
            let hidden = session.game().layout().cloned();
            let safe =
                hidden.as_ref().map(|_| analyse(&Position::of(session.game()), Mines::Total(14)).unwrap());
            let outcome = session.act(Action::Open(next), move_number, &mut ());
            if let (Some(hidden), Some(analysis)) = (hidden, safe)
                && hidden.contains(next)
                && outcome.is_ok()
            {
                let avoidable = !analysis.safe().is_empty() || analysis.certainty(next) == Certainty::Mine;
                assert_eq!(outcome == Ok(Outcome::Lost), avoidable, "{seed} {move_number}");
                forgiven += u32::from(!avoidable);
                lost += u32::from(avoidable);
            }
            // What was open is open, with the same number.
            for (cell, view) in before.iter().enumerate() {
                if let View::Number(_) = view {
                    assert_eq!(session.game().view(Cell(cell as u64)), *view);
                }
            }
            assert_eq!(session.game().layout().unwrap().count(), 14);
            let text = save::write(&session, 1000);
            let mut read = save::read(&text).unwrap();
            assert_eq!(save::write(&read, 1000), text);
            assert_eq!(read.game().outcome(), session.game().outcome());
            if outcome != Ok(Outcome::Playing) {
                break;
            }
            // A saved game forgives as the one that went on does.
            let closed = |cell: &u64| session.game().view(Cell(*cell)) == View::Closed;
            let all: Vec<u64> = (0..64).filter(closed).collect();
            next = Cell(all[(seed as usize * 31 + move_number as usize * 17) % all.len()]);
            let mut again = session.clone();
            assert_eq!(
                again.act(Action::Open(next), 5000, &mut ()),
                read.act(Action::Open(next), 5000, &mut ())
            );
            assert_eq!(again.game().layout(), read.game().layout());
        }
    }
    assert!(forgiven > 20 && lost > 20, "{forgiven} forgiven, {lost} lost");
}

#[test]
fn chords_are_forgiven_like_opens() {
    // Nothing is safe for certain: the 1 in the middle, wrongly flagged.
    let (mut session, _) = fair("*.*\n...\n...\n...\n");
    open(&mut session, [3, 0]).unwrap();
    let at = |row: u64, column: u64| Cell(row * 3 + column);
    assert_eq!(session.game().view(at(1, 1)), View::Number(2));
    let analysis = analyse(&Position::of(session.game()), Mines::Total(2)).unwrap();
    assert!(analysis.safe().is_empty() != analysis.safe().contains(&at(0, 1)));
    session.act(Action::Flag(at(0, 0)), 0, &mut ()).unwrap();
    session.act(Action::Flag(at(0, 1)), 0, &mut ()).unwrap();
    let outcome = session.act(Action::Chord(at(1, 1)), 0, &mut ()).unwrap();
    assert_eq!(outcome == Outcome::Lost, !analysis.safe().is_empty());
}

#[test]
fn a_board_without_guessing_is_searched_for_and_certified() {
    for (set, sizes, mines) in [
        (RuleSet::Modern, vec![16, 30], 99),
        (RuleSet::Modern, vec![5, 5, 5], 12),
        (RuleSet::Clicks, vec![9, 9], 10),
    ] {
        let shape = Shape::new(&sizes).unwrap();
        let setup = Setup::new(set, shape.clone(), mines, Some(Seed::new(3))).with_guess(GuessMode::Never);
        if setup.first == FirstCell::Anything {
            assert_eq!(Session::new(setup).unwrap_err(), StartError::UnsafeStart);
            continue;
        }
        let mut session = Session::new(setup).unwrap();
        let first = Cell(7);
        assert!(session.wants_board());
        assert_eq!(session.act(Action::Open(first), 0, &mut ()), Err(Refusal::NotLaid));
        let mut search = session.search(first).unwrap();
        let layout = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
        session.lay(layout.clone()).unwrap();
        assert_eq!(session.lay(layout.clone()), Err(StartError::OtherBoard));
        assert!(!session.wants_board());
        session.act(Action::Open(first), 0, &mut ()).unwrap();
        let mut logic = Logic::new(&shape);
        logic.load(&layout);
        assert_eq!(logic.play(first), LogicResult::Solved);
        let text = save::write(&session, 0);
        let generator = if sizes.len() > 2 { "no-guess-nd-1" } else { "no-guess-1" };
        assert!(text.contains("\nguess never\n") && text.contains(&format!("\nseed {generator} 3\n")));
        assert_eq!(save::write(&save::read(&text).unwrap(), 0), text);
        // Games from before boards of more dimensions had a generator of their own have their board.
        let before = text.replace(generator, "no-guess-1");
        assert_eq!(save::write(&save::read(&before).unwrap(), 0), before);
    }
}
