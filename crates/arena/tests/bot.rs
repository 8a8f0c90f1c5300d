//! Our player as a bot, line by line.

#![allow(clippy::unwrap_used)]

use omnisweep_arena::run_bot;
use omnisweep_solver::Skill;

fn said(lines: &str) -> String {
    let mut out = Vec::new();
    run_bot(Skill::Fast, lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const TOO_MANY: &str = "too many mines (99): a 9x9 board that starts with an opening has room for at most 72";

/// One row of five cells, two of them mines, of which the middle one shows both.
const FORCED: &str = "newgame size 1 5 mines 2 start safe\nopen 0 2 2\n";

#[test]
fn it_introduces_itself_and_plays_what_is_certain() {
    let name = format!("name Omnisweep {} fast\nready\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(said("omnisweep 1\n"), name);
    let game = said(&format!("omnisweep 1\n{FORCED}go\n"));
    let moves = game.strip_prefix(&format!("{name}ready\n")).unwrap();
    assert!(["safe 0 0\no 0 0\n", "safe 0 4\no 0 4\n"].contains(&moves), "{moves}");
}

#[test]
fn it_begins_with_the_cell_that_leads_on_most_often() {
    assert_eq!(said("newgame size 16 30 mines 99 start opening\ngo\n"), "ready\no 3 3\n");
    assert_eq!(said("newgame size 16 30 mines 99 start safe\ngo\n"), "ready\no 0 0\n");
}

#[test]
fn it_claims_nothing_where_it_guesses() {
    let lines = said("newgame size 1 3 mines 1 start safe\nopen 0 1 1\ngo\n");
    assert!(["ready\no 0 0\n", "ready\no 0 2\n"].contains(&lines.as_str()), "{lines}");
}

#[test]
fn it_passes_over_what_it_does_not_know() {
    let lines =
        format!("hello\n\n\u{1f600}\nOMNISWEEP\nsetoption name Hash value 32\n{FORCED}ponder\ngo infinite\n");
    assert!(said(&lines).starts_with("ready\nsafe 0 "));
    assert_eq!(said(&"x".repeat(1_000_000)), "");
    let mut out = Vec::new();
    run_bot(Skill::Fast, &b"\xff\xfe\nomnisweep 1\n"[..], &mut out).unwrap();
    assert!(out.ends_with(b"ready\n"));
}

#[test]
fn it_says_where_it_cannot_follow_and_goes_on() {
    assert_eq!(said("go\nopen 1 1 1\n"), "info no game has begun\ninfo no game has begun\n");
    assert_eq!(said("newgame size 9 9\n"), "info a game has a number of mines\n");
    assert_eq!(said("newgame size 9 9 mines 99\n"), format!("info {}\n", TOO_MANY));
    let large = "newgame size 100000 100000 mines 99\n";
    assert_eq!(said(large), "info a board of 100000x100000 is too large\n");
    let none = said(&format!("{FORCED}newgame size 9 9 mines 99\ngo\n"));
    assert!(none.ends_with("info no game has begun\n"), "{none}");
    let off = said(&format!("{FORCED}open 7 7 1\nopen 0 2\nopen 0 0 x\nflag 0 9\nresult maybe\ngo\n"));
    assert_eq!(off.lines().filter(|line| line.starts_with("info")).count(), 5, "{off}");
    assert!(off.contains("o 0 "), "{off}");
}

#[test]
fn it_gives_up_where_what_it_was_told_cannot_be_and_plays_the_next_game() {
    let wrong = "newgame size 1 3 mines 1 start safe\nopen 0 0 0\nopen 0 1 7\ngo\ngo\n";
    let lines = said(&format!("{wrong}{FORCED}go\n"));
    assert_eq!(lines.matches("resign\n").count(), 2, "{lines}");
    assert!(lines.contains("info "), "{lines}");
    assert!(lines.contains("\nready\nsafe 0 "), "{lines}");
    // Nothing is left to open.
    assert!(said("newgame size 1 2 mines 1 start safe\nopen 0 0 1\ngo\n").ends_with("resign\n"));
    // The same number twice is no contradiction.
    assert!(said(&format!("{FORCED}open 0 2 2\ngo\n")).contains("\no 0 "));
}

#[test]
fn it_leaves_when_told_to() {
    assert_eq!(said("quit\nomnisweep 1\n"), "");
}
