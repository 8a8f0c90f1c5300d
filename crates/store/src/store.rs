//! The games themselves: in, and out again.

use std::io::Write;

use omnisweep_session::record::RecordError;
use omnisweep_session::{Record, daily};
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};

use crate::change::{Change, sums};
use crate::open::StoreError;
use crate::row::{Id, Row, id_of};

/// The database of finished games.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
}

/// What an export did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// How many games were written.
    pub games: u64,
    /// How many could not be read.
    pub damaged: u64,
}

/// The longest line that can be a record: a board of
/// [`LARGEST_KEPT`](omnisweep_session::record::LARGEST_KEPT) cells with many moves.
pub const LONGEST_LINE: u64 = 1 << 26;

impl Store {
    /// Keeps a game; false where it was kept before. The board of a day counts once: whoever has played it to its end
    /// knows it, also in a game that was begun before.
    ///
    /// # Errors
    /// Why it is not kept: see [`Store::leave`].
    pub fn insert(&self, record: &Record) -> Result<bool, StoreError> {
        let practice = match daily::of_record(record) {
            Some(_) => {
                let kept = self.daily()?.into_iter().map(|game| (game.day, game.board, game.kept.id));
                daily::known_before(record, kept)
            }
            None => None,
        };
        // What takes time is done before others have to wait for it.
        let row = Row::of(practice.as_ref().unwrap_or(record));
        let transaction = self.transaction()?;
        let mut change = Change::within(&transaction);
        let new = change.put(&row)?;
        change.settle()?;
        transaction.commit()?;
        Ok(new)
    }

    /// A change that nobody else makes one beside.
    pub(crate) fn transaction(&self) -> Result<Transaction<'_>, rusqlite::Error> {
        Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)
    }

    /// How many games are kept.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        let all = sums(&self.connection)?;
        Ok(all.iter().map(|sum| sum.statistics.games + sum.statistics.practice).sum())
    }

    /// Writes every game that can be read, a line each, the oldest first.
    ///
    /// # Errors
    /// Where the database cannot be read, or the lines cannot be written.
    pub fn export(&self, out: &mut dyn Write) -> Result<Exported, StoreError> {
        let mut exported = Exported::default();
        let mut query = self.connection.prepare("SELECT number FROM record ORDER BY finished, id")?;
        let numbers: Vec<i64> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut query = self.connection.prepare("SELECT id, packed FROM record WHERE number = ?1")?;
        for number in &numbers {
            let (id, packed) =
                query.query_row([number], |row| Ok((row.get::<_, Id>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
            let line = Record::unpack(&packed).map(|record| record.write_with_id());
            match line.ok().filter(|(_, found)| id_of(found) == Some(id)) {
                Some((line, _)) => {
                    out.write_all(line.as_bytes())?;
                    out.write_all(b"\n")?;
                    exported.games += 1;
                }
                None => exported.damaged += 1,
            }
        }
        out.flush()?;
        Ok(exported)
    }

    /// The game with this id, if it is kept.
    ///
    /// # Errors
    /// Where the database or the record cannot be read.
    pub fn record(&self, id: &str) -> Result<Option<Record>, StoreError> {
        let Some(id) = id_of(id) else { return Ok(None) };
        let mut query = self.connection.prepare("SELECT packed FROM record WHERE id = ?1")?;
        let packed: Option<Vec<u8>> = query.query_row([id], |row| row.get(0)).optional()?;
        packed.map(|packed| unpacked(id, &packed)).transpose()
    }
}

/// A packed record, which is the one with this id or damaged.
fn unpacked(id: Id, packed: &[u8]) -> Result<Record, StoreError> {
    let record = Record::unpack(packed)?;
    match id_of(&record.id()) == Some(id) {
        true => Ok(record),
        false => Err(RecordError::Id.into()),
    }
}
