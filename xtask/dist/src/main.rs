//! `cargo xtask dist`: everything that is released, made on a plain Linux machine from what package
//! registries have, and tried for real. A program of its own, for what it depends on.

mod archive;
mod build;
mod clib;
mod crates;
mod image;
mod manifests;
mod package;
mod python;
mod sbom;
mod share;
mod sums;
mod target;
mod tools;
mod trial;
mod twice;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use target::Target;

/// What may go wrong, with a sentence about it.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The version that is released.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where the project is at home, as its Cargo.toml has it.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// What is made: its name on the command line, what it is, how it is made and how it is tried.
struct Part {
    name: &'static str,
    make: fn() -> Result<()>,
    test: fn() -> Result<()>,
}

/// In the order in which they are made: the last need the files of the others.
const PARTS: [Part; 14] = [
    Part { name: "linux-x86_64", make: || archive::make(Target::LinuxX86), test: trial::linux_x86_64 },
    Part { name: "linux-aarch64", make: || archive::make(Target::LinuxArm), test: trial::linux_aarch64 },
    Part { name: "windows-x86_64", make: || archive::make(Target::Windows), test: trial::windows },
    Part {
        name: "macos-aarch64",
        make: || archive::make(Target::MacArm),
        test: || trial::macos(Target::MacArm),
    },
    Part {
        name: "macos-x86_64",
        make: || archive::make(Target::MacX86),
        test: || trial::macos(Target::MacX86),
    },
    Part { name: "server", make: archive::server, test: trial::server },
    Part { name: "deb", make: package::deb, test: trial::deb },
    Part { name: "rpm", make: package::rpm, test: trial::rpm },
    Part { name: "image", make: image::make, test: trial::image },
    Part { name: "c", make: clib::make, test: trial::c },
    Part { name: "python", make: python::make, test: trial::python },
    Part { name: "crates", make: crates::make, test: trial::crates },
    Part { name: "sbom", make: sbom::make, test: trial::sbom },
    Part { name: "manifests", make: manifests::make, test: trial::manifests },
];

/// Something that this machine lacks: what needs it is skipped, and said to be.
#[derive(Debug)]
struct Missing(String);

impl std::fmt::Display for Missing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for Missing {}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| word.starts_with("--"));
    let known = PARTS.map(|part| part.name);
    if let Some(unknown) = options.iter().find(|word| !["--test", "--twice", "--required"].contains(word)) {
        eprintln!("There is no option {unknown:?}; `cargo xtask dist --help` lists them.");
        return ExitCode::from(2);
    }
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        eprintln!("There is no {unknown:?} to make; there are {}.", known.join(", "));
        return ExitCode::from(2);
    }
    let mut report = Report::default();
    let parts = || PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.name));
    for part in parts() {
        report.step(part.name, part.make);
    }
    report.step("checksums", sums::write);
    if options.contains(&"--test") {
        for part in parts() {
            // What was not made cannot be tried, and that was said.
            if report.made(part.name) {
                report.step(&format!("try {}", part.name), part.test);
            }
        }
    }
    if options.contains(&"--twice") {
        report.step("the same bytes twice", || twice::check(&names));
    }
    report.end(options.contains(&"--required"))
}

/// How each step went.
#[derive(Default)]
struct Report(Vec<(String, Result<()>)>);

impl Report {
    fn step(&mut self, name: &str, step: impl FnOnce() -> Result<()>) {
        println!("\n=== {name}");
        let done = step();
        match &done {
            Ok(()) => println!("=== {name}: done"),
            Err(error) if error.is::<Missing>() => println!("=== {name}: SKIPPED, {error}"),
            Err(error) => println!("=== {name}: FAILED, {error}"),
        }
        self.0.push((name.to_owned(), done));
    }

    fn made(&self, name: &str) -> bool {
        self.0.iter().any(|(step, done)| step == name && done.is_ok())
    }

    fn end(self, required: bool) -> ExitCode {
        println!();
        let mut good = true;
        for (name, done) in &self.0 {
            match done {
                Ok(()) => println!("done     {name}"),
                Err(error) if error.is::<Missing>() => {
                    good &= !required;
                    println!("SKIPPED  {name}: {error}");
                }
                Err(error) => {
                    good = false;
                    println!("FAILED   {name}: {error}");
                }
            }
        }
        println!("\nWhat was made lies in {}.", artifacts().display());
        if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The project's folder.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Where what is released is put.
fn artifacts() -> PathBuf {
    root().join("target/artifacts")
}

/// Where a part is put together.
fn stage(name: &str) -> PathBuf {
    root().join("target/dist-stage").join(name)
}

/// An empty folder there.
fn empty_stage(name: &str) -> Result<PathBuf> {
    let folder = stage(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs a command, its output shown; it has to succeed.
fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", shown(command)).into()) }
}

/// A command as somebody would type it, without all that is set for it.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// What a command prints; it has to succeed.
fn printed(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{} failed:\n{}", shown(command), String::from_utf8_lossy(&said)).into())
}

/// The commit that is built, and when it was made, in seconds.
fn commit() -> Result<(String, u64)> {
    // The one that there was at the beginning: what comes meanwhile is not in what was built.
    static COMMIT: OnceLock<(String, u64)> = OnceLock::new();
    if let Some(commit) = COMMIT.get() {
        return Ok(commit.clone());
    }
    let text = printed(Command::new("git").args(["log", "-1", "--format=%H %ct"]).current_dir(root()))?;
    let (hash, time) = text.trim().split_once(' ').ok_or("git does not say what is built")?;
    let commit = (hash.to_owned(), time.parse()?);
    Ok(COMMIT.get_or_init(|| commit).clone())
}
