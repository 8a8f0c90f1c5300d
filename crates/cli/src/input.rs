//! Files that a command reads whole.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use omnisweep_engine::{Shape, ShapeError};

use crate::failure::Failure;

/// The most bytes that are read: the text of a board of 10^8 cells, or of many small ones.
const MOST: u64 = 1 << 28;

/// The bytes of a regular file, or of the standard input where the path is `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_most(path, MOST)
}

/// The same, of at most so many bytes.
pub fn read_most(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        return omnisweep_files::read_all(io::stdin().lock(), most).map_err(Failure::from);
    }
    omnisweep_files::read(path, most).map_err(|error| Failure::file(path, error))
}

/// A regular file, or the standard input where the path is `-`, line by line.
pub fn lines(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(omnisweep_files::open(path)?)),
    })
}

/// A size of `--size`, which takes all words that follow: so the file comes before it.
pub fn size_after_file(word: &str) -> Result<Shape, String> {
    word.parse().map_err(|error| match error {
        ShapeError::NotNumbers => format!("{error}; a file comes before --size"),
        _ => error.to_string(),
    })
}

/// Whether there is memory for what follows: better said now than by an end without a word.
pub fn room(count: u64, each: u64) -> Result<(), Failure> {
    let bytes = usize::try_from(count.saturating_mul(each)).unwrap_or(usize::MAX);
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .map_err(|_| Failure::GaveUp(format!("there is not enough memory: {} MB are needed", bytes >> 20)))
}
