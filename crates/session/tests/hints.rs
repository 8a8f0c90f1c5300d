//! Hints: as much help as is wanted, in words that are short.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{
    Gesture, GestureResult, Hint, Hints, InputPreferences, Practice, Seed, Session, Setup, Stage, save, words,
};
use omnisweep_solver::{Mines, Position, prove};

fn expert(seed: u64) -> Session {
    let shape = Shape::new(&[16, 30]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 99, Some(Seed::new(seed)));
    let mut session = Session::fresh(setup).unwrap();
    session.act(Action::Open(Cell(255)), 0, &mut ()).unwrap();
    session
}

fn hint(session: &Session) -> Hint {
    session.question(Cell(255)).unwrap().hint().unwrap()
}

#[test]
fn a_hint_tells_where_to_look_then_the_cell_then_why() {
    let mut session = (1..).map(expert).find(|session| !hint(session).is_mine()).unwrap();
    let hint = hint(&session);
    let told = session.help(hint.clone()).unwrap();
    assert_eq!((told.stage, told.cell), (Stage::Near, None));
    assert!(told.text.starts_with("Look near row "), "{}", told.text);
    assert_eq!(session.hints(), Hints { near: 1, cell: 0, proof: 0 });
    assert_eq!(session.practice(), Some(Practice::Help));
    let told = session.more_help().unwrap();
    assert_eq!((told.stage, told.cell), (Stage::Cell, Some(hint.cell())));
    assert!(told.text.ends_with(" is safe."), "{}", told.text);
    assert_eq!(session.hints(), Hints { near: 0, cell: 1, proof: 0 });
    let steps = hint.parts().len() - 2;
    for step in 1..=steps {
        let told = session.more_help().unwrap();
        assert_eq!(told.stage, Stage::Proof);
        assert!(!told.numbers.is_empty(), "the numbers that it argues with are lit");
        assert!(steps == 1 || told.text.starts_with(&format!("Step {step} of {steps}: ")), "{}", told.text);
    }
    assert!(!session.has_more_help());
    // Once more from its first step; one hint is one hint, however often it is read.
    assert_eq!(session.more_help().unwrap().stage, Stage::Proof);
    assert_eq!(session.hints(), Hints { near: 0, cell: 0, proof: 1 });
    assert_eq!(save::read(&save::write(&session, 0)).unwrap().hints(), session.hints());
}

/// A game on a board of one row, `.` and `*`, with some cells opened.
fn row(rules: RuleSet, board: &str, opened: &[u64]) -> Session {
    let shape = Shape::new(&[1, board.len() as u64]).unwrap();
    let mined = (0..).map(Cell).zip(board.bytes()).filter(|(_, sign)| *sign == b'*').map(|(cell, _)| cell);
    let layout = omnisweep_engine::Layout::with_mines(shape.clone(), mined).unwrap();
    let setup = Setup::new(rules, shape, layout.count(), None);
    let mut session = Session::on(setup, layout).unwrap();
    opened.iter().for_each(|&cell| _ = session.act(Action::Open(Cell(cell)), 0, &mut ()).unwrap());
    session
}

#[test]
fn a_mine_that_a_safe_cell_is_seen_by_comes_first() {
    let mut session = row(RuleSet::Modern, ".*..*.", &[0, 2]);
    let ask = |session: &Session| session.question(Cell(0)).unwrap().hint().unwrap();
    let hint = ask(&session);
    assert_eq!((hint.cell(), hint.is_mine()), (Cell(1), true));
    let texts: Vec<&str> = hint.parts().iter().map(|part| part.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Look near row 0, column 0.",
            "Row 0, column 1 is a mine: worth a flag.",
            "The 1 at (0, 0) has only one closed cell around it, so (0, 1) is a mine.",
            "With that, row 0, column 3 is safe.",
            "The 1 at (0, 2) has its mine, so (0, 3) is safe."
        ]
    );
    let cells: Vec<Option<u64>> = hint.parts().iter().map(|part| part.cell.map(|cell| cell.0)).collect();
    assert_eq!(cells, [None, Some(1), Some(1), Some(3), Some(3)]);
    assert_eq!(hint.parts().iter().map(|part| part.risk).collect::<Vec<_>>(), [1.0, 1.0, 1.0, 0.0, 0.0]);
    // Who follows hints without reading does not open it; once it is flagged, it is known.
    session.help(hint);
    session.more_help();
    let open = Gesture::Named(Action::Open(Cell(1)));
    let answer = session.play(open, InputPreferences::default(), 0);
    assert_eq!(answer, GestureResult::ToldMine(Cell(1)));
    assert_eq!(session.remark(open, &answer, 0).as_deref(), Some("Row 0, column 1 is a mine: worth a flag."));
    assert!(session.told().is_some() && session.game().outcome() == Outcome::Playing);
    session.act(Action::Flag(Cell(1)), 0, &mut ()).unwrap();
    assert!(session.told().is_none());
    let hint = ask(&session);
    assert_eq!((hint.cell(), hint.risk(), hint.is_mine()), (Cell(3), 0.0, false));
    assert_eq!(hint.parts()[1].text, "Row 0, column 3 is safe.");
    // Where there are no flags, nothing is worth one.
    let hint = ask(&row(RuleSet::Nd, ".*..*.", &[0, 2]));
    assert_eq!((hint.cell(), hint.risk()), (Cell(3), 0.0));
}

