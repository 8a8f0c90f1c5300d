//! Every target with its seeds, with those that were found, and with mutations of both.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use omnisweep_targets::mutate::{Dice, mutated};
use omnisweep_targets::{TARGETS, Target};

/// How many mutations each target is tried with, by how long it takes: some of these
/// play whole games. `OMNISWEEP_MUTATIONS` says by how much more.
fn mutations(name: &str) -> usize {
    let more = std::env::var("OMNISWEEP_MUTATIONS").ok().and_then(|more| more.parse().ok()).unwrap_or(1);
    more * match name {
        "stats_import" | "page_events" | "page_film" | "page_import" => 300,
        "esp_saves" | "cs121_dialogue" | "styles_moves" => 500,
        _ if name.starts_with("recording") => 1000,
        _ => 20_000,
    }
}

fn folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds").join(target.name)
}

/// The seeds that are kept: those that are made, and those that were found.
fn kept(target: &Target) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder(target)).into_iter().flatten().flatten();
    let mut all: Vec<_> =
        files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect();
    all.sort();
    all
}

fn try_with(target: &Target, input: &[u8], what: &str) {
    if catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_err() {
        panic!("{} fails with {what}: {:?}", target.name, input.escape_ascii().to_string());
    }
}

#[test]
fn every_target_stands_its_seeds_and_mutations_of_them() {
    for target in TARGETS {
        let start = Instant::now();
        let seeds = kept(target);
        assert!(!seeds.is_empty(), "{} has no seeds: `cargo xtask corpus` makes them", target.name);
        seeds.iter().for_each(|(name, seed)| try_with(target, seed, &format!("seed {name}")));
        try_with(target, b"", "nothing");
        let seeds: Vec<Vec<u8>> = seeds.into_iter().map(|(_, seed)| seed).collect();
        let mut dice = Dice(1);
        for number in 0..mutations(target.name) {
            try_with(target, &mutated(&seeds, &mut dice), &format!("mutation {number}"));
        }
        println!("{:>6} ms: {}", start.elapsed().as_millis(), target.name);
    }
}

#[test]
fn every_target_has_a_program_and_the_seeds_that_are_made_today() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml")).unwrap();
    for target in TARGETS {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
        let kept = kept(target);
        for (number, seed) in (target.seeds)().iter().enumerate() {
            let name = format!("{number:02}");
            let same = kept.iter().any(|(kept, bytes)| *kept == name && bytes == seed);
            assert!(same, "{} {name} is old: `cargo xtask corpus` makes it anew", target.name);
        }
    }
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
}
