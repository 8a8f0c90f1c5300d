//! `cargo xtask bench page`: how long the page keeps its main thread, by the browser's own tracing.
//!
//! An expert board with the processor slowed down four times: an opening as large as can be, flags, a chord, a win with
//! all that celebrates it. A frame has 16 ms; where a task takes longer, what it did is said.

use std::collections::BTreeMap;
use std::process::ExitCode;

use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_session::code;
use serde_json::{Value, json};

use crate::page::{Kind, Page};

const SLOWED: u32 = 4;
const GAMES: usize = 5;
/// A frame, in milliseconds.
const FRAME: f64 = 16.0;
/// An expert board, whose mines lie in the first columns: one click opens all others.
const ROWS: u32 = 16;
const COLUMNS: u32 = 30;
const MINES: usize = 99;
const MINED: u32 = 12;

/// What the main thread did without a break.
struct Task {
    /// How long, in milliseconds.
    took: f64,
    /// What it did most, in milliseconds.
    parts: Vec<(String, f64)>,
}

pub async fn run() -> ExitCode {
    let Some(page) = Page::start(Kind::TracedChromium).await else { return ExitCode::FAILURE };
    let mut steps: Vec<(&str, Vec<Task>)> = Vec::new();
    for _ in 0..GAMES {
        for (name, longest) in game(&page).await {
            match steps.iter_mut().find(|(known, _)| *known == name) {
                Some((_, tasks)) => tasks.push(longest),
                None => steps.push((name, vec![longest])),
            }
        }
    }
    page.stop().await;
    println!(
        "\nThe longest task of the main thread, with the processor slowed {SLOWED} times, in {GAMES} games:\n"
    );
    println!("{:<22}{:>10}{:>10}", "", "median", "worst");
    for (name, mut tasks) in steps {
        tasks.sort_by(|a, b| a.took.total_cmp(&b.took));
        let (median, worst) = (&tasks[tasks.len() / 2], &tasks[tasks.len() - 1]);
        println!("{name:<22}{:>7.1} ms{:>7.1} ms", median.took, worst.took);
        if worst.took > FRAME {
            for (part, took) in worst.parts.iter().take(4) {
                println!("{:<22}  of the worst, {part} took {took:.1} ms", "");
            }
        }
    }
    ExitCode::SUCCESS
}

/// The board, as mines by cells.
fn board() -> (Layout, Vec<bool>) {
    let mut mined = vec![false; (ROWS * COLUMNS) as usize];
    let mut state = 7_u32;
    let mut left = MINES;
    while left > 0 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let at = (state >> 16) % (ROWS * MINED);
        let cell = (at / MINED * COLUMNS + at % MINED) as usize;
        left -= usize::from(!mined[cell]);
        mined[cell] = true;
    }
    let shape = Shape::new(&[ROWS.into(), COLUMNS.into()]).unwrap();
    let mines = (0..).zip(&mined).filter(|(_, mine)| **mine).map(|(cell, _)| Cell(cell));
    (Layout::with_mines(shape, mines).unwrap(), mined)
}

fn around((row, column): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let rows = row.saturating_sub(1)..(row + 2).min(ROWS);
    rows.flat_map(move |r| (column - 1..(column + 2).min(COLUMNS)).map(move |c| (r, c)))
}

