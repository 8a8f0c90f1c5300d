//! Games go in and come out, whatever else happens to the file.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use omnisweep_engine::{Action, Cell, FirstCell, RuleSet};
use omnisweep_session::daily::{self, DailyBoard, Day};
use omnisweep_session::{Category, Level, Practice, Record, Seed, Session, Setup, save};
use omnisweep_store::{Imported, Lines, MOST_ASIDE, Saves, Slot, Store, StoreError, load};
use omnisweep_testing::boards::drawn;

/// A game on a small board that took so long and ended then.
fn game(won: bool, time: u64, finished: u64, assisted: bool) -> Record {
    let layout = drawn("*..\n...\n");
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 1, Some(Seed::new(1)));
    let mut session = Session::fresh(Setup { first: FirstCell::Safe, ..setup }).unwrap();
    session.lay(layout).unwrap();
    let cell = |row, column| session.game().shape().cell(&[row, column]).unwrap();
    let (blank, flag, mine) = (cell(0, 2), cell(1, 1), cell(0, 0));
    let (corner, side) = (cell(1, 0), cell(0, 1));
    session.act(Action::Flag(flag), 0, &mut ()).unwrap();
    if assisted {
        session.practise(Practice::Help);
    }
    if won {
        session.act(Action::Flag(flag), 0, &mut ()).unwrap();
        session.act(Action::Open(blank), time, &mut ()).unwrap();
        _ = session.act(Action::Open(corner), time, &mut ());
        _ = session.act(Action::Open(side), time, &mut ());
    } else {
        session.act(Action::Open(mine), time, &mut ()).unwrap();
    }
    let record = Record::of(&session, finished).unwrap();
    assert_eq!(record.won, won);
    record
}

fn category() -> Category {
    Category::of(&game(true, 1, 1, false))
}

