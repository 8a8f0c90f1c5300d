//! Best times and statistics.

use omnisweep_session::daily::{self, DailyBoard, Day, Streak};
use omnisweep_session::{Category, GameSummary, Record, Statistics, words};
use rusqlite::{Row, params};

use crate::change::{self, played_in};
use crate::open::StoreError;
use crate::row::{number, text_of};
use crate::store::Store;

/// A best time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTime {
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
pub struct StoredGame {
    /// The record's id.
    pub id: String,
    /// How it was.
    pub played: GameSummary,
}

/// A board of the day that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// Whose board it was.
    pub day: Day,
    /// Which of that day's.
    pub board: DailyBoard,
    /// The game.
    pub kept: StoredGame,
}

impl DailyGame {
    /// Whether it counts for a streak: see [`won_on`](omnisweep_session::daily::won_on).
    #[must_use]
    pub fn keeps_streak(&self) -> bool {
        let GameSummary { won, counts, finished, .. } = self.kept.played;
        won && counts && Day::at(finished) == self.day
    }
}

impl Store {
    /// Every board of a day that was played, in the order in which the games ended.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn daily(&self) -> Result<Vec<DailyGame>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT record.id, finished, won, counts, ranks, time, bbbv, day, size, mines, rules, kind
             FROM record JOIN category ON category = category.number
             WHERE day IS NOT NULL ORDER BY finished, record.id",
        )?;
        let mut rows = query.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let category = Category {
                size: row.get(8)?,
                mines: row.get::<_, i64>(9)? as u64,
                rules: row.get(10)?,
                kind: row.get(11)?,
            };
            let board = category.level().and_then(|level| DailyBoard::of(level, category.grade()));
            if let (Ok(day), Some(board)) = (row.get::<_, String>(7)?.parse(), board) {
                all.push(DailyGame { day, board, kept: kept_in(row)? });
            }
        }
        Ok(all)
    }

    /// Notes that the board of a day was begun: what is left and begun anew is
    /// still one attempt. Whether this is the first, and not another instance's.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub fn note_attempt(&self, day: Day, board: impl Into<DailyBoard>) -> Result<bool, StoreError> {
        let day = number(day.number());
        let new = self.connection.execute(
            "INSERT OR IGNORE INTO attempt (day, level) VALUES (?1, ?2)",
            params![day, board.into().key()],
        )?;
        Ok(new > 0)
    }

    /// Whether the board of a day was begun, or played to its end, before.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn attempted(&self, day: Day, board: impl Into<DailyBoard>) -> Result<bool, StoreError> {
        let board = board.into();
        let begun: i64 = self.connection.query_row(
            "SELECT count(*) FROM attempt WHERE day = ?1 AND level = ?2",
            params![number(day.number()), board.key()],
            |row| row.get(0),
        )?;
        Ok(begun > 0 || self.daily()?.iter().any(|played| played.day == day && played.board == board))
    }

    /// Days in a row on which a board of the day was won.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn streak(&self, today: Day) -> Result<Streak, StoreError> {
        let won = self.daily()?.into_iter().filter(DailyGame::keeps_streak).map(|daily| daily.day);
        Ok(daily::streak(won, today))
    }

    /// The best times of a category, the best first; the older of two equals first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn best(&self, category: &Category, most: usize) -> Result<Vec<BestTime>, StoreError> {
        let Some(sum) = change::find(&self.connection, category)? else { return Ok(Vec::new()) };
        let mut query = self.connection.prepare_cached(
            "SELECT time, bbbv, clicks, finished, id FROM record
             WHERE category = ?1 AND ranks ORDER BY time, finished, id LIMIT ?2",
        )?;
        let rows = query.query_map(params![sum.number, number(most as u64)], |row| {
            Ok(BestTime {
                time: row.get::<_, i64>(0)? as u64,
                bbbv: row.get::<_, i64>(1)? as u64,
                clicks: row.get::<_, i64>(2)? as u64,
                finished: row.get::<_, i64>(3)? as u64,
                id: text_of(row.get(4)?),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How a record that is kept stands among others of its kind, in words.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn standing(&self, record: &Record) -> Result<Option<String>, StoreError> {
        let best = self.best(&Category::of(record), 2)?;
        let id = record.id();
        let before = best.iter().find(|best| best.id != id).map(|best| best.time);
        Ok(words::standing(record, before))
    }

    /// Every category that was played, levels first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn categories(&self) -> Result<Vec<Category>, StoreError> {
        Ok(self.statistics()?.into_iter().map(|statistics| statistics.category).collect())
    }

    /// The statistics of every category that was played, levels first. They are kept with the
    /// games, so this does not depend on how many there are.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn statistics(&self) -> Result<Vec<Statistics>, StoreError> {
        let sums = change::sums(&self.connection)?.into_iter().map(|sum| sum.statistics);
        let mut all: Vec<Statistics> = sums.filter(|sum| sum.games + sum.practice > 0).collect();
        all.sort_by_cached_key(|sum| sum.category.order());
        Ok(all)
    }

    /// The games of a category, in the order in which they ended.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn games(&self, category: &Category) -> Result<Vec<StoredGame>, StoreError> {
        let Some(sum) = change::find(&self.connection, category)? else { return Ok(Vec::new()) };
        let mut query = self.connection.prepare_cached(
            "SELECT id, finished, won, counts, ranks, time, bbbv FROM record
             WHERE category = ?1 ORDER BY finished, id",
        )?;
        let rows = query.query_map([sum.number], kept_in)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// The game in a row that begins with its id and what is played.
fn kept_in(row: &Row<'_>) -> Result<StoredGame, rusqlite::Error> {
    Ok(StoredGame { id: text_of(row.get(0)?), played: played_in(row, 1)? })
}
