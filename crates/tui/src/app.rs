//! The app: what is on the screen, and what every event does to it.
//!
//! It does no I/O and knows no time but what it is told. What it wants done it
//! says as [`Effect`]s; what came of them it hears as [`Reply`]s.

use crossterm::event::{Event, KeyEventKind};
use omnisweep_engine::{Action, Cell, Game};
use omnisweep_session::{Gesture, Level, Practice, Session, Setup, daily, words};

use crate::config::Config;
use crate::effect::{Effect, Recorded, Reply};
use crate::heat::HeatMapState;
use crate::input::Input;
use crate::job::JobResult;
use crate::keys::{Command, Key};
use crate::loss::Loss;
use crate::messages::{Ending, Messages, Tone};
use crate::plan::{Scale, ScreenLayout};
use crate::theme::Look;
use crate::viewer::{ReplayCommand, Viewer};
use crate::viewport::Viewport;
use crate::window::Window;
use crate::work::Work;

/// The time, as the I/O shell tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Milliseconds by a clock that only runs forward.
    pub ms: u64,
    /// Milliseconds since the beginning of 1970.
    pub wall: u64,
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
    /// A window, where it has no row.
    Window,
    /// Beside the window.
    Beside,
    /// A key in the bar of a replay.
    Replay(ReplayCommand),
    /// A place in the timeline of a replay: the position after so many moves.
    Moment(usize),
}

/// How often the screen is drawn while something is being worked out.
const SPIN: u64 = 100;

/// The app: the game, and the parts that own the rest of what is on the screen.
#[derive(Debug)]
pub struct App {
    pub(crate) session: Session,
    pub(crate) viewport: Viewport,
    pub(crate) input: Input,
    pub(crate) messages: Messages,
    pub(crate) work: Work,
    pub(crate) loss: Loss,
    pub(crate) window: Window,
    /// The replay, if one is shown.
    pub(crate) viewer: Option<Box<Viewer>>,
    /// How likely mines are, where that is shown.
    pub(crate) heat_map: HeatMapState,
    /// How many replays were shown.
    pub(crate) views: u64,
    any_seed: fn() -> u64,
}

impl App {
    /// An app with a game on it.
    #[must_use]
    pub fn new(session: Session, practice: bool, config: &Config, look: Look, any_seed: fn() -> u64) -> App {
        let mut app = App {
            session,
            viewport: Viewport::new(look),
            input: Input::new(config),
            messages: Messages::default(),
            work: Work::default(),
            loss: Loss::default(),
            window: Window::None,
            viewer: None,
            heat_map: HeatMapState::default(),
            views: 0,
            any_seed,
        };
        if practice {
            app.session.practise(Practice::Wanted);
        }
        app.work.make_day_again(&app.session);
        app.place_cursor();
        app
    }

    /// Sets after how many milliseconds the search for a board gives up.
    pub fn set_search_limit(&mut self, ms: u64) {
        self.work.set_patience(ms);
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
        self.work.take()
    }

    /// Wants something done.
    pub(crate) fn effect(&mut self, effect: Effect) {
        self.work.want(effect);
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>, tone: Tone) {
        self.messages.say(text, tone);
    }

