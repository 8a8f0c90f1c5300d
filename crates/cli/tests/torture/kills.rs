//! The program is killed, at any time.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Cell};
use omnisweep_session::{Record, save};
use rustix::process::{Pid, Signal, kill_process};

use crate::player::{Player, begun, flag, moves};
use crate::pty::Home;
use crate::pty::games::{game, lines, record};
use crate::{Random, Tally, count, counted};

const PROGRAM: &str = env!("CARGO_BIN_EXE_omnisweep");

/// After so many trials, everything begins anew.
const EACH: u64 = 20;

/// A home in which a game waits.
pub fn home() -> Home {
    let home = Home::new();
    fs::create_dir_all(home.data()).unwrap();
    fs::write(home.data().join("game.txt"), save::write(&begun(), 0)).unwrap();
    home
}

fn a_while(random: &mut Random, most: u64) -> Duration {
    Duration::from_micros(random.below(most * 1000))
}

#[test]
fn kills_in_play_lose_no_move() {
    let (mut tally, mut random, mut place) = (Tally::of("kills in play"), Random(1), home());
    for trial in 0..count() {
        if trial % EACH == 0 {
            place = home();
        }
        let game = place.data().join("game.txt");
        let before = moves(&game);
        let told: String = (before..before + 60).map(flag).collect();
        let player = Player::start(place.command(PROGRAM, &["play", "--plain"]), &told);
        let answered = player.kill_at_work(a_while(&mut random, 120)).answers.len();
        tally.trial(answered, moves(&game) - before);
    }
    tally.end();
}

#[test]
fn kills_in_a_save_lose_no_save() {
    let (mut tally, mut random, mut place) = (Tally::of("kills in save"), Random(2), home());
    for trial in 0..count() {
        if trial % EACH == 0 {
            place = home();
        }
        let before = moves(&place.data().join("game.txt"));
        // The second time overwrites, where there was one.
        let told: String =
            (before..before + 30).map(|number| flag(number) + "save copy\nsave copy\n").collect();
        let player = Player::start(place.command(PROGRAM, &["play", "--plain"]), &told);
        let answers = player.kill_at_work(a_while(&mut random, 120)).answers;
        let saves = answers.iter().enumerate().filter(|(_, answer)| answer.contains("Saved."));
        // How many moves had been made each time that it was said to be saved.
        let saves: Vec<usize> = saves.map(|(at, _)| before + at / 3 + 1).collect();
        let copy = place.data().join("saves/copy.txt");
        let kept = if copy.exists() { moves(&copy) } else { 0 };
        tally.trial(saves.len(), saves.iter().filter(|saved| **saved <= kept).count());
    }
    tally.end();
}

/// On a terminal, since only a person's games are counted. The game is there, or its record is, and never both.
#[test]
fn kills_at_the_end_of_a_game_lose_no_score() {
    let (mut tally, mut random, mut place) = (Tally::of("kills in score"), Random(3), Home::new());
    let (mut before, mut longest) = (BTreeSet::new(), None);
    for trial in 0..count() {
        if trial % EACH == 0 {
            (place, before) = (Home::new(), BTreeSet::new());
            fs::create_dir_all(place.data()).unwrap();
        }
        let waits = place.data().join("game.txt");
        let mut session = game();
        session.act(Action::Open(Cell(1)), 0, &mut ()).unwrap();
        fs::write(&waits, save::write(&session, 0)).unwrap();
        let mut terminal = place.play(&["play", "--plain"]);
        terminal.wait_for("Type `help`").press("open 0 2\n");
        // The first one is let be, to see how long it takes on this machine.
        let start = Instant::now();
        match longest {
            None => _ = terminal.wait_for("You won in"),
            Some(longest) => std::thread::sleep(a_while(&mut random, longest)),
        }
        longest.get_or_insert(2 * start.elapsed().as_millis() as u64 + 1);
        let process = Pid::from_raw(terminal.child.process_id().unwrap().cast_signed()).unwrap();
        kill_process(process, Signal::KILL).unwrap();
        terminal.end();
        let won = terminal.screen().contains("You won in");
        // A record in the game's place is taken from there by whoever plays next.
        if fs::read_to_string(&waits).is_ok_and(|text| save::read(&text).is_err()) {
            Player::start(place.command(PROGRAM, &["play", "--plain"]), "").end();
        }
        let after = counted(&place);
        assert!(after.is_superset(&before), "games that were there are there");
        let new = after.len() - before.len();
        assert!(waits.exists() != (new == 1), "a game is over or goes on: {new}");
        tally.trial(usize::from(won), new);
        before = after;
    }
    tally.end();
}

#[test]
fn kills_in_an_import_lose_no_game() {
    let (mut tally, mut random, mut place) = (Tally::of("kills in import"), Random(4), Home::new());
    let (mut before, mut longest) = (BTreeSet::new(), None);
    for trial in 0..count() {
        if trial % 4 == 0 {
            (place, before) = (Home::new(), BTreeSet::new());
        }
        let batch: Vec<_> = (trial * 600..(trial + 1) * 600).map(record).collect();
        let ids: BTreeSet<String> = batch.iter().map(Record::id).collect();
        fs::write(place.path().join("games.jsonl"), lines(batch)).unwrap();
        let start = Instant::now();
        let import = Player::start(place.command(PROGRAM, &["stats", "import", "games.jsonl"]), "");
        // The first one is let be: it takes as long as it takes on this machine.
        let done = match longest {
            None => import.end(),
            Some(longest) => import.kill_after(a_while(&mut random, longest)),
        };
        longest.get_or_insert(start.elapsed().as_millis() as u64 + 1);
        let said = done.complaints.contains("600 games imported");
        let after = counted(&place);
        assert!(after.is_subset(&(&before | &ids)), "nothing else is there");
        let new = if said { &ids } else { &BTreeSet::new() };
        tally.trial(before.len() + new.len(), after.intersection(&(&before | new)).count());
        before = after;
    }
    tally.end();
}