#[test]
fn what_was_told_is_over_with_the_next_move() {
    let mut session = expert(1);
    let hint = hint(&session);
    session.help(hint.clone());
    let elsewhere =
        (0..480).map(Cell).find(|&cell| cell != hint.cell() && session.game().view(cell) == View::Closed);
    session.act(Action::Flag(elsewhere.unwrap()), 0, &mut ()).unwrap();
    assert!(session.told().is_some(), "a flag elsewhere changes nothing");
    session.act(Action::Open(hint.cell()), 0, &mut ()).unwrap();
    assert!(session.told().is_none() && session.more_help().is_none());
    session.undo(0);
    assert!(session.told().is_none());
}

/// Follows hints to the end of a game; where nothing is certain, any free cell is opened.
fn follow(mut session: Session, mut look: impl FnMut(&Hint)) {
    while session.game().outcome() == Outcome::Playing {
        let hint = session.question(session.first_opened().unwrap()).unwrap().hint().unwrap();
        look(&hint);
        let layout = session.game().layout().unwrap();
        assert!(hint.risk() > 0.0 || !layout.contains(hint.cell()), "what is said to be safe is safe");
        if hint.is_mine() {
            assert!(layout.contains(hint.cell()), "what is said to be a mine is one");
            session.act(Action::Flag(hint.cell()), 0, &mut ()).unwrap();
            assert_eq!(session.game().view(hint.cell()), View::Flag, "it had no flag");
            continue;
        }
        let guess = layout.contains(hint.cell());
        let free = |cell: &Cell| !layout.contains(*cell) && session.game().view(*cell) == View::Closed;
        let cells = layout.shape().cells();
        let cell = if guess { (0..cells).map(Cell).find(free).unwrap() } else { hint.cell() };
        session.act(Action::Open(cell), 0, &mut ()).unwrap();
    }
}

/// Every line is short, and what is said at once is not long.
#[test]
fn games_are_followed_in_short_lines() {
    let (mut lines, mut long, mut hints) = (0, 0, 0);
    for seed in 0..6 {
        follow(expert(seed), |hint| {
            hints += 1;
            for part in hint.parts() {
                assert!(part.text.ends_with('.'), "{}", part.text);
                assert!(part.text.len() <= words::AT_ONCE, "{}", part.text);
                if hint.risk() == 0.0 || hint.is_mine() {
                    let step = part.text.strip_prefix("Step ").and_then(|rest| rest.split_once(": "));
                    let line = step.map_or(part.text.as_str(), |(_, line)| line);
                    lines += 1;
                    long += usize::from(line.len() > 90);
                    assert!(line.len() <= 100, "{line}");
                }
            }
        });
    }
    assert!(hints > 1000, "{hints}");
    assert!(long * 50 <= lines, "{long} of {lines} lines are long");
}

