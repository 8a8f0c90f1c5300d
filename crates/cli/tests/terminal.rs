//! The terminal app on a real terminal: keys, mouse, signals, files.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::fs;
use std::path::Path;
use std::process::Command;

use omnisweep_testing::patience::wait;
use pty::{Home, Terminal};

const LEFT: u8 = 0;
const MIDDLE: u8 = 1;
const RIGHT: u8 = 2;
const MOVED: u8 = 32;

/// Two mines that make a 2; the rest is one opening but for the cell between.
const BOARD: &str = "*.*.....\n........\n........\n........\n";

/// A game on that board, as if it had been drawn for it: it waits, and goes on.
fn start(home: &Home) -> Terminal {
    let mut terminal = home.play_fresh(BOARD, &[]);
    terminal.wait_for("4×8, 2 mines");
    terminal
}

/// Where a cell is on the screen.
fn at(row: u16, column: u16) -> (u16, u16) {
    (25 + 4 * column, 7 + 2 * row)
}

/// The sign of a cell.
fn sign(terminal: &Terminal, row: u16, column: u16) -> String {
    let (x, y) = at(row, column);
    terminal.look(|screen| screen.cell(y, x).unwrap().contents().to_owned())
}

/// Opens the opening and flags both mines, with the mouse.
fn prepare(terminal: &mut Terminal) {
    let [opening, one, other] = [(3, 7), (0, 0), (0, 2)].map(|(row, column)| at(row, column));
    terminal.click(LEFT, opening).wait_for(" 2 ");
    terminal.click(RIGHT, one).click(RIGHT, other);
    terminal.wait("two flags", |screen| screen.contents().matches('⚑').count() == 3);
}

#[test]
fn a_game_is_won_by_keys() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal.press(" ").wait_for(" 2 ");
    terminal.press("99k\x1b[Hf").wait_for("⚑ 1");
    terminal.press("2lf").wait_for("⚑ 0");
    // On the 2: the chord.
    terminal.press("jh ").wait_for("You won in").wait_for("Your first win here.").wait_for("Efficiency");
    assert!(terminal.screen().contains("3BV 2"), "{}", terminal.screen());
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());

    let scores = home.json(&["scores", "--json"]);
    assert_eq!(scores["scores"][0]["board"], "4x8/2");
    assert_eq!(scores["scores"][0]["best"].as_array().unwrap().len(), 1);
    let stats = home.json(&["stats", "--json"]);
    assert_eq!((&stats["statistics"][0]["games"], &stats["statistics"][0]["wins"]), (&1.into(), &1.into()));
}

#[test]
fn a_game_is_won_with_the_mouse() {
    let home = Home::new();
    let mut terminal = start(&home);
    prepare(&mut terminal);
    let between = at(0, 1);
    terminal.click(LEFT, between).wait_for("You won in");
}

#[test]
fn a_game_is_lost_by_keys_and_with_the_mouse() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal.press(" ").wait_for(" 2 ");
    // A wrong flag, then a mine.
    terminal.press("99k\x1b[Hlf").wait_for("⚑ 1");
    terminal.press("h ").wait_for("Boom").wait_for("row 0, column 0 was a mine. A flag was wrong");
    terminal.wait_for("A mistake: this was certainly a mine, and row 0, column 1 was safe, though it");
    assert_eq!((sign(&terminal, 0, 0).as_str(), sign(&terminal, 0, 1).as_str()), ("✹", "✗"));
    assert_eq!(sign(&terminal, 0, 2), "●");

    // Once more, on the same board.
    terminal.press("r").wait_for("The same board again");
    let mine = at(0, 2);
    terminal
        .click(LEFT, mine)
        .wait_for("Boom")
        .wait_for("nothing could be known, and it was a mine with 6.2 %.");
    // A game that was played for practice goes on past the mine.
    terminal.press("u").wait_for("Taken back").wait_gone("Boom").press("q");
    terminal.end();
    let stats = home.json(&["stats", "--json"]);
    let statistics = &stats["statistics"][0];
    assert_eq!(
        (&statistics["games"], &statistics["wins"], &statistics["practice"]),
        (&1.into(), &0.into(), &1.into())
    );
}

