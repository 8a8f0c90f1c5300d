//! Windows above the board: menu, form, help, statistics, questions.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use omnisweep_session::daily::DailyBoard;
use omnisweep_session::{Category, Setup};
use omnisweep_store::DailyGame;

use crate::app::{App, Now};
use crate::daily::DayBook;
use crate::effect::Effect;
use crate::form::{Form, ROWS, Row};
use crate::keys::{Command, ENTRIES, Key};
use crate::loss::LEAVING;
use crate::messages::Tone;
use crate::panel::ABOUT_THE_MOUSE;
use crate::saved::{Row as SavedRow, SavedGames};
use crate::scores::{CategoryScores, Games, Scores};

/// The longest text that can be typed into a field.
const LONGEST: usize = 20_000;

/// What lies above the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Window {
    /// Nothing.
    #[default]
    None,
    /// The clock stands.
    Paused,
    /// A game of an earlier run is offered: go on, or not.
    Resume(usize),
    /// The menu, at a row.
    Menu(usize),
    /// The form for another game.
    Form(Box<Form>),
    /// The keys, from a line on.
    Help(usize),
    /// Best times and statistics.
    Statistics(Box<Scores>),
    /// A name to save under.
    Save(String),
    /// A name that a saved game has already: overwrite it, or not.
    Overwrite(String, usize),
    /// What would be lost by leaving: what to do about it.
    Unkept(usize),
    /// Saved games.
    Load(Box<SavedGames>),
    /// The boards of a day.
    Daily(Box<DayBook>),
    /// The board as a code.
    Code(String),
    /// How the board of a day went, as a text for friends.
    Result(String),
}

/// The rows of the menu: goes on, then these.
pub const MENU: [(Command, &str); 13] = [
    (Command::Menu, "Go on"),
    (Command::Choose, "New game: level, rules, board"),
    (Command::Daily, "Board of the day"),
    (Command::New, "Another board of this kind"),
    (Command::Retry, "This board again"),
    (Command::Replay, "View the game again"),
    (Command::Statistics, "Best times and statistics"),
    (Command::Save, "Save a copy under a name"),
    (Command::Load, "Saved games"),
    (Command::Code, "Board code for a friend"),
    (Command::Theme, "Theme"),
    (Command::Help, "Keys"),
    (Command::Quit, "Quit; the game is kept"),
];

impl Window {
    /// The form, filled in as the game that is played.
    #[must_use]
    pub fn form(setup: &Setup, practice: bool) -> Window {
        Window::Form(Box::new(Form::of(setup, practice)))
    }

    /// Statistics that are being looked up.
    #[must_use]
    pub fn statistics() -> Window {
        Window::Statistics(Box::default())
    }

    /// A name to save under.
    #[must_use]
    pub fn save() -> Window {
        Window::Save(String::new())
    }

    /// Games that are being looked up.
    #[must_use]
    pub fn load() -> Window {
        Window::Load(Box::default())
    }

    /// Whether there is one.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self != Window::None
    }

    /// Whether it stops the clock and hides the board.
    #[must_use]
    pub fn covers(&self) -> bool {
        !matches!(self, Window::None | Window::Help(_))
    }

    /// Shows what was looked up.
    pub fn show_statistics(&mut self, found: Vec<CategoryScores>) {
        if let Window::Statistics(scores) = self {
            scores.show(found);
        }
    }

    /// Shows the games of a kind that were looked up.
    pub fn show_kind(&mut self, category: &Category, games: Games) {
        if let Window::Statistics(scores) = self {
            scores.show_games(category, games);
        }
    }

    /// Shows what was looked up.
    pub fn show_days(&mut self, found: Vec<DailyGame>) {
        if let Window::Daily(book) = self {
            book.played = Some(found);
        }
    }

    /// Shows what was looked up.
    pub fn show_games(&mut self, found: Vec<SavedRow>) {
        if let Window::Load(list) = self {
            list.row = list.row.min(found.len().saturating_sub(1));
            list.rows = Some(found);
        }
    }

    /// Takes in a text from the clipboard.
    pub fn paste(&mut self, text: &str) {
        if let Some(field) = self.field() {
            let room = LONGEST.saturating_sub(field.chars().count());
            field.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
        }
        if let Window::Form(form) = self {
            form.pick();
        }
    }

    /// A key goes into the field that is typed into.
    fn type_in(&mut self, event: &KeyEvent) {
        let Some(field) = self.field() else { return };
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Char('u') if control => field.clear(),
            KeyCode::Char(letter) if !control && field.len() < LONGEST => field.push(letter),
            KeyCode::Backspace => _ = field.pop(),
            _ => {}
        }
        if let Window::Form(form) = self {
            form.error = None;
            form.pick();
        }
    }

    /// The text that is being typed, if any.
    fn field(&mut self) -> Option<&mut String> {
        match self {
            Window::Form(form) => form.text(),
            Window::Save(name) => Some(name),
            Window::Load(list) => Some(list.field()),
            _ => None,
        }
    }

    /// How many rows can be chosen, and which one is.
    fn rows(&mut self) -> Option<(&mut usize, usize)> {
        match self {
            Window::Resume(row) => Some((row, 2)),
            Window::Menu(row) => Some((row, MENU.len())),
            Window::Daily(book) => Some((&mut book.row, DailyBoard::ALL.len())),
            Window::Statistics(scores) => Some(scores.rows()),
            Window::Overwrite(_, row) => Some((row, 2)),
            Window::Unkept(row) => Some((row, LEAVING.len())),
            Window::Load(list) => {
                let count = list.rows.as_ref().map_or(0, Vec::len);
                Some((&mut list.row, count))
            }
            Window::Help(row) => Some((row, ENTRIES.len() + ABOUT_THE_MOUSE.len())),
            _ => None,
        }
    }

    /// Goes down by so many rows.
    pub fn scroll(&mut self, down: i64) {
        if let Window::Form(form) = self {
            let row = form.focus.saturating_add_signed(down as isize);
            form.go(row.min(ROWS.len() - 1));
        } else if let Some((row, count)) = self.rows() {
            *row = row.saturating_add_signed(down as isize).min(count.saturating_sub(1));
        }
    }
}

