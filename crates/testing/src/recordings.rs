//! Recordings of games that nobody played, and the bytes that they have in every
//! format. Nothing here knows how they are read: the tests of the reader use it.

use std::iter::once;

use omnisweep_engine::{Cell, Layout, Shape, Zone, random};

/// A game that nobody played.
#[derive(Clone, Debug)]
pub struct MadeUp {
    /// The program that is said to have recorded it.
    pub program: String,
    /// Who is said to have played.
    pub player: String,
    /// When, in milliseconds since the beginning of 1970.
    pub began: u64,
    /// The mines.
    pub layout: Layout,
    /// Whether a second right click makes a question mark.
    pub questions: bool,
    /// The side of a cell, in pixels.
    pub cell: u16,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// What the mouse did, in order.
    pub events: Vec<Press>,
}

/// A button that goes down or comes up.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// When, in milliseconds.
    pub at: u64,
    /// In the toolbox's words: `lc` and `lr` for the left button, `rc` and `rr` for the right one.
    pub word: &'static str,
    /// Pixels from the left edge of the board.
    pub x: i32,
    /// Pixels from its upper edge.
    pub y: i32,
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

/// Who played them.
const PLAYER: &str = "Ann Other";

/// The place of a word among all of them, by which the formats number them.
fn number(word: &str) -> usize {
    ["lc", "lr", "rc", "rr"].iter().position(|known| *known == word).unwrap()
}

/// A game that nobody played, careful or not, in gestures that now and then end
/// elsewhere, or outside.
#[must_use]
pub fn made_up(seed: u64) -> MadeUp {
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
        for &word in gesture {
            if step > 0 && below(30) == 0 {
                let outside = careful || below(2) == 0;
                (row, column) = if outside { (rows, columns) } else { (below(rows), below(columns)) };
            }
            // The toolbox wants no pause before the first event.
            at += 10 * below(if events.is_empty() { 20 } else { 50 });
            events.push(Press { at, word, x: column as i32 * 16 + 5, y: row as i32 * 16 + 7 });
        }
    }
    let (program, player) = ("元3.2".to_owned(), PLAYER.to_owned());
    let (began, questions, cell) = (1_723_313_188_000, false, 16);
    MadeUp { program, player, began, layout, questions, cell, time: at, events }
}