#[test]
fn a_chord_is_made_in_every_way() {
    let home = Home::new();
    let mut terminal = start(&home);
    let ways: [&[(u8, bool)]; 6] = [
        &[(LEFT, true), (RIGHT, true), (LEFT, false), (RIGHT, false)],
        &[(LEFT, true), (RIGHT, true), (RIGHT, false), (LEFT, false)],
        &[(RIGHT, true), (LEFT, true), (LEFT, false), (RIGHT, false)],
        &[(RIGHT, true), (LEFT, true), (RIGHT, false), (LEFT, false)],
        &[(MIDDLE, true), (MIDDLE, false)],
        &[(LEFT, true), (LEFT, false), (LEFT, true), (LEFT, false)],
    ];
    for way in ways {
        prepare(&mut terminal);
        let two = at(1, 1);
        assert_eq!(sign(&terminal, 1, 1), "2");
        // Two clicks that a busy machine hears too far apart are two clicks, which do nothing: once more, then.
        let mut looks = 0;
        wait(
            || format!("a chord by {way:?}"),
            || {
                if looks % 500 == 0 {
                    way.iter().for_each(|&(button, pressed)| _ = terminal.mouse(button, two, pressed));
                }
                looks += 1;
                terminal.screen().contains("You won in").then_some(())
            },
        );
        terminal.press("r").wait_for("The same board again");
    }
}

#[test]
fn leaving_the_cell_cancels_and_pressed_cells_look_pressed() {
    let home = Home::new();
    let mut terminal = start(&home);
    let (cell, other) = (at(3, 7), at(3, 6));
    terminal.mouse(LEFT, cell, true);
    let pressed = move |screen: &vt100::Screen| screen.cell(cell.1, cell.0).unwrap().contents() == "·";
    terminal.wait("a pressed cell", pressed);
    terminal.mouse(LEFT | MOVED, other, true).wait("a cell that is let go", move |screen| !pressed(screen));
    terminal.mouse(LEFT, other, false);
    // The next click is an ordinary one again; the one before did nothing.
    terminal.click(RIGHT, cell).wait_for("⚑ 1");
    assert_eq!(sign(&terminal, 3, 6).trim(), "");
}

#[test]
fn the_terminal_is_resized_to_nothing_and_back() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal.press(" ").wait_for(" 2 ");
    for (cols, rows) in [(1, 1), (300, 90), (20, 5), (40, 12)] {
        terminal.resize(cols, rows);
        std::thread::sleep(std::time::Duration::from_millis(30));
        terminal.press("l");
    }
    terminal.resize(80, 24).wait_for("4×8, 2 mines").wait_for(" 2 ");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());
}

/// The letter for how a process is, as the system has it.
#[cfg(target_os = "linux")]
fn state(terminal: &Terminal) -> String {
    let stat = fs::read_to_string(format!("/proc/{}/stat", terminal.child.process_id().unwrap())).unwrap();
    stat.rsplit(") ").next().unwrap()[..1].to_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn the_game_sleeps_and_wakes() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal.press(" ").wait_for(" 2 ");
    for signal in [None, Some("TSTP"), Some("STOP")] {
        match signal {
            None => _ = terminal.press("\x1a"),
            Some(signal) => _ = terminal.signal(signal),
        }
        wait(|| "a program that sleeps".to_owned(), || (state(&terminal) == "T").then_some(()));
        if signal != Some("STOP") {
            // For the shell.
            terminal.wait_clean();
        }
        terminal.signal("CONT").wait_for("Paused");
        assert!(terminal.look(vt100::Screen::alternate_screen));
        terminal.press("p").wait_for(" 2 ").wait_gone("Paused");
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());
}

#[test]
fn a_game_that_was_killed_goes_on() {
    for signal in ["TERM", "HUP", "INT", "KILL"] {
        let home = Home::new();
        let mut terminal = start(&home);
        prepare(&mut terminal);
        terminal.signal(signal);
        if signal == "KILL" {
            terminal.child.wait().unwrap();
        } else {
            assert_ne!(terminal.end(), 0, "{signal}");
            assert!(terminal.is_clean(), "{signal}");
        }

        let mut terminal = home.play(&[]);
        terminal.wait_for("Welcome back").wait_for("0 mines left");
        terminal.press("\r").wait_for(" 2 ").wait_gone("Welcome back");
        assert_eq!(terminal.screen().matches('⚑').count(), 3);
        let between = at(0, 1);
        terminal.click(LEFT, between).wait_for("You won in");
        terminal.press("q");
        assert_eq!(terminal.end(), 0);
        // It is over: nothing waits any more.
        let mut terminal = home.play(&[]);
        terminal.wait_for("Click a cell");
        assert!(!terminal.screen().contains("Welcome back"));
    }
}

