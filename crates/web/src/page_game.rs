//! A game on the screen.
//!
//! Squares are counted from the picture's top left corner; a negative one is
//! none. Times are milliseconds of a clock that only runs forward.

mod input;
mod remote;

use omnisweep_engine::{Cell, Flagging, Outcome};
use omnisweep_session::clicks::{Finger, Mouse};
use omnisweep_session::daily::{self, DailyBoard, Day};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{
    Gesture, InputPreferences, Metrics, Practice, Record, Session, Table, Visible, code, save,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::address::GameRequest;
use crate::board_view::{BoardView, board_methods};
use crate::messages::{self, Fact, Keep, OfDay, State, Title};
use crate::paint::{HINT, Highlight, REASON, heat};
use crate::replay::heat_of;

pub use input::changed;
use remote::AtServer;

/// A game on the screen: where its board is, where its cells lie, and what the player
/// is pointing at.
#[wasm_bindgen]
pub struct PageGame {
    place: Place,
    /// The day whose board this is.
    day: Option<(Day, DailyBoard)>,
    view: BoardView,
    mouse: Mouse,
    finger: Finger,
    /// Whether a tap flags.
    flag_mode: bool,
    habits: InputPreferences,
    /// What a hint points at.
    hint: Vec<Highlight>,
    /// How likely cells are mines, where the player wants to see that.
    heat: Vec<Highlight>,
    /// The first open, while the board for it is made elsewhere.
    wanted: Option<Gesture>,
    /// What there is to say, until it is taken.
    remark: String,
}

/// Where a board is.
enum Place {
    Here(Box<Session>),
    Server(Box<AtServer>),
}

#[wasm_bindgen]
impl PageGame {
    /// The game that an address asks for, with `any` as its seed if it names none,
    /// at this moment since 1970.
    pub fn start(address: &str, any: f64, now: f64) -> Result<PageGame, String> {
        let today = Day::at(now as u64);
        let session = GameRequest::read(address)?.on(today).session(any.max(0.0) as u64, today)?;
        Ok(PageGame::of(session))
    }

    /// A game that was kept, when so many milliseconds had been played, if that is
    /// known better than the text does.
    pub fn load(text: &str, played: f64) -> Result<PageGame, String> {
        let mut session = save::read(text).map_err(sentence)?;
        session.catch_up(played.max(0.0) as u64);
        Ok(PageGame::of(session))
    }

    /// A game from a file, which can be loaded again and again: practice.
    pub fn open(text: &str) -> Result<PageGame, String> {
        let mut session = save::read(text).map_err(sentence)?;
        session.practise(Practice::Copied);
        Ok(PageGame::of(session))
    }

    /// The game as text.
    pub fn save(&self, now: f64) -> String {
        self.session().map_or(String::new(), |session| save::write(session, now as u64))
    }

    /// The same board from the start.
    pub fn retry(&mut self) -> Result<PageGame, String> {
        let again = self.here_mut().ok_or_else(words::not_at_a_server)?.retry().map_err(sentence)?;
        let remark = words::retried(&again);
        let (view, flag_mode, habits) = (self.view.clone(), self.flag_mode, self.habits);
        Ok(PageGame { view, flag_mode, habits, remark, ..PageGame::of(again) })
    }

    /// The address of this game.
    pub fn address(&self) -> String {
        match &self.place {
            Place::Here(session) => self.asked_for(session).address(),
            Place::Server(there) => there.address(),
        }
    }

    /// The address of a new game like this one.
    pub fn new_game_address(&self) -> String {
        match &self.place {
            Place::Here(session) => self.asked_for(session).without_seed().address(),
            Place::Server(there) => GameRequest::like(there.table.setup()).address(),
        }
    }

    /// The address that shares this very board: its code once it is drawn. A game
    /// that is not over is practice from then on, unless the board is a day's, which all have.
    pub fn link(&mut self) -> String {
        let day = self.day;
        match &mut self.place {
            Place::Here(session) if day.is_none() => match session.share() {
                Ok(code) => GameRequest::of(session).with_code(code).address(),
                Err(_) => {
                    let seed = session.show_seed();
                    GameRequest::of(session).with_seed(seed).address()
                }
            },
            _ => self.address(),
        }
    }

    /// That the link to this board is in the clipboard, or else in the address bar; and why this is practice.
    pub fn linked(&self, in_clipboard: bool) -> String {
        words::linked(in_clipboard, self.here().and_then(Session::practice))
    }

    /// The milliseconds played.
    pub fn played(&self, now: f64) -> f64 {
        self.table().elapsed(now as u64) as f64
    }

    /// Whether this is the very game that an address asks for at this moment since 1970.
    pub fn matches_address(&self, address: &str, now: f64) -> bool {
        let Some(session) = self.here() else { return address == self.address() };
        let request = GameRequest::read(address).map(|request| request.on(Day::at(now as u64)));
        request.is_ok_and(|request| request.is(session))
    }

    /// The day whose board this is, if it is one.
    pub fn day(&self) -> Option<OfDay> {
        self.day.map(OfDay::new)
    }

    /// The cell with which the worker makes the board of the day again on which this game goes on, if the page has
    /// not seen it made: see [`PageGame::remember_day`].
    pub fn day_to_remember(&self) -> Option<u32> {
        daily::to_remember(self.here()?).and(self.day).map(|(_, board)| daily::first(board).0 as u32)
    }

    /// Takes what the worker made, so that nobody waits for it at the end of the game: a record is only of a day whose
    /// board it is.
    pub fn remember_day(&self, board: &str) {
        if let (Ok((layout, _)), Some((_, which))) = (code::read(board), self.day) {
            daily::remember(self.table().setup(), daily::first(which), &layout);
        }
    }

    /// The player has played this board of the day before: it is practice. What to say of it.
    pub fn mark_day_attempted(&mut self) -> String {
        self.practise(Practice::Seen);
        words::known_day().to_owned()
    }

    /// How the game stands.
    pub fn state(&self, now: f64) -> State {
        let title = match &self.place {
            Place::Here(session) => {
                let mut title = Title::of(session, self.day);
                // A day says more than a seed.
                if let Some(seed) = session.visible_seed().filter(|_| self.day.is_none()) {
                    title.details = format!("{} · Seed {seed}", title.details);
                }
                title
            }
            Place::Server(there) => there.title(),
        };
        State {
            window: words::window_title(self.seen().outcome()).to_owned(),
            outcome: self.outcome(),
            mines: self.mines_left(),
            clock: self.clock(now),
            title,
            begun: self.begun(),
            flags: self.seen().rules().flagging != Flagging::None,
        }
    }

    /// `playing`, `won` or `lost`.
    pub fn outcome(&self) -> String {
        words::outcome(self.seen().outcome()).to_owned()
    }

    /// Whether a move was made.
    pub fn begun(&self) -> bool {
        self.table().moves() > 0
    }

    /// How to keep the game.
    pub fn keep(&self, now: f64) -> Keep {
        let playing = |session: &&Session| session.game().outcome() == Outcome::Playing;
        let Some(session) = self.here().filter(playing) else { return Keep::default() };
        let later = !session.saved_every_move_alone();
        Keep { text: (!later).then(|| self.save(now)), later }
    }

    /// The game as text, where it was begun and is not over: the page keeps it when another takes its place.
    pub fn save_if_in_play(&self, now: f64) -> Option<String> {
        self.here()?.in_play().then(|| self.save(now))
    }

    /// A number that grows with every move made and every one taken back.
    pub fn moves(&self) -> f64 {
        self.table().moves() as f64 + 2.0 * self.here().map_or(0, Session::undos) as f64
    }

    /// Mines less flags.
    pub fn mines_left(&self) -> String {
        words::mines_left(self.seen()).to_string()
    }

    /// The time played, for the clock above the board.
    pub fn clock(&self, now: f64) -> String {
        words::clock(self.table().elapsed(now as u64))
    }

    /// Stops the clock.
    pub fn pause(&mut self, now: f64) {
        if let Some(session) = self.here_mut() {
            session.pause(now as u64);
        }
    }

    /// Lets the clock run on.
    pub fn resume(&mut self, now: f64) {
        if let Some(session) = self.here_mut() {
            session.resume(now as u64);
        }
    }

    /// What there is to say, once.
    pub fn remark(&mut self) -> String {
        std::mem::take(&mut self.remark)
    }

    // Help, and the end.

    /// Takes a hint that the worker has worked out, and tells its first part. Says
    /// whether that is one.
    pub fn help(&mut self, hint: &str) -> bool {
        let Ok(hint) = serde_json::from_str(hint) else { return false };
        let told = self.here_mut().and_then(|session| session.help(hint).cloned());
        self.tell(told)
    }

    /// Whether what a guess may lead to is wanted: it has to be worked out.
    pub fn wants_foresight(&self) -> bool {
        self.here().is_some_and(Session::wants_foresight)
    }

    /// Tells more of the hint that is being told, if there is one.
    pub fn more_help(&mut self) -> bool {
        let told = self.here_mut().and_then(|session| session.more_help().cloned());
        self.tell(told)
    }

    /// Shows how likely cells are mines.
    pub fn show_heat(&mut self, cells: &[u32], risks: &[f64]) {
        self.practise(Practice::Help);
        self.heat = heat_of(&self.view, cells, risks);
    }

    /// Shows that no more.
    pub fn hide_heat(&mut self) {
        self.heat.clear();
    }

    /// Facts about a game that is over.
    pub fn facts(&self, now: f64) -> Vec<Fact> {
        self.session()
            .and_then(|session| Metrics::of(session, now as u64))
            .map_or(Vec::new(), |metrics| messages::facts(words::facts(&metrics)))
    }

    /// The record of a game that is over, ended at this moment since 1970: a line of JSON.
    pub fn record(&self, finished: f64) -> Option<String> {
        Record::of(self.here()?, finished as u64).map(|record| record.write())
    }

    /// Whether the result of this game counts.
    pub fn counts(&self) -> bool {
        self.table().counts()
    }
}

impl PageGame {
    /// The game, wherever its board is.
    fn table(&self) -> &dyn Table {
        match &self.place {
            Place::Here(session) => &**session,
            Place::Server(there) => &there.table,
        }
    }

    fn table_mut(&mut self) -> &mut dyn Table {
        match &mut self.place {
            Place::Here(session) => &mut **session,
            Place::Server(there) => &mut there.table,
        }
    }

    /// The session of a board that is here.
    fn here(&self) -> Option<&Session> {
        match &self.place {
            Place::Here(session) => Some(session),
            Place::Server(_) => None,
        }
    }

    fn here_mut(&mut self) -> Option<&mut Session> {
        match &mut self.place {
            Place::Here(session) => Some(session),
            Place::Server(_) => None,
        }
    }

    /// The session of a board that is known: it is here, or the game is over and was replayed.
    fn session(&self) -> Option<&Session> {
        match &self.place {
            Place::Here(session) => Some(session),
            Place::Server(there) => there.replay.as_ref(),
        }
    }

    fn practise(&mut self, why: Practice) {
        if let Some(session) = self.here_mut() {
            session.practise(why);
        }
    }

    /// Says a part of a hint, and lights what it speaks of.
    fn tell(&mut self, told: Option<omnisweep_session::Told>) -> bool {
        let Some(told) = told else { return false };
        let cells = self.seen().shape().cells();
        let on_board = |cell: &Cell| cell.0 < cells;
        let spoken_of = told.numbers.iter().chain(&told.cells).copied().filter(on_board);
        self.hint = spoken_of.map(|cell| (cell, REASON)).collect();
        if let Some(cell) = told.cell.filter(on_board) {
            // What is not to be opened does not look as if it were.
            let mine = if told.risk == 1.0 { heat(1.0) } else { 0 };
            self.hint.push((cell, HINT | mine));
            self.view.focus = cell;
        }
        self.remark = told.text;
        if self.here().is_some_and(Session::has_more_help) {
            self.remark = format!("{} {}", self.remark, words::more_help("Hint again"));
        }
        true
    }

    fn seen(&self) -> &dyn Visible {
        self.table().seen()
    }

    fn asked_for(&self, session: &Session) -> GameRequest {
        match self.day {
            Some((day, which)) => GameRequest::daily(day, which).with_practice(session.wants_practice()),
            None => GameRequest::of(session),
        }
    }

    fn of(session: Session) -> PageGame {
        let meant = session.suggested_start().filter(|_| session.first_opened().is_none());
        let last = session.log().last().map(|last| last.action.cell());
        PageGame::at(daily::played_in(&session), Place::Here(Box::new(session)), meant, last)
    }

    /// A game that is to be started with a cell, where one is meant, or goes on where it was.
    fn at(day: Option<(Day, DailyBoard)>, place: Place, meant: Option<Cell>, last: Option<Cell>) -> PageGame {
        let table: &dyn Table = match &place {
            Place::Here(session) => &**session,
            Place::Server(there) => &there.table,
        };
        let (shape, required) = (table.seen().shape(), table.required_start());
        let mut view = BoardView::new(shape);
        let start = required.or(meant);
        view.focus = last.or(start).unwrap_or(view.focus);
        let remark = start.map(|cell| words::starts_at(shape, cell, required.is_some()));
        PageGame {
            day,
            place,
            view,
            mouse: Mouse::default(),
            finger: Finger::default(),
            flag_mode: false,
            habits: InputPreferences::default(),
            hint: start.map(|cell| (cell, HINT)).into_iter().collect(),
            heat: Vec::new(),
            wanted: None,
            remark: remark.unwrap_or_default(),
        }
    }
}

board_methods!(PageGame);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint;

    #[test]
    fn a_tap_is_what_the_mode_says() {
        let mut page = PageGame::start("level=beginner&seed=5", 1.0, 0.0).unwrap();
        page.habits(true, false);
        page.touch(0, 0, 0.0);
        page.lift(0, 0, 50.0);
        assert_eq!((page.mines_left(), page.focus()), ("9".to_owned(), 0));
        page.touch(4, 4, 100.0);
        assert!(page.long_press(200.0, 300.0).is_none() && page.long_press(400.0, 300.0).is_some());
        assert!(page.paint(4, 4, 1, 1)[0] >= paint::OPEN);
    }

    #[test]
    fn numbers_from_elsewhere_are_never_off_the_board() {
        let mut page = PageGame::start("level=beginner&seed=5", 1.0, 0.0).unwrap();
        page.set_focus(u32::MAX);
        assert_eq!(page.focus(), 80);
        assert!(page.describe(u32::MAX).ends_with("row 8, column 8"));
        assert_eq!((page.cell(-1, 0), page.cell(9, 0), page.cell(8, 8)), (-1, -1, 80));
    }
}
