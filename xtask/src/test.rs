//! `cargo xtask test`: everything that has to hold before a change is handed in.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::cargo;

const WASM: &str = "wasm32-unknown-unknown";

/// The programs that the page is tested with, and Debian's packages of them.
const BROWSER: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Runs all steps, also after one has failed, and says how each went.
pub fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    let mut install = false;
    for option in options {
        match *option {
            "--install" => install = true,
            "--conformance=required" => steps.required = true,
            other => {
                eprintln!("unknown option {other:?}; there are --install and --conformance=required");
                return ExitCode::from(2);
            }
        }
    }
    if install {
        steps.install();
    }

    steps.cargo("format", "fmt --all --check");
    steps.cargo("lints", "clippy --workspace --all-targets --quiet -- -D warnings");
    // The fuzz targets are a workspace of their own; without libFuzzer itself they need no nightly.
    let fuzz =
        "clippy --manifest-path fuzz/Cargo.toml --no-default-features --quiet --target-dir target/fuzz";
    steps.cargo("fuzz targets", &format!("{fuzz} -- -D warnings"));
    let mut docs = cargo("doc --workspace --no-deps --document-private-items --quiet");
    docs.env("RUSTDOCFLAGS", "-D warnings");
    steps.command("docs", docs);

    steps.cargo("C header", "run --quiet -p xtask-header -- --check");

    if has_wasm() {
        steps.cargo(
            "WebAssembly",
            &format!(
                "check --quiet --target {WASM} -p omnisweep-engine -p omnisweep-session -p omnisweep-replay -p omnisweep-editions -p omnisweep-solver"
            ),
        );
        // The tests of the page and of its server need it; it has to stay small, too.
        steps.cargo("web page", "run --quiet -p xtask-web");
    } else {
        steps.skip("WebAssembly", "the target is not installed (rustup target add wasm32-unknown-unknown)");
    }

    for (program, what) in [("cc", "the tests in C"), ("python3", "the example in Python")] {
        if !runs(program) {
            steps.skip(what, "the program for it is not there (cc, python3)");
        }
    }
    if !BROWSER.iter().all(|(program, _)| runs(program)) {
        steps.skip(
            "the page in a browser",
            "Chromium and its driver are not there (chromium, chromium-driver)",
        );
    } else if !runs("npm") {
        steps.skip("accessibility of the page", "npm is not there to fetch axe-core");
    }
    let mut tests = cargo("test --workspace --no-fail-fast");
    if steps.required {
        tests.env("OMNISWEEP_CONFORMANCE", "required");
    }
    if !Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/conformance")).is_dir() {
        steps.skip("conformance", "there is no folder ../shared beside the project");
    }
    steps.command("tests", tests);
    steps.summary()
}

/// What was done, and how it went.
#[derive(Default)]
struct Steps {
    required: bool,
    done: Vec<(&'static str, Outcome)>,
}

enum Outcome {
    Passed,
    Failed,
    Skipped(&'static str),
}

impl Steps {
    fn cargo(&mut self, name: &'static str, words: &str) {
        self.command(name, cargo(words));
    }

    fn command(&mut self, name: &'static str, mut command: Command) {
        println!("\n=== {name}");
        let start = Instant::now();
        let passed = command.status().is_ok_and(|status| status.success());
        println!(
            "=== {name}: {} ({} s)",
            if passed { "passed" } else { "FAILED" },
            start.elapsed().as_secs()
        );
        self.done.push((name, if passed { Outcome::Passed } else { Outcome::Failed }));
    }

    fn skip(&mut self, name: &'static str, why: &'static str) {
        println!("\n=== {name}: SKIPPED, {why}");
        self.done.push((name, Outcome::Skipped(why)));
    }

    /// Installs what the steps need and the machine does not have.
    fn install(&mut self) {
        // What the tests in C, in Python and in a browser need, where Debian's packages are to be had.
        let missing: Vec<&str> = [("cc", "gcc"), ("python3", "python3")]
            .into_iter()
            .chain(BROWSER)
            .filter(|(program, _)| !runs(program))
            .map(|(_, package)| package)
            .collect();
        if !missing.is_empty() && runs("apt-get") {
            let mut update = Command::new("apt-get");
            update.args(["update", "-qq"]);
            self.command("update packages", update);
            let mut install = Command::new("apt-get");
            install.args(["install", "-y", "-qq", "libc6-dev"]).args(&missing);
            self.command("install packages", install);
        }
        if !has_wasm() {
            let mut command = Command::new("rustup");
            command.args(["target", "add", WASM]);
            self.command("install WebAssembly", command);
        }
    }

    fn summary(self) -> ExitCode {
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

/// Whether a program is there.
fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn has_wasm() -> bool {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", WASM]).stderr(Stdio::null());
    let found = command.output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
    found.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}
