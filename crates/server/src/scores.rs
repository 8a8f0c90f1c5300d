//! Leaderboards: for each kind of board and span of time, the best of each account by five measures.
//!
//! What an account has reached is kept up to date as its games end, so that a page of a leaderboard is a walk along
//! an index, however many games there are.

use omnisweep_session::daily::Day;
use serde::Serialize;

use crate::board::Board;
use crate::database::{Database, DatabaseError, Step, Value};
use crate::replay::GameResult;

/// What players are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The best time, in milliseconds.
    Time,
    /// The most 3BV in a thousand seconds.
    Speed,
    /// The most 3BV for ten thousand clicks.
    Efficiency,
    /// How many games were won.
    Wins,
    /// The most games that were won one after the other.
    Streak,
}

omnisweep_engine::keyed!(
    Measure,
    "measure",
    [Time = "time", Speed = "speed", Efficiency = "efficiency", Wins = "wins", Streak = "streak"]
);

/// A span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// Today (UTC).
    Day,
    /// This week, which began on Monday.
    Week,
    /// This month.
    Month,
    /// All time.
    All,
}

omnisweep_engine::keyed!(Span, "span of time", [Day = "today", Week = "week", Month = "month", All = "all"]);

impl Span {
    /// The name of the span that a moment is in, in milliseconds since the beginning of 1970.
    #[must_use]
    pub fn at(self, moment: u64) -> String {
        let day = Day::at(moment);
        match self {
            Span::Day => day.to_string(),
            Span::Week => {
                // The first day there is was a Thursday.
                let since_monday = (day.begins() / (24 * 60 * 60 * 1000) + 3) % 7;
                format!("week {}", (0..since_monday).fold(day, |day, _| day.before()))
            }
            Span::Month => {
                day.to_string().rsplit_once('-').map_or_else(String::new, |(month, _)| month.to_owned())
            }
            Span::All => "all".to_owned(),
        }
    }
}

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// From 1 on.
    pub rank: u64,
    /// Whose it is.
    pub name: String,
    /// What was reached.
    pub value: u64,
    /// In which game, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether it is that of who asks.
    pub you: bool,
}

/// What a finished game adds to the leaderboards.
#[must_use]
pub fn steps(account: i64, board: Board, game: &str, finished: u64, result: &GameResult) -> Vec<Step> {
    const PUT: &str = "
        INSERT INTO score AS old
            (board, span, account, time, time_game, speed, speed_game, efficiency, efficiency_game, wins, run, streak)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (board, span, account) DO UPDATE SET
            time = CASE WHEN old.time IS NULL OR excluded.time < old.time THEN excluded.time ELSE old.time END,
            time_game = CASE WHEN old.time IS NULL OR excluded.time < old.time
                THEN excluded.time_game ELSE old.time_game END,
            speed = CASE WHEN old.speed IS NULL OR excluded.speed > old.speed
                THEN excluded.speed ELSE old.speed END,
            speed_game = CASE WHEN old.speed IS NULL OR excluded.speed > old.speed
                THEN excluded.speed_game ELSE old.speed_game END,
            efficiency = CASE WHEN old.efficiency IS NULL OR excluded.efficiency > old.efficiency
                THEN excluded.efficiency ELSE old.efficiency END,
            efficiency_game = CASE WHEN old.efficiency IS NULL OR excluded.efficiency > old.efficiency
                THEN excluded.efficiency_game ELSE old.efficiency_game END,
            wins = old.wins + excluded.wins,
            run = CASE WHEN excluded.wins = 1 THEN old.run + 1 ELSE 0 END,
            streak = CASE WHEN excluded.wins = 1 AND old.run + 1 > old.streak THEN old.run + 1 ELSE old.streak END";
    let won = u64::from(result.won);
    let game = result.won.then_some(game);
    let put = |span: Span| {
        let time = result.won.then_some(result.time);
        let values: Vec<Value> = vec![
            board.to_string().into(),
            span.at(finished).into(),
            account.into(),
            time.into(),
            game.into(),
            result.speed().into(),
            game.into(),
            result.efficiency().into(),
            game.into(),
            won.into(),
            won.into(),
            won.into(),
        ];
        Step::one(PUT, values)
    };
    Span::ALL.map(put).into()
}

/// The statements about a measure: the places from one on, what an account has reached, and how many are better.
/// Each stands on an index.
struct Queries {
    page: &'static str,
    own: &'static str,
    better: &'static str,
}

