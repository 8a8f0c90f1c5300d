//! The figures of recordings: `cargo run --example figures -- expert.avf beginner.evf`.

use omnisweep_replay::{Report, play, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        match read(&std::fs::read(&path)?) {
            Ok(recording) => println!("{path}\n{}", Report::new(&recording, &play(&recording)?)),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    Ok(())
}
