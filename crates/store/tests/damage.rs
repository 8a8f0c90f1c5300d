//! Of a damaged database, and of one of another version, all that can be read is saved.

#![allow(clippy::unwrap_used)]

mod games;

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use games::{fill, games, ids, long_game, of_version_2};
use omnisweep_session::daily::Day;
use omnisweep_session::{Category, GameSummary, Level, Record, Statistics};
use omnisweep_store::{Store, StoreError};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Bytes of the file are overwritten anywhere: what can be read is saved, what was there is kept, and
    /// nothing is there that was not.
    #[test]
    fn a_damaged_database_is_mended(at: prop::sample::Index, length in 1..20_000_usize, byte: u8, cut: bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let all = games(150);
        fill(&path, &all);
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes[at..end].fill(byte);
        bytes.truncate(if cut { end } else { bytes.len() });
        fs::write(&path, &bytes).unwrap();
        let there: BTreeSet<String> = all.iter().map(Record::id).collect();
        let opened = Store::open(&path).and_then(|opened| {
            // Whoever uses it sees what is wrong with it.
            let sound = opened.store.check(u64::MAX);
            drop(opened.store);
            match sound {
                Ok(()) => Ok(opened.damaged),
                Err(error) if error.is_damage() => Store::mend(&path).map(|opened| opened.damaged),
                Err(error) => Err(error),
            }
        });
        if let Err(error @ StoreError::Newer) = opened {
            // Its version was overwritten; it is left alone.
            prop_assert_eq!(fs::read(&path).unwrap(), bytes, "{}", error);
            return Ok(());
        }
        let damaged = opened.unwrap();
        let store = Store::open(&path).unwrap().store;
        let left: BTreeSet<String> = match damaged {
            Some(damaged) => {
                prop_assert_eq!(&fs::read(&damaged.aside).unwrap(), &bytes);
                let left = ids(&store);
                prop_assert_eq!(damaged.salvaged, left.len() as u64);
                left
            }
            // Damage that is no damage to SQLite is damage to a record, at most.
            None => return Ok(()),
        };
        prop_assert!(left.is_subset(&there));
        // Only what was on the damaged pages is lost: there are at most thirty of these games on one.
        let most = 30 * (length.div_ceil(4096) + 1);
        prop_assert!(cut || left.len() + most >= there.len(), "{} of {}", left.len(), there.len());
    }
}

/// A file with some of its bytes overwritten, written to a place.
fn overwrite(from: &Path, to: &Path, range: Range<usize>) -> Vec<u8> {
    let mut bytes = fs::read(from).unwrap();
    bytes[range].fill(b'x');
    fs::write(to, &bytes).unwrap();
    bytes
}

#[test]
fn of_a_database_without_its_first_page_every_game_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(200);
    fill(&path, &all);
    let bytes = overwrite(&path, &path, 0..4096);
    let opened = Store::open(&path).unwrap();
    let damaged = opened.damaged.unwrap();
    assert_eq!(damaged.salvaged, 200);
    assert_eq!(fs::read(&damaged.aside).unwrap(), bytes, "nothing of it is lost");
    assert_eq!(ids(&opened.store), all.iter().map(Record::id).collect());
    let played: Vec<GameSummary> = all.iter().map(GameSummary::of).collect();
    assert_eq!(opened.store.statistics().unwrap(), [Statistics::of(Category::of(&all[0]), &played)]);
    let day: Day = "2026-11-15".parse().unwrap();
    assert!(opened.store.attempted(day, Level::Cube).unwrap());
    drop(opened.store);
    let again = Store::open(&path).unwrap();
    assert_eq!((again.damaged, again.store.count().unwrap()), (None, 200));
}

#[test]
fn what_is_still_in_the_journal_is_saved_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(50);
    let store = Store::open(&path).unwrap().store;
    for record in &all {
        store.insert(record).unwrap();
    }
    // As it is while the program runs, or after it was killed.
    let killed = folder.path().join("killed.db");
    let file = |name: &str| folder.path().join(name);
    overwrite(&path, &killed, 0..8);
    overwrite(&file("games.db-wal"), &file("killed.db-wal"), 24..32);
    let opened = Store::open(&killed).unwrap();
    assert!(opened.damaged.is_some());
    assert_eq!(ids(&opened.store), all.iter().map(Record::id).collect());
}

/// A record that has no room on its page goes on over others.
#[test]
fn long_games_are_saved_from_the_database_and_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all: Vec<Record> = (0..40).map(|number| long_game(number, 1 + 150 * number)).collect();
    let longest = all.last().unwrap().pack().len();
    assert!(longest > 3 * 4096 && all[0].pack().len() < 1000, "{longest}");
    let (before, after) = all.split_at(25);
    fill(&path, before);
    let store = Store::open(&path).unwrap().store;
    after.iter().for_each(|record| assert!(store.insert(record).unwrap()));
    // Killed before what is in the journal is put in its place.
    let killed = folder.path().join("killed.db");
    let file = |name: &str| folder.path().join(name);
    overwrite(&path, &killed, 0..100);
    overwrite(&file("games.db-wal"), &file("killed.db-wal"), 24..32);
    let opened = Store::open(&killed).unwrap();
    assert_eq!(opened.damaged.unwrap().salvaged, 40);
    assert_eq!(ids(&opened.store), all.iter().map(Record::id).collect());
}

