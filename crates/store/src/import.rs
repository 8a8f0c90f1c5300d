//! Games from a text of lines: read, played again on all processors, and put in a few at a time.
//!
//! Whatever feeds the lines may be slow, or stop: nobody else waits for it, since the database is
//! only locked while records that are ready are put in.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use omnisweep_session::Record;
use rusqlite::Connection;
use thiserror::Error;

use crate::change::{Change, sums};
use crate::open::StoreError;
use crate::row::{Id, Row};
use crate::store::{LONGEST_LINE, Store};

/// How many lines, or bytes of them, are put in at once.
const LINES: usize = 256;
const BYTES: usize = 1 << 21;

/// How many such batches are on their way at most.
const BATCHES: usize = 8;

/// How many bad lines are told of.
const TOLD: usize = 1000;

/// How long an import waits for others that write: it has nobody who looks at it.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// What becomes of good lines where others are bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// They are taken in.
    Good,
    /// Nothing is taken in.
    AllOrNone,
}

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new here.
    pub new: u64,
    /// Games that were here already.
    pub known: u64,
    /// How many lines were bad.
    pub bad: u64,
    /// The first of these.
    pub told: Vec<BadLine>,
}

/// A line that is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Which one, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub error: String,
}

/// Why an import ended before the lines did. What was put in until then stays in.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A line that is longer than any record.
    #[error("line {0} is longer than any record: there the import ended")]
    TooLong(u64),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Reading.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Lines with their numbers, in the order of the text.
type Batch = Vec<(u64, Vec<u8>)>;
/// What became of them.
type Ready = Vec<Result<Row, BadLine>>;

impl Store {
    /// Takes in the games of a text of lines. Games that are here already stay as they are.
    ///
    /// # Errors
    /// Why it ended before the lines did.
    pub fn import(&mut self, input: &mut dyn BufRead, lines: Lines) -> Result<Imported, ImportError> {
        let connection = &mut self.connection;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(StoreError::from)?;
        // A power cut may take the last of them away, but they are still in the text.
        connection.pragma_update(None, "synchronous", "normal").map_err(StoreError::from)?;
        connection.pragma_update(None, "cache_size", -32_000).map_err(StoreError::from)?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (batches, waiting) = sync_channel::<(u64, Batch)>(BATCHES);
        let (done, ready) = sync_channel(BATCHES);
        // A place is taken for each batch until it is put in, so that one that takes long does not have
        // the others pile up behind it.
        let (places, free) = sync_channel(BATCHES);
        let waiting = Mutex::new(waiting);
        let whole = AtomicBool::new(false);
        let imported = thread::scope(|scope| {
            for _ in 0..threads {
                let (waiting, done) = (&waiting, done.clone());
                scope.spawn(move || work(waiting, &done));
            }
            drop(done);
            let whole = &whole;
            let writer = scope.spawn(move || write(connection, &ready, &free, lines, whole));
            let read = read(input, &batches, &places);
            whole.store(read.is_ok(), Ordering::Release);
            drop((batches, places));
            let written = writer.join().unwrap_or_else(|_| Err(io::Error::other("it stopped").into()));
            read.and(written)
        })?;
        sums(&self.connection)?;
        self.connection.pragma_update(None, "synchronous", "full").map_err(StoreError::from)?;
        Ok(imported)
    }
}

/// Reads lines until they end, or until nobody takes them any more.
fn read(
    input: &mut dyn BufRead,
    batches: &SyncSender<(u64, Batch)>,
    places: &SyncSender<()>,
) -> Result<(), ImportError> {
    let mut batch = Batch::new();
    let (mut size, mut number) = (0, 0);
    let mut give = |batch: Batch| {
        number += 1;
        places.send(()).is_ok() && batches.send((number, batch)).is_ok()
    };
    for line in 1.. {
        let mut bytes = Vec::new();
        let limited: &mut dyn BufRead = &mut io::Read::take(&mut *input, LONGEST_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            give(batch);
            break;
        }
        if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            give(batch);
            return Err(ImportError::TooLong(line));
        }
        size += bytes.len();
        batch.push((line, bytes));
        if batch.len() == LINES || size >= BYTES {
            size = 0;
            if !give(std::mem::take(&mut batch)) {
                break;
            }
        }
    }
    Ok(())
}

