//! What many games come to, as numbers: totals, and the points of plots.

use omnisweep_engine::{RuleSet, Shape};
use omnisweep_solver::Grade;

use crate::guess::GuessMode;
use crate::level::Level;
use crate::record::Record;

/// What games on boards that need no guess are called.
pub const NO_GUESS: &str = "no guess";

/// Games that can be compared: the same board sizes, mines and rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Category {
    /// The sizes, `16x30`.
    pub size: String,
    /// How many mines.
    pub mines: u64,
    /// The rules' key.
    pub rules: String,
    /// What was special: nothing, `no guess`, `no guess, hard` or `fair`.
    pub kind: String,
}

impl Category {
    /// The category of a game.
    #[must_use]
    pub fn of(record: &Record) -> Category {
        let setup = &record.setup;
        let kind = match (setup.guess, setup.guess.grade()) {
            (GuessMode::Fair, _) => "fair".to_owned(),
            (_, Some(grade)) => Category::kind_of(grade),
            (GuessMode::Never, _) => NO_GUESS.to_owned(),
            _ => String::new(),
        };
        Category {
            size: setup.shape.to_string(),
            mines: setup.mines,
            rules: setup.set.key().to_owned(),
            kind,
        }
    }

    /// The level, if the board has a name.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of(&self.sizes()?, self.mines)
    }

    /// The grade that its boards have to be of, if any.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        Grade::ALL.into_iter().find(|&grade| self.kind == Category::kind_of(grade))
    }

    fn kind_of(grade: Grade) -> String {
        format!("{NO_GUESS}, {grade}")
    }

    /// The level's name, or sizes and mines: `expert`, `20x24/99`.
    #[must_use]
    pub fn board(&self) -> String {
        match self.level() {
            Some(level) => level.key().to_owned(),
            None => format!("{}/{}", self.size, self.mines),
        }
    }

    /// The sizes of the board, if they are any.
    #[must_use]
    pub fn sizes(&self) -> Option<Vec<u64>> {
        self.size.parse().ok().map(|shape: Shape| shape.sizes().to_vec())
    }

    /// Where it stands in a list: levels before other boards, the modern rules
    /// before the others.
    #[must_use]
    pub fn order(&self) -> (usize, bool, String, u64, String, String) {
        let level = Level::ALL.iter().position(|&level| self.level() == Some(level));
        (
            level.unwrap_or(Level::ALL.len()),
            self.rules != RuleSet::Modern.key(),
            self.size.clone(),
            self.mines,
            self.rules.clone(),
            self.kind.clone(),
        )
    }
}

/// What statistics need to know of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// When it ended, in milliseconds since 1970.
    pub finished: u64,
    /// Whether it was won.
    pub won: bool,
    /// Whether it was no practice.
    pub counts: bool,
    /// Whether it has a place among best times: see [`Record::ranks`].
    pub ranks: bool,
    /// The time it took, in milliseconds.
    pub time: u64,
    /// The board's 3BV.
    pub bbbv: u64,
}

impl GameSummary {
    /// What is needed of a record.
    #[must_use]
    pub fn of(record: &Record) -> GameSummary {
        GameSummary {
            finished: record.finished,
            won: record.won,
            counts: record.practice.is_none(),
            ranks: record.ranks(),
            time: record.metrics.time,
            bbbv: record.metrics.worth.bbbv,
        }
    }

    /// 3BV a second of a win; of a loss it would be that of a part.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        (self.won && self.time > 0).then(|| self.bbbv as f64 * 1000.0 / self.time as f64)
    }
}

