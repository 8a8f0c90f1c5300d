//! `cargo xtask orca`: a game on the page, won by ear.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::{cargo, machine};

/// Builds the page, and has Orca say what is on it.
pub fn run(install: bool) -> ExitCode {
    let mut steps = Steps::new(true);
    if install {
        machine::install_orca(&mut steps);
    }
    steps.command("web page", cargo("run --quiet -p xtask-web"));
    steps.command("a game by ear", cargo("test --quiet -p xtask-browser --test browser -- --orca"));
    steps.summary()
}
