//! Opening the database: made where there is none, brought up to date where it
//! is old, set aside where it is damaged.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{M, MigrationDefinitionError, Migrations};
use thiserror::Error;

use crate::store::Store;

/// How long an instance waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the tables look like, step by step; a step that was released is never changed.
const MIGRATIONS: [&str; 2] = ["
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        finished INTEGER NOT NULL,
        won INTEGER NOT NULL,
        counts INTEGER NOT NULL,
        size TEXT NOT NULL,
        mines INTEGER NOT NULL,
        rules TEXT NOT NULL,
        kind TEXT NOT NULL,
        time INTEGER NOT NULL,
        bbbv INTEGER NOT NULL,
        clicks INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX game_by_category ON game (size, mines, rules, kind, finished, id);
    CREATE INDEX game_by_time ON game (size, mines, rules, kind, time) WHERE won AND counts;
", "
    CREATE TABLE attempt (day INTEGER NOT NULL, level TEXT NOT NULL, PRIMARY KEY (day, level)) STRICT, WITHOUT ROWID;
"];

/// What went wrong with the database.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder or the file itself.
    #[error("the statistics in {} cannot be used: {error}", path.display())]
    File {
        /// Which file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It was made by a program that knows more.
    #[error("the statistics were made by a newer version of Omnisweep")]
    Newer,
    /// The database itself.
    #[error("the statistics cannot be read or written: {0}")]
    Database(#[from] rusqlite::Error),
    /// A record in it that is none.
    #[error("a game in the statistics is damaged: {0}")]
    Record(#[from] omnisweep_session::record::RecordError),
    /// The file that is written to or read from.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl StoreError {
    /// Whether it is the content of the file that is broken.
    fn is_damage(&self) -> bool {
        let StoreError::Database(rusqlite::Error::SqliteFailure(error, _)) = self else { return false };
        matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    }
}

/// A database that was opened, and what had to be done for it.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub store: Store,
    /// Where a damaged one was put out of the way.
    pub set_aside: Option<PathBuf>,
}

impl Store {
    /// Opens the database in this file, or makes it, and its folder.
    ///
    /// A damaged one is renamed and a new one is made. Instances that do this
    /// at the same time wait for each other.
    pub fn open(path: &Path) -> Result<Opened, StoreError> {
        let fail = |error| StoreError::File { path: path.to_owned(), error };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        // Held while the tables are made or moved, so that nobody moves what another has just made.
        let _turn = turn(path).map_err(fail)?;
        match connect(path) {
            Err(error) if error.is_damage() => {
                let aside = set_aside(path).map_err(fail)?;
                Ok(Opened { store: connect(path)?, set_aside: Some(aside) })
            }
            opened => Ok(Opened { store: opened?, set_aside: None }),
        }
    }

    /// A database that is forgotten with the value.
    pub fn in_memory() -> Result<Store, StoreError> {
        prepare(Connection::open_in_memory()?)
    }
}

fn connect(path: &Path) -> Result<Store, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    // Readers do not wait for writers. Where the file system cannot do that, it stays as it was.
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        return Err(rusqlite::Error::SqliteFailure(corrupt, Some(verdict)).into());
    }
    prepare(connection)
}

/// The version of the databases that are written, and of the SQLite that writes them.
#[must_use]
pub fn versions() -> (usize, &'static str) {
    (MIGRATIONS.len(), rusqlite::version())
}

fn prepare(mut connection: Connection) -> Result<Store, StoreError> {
    let migrations = Migrations::new(MIGRATIONS.map(M::up).to_vec());
    migrations.to_latest(&mut connection).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => StoreError::Database(err),
        rusqlite_migration::Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            StoreError::Newer
        }
        other => StoreError::Io(io::Error::other(other)),
    })?;
    Ok(Store { connection })
}

/// A lock beside the database: the one that holds it has its turn.
fn turn(path: &Path) -> io::Result<File> {
    let lock = OpenOptions::new().create(true).append(true).open(beside(path, ".lock"))?;
    // Where the file system has no locks, the database's own have to do.
    match lock.lock() {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(lock),
    }
}

/// Renames a database and the files that belong to it, and says where it is now.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = (1_u64..)
        .map(|number| beside(path, &format!(".damaged-{number}")))
        .find(|aside| !aside.exists())
        .ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    for part in ["-wal", "-shm"] {
        match fs::rename(beside(path, part), beside(&aside, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(aside)
}

fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_the_tables_are_sound() {
        Migrations::new(MIGRATIONS.map(M::up).to_vec()).validate().unwrap();
    }
}
