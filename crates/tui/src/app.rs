//! The app: what is on the screen, and what every event does to it.
//!
//! It does no I/O and knows no time but what it is told. What it wants done it
//! says as [`Effect`]s; what came of them it hears as [`News`].

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use omnisweep_engine::{Action, Cell, Layout, Outcome, Refusal, View};
use omnisweep_session::{Level, Metrics, Record, Seed, Session, Setup, code};
use omnisweep_solver::place;
use ratatui::layout::Rect;

use crate::config::{Choices, Config};
use crate::job::{Answer, Hint, Job, Progress, Question};
use crate::keys::{Bindings, Command, Key};
use crate::mouse::{Button, Click, Mouse};
use crate::plan::{Canvas, Plan, Scale};
use crate::theme::Look;
use crate::window::{Standing, Window};

/// The time, as the rim tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds by a clock that only runs forward.
    pub ms: u64,
    /// Milliseconds since the beginning of 1970.
    pub wall: u64,
}

/// What the app wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Keep the game for the next time.
    Keep,
    /// The game that was offered goes on: it is ours now.
    Claim,
    /// The game is over, or given up: keep it no longer.
    Forget,
    /// Work something out, and tell.
    Work(Job),
    /// Keep the record of a finished game, and tell how it stands.
    Record(Box<Record>),
    /// Look up the statistics, and tell.
    LookUp,
    /// Look up the names of saved games, and tell.
    ListGames,
    /// Save the game under a name or path, and tell.
    Save(String),
    /// Load a game by name or path, and tell.
    Load(String),
    /// Remember what was chosen.
    Remember(Choices),
    /// Put a text on the clipboard, if the terminal can.
    Copy(String),
    /// Draw everything anew.
    Redraw,
    /// Go to sleep until the user wants the game back.
    Suspend,
    /// Leave.
    Quit,
}

/// What the app is told.
#[derive(Debug)]
pub enum News {
    /// What came of a job.
    Answer(Answer),
    /// How a record that was kept stands.
    Recorded(Result<bool, String>),
    /// The statistics.
    Statistics(Result<Vec<Standing>, String>),
    /// The names of saved games.
    Games(Vec<String>),
    /// Whether the game was saved: where, or why not.
    Saved(Result<String, String>),
    /// A game that was loaded, or why it was not.
    Loaded(Result<Box<Session>, String>),
    /// Something went wrong.
    Note(String),
    /// Where the game is that had waited.
    Aside(String),
    /// The user is back.
    Awake,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    Plain,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Something that matters less.
    Faint,
}

/// Something that can be clicked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A cell of the board.
    Cell(Cell),
    /// A key in the bar.
    Command(Command),
    /// A row of a window.
    Row(usize),
    /// A place in the overview.
    Overview(u16, u16),
}

/// How a game ended, as far as it has been worked out.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// Its metrics.
    pub metrics: Option<Metrics>,
    /// How many flags were wrong.
    pub wrong_flags: u64,
    /// Whether it was avoidable.
    pub review: Option<String>,
    /// Whether it is a new best time.
    pub best: bool,
}

/// The largest board that is kept after every move; larger ones are kept at the end.
const KEPT_ALWAYS: u64 = 1 << 20;

/// After how many milliseconds the search for a board that needs no guess gives up.
const SEARCH_LIMIT: u64 = 60_000;

/// How often the screen is drawn while something is being worked out.
const SPIN: u64 = 100;

/// How far a large step goes on a flat board.
const FAR: u64 = 10;

