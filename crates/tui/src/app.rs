//! The app: what is on the screen, and what every event does to it.
//!
//! It does no I/O and knows no time but what it is told. What it wants done it
//! says as [`Effect`]s; what came of them it hears as [`News`].

use std::sync::Arc;

use crossterm::event::{Event, KeyEventKind};
use omnisweep_engine::{Action, Cell, Game};
use omnisweep_session::clicks::Mouse;
use omnisweep_session::{
    Gesture, Habits, Hint, Level, Metrics, Record, Search, Session, Setup, daily, words,
};
use ratatui::layout::Rect;

use crate::config::Config;
use crate::effect::{Effect, News, Recorded};
use crate::heat::Warmth;
use crate::job::{Answer, Progress};
use crate::keys::{Bindings, Command, Key};
use crate::plan::{Plan, Scale};
use crate::theme::Look;
use crate::viewer::{View, Viewer};
use crate::window::Window;

/// The time, as the rim tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds by a clock that only runs forward.
    pub ms: u64,
    /// Milliseconds since the beginning of 1970.
    pub wall: u64,
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
    /// A key in the bar of a replay.
    View(View),
    /// A place in the timeline of a replay: the position after so many moves.
    Moment(usize),
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
    /// What is kept of it, where it was the board of a day.
    pub daily: Option<Box<Record>>,
    /// Its result, as a text for friends.
    pub shared: Option<String>,
    /// Days in a row, if it counts for that.
    pub streak: u64,
}

