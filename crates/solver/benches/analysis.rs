//! The analysis of positions of an expert game: of the shared ones where
//! `../shared` lies beside the project, else of some that are played here.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use omnisweep_engine::{Action, Cell, Game, Rules, Shape, random};
use omnisweep_solver::{Mines, Position, analyse};

const ROUNDS: usize = 100;

fn shared() -> Option<Vec<Position>> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/solver/positions.json");
    let positions: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
    let rows = |position: &serde_json::Value| {
        let rows: Vec<&str> = position["rows"].as_array()?.iter().filter_map(|row| row.as_str()).collect();
        Position::parse(&rows.join("\n")).ok()
    };
    positions.as_array()?.iter().map(rows).collect()
}

fn played() -> Vec<Position> {
    let shape = Shape::new(&[16, 30]).expect("a board");
    let position = |seed: u64| {
        let first = Cell(240);
        let layout = random::draw(&shape, 99, &omnisweep_engine::Zone::new([first]), seed).expect("memory");
        let mut game = Game::on(layout.clone(), Rules::MODERN).expect("memory");
        for step in 0..seed % 60 + 1 {
            let cell = Cell((240 + step * 7919) % 480);
            if !layout.contains(cell) {
                _ = game.apply(Action::Open(cell), &mut ());
            }
        }
        Position::of(&game)
    };
    (0..40).map(position).collect()
}

fn main() {
    let positions = shared().unwrap_or_else(played);
    let mut micros: Vec<f64> = positions
        .iter()
        .map(|position| {
            let mut times: Vec<f64> = (0..ROUNDS)
                .map(|_| {
                    let start = Instant::now();
                    _ = black_box(analyse(black_box(position), Mines::Total(99)));
                    start.elapsed().as_secs_f64() * 1e6
                })
                .collect();
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect();
    micros.sort_by(f64::total_cmp);
    let mean = micros.iter().sum::<f64>() / micros.len() as f64;
    let (median, most) = (micros[micros.len() / 2], micros[micros.len() - 1]);
    println!("analysis/expert positions: {median:.1} µs median, {mean:.1} mean, {most:.1} most");
}
