//! The editions, between the program's words, its input and its output.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use omnisweep_editions::{esp, styles};

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
    ended(output().and_then(|mut out| esp::run(words, &mut io::stdin().lock(), &mut out)))
}

/// How a game ended: with a code of its own, or because nobody reads or writes
/// any more, which is quiet.
fn ended(code: io::Result<u8>) -> ExitCode {
    match code {
        Ok(code) => code.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("omnisweep: {error}");
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
