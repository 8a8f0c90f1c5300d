//! Best times and statistics.

use omnisweep_session::daily::{self, Day, Streak};
use omnisweep_session::statistics::NO_GUESS;
use omnisweep_session::{Category, Level, Played, Record, Statistics, words};
use rusqlite::{Row, params};

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

/// A game that is kept, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record's id.
    pub id: String,
    /// How it was.
    pub played: Played,
}

/// A board of the day that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    /// Whose board it was.
    pub day: Day,
    /// Of which level.
    pub level: Level,
    /// The game.
    pub kept: Kept,
}

impl Daily {
    /// Whether it counts for a streak: see [`won_on`](omnisweep_session::daily::won_on).
    #[must_use]
    pub fn keeps_streak(&self) -> bool {
        let Played { won, counts, finished, .. } = self.kept.played;
        won && counts && Day::at(finished) == self.day
    }
}

impl Store {
    /// Every board of a day that was played, in the order in which the games ended.
    pub fn daily(&self) -> Result<Vec<Daily>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT id, finished, won, counts, time, bbbv, json_extract(record, '$.daily'),
                    json_extract(record, '$.level') FROM game
             WHERE kind = ?1 AND instr(record, '\"daily\":') > 0 ORDER BY finished, id",
        )?;
        let mut rows = query.query([NO_GUESS])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |at: usize| row.get::<_, Option<String>>(at).map(Option::unwrap_or_default);
            if let (Ok(day), Ok(level)) = (text(6)?.parse(), text(7)?.parse()) {
                all.push(Daily { day, level, kept: kept_in(row)? });
            }
        }
        Ok(all)
    }

    /// Notes that the board of a day was begun: what is left and begun anew is
    /// still one attempt. Whether this is the first, and not another instance's.
    pub fn attempt(&self, day: Day, level: Level) -> Result<bool, StoreError> {
        let day = number(day.number());
        let new = self.connection.execute(
            "INSERT OR IGNORE INTO attempt (day, level) VALUES (?1, ?2)",
            params![day, level.key()],
        )?;
        Ok(new > 0)
    }

    /// Whether the board of a day was begun, or played to its end, before.
    pub fn attempted(&self, day: Day, level: Level) -> Result<bool, StoreError> {
        let begun: i64 = self.connection.query_row(
            "SELECT count(*) FROM attempt WHERE day = ?1 AND level = ?2",
            params![number(day.number()), level.key()],
            |row| row.get(0),
        )?;
        Ok(begun > 0 || self.daily()?.iter().any(|played| played.day == day && played.level == level))
    }

    /// Days in a row on which a board of the day was won.
    pub fn streak(&self, today: Day) -> Result<Streak, StoreError> {
        let won = self.daily()?.into_iter().filter(Daily::keeps_streak).map(|daily| daily.day);
        Ok(daily::streak(won, today))
    }

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

    /// How a record that is kept stands among others of its kind, in words.
    pub fn standing(&self, record: &Record) -> Result<Option<String>, StoreError> {
        let best = self.best(&Category::of(record), 2)?;
        let before = best.iter().find(|best| best.id != record.id()).map(|best| best.time);
        Ok(words::standing(record, before))
    }

    /// Every category that was played, levels first.
    pub fn categories(&self) -> Result<Vec<Category>, StoreError> {
        Ok(self.statistics()?.into_iter().map(|statistics| statistics.category).collect())
    }

    /// The statistics of every category that was played, levels first.
    pub fn statistics(&self) -> Result<Vec<Statistics>, StoreError> {
        let sum = |(category, games): (Category, Vec<Kept>)| {
            Statistics::of(category, games.iter().map(|game| &game.played))
        };
        Ok(self.games()?.into_iter().map(sum).collect())
    }

    /// The games of every category that was played, levels first; each in the
    /// order in which they ended.
    pub fn games(&self) -> Result<Vec<(Category, Vec<Kept>)>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT id, finished, won, counts, time, bbbv, size, mines, rules, kind FROM game
             ORDER BY size, mines, rules, kind, finished, id",
        )?;
        let mut rows = query.query([])?;
        let mut all: Vec<(Category, Vec<Kept>)> = Vec::new();
        while let Some(row) = rows.next()? {
            let category = Category {
                size: row.get(6)?,
                mines: row.get::<_, i64>(7)? as u64,
                rules: row.get(8)?,
                kind: row.get(9)?,
            };
            let game = kept_in(row)?;
            match all.last_mut() {
                Some((last, games)) if *last == category => games.push(game),
                _ => all.push((category, vec![game])),
            }
        }
        all.sort_by_cached_key(|(category, _)| category.order());
        Ok(all)
    }
}

/// The game in a row that begins with its id and what is played.
fn kept_in(row: &Row<'_>) -> Result<Kept, rusqlite::Error> {
    let played = Played {
        finished: row.get::<_, i64>(1)? as u64,
        won: row.get(2)?,
        counts: row.get(3)?,
        time: row.get::<_, i64>(4)? as u64,
        bbbv: row.get::<_, i64>(5)? as u64,
    };
    Ok(Kept { id: row.get(0)?, played })
}
