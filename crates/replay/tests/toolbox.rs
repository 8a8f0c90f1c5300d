//! ms_toollib, the toolbox that the shared figures come from, beside ours: on
//! boards of all densities, and on games that no recording has.
#![allow(clippy::unwrap_used)]

use ms_toollib::{
    EvfVideo, GameBoardState, MinesweeperBoard, cal_bbbv, cal_hzini, cal_isl, cal_op, cal_zini,
};
use omnisweep_engine::{Cell, Layout, Outcome, Shape, Zone, random};
use omnisweep_replay::{Button, Event, Format, Mouse, Recording, Report, play, read};
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

const WORDS: [(&str, Mouse); 4] = [
    ("lc", Mouse::Press(Button::Left)),
    ("lr", Mouse::Release(Button::Left)),
    ("rc", Mouse::Press(Button::Right)),
    ("rr", Mouse::Release(Button::Right)),
];

fn mouse(word: &str) -> Mouse {
    WORDS.into_iter().find(|(known, _)| *known == word).unwrap().1
}

fn word(mouse: Mouse) -> &'static str {
    WORDS.into_iter().find(|(_, known)| *known == mouse).unwrap().0
}

/// A game that nobody played, careful or not, in gestures that now and then end
/// elsewhere, or outside.
fn made_up(seed: u64) -> Recording {
    let (rows, columns) = (4 + seed % 9, 4 + seed % 13);
    let shape = Shape::new(&[rows, columns]).unwrap();
    let layout = random::draw(&shape, 1 + shape.cells() / (6 + seed % 4), &Zone::default(), seed).unwrap();
    let mut state = seed;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let careful = below(4) > 0;
    let mut events = Vec::new();
    let mut at = 0;
    for step in 0..10 + below(1000) {
        let gesture = GESTURES[if step == 0 { 0 } else { below(8) as usize }];
        let (mut row, mut column) = (below(rows), below(columns));
        // Flags on mines, and cells opened that are none, but for a mistake now and then.
        if careful && step > 0 && below(3000) > 0 {
            while layout.contains(Cell(row * columns + column)) != (gesture[0] == "rc") {
                (row, column) = (below(rows), below(columns));
            }
        }
        for word in gesture {
            if step > 0 && below(30) == 0 {
                let outside = careful || below(2) == 0;
                (row, column) = if outside { (rows, columns) } else { (below(rows), below(columns)) };
            }
            // The toolbox wants no pause before the first event.
            at += below(if events.is_empty() { 200 } else { 500 });
            events.push(Event { at, what: mouse(word), x: column as i32 * 16 + 5, y: row as i32 * 16 + 7 });
        }
    }
    let (program, player) = ("元3.2".to_owned(), "王嘉宁".to_owned());
    let (format, began, questions, cell) = (Format::Evf, Some(1_723_313_188_971), false, 16);
    Recording { format, program, player, began, layout, questions, cell, time: at, events }
}

#[test]
fn games_are_played_the_same() {
    let mut ends = [0; 3];
    for seed in 0..600 {
        let recording = made_up(seed);
        let mut board = MinesweeperBoard::<Vec<Vec<i32>>>::new(numbers(&recording.layout));
        let sizes = recording.layout.shape().sizes();
        for event in &recording.events {
            let at = recording
                .cell_at(event)
                .map_or([sizes[0], sizes[1]], |cell| [cell.0 / sizes[1], cell.0 % sizes[1]]);
            _ = board.step(word(event.what), (at[0] as usize, at[1] as usize)).unwrap();
        }
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

/// A recording as an EVF.
fn evf(recording: &Recording, version: u8) -> Vec<u8> {
    let sizes = recording.layout.shape().sizes();
    let mut out = vec![version, 0];
    if version >= 3 {
        out.push(u8::from(recording.questions) << 7);
    }
    out.extend([sizes[0] as u8, sizes[1] as u8]);
    out.extend((recording.layout.count() as u16).to_be_bytes());
    out.extend([recording.cell as u8, 0, 0, 0, 1]);
    let time = (recording.time as u32).to_be_bytes();
    out.extend(&time[usize::from(version < 4)..]);
    let began = recording.began.unwrap() * 1000;
    let mut texts = vec![recording.program.clone(), recording.player.clone(), String::new(), String::new()];
    if version >= 4 {
        out.extend(b"XX");
        out.extend([began.to_be_bytes(), began.to_be_bytes()].concat());
    } else {
        texts.extend([began.to_string(), began.to_string(), String::new()]);
        texts.extend((version >= 2).then(|| "device".to_owned()));
    }
    texts.iter().for_each(|text| out.extend(text.bytes().chain([0])));
    if version >= 4 {
        out.extend([0, 2, 7, 7]);
    }
    let mut bits = vec![0_u8; recording.layout.shape().cells().div_ceil(8) as usize];
    recording.layout.mines().for_each(|mine| bits[mine.0 as usize / 8] |= 0x80 >> (mine.0 % 8));
    out.extend(bits);
    if version >= 4 {
        out.extend([0, 0]);
    }
    let (mut at, mut x, mut y) = (0, 0, 0);
    for event in &recording.events {
        let kind =
            1 + ["mv", "lc", "lr", "rc", "rr"].iter().position(|&name| name == word(event.what)).unwrap();
        if version < 4 {
            out.push(kind as u8);
            out.extend(&(event.at as u32).to_be_bytes()[1..]);
            out.extend([(event.x as u16).to_be_bytes(), (event.y as u16).to_be_bytes()].concat());
            continue;
        }
        if event.at - at > 255 {
            out.push(255);
            out.extend(((event.at - at - 10) as u16).to_be_bytes());
            at = event.at - 10;
        }
        out.extend([kind as u8, (event.at - at) as u8]);
        let steps = [(event.x - x) as i16, (event.y - y) as i16];
        out.extend(steps.map(i16::to_be_bytes).concat());
        (at, x, y) = (event.at, event.x, event.y);
    }
    out.push(if version < 4 { 255 } else { 0 });
    out.extend([0, 0]);
    out
}

#[test]
fn every_version_of_an_evf_is_read_as_it_was_written() {
    for seed in 0..50 {
        let recording = made_up(seed);
        for version in 0..=4 {
            let bytes = evf(&recording, version);
            let found =
                read(&bytes).unwrap_or_else(|error| panic!("seed {seed}, version {version}: {error}"));
            assert_eq!(found.events, recording.events, "seed {seed}, version {version}");
            assert_eq!(
                found.layout.mines().collect::<Vec<_>>(),
                recording.layout.mines().collect::<Vec<_>>()
            );
            assert_eq!((&found.program, &found.player), (&recording.program, &recording.player));
            assert_eq!((found.began, found.time), (recording.began, recording.time));
            // The toolbox reads the same out of it.
            let mut video = <EvfVideo as ms_toollib::videos::NewSomeVideo2<Vec<u8>, &str>>::new(bytes, "");
            video.parse().unwrap();
            video.data.analyse();
            video.data.set_current_time(1e9);
            let report = Report::new(&found, &play(&found).unwrap());
            let theirs = [
                video.data.get_left(),
                video.data.get_right(),
                video.data.get_double(),
                video.data.get_flag(),
            ];
            let ours = [report.left, report.right, report.double, report.flag];
            assert_eq!(ours, theirs.map(|number| number as u64), "seed {seed}, version {version}");
        }
    }
}
