//! A game that was finished is in the statistics, whatever else goes on; and where it cannot be, that is said
//! when it happens and again at the end.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use omnisweep_session::save;
use pty::games::{game, lines, record};
use pty::{Home, Terminal};

/// A board that is won with the cell in its middle.
const ONE_MOVE: &str = "*...\n....\n....\n";

/// Plays it line by line: one safe cell is open, the other wins.
fn begun(home: &Home) -> Terminal {
    fs::create_dir_all(home.data()).unwrap();
    fs::write(home.data().join("game.txt"), save::write(&game(), 0)).unwrap();
    let mut terminal = home.play(&["play", "--plain"]);
    terminal.wait_for("Type `help`").press("open 0 1\n").wait_for("0:0");
    terminal
}

fn games(home: &Home) -> u64 {
    home.json(&["stats", "--json"])["statistics"][0]["games"].as_u64().unwrap_or(0)
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_game_that_ends_while_an_import_hangs_is_in_the_statistics() {
    let home = Home::new();
    let mut import = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .args(["stats", "import", "-"])
        .envs([("HOME", home.path()), ("XDG_DATA_HOME", &home.path().join("data"))])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = import.stdin.take().unwrap();
    input.write_all(lines((0..300).map(record)).as_bytes()).unwrap();
    // Line by line, and in the app.
    let mut terminal = begun(&home);
    terminal.press("open 0 2\n").wait_for("You won in").press("quit\n");
    assert_eq!(terminal.end(), 0);
    let mut terminal = home.play_fresh(ONE_MOVE, &[]);
    terminal.press(" ").wait_for("You won in").press("q");
    terminal.end();
    drop(input);
    let import = import.wait_with_output().unwrap();
    assert!(import.status.success() && said(&import).contains("300 games imported"), "{}", said(&import));
    let statistics = home.json(&["stats", "--json"])["statistics"].clone();
    let wins: u64 = statistics.as_array().unwrap().iter().map(|kind| kind["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 302, "{statistics}");
}

#[test]
fn where_nothing_can_be_kept_it_is_said_and_another_place_is_offered() {
    // The folder is a file; and a folder that becomes one while a game goes on.
    for later in [false, true] {
        let home = Home::new();
        let in_the_way = || {
            _ = fs::remove_dir_all(home.path().join("data"));
            fs::write(home.path().join("data"), "in the way").unwrap();
        };
        if !later {
            in_the_way();
        }
        let mut terminal = home.play(&["play", "--plain", "--size", "4", "8", "--mines", "4", "--seed", "1"]);
        terminal.wait_for("Type `help`");
        if later {
            in_the_way();
        } else {
            terminal.wait_for("The game cannot be kept");
        }
        terminal.press("open 3 7\n").wait_for("The game cannot be kept").wait_for("`save FILE`");
        terminal.press("quit\n");
        assert_eq!(terminal.end(), 1);
        assert!(terminal.screen().contains("omnisweep: The game cannot be kept"), "{}", terminal.screen());
        // Saved elsewhere, nothing is lost.
        let mut terminal = home.play(&["play", "--plain", "--size", "4", "8", "--mines", "4", "--seed", "1"]);
        terminal.wait_for("Type `help`").press("open 3 7\n").wait_for("mines left, 0:0");
        terminal.press("save here.txt\n").wait_for("Saved.").press("quit\n");
        assert_eq!(terminal.end(), 0, "{}", terminal.screen());
        assert!(home.path().join("here.txt").exists());
    }
}

#[test]
fn the_app_asks_before_a_game_is_lost() {
    let home = Home::new();
    fs::write(home.path().join("data"), "in the way").unwrap();
    let begin = || {
        let mut terminal = home.play(&["--size", "4", "8", "--mines", "4", "--seed", "1"]);
        terminal.wait_for("cannot be kept").press(" ").wait_gone("Click a cell");
        terminal
    };
    let mut terminal = begin();
    terminal.press("q").wait_for("Leave all the same").press("\x1b[B\r");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.screen().contains("omnisweep: The game cannot be kept"), "{}", terminal.screen());
    // A second q leaves, too.
    let mut terminal = begin();
    terminal.press("q").wait_for("Leave all the same").press("q");
    assert_eq!(terminal.end(), 1);
    // Saved elsewhere, nothing is lost.
    let mut terminal = begin();
    terminal.press("q").wait_for("Leave all the same").press("\r").wait_for("path of a file");
    terminal.press("./here.txt\r").wait_for("Saved").press("q");
    assert_eq!(terminal.end(), 0, "{}", terminal.screen());
    assert!(home.path().join("here.txt").exists());
    // Whoever is not there cannot be asked.
    let mut terminal = begin();
    // Only a game that has begun can be paused.
    terminal.press("p").wait_for("Paused").signal("TERM");
    terminal.end();
    assert!(terminal.screen().contains("omnisweep: The game cannot be kept"), "{}", terminal.screen());
}

#[test]
fn a_game_that_cannot_be_counted_now_is_counted_later() {
    let home = Home::new();
    let mut terminal = begun(&home);
    let database = home.data().join("games.db");
    let newer = rusqlite::Connection::open(&database).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    terminal.press("open 0 2\n").wait_for("the next time").wait_for("newer version").press("quit\n");
    assert_eq!(terminal.end(), 0);
    let stats = home.run(&["stats"]);
    assert!(!stats.status.success() && said(&stats).contains("newer version"), "{}", said(&stats));
    fs::remove_file(&database).unwrap();
    assert_eq!(games(&home), 1);
}

#[test]
fn a_game_that_cannot_be_counted_at_all_is_said_to_be_lost_or_kept_elsewhere() {
    for elsewhere in [false, true] {
        let home = Home::new();
        let mut terminal = begun(&home);
        // Neither the database nor a file beside it can be written.
        fs::create_dir_all(home.data().join("games.db.lock")).unwrap();
        fs::write(home.data().join("waiting"), "in the way").unwrap();
        terminal.press("open 0 2\n").wait_for("The game is not in the statistics");
        if elsewhere {
            terminal.press("save game.jsonl\n").wait_for("stats import");
        }
        terminal.press("quit\n");
        assert_eq!(terminal.end(), u32::from(!elsewhere), "{}", terminal.screen());
        let again = terminal.screen().contains("omnisweep: The game is not in the statistics");
        assert_eq!(again, !elsewhere, "{}", terminal.screen());
        assert!(!home.data().join("game.txt").exists(), "it is over all the same");
        fs::remove_dir(home.data().join("games.db.lock")).unwrap();
        if elsewhere {
            assert!(home.run(&["stats", "import", "game.jsonl"]).status.success());
            assert_eq!(games(&home), 1);
        }
    }
}

#[test]
fn the_app_says_that_a_game_is_in_no_statistics() {
    let home = Home::new();
    let mut terminal = home.play_fresh(ONE_MOVE, &[]);
    fs::create_dir_all(home.data().join("games.db.lock")).unwrap();
    fs::write(home.data().join("waiting"), "in the way").unwrap();
    terminal.press(" ").wait_for("not in the statistics").press("q").wait_for("Leave all the same");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.screen().contains("omnisweep: The game is not in the statistics"));
}

#[test]
fn what_cannot_be_written_is_still_shown() {
    let home = Home::new();
    fs::write(home.path().join("games.jsonl"), lines((0..20).map(record))).unwrap();
    assert!(home.run(&["stats", "import", "games.jsonl"]).status.success());
    fs::remove_file(home.data().join("games.db.lock")).unwrap();
    fs::create_dir(home.data().join("games.db.lock")).unwrap();
    assert_eq!(games(&home), 20);
    let best = home.json(&["scores", "--json"])["scores"][0]["best"].as_array().unwrap().len();
    assert_eq!(best, 10);
    assert_eq!(home.run(&["stats", "export", "-"]).stdout, lines((0..20).map(record)).into_bytes());
    let import = home.run(&["stats", "import", "games.jsonl"]);
    assert!(!import.status.success(), "{}", said(&import));
}

#[test]
fn of_damaged_statistics_the_rest_is_saved() {
    let home = Home::new();
    fs::write(home.path().join("games.jsonl"), lines((0..500).map(record))).unwrap();
    assert!(home.run(&["stats", "import", "games.jsonl"]).status.success());
    let database = home.data().join("games.db");
    let connection = rusqlite::Connection::open(&database).unwrap();
    let select = "SELECT rootpage FROM sqlite_schema WHERE name = 'category'";
    let page: u32 = connection.query_row(select, [], |row| row.get(0)).unwrap();
    let page = page as usize;
    drop(connection);
    let mut bytes = fs::read(&database).unwrap();
    bytes[4096 * (page - 1)..4096 * page].fill(0xee);
    fs::write(&database, &bytes).unwrap();
    let stats = home.run(&["stats"]);
    assert!(said(&stats).contains("The statistics were damaged: "), "{}", said(&stats));
    assert_eq!(fs::read(home.data().join("games.db.damaged-1")).unwrap(), bytes);
    assert!(said(&stats).contains("500 games were saved"), "{}", said(&stats));
    assert_eq!(games(&home), 500);
}

#[test]
fn bad_lines_are_listed_and_strict_is_all_or_nothing() {
    let home = Home::new();
    let mut forged = record(7);
    (forged.replay, forged.board, forged.metrics.time) = (None, None, 1);
    let text = lines([record(1), forged, record(2)]) + "what is this\n";
    fs::write(home.path().join("games.jsonl"), text).unwrap();
    let strict = home.run(&["stats", "import", "--strict", "games.jsonl"]);
    assert_eq!((strict.status.code(), games(&home)), (Some(1), 0));
    assert!(said(&strict).contains("games.jsonl: 2 lines are no records, so nothing was imported"));
    let import = home.run(&["stats", "import", "games.jsonl"]);
    assert_eq!((import.status.code(), games(&home)), (Some(1), 2));
    let said = said(&import);
    for part in
        ["games.jsonl: line 2: ", "games.jsonl: line 4: ", "2 games imported", "2 lines are no records"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(home.json(&["scores", "--json"])["scores"][0]["best"][0]["time_ms"], 5000);
}