/// Makes rows of lines until there are no more.
fn work(waiting: &Mutex<Receiver<(u64, Batch)>>, done: &SyncSender<(u64, Ready)>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, batch)) = next else { return };
        let ready = batch.into_iter().filter_map(|(line, bytes)| row_of(line, &bytes)).collect();
        if done.send((number, ready)).is_err() {
            return;
        }
    }
}

/// The row of a line, or what is wrong with it; nothing where it is empty.
fn row_of(line: u64, bytes: &[u8]) -> Option<Result<Row, BadLine>> {
    let read = Record::read_line(bytes)?;
    Some(read.map(|(record, id)| Row::with_id(&record, &id)).map_err(|error| BadLine { line, error }))
}

/// Puts rows in, in the order of their lines.
fn write(
    connection: &mut Connection,
    ready: &Receiver<(u64, Ready)>,
    free: &Receiver<()>,
    lines: Lines,
    whole: &AtomicBool,
) -> Result<Imported, ImportError> {
    let mut imported = Imported::default();
    let mut early: BTreeMap<u64, Ready> = BTreeMap::new();
    let mut next = 1;
    if lines == Lines::AllOrNone {
        let table = "CREATE TEMP TABLE incoming (number INTEGER PRIMARY KEY, id BLOB, packed BLOB)";
        connection.execute(table, []).map_err(StoreError::from)?;
    }
    while let Ok((number, batch)) = ready.recv() {
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            match lines {
                Lines::Good => put(connection, batch, &mut imported)?,
                Lines::AllOrNone => set_down(connection, batch, &mut imported)?,
            }
            next += 1;
            _ = free.recv();
        }
    }
    if lines == Lines::AllOrNone {
        if imported.bad == 0 && whole.load(Ordering::Acquire) {
            put_all(connection, &mut imported)?;
        }
        connection.execute("DROP TABLE incoming", []).map_err(StoreError::from)?;
    }
    Ok(imported)
}

impl Imported {
    /// The row, unless the line was bad, which is noted.
    fn good(&mut self, row: Result<Row, BadLine>) -> Option<Row> {
        row.map_err(|bad| {
            self.bad += 1;
            if self.told.len() < TOLD {
                self.told.push(bad);
            }
        })
        .ok()
    }

    fn count(&mut self, new: bool) {
        self.new += u64::from(new);
        self.known += u64::from(!new);
    }
}

fn immediate(connection: &mut Connection) -> Result<rusqlite::Transaction<'_>, StoreError> {
    Ok(connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?)
}

fn put(connection: &mut Connection, batch: Ready, imported: &mut Imported) -> Result<(), StoreError> {
    let rows: Vec<Row> = batch.into_iter().filter_map(|row| imported.good(row)).collect();
    let transaction = immediate(connection)?;
    let mut change = Change::within(&transaction);
    for row in &rows {
        imported.count(change.put(row)?);
    }
    change.settle()?;
    Ok(transaction.commit()?)
}

/// Sets rows down where nobody else sees them, until it is known that all are good.
fn set_down(connection: &mut Connection, batch: Ready, imported: &mut Imported) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached("INSERT INTO incoming (id, packed) VALUES (?1, ?2)")?;
    for row in batch {
        if let Some(row) = imported.good(row) {
            insert.execute((row.id, row.packed))?;
        }
    }
    Ok(())
}

/// Puts in all that was set down.
fn put_all(connection: &mut Connection, imported: &mut Imported) -> Result<(), StoreError> {
    let transaction = immediate(connection)?;
    let mut change = Change::within(&transaction);
    {
        let mut query = transaction.prepare("SELECT id, packed FROM incoming ORDER BY number")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (id, packed): (Id, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let record = Record::unpack(&packed)?;
            imported.count(change.put(&Row::with_id(&record, &crate::row::text_of(id)))?);
        }
    }
    change.settle()?;
    Ok(transaction.commit()?)
}
