//! Finished games on small boards, in a database and out of it.

// Not every test needs all of it.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::path::Path;

use omnisweep_engine::{Action, Cell, FirstCell, Outcome, RuleSet, Shape};
use omnisweep_session::{Level, Practice, Record, Seed, Session, Setup};
use omnisweep_store::{Imported, Lines, Store};

/// A game on a small board: opened cell by cell until it is over.
pub fn game(seed: u64, time: u64, finished: u64, practice: bool) -> Record {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[3, 3]).unwrap(), 2, Some(Seed::new(seed)));
    let mut session = Session::fresh(Setup { first: FirstCell::Safe, ..setup }).unwrap();
    if practice {
        session.practise(Practice::Help);
    }
    for cell in (0..9).map(Cell) {
        if session.game().outcome() == Outcome::Playing {
            _ = session.act(Action::Open(cell), time * cell.0 / 8, &mut ());
        }
    }
    Record::of(&session, finished).unwrap()
}

/// A game with so many flags, set and taken away, that its record may not fit on a page of the database.
pub fn long_game(seed: u64, flags: u64) -> Record {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[30, 30]).unwrap(), 200, Some(Seed::new(seed)));
    let mut session = Session::fresh(setup).unwrap();
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let mines: Vec<Cell> = session.game().layout().unwrap().mines().collect();
    for number in 0..flags {
        session.act(Action::Flag(mines[0]), 97 * number, &mut ()).unwrap();
    }
    if flags % 2 == 1 {
        session.act(Action::Flag(mines[0]), 97 * flags, &mut ()).unwrap();
    }
    session.act(Action::Open(mines[0]), 97 * flags, &mut ()).unwrap();
    Record::of(&session, seed).unwrap()
}

pub fn games(count: u64) -> Vec<Record> {
    (0..count).map(|at| game(at, 1000 + at, 1000 * at, at % 5 == 4)).collect()
}

pub fn lines(records: &[Record]) -> String {
    records.iter().map(|record| record.write() + "\n").collect()
}

pub fn ids(store: &Store) -> BTreeSet<String> {
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(|line| Record::read(line).unwrap().id()).collect()
}

pub fn import(store: &mut Store, text: &str, how: Lines) -> Imported {
    store.import(&mut text.as_bytes(), how).unwrap()
}

pub fn fill(path: &Path, all: &[Record]) {
    let mut store = Store::open(path).unwrap().store;
    import(&mut store, &lines(all), Lines::Good);
    store.note_attempt("2026-11-15".parse().unwrap(), Level::Cube).unwrap();
}

/// A database as version 2 of the tables had it.
pub fn of_version_2(path: &Path, all: &[Record]) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE game (id TEXT PRIMARY KEY, finished INTEGER NOT NULL, won INTEGER NOT NULL,
                counts INTEGER NOT NULL, size TEXT NOT NULL, mines INTEGER NOT NULL, rules TEXT NOT NULL,
                kind TEXT NOT NULL, time INTEGER NOT NULL, bbbv INTEGER NOT NULL, clicks INTEGER NOT NULL,
                record TEXT NOT NULL) STRICT, WITHOUT ROWID;
             CREATE INDEX game_by_category ON game (size, mines, rules, kind, finished, id);
             CREATE INDEX game_by_time ON game (size, mines, rules, kind, time) WHERE won AND counts;
             CREATE TABLE attempt (day INTEGER NOT NULL, level TEXT NOT NULL, PRIMARY KEY (day, level))
                STRICT, WITHOUT ROWID;
             INSERT INTO attempt VALUES (20261115, 'cube');
             PRAGMA user_version = 2;",
        )
        .unwrap();
    let mut insert = connection
        .prepare("INSERT INTO game VALUES (?1, ?2, ?3, ?4, '3x3', 2, 'modern', '', 0, 0, 0, ?5)")
        .unwrap();
    for record in all {
        let counts = record.practice.is_none();
        insert.execute((record.id(), record.finished as i64, record.won, counts, record.write())).unwrap();
    }
}
