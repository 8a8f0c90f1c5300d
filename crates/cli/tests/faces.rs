//! The faces decide nothing: the same gestures, through the terminal's `App`, the
//! page's `PageGame` and the line-based game, make the same games and get the same
//! answers in the same words, under every set of rules.
#![allow(clippy::unwrap_used)]

use std::io::Write as _;
use std::process::{Command, Stdio};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::clicks::{Buttons, Mouse};
use omnisweep_session::{
    Gesture, GestureResult, InputPreferences, Seed, Session, Setup, is_open, save, words,
};
use omnisweep_tui::{App, Config, Depth, Look, Now, Theme, draw};
use omnisweep_web::PageGame;
use omnisweep_web::messages::Update;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// What a player does next.
#[derive(Clone, Copy, Debug)]
enum Does {
    Named(Action),
    Undo,
    Retry,
}

/// A game to be played by all.
#[derive(Clone, Debug)]
struct Board {
    setup: Setup,
    size: String,
}

impl Board {
    fn new(set: RuleSet, shape: Shape, percent: u64, seed: u64) -> Board {
        let first = Setup::usual_first(set, &shape);
        let mines = (shape.cells() * percent / 100).min(first.most_mines(&shape));
        let size = shape.to_string();
        Board { setup: Setup { first, ..Setup::new(set, shape, mines, Some(Seed::new(seed))) }, size }
    }

    fn session(&self) -> Session {
        Session::new(self.setup.clone()).unwrap()
    }

    fn app(&self, left_chords: bool) -> App {
        let look = Look { theme: Theme::Dark, depth: Depth::True, ascii: false };
        let config = Config { click_chords: left_chords, ..Config::default() };
        App::new(self.session(), false, &config, look, || 1)
    }

    fn page(&self, left_chords: bool) -> PageGame {
        let Setup { set, mines, seed, .. } = &self.setup;
        let (size, seed) = (&self.size, seed.as_ref().unwrap().number);
        let address = format!("size={size}&mines={mines}&seed={seed}&rules={set}");
        let mut page = PageGame::start(&address, 1.0, 0.0).unwrap();
        page.habits(false, left_chords);
        page
    }

    /// What the line-based game prints for each line, and the game that it saves.
    fn typed(&self, lines: &[String]) -> (Vec<String>, String) {
        let folder = tempfile::tempdir().unwrap();
        let Setup { set, mines, seed, .. } = &self.setup;
        let seed = seed.as_ref().unwrap().number.to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_omnisweep"));
        command.args(["play", "--plain", "--deterministic", "--size", &self.size, "--rules", set.key()]);
        command.args(["--mines", &mines.to_string(), "--seed", &seed]);
        command.env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path()).current_dir(folder.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
        // It reads all of it before it ends; what it prints has to be read meanwhile.
        let feeder = std::thread::spawn(move || {
            input.write_all(script.as_bytes()).unwrap();
            input.write_all(b"save game.txt\n").unwrap();
        });
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut rest = printed.as_str();
        let mut answers = Vec::new();
        for line in lines.iter().map(String::as_str).chain(["save game.txt"]) {
            let (before, after) =
                rest.split_once(&format!(" > {line}\n")).unwrap_or_else(|| panic!("{printed}"));
            answers.push(before.to_owned());
            rest = after;
        }
        answers.remove(0);
        (answers, std::fs::read_to_string(folder.path().join("game.txt")).unwrap())
    }
}

/// What the screen of the app shows.
fn screen(app: &App) -> String {
    let mut out = Buffer::empty(Rect::new(0, 0, 80, 24));
    draw(app, Now::default(), &mut out);
    let rows = out.content.chunks(80);
    rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n").collect()
}

fn key(app: &mut App, letter: char) {
    app.handle(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)), Now::default());
    app.take_effects();
}

fn boards() -> impl Strategy<Value = Board> {
    let set = prop::sample::select(RuleSet::ALL.to_vec());
    let sizes =
        prop::sample::select(vec![vec![4, 5], vec![6, 6], vec![1, 7], vec![2, 3, 3], vec![2, 2, 2, 3]]);
    (set, sizes, 5..30_u64, 1..1000_u64)
        .prop_map(|(set, sizes, percent, seed)| Board::new(set, Shape::new(&sizes).unwrap(), percent, seed))
}

fn named(shape: &Shape, choice: u8, cell: u64) -> Does {
    let cell = Cell(cell % shape.cells());
    match choice {
        0..=3 => Does::Named(Action::Open(cell)),
        4 | 5 => Does::Named(Action::Flag(cell)),
        6 => Does::Named(Action::Mark(cell)),
        7 => Does::Named(Action::Unmark(cell)),
        8 | 9 => Does::Named(Action::Chord(cell)),
        10 => Does::Undo,
        _ => Does::Retry,
    }
}

