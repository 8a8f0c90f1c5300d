//! Random sessions of the CS121 edition, beside a naive implementation of
//! the specification: one struct per cell, the C library's `rand`, a stack, strings.
//!
//! The naive program plays first, with a player who knows the game; then the
//! edition is given the same lines at the same times.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, clippy::unwrap_used)]

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::Path;

use omnisweep_editions::cs121::{self, Console, Entry, IDLE, Line, Options, Saved};
use omnisweep_testing::folder::Folder;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[path = "cs121_model/board.rs"]
mod board;
#[path = "cs121_model/naive.rs"]
mod naive;

use board::Board;
use board::Status::{Closed, Flagged, Marked, Open};
use naive::{Ask, Event, Naive, SEEN, read_scores, write_scores};

/// A console where all is known beforehand.
struct Script {
    events: VecDeque<Event>,
    clock: u64,
    out: Vec<u8>,
}

impl Console for Script {
    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.out.extend(text);
        Ok(())
    }
    fn clear(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn read(&mut self, idle: bool) -> io::Result<Line> {
        while let Some((seconds, line)) = self.events.pop_front() {
            self.clock += seconds;
            match line {
                Some(line) => return Ok(Line::Typed(line)),
                None if idle => return Ok(Line::Idle),
                None => {}
            }
        }
        Ok(Line::End)
    }
    fn seconds(&mut self) -> u64 {
        self.clock
    }
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }
}

/// One roll, and what it decides.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(0x9e37_79b9_7f4a_7c15);
        (self.0 >> 33) as usize % sides
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len())].clone()
    }
}

/// Lines that are seldom what is asked for, between bars.
const JUNK: &[u8] = b"| |\t|\r|9|x|12|0 0\r|1\r|-1|+1|5x|1 |\t1|1\t|1 1 1 1|0\t0|0 \t0|0  \t0|0\t 0|0\x0b 0|0,0|\xff|\xc3\xa9|\
    \x0b|\x0c1|1234567|00|1 1 x|0x1 1|01 \r|\xc2\xa0";
const NAMES: &[u8] =
    b"Ann|ANN|ann| bob |Bob\r|b  o   b|b \t o\tb|b  \t o b|\t a|\x0b a \x0c\t b|b o b|sixteen sixteen!|\
    Longer name than sixteen|\xc3\x89mile|\xc3\xa9mile|\xff\xfe|   |\0|a\0b|1|\xc2\xa0|@|`|[|{";

fn between_bars(text: &[u8]) -> Vec<Vec<u8>> {
    text.split(|&b| b == b'|').map(<[u8]>::to_vec).collect()
}

fn names() -> Vec<Vec<u8>> {
    [between_bars(NAMES), vec![vec![b'x'; 125], vec![b'x'; 126]]].concat()
}

/// What the player does when asked: mostly what is asked for.
fn answer(ask: Ask, board: &Board, mut dice: Dice) -> Event {
    if dice.roll(if matches!(ask, Ask::Action) { 15 } else { 30 }) == 0 {
        return (IDLE, None);
    }
    let seconds = dice.pick(&[0, 0, 1, 1, 2, 7, 59, 1000]);
    let line = match ask {
        _ if dice.roll(16) == 0 => dice.pick(&between_bars(JUNK)),
        Ask::Choice => vec![dice.pick(b"1111111222222223349")],
        Ask::Side if dice.roll(12) == 0 => dice.roll(33).to_string().into_bytes(),
        Ask::Side => (2 + dice.roll(4)).to_string().into_bytes(),
        Ask::Position(action) => aim(action, board, &mut dice).into_bytes(),
        Ask::Action => vec![dice.pick(b"ooooooooooooooooOOOOfffffffFmmmMuuuUsSqQx")],
        Ask::Sure => vec![dice.pick(b"yYn1")],
        Ask::Name if dice.roll(16) == 0 => vec![b'y'; 127],
        Ask::Name => dice.pick(&names()),
        Ask::Enter => dice.pick(&[&b""[..], b"", b"", b"", b"1", b"\r", &[b'z'; 300]]).to_vec(),
    };
    (seconds, Some(line))
}