fn text_of(store: &Store) -> String {
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_same_game_is_kept_once() {
    let store = Store::in_memory().unwrap();
    let record = game(true, 1500, 10, false);
    assert!(store.insert(&record).unwrap());
    assert!(!store.insert(&record).unwrap());
    assert!(store.insert(&game(true, 1500, 11, false)).unwrap());
    assert_eq!(store.count().unwrap(), 2);
    let games = store.games(&category()).unwrap();
    assert_eq!((store.categories().unwrap(), games.len()), (vec![category()], 2));
    assert_eq!(store.record(&games[1].id).unwrap(), Some(game(true, 1500, 11, false)));
    assert_eq!(store.record("none").unwrap(), None);
}

/// The board of a day, won or lost then.
fn of_day(day: &str, level: impl Into<DailyBoard> + Copy, won: bool, finished: u64) -> Record {
    let day: Day = day.parse().unwrap();
    let (layout, _) = daily::board(day, level);
    let mut session = daily::session(day, level, day, false).unwrap();
    session.lay(layout.clone()).unwrap();
    for cell in (0..layout.shape().cells()).map(Cell) {
        if layout.contains(cell) != won {
            _ = session.act(Action::Open(cell), 5000, &mut ());
        }
    }
    Record::of(&session, finished).unwrap()
}

#[test]
fn boards_of_the_day_are_found_and_make_streaks() {
    let store = Store::in_memory().unwrap();
    let noon = |day: &str| day.parse::<Day>().unwrap().begins() + 12 * 3_600_000;
    for (second, (day, level, won, played)) in [
        ("2026-11-13", DailyBoard::Beginner, true, "2026-11-13"),
        ("2026-11-14", DailyBoard::Beginner, false, "2026-11-14"),
        ("2026-11-14", DailyBoard::Cube, true, "2026-11-14"),
        ("2026-11-15", DailyBoard::Hard, true, "2026-11-15"),
        // Won a day late: seen, but no streak.
        ("2026-11-11", DailyBoard::Beginner, true, "2026-11-12"),
    ]
    .into_iter()
    .enumerate()
    {
        store.insert(&of_day(day, level, won, noon(played) + second as u64)).unwrap();
    }
    store.insert(&game(true, 1, noon("2026-11-15"), false)).unwrap();
    let played = store.daily().unwrap();
    let seen: Vec<_> =
        played.iter().map(|daily| (daily.day.to_string(), daily.board, daily.keeps_streak())).collect();
    assert_eq!(
        seen,
        [
            ("2026-11-11".to_owned(), DailyBoard::Beginner, false),
            ("2026-11-13".to_owned(), DailyBoard::Beginner, true),
            ("2026-11-14".to_owned(), DailyBoard::Beginner, false),
            ("2026-11-14".to_owned(), DailyBoard::Cube, true),
            ("2026-11-15".to_owned(), DailyBoard::Hard, true),
        ]
    );
    for daily in &played {
        let record = store.record(&daily.kept.id).unwrap().unwrap();
        assert_eq!(daily::won_on(&record).is_some(), daily.keeps_streak());
    }
    let streak = |today: &str| store.streak(today.parse().unwrap()).unwrap().now;
    assert_eq!((streak("2026-11-15"), streak("2026-11-16"), streak("2026-11-17")), (3, 3, 0));
    // They come out, and go in again.
    let mut other = Store::in_memory().unwrap();
    assert_eq!(other.import(&mut text_of(&store).as_bytes(), Lines::Good).unwrap().new, 6);
    assert_eq!(other.daily().unwrap(), played);
}

#[test]
fn best_times_are_wins_without_help() {
    let store = Store::in_memory().unwrap();
    for record in [
        game(true, 3000, 1, false),
        game(true, 1000, 2, true),
        game(false, 10, 3, false),
        game(true, 2000, 4, false),
        game(true, 2000, 5, false),
    ] {
        store.insert(&record).unwrap();
    }
    let best = store.best(&category(), 10).unwrap();
    assert_eq!(
        best.iter().map(|best| (best.time, best.finished)).collect::<Vec<_>>(),
        [(2000, 4), (2000, 5), (3000, 1)]
    );
    assert_eq!(store.best(&category(), 1).unwrap().len(), 1);
    let other = Category { mines: 2, ..category() };
    assert!(store.best(&other, 10).unwrap().is_empty());
}

#[test]
fn statistics_count_games_wins_and_streaks() {
    let store = Store::in_memory().unwrap();
    // Put in out of order: what counts is when they ended.
    for (finished, won) in [(5, true), (1, true), (2, true), (3, true), (4, false), (6, true)] {
        store.insert(&game(won, finished * 1000, finished, false)).unwrap();
    }
    store.insert(&game(false, 9000, 7, true)).unwrap();
    let all = store.statistics().unwrap();
    let [statistics] = &all[..] else { panic!("{all:?}") };
    assert_eq!(statistics.category, category());
    assert_eq!((statistics.games, statistics.wins, statistics.practice), (6, 5, 1));
    assert_eq!((statistics.streak, statistics.longest_streak), (2, 3));
    assert_eq!((statistics.best, statistics.mean()), (Some(1000), Some(3400)));
    assert_eq!(statistics.played, 21_000);
    assert_eq!(statistics.win_rate(), Some(5.0 / 6.0));
    assert_eq!(statistics.speed, Some(2.0));
    assert_eq!(statistics.category.board(), "2x3/1");
}

#[test]
fn an_export_is_taken_in_elsewhere_without_loss_or_doubles() {
    let store = Store::in_memory().unwrap();
    for finished in 0..20 {
        store.insert(&game(finished % 3 == 0, 100 + finished, finished, finished % 7 == 0)).unwrap();
    }
    let text = text_of(&store);
    assert_eq!(text.lines().count(), 20);
    let mut other = Store::in_memory().unwrap();
    other.insert(&game(true, 100, 0, true)).unwrap();
    let mut import = |lines| other.import(&mut text.as_bytes(), lines).unwrap();
    assert_eq!(import(Lines::Good), Imported { new: 19, known: 1, ..Imported::default() });
    assert_eq!(import(Lines::AllOrNone), Imported { known: 20, ..Imported::default() });
    assert_eq!(text_of(&other), text);
    assert_eq!(other.statistics().unwrap(), store.statistics().unwrap());
}

#[test]
fn many_instances_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("games.db");
    std::thread::scope(|scope| {
        for instance in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for round in 0..10 {
                    // Opened again and again, so that the first openings meet.
                    let opened = Store::open(path).unwrap();
                    assert_eq!(opened.damaged, None);
                    assert!(opened.store.insert(&game(true, 1, instance * 100 + round, false)).unwrap());
                }
            });
        }
    });
    assert_eq!(Store::open(&path).unwrap().store.count().unwrap(), 40);
}

#[test]
fn a_newer_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(Store::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    // Not even the kind of its journal is changed.
    connection.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(())).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = fs::read(&path).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Newer)));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|file| { file.as_ref().unwrap().file_name().to_string_lossy().contains("damaged") })
            .count(),
        0
    );
}

#[test]
fn a_folder_that_cannot_be_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(matches!(Store::open(&folder.path().join("file/games.db")), Err(StoreError::File { .. })));
    assert!(Store::open(folder.path()).is_err());
}

