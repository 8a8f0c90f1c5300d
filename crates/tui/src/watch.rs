//! A player is watched: it plays by itself, says why, and waits where it is told to.

use std::io;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use omnisweep_engine::{Cell, Outcome};
use omnisweep_session::{Session, Told, words};
use omnisweep_simulate::{Run, Thinker, Thought, Watched};
use omnisweep_solver::Position;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{App, Now};
use crate::config::Config;
use crate::draw::{Scene, draw_scene};
use crate::effect::{Effect, Reply};
use crate::job::{Job, JobResult};
use crate::messages::Tone;
use crate::run::{self, any_seed};
use crate::terminal_app::TerminalApp;
use crate::theme::{Look, Role};

/// The slowest and the fastest, in moves a second.
const SPEEDS: (f64, f64) = (0.125, 1024.0);

/// What is watched.
pub struct WatchStart {
    /// The games.
    pub run: Run,
    /// The number of the first one.
    pub game: u64,
    /// How many moves a second.
    pub speed: f64,
    /// Whether it waits for a key before the first move.
    pub paused: bool,
    /// What the user has set.
    pub config: Config,
    /// What the terminal can show.
    pub look: Look,
}

/// What the player is to be asked.
struct Question {
    begins: bool,
    news: Vec<(Cell, u32)>,
    position: Position,
}

/// What the player does at the moment.
enum Phase {
    Thinking,
    /// It has shown its cell at this time.
    Shown(Thought, u64),
    /// It does not know any further, or the game is over.
    Over,
}

/// A game that is watched, and what every event does to it: no I/O.
pub struct Watch {
    run: Run,
    game: u64,
    app: App,
    watched: Watched,
    phase: Phase,
    speed: f64,
    paused: bool,
    /// Whether one move is wanted although it is paused.
    step: bool,
    guesses: u64,
    /// How likely it was to get as far as this.
    luck: f64,
    /// Games that were watched to the end, and how many of them were won.
    played: u64,
    won: u64,
    /// How often the player was asked, and what it is still to be asked.
    asked: u64,
    question: Option<Question>,
    /// The player, while it does not think.
    thinker: Option<Box<Thinker>>,
    trouble: Option<String>,
}

impl Watch {
    /// Begins with a game, or says why there can be none.
    pub fn new(start: &WatchStart) -> Result<Watch, String> {
        let watched = Watched::new(&start.run, start.game)?;
        let app = App::new(watched.session.clone(), false, &start.config, start.look, any_seed);
        let mut watch = Watch {
            run: start.run.clone(),
            game: start.game,
            app,
            watched,
            phase: Phase::Thinking,
            speed: start.speed.clamp(SPEEDS.0, SPEEDS.1),
            paused: start.paused,
            step: false,
            guesses: 0,
            luck: 1.0,
            played: 0,
            won: 0,
            asked: 0,
            question: None,
            thinker: Some(Box::new(Thinker::new(&start.run))),
            trouble: None,
        };
        watch.ask(true);
        Ok(watch)
    }

    fn ask(&mut self, begins: bool) {
        let (news, position) = self.watched.question();
        self.phase = Phase::Thinking;
        self.asked += 1;
        self.question = Some(Question { begins, news, position });
        self.send();
    }

    /// Asks the player what it is to be asked, once it does not think of something else.
    fn send(&mut self) {
        if let Some(question) = self.question.take_if(|_| self.thinker.is_some())
            && let Some(thinker) = self.thinker.take()
        {
            let (number, Question { begins, news, position }) = (self.asked, question);
            self.app.effect(Effect::Work(Job::Think { number, thinker, begins, news, position }));
        }
    }

    fn key(&mut self, key: &KeyEvent, now: Now) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => self.quit(now),
                KeyCode::Char('z') => self.sleep(now),
                KeyCode::Char('l') => self.app.effect(Effect::Redraw),
                _ => {}
            };
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => self.quit(now),
            KeyCode::Char(' ' | 'p') => self.paused = !self.paused,
            KeyCode::Char('.' | 's' | 'l') | KeyCode::Right | KeyCode::Enter => {
                (self.paused, self.step) = (true, true);
                self.tick(now);
            }
            KeyCode::Char('+' | '=' | 'k') | KeyCode::Up => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            KeyCode::Char('-' | 'j') | KeyCode::Down => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            KeyCode::Char('n') => self.begin(self.game.wrapping_add(1)),
            KeyCode::Char('r') => self.begin(self.game),
            KeyCode::Char('t') => self.app.viewport.set_theme(self.app.viewport.look().theme.next()),
            _ => {}
        }
    }

    fn begin(&mut self, game: u64) {
        match Watched::new(&self.run, game) {
            Ok(watched) => {
                self.game = game;
                self.watched = watched;
                (self.guesses, self.luck, self.step) = (0, 1.0, false);
                self.app.messages.clear();
                self.show_board();
                self.ask(true);
            }
            Err(why) => self.trouble = Some(why),
        }
    }

    /// The player has thought; of an older position, if it was told to hurry.
    fn thought(&mut self, number: u64, thought: Option<Thought>, now: Now) {
        if number != self.asked || !matches!(self.phase, Phase::Thinking) {
            return self.send();
        }
        let Some(thought) = thought else {
            self.trouble = Some(words::knows_no_further().to_owned());
            self.phase = Phase::Over;
            return;
        };
        self.app.viewport.set_cursor(thought.cell);
        let (cell, risk, numbers) = (thought.cell, thought.risk, thought.numbers.clone());
        self.app.messages.set_hint(Some(Told {
            numbers,
            text: thought.text.clone(),
            ..Told::pointing(cell, risk)
        }));
        self.app.follow();
        self.phase = Phase::Shown(thought, now.ms);
        self.tick(now);
    }

    /// The milliseconds from a thought to its move.
    fn between(&self) -> u64 {
        (1000.0 / self.speed) as u64
    }

    fn show_board(&mut self) {
        self.app.session = self.watched.session.clone();
    }

    /// What there is to say.
    fn texts(&self) -> Vec<(String, Tone)> {
        let mut texts: Vec<(String, Tone)> =
            self.trouble.iter().map(|trouble| (trouble.clone(), Tone::Bad)).collect();
        let (game, last) = (self.app.session.game(), self.app.viewport.cursor());
        match (&self.phase, self.app.messages.hint()) {
            (Phase::Over, Some(hint)) => {
                let tone = if game.outcome() == Outcome::Won { Tone::Good } else { Tone::Bad };
                let end = words::watched(game.outcome(), game.shape(), last, self.guesses, self.luck);
                texts.push((end, tone));
                texts.push((hint.text.clone(), Tone::Faint));
            }
            (_, Some(hint)) => {
                let tone = if hint.risk == 0.0 { Tone::Good } else { Tone::Plain };
                texts.push((hint.text.clone(), tone));
            }
            (_, None) => texts.push((words::thinking().to_owned(), Tone::Faint)),
        }
        texts
    }
}