/// What all games of a category come to. Practice counts as such only.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Which games.
    pub category: Category,
    /// How many were finished that count.
    pub games: u64,
    /// How many of those were won.
    pub wins: u64,
    /// How many were practice.
    pub practice: u64,
    /// The time of all games that count, in milliseconds.
    pub played: u64,
    /// How many of the wins rank, so that their times are those of a game that can be replayed.
    pub ranked: u64,
    /// The time of all of these, in milliseconds.
    pub ranked_time: u64,
    /// The best time of one of these.
    pub best: Option<u64>,
    /// The most 3BV a second in one of these.
    pub speed: Option<f64>,
    /// Wins in a row that still go on.
    pub streak: u64,
    /// The most wins in a row.
    pub longest_streak: u64,
}

impl Statistics {
    /// Of a category in which nothing was played.
    #[must_use]
    pub fn none(category: Category) -> Statistics {
        Statistics {
            category,
            games: 0,
            wins: 0,
            practice: 0,
            played: 0,
            ranked: 0,
            ranked_time: 0,
            best: None,
            speed: None,
            streak: 0,
            longest_streak: 0,
        }
    }

    /// The share of wins, if there was a game.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// The mean time of the wins that rank, in milliseconds.
    #[must_use]
    pub fn mean(&self) -> Option<u64> {
        self.ranked_time.checked_div(self.ranked)
    }

    /// What games of a category come to, in the order in which they ended.
    pub fn of<'a>(category: Category, games: impl IntoIterator<Item = &'a GameSummary>) -> Statistics {
        let mut all = Statistics::none(category);
        games.into_iter().for_each(|game| all.add(game));
        all
    }

    /// One more game, which ended after all others.
    pub fn add(&mut self, game: &GameSummary) {
        if !game.counts {
            self.practice += 1;
            return;
        }
        self.games += 1;
        self.played = self.played.saturating_add(game.time);
        if !game.won {
            self.streak = 0;
            return;
        }
        self.wins += 1;
        self.streak += 1;
        self.longest_streak = self.longest_streak.max(self.streak);
        if !game.ranks {
            return;
        }
        self.ranked += 1;
        self.ranked_time = self.ranked_time.saturating_add(game.time);
        self.best = Some(self.best.map_or(game.time, |best| best.min(game.time)));
        if let Some(speed) = game.speed() {
            self.speed = Some(self.speed.map_or(speed, |best| best.max(speed)));
        }
    }
}

/// A game as a point of the plots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The how many-th game it was, from 1; practice is left out.
    pub number: u64,
    /// When it ended, in milliseconds since 1970.
    pub finished: u64,
    /// The time of a win that ranks, in seconds.
    pub seconds: Option<f64>,
    /// 3BV a second of a win that ranks.
    pub speed: Option<f64>,
    /// The share of wins among the last [`RECENT`] games up to this one.
    pub win_rate: f64,
    /// Whether no win before was as quick.
    pub best_time: bool,
    /// Whether no win before had as many 3BV a second.
    pub best_speed: bool,
}

/// What of games is plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The times of wins, in seconds.
    Time,
    /// 3BV a second of wins.
    Speed,
    /// The share of wins among the last [`RECENT`] games, in percent.
    WinRate,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 3] = [Measure::Time, Measure::Speed, Measure::WinRate];

    /// Its value at a point, if it has one there.
    #[must_use]
    pub fn of(self, point: &Point) -> Option<f64> {
        match self {
            Measure::Time => point.seconds,
            Measure::Speed => point.speed,
            Measure::WinRate => Some(point.win_rate * 100.0),
        }
    }

    /// Whether no game before was as good.
    #[must_use]
    pub fn is_best(self, point: &Point) -> bool {
        match self {
            Measure::Time => point.best_time,
            Measure::Speed => point.best_speed,
            Measure::WinRate => false,
        }
    }
}

/// Over how many games the win rate is taken.
pub const RECENT: usize = 20;

