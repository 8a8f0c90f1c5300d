//! What scripts are told, as values: nothing that they would have to take apart.

use omnisweep_engine::Cell;
use omnisweep_session::daily::{DailyBoard, Day};
use omnisweep_session::{is_open, save, words};
use wasm_bindgen::prelude::wasm_bindgen;

/// What an input event came to: all that the page may have to show anew.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// Whether something was played, or taken back; if not, the board only looks different.
    #[wasm_bindgen(readonly)]
    pub played: bool,
    /// Whether that ended the game.
    #[wasm_bindgen(readonly)]
    pub ended: bool,
    /// Whether the focus went to a cell that may be out of sight.
    #[wasm_bindgen(readonly)]
    pub elsewhere: bool,
    /// The cell that was opened first and waits for a board that needs no guess,
    /// or -1: the worker makes one, and `PageGame::lay` takes it.
    #[wasm_bindgen(readonly)]
    pub wanted: i32,
    /// The board of a day that was begun with it, `2026-11-15 expert`, or nothing.
    #[wasm_bindgen(readonly)]
    pub attempt: String,
    /// What there is to say.
    #[wasm_bindgen(readonly)]
    pub remark: String,
    /// How the game stands.
    #[wasm_bindgen(readonly)]
    pub state: State,
    /// How to keep it.
    #[wasm_bindgen(readonly)]
    pub keep: Keep,
}

/// How to keep a game, so that it survives the page: as `text`; once nothing more happens, where it is too large
/// to be written after every move; or not at all, where it is over.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The game, where it is to be kept at once.
    #[wasm_bindgen(readonly)]
    pub text: Option<String>,
    /// Whether it is to be kept a little later.
    #[wasm_bindgen(readonly)]
    pub later: bool,
}

/// How a game stands.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The name of the window.
    #[wasm_bindgen(readonly)]
    pub window: String,
    /// `playing`, `won` or `lost`.
    #[wasm_bindgen(readonly)]
    pub outcome: String,
    /// Mines less flags.
    #[wasm_bindgen(readonly)]
    pub mines: String,
    /// The time played.
    #[wasm_bindgen(readonly)]
    pub clock: String,
    /// What is being played.
    #[wasm_bindgen(readonly)]
    pub title: Title,
    /// Whether a move was made.
    #[wasm_bindgen(readonly)]
    pub begun: bool,
    /// Whether the rules have flags.
    #[wasm_bindgen(readonly)]
    pub flags: bool,
}

/// What is being played.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// Its name.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// The rest in a few words.
    #[wasm_bindgen(readonly)]
    pub details: String,
}

/// A fact about a game.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// What it is.
    #[wasm_bindgen(readonly)]
    pub value: String,
}

/// The board of a day.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfDay {
    /// The day.
    #[wasm_bindgen(readonly)]
    pub day: String,
    /// The key of its level, or of its grade.
    #[wasm_bindgen(readonly)]
    pub level: String,
}

/// The name of a slice, and the square at which it stands.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Counted from the left.
    #[wasm_bindgen(readonly)]
    pub x: f64,
    /// Counted from the top.
    #[wasm_bindgen(readonly)]
    pub y: f64,
    /// The name.
    #[wasm_bindgen(readonly)]
    pub text: String,
}

impl Title {
    pub(crate) fn of(session: &omnisweep_session::Session, day: Option<(Day, DailyBoard)>) -> Title {
        words::title(session, day).into()
    }
}

impl From<(String, String)> for Title {
    fn from((name, details): (String, String)) -> Title {
        Title { name, details }
    }
}

impl OfDay {
    pub(crate) fn new((day, board): (Day, DailyBoard)) -> OfDay {
        OfDay { day: day.to_string(), level: board.key().to_owned() }
    }
}

/// Names and values as facts.
pub(crate) fn facts(facts: Vec<(&str, String)>) -> Vec<Fact> {
    facts.into_iter().map(|(name, value)| Fact { name: name.to_owned(), value }).collect()
}

/// What the heat map shows, or that it is off.
#[wasm_bindgen]
pub fn heat_message(on: bool) -> String {
    words::heat(on).to_owned()
}

/// That the game which was kept cannot be read, and why.
#[wasm_bindgen]
pub fn kept_unreadable(why: &str) -> String {
    words::kept_unreadable(why)
}

/// That there are no comments on a game, and why.
#[wasm_bindgen]
pub fn no_comments(why: &str) -> String {
    words::no_comments(why)
}

/// That statistics cannot be shown, and why.
#[wasm_bindgen]
pub fn no_statistics(why: &str) -> String {
    words::no_statistics(why)
}

/// That nothing was taken in from a file, and why.
#[wasm_bindgen]
pub fn not_imported(why: &str) -> String {
    words::not_imported(why)
}

/// A saved game, as a list shows it.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// What it is, and how far.
    #[wasm_bindgen(readonly)]
    pub about: String,
    /// What it may be called: its kind.
    #[wasm_bindgen(readonly)]
    pub kind: String,
    /// The columns of its picture: the board, or its upper left corner.
    #[wasm_bindgen(readonly)]
    pub columns: u32,
    /// The cells of the picture row by row: whether each is closed.
    #[wasm_bindgen(readonly)]
    pub closed: Vec<u8>,
}

/// The most rows and columns of a picture.
const PICTURE: u64 = 48;

/// What a saved game is.
#[wasm_bindgen]
pub fn saved_game(text: &str) -> Result<SavedGame, String> {
    let session = save::read(text).map_err(words::sentence)?;
    let game = session.game();
    let (_, rows, columns) = game.shape().slices();
    let shown = columns.min(PICTURE);
    let cells = (0..rows.min(PICTURE)).flat_map(|row| (0..shown).map(move |column| row * columns + column));
    let closed = cells.map(|cell| u8::from(!is_open(game, Cell(cell)))).collect();
    let kind = session.setup().short_name();
    Ok(SavedGame { about: words::saved(&session), kind, columns: shown as u32, closed })
}

/// That a game which was left is not there any more.
#[wasm_bindgen]
pub fn gone_message() -> String {
    words::gone().to_owned()
}

/// That the oldest of so many games that were left was deleted for another.
#[wasm_bindgen]
pub fn dropped_message(most: u32) -> String {
    words::dropped(most.into())
}

/// That a game which was left is in the list.
#[wasm_bindgen]
pub fn listed_message() -> String {
    words::left_is_listed().to_owned()
}

/// That an answer is being worked out.
#[wasm_bindgen]
pub fn thinking_message() -> String {
    words::thinking().to_owned()
}

/// That a game cannot be kept, and why.
#[wasm_bindgen]
pub fn not_kept(why: &str) -> String {
    words::not_kept(why)
}