#[test]
fn every_instance_has_a_place_of_its_own_for_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = {
        let layout = drawn("*..\n...\n");
        let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 1, None);
        save::write(&Session::on(setup, layout).unwrap(), 0)
    };
    let mut one = Slot::take(folder.path()).unwrap();
    let mut two = Slot::take(folder.path()).unwrap();
    assert_ne!(one.path(), two.path());
    assert!(!one.waits());
    assert_eq!(one.keep(&text).unwrap(), None);
    assert_eq!(two.keep(&text).unwrap(), None);
    let two_path = two.path().to_owned();
    drop(two);
    // The place that was left has a game that nobody plays; the other is taken.
    let mut three = Slot::take(folder.path()).unwrap();
    assert_eq!(three.path(), two_path);
    assert!(three.waits() && !three.is_ours());
    // Another game pushes it out, but not away.
    let older = three.keep(&text).unwrap().unwrap();
    assert!(load(&older).is_ok());
    assert!(three.resume().is_ok());
    three.clear().unwrap();
    assert!(!three.waits());
    drop(one);
    drop(three);
    assert!(Slot::take(folder.path()).unwrap().waits(), "a game that waits comes first");
}

/// A game on a fresh board, with its first cell open.
fn running(seed: u64) -> Session {
    let shape = omnisweep_engine::Shape::new(&[9, 9]).unwrap();
    let setup = Setup::new(RuleSet::Modern, shape, 10, Some(Seed::new(seed)));
    let mut session = Session::fresh(setup).unwrap();
    session.act(Action::Open(Cell(40)), 0, &mut ()).unwrap();
    assert!(session.in_play());
    session
}

#[test]
fn a_game_that_was_put_aside_goes_on_once_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, mut slot) = (Saves::of(folder.path()), Slot::take(folder.path()).unwrap());
    let text = save::write(&running(1), 0);
    slot.keep(&text).unwrap();
    let name = saves.put_aside(&mut slot, &running(1), 0).unwrap().name;
    assert_eq!(name, "beginner 1970-01-01 00.00");
    assert!(!slot.waits());
    slot.keep(&text).unwrap();
    assert_eq!(saves.put_aside(&mut slot, &running(1), 0).unwrap().name, "beginner 1970-01-01 00.00 (2)");
    assert_eq!(saves.list().len(), 2);
    let (taken, aside) = saves.go_on(&name, &mut slot, None, 0).unwrap();
    assert_eq!(aside, None);
    assert_eq!((taken.practice(), slot.waits(), saves.has(&name)), (None, true, false));
    assert!(saves.go_on(&name, &mut slot, None, 0).is_err(), "it is in the slot now, and nowhere else");
    assert_eq!(save::write(&slot.resume().unwrap(), 0), text);
}

#[test]
fn a_copy_is_practice_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::of(folder.path());
    let mut session = running(1);
    let text = save::write_copy(&mut session, 0);
    assert_eq!(session.practice(), Some(Practice::Copied), "there are two now");
    saves.write("before lunch", &text, false).unwrap();
    assert!(saves.write("before lunch", &text, false).is_err());
    saves.write("before lunch", &text, true).unwrap();
    for _ in 0..2 {
        let mut slot = Slot::take(folder.path()).unwrap();
        let (taken, _) = saves.go_on("before lunch", &mut slot, None, 0).unwrap();
        assert_eq!((taken.practice(), slot.waits()), (Some(Practice::Copied), false));
    }
    saves.rename("before lunch", "after lunch").unwrap();
    assert!(saves.has("after lunch") && !saves.has("before lunch"));
    for bad in ["", "..", "a/b", "after lunch"] {
        assert!(saves.rename("after lunch", bad).is_err(), "{bad:?}");
    }
    saves.delete("after lunch").unwrap();
    assert!(saves.list().is_empty());
    // The first version did not mark its copies, and any file may be a copy.
    let unmarked = save::write(&running(1), 0);
    let first = unmarked.replace("game 2", "game 1").replace("practice no", "assisted no");
    saves.write("of version 1", &first, false).unwrap();
    let path = folder.path().join("elsewhere.txt");
    fs::write(&path, &unmarked).unwrap();
    for name in ["of version 1", path.to_str().unwrap()] {
        let mut slot = Slot::take(folder.path()).unwrap();
        let (taken, _) = saves.go_on(name, &mut slot, None, 0).unwrap();
        assert_eq!(taken.practice(), Some(Practice::Copied), "{name}");
    }
}

#[test]
fn what_is_no_file_is_not_read_and_what_is_damaged_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::of(folder.path());
    for endless in ["/dev/zero", "/dev/null", "/"] {
        assert!(saves.copy(endless).is_err(), "{endless}");
        assert!(load(Path::new(endless)).is_err(), "{endless}");
    }
    saves.write("damaged", "omnisweep game 2\n", false).unwrap();
    let all = saves.list();
    assert_eq!((all[0].name.as_str(), all[0].session.is_err()), ("damaged", true));
}

#[test]
fn of_games_that_were_put_aside_the_last_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, mut slot) = (Saves::of(folder.path()), Slot::take(folder.path()).unwrap());
    saves.write("for good", &save::write(&running(1), 0), false).unwrap();
    for _ in 0..MOST_ASIDE + 5 {
        slot.keep(&save::write(&running(1), 0)).unwrap();
        saves.put_aside(&mut slot, &running(1), 0).unwrap();
    }
    assert_eq!(saves.list().len(), MOST_ASIDE + 1);
    assert!(saves.has("for good"));
}

