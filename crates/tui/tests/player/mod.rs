//! Somebody who plays the app without a terminal, and looks at its screen.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use omnisweep_engine::{Cell, FirstCell, RuleSet, Shape};
use omnisweep_session::daily::{self, Day};
use omnisweep_session::{Record, Seed, Session, Setup, save};
use omnisweep_store::{SavedGame, Store};
use omnisweep_testing::boards;
use omnisweep_tui::{
    App, CategoryScores, Config, Depth, Effect, Games, Look, Now, Recorded, Reply, SavedRow, Theme, draw,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

pub struct Player {
    pub app: App,
    pub now: Now,
    pub size: (u16, u16),
    pub store: Store,
    pub wants: Vec<String>,
    /// What is listed as saved.
    pub saved: Vec<String>,
}

#[allow(dead_code)]
impl Player {
    pub fn new(session: Session, look: Look) -> Player {
        let mut app = App::new(session, false, &Config::default(), look, || 1);
        app.set_search_limit(300);
        let now = Now { ms: 0, wall: 1_763_247_600_000 };
        Player {
            app,
            now,
            size: (80, 24),
            store: Store::in_memory().unwrap(),
            wants: Vec::new(),
            saved: ["before lunch", "beginner 2025-11-14 18.00", "torn"].map(str::to_owned).into(),
        }
    }

    /// On a board drawn as text.
    pub fn on(board: &str) -> Player {
        Player::new(drawn(board), DARK)
    }

    /// On a board of that size, from seed 5.
    pub fn sized(sizes: &[u64], mines: u64) -> Player {
        Player::new(seeded(sizes, mines), DARK)
    }

    pub fn handle(&mut self, event: &Event) {
        self.app.handle(event, self.now);
        self.serve();
    }

    /// Does what the app wants, as far as it needs no files.
    fn serve(&mut self) {
        loop {
            let effects = self.app.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                self.wants.push(format!("{effect:?}").split(['(', ' ']).next().unwrap().to_owned());
                match effect {
                    Effect::Work(job) => self.app.receive(Reply::Answer(job.run()), self.now),
                    Effect::Record(record) => {
                        self.store.insert(&record).unwrap();
                        let standing = self.store.standing(&record).unwrap();
                        let streak = self.store.streak(Day::at(self.now.wall)).unwrap();
                        self.app.receive(
                            Reply::Recorded(Ok(Recorded { standing, streak, note: None })),
                            self.now,
                        );
                    }
                    Effect::LookUpStatistics => {
                        let all = CategoryScores::all(&self.store).unwrap();
                        self.app.receive(Reply::Statistics(Ok(all)), self.now);
                    }
                    Effect::LookUpGames(category) => {
                        let games = Box::new(Games::of(&self.store, &category).unwrap());
                        self.app.receive(Reply::KindOfGames(Ok((category, games))), self.now);
                    }
                    Effect::LookUpReplay(id) => {
                        let record = self.store.record(&id).unwrap().unwrap();
                        let session = save::read(record.replay.as_ref().unwrap()).unwrap();
                        self.app.receive(Reply::Replay(Ok(Box::new(session))), self.now);
                    }
                    Effect::LookUpDays => {
                        let days = self.store.daily().unwrap();
                        self.app.receive(Reply::Days(Ok(days)), self.now);
                    }
                    Effect::Share(id) => {
                        let record = self.store.record(&id).unwrap().unwrap();
                        let streak = self.store.streak(Day::at(self.now.wall)).unwrap();
                        let text = daily::result_text(&record, streak).unwrap();
                        self.app.receive(Reply::Shared(Ok(text)), self.now);
                    }
                    Effect::ListGames => {
                        let named = |(at, name): (usize, &String)| SavedGame {
                            name: name.clone(),
                            saved: self.now.wall - 86_400_000 * at as u64,
                            session: if at < 2 { Ok(self.app.session().clone()) } else { Err(String::new()) },
                        };
                        let rows = self.saved.iter().enumerate().map(named).map(SavedRow::of).collect();
                        self.app.receive(Reply::Games(rows), self.now);
                    }
                    Effect::Delete(name) => self.saved.retain(|saved| *saved != name),
                    Effect::Rename(from, to) => {
                        self.saved
                            .iter_mut()
                            .filter(|name| **name == from)
                            .for_each(|name| *name = to.clone());
                    }
                    Effect::Save(name, false) if self.saved.contains(&name) => {
                        self.app.receive(Reply::Exists(name), self.now);
                    }
                    Effect::Save(name, _) => self.app.receive(Reply::Saved(Ok(name)), self.now),
                    Effect::Aside(_) => self.app.receive(Reply::Aside("It is kept.".to_owned()), self.now),
                    Effect::Attempt(day, level) => {
                        let first = self.store.note_attempt(day, level).unwrap();
                        (!first).then(|| self.app.receive(Reply::DayKnown, self.now));
                    }
                    Effect::PlayDay(day, level) => {
                        let attempted = self.store.attempted(day, level).unwrap();
                        let session = daily::session(day, level, Day::at(self.now.wall), attempted);
                        self.app.receive(Reply::Day(Ok(Box::new(session.unwrap()))), self.now);
                    }
                    Effect::Suspend => self.app.receive(Reply::Awake, self.now),
                    _ => {}
                }
            }
        }
    }

    /// Presses keys: letters as they are, others in `<…>`.
    pub fn press(&mut self, keys: &str) -> &mut Player {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let (code, modifiers, length) = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>'))
            {
                Some((name, _)) => {
                    let (name, modifiers) = match name.strip_prefix("ctrl-") {
                        Some(name) => (name, KeyModifiers::CONTROL),
                        None => (name, KeyModifiers::NONE),
                    };
                    let code = match name {
                        "esc" => KeyCode::Esc,
                        "enter" => KeyCode::Enter,
                        "left" => KeyCode::Left,
                        "right" => KeyCode::Right,
                        "up" => KeyCode::Up,
                        "down" => KeyCode::Down,
                        "home" => KeyCode::Home,
                        "end" => KeyCode::End,
                        "pagedown" => KeyCode::PageDown,
                        "pageup" => KeyCode::PageUp,
                        "backspace" => KeyCode::Backspace,
                        "tab" => KeyCode::Tab,
                        "delete" => KeyCode::Delete,
                        "f2" => KeyCode::F(2),
                        letter => KeyCode::Char(letter.chars().next().unwrap()),
                    };
                    (code, modifiers, rest.find('>').unwrap() + 1)
                }
                None => (KeyCode::Char(letter), KeyModifiers::NONE, letter.len_utf8()),
            };
            rest = &rest[length..];
            self.handle(&Event::Key(KeyEvent::new(code, modifiers)));
        }
        self
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// A click somewhere on the screen.
    pub fn click(&mut self, button: MouseButton, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(button), column, row);
        self.mouse(MouseEventKind::Up(button), column, row);
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.handle(&Event::Resize(width, height));
    }

    /// So many milliseconds pass.
    pub fn pass(&mut self, ms: u64) -> &mut Player {
        self.now.ms += ms;
        self.now.wall += ms;
        self.app.tick(self.now);
        self.serve();
        self
    }

    pub fn buffer(&self) -> Buffer {
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 });
        draw(&self.app, self.now, &mut buffer);
        buffer
    }

    pub fn text(&self) -> String {
        text_of(&self.buffer())
    }

    /// The place on the screen where a text begins.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.text();
        screen.lines().enumerate().find_map(|(y, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, y as u16))
        })
    }

    pub fn keep(&self, won: bool, time: u64, finished: u64) {
        let mut session = drawn("*..\n...\n");
        session.act(omnisweep_engine::Action::Flag(Cell(0)), 0, &mut ()).unwrap();
        if !won {
            session.act(omnisweep_engine::Action::Flag(Cell(0)), 0, &mut ()).unwrap();
            session.act(omnisweep_engine::Action::Open(Cell(0)), time, &mut ()).unwrap();
        } else {
            for cell in [2, 3] {
                _ = session.act(omnisweep_engine::Action::Open(Cell(cell)), time, &mut ());
            }
        }
        self.store.insert(&Record::of(&session, finished).unwrap()).unwrap();
    }
}

