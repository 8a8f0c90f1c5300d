//! `cargo xtask`: what a developer of Omnisweep does beside writing it.

mod bench;
mod test;
mod web;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test [--install] [--conformance=required]
    Format, lints, docs, every test. With --install, what tests need is
    installed first; without it, what is missing is skipped, and said so.
    With --conformance=required, anything skipped is a failure.
cargo xtask header [--check]
    Writes omnisweep.h and channel.h from the source of the C library, or sees
    that they are up to date.
cargo xtask web [--out DIR]
    Builds the web page into crates/cli/site, where `omnisweep serve` finds it,
    or into another folder, for any static host.
cargo xtask bench [NAME...]
    The benchmarks (all, or those named), as ratios to a plain program that
    runs beside them.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((&"test", options)) => test::run(options),
        Some((&"bench", names)) => bench::run(names),
        Some((&"header", options)) => program("xtask-header", options),
        Some((&"web", options)) => web::run(options),
        Some((&("help" | "--help" | "-h"), _)) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

/// The cargo that runs this, in the project's folder.
fn cargo(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(words.split_whitespace()).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command
}

/// Runs one of the programs that are kept apart for the sake of what they depend on.
fn program(package: &str, options: &[&str]) -> ExitCode {
    let mut command = cargo("run --quiet -p");
    let done = command.arg(package).arg("--").args(options).status();
    if done.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
