//! Where a game that is not finished waits for the next time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use omnisweep_session::{Practice, Record, Session, save};
use thiserror::Error;

use crate::waiting;

/// More than any game has that was played by hand, but not more than memory.
const LARGEST_FILE: u64 = 1 << 30;

/// How many instances can have a game of their own at once.
const MOST: u32 = 64;

/// A file that was not read or not written.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct SlotError {
    /// Which one.
    pub path: PathBuf,
    /// What is wrong.
    pub error: String,
}

impl SlotError {
    pub(crate) fn new(path: &Path, error: impl ToString) -> SlotError {
        SlotError { path: path.to_owned(), error: error.to_string() }
    }
}

/// Reads a saved game.
pub fn load(path: &Path) -> Result<Session, SlotError> {
    let mut session = save::read(&read(path)?).map_err(|error| SlotError::new(path, error))?;
    // The first version did not say so: without a seed, the board was given.
    if session.setup().seed.is_none() {
        session.practise(Practice::Board);
    }
    Ok(session)
}

/// The text of a saved game. What is no regular file may have no end, so it is not even opened.
pub(crate) fn read(path: &Path) -> Result<String, SlotError> {
    let fail = |error: io::Error| SlotError::new(path, error);
    let file = fs::metadata(path).map_err(fail)?;
    if !file.is_file() {
        return Err(SlotError::new(path, "this is no file"));
    }
    if file.len() > LARGEST_FILE {
        return Err(SlotError::new(path, "this is too large for a saved game"));
    }
    let mut text = String::new();
    File::open(path).map_err(fail)?.take(LARGEST_FILE).read_to_string(&mut text).map_err(fail)?;
    Ok(text)
}

/// The place of one instance's game. Others that run at the same time have
/// places of their own.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    /// Whether the game in it is this instance's.
    ours: bool,
    /// Held as long as the place is taken; the system gives it back, whatever happens.
    _lock: Option<File>,
}

impl Slot {
    /// Takes a place in a folder, which is made where it is not there: the first
    /// where a game waits and nobody plays, or the first that is free.
    pub fn take(folder: &Path) -> Result<Slot, SlotError> {
        fs::create_dir_all(folder).map_err(|error| SlotError::new(folder, error))?;
        [folder, &folder.join("saves")].into_iter().for_each(omnisweep_files::sweep);
        let mut free = None;
        for number in 1..=MOST {
            let name = if number == 1 { "game.txt".to_owned() } else { format!("game-{number}.txt") };
            let path = folder.join(name);
            let mut waits = path.exists();
            // Places are taken in order, so an empty one that is not the first
            // free is of no use.
            if !waits && free.is_some() {
                continue;
            }
            let Some(lock) = try_lock(&path.with_extension("lock"))? else { continue };
            // Whoever was killed at the end of a game may have left its record there.
            waits = waits && !waiting::move_record(&path);
            let slot = Slot { path, ours: false, _lock: lock };
            if waits {
                return Ok(slot);
            }
            free = Some(slot);
        }
        free.ok_or_else(|| SlotError::new(folder, "too many games are being played at once"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a game waits there.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.path.exists()
    }

    /// The game that waits, which is this instance's from now on.
    pub fn resume(&mut self) -> Result<Session, SlotError> {
        let session = load(&self.path)?;
        self.ours = true;
        Ok(session)
    }

    /// The game that waits there is this instance's from now on.
    pub fn claim(&mut self) {
        self.ours = true;
    }

    /// Whether the game in it is this instance's.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        self.ours
    }

    /// Puts a game there. One of an earlier run that still waits is not lost:
    /// where it is now is the answer.
    pub fn keep(&mut self, text: &str) -> Result<Option<PathBuf>, SlotError> {
        let moved = if self.ours { None } else { self.make_room()? };
        omnisweep_files::write_atomically(&self.path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| SlotError::new(&self.path, error))?;
        self.ours = true;
        Ok(moved)
    }

    /// Moves a game that waits to where it is found again: where it is now.
    pub(crate) fn make_room(&mut self) -> Result<Option<PathBuf>, SlotError> {
        if !self.path.exists() {
            return Ok(None);
        }
        let aside = self.path.with_file_name("aside");
        fs::create_dir_all(&aside).map_err(|error| SlotError::new(&aside, error))?;
        let mut places = (1_u64..).map(|number| aside.join(format!("older game {number}.txt")));
        let Some(older) = places.find(|older| !older.exists()) else { return Ok(None) };
        self.give(&older)?;
        Ok(Some(older))
    }

    /// Moves the game in it to another file.
    pub(crate) fn give(&mut self, to: &Path) -> Result<(), SlotError> {
        fs::rename(&self.path, to).map_err(|error| SlotError::new(&self.path, error))?;
        self.ours = false;
        Ok(())
    }

    /// Moves a game from another file into it.
    pub(crate) fn receive(&mut self, from: &Path) -> Result<(), SlotError> {
        if self.path.exists() {
            return Err(SlotError::new(&self.path, "another game is there"));
        }
        fs::rename(from, &self.path).map_err(|error| SlotError::new(from, error))?;
        self.ours = true;
        Ok(())
    }

    /// The game is over: its record takes its place, and then waits to be put into the statistics. However
    /// this ends, either the game or its record is there.
    ///
    /// # Errors
    /// Why the record is not there; the game is not, either.
    pub fn finish(&mut self, record: &Record) -> Result<(), SlotError> {
        let waits = waiting::place(&self.path, &record.id());
        if !self.ours {
            return waiting::write(&waits, record).map_err(|error| SlotError::new(&waits, error));
        }
        let moved =
            omnisweep_files::write_atomically(&self.path, |out| out.write_all(record.write().as_bytes()))
                .and_then(|()| waits.parent().map_or(Ok(()), fs::create_dir_all))
                .and_then(|()| fs::rename(&self.path, &waits));
        match moved {
            Ok(()) => {
                self.ours = false;
                Ok(())
            }
            Err(error) => self.clear().and(Err(SlotError::new(&waits, error))),
        }
    }

    /// Takes this instance's game away: it is over.
    pub fn clear(&mut self) -> Result<(), SlotError> {
        if !self.ours {
            return Ok(());
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(SlotError::new(&self.path, error)),
            _ => {
                self.ours = false;
                Ok(())
            }
        }
    }
}

/// A lock that nobody else has, a stand-in where the file system has none, or
/// nothing where somebody has it.
fn try_lock(path: &Path) -> Result<Option<Option<File>>, SlotError> {
    let open = OpenOptions::new().create(true).append(true).open(path);
    let file = open.map_err(|error| SlotError::new(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Some(file))),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(None)),
        Err(fs::TryLockError::Error(error)) => Err(SlotError::new(path, error)),
    }
}
