//! `cargo xtask`: what a developer of Omnisweep does beside writing it.

mod bench;
mod beside;
mod fuzz;
mod machine;
mod mutants;
mod optimal;
mod orca;
mod pictures;
mod python;
mod scripts;
mod server;
mod shipped;
mod steps;
mod suite;
mod test;
mod torture;
mod web;

use std::process::{Command, ExitCode};

/// What can be done: its words, how long it takes on two processors, and what it does.
struct Task {
    words: &'static str,
    takes: &'static str,
    does: &'static str,
}

const TASKS: [Task; 12] = [
    Task {
        words: "cargo xtask test [--install] [--full | --only-full] [--shared DIR] [--conformance=required]",
        takes: "some minutes; the first time most of that is building",
        does: "\
Format, lints, the page and its scripts, every test.
--install      first installs what the tests need; without it, what is missing
               is skipped, and said so
--full         also what takes longer or needs more: the oldest compiler that
               is promised, docs of the code, the release build, the page in
               Firefox, the server on SQLite and PostgreSQL, its page, and the package
               for Python
--only-full    what --full adds, and the cases from outside the project: for
               when the rest has just passed
--shared DIR   where the cases from outside the project are, if not ../shared
--conformance=required
               anything skipped is a failure",
    },
    Task {
        words: "cargo xtask header [--check]",
        takes: "a second; a quarter of a minute the first time",
        does: "\
Writes omnisweep.h and channel.h from the source of the C library, or sees
that they are up to date.",
    },
    Task {
        words: "cargo xtask web [--out DIR]",
        takes: "seconds; two minutes the first time",
        does: "\
Builds the web page into crates/cli/site, where `omnisweep serve` finds it,
or into another folder, for any static host; and the types that its scripts
are checked against.",
    },
    Task {
        words: "cargo xtask scripts [--install]",
        takes: "ten seconds",
        does: "\
Type-checks and lints the page's scripts, once the page was built; the test
does it, too. --install first installs what checks them, with npm.",
    },
    Task {
        words: "cargo xtask pictures",
        takes: "ten seconds; minutes the first time",
        does: "\
Draws docs/pictures anew: the terminal from the golden screens, the page as
Chromium shows it, the best play there is (docs/optimal.md, with its table) from
docs/strength/optimal.jsonl.",
    },
    Task {
        words: "cargo xtask corpus",
        takes: "seconds",
        does: "\
Makes the seeds of every fuzz target anew (fuzz/seeds). The test runs them, with
some thousand mutations; what was found and has another name than a number stays.",
    },
    Task {
        words: "cargo xtask fuzz [--minutes N] [TARGET...]",
        takes: "so many minutes in all (10 unless told), and some more to build",
        does: "\
Every fuzz target with libFuzzer, and a table of what came of it. Needs
cargo-fuzz, and takes a nightly compiler where there is one.",
    },
    Task {
        words: "cargo xtask torture [--count N]",
        takes: "half an hour for 1,000 trials of each kind",
        does: "\
Kills the program in play, at a save, at the end of a game and in an import, has
two write at once, and fills the disk; kills the server on both of its databases,
stops its database, and sends it a million mutated messages; and says how much of
what was answered was lost, which has to be nothing. The test has a few trials of
each.",
    },
    Task {
        words: "cargo xtask orca [--install]",
        takes: "a minute",
        does: "\
A game on the page is won by ear: prints what the screen reader Orca says of it,
and fails where that is not enough to win. --install installs Orca.",
    },
    Task {
        words: "cargo xtask mutants [--install] [--sample N] [--seed N] [--again] [CRATE...]",
        takes: "an hour and a half for 300; a quarter of a minute each",
        does: "\
Would the tests notice? Puts mistakes into the engine, the session, the solver,
the store, the editions, the replays and the arena, one at a time, has each
tested by the tests of its crate, and says how many were noticed. With
cargo-mutants, which --install installs. All crates, or those that are named.
--sample N     so many, drawn from all (300)
--seed N       which: the same number draws the same ones
--again        those that were missed the last time",
    },
    Task {
        words: "cargo xtask dist [--test] [--twice] [--required] [NAME...]",
        takes: "half an hour for everything, the first time; some minutes a part",
        does: "\
Makes what is released, all or what is named, in target/artifacts:
linux-x86_64 linux-aarch64 windows-x86_64 macos-aarch64 macos-x86_64
server deb rpm image c python crates sbom manifests
What it needs is pinned, and installed below target/dist-tools.
--test         tries each for real: in clean systems, under qemu and Wine
--twice        makes it again from the commit in another folder: every byte
               has to be the same
--required     anything skipped is a failure",
    },
    Task {
        words: "cargo xtask bench [NAME... | beside REVISION]",
        takes: "some minutes each, building included",
        does: "\
The benchmarks (all, or those named), as ratios to a plain program that
runs beside them; `python` installs the packages it measures beside, `page`
says how long the page keeps its main thread.
`shipped`, which has to be named, is the program as it is shipped for Linux
beside the default build; `beside REVISION` is the first analysis of a new
process beside that of the program as it was then.",
    },
];

impl Task {
    fn name(&self) -> &'static str {
        self.words.split(' ').nth(2).unwrap_or_default()
    }

    fn help(&self) -> String {
        let indented: String = self.does.lines().map(|line| format!("    {line}\n")).collect();
        format!("{}\n    Takes {}.\n{indented}", self.words, self.takes)
    }
}

/// What there is to say about all tasks.
fn help() -> String {
    let tasks: String = TASKS.iter().map(Task::help).collect();
    tasks + "cargo xtask [TASK] --help\n    This, or the part of it about a task.\n"
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let wants_help = words.iter().any(|word| ["help", "--help", "-h"].contains(word));
    if words.is_empty() || wants_help {
        match TASKS.iter().find(|task| words.first() == Some(&task.name())) {
            Some(task) => print!("{}", task.help()),
            None => print!("{}", help()),
        }
        return ExitCode::SUCCESS;
    }
    match words.split_first() {
        Some((&"test", options)) => test::run(options),
        Some((&"bench", names)) => bench::run(names),
        Some((&"header", options)) => program("xtask-header", options),
        Some((&"web", options)) => web::run(options),
        Some((&"corpus", [])) => program("omnisweep-targets", &[]),
        Some((&"fuzz", options)) => fuzz::run(options),
        Some((&"torture", options)) => torture::run(options),
        Some((&"mutants", options)) => mutants::run(options),
        Some((&"orca", [])) => orca::run(false),
        Some((&"orca", ["--install"])) => orca::run(true),
        Some((&"dist", options)) => program("xtask-dist", options),
        Some((&"scripts", [])) => scripts::run(false),
        Some((&"scripts", ["--install"])) => scripts::run(true),
        Some((&"pictures", [])) => pictures::run(),
        _ => {
            eprint!("{}", help());
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
