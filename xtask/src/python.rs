//! The package for Python: its tests, and its benchmarks beside other packages.
//!
//! What comes from Python's package index lives in folders below `target/python`,
//! one for the tests and one for each package that ours is measured beside, since
//! they do not go together.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::machine;
use crate::steps::Steps;
use crate::{ROOT, cargo};

/// What the tests need.
const TOOLS: [&str; 7] =
    ["maturin>=1.9,<2", "numpy", "gymnasium>=1.1", "pytest", "hypothesis", "mypy", "pyright"];

/// The packages that ours is measured beside, in this order.
const PEERS: [&str; 2] = ["jumanji==1.1.2", "gym-minesweeper==0.0.1"];

/// Lints, builds and tests the package; what it needs is installed if that is wanted.
pub fn test(steps: &mut Steps, install: bool) {
    let package = "-p omnisweep-python";
    steps.command("Python: lints", cargo(&format!("clippy {package} --all-targets --quiet -- -D warnings")));
    let mut docs = cargo(&format!("doc {package} --no-deps --document-private-items --quiet"));
    docs.env("RUSTDOCFLAGS", "-D warnings");
    steps.command("Python: docs", docs);
    steps.command("Python: boards", cargo(&format!("test {package} --quiet")));
    let name = "the package for Python";
    let python = match ready("test", &TOOLS, install) {
        Ok(python) => python,
        Err(why) => return steps.skip(name, &why),
    };
    steps.command("Python: build and install", built(&python));
    let in_package = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.args(words).current_dir(Path::new(ROOT).join("crates/python"));
        command
    };
    // Not from the sources beside the tests: from what was installed.
    steps.command("Python: tests", in_package(&["-m", "pytest", "-q", "-p", "no:cacheprovider"]));
    steps.command("Python: mypy", in_package(&["-m", "mypy", "--no-incremental", "python/omnisweep"]));
    steps.command("Python: stubs", in_package(&["-m", "mypy.stubtest", "omnisweep._native"]));
    let here = python.display().to_string();
    steps.command(
        "Python: pyright",
        in_package(&["-m", "pyright", "--pythonpath", &here, "python/omnisweep"]),
    );
}

/// Measures the environments beside others, as far as those can be had; they are
/// installed first if that is wanted.
pub fn bench(install: bool) -> ExitCode {
    let python = match ready("test", &TOOLS, install) {
        Ok(python) => python,
        Err(why) => {
            println!("SKIPPED: the benchmark of the package for Python: {why}");
            return ExitCode::SUCCESS;
        }
    };
    if !built(&python).status().is_ok_and(|status| status.success()) {
        eprintln!("The package for Python was not built.");
        return ExitCode::FAILURE;
    }
    let peers = PEERS.map(|peer| {
        let folder = peer.split("==").next().unwrap_or(peer);
        ready(folder, &[peer], install).map_or_else(
            |why| {
                println!("SKIPPED: {folder}: {why}");
                "-".into()
            },
            PathBuf::into_os_string,
        )
    });
    let mut compare = Command::new(&python);
    compare.arg(Path::new(ROOT).join("crates/python/benches/compare.py")).args(peers);
    if compare.status().is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Has the package built from the checkout and installed, as a stranger would.
fn built(python: &Path) -> Command {
    let mut pip = Command::new(python);
    // What builds it is in the same folder already, so that this needs no network.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = python.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(all) {
        pip.env("PATH", path);
    }
    pip.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", "--no-build-isolation"]);
    pip.arg("./crates/python").env("PIP_DISABLE_PIP_VERSION_CHECK", "1").current_dir(ROOT);
    pip
}

/// The Python of a folder in which some packages are installed, or why there is none.
fn ready(folder: &str, packages: &[&str], install: bool) -> Result<PathBuf, String> {
    let folder = std::path::absolute(Path::new(ROOT).join("target/python").join(folder))
        .map_err(|error| error.to_string())?;
    let (python, mark) = (folder.join("bin/python"), folder.join("installed"));
    // The mark is written last, and says what for.
    if std::fs::read_to_string(&mark).is_ok_and(|mark| mark == packages.join(" ")) {
        return Ok(python);
    }
    let new_enough = "import sys; print(sys.version_info >= (3, 10))";
    if machine::printed("python3", &["-c", new_enough]).is_none_or(|said| said.trim() != "True") {
        return Err("there is no python3 of 3.10 or later".to_owned());
    }
    if !install {
        return Err(
            "what it needs is not installed: `cargo xtask test --full --install` does that".to_owned()
        );
    }
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    if !done(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        return Err("python3 makes no virtual environment (Debian: apt-get install python3-venv)".to_owned());
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    if !done(&mut pip) {
        return Err(format!("{} cannot be had from Python's package index", packages.join(" ")));
    }
    std::fs::write(&mark, packages.join(" ")).map_err(|error| error.to_string())?;
    Ok(python)
}