/// The app.
#[derive(Debug)]
pub struct App {
    pub(crate) session: Session,
    pub(crate) cursor: Cell,
    pub(crate) screen: Rect,
    pub(crate) scale: Option<Scale>,
    pub(crate) origin: (u64, u64),
    pub(crate) look: Look,
    pub(crate) bindings: Bindings,
    click_chords: bool,
    /// Whether games are played for practice: with help from the start.
    pub(crate) practice: bool,
    pub(crate) window: Window,
    pub(crate) mouse: Mouse<Target>,
    pub(crate) message: Option<(String, Tone)>,
    pub(crate) hint: Option<Hint>,
    pub(crate) ending: Option<Ending>,
    /// How often the next command is to be done, as far as it is typed.
    pub(crate) count: Option<u64>,
    /// The number of the last job, and whether it is still being worked out.
    job: u64,
    pub(crate) waiting: bool,
    /// The board that is being made, and the cell that will open it.
    pub(crate) search: Option<(Cell, Arc<Progress>)>,
    search_limit: u64,
    effects: Vec<Effect>,
    any_seed: fn() -> u64,
}

impl App {
    /// An app with a game on it.
    #[must_use]
    pub fn new(session: Session, practice: bool, config: &Config, look: Look, any_seed: fn() -> u64) -> App {
        let mut app = App {
            cursor: Cell(0),
            session,
            screen: Rect { x: 0, y: 0, width: 80, height: 24 },
            scale: None,
            origin: (0, 0),
            look,
            bindings: config.bindings.clone(),
            click_chords: config.click_chords,
            practice,
            window: Window::None,
            mouse: Mouse::default(),
            message: None,
            hint: None,
            ending: None,
            count: None,
            job: 0,
            waiting: false,
            search: None,
            search_limit: SEARCH_LIMIT,
            effects: Vec::new(),
            any_seed,
        };
        if practice {
            app.session.set_assisted();
        }
        app.settle();
        app
    }

    /// Sets after how many milliseconds the search for a board gives up.
    pub fn set_search_limit(&mut self, ms: u64) {
        self.search_limit = ms;
    }

    /// Puts the cursor on the cell that a board is meant to start with, if there is one.
    pub fn go(&mut self, start: Option<Cell>) {
        if let Some(cell) = start.filter(|cell| cell.0 < self.session.setup().shape.cells()) {
            self.cursor = cell;
            if let Some(plan) = self.plan() {
                self.origin = plan.origin_around(cell);
            }
            self.say("The board is meant to be opened where the cursor is.", Tone::Faint);
        }
    }

    /// Offers the game on the screen, which was left in an earlier run.
    pub fn offer(&mut self) {
        self.window = Window::Resume(0);
    }