/// A position, often one where something comes of the action.
fn aim(action: u8, board: &Board, dice: &mut Dice) -> String {
    let cells = &board.cells;
    let luck = dice.roll(10);
    let likely = |at: &usize| match (action, cells[*at].status) {
        (b'o', Closed) => !cells[*at].mine && luck < 5,
        (b'o', Open) => (3..7).contains(&luck) && !board.chord(*at).is_empty(),
        (b'f', Closed) => luck < 3 && cells[*at].mine || luck == 4,
        (b'u', Flagged | Marked) => luck < 7,
        _ => false,
    };
    let mut aims: Vec<usize> = (0..cells.len()).filter(likely).collect();
    if aims.is_empty() {
        aims.extend(0..cells.len());
    }
    let at = dice.pick(&aims);
    let (x, y) = (at / board.columns, at % board.columns);
    match dice.roll(24) {
        0 => format!(" {x}  {y}"),
        1 => format!("{x} {y} 9"),
        2 => format!("{x}\t {y}\r"),
        3 => format!("{x:02} 0{y}"),
        4 => format!("{} {y}", board.rows),
        5 => format!("{x} {}", board.columns),
        6 => format!("{x}  {y} "),
        _ => format!("{x} {y}"),
    }
}

/// Bytes that one thing is wrong with, or nothing.
fn perhaps_damaged(bytes: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![select(b"\x00\x01\x02\x03\x04\xff012*V!M-~".to_vec()), any::<u8>()];
    (bytes, 0..16_u8, any::<Index>(), value).prop_map(|(mut bytes, damage, index, value)| {
        let at = index.index(bytes.len());
        let (header, cell) = (index.index(20), 20 + index.index(bytes.len().max(22) - 21) / 2 * 2);
        match damage {
            0 => bytes[at] = value,
            1 => bytes.truncate(at),
            2 => bytes.push(value),
            3 if bytes.len() > 20 => bytes[header] = value,
            4 if bytes.len() > 20 => bytes[header / 4 * 4..][..4].copy_from_slice(&[value, 0, 0, 0]),
            5..=7 if bytes.len() > 21 => bytes[cell] = value % 4,
            8 if bytes.len() > 21 => bytes[cell + 1] = value,
            _ => {}
        }
        bytes
    })
}

/// The file of a saved game. It may have an open zero beside a cell that is not
/// open, to which no game comes: such a file is damaged.
fn saved_file() -> impl Strategy<Value = Vec<u8>> {
    perhaps_damaged(saved())
}

/// A saved game, with a safe cell that is not open yet.
fn saved() -> impl Strategy<Value = Vec<u8>> {
    let side = || prop_oneof![8 => 2..6_usize, 1 => 2..=30_usize];
    let counts = (select(vec![0, 1, 5, 69, 1_000_000]), select(vec![1, 2, 30]));
    (
        side(),
        side(),
        prop::collection::vec(0..100_usize, 900),
        0..60_usize,
        0..100_usize,
        any::<Index>(),
        counts,
    )
        .prop_map(|(rows, columns, rolls, mines, opens, spare, (time, moves))| {
            let mut board = Board::new(rows, columns);
            let spare = spare.index(board.cells.len());
            for (at, cell) in board.cells.iter_mut().enumerate() {
                cell.mine = at != spare && rolls[at] < mines;
            }
            for at in 0..board.cells.len() {
                let mut opened = board.clone();
                opened.open(at);
                if !board.cells[at].mine && rolls[899 - at] < opens && opened.cells[spare].status == Closed {
                    board = opened;
                }
            }
            for (cell, roll) in board.cells.iter_mut().zip(rolls) {
                let status = [Flagged, Marked, Closed, Closed, Closed, Closed][roll % 6];
                cell.status = if cell.status == Closed { status } else { cell.status };
            }
            board.bytes(time, moves)
        })
}

fn scores() -> impl Strategy<Value = Vec<u8>> {
    let score = prop_oneof![0..3_i64, 0..1_i64 << 40];
    let odd = select(vec![vec![], vec![b'z'; 127], vec![b'z'; 128]]);
    let name = prop_oneof![40 => select(names()), 1 => odd];
    prop::collection::vec((name, score), 0..6).prop_map(|scores| write_scores(&scores))
}

