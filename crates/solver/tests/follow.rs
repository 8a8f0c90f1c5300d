//! A solver that follows a game says what one says that sees only the position,
//! and solves again only what changed.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Game, Layout, Rules, Shape, random};
use omnisweep_solver::{Mines, Position, Seen, Solver, analyse};
use proptest::prelude::*;

/// Plays cells that are no mines, and calls after each.
fn play(layout: &Layout, opens: &[u64], mut after: impl FnMut(&Position)) {
    let mut game = Game::on(layout.clone(), Rules::ND).unwrap();
    for &open in opens {
        let cell = Cell(open % layout.shape().cells());
        if !layout.contains(cell) && game.apply(Action::Open(cell), &mut ()).is_ok() {
            after(&Position::of(&game));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn following_a_game_is_as_good_as_seeing_it_for_the_first_time(
        (sizes, mines) in prop_oneof![
            Just((vec![9, 9], 10)), Just((vec![16, 30], 99)), Just((vec![40, 40], 260)), Just((vec![5, 5, 5], 9)),
            Just((vec![1, 60], 12)),
        ],
        seed: u64, opens in prop::collection::vec(any::<u64>(), 1..25)
    ) {
        let shape = Shape::new(&sizes).unwrap();
        let layout = random::draw(&shape, mines, &Default::default(), seed).unwrap();
        let mines = Mines::Total(mines);
        let (mut opened, mut followed) = (Solver::new(&shape), Solver::new(&shape));
        let mut before: Vec<Seen> = vec![Seen::Closed; shape.cells() as usize];
        play(&layout, &opens, |position| {
            for (cell, (&now, &was)) in position.cells().iter().zip(&before).enumerate() {
                if let (Seen::Number(number), Seen::Closed) = (now, was) {
                    opened.open(Cell(cell as u64), number).unwrap();
                }
            }
            before = position.cells().to_vec();
            followed.follow(position).unwrap();
            let anew = analyse(position, mines);
            for solver in [&mut opened, &mut followed] {
                match (&anew, solver.analyse(mines)) {
                    (Ok(anew), Ok(analysis)) => {
                        assert_eq!(anew.safe(), analysis.safe());
                        assert_eq!(anew.mines(), analysis.mines());
                        assert!((anew.log10_layouts() - analysis.log10_layouts()).abs() < 1e-9);
                        for (one, other) in anew.probabilities().iter().zip(analysis.probabilities()) {
                            assert_eq!(one.is_some(), other.is_some());
                            assert!((one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs() < 1e-11);
                        }
                    }
                    (Err(one), Err(other)) => assert_eq!(*one, other),
                    (one, other) => panic!("{one:?} {other:?}"),
                }
            }
        });
    }
}

#[test]
fn only_what_changed_is_solved_again() {
    // Three numbers far from each other, each with closed cells around it.
    let mut solver = Solver::new(&Shape::new(&[20, 20]).unwrap());
    for (cell, solved) in [(0, 1), (19, 2), (380, 3)] {
        solver.open(Cell(cell), 1).unwrap();
        solver.analyse(Mines::Total(40)).unwrap();
        assert_eq!(solver.components_solved(), solved);
    }
    // Beside the first one: its component changes, and no other.
    solver.open(Cell(1), 2).unwrap();
    solver.analyse(Mines::Total(40)).unwrap();
    assert_eq!(solver.components_solved(), 4);
    solver.analyse(Mines::Total(90)).unwrap();
    assert_eq!(solver.components_solved(), 4);
}

#[test]
fn a_game_that_went_back_is_followed_from_the_start() {
    let mut solver = Solver::new(&Shape::new(&[2, 4]).unwrap());
    for text in ["1...\n....\n", "11..\n....\n", "1...\n....\n"] {
        let position = Position::parse(text).unwrap();
        solver.follow(&position).unwrap();
        let (one, other) =
            (solver.analyse(Mines::Total(2)).unwrap(), analyse(&position, Mines::Total(2)).unwrap());
        assert_eq!(one.probabilities(), other.probabilities());
    }
}