/// Boards that are too large to be looked at as a whole are looked at near the cursor,
/// in any number of dimensions; where that shows nothing, this is what is said.
#[test]
fn boards_of_a_million_cells_have_hints_in_any_dimension() {
    for (sizes, mines) in
        [(vec![1000, 1000], 150_000), (vec![100; 3], 40_000), (vec![31; 4], 20_000), (vec![10; 6], 4000)]
    {
        let shape = Shape::new(&sizes).unwrap();
        let middle: Vec<u64> = sizes.iter().map(|size| size / 2).collect();
        let first = shape.cell(&middle).unwrap();
        let setup = Setup::new(RuleSet::Modern, shape, mines, Some(Seed::new(1)));
        let mut session = Session::fresh(setup).unwrap();
        session.act(Action::Open(first), 0, &mut ()).unwrap();
        match session.question(first).unwrap().hint() {
            Ok(hint) => {
                let layout = session.game().layout().unwrap();
                let view = session.game().view(hint.cell());
                assert_eq!(view, View::Closed, "{sizes:?}");
                assert!(hint.risk() > 0.0 || !layout.contains(hint.cell()), "{sizes:?}");
            }
            Err(error) => assert_eq!(error, omnisweep_session::HintError::TooMany, "{sizes:?}"),
        }
    }
}

fn said(text: &str, mines: Mines, at: [u64; 2]) -> String {
    let position = Position::parse(text).unwrap();
    let proof = prove(&position, mines, position.shape().cell(&at).unwrap()).unwrap();
    words::proof(&proof, &position, mines)
}

#[test]
fn proofs_are_said_as_people_say_them() {
    let any = Mines::Density(0.2);
    let cases = [
        (
            "1.\n11\n",
            any,
            [0, 1],
            "Row 0, column 1 is a mine. The 1 at (0, 0) has only one closed cell around it, so (0, 1) is a mine.",
        ),
        (
            "1.1.\n",
            any,
            [0, 3],
            "Row 0, column 3 is safe. The 1 at (0, 0) has only one closed cell around it, so (0, 1) is a mine. The 1 at (0, 2) has its mine, so (0, 3) is safe.",
        ),
        (
            "1..\n1..\n1..\n",
            any,
            [2, 1],
            "Row 2, column 1 is safe. 1-1: the 1 at (0, 0) has its mine among cells of the 1 at (1, 0), so (2, 1) is safe.",
        ),
        (
            ".....\n12221\n00000\n",
            any,
            [0, 2],
            "Row 0, column 2 is a mine. 1-2: the 2 at (1, 1) needs a mine more than the 1 at (1, 0), so (0, 2) is a mine.",
        ),
        (
            "1..\n...\n",
            Mines::Total(3),
            [1, 2],
            "Row 1, column 2 is a mine. Beside the 1 at (0, 0), 2 mines are left for 2 cells, so (1, 2) is a mine.",
        ),
        (
            "..\n",
            Mines::Total(0),
            [0, 0],
            "Row 0, column 0 is safe. The board has 0 mines, so (0, 0) is safe.",
        ),
        (
            "1.1.\n....\n",
            Mines::Total(2),
            [0, 1],
            "Row 0, column 1 is safe. Beside the 1 at (0, 2), 1 mine is left for 1 cell, so (1, 0) is a mine. The 1 at (0, 0) has its mine, so (0, 1) is safe.",
        ),
    ];
    for (text, mines, at, expected) in cases {
        assert_eq!(said(text, mines, at), expected);
    }
}

#[test]
fn a_guess_is_told_at_once_and_what_it_leads_to_on_asking() {
    let ask = |session: &mut Session| {
        let hint = session.question(Cell(0)).unwrap().hint().unwrap();
        session.help(hint).unwrap().clone()
    };
    let board = omnisweep_engine::Layout::with_mines(Shape::new(&[2, 2]).unwrap(), [Cell(0)]).unwrap();
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[2, 2]).unwrap(), 1, None);
    let mut session = Session::on(setup, board).unwrap();
    session.act(Action::Open(Cell(3)), 0, &mut ()).unwrap();
    let first = ask(&mut session);
    assert!(
        first.text.starts_with("Nothing is certain: ") && first.text.ends_with("a mine with 33.3 %."),
        "{}",
        first.text
    );
    assert!(session.has_more_help() && session.more_help().is_none(), "it has to be worked out");
    assert_eq!(session.hints(), Hints { near: 0, cell: 1, proof: 0 });
    let second = ask(&mut session);
    assert_eq!(second.stage, Stage::Proof);
    assert_eq!(session.hints(), Hints { near: 0, cell: 0, proof: 1 });
    assert!(session.more_help().unwrap().text.starts_with("Our player would open row "));
    assert!(!session.has_more_help());
}
