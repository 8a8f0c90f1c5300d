//! The referee, against bots whose lines are written here.

#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use omnisweep_arena::{BotConnection, Ending, GameResult, Lines, Loss, Terms, greet, play};
use omnisweep_engine::{FirstCell, Shape};

/// A bot that says these lines, whatever it is told.
#[derive(Default)]
struct Script {
    lines: VecDeque<String>,
    heard: Vec<String>,
}

impl Script {
    fn new(lines: &str) -> Script {
        Script { lines: lines.lines().map(str::to_owned).collect(), heard: Vec::new() }
    }
}

impl BotConnection for Script {
    fn send(&mut self, line: &str) {
        self.heard.push(format!("> {line}"));
    }

    fn start_timer(&mut self, _limit: Duration) {}

    fn receive_line(&mut self) -> Result<String, Loss> {
        let line = self.lines.pop_front().ok_or(Loss::Closed)?;
        self.heard.push(format!("< {line}"));
        Ok(line)
    }
}

fn terms(sizes: &[u64], mines: u64, start: FirstCell) -> Terms {
    let second = Duration::from_secs(1);
    Terms::new(Shape::new(sizes).unwrap(), mines, start, second, second).unwrap()
}

/// A game on one row of two cells, one a mine, the first one opened safe.
fn duel(lines: &str) -> GameResult {
    play(&terms(&[1, 2], 1, FirstCell::Safe), 0, &mut Script::new(&format!("ready\n{lines}")))
}

fn loss(lines: &str) -> (&'static str, String) {
    match duel(lines).ending {
        Ending::Lost(loss) => (loss.key(), loss.to_string()),
        Ending::Won => panic!("{lines:?} won"),
    }
}

#[test]
fn the_game_in_the_document_goes_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bot-protocol.md");
    let text = std::fs::read_to_string(path).unwrap();
    let written: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("> ")).take_while(|line| *line != "```").collect();
    let bot: Vec<&str> = written.iter().filter_map(|line| line.strip_prefix("< ")).collect();
    let mut script = Script::new(&bot.join("\n"));
    let terms = terms(&[3, 4], 2, FirstCell::Safe);
    assert_eq!(greet(&terms, &mut script), Ok(Some("Sample 1.0".to_owned())));
    let played = play(&terms, 12, &mut script);
    script.send("quit");
    assert_eq!(script.heard.join("\n"), written.join("\n"));
    assert_eq!((played.ending, played.moves), (Ending::Won, 4));
}

#[test]
fn a_game_is_won_by_opening_what_is_safe() {
    let played = duel("o 0 1");
    assert_eq!((played.ending, played.moves), (Ending::Won, 1));
}

#[test]
fn a_mine_loses_and_so_does_giving_up() {
    // Two of three are mines, so that the second cell is one.
    let mut script = Script::new("ready\no 0 0\no 0 1");
    let played = play(&terms(&[1, 4], 2, FirstCell::Safe), 3, &mut script);
    assert_eq!(played.ending, Ending::Lost(Loss::Mine));
    assert_eq!(script.heard[script.heard.len() - 2..], ["> mine 0 1", "> result lost mine"]);
    assert_eq!(loss("resign").0, "resigned");
}

#[test]
fn moves_that_the_rules_do_not_allow_lose() {
    let illegal = |lines: &str, why: &str| {
        let (key, reason) = loss(lines);
        assert_eq!(key, "illegal", "{lines}: {reason}");
        assert!(reason.contains(why), "{lines}: {reason}");
    };
    illegal("o 7 7", "no such cell");
    illegal("safe 9 9", "no such cell");
    illegal("c 0 0", "closed");
    illegal("f 0 0\no 0 0", "flagged");
    let mut script = Script::new("ready\no 0 0\no 0 0");
    let played = play(&terms(&[1, 4], 2, FirstCell::Safe), 3, &mut script);
    assert!(matches!(played.ending, Ending::Lost(Loss::Illegal(_))), "{played:?}");
    assert_eq!(
        script.heard.last().unwrap(),
        "> result lost illegal played \"o 0 0\": the cell is already open"
    );
}

#[test]
fn rubbish_loses_and_is_shown_without_harm() {
    for lines in ["hello", "ready", "name Me", "o 0", "o x y", "won", "result won", "move o 0 0"] {
        assert_eq!(loss(lines).0, "rubbish", "{lines}");
    }
    let (_, reason) = loss(&format!("\x1b[2J{}", "x".repeat(4000)));
    assert!(reason.starts_with("wrote \"\u{fffd}[2Jxxx") && reason.chars().count() < 200, "{reason}");
    // Instead of `ready`, too.
    let mut script = Script::new("o 0 0");
    let played = play(&terms(&[1, 2], 1, FirstCell::Safe), 0, &mut script);
    assert!(matches!(played.ending, Ending::Lost(Loss::Rubbish(_))), "{played:?}");
}

