//! `cargo xtask mutants`: would the tests notice? Small mistakes are put into the source, one at a time, and the
//! tests of the crate that has it are run; cargo-mutants does both. What nobody could notice is left out, with
//! the reason, in `.cargo/mutants.toml`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::{ROOT, cargo, machine};

/// The crates whose tests are tried, each by its own; cargo-mutants runs every deleted field, drawn or not.
const CRATES: [&str; 7] = ["engine", "session", "solver", "store", "editions", "replay", "arena"];

/// Of a hundred mutants, so many have to be noticed.
const MUST: f64 = 90.0;

/// What was asked for.
struct Options {
    install: bool,
    /// Those that were missed the last time, and no sample.
    again: bool,
    sample: usize,
    seed: u64,
    /// All, or those that were named.
    crates: Vec<&'static str>,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
        let mut options = Options { install: false, again: false, sample: 300, seed, crates: Vec::new() };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut number =
                || words.next().and_then(|word| word.parse().ok()).ok_or(format!("{word} needs a number"));
            match word {
                "--install" => options.install = true,
                "--again" => options.again = true,
                "--sample" => options.sample = number()? as usize,
                "--seed" => options.seed = number()?,
                other => match CRATES.into_iter().find(|name| *name == other) {
                    Some(name) => options.crates.push(name),
                    None => return Err(format!("what is {other:?}? The crates are {}", CRATES.join(", "))),
                },
            }
        }
        if options.crates.is_empty() {
            options.crates = CRATES.into();
        }
        Ok(options)
    }
}

/// Runs a sample, or those that were missed, and says what came of it.
pub fn run(words: &[&str]) -> ExitCode {
    let done = Options::parse(words).and_then(|options| {
        installed(options.install)?;
        let chosen = if options.again { missed(&options)? } else { sample(&options)? };
        mutate(&chosen)?;
        summary()
    });
    match done {
        Ok(noticed) if noticed >= MUST => ExitCode::SUCCESS,
        Ok(_) => {
            println!("FAILED: {MUST} % have to be noticed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn installed(install: bool) -> Result<(), String> {
    let is_there = || machine::printed(env!("CARGO"), &["mutants", "--version"]).is_some();
    if !is_there() && install {
        _ = cargo("install --locked --quiet cargo-mutants").status();
    }
    is_there().then_some(()).ok_or_else(|| {
        "this needs cargo-mutants: `cargo xtask mutants --install`, or cargo install --locked cargo-mutants"
            .to_owned()
    })
}

/// cargo-mutants for a crate.
fn cargo_mutants(name: &str) -> Command {
    cargo(&format!("mutants --all-features --no-shuffle --package omnisweep-{name}"))
}

fn folder() -> PathBuf {
    Path::new(ROOT).join("target/mutants")
}

/// The copy of the project.
fn tree() -> PathBuf {
    folder().join("tree")
}

/// What came of a crate.
fn out(name: &str) -> PathBuf {
    folder().join(name)
}

/// Some mutants, each with its crate, drawn from all: as many of each crate, so that a small one is looked at as
/// closely as a large one.
fn sample(options: &Options) -> Result<Vec<(&'static str, String)>, String> {
    let (mut state, mut all, mut drawn) = (options.seed, 0, Vec::new());
    for &name in &options.crates {
        let listed =
            cargo_mutants(name).args(["--list", "--json"]).output().map_err(|error| error.to_string())?;
        if !listed.status.success() {
            return Err(String::from_utf8_lossy(&listed.stderr).into_owned());
        }
        let listed: Value = serde_json::from_slice(&listed.stdout).map_err(|error| error.to_string())?;
        let mutants = listed.as_array().into_iter().flatten();
        let mut names: Vec<&str> = mutants.filter_map(|mutant| mutant["name"].as_str()).collect();
        let count = options.sample.div_ceil(options.crates.len()).min(names.len());
        for at in 0..count {
            let left = (names.len() - at) as u64;
            names.swap(at, at + (random(&mut state) % left) as usize);
        }
        all += names.len();
        drawn.extend(names[..count].iter().map(|&mutant| (name, mutant.to_owned())));
    }
    println!("{} of {all} mutants, drawn by --seed {}", drawn.len(), options.seed);
    Ok(drawn)
}

/// The next of numbers that look random (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Those that nobody noticed the last time.
fn missed(options: &Options) -> Result<Vec<(&'static str, String)>, String> {
    let mut missed = Vec::new();
    for &name in &options.crates {
        let text = fs::read_to_string(out(name).join("mutants.out/missed.txt")).unwrap_or_default();
        missed.extend(text.lines().map(|line| (name, line.to_owned())));
    }
    if missed.is_empty() { Err("none was missed the last time".to_owned()) } else { Ok(missed) }
}

/// Has each mutant tested by the tests of its crate, in a copy of the project that stays where it is: what is not
/// changed is built once. Before them the tests run without a mutant, which says how long they take.
fn mutate(chosen: &[(&str, String)]) -> Result<(), String> {
    copy_project().map_err(|error| format!("{}: {error}", tree().display()))?;
    for name in CRATES {
        let names: Vec<&String> = chosen.iter().filter(|(of, _)| *of == name).map(|(_, name)| name).collect();
        if names.is_empty() {
            continue;
        }
        _ = fs::remove_dir_all(out(name));
        fs::create_dir_all(out(name)).map_err(|error| error.to_string())?;
        let mut command = cargo_mutants(name);
        command
            .args(["--in-place", "--timeout-multiplier=3", "--minimum-test-timeout=30", "--dir"])
            .arg(tree());
        command.arg("--output").arg(out(name));
        names.iter().for_each(|name| _ = command.arg("--re").arg(format!("^{}$", escaped(name))));
        // It stops at the first test that fails.
        if machine::runs("cargo-nextest") {
            command.arg("--test-tool=nextest");
        }
        // Nobody debugs it; and a test that would wait for long has noticed.
        command.env("CARGO_TARGET_DIR", folder().join("build")).env("CARGO_PROFILE_DEV_DEBUG", "false");
        command.env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "16");
        command.env("OMNISWEEP_PATIENCE", "20");
        // There a file is safe at once.
        if Path::new("/dev/shm").is_dir() {
            command.env("TMPDIR", "/dev/shm");
        }
        // It says by its exit code that some were missed, which is for the summary to judge.
        command.status().map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Brings the copy up to date, and leaves alone what is the same, so that it is not built again.
fn copy_project() -> io::Result<()> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(ROOT)
        .output()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (Path::new(ROOT).join(name), tree().join(name));
        // A file that was deleted is still listed.
        let Ok(bytes) = fs::read(&from) else { continue };
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            to.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&to, bytes)?;
        }
    }
    Ok(())
}

