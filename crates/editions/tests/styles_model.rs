//! Random games of the styles edition, beside a naive implementation of the
//! specification: one struct per square, a stack for the flood, strings.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use omnisweep_editions::styles;
use omnisweep_testing::folder::Folder;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[derive(Clone, Copy, Default)]
struct Square {
    mine: bool,
    open: bool,
    flag: bool,
}

struct Naive {
    rows: usize,
    columns: usize,
    squares: Vec<Square>,
}

/// The whole program: output, exit code, and how the game ended.
fn naive(words: &[OsString], input: &[u8]) -> (String, u8, &'static str) {
    let Some(path) = words.first() else { return (String::new(), 1, "") };
    if !names_a_board(path) {
        return (String::new(), 2, "");
    }
    if fs::metadata(path).is_err() {
        return (String::new(), 1, "");
    }
    match fs::read(path).ok().and_then(|bytes| Naive::read(&bytes)) {
        Some(mut game) => {
            let (out, end) = game.play(input);
            (out, 0, end)
        }
        None => (String::new(), 2, ""),
    }
}

/// Whether what follows the last slash is a name and `.cfg`.
fn names_a_board(path: &OsStr) -> bool {
    let name = path.as_bytes().rsplit(|&b| b == b'/').next().unwrap().to_ascii_lowercase();
    name.len() > 4 && name.ends_with(b".cfg")
}

impl Naive {
    fn read(bytes: &[u8]) -> Option<Naive> {
        let text = std::str::from_utf8(bytes).ok()?;
        if !text.ends_with('\n') {
            return None;
        }
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines.pop();
        let (rows, columns) = (lines.len(), lines[0].len());
        let sound = (1..=20).contains(&rows)
            && (1..=20).contains(&columns)
            && rows * columns > 1
            && lines.iter().all(|line| line.len() == columns && line.chars().all(|c| c == '.' || c == '*'))
            && lines.iter().any(|line| line.contains('.'));
        let squares =
            lines.concat().chars().map(|c| Square { mine: c == '*', ..Square::default() }).collect();
        sound.then_some(Naive { rows, columns, squares })
    }

    fn play(&mut self, input: &[u8]) -> (String, &'static str) {
        let mut out = self.frame("", false);
        let mut rest = input;
        while !rest.is_empty() {
            let end = rest.iter().position(|&b| b == b'\n');
            let line = &rest[..end.unwrap_or(rest.len())];
            rest = end.map_or(&[][..], |end| &rest[end + 1..]);
            out += ">";
            let Some((at, reveal)) = self.asked(line) else {
                out += &self.frame("The provided input is not valid!", false);
                continue;
            };
            if !reveal {
                self.squares[at].flag = !self.squares[at].flag && !self.squares[at].open;
            } else if self.squares[at].mine {
                return (out + &self.frame("You Lost!", true), "lost");
            } else {
                self.reveal(at);
                if self.squares.iter().all(|square| square.open || square.mine) {
                    return (out + &self.frame("You Won!", false), "won");
                }
            }
            out += &self.frame("", false);
        }
        (out + ">" + &self.frame("Not enough inputs!", false), "ran out")
    }

    /// The square of a line, and whether to reveal it.
    fn asked(&self, line: &[u8]) -> Option<(usize, bool)> {
        let line = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok()?;
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let [row, column, action] = words[..] else { return None };
        let within = |word: &str, most: usize| {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            (1..=most).find(|n| digits && word.trim_start_matches('0') == n.to_string())
        };
        let (row, column) = (within(row, self.rows)?, within(column, self.columns)?);
        let reveal = action == "R";
        (reveal || action == "F").then_some(((row - 1) * self.columns + column - 1, reveal))
    }

