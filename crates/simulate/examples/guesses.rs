//! What each cell is worth where the best player has to guess: `guesses` plays expert games, and before each guess tries
//! every cell that is not much riskier than the safest. The game is played on from there by `fast`, on the same drawn
//! layouts for every cell.
//!
//! Prints a line of JSON for each guess: the position, what the player opened, and for each cell a letter a layout, `1` where
//! it was won. `--first safe`, `--games N`, `--seed N`, `--layouts N` and `--digits N` (fewer layouts than 10^N are left
//! out) change the run. Shares of the same layouts can be compared far more closely than shares of different ones.

use omnisweep_engine::{Cell, FirstCell, Shape};
use omnisweep_simulate::{GuessToTake, Run, Simulator, first_seed};
use omnisweep_solver::{Mines, Skill};
use serde_json::{Value, json};

/// Cells that are riskier than the safest by more than this are never better.
const RISKIER: f64 = 0.1;

/// How many cells are tried at most.
const MOST: usize = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = Shape::new(&[16, 30])?;
    let (start, skill) = (FirstCell::Opening, Skill::Best);
    let mut run = Run { shape, mines: 99, start, skill, games: 100, seed: 1 };
    let (mut layouts, mut digits) = (600, 8.0);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let value = arguments.next().ok_or(format!("{word} needs a value"))?;
        match word.as_str() {
            "--first" => run.start = value.parse()?,
            "--games" => run.games = value.parse()?,
            "--seed" => run.seed = value.parse()?,
            "--layouts" => layouts = value.parse()?,
            "--digits" => digits = value.parse()?,
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    let mut simulator = Simulator::new(&run.shape, run.mines, Skill::Best);
    let mut rollouts = Simulator::new(&run.shape, run.mines, Skill::Fast);
    for game in 0..run.games {
        let board = run.board(game)?;
        simulator.play_telling(&board, run.first(), |guess| {
            let seed = first_seed(game, &guess);
            if let Some(mut line) = tried(&run, seed..seed + layouts, digits, &mut rollouts, guess) {
                line["game"] = game.into();
                println!("{line}");
            }
        });
    }
    Ok(())
}

/// Each cell, played on from; nothing where fewer layouts are left.
fn tried(
    run: &Run,
    seeds: std::ops::Range<u64>,
    digits: f64,
    rollouts: &mut Simulator,
    guess: GuessToTake<'_>,
) -> Option<Value> {
    let solver = guess.player.solver();
    let analysis = solver.analyse(Mines::Total(run.mines)).ok()?;
    if analysis.log10_layouts() < digits {
        return None;
    }
    let sampler = solver.sampler(Mines::Total(run.mines)).ok()?;
    let drawn: Vec<_> = seeds.map(|seed| sampler.draw(seed)).collect();
    let risk = |cell: Cell| analysis.probability(cell).unwrap_or(1.0);
    let chosen = guess.choice.cell;
    let mut cells = guess.player.candidates(MOST).ok()?;
    let least = cells.iter().map(|&cell| risk(cell)).fold(1.0, f64::min);
    cells.retain(|&cell| cell != chosen && risk(cell) <= least + RISKIER);
    cells.insert(0, chosen);
    let at = |cell: Cell| run.shape.coordinates(cell);
    let tried = |cell: Cell| {
        let mut won = |layout| rollouts.play_on(guess.player, guess.opened, layout, cell).won;
        let wins: String = drawn.iter().map(|layout| if won(layout) { '1' } else { '0' }).collect();
        json!({ "cell": at(cell), "risk": risk(cell), "wins": wins })
    };
    let cells: Vec<Value> = cells.into_iter().map(tried).collect();
    let mut position = vec!['.'; run.shape.cells() as usize];
    for cell in guess.opened {
        let number = u32::from(guess.around[cell.0 as usize]);
        position[cell.0 as usize] = char::from_digit(number, 10)?;
    }
    let rows: Vec<String> = position.chunks(30).map(|row| row.iter().collect()).collect();
    Some(json!({
        "log10_layouts": analysis.log10_layouts(),
        "position": rows,
        "chosen": at(chosen),
        "cells": cells,
    }))
}
