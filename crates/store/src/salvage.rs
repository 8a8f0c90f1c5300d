//! What can still be read of a damaged database, page by page.
//!
//! SQLite refuses a file whose first page or whose inner pages are damaged, although
//! the rows may all be there. So this looks into every page for rows, by the
//! [format of the file](https://www.sqlite.org/fileformat2.html), whatever table they are of: a
//! value that is a record whose id fits is a record. The damaged file is only read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use omnisweep_session::Record;
use omnisweep_session::daily::{DailyBoard, Day};

use crate::change::Change;
use crate::open::{StoreError, beside};
use crate::row::{Row, id_of};
use crate::store::{LONGEST_LINE, Store};

/// Kinds of pages that have rows in them.
const ROWS: u8 = 13;
const KEYED_ROWS: u8 = 10;
const KEYED_ROWS_ABOVE: u8 = 2;

/// Puts into a database what can be read of a damaged one.
pub fn copy(damaged: &Path, store: &Store) -> Result<(), StoreError> {
    let Ok(mut pages) = Pages::open(damaged) else { return Ok(()) };
    let transaction = store.transaction()?;
    let mut change = Change::within(&transaction);
    for (file, at, offset) in pages.places() {
        let Some(page) = pages.read(file, at) else { continue };
        for values in pages.rows(&page, offset) {
            if let Some(record) = record_in(&values) {
                change.put(&Row::of(&record))?;
            } else if let Some((day, board)) = attempt_in(&values) {
                transaction.execute("INSERT OR IGNORE INTO attempt VALUES (?1, ?2)", (day, board.key()))?;
            }
        }
    }
    change.settle()?;
    Ok(transaction.commit()?)
}

fn record_in(values: &[Value]) -> Option<Record> {
    values.iter().find_map(|value| match value {
        Value::Blob(bytes) => {
            let record = Record::unpack(bytes).ok()?;
            let id = id_of(&record.id())?;
            values.contains(&Value::Blob(id.to_vec())).then_some(record)
        }
        Value::Text(text) if text.starts_with('{') => Record::recall(text).ok(),
        _ => None,
    })
}

/// The board of a day that was begun.
fn attempt_in(values: &[Value]) -> Option<(i64, DailyBoard)> {
    match values {
        [Value::Number(day), Value::Text(board)] => {
            Day::of_number(u64::try_from(*day).ok()?)?;
            Some((*day, board.parse().ok()?))
        }
        _ => None,
    }
}

/// A value in a row.
#[derive(Debug, PartialEq)]
enum Value {
    Number(i64),
    Text(String),
    Blob(Vec<u8>),
    Other,
}

/// Which file a page is in.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Database,
    Journal,
}

/// The pages of a database, and those that are still in its journal.
struct Pages {
    database: File,
    journal: Option<File>,
    size: u64,
    count: u64,
    /// Where in the journal the last version of a page is.
    newer: HashMap<u64, u64>,
}

