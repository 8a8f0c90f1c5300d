//! A frame of a huge board beside a frame of a small one, at the same size of the
//! terminal; and the first frame of the program beside `omnisweep --version`.
//! Both sides run in turn in the same run, and the median ratio counts.

use std::hint::black_box;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use omnisweep_engine::{RuleSet, Shape};
use omnisweep_session::{Seed, Session, Setup};
use omnisweep_tui::{App, Config, Depth, Look, Now, Theme, draw};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const ROUNDS: usize = 15;
const LOOK: Look = Look { theme: Theme::Dark, depth: Depth::True, ascii: false };

/// A game on a board of that size, with something open in the middle of the screen.
fn app(side: u64, (width, height): (u16, u16)) -> App {
    let shape = Shape::new(&[side, side]).expect("there is such a board");
    let mines = shape.cells() / 100 * 15;
    let setup = Setup::new(RuleSet::Modern, shape, mines, Some(Seed::new(5)));
    let session = Session::new(setup).expect("there is memory for it");
    let mut app = App::new(session, false, &Config::default(), LOOK, || 1);
    app.handle(&Event::Resize(width, height), Now::default());
    app.handle(&Event::Key(KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE)), Now::default());
    app
}

/// How long a step of the cursor and the frame after it take.
fn frames(app: &mut App, (width, height): (u16, u16)) -> Duration {
    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
    let start = Instant::now();
    for step in 0..20 {
        let key = if step % 2 == 0 { KeyCode::Right } else { KeyCode::Left };
        app.handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)), Now::default());
        buffer.reset();
        draw(app, Now::default(), &mut buffer);
        black_box(&buffer);
    }
    start.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    for size in [(80, 24), (200, 60)] {
        let (mut huge, mut small) = (app(10_000, size), app(100, size));
        let mut ratios = Vec::new();
        let mut micros = Vec::new();
        for _ in 0..ROUNDS {
            let (huge, small) = (frames(&mut huge, size), frames(&mut small, size));
            ratios.push(huge.as_secs_f64() / small.as_secs_f64());
            micros.push(huge.as_secs_f64() * 1e6 / 20.0);
        }
        let (width, height) = size;
        let (ratio, micros) = (median(ratios), median(micros));
        println!(
            "frame of 10^4 x 10^4 cells / frame of 100 x 100, {width}x{height}: {ratio:.2} ({micros:.0} us a frame)"
        );
        assert!(ratio <= 2.0, "a frame of a huge board costs more than twice a frame of a small one");
    }
    match program() {
        Some(program) => first_frame(&program),
        None => println!("first frame / --version: skipped, there is no omnisweep beside this benchmark"),
    }
}

/// The program as built with this benchmark's profile.
fn program() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "-p", "omnisweep"])
        .current_dir(&root)
        .status();
    let program = root.join("target/release/omnisweep");
    (built.is_ok_and(|status| status.success()) && program.exists()).then_some(program)
}

/// From the start of the program to its first whole frame on a terminal.
fn first_frame(program: &Path) {
    let home = std::env::temp_dir().join(format!("omnisweep-bench-{}", std::process::id()));
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let done = Command::new(program).arg("--version").output();
        assert!(done.is_ok_and(|done| done.status.success()));
        let version = start.elapsed();

        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal can be had");
        let mut command = CommandBuilder::new(program);
        command.cwd(std::env::temp_dir());
        command.env("TERM", "xterm-256color");
        command.env("HOME", &home);
        command.env("XDG_DATA_HOME", home.join("data"));
        command.env("XDG_CONFIG_HOME", home.join("config"));
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let start = Instant::now();
        let mut child = pair.slave.spawn_command(command).expect("the program can be started");
        let (mut seen, mut chunk) = (Vec::new(), [0; 1 << 16]);
        // The bar of keys is the last thing that is drawn.
        while !String::from_utf8_lossy(&seen).contains("quit") {
            let length = reader.read(&mut chunk).expect("the program draws");
            seen.extend_from_slice(&chunk[..length]);
        }
        ratios.push(start.elapsed().as_secs_f64() / version.as_secs_f64());
        _ = child.kill();
        _ = child.wait();
    }
    _ = std::fs::remove_dir_all(home);
    println!("first frame / omnisweep --version: {:.1}", median(ratios));
}
