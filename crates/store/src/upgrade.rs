//! The database of an earlier version, kept beside today's until that is known to be sound.
//!
//! The tables become today's in the file itself, since programs of the earlier version may have it
//! open. That is one transaction, so this is for what a transaction is no help against.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::open::{StoreError, beside};
use crate::tables;

/// Puts a copy of the database, which has this version, beside it: whole, or not at all.
pub fn keep(connection: &Connection, path: &Path, version: i64) -> Result<(), StoreError> {
    let copy = copy_of(path, version);
    let fail = |error| StoreError::File { path: copy.clone(), error };
    let new = beside(&copy, ".new");
    remove(&new).map_err(fail)?;
    let mut to = Connection::open(&new)?;
    let all = -1;
    match Backup::new(connection, &mut to)?.step(all)? {
        StepResult::Done => {}
        _ => return Err(rusqlite::Error::SqliteFailure(busy(), None).into()),
    }
    to.close().map_err(|(_, error)| error)?;
    // Who may not read the one may not read the other.
    let allowed = fs::metadata(path).map_err(fail)?.permissions();
    fs::set_permissions(&new, allowed).map_err(fail)?;
    fs::rename(&new, &copy).map_err(fail)
}

/// The copies that are there, of whichever version.
pub fn copies(path: &Path) -> impl Iterator<Item = PathBuf> {
    (1..tables::VERSION).map(|version| copy_of(path, version)).filter(|copy| copy.exists())
}

fn copy_of(path: &Path, version: i64) -> PathBuf {
    beside(path, &format!(".version-{version}"))
}

fn busy() -> rusqlite::ffi::Error {
    rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY)
}

/// Removes a file that may be there.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
