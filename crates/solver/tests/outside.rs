//! Positions from outside the project, with exact probabilities.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::Cell;
use omnisweep_solver::{Mines, Position, analyse};
use omnisweep_testing::outside;

#[test]
fn they_have_the_probabilities_that_others_give() {
    let Some(positions) = outside::json("solver", "positions.json") else { return };
    for (number, shared) in positions.as_array().unwrap().iter().enumerate() {
        let rows: Vec<&str> =
            shared["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let position = Position::parse(&rows.join("\n")).unwrap();
        let analysis = analyse(&position, Mines::Total(99)).unwrap();
        for (cell, expected) in shared["p"].as_array().unwrap().iter().enumerate() {
            match (analysis.probability(Cell(cell as u64)), expected.as_f64()) {
                (Some(probability), Some(expected)) => {
                    assert!(
                        (probability - expected).abs() < 1e-9,
                        "position {number}, cell {cell}: {probability} {expected}"
                    );
                }
                (probability, expected) => {
                    assert_eq!(probability, expected, "position {number}, cell {cell}")
                }
            }
        }
    }
}
