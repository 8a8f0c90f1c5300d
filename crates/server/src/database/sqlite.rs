//! SQLite: a thread that writes, and a few that read.
//!
//! A change is on the disk before it is answered. The disk is what takes time, so all changes that wait are written
//! at once, each in a savepoint of its own, and answered together.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql};
use rusqlite_migration::{M, Migrations};
use tokio::sync::oneshot;

use super::{Database, DatabaseError, Pending, Row, Step, Value};

/// The steps from an empty database to today's.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/sqlite/1.sql")];

/// The most changes that are written at once.
const MOST_AT_ONCE: usize = 512;

/// How many read at once.
const READERS: usize = 2;

/// How long another process is waited for that writes, such as a backup.
const BUSY: Duration = Duration::from_secs(5);

/// How many statements each connection keeps prepared.
const STATEMENTS: usize = 64;

type Answer<T> = oneshot::Sender<Result<T, DatabaseError>>;

/// A change that waits to be written.
struct Change {
    steps: Vec<Step>,
    answer: Answer<()>,
}

/// A question that waits to be answered.
struct Question {
    sql: &'static str,
    values: Vec<Value>,
    answer: Answer<Vec<Row>>,
}

/// A database in a file. Its threads end when it is dropped.
#[derive(Debug)]
pub struct Sqlite {
    changes: Sender<Change>,
    questions: Sender<Question>,
}

impl Sqlite {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path) -> Result<Sqlite, DatabaseError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| DatabaseError::Unavailable(format!("{}: {error}", folder.display())))?;
        }
        let mut writer = connect(path)?;
        let steps = MIGRATIONS.iter().map(|sql| M::up(sql)).collect();
        Migrations::new(steps)
            .to_latest(&mut writer)
            .map_err(|error| DatabaseError::Broken(error.to_string()))?;
        let (changes, waiting) = channel();
        std::thread::spawn(move || write(&writer, &waiting));
        let (questions, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..READERS {
            let (reader, waiting) = (connect(path)?, waiting.clone());
            std::thread::spawn(move || read(&reader, &waiting));
        }
        Ok(Sqlite { changes, questions })
    }
}

fn connect(path: &Path) -> Result<Connection, DatabaseError> {
    let open = || {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        // A change is answered when it is on the disk, and not before.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(connection)
    };
    open().map_err(failed)
}

/// Writes what waits, until nobody can ask any more.
fn write(connection: &Connection, waiting: &Receiver<Change>) {
    while let Ok(first) = waiting.recv() {
        let rest = std::iter::from_fn(|| waiting.try_recv().ok());
        let changes: Vec<Change> = std::iter::once(first).chain(rest).take(MOST_AT_ONCE).collect();
        let (work, answers): (Vec<_>, Vec<_>) =
            changes.into_iter().map(|change| (change.steps, change.answer)).unzip();
        let results = write_all(connection, &work).unwrap_or_else(|error| {
            // Nothing of it is there, and nothing of it was answered.
            _ = connection.execute_batch("ROLLBACK");
            vec![Err(failed(error)); work.len()]
        });
        for (answer, result) in answers.into_iter().zip(results) {
            // Who has gone away does not wait for it.
            _ = answer.send(result);
        }
    }
}

/// Writes changes in one transaction.
fn write_all(
    connection: &Connection,
    changes: &[Vec<Step>],
) -> rusqlite::Result<Vec<Result<(), DatabaseError>>> {
    connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let mut results = Vec::with_capacity(changes.len());
    for steps in changes {
        connection.prepare_cached("SAVEPOINT change")?.execute([])?;
        let result = write_one(connection, steps);
        if result.is_err() {
            connection.prepare_cached("ROLLBACK TO change")?.execute([])?;
        }
        connection.prepare_cached("RELEASE change")?.execute([])?;
        results.push(result);
    }
    connection.prepare_cached("COMMIT")?.execute([])?;
    Ok(results)
}

fn write_one(connection: &Connection, steps: &[Step]) -> Result<(), DatabaseError> {
    for (number, step) in steps.iter().enumerate() {
        let done = connection
            .prepare_cached(step.sql)
            .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(&step.values)));
        match done {
            Ok(rows) if step.one && rows != 1 => return Err(DatabaseError::Conflict(number)),
            Ok(_) => {}
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(DatabaseError::Conflict(number));
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(())
}

/// Answers questions, until nobody can ask any more.
fn read(connection: &Connection, waiting: &Mutex<Receiver<Question>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Question { sql, values, answer }) = next else { return };
        _ = answer.send(select(connection, sql, &values).map_err(failed));
    }
}

fn select(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(sql)?;
    let columns = statement.column_count();
    let rows = statement.query_map(rusqlite::params_from_iter(values), |row| {
        let value = |column| {
            Ok(match row.get_ref(column)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::Integer(number),
                // No table has any.
                ValueRef::Real(number) => Value::Integer(number as i64),
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
            })
        };
        (0..columns).map(value).collect::<rusqlite::Result<_>>().map(Row)
    })?;
    rows.collect()
}

fn failed(error: rusqlite::Error) -> DatabaseError {
    match error.sqlite_error_code() {
        Some(
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::OutOfMemory,
        ) => DatabaseError::Unavailable(error.to_string()),
        _ => DatabaseError::Broken(error.to_string()),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Waits for a thread's answer.
async fn answered<T>(answer: oneshot::Receiver<Result<T, DatabaseError>>) -> Result<T, DatabaseError> {
    answer.await.unwrap_or_else(|_| Err(DatabaseError::Unavailable("its thread has ended".to_owned())))
}

impl Database for Sqlite {
    fn read(&self, sql: &'static str, values: Vec<Value>) -> Pending<'_, Vec<Row>> {
        let (answer, answered_by) = oneshot::channel();
        // Where the thread is gone, so is the sender of the answer.
        _ = self.questions.send(Question { sql, values, answer });
        Box::pin(answered(answered_by))
    }

    fn change(&self, steps: Vec<Step>) -> Pending<'_, ()> {
        let (answer, answered_by) = oneshot::channel();
        _ = self.changes.send(Change { steps, answer });
        Box::pin(answered(answered_by))
    }
}