#[test]
fn claims_that_are_false_turn_a_win_into_a_loss() {
    assert_eq!(duel("mine 0 0\nsafe 0 1\no 0 1").ending, Ending::Won);
    let (key, reason) = loss("safe 0 0\no 0 1");
    assert_eq!((key, reason.as_str()), ("lie", "claimed \"safe 0 0\", which is not so"));
    assert_eq!(loss("mine 0 1\no 0 1").0, "lie");
    // Nothing is known of it before the game is over.
    let mut script = Script::new("ready\nsafe 0 1\nmine 0 1\no 0 0\nresign");
    let played = play(&terms(&[1, 4], 2, FirstCell::Safe), 3, &mut script);
    assert!(matches!(played.ending, Ending::Lost(Loss::Lied(_))), "{played:?}");
    assert_eq!(played.moves, 1);
}

#[test]
fn a_bot_that_gets_nowhere_is_stopped() {
    let (key, reason) = loss(&"f 0 0\n".repeat(1000));
    assert_eq!((key, reason.as_str()), ("endless", "took more than 8 moves"));
}

#[test]
fn flags_and_chords_are_told() {
    // One row with a single mine: where it is, is tried out.
    let terms = terms(&[1, 5], 1, FirstCell::Safe);
    let seed = (0..100).find(|&seed| {
        let mut script = Script::new("ready\no 0 1\nresign");
        play(&terms, seed, &mut script);
        script.heard.contains(&"> open 0 1 1".to_owned())
            && play(&terms, seed, &mut Script::new("ready\no 0 1\nf 0 0\nc 0 1\n")).won()
    });
    let mut script = Script::new("ready\nf 0 3\nf 0 3\no 0 1\nf 0 0\nc 0 1");
    assert!(play(&terms, seed.unwrap(), &mut script).won());
    let told: Vec<&str> = script.heard.iter().map(String::as_str).filter(|line| *line != "> go").collect();
    assert_eq!(
        told[2..],
        [
            "< f 0 3",
            "> flag 0 3",
            "< f 0 3",
            "> unflag 0 3",
            "< o 0 1",
            "> open 0 1 1",
            "< f 0 0",
            "> flag 0 0",
            "< c 0 1",
            "> open 0 2 0",
            "> open 0 3 0",
            "> open 0 4 0",
            "> result won"
        ]
    );
}

#[test]
fn the_first_cell_is_what_the_start_promises_in_any_number_of_dimensions() {
    for sizes in [&[9, 9][..], &[4, 4, 4], &[5, 5, 5, 5], &[12]] {
        let cells: u64 = sizes.iter().product();
        let first = format!("ready\no{}\nresign", " 1".repeat(sizes.len()));
        let heard = |start, seed| {
            let mut script = Script::new(&first);
            play(&terms(sizes, cells / 4, start), seed, &mut script);
            script.heard[4].clone()
        };
        let opened = format!("> open{} ", " 1".repeat(sizes.len()));
        let mut mines = 0;
        for seed in 0..50 {
            assert!(heard(FirstCell::Safe, seed).starts_with("> open"));
            // All cells around come with it, the corner first.
            let mut script = Script::new(&first);
            play(&terms(sizes, cells / 4, FirstCell::Opening), seed, &mut script);
            assert!(script.heard.iter().any(|line| *line == format!("{opened}0")), "{:?}", script.heard);
            mines += u64::from(heard(FirstCell::Anything, seed).starts_with("> mine"));
        }
        assert!((1..50).contains(&mines), "{mines} of 50 first cells were mines");
    }
}

#[test]
fn bytes_of_any_kind_end_in_a_verdict() {
    /// A bot that says bytes.
    struct Bytes(Lines);
    impl BotConnection for Bytes {
        fn send(&mut self, _line: &str) {}
        fn start_timer(&mut self, _limit: Duration) {
            self.0.begin();
        }
        fn receive_line(&mut self) -> Result<String, Loss> {
            self.0.next_line()?.ok_or(Loss::Closed)
        }
    }
    for (bytes, key) in [
        (&b"ready\n\xff\xfe\n"[..], "rubbish"),
        (&[b'x'; 5000], "flood"),
        (b"ready\r\n\r\nresign\r\n", "resigned"),
        (b"ready\nresign", "closed"),
        (b"\0\n", "rubbish"),
    ] {
        let mut lines = Lines::default();
        lines.push(bytes);
        let played = play(&terms(&[2, 2], 1, FirstCell::Safe), 0, &mut Bytes(lines));
        let Ending::Lost(loss) = played.ending else { panic!("{bytes:?} won") };
        assert_eq!(loss.key(), key);
    }
}

#[test]
fn boards_that_cannot_be_played_are_refused() {
    let new = |sizes: &[u64], mines, start| {
        let second = Duration::from_secs(1);
        Terms::new(Shape::new(sizes).unwrap(), mines, start, second, second).map(|_| ())
    };
    assert!(new(&[9, 9], 81, FirstCell::Anything).is_err());
    assert!(new(&[9, 9], 73, FirstCell::Opening).is_err());
    assert!(new(&[9, 9], 72, FirstCell::Opening).is_ok());
    assert!(new(&[1001, 1000], 1, FirstCell::Safe).unwrap_err().to_string().contains("too large"));
}