/// A recording as an EVF of versions 0 to 4.
#[must_use]
pub fn evf(recording: &MadeUp, version: u8) -> Vec<u8> {
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
    let began = recording.began * 1000;
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
        let kind = 2 + number(event.word);
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

/// The mines, each as a row and a column from `first` on.
fn mines(recording: &MadeUp, first: u8) -> impl Iterator<Item = [u8; 2]> {
    let columns = recording.layout.shape().sizes()[1];
    let place = move |mine: Cell| [(mine.0 / columns) as u8 + first, (mine.0 % columns) as u8 + first];
    recording.layout.mines().map(place)
}

/// A recording as an AVF, of a board of one's own.
#[must_use]
pub fn avf(recording: &MadeUp) -> Vec<u8> {
    let sizes = recording.layout.shape().sizes();
    let mut out = vec![52, 1, 2, 3, 4, 6, sizes[1] as u8 - 1, sizes[0] as u8 - 1];
    out.extend((recording.layout.count() as u16).to_be_bytes());
    mines(recording, 1).for_each(|mine| out.extend(mine));
    out.extend([5; 24]);
    out.extend([if recording.questions { 17 } else { 127 }, 9]);
    let seconds = recording.time / 1000 + 1;
    let header = "[3|W9H9M9|10.8.2024.18:06:28:0000|10.18:07:00:0000|B9T";
    out.extend(format!("{header}{seconds},{:02}]", recording.time % 1000 / 10).bytes());
    for event in &recording.events {
        let kind = 1 | 2 << number(event.word);
        let [[x_high, x], [y_high, y]] = [event.x, event.y].map(|pixels| (pixels as u16).to_be_bytes());
        let [seconds_high, seconds] = ((event.at / 1000 + 1) as u16).to_be_bytes();
        out.extend([kind, x_high, seconds, x, (event.at % 1000 / 10) as u8, y_high, seconds_high, y]);
    }
    out.extend([0; 8]);
    out.extend(format!("RealTime: 1\rSkin: 3.1\r{}\rMinesweeper Arbiter 0.52.3.", recording.player).bytes());
    out
}

/// A recording as an RMV of version 1 or 2. The first press is not in it.
#[must_use]
pub fn rmv(recording: &MadeUp, version: u16) -> Vec<u8> {
    let second = version == 2;
    let sizes = recording.layout.shape().sizes();
    let about = b"A program.";
    let mut player = vec![0, 1, recording.player.len() as u8];
    player.extend(recording.player.bytes());
    let mut board = ((recording.began / 1000) as u32).to_be_bytes().to_vec();
    board.extend([sizes[1] as u8, sizes[0] as u8]);
    board.extend((recording.layout.count() as u16).to_be_bytes());
    mines(recording, 0).for_each(|[row, column]| board.extend([column, row]));
    let mut properties = vec![u8::from(recording.questions), 0, 0, 3];
    if second {
        properties.extend([1, 0, recording.cell as u8]);
    }
    let named = b"\0\x02\x01a\x02bc\x0aclone_name\x05Other";
    let mut mouse = Vec::new();
    let (left, top) = if second { (0, 0) } else { (12, 56) };
    for event in &recording.events[1..] {
        let kind = 2 + number(event.word);
        mouse.push(kind as u8);
        mouse.extend(&(event.at as u32).to_be_bytes()[1..]);
        mouse.push(0);
        mouse.extend([event.x + left, event.y + top].map(|pixels| (pixels as u16).to_be_bytes()).concat());
        // What the board looks like.
        mouse.extend([9, 0, 0]);
    }
    mouse.push(16);
    let mut out = b"*rmv".to_vec();
    out.extend(version.to_be_bytes());
    if second {
        out.extend([0, 1]);
    }
    out.extend([0; 4]);
    let result = b"\nLEVEL:4#\n";
    if !second {
        out.extend((result.len() as u16).to_be_bytes());
    }
    for size in [about.len(), player.len(), board.len(), 2, properties.len()] {
        out.extend((size as u16).to_be_bytes());
    }
    if second {
        out.extend((named.len() as u16).to_be_bytes());
    }
    out.extend((mouse.len() as u32).to_be_bytes());
    out.extend([0, 0]);
    if !second {
        out.extend(result);
    }
    out.extend([&about[..], &player, &board, &[0, 0], &properties].concat());
    if second {
        out.extend(named);
    }
    out.extend(mouse);
    out
}

/// The key of the MVFs that are made here. The digits that follow from it are
/// 96874011 96952175 33966870 86844334 40107194: a 0 at place 5, then at 23, and so on up to the 9 at place 38.
const KEY: u16 = 12345;
const ORDER: [usize; 40] = [
    5, 23, 33, 35, 6, 7, 13, 34, 37, 12, 16, 17, 29, 30, 4, 27, 28, 31, 32, 39, 11, 15, 1, 9, 19, 20, 25, 3,
    14, 22, 36, 2, 21, 24, 26, 0, 8, 10, 18, 38,
];

/// A recording as an MVF; nothing where it is longer than that has room for.
#[must_use]
pub fn mvf(recording: &MadeUp) -> Option<Vec<u8>> {
    if recording.time >= 1_024_000 {
        return None;
    }
    let mut out = Vec::new();
    for text in ["Minesweeper Clone", "2004-2005", "Rodrigo Silveira Camargo", "version 0.97 beta"] {
        out.push(text.len() as u8);
        out.extend(text.bytes());
    }
    let sizes = recording.layout.shape().sizes();
    out.extend([1, 2, 3, 8, 10, 7, 232, 18, 6, 28]);
    out.extend([0; 15]);
    out.push(recording.questions.into());
    out.extend([sizes[1] as u8, sizes[0] as u8]);
    out.extend((recording.layout.count() as u16).to_be_bytes());
    mines(recording, 1).for_each(|[row, column]| out.extend([column, row]));
    out.push(recording.player.len() as u8);
    out.extend(recording.player.bytes());
    out.extend(KEY.to_be_bytes());
    out.extend(&(recording.events.len() as u32).to_be_bytes()[1..]);
    let (mut left, mut right) = (false, false);
    for event in &recording.events {
        match event.word {
            "lc" => left = true,
            "lr" => left = false,
            "rc" => right = true,
            _ => right = false,
        }
        let mut bits = u64::from(right) | u64::from(left) << 2;
        bits |= (event.y as u64) << 3 | (event.x as u64) << 12;
        bits |= (event.at % 1000 / 10) << 21 | (event.at / 1000) << 28;
        let mut bytes = [0; 5];
        for (bit, place) in ORDER.iter().enumerate() {
            bytes[place / 8] |= ((bits >> bit & 1) as u8) << (place % 8);
        }
        out.extend(bytes);
    }
    Some(out)
}

/// Some recordings in every format and version: names for their files, and their
/// bytes. Names of players are in the encodings that such files have.
#[must_use]
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for seed in [3, 8, 17] {
        let recording = made_up(seed);
        let mut add =
            |kind: &str, version: u16, bytes| files.push((format!("made-{seed}-{version}.{kind}"), bytes));
        (0..=4).for_each(|version| add("evf", version.into(), evf(&recording, version)));
        (1..=2).for_each(|version| add("rmv", version, rmv(&recording, version)));
        add("avf", 0, avf(&recording));
        mvf(&recording).into_iter().for_each(|bytes| add("mvf", 0, bytes));
    }
    files.extend(once(("chinese.rmv".to_owned(), renamed(&rmv(&made_up(3), 2), CHINESE))));
    files.extend(once(("western.avf".to_owned(), renamed(&avf(&made_up(3)), WESTERN))));
    files
}

/// "王嘉宁 B", as the Chinese Windows writes it.
pub const CHINESE: &[u8; 9] = b"\xcd\xf5\xbc\xce\xc4\xfe  B";
/// "José Núñe", as the western one does.
pub const WESTERN: &[u8; 9] = b"Jos\xe9 N\xfa\xf1e";

/// A recording of somebody else: a name as long as the one that made-up players have.
fn renamed(bytes: &[u8], name: &[u8; 9]) -> Vec<u8> {
    let at = bytes.windows(PLAYER.len()).position(|part| part == PLAYER.as_bytes()).unwrap();
    [&bytes[..at], name, &bytes[at + name.len()..]].concat()
}