#[test]
fn an_attempt_at_the_board_of_a_day_is_remembered() {
    let store = Store::in_memory().unwrap();
    let day = "2026-11-15".parse().unwrap();
    assert!(!store.attempted(day, Level::Expert).unwrap());
    assert!(store.note_attempt(day, Level::Expert).unwrap());
    assert!(!store.note_attempt(day, Level::Expert).unwrap(), "another instance was first");
    assert!(store.attempted(day, Level::Expert).unwrap());
    assert!(!store.attempted(day, Level::Beginner).unwrap());
}

#[test]
fn going_on_with_a_game_is_done_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, mut slot) = (Saves::of(folder.path()), Slot::take(folder.path()).unwrap());
    let [one, two] = [1, 2].map(running);
    let [first, second] = [&one, &two].map(|session| save::write(session, 0));
    slot.keep(&first).unwrap();
    let name = saves.put_aside(&mut slot, &one, 0).unwrap().name;
    slot.keep(&second).unwrap();
    // What cannot be loaded changes nothing: the running game is not put aside.
    assert!(saves.go_on("nowhere", &mut slot, Some((&two, &second)), 0).is_err());
    assert!(slot.is_ours() && saves.list().len() == 1);
    let (taken, aside) = saves.go_on(&name, &mut slot, Some((&two, &second)), 0).unwrap();
    assert_eq!((save::write(&taken, 0), taken.practice()), (first.clone(), None));
    assert_eq!(fs::read_to_string(slot.path()).unwrap(), first);
    let all = saves.list();
    assert_eq!((all.len(), Some(&all[0].name)), (1, aside.as_ref().map(|aside| &aside.name)));
    // Another instance cannot have the same game.
    let mut other = Slot::take(folder.path()).unwrap();
    assert!(
        saves.go_on(&name, &mut other, None, 0).is_ok(),
        "that is the second game, under a name that is free"
    );
    assert!(saves.list().is_empty());
    // The game of another instance is no saved game: whoever loads it by its path has a copy.
    let path = slot.path().to_str().unwrap().to_owned();
    let (copy, _) = saves.go_on(&path, &mut other, None, 0).unwrap();
    assert_eq!((copy.practice(), slot.waits()), (Some(Practice::Copied), true));
}

#[test]
fn the_oldest_of_many_can_be_gone_on_with_and_practice_makes_no_second_one() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, mut slot) = (Saves::of(folder.path()), Slot::take(folder.path()).unwrap());
    let text = save::write(&running(1), 0);
    let mut oldest = None;
    for _ in 0..MOST_ASIDE {
        slot.keep(&text).unwrap();
        let name = saves.put_aside(&mut slot, &running(1), 0).unwrap().name;
        oldest.get_or_insert(name);
    }
    saves.go_on(&oldest.unwrap(), &mut slot, Some((&running(1), &text)), 0).unwrap();
    assert_eq!(saves.list().len(), MOST_ASIDE);
    let mut practice = running(1);
    practice.practise(Practice::Help);
    let text = save::write(&practice, 0);
    slot.keep(&text).unwrap();
    for _ in 0..3 {
        let name = saves.put_aside(&mut slot, &practice, 0).unwrap().name;
        let (again, _) = saves.go_on(&name, &mut slot, None, 0).unwrap();
        assert_eq!(again.practice(), Some(Practice::Help));
    }
    assert!(saves.list().len() <= MOST_ASIDE);
}

#[test]
fn files_of_the_users_are_no_saved_games() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, mut slot) = (Saves::of(folder.path()), Slot::take(folder.path()).unwrap());
    let here = std::env::current_dir().unwrap().join("Cargo.toml");
    // It may be written over, once that was asked for; nothing else is done to it.
    assert!(here.exists() && saves.has("Cargo.toml") && saves.write("Cargo.toml", "", false).is_err());
    assert!(saves.delete("Cargo.toml").is_err() && saves.rename("Cargo.toml", "mine").is_err());
    assert!(here.exists());
    // One name, one game.
    slot.keep(&save::write(&running(1), 0)).unwrap();
    let name = saves.put_aside(&mut slot, &running(1), 0).unwrap().name;
    saves.write("copy", &save::write(&running(2), 0), false).unwrap();
    assert!(saves.rename("copy", &name).is_err());
    assert!(saves.write(&name, "", true).is_err());
    assert_eq!(saves.list().len(), 2);
}

#[test]
fn the_versions_are_those_of_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(Store::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    let tables: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(omnisweep_store::versions(), (tables, rusqlite::version()));
}
