//! PostgreSQL: a pool of connections, for any number of server processes.

use std::error::Error as StdError;
use std::str::FromStr as _;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Config, NoTls};

use super::{Database, DatabaseError, Pending, Row, Step, Value};

/// The steps from an empty database to today's.
const MIGRATIONS: [&str; 1] = [include_str!("../../migrations/postgres/1.sql")];

/// How long a connection is waited for, and how long an answer.
const WAIT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(15);

/// The number of the lock that is held while tables are made: any one that nobody else has.
const LOCK: i64 = 0x6f6d_6e69_7377;

/// A database of PostgreSQL's.
#[derive(Clone)]
pub struct Postgres {
    pool: Pool,
}

impl Postgres {
    /// Connects, and makes the tables or brings them up to date.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub async fn open(url: &str, connections: usize) -> Result<Postgres, DatabaseError> {
        // The address may have a password in it, which is nothing for a log.
        let mut config = Config::from_str(url)
            .map_err(|_| DatabaseError::Broken("this is no address of one".to_owned()))?;
        config.connect_timeout(WAIT);
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let timeouts = Timeouts { wait: Some(WAIT), create: Some(WAIT), recycle: Some(WAIT) };
        let pool = Pool::builder(Manager::from_config(config, NoTls, manager))
            .max_size(connections)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| DatabaseError::Broken(error.to_string()))?;
        let opened = Postgres { pool };
        opened.migrate().await?;
        Ok(opened)
    }

    async fn connection(&self) -> Result<Object, DatabaseError> {
        self.pool.get().await.map_err(|error| DatabaseError::Unavailable(error.to_string()))
    }

    /// Makes the tables, or brings them up to date; other processes wait meanwhile.
    async fn migrate(&self) -> Result<(), DatabaseError> {
        let mut connection = self.connection().await?;
        let change = connection.transaction().await.map_err(failed)?;
        change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
        change
            .batch_execute("CREATE TABLE IF NOT EXISTS migration (step BIGINT PRIMARY KEY)")
            .await
            .map_err(failed)?;
        let row = change.query_one("SELECT count(*) FROM migration", &[]).await.map_err(failed)?;
        let done = usize::try_from(row.get::<_, i64>(0)).unwrap_or(usize::MAX);
        if done > MIGRATIONS.len() {
            return Err(DatabaseError::Broken("it was made by a newer version of the server".to_owned()));
        }
        for (step, sql) in MIGRATIONS.iter().enumerate().skip(done) {
            change.batch_execute(sql).await.map_err(failed)?;
            let step = i64::try_from(step).unwrap_or(i64::MAX);
            change.execute("INSERT INTO migration (step) VALUES ($1)", &[&step]).await.map_err(failed)?;
        }
        change.commit().await.map_err(failed)
    }

    async fn select(&self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        let connection = self.connection().await?;
        let statement = connection.prepare_cached(sql).await.map_err(failed)?;
        let rows = connection.query(&statement, &bound(values)).await.map_err(failed)?;
        rows.iter().map(row).collect()
    }

    async fn write(&self, steps: &[Step]) -> Result<(), DatabaseError> {
        let mut connection = self.connection().await?;
        let change = connection.transaction().await.map_err(failed)?;
        for (number, step) in steps.iter().enumerate() {
            let statement = change.prepare_cached(step.sql).await.map_err(failed)?;
            match change.execute(&statement, &bound(&step.values)).await {
                Ok(rows) if step.one && rows != 1 => return Err(DatabaseError::Conflict(number)),
                Ok(_) => {}
                Err(error) if breaks_constraint(&error) => return Err(DatabaseError::Conflict(number)),
                Err(error) => return Err(failed(error)),
            }
        }
        change.commit().await.map_err(failed)
    }

    /// One step that changes one row or none needs no transaction around it.
    async fn write_one(&self, step: &Step) -> Result<(), DatabaseError> {
        let connection = self.connection().await?;
        let statement = connection.prepare_cached(step.sql).await.map_err(failed)?;
        match connection.execute(&statement, &bound(&step.values)).await {
            Ok(0) if step.one => Err(DatabaseError::Conflict(0)),
            Ok(_) => Ok(()),
            Err(error) if breaks_constraint(&error) => Err(DatabaseError::Conflict(0)),
            Err(error) => Err(failed(error)),
        }
    }
}

fn breaks_constraint(error: &tokio_postgres::Error) -> bool {
    error.code().is_some_and(|code| code.code().starts_with("23"))
}

fn failed(error: tokio_postgres::Error) -> DatabaseError {
    let text = error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {source}"));
    match error.code() {
        // It is there, and does not do what it is told: a mistake, unless it is about to stop or has too much to do.
        Some(code) => match code.code().get(..2) {
            Some("08" | "40" | "53" | "55" | "57" | "58") => DatabaseError::Unavailable(text),
            _ if *code == SqlState::IN_FAILED_SQL_TRANSACTION => DatabaseError::Unavailable(text),
            _ => DatabaseError::Broken(text),
        },
        None => DatabaseError::Unavailable(text),
    }
}

fn bound(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

fn row(row: &tokio_postgres::Row) -> Result<Row, DatabaseError> {
    let value = |(column, described): (usize, &tokio_postgres::Column)| {
        let value = match *described.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(column).map(Value::from),
            Type::INT4 => row.try_get::<_, Option<i32>>(column).map(|value| value.map(i64::from).into()),
            Type::TEXT => row.try_get::<_, Option<String>>(column).map(Value::from),
            Type::BYTEA => row.try_get::<_, Option<&[u8]>>(column).map(Value::from),
            ref other => return Err(DatabaseError::Broken(format!("a column of the type {other}"))),
        };
        value.map_err(|error| DatabaseError::Broken(error.to_string()))
    };
    row.columns().iter().enumerate().map(value).collect::<Result<_, _>>().map(Row)
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
            Value::Bytes(bytes) => bytes.to_sql_checked(kind, out),
        }
    }

    // Each value checks for itself what the column is.
    fn accepts(_kind: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Waits for an answer, and no longer than anybody would. What was asked for may be done all the same.
async fn in_time<T>(answer: impl Future<Output = Result<T, DatabaseError>>) -> Result<T, DatabaseError> {
    let late = |_| Err(DatabaseError::Unavailable("it takes too long".to_owned()));
    tokio::time::timeout(ANSWER, answer).await.unwrap_or_else(late)
}

impl Database for Postgres {
    fn read(&self, sql: &'static str, values: Vec<Value>) -> Pending<'_, Vec<Row>> {
        Box::pin(async move { in_time(self.select(sql, &values)).await })
    }

    fn change(&self, steps: Vec<Step>) -> Pending<'_, ()> {
        Box::pin(async move {
            match steps.as_slice() {
                [step] => in_time(self.write_one(step)).await,
                steps => in_time(self.write(steps)).await,
            }
        })
    }
}
