//! ms_toollib, the toolbox that the shared figures come from, beside ours: on
//! boards of all densities, and on games that no recording has.
#![allow(clippy::unwrap_used)]

use ms_toollib::{GameBoardState, MinesweeperBoard, cal_bbbv, cal_hzini, cal_isl, cal_op, cal_zini};
use omnisweep_engine::{Cell, Layout, Outcome, Shape, Zone, random};
use omnisweep_replay::{Button, Event, Format, Mouse, Recording, play};
use omnisweep_session::{Worth, zini};

/// A board as the toolbox has it: the numbers, and -1 for a mine.
fn numbers(layout: &Layout) -> Vec<Vec<i32>> {
    let shape = layout.shape();
    let number = |cell: Cell| match layout.contains(cell) {
        true => -1,
        false => shape.neighbours(cell).filter(|&near| layout.contains(near)).count() as i32,
    };
    let columns = shape.sizes()[1];
    let row = |row: u64| (0..columns).map(|column| number(Cell(row * columns + column))).collect();
    (0..shape.sizes()[0]).map(row).collect()
}

#[test]
fn boards_are_worth_the_same() {
    for seed in 0..400 {
        let (rows, columns) = (1 + seed % 17, 1 + seed * 7 % 31);
        let shape = Shape::new(&[rows, columns]).unwrap();
        let mines = shape.cells() * (seed % 10) / 20;
        let layout = random::draw(&shape, mines, &Zone::default(), seed).unwrap();
        let board = numbers(&layout);
        let worth = Worth::of(&layout).unwrap();
        let ours =
            (worth.bbbv, worth.openings, worth.islands, zini::zini(&layout), zini::human_zini(&layout));
        let theirs = (cal_bbbv(&board), cal_op(&board), cal_isl(&board), cal_zini(&board), cal_hzini(&board));
        let theirs = (theirs.0 as u64, theirs.1 as u64, theirs.2 as u64, theirs.3 as u64, theirs.4 as u64);
        assert_eq!(ours, theirs, "{rows}x{columns}, {mines} mines, seed {seed}");
    }
}

/// Clicks, flags and chords, with the second button before or behind the first
/// one, in the words of the toolbox.
const GESTURES: [&[&str]; 8] = [
    &["lc", "lr"],
    &["lc", "lr"],
    &["rc", "rr"],
    &["rc", "rr"],
    &["lc", "rc", "lr", "rr"],
    &["lc", "rc", "rr", "lr"],
    &["rc", "lc", "lr", "rr"],
    &["rc", "lc", "rr", "lr"],
];

fn mouse(word: &str) -> Mouse {
    match word {
        "lc" => Mouse::Press(Button::Left),
        "lr" => Mouse::Release(Button::Left),
        "rc" => Mouse::Press(Button::Right),
        "rr" => Mouse::Release(Button::Right),
        other => panic!("{other}"),
    }
}

#[test]
fn games_are_played_the_same() {
    let mut ends = [0; 3];
    for seed in 0..600_u64 {
        let (rows, columns) = (4 + seed % 9, 4 + seed % 13);
        let shape = Shape::new(&[rows, columns]).unwrap();
        let layout =
            random::draw(&shape, 1 + shape.cells() / (6 + seed % 4), &Zone::default(), seed).unwrap();
        let numbers = numbers(&layout);
        let mut state = seed;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        // Where flags are right, and cells are opened that are safe, but for a mistake now and then.
        let careful = below(4) > 0;
        let mut board = MinesweeperBoard::<Vec<Vec<i32>>>::new(numbers);
        let mut events = Vec::new();
        let mut at = 0;
        for step in 0..10 + below(1000) {
            let gesture = GESTURES[if step == 0 { 0 } else { below(8) as usize }];
            let (mut row, mut column) = (below(rows), below(columns));
            if careful && step > 0 && below(3000) > 0 {
                let wanted = gesture[0] == "rc";
                for _ in 0..200 {
                    if layout.contains(Cell(row * columns + column)) == wanted {
                        break;
                    }
                    (row, column) = (below(rows), below(columns));
                }
            }
            for word in gesture {
                // A button may come up elsewhere, or outside.
                if step > 0 && below(30) == 0 {
                    (row, column) = if careful || below(2) == 0 {
                        (rows, columns)
                    } else {
                        (below(rows), below(columns))
                    };
                }
                _ = board.step(word, (row as usize, column as usize)).unwrap();
                at += 10;
                events.push(Event {
                    at,
                    what: mouse(word),
                    x: column as i32 * 16 + 5,
                    y: row as i32 * 16 + 7,
                });
            }
        }
        let recording = Recording {
            format: Format::Avf,
            program: String::new(),
            player: String::new(),
            began: None,
            layout,
            questions: false,
            cell: 16,
            time: at,
            events,
        };
        let played = play(&recording).unwrap();
        let (clicks, effective) = (played.metrics.clicks, played.metrics.effective);
        let game = played.session.game();
        let ours =
            [clicks.left, clicks.right, clicks.chord, effective.left, effective.right, effective.chord];
        let theirs = [board.left, board.right, board.double, board.lce, board.rce, board.dce];
        assert_eq!(ours, theirs.map(|number| number as u64), "seed {seed}");
        assert_eq!(game.flags(), board.flag as u64, "seed {seed}");
        let end = match board.game_board_state {
            GameBoardState::Win => Outcome::Won,
            GameBoardState::Loss => Outcome::Lost,
            _ => Outcome::Playing,
        };
        assert_eq!(game.outcome(), end, "seed {seed}");
        ends[end as usize] += 1;
    }
    assert!(ends.iter().all(|&count| count > 20), "games end in all ways: {ends:?}");
}
