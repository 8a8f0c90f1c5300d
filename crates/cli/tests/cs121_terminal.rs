//! The CS121 edition on a real terminal, and as two processes at once.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use omnisweep_testing::folder::Folder;
use omnisweep_testing::patience::wait;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// A program on a terminal of 80 by 40, and all that it printed.
struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keys: Box<dyn std::io::Write + Send>,
    printed: Arc<Mutex<Vec<u8>>>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn new(words: &[&str], folder: &Path) -> Terminal {
        let size = PtySize { rows: 40, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_omnisweep"));
        command.args(words);
        command.cwd(folder);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let printed = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let sink = printed.clone();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut chunk) {
                sink.lock().unwrap().extend(&chunk[..length]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { child, keys, printed, _master: pair.master }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// What is on the screen now.
    fn screen(&self) -> String {
        let mut parser = vt100::Parser::new(40, 80, 0);
        parser.process(&self.printed.lock().unwrap());
        parser.screen().contents()
    }

    /// Waits until the screen shows a text; a hang shows what there is instead.
    fn wait_for(&self, text: &str) -> String {
        let look = || Some(self.screen()).filter(|screen| screen.contains(text));
        wait(|| format!("{text:?} on this screen:\n{}", self.screen()), look)
    }
}

#[test]
fn screens_are_cleared_a_turn_is_drawn_again_and_keys_do_not_end_the_game() {
    let folder = Folder::new();
    fs::write(folder.join("clock"), "100").unwrap();
    let mut game = Terminal::new(&["cs121", "--dir", ".", "--seed", "1000", "--clock", "clock"], &folder);
    game.wait_for("Choice: ");
    game.press("1\n");
    let screen = game.wait_for("Rows: ");
    assert!(!screen.contains("Minesweeper Game"), "the menu was cleared:\n{screen}");
    game.press("5\n5\n");
    game.wait_for("Position ([X][SPACE][Y]): ");
    game.press("0 0\n");
    let screen = game.wait_for("Action: ");
    assert!(screen.starts_with("Time: 0s"), "a turn has the screen for itself:\n{screen}");

    // Half a line is typed when the turn is drawn again, and is not lost.
    game.press("f");
    game.wait_for("Action: f");
    fs::write(folder.join("clock"), "160").unwrap();
    game.wait_for("Time: 60s");
    game.press("\n");
    game.wait_for("Position ([X][SPACE][Y]): ");

    for key in ["\x03", "\x1a", "\x1c"] {
        game.press(key);
        std::thread::sleep(Duration::from_millis(50));
        assert!(game.child.try_wait().unwrap().is_none(), "{key:?} ended the game");
    }
    game.press("3 3\n");
    game.wait_for("Flagged: 1");
    game.press("s\n");
    game.wait_for("Game saved successfully!");
    game.press("\n");
    game.wait_for("Choice: ");
    game.press("4\n");
    assert!(game.child.wait().unwrap().success());
    assert!(folder.join("savedgame.dat").exists());
}

#[test]
fn a_full_disk_is_told_and_the_game_goes_on() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("/dev/full", folder.join("savedgame.dat")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
        .args(["cs121", "--dir", ".", "--seed", "1000"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1\n5\n5\n0 0\ns\n\nf\n3 3\nq\ny\n4\n").unwrap();
    let done = child.wait_with_output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let (_, after) = text.split_once("Action: Failed to save game!Time: ").unwrap();
    assert!(after.contains("Flagged: 1"), "{after}");
}

#[test]
fn two_games_at_once_lose_no_score() {
    let folder = Folder::new();
    // A game of 3 by 3 with one cell to go, five seconds and one move in: 9^4 / (5 · 2) points.
    let saved = b"ABMS\x05\0\0\0\x01\0\0\0\x03\0\0\0\x03\0\0\0\x01V\x01V\x01V\x011\x011\x011\x001\x00*\x011";
    fs::write(folder.join("savedgame.dat"), saved).unwrap();
    fs::write(folder.join("clock"), "0").unwrap();
    let rounds = 500;
    let players = ["Ada", "Grace"].map(|name| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_omnisweep"))
            .args(["cs121", "--dir", ".", "--clock", "clock"])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut script = String::new();
        for round in 0..rounds {
            let name = if round % 2 == 0 { name } else { "both" };
            script += &format!("2\no\n2 0\n{name}\n");
        }
        script += "4\n";
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        child
    });
    for mut player in players {
        assert!(player.wait().unwrap().success());
    }
    let entries =
        omnisweep_editions::cs121::read_scores(&fs::read(folder.join("scores.dat")).unwrap()).unwrap();
    let of = |name: &str| entries.iter().find(|entry| entry.name == name.as_bytes()).map(|entry| entry.score);
    let points = 9_i64.pow(4) / 10;
    assert_eq!(of("both"), Some(points * rounds));
    assert_eq!(of("Ada"), Some(points * rounds / 2));
    assert_eq!(of("Grace"), Some(points * rounds / 2));
    assert_eq!(entries.len(), 3);
}
