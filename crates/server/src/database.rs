//! What is stored, and how it is asked for: one trait, for SQLite and for PostgreSQL.
//!
//! Both understand the same statements. Their texts are constants and stand where they are used; what comes from
//! outside is bound as a [`Value`], always. Parameters are `$1`, `$2` and so on, and appear for the first time in
//! this order, since SQLite takes their names for names.

pub mod postgres;
pub mod sqlite;

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use thiserror::Error;

/// What the database did not do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// This step did not change the row that it should have, or would have broken a constraint; nothing was changed.
    #[error("step {0} conflicts with what is stored")]
    Conflict(usize),
    /// It does not answer, or did not say whether something was done.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// It answers what cannot be.
    #[error("the database is damaged, or of another version: {0}")]
    Broken(String),
}

/// A value in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// None.
    Null,
    /// A number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl From<u64> for Value {
    /// Times, cells and counts are far below the largest number there is; what is not is no time, cell or count.
    fn from(number: u64) -> Value {
        Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Value {
        Value::Integer(yes.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<Value>);

impl Row {
    fn broken(&self, column: usize) -> DatabaseError {
        DatabaseError::Broken(format!("column {column} of {} is of another kind", self.0.len()))
    }

    /// A number that is not negative.
    ///
    /// # Errors
    /// Where the column has another kind of value.
    pub fn number(&self, column: usize) -> Result<u64, DatabaseError> {
        self.number_or_none(column)?.ok_or_else(|| self.broken(column))
    }

    /// The same, where there may be none.
    ///
    /// # Errors
    /// As [`Row::number`].
    pub fn number_or_none(&self, column: usize) -> Result<Option<u64>, DatabaseError> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(None),
            Some(&Value::Integer(number)) => number.try_into().map(Some).map_err(|_| self.broken(column)),
            _ => Err(self.broken(column)),
        }
    }

    /// Any number.
    ///
    /// # Errors
    /// As [`Row::number`].
    pub fn integer(&self, column: usize) -> Result<i64, DatabaseError> {
        match self.0.get(column) {
            Some(&Value::Integer(number)) => Ok(number),
            _ => Err(self.broken(column)),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// As [`Row::number`].
    pub fn text(&self, column: usize) -> Result<&str, DatabaseError> {
        self.text_or_none(column)?.ok_or_else(|| self.broken(column))
    }

    /// The same, where there may be none.
    ///
    /// # Errors
    /// As [`Row::number`].
    pub fn text_or_none(&self, column: usize) -> Result<Option<&str>, DatabaseError> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            _ => Err(self.broken(column)),
        }
    }

    /// Bytes; none where there is nothing.
    ///
    /// # Errors
    /// As [`Row::number`].
    pub fn bytes(&self, column: usize) -> Result<&[u8], DatabaseError> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(&[]),
            Some(Value::Bytes(bytes)) => Ok(bytes),
            _ => Err(self.broken(column)),
        }
    }
}

/// A step of a change.
#[derive(Clone, Debug)]
pub struct Step {
    /// The statement.
    pub sql: &'static str,
    /// Its values.
    pub values: Vec<Value>,
    /// Whether it has to change exactly one row.
    pub one: bool,
}

impl Step {
    /// A step that changes any number of rows.
    #[must_use]
    pub fn any(sql: &'static str, values: Vec<Value>) -> Step {
        Step { sql, values, one: false }
    }

    /// A step that has to change one row, or nothing of the whole change is done.
    #[must_use]
    pub fn one(sql: &'static str, values: Vec<Value>) -> Step {
        Step { sql, values, one: true }
    }
}

/// What the database has yet to answer.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, DatabaseError>> + Send + 'a>>;

/// A database.
pub trait Database: Send + Sync {
    /// What is stored.
    fn read(&self, sql: &'static str, values: Vec<Value>) -> Pending<'_, Vec<Row>>;

    /// Does all steps, or none. What it says was done is still there after a crash.
    fn change(&self, steps: Vec<Step>) -> Pending<'_, ()>;
}

/// Which database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of SQLite's.
    File(PathBuf),
    /// `postgres://…`
    Postgres(String),
}

/// Opens a database, and makes its tables or brings them up to date.
///
/// # Errors
/// Why it cannot be used.
pub async fn open(place: &Place, connections: usize) -> Result<Arc<dyn Database>, DatabaseError> {
    Ok(match place {
        Place::File(path) => Arc::new(sqlite::Sqlite::open(path)?),
        Place::Postgres(url) => Arc::new(postgres::Postgres::open(url, connections).await?),
    })
}
