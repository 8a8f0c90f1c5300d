//! What the player gives away near the end: `endgames FROM TO NAME=VALUE,...` plays expert games from an opening. Wherever it has
//! to guess and so many layouts are left, it is known how often each cell wins, as all of them are looked at: by all play there is
//! up to 16,000 layouts, of more by the guess that looks best. Says how much more often the best cell wins than what the player
//! opens with its own constants, and with others.
//!
//! `--games N` and `--seed N` change the run.

use omnisweep_engine::{FirstCell, Shape};
use omnisweep_simulate::{Estimate, Run, Simulator};
use omnisweep_solver::{Mines, Player, Skill, Tuning};

/// All play there is takes some seconds for so many layouts.
const ALL_PLAY: usize = 16_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(&[16, 30])?;
    let (start, skill) = (FirstCell::Opening, Skill::Best);
    let mut run = Run { shape, mines: 99, start, skill, games: 300, seed: 1 };
    let mut words = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--games" => run.games = value()?.parse()?,
            "--seed" => run.seed = value()?.parse()?,
            _ => words.push(word),
        }
    }
    let [from, to, settings @ ..] = &words[..] else { return Err("endgames FROM TO NAME=VALUE,...".into()) };
    let (from, to): (f64, f64) = (from.parse()?, to.parse()?);
    let own = Tuning::of(&run.shape);
    let exact =
        Tuning { listed: to as usize, exhaustive: ALL_PLAY, always_exhaustive: 60, work: usize::MAX, ..own };
    let mut others = Vec::new();
    for setting in settings {
        others.push(with(own, setting)?);
    }
    let player = |tuning: &Tuning| Player::new(&run.shape, run.mines, run.skill).tuned(*tuning);
    let mut players: Vec<Player> = [own].iter().chain(&others).map(player).collect();
    let mut given_away = vec![Vec::new(); players.len()];
    let mut simulator = Simulator::new(&run.shape, run.mines, run.skill);
    for game in 0..run.games {
        simulator.play_telling(&run.board(game)?, run.first(), |guess| {
            let solver = guess.player.solver();
            let Ok(analysis) = solver.analyse(Mines::Total(run.mines)) else { return };
            if !(from..to).contains(&10_f64.powf(analysis.log10_layouts())) {
                return;
            }
            let Ok(Some(chances)) = solver.win_chances_by(run.mines, &exact) else { return };
            let best = chances.iter().map(|&(_, chance)| chance).fold(0.0, f64::max);
            for (player, given_away) in players.iter_mut().zip(&mut given_away) {
                player.know_as(guess.player);
                let Ok(Some(choice)) = player.choose() else { continue };
                let chosen = chances.iter().find(|(cell, _)| *cell == choice.cell);
                given_away.push(best - chosen.map_or(0.0, |&(_, chance)| chance));
            }
        });
    }
    for (name, given_away) in
        ["as it is"].into_iter().chain(settings.iter().map(String::as_str)).zip(&given_away)
    {
        let Estimate { mean, reach } = Estimate::of(given_away);
        let guesses = given_away.len() as f64 / run.games as f64;
        println!(
            "{name}: {:.3} ± {:.3} points a guess are given away, {:.3} ± {:.3} a game, by {} guesses of {} games",
            mean * 100.0,
            reach * 100.0,
            mean * guesses * 100.0,
            reach * guesses * 100.0,
            given_away.len(),
            run.games
        );
    }
    Ok(())
}

/// Constants with other values, as in `listed=4000,layouts=2000`.
fn with(mut tuning: Tuning, setting: &str) -> Result<Tuning, Box<dyn std::error::Error>> {
    for one in setting.split(',') {
        let (name, value) = one.split_once('=').ok_or(format!("{one} is no NAME=VALUE"))?;
        if !tuning.set(name, value.parse()?) {
            return Err(format!("there is no constant {name}").into());
        }
    }
    Ok(tuning)
}
