//! Boards that need no guess: how many a second on one core, and how far they
//! are from boards drawn plainly, beside `ms_toollib` and, where Debian's package
//! is installed, beside `sgt-mines`.

mod processor;

use std::process::Command;
use std::time::Instant;

use omnisweep_engine::{Cell, Layout, Shape, Zone, random};
use omnisweep_solver::{Grade, Logic, Method, NoGuess};
use omnisweep_testing::boards::toolbox_numbers;

/// All sides take turns, so often and so long.
const ROUNDS: usize = 7;
const TIME: f64 = 1.5;

/// Boards in a second, by a clock.
fn rate(now: impl Fn() -> f64, mut next: impl FnMut() -> bool) -> f64 {
    let (start, mut boards) = (now(), 0);
    while now() - start < TIME {
        boards += u32::from(next());
    }
    f64::from(boards) / (now() - start)
}

/// The same of `sgt-mines`, which makes a number of boards: so many that it takes about as long.
fn sgt(height: u64, width: u64, mines: u64) -> Option<f64> {
    let count = if mines == 99 { 500 } else { 30 };
    let start = Instant::now();
    // With a first cell it makes the board at once, and not when that is opened.
    let output = Command::new("/usr/games/sgt-mines")
        .args([
            "--generate",
            &count.to_string(),
            &format!("{width}x{height}n{mines}X{}Y{}", width / 2, height / 2),
        ])
        .output();
    let made = output.is_ok_and(|output| output.status.success() && !output.stdout.is_empty());
    made.then(|| f64::from(count) / start.elapsed().as_secs_f64())
}

/// The median, and the least and the most.
fn spread(mut values: Vec<f64>) -> Option<[f64; 3]> {
    values.sort_by(f64::total_cmp);
    Some([*values.get(values.len() / 2)?, *values.first()?, *values.last()?])
}

/// The mean 3BV, and its standard error.
fn mean(boards: impl Iterator<Item = Layout>) -> (f64, f64) {
    let worths: Vec<f64> =
        boards.map(|board| ms_toollib::cal_bbbv(&toolbox_numbers(&board)) as f64).collect();
    let count = worths.len() as f64;
    let mean = worths.iter().sum::<f64>() / count;
    let variance = worths.iter().map(|worth| (worth - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

fn main() {
    grades();
    for (height, width, mines, method) in [
        (16, 30, 99, Method::Draw),
        (16, 30, 99, Method::Repair),
        (16, 30, 170, Method::Repair),
        (100, 100, 2000, Method::Repair),
    ] {
        let shape = Shape::new(&[height, width]).expect("a board");
        let first = NoGuess::centre(&shape);
        let mut maker = NoGuess::new(&shape, mines, first, method).expect("a board");
        let mut attempt = 0;
        let (mut ours, mut by_sgt, mut by_toollib) = (Vec::new(), Vec::new(), Vec::new());
        // By the clock on the wall: the peer is another program.
        let start = Instant::now();
        let now = || start.elapsed().as_secs_f64();
        for _ in 0..ROUNDS {
            let rate_of_ours = rate(now, || {
                attempt += 1;
                maker.attempt(1, attempt, || true).is_some()
            });
            ours.push(rate_of_ours);
            by_sgt.extend(sgt(height, width, mines).map(|peer| rate_of_ours / peer));
            if mines < 170 {
                let peer = rate(now, || {
                    let (height, width) = (height as usize, width as usize);
                    let start = (height / 2, width / 2);
                    ms_toollib::laymine_solvable(height, width, mines as usize, start.0, start.1, 1000).1
                });
                by_toollib.push(rate_of_ours / peer);
            }
        }
        let name = format!("generate/{width}x{height}/{mines} {method:?}");
        for (values, what) in
            [(ours, "boards/s"), (by_sgt, "times sgt-mines"), (by_toollib, "times ms_toollib")]
        {
            if let Some([median, least, most]) = spread(values) {
                println!("{name}: {median:.1} {what} ({least:.1} to {most:.1})");
            }
        }
    }
    bias();
}

/// Expert boards of each grade: how many a second, and what share of those that need no guess they are.
fn grades() {
    let shape = Shape::new(&[16, 30]).expect("a board");
    let first = NoGuess::centre(&shape);
    let mut logic = Logic::new(&shape);
    let any: Vec<Layout> = boards(&shape, first, Method::Draw, 2000).collect();
    let all: Vec<Grade> = any
        .iter()
        .filter_map(|board| {
            logic.load(board);
            logic.steps(first, Grade::Extreme).map(|steps| steps.grade())
        })
        .collect();
    for grade in Grade::ALL {
        let mut maker = NoGuess::new(&shape, 99, first, Method::Draw).expect("a board").of_grade(Some(grade));
        let mut attempt = 0;
        let rates = (0..ROUNDS).map(|_| {
            rate(processor::now, || {
                attempt += 1;
                maker.attempt(1, attempt, || true).is_some()
            })
        });
        let share = all.iter().filter(|&&one| one == grade).count() as f64 / all.len() as f64;
        if let Some([median, least, most]) = spread(rates.collect()) {
            println!(
                "generate/30x16/99 {grade}: {median:.1} boards/s ({least:.1} to {most:.1}), {:.1} % of all",
                share * 100.0
            );
        }
    }
}

/// The mean 3BV of expert boards: drawn plainly with an opening, drawn plainly
/// and found to need no guess one by one, and made by either method.
fn bias() {
    let shape = Shape::new(&[16, 30]).expect("a board");
    let first = NoGuess::centre(&shape);
    let zone = Zone::new(shape.neighbours(first).chain([first]));
    let plain = |seed| random::draw(&shape, 99, &zone, seed).expect("memory");
    let count = 20_000;
    let ways: [(&str, (f64, f64)); 4] = [
        ("plain, with an opening", mean((0..count).map(plain))),
        (
            "plain, those without a guess",
            mean((0..count * 6).map(plain).filter(|board| solved(board, first))),
        ),
        ("drawn", mean(boards(&shape, first, Method::Draw, count))),
        ("repaired", mean(boards(&shape, first, Method::Repair, count))),
    ];
    for (name, (mean, error)) in ways {
        println!("generate/3BV of expert boards, {name}: {mean:.2} ± {:.2}", 1.96 * error);
    }
}

fn solved(board: &Layout, first: Cell) -> bool {
    let mut logic = Logic::new(board.shape());
    logic.load(board);
    logic.play(first) == omnisweep_solver::LogicResult::Solved
}

fn boards(shape: &Shape, first: Cell, method: Method, count: u64) -> impl Iterator<Item = Layout> {
    let mut maker = NoGuess::new(shape, 99, first, method).expect("a board");
    (0..).filter_map(move |attempt| maker.attempt(2, attempt, || true)).take(count as usize)
}