impl App {
    /// A key while a window is open.
    pub(crate) fn window_key(&mut self, event: &KeyEvent, now: Now) {
        let command = self.input.command(Key::of(event));
        // A letter is a command only where it is not typed into something.
        let typing = self.window.field().is_some();
        let letter = matches!(event.code, KeyCode::Char(_))
            && !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match command.filter(|_| !(typing && letter)) {
            Some(Command::Suspend | Command::Redraw) if !letter => {
                return self.obey_in_window(command, now);
            }
            Some(Command::Quit) if !letter || !typing => return self.quit(now),
            _ => {}
        }
        if let Window::Load(list) = &mut self.window
            && list.key(event)
        {
            return;
        }
        match event.code {
            KeyCode::Esc => return self.close_window(now),
            KeyCode::Up | KeyCode::BackTab => return self.window.scroll(-1),
            KeyCode::Down | KeyCode::Tab => return self.window.scroll(1),
            KeyCode::PageUp => return self.window.scroll(-10),
            KeyCode::PageDown => return self.window.scroll(10),
            KeyCode::Home if !typing => return self.window.scroll(i64::MIN),
            KeyCode::End if !typing => return self.window.scroll(i64::MAX),
            KeyCode::Char('k') if !typing => return self.window.scroll(-1),
            KeyCode::Char('j') if !typing => return self.window.scroll(1),
            KeyCode::Enter => return self.choose(now),
            _ => {}
        }
        if typing {
            return self.window.type_in(event);
        }
        let space = event.code == KeyCode::Char(' ');
        match &mut self.window {
            Window::Form(form) => match event.code {
                KeyCode::Left | KeyCode::Char('h') => form.turn(false),
                KeyCode::Right | KeyCode::Char('l' | ' ') => form.turn(true),
                _ => {}
            },
            Window::Resume(_) | Window::Menu(_) | Window::Overwrite(..) | Window::Unkept(_) if space => {
                self.choose(now)
            }
            Window::Resume(_) => match (event.code, command) {
                (KeyCode::Char('y'), _) => self.answer_offer(true, now),
                (KeyCode::Char('n'), _) | (_, Some(Command::New)) => self.answer_offer(false, now),
                _ => {}
            },
            Window::Daily(book) => match event.code {
                KeyCode::Left | KeyCode::Char('h') => book.turn(false),
                KeyCode::Right | KeyCode::Char('l') => book.turn(true),
                KeyCode::Char('y') => {
                    let book = book.clone();
                    self.share_day(&book);
                }
                KeyCode::Char(' ') => self.choose(now),
                _ if command == Some(Command::Daily) => self.close(now),
                _ => {}
            },
            Window::Paused | Window::Code(_) | Window::Result(_) => self.close(now),
            Window::Statistics(scores) if matches!(event.code, KeyCode::Left | KeyCode::Char('h')) => {
                scores.turn(false);
            }
            Window::Statistics(scores) if matches!(event.code, KeyCode::Right | KeyCode::Char('l')) => {
                scores.turn(true);
            }
            Window::Statistics(..) | Window::Help(_) if space => self.close(now),
            Window::Statistics(..) if command == Some(Command::Statistics) => self.close(now),
            Window::Help(_) if command == Some(Command::Help) => self.close(now),
            Window::Menu(_) if command.is_some_and(|command| MENU.iter().any(|(row, _)| *row == command)) => {
                self.obey_in_window(command, now);
            }
            _ => {}
        }
    }

