//! Saved games: what there is, and what becomes of the one that is chosen.

use crossterm::event::{KeyCode, KeyEvent};
use omnisweep_engine::{Cell, Game, Outcome, View};
use omnisweep_session::{Session, daily, words};
use omnisweep_store::SavedGame;

use crate::app::{App, Now};
use crate::effect::Effect;
use crate::messages::Tone;
use crate::window::Window;

/// A saved game, as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// When it was saved.
    pub day: daily::Day,
    /// What it is, and how far; or that it cannot be read.
    pub about: String,
    /// A thumbnail of its board.
    pub thumbnail: Vec<String>,
}

impl Row {
    /// The row of a saved game.
    #[must_use]
    pub fn of(game: SavedGame) -> Row {
        let day = daily::Day::at(game.saved);
        let (about, thumbnail) = match &game.session {
            Ok(session) => (words::saved(session), thumbnail(session.game())),
            Err(_) => (words::damaged().to_owned(), Vec::new()),
        };
        Row { name: game.name, day, about, thumbnail }
    }
}

/// The most lines and columns of a thumbnail.
const THUMBNAIL: (u64, u64) = (8, 30);

/// Four cells in a sign: which of them are closed.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// What is closed of a board, or of its upper left corner, four cells a sign.
fn thumbnail(game: &Game) -> Vec<String> {
    let (_, rows, columns) = game.shape().slices();
    let closed = |row: u64, column: u64| {
        let inside = row < rows && column < columns;
        inside && !matches!(game.view(Cell(row * columns + column)), View::Number(_) | View::Exploded)
    };
    let line = |row: u64| {
        let signs = (0..columns.div_ceil(2).min(THUMBNAIL.1)).map(|column| {
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let bit = |(at, &(down, right)): (usize, &(u64, u64))| {
                usize::from(closed(2 * row + down, 2 * column + right)) << at
            };
            QUARTERS[corners.iter().enumerate().map(bit).sum::<usize>()]
        });
        signs.collect()
    };
    (0..rows.div_ceil(2).min(THUMBNAIL.0)).map(line).collect()
}

/// What is asked about the game that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Nothing.
    Nothing,
    /// Whether it is to be deleted.
    Delete,
    /// What it is to be called.
    Rename(String),
}

/// The list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGames {
    /// A path, as far as it is typed.
    pub typed: String,
    /// The games, once they have been looked up.
    pub rows: Option<Vec<Row>>,
    /// The one that is chosen.
    pub row: usize,
    /// What is asked about it.
    pub asking: Asking,
}

impl SavedGames {
    /// A list that is being looked up.
    #[must_use]
    pub fn new() -> SavedGames {
        SavedGames { typed: String::new(), rows: None, row: 0, asking: Asking::Nothing }
    }

    /// What is typed into.
    pub fn field(&mut self) -> &mut String {
        match &mut self.asking {
            Asking::Rename(name) => name,
            _ => &mut self.typed,
        }
    }

    /// The game that is chosen.
    #[must_use]
    pub fn chosen(&self) -> Option<&Row> {
        self.rows.as_ref()?.get(self.row)
    }

    /// A key that belongs to the list; whether it was one.
    pub fn key(&mut self, event: &KeyEvent) -> bool {
        let Some(chosen) = self.chosen().map(|chosen| chosen.name.clone()) else { return false };
        match (event.code, &self.asking) {
            (KeyCode::Delete, Asking::Nothing) => self.asking = Asking::Delete,
            (KeyCode::F(2), Asking::Nothing) => self.asking = Asking::Rename(chosen),
            (KeyCode::Esc, Asking::Delete | Asking::Rename(_)) => self.asking = Asking::Nothing,
            (KeyCode::Char(_) | KeyCode::Backspace, Asking::Delete) => self.asking = Asking::Nothing,
            _ => return false,
        }
        true
    }
}

impl Default for SavedGames {
    fn default() -> SavedGames {
        SavedGames::new()
    }
}

impl App {
    /// Does what was asked about the chosen game, or loads it.
    pub(crate) fn choose_saved(&mut self, mut list: SavedGames, now: Now) {
        let chosen = list.chosen().map(|row| row.name.clone());
        let asking = std::mem::replace(&mut list.asking, Asking::Nothing);
        let wanted = match (asking, chosen) {
            (Asking::Delete, Some(name)) => Effect::Delete(name),
            (Asking::Rename(to), Some(name)) => Effect::Rename(name, to.trim().to_owned()),
            (_, chosen) => {
                let typed = Some(list.typed.trim().to_owned()).filter(|typed| !typed.is_empty());
                self.close(now);
                return match typed.or(chosen) {
                    Some(name) => self.effect(Effect::Load(name)),
                    None => self.say(words::no_saved_game(), Tone::Faint),
                };
            }
        };
        self.window = Window::Load(Box::new(list));
        self.effect(wanted);
        self.effect(Effect::ListGames);
    }

    /// A game was loaded: the one before was put aside, if it went on.
    pub(crate) fn loaded(&mut self, session: Session, aside: Option<String>, now: Now) {
        self.replace(session);
        self.remember();
        self.close(now);
        if self.session.game().outcome() != Outcome::Playing {
            self.finish_again();
        }
        self.say("Loaded.", Tone::Good);
        if let Some(aside) = aside {
            self.messages.add(&aside);
        }
    }
}
