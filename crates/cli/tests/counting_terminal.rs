//! What counts, and what is lost or overwritten, on a real terminal: nothing that should not be.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::fs;
use std::process::Command;

use pty::Home;

/// What the kept game says of whether it counts.
fn practice(home: &Home, file: &str) -> String {
    let text = fs::read_to_string(home.data().join(file)).unwrap();
    text.lines().find_map(|line| line.strip_prefix("practice ")).unwrap().to_owned()
}

#[test]
fn what_makes_a_game_practice_is_kept_with_it() {
    for (words, why) in [("code", "shown"), ("seed", "shown"), ("save copy.txt", "copied"), ("hint", "help")]
    {
        let home = Home::new();
        let mut terminal = home.play(&["play", "--plain", "--level", "beginner"]);
        terminal.wait_for("Type `help`").press("open 4 4\n").wait_for("mines left, 0:0");
        terminal.press(&format!("{words}\nquit\n"));
        terminal.end();
        assert_eq!(practice(&home, "game.txt"), why, "{words}");
    }
}

#[test]
fn a_load_that_fails_changes_nothing_and_a_game_goes_on_once() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--plain", "--level", "beginner"]);
    terminal.wait_for("Type `help`").press("open 4 4\n").wait_for("mines left, 0:0");
    terminal.press("load nowhere\n").wait_for("Nowhere").press("quit\n");
    terminal.end();
    assert!(!home.data().join("aside").exists(), "it was not put aside");
    // By its name it goes on in the app, as itself.
    let mut terminal = home.play(&["--level", "intermediate"]);
    terminal.wait_for("space open").press("o").wait_for("There is no saved game yet").press("\x1b");
    terminal.wait_gone("Saved games").press(" ").wait_for("is kept as").press("q");
    terminal.end();
    let name = "older game 1";
    let mut terminal = home.play(&["play", "--load", name]);
    terminal.wait_for("beginner").press("q");
    assert_eq!(terminal.end(), 0);
    assert!(!home.data().join(format!("aside/{name}.txt")).exists(), "there is one of it");
    assert_eq!(practice(&home, "game.txt"), "no", "and it counts");
}

#[test]
fn a_board_of_the_day_is_attempted_once_by_all_instances() {
    let home = Home::new();
    let begin = || {
        let mut terminal = home.play(&["play", "--plain", "--daily"]);
        terminal.wait_for("A win at the first attempt counts");
        terminal
    };
    let (mut one, mut two) = (begin(), begin());
    one.press("open 4 4\n").wait_for("mines left, 0:0").press("quit\n");
    two.press("open 4 4\n").wait_for("mines left, 0:0").press("quit\n");
    one.end();
    two.end();
    let said = ["game.txt", "game-2.txt"].map(|file| practice(&home, file));
    assert!(said.contains(&"no".to_owned()) && said.contains(&"seen".to_owned()), "{said:?}");
}

#[test]
fn practice_that_was_wanted_stays_wanted() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--practice", "--level", "beginner"]);
    terminal
        .wait_for("practice")
        .press("n")
        .wait_for("practice")
        .press(" ")
        .wait_gone("Click a cell")
        .press("q");
    terminal.end();
    assert_eq!(practice(&home, "game.txt"), "wanted");
    let mut terminal = home.play(&["play", "--plain"]);
    terminal.wait_for("Type `help`").press("new\nopen 4 4\n").wait_for("mines left, 0:0").press("quit\n");
    terminal.end();
    assert_eq!(practice(&home, "game.txt"), "wanted");
}

#[test]
fn saved_games_have_names_in_lines_too() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--plain", "--level", "expert"]);
    terminal.wait_for("Type `help`").press("open 8 8\n").wait_for("mines left, 0:0");
    terminal.press("save \"before lunch\"\n").wait_for("--load \"before lunch\"");
    assert!(home.data().join("saves/before lunch.txt").exists());
    terminal.press("save before lunch\n").wait_for("is there already");
    terminal.press("rename before lunch to after lunch\n").wait_for("  after lunch ");
    assert!(!home.data().join("saves/before lunch.txt").exists());
    terminal.press("save game.txt\n").wait_for("--load game.txt");
    assert!(home.path().join("game.txt").exists(), "what ends like a file is a file");
    terminal.press("load after lunch\n").wait_for("The game that you left is kept as").press("quit\n");
    terminal.end();
    assert_eq!(fs::read_dir(home.data().join("aside")).unwrap().count(), 1);
}

#[test]
fn a_pipe_and_a_careless_save_overwrite_nothing() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--plain", "--level", "expert"]);
    terminal.wait_for("Type `help`").press("open 8 8\n").wait_for("mines left, 0:0");
    fs::write(home.path().join("diary.txt"), "dear diary").unwrap();
    terminal.press("save diary.txt\n").wait_for("is there already").press("quit\n");
    terminal.end();
    assert_eq!(fs::read_to_string(home.path().join("diary.txt")).unwrap(), "dear diary");
    let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .args(["play"])
        .envs([("HOME", home.path()), ("XDG_DATA_HOME", &home.path().join("data"))])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"new\nopen 0 0\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
    let aside: Vec<_> = fs::read_dir(home.data().join("aside")).unwrap().flatten().collect();
    assert!(
        aside.len() == 1 && fs::read_to_string(aside[0].path()).unwrap().contains("size 16 30"),
        "{aside:?}"
    );
}
