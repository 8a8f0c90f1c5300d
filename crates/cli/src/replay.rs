//! `omnisweep replay`: what a recorded game was worth, and the game as one of ours.

use std::fs::File;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use omnisweep_replay::{Report, play, read};
use omnisweep_session::{Session, save};

use crate::failure::Failure;

const EXAMPLES: &str = "\
FILE is a recording of Minesweeper Arbiter (AVF), Minesweeper Clone 0.97 (MVF), Viennasweeper (RMV)
or Metasweeper (EVF), or a game that omnisweep saved.

Examples:
  omnisweep replay game.avf                  who played, how fast, how well
  omnisweep replay --json game.rmv
  omnisweep replay game.evf --to game.txt    the same game for omnisweep";

/// The largest recording, in bytes: a hundred times the longest that were seen.
const LARGEST: u64 = 1 << 26;

/// The options of `omnisweep replay`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Print the figures as an object in a line
    #[arg(long)]
    json: bool,

    /// Write the game to this file, as one that omnisweep saved
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    /// The recording, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes nothing unless the recording is sound.
pub fn run(options: &Options) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::file(&options.file, error);
    let bytes = contents(&options.file).map_err(|error| wrong(&error))?;
    let (session, report) = if bytes.starts_with(b"omnisweep ") {
        let text = String::from_utf8_lossy(&bytes);
        let session = save::read(&text).map_err(|error| wrong(&error))?;
        let report = Report::of_session(&session);
        (
            session,
            report
                .ok_or_else(|| wrong(&"there are figures for flat boards on which something was opened"))?,
        )
    } else {
        let recording = read(&bytes).map_err(|error| wrong(&error))?;
        let played = play(&recording).map_err(|error| wrong(&error))?;
        let report = Report::new(&recording, &played);
        (played.session, report)
    };
    if let Some(path) = &options.to {
        write(path, &session)?;
    }
    let out = if options.json { report.json() + "\n" } else { report.to_string() };
    Ok(std::io::stdout().lock().write_all(out.as_bytes())?)
}

fn contents(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut source: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(std::io::stdin()) } else { Box::new(File::open(path)?) };
    source.by_ref().take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(std::io::Error::other("too large for a recording"));
    }
    Ok(bytes)
}

fn write(path: &Path, session: &Session) -> Result<(), Failure> {
    let text = save::write(session, 0);
    omnisweep_files::replace(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Failure::file(path, error))
}
