//! A disk that is full: it is said when it happens and again at the end, the exit code is 1, and what was there
//! before is there.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::kills::home;
use crate::player::{Player, flag, moves};
use crate::pty::games::{lines, record};
use crate::pty::{Home, Terminal};
use crate::{Random, Tally, count, counted};

const PROGRAM: &str = env!("CARGO_BIN_EXE_omnisweep");

/// What a small disk has, and its pages.
const SIZE: u64 = 1 << 20;
const PAGE: u64 = 4096;

/// A home on a disk of its own, which can be filled. Where none can be mounted, no file may grow beyond a limit.
struct Disk {
    home: Home,
    mounted: bool,
    /// The longest file, in blocks of 512 bytes, where there is no such disk.
    limit: Option<u64>,
}

impl Disk {
    /// An empty one.
    fn new() -> Disk {
        let home = Home::new();
        let data = home.path().join("data");
        fs::create_dir(&data).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={SIZE}"), "omnisweep"]).arg(&data);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        fs::create_dir(home.data()).unwrap();
        Disk { home, mounted, limit: None }
    }

    /// One on which a game waits that has so many moves, and so many games are counted.
    fn with_games(moves: usize, games: u64) -> Disk {
        let disk = Disk::new();
        let waits = home();
        fs::copy(waits.data().join("game.txt"), disk.game()).unwrap();
        let told: String = (0..moves).map(flag).collect();
        let answers = Player::start(disk.command(&["play", "--plain"]), &told).end();
        assert!(answers.status.success() && self::moves(&disk.game()) == moves, "{}", answers.complaints);
        if games > 0 {
            assert_eq!(disk.import(0..games).status.code(), Some(0));
        }
        disk
    }

    fn game(&self) -> PathBuf {
        self.home.data().join("game.txt")
    }

    /// Imports records: what came of it.
    fn import(&self, records: std::ops::Range<u64>) -> crate::player::Answers {
        fs::write(self.home.path().join("games.jsonl"), lines(records.map(record))).unwrap();
        Player::start(self.command(&["stats", "import", "games.jsonl"]), "").end()
    }

    /// Fills it but for some pages. Without a disk, no file may have more.
    fn fill(&mut self, pages: u64) {
        if !self.mounted {
            self.limit = Some(pages * PAGE / 512);
            return;
        }
        let path = self.home.path().join("data/filler");
        let mut file = File::create(path).unwrap();
        let page = [b'x'; PAGE as usize];
        while file.write_all(&page).is_ok() {}
        let length = file.metadata().unwrap().len() / PAGE * PAGE;
        file.set_len(length.saturating_sub(pages * PAGE)).unwrap();
    }

    /// Makes room again.
    fn free(&mut self) {
        self.limit = None;
        _ = fs::remove_file(self.home.path().join("data/filler"));
    }

    /// The program and its words, within the limit if there is one.
    fn words<'a>(limit: &'a Option<String>, words: &[&'a str]) -> (&'static str, Vec<&'a str>) {
        let wrapped = limit.iter().flat_map(|script| ["-c", script, PROGRAM]);
        let program = if limit.is_some() { "sh" } else { PROGRAM };
        (program, wrapped.chain(words.iter().copied()).collect())
    }

    fn script(&self) -> Option<String> {
        self.limit.map(|blocks| format!("ulimit -f {blocks}; exec \"$0\" \"$@\""))
    }

    fn command(&self, words: &[&str]) -> Command {
        let script = self.script();
        let (program, words) = Disk::words(&script, words);
        self.home.command(program, &words)
    }

    fn terminal(&self, words: &[&str]) -> Terminal {
        let script = self.script();
        let (program, words) = Disk::words(&script, words);
        self.home.start(program.as_ref(), &words, &[])
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            _ = Command::new("umount").arg("-l").arg(self.home.path().join("data")).status();
        }
    }
}

const NOT_KEPT: &str = "The game cannot be kept";

#[test]
fn the_game_of_lines_says_that_it_is_not_kept() {
    let mut disk = Disk::with_games(5, 0);
    disk.fill(0);
    let mut terminal = disk.terminal(&["play", "--plain"]);
    terminal.wait_for("Type `help`").press(&flag(5)).wait_for(NOT_KEPT).wait_for("`save FILE`");
    terminal.press("quit\n");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.screen().contains(&format!("omnisweep: {NOT_KEPT}")), "{}", terminal.screen());
    assert_eq!(moves(&disk.game()), 5);
}

