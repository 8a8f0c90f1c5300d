//! Best times and statistics.

use omnisweep_session::{Category, Played, Statistics};
use rusqlite::params;

use crate::open::StoreError;
use crate::store::{Store, columns, number};

/// A best time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// In milliseconds.
    pub time: u64,
    /// The board's 3BV.
    pub bbbv: u64,
    /// The clicks it took.
    pub clicks: u64,
    /// When it was, in milliseconds since 1970.
    pub finished: u64,
    /// The record's id.
    pub id: String,
}

impl Store {
    /// The best times of a category, the best first; the older of two equals first.
    pub fn best(&self, category: &Category, most: usize) -> Result<Vec<Best>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT time, bbbv, clicks, finished, id FROM game
             WHERE size = ?1 AND mines = ?2 AND rules = ?3 AND kind = ?4 AND won AND counts
             ORDER BY time, finished, id LIMIT ?5",
        )?;
        let (size, mines, rules, kind) = columns(category);
        let rows = query.query_map(params![size, mines, rules, kind, number(most as u64)], |row| {
            Ok(Best {
                time: row.get::<_, i64>(0)? as u64,
                bbbv: row.get::<_, i64>(1)? as u64,
                clicks: row.get::<_, i64>(2)? as u64,
                finished: row.get::<_, i64>(3)? as u64,
                id: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Every category that was played, levels first.
    pub fn categories(&self) -> Result<Vec<Category>, StoreError> {
        Ok(self.statistics()?.into_iter().map(|statistics| statistics.category).collect())
    }

    /// The statistics of every category that was played, levels first.
    pub fn statistics(&self) -> Result<Vec<Statistics>, StoreError> {
        let games = self.played()?;
        Ok(games.into_iter().map(|(category, games)| Statistics::of(category, &games)).collect())
    }

    /// The games of every category that was played, levels first; each in the
    /// order in which they ended.
    pub fn played(&self) -> Result<Vec<(Category, Vec<Played>)>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT size, mines, rules, kind, finished, won, counts, time, bbbv FROM game
             ORDER BY size, mines, rules, kind, finished, id",
        )?;
        let mut rows = query.query([])?;
        let mut all: Vec<(Category, Vec<Played>)> = Vec::new();
        while let Some(row) = rows.next()? {
            let category = Category {
                size: row.get(0)?,
                mines: row.get::<_, i64>(1)? as u64,
                rules: row.get(2)?,
                kind: row.get(3)?,
            };
            let game = Played {
                finished: row.get::<_, i64>(4)? as u64,
                won: row.get(5)?,
                counts: row.get(6)?,
                time: row.get::<_, i64>(7)? as u64,
                bbbv: row.get::<_, i64>(8)? as u64,
            };
            match all.last_mut() {
                Some((last, games)) if *last == category => games.push(game),
                _ => all.push((category, vec![game])),
            }
        }
        all.sort_by_cached_key(|(category, _)| category.order());
        Ok(all)
    }
}