#[test]
fn another_game_does_not_push_the_waiting_one_away() {
    let home = Home::new();
    let mut terminal = start(&home);
    prepare(&mut terminal);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let mut terminal = home.play(&["--deterministic"]);
    terminal.wait_for("Welcome back").press("n").wait_for("The game that you left is kept as");
    terminal.press(" ").wait_for(" 2 ");
    // And it can be had back.
    terminal.press("o").wait_for("4x8 with 2 mines").press("\r").wait_for("Loaded.").wait_for("⚑ 0");
}

#[test]
fn two_at_once_have_a_game_each() {
    let home = Home::new();
    let mut one = start(&home);
    let mut two = start(&home);
    prepare(&mut one);
    two.press(" ").wait_for(" 2 ");
    one.press("q");
    two.press("q");
    assert_eq!((one.end(), two.end()), (0, 0));
    let mut one = home.play(&[]);
    one.wait_for("Welcome back").wait_for("0 mines left").press("\r").wait_gone("Welcome back");
    let mut two = home.play(&[]);
    two.wait_for("Welcome back").wait_for("2 mines left").press("\r").wait_gone("Welcome back");
    // Both finish theirs, and both are counted.
    one.press("99k\x1b[Hl ").wait_for("You won in");
    two.press("99k\x1b[Hl ").wait_for("You won in");
    one.press("q");
    two.press("q");
    assert_eq!((one.end(), two.end()), (0, 0));
    assert_eq!(home.json(&["stats", "--json"])["statistics"][0]["wins"], 2);
}

#[test]
fn a_panic_leaves_a_clean_terminal() {
    let home = Home::new();
    let program = Path::new(env!("CARGO_BIN_EXE_omnisweep")).with_file_name("examples").join("panics");
    if !program.exists() {
        // Whoever asks for these tests alone has not built it.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--package", "omnisweep", "--example", "panics"])
            .status();
        assert!(built.unwrap().success());
    }
    let mut terminal = home.start(&program, &[], &[]);
    terminal.wait_for("One key, and it panics.").press("x");
    assert_ne!(terminal.end(), 0);
    assert!(terminal.is_clean());
    assert!(terminal.screen().contains("was too much"), "{}", terminal.screen());
}

#[test]
fn a_damaged_database_is_set_aside_with_a_word() {
    let home = Home::new();
    fs::create_dir_all(home.data()).unwrap();
    fs::write(home.data().join("games.db"), "not a database, but longer than a header of one is").unwrap();
    let mut terminal = start(&home);
    prepare(&mut terminal);
    let between = at(0, 1);
    terminal.click(LEFT, between).wait_for("The statistics were damaged: 0 games were saved");
    terminal.press("q");
    terminal.end();
    let aside = fs::read_to_string(home.data().join("games.db.damaged-1")).unwrap();
    assert!(aside.starts_with("not a database"));
    assert_eq!(home.json(&["stats", "--json"])["statistics"][0]["wins"], 1);
}

#[test]
fn the_config_file_changes_keys_and_theme() {
    let home = Home::new();
    let folder = home.path().join("config/omnisweep");
    fs::create_dir_all(&folder).unwrap();
    let config = folder.join("config.toml");
    fs::write(&config, "theme = \"light\"\n[keys]\nopen = [\"z\"]\n").unwrap();
    let mut terminal = start(&home);
    terminal.wait_for("z open").press("z").wait_for(" 2 ");
    // The ground of the light theme.
    assert_eq!(
        terminal.look(|screen| screen.cell(1, 0).unwrap().bgcolor()),
        vt100::Color::Rgb(0xf4, 0xf2, 0xec)
    );
    terminal.press("q");
    terminal.end();
    fs::write(&config, "theme = \"pink\"\n").unwrap();
    let mut terminal = start(&home);
    terminal.wait_for("there is no theme \"pink\"").wait_for("space open");
}

