//! `cargo xtask fuzz`: every target for a while, with libFuzzer, and what came of it.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::{ROOT, machine};

/// What came of a target.
struct Ran {
    name: String,
    runs: u64,
    /// Places in the program that were reached.
    edges: u64,
    failed: bool,
}

/// Runs all targets, or those that are named, for so many minutes in all.
pub fn run(words: &[&str]) -> ExitCode {
    let (minutes, names) = match words {
        ["--minutes", minutes, names @ ..] => (minutes.parse::<f64>().ok(), names),
        names => (Some(10.0), names),
    };
    let Some(minutes) = minutes.filter(|minutes| *minutes > 0.0) else {
        eprintln!("--minutes needs a number");
        return ExitCode::from(2);
    };
    if machine::printed("cargo", &["fuzz", "--version"]).is_none() {
        eprintln!("this needs cargo-fuzz: cargo install --locked cargo-fuzz");
        return ExitCode::FAILURE;
    }
    let targets: Vec<String> =
        targets().into_iter().filter(|name| names.is_empty() || names.contains(&&**name)).collect();
    if !cargo_fuzz("build").status().is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    let seconds = (minutes * 60.0 / targets.len().max(1) as f64).ceil();
    let ran: Vec<Ran> = targets.into_iter().map(|name| one(name, seconds)).collect();
    println!("\n{:<16} {:>12} {:>8}", "target", "runs", "edges");
    for Ran { name, runs, edges, failed } in &ran {
        println!(
            "{name:<16} {runs:>12} {edges:>8}{}",
            if *failed { "  FAILED: see fuzz/artifacts" } else { "" }
        );
    }
    let failed = ran.iter().filter(|ran| ran.failed).count();
    println!(
        "{} runs, {failed} of {} targets failed",
        ran.iter().map(|ran| ran.runs).sum::<u64>(),
        ran.len()
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Those that have seeds, which all have.
fn targets() -> Vec<String> {
    let folders = fs::read_dir(Path::new(ROOT).join("fuzz/seeds")).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders.filter_map(|folder| folder.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// In a folder of its own, so that nothing else waits for it.
fn cargo_fuzz(what: &str) -> Command {
    let mut command = Command::new("cargo");
    // Sanitizers are for nightly compilers; where there is none, the one that is here is told that it is one.
    if machine::printed("cargo", &["+nightly", "--version"]).is_some() {
        command.arg("+nightly");
    } else {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    command.args(["fuzz", what, "--target-dir", "fuzz/target"]).current_dir(ROOT);
    command
}

fn one(name: String, seconds: f64) -> Ran {
    println!("=== {name}: {seconds} s");
    let mut command = cargo_fuzz("run");
    command.arg(&name);
    // What is found goes into the first; the seeds that the project has are only read.
    let [corpus, seeds] = ["corpus", "seeds"].map(|kind| format!("fuzz/{kind}/{name}"));
    _ = fs::create_dir_all(Path::new(ROOT).join(&corpus));
    command.args([&corpus, &seeds, "--", "-print_final_stats=1", "-timeout=60"]);
    command.arg(format!("-max_total_time={seconds}"));
    let output = command.output();
    let said = output
        .as_ref()
        .map(|output| String::from_utf8_lossy(&output.stderr).into_owned())
        .unwrap_or_default();
    let failed = !output.is_ok_and(|output| output.status.success());
    if failed {
        let from = said.lines().count().saturating_sub(40);
        said.lines().skip(from).for_each(|line| println!("{line}"));
    }
    let runs = said
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok());
    let edges = said
        .lines()
        .filter_map(|line| line.split_once("cov: ")?.1.split(' ').next()?.parse().ok())
        .next_back();
    Ran { name, runs: runs.unwrap_or(0), edges: edges.unwrap_or(0), failed }
}
