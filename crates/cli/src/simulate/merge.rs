//! `omnisweep simulate merge`: the shares of a run, added up.

use std::io::{BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use omnisweep_simulate::{MergeError, Shard, merge};

use super::Output;
use crate::failure::Failure;

const EXAMPLES: &str = "\
FILE has a share in every line; - is standard input. All shares of the run have to be there, each
once, finished, and played by the same build of the program. The result is that of a single run; its time is the time of all shares together.

Examples:
  omnisweep simulate merge share-*.json
  cat shares/*.json | omnisweep simulate merge --json --report expert.html -";

/// The longest line, in bytes: the largest board that a player plays on, and more.
const LONGEST: u64 = 1 << 29;

/// The options of `omnisweep simulate merge`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    output: Output,

    /// The files with the shares
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Adds up, or says why not.
pub fn run(options: &Options) -> Result<(), Failure> {
    options.output.check()?;
    let (mut shards, mut places) = (Vec::new(), Vec::new());
    for path in &options.files {
        read(path, &mut shards, &mut places)?;
    }
    let whole = merge(&shards).map_err(|error| {
        Failure::usage(match error {
            MergeError::Other { at, .. } => format!("{} and {}: {error}", places[0], places[at]),
            MergeError::Twice { at: [one, other], .. } => {
                format!("{} and {}: {error}", places[one], places[other])
            }
            MergeError::Unfinished { at, .. } => {
                format!("{}: {error}; --resume goes on with it", places[at])
            }
            _ => error.to_string(),
        })
    })?;
    options.output.tell(&whole, None)
}

/// Reads the shares of a file, and where they stand.
pub fn read(path: &Path, shards: &mut Vec<Shard>, places: &mut Vec<String>) -> Result<(), Failure> {
    let stdin = path.as_os_str() == "-";
    let name = if stdin { "standard input".to_owned() } else { path.display().to_string() };
    let io = |error: std::io::Error| Failure::file(Path::new(&name), error);
    let mut source = crate::input::lines(path).map_err(io)?;
    let before = shards.len();
    for number in 1.. {
        let mut bytes = Vec::new();
        if source.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(io)? == 0 {
            break;
        }
        let wrong = |what: &dyn std::fmt::Display| Failure::usage(format!("{name}: line {number}: {what}"));
        let text = str::from_utf8(&bytes).map_err(|_| wrong(&"this is no text"))?;
        if text.trim().is_empty() {
            continue;
        }
        shards.push(Shard::read(text.trim_end()).map_err(|error| wrong(&error))?);
        places.push(format!("{name}, line {number}"));
    }
    if shards.len() == before {
        return Err(Failure::usage(format!("{name}: there is no share in it")));
    }
    Ok(())
}