/// What lies at a path: nothing, a file, or (where there are no bytes) a folder.
fn lies(bytes: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Option<Vec<u8>>> {
    prop_oneof![5 => Just(None), 14 => bytes.prop_map(Some), 1 => Just(Some(vec![]))]
}

fn put(folder: &Path, files: [&Option<Vec<u8>>; 2]) {
    for (name, bytes) in FILES.into_iter().zip(files) {
        match bytes {
            Some(bytes) if bytes.is_empty() => fs::create_dir(folder.join(name)).unwrap(),
            Some(bytes) => fs::write(folder.join(name), bytes).unwrap(),
            None => {}
        }
    }
}

const FILES: [&str; 2] = ["savedgame.dat", "scores.dat"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    fn sessions_go_as_the_naive_program_has_them(
        rolls in prop::collection::vec(any::<u64>(), 0..120), seed: u32,
        saved in lies(saved_file()), scores in lies(perhaps_damaged(scores())), start in 0..1000_u64
    ) {
        let folders = [Folder::new(), Folder::new()];
        folders.iter().for_each(|folder| put(folder, [&saved, &scores]));
        let (mut rolls, mut events) = (rolls.into_iter(), Vec::new());
        let player = |ask, board: &Board| {
            let event = answer(ask, board, Dice(rolls.next()?));
            events.push(event.clone());
            Some(event)
        };
        let mut naive = Naive {
            folder: folders[0].to_owned(), seed, player, clock: start, out: vec![],
            board: Board::new(2, 2), time: 0, moves: 0, since: 0,
        };
        _ = naive.menu();
        let expected = naive.out;
        let typed: Vec<String> = events.iter().map(|(_, line)| match line {
            Some(line) => line.escape_ascii().to_string(),
            None => "(a minute)".to_owned(),
        }).collect();
        let mut script = Script { events: events.into(), clock: start, out: vec![] };
        let options = Options { folder: folders[1].to_owned(), seed: Some(seed), grid: None };
        cs121::run(&options, &mut script).unwrap();
        let text = |out: &[u8]| out.escape_ascii().to_string().replace("\\n", "\n").replace("\\t", "\t");
        prop_assert!(script.out == expected, "{typed:?}\n{}\n--- and not ---\n{}", text(&script.out), text(&expected));
        prop_assert!(script.events.is_empty(), "{:?} left", script.events);
        for name in FILES {
            let [theirs, ours] = [0, 1].map(|k| fs::read(folders[k].join(name)).ok());
            prop_assert_eq!(ours, theirs, "{} after {:?}", name, typed);
        }
        // Scores are added to under a lock, whose file stays.
        let entries = fs::read_dir(&folders[1]).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = entries.filter(|name| name != ".scores.lock").collect();
        prop_assert!(left.iter().all(|name| FILES.iter().any(|file| name == file)), "no other files: {:?}", left);
    }
}

#[test]
fn sessions_with_wins_and_losses_and_all_else_go_as_the_naive_program_has_them() {
    sessions_go_as_the_naive_program_has_them();
    let seen = SEEN.lock().unwrap();
    assert!(seen.len() == 9 && seen.values().all(|&count| count >= 5), "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_saved_game_reads_as_the_naive_program_reads_it(bytes in saved_file()) {
        match (Saved::read(&bytes), Board::read(&bytes)) {
            (Ok(saved), Ok((_, time, moves))) => {
                prop_assert_eq!((saved.time, saved.moves), (time, moves));
                prop_assert_eq!(saved.write(), bytes);
            }
            (ours, theirs) => prop_assert_eq!(ours.err().map(|damage| damage.text()), theirs.err(), "{:?}", bytes),
        }
    }

    #[test]
    fn scores_read_as_the_naive_program_reads_them(bytes in perhaps_damaged(scores())) {
        let ours = cs121::read_scores(&bytes);
        prop_assert_eq!(ours.as_ref().map(|ours| cs121::write_scores(ours)), ours.as_ref().map(|_| bytes.clone()));
        let pair = |Entry { name, score }| (name, score);
        prop_assert_eq!(ours.map(|ours| ours.into_iter().map(pair).collect()), read_scores(&bytes), "{:?}", bytes);
    }
}
