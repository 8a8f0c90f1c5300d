//! What guesses give away, beside the best play there is: together it is what the player lacks.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};

use omnisweep_engine::{FirstCell, Shape};
use omnisweep_simulate::{Estimate, GuessRegret, Judge, Optimal, Run, phases};
use omnisweep_solver::{Skill, Tuning};

fn run(sizes: &[u64], mines: u64, skill: Skill, games: u64) -> Run {
    Run { shape: Shape::new(sizes).unwrap(), mines, start: FirstCell::Safe, skill, games, seed: 1 }
}

fn judged(run: &Run) -> Vec<Vec<GuessRegret>> {
    let mut judge = Judge::new(run, 200);
    (0..run.games).map(|game| judge.game(game).unwrap()).collect()
}

/// How much less often a player wins than the best play does.
fn lacks(run: &Run) -> f64 {
    let mut optimal = Optimal::new(&run.shape, run.mines, run.start).unwrap();
    let best = optimal.best(run.first()).unwrap().share();
    best - optimal.player(run.skill, run.first()).unwrap().0.share()
}

#[test]
fn where_it_is_exact_guesses_give_away_what_the_player_lacks() {
    for (sizes, mines) in [(&[3, 4][..], 4), (&[2, 6], 4), (&[2, 2, 3], 4)] {
        let run = run(sizes, mines, Skill::Fast, 2000);
        let all = phases(&judged(&run)).1;
        let lacks = lacks(&run);
        assert!(lacks > 0.005, "{sizes:?}: {lacks}");
        let Estimate { mean, reach } = all.by_game;
        assert!((mean - lacks).abs() < 1.5 * reach, "{sizes:?}: {mean} ± {reach} of {lacks}");
    }
}

#[test]
fn where_it_is_played_on_guesses_give_away_no_more_than_the_player_lacks() {
    let run = run(&[4, 5], 6, Skill::Fast, 400);
    let games = judged(&run);
    let (phases, all) = phases(&games);
    assert!(phases[1].guesses + phases[2].guesses > 100, "{phases:?}");
    let (Estimate { mean, reach }, lacks) = (all.by_game, lacks(&run));
    assert!(mean < lacks + reach && mean > lacks / 4.0, "{mean} ± {reach} of {lacks}");
    // What was found to be better is a closed cell, and not the chosen one.
    for guess in games.iter().flatten() {
        let better = guess.better.unwrap_or(guess.chosen);
        assert_eq!(guess.seen[better.0 as usize], None);
        assert_eq!(guess.better.is_some(), better != guess.chosen);
    }
}

#[test]
fn a_position_that_comes_again_is_judged_by_other_layouts() {
    // Few positions follow from the first cell, so the same ones come again and again.
    let run = run(&[5, 6], 8, Skill::Fast, 300);
    let mut by_position: HashMap<_, HashSet<_>> = HashMap::new();
    for guess in judged(&run).into_iter().flatten().filter(|guess| guess.error > 0.0) {
        by_position.entry(guess.seen).or_default().insert(guess.given_away.to_bits());
    }
    assert!(by_position.values().any(|judgements| judgements.len() > 2), "{by_position:?}");
}

#[test]
fn a_game_is_judged_the_same_every_time() {
    let run = run(&[6, 7], 9, Skill::Best, 6);
    let mut judge = Judge::new(&run, 40);
    let game = |judge: &mut Judge, game| judge.game(game).unwrap();
    let first: Vec<_> = (0..6).map(|number| game(&mut judge, number)).collect();
    let again: Vec<_> = (0..6).rev().map(|number| game(&mut judge, number)).collect();
    assert_eq!(first, again.into_iter().rev().collect::<Vec<_>>());
}

#[test]
fn constants_can_be_compared_by_name() {
    let run = run(&[8, 9], 15, Skill::Best, 10);
    let judge = Judge::new(&run, 40);
    let differ = |tuning: &Tuning| {
        let games = (0..run.games).flat_map(|game| judge.compare(game, tuning).unwrap());
        games.filter(|(_, earned)| *earned != 0.0).count()
    };
    let mut tuning = Tuning::of(&run.shape);
    assert_eq!(differ(&tuning), 0);
    assert!(tuning.set("wide", 1.0) && tuning.set("layouts", 2.0) && tuning.set("value5", 0.5));
    assert!(differ(&tuning) > 0);
    assert!(!tuning.set("value9", 1.0) && !tuning.set("nothing", 1.0));
}
