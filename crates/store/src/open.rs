//! Opening the database: made where there is none, brought up to date where it
//! is old, mended where it is damaged, only read where it cannot be written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::MigrationDefinitionError;
use thiserror::Error;

use crate::store::Store;
use crate::{salvage, tables, upgrade, waiting};

/// How long an instance waits for another one that writes. What could not be written then waits
/// by itself: see [`Store::leave`].
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// What every database begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// After how many milliseconds the database is looked through for damage again.
const CHECKED_EVERY: u64 = 14 * 24 * 3_600_000;

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
    /// Whether it is the content of the file that is broken: see [`Store::mend`].
    #[must_use]
    pub fn is_damage(&self) -> bool {
        let StoreError::Database(rusqlite::Error::SqliteFailure(error, _)) = self else { return false };
        matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    }
}

/// A database that was opened, and what had to be done for it.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub store: Store,
    /// What became of a damaged one.
    pub damaged: Option<Damaged>,
}

/// What became of a damaged database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where it is now, as it was.
    pub aside: PathBuf,
    /// How many games could be read from it. They are in the new one.
    pub salvaged: u64,
}

impl Store {
    /// Opens the database in this file, or makes it, and its folder; and takes in
    /// records that wait beside it.
    ///
    /// One that is seen to be damaged is renamed, and a new one is made with what can be read of
    /// it. Instances that do this at the same time wait for each other.
    ///
    /// # Errors
    /// Why there is no database to be had.
    pub fn open(path: &Path) -> Result<Opened, StoreError> {
        let opened = Store::opened(path, connect)?;
        waiting::take_in(&opened.store, path);
        Ok(opened)
    }

    /// Opens a database that was seen to be damaged when it was used. It is looked
    /// through, since another instance may have mended it already.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn mend(path: &Path) -> Result<Opened, StoreError> {
        Store::opened(path, |path| {
            let store = connect(path)?;
            look_through(&store.connection)?;
            Ok(store)
        })
    }

    fn opened(
        path: &Path,
        connect: impl FnOnce(&Path) -> Result<Store, StoreError>,
    ) -> Result<Opened, StoreError> {
        let fail = |error| StoreError::File { path: path.to_owned(), error };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fail)?;
        }
        // Held while the tables are made or moved, so that nobody moves what another has just made.
        let _turn = turn(path).map_err(fail)?;
        let mended = beside(path, ".mended");
        if !path.exists() && mended.exists() {
            // Whoever mended it was stopped before the last step.
            fs::rename(&mended, path).map_err(fail)?;
        }
        match connect(path) {
            Err(error) if error.is_damage() => {
                let salvaged = salvage_into(path, &mended)?;
                let aside = set_aside(path).map_err(fail)?;
                fs::rename(&mended, path).map_err(fail)?;
                Ok(Opened { store: self::connect(path)?, damaged: Some(Damaged { aside, salvaged }) })
            }
            opened => Ok(Opened { store: opened?, damaged: None }),
        }
    }

    /// Opens the database to look at it: where it cannot be opened to be written, as it is.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn look(path: &Path) -> Result<Opened, StoreError> {
        match Store::open(path) {
            Err(error) if !matches!(error, StoreError::Newer) && path.is_file() => match read_only(path) {
                Ok(store) => Ok(Opened { store, damaged: None }),
                Err(StoreError::Newer) => Err(StoreError::Newer),
                Err(_) => Err(error),
            },
            opened => opened,
        }
    }

    /// Looks the database through for damage, if that was not done lately: this takes
    /// as long as it takes to read the whole file.
    ///
    /// # Errors
    /// Where it is damaged, or cannot be read.
    pub fn check(&self, now: u64) -> Result<(), StoreError> {
        let select = "SELECT coalesce((SELECT value FROM note WHERE name = 'checked'), 0)";
        let checked: i64 = self.connection.query_row(select, [], |row| row.get(0))?;
        if now.saturating_sub(checked as u64) < CHECKED_EVERY {
            return Ok(());
        }
        look_through(&self.connection)?;
        let now = crate::row::number(now);
        self.connection.execute("INSERT OR REPLACE INTO note VALUES ('checked', ?1)", [now])?;
        Ok(())
    }

    /// A database that is forgotten with the value.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn in_memory() -> Result<Store, StoreError> {
        prepare(Connection::open_in_memory()?)
    }
}

