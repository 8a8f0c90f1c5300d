//! The editions, between the program's words, its input and its output.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use omnisweep_editions::{cs121, esp, styles};

use crate::console::{Clock, Console};

/// An edition, told the words that follow its name.
pub type Edition = fn(&[OsString]) -> ExitCode;

/// The edition of that name.
pub fn by_name(name: &str) -> Option<Edition> {
    match name {
        "esp" => Some(esp),
        "styles" => Some(styles),
        _ => None,
    }
}

/// `omnisweep styles`.
pub fn styles(words: &[OsString]) -> ExitCode {
    ended(output().and_then(|mut out| styles::run(words, &mut io::stdin().lock(), &mut out)))
}

/// `omnisweep esp`.
pub fn esp(words: &[OsString]) -> ExitCode {
    let code = output().and_then(|mut out| esp::run(words, &mut io::stdin().lock(), &mut out));
    // Its document says what is printed, and nothing about a person who only wants to know how to go on.
    if matches!(code, Ok(1..)) && io::stderr().is_terminal() {
        _ = writeln!(io::stderr(), "`omnisweep help esp` says what it takes.");
    }
    ended(code)
}

/// The options of `omnisweep cs121`.
#[derive(clap::Args)]
pub struct Cs121 {
    /// Where savedgame.dat and scores.dat lie [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// The seed of every game [default: the time of day]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write the uncovered grid to this file after the first move and after a load
    #[arg(long, value_name = "FILE")]
    grid: Option<PathBuf>,

    /// A file that says what time it is, in seconds, for tests
    #[arg(long, value_name = "FILE", hide = true)]
    clock: Option<PathBuf>,
}

/// `omnisweep cs121`.
pub fn cs121(options: Cs121) -> ExitCode {
    let folder = match options.dir.map_or_else(|| data_folder("cs121"), Ok) {
        Ok(folder) => folder,
        Err(error) => return ended(Err(error)),
    };
    if let Err(error) = stay() {
        return ended(Err(error));
    }
    let clock = options.clock.map_or_else(|| Clock::System(Instant::now()), Clock::File);
    // As `srand` takes it: the low 32 bits.
    let seed = options.seed.map(|seed| seed as u32);
    let options = cs121::Options { folder, seed, grid: options.grid };
    ended(cs121::run(&options, &mut Console::new(clock)).map(|()| 0))
}

/// The user's folder for the files of a part of the program; it is made if it
/// is not there.
fn data_folder(name: &str) -> io::Result<PathBuf> {
    let folder = crate::folder::data()?.join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Keys that end other programs do not end this one.
fn stay() -> io::Result<()> {
    #[cfg(unix)]
    use signal_hook::consts::{SIGINT, SIGQUIT, SIGTSTP};
    #[cfg(unix)]
    let keys = [SIGINT, SIGQUIT, SIGTSTP];
    #[cfg(not(unix))]
    let keys = [signal_hook::consts::SIGINT];
    let noticed = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    for signal in keys {
        signal_hook::flag::register(signal, noticed.clone())?;
    }
    Ok(())
}

/// How a game ended: with a code of its own, or because nobody reads or writes
/// any more, which is quiet.
fn ended(code: io::Result<u8>) -> ExitCode {
    match code {
        Ok(code) => code.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            crate::complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Standard output as it is: an edition decides itself what makes a block.
#[cfg(unix)]
fn output() -> io::Result<impl Write> {
    use std::os::fd::AsFd as _;
    Ok(std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn output() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}