    fn near(&self, at: usize) -> Vec<usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let mut near = Vec::new();
        for r in row.saturating_sub(1)..(row + 2).min(self.rows) {
            for c in column.saturating_sub(1)..(column + 2).min(self.columns) {
                near.push(r * self.columns + c);
            }
        }
        near.retain(|&n| n != at);
        near
    }

    fn count(&self, at: usize) -> usize {
        self.near(at).iter().filter(|&&n| self.squares[n].mine).count()
    }

    fn reveal(&mut self, at: usize) {
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            let square = &mut self.squares[at];
            square.flag = false;
            if !square.open {
                square.open = true;
                if self.count(at) == 0 {
                    stack.extend(self.near(at));
                }
            }
        }
    }

    fn frame(&self, message: &str, lost: bool) -> String {
        let line = |left: &str, inner: &str, right: &str| {
            format!("{left}{}{right}\n", vec!["───"; self.columns].join(inner))
        };
        let mut board = Vec::new();
        for row in 0..self.rows {
            let mut text = "│".to_owned();
            for column in 0..self.columns {
                let at = row * self.columns + column;
                let square = self.squares[at];
                let inside = match (square.open, self.count(at)) {
                    _ if lost && square.mine => "*".to_owned(),
                    (true, 0) => "▓".to_owned(),
                    (true, count) => count.to_string(),
                    _ if square.flag => "¶".to_owned(),
                    _ => " ".to_owned(),
                };
                text += &format!(" {inside} │");
            }
            board.push(text + "\n");
        }
        let width = (4 * self.columns - 1).max(message.chars().count());
        line("┌", "┬", "┐")
            + &board.join(&line("├", "┼", "┤"))
            + &line("└", "┴", "┘")
            + &format!("╔{0}╗\n║{message:width$}║\n╚{0}╝\n", "═".repeat(width))
    }
}

/// A board: its lines, and the bytes of a file that has it, whole or damaged.
fn board() -> impl Strategy<Value = (Vec<String>, Vec<u8>)> {
    let side = || prop_oneof![6 => 1..=5_usize, 2 => 1..=20_usize, 1 => 19..=22_usize];
    let density = select(vec![0, 5, 15, 15, 15, 30, 30, 60, 95, 100]);
    let damage = prop_oneof![6 => Just(0), 4 => 1..12_u8];
    let squares = prop::collection::vec(0..100, 22 * 22);
    let strange = select(vec![b' ', b'\r', 0, b',', b'\t', b'#', 0xc2, b'x', b'\n', b'.', b'*']);
    (side(), side(), density, squares, damage, any::<Index>(), strange).prop_map(
        |(rows, columns, density, squares, damage, index, strange)| {
            let line = |row: usize| {
                let squares = &squares[row * 22..][..columns];
                squares.iter().map(|&s| if s < density { '*' } else { '.' }).collect()
            };
            let lines: Vec<String> = (0..rows).map(line).collect();
            let mut bytes = (lines.join("\n") + "\n").into_bytes();
            let at = index.index(bytes.len());
            match damage {
                1 => bytes[at] = strange,
                2 => bytes.insert(at, strange),
                3 => drop(bytes.remove(at)),
                4 => bytes.truncate(at),
                5 => bytes.push(b'\n'),
                6 => bytes.insert(0, b'\n'),
                7 => drop(bytes.pop()),
                8 => bytes.push(strange),
                9 => bytes = String::from_utf8(bytes).unwrap().replace('\n', "\r\n").into_bytes(),
                10 => bytes = [&b"."[..], b"\n", b"", b"*\n", b"..", b".*\n"][at % 6].to_vec(),
                11 => bytes = String::from_utf8(bytes).unwrap().replace('.', "*").into_bytes(),
                _ => {}
            }
            (lines, bytes)
        },
    )
}

/// The file's name, and the arguments; `@` stands for the folder.
fn names() -> impl Strategy<Value = (&'static str, Vec<&'static str>)> {
    prop_oneof![
        20 => select(vec!["a.cfg", "a.CFG", "a.CfG", "a..cfg", "a b.cfg", ". .cfg", "..cfg", "é.cfg", "a.cfg.cfg"])
            .prop_map(|name| (name, vec![name])),
        2 => Just(("a.cfg", vec!["a.cfg", "b.cfg", "--size"])),
        2 => select(vec![".cfg", ".CFG", "a", "a.", "a.ccfg", "a.cfgg", "a.cf", "acfg", "cfg", "a.cfg ", "a.ćfg"])
            .prop_map(|name| (name, vec![name])),
        1 => select(vec!["b.cfg", "A.cfg", "x/a.cfg", "a.cfg/b.cfg", "folder.cfg", "folder.cfg/b.CFG", "dangling.cfg",
            "none.cfg", "b.txt", "a.cfg/b", "folder", "", ".", "..", "folder.cfg/.cfg", "folder.cfg/..", "b.cfg\n"])
            .prop_map(|word| ("a.cfg", vec![word])),
        1 => Just(("a.cfg", vec![])),
    ]
}

/// A line: mostly a move, at a safe square more often than not.
fn line() -> impl Strategy<Value = (u8, Index, u8)> {
    (0..100_u8, any::<Index>(), any::<u8>())
}