impl Pages {
    fn open(path: &Path) -> io::Result<Pages> {
        let mut database = File::open(path)?;
        let mut header = [0; 100];
        let known = database.read_exact(&mut header).is_ok();
        let size = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
            1 => 1 << 16,
            size @ 512.. if known && size.is_power_of_two() => size,
            _ => 4096,
        };
        let count = database.metadata()?.len().div_ceil(size);
        let journal = File::open(beside(path, "-wal")).ok();
        let mut pages = Pages { database, journal, size, count, newer: HashMap::new() };
        pages.newer = pages.frames().into_iter().collect();
        Ok(pages)
    }

    /// The pages in the journal: their numbers, and where they are. Those of an earlier round, which are
    /// still behind it, have another salt.
    fn frames(&mut self) -> Vec<(u64, u64)> {
        let header = self.bytes(Place::Journal, 0, 32).unwrap_or_default();
        let mut found = Vec::new();
        for at in (32..).step_by(self.size as usize + 24) {
            match self.bytes(Place::Journal, at, 24) {
                Some(frame) if frame.get(8..16) == header.get(16..24) => {
                    found.push((u64::from(big_endian(&frame[..4])), at + 24));
                }
                _ => break,
            }
        }
        found
    }

    /// Where all pages are, and where in them they begin.
    fn places(&mut self) -> Vec<(Place, u64, usize)> {
        let first = |number: u64| if number == 1 { 100 } else { 0 };
        let size = self.size;
        let database = (1..=self.count).map(|number| (Place::Database, (number - 1) * size, first(number)));
        let journal = self.frames().into_iter().map(|(number, at)| (Place::Journal, at, first(number)));
        database.chain(journal).collect()
    }

    fn bytes(&mut self, place: Place, at: u64, count: u64) -> Option<Vec<u8>> {
        let file = match place {
            Place::Database => &mut self.database,
            Place::Journal => self.journal.as_mut()?,
        };
        file.seek(SeekFrom::Start(at)).ok()?;
        let mut bytes = Vec::new();
        file.take(count).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 == count).then_some(bytes)
    }

    fn read(&mut self, place: Place, at: u64) -> Option<Vec<u8>> {
        self.bytes(place, at, self.size)
    }

    /// A page by its number, in its last version.
    fn page(&mut self, number: u64) -> Option<Vec<u8>> {
        match self.newer.get(&number) {
            Some(&at) => self.read(Place::Journal, at),
            None => self.read(Place::Database, number.checked_sub(1)? * self.size),
        }
    }

    /// The rows of a page that can be read.
    fn rows(&mut self, page: &[u8], offset: usize) -> Vec<Vec<Value>> {
        let Some(&kind) = page.get(offset).filter(|kind| [ROWS, KEYED_ROWS, KEYED_ROWS_ABOVE].contains(kind))
        else {
            return Vec::new();
        };
        let cells = page.get(offset + 3..offset + 5).map_or(0, |count| big_endian(count) as usize);
        let pointers = offset + if kind == KEYED_ROWS_ABOVE { 12 } else { 8 };
        let pointer = |cell: usize| page.get(pointers + 2 * cell..pointers + 2 * cell + 2).map(big_endian);
        let starts: Vec<u32> = (0..cells).map_while(pointer).collect();
        starts.into_iter().filter_map(|at| values(&self.payload(page, kind, at as usize)?)).collect()
    }

    /// The bytes of a row: as many as fit on its page, the rest on pages that follow one another.
    fn payload(&mut self, page: &[u8], kind: u8, at: usize) -> Option<Vec<u8>> {
        let mut rest = page.get(at + if kind == KEYED_ROWS_ABOVE { 4 } else { 0 }..)?;
        let length = varint(&mut rest)?;
        if kind == ROWS {
            varint(&mut rest)?;
        }
        let length = Some(length).filter(|&length| length <= LONGEST_LINE)?;
        let size = self.size;
        let least = (size - 12) * 32 / 255 - 23;
        let most = if kind == ROWS { size - 35 } else { (size - 12) * 64 / 255 - 23 };
        if length <= most {
            return rest.get(..length as usize).map(<[u8]>::to_vec);
        }
        let here = least + (length - least) % (size - 4);
        let here = if here <= most { here } else { least } as usize;
        let mut bytes = rest.get(..here)?.to_vec();
        let mut next = big_endian(rest.get(here..here + 4)?);
        while (bytes.len() as u64) < length {
            let page = self.page(u64::from(next))?;
            let missing = (length - bytes.len() as u64).min(size - 4) as usize;
            bytes.extend(page.get(4..4 + missing)?);
            next = big_endian(&page[..4]);
        }
        Some(bytes)
    }
}

fn big_endian(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// A number of up to nine bytes, the highest seven bits first.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for at in 0..9 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if at == 8 {
            return Some(number << 8 | u64::from(byte));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The values of a row.
fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let mut rest = payload;
    let header = usize::try_from(varint(&mut rest)?).ok()?;
    let (mut kinds, mut body) = (payload.get(payload.len() - rest.len()..header)?, payload.get(header..)?);
    let mut values = Vec::new();
    while !kinds.is_empty() {
        let kind = varint(&mut kinds)?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            kind => (kind - 12) / 2,
        };
        let (bytes, after) = body.split_at_checked(usize::try_from(length).ok()?)?;
        body = after;
        values.push(match kind {
            8 | 9 => Value::Number(kind as i64 - 8),
            1..=6 => {
                let sign = if bytes[0] & 0x80 != 0 { -1 } else { 0 };
                Value::Number(bytes.iter().fold(sign, |number, &byte| number << 8 | i64::from(byte)))
            }
            0 | 7 => Value::Other,
            kind if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
            _ => String::from_utf8(bytes.to_vec()).map_or(Value::Other, Value::Text),
        });
    }
    Some(values)
}