/// The points of games of a category, in the order in which they ended.
pub fn series<'a>(games: impl IntoIterator<Item = &'a GameSummary>) -> Vec<Point> {
    let games: Vec<&GameSummary> = games.into_iter().filter(|game| game.counts).collect();
    let (mut quickest, mut fastest) = (f64::INFINITY, 0.0);
    let mut points = Vec::with_capacity(games.len());
    for (at, game) in games.iter().enumerate() {
        let recent = &games[(at + 1).saturating_sub(RECENT)..=at];
        let seconds = game.ranks.then(|| game.time as f64 / 1000.0);
        let speed = game.speed().filter(|_| game.ranks);
        let best_time = seconds.is_some_and(|seconds| seconds < quickest);
        let best_speed = speed.is_some_and(|speed| speed > fastest);
        quickest = seconds.map_or(quickest, |seconds| quickest.min(seconds));
        fastest = speed.map_or(fastest, |speed| fastest.max(speed));
        points.push(Point {
            number: at as u64 + 1,
            finished: game.finished,
            seconds,
            speed,
            win_rate: recent.iter().filter(|game| game.won).count() as f64 / recent.len() as f64,
            best_time,
            best_speed,
        });
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(won: bool, time: u64, bbbv: u64) -> GameSummary {
        GameSummary { finished: 0, won, counts: true, ranks: won, time, bbbv }
    }

    #[test]
    fn personal_bests_are_marked_and_the_win_rate_follows() {
        let helped = GameSummary { counts: false, ranks: false, ..game(true, 1, 100) };
        let games =
            [game(false, 9000, 10), game(true, 5000, 10), helped, game(true, 6000, 30), game(true, 4000, 4)];
        let points = series(&games);
        let seen: Vec<_> = points
            .iter()
            .map(|point| (point.number, point.seconds, point.best_time, point.best_speed))
            .collect();
        assert_eq!(
            seen,
            [
                (1, None, false, false),
                (2, Some(5.0), true, true),
                (3, Some(6.0), false, true),
                (4, Some(4.0), true, false)
            ]
        );
        let rates: Vec<f64> = points.iter().map(|point| point.win_rate).collect();
        assert_eq!(rates, [0.0, 0.5, 2.0 / 3.0, 0.75]);
        assert_eq!(points[2].speed, Some(5.0));
        let long: Vec<GameSummary> = (0..50).map(|at| game(at >= 30, 1000, 1)).collect();
        assert_eq!(series(&long).last().map(|point| point.win_rate), Some(1.0));
        assert!(series(&[]).is_empty());
    }

    #[test]
    fn totals_leave_out_games_with_help() {
        let helped = GameSummary { counts: false, ranks: false, ..game(true, 1, 100) };
        let category =
            Category { size: "16x30".into(), mines: 99, rules: "modern".into(), kind: "no guess".into() };
        assert_eq!(
            (category.board(), crate::words::category(&category)),
            ("expert".into(), "Expert, no guess".into())
        );
        let all =
            [game(true, 4000, 10), game(true, 2000, 10), game(false, 1000, 10), helped, game(true, 6000, 0)];
        let sum = Statistics::of(category, &all);
        assert_eq!((sum.games, sum.wins, sum.practice, sum.played), (4, 3, 1, 13_000));
        assert_eq!((sum.best, sum.mean(), sum.speed), (Some(2000), Some(4000), Some(5.0)));
        assert_eq!((sum.streak, sum.longest_streak, sum.win_rate()), (1, 2, Some(0.75)));
    }

    #[test]
    fn a_win_that_nobody_can_replay_counts_but_has_no_time() {
        let category =
            Category { size: "9x9".into(), mines: 10, rules: "modern".into(), kind: String::new() };
        let large = GameSummary { ranks: false, ..game(true, 1, 100) };
        let sum = Statistics::of(category, &[game(true, 4000, 10), large]);
        assert_eq!((sum.wins, sum.streak), (2, 2));
        assert_eq!((sum.best, sum.mean(), sum.speed), (Some(4000), Some(4000), Some(2.5)));
        let points = series(&[large]);
        assert_eq!((points[0].seconds, points[0].speed, points[0].win_rate), (None, None, 1.0));
    }
}
