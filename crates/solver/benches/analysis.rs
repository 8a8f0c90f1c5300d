//! The analysis of positions of an expert game, beside that of `ms_toollib`: of those from outside
//! the project where they are there, else of some that are played here. Warm, with one solver for
//! all, and cold: the first one of a new process, as `solve --json` tells its time.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use omnisweep_engine::{Action, Cell, Game, Rules, Shape, random};
use omnisweep_solver::{Mines, Position, Seen, Solver, analyse};

const ROUNDS: usize = 100;

/// So often a position is analysed by a new process; by the peer, which takes a third of a
/// second to begin with, less often.
const PROCESSES: [usize; 2] = [15, 3];

/// What a new process is told, before the number of a position: analyse it, and say how long that took.
const OURS: &str = "--cold-ours";
const PEER: &str = "--cold-peer";

fn shared() -> Option<Vec<Position>> {
    let positions = omnisweep_testing::outside::json("solver", "positions.json")?;
    let rows = |position: &serde_json::Value| {
        let rows: Vec<&str> = position["rows"].as_array()?.iter().filter_map(|row| row.as_str()).collect();
        Position::parse(&rows.join("\n")).ok()
    };
    positions.as_array()?.iter().map(rows).collect()
}

fn played() -> Vec<Position> {
    let shape = Shape::new(&[16, 30]).expect("a board");
    let position = |seed: u64| {
        let first = Cell(240);
        let layout = random::draw(&shape, 99, &omnisweep_engine::Zone::new([first]), seed).expect("memory");
        let mut game = Game::on(layout.clone(), Rules::MODERN).expect("memory");
        for step in 0..seed % 60 + 1 {
            let cell = Cell((240 + step * 7919) % 480);
            if !layout.contains(cell) {
                _ = game.apply(Action::Open(cell), &mut ());
            }
        }
        Position::of(&game)
    };
    (0..40).map(position).collect()
}

