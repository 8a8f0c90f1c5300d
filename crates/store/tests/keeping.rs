//! Whatever becomes of the file, the folder or the program, games that were kept are kept.

#![allow(clippy::unwrap_used)]

mod games;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader, Read, Write as _};
use std::path::Path;

use games::{fill, game, games, ids, import, lines, of_version_2};
use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{Category, GameSummary, Level, Record, Seed, Session, Setup, Statistics};
use omnisweep_store::{BadLine, Lines, Slot, Store, StoreError, load};
use omnisweep_testing::patience::wait;
use proptest::prelude::*;

// Import.

#[test]
fn good_lines_are_taken_in_and_bad_ones_are_named() {
    let all = games(600);
    let mut text = String::new();
    for (at, record) in all.iter().enumerate() {
        match at {
            7 => text += "\n",
            300 => text += "what is this\n",
            _ => {}
        }
        text += &(record.write() + "\n");
    }
    text += &all[0].write().replace("\"undos\":0", "\"undos\":1");
    let mut store = Store::in_memory().unwrap();
    let imported = import(&mut store, &text, Lines::Good);
    assert_eq!((imported.new, imported.known, imported.bad), (600, 0, 2));
    let told: Vec<u64> = imported.told.iter().map(|bad| bad.line).collect();
    assert_eq!(told, [302, 603]);
    assert!(imported.told[0].error.contains("no record"), "{:?}", imported.told);
    // All or nothing is nothing, here.
    let mut store = Store::in_memory().unwrap();
    let imported = import(&mut store, &text, Lines::AllOrNone);
    assert_eq!((imported.new, imported.bad, store.count().unwrap()), (0, 2, 0));
    let imported = import(&mut store, &lines(&all), Lines::AllOrNone);
    assert_eq!((imported.new, imported.bad, store.count().unwrap()), (600, 0, 600));
}

#[test]
fn what_is_no_text_or_has_no_moves_is_a_bad_line() {
    let mut store = Store::in_memory().unwrap();
    let mut forged = game(1, 5000, 5, false);
    (forged.replay, forged.board, forged.metrics.time) = (None, None, 1);
    let text = [b"\xff\n".as_slice(), forged.write().as_bytes()].concat();
    let imported = store.import(&mut &text[..], Lines::Good).unwrap();
    assert_eq!(imported.bad, 2);
    assert_eq!(imported.told[0], BadLine { line: 1, error: "this is not text".to_owned() });
    assert!(imported.told[1].error.contains("replay"), "{:?}", imported.told);
}

/// A win on a board too large to be replayed: kept, and never among best times.
#[test]
fn what_nobody_can_replay_does_not_rank() {
    let shape = Shape::new(&[1025, 1025]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 1, Some(Seed::new(1)));
    let mut session = Session::fresh(setup).unwrap();
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let record = Record::of(&session, 1).unwrap();
    let mut store = Store::in_memory().unwrap();
    assert_eq!(import(&mut store, &record.write(), Lines::Good).new, 1);
    let statistics = store.statistics().unwrap().remove(0);
    assert_eq!((statistics.wins, statistics.best, statistics.speed), (1, None, None));
    assert!(store.best(&Category::of(&record), 10).unwrap().is_empty());
    assert_eq!(store.standing(&record).unwrap(), None);
    assert_eq!(store.record(&record.id()).unwrap(), Some(record));
}

/// Lines that stop coming, until somebody goes on with them.
struct Hanging<'a> {
    text: &'a [u8],
    go_on: &'a dyn Fn(),
}

impl Read for Hanging<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() {
            (self.go_on)();
        }
        self.text.read(out)
    }
}

#[test]
fn a_game_that_ends_while_an_import_hangs_is_kept_at_once() {
    for how in [Lines::Good, Lines::AllOrNone] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut store = Store::open(&path).unwrap().store;
        let (text, mine) = (lines(&games(1000)), game(7, 123, 77, false));
        let meanwhile = || {
            let other = Store::open(&path).unwrap().store;
            assert!(!ids(&other).contains(&mine.id()) || !other.insert(&mine).unwrap());
            other.insert(&mine).unwrap();
            assert!(other.standing(&mine).is_ok());
        };
        let mut input = BufReader::new(Hanging { text: text.as_bytes(), go_on: &meanwhile });
        assert_eq!(store.import(&mut input, how).unwrap().new, 1000);
        assert!(ids(&store).contains(&mine.id()));
        assert_eq!(store.count().unwrap(), 1001);
    }
}

