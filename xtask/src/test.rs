//! `cargo xtask test`: everything that has to hold before a change is handed in.
//!
//! What is built more than once costs most. So programs and tests are one build,
//! of the whole workspace and in one profile (`dev` and `test` are the same), and
//! its parts are run from where they lie. The page's WebAssembly has folders of
//! its own, and is built beside the lints.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::machine::{self, WASM};
use crate::python;
use crate::scripts;
use crate::server;
use crate::steps::Steps;
use crate::suite::{self, Which};
use crate::{ROOT, cargo};

/// What a stranger does not wait for: the package for Python, and the server.
pub const EXCLUDE_LARGE: &str = "--exclude omnisweep-python --exclude omnisweep-server";

/// What was asked for.
#[derive(Default)]
struct Options {
    install: bool,
    full: bool,
    /// The basic tier has just passed.
    only_full: bool,
    shared: Option<PathBuf>,
    required: bool,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--install" => options.install = true,
                "--full" => options.full = true,
                "--only-full" => options.only_full = true,
                "--conformance=required" => options.required = true,
                "--shared" => {
                    let folder = words.next().ok_or("--shared needs a folder")?;
                    let folder = std::path::absolute(folder).map_err(|error| format!("{folder}: {error}"))?;
                    options.shared = Some(folder);
                }
                other => {
                    return Err(format!("unknown option {other:?}; `cargo xtask test --help` lists them"));
                }
            }
        }
        Ok(options)
    }

    /// Where the cases from outside are, if they are anywhere.
    fn outside(&self) -> Option<PathBuf> {
        let folder = self.shared.clone().unwrap_or_else(|| Path::new(ROOT).join("../shared"));
        folder.join("conformance").is_dir().then_some(folder)
    }
}

/// Runs all steps, also after one has failed, and says how each went.
pub fn run(words: &[&str]) -> ExitCode {
    let options = match Options::parse(words) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut steps = Steps::new(options.required);
    if options.install {
        machine::install(&mut steps);
        scripts::install(&mut steps);
    }
    let browser = if options.only_full {
        tests(&mut steps, &options, Which::Outside)
    } else {
        basic(&mut steps, &options)
    };
    if options.full || options.only_full {
        full(&mut steps, options.install);
        firefox(&mut steps, options.install, browser);
    }
    steps.summary()
}

/// The basic tier: what a first-time contributor runs. The page's tests in a browser are handed back, for another one.
fn basic(steps: &mut Steps, options: &Options) -> Option<Command> {
    steps.command("format", cargo("fmt --all --check"));
    // The page, the largest part of which has a processor to itself for long.
    let wasm = format!("build --quiet --profile web --target {WASM} -p omnisweep-web -p omnisweep-editions");
    let wasm = machine::has_target(WASM).then(|| steps.beside("WebAssembly", cargo(&wasm)));
    steps.command(
        "lints",
        cargo(&format!("clippy --workspace {EXCLUDE_LARGE} --all-targets --quiet -- -D warnings")),
    );
    match wasm {
        Some(wasm) => _ = steps.join(wasm),
        None => steps.skip("WebAssembly", &format!("the target is not installed: rustup target add {WASM}")),
    }
    let browser = tests(steps, options, Which::All);
    steps.command("documentation tests", cargo(&format!("test --workspace {EXCLUDE_LARGE} --doc --quiet")));
    browser
}

/// All tests, or those from outside. Those of the page in a browser are handed back.
fn tests(steps: &mut Steps, options: &Options, which: Which) -> Option<Command> {
    machine::skips(steps);
    let suite = suite::build(steps)?;
    let mut browser = suite.browser();
    for (name, program, words) in [
        ("C header", "xtask/header xtask-header", ["--check"].as_slice()),
        ("web page", "xtask/web xtask-web", &[]),
    ] {
        match suite.program(program) {
            // The page's WebAssembly has to be there, and small.
            Some(_) if name == "web page" && !machine::has_target(WASM) => {}
            Some(mut program) => {
                program.args(words);
                steps.command(name, program);
            }
            None => steps.skip(name, "its program was not built"),
        }
    }
    let scripts = if which == Which::All { scripts::check(steps) } else { None };
    let outside = options.outside();
    let mut variables = Vec::new();
    match &outside {
        Some(folder) => variables.push(("OMNISWEEP_SHARED", folder.as_path())),
        None => steps.skip(
            "cases from outside the project",
            "there is no folder ../shared; `--shared DIR` says where it is. All of the product is tested without it",
        ),
    }
    if options.required {
        variables.push(("OMNISWEEP_CONFORMANCE", Path::new("required")));
    }
    if let Some(browser) = &mut browser {
        browser.envs(variables.iter().copied());
    }
    suite::run(steps, suite, which, &variables);
    if let Some(scripts) = scripts {
        steps.join(scripts);
    }
    browser
}