#[test]
fn a_database_is_looked_through_every_two_weeks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path, &games(300));
    let (day, checked) = (24 * 3_600_000, 1_763_247_600_000);
    Store::open(&path).unwrap().store.check(checked).unwrap();
    let middle = fs::metadata(&path).unwrap().len() as usize / 4096 / 2 * 4096;
    overwrite(&path, &path, middle..middle + 4096);
    let store = Store::open(&path).unwrap().store;
    assert!(store.check(checked + 13 * day).is_ok(), "not yet");
    assert!(store.check(checked + 14 * day).is_err_and(|error| error.is_damage()));
}

#[test]
fn what_is_no_database_is_kept_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let text = "These are not the games you are looking for.";
    fs::write(&path, text).unwrap();
    let opened = Store::open(&path).unwrap();
    let damaged = opened.damaged.unwrap();
    assert_eq!((damaged.salvaged, opened.store.count().unwrap()), (0, 0));
    assert_eq!(fs::read_to_string(damaged.aside).unwrap(), text);
}

#[test]
fn mending_that_was_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    fill(&path, &games(20));
    // Stopped between the two renames, the new one is beside its place.
    fs::rename(&path, folder.path().join("games.db.mended")).unwrap();
    assert_eq!(Store::open(&path).unwrap().store.count().unwrap(), 20);
}

// Earlier versions, and folders that cannot be written.

#[test]
fn a_database_of_an_earlier_version_becomes_todays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(300);
    of_version_2(&path, &all);
    // One that is no record is not thrown away.
    let connection = rusqlite::Connection::open(&path).unwrap();
    let torn = "INSERT INTO game VALUES ('torn', 0, 0, 0, '', 0, '', '', 0, 0, 0, '{torn')";
    connection.execute(torn, []).unwrap();
    drop(connection);
    let before = fs::metadata(&path).unwrap().len();
    let store = Store::open(&path).unwrap().store;
    assert_eq!(ids(&store), all.iter().map(Record::id).collect());
    let played: Vec<GameSummary> = all.iter().map(GameSummary::of).collect();
    assert_eq!(store.statistics().unwrap(), [Statistics::of(Category::of(&all[0]), &played)]);
    assert!(store.attempted("2026-11-15".parse().unwrap(), Level::Cube).unwrap());
    drop(store);
    assert!(fs::metadata(&path).unwrap().len() < before, "it is smaller now");
    let connection = rusqlite::Connection::open(&path).unwrap();
    let left: String = connection.query_row("SELECT record FROM game", [], |row| row.get(0)).unwrap();
    assert_eq!(left, "{torn");
    assert!(!copy_of_version_2(&path).exists(), "it has worked");
}

fn copy_of_version_2(path: &Path) -> PathBuf {
    path.with_file_name("games.db.version-2")
}

#[test]
fn a_database_of_an_earlier_version_is_kept_until_it_has_become_todays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(300);
    of_version_2(&path, &all);
    let alter = |change: &str| rusqlite::Connection::open(&path).unwrap().execute(change, []).unwrap();
    // Something is in the way of the new tables.
    alter("CREATE TABLE note (x)");
    let games_in = |path: &Path| -> (i64, i64) {
        let connection = rusqlite::Connection::open(path).unwrap();
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        (version, connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap())
    };
    for _ in 0..2 {
        assert!(Store::open(&path).is_err());
        assert_eq!((games_in(&path), games_in(&copy_of_version_2(&path))), ((2, 300), (2, 300)));
    }
    alter("DROP TABLE note");
    assert_eq!(ids(&Store::open(&path).unwrap().store), all.iter().map(Record::id).collect());
    assert!(!copy_of_version_2(&path).exists());
}

#[test]
fn what_was_damaged_when_it_became_todays_is_mended_by_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let (all, later) = (games(300), games(320));
    of_version_2(&copy_of_version_2(&path), &all);
    fill(&path, &later[300..]);
    assert!(!copy_of_version_2(&path).exists(), "today's is sound");
    // Stopped before anybody had looked, and the file was overwritten but for its beginning.
    of_version_2(&copy_of_version_2(&path), &all);
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0);
    fs::write(&path, bytes).unwrap();
    let opened = Store::open(&path).unwrap();
    assert_eq!(opened.damaged.map(|damaged| damaged.salvaged), Some(300));
    assert_eq!(ids(&opened.store), all.iter().map(Record::id).collect());
    assert!(!copy_of_version_2(&path).exists());
}

#[test]
fn a_damaged_database_of_an_earlier_version_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let all = games(300);
    of_version_2(&path, &all);
    overwrite(&path, &path, 0..4096);
    let opened = Store::open(&path).unwrap();
    assert_eq!(opened.damaged.unwrap().salvaged, 300);
    assert!(opened.store.attempted("2026-11-15".parse().unwrap(), Level::Cube).unwrap());
}
