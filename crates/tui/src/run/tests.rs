//! Two who play with one folder, by their keys alone: no board that somebody has seen counts, no board of the
//! day counts twice, and no game is lost.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use omnisweep_engine::Outcome;
use omnisweep_session::{Record, save};
use omnisweep_store::Store;
use proptest::prelude::*;

use super::*;
use crate::keeper::Shelf;

/// Every board has a seed of its own.
fn any_seed() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(1);
    LAST.fetch_add(1, Ordering::Relaxed)
}

struct Player {
    app: App,
    files: Files,
    shelf: Shelf,
    over: bool,
}

impl Player {
    fn new(folder: &Path, now: Now) -> Player {
        let mut files = Files::new(Some(folder.to_owned()));
        let waits = files.slot.as_ref().filter(|slot| slot.waits()).map(|slot| load(slot.path()).unwrap());
        let offered = waits.is_some();
        let fresh = || Session::fresh(beginner(Seed::new(any_seed())).unwrap()).unwrap();
        let look = Look { theme: Theme::Dark, depth: crate::Depth::True, ascii: false };
        let mut app = App::new(waits.unwrap_or_else(fresh), false, &Config::default(), look, any_seed);
        app.set_search_limit(50);
        if offered {
            app.offer();
        } else {
            app.greet(now);
        }
        files.note = None;
        Player { app, files, shelf: Shelf::of(Some(folder)), over: false }
    }

    fn press(&mut self, code: KeyCode, now: Now) {
        self.app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), now);
        loop {
            let effects = self.app.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                let reply = match effect {
                    Effect::Work(job) => Some(Reply::Answer(job.run())),
                    Effect::Quit => {
                        self.over = true;
                        None
                    }
                    effect if effect.is_about_statistics() => self.shelf.serve(effect, now),
                    effect => self.files.serve(effect, self.app.session(), now),
                };
                if let Some(reply) = reply {
                    self.app.receive(reply, now);
                }
            }
        }
    }
}

/// What tells a board from others: where its mines are.
type Board = Vec<u64>;

fn board(session: &Session) -> Board {
    session.game().layout().map(|layout| layout.mines().map(|cell| cell.0).collect()).unwrap_or_default()
}

/// Games that can be gone on with from the folder.
fn kept(folder: &Path) -> BTreeSet<Board> {
    let places = [folder.to_owned(), folder.join("aside"), folder.join("saves")];
    let files = places.iter().flat_map(|place| std::fs::read_dir(place).into_iter().flatten().flatten());
    let games = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "txt"));
    games.map(|path| board(&load(&path).unwrap())).collect()
}

fn keys() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        " ", " l", " j", " k", " h", " jjj", " lll", " kk", "LJ ", "f", "c", "i ", "i ", "i ", "u", "n", "r",
        "N\n", "d\n", "d\n ", "wa\n", "wa\n\n", "wb\n", "o\n", "oj\n", "ojj\n", "y", "v", "\u{1b}", "\n",
        "q", "p", "s",
    ])
}

/// What is seen counts for nobody, and nothing is lost: two play by these keys, and are killed now and then.
fn check(steps: Vec<(usize, &'static str, bool)>) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("games.db")).unwrap().store;
    let mut players: [Option<Player>; 2] = [None, None];
    let mut begun: BTreeSet<Board> = BTreeSet::new();
    let mut seen: BTreeSet<Board> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (at, (who, keys, killed)) in steps.into_iter().enumerate() {
        let now = Now { ms: at as u64 * 700, wall: 1_763_247_600_000 + at as u64 * 700 };
        if killed || players[who].as_ref().is_some_and(|player| player.over) {
            players[who] = None;
        }
        let player = players[who].get_or_insert_with(|| Player::new(folder.path(), now));
        for key in keys.chars() {
            player.press(
                match key {
                    '\n' => KeyCode::Enter,
                    '\u{1b}' => KeyCode::Esc,
                    key => KeyCode::Char(key),
                },
                now,
            );
            let session = player.app.session();
            for record in new_records(&store, &mut known) {
                let game = save::read(record.replay.as_ref().unwrap()).unwrap();
                let board = board(&game);
                if record.practice.is_none() {
                    prop_assert!(!seen.contains(&board), "seen before, and counts: {record:?}");
                }
                seen.insert(board);
            }
            if session.in_play() && session.game().layout().is_some() {
                begun.insert(board(session));
            }
            if session.log().is_empty() {
                // All of it was taken back.
                begun.remove(&board(session));
            }
            let kept = kept(folder.path());
            for lost in begun.difference(&seen) {
                prop_assert!(kept.contains(lost), "a game is lost after {keys:?} of {who}");
            }
            if session.game().outcome() != Outcome::Playing {
                seen.insert(board(session));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nothing_seen_counts_and_nothing_is_lost(
        steps in prop::collection::vec((0..2_usize, keys(), prop::bool::weighted(0.03)), 1..120),
    ) {
        check(steps)?;
    }
}

/// The board of a day can be begun again while the first attempt waits, or is on another screen: whoever has seen it to
/// its end there knows it here.
#[test]
fn a_first_attempt_that_waits_does_not_count_once_the_board_was_seen() {
    let steps =
        |steps: &[(usize, &'static str)]| steps.iter().map(|&(who, keys)| (who, keys, false)).collect();
    check(steps(&[(0, "d\n "), (0, "d\n "), (0, "LJ "), (0, "o\n"), (0, "LJ ")])).unwrap();
    check(steps(&[(0, "d\n "), (1, "d\n "), (1, "LJ "), (0, "LJ ")])).unwrap();
    check(steps(&[(0, "d\n "), (0, "N\n"), (0, "d\n "), (0, "LJ "), (0, "oj\n"), (0, "LJ ")])).unwrap();
}

/// The records that came since the last time.
fn new_records(store: &Store, known: &mut BTreeSet<String>) -> Vec<Record> {
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    let lines = String::from_utf8(text).unwrap();
    let records = lines.lines().map(|line| Record::read(line).unwrap());
    records.filter(|record| known.insert(record.id())).collect()
}

#[test]
fn the_board_of_the_day_is_one_attempt_of_two_instances() {
    let folder = tempfile::tempdir().unwrap();
    let now = Now { ms: 0, wall: 1_763_247_600_000 };
    let mut players = [(); 2].map(|()| Player::new(folder.path(), now));
    // Both have it before them, and neither has begun.
    for player in &mut players {
        for key in [KeyCode::Char('d'), KeyCode::Enter] {
            player.press(key, now);
        }
        assert_eq!(player.app.session().practice(), None);
    }
    players.iter_mut().for_each(|player| player.press(KeyCode::Char(' '), now));
    let practice = players.map(|player| player.app.session().practice().is_some());
    assert_eq!(practice, [false, true]);
}