/// How often the screen is drawn while something is being worked out.
const SPIN: u64 = 100;

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
    pub(crate) habits: Habits,
    /// Whether games are played for practice: with help from the start.
    pub(crate) practice: bool,
    pub(crate) window: Window,
    pub(crate) mouse: Mouse<Target>,
    pub(crate) message: Option<(String, Tone)>,
    pub(crate) hint: Option<Hint>,
    pub(crate) ending: Option<Ending>,
    /// The game that is shown again, if one is.
    pub(crate) viewer: Option<Box<Viewer>>,
    /// How likely mines are, where that is shown.
    pub(crate) warmth: Warmth,
    /// How many games were shown again.
    pub(crate) views: u64,
    /// How often the next command is to be done, as far as it is typed.
    pub(crate) count: Option<u64>,
    /// The number of the last job, and whether it is still being worked out.
    pub(crate) job: u64,
    pub(crate) waiting: bool,
    /// The board that is being made, and the cell that will open it.
    pub(crate) search: Option<(Cell, Arc<Progress>)>,
    pub(crate) search_limit: u64,
    pub(crate) effects: Vec<Effect>,
    pub(crate) any_seed: fn() -> u64,
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
            habits: Habits { left_chords: config.click_chords },
            practice,
            window: Window::None,
            mouse: Mouse::default(),
            message: None,
            hint: None,
            ending: None,
            viewer: None,
            warmth: Warmth::default(),
            views: 0,
            count: None,
            job: 0,
            waiting: false,
            search: None,
            search_limit: Search::PATIENCE,
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
        if self.search.is_some() || self.is_reviewing() {
            return Some(SPIN);
        }
        if let Some(viewer) = &self.viewer {
            return viewer.next_tick();
        }
        let elapsed = self.session.elapsed(now.ms);
        let runs = self.session.elapsed(now.ms + 1) > elapsed;
        runs.then(|| 1000 - elapsed % 1000)
    }

    /// Where everything is on the screen; nothing where it is too small.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        let messages = if self.viewer.is_some() { 3..=4 } else { 1..=3 };
        Plan::with_messages(self.screen, self.game().shape(), self.scale, self.origin, messages)
    }

    /// The game on the screen: the one that is played, or the one that is shown again.
    pub(crate) fn game(&self) -> &Game {
        self.viewer.as_ref().map_or(self.session.game(), |viewer| viewer.playback.game())
    }

    /// Time has passed: what goes on by itself goes on.
    pub fn tick(&mut self, now: Now) {
        if self.viewer.as_mut().is_some_and(|viewer| viewer.playback.tick(now.ms)) {
            self.look_at_last();
        }
    }

    /// Something happened.
    pub fn handle(&mut self, event: &Event, now: Now) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.mouse = Mouse::default();
                if self.window.is_open() {
                    self.window_key(key, now);
                } else if self.viewer.is_some() {
                    self.view_key(key, now);
                } else {
                    self.key(Key::of(key), now);
                }
            }
            Event::Mouse(event) => self.mouse_event(event, now),
            Event::Resize(width, height) => {
                (self.screen.width, self.screen.height) = (*width, *height);
                self.mouse = Mouse::default();
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
                        let daily = record.kind.daily.is_some().then(|| record.clone());
                        self.ending =
                            Some(Ending { metrics, wrong_flags, review, daily, ..Ending::default() });
                    }
                    self.effects.push(Effect::Record(record));
                }
                self.waiting &= number != self.job;
            }
            News::Answer(Answer::Board { number, layout }) if number == self.job => self.lay(layout, now),
            News::Answer(Answer::Heat { number, heat }) => self.warm(number, heat),
            News::Answer(Answer::Review { number, review }) => self.reviewed(number, review),
            News::Answer(Answer::Hint { .. } | Answer::Board { .. }) => {}
            News::Recorded(Ok(Recorded { best, streak })) => {
                // Whoever looks at the statistics already sees this game, too.
                if matches!(self.window, Window::Statistics(..)) {
                    self.effects.push(Effect::LookUp);
                }
                if let Some(ending) = &mut self.ending {
                    ending.best = best;
                    let counts = ending.daily.as_ref().and_then(|record| daily::won_on(record)).is_some();
                    ending.streak = if counts { streak.now } else { 0 };
                    ending.shared = ending.daily.as_ref().and_then(|record| daily::text(record, streak));
                }
            }
            News::Recorded(Err(why)) | News::Note(why) => self.say(why, Tone::Bad),
            News::Aside(text) => self.say(text, Tone::Plain),
            News::Days(Ok(played)) => self.window.show_days(played),
            News::Shared(Ok(text)) => self.share(text, now),
            News::Statistics(Ok(standings)) => self.window.show_statistics(standings),
            News::Statistics(Err(why)) | News::Days(Err(why)) | News::Shared(Err(why)) => {
                self.close(now);
                self.say(why, Tone::Bad);
            }
            News::Replay(Ok(session)) => self.show_again(*session, false, now),
            News::Replay(Err(why)) => {
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
                self.mouse = Mouse::default();
                if self.session.in_play() && !self.window.is_open() && self.viewer.is_none() {
                    self.open(Window::Paused, now);
                }
            }
        }
    }

    /// Whether the board must not be seen: the clock stands.
    pub(crate) fn is_covered(&self) -> bool {
        self.window.covers() && self.session.in_play() && self.viewer.is_none()
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

    /// Does what a key stands for.
    pub(crate) fn obey(&mut self, command: Command, now: Now) {
        let times = self.count.take().unwrap_or(1);
        let act =
            |app: &mut App, action: fn(Cell) -> Action| app.play(Gesture::Named(action(app.cursor)), now);
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
            Command::Open => act(self, Action::Open),
            Command::Flag => act(self, Action::Flag),
            Command::Mark => act(self, Action::Mark),
            Command::Unmark => act(self, Action::Unmark),
            Command::Chord => act(self, Action::Chord),
            Command::Hint => self.ask(),
            Command::Daily => self.offer_days(now),
            Command::Heat => self.toggle_heat(),
            Command::Replay => self.watch_again(now),
            Command::Undo => self.undo(times, now),
            Command::Pause if self.session.in_play() => self.open(Window::Paused, now),
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
        if let Some(viewer) = &mut self.viewer {
            viewer.playback.pause(now.ms);
        }
        if self.session.in_play() {
            self.effects.push(Effect::Keep);
        }
        self.effects.push(Effect::Suspend);
    }

    /// Leaves; the game is kept.
    pub fn quit(&mut self, now: Now) {
        self.give_up();
        self.session.pause(now.ms);
        if self.session.in_play() {
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
        if self.viewer.is_none() {
            self.session.resume(now.ms);
        }
    }

    /// What is being played, in a few words.
    pub(crate) fn title(&self) -> String {
        self.title_of(self.session.setup())
    }

    /// The same of any game.
    pub(crate) fn title_of(&self, setup: &Setup) -> String {
        let times = if self.look.ascii { "x" } else { "×" };
        let size = setup.shape.to_string().replace('x', times);
        let level = Level::of(setup.shape.sizes(), setup.mines);
        match level {
            Some(level) => format!("{} {size}", level.key()),
            None => format!("{size}, {}", words::count(setup.mines, "mine", "mines")),
        }
    }
}