macro_rules! queries {
    ($value:literal, $game:literal, $there:literal, $order:literal, $better:literal) => {
        Queries {
            // What comes before the page is passed along the index alone: the game is looked up for those on it.
            page: concat!(
                "SELECT account.name, best.value, ",
                $game,
                ", best.account FROM (SELECT account, ",
                $value,
                " AS value FROM score WHERE board = $1 AND span = $2 AND ",
                $there,
                " ORDER BY ",
                $value,
                $order,
                ", account LIMIT $3 OFFSET $4) AS best",
                " JOIN score ON score.board = $1 AND score.span = $2 AND score.account = best.account",
                " JOIN account ON account.id = best.account ORDER BY best.value",
                $order,
                ", best.account"
            ),
            own: concat!(
                "SELECT ",
                $value,
                " FROM score WHERE board = $1 AND span = $2 AND account = $3 AND ",
                $there
            ),
            better: concat!(
                "SELECT (SELECT count(*) FROM score WHERE board = $1 AND span = $2 AND ",
                $there,
                " AND ",
                $value,
                $better,
                " $3) + (SELECT count(*) FROM score WHERE board = $1 AND span = $2 AND ",
                $there,
                " AND ",
                $value,
                " = $3 AND account < $4)"
            ),
        }
    };
}

fn queries(measure: Measure) -> Queries {
    match measure {
        Measure::Time => queries!("time", "score.time_game", "time IS NOT NULL", "", " <"),
        Measure::Speed => queries!("speed", "score.speed_game", "speed IS NOT NULL", " DESC", " >"),
        Measure::Efficiency => {
            queries!("efficiency", "score.efficiency_game", "efficiency IS NOT NULL", " DESC", " >")
        }
        Measure::Wins => queries!("wins", "CAST(NULL AS TEXT)", "wins > 0", " DESC", " >"),
        Measure::Streak => queries!("streak", "CAST(NULL AS TEXT)", "streak > 0", " DESC", " >"),
    }
}

/// A leaderboard that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaderboard {
    /// About which boards.
    pub board: Board,
    /// By what.
    pub measure: Measure,
    /// The name of the span of time: see [`Span::at`].
    pub span: String,
}

/// How many places a page has.
pub const PAGE: u64 = 25;

impl Leaderboard {
    /// The places from one on, the first being 0. `you` is who asks.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn page(
        &self,
        database: &dyn Database,
        from: u64,
        you: Option<i64>,
    ) -> Result<Vec<Place>, DatabaseError> {
        let values = vec![self.board.to_string().into(), self.span.as_str().into(), PAGE.into(), from.into()];
        let rows = database.read(queries(self.measure).page, values).await?;
        let place = |(at, row): (u64, &crate::database::Row)| {
            Ok(Place {
                rank: from + at + 1,
                name: row.text(0)?.to_owned(),
                value: row.number(1)?,
                game: row.text_or_none(2)?.map(str::to_owned),
                you: Some(row.integer(3)?) == you,
            })
        };
        (0..).zip(&rows).map(place).collect()
    }

    /// How many places are before that of an account; nothing where it has none.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn before(&self, database: &dyn Database, account: i64) -> Result<Option<u64>, DatabaseError> {
        let (board, span): (Value, Value) = (self.board.to_string().into(), self.span.as_str().into());
        let values = vec![board.clone(), span.clone(), account.into()];
        let rows = database.read(queries(self.measure).own, values).await?;
        let Some(own) = rows.first() else { return Ok(None) };
        let values = vec![board, span, own.number(0)?.into(), account.into()];
        let rows = database.read(queries(self.measure).better, values).await?;
        rows.first().map(|row| row.number(0)).transpose()
    }

    /// The page in whose middle an account is; nothing where it has no place.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn around(&self, database: &dyn Database, account: i64) -> Result<Vec<Place>, DatabaseError> {
        match self.before(database, account).await? {
            Some(before) => self.page(database, before.saturating_sub(PAGE / 2), Some(account)).await,
            None => Ok(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time_have_names() {
        let moment = Day::of_number(20_261_118).unwrap().begins() + 5;
        let names = Span::ALL.map(|span| span.at(moment));
        assert_eq!(names, ["2026-11-18", "week 2026-11-16", "2026-11", "all"]);
        // A Monday and a Sunday.
        let week = |day| Span::Week.at(Day::of_number(day).unwrap().begins());
        assert_eq!([week(20_261_116), week(20_261_122)], ["week 2026-11-16"; 2]);
        assert_eq!(week(20_261_123), "week 2026-11-23");
    }
}
