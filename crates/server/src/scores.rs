//! Leaderboards: for each kind of board and span of time, the best of each account by five measures.
//!
//! What an account has reached is kept up to date as its games end, so that a page of a leaderboard is a walk along
//! an index, however many games there are.

use std::cmp::Ordering;
use std::sync::LazyLock;

use omnisweep_session::daily::Day;
use serde::Serialize;

use crate::board::Board;
use crate::database::{Database, DatabaseError, Row, Step, Value};
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

impl Measure {
    fn least_is_best(self) -> bool {
        self == Measure::Time
    }
}

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

/// The statements about a measure, each of which stands on an index.
struct Queries {
    /// The places from one on.
    page: String,
    /// The places around an account.
    near: String,
    /// What an account has reached.
    own: String,
    /// How many are better.
    better: String,
}

impl Queries {
    /// Those of a measure, made once: a statement is for ever, and what somebody asks for is bound to it.
    fn of(measure: Measure) -> &'static Queries {
        static ALL: LazyLock<[Queries; 5]> = LazyLock::new(|| Measure::ALL.map(Queries::new));
        &ALL[measure as usize]
    }

    fn new(measure: Measure) -> Queries {
        let (value, game, there) = match measure {
            Measure::Time => ("time", "score.time_game", "time IS NOT NULL"),
            Measure::Speed => ("speed", "score.speed_game", "speed IS NOT NULL"),
            Measure::Efficiency => ("efficiency", "score.efficiency_game", "efficiency IS NOT NULL"),
            Measure::Wins => ("wins", "CAST(NULL AS TEXT)", "wins > 0"),
            Measure::Streak => ("streak", "CAST(NULL AS TEXT)", "streak > 0"),
        };
        let (down, up, better, worse) =
            if measure.least_is_best() { ("ASC", "DESC", "<", ">") } else { ("DESC", "ASC", ">", "<") };
        let these = format!("FROM score WHERE board = $1 AND span = $2 AND {there}");
        let best = format!("SELECT account, {value} AS value {these}");
        // What comes before the page is passed along the index alone: the game is looked up for those on it.
        let places = |best: &str| {
            format!(
                "SELECT account.name, best.value, {game}, best.account FROM ({best}) AS best
                 JOIN score ON score.board = $1 AND score.span = $2 AND score.account = best.account
                 JOIN account ON account.id = best.account
                 ORDER BY best.value {down}, best.account"
            )
        };
        Queries {
            page: places(&format!("{best} ORDER BY {value} {down}, account LIMIT $3 OFFSET $4")),
            // Up and down from the account's place: among equals, then beyond them.
            near: places(&format!(
                "SELECT * FROM ({best} AND {value} = $3 AND account < $4 ORDER BY account DESC LIMIT $5) AS a
                 UNION ALL
                 SELECT * FROM ({best} AND {value} {better} $3 ORDER BY {value} {up}, account DESC LIMIT $5) AS b
                 UNION ALL
                 SELECT * FROM ({best} AND {value} = $3 AND account >= $4 ORDER BY account LIMIT $5) AS c
                 UNION ALL
                 SELECT * FROM ({best} AND {value} {worse} $3 ORDER BY {value} {down}, account LIMIT $5) AS d"
            )),
            own: format!("SELECT {value} {these} AND account = $3"),
            better: format!(
                "SELECT (SELECT count(*) {these} AND {value} {better} $3)
                 + (SELECT count(*) {these} AND {value} = $3 AND account < $4)"
            ),
        }
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
        let [board, span] = self.key();
        let values = vec![board, span, PAGE.into(), from.into()];
        let rows = database.read(&Queries::of(self.measure).page, values).await?;
        places(&rows, from, you)
    }

    /// The page in whose middle an account is; nothing where it has no place.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn around(&self, database: &dyn Database, account: i64) -> Result<Vec<Place>, DatabaseError> {
        let queries = Queries::of(self.measure);
        let [board, span] = self.key();
        let rows = database.read(&queries.own, vec![board.clone(), span.clone(), account.into()]).await?;
        let Some(own) = rows.first() else { return Ok(Vec::new()) };
        let own = own.number(0)?;
        let values = vec![board.clone(), span.clone(), own.into(), account.into()];
        let before =
            database.read(&queries.better, values).await?.first().map_or(Ok(0), |row| row.number(0))?;
        let values = vec![board, span, own.into(), account.into(), PAGE.into()];
        let rows = database.read(&queries.near, values).await?;
        // A game may have ended between the questions, so that the account itself has moved on.
        let mut ahead = 0;
        for row in &rows {
            let is_ahead = match row.number(1)?.cmp(&own) {
                Ordering::Equal => row.integer(3)? < account,
                Ordering::Less => self.measure.least_is_best(),
                Ordering::Greater => !self.measure.least_is_best(),
            };
            ahead += u64::from(is_ahead);
        }
        let left_out = ahead.saturating_sub(PAGE / 2);
        let mut page = places(&rows, before.saturating_sub(ahead), Some(account))?;
        page.drain(..left_out as usize);
        page.truncate(PAGE as usize);
        Ok(page)
    }

    fn key(&self) -> [Value; 2] {
        [self.board.to_string().into(), self.span.as_str().into()]
    }
}

/// Rows as places, the first of which has so many before it.
fn places(rows: &[Row], before: u64, you: Option<i64>) -> Result<Vec<Place>, DatabaseError> {
    let place = |(rank, row): (u64, &Row)| {
        Ok(Place {
            rank,
            name: row.text(0)?.to_owned(),
            value: row.number(1)?,
            game: row.text_or_none(2)?.map(str::to_owned),
            you: Some(row.integer(3)?) == you,
        })
    };
    (before + 1..).zip(rows).map(place).collect()
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
