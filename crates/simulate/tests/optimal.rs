//! The best play there is, beside all play tried one by one, and players beside the games that they play.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Cell, FirstCell, Layout, Shape};
use omnisweep_simulate::{Optimal, OptimalError, Simulator};
use omnisweep_solver::Skill;
use omnisweep_testing::all_play::AllPlay;

const BOARDS: [(&[u64], u64); 7] =
    [(&[3, 3], 2), (&[3, 4], 3), (&[2, 5], 4), (&[1, 9], 3), (&[2, 2, 3], 4), (&[3, 3], 6), (&[4, 4], 2)];

fn shape(sizes: &[u64]) -> Shape {
    Shape::new(sizes).unwrap()
}

/// All layouts that a first cell may have.
fn promised(shape: &Shape, mines: u64, first: FirstCell, start: Cell) -> Vec<u32> {
    let zone = first.keeps_free(shape, start);
    let free = |layout: &u32| zone.cells().iter().all(|cell| layout >> cell.0 & 1 == 0);
    AllPlay::new(shape).layouts(mines).filter(free).collect()
}

#[test]
fn nobody_wins_more_often_and_it_can_be_done() {
    for (sizes, mines) in BOARDS {
        let shape = shape(sizes);
        for first in FirstCell::ALL {
            let mut optimal = Optimal::new(&shape, mines, first).unwrap();
            for start in optimal.starts() {
                let set = promised(&shape, mines, first, start);
                let wins = AllPlay::new(&shape).wins_by(&set, 0, start.0 as usize);
                let best = optimal.best(start).unwrap();
                assert_eq!(
                    (best.wins, best.layouts),
                    (u64::from(wins), set.len() as u64),
                    "{shape}, {mines} mines, {first:?}, {start:?}"
                );
            }
        }
    }
}

#[test]
fn starts_are_all_cells_up_to_symmetry() {
    let starts = |sizes: &[u64]| Optimal::new(&shape(sizes), 1, FirstCell::Safe).unwrap().starts().len();
    assert_eq!(starts(&[4, 4]), 3);
    assert_eq!(starts(&[5, 5]), 6);
    assert_eq!(starts(&[4, 5]), 6);
    assert_eq!(starts(&[3, 3, 3]), 4);
    assert_eq!(starts(&[1, 7]), 4);
}

#[test]
fn a_player_wins_as_often_as_in_all_games_there_are() {
    for (sizes, mines) in BOARDS {
        let shape = shape(sizes);
        for skill in [Skill::Fast, Skill::Best] {
            let mut optimal = Optimal::new(&shape, mines, FirstCell::Safe).unwrap();
            let start = optimal.players_start();
            let (rate, mistakes) = optimal.player(skill, start).unwrap();
            let mut simulator = Simulator::new(&shape, mines, skill);
            let games = promised(&shape, mines, FirstCell::Safe, start);
            let won = games.iter().filter(|&&layout| {
                let mined = (0..shape.cells()).filter(|cell| layout >> cell & 1 == 1).map(Cell);
                simulator.play(&Layout::with_mines(shape.clone(), mined).unwrap(), start).won
            });
            assert_eq!(rate.wins, won.count() as u64, "{shape}, {mines} mines, {skill:?}");
            // What it loses is what its mistakes cost, and nothing else.
            let cost: u64 = mistakes.iter().map(|mistake| mistake.wins.1 - mistake.wins.0).sum();
            assert_eq!(rate.wins + cost, optimal.best(start).unwrap().wins);
        }
    }
}

/// The whole table is in docs/optimal.md: these are boards of it that take no time.
#[test]
fn the_best_player_is_within_a_tenth_of_a_point_of_the_limit() {
    use FirstCell::{Opening, Safe};
    for (sizes, mines, first) in [
        (&[4, 4][..], 4, Safe),
        (&[4, 4], 6, Safe),
        (&[4, 4], 8, Opening),
        (&[4, 5], 2, Opening),
        (&[4, 5], 5, Opening),
        (&[5, 5], 3, Opening),
        (&[3, 3, 3], 3, Safe),
    ] {
        let mut optimal = Optimal::new(&shape(sizes), mines, first).unwrap();
        let limits = optimal.starts().into_iter().map(|start| optimal.best(start).unwrap().share());
        let limit = limits.fold(0.0, f64::max);
        let start = optimal.players_start();
        let ours = optimal.player(Skill::Best, start).unwrap().0.share();
        assert!(limit - ours <= 0.001, "{sizes:?}, {mines} mines, {first:?}: {ours} of {limit}");
    }
}

#[test]
fn what_is_too_large_or_too_full_is_refused() {
    let refused = |sizes: &[u64], mines| Optimal::new(&shape(sizes), mines, FirstCell::Safe).unwrap_err();
    assert_eq!(refused(&[9, 9], 10), OptimalError::Large);
    assert_eq!(refused(&[8, 8], 10), OptimalError::Large);
    assert_eq!(refused(&[3, 3], 9), OptimalError::Mines);
    let mut full = Optimal::new(&shape(&[3, 3]), 8, FirstCell::Opening).unwrap();
    assert!(full.starts().is_empty());
    assert_eq!(full.best(Cell(0)).unwrap_err(), OptimalError::Mines);
}
