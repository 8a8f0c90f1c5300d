//! Positions that are large, deep or made to be hard.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, Game, Outcome, Rules, Shape, Zone, random};
use omnisweep_solver::{Analysis, AnalysisError, Mines, Position, Seen, Solver, analyse};
use omnisweep_testing::boards::mines_around;

/// A game in which so many cells were opened, some of them with a flood.
fn played(sizes: &[u64], mines: u64, seed: u64, opens: u64) -> Position {
    let shape = Shape::new(sizes).unwrap();
    let layout = random::draw(&shape, mines, &Default::default(), seed).unwrap();
    let mut game = Game::on(layout.clone(), Rules::ND).unwrap();
    for step in 0..opens {
        let cell = Cell((seed + 1) * (step + 3) * 7919 % shape.cells());
        if !layout.contains(cell) {
            _ = game.apply(Action::Open(cell), &mut ());
        }
    }
    Position::of(&game)
}

/// The expected number of mines is the number of mines, and what is certain is so.
fn consistent(analysis: &Analysis, mines: u64) {
    let expected: f64 = analysis.probabilities().iter().flatten().sum();
    assert!((expected - mines as f64).abs() < 1e-6 * (mines as f64 + 1.0), "{expected} mines, not {mines}");
    assert!(analysis.safe().iter().all(|cell| analysis.probability(*cell) == Some(0.0)));
    assert!(analysis.mines().iter().all(|cell| analysis.probability(*cell) == Some(1.0)));
    assert!(analysis.log10_layouts() >= -1e-9);
}

/// So many components that joining them one after the other would take minutes, and gigabytes.
#[test]
fn a_board_with_a_tenth_of_its_cells_open_here_and_there_is_analysed() {
    let shape = Shape::new(&[500, 500]).unwrap();
    let layout = random::draw(&shape, 50_000, &Default::default(), 1).unwrap();
    let seen = |cell| match layout.contains(Cell(cell)) || cell * 7919 % 1000 > 125 {
        true => Seen::Closed,
        false => Seen::Number(mines_around(&layout, Cell(cell))),
    };
    let position = Position::new(shape.clone(), (0..shape.cells()).map(seen).collect()).unwrap();
    let analysis = analyse(&position, Mines::Total(50_000)).unwrap();
    consistent(&analysis, 50_000);
    assert!(analysis.safe().iter().all(|cell| !layout.contains(*cell)));
    assert!(analysis.mines().iter().all(|cell| layout.contains(*cell)));
    // So many cells know of the number of mines what their density says: what is left, for the closed ones.
    let closed = position.cells().iter().filter(|&&seen| seen == Seen::Closed).count();
    let by_density = analyse(&position, Mines::Density(50_000.0 / closed as f64)).unwrap();
    assert_eq!((by_density.safe(), by_density.mines()), (analysis.safe(), analysis.mines()));
    for (one, other) in analysis.probabilities().iter().zip(by_density.probabilities()) {
        assert!((one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs() < 0.02);
    }
}

#[test]
fn large_and_deep_boards_are_analysed() {
    for (sizes, mines, opens) in [
        (vec![16, 30], 99, vec![1, 10, 30, 60]),
        (vec![100, 100], 2000, vec![1, 20, 100, 400]),
        (vec![100, 100], 1200, vec![1, 20]),
        (vec![4, 4, 4, 4], 18, vec![1, 4, 12, 30]),
        (vec![6, 6, 6], 20, vec![1, 5, 20, 60]),
        (vec![1, 3000], 600, vec![50, 500]),
        (vec![3, 1000], 500, vec![50, 300]),
    ] {
        for opens in opens {
            for seed in 0..4 {
                let position = played(&sizes, mines, seed, opens);
                let analysis = analyse(&position, Mines::Total(mines)).unwrap();
                assert_eq!(analysis.estimated(), None, "{sizes:?} {opens} {seed}");
                consistent(&analysis, mines);
            }
        }
    }
}

/// Every other cell open on a large board: hundreds of numbers depend on each
/// other at once. There is an answer, or it is said that the position is too large.
#[test]
fn a_position_made_to_be_hard_does_not_take_for_ever() {
    let shape = Shape::new(&[100, 100]).unwrap();
    let layout = random::draw(&shape, 2000, &Default::default(), 1).unwrap();
    let see = |cell: u64| {
        let number = mines_around(&layout, Cell(cell));
        let open = (cell / 100 + cell % 100).is_multiple_of(2) && !layout.contains(Cell(cell));
        if open { Seen::Number(number) } else { Seen::Closed }
    };
    let position = Position::new(shape.clone(), (0..10_000).map(see).collect()).unwrap();
    match analyse(&position, Mines::Total(2000)) {
        Ok(analysis) => {
            if analysis.estimated().is_none() {
                consistent(&analysis, 2000);
            }
            assert!(analysis.safe().iter().all(|cell| !layout.contains(*cell)));
            assert!(analysis.mines().iter().all(|cell| layout.contains(*cell)));
        }
        Err(error) => assert_eq!(error, AnalysisError::TooLarge),
    }
}

/// Boards of four dimensions, played as people play: the safest cell next.
#[test]
fn games_in_four_dimensions_are_analysed() {
    let shape = Shape::new(&[4, 4, 4, 4]).unwrap();
    for seed in 0..12 {
        let first = Cell(85);
        let zone = Zone::new(shape.neighbours(first).chain([first]));
        let layout = random::draw(&shape, 18, &zone, seed).unwrap();
        let mut game = Game::on(layout.clone(), Rules::ND).unwrap();
        let mut solver = Solver::new(&shape);
        let mut next = first;
        while game.apply(Action::Open(next), &mut ()) == Ok(Outcome::Playing) {
            let position = Position::of(&game);
            solver.follow(&position).unwrap();
            let analysis = solver.analyse(Mines::Total(18)).unwrap();
            assert_eq!(analysis.estimated(), None);
            consistent(&analysis, 18);
            next = analysis.safest().unwrap().0;
        }
    }
}