#[test]
fn an_import_ends_with_a_line_that_does_not() {
    let mut store = Store::in_memory().unwrap();
    let text = lines(&games(3));
    let mut input = BufReader::new(text.as_bytes().chain(io::repeat(b'x')));
    let error = store.import(&mut input, Lines::Good).unwrap_err();
    assert!(error.to_string().contains("line 4"), "{error}");
    assert_eq!(store.count().unwrap(), 3);
    let mut store = Store::in_memory().unwrap();
    let mut input = BufReader::new(text.as_bytes().chain(io::repeat(b'x')));
    assert!(store.import(&mut input, Lines::AllOrNone).is_err());
    assert_eq!(store.count().unwrap(), 0);
}

// Records that wait.

#[test]
fn a_record_that_cannot_be_written_now_waits_and_is_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let record = game(1, 1, 1, false);
    let file = Store::leave(&path, &record).unwrap();
    assert!(file.exists());
    // Half of one, as nobody of ours would leave it, does no harm, and stays.
    fs::write(file.with_file_name("torn.json"), &record.write()[..100]).unwrap();
    let store = Store::open(&path).unwrap().store;
    assert_eq!(ids(&store), BTreeSet::from([record.id()]));
    assert!(!file.exists());
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    // Taken in twice, it is there once.
    Store::leave(&path, &record).unwrap();
    assert_eq!(Store::open(&path).unwrap().store.count().unwrap(), 1);
}

#[test]
fn who_has_the_database_locked_keeps_nobody_from_leaving_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let store = Store::open(&path).unwrap().store;
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let record = game(1, 1, 1, false);
    assert!(store.insert(&record).is_err());
    Store::leave(&path, &record).unwrap();
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(Store::open(&path).unwrap().store.count().unwrap(), 1);
}

#[test]
fn where_there_is_no_folder_to_wait_in_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let path = folder.path().join("file/games.db");
    assert!(matches!(Store::leave(&path, &game(1, 1, 1, false)), Err(StoreError::File { .. })));
}

// Sums.

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Whatever the order in which games come, their sums are those of all games.
    #[test]
    fn sums_are_those_of_the_games(
        found in prop::collection::vec((0..40_u64, 0..2000_u64, 0..30_u64, any::<bool>()), 1..40),
        batches in prop::collection::vec(1..10_usize, 1..8),
    ) {
        let mut store = Store::in_memory().unwrap();
        let mut all: Vec<Record> = Vec::new();
        let mut rest = &found[..];
        for (at, size) in batches.into_iter().enumerate() {
            let (batch, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            let batch: Vec<Record> =
                batch.iter().map(|&(seed, time, at, practice)| game(seed, time, at, practice)).collect();
            match at % 2 {
                0 => batch.iter().for_each(|record| _ = store.insert(record).unwrap()),
                _ => _ = import(&mut store, &lines(&batch), Lines::Good),
            }
            all.extend(batch);
            let mut games = all.clone();
            games.sort_by_key(|record| (record.finished, record.id()));
            games.dedup();
            let played: Vec<GameSummary> = games.iter().map(GameSummary::of).collect();
            let expected: Vec<Statistics> = match games.first() {
                Some(first) => vec![Statistics::of(Category::of(first), &played)],
                None => Vec::new(),
            };
            prop_assert_eq!(store.statistics().unwrap(), expected);
            prop_assert_eq!(store.count().unwrap(), games.len() as u64);
        }
    }
}

/// A test may be run by one who may write everywhere; so a folder is in the way of a file that is needed.
#[test]
fn what_cannot_be_written_can_still_be_read() {
    for old in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("100 % #1 ?.db");
        let all = games(30);
        match old {
            false => fill(&path, &all),
            true => of_version_2(&path, &all),
        }
        _ = fs::remove_file(folder.path().join("100 % #1 ?.db.lock"));
        fs::create_dir(folder.path().join("100 % #1 ?.db.lock")).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert!(Store::open(&path).is_err());
        let store = Store::look(&path).unwrap().store;
        assert_eq!(ids(&store), all.iter().map(Record::id).collect());
        assert_eq!(store.statistics().unwrap().len(), 1);
        assert!(store.best(&Category::of(&all[0]), 10).is_ok());
        assert!(old || store.insert(&game(999, 9, 9, false)).is_err());
        assert!(store.attempted("2026-11-15".parse().unwrap(), Level::Cube).unwrap());
        drop(store);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_newer_database_is_not_looked_at_either() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path, &games(3));
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(&path).unwrap();
    for opened in [Store::open(&path), Store::look(&path), Store::mend(&path)] {
        assert!(matches!(opened, Err(StoreError::Newer)));
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    // A game that ends meanwhile waits for the program that understands it.
    let record = game(1, 1, 1, false);
    assert!(Store::leave(&path, &record).unwrap().exists());
}

