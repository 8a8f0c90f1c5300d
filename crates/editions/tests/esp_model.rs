//! Random sessions of the ESP edition, beside a naive implementation of the
//! specification: one struct per field, the C library's `rand`, a stack, a string.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, clippy::unwrap_used)]

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use omnisweep_editions::esp;
use omnisweep_testing::folder::Folder;
use proptest::prelude::*;

/// The C library has one generator for all.
static RAND: Mutex<()> = Mutex::new(());

#[derive(Clone, Copy, Default)]
struct Field {
    mine: bool,
    open: bool,
    flag: bool,
}

struct Naive {
    height: u64,
    width: u64,
    mines: u64,
    begun: bool,
    fields: Vec<Field>,
    out: String,
}

fn number(word: &str) -> Option<i128> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all.then(|| word.parse().unwrap_or(if word.starts_with('-') { i128::MIN } else { i128::MAX }))
}

const TWO_64: i128 = 1 << 64;

/// The whole program: output and exit code.
fn naive(words: &[String], input: &[u8], folder: &Path) -> (String, u8) {
    let (mut size, mut mines, mut seed) = ((9, 9), 10, 0);
    let mut rest = words;
    while let [word, after @ ..] = rest {
        let count = match word.as_str() {
            "--size" => 2,
            "--mines" | "--seed" => 1,
            _ => return ("Unexpected argument provided!\n".into(), 3),
        };
        if after.len() < count {
            return ("Invalid number of parameters given!\n".into(), 2);
        }
        let numbers: Vec<Option<i128>> = after[..count].iter().map(|word| number(word)).collect();
        if numbers.contains(&None) {
            return ("Invalid type for argument!\n".into(), 4);
        }
        let numbers: Vec<i128> = numbers.into_iter().flatten().collect();
        let (least, most): (i128, i128) = if count == 2 { (1, TWO_64) } else { (0, TWO_64 - 1) };
        if numbers.iter().any(|n| !(least..=most).contains(n)) {
            return ("Invalid value for argument!\n".into(), 5);
        }
        match word.as_str() {
            "--size" => size = (numbers[0], numbers[1]),
            "--mines" => mines = numbers[0],
            _ => seed = numbers[0],
        }
        rest = &after[count..];
    }
    let fields = size.0.checked_mul(size.1).unwrap_or(i128::MAX);
    if mines >= fields {
        return ("Invalid value for argument!\n".into(), 5);
    }
    if fields > 1 << 40 {
        return ("Out of memory!\n".into(), 1);
    }
    // SAFETY: the generator's users take turns.
    unsafe { libc::srand(seed as u32) };
    let mut game = Naive {
        height: size.0 as u64,
        width: size.1 as u64,
        mines: mines as u64,
        begun: false,
        fields: vec![Field::default(); fields as usize],
        out: String::new(),
    };
    let Naive { height, width, mines, .. } = game;
    _ = write!(
        game.out,
        "Welcome to ESP Minesweeper!\nChosen field size: {height} x {width}.\n\
         After map generation {mines} mines will be hidden in the playing field.\n"
    );
    game.play(input, folder);
    (game.out, 0)
}

impl Naive {
    fn play(&mut self, input: &[u8], folder: &Path) {
        let text = String::from_utf8_lossy(input);
        let mut lines: Vec<&str> = text.split('\n').collect();
        if lines.last() == Some(&"") {
            lines.pop();
        }
        for line in lines {
            self.out += " > ";
            let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
            match self.line(&words, folder) {
                Ok(true) => return,
                Ok(false) => {}
                Err(text) => self.out += &format!("Error: {text}!\n"),
            }
        }
        self.out += " > ";
    }

