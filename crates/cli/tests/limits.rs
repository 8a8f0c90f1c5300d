//! Files without end or answer, little memory, and files that may not grow: an
//! error each time, and said so.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use omnisweep_testing::folder::Folder;

/// Runs the program by a shell that has set a limit, in a folder that is its home.
fn limited(limit: &str, words: &str, folder: &Path) -> Output {
    let script = format!("{limit} exec \"$0\" {words}");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_omnisweep")])
        .current_dir(folder)
        .env("HOME", folder)
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What went wrong, in words; never the end of the program by a signal.
fn complaint(output: &Output, words: &str) -> String {
    assert!(matches!(output.status.code(), Some(1 | 2)), "{words}: {:?}", output.status);
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_neither_read_nor_waited_for() {
    let folder = Folder::new();
    pipe(&folder.join("pipe"));
    for file in ["pipe", "/dev/zero", "."] {
        for command in ["solve", "verify --start 0,0", "replay", "simulate merge", "play --plain --load"] {
            let words = format!("{command} {file}");
            let said = complaint(&limited("", &words, &folder), &words);
            assert!(said.contains("this is no file"), "{words}: {said}");
        }
    }
    // The game that waits, what was chosen, and the config file.
    for file in [".local/share/omnisweep/game.txt", ".config/omnisweep/config.toml"] {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        pipe(&file);
    }
    // What somebody left there who was killed at it goes.
    let left = folder.join(".local/share/omnisweep/.game.txt.4194304-0.tmp");
    fs::write(&left, "half").unwrap();
    let output = limited("", "play --plain", &folder);
    assert!(output.status.code().is_some() && !left.exists());
}

#[test]
fn the_editions_wait_for_no_pipe() {
    let folder = Folder::new();
    ["pipe", "pipe.cfg", "savedgame.dat", "scores.dat"].iter().for_each(|name| pipe(&folder.join(name)));
    assert_eq!(limited("", "styles pipe.cfg", &folder).status.code(), Some(2));
    let output = limited("printf 'load pipe\\nquit\\n' |", "esp", &folder);
    assert!(String::from_utf8(output.stdout).unwrap().contains(" > Error: Invalid file content!\n"));
    assert!(limited("printf '3\\n4\\n' |", "cs121 --dir .", &folder).status.code().is_some());
}

/// A line that never ends, in the memory of one that does.
#[test]
#[cfg(target_os = "linux")]
fn a_line_of_any_length_takes_no_more_memory_than_another() {
    let folder = Folder::new();
    let feed = "{ head -c 100000000 /dev/zero | tr '\\0' 0; printf ' x\\nstart '; head -c 100000000 /dev/zero | \
                tr '\\0' 0; printf '1 2\\n'; } | (ulimit -v 60000;";
    let output = limited(feed, "esp --size 3 3 --mines 0)", &folder);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(" > Error: Unknown command!\n > \n=== You won! ==="), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_that_cannot_be_had_is_an_error() {
    let folder = Folder::new();
    fs::write(folder.join("large"), ("1".to_owned() + &".".repeat(999) + "\n").repeat(1000)).unwrap();
    fs::write(folder.join("board"), (".".repeat(1000) + "\n").repeat(1000)).unwrap();
    for command in ["solve large", "solve --json --mines 900 large", "verify --start 0,0 board"] {
        let said = complaint(&limited("ulimit -v 60000;", command, &folder), command);
        assert!(said.contains("memory"), "{command}: {said}");
    }
    let output = limited("ulimit -v 60000;", "esp --size 100000 100000", &folder);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"Out of memory!\n"[..]));
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_may_not_grow_is_an_error() {
    let folder = Folder::new();
    // Blocks of 512 bytes, or of 1024: less than the board has in either case.
    let words = "generate --size 300 300 --mines 100 --count 20 > boards";
    let said = complaint(&limited("ulimit -f 64;", words, &folder), words);
    assert!(said.contains("File too large"), "{said}");
    let script = "printf 'start 0 0\\nsave game\\nquit\\n' | (ulimit -f 64;";
    let output = limited(script, "esp --size 3000 3000 --mines 100000 | grep -a Error)", &folder);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), " > Error: Failed to open file!\n");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["boards"], "nothing half written is left");
}
