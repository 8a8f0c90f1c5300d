//! Files that a command reads whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;

/// The most bytes that are read: the text of a board of 10^8 cells, or of many small ones.
const MOST: u64 = 1 << 28;

/// The bytes of a regular file, or of the standard input where the path is `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        return all(io::stdin().lock()).map_err(Failure::from);
    }
    let fail = |error| Failure::file(path, error);
    // What is no regular file may have no end, or may never answer; so it is not even opened.
    if !std::fs::metadata(path).map_err(fail)?.is_file() {
        return Err(fail(io::Error::other("this is no file")));
    }
    all(File::open(path).map_err(fail)?).map_err(fail)
}

fn all(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other(format!("this is too much to read: {MOST} bytes at most")));
    }
    Ok(bytes)
}