/// A text as a pattern that fits nothing else.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| r"\.+*?()|[]{}^$#&-~".contains(c).then_some('\\').into_iter().chain([c]))
        .collect()
}

/// How the tests of a crate did.
#[derive(Clone, Copy, Default)]
struct Score {
    caught: u32,
    missed: u32,
    timeouts: u32,
}

impl Score {
    fn viable(self) -> u32 {
        self.caught + self.missed + self.timeouts
    }

    /// What makes tests hang has been noticed.
    fn noticed(self) -> f64 {
        100.0 * f64::from(self.caught + self.timeouts) / f64::from(self.viable().max(1))
    }

    fn print(self, name: &str) {
        let Score { caught, missed, timeouts } = self;
        let (viable, noticed) = (self.viable(), self.noticed());
        println!("{name:<9} {viable:>6} {caught:>6} {missed:>6} {timeouts:>8} {noticed:>7.1} %");
    }
}

/// Prints a table of what is known of each crate, and what was missed: the share in all that was noticed.
fn summary() -> Result<f64, String> {
    println!(
        "\n{:<9} {:>6} {:>6} {:>6} {:>8} {:>9}",
        "crate", "viable", "caught", "missed", "timeouts", "noticed"
    );
    let (mut all, mut missed) = (Score::default(), Vec::new());
    for name in CRATES {
        let path = out(name).join("mutants.out/outcomes.json");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let outcomes: Value =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut score = Score::default();
        for outcome in outcomes["outcomes"].as_array().into_iter().flatten() {
            match outcome["summary"].as_str() {
                Some("CaughtMutant") => score.caught += 1,
                Some("MissedMutant") => {
                    score.missed += 1;
                    missed.extend(outcome["scenario"]["Mutant"]["name"].as_str().map(str::to_owned));
                }
                Some("Timeout") => score.timeouts += 1,
                // It does not compile; or is none, but how the tests do without.
                _ => {}
            }
        }
        score.print(name);
        all.caught += score.caught;
        all.missed += score.missed;
        all.timeouts += score.timeouts;
    }
    all.print("all");
    missed.iter().for_each(|name| println!("MISSED {name}"));
    Ok(all.noticed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_as_a_pattern_has_nothing_that_means_more() {
        assert_eq!(
            escaped("a.rs:1:2: replace f -> Option<u8> with ()"),
            r"a\.rs:1:2: replace f \-> Option<u8> with \(\)"
        );
    }

    #[test]
    fn what_makes_tests_hang_was_noticed() {
        let score = Score { caught: 17, missed: 1, timeouts: 2 };
        assert_eq!((score.viable(), score.noticed()), (20, 95.0));
    }
}