fn connect(path: &Path) -> Result<Store, StoreError> {
    // SQLite would see that, too, but may throw a journal away on the way.
    let mut start = Vec::new();
    if let Ok(file) = File::open(path) {
        file.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    }
    if !start.is_empty() && start != MAGIC {
        let foreign = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_NOTADB);
        return Err(rusqlite::Error::SqliteFailure(foreign, None).into());
    }
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let before = version(&connection)?;
    if before > tables::VERSION {
        return Err(StoreError::Newer);
    }
    // Readers do not wait for writers. Where the file system cannot do that, it stays as it was.
    connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    if (1..tables::VERSION).contains(&before) {
        upgrade::keep(&connection, path, before)?;
    }
    let store = prepare(connection)?;
    for copy in upgrade::copies(path) {
        look_through(&store.connection)?;
        // One that cannot be removed now is looked at again the next time.
        _ = fs::remove_file(copy);
    }
    Ok(store)
}

fn look_through(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict == "ok" {
        return Ok(());
    }
    let corrupt = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(corrupt, Some(verdict)).into())
}

fn version(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The version of the databases that are written, and of the SQLite that writes them.
#[must_use]
pub fn versions() -> (i64, &'static str) {
    (tables::VERSION, rusqlite::version())
}

fn prepare(mut connection: Connection) -> Result<Store, StoreError> {
    let before = version(&connection)?;
    tables::migrations().to_latest(&mut connection).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => StoreError::Database(err),
        rusqlite_migration::Error::Hook(error) => StoreError::Io(io::Error::other(error)),
        rusqlite_migration::Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            StoreError::Newer
        }
        other => StoreError::Io(io::Error::other(other)),
    })?;
    if (1..tables::VERSION).contains(&before) {
        // The tables of before took several times as much room. Where it cannot be given back now, it is
        // used for games to come.
        _ = connection.execute("VACUUM", []);
    }
    Ok(Store { connection })
}

/// The database as it is, where nothing can be written; one of an earlier version, as today's in memory.
fn read_only(path: &Path) -> Result<Store, StoreError> {
    let no_path = || io::Error::other("the path is no text");
    let text = fs::canonicalize(path)?.to_str().ok_or_else(no_path)?.to_owned();
    let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    // The second ignores a journal that was left behind, and needs no file beside the database.
    let addresses = ["mode=ro", "immutable=1"].map(|how| format!("file:{text}?{how}"));
    let mut failed = None;
    for address in &addresses {
        match read_at(address) {
            Err(StoreError::Newer) => return Err(StoreError::Newer),
            Err(error) => failed = Some(error),
            opened => return opened,
        }
    }
    Err(failed.unwrap_or_else(|| no_path().into()))
}

fn read_at(address: &str) -> Result<Store, StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(address, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    match version(&connection)? {
        tables::VERSION => Ok(Store { connection }),
        version @ 1..tables::VERSION => {
            let store = Store::in_memory()?;
            store.connection.execute("ATTACH ?1 AS old", [address])?;
            tables::copy_games(&store.connection, "old")?;
            if version > 1 {
                store.connection.execute("INSERT INTO attempt SELECT day, level FROM old.attempt", [])?;
            }
            Ok(store)
        }
        0 => Store::in_memory(),
        _ => Err(StoreError::Newer),
    }
}

/// Makes a new database of what can be read of a damaged one: how many games that is.
fn salvage_into(damaged: &Path, new: &Path) -> Result<u64, StoreError> {
    for part in ["", "-wal", "-shm", "-journal"] {
        upgrade::remove(&beside(new, part))
            .map_err(|error| StoreError::File { path: new.to_owned(), error })?;
    }
    // Without a second journal: once it is closed, it is one file.
    let store = prepare(Connection::open(new)?)?;
    salvage::copy(damaged, &store)?;
    // One that was damaged when it became today's is there as it was.
    for copy in upgrade::copies(damaged) {
        salvage::copy(&copy, &store)?;
    }
    store.connection.close().map_err(|(_, error)| error)?;
    let store = Connection::open(new)?;
    Ok(store.query_row("SELECT count(*) FROM record", [], |row| row.get::<_, i64>(0))? as u64)
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

/// The path of a file beside another one.
pub(crate) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_the_tables_are_sound() {
        tables::migrations().validate().unwrap();
        assert_eq!(version(&Store::in_memory().unwrap().connection), Ok(tables::VERSION));
    }
}