    fn line(&mut self, words: &[&str], folder: &Path) -> Result<bool, &'static str> {
        let (&name, words) = words.split_first().ok_or("Unknown command")?;
        let count = match name {
            "start" => 2,
            "open" | "flag" if self.begun => 2,
            "save" if self.begun => 1,
            "load" => 1,
            "dump" if self.begun => 0,
            "quit" => 0,
            _ => return Err("Unknown command"),
        };
        if words.len() < count {
            return Err("Command is missing arguments");
        }
        if words.len() > count {
            return Err("Too many arguments given for command");
        }
        let mut at = 0;
        if count == 2 {
            let numbers: Vec<Option<i128>> = words.iter().map(|word| number(word)).collect();
            let [Some(row), Some(column)] = numbers[..] else { return Err("Invalid arguments given") };
            if !(0..i128::from(self.height)).contains(&row) || !(0..i128::from(self.width)).contains(&column)
            {
                return Err("Coordinates are invalid for this game board");
            }
            at = row as usize * self.width as usize + column as usize;
        }
        match name {
            "start" => {
                self.draw(at);
                self.begun = true;
                return Ok(self.open(at));
            }
            "open" => return Ok(self.open(at)),
            "flag" => self.fields[at].flag ^= true,
            "dump" => self.show(true, false),
            "save" => fs::write(folder.join(words[0]), self.bytes()).map_err(|_| "Failed to open file")?,
            "load" => {
                let bytes = fs::read(folder.join(words[0])).map_err(|_| "Failed to open file")?;
                self.read(&bytes).ok_or("Invalid file content")?;
                self.begun = true;
            }
            _ => {}
        }
        self.show(false, false);
        Ok(name == "quit")
    }

    fn draw(&mut self, start: usize) {
        let (mut left, mut mines) = (self.fields.len() as u64 - 1, self.mines);
        self.fields.fill(Field::default());
        for at in 0..self.fields.len() {
            if at == start {
                continue;
            }
            // SAFETY: the generator's users take turns.
            let (high, low) = unsafe { (libc::rand() as u64, libc::rand() as u64) };
            if (high << 32 | low) % left < mines {
                self.fields[at].mine = true;
                mines -= 1;
            }
            left -= 1;
        }
    }

    fn near(&self, at: usize) -> Vec<usize> {
        let (row, column) = ((at as u64 / self.width) as i64, (at as u64 % self.width) as i64);
        let mut near = Vec::new();
        for r in row - 1..=row + 1 {
            for c in column - 1..=column + 1 {
                let inside = r >= 0 && c >= 0 && (r as u64) < self.height && (c as u64) < self.width;
                if inside && (r, c) != (row, column) {
                    near.push(r as usize * self.width as usize + c as usize);
                }
            }
        }
        near
    }

    fn count(&self, at: usize) -> usize {
        self.near(at).iter().filter(|&&n| self.fields[n].mine).count()
    }

    /// Opens a field, prints, and says whether the game is over.
    fn open(&mut self, at: usize) -> bool {
        let mut stack = if self.fields[at].open { vec![] } else { vec![at] };
        self.fields[at].open = true;
        if self.fields[at].mine {
            self.out += "\n=== You lost! ===\n";
            self.show(false, true);
            return true;
        }
        while let Some(at) = stack.pop() {
            if self.count(at) == 0 {
                for near in self.near(at) {
                    if !self.fields[near].open {
                        self.fields[near].open = true;
                        stack.push(near);
                    }
                }
            }
        }
        let won = self.fields.iter().all(|field| field.open || field.mine);
        if won {
            self.out += "\n=== You won! ===\n";
        }
        self.show(false, won);
        won
    }

    fn show(&mut self, uncovered: bool, over: bool) {
        let flags = self.fields.iter().filter(|field| field.flag && !field.open).count() as i128;
        let left = if self.begun { i128::from(self.mines) - flags } else { 0 };
        let border = format!("  {} \n", "=".repeat(self.width as usize));
        self.out += &format!("\n  \x1b[31m¶\x1b[0m: {left}\n{border}");
        for row in 0..self.height {
            self.out += " |";
            for column in 0..self.width {
                let at = (row * self.width + column) as usize;
                let field = self.fields[at];
                if field.mine && (uncovered || over) {
                    let red = if over && field.open { "\x1b[41m" } else { "" };
                    self.out += &format!("\x1b[33m{red}@\x1b[0m");
                } else if field.open || uncovered {
                    match self.count(at) {
                        0 => self.out += "·",
                        count => self.out += &count.to_string(),
                    }
                } else if field.flag {
                    self.out += "\x1b[31m¶\x1b[0m";
                } else {
                    self.out += "░";
                }
            }
            self.out += "|\n";
        }
        self.out += &border;
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"ESP\0".to_vec();
        bytes.extend(self.height.to_le_bytes());
        bytes.extend(self.width.to_le_bytes());
        for block in self.fields.chunks(8) {
            let bits =
                |of: fn(&Field) -> bool| (0..).zip(block).fold(0, |bits, (k, f)| bits | u8::from(of(f)) << k);
            bytes.extend([bits(|_| true), bits(|f| f.mine), bits(|f| f.open), bits(|f| f.flag)]);
        }
        bytes
    }

    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        let height = u64::from_le_bytes(bytes.get(4..12)?.try_into().unwrap());
        let width = u64::from_le_bytes(bytes.get(12..20)?.try_into().unwrap());
        let count = height.checked_mul(width).filter(|&count| count > 0)?;
        let blocks = &bytes[20..];
        if &bytes[..4] != b"ESP\0" || blocks.len() as u64 != count.div_ceil(8).checked_mul(4)? {
            return None;
        }
        let mut fields = Vec::new();
        for (at, block) in blocks.chunks(4).enumerate() {
            for k in 0..8 {
                let bit = |kind: usize| block[kind] >> k & 1 != 0;
                let inside = (at * 8 + k) < count as usize;
                if bit(0) != inside || !inside && (bit(1) || bit(2) || bit(3)) {
                    return None;
                }
                if inside {
                    fields.push(Field { mine: bit(1), open: bit(2), flag: bit(3) });
                }
            }
        }
        let over = fields.iter().any(|f| f.mine && f.open) || fields.iter().all(|f| f.mine || f.open);
        if over {
            return None;
        }
        self.mines = fields.iter().filter(|field| field.mine).count() as u64;
        (self.height, self.width, self.fields) = (height, width, fields);
        Some(())
    }
}

