//! The server: its tests, which need PostgreSQL for half of them, and the page in a browser.

use crate::cargo;
use crate::machine;
use crate::steps::Steps;

/// Lints and tests the server; PostgreSQL is installed if that is wanted.
pub fn test(steps: &mut Steps, install: bool) {
    let package = "-p omnisweep-server";
    if install {
        machine::install_postgres(steps);
    }
    steps.command("server: lints", cargo(&format!("clippy {package} --all-targets --quiet -- -D warnings")));
    let mut tests = cargo(&format!("test {package} --quiet"));
    if machine::has_postgres() {
        tests.env("OMNISWEEP_CONFORMANCE", "required");
    } else {
        steps.skip(
            "the server on PostgreSQL",
            "there is none: `cargo xtask test --full --install` installs it",
        );
    }
    steps.command("server: tests", tests);
    steps.command(
        "server: its page in a browser",
        cargo("test -p xtask-browser --test browser -- ::server::"),
    );
}