impl TerminalApp for Watch {
    fn handle(&mut self, event: &Event, now: Now) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, now),
            Event::Resize(..) => self.app.handle(event, now),
            _ => {}
        }
    }

    fn receive(&mut self, reply: Reply, now: Now) {
        if let Reply::Answer(JobResult::Thought { number, thinker, thought }) = reply {
            self.thinker = thinker;
            self.thought(number, thought, now);
        }
    }

    /// Moves, if it is time to.
    fn tick(&mut self, now: Now) {
        let Phase::Shown(thought, since) = &self.phase else { return };
        if !self.step && (self.paused || now.ms < since + self.between()) {
            return;
        }
        self.step = false;
        let thought = thought.clone();
        self.guesses += u64::from(thought.guess);
        self.luck *= 1.0 - thought.risk;
        let outcome = self.watched.follow(&thought, now.ms);
        self.show_board();
        if outcome == Outcome::Playing {
            self.ask(false);
        } else {
            self.phase = Phase::Over;
            self.played += 1;
            self.won += u64::from(outcome == Outcome::Won);
        }
    }

    fn next_tick(&self, now: Now) -> Option<u64> {
        match &self.phase {
            Phase::Shown(_, since) if !self.paused => Some((since + self.between()).saturating_sub(now.ms)),
            _ => None,
        }
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        self.app.take_effects()
    }

    fn quit(&mut self, _: Now) {
        self.app.effect(Effect::Quit);
    }

    fn sleep(&mut self, _: Now) {
        self.app.effect(Effect::Suspend);
    }

    fn session(&self) -> &Session {
        &self.watched.session
    }

    fn screen(&self) -> Rect {
        self.app.viewport.screen()
    }

    fn draw(&self, _: Now, out: &mut Buffer) {
        let app = &self.app;
        let game = app.session.game();
        let flag = if app.viewport.look().ascii { "F" } else { "⚑" };
        let open = game.shape().cells() - game.mines();
        let share = (open - game.safe_left()) as f64 / open.max(1) as f64 * 100.0;
        let speed = match self.paused {
            true => " paused ".to_owned(),
            false => format!(" {}/s ", self.speed),
        };
        let mut left = vec![
            (format!(" {flag} {} ", words::mines_left(game)), Role::BarKey),
            (speed, Role::BarKey),
            (format!(" {} ", self.run.skill.key()), Role::Bar),
            (format!(" {} ", app.title()), Role::Bar),
            (format!(" {share:.0} % open "), Role::Bar),
        ];
        if self.guesses > 0 {
            let guesses = if self.guesses == 1 { "guess" } else { "guesses" };
            left.push((format!(" {} {guesses} ", self.guesses), Role::Bar));
        }
        let mut right = vec![(format!(" seed {}, game {} ", self.run.seed, self.game), Role::BarFaint)];
        if self.played > 0 {
            right.insert(0, (format!(" won {} of {} ", self.won, self.played), Role::BarFaint));
        }
        let playing = !matches!(self.phase, Phase::Over);
        let pace = [
            ("space", if self.paused { "go on" } else { "pause" }),
            (".", "step"),
            ("+", "faster"),
            ("-", "slower"),
        ];
        let rest = [("n", "next game"), ("r", "again"), ("t", "theme"), ("q", "quit")];
        let keys = pace.into_iter().filter(|_| playing).chain(rest).collect();
        draw_scene(app, Scene { left, right, texts: self.texts(), keys }, out);
    }
}

/// Shows games until the user leaves, or a signal ends it.
pub fn watch(start: &WatchStart) -> io::Result<run::Ended> {
    run::show(Watch::new(start).map_err(io::Error::other)?)
}