fn text((kind, index, variant): (u8, Index, u8), lines: &[String]) -> Vec<u8> {
    let squares: Vec<u8> = lines.concat().into_bytes();
    let safe: Vec<usize> = (0..squares.len()).filter(|&at| squares[at] == b'.').collect();
    let columns = lines[0].len();
    let any = index.index(squares.len());
    let at = if kind < 50 && !safe.is_empty() { safe[index.index(safe.len())] } else { any };
    let (r, c) = (at / columns + 1, at % columns + 1);
    let text = match kind {
        0..50 => format!("{r} {c} R"),
        50..54 => format!("{r} {c} R"),
        54..80 => format!("{r} {c} F"),
        80..83 => format!("  {r}   {c} {}  ", if variant < 128 { "F" } else { "R" }),
        83 => format!("00{r} {c:030} R"),
        84 => format!("{r} {c} F\r"),
        85 => format!("{r} {c} F\r\r"),
        86 => format!("{r} {c}\tF"),
        87 => format!("\t{r} {c} F"),
        88 => format!("{r} {c} F \r"),
        89 => format!("{r}\r{c} F"),
        90 => format!("{} {} R", variant % 23, (variant / 3) % 23),
        91 => format!("+{r} {c} R"),
        92 => format!("{r} -{c} F"),
        93 => {
            format!("{r} {c} {}", ["f", "r", "RF", "", "R R", "F 1", "É", "\0", "R\0"][variant as usize % 9])
        }
        94 => ["", " ", "\r", "\t", "R", "1", "0 0 R", "1.0 1 R", "1e0 1 R", "1,1 R", "R 1 1"]
            [variant as usize % 11]
            .to_owned(),
        95 => format!("{r} {c} R {r}"),
        96 => "184467440737095516171844674407370955161718446744073709551617 1 R".to_owned(),
        97 => format!("{} {c} R", (1_u128 << 64) + r as u128),
        98 => format!("{r} ١ R"),
        _ => return [format!("{r} {c} ").as_bytes(), &[variant | 0x80]].concat(),
    };
    text.into_bytes()
}

static WON: AtomicUsize = AtomicUsize::new(0);
static LOST: AtomicUsize = AtomicUsize::new(0);
static RAN_OUT: AtomicUsize = AtomicUsize::new(0);
static REFUSED: AtomicUsize = AtomicUsize::new(0);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    fn games_go_as_the_naive_program_has_them(
        (lines, bytes) in board(), (name, words) in names(), moves in prop::collection::vec(line(), 0..40), end in 0..3_u8
    ) {
        let folder = Folder::new();
        fs::create_dir(folder.join("folder.cfg")).unwrap();
        std::os::unix::fs::symlink("nowhere.cfg", folder.join("dangling.cfg")).unwrap();
        fs::write(folder.join(name), &bytes).unwrap();
        let at = |word: &&str| if word.starts_with("--") { word.into() } else { folder.join(word).into_os_string() };
        let words: Vec<OsString> = words.iter().map(at).collect();
        let mut input = moves.into_iter().map(|line| text(line, &lines)).collect::<Vec<_>>().join(&b'\n');
        input.extend([&b""[..], b"\n", b"\n\n"][usize::from(end)]);

        let mut out = Vec::new();
        let code = styles::run(&words, &mut &input[..], &mut out).unwrap();
        let (expected, expected_code, how) = naive(&words, &input);
        let script = String::from_utf8_lossy(&input);
        prop_assert_eq!(String::from_utf8(out).unwrap(), expected, "{:?} {:?}\n{}", words, bytes, script);
        prop_assert_eq!(code, expected_code, "{:?} {:?}\n{}", words, bytes, script);
        prop_assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "the board is left alone");
        let counter = match how { "won" => &WON, "lost" => &LOST, "ran out" => &RAN_OUT, _ => &REFUSED };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_file_is_a_board_where_the_naive_reader_takes_it((_, bytes) in board()) {
        prop_assert_eq!(styles::parse(&bytes).is_some(), Naive::read(&bytes).is_some(), "{:?}", bytes);
    }
}

#[test]
fn games_are_won_and_lost_and_run_out_of_input_as_the_naive_program_has_them() {
    games_go_as_the_naive_program_has_them();
    let counts = [&WON, &LOST, &RAN_OUT, &REFUSED].map(|counter| counter.load(Ordering::Relaxed));
    assert!(counts.iter().all(|&count| count >= 25), "won, lost, ran out, refused: {counts:?}");
}

#[test]
fn a_board_in_a_missing_folder_is_missing() {
    let words = [Path::new("no-such-folder.cfg/no-such-board.cfg")];
    let mut out = Vec::new();
    assert_eq!(styles::run(&words, &mut &b""[..], &mut out).unwrap(), 1);
    assert!(out.is_empty());
}