/// Plays one game, and says of every part of it what its longest task was.
async fn game(page: &Page) -> Vec<(&'static str, Task)> {
    let (layout, mined) = board();
    let mine = |(row, column): (u32, u32)| mined[(row * COLUMNS + column) as usize];
    page.clean().await;
    page.open(&format!("board={}", code::write(&layout, None))).await;
    page.tell("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWED })).await;
    // A number beside the opening, with a mine and something to open around it.
    let number = (0..ROWS).map(|row| (row, MINED)).find(|&at| {
        let beside = || around(at).filter(|(_, column)| *column < MINED);
        beside().any(mine) && !beside().all(mine)
    });
    let number = number.unwrap();
    let mut longest = Vec::new();
    settle(page).await;
    page.click((ROWS / 2, COLUMNS - 5), 1).await;
    longest.push(("an opening", settle(page).await));
    for flag in around(number).filter(|&at| mine(at)) {
        page.click(flag, 2).await;
    }
    longest.push(("flags", settle(page).await));
    page.click(number, 1 | 2).await;
    longest.push(("a chord", settle(page).await));
    // All but one of the cells that are left, unseen; then the last.
    let safe: Vec<u32> =
        (0..).zip(&mined).filter(|(_, mine)| !**mine).map(|(cell, _): (u32, _)| cell).collect();
    let last = page
        .run(
            "const { game } = omnisweep, { model } = game, closed = cell => (model.paint(model.x(cell), model.y(cell), 1, 1)[0] & 0xfffff) < 16;
             const left = arguments[0].filter(closed), last = left.pop();
             for (const cell of left) if (closed(cell)) { model.set_focus(cell); model.press('open', performance.now()); }
             game.board.paint();
             return last;",
            vec![json!(safe)],
        )
        .await;
    settle(page).await;
    let last = last.as_u64().unwrap() as u32;
    page.click((last / COLUMNS, last % COLUMNS), 1).await;
    assert_eq!(page.outcome().await, "won");
    longest.push(("a win, celebrated", settle(page).await));
    page.tell("Emulation.setCPUThrottlingRate", json!({ "rate": 1 })).await;
    longest
}

/// Waits until nothing moves any more; the longest task since this was last asked.
async fn settle(page: &Page) -> Task {
    page.still().await;
    page.rest(1000).await;
    // The record comes in parts: all of it is there once this mark is.
    let mark = page.get("performance.mark(`settled ${performance.now()}`).name").await;
    let mut events = Vec::new();
    let thread = loop {
        events.extend(page.trace().await);
        // The mark's thread is the page's main thread.
        if let Some(found) = events.iter().find(|event| event["name"] == mark) {
            break [found["pid"].clone(), found["tid"].clone()];
        }
        page.rest(50).await;
    };
    let busy =
        |event: &&Value| event["name"] == "RunTask" && [&event["pid"], &event["tid"]] == thread.each_ref();
    // What the driver asks of the page is not the page's doing.
    let driven =
        |(part, _): &(String, f64)| part == "FunctionCall callFunction" || part.starts_with("EvaluateScript");
    let mut tasks: Vec<&Value> = events.iter().filter(busy).collect();
    tasks.sort_by(|a, b| took(b).total_cmp(&took(a)));
    let own = tasks.into_iter().map(|task| Task { took: took(task), parts: parts(&events, task) });
    { own }.find(|task| !task.parts.iter().any(driven)).unwrap_or(Task { took: 0.0, parts: Vec::new() })
}

/// How long an event took, in milliseconds: of its thread's own time, so that other programs do not count.
fn took(event: &Value) -> f64 {
    event["tdur"].as_f64().or(event["dur"].as_f64()).unwrap_or_default() / 1000.0
}

/// What happened within a task, by how long it took.
fn parts(events: &[Value], task: &Value) -> Vec<(String, f64)> {
    let time = |event: &Value, key: &str| event[key].as_f64().unwrap_or_default();
    let (from, to) = (time(task, "ts"), time(task, "ts") + time(task, "dur"));
    let mut parts: BTreeMap<String, f64> = BTreeMap::new();
    for event in events {
        let inside = event["tid"] == task["tid"] && event["pid"] == task["pid"];
        let (start, length) = (time(event, "ts"), time(event, "dur"));
        if inside && start >= from && start + length <= to && event["name"] != "RunTask" {
            let name = event["name"].as_str().unwrap_or_default();
            let script = event["args"]["data"]["functionName"].as_str().unwrap_or_default();
            *parts.entry(format!("{name} {script}").trim().to_owned()).or_default() += took(event);
        }
    }
    let mut parts: Vec<(String, f64)> = parts.into_iter().collect();
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    parts
}