/// What takes longer, or needs more than a stranger has.
fn full(steps: &mut Steps, install: bool) {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let this = machine::printed("rustc", &["--version"]).unwrap_or_default();
    let name = "the oldest compiler that is promised";
    if this.split(' ').nth(1).is_some_and(|version| version.starts_with(&format!("{oldest}."))) {
        println!("\n=== {name}: this is it ({})", this.trim());
    } else {
        let mut check = Command::new("rustup");
        let toolchains = machine::printed("rustup", &["toolchain", "list"]).unwrap_or_default();
        match toolchains.split_whitespace().find(|toolchain| toolchain.starts_with(oldest)) {
            Some(toolchain) => {
                check.args(["run", toolchain, "cargo", "check", "--workspace", "--all-targets", "--quiet"]);
                check.args(["--target-dir", "target/oldest"]).current_dir(ROOT);
                steps.command(name, check);
            }
            None => steps.skip(name, &format!("it is not here: rustup toolchain install {oldest}")),
        }
    }
    let mut docs =
        cargo("doc --workspace --exclude omnisweep-python --no-deps --document-private-items --quiet");
    docs.env("RUSTDOCFLAGS", "-D warnings");
    steps.command("docs", docs);
    dependencies(steps, install);
    miri(steps);
    if install {
        machine::install_foreign(steps);
    }
    for (name, triple) in machine::FOREIGN {
        match machine::has_target(triple) {
            true => _ = steps.command(name, foreign(triple)),
            false => steps.skip(name, &format!("the target is not installed: rustup target add {triple}")),
        }
    }
    // Those that are never published are left out. The page goes with its package, but is not kept by git.
    let unpublished = "--exclude omnisweep-testing --exclude omnisweep-fuzz --exclude omnisweep-targets --exclude omnisweep-python --exclude omnisweep-server --exclude xtask*";
    let package = format!("package --workspace {unpublished} --no-verify --allow-dirty --quiet");
    steps.command("packages", cargo(&package));
    steps.command("cargo run --release", cargo("run --release --quiet -- --version"));
    server::test(steps, install);
    python::test(steps, install);
}

/// The page in Firefox: the same tests, but for what only Chromium can do, which they name.
fn firefox(steps: &mut Steps, install: bool, browser: Option<Command>) {
    let name = "the page in Firefox";
    if install {
        machine::install_firefox(steps);
    }
    let Some(mut browser) = browser else { return steps.skip(name, "its tests were not built") };
    match machine::firefox() {
        Ok(path) => {
            _ = steps.command(name, {
                browser.arg("--firefox").env("PATH", path);
                browser
            })
        }
        Err(lacks) => steps.skip(name, &lacks),
    }
}

/// Licences, sources and doubles of what we depend on, as `deny.toml` has them; and
/// what is known to be wrong with it, where that list can be had.
fn dependencies(steps: &mut Steps, install: bool) {
    let has_deny = || machine::printed("cargo", &["deny", "--version"]).is_some();
    if install && !has_deny() {
        steps.install(
            "install cargo-deny",
            cargo("install --locked --quiet cargo-deny"),
            "dependencies are not checked",
        );
    }
    if !has_deny() {
        return steps.skip("dependencies", "there is no cargo-deny: cargo install --locked cargo-deny");
    }
    steps.command("dependencies", cargo("deny --log-level error check licenses bans sources"));
    if cargo("deny fetch db").output().is_ok_and(|done| done.status.success()) {
        steps.command("advisories", cargo("deny --log-level error check --disable-fetch advisories"));
    } else {
        println!("\n=== advisories: the list cannot be had here");
    }
}

/// The N-D library's pointers and the engine's words, by an interpreter that knows where each may point, where
/// there is one. The channel is nothing without memory that processes share, which it has not.
fn miri(steps: &mut Steps) {
    if machine::printed("cargo", &["+nightly", "miri", "--version"]).is_none() {
        println!("\n=== Miri: it is not here (rustup +nightly component add miri rust-src)");
        return;
    }
    for (name, tests) in [
        ("Miri: the N-D library", "-p omnisweep-capi --test engine both_play"),
        ("Miri: the engine", "-p omnisweep-engine --lib -- dirty:: flood:: keyed:: rows:: wide::"),
    ] {
        let mut command = Command::new("cargo");
        command.args(["+nightly", "miri", "test", "-q", "--target-dir", "target/miri"]).current_dir(ROOT);
        command.args(tests.split(' ')).env("PROPTEST_CASES", "1");
        command.env("MIRIFLAGS", "-Zmiri-strict-provenance -Zmiri-disable-isolation");
        steps.command(name, command);
    }
}

/// Lints what is shipped for another system, as a commit: a checkout is built with every other step. Nothing is linked, so no C
/// need be compiled for it.
fn foreign(triple: &str) -> Command {
    let shipped = "-p omnisweep -p omnisweep-capi -p omnisweep-channel";
    let mut lints = cargo(&format!("clippy {shipped} --target {triple} --quiet -- -D warnings"));
    let name = triple.replace('-', "_");
    lints
        .env(format!("CC_{name}"), "true")
        .env(format!("AR_{name}"), "true")
        .env("OMNISWEEP_COMMIT", "a commit");
    lints
}
