//! `cargo xtask`: what a developer of Omnisweep does beside writing it.

mod bench;
mod machine;
mod pictures;
mod python;
mod steps;
mod suite;
mod test;
mod web;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test [--install] [--full | --only-full] [--shared DIR] [--conformance=required]
    Format, lints, docs, every test.
    --install      first installs what the tests need; without it, what is missing
                   is skipped, and said so
    --full         also what takes longer or needs more: the oldest compiler that
                   is promised, the release build, and the package for Python
    --only-full    what --full adds, and the cases from outside the project: for
                   when the rest has just passed
    --shared DIR   where the cases from outside the project are, if not ../shared
    --conformance=required
                   anything skipped is a failure
cargo xtask header [--check]
    Writes omnisweep.h and channel.h from the source of the C library, or sees
    that they are up to date.
cargo xtask web [--out DIR]
    Builds the web page into crates/cli/site, where `omnisweep serve` finds it,
    or into another folder, for any static host.
cargo xtask pictures
    Draws docs/pictures anew: the terminal from the golden screens, the page as
    Chromium shows it.
cargo xtask bench [NAME...]
    The benchmarks (all, or those named), as ratios to a plain program that
    runs beside them; `python` installs the packages it measures beside.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((&"test", options)) => test::run(options),
        Some((&"bench", names)) => bench::run(names),
        Some((&"header", options)) => program("xtask-header", options),
        Some((&"web", options)) => web::run(options),
        Some((&"pictures", [])) => pictures::run(),
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

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The cargo that runs this, in the project's folder.
fn cargo(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(words.split_whitespace()).current_dir(ROOT);
    command
}

/// Runs one of the programs that are kept apart for the sake of what they depend on.
fn program(package: &str, options: &[&str]) -> ExitCode {
    let mut command = cargo("run --quiet -p");
    let done = command.arg(package).arg("--").args(options).status();
    if done.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
