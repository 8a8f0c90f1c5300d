//! Best times and statistics.

use omnisweep_session::{Guess, Level, Record};
use rusqlite::params;

use crate::open::StoreError;
use crate::store::{Store, board_name, number};

/// Games that can be compared: the same board sizes, mines and rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Category {
    /// The sizes, `16x30`.
    pub size: String,
    /// How many mines.
    pub mines: u64,
    /// The rules' key.
    pub rules: String,
    /// What was special: nothing, `no guess` or `fair`.
    pub kind: String,
}

impl Category {
    /// The category of a game.
    #[must_use]
    pub fn of(record: &Record) -> Category {
        let setup = &record.setup;
        let kind = match setup.guess {
            Guess::Ordinary => "",
            Guess::Never => "no guess",
            Guess::Fair => "fair",
        };
        Category {
            size: setup.shape.to_string(),
            mines: setup.mines,
            rules: setup.set.key().to_owned(),
            kind: kind.to_owned(),
        }
    }

    pub(crate) fn columns(&self) -> (&str, i64, &str, &str) {
        (&self.size, number(self.mines), &self.rules, &self.kind)
    }

    /// The level, if the board has a name.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of(&self.sizes()?, self.mines)
    }

    /// The level's name, or sizes and mines: `expert`, `20x24/99`.
    #[must_use]
    pub fn board(&self) -> String {
        self.sizes().map_or_else(|| self.size.clone(), |sizes| board_name(&sizes, self.mines))
    }

    fn sizes(&self) -> Option<Vec<u64>> {
        self.size.split('x').map(|size| size.parse().ok()).collect()
    }

    /// Where it stands in a list: levels before other boards, the modern rules
    /// before the others.
    fn order(&self) -> (usize, bool, String, u64, String, String) {
        let level = Level::ALL.iter().position(|&level| self.level() == Some(level));
        (
            level.unwrap_or(Level::ALL.len()),
            self.rules != "modern",
            self.size.clone(),
            self.mines,
            self.rules.clone(),
            self.kind.clone(),
        )
    }
}

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

/// What all games of a category come to. Games with help count as such only.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Which games.
    pub category: Category,
    /// How many were finished without help.
    pub games: u64,
    /// How many of those were won.
    pub wins: u64,
    /// How many were finished with help, or with moves taken back.
    pub assisted: u64,
    /// The time of all games without help, in milliseconds.
    pub played: u64,
    /// The best time of a win, in milliseconds.
    pub best: Option<u64>,
    /// The mean time of the wins, in milliseconds.
    pub mean: Option<u64>,
    /// The most 3BV a second in a win.
    pub speed: Option<f64>,
    /// Wins in a row that still go on.
    pub streak: u64,
    /// The most wins in a row.
    pub longest_streak: u64,
}

impl Statistics {
    /// The share of wins, if there was a game.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    fn of(category: Category) -> Statistics {
        Statistics {
            category,
            games: 0,
            wins: 0,
            assisted: 0,
            played: 0,
            best: None,
            mean: None,
            speed: None,
            streak: 0,
            longest_streak: 0,
        }
    }

    /// Takes in the next game, in the order in which they ended.
    fn take(&mut self, won: bool, counts: bool, time: u64, bbbv: u64, time_of_wins: &mut u64) {
        if !counts {
            self.assisted += 1;
            return;
        }
        self.games += 1;
        self.played = self.played.saturating_add(time);
        if !won {
            self.streak = 0;
            return;
        }
        self.wins += 1;
        self.streak += 1;
        self.longest_streak = self.longest_streak.max(self.streak);
        self.best = Some(self.best.map_or(time, |best| best.min(time)));
        *time_of_wins = time_of_wins.saturating_add(time);
        self.mean = Some(*time_of_wins / self.wins);
        if time > 0 {
            let speed = bbbv as f64 * 1000.0 / time as f64;
            self.speed = Some(self.speed.map_or(speed, |best| best.max(speed)));
        }
    }
}

impl Store {
    /// The best times of a category, the best first; the older of two equals first.
    pub fn best(&self, category: &Category, most: usize) -> Result<Vec<Best>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT time, bbbv, clicks, finished, id FROM game
             WHERE size = ?1 AND mines = ?2 AND rules = ?3 AND kind = ?4 AND won AND counts
             ORDER BY time, finished, id LIMIT ?5",
        )?;
        let (size, mines, rules, kind) = category.columns();
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
        let mut query = self.connection.prepare(
            "SELECT size, mines, rules, kind, won, counts, time, bbbv FROM game
             ORDER BY size, mines, rules, kind, finished, id",
        )?;
        let mut rows = query.query([])?;
        let mut all: Vec<Statistics> = Vec::new();
        let mut time_of_wins = 0;
        while let Some(row) = rows.next()? {
            let category = Category {
                size: row.get(0)?,
                mines: row.get::<_, i64>(1)? as u64,
                rules: row.get(2)?,
                kind: row.get(3)?,
            };
            if all.last().is_none_or(|last| last.category != category) {
                all.push(Statistics::of(category));
                time_of_wins = 0;
            }
            if let Some(last) = all.last_mut() {
                let (time, bbbv) = (row.get::<_, i64>(6)? as u64, row.get::<_, i64>(7)? as u64);
                last.take(row.get(4)?, row.get(5)?, time, bbbv, &mut time_of_wins);
            }
        }
        all.sort_by_cached_key(|statistics| statistics.category.order());
        Ok(all)
    }
}
