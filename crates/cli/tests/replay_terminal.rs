//! Games shown again, plots and boards of the day on a real terminal.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::fs;

use omnisweep_engine::{Action, Cell};
use omnisweep_session::daily::{self, DailyBoard};
use omnisweep_session::{Level, code};
use omnisweep_testing::recordings::files;
use pty::{Home, Terminal};

const LEFT: u8 = 0;

/// A guess at the right end, once the rest is open.
const BOARD: &str = "......*\n.......\n";

fn start(home: &Home, words: &[&str]) -> Terminal {
    let mut terminal = home.play_fresh(BOARD, words);
    terminal.wait_for("2×7, 1 mine");
    terminal
}

/// Opens the opening, guesses right, and looks at the game again.
fn won(terminal: &mut Terminal) {
    terminal.press("\x1b[H ").wait_for(" 1 ");
    terminal.press("j\x1b[F ").wait_for("You won in");
}

#[test]
fn a_game_is_shown_again_by_keys_and_with_the_mouse() {
    let home = Home::new();
    let mut terminal = start(&home, &[]);
    won(&mut terminal);
    terminal.press("v").wait_for("move 0 of 2").wait_for("Luck: 50 % was the chance");
    terminal.press("\x1b[C").wait_for("move 1 of 2").wait_for("The first cell: nothing could be known.");
    // On to the guess, whose risk the colours show before it.
    terminal.press("n").wait_for("move 2 of 2").wait_for("A guess at 50 %: no cell had less risk.");
    terminal.press("n").wait_for("No guess and no mistake follows.");
    terminal.press("\x1b[De").wait_for("move 1 of 2").wait_for("▌50 ▌");
    let on = terminal.find("→ on");
    terminal.click(LEFT, on).wait_for("move 2 of 2");
    let back = terminal.find("← back");
    terminal.click(LEFT, back).click(LEFT, back).wait_for("move 0 of 2");
    // The line of the moves can be clicked at, and the wheel turned.
    let (_, y) = terminal.find("●──");
    terminal.click(LEFT, (77, y)).wait_for("move 2 of 2");
    terminal.mouse(64, (20, 8), true).wait_for("move 1 of 2");
    terminal.press("\x1b[H++ ").wait_for("4×").wait_for("move 2 of 2").wait_for("■ 4×");
    terminal.press("\x1b").wait_for("You won in");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());
}

#[test]
fn a_game_of_an_earlier_run_is_shown_again() {
    let home = Home::new();
    let mut terminal = start(&home, &[]);
    won(&mut terminal);
    terminal.wait_for("Efficiency").press("q");
    assert_eq!(terminal.end(), 0);
    let mut terminal = home.play(&["--theme", "light"]);
    terminal.wait_for("Click a cell").press(" ").wait_for("0:0");
    terminal.press("s").wait_for("[Table]").wait_for("2×7/1");
    terminal.press("l").wait_for("[Times]").wait_for("1 win: best");
    terminal.press("ll").wait_for("100 % of the last 1 game won.");
    terminal.press("l").wait_for("[Games]").wait_for("won ");
    terminal.press("\r").wait_for("move 0 of 2").press("\x1b[F").wait_for("A guess at 50 %");
    // Back to the list, and to the game that waited.
    terminal.press("\x1b").wait_for("[Games]").press("\x1b").wait_gone("[Games]");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_file_is_shown_again_and_its_figures_stay() {
    let home = Home::new();
    let mut terminal = start(&home, &[]);
    won(&mut terminal);
    terminal.wait_for("Efficiency").press("q");
    assert_eq!(terminal.end(), 0);
    let line = String::from_utf8(home.run(&["stats", "export", "-"]).stdout).unwrap();
    fs::write(home.path().join("game.jsonl"), &line).unwrap();
    let mut terminal = home.play(&["replay", "game.jsonl"]);
    terminal.wait_for("move 0 of 2").press("\x1b[F").wait_for("A guess at 50 %");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());
    terminal.wait_for("3BV");
    // Elsewhere there are the figures alone, and the game as a file.
    let figures = home.run(&["replay", "game.jsonl", "--to", "game.txt"]);
    assert!(String::from_utf8_lossy(&figures.stdout).contains("3BV"), "{figures:?}");
    let mut terminal = home.play(&["replay", "game.txt", "--theme", "light", "--ascii"]);
    terminal.wait_for("move 0 of 2").press("\x03");
    assert_eq!(terminal.end(), 0);
    // Two games are one too many, and a damaged one is none.
    fs::write(home.path().join("two.jsonl"), format!("{line}{line}")).unwrap();
    fs::write(home.path().join("damaged.jsonl"), line.replace("won", "lost")).unwrap();
    for (file, what) in [("two.jsonl", "several games"), ("damaged.jsonl", "id does not fit")] {
        let refused = home.run(&["replay", file]);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(what), "{refused:?}");
        let mut terminal = home.play(&["replay", file]);
        terminal.wait_for(what);
        assert_ne!(terminal.end(), 0);
    }
}

#[test]
fn recordings_in_every_format_are_shown_again() {
    files().iter().for_each(|(name, bytes)| pty::show(name, bytes));
}

#[test]
fn risks_are_shown_in_a_game_that_is_then_assisted() {
    let home = Home::new();
    let mut terminal = start(&home, &[]);
    terminal.press("\x1b[H ").wait_for(" 1 ");
    terminal.press("e").wait_for("This is practice now").wait_for("▌50 ▌").wait_for("│ practice");
    terminal.press("j\x1b[F ").wait_for("You won in").wait_for("Practice: there was help.");
}

