//! `start`, `quit` on 10^4 × 10^4 fields with 2·10^7 mines, output to
//! `/dev/null`: the edition beside a naive implementation of the specification on
//! one thread (a byte for each plane, the C library's `rand`, a buffered write for each
//! field, a stack). Each side is a process of its own, measured from outside,
//! so that memory can be told as well.
#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use omnisweep_editions::esp;

const SIDE: usize = 10_000;
const MINES: u64 = 20_000_000;
const ROUNDS: usize = 5;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("ours") => ours(),
        Some("plain") => plain().expect("/dev/null takes everything"),
        _ => compare(),
    }
}

fn ours() {
    let (side, mines) = (SIDE.to_string(), MINES.to_string());
    let words = ["--size", &side, &side, "--mines", &mines];
    let mut out = File::create("/dev/null").expect("a place for the output");
    let code = esp::run(&words, &mut "start 5000 5000\nquit\n".as_bytes(), &mut out);
    assert!(code.is_ok_and(|code| code == 0));
    report();
}

/// Tells the parent how much memory was needed.
fn report() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    print!("{}", peak.trim().trim_end_matches(" kB"));
}

fn compare() {
    let child = |side: &str| {
        let start = Instant::now();
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .arg(side)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program runs");
        let mut peak = String::new();
        _ = child.stdout.take().expect("its output").read_to_string(&mut peak);
        assert!(child.wait().is_ok_and(|status| status.success()));
        (start.elapsed(), peak.parse::<f64>().unwrap_or(0.0) * 1024.0)
    };
    let mut ratios = Vec::new();
    let mut memory: f64 = 0.0;
    for _ in 0..ROUNDS {
        let ((slow, _), (fast, peak)) = (child("plain"), child("ours"));
        if std::env::var_os("OMNISWEEP_BENCH_TIMES").is_some() {
            eprintln!("esp/start, quit: plain {slow:?}, edition {fast:?}");
        }
        ratios.push(seconds(slow) / seconds(fast));
        memory = memory.max(peak / (SIDE * SIDE) as f64);
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "esp/start, quit on 10^8 fields  {:>7.1} x plain, {memory:.2} bytes a field resident",
        ratios[ROUNDS / 2]
    );
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

struct Plain {
    mine: Vec<u8>,
    open: Vec<u8>,
    flag: Vec<u8>,
}

fn plain() -> io::Result<()> {
    let mut out = BufWriter::new(File::create("/dev/null")?);
    let fields = SIDE * SIDE;
    let mut game = Plain { mine: vec![0; fields], open: vec![0; fields], flag: vec![0; fields] };
    write!(out, "Welcome to ESP Minesweeper!\nChosen field size: {SIDE} x {SIDE}.\n")?;
    writeln!(out, "After map generation {MINES} mines will be hidden in the playing field.")?;
    let start = 5000 * SIDE + 5000;
    game.draw(start);
    game.open(start);
    game.print(&mut out)?;
    game.print(&mut out)?;
    report();
    Ok(())
}

impl Plain {
    fn draw(&mut self, start: usize) {
        let (mut left, mut mines) = ((SIDE * SIDE - 1) as u64, MINES);
        // SAFETY: there is one thread.
        unsafe { libc::srand(0) };
        for at in 0..SIDE * SIDE {
            if at == start {
                continue;
            }
            // SAFETY: there is one thread.
            let (high, low) = unsafe { (libc::rand() as u64, libc::rand() as u64) };
            if (high << 32 | low) % left < mines {
                self.mine[at] = 1;
                mines -= 1;
            }
            left -= 1;
        }
    }

    fn near(at: usize, mut visit: impl FnMut(usize)) {
        let (row, column) = (at / SIDE, at % SIDE);
        for r in row.saturating_sub(1)..(row + 2).min(SIDE) {
            for c in column.saturating_sub(1)..(column + 2).min(SIDE) {
                visit(r * SIDE + c);
            }
        }
    }

    fn count(&self, at: usize) -> u8 {
        let mut count = 0;
        Plain::near(at, |near| count += self.mine[near]);
        count
    }

    fn open(&mut self, at: usize) {
        let mut stack = vec![at];
        self.open[at] = 1;
        while let Some(at) = stack.pop() {
            if self.count(at) == 0 {
                Plain::near(at, |near| {
                    if self.open[near] == 0 {
                        self.open[near] = 1;
                        stack.push(near);
                    }
                });
            }
        }
    }

    fn print(&self, out: &mut impl io::Write) -> io::Result<()> {
        write!(out, "\n  \x1b[31m¶\x1b[0m: {MINES}\n  ")?;
        for _ in 0..SIDE {
            out.write_all(b"=")?;
        }
        out.write_all(b" \n")?;
        for row in 0..SIDE {
            out.write_all(b" |")?;
            for at in row * SIDE..(row + 1) * SIDE {
                if self.open[at] != 0 {
                    match self.count(at) {
                        0 => out.write_all("·".as_bytes())?,
                        count => out.write_all(&[b'0' + count])?,
                    }
                } else if self.flag[at] != 0 {
                    out.write_all("\x1b[31m¶\x1b[0m".as_bytes())?;
                } else {
                    out.write_all("░".as_bytes())?;
                }
            }
            out.write_all(b"|\n")?;
        }
        out.write_all(b"  ")?;
        for _ in 0..SIDE {
            out.write_all(b"=")?;
        }
        out.write_all(b" \n")
    }
}
