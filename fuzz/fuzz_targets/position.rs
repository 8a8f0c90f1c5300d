//! Any text: refused, or positions of which each is analysed or refused, with
//! probabilities between 0 and 1 that agree with what is certain.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_solver::{Mines, Position, analyse};

fuzz_target!(|input: (&str, u8)| {
    let (text, mines) = input;
    let Ok(positions) = Position::parse_all(text, None) else { return };
    for position in positions {
        for mines in [Mines::Total(mines.into()), Mines::Density(f64::from(mines) / 255.0)] {
            let Ok(analysis) = analyse(&position, mines) else { continue };
            for probability in analysis.probabilities().iter().flatten() {
                assert!((0.0..=1.0).contains(probability));
            }
        }
    }
});
