//! Best times, statistics, plots and the games themselves: what there is to
//! look at, and where one looks.

use omnisweep_session::Statistics;
use omnisweep_session::statistics::{Measure, Point, series};
use omnisweep_store::{Best, Kept, Store, StoreError};

use crate::app::App;
use crate::effect::Effect;

/// How many best times are looked up for each kind of game.
const BEST: usize = 10;

/// The row of a window that stands for the names of the pages.
pub const PAGES: usize = usize::MAX;

/// What there is to see of a kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct CategoryScores {
    /// The statistics.
    pub statistics: Statistics,
    /// The best times, the best first.
    pub best: Vec<Best>,
    /// The points of the plots.
    pub points: Vec<Point>,
    /// The games, the newest first.
    pub games: Vec<Kept>,
}

impl CategoryScores {
    /// Every kind of game that was played, levels first.
    pub fn all(store: &Store) -> Result<Vec<CategoryScores>, StoreError> {
        let mut all = Vec::new();
        for (category, mut games) in store.games()? {
            let best = store.best(&category, BEST)?;
            let points = series(games.iter().map(|game| &game.played));
            let statistics = Statistics::of(category, games.iter().map(|game| &game.played));
            games.reverse();
            all.push(CategoryScores { statistics, best, points, games });
        }
        Ok(all)
    }
}

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Numbers and best times.
    #[default]
    Table,
    /// A plot of all games.
    Plot(Measure),
    /// The games, to be replayed.
    Games,
}

impl Page {
    /// All of them, in order.
    pub const ALL: [Page; 5] = [
        Page::Table,
        Page::Plot(Measure::Time),
        Page::Plot(Measure::Speed),
        Page::Plot(Measure::WinRate),
        Page::Games,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Page::Table => "Table",
            Page::Plot(Measure::Time) => "Times",
            Page::Plot(Measure::Speed) => "3BV/s",
            Page::Plot(Measure::WinRate) => "Win rate",
            Page::Games => "Games",
        }
    }
}

/// Best times and statistics, once they have been looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// Every kind of game.
    pub categories: Option<Vec<CategoryScores>>,
    /// The kind that is chosen.
    pub row: usize,
    /// What is looked at.
    pub page: Page,
    /// The game that is chosen.
    pub game: usize,
}

impl Scores {
    /// The kind that is chosen.
    pub fn chosen(&self) -> Option<&CategoryScores> {
        self.categories.as_ref()?.get(self.row)
    }

    /// What up and down go through, and how much of it there is.
    pub fn rows(&mut self) -> (&mut usize, usize) {
        let games = self.chosen().map_or(0, |scores| scores.games.len());
        match self.page {
            Page::Games => (&mut self.game, games),
            _ => (&mut self.row, self.categories.as_ref().map_or(0, Vec::len)),
        }
    }

    /// The next page, or the one before.
    pub fn turn(&mut self, forward: bool) {
        let at = Page::ALL.iter().position(|&page| page == self.page).unwrap_or(0);
        let by = if forward { 1 } else { Page::ALL.len() - 1 };
        self.page = Page::ALL[(at + by) % Page::ALL.len()];
        self.game = 0;
    }

    /// Goes to a row; on the list of games, to a game.
    pub fn go(&mut self, row: usize) {
        let (at, count) = self.rows();
        *at = row.min(count.saturating_sub(1));
    }

    /// The id of the game that is chosen, where games are.
    pub fn game(&self) -> Option<&str> {
        let games = &self.chosen().filter(|_| self.page == Page::Games)?.games;
        games.get(self.game).map(|game| game.id.as_str())
    }
}

impl App {
    /// A kind of game is chosen: its games; a game is: its replay.
    pub(crate) fn choose_score(&mut self, scores: &mut Scores) {
        match scores.game() {
            Some(id) => self.effect(Effect::LookUpReplay(id.to_owned())),
            None => (scores.page, scores.game) = (Page::Games, 0),
        }
    }

    /// A click on a row of the statistics: chooses it, and what is chosen already.
    pub(crate) fn click_score(&mut self, scores: &mut Scores, row: usize) {
        if row == PAGES {
            return scores.turn(true);
        }
        let again = *scores.rows().0 == row;
        scores.go(row);
        if again {
            self.choose_score(scores);
        }
    }
}
