//! What the tables look like, and how those of earlier versions become today's.

use omnisweep_session::Record;
use rusqlite::{Connection, Transaction, params};
use rusqlite_migration::{HookError, M, Migrations};

use crate::change::Change;
use crate::open::StoreError;
use crate::row::Row;

/// Step by step; a step that was released is never changed.
const FIRST: &str = "
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
";

const ATTEMPTS: &str = "
    CREATE TABLE attempt (day INTEGER NOT NULL, level TEXT NOT NULL, PRIMARY KEY (day, level)) STRICT, WITHOUT ROWID;
";

/// Records are packed, and what they come to is kept with their category: the games
/// up to the last one, by the order in which they ended. One that comes later but
/// ended earlier makes that `stale`.
const PACKED: &str = "
    CREATE TABLE category (
        number INTEGER PRIMARY KEY,
        size TEXT NOT NULL,
        mines INTEGER NOT NULL,
        rules TEXT NOT NULL,
        kind TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        practice INTEGER NOT NULL,
        played INTEGER NOT NULL,
        ranked INTEGER NOT NULL,
        ranked_time INTEGER NOT NULL,
        best INTEGER,
        speed REAL,
        streak INTEGER NOT NULL,
        longest_streak INTEGER NOT NULL,
        last_finished INTEGER NOT NULL,
        last_id BLOB NOT NULL,
        stale INTEGER NOT NULL,
        UNIQUE (size, mines, rules, kind)
    ) STRICT;
    CREATE TABLE record (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        category INTEGER NOT NULL REFERENCES category (number),
        finished INTEGER NOT NULL,
        won INTEGER NOT NULL,
        counts INTEGER NOT NULL,
        ranks INTEGER NOT NULL,
        time INTEGER NOT NULL,
        bbbv INTEGER NOT NULL,
        clicks INTEGER NOT NULL,
        day TEXT,
        packed BLOB NOT NULL
    ) STRICT;
    CREATE INDEX record_in_order ON record (category, finished, id, won, counts, ranks, time, bbbv);
    CREATE INDEX record_by_time ON record (category, time, finished, id) WHERE ranks;
    CREATE INDEX record_by_day ON record (day) WHERE day IS NOT NULL;
    CREATE TABLE note (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
";

/// The version of today's tables.
pub const VERSION: i64 = 3;

/// All steps.
pub fn migrations() -> Migrations<'static> {
    let repack = |change: &Transaction<'_>| {
        repack(change).map_err(|error| match error {
            StoreError::Database(error) => HookError::RusqliteError(error),
            error => HookError::Hook(error.to_string()),
        })
    };
    Migrations::new(vec![M::up(FIRST), M::up(ATTEMPTS), M::up_with_hook(PACKED, repack)])
}

/// Makes packed records of the games that an earlier version kept as lines. What is no
/// record stays where it is.
fn repack(connection: &Connection) -> Result<(), StoreError> {
    copy_games(connection, "main")?;
    connection.execute("DELETE FROM game WHERE unhex(id) IN (SELECT id FROM record)", [])?;
    let left: i64 = connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
    if left == 0 {
        connection.execute("DROP TABLE game", [])?;
    }
    Ok(())
}

/// Puts the games that a database of an earlier version has into today's tables.
pub fn copy_games(connection: &Connection, schema: &str) -> Result<(), StoreError> {
    // The oldest first, so that sums are made on the way; ids alone, as lines would not fit into memory.
    let mut query = connection.prepare(&format!("SELECT id FROM {schema}.game ORDER BY finished, id"))?;
    let ids: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut line = connection.prepare(&format!("SELECT record FROM {schema}.game WHERE id = ?1"))?;
    let mut change = Change::within(connection);
    for id in ids {
        let text: String = line.query_row(params![id], |row| row.get(0))?;
        // It was replayed when it was kept; where it could not be, it does not rank.
        if let Ok(record) = Record::recall(&text) {
            change.put(&Row::of(&record))?;
        }
    }
    change.settle()
}
