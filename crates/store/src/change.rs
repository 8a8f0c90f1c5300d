//! Records that go in, and the sums that go with them.

use std::collections::HashMap;

use omnisweep_session::{Category, GameSummary, Statistics};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::open::StoreError;
use crate::row::{Id, Row, number};

/// What all games of a category come to, as the database has it.
pub struct Sum {
    pub number: i64,
    pub statistics: Statistics,
    /// When the last of these games ended, and its id: the order of games.
    last: (i64, Id),
    /// Whether a game was put in that ended before the last one.
    stale: bool,
}

/// Records that are being put in, within a transaction of whoever makes it. The sums are written
/// when it is settled.
pub struct Change<'a> {
    connection: &'a Connection,
    sums: HashMap<Category, Sum>,
}

impl Change<'_> {
    pub fn within(connection: &Connection) -> Change<'_> {
        Change { connection, sums: HashMap::new() }
    }

    /// Puts a record in; false where it is there already.
    pub fn put(&mut self, row: &Row) -> Result<bool, StoreError> {
        if !self.sums.contains_key(&row.category) {
            let sum = category(self.connection, &row.category)?;
            self.sums.insert(row.category.clone(), sum);
        }
        let Some(sum) = self.sums.get_mut(&row.category) else { return Ok(false) };
        let Row { id, played, clicks, day, packed, .. } = row;
        let GameSummary { finished, won, counts, ranks, time, bbbv } = *played;
        let mut insert = self.connection.prepare_cached(
            "INSERT OR IGNORE INTO record
             (id, category, finished, won, counts, ranks, time, bbbv, clicks, day, packed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?;
        let (finished, time, bbbv) = (number(finished), number(time), number(bbbv));
        let clicks = number(*clicks);
        let new = insert.execute(params![
            id, sum.number, finished, won, counts, ranks, time, bbbv, clicks, day, packed
        ])?;
        if new > 0 {
            sum.add(played, (finished, *id));
        }
        Ok(new > 0)
    }

    /// Writes the sums.
    pub fn settle(self) -> Result<(), StoreError> {
        self.sums.values().try_for_each(|sum| sum.write(self.connection))
    }
}

impl Sum {
    fn add(&mut self, played: &GameSummary, at: (i64, Id)) {
        self.stale |= at < self.last;
        if !self.stale {
            self.statistics.add(played);
            self.last = at;
        }
    }

    fn write(&self, connection: &Connection) -> Result<(), StoreError> {
        let all = &self.statistics;
        let (finished, id) = self.last;
        connection
            .prepare_cached(
                "UPDATE category SET games = ?2, wins = ?3, practice = ?4, played = ?5, ranked = ?6,
                 ranked_time = ?7, best = ?8, speed = ?9, streak = ?10, longest_streak = ?11,
                 last_finished = ?12, last_id = ?13, stale = ?14 WHERE number = ?1",
            )?
            .execute(params![
                self.number,
                number(all.games),
                number(all.wins),
                number(all.practice),
                number(all.played),
                number(all.ranked),
                number(all.ranked_time),
                all.best.map(number),
                all.speed,
                number(all.streak),
                number(all.longest_streak),
                finished,
                id,
                self.stale,
            ])?;
        Ok(())
    }

    /// The same, summed up anew from all games where it is stale; and whether it was.
    fn fresh(mut self, connection: &Connection) -> Result<(Sum, bool), StoreError> {
        if !self.stale {
            return Ok((self, false));
        }
        let mut query = connection.prepare_cached(
            "SELECT finished, won, counts, ranks, time, bbbv, id FROM record
             WHERE category = ?1 ORDER BY finished, id",
        )?;
        let mut rows = query.query([self.number])?;
        let mut all = Statistics::none(self.statistics.category);
        while let Some(row) = rows.next()? {
            let played = played_in(row, 0)?;
            self.last = (number(played.finished), row.get(6)?);
            all.add(&played);
        }
        (self.statistics, self.stale) = (all, false);
        Ok((self, true))
    }
}

/// What statistics need to know of a game, in six columns of a row.
pub fn played_in(row: &rusqlite::Row<'_>, at: usize) -> Result<GameSummary, rusqlite::Error> {
    Ok(GameSummary {
        finished: row.get::<_, i64>(at)? as u64,
        won: row.get(at + 1)?,
        counts: row.get(at + 2)?,
        ranks: row.get(at + 3)?,
        time: row.get::<_, i64>(at + 4)? as u64,
        bbbv: row.get::<_, i64>(at + 5)? as u64,
    })
}

const COLUMNS: &str = "number, size, mines, rules, kind, games, wins, practice, played, ranked, ranked_time,
     best, speed, streak, longest_streak, last_finished, last_id, stale";

fn sum_in(row: &rusqlite::Row<'_>) -> Result<Sum, rusqlite::Error> {
    let count = |at: usize| row.get::<_, i64>(at).map(|count| count as u64);
    let category = Category { size: row.get(1)?, mines: count(2)?, rules: row.get(3)?, kind: row.get(4)? };
    let statistics = Statistics {
        games: count(5)?,
        wins: count(6)?,
        practice: count(7)?,
        played: count(8)?,
        ranked: count(9)?,
        ranked_time: count(10)?,
        best: row.get::<_, Option<i64>>(11)?.map(|best| best as u64),
        speed: row.get(12)?,
        streak: count(13)?,
        longest_streak: count(14)?,
        ..Statistics::none(category)
    };
    Ok(Sum { number: row.get(0)?, statistics, last: (row.get(15)?, row.get(16)?), stale: row.get(17)? })
}

/// The sum of a category, which is made where it is new.
fn category(connection: &Connection, category: &Category) -> Result<Sum, StoreError> {
    let Category { size, mines, rules, kind } = category;
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO category VALUES
             (NULL, ?1, ?2, ?3, ?4, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, -1, zeroblob(16), 0)",
        )?
        .execute(params![size, number(*mines), rules, kind])?;
    Ok(find(connection, category)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?)
}

/// The sum of a category, if there is one.
pub fn find(connection: &Connection, category: &Category) -> Result<Option<Sum>, rusqlite::Error> {
    let Category { size, mines, rules, kind } = category;
    let select =
        format!("SELECT {COLUMNS} FROM category WHERE size = ?1 AND mines = ?2 AND rules = ?3 AND kind = ?4");
    let mut query = connection.prepare_cached(&select)?;
    query.query_row(params![size, number(*mines), rules, kind], sum_in).optional()
}

/// The sums of all categories; what was stale is written, unless nothing can be written now.
pub fn sums(connection: &Connection) -> Result<Vec<Sum>, StoreError> {
    let all = |connection: &Connection| -> Result<Vec<Sum>, StoreError> {
        let mut query = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM category"))?;
        let rows = query.query_map([], sum_in)?;
        Ok(rows.collect::<Result<_, _>>()?)
    };
    let found = all(connection)?;
    if !found.iter().any(|sum| sum.stale) {
        return Ok(found);
    }
    // Nobody adds a game between adding up and writing.
    let change = rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate);
    let anew = |connection: &Connection, write: bool| {
        let mut sums = Vec::new();
        for sum in all(connection)? {
            let (sum, was_stale) = sum.fresh(connection)?;
            if was_stale && write {
                sum.write(connection)?;
            }
            sums.push(sum);
        }
        Ok(sums)
    };
    match change {
        Ok(change) => {
            let sums = anew(&change, true)?;
            change.commit()?;
            Ok(sums)
        }
        Err(_) => anew(connection, false),
    }
}
