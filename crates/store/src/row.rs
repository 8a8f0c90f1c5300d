//! A record as the database has it: packed, and beside that what it is looked up and sorted by.

use omnisweep_session::{Category, GameSummary, Record};

/// A record's id as the database has it.
pub type Id = [u8; 16];

/// A row of the table of records.
#[derive(Debug)]
pub struct Row {
    pub id: Id,
    pub category: Category,
    pub played: GameSummary,
    pub clicks: u64,
    /// The day whose board it was.
    pub day: Option<String>,
    pub packed: Vec<u8>,
}

impl Row {
    pub fn of(record: &Record) -> Row {
        Row::with_id(record, &record.id())
    }

    /// The same where the id is known.
    pub fn with_id(record: &Record, id: &str) -> Row {
        Row {
            id: id_of(id).unwrap_or_default(),
            category: Category::of(record),
            played: GameSummary::of(record),
            clicks: record.metrics.clicks.total(),
            day: record.daily.clone(),
            packed: record.pack(),
        }
    }
}

/// The bytes of an id, if it is one.
pub fn id_of(text: &str) -> Option<Id> {
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)).flatten()
}

/// The text of an id.
pub fn text_of(id: Id) -> String {
    format!("{:032x}", u128::from_be_bytes(id))
}

/// A number as the database has them.
pub fn number(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
