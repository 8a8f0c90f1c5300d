//! A player is watched: it plays by itself, says why, and waits where it is told to.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use omnisweep_engine::{Cell, Outcome};
use omnisweep_session::{Hint, words};
use omnisweep_simulate::{Run, Thinker, Thought, Watched};
use omnisweep_solver::Position;
use ratatui::buffer::Buffer;

use crate::app::{App, Tone};
use crate::config::Config;
use crate::draw::{Scene, draw_scene};
use crate::run::{Message, anew, any_seed, listen};
use crate::terminal::{self, Screen, Taken, WORKER};
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

/// What the player is asked.
pub struct Question {
    /// Its number: what is thought about an older one is no longer wanted.
    number: u64,
    begins: bool,
    news: Vec<(Cell, u32)>,
    position: Position,
}

/// What is to be done after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Leave.
    Quit,
    /// Sleep until the user is back.
    Suspend,
    /// Draw everything anew.
    Redraw,
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
            trouble: None,
        };
        watch.ask(true);
        Ok(watch)
    }

    /// What the player has to be asked.
    pub fn take_question(&mut self) -> Option<Question> {
        self.question.take()
    }

    fn ask(&mut self, begins: bool) {
        let (news, position) = self.watched.question();
        self.phase = Phase::Thinking;
        self.asked += 1;
        self.question = Some(Question { number: self.asked, begins, news, position });
    }

    /// The screen has another size.
    fn resize(&mut self, width: u16, height: u16) {
        (self.app.screen.width, self.app.screen.height) = (width, height);
        self.app.follow();
    }

    /// A key was pressed, or something else happened.
    pub fn handle(&mut self, event: &Event, now: u64) -> Option<Wish> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, now),
            Event::Resize(width, height) => {
                self.resize(*width, *height);
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent, now: u64) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(Wish::Quit),
                KeyCode::Char('z') => Some(Wish::Suspend),
                KeyCode::Char('l') => Some(Wish::Redraw),
                _ => None,
            };
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Quit),
            KeyCode::Char(' ' | 'p') => self.paused = !self.paused,
            KeyCode::Char('.' | 's' | 'l') | KeyCode::Right | KeyCode::Enter => {
                (self.paused, self.step) = (true, true);
                self.tick(now);
            }
            KeyCode::Char('+' | '=' | 'k') | KeyCode::Up => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            KeyCode::Char('-' | 'j') | KeyCode::Down => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            KeyCode::Char('n') => self.begin(self.game.wrapping_add(1)),
            KeyCode::Char('r') => self.begin(self.game),
            KeyCode::Char('t') => self.app.look.theme = self.app.look.theme.next(),
            _ => {}
        }
        None
    }

    fn begin(&mut self, game: u64) {
        match Watched::new(&self.run, game) {
            Ok(watched) => {
                self.game = game;
                self.watched = watched;
                (self.guesses, self.luck, self.step, self.app.hint) = (0, 1.0, false, None);
                self.show_board();
                self.ask(true);
            }
            Err(why) => self.trouble = Some(why),
        }
    }

    /// The player has thought.
    pub fn thought(&mut self, number: u64, thought: Option<Thought>, now: u64) {
        if number != self.asked || !matches!(self.phase, Phase::Thinking) {
            return;
        }
        let Some(thought) = thought else {
            self.trouble = Some("The player does not know any further.".to_owned());
            self.phase = Phase::Over;
            return;
        };
        self.app.cursor = thought.cell;
        let (cell, risk, numbers) = (thought.cell, thought.risk, thought.numbers.clone());
        self.app.hint = Some(Hint { cell, risk, numbers, text: thought.text.clone() });
        self.app.follow();
        self.phase = Phase::Shown(thought, now);
        self.tick(now);
    }

    /// When something happens by itself, in milliseconds.
    #[must_use]
    pub fn next_tick(&self, now: u64) -> Option<u64> {
        match &self.phase {
            Phase::Shown(_, since) if !self.paused => Some((since + self.between()).saturating_sub(now)),
            _ => None,
        }
    }

    /// The milliseconds from a thought to its move.
    fn between(&self) -> u64 {
        (1000.0 / self.speed) as u64
    }

    /// Moves, if it is time to.
    pub fn tick(&mut self, now: u64) {
        let Phase::Shown(thought, since) = &self.phase else { return };
        if !self.step && (self.paused || now < since + self.between()) {
            return;
        }
        self.step = false;
        let thought = thought.clone();
        self.guesses += u64::from(thought.guess);
        self.luck *= 1.0 - thought.risk;
        let outcome = self.watched.follow(&thought, now);
        self.show_board();
        if outcome == Outcome::Playing {
            self.ask(false);
        } else {
            self.phase = Phase::Over;
            self.played += 1;
            self.won += u64::from(outcome == Outcome::Won);
        }
    }

    fn show_board(&mut self) {
        self.app.session = self.watched.session.clone();
    }

    /// Draws the screen.
    pub fn draw(&self, out: &mut Buffer) {
        let app = &self.app;
        let game = app.session.game();
        let flag = if app.look.ascii { "F" } else { "⚑" };
        let open = game.shape().cells() - game.mines();
        let share = (open - game.safe_left()) as f64 / open.max(1) as f64 * 100.0;
        let speed = match self.paused {
            true => " paused ".to_owned(),
            false => format!(" {}/s ", self.speed),
        };
        let mut left = vec![
            (format!(" {flag} {} ", game.mines_left()), Role::BarKey),
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

    /// What there is to say.
    fn texts(&self) -> Vec<(String, Tone)> {
        let mut texts: Vec<(String, Tone)> =
            self.trouble.iter().map(|trouble| (trouble.clone(), Tone::Bad)).collect();
        let luck = match self.guesses {
            0 => "no guess was needed".to_owned(),
            _ => format!("its guesses together had a chance of {}", words::percent(self.luck)),
        };
        match (&self.phase, &self.app.hint) {
            (Phase::Over, hint) if self.app.session.game().outcome() == Outcome::Won => {
                texts.push((format!("It won: {luck}."), Tone::Good));
                texts.extend(hint.as_ref().map(|hint| (hint.text.clone(), Tone::Faint)));
            }
            (Phase::Over, Some(hint)) => {
                texts.push((words::ended(&self.app.session, 0), Tone::Bad));
                texts.push((hint.text.clone(), Tone::Faint));
            }
            (_, Some(hint)) => {
                let tone = if hint.risk == 0.0 { Tone::Good } else { Tone::Plain };
                texts.push((hint.text.clone(), tone));
            }
            (_, None) => texts.push(("Thinking …".to_owned(), Tone::Faint)),
        }
        texts
    }
}

/// What comes in.
enum Heard {
    Message(Message),
    Thought(u64, Option<Thought>),
}

/// Shows games until the user leaves, or a signal ends it: which one.
pub fn watch(start: &WatchStart) -> io::Result<Option<i32>> {
    let mut watch = Watch::new(start).map_err(io::Error::other)?;
    let (sender, receiver) = channel();
    listen(&sender, Heard::Message);
    let questions = thinker(&start.run, sender);
    let taken = Taken::new()?;
    let mut screen = taken.screen()?;
    let begun = Instant::now();
    let now = || begun.elapsed().as_millis() as u64;
    let mut killed = None;
    'shown: loop {
        let size = screen.size()?;
        if (size.width, size.height) != (watch.app.screen.width, watch.app.screen.height) {
            watch.resize(size.width, size.height);
        }
        screen.draw(|frame| watch.draw(frame.buffer_mut()))?;
        if let Some(question) = watch.take_question() {
            // Where the player is gone, nothing comes, and the user can still leave.
            _ = questions.send(question);
        }
        let mut heard = match watch.next_tick(now()) {
            None => receiver.recv().ok(),
            Some(ms) => receiver.recv_timeout(Duration::from_millis(ms)).ok(),
        };
        watch.tick(now());
        while let Some(message) = heard {
            let wish = match message {
                Heard::Thought(number, thought) => {
                    watch.thought(number, thought, now());
                    None
                }
                Heard::Message(Message::Input(event)) => watch.handle(&event, now()),
                Heard::Message(Message::Signal(signal)) => signalled(signal, &mut screen, &mut killed)?,
                Heard::Message(Message::InputEnded) => Some(Wish::Quit),
                Heard::Message(Message::Answer(_)) => None,
            };
            match wish {
                Some(Wish::Quit) => break 'shown,
                Some(Wish::Suspend) => {
                    taken.without(|| {
                        #[cfg(unix)]
                        {
                            let stop = signal_hook::consts::SIGTSTP;
                            _ = signal_hook::low_level::emulate_default_handler(stop);
                        }
                    })?;
                    anew(&mut screen)?;
                }
                Some(Wish::Redraw) => anew(&mut screen)?,
                None => {}
            }
            heard = receiver.try_recv().ok();
        }
    }
    drop(taken);
    #[cfg(unix)]
    if let Some(signal) = killed {
        // As others see it, the signal ended the program.
        _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    Ok(killed)
}

#[cfg(unix)]
fn signalled(signal: i32, screen: &mut Screen, killed: &mut Option<i32>) -> io::Result<Option<Wish>> {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    Ok(match signal {
        SIGTSTP => Some(Wish::Suspend),
        SIGCONT => {
            // The terminal may have been changed meanwhile.
            terminal::enter()?;
            anew(screen)?;
            None
        }
        _ => {
            *killed = Some(signal);
            Some(Wish::Quit)
        }
    })
}

#[cfg(not(unix))]
fn signalled(_: i32, _: &mut Screen, _: &mut Option<i32>) -> io::Result<Option<Wish>> {
    Ok(Some(Wish::Quit))
}

/// The player, in a thread of its own, so that keys are heard while it thinks.
fn thinker(run: &Run, sender: Sender<Heard>) -> Sender<Question> {
    let (questions, asked) = channel::<Question>();
    let mut thinker = Thinker::new(run);
    let think = move || {
        for question in asked {
            if question.begins {
                thinker.begin();
            }
            let thought = thinker.think(&question.news, &question.position);
            if sender.send(Heard::Thought(question.number, thought)).is_err() {
                return;
            }
        }
    };
    // Where there is no thread to be had, nothing is thought, and the user can leave.
    _ = std::thread::Builder::new().name(WORKER.to_owned()).spawn(think);
    questions
}