/// Median, mean and most of the times that positions take, each the median of
/// some rounds through all of them, so that no position finds the caches as it
/// left them.
fn times<P>(positions: &[P], mut analyse: impl FnMut(&P)) -> [f64; 3] {
    let mut times = vec![Vec::with_capacity(ROUNDS); positions.len()];
    for _ in 0..ROUNDS {
        for (position, times) in positions.iter().zip(&mut times) {
            let start = Instant::now();
            analyse(black_box(position));
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    summary(times)
}

/// Median, mean and most of the medians of some times.
fn summary(times: Vec<Vec<f64>>) -> [f64; 3] {
    let mut medians: Vec<f64> = times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    let mean = medians.iter().sum::<f64>() / medians.len() as f64;
    [medians[medians.len() / 2], mean, medians[medians.len() - 1]]
}

/// The position as the peer takes it: 10 is a closed cell.
fn for_peer(position: &Position) -> Vec<Vec<i32>> {
    let (_, _, columns) = position.shape().slices();
    let number = |seen: &Seen| match seen {
        Seen::Closed => 10,
        Seen::Number(number) => *number as i32,
    };
    position.cells().chunks(columns as usize).map(|row| row.iter().map(number).collect()).collect()
}

/// The first analysis of this process, of one position; its time, for the process that asks.
fn cold(position: &Position, who: &str) {
    let micros = if who == OURS {
        let mut solver = Solver::new(position.shape());
        let start = Instant::now();
        _ = black_box(solver.load(position).and_then(|()| solver.analyse(Mines::Total(99))));
        start.elapsed()
    } else {
        let board = for_peer(position);
        let start = Instant::now();
        _ = black_box(ms_toollib::cal_probability_onboard(&board, 99.0));
        start.elapsed()
    };
    println!("{}", micros.as_secs_f64() * 1e6);
}

/// The times of new processes.
fn times_cold(positions: usize, who: &str) -> [f64; 3] {
    let program = std::env::current_exe().expect("this program");
    let time = |number: usize| -> f64 {
        let output = Command::new(&program).args([who, &number.to_string()]).output().expect("a process");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("a time")
    };
    let [ours, peer] = PROCESSES;
    let often = if who == OURS { ours } else { peer };
    summary((0..positions).map(|number| (0..often).map(|_| time(number)).collect()).collect())
}

/// The position as the command line takes it.
fn text(position: &Position) -> String {
    let (_, _, columns) = position.shape().slices();
    let sign = |seen: &Seen| match seen {
        Seen::Closed => '.',
        Seen::Number(number) => char::from_digit(*number, 10).expect("a digit"),
    };
    let row = |row: &[Seen]| row.iter().map(sign).collect::<String>() + "\n";
    position.cells().chunks(columns as usize).map(row).collect()
}

/// The first analysis of a new process, as the command line of two programs tells its time: in turns.
fn compare_programs(positions: &[Position], before: &str, now: &str) {
    let folder = omnisweep_testing::folder::Folder::new();
    let file = folder.join("position.txt");
    let mut times = [vec![], vec![]];
    for position in positions {
        std::fs::write(&file, text(position)).expect("a file");
        let mut of_position = [vec![], vec![]];
        for _ in 0..PROCESSES[0] {
            for (program, times) in [before, now].iter().zip(&mut of_position) {
                let mut solve = Command::new(program);
                let output = solve.args(["solve", "--mines", "99", "--json"]).arg(&file).output();
                let output = output.expect("a program");
                let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
                times.push(told["micros"].as_f64().expect("a time"));
            }
        }
        times.iter_mut().zip(of_position).for_each(|(times, of_position)| times.push(of_position));
    }
    let [before, now] = times.map(summary);
    for (at, what) in ["median", "mean", "most"].iter().enumerate() {
        let ratio = now[at] / before[at];
        println!("analysis/cold, {what:<6} before {:>5.1} µs, now {:>5.1} ({ratio:.2})", before[at], now[at]);
    }
}

fn main() {
    let positions = shared().unwrap_or_else(played);
    let told: Vec<String> = std::env::args().collect();
    if let [_, who, number] = &told[..]
        && let Some(position) = number.parse().ok().and_then(|number: usize| positions.get(number))
    {
        return cold(position, who);
    }
    if let [_, mode, before, now, ..] = &told[..]
        && mode == "--programs"
    {
        return compare_programs(&positions, before, now);
    }
    let boards: Vec<Vec<Vec<i32>>> = positions.iter().map(for_peer).collect();
    let alone = times(&positions, |position| _ = black_box(analyse(position, Mines::Total(99))));
    let mut solver = Solver::new(positions[0].shape());
    let ours = times(&positions, |position| {
        _ = black_box(solver.load(position).and_then(|()| solver.analyse(Mines::Total(99))));
    });
    let peer = times(&boards, |board| {
        _ = black_box(ms_toollib::cal_probability_onboard(board, 99.0));
    });
    let marking = times(&boards, |board| {
        // It is said to be faster where what is plain is marked before.
        let mut board = board.clone();
        _ = ms_toollib::mark_board(&mut board, false);
        _ = black_box(ms_toollib::cal_probability_onboard(&board, 99.0));
    });
    for (name, times) in [
        ("warm, one solver", ours),
        ("a solver for each", alone),
        ("cold", times_cold(positions.len(), OURS)),
        ("ms_toollib", peer),
        ("ms_toollib, marked", marking),
        ("ms_toollib, cold", times_cold(positions.len(), PEER)),
    ] {
        let [median, mean, most] = times;
        let [a, b, c] = [median / ours[0], mean / ours[1], most / ours[2]];
        println!(
            "analysis/{name:<20} median {median:>7.1} µs ({a:>5.1}), mean {mean:>7.1} ({b:>5.1}), most {most:>8.1} ({c:>5.1})"
        );
    }
}
