//! All tests of the workspace: built at once, by cargo, and run side by side, which
//! cargo does not do.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;

use crate::steps::Steps;
use crate::test::EXCLUDE_PYTHON;
use crate::{ROOT, cargo};

/// Which tests are run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those with cases from outside the project.
    Outside,
}

/// What was built.
pub struct Suite {
    programs: Vec<Binary>,
    tests: Vec<Binary>,
}

/// A program, or one with tests in it.
struct Binary {
    /// The package's folder, and the target.
    name: String,
    path: PathBuf,
    /// The package's folder, in which its tests run.
    folder: PathBuf,
}

/// The tests of the page in a browser.
const BROWSER: &str = "xtask/browser browser";

/// What takes longest, and so begins, that nobody waits for one at the end.
const LONGEST: [&str; 4] = [BROWSER, "crates/simulate players", "crates/capi c", "crates/replay recordings"];

/// Builds every program and every test.
pub fn build(steps: &mut Steps) -> Option<Suite> {
    println!("\n=== build");
    let start = Instant::now();
    let mut command = cargo(&format!(
        "build --workspace --exclude omnisweep-fuzz {EXCLUDE_PYTHON} --bins --tests --examples"
    ));
    command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    let output = command.output().ok().filter(|output| output.status.success());
    steps.ended("build", output.is_some(), start);
    let messages = String::from_utf8(output?.stdout).ok()?;
    let (mut programs, mut tests) = (Vec::new(), Vec::new());
    for (binary, is_test) in messages.lines().filter_map(binary) {
        if is_test { tests.push(binary) } else { programs.push(binary) }
    }
    Some(Suite { programs, tests })
}

/// The program that a message of cargo's speaks of, and whether it has tests in it.
fn binary(message: &str) -> Option<(Binary, bool)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let path = message["executable"].as_str()?.into();
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.strip_prefix(Path::new(ROOT).canonicalize().ok()?).ok()?.display().to_string();
    let name = format!("{package} {}", message["target"]["name"].as_str()?);
    Some((Binary { name, path, folder }, message["profile"]["test"] == true))
}

impl Suite {
    /// The tests of the page in a browser.
    pub fn browser(&self) -> Option<Command> {
        Some(self.tests.iter().find(|test| test.name == BROWSER)?.command())
    }

    /// One of the programs, to be run in the project's folder.
    pub fn program(&self, name: &str) -> Option<Command> {
        let found = self.programs.iter().find(|program| program.name == name)?;
        let mut command = Command::new(&found.path);
        command.env("CARGO", env!("CARGO")).current_dir(ROOT);
        Some(command)
    }
}

impl Binary {
    /// The tests in it, to be run in their package's folder.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.env("CARGO", env!("CARGO")).env("OMNISWEEP_BUILT", "yes");
        command
    }
}

/// Runs tests side by side.
pub fn run(steps: &mut Steps, suite: Suite, which: Which, variables: &[(&str, &Path)]) {
    let browser = |binary: &Binary| binary.name.starts_with("xtask/browser ");
    let outside = |binary: &Binary| browser(binary) || binary.name.ends_with(" outside");
    let mut wanted: Vec<Binary> =
        suite.tests.into_iter().filter(|binary| which == Which::All || outside(binary)).collect();
    // What takes longest begins, and the others run beside it; they are taken from the end.
    wanted.sort_by_key(|binary| LONGEST.iter().rev().position(|name| *name == binary.name));
    let tests = |binary: &Binary| {
        let mut command = binary.command();
        command.envs(variables.iter().copied());
        if which == Which::Outside && browser(binary) {
            command.arg("outside");
        }
        command
    };
    println!("\n=== tests");
    let start = Instant::now();
    let (waiting, told) = (Mutex::new(wanted), Mutex::new((0, 0, Vec::new())));
    let next = || waiting.lock().ok()?.pop();
    let work = || {
        while let Some(binary) = next() {
            let start = Instant::now();
            let output = tests(&binary).stdin(Stdio::null()).output();
            let (passed, printed) = match &output {
                Ok(output) => (
                    output.status.success(),
                    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat(),
                ),
                Err(error) => (false, error.to_string()),
            };
            let Ok(mut told) = told.lock() else { return };
            let count = count(&printed);
            println!("{:>5} passed in {:>4} s: {}", count, start.elapsed().as_secs(), binary.name);
            printed
                .lines()
                .filter(|line| line.starts_with("SKIPPED"))
                .for_each(|line| println!("    {line}"));
            told.0 += count;
            if !passed {
                told.1 += 1;
                println!("FAILED: {}, and this is what it said:\n{printed}", binary.name);
                told.2.push(binary.name);
            }
        }
    };
    // A test is mostly one thread, and half of them wait for other programs: two
    // processors have time for three.
    std::thread::scope(|scope| (0..3).for_each(|_| _ = scope.spawn(work)));
    let Ok((passed, failed, names)) = told.into_inner() else { return };
    println!("{passed} passed, {failed} failed");
    if failed > 0 {
        println!("FAILED: {}", names.join(", "));
    }
    steps.ended("tests", failed == 0, start);
}

/// How many tests passed, by what the program printed last: `test result: ok. 12 passed; …`.
fn count(printed: &str) -> usize {
    let results = printed.lines().filter_map(|line| line.strip_prefix("test result: "));
    results
        .filter_map(|result| {
            let (before, _) = result.split_once(" passed")?;
            before.rsplit(' ').next()?.parse::<usize>().ok()
        })
        .sum()
}
