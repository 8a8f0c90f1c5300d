//! Chooses a constant of the search: `tune NAME VALUE...` plays expert games with each value. Wherever the player would open
//! another cell with the one that it has, the game is played on from both, on the same layouts. Says how much more often it wins.
//!
//! `--first safe`, `--games N`, `--seed N` and `--layouts N` change the run.

use omnisweep_engine::{FirstCell, Shape};
use omnisweep_simulate::{Estimate, Judge, Run};
use omnisweep_solver::{Skill, Tuning};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(&[16, 30])?;
    let (start, skill) = (FirstCell::Opening, Skill::Best);
    let mut run = Run { shape, mines: 99, start, skill, games: 300, seed: 1 };
    let (mut layouts, mut words) = (200, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--first" => run.start = value()?.parse()?,
            "--games" => run.games = value()?.parse()?,
            "--seed" => run.seed = value()?.parse()?,
            "--layouts" => layouts = value()?.parse()?,
            _ => words.push(word),
        }
    }
    let [name, values @ ..] = &words[..] else { return Err("tune NAME VALUE...".into()) };
    for value in values {
        let mut tuning = Tuning::of(&run.shape);
        if !tuning.set(name, value.parse()?) {
            return Err(format!("there is no constant {name}").into());
        }
        let games: Vec<Vec<f64>> = games(&run, layouts, &tuning)?;
        let guesses = games.iter().flatten().count();
        let other = games.iter().flatten().filter(|&&points| points != 0.0).count();
        let by_game: Vec<f64> = games.iter().map(|game| game.iter().sum()).collect();
        let Estimate { mean, reach } = Estimate::of(&by_game);
        println!(
            "{name} {value}: {:+.3} ± {:.3} points a game, by {other} of {guesses} guesses of {} games",
            mean * 100.0,
            reach * 100.0,
            run.games
        );
    }
    Ok(())
}

/// What another value earns, guess by guess of each game.
fn games(run: &Run, layouts: u64, tuning: &Tuning) -> Result<Vec<Vec<f64>>, Box<dyn std::error::Error>> {
    let judge = Judge::new(run, layouts);
    let earned = |game| Ok(judge.compare(game, tuning)?.into_iter().map(|(_, earned)| earned).collect());
    (0..run.games).map(earned).collect()
}
