//! `cargo xtask bench shipped`: the program as it is shipped for Linux beside the default build, by the
//! time that each takes of the processor.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::{ROOT, cargo, program};

/// What is done: a name, the words, and the file that it reads, which the one before has written.
const WORK: [(&str, &str, Option<&str>); 7] = [
    ("simulate", "simulate --level expert --games 400 --seed 1 --threads 1", None),
    ("simulate fast", "simulate --level expert --player fast --games 20000 --seed 1 --threads 1", None),
    ("generate", "generate --level expert --count 100000 --seed 1", None),
    ("no-guess", "generate --level expert --no-guess --count 4000 --seed 1 --threads 1", None),
    ("verify", "verify --start 8,15 --json -", Some("no-guess")),
    ("esp", "esp --size 16000 16000 --mines 32000000 --seed 7", Some("commands")),
    ("start", "--version", None),
];

/// How often each is measured; the least counts, since whatever else runs only adds to it.
const TIMES: usize = 5;

/// Builds both, and prints how many times as long the shipped one takes.
pub fn run() -> ExitCode {
    let built = cargo("build --release --quiet -p omnisweep").status();
    if !built.is_ok_and(|status| status.success())
        || program("xtask-dist", &["linux-x86_64"]) != ExitCode::SUCCESS
    {
        return ExitCode::FAILURE;
    }
    let target = Path::new(ROOT).join("target");
    let programs =
        [target.join("release/omnisweep"), target.join("dist-stage/x86_64-unknown-linux-musl/omnisweep")];
    match measured(&programs.each_ref().map(|path| path.as_path()), &target.join("bench-shipped")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measured(programs: &[&Path; 2], folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("commands"), "start 0 0\nopen 4000 4000\nquit\n")?;
    println!("{:<16}{:>10}{:>10}{:>10}", "seconds", "default", "shipped", "ratio");
    for (name, words, reads) in WORK {
        let mut least = [f64::INFINITY; 2];
        for _ in 0..TIMES {
            for (program, least) in programs.iter().zip(&mut least) {
                let input = match reads {
                    Some(file) => File::open(folder.join(file))?.into(),
                    None => Stdio::null(),
                };
                *least = least.min(seconds(program, words, input, File::create(folder.join(name))?)?);
            }
        }
        println!("{name:<16}{:>10.3}{:>10.3}{:>10.3}", least[0], least[1], least[1] / least[0]);
    }
    Ok(())
}

/// What a run takes of the processor, which a shell knows.
fn seconds(
    program: &Path,
    words: &str,
    input: Stdio,
    output: File,
) -> Result<f64, Box<dyn std::error::Error>> {
    let mut shell = Command::new("bash");
    shell
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\" 2> /dev/null", "bash"])
        .arg(program)
        .args(words.split(' '));
    let ended = shell.stdin(input).stdout(output).stderr(Stdio::piped()).spawn()?.wait_with_output()?;
    if !ended.status.success() {
        return Err(format!("{} {words} failed", program.display()).into());
    }
    let text = String::from_utf8(ended.stderr)?;
    Ok(text.split_whitespace().map(str::parse::<f64>).sum::<Result<f64, _>>()?)
}
