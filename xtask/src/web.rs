//! `cargo xtask web`.

use std::path::absolute;
use std::process::ExitCode;

use crate::program;

/// Builds the page, into the folder that was named or where `omnisweep serve`
/// finds it.
pub fn run(options: &[&str]) -> ExitCode {
    match options {
        [] => program("xtask-web", &[]),
        // The program runs in the project's folder, and the folder is named from here.
        ["--out", folder] => {
            match absolute(folder).ok().and_then(|path| path.into_os_string().into_string().ok()) {
                Some(folder) => program("xtask-web", &["--out", &folder]),
                None => wrong(),
            }
        }
        _ => wrong(),
    }
}

fn wrong() -> ExitCode {
    eprintln!("cargo xtask web takes nothing, or --out and a folder");
    ExitCode::from(2)
}
