//! Steps one after the other, or beside each other: each is run also after another
//! has failed, and at the end it is said how each went.

use std::process::{Command, ExitCode, Output};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::machine;

/// What was done, and how it went.
pub struct Steps {
    /// Whether a step that is skipped is a failure.
    required: bool,
    done: Vec<(String, Outcome)>,
}

enum Outcome {
    Passed,
    Failed,
    Skipped(String),
}

/// Runs a command, and says so if it cannot even be started.
fn succeeds(command: &mut Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(error) => {
            println!("{}: {error}", command.get_program().display());
            false
        }
    }
}

/// A step that runs beside others, its output kept back.
pub struct Beside {
    name: &'static str,
    start: Instant,
    running: JoinHandle<std::io::Result<Output>>,
}

impl Steps {
    /// None yet; a step that is skipped is a failure, or not.
    pub fn new(required: bool) -> Steps {
        Steps { required, done: Vec::new() }
    }

    /// Runs a command, its output shown as it comes.
    pub fn command(&mut self, name: &'static str, mut command: Command) -> bool {
        println!("\n=== {name}");
        let start = Instant::now();
        let passed = succeeds(&mut command);
        self.ended(name, passed, start);
        passed
    }

    /// Runs a command that installs something. Without it, some steps are skipped.
    pub fn install(&mut self, name: &'static str, mut command: Command, or_else: &str) {
        println!("\n=== {name}");
        let start = Instant::now();
        if succeeds(&mut command) {
            self.ended(name, true, start);
        } else {
            self.skip(name, &format!("it cannot be done here (is there a network?); {or_else}"));
        }
    }

    /// Starts a command beside what comes next, until [`Steps::join`].
    pub fn beside(&mut self, name: &'static str, mut command: Command) -> Beside {
        println!("\n=== {name}: begun, beside what follows");
        Beside { name, start: Instant::now(), running: std::thread::spawn(move || command.output()) }
    }

    /// Waits for it, and shows what it has printed.
    pub fn join(&mut self, Beside { name, start, running }: Beside) -> bool {
        let output = running.join().ok().and_then(Result::ok);
        println!("\n=== {name}");
        if let Some(Output { stdout, stderr, .. }) = &output {
            print!("{}{}", String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr));
        }
        let passed = output.is_some_and(|output| output.status.success());
        self.ended(name, passed, start);
        passed
    }

    /// A step of one's own, that has said what there is to say.
    pub fn ended(&mut self, name: &str, passed: bool, start: Instant) {
        let seconds = start.elapsed().as_secs();
        println!("=== {name}: {} ({seconds} s)", if passed { "passed" } else { "FAILED" });
        if !passed && let Some(why) = machine::out_of_room() {
            println!("=== {name}: {why}");
        }
        self.done.push((name.to_owned(), if passed { Outcome::Passed } else { Outcome::Failed }));
    }

    /// A step that cannot be done here; what is missing, and what to do.
    pub fn skip(&mut self, name: &str, why: &str) {
        println!("\n=== {name}: SKIPPED, {why}");
        self.done.push((name.to_owned(), Outcome::Skipped(why.to_owned())));
    }

    /// How each went, and all together.
    pub fn summary(self) -> ExitCode {
        let mut good = true;
        println!();
        for (name, outcome) in &self.done {
            match outcome {
                Outcome::Passed => println!("passed   {name}"),
                Outcome::Failed => {
                    good = false;
                    println!("FAILED   {name}");
                }
                Outcome::Skipped(why) => {
                    good &= !self.required;
                    println!("SKIPPED  {name}: {why}");
                }
            }
        }
        if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