/// A command; `@` stands for the folder of the files.
fn command() -> impl Strategy<Value = String> {
    let at = || prop_oneof![8 => 0..12_i64, 1 => -2..70_i64];
    let file = || prop::sample::select(vec!["@a", "@b", "@c", "@none", "@", "@x/y"]);
    prop_oneof![
        2 => (at(), at()).prop_map(|(r, c)| format!("start {r} {c}")),
        8 => (at(), at()).prop_map(|(r, c)| format!("open {r} {c}")),
        5 => (at(), at()).prop_map(|(r, c)| format!("flag {r} {c}")),
        1 => Just("dump".to_owned()),
        2 => file().prop_map(|name| format!("save {name}")),
        2 => file().prop_map(|name| format!("load {name}")),
        1 => prop::sample::select(vec![
            "", " ", "open", "open 1", "open 1 x", "open 1 2 3", "Start 1 1", "  open   1   2 ", "open\t1 1",
            "flag +1 -0", "flag 99999999999999999999999999999999999999999999 0", "dump 1", "quit 1", "save", "load",
            "start -1 0", "open 1 2\r", "é", "save @a @b",
        ])
        .prop_map(str::to_owned),
    ]
}

fn words() -> impl Strategy<Value = Vec<String>> {
    let number = || {
        prop_oneof![10 => (0..13_i64).prop_map(|n| n.to_string()), 1 => prop::sample::select(vec![
        "-1", "+3", "x", "", "1.5", "18446744073709551615", "18446744073709551616", "18446744073709551617",
        "999999999999999999999999999999999999999999999", "-0", "65", "64",
    ]).prop_map(str::to_owned)]
    };
    let option = prop_oneof![
        4 => (number(), number()).prop_map(|(h, w)| vec!["--size".to_owned(), h, w]),
        3 => number().prop_map(|n| vec!["--mines".to_owned(), n]),
        3 => any::<u32>().prop_map(|n| vec!["--seed".to_owned(), n.to_string()]),
        1 => number().prop_map(|n| vec!["--seed".to_owned(), n]),
    ];
    let junk = prop_oneof![12 => Just(None), 1 => Just(Some("--sizes".to_owned())), 1 => Just(Some("--mines".to_owned()))];
    (prop::collection::vec(option, 0..4), junk)
        .prop_map(|(options, junk)| options.into_iter().flatten().chain(junk).collect())
}

/// A file that was there before: sound, or nearly.
fn file() -> impl Strategy<Value = Vec<u8>> {
    (0..9_u64, 0..9_u64, any::<[u64; 2]>(), any::<u64>(), any::<u64>(), 0..40_usize, -2..3_i64).prop_map(
        |(height, width, mines, open, flag, flip, longer)| {
            let cells = (height * width) as usize;
            let mut fields = vec![Field::default(); cells];
            for (at, field) in fields.iter_mut().enumerate() {
                let bit = |bits: u64| bits.rotate_left(at as u32 * 7) & 1 != 0;
                field.mine = bit(mines[0]) && bit(mines[1]);
                field.open = !field.mine && bit(open);
                field.flag = bit(flag);
            }
            let model = Naive { height, width, mines: 0, begun: true, fields, out: String::new() };
            let mut bytes = model.bytes();
            let length = bytes.len();
            if flip < 12 {
                bytes[flip * length / 12] ^= 1 << (flip % 8);
            }
            bytes.resize((length as i64 + if flip < 20 { longer } else { 0 }).max(0) as usize, 0);
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_session_goes_as_the_naive_program_has_it(
        words in words(), commands in prop::collection::vec(command(), 0..25), file in file(), end in 0..3_u8
    ) {
        let folders = [Folder::new(), Folder::new()];
        for folder in &folders {
            fs::write(folder.join("c"), &file).unwrap();
        }
        let mut script = commands.join("\n");
        script += ["", "\nquit", "\nquit\nopen 0 0\n"][usize::from(end)];
        let ours = script.replace('@', &format!("{}/", folders[0].display()));
        let theirs = script.replace('@', &format!("{}/", folders[1].display()));

        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        let mut out = Vec::new();
        let code = esp::run(&arguments, &mut ours.as_bytes(), &mut out).unwrap();
        let turn = RAND.lock().unwrap();
        let (expected, expected_code) = naive(&words, theirs.as_bytes(), Path::new("/"));
        drop(turn);
        prop_assert_eq!(String::from_utf8(out).unwrap(), expected, "{:?}\n{}", words, script);
        prop_assert_eq!(code, expected_code);
        for name in ["a", "b", "c", "none"] {
            prop_assert_eq!(fs::read(folders[0].join(name)).ok(), fs::read(folders[1].join(name)).ok());
        }
        for folder in &folders {
            let left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            prop_assert!(!left.iter().any(|name| name.as_encoded_bytes().starts_with(b".")), "only files that were saved: {:?}", left);
        }
    }

    #[test]
    fn a_file_that_is_read_is_written_the_same(file in file()) {
        if let Some(game) = esp::read_game(file.as_slice()) {
            let mut written = Vec::new();
            esp::write_game(&game, &mut written).unwrap();
            prop_assert_eq!(written, file);
        }
    }
}
