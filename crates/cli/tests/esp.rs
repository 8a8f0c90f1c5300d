//! The ESP edition as a process: killed, piped, and on boards too large to look at.

#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use omnisweep_testing::folder::Folder;

fn esp(words: &[&str], folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .arg("esp")
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Everything that a session prints.
fn output(words: &[&str], input: &str, folder: &Path) -> Vec<u8> {
    let mut child = esp(words, folder);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let typing = std::thread::spawn(move || _ = stdin.write_all(input.as_bytes()));
    let done = child.wait_with_output().unwrap();
    typing.join().unwrap();
    assert!(done.status.success());
    done.stdout
}

#[test]
fn a_kill_in_the_middle_of_a_save_never_loses_the_old_file() {
    let folder = Folder::new();
    let words = ["--size", "200", "301", "--mines", "9000", "--seed", "5"];
    // Two games that differ by a flag; a whole file is one or the other.
    output(&words, "start 0 0\nsave a\nflag 9 9\nsave b\n", &folder);
    let whole = ["a", "b"].map(|name| fs::read(folder.join(name)).unwrap());
    assert_ne!(whole[0], whole[1]);

    let game = folder.join("game");
    let mut seen = [0, 0];
    for round in 0..300_u64 {
        fs::write(&game, &whole[(round % 2) as usize]).unwrap();
        let mut child = esp(&words, &folder);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let reading = std::thread::spawn(move || _ = stdout.read_to_end(&mut Vec::new()));
        let script = "start 0 0\n".to_owned() + &"save game\nflag 9 9\n".repeat(50);
        // Whatever it gets to do before it is killed.
        let typing = std::thread::spawn(move || _ = stdin.write_all(script.as_bytes()));
        std::thread::sleep(Duration::from_micros(2000 + round * 67));
        child.kill().unwrap();
        child.wait().unwrap();
        typing.join().unwrap();
        reading.join().unwrap();
        let now = fs::read(&game).unwrap();
        let which = whole.iter().position(|whole| *whole == now).expect("the file is whole");
        seen[which] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "saves were made: {seen:?}");
    // What the dead left goes with the next save.
    output(&words, "start 0 0\nsave game\n", &folder);
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a", "b", "game"]);
}

#[test]
fn a_closed_pipe_ends_the_game_quietly() {
    let folder = Folder::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .args(["esp", "--size", "2000", "2000"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 20]).unwrap();
    drop(stdout);
    _ = child.stdin.take().unwrap().write_all(b"start 1 1\ndump\ndump\n");
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{:?}", done.status);
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn a_line_of_megabytes_is_one_mistake() {
    let folder = Folder::new();
    let long = "x".repeat(5 << 20);
    let spaces = " ".repeat(5 << 20);
    let script = format!("{long}\nstart 0 0 {long}\n{spaces}start{spaces}1 {long}\nquit\n");
    let text = String::from_utf8(output(&["--size", "2", "2", "--mines", "1"], &script, &folder)).unwrap();
    let (_, after) = text.split_once(" > ").unwrap();
    let mistakes = "Error: Unknown command!\n > Error: Too many arguments given for command!\n > \
                    Error: Invalid arguments given!\n > ";
    assert!(after.starts_with(mistakes), "{after}");
}

/// Large enough for the file to be read twice and the memory to be used again.
#[test]
fn a_large_game_is_saved_and_loaded_as_it_was() {
    let folder = Folder::new();
    for (height, width) in [("2048", "2049"), ("6001", "700")] {
        let words = ["--size", height, width, "--mines", "900000", "--seed", "8"];
        let script = "start 7 9\nflag 0 0\nflag 7 9\nsave a\nflag 5 5\nflag 600 600\nload a\nsave b\n";
        let text = output(&words, script, &folder);
        let [a, b] = ["a", "b"].map(|name| fs::read(folder.join(name)).unwrap());
        assert!(a == b, "saved, loaded and saved again");
        // What is shown after the load is what was shown after the save.
        let boards: Vec<&[u8]> = split(&text, b" > ").collect();
        assert!(boards[4] == boards[7] && boards[4] == boards[8]);
        assert!(boards[5] != boards[4]);

        // A file that is damaged near its end leaves the game as it was.
        let mut damaged = a.clone();
        let at = damaged.len() - 4;
        damaged[at] ^= 1;
        fs::write(folder.join("damaged"), damaged).unwrap();
        let script = "start 7 9\nflag 0 0\nload damaged\nsave c\nstart 7 9\n";
        output(&words, script, &folder);
        let script = "start 7 9\nflag 0 0\nsave d\n";
        output(&words, script, &folder);
        let [c, d] = ["c", "d"].map(|name| fs::read(folder.join(name)).unwrap());
        assert!(c == d);
    }
}

/// Rows so wide that they are written in pieces, and so many that they are
/// written in blocks, are the same bytes as everywhere.
#[test]
fn untouched_rows_of_any_width_are_written_right() {
    let folder = Folder::new();
    for (height, width) in [(3, 100_001), (900, 130), (1, 90_000), (70_000, 3), (65, 1)] {
        let (h, w) = (height.to_string(), width.to_string());
        let text = output(&["--size", &h, &w, "--mines", "0"], "quit\n", &folder);
        let text = String::from_utf8(text).unwrap();
        let (_, board) = text.split_once(" > \n").unwrap();
        let border = format!("  {} \n", "=".repeat(width));
        let row = format!(" |{}|\n", "░".repeat(width));
        let expected = format!("  \x1b[31m¶\x1b[0m: 0\n{border}{}{border}", row.repeat(height));
        assert!(board == expected, "{height} x {width}");

        // One flag in the middle, everything else untouched.
        let script = format!("start 0 0\nflag {} {}\n", height / 2, width / 2);
        let text = String::from_utf8(output(&["--size", &h, &w, "--mines", "1"], &script, &folder)).unwrap();
        let rows: Vec<&str> =
            text.lines().filter(|line| line.starts_with(" |") && line.ends_with('|')).collect();
        if text.contains("You won") {
            continue;
        }
        assert_eq!(rows.len(), 2 * height);
        assert!(rows[height + height / 2].contains('¶') || rows[height + height / 2].contains('·'));
    }
}

#[test]
fn a_large_game_of_another_size_replaces_the_old_one() {
    let folder = Folder::new();
    let large = ["--size", "2100", "2101", "--mines", "900000", "--seed", "3"];
    output(&large, "start 7 9\nsave a\n", &folder);
    let script = "start 0 0\nload a\nsave b\nstart 5 5\nsave c\n";
    output(&["--size", "2200", "2000", "--mines", "900000"], script, &folder);
    let [a, b, c] = ["a", "b", "c"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(a == b && a.len() == c.len() && a != c);

    // Every safe field open: the game would be won.
    let mut won = a.clone();
    won[20..].chunks_exact_mut(4).for_each(|block| block[2] = block[0] & !block[1]);
    fs::write(folder.join("won"), won).unwrap();
    let text = output(&large, "start 7 9\nload won\nsave d\n", &folder);
    assert!(text.windows(28).any(|window| window == b"Error: Invalid file content!"));
    assert!(fs::read(folder.join("d")).unwrap() == a, "the game is as it was");
}

fn split<'a>(text: &'a [u8], by: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        match text.windows(by.len()).position(|window| window == by) {
            Some(at) => {
                rest = Some(&text[at + by.len()..]);
                Some(&text[..at])
            }
            None => rest.take(),
        }
    })
}