/// The word for an action in the line-based game and on the page, and its key in the app.
fn word(action: Action) -> (&'static str, char) {
    match action {
        Action::Open(_) => ("open", ' '),
        Action::Flag(_) => ("flag", 'f'),
        Action::Mark(_) => ("mark", 'm'),
        Action::Unmark(_) => ("unmark", 'x'),
        Action::Chord(_) => ("chord", 'c'),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn keys_and_words_do_the_same_everywhere(
        board in boards(),
        steps in prop::collection::vec((0..12_u8, any::<u64>()), 1..40),
    ) {
        let shape = board.setup.shape.clone();
        let (mut model, mut app, mut page) = (board.session(), board.app(false), board.page(false));
        let mut lines = Vec::new();
        let mut expected: Vec<Option<String>> = Vec::new();
        for (choice, cell) in steps {
            let does = named(&shape, choice, cell);
            let (remark, told) = match does {
                Does::Named(action) => {
                    let gesture = Gesture::Named(action);
                    let answer = model.play(gesture, InputPreferences::default(), 0);
                    let (word, letter) = word(action);
                    let at: Vec<String> = shape.coordinates(action.cell()).iter().map(u64::to_string).collect();
                    lines.push(format!("{word} {}", at.join(" ")));
                    app.go(action.cell());
                    key(&mut app, letter);
                    page.set_focus(action.cell().0 as u32);
                    let told = page.press(word, 0.0).unwrap().remark;
                    let remark = model.remark(gesture, &answer, 0);
                    if let (GestureResult::Made { action, changed, .. }, None) = (&answer, &remark) {
                        prop_assert_eq!(&told, &words::happened(model.game(), *action, *changed));
                    }
                    (remark, told)
                }
                Does::Undo => {
                    let undone = model.undo(0);
                    lines.push("undo".to_owned());
                    key(&mut app, 'u');
                    let told = page.undo(0.0).remark;
                    (Some(words::undone(undone.iter().count() as u64)), told)
                }
                Does::Retry => {
                    model = model.retry().unwrap();
                    lines.push("retry".to_owned());
                    key(&mut app, 'r');
                    page = page.retry().unwrap();
                    (Some(words::retried(&model).to_owned()), page.remark())
                }
            };
            if let Some(remark) = &remark {
                prop_assert!(app.said() == Some(remark) || screen(&app).contains(remark.as_str()), "{}", screen(&app));
                prop_assert_eq!(&told, remark);
            }
            expected.push(remark);
            let saved = save::write(&model, 0);
            prop_assert_eq!(&save::write(app.session(), 0), &saved, "the app, after {:?}", does);
            prop_assert_eq!(&page.save(0.0), &saved, "the page, after {:?}", does);
        }
        let (answers, saved) = board.typed(&lines);
        for ((line, remark), answer) in lines.iter().zip(expected).zip(answers) {
            let remark = remark.unwrap_or_default();
            prop_assert!(answer.contains(&remark), "{}: {:?} is not in {:?}", line, remark, answer);
        }
        prop_assert_eq!(saved, save::write(&model, 0));
    }

    #[test]
    fn clicks_do_the_same_in_the_terminal_and_on_the_page(
        board in boards(),
        left_chords in any::<bool>(),
        presses in prop::collection::vec((0..6_u8, any::<u64>(), prop::bool::ANY), 1..60),
    ) {
        let (mut model, mut app, mut page) = (board.session(), board.app(left_chords), board.page(left_chords));
        let shape = board.setup.shape.clone();
        let (mut mouse, mut held, mut now, mut cell) = (Mouse::<Cell>::default(), Buttons(0), 0, Cell(0));
        for (what, place, quick) in presses {
            now += if quick { 20 } else { 700 };
            let button = [Buttons::LEFT, Buttons::LEFT, Buttons::LEFT, Buttons::RIGHT, Buttons::RIGHT, Buttons::MIDDLE];
            let button = button[usize::from(what)];
            // Mostly the pointer stays, so that there are double clicks.
            if place % 3 == 0 || held == Buttons(0) && place % 2 == 0 {
                cell = Cell(place / 6 % shape.cells());
            }
            let pressed = held.0 & button.0 == 0;
            held = Buttons(held.0 ^ button.0);
            let open = |cell| is_open(model.game(), cell);
            let click = mouse.update(Some(cell), held, now, open);
            let mut remark = None;
            if let Some((click, cell)) = click {
                let gesture = Gesture::Click(click, cell);
                let answer = model.play(gesture, InputPreferences { left_chords, ..InputPreferences::default() }, now);
                remark = model.remark(gesture, &answer, now);
            }
            let told = point(&mut page, cell, held, now).map_or(String::new(), |told| told.remark);
            press(&mut app, cell, button, pressed, now);
            prop_assert_eq!(told, remark.clone().unwrap_or_default());
            if let Some(remark) = remark {
                prop_assert!(screen(&app).contains(&remark), "{}", screen(&app));
            }
            let saved = save::write(&model, now);
            prop_assert_eq!(&save::write(app.session(), now), &saved, "the app, after {:?} at {:?}", held, cell);
            prop_assert_eq!(&page.save(now as f64), &saved, "the page, after {:?} at {:?}", held, cell);
        }
    }
}

/// The page's mouse is on a cell.
fn point(page: &mut PageGame, cell: Cell, held: Buttons, now: u64) -> Option<Update> {
    let (x, y) = (page.x(cell.0 as u32), page.y(cell.0 as u32));
    page.mouse(x as i32, y as i32, held.0, now as f64)
}

/// The terminal's mouse presses or releases a button on a cell.
fn press(app: &mut App, cell: Cell, button: Buttons, pressed: bool, now: u64) {
    let plan = app.plan().unwrap();
    let places = (0..24_u16).flat_map(|row| (0..80_u16).map(move |column| (column, row)));
    let (column, row) = places.into_iter().find(|&(x, y)| plan.cell_at(x, y) == Some(cell)).unwrap();
    let button = match button {
        Buttons::LEFT => MouseButton::Left,
        Buttons::RIGHT => MouseButton::Right,
        _ => MouseButton::Middle,
    };
    let kind = if pressed { MouseEventKind::Down(button) } else { MouseEventKind::Up(button) };
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    app.handle(&Event::Mouse(event), Now { ms: now, wall: 0 });
    app.take_effects();
}