// Two at once, and the end of a program at any time.

/// Set for a process that only imports, and is killed on the way.
const IMPORTS: &str = "OMNISWEEP_TEST_IMPORTS";

/// No test by itself: what the next one starts and kills.
#[test]
fn imports_until_it_is_killed() {
    let Some(path) = std::env::var_os(IMPORTS) else { return };
    let mut store = Store::open(Path::new(&path)).unwrap().store;
    _ = store.import(&mut io::stdin().lock(), Lines::Good);
}

#[test]
fn an_import_that_is_killed_leaves_whole_games_and_right_sums() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(1200);
    let text = lines(&all);
    let mut kept = 0;
    for round in 1..=4 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "imports_until_it_is_killed", "--nocapture"])
            .env(IMPORTS, &path)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let part: usize = text.lines().take(300 * round).map(|line| line.len() + 1).sum();
        _ = input.write_all(&text.as_bytes()[..part]);
        // Somewhere in the middle of what it was given.
        wait(
            || "some games".to_owned(),
            || Store::open(&path).ok()?.store.count().ok().filter(|&count| count > kept),
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(&path).unwrap().store;
        let count = store.count().unwrap();
        assert!(count >= kept, "nothing that was there is gone");
        kept = count;
        let there = ids(&store);
        assert_eq!(there.len() as u64, count, "sums count what is there");
        store.check(u64::MAX).unwrap();
    }
    let mut store = Store::open(&path).unwrap().store;
    import(&mut store, &text, Lines::Good);
    assert_eq!(ids(&store).len(), 1200);
}

#[test]
fn two_imports_at_once_and_one_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let (all, mine) = (games(1000), games(1010).split_off(1000));
    let text = lines(&all);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut store = Store::open(&path).unwrap().store;
                let imported = import(&mut store, &text, Lines::Good);
                assert_eq!((imported.new + imported.known, imported.bad), (1000, 0));
            });
        }
        for record in &mine {
            let store = Store::open(&path).unwrap().store;
            if store.insert(record).is_err() {
                Store::leave(&path, record).unwrap();
            }
        }
    });
    let store = Store::open(&path).unwrap().store;
    assert_eq!((store.count().unwrap(), ids(&store).len()), (1010, 1010));
}

// The end of a game.

#[test]
fn a_game_that_ends_is_a_game_or_a_record_at_any_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let record = game(1, 1, 1, false);
    let text = |slot: &Slot| fs::read_to_string(slot.path()).unwrap();
    let mut slot = Slot::take(folder.path()).unwrap();
    slot.keep("a game").unwrap();
    assert_eq!(text(&slot), "a game");
    slot.finish(&record).unwrap();
    assert!(!slot.waits() && !slot.is_ours());
    assert_eq!(ids(&Store::open(&database).unwrap().store), BTreeSet::from([record.id()]));
    // Killed before the record was moved to where it waits: whoever takes the place moves it.
    let next = game(2, 2, 2, false);
    slot.keep(&next.write()).unwrap();
    drop(slot);
    let mut slot = Slot::take(folder.path()).unwrap();
    assert!(!slot.waits(), "a record is no game to go on with");
    assert_eq!(Store::open(&database).unwrap().store.count().unwrap(), 2);
    // One that was never kept, since it ended with its first move, has a record as well.
    slot.finish(&game(3, 3, 3, false)).unwrap();
    assert_eq!(Store::open(&database).unwrap().store.count().unwrap(), 3);
    // Where there is no room for the record, the game is over all the same.
    fs::remove_dir_all(folder.path().join("waiting")).unwrap();
    fs::write(folder.path().join("waiting"), "in the way").unwrap();
    slot.keep("a game").unwrap();
    assert!(slot.finish(&game(4, 4, 4, false)).is_err());
    assert!(!slot.waits());
}

#[test]
fn a_game_that_cannot_be_taken_away_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut slot = Slot::take(folder.path()).unwrap();
    slot.keep("a game").unwrap();
    fs::remove_file(slot.path()).unwrap();
    fs::create_dir(slot.path()).unwrap();
    assert!(slot.clear().is_err() && slot.is_ours());
    // One that is gone already is no error.
    fs::remove_dir(slot.path()).unwrap();
    assert!(slot.clear().is_ok() && !slot.is_ours());
}

#[test]
fn what_is_larger_than_any_game_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::File::create(&path).unwrap().set_len((1 << 30) + 1).unwrap();
    let error = load(&path).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}