    /// The game.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What the app wants done since it was last asked.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Wants something done.
    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>, tone: Tone) {
        self.message = Some((text.into(), tone));
    }

    /// When the screen has to be drawn again although nothing happens, in
    /// milliseconds: at the next full second, while the clock runs; sooner while
    /// a board is made.
    #[must_use]
    pub fn next_tick(&self, now: Now) -> Option<u64> {
        if self.search.is_some() {
            return Some(SPIN);
        }
        let elapsed = self.session.elapsed(now.ms);
        let runs = self.session.elapsed(now.ms + 1) > elapsed;
        runs.then(|| 1000 - elapsed % 1000)
    }

    /// Where everything is on the screen; nothing where it is too small.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        Plan::new(self.screen, &self.session.setup().shape, self.scale, self.origin)
    }

    /// Something happened.
    pub fn handle(&mut self, event: &Event, now: Now) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.mouse.forget();
                if self.window.is_open() {
                    self.window_key(key, now);
                } else {
                    self.key(Key::of(key), now);
                }
            }
            Event::Mouse(event) => self.mouse_event(event, now),
            Event::Resize(width, height) => {
                (self.screen.width, self.screen.height) = (*width, *height);
                self.mouse.forget();
                self.follow();
            }
            Event::Paste(text) => self.window.paste(text),
            _ => {}
        }
    }

    /// Something came of an effect.
    pub fn told(&mut self, news: News, now: Now) {
        match news {
            News::Answer(Answer::Hint { number, hint }) if number == self.job => {
                self.waiting = false;
                match hint {
                    Ok(hint) => {
                        self.session.set_assisted();
                        self.cursor = hint.cell;
                        self.hint = Some(hint);
                        self.message = None;
                        self.follow();
                        self.keep();
                    }
                    Err(why) => self.say(why, Tone::Plain),
                }
            }
            News::Answer(Answer::Ending { number, record, wrong_flags, review }) => {
                if let Some(record) = record {
                    if number == self.job {
                        let metrics = Some(record.metrics);
                        self.ending = Some(Ending { metrics, wrong_flags, review, best: false });
                    }
                    self.effects.push(Effect::Record(record));
                }
                self.waiting &= number != self.job;
            }
            News::Answer(Answer::Board { number, layout }) if number == self.job => self.lay(layout, now),
            News::Answer(Answer::Hint { .. } | Answer::Board { .. }) => {}
            News::Recorded(Ok(best)) => {
                // Whoever looks at the statistics already sees this game, too.
                if matches!(self.window, Window::Statistics(..)) {
                    self.effects.push(Effect::LookUp);
                }
                if let Some(ending) = &mut self.ending {
                    ending.best = best;
                }
            }
            News::Recorded(Err(why)) | News::Note(why) => self.say(why, Tone::Bad),
            News::Aside(text) => self.say(text, Tone::Plain),
            News::Statistics(Ok(standings)) => self.window.show_statistics(standings),
            News::Statistics(Err(why)) => {
                self.close(now);
                self.say(why, Tone::Bad);
            }
            News::Games(names) => self.window.show_games(names),
            News::Saved(Ok(path)) => self.say(format!("Saved: {path}"), Tone::Good),
            News::Loaded(Ok(session)) => {
                self.begin(*session);
                self.close(now);
                self.say("Loaded.", Tone::Good);
            }
            News::Saved(Err(why)) | News::Loaded(Err(why)) => self.say(why, Tone::Bad),
            News::Awake => {
                self.mouse.forget();
                if self.in_play() && !self.window.is_open() {
                    self.open(Window::Paused, now);
                }
            }
        }
    }

    /// Whether the game has begun and goes on.
    pub(crate) fn in_play(&self) -> bool {
        !self.session.log().is_empty() && self.session.game().outcome() == Outcome::Playing
    }

    /// Whether the board must not be seen: the clock stands.
    pub(crate) fn is_covered(&self) -> bool {
        self.window.covers() && self.in_play()
    }

    fn key(&mut self, key: Key, now: Now) {
        if let Some(digit) = key.digit().filter(|&digit| digit > 0 || self.count.is_some()) {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit);
            self.count = Some(count.min(1_000_000_000));
            return;
        }
        match self.bindings.command(key) {
            Some(Command::Menu) if self.search.is_some() => {
                self.give_up();
                self.say("No board was made.", Tone::Faint);
            }
            Some(command) => self.obey(command, now),
            None => self.count = None,
        }
    }

    /// The search for a board is not wanted any more.
    fn give_up(&mut self) {
        if let Some((_, progress)) = self.search.take() {
            progress.cancelled.store(true, Ordering::Relaxed);
            self.job += 1;
        }
    }

    /// Has a board made that needs no guess from this cell on.
    fn make_board(&mut self, cell: Cell) {
        match self.session.search(cell) {
            Ok(search) => {
                self.give_up();
                self.job += 1;
                let progress = Arc::new(Progress::default());
                self.search = Some((cell, progress.clone()));
                (self.message, self.hint) = (None, None);
                let (number, search, limit) = (self.job, Box::new(search), self.search_limit);
                self.effects.push(Effect::Work(Job::Board { number, search, progress, limit }));
            }
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
        }
    }

    /// The board that was made is opened; or there is none.
    fn lay(&mut self, layout: Option<Layout>, now: Now) {
        let Some((cell, _)) = self.search.take() else { return };
        match layout.map(|layout| self.session.lay(layout)) {
            Some(Ok(())) => self.act(Action::Open(cell), now),
            _ => {
                let seconds = self.search_limit / 1000;
                let text = format!(
                    "Gave up: no board without guessing was found in {seconds} s. Fewer mines may help."
                );
                self.say(text, Tone::Bad);
            }
        }
    }

    /// Does what a key stands for.
    pub(crate) fn obey(&mut self, command: Command, now: Now) {
        let times = self.count.take().unwrap_or(1);
        let act = |app: &mut App, action: fn(Cell) -> Action| app.act(action(app.cursor), now);
        match command {
            Command::Left => self.step(-1, 0, times, false),
            Command::Right => self.step(1, 0, times, false),
            Command::Up => self.step(0, -1, times, false),
            Command::Down => self.step(0, 1, times, false),
            Command::FarLeft => self.step(-1, 0, times, true),
            Command::FarRight => self.step(1, 0, times, true),
            Command::FarUp => self.step(0, -1, times, true),
            Command::FarDown => self.step(0, 1, times, true),
            Command::RowStart => self.step(-1, 0, u64::MAX, false),
            Command::RowEnd => self.step(1, 0, u64::MAX, false),
            Command::PageUp | Command::PageDown => {
                let page = self.plan().map_or(1, |plan| u64::from(plan.board.height) / plan.canvas.cell.1);
                let down = if command == Command::PageDown { 1 } else { -1 };
                self.step(0, down, times.saturating_mul(page.max(1)), false);
            }
            Command::Open => self.open_or_chord(self.cursor, now),
            Command::Flag => act(self, Action::Flag),
            Command::Mark => act(self, Action::Mark),
            Command::Unmark => act(self, Action::Unmark),
            Command::Chord => act(self, Action::Chord),
            Command::Hint => self.ask(),
            Command::Undo => self.undo(times, now),
            Command::Pause if self.in_play() => self.open(Window::Paused, now),
            Command::Pause => {
                self.say("There is nothing to pause: the clock starts with the first move.", Tone::Faint)
            }
            Command::Retry => self.retry(),
            Command::New => self.another(),
            Command::Choose => self.open(Window::form(self.session.setup(), self.practice), now),
            Command::Menu => self.open(Window::Menu(0), now),
            Command::Statistics => {
                self.effects.push(Effect::LookUp);
                self.open(Window::statistics(), now);
            }
            Command::Save => self.open(Window::save(), now),
            Command::Load => {
                self.effects.push(Effect::ListGames);
                self.open(Window::load(), now);
            }
            Command::Code => self.code(now),
            Command::Theme => {
                self.look.theme = self.look.theme.next();
                self.say(format!("Theme: {}", self.look.theme.key()), Tone::Faint);
                self.remember();
            }
            Command::ZoomIn | Command::ZoomOut => {
                let scale = self.scale.or(self.plan().map(|plan| plan.canvas.scale)).unwrap_or(Scale::Small);
                let scale = if command == Command::ZoomIn { scale.larger() } else { scale.smaller() };
                self.scale = Some(scale);
                self.follow();
            }
            Command::Help => self.open(Window::Help(0), now),
            Command::Redraw => self.effects.push(Effect::Redraw),
            Command::Suspend => self.sleep(now),
            Command::Quit => self.quit(now),
        }
    }

    /// Goes to sleep; the clock stands until the user is back.
    pub fn sleep(&mut self, now: Now) {
        self.session.pause(now.ms);
        if self.in_play() {
            self.effects.push(Effect::Keep);
        }
        self.effects.push(Effect::Suspend);
    }

    /// Leaves; the game is kept.
    pub fn quit(&mut self, now: Now) {
        self.give_up();
        self.session.pause(now.ms);
        if self.in_play() {
            self.effects.push(Effect::Keep);
        }
        self.effects.push(Effect::Quit);
    }

    /// Opens a window. The clock stands while the board is covered.
    pub(crate) fn open(&mut self, window: Window, now: Now) {
        if window.covers() {
            self.session.pause(now.ms);
        }
        self.message = None;
        self.window = window;
    }

    /// Closes the window.
    pub(crate) fn close(&mut self, now: Now) {
        self.window = Window::None;
        self.session.resume(now.ms);
    }

    fn mouse_event(&mut self, event: &MouseEvent, now: Now) {
        let button = |button| match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
        };
        let at = self.target(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(pressed) => self.mouse.press(button(pressed), at, now.ms),
            MouseEventKind::Drag(_) | MouseEventKind::Moved => self.mouse.moved(at),
            MouseEventKind::Up(released) => {
                if let Some((click, target)) = self.mouse.release(button(released), at, now.ms) {
                    self.click(click, target, now);
                }
            }
            MouseEventKind::ScrollUp => self.scroll(0, -3),
            MouseEventKind::ScrollDown => self.scroll(0, 3),
            MouseEventKind::ScrollLeft => self.scroll(-3, 0),
            MouseEventKind::ScrollRight => self.scroll(3, 0),
        }
    }

    /// What is at a place of the screen.
    fn target(&self, x: u16, y: u16) -> Option<Target> {
        if self.window.is_open() {
            return crate::draw::row_at(self, x, y).map(Target::Row);
        }
        let plan = self.plan()?;
        if let Some(cell) = plan.cell_at(x, y) {
            return Some(Target::Cell(cell));
        }
        if let Some(command) = crate::draw::command_at(self, &plan, x, y) {
            return Some(Target::Command(command));
        }
        let overview = plan.overview.filter(|area| area.contains(ratatui::layout::Position { x, y }));
        overview.map(|_| Target::Overview(x, y))
    }

    fn click(&mut self, click: Click, target: Target, now: Now) {
        self.count = None;
        match target {
            Target::Cell(cell) => {
                self.cursor = cell;
                match click {
                    Click::Open => {
                        let open = matches!(self.session.game().view(cell), View::Number(1..));
                        if open && self.click_chords {
                            self.act(Action::Chord(cell), now);
                        } else {
                            self.act(Action::Open(cell), now);
                        }
                    }
                    Click::Flag => self.flag_or_unmark(cell, now),
                    Click::Chord => self.act(Action::Chord(cell), now),
                }
            }
            Target::Command(command) => self.obey(command, now),
            Target::Row(row) => self.window_click(row, now),
            Target::Overview(x, y) => {
                let Some(plan) = self.plan() else { return };
                if let Some(cell) = crate::board::overview_cell(&plan, x, y) {
                    self.cursor = cell;
                    self.origin = plan.origin_around(cell);
                }
            }
        }
    }

    /// The right button where flags have to be taken away with an action of their own.
    fn flag_or_unmark(&mut self, cell: Cell, now: Now) {
        let game = self.session.game();
        let unmarks = game.rules().flagging == omnisweep_engine::Flagging::SetAndUnmark;
        match game.view(cell) {
            View::Flag if unmarks => self.act(Action::Unmark(cell), now),
            _ => self.act(Action::Flag(cell), now),
        }
    }

    fn open_or_chord(&mut self, cell: Cell, now: Now) {
        let game = self.session.game();
        let chords = game.rules().chord.is_some() && matches!(game.view(cell), View::Number(1..));
        self.act(if chords { Action::Chord(cell) } else { Action::Open(cell) }, now);
    }

    fn act(&mut self, action: Action, now: Now) {
        if let Action::Open(cell) = action
            && self.session.wants_board()
            && self.session.game().view(cell) == View::Closed
        {
            return self.make_board(cell);
        }
        match self.session.act(action, now.ms, &mut ()) {
            Ok(outcome) => {
                (self.message, self.hint, self.ending) = (None, None, None);
                self.job += 1;
                self.waiting = false;
                if outcome == Outcome::Playing { self.keep() } else { self.finish(now) }
            }
            Err(Refusal::Over) => self.say("The game is over.", Tone::Faint),
            Err(refusal) => self.say(sentence(&refusal.to_string()), Tone::Faint),
        }
    }

    fn finish(&mut self, now: Now) {
        self.ending = Some(Ending::default());
        self.effects.push(Effect::Forget);
        let job =
            Job::Ending { number: self.job, session: Box::new(self.session.clone()), finished: now.wall };
        self.waiting = true;
        self.effects.push(Effect::Work(job));
    }

    /// Asks for a hint.
    fn ask(&mut self) {
        let game = self.session.game();
        if game.outcome() != Outcome::Playing {
            return self.say("The game is over.", Tone::Faint);
        }
        if game.layout().is_none() && game.rules().first != omnisweep_engine::First::Anything {
            return self.say("Open any cell: the first one is never a mine.", Tone::Plain);
        }
        match Question::new(game, self.cursor) {
            Some(question) => {
                self.job += 1;
                self.waiting = true;
                self.say("Thinking …", Tone::Faint);
                let question = Box::new(question);
                self.effects.push(Effect::Work(Job::Hint { number: self.job, question }));
            }
            None => self.say("This board is too large for hints.", Tone::Plain),
        }
    }

    fn undo(&mut self, times: u64, now: Now) {
        if self.session.game().outcome() != Outcome::Playing && !self.session.assisted() {
            let text = "In practice games you can take the last move back; choose one for the next game.";
            return self.say(text, Tone::Plain);
        }
        let mut undone = 0;
        while undone < times
            && let Some(last) = self.session.undo(now.ms)
        {
            undone += 1;
            self.cursor = last.action.cell();
        }
        if undone == 0 {
            return self.say("There is nothing to take back.", Tone::Faint);
        }
        (self.hint, self.ending) = (None, None);
        self.job += 1;
        self.waiting = false;
        let what = if undone == 1 { "Taken back.".to_owned() } else { format!("{undone} moves taken back.") };
        self.say(what, Tone::Faint);
        self.follow();
        self.keep();
    }

    fn retry(&mut self) {
        match self.session.retry() {
            Ok(session) => {
                let known = !self.session.log().is_empty() || self.session.assisted();
                self.begin(session);
                // What is known of a board is help on this board.
                if known {
                    self.session.set_assisted();
                }
                self.say("The same board again; it does not count as a best time.", Tone::Faint);
            }
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
        }
    }

    /// Another board of the same kind.
    fn another(&mut self) {
        let old = self.session.setup();
        let setup = Setup { seed: Some(Seed::new((self.any_seed)())), ..old.clone() };
        match Session::new(setup.with_guess(old.guess)) {
            Ok(mut session) => {
                if self.practice {
                    session.set_assisted();
                }
                self.begin(session);
            }
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
        }
    }

    /// A seed that nobody chose.
    pub(crate) fn seed(&self) -> u64 {
        (self.any_seed)()
    }

    /// Puts another game on the screen.
    pub(crate) fn begin(&mut self, session: Session) {
        if self.in_play() {
            self.effects.push(Effect::Forget);
        }
        self.give_up();
        self.session = session;
        (self.message, self.hint, self.ending) = (None, None, None);
        self.job += 1;
        self.waiting = false;
        self.mouse.forget();
        self.settle();
        self.remember();
    }

    /// Notes what was chosen.
    fn remember(&mut self) {
        let choices = Choices::of(self.session.setup(), self.practice, self.look.theme);
        self.effects.push(Effect::Remember(choices));
    }

    fn keep(&mut self) {
        if self.in_play() && self.session.setup().shape.cells() <= KEPT_ALWAYS {
            self.effects.push(Effect::Keep);
        }
    }

    fn code(&mut self, now: Now) {
        let first = self.session.log().iter().find_map(|played| match played.action {
            Action::Open(cell) => Some(cell),
            _ => None,
        });
        match self.session.game().layout() {
            Some(layout) if layout.shape().cells() <= 1 << 16 => {
                let code = code::write(layout, first);
                self.effects.push(Effect::Copy(code.clone()));
                self.open(Window::Code(code), now);
            }
            Some(_) => self.say("This board is too large for a code; the seed shares it.", Tone::Plain),
            None => {
                self.say("The board is drawn when you open the first cell; the seed shares it.", Tone::Plain)
            }
        }
    }

    /// The cursor goes to the last move, or to the middle of the first slice.
    fn settle(&mut self) {
        let canvas = self.canvas();
        self.cursor = match self.session.log().last() {
            Some(last) => last.action.cell(),
            None => canvas.cell_of((0, canvas.rows / 2, canvas.columns / 2)),
        };
        if let Some(plan) = self.plan() {
            self.origin = plan.origin_around(self.cursor);
        }
    }

    fn canvas(&self) -> Canvas {
        let shape = &self.session.setup().shape;
        self.plan().map_or_else(|| Canvas::new(shape, Scale::Small, 80), |plan| plan.canvas)
    }

    /// Moves the cursor over the canvas: past the edge of a slice lies the next one.
    fn step(&mut self, right: i8, down: i8, times: u64, far: bool) {
        let canvas = self.canvas();
        let (slice, row, column) = canvas.parts(self.cursor);
        let (mut across, mut line) = (slice % canvas.abreast, slice / canvas.abreast);
        let go = |at: u64, all: u64, by: i8| match by {
            -1 => at.saturating_sub(times),
            1 => at.saturating_add(times).min(all - 1),
            _ => at,
        };
        let (mut row, mut column) = (row, column);
        if far && canvas.is_sliced() {
            across = go(across, canvas.abreast, right);
            line = go(line, canvas.down(), down);
        } else {
            let times = if far { times.saturating_mul(FAR) } else { times };
            let go = |at: u64, all: u64, by: i8| match by {
                -1 => at.saturating_sub(times),
                1 => at.saturating_add(times).min(all - 1),
                _ => at,
            };
            // To the end of a row stays within its slice.
            if times == u64::MAX {
                column = go(column, canvas.columns, right);
            } else {
                let x = go(across * canvas.columns + column, canvas.abreast * canvas.columns, right);
                let y = go(line * canvas.rows + row, canvas.down() * canvas.rows, down);
                (across, column) = (x / canvas.columns, x % canvas.columns);
                (line, row) = (y / canvas.rows, y % canvas.rows);
            }
        }
        // The last line of slices may be a short one.
        let slice = line * canvas.abreast + across;
        if slice < canvas.slices {
            self.cursor = canvas.cell_of((slice, row, column));
        }
        self.follow();
    }

    /// Scrolls so that the cursor is seen.
    pub(crate) fn follow(&mut self) {
        if let Some(plan) = self.plan() {
            self.origin = plan.origin_for(self.cursor);
        }
    }

    /// Scrolls by so many cells.
    fn scroll(&mut self, right: i64, down: i64) {
        if self.window.is_open() {
            self.window.scroll(down.signum());
            return;
        }
        let Some(plan) = self.plan() else { return };
        let by = |at: u64, cells: i64, cell: u64| at.saturating_add_signed(cells.saturating_mul(cell as i64));
        self.origin =
            (by(plan.origin.0, right, plan.canvas.cell.0), by(plan.origin.1, down, plan.canvas.cell.1));
        // As far as that makes sense.
        self.origin = self.plan().map_or(self.origin, |plan| plan.origin);
    }

    /// What is being played, in a few words.
    pub(crate) fn title(&self) -> String {
        let setup = self.session.setup();
        let times = if self.look.ascii { "x" } else { "×" };
        let size = setup.shape.to_string().replace('x', times);
        let level = Level::of(setup.shape.sizes(), setup.mines);
        match level {
            Some(level) => format!("{} {size}", level.key()),
            None => format!("{size}, {} {}", setup.mines, if setup.mines == 1 { "mine" } else { "mines" }),
        }
    }

    /// Where a cell is, in words.
    pub(crate) fn place(&self, cell: Cell) -> String {
        place(&self.session.setup().shape, cell)
    }
}

/// A remark as a sentence.
pub(crate) fn sentence(remark: &str) -> String {
    let mut letters = remark.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
