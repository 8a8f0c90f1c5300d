//! Records that could not be put into the database when their game ended: each waits in
//! a file of its own beside it, and whoever opens the database next takes it in.

use std::path::{Path, PathBuf};
use std::{fs, io};

use omnisweep_session::Record;

use crate::open::StoreError;
use crate::store::{LONGEST_LINE, Store};

impl Store {
    /// Leaves a record where whoever opens this database next takes it in: in which file.
    ///
    /// # Errors
    /// Why it could not be written there, either.
    pub fn leave(path: &Path, record: &Record) -> Result<PathBuf, StoreError> {
        let file = place(path, &record.id());
        match write(&file, record) {
            Ok(()) => Ok(file),
            Err(error) => Err(StoreError::File { path: file, error }),
        }
    }
}

fn folder(beside: &Path) -> PathBuf {
    beside.with_file_name("waiting")
}

/// Where the record with this id waits, beside a database or a game.
pub fn place(beside: &Path, id: &str) -> PathBuf {
    folder(beside).join(format!("{id}.json"))
}

/// Writes a record into such a file.
pub fn write(file: &Path, record: &Record) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    omnisweep_files::write_atomically(file, |out| out.write_all(record.write().as_bytes()))
}

/// Moves a file that is a record to where it waits; whether it was one.
pub fn move_record(file: &Path) -> bool {
    let Some(record) = read(file) else { return false };
    let waits = place(file, &record.id());
    waits.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::rename(file, waits)).is_ok()
}

/// Takes in what waits. What cannot be taken in stays where it is.
pub fn take_in(store: &Store, path: &Path) {
    for file in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        let path = file.path();
        let whole = path.extension().is_some_and(|end| end == "json");
        if let Some(record) = whole.then(|| read(&path)).flatten()
            && store.insert(&record).is_ok()
        {
            // Where it cannot be deleted, it is known the next time.
            _ = fs::remove_file(&path);
        }
    }
}

fn read(path: &Path) -> Option<Record> {
    let file = fs::metadata(path).ok().filter(|file| file.is_file() && file.len() <= LONGEST_LINE);
    Record::read(&file.and_then(|_| fs::read_to_string(path).ok())?).ok()
}
