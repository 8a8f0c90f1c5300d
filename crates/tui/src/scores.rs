//! Best times, statistics, plots and the games themselves: what there is to
//! look at, and where one looks.

use std::sync::Arc;

use omnisweep_session::statistics::{Measure, series};
use omnisweep_session::{Category, Statistics};
use omnisweep_store::{BestTime, Store, StoreError, StoredGame};

use crate::app::App;
use crate::chart::Plot;
use crate::effect::Effect;
use crate::window::Window;

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
    pub best: Vec<BestTime>,
    /// The games, once somebody wants to see them: there may be very many.
    pub games: Option<Games>,
}

/// The games of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// What is plotted of them, if there is anything.
    plots: [Option<Arc<Plot>>; 3],
    /// The games, the newest first.
    pub kept: Vec<StoredGame>,
}

impl Games {
    /// Those of a kind.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn of(store: &Store, category: &Category) -> Result<Games, StoreError> {
        let mut kept = store.games(category)?;
        let points = series(kept.iter().map(|game| &game.played));
        kept.reverse();
        Ok(Games { plots: Measure::ALL.map(|measure| Plot::new(measure, &points).map(Arc::new)), kept })
    }

    /// The plot of what was measured; nothing where there is nothing to plot.
    pub fn plot(&self, measure: Measure) -> Option<Arc<Plot>> {
        let at = Measure::ALL.iter().position(|&other| other == measure)?;
        self.plots[at].clone()
    }
}

impl CategoryScores {
    /// Every kind of game that was played, levels first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn all(store: &Store) -> Result<Vec<CategoryScores>, StoreError> {
        let all = store.statistics()?.into_iter().map(|statistics| {
            let best = store.best(&statistics.category, BEST)?;
            Ok(CategoryScores { statistics, best, games: None })
        });
        all.collect()
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
    /// The kind whose games are being looked up.
    asked: Option<Category>,
}

impl Scores {
    /// The kind that is chosen.
    pub fn chosen(&self) -> Option<&CategoryScores> {
        self.categories.as_ref()?.get(self.row)
    }

    /// What up and down go through, and how much of it there is.
    pub fn rows(&mut self) -> (&mut usize, usize) {
        let games = self.games().map_or(0, |games| games.kept.len());
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
        let games = self.games().filter(|_| self.page == Page::Games)?;
        games.kept.get(self.game).map(|game| game.id.as_str())
    }

    /// The games of the kind that is chosen, once they have been looked up.
    fn games(&self) -> Option<&Games> {
        self.chosen()?.games.as_ref()
    }

    /// The kind whose games are looked at, and have to be looked up first.
    fn wanted(&mut self) -> Option<Category> {
        let chosen = self.chosen().filter(|chosen| self.page != Page::Table && chosen.games.is_none())?;
        let category = chosen.statistics.category.clone();
        let known = self.asked.replace(category.clone()) == Some(category.clone());
        (!known).then_some(category)
    }

    /// Shows what was looked up.
    pub fn show(&mut self, categories: Vec<CategoryScores>) {
        (self.categories, self.asked) = (Some(categories), None);
    }

    /// Shows the games of a kind.
    pub fn show_games(&mut self, category: &Category, games: Games) {
        self.asked.take_if(|asked| asked == category);
        let categories = self.categories.iter_mut().flatten();
        for scores in categories.filter(|scores| scores.statistics.category == *category) {
            scores.games = Some(games.clone());
        }
    }
}

impl App {
    /// Has the games looked up that somebody looks at.
    pub(crate) fn want_games(&mut self) {
        if let Window::Statistics(scores) = &mut self.window
            && let Some(category) = scores.wanted()
        {
            self.effect(Effect::LookUpGames(category));
        }
    }

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
