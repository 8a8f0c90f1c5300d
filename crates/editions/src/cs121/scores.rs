//! `scores.dat`: `ABMS`, the number of entries, and for each the length of the
//! player's name, the name, and the score.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use super::saved::MAGIC;

const NAME: &str = "scores.dat";
/// Held while scores are read, added to and written: two games at once lose none.
const LOCK: &str = ".scores.lock";
/// The largest file that is read: a hundred thousand players and more.
const LARGEST: u64 = 16 << 20;
/// The longest name that a file may have.
const LONGEST: usize = 127;

/// A player and the score of all games won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, as bytes.
    pub name: Vec<u8>,
    /// The score.
    pub score: i64,
}

/// Adds the score of a game to a player's, whose name may be spelt in any case.
pub fn add(folder: &Path, name: &[u8], score: i64) -> io::Result<()> {
    // It has nothing in it, but may be a link to something that has.
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(LOCK))?;
    lock.lock()?;
    let mut entries = load(folder)?.unwrap_or_default();
    match entries.iter_mut().find(|entry| entry.name.eq_ignore_ascii_case(name)) {
        Some(entry) => entry.score = entry.score.saturating_add(score),
        None => entries.push(Entry { name: name.to_vec(), score }),
    }
    let bytes = write(&entries);
    omnisweep_files::write_atomically(&folder.join(NAME), |out| out.write_all(&bytes))
}

/// Reads the scores, if there is a file; a damaged one is an error.
pub fn load(folder: &Path) -> io::Result<Option<Vec<Entry>>> {
    match omnisweep_files::read(&folder.join(NAME), LARGEST) {
        Ok(bytes) => read(&bytes).map(Some).ok_or_else(|| io::ErrorKind::InvalidData.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        // No file, or too much of it.
        Err(error) if error.kind() == io::ErrorKind::Other => Err(io::ErrorKind::InvalidData.into()),
        Err(error) => Err(error),
    }
}

/// Reads the bytes of a file, all of which have to make sense.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut take = |length: usize| {
        let (taken, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(taken)
    };
    let count = i32::from_le_bytes(take(4)?.try_into().ok()?);
    let mut entries = Vec::new();
    for _ in 0..u32::try_from(count).ok()? {
        let length = usize::try_from(i32::from_le_bytes(take(4)?.try_into().ok()?)).ok()?;
        if length > LONGEST {
            return None;
        }
        let name = take(length)?.to_vec();
        let score = i64::from_le_bytes(take(8)?.try_into().ok()?);
        entries.push(Entry { name, score });
    }
    rest.is_empty().then_some(entries)
}

/// The bytes of the file.
#[must_use]
pub fn write(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX).to_le_bytes();
    bytes.extend(number(entries.len()));
    for entry in entries {
        bytes.extend(number(entry.name.len()));
        bytes.extend(&entry.name);
        bytes.extend(entry.score.to_le_bytes());
    }
    bytes
}