    /// What was said last, if it still is.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        self.messages.message().map(|(text, _)| text.as_str())
    }

    /// When the screen has to be drawn again although nothing happens, in
    /// milliseconds: at the next full second, while the clock runs; sooner while
    /// a board is made.
    #[must_use]
    pub fn next_tick(&self, now: Now) -> Option<u64> {
        if self.work.searching().is_some() || self.is_reviewing() {
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
    pub fn plan(&self) -> Option<ScreenLayout> {
        let messages = if self.viewer.is_some() { 3..=4 } else { 1..=3 };
        self.viewport.plan(self.game().shape(), messages)
    }

    /// The game on the screen: the one that is played, or that of the replay.
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
                self.input.let_go();
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
                self.viewport.resize(*width, *height);
                self.input.let_go();
                self.follow();
            }
            Event::Paste(text) => self.window.paste(text),
            _ => {}
        }
        self.want_games();
    }

    /// Something came of an effect.
    pub fn receive(&mut self, reply: Reply, now: Now) {
        match reply {
            Reply::Answer(answer) => self.answered(answer, now),
            Reply::Recorded(Ok(recorded)) => self.recorded(recorded),
            Reply::Recorded(Err(why)) => self.uncounted(why),
            Reply::Failed(why) => self.say(why, Tone::Bad),
            Reply::Unkept(why) => self.unkept(why),
            Reply::Kept => self.loss.is_over(),
            Reply::Aside(text) => self.messages.add(&text),
            Reply::Days(Ok(played)) => self.window.show_days(played),
            Reply::Shared(Ok(text)) => self.share(text, now),
            Reply::Statistics(Ok(categories)) => {
                self.window.show_statistics(categories);
                self.want_games();
            }
            Reply::KindOfGames(Ok((category, games))) => self.window.show_kind(&category, *games),
            Reply::Statistics(Err(why))
            | Reply::KindOfGames(Err(why))
            | Reply::Days(Err(why))
            | Reply::Shared(Err(why)) => {
                self.close(now);
                self.say(why, Tone::Bad);
            }
            Reply::Replay(Ok(session)) => self.show_replay(*session, false, now),
            Reply::Replay(Err(why)) => {
                self.close(now);
                self.say(why, Tone::Bad);
            }
            Reply::Games(rows) => self.window.show_games(rows),
            Reply::Saved(Ok(path)) => {
                self.loss.is_saved(&path);
                self.session.practise(Practice::Copied);
                self.keep();
                self.say(words::saved_as(&self.session, &path), Tone::Good);
            }
            Reply::DayKnown => {
                self.session.practise(Practice::Seen);
                self.keep();
                self.say(words::known_day(), Tone::Plain);
            }
            Reply::Exists(name) => self.open(Window::Overwrite(name, 1), now),
            Reply::Loaded(Ok((session, aside))) => self.loaded(*session, aside, now),
            Reply::Day(Ok(session)) => self.play_day(*session, now),
            Reply::Saved(Err(why)) | Reply::Loaded(Err(why)) | Reply::Day(Err(why)) => {
                self.say(why, Tone::Bad)
            }
            Reply::Awake => {
                self.input.let_go();
                if self.session.in_play() && !self.window.is_open() && self.viewer.is_none() {
                    self.open(Window::Paused, now);
                }
            }
        }
    }

    /// What was asked has been worked out.
    fn answered(&mut self, answer: JobResult, now: Now) {
        match answer {
            JobResult::Hint { number, hint } if self.work.answers(number) => match hint {
                Ok(hint) => {
                    let told = self.session.help(hint).cloned();
                    self.tell(told);
                }
                Err(why) => self.say(why, Tone::Plain),
            },
            JobResult::Ending { number, record, wrong_flags, review } => {
                let asked = self.work.answers(number);
                let Some(record) = record else { return };
                if asked {
                    let metrics = Some(record.metrics);
                    let daily = record.daily.is_some().then(|| record.clone());
                    self.messages.end(Ending { metrics, wrong_flags, review, daily, ..Ending::default() });
                }
                self.effect(Effect::Record(record));
            }
            JobResult::Board { number, layout } => self.lay(number, layout, now),
            JobResult::Heat { number, heat } => self.heat_answered(number, heat),
            JobResult::Review { number, review } => self.reviewed(number, review),
            JobResult::Hint { .. } | JobResult::Thought { .. } => {}
        }
    }

    /// The record of the game that has ended is kept.
    fn recorded(&mut self, Recorded { standing, streak, note }: Recorded) {
        if let Some(note) = note {
            self.say(note, Tone::Bad);
        }
        // Whoever looks at the statistics already sees this game, too.
        if matches!(self.window, Window::Statistics(..)) {
            self.effect(Effect::LookUpStatistics);
        }
        if let Some(ending) = self.messages.ending_mut() {
            ending.standing = standing;
            ending.streak = streak;
            ending.shared = ending.daily.as_ref().and_then(|record| daily::result_text(record, streak));
        }
    }

    /// Whether the board must not be seen: the clock stands.
    pub(crate) fn is_covered(&self) -> bool {
        self.window.covers() && self.session.in_play() && self.viewer.is_none()
    }

    fn key(&mut self, key: Key, now: Now) {
        if self.input.typed(key) {
            return;
        }
        match self.input.command(key) {
            Some(Command::Menu) if self.work.searching().is_some() => {
                self.work.give_up();
                self.say(words::search_cancelled(), Tone::Faint);
            }
            Some(command) => self.obey(command, now),
            None => _ = self.input.times(),
        }
    }

    /// Does what a key stands for.
    pub(crate) fn obey(&mut self, command: Command, now: Now) {
        let times = self.input.times();
        let act = |app: &mut App, action: fn(Cell) -> Action| {
            app.play(Gesture::Named(action(app.viewport.cursor())), now)
        };
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
            Command::FlagMode => {
                let on = self.input.turn_flag_mode();
                self.say(words::flag_mode(on), Tone::Faint);
            }
            Command::Hint => self.ask(),
            Command::Daily => self.offer_days(now),
            Command::Heat => self.toggle_heat(),
            Command::Replay => self.replay_current(now),
            Command::Undo => self.undo(times, now),
            Command::Pause if self.session.in_play() => self.open(Window::Paused, now),
            Command::Pause => self.say(words::nothing_to_pause(), Tone::Faint),
            Command::Retry => self.retry(),
            Command::New => self.another(),
            Command::Choose => {
                let form = Window::form(self.session.setup(), self.session.wants_practice());
                self.open(form, now);
            }
            Command::Menu => self.open(Window::Menu(0), now),
            Command::Statistics => {
                self.effect(Effect::LookUpStatistics);
                self.open(Window::statistics(), now);
            }
            Command::Save => self.open(Window::save(), now),
            Command::Load => {
                self.effect(Effect::ListGames);
                self.open(Window::load(), now);
            }
            Command::Code => self.code(now),
            Command::Theme => {
                let theme = self.viewport.look().theme.next();
                self.viewport.set_theme(theme);
                self.say(format!("Theme: {theme}"), Tone::Faint);
                self.remember();
            }
            Command::ZoomIn | Command::ZoomOut => {
                let shown = self.plan().map(|plan| plan.canvas.scale);
                let scale = self.viewport.scale().or(shown).unwrap_or(Scale::Small);
                self.viewport.set_scale(if command == Command::ZoomIn {
                    scale.larger()
                } else {
                    scale.smaller()
                });
                self.follow();
            }
            Command::Help => self.open(Window::Help(0), now),
            Command::Redraw => self.effect(Effect::Redraw),
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
        self.keep_at_leaving();
        self.effect(Effect::Suspend);
    }

    /// Leaves; the game is kept.
    pub fn quit(&mut self, now: Now) {
        // Asked a second time, the player knows.
        if matches!(self.window, Window::Unkept(_)) {
            self.loss.accept();
        }
        self.work.give_up();
        self.session.pause(now.ms);
        self.keep_at_leaving();
        self.effect(Effect::Quit);
    }

    /// Keeps the game; one that is only being offered is kept already.
    fn keep_at_leaving(&mut self) {
        if self.session.in_play() && !matches!(self.window, Window::Resume(_)) {
            self.effect(Effect::Keep);
        }
    }

    /// Opens a window. The clock stands while the board is covered.
    pub(crate) fn open(&mut self, window: Window, now: Now) {
        if window.covers() {
            self.session.pause(now.ms);
        }
        self.messages.clear_message();
        self.window = window;
    }

    /// Closes the window.
    pub(crate) fn close(&mut self, now: Now) {
        self.window = Window::None;
        if self.viewer.is_none() {
            self.session.resume(now.ms);
        }
    }

    /// The number of a seed that nobody chose.
    pub(crate) fn seed(&self) -> u64 {
        (self.any_seed)()
    }

    /// What is being played, in a few words.
    pub(crate) fn title(&self) -> String {
        self.title_of(self.session.setup())
    }

    /// The same of any game.
    pub(crate) fn title_of(&self, setup: &Setup) -> String {
        let times = if self.viewport.look().ascii { "x" } else { "×" };
        let size = setup.shape.to_string().replace('x', times);
        let level = Level::of(setup.shape.sizes(), setup.mines);
        match level {
            Some(level) => format!("{} {size}", level.key()),
            None => format!("{size}, {}", words::count(setup.mines, "mine", "mines")),
        }
    }
}
