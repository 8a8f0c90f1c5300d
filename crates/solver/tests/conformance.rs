//! The shared positions with exact probabilities, where `../shared` lies beside
//! the project.
#![allow(clippy::unwrap_used)]

use omnisweep_solver::{Mines, Position, analyse};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_shared_positions_have_the_shared_probabilities() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/solver/positions.json");
    if !path.exists() {
        let required = std::env::var("OMNISWEEP_CONFORMANCE").is_ok_and(|value| value == "required");
        assert!(!required, "the conformance positions are required, but {} is not there", path.display());
        eprintln!("SKIPPED: {} is not there", path.display());
        return;
    }
    let positions: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (number, shared) in positions.as_array().unwrap().iter().enumerate() {
        let rows: Vec<&str> =
            shared["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let position = Position::parse(&rows.join("\n")).unwrap();
        let start = std::time::Instant::now();
        let analysis = analyse(&position, Mines::Total(99)).unwrap();
        if std::env::var_os("OMNISWEEP_BENCH_TIMES").is_some() {
            eprintln!("position {number}: {:?}", start.elapsed());
        }
        for (cell, expected) in shared["p"].as_array().unwrap().iter().enumerate() {
            match (analysis.probability(cell), expected.as_f64()) {
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
