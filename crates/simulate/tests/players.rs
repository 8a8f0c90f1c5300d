//! What players promise, on boards of several shapes: no certain mine is opened,
//! and nobody guesses where a cell is safe.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, FirstCell, Game, Layout, Outcome, RuleSet, Rules, Shape, View};
use omnisweep_simulate::{Run, Simulator, Tally};
use omnisweep_solver::{AnalysisError, Certainty, Mines, Player, Position, Skill, analyse, first_cell};
use proptest::prelude::*;

/// Plays a game by the engine's rules and looks over the player's shoulder.
fn watched_game(layout: &Layout, first: Cell, skill: Skill) -> Result<bool, TestCaseError> {
    let (shape, mines) = (layout.shape().clone(), layout.count());
    let rules = Rules { first: FirstCell::Anything, ..RuleSet::Modern.rules() };
    let mut game = Game::on(layout.clone(), rules).unwrap();
    let mut player = Player::new(&shape, mines, skill);
    let mut next = first;
    loop {
        let mut changes: Vec<(u64, usize, u64)> = Vec::new();
        let outcome = game.apply(Action::Open(next), &mut changes).unwrap();
        if outcome != Outcome::Playing {
            return Ok(outcome == Outcome::Won);
        }
        for (row, word, bits) in changes {
            for cell in shape.cells_in(row, word, bits).collect::<Vec<_>>() {
                if let View::Number(number) = game.view(cell) {
                    player.opened(cell, number).unwrap();
                }
            }
        }
        let choice = player.choose().unwrap().expect("a safe cell is left");
        prop_assert_eq!(game.view(choice.cell), View::Closed);
        match analyse(&Position::of(&game), Mines::Total(mines)) {
            Ok(analysis) => {
                let certainty = analysis.certainty(choice.cell);
                prop_assert_ne!(certainty, Certainty::Mine, "{:?} is certainly a mine", choice);
                let safe = !analysis.safe().is_empty();
                prop_assert_eq!(
                    safe,
                    certainty == Certainty::Safe,
                    "{:?} where {:?} are safe",
                    choice,
                    analysis.safe()
                );
                prop_assert_eq!(safe, choice.risk == 0.0);
                let risk = analysis.probability(choice.cell).unwrap();
                prop_assert!((risk - choice.risk).abs() < 1e-9, "{} is said to be {}", risk, choice.risk);
            }
            Err(error) => prop_assert_eq!(error, AnalysisError::TooLarge),
        }
        next = choice.cell;
    }
}

fn boards() -> impl Strategy<Value = Run> {
    let sizes = prop_oneof![
        Just(vec![9, 9]),
        Just(vec![8, 14]),
        Just(vec![1, 12]),
        Just(vec![7]),
        Just(vec![3, 3, 3]),
        Just(vec![2, 4, 5]),
        Just(vec![2, 3, 2, 3]),
    ];
    let start = prop::sample::select(FirstCell::ALL.to_vec());
    let skill = prop::sample::select(Skill::ALL.to_vec());
    (sizes, start, skill, 0..25_u64, any::<u64>()).prop_map(|(sizes, start, skill, percent, seed)| {
        let shape = Shape::new(&sizes).unwrap();
        // At least one cell that is no mine, and room for the first cell.
        let wanted = shape.cells() * percent / 100;
        let zone = shape.neighbours(first_cell(&shape, wanted, start)).count() as u64 + 1;
        let mines = wanted.min(shape.cells() - zone);
        Run { shape, mines, start, skill, games: 1, seed }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_certain_mine_is_opened_and_no_guess_taken_where_a_cell_is_safe(run in boards()) {
        watched_game(&run.board(0).unwrap(), run.first(), run.skill)?;
    }

    #[test]
    fn a_game_goes_the_same_every_time_and_after_whatever_games(run in boards()) {
        let mut fresh = Simulator::new(&run.shape, run.mines, run.skill);
        let mut tired = fresh.clone();
        (1..5).for_each(|game| _ = tired.play(&run.board(game).unwrap(), run.first()));
        let board = run.board(0).unwrap();
        prop_assert_eq!(fresh.play(&board, run.first()), tired.play(&board, run.first()));
    }

    #[test]
    fn a_game_that_is_played_by_itself_ends_as_one_by_the_rules(run in boards()) {
        let board = run.board(0).unwrap();
        let played = Simulator::new(&run.shape, run.mines, run.skill).play(&board, run.first());
        prop_assert_eq!(watched_game(&board, run.first(), run.skill)?, played.won);
        prop_assert!(played.guesses.iter().all(|guess| guess.risk > 0.0 && guess.risk < 1.0));
    }
}

#[test]
fn the_first_cell_is_on_the_board_and_as_promised() {
    for sizes in [&[16, 30][..], &[8, 8], &[7, 8], &[1, 9], &[2, 2], &[1], &[6, 6, 6], &[4, 4, 4, 4]] {
        let shape = Shape::new(sizes).unwrap();
        for start in FirstCell::ALL {
            assert!(first_cell(&shape, 1, start).0 < shape.cells(), "{sizes:?}");
        }
    }
    let expert = Shape::new(&[16, 30]).unwrap();
    assert_eq!(first_cell(&expert, 99, FirstCell::Safe), Cell(0));
    for (start, skill) in [(FirstCell::Safe, Skill::Fast), (FirstCell::Opening, Skill::Fast)] {
        let run = Run { shape: expert.clone(), mines: 99, start, skill, games: 50, seed: 3 };
        for game in 0..run.games {
            let board = run.board(game).unwrap();
            assert!(!board.contains(run.first()));
            let around = run.shape.neighbours(run.first()).filter(|&cell| board.contains(cell)).count();
            assert!(start == FirstCell::Safe || around == 0);
        }
    }
}

/// The player that looks ahead wins more: on the same boards, so that a few will do.
#[test]
fn the_best_player_wins_more_than_the_fast_one() {
    let shape = Shape::new(&[8, 8]).unwrap();
    let [fast, best] = Skill::ALL.map(|skill| {
        let run =
            Run { shape: shape.clone(), mines: 10, start: FirstCell::Safe, skill, games: 3000, seed: 1 };
        let (mut simulator, mut tally) = (Simulator::new(&shape, 10, skill), Tally::new(64));
        (0..run.games).for_each(|game| run.play(game, &mut simulator, &mut tally).unwrap());
        tally.won
    });
    assert!(best > fast, "{best} of 3000 games, and the fast player {fast}");
}