    /// A click on a row of a window.
    pub(crate) fn window_click(&mut self, row: usize, now: Now) {
        match &mut self.window {
            Window::Form(form) => {
                let again = form.focus == row;
                form.go(row);
                match form.row() {
                    Row::Start | Row::Daily => self.choose(now),
                    Row::Level(_) if again => self.choose(now),
                    _ => form.turn(true),
                }
            }
            Window::Daily(book) => {
                let again = book.row == row;
                book.row = row;
                if again {
                    self.choose(now);
                }
            }
            Window::Menu(at) | Window::Resume(at) | Window::Overwrite(_, at) | Window::Unkept(at) => {
                *at = row;
                self.choose(now);
            }
            Window::Load(list) => {
                let again = list.row == row;
                list.row = row;
                if again {
                    self.choose(now);
                }
            }
            Window::Statistics(scores) => {
                let mut scores = std::mem::take(scores);
                self.click_score(&mut scores, row);
                self.window = Window::Statistics(scores);
            }
            _ => self.close(now),
        }
    }

    /// Does what the chosen row says.
    fn choose(&mut self, now: Now) {
        match std::mem::take(&mut self.window) {
            Window::Form(form) if form.row() == Row::Daily => self.offer_days(now),
            Window::Daily(book) => self.choose_day(&book, now),
            Window::Form(mut form) => match form.picked().build(self.seed()) {
                Ok(session) => {
                    self.begin(session);
                    self.close(now);
                }
                Err(error) => {
                    form.error = Some(omnisweep_session::words::sentence(&error));
                    self.window = Window::Form(form);
                }
            },
            Window::Menu(row) => {
                self.close(now);
                let (command, _) = MENU[row.min(MENU.len() - 1)];
                if command != Command::Menu {
                    self.obey(command, now);
                }
            }
            Window::Resume(row) => {
                self.window = Window::Resume(row);
                self.answer_offer(row == 0, now);
            }
            Window::Save(name) => {
                self.close(now);
                match name.trim() {
                    "" => self.say("A game needs a name to be saved under.", Tone::Faint),
                    name => self.effect(Effect::Save(name.to_owned(), false)),
                }
            }
            Window::Overwrite(name, 0) => {
                self.close(now);
                self.effect(Effect::Save(name, true));
            }
            Window::Overwrite(name, _) => self.window = Window::Save(name),
            Window::Unkept(0) => self.window = Window::save(),
            Window::Unkept(1) => self.leave_all_the_same(now),
            Window::Load(list) => self.choose_saved(*list, now),
            Window::Statistics(mut scores) => {
                self.choose_score(&mut scores);
                self.window = Window::Statistics(scores);
            }
            _ => self.close(now),
        }
    }

    /// Goes on with the game that was offered, or starts another one, for which
    /// the one that waits is put aside.
    fn answer_offer(&mut self, go_on: bool, now: Now) {
        self.effect(Effect::Claim);
        if !go_on {
            self.obey(Command::New, now);
        }
        self.close(now);
    }

    /// A click on a window where it has no row, or beside it.
    pub(crate) fn window_aside(&mut self, beside: bool, now: Now) {
        let only_shown =
            matches!(self.window, Window::Paused | Window::Code(_) | Window::Result(_) | Window::Help(_));
        if beside || only_shown {
            self.close_window(now);
        }
    }

    /// A click on the bar of keys, which is seen below the window.
    pub(crate) fn window_bar(&mut self, command: Command, now: Now) {
        // The key that pauses goes on, too.
        let same = matches!((&self.window, command), (Window::Paused, Command::Pause));
        self.close_window(now);
        if !same {
            self.obey(command, now);
        }
    }

    fn close_window(&mut self, now: Now) {
        match self.window {
            Window::Resume(_) => self.answer_offer(true, now),
            _ => self.close(now),
        }
    }

    fn obey_in_window(&mut self, command: Option<Command>, now: Now) {
        let Some(command) = command else { return };
        if !matches!(command, Command::Suspend | Command::Redraw) {
            self.close(now);
        }
        self.obey(command, now);
    }
}