pub const DARK: Look = Look { theme: Theme::Dark, depth: Depth::True, ascii: false };

/// A game on a board that is drawn as text, as if it had been drawn for it.
fn drawn(board: &str) -> Session {
    let layout = boards::drawn(board);
    let plain = Setup::new(RuleSet::Modern, layout.shape().clone(), layout.count(), Some(Seed::new(5)));
    let mut session = Session::fresh(Setup { first: FirstCell::Anything, ..plain }).unwrap();
    session.lay(layout).unwrap();
    session
}

pub fn seeded(sizes: &[u64], mines: u64) -> Session {
    let shape = Shape::new(sizes).unwrap();
    Session::fresh(Setup::new(RuleSet::Modern, shape, mines, Some(Seed::new(5)))).unwrap()
}

pub fn text_of(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The text of a screen, a letter for the style of each of its characters, and
/// what the letters stand for.
#[allow(dead_code)]
pub fn snapshot(buffer: &Buffer) -> String {
    let mut letters: BTreeMap<String, char> = BTreeMap::new();
    let mut map = String::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let style = format!("{} on {}{}", color(cell.fg), color(cell.bg), modifiers(cell.modifier));
            let next = ('a'..='z').chain('A'..='Z').chain('α'..='ω').chain('а'..='я').nth(letters.len());
            map.push(*letters.entry(style).or_insert(next.unwrap()));
        }
        map.push('\n');
    }
    let mut legend: Vec<(char, String)> =
        letters.into_iter().map(|(style, letter)| (letter, style)).collect();
    legend.sort_by_key(|(letter, _)| (letter.is_uppercase(), *letter));
    let mut out = format!("{}\n{map}\n", text_of(buffer));
    legend.into_iter().for_each(|(letter, style)| _ = writeln!(out, "{letter} {style}"));
    out
}

fn color(color: Color) -> String {
    match color {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn modifiers(modifier: Modifier) -> String {
    let names: Vec<String> = modifier.iter_names().map(|(name, _)| name.to_lowercase()).collect();
    if names.is_empty() { String::new() } else { format!(", {}", names.join(" ")) }
}