#[test]
fn games_are_saved_under_a_name_and_loaded() {
    let home = Home::new();
    let mut terminal = start(&home);
    prepare(&mut terminal);
    terminal.press("w").wait_for("A name for a copy").press("lunch\r").wait_for("Saved:");
    terminal
        .press("w")
        .wait_for("A name for a copy")
        .press("lunch\r")
        .wait_for("There is a saved game of this name");
    terminal.press("\x1b[A\r").wait_for("Saved:");
    terminal.press("w").wait_for("A name for a copy").press("./here.txt\r").wait_for("Saved:");
    terminal
        .press("n")
        .wait_for("⚑ 2")
        .press("o")
        .wait_for("lunch")
        .press("\r")
        .wait_for("Loaded.")
        .wait_for("⚑ 0");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let mut terminal = home.play(&["play", "--load", "here.txt"]);
    terminal.wait_for("4×8, 2 mines").wait_for("⚑ 0").wait_for(" 2 ");
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let home = Home::new();
    for (variables, fixed, full) in [
        (&[][..], false, true),
        (&[("COLORTERM", "")], true, false),
        (&[("COLORTERM", ""), ("TERM", "xterm")], true, false),
        (&[("NO_COLOR", "1")], false, false),
    ] {
        let mut terminal = home.play_with(&["--deterministic"], variables);
        terminal.wait_for("space open").press(" ").wait_gone("Click a cell").press("q");
        terminal.end();
        let printed = String::from_utf8_lossy(&terminal.printed()).into_owned();
        assert_eq!((printed.contains("8;5;"), printed.contains("8;2;")), (fixed, full), "{variables:?}");
        fs::remove_dir_all(home.data()).unwrap();
    }
}

#[test]
fn a_simple_terminal_has_the_game_of_lines() {
    let home = Home::new();
    for (words, variables) in [(&["--plain"][..], &[][..]), (&[], &[("TERM", "dumb")])] {
        let mut terminal = home.play_with(words, variables);
        terminal.wait_for("Type `help` for the commands").press("quit\n");
        assert_eq!(terminal.child.wait().unwrap().exit_code(), 0);
    }
}

#[test]
fn statistics_are_exported_and_imported() {
    let home = Home::new();
    let mut terminal = start(&home);
    prepare(&mut terminal);
    let between = at(0, 1);
    terminal.click(LEFT, between).wait_for("You won in");
    terminal.press("s").wait_for("Best times and statistics").wait_for("4×8/2").press("q");
    terminal.end();
    assert!(home.run(&["stats", "export", "games.jsonl"]).status.success());
    let text = fs::read_to_string(home.path().join("games.jsonl")).unwrap();
    assert_eq!(home.run(&["stats", "export", "-"]).stdout, text.as_bytes());
    assert_eq!(text.lines().count(), 1);

    let other = Home::new();
    fs::write(other.path().join("games.jsonl"), &text).unwrap();
    for said in ["1 game imported.\n", "0 games imported; 1 known already.\n"] {
        let done = other.run(&["stats", "import", "games.jsonl"]);
        assert_eq!(String::from_utf8_lossy(&done.stderr), said);
    }
    assert_eq!(other.run(&["scores"]).stdout, home.run(&["scores"]).stdout);
    assert_eq!(other.run(&["stats"]).stdout, home.run(&["stats"]).stdout);

    fs::write(other.path().join("games.jsonl"), text.replace("\"won\"", "\"lost\"")).unwrap();
    let done = other.run(&["stats", "import", "games.jsonl"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&done.stderr),
        "omnisweep: games.jsonl: line 1: the record was changed: its id does not fit\n0 games imported.\n\
         omnisweep: games.jsonl: 1 line is no record, and left out\n"
    );
    assert_eq!(other.run(&["stats", "import", "none.jsonl"]).status.code(), Some(1));
}

#[test]
fn hints_explain_and_keep_the_game_out_of_the_best_times() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal
        .press(" ")
        .wait_for(" 2 ")
        .press("i")
        .wait_for("Look near row ")
        .wait_for("practice")
        .press("i")
        .wait_for(" is a mine: worth a flag. i: more.")
        .press("i")
        .wait_for(" at (")
        .press("i")
        .wait_for(" is safe. i: more.")
        .press("i")
        .wait_for(" has ");
    terminal.press(" ").wait_for("You won in").wait_for("Practice: there was help.");
    terminal.press("q");
    terminal.end();
    assert_eq!(home.json(&["scores", "--json"])["scores"], serde_json::json!([]));
}

#[test]
fn a_board_that_needs_no_guess_is_certified() {
    let home = Home::new();
    let mut terminal = home.play(&["--no-guess", "--level", "expert", "--seed", "4"]);
    terminal.wait_for("no guess").press(" ").wait_for("✓ certified");
    // What was chosen is offered again, once the game is given up.
    terminal.press("q");
    terminal.end();
    let mut terminal = home.play(&[]);
    terminal.wait_for("Welcome back").press("n").wait_for("no guess").wait_for("expert");
}

