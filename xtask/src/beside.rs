//! `cargo xtask bench beside REVISION`: the first analysis of a new process, as `solve --json` tells its time, by the
//! program as it is and as it was then, in turns.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::{ROOT, cargo};

/// Builds both, and has the benchmark of analyses run them.
pub fn run(revision: &str) -> ExitCode {
    match compared(revision) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compared(revision: &str) -> Result<(), Box<dyn std::error::Error>> {
    // Here it may have another name than in the clone, which has all commits of this folder.
    let mut parse = Command::new("git");
    let commit = parse.args(["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")]);
    let commit = String::from_utf8(commit.current_dir(ROOT).output()?.stdout)?;
    if commit.is_empty() {
        return Err(format!("There is no revision {revision:?} here.").into());
    }
    let folder = Path::new(ROOT).canonicalize()?.join("target/bench-beside");
    std::fs::create_dir_all(&folder)?;
    let then = folder.join("then");
    if !then.exists() {
        done(Command::new("git").args(["clone", "--quiet", "--shared", ROOT]).arg(&then))?;
    }
    done(Command::new("git").args(["checkout", "--quiet", "--detach", commit.trim()]).current_dir(&then))?;
    let build = "build --release --quiet -p omnisweep";
    done(cargo(build).env("CARGO_TARGET_DIR", Path::new(ROOT).join("target")))?;
    done(cargo(build).current_dir(&then).env("CARGO_TARGET_DIR", then.join("target")))?;
    // The system keeps a program that the linker has just written in smaller pieces, and maps it more slowly.
    let mut programs = Vec::new();
    for (name, from) in [("before", then.join("target")), ("now", Path::new(ROOT).join("target"))] {
        let program = folder.join(name).join("omnisweep");
        std::fs::create_dir_all(folder.join(name))?;
        std::fs::copy(from.join("release/omnisweep"), &program)?;
        programs.push(program);
    }
    Ok(done(cargo("bench --quiet -p omnisweep-solver --bench analysis -- --programs").args(programs))?)
}

/// Runs a command to its end.
fn done(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{command:?} failed.")),
        Err(error) => Err(format!("{command:?}: {error}.")),
    }
}
