//! The games themselves: in, out, and out to a file and in again.

use std::io::{self, BufRead, Write};

use omnisweep_session::{Category, Record};
use rusqlite::{Connection, params};
use thiserror::Error;

use crate::open::StoreError;

/// The database of finished games.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new here.
    pub new: u64,
    /// Games that were here already.
    pub known: u64,
}

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A line that is no record; lines count from 1.
    #[error("line {line}: {error}")]
    Line {
        /// Which line.
        line: u64,
        /// What is wrong with it.
        error: String,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Reading.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The longest line that can be a record: a board of
/// [`LARGEST_KEPT`](omnisweep_session::record::LARGEST_KEPT) cells with many moves.
const LONGEST_LINE: u64 = 1 << 26;

impl Store {
    /// Keeps a game; false where it was kept before.
    pub fn insert(&self, record: &Record) -> Result<bool, StoreError> {
        Ok(insert(&self.connection, record)?)
    }

    /// How many games are kept.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0))? as u64)
    }

    /// Writes every game, a line each, the oldest first; and how many that were.
    pub fn export(&self, out: &mut dyn Write) -> Result<u64, StoreError> {
        let mut query = self.connection.prepare("SELECT record FROM game ORDER BY finished, id")?;
        let mut rows = query.query([])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            out.write_all(row.get_ref(0)?.as_str().unwrap_or_default().as_bytes())?;
            out.write_all(b"\n")?;
            count += 1;
        }
        out.flush()?;
        Ok(count)
    }

    /// Takes in every game of a text of lines, or none of them where one line is
    /// wrong. Games that are here already stay as they are.
    pub fn import(&mut self, input: &mut dyn BufRead) -> Result<Imported, ImportError> {
        let change = self.connection.transaction().map_err(StoreError::from)?;
        let mut imported = Imported { new: 0, known: 0 };
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let limited: &mut dyn BufRead = &mut io::Read::take(&mut *input, LONGEST_LINE);
            if limited.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let wrong = |error: String| ImportError::Line { line, error };
            let text = std::str::from_utf8(&bytes).map_err(|_| wrong("this is not text".to_owned()))?;
            if text.trim().is_empty() {
                continue;
            }
            let record = Record::read(text.trim()).map_err(|error| wrong(error.to_string()))?;
            match insert(&change, &record).map_err(StoreError::from)? {
                true => imported.new += 1,
                false => imported.known += 1,
            }
        }
        change.commit().map_err(StoreError::from)?;
        Ok(imported)
    }

    /// The game with this id, if it is kept.
    pub fn record(&self, id: &str) -> Result<Option<Record>, StoreError> {
        let mut query = self.connection.prepare("SELECT record FROM game WHERE id = ?1")?;
        let mut rows = query.query([id])?;
        match rows.next()? {
            Some(row) => Ok(Some(Record::read(row.get_ref(0)?.as_str().unwrap_or_default())?)),
            None => Ok(None),
        }
    }
}

fn insert(connection: &Connection, record: &Record) -> Result<bool, rusqlite::Error> {
    let category = Category::of(record);
    let (size, mines, rules, kind) = columns(&category);
    let metrics = &record.metrics;
    let inserted = connection.execute(
        "INSERT OR IGNORE INTO game (id, finished, won, counts, size, mines, rules, kind, time, bbbv, clicks, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            record.id(),
            number(record.finished),
            record.won,
            record.practice.is_none(),
            size,
            mines,
            rules,
            kind,
            number(metrics.time),
            number(metrics.worth.bbbv),
            number(metrics.clicks.total()),
            record.write(),
        ],
    )?;
    Ok(inserted > 0)
}

/// A number as the database has them.
pub(crate) fn number(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// A category as the database has it.
pub(crate) fn columns(category: &Category) -> (&str, i64, &str, &str) {
    (&category.size, number(category.mines), &category.rules, &category.kind)
}