#[test]
fn a_game_in_four_dimensions_is_played() {
    let home = Home::new();
    let mut terminal = home.play(&["--level", "tesseract", "--deterministic"]);
    terminal.wait_for("w3 z3").press(" ").wait_for(" 1  1 ").press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn without_a_locale_of_utf_8_there_is_only_ascii() {
    for (value, ascii) in [("C", true), ("POSIX", true), ("de_DE.ISO-8859-1", true), ("en_US.UTF-8", false)] {
        let home = Home::new();
        let mut terminal = home.play_with(&["play", "--deterministic"], &[("LC_ALL", value)]);
        terminal.wait_for("space open");
        assert_eq!(terminal.screen().is_ascii(), ascii, "{value}: {}", terminal.screen());
        terminal.press("q");
        terminal.end();
    }
}

#[test]
fn a_device_is_no_saved_game() {
    let home = Home::new();
    let mut terminal = start(&home);
    terminal.press("o").wait_for("Saved games").press("/dev/zero\r").wait_for("this is no file");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let done = home.run(&["play", "--load", "/dev/zero"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("this is no file"), "{done:?}");
    for words in [&["solve", "/dev/zero"][..], &["verify", "--start", "0,0", "/dev/zero"]] {
        let done = home.run(words);
        assert!(String::from_utf8_lossy(&done.stderr).contains("this is no file"), "{done:?}");
    }
}

#[test]
fn a_lost_game_stays_lost_where_its_record_fails() {
    let home = Home::new();
    // A database of a later version: nothing can be written to it.
    fs::create_dir_all(home.data()).unwrap();
    let database = rusqlite::Connection::open(home.data().join("games.db")).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let board = omnisweep_session::code::write(&omnisweep_testing::boards::drawn("*..\n"), None);
    let mut terminal = home.play(&["play", "--plain", "--board", &board]);
    terminal.wait_for("Type `help`").press("open 0 0\n").wait_for("newer version");
    terminal.press("quit\n");
    terminal.end();
    assert!(!home.data().join("game.txt").exists(), "the move before the mine is not offered again");
}

#[test]
fn a_game_in_lines_is_put_aside_and_practice_is_said() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--plain", "--size", "4", "8", "--mines", "4", "--seed", "1"]);
    terminal.wait_for("Type `help`").press("open 3 7\n").wait_for("mines left, 0:0");
    terminal.press("new\n").wait_for("The game that you left is kept as \"4x8 with 4 mines");
    terminal.press("quit\n");
    assert_eq!(terminal.end(), 0);
    assert_eq!(fs::read_dir(home.data().join("aside")).unwrap().count(), 1);
    let mut terminal = home.play(&["play", "--plain", "--level", "beginner"]);
    terminal.wait_for("Type `help`").press("games\n").wait_for("4x8 with 4 mines").wait_for("% open");
    let saved = fs::read_dir(home.data().join("aside")).unwrap().next().unwrap().unwrap().path();
    let name = saved.file_stem().unwrap().to_str().unwrap();
    terminal.press(&format!("delete {name}\n")).wait_for("There is no saved game yet.").press("quit\n");
    terminal.end();
    // The board is shown on request, and then it does not count.
    let mut terminal = home.play(&["play", "--plain", "--level", "beginner"]);
    terminal.wait_for("Type `help`").press("open 4 4\n").wait_for("mines left, 0:0");
    terminal.press("code\n").wait_for("Practice: the board was shown before the end.");
}

#[test]
fn an_edition_that_refuses_its_words_says_where_help_is() {
    let home = Home::new();
    let mut terminal = home.play(&["esp", "--help"]);
    terminal.wait_for("Unexpected argument provided!").wait_for("`omnisweep help esp` says what it takes.");
    assert_eq!(terminal.end(), 3);
    // What no person reads is the document's alone; the styles edition prints nothing even to people.
    let done = home.run(&["esp", "--help"]);
    assert!(done.stderr.is_empty(), "{done:?}");
    let mut terminal = home.play(&["styles", "--help"]);
    assert_ne!(terminal.end(), 0);
    assert_eq!(terminal.screen().trim(), "");
}

#[test]
fn every_command_has_help() {
    let home = Home::new();
    let all = String::from_utf8(home.run(&["--help"]).stdout).unwrap();
    let (_, commands) = all.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> = commands
        .lines()
        .map_while(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands.iter().filter_map(|line| line.split_whitespace().next()) {
        let done = home.run(&["help", command]);
        assert!(done.status.success() && !done.stdout.is_empty(), "help {command}: {done:?}");
        // These take `--help` as their documents say.
        if !["esp", "styles", "help"].contains(&command) {
            let same = home.run(&[command, "--help"]);
            assert!(same.status.success() && same.stdout == done.stdout, "{command} --help: {same:?}");
        }
    }
}