/// The cells of a board of the day that win it, one after the other.
fn to_open(day: &str) -> Vec<Cell> {
    let day = day.parse().unwrap();
    let (layout, first) = daily::board(day, Level::Beginner);
    let mut session = daily::session(day, Level::Beginner, day, false).unwrap();
    session.lay(layout.clone()).unwrap();
    let safe = (0..81).map(Cell).filter(|&cell| !layout.contains(cell));
    [first]
        .into_iter()
        .chain(safe)
        .filter(|&cell| session.act(Action::Open(cell), 0, &mut ()).is_ok())
        .collect()
}

#[test]
fn the_board_of_a_day_is_played_and_its_result_copied() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--daily", "2020-02-29"]);
    terminal.wait_for("The board of 2020-02-29 starts at the marked cell.").wait_for("For practice");
    terminal.press("h ").wait_for("This board starts at row 4, column 4.").press(" ").wait_for("certified");
    let (layout, _) = daily::board("2020-02-29".parse().unwrap(), Level::Beginner);
    for cell in to_open("2020-02-29").into_iter().skip(1) {
        let (row, column) = (cell.0 / 9, cell.0 % 9);
        let go = |steps: u64, key: char| if steps > 0 { format!("{steps}{key}") } else { String::new() };
        terminal.press(&format!("9k\x1b[H{}{} ", go(row, 'j'), go(column, 'l')));
    }
    terminal.wait_for("You won in").wait_for("y copies the result");
    terminal.press("y").wait_for("Omnisweep 2020-02-29, beginner").wait_for("· practice");
    let printed = String::from_utf8_lossy(&terminal.printed()).into_owned();
    assert!(printed.contains("\x1b]52;c;"), "it is put on the clipboard");
    terminal.press("\x1b").wait_gone("to be sent to friends").press("d").wait_for("A certified board");
    terminal.press("\x1b").wait_gone("A certified board").press("q");
    assert_eq!(terminal.end(), 0);

    let told = String::from_utf8(home.run(&["stats", "daily", "2020-02-29"]).stdout).unwrap();
    let code = code::write(&layout, Some(Cell(40)));
    assert!(told.starts_with("Omnisweep 2020-02-29, beginner\nWon in 0:"), "{told}");
    assert!(told.contains(&format!("· practice\n{code}\n")), "{told}");
    assert!(told.ends_with("No streak yet: win a board on its day.\n"), "{told}");
    let json = home.json(&["stats", "daily", "2020-02-29", "--json"]);
    assert_eq!((&json["results"][0]["won"], &json["results"][0]["counts"]), (&true.into(), &false.into()));

    // Once more it is known; and nobody plays tomorrow's.
    let mut terminal = home.play(&["play", "--daily", "2020-02-29"]);
    terminal.wait_for("You know this board").press("q");
    assert_eq!(terminal.end(), 0);
    for (words, what) in [
        (["play", "--daily", "9999-01-01"], "there is no board of 9999-01-01 yet"),
        (["play", "--daily", "soon"], "a date looks like 2026-11-15"),
        (["stats", "daily", "soon"], "a date looks like 2026-11-15"),
    ] {
        let refused = home.run(&words);
        assert!(String::from_utf8_lossy(&refused.stderr).contains(what), "{refused:?}");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

/// The hardest board takes longest to make: that is done beside the screen, and once more for a game that was left.
#[test]
fn the_hardest_board_of_a_day_is_left_and_gone_on_with() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--daily", "2020-02-29", "--difficulty", "extreme"]);
    terminal.wait_for("The board of 2020-02-29 starts at the marked cell.").press(" ");
    terminal.wait_for("certified").wait_for("│ extreme").press("q");
    assert_eq!(terminal.end(), 0);
    let mut terminal = home.play(&[]);
    terminal.wait_for("Go on").press("y").wait_gone("Go on");
    let (layout, _) = daily::board("2020-02-29".parse().unwrap(), DailyBoard::Extreme);
    let mine = layout.mines().next().unwrap();
    let go = |steps: u64, key: char| if steps > 0 { format!("{steps}{key}") } else { String::new() };
    terminal.press(&format!("16k\x1b[H{}{} ", go(mine.0 / 30, 'j'), go(mine.0 % 30, 'l')));
    terminal.wait_for("y copies the result").press("y").wait_for("Omnisweep 2020-02-29, extreme");
    terminal.press("\x1b").wait_gone("to be sent to friends").press("q");
    assert_eq!(terminal.end(), 0);
    let json = home.json(&["stats", "daily", "2020-02-29", "--json"]);
    assert_eq!(
        (&json["results"][0]["level"], &json["results"][0]["won"]),
        (&"extreme".into(), &false.into())
    );
}

#[test]
fn a_board_of_the_day_is_played_line_by_line() {
    let home = Home::new();
    let mut terminal = home.play(&["play", "--plain", "--daily", "2020-02-29"]);
    terminal.wait_for("the board of 2020-02-29").wait_for("This board starts at row 4, column 4");
    for cell in to_open("2020-02-29") {
        terminal.press(&format!("open {} {}\n", cell.0 / 9, cell.0 % 9));
    }
    terminal.wait_for("Your result, for friends:").wait_for("Omnisweep 2020-02-29, beginner");
    terminal.press("quit\n");
    assert_eq!(terminal.end(), 0);
}