#[test]
fn the_app_says_that_it_is_not_kept() {
    let mut disk = Disk::with_games(5, 0);
    disk.fill(0);
    let mut terminal = disk.terminal(&[]);
    terminal.wait_for("Welcome back").press("\r").wait_gone("Welcome back");
    terminal.press("f").wait_for("cannot be kept").press("q").wait_for("Leave all the same").press("q");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.screen().contains(&format!("omnisweep: {NOT_KEPT}")), "{}", terminal.screen());
    assert_eq!(moves(&disk.game()), 5);
    // With room again, it goes on from there.
    disk.free();
    let told = flag(5) + &flag(6);
    assert!(Player::start(disk.command(&["play", "--plain"]), &told).end().status.success());
    assert_eq!(moves(&disk.game()), 7);
}

#[test]
fn a_save_that_finds_no_room_leaves_the_old_one() {
    let mut disk = Disk::with_games(5, 0);
    let save = |disk: &Disk, told: &str| Player::start(disk.command(&["play", "--plain"]), told).end();
    assert!(save(&disk, "save copy\n").status.success());
    let copy = disk.home.data().join("saves/copy.txt");
    let before = fs::read(&copy).unwrap();
    disk.fill(0);
    let answers = save(&disk, &(flag(5) + "save copy\nsave copy\n"));
    assert_eq!(answers.status.code(), Some(1));
    assert!(answers.answers[0].contains(NOT_KEPT), "{:?}", answers.answers);
    assert!(!answers.answers.concat().contains("Saved"), "{:?}", answers.answers);
    assert!(answers.complaints.contains(NOT_KEPT), "{}", answers.complaints);
    assert_eq!(fs::read(&copy).unwrap(), before);
}

#[test]
fn an_import_that_finds_no_room_keeps_what_was_there() {
    let mut disk = Disk::with_games(5, 300);
    let before = counted(&disk.home);
    disk.fill(2);
    let answers = disk.import(300..900);
    assert_eq!(answers.status.code(), Some(1));
    assert!(!answers.complaints.contains("imported."), "{}", answers.complaints);
    assert!(
        answers.complaints.contains("full") || answers.complaints.contains("I/O"),
        "{}",
        answers.complaints
    );
    disk.free();
    assert!(counted(&disk.home).is_superset(&before));
    assert_eq!(disk.import(300..900).status.code(), Some(0));
    assert_eq!(counted(&disk.home).len(), 900);
}

/// Whatever room is left: a move that was answered without a complaint is kept, a game that is said to be saved or
/// counted is, and what was there stays.
#[test]
fn a_disk_that_fills_up_takes_nothing_that_was_kept() {
    let (mut tally, mut random) = (Tally::of("a full disk"), Random(6));
    for _ in 0..count() {
        let mut disk = Disk::with_games(200, 40);
        let before = counted(&disk.home);
        disk.fill(random.below(4));
        // Over the end of a page.
        let told: String = (200..320).map(flag).chain(["save copy\n".to_owned()]).collect();
        let answers = Player::start(disk.command(&["play", "--plain"]), &told).end();
        let failed = answers.answers.iter().position(|answer| answer.contains(NOT_KEPT));
        let acknowledged = failed.unwrap_or(120);
        let kept = moves(&disk.game()) - 200;
        let saved = answers.answers.iter().any(|answer| answer.contains("Saved."));
        let copy = disk.home.data().join("saves/copy.txt");
        // Whatever was not kept is said at the end, too, unless it was saved elsewhere.
        let lost = kept < 120 && !saved;
        assert_eq!(answers.status.code(), Some(i32::from(lost)), "{}", answers.complaints);
        assert_eq!(answers.complaints.contains(NOT_KEPT), lost, "{}", answers.complaints);
        disk.fill(random.below(24));
        let import = disk.import(40..400);
        let imported = import.status.success();
        disk.free();
        let copied = usize::from(!saved || moves(&copy) == 320);
        let after = counted(&disk.home);
        assert!(imported || !import.complaints.contains("imported."), "{}", import.complaints);
        tally.trial(
            acknowledged + 1 + before.len() + if imported { 360 } else { 0 },
            kept.min(acknowledged) + copied + after.len().min(before.len() + if imported { 360 } else { 0 }),
        );
    }
    tally.end();
}
