//! Metrics agree with counting by hand, and records are read back as they were
//! written or not at all.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use omnisweep_engine::{Action, Cell, Layout, Outcome, RuleSet, Shape, View, Zone, random};
use omnisweep_session::record::{self, RecordError};
use omnisweep_session::{BoardMetrics, Metrics, Record, Seed, Session, Setup, Stage};
use proptest::prelude::*;

fn sizes() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![
        prop::collection::vec(1..12_u64, 1..4),
        prop::collection::vec(1..4_u64, 4..6),
        (1..4_u64, 60..70_u64).prop_map(|(a, b)| vec![a, b]),
        (60..70_u64, 1..4_u64).prop_map(|(a, b)| vec![a, b]),
    ]
}

/// The connected parts of a set of cells.
fn parts(shape: &Shape, cells: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let (mut left, mut parts) = (cells.clone(), Vec::new());
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            for near in shape.neighbours(cell) {
                if left.remove(&near) {
                    part.insert(near);
                    waiting.push(near);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// What the words say, counted cell by cell; and how much of it is done.
fn by_hand(layout: &Layout, is_open: impl Fn(Cell) -> bool) -> (BoardMetrics, u64) {
    let shape = layout.shape();
    let safe = |cell: &Cell| !layout.contains(*cell);
    let blank = |cell: &Cell| safe(cell) && shape.neighbours(*cell).all(|near| safe(&near));
    let cells = || (0..shape.cells()).map(Cell);
    let openings = parts(shape, &cells().filter(blank).collect());
    let beside = |cell: Cell| shape.neighbours(cell).any(|near| blank(&near));
    let alone: BTreeSet<Cell> = cells().filter(|cell| safe(cell) && !blank(cell) && !beside(*cell)).collect();
    let done = openings.iter().filter(|opening| opening.iter().all(|&cell| is_open(cell))).count()
        + alone.iter().filter(|&&cell| is_open(cell)).count();
    let worth = BoardMetrics {
        bbbv: (openings.len() + alone.len()) as u64,
        openings: openings.len() as u64,
        islands: parts(shape, &alone).len() as u64,
    };
    (worth, done as u64)
}

/// Plays moves until the game is over, then opens cells until it is.
fn finished(setup: Setup, moves: &[(u8, u64)]) -> Session {
    let cells = setup.shape.cells();
    let mut session = Session::fresh(setup).unwrap();
    for (step, &(kind, number)) in moves.iter().enumerate() {
        let (now, cell) = (step as u64 * 700, Cell(number % cells));
        let action = match kind {
            0..4 => Action::Open(cell),
            4..7 => Action::Flag(cell),
            7 => Action::Mark(cell),
            8 => Action::Unmark(cell),
            9 | 10 => Action::Chord(cell),
            11 => {
                session.undo(now);
                continue;
            }
            _ => {
                session.helped(Stage::Proof);
                continue;
            }
        };
        _ = session.act(action, now, &mut ());
    }
    for cell in (0..cells).map(Cell) {
        for action in [Action::Open(cell), Action::Unmark(cell), Action::Flag(cell), Action::Open(cell)] {
            if session.game().outcome() == Outcome::Playing
                && (matches!(action, Action::Open(_))
                    || matches!(session.game().view(cell), View::Flag | View::Mark))
            {
                _ = session.act(action, 1_000_000, &mut ());
            }
        }
    }
    session
}

fn games() -> impl Strategy<Value = Session> {
    let moves = prop::collection::vec((0..13_u8, any::<u64>()), 0..40);
    (sizes(), 0..6_usize, 0..30_u64, any::<u64>(), moves).prop_map(|(sizes, set, percent, seed, moves)| {
        let (shape, set) = (Shape::new(&sizes).unwrap(), RuleSet::ALL[set]);
        let mines = set.rules().first.most_mines(&shape) * percent / 100;
        finished(Setup::new(set, shape, mines, Some(Seed::new(seed))), &moves)
    })
}

proptest! {
    #[test]
    fn worth_and_progress_are_what_counting_by_hand_gives(sizes in sizes(), percent in 0..60_u64, seed: u64) {
        let shape = Shape::new(&sizes).unwrap();
        let layout = random::draw(&shape, shape.cells() * percent / 100, &Zone::default(), seed).unwrap();
        prop_assert_eq!(BoardMetrics::of(&layout).unwrap(), by_hand(&layout, |_| false).0);
    }

    #[test]
    fn a_game_is_measured_as_counting_by_hand_does(session in games()) {
        let game = session.game();
        let (worth, done) = by_hand(game.layout().unwrap(), |cell| matches!(game.view(cell), View::Number(_)));
        let metrics = Metrics::of(&session, 0).unwrap();
        prop_assert_eq!((metrics.worth, metrics.solved), (worth, done));
        let clicks = session.log().len() as u64 + session.wasted().total();
        prop_assert_eq!(metrics.clicks.total(), clicks);
        prop_assert!(metrics.effective.total() <= clicks);
        if game.outcome() == Outcome::Won {
            prop_assert_eq!(metrics.solved, worth.bbbv);
            // No way of playing helps more than a click can.
            prop_assert!(metrics.throughput().unwrap() <= worth.bbbv as f64);
        }
    }

    #[test]
    fn a_record_is_read_back_as_it_was_written(session in games(), finished in 0..1_u64 << 47) {
        let record = Record::of(&session, finished);
        prop_assert_eq!(record.is_none(), session.game().outcome() == Outcome::Playing);
        let Some(record) = record else { return Ok(()) };
        let line = record.write();
        prop_assert!(!line.contains('\n'));
        let read = Record::read(&line).unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(&read.write(), &line);
        prop_assert_eq!(read.id().len(), 32);
        prop_assert_eq!(&Record::recall(&line).unwrap(), &record);
        let packed = record.pack();
        prop_assert_eq!(&Record::unpack(&packed).unwrap(), &record);
        prop_assert!(packed.len() * 2 < line.len(), "{} bytes of {}", packed.len(), line.len());
    }

    /// A damaged byte is noticed by whoever compares the id, and is no reason to panic.
    #[test]
    fn a_damaged_packed_record_is_another_one_or_none(
        session in games(), at: prop::sample::Index, byte: u8, cut: bool,
    ) {
        let Some(record) = Record::of(&session, 1_700_000_000_000) else { return Ok(()) };
        let mut packed = record.pack();
        let at = at.index(packed.len());
        packed[at] = byte;
        packed.truncate(if cut { at } else { packed.len() });
        if let Ok(read) = Record::unpack(&packed) {
            prop_assert_eq!(read.id() == record.id(), read == record);
        }
    }

    #[test]
    fn bytes_that_are_no_packed_record_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let packed = [vec![1], bytes].concat();
        prop_assert!(Record::unpack(&packed).is_err());
    }

    /// A letter more, less or another one: refused, or it says the very same.
    #[test]
    fn a_changed_record_is_refused(session in games(), at: prop::sample::Index, letter in "[ -~]", cut: bool) {
        let Some(record) = Record::of(&session, 1_700_000_000_000) else { return Ok(()) };
        let line = record.write();
        let at = at.index(line.len());
        let changed = if cut {
            format!("{}{}", &line[..at], &line[at + 1..])
        } else {
            format!("{}{letter}{}", &line[..at], &line[at + 1..])
        };
        if let Ok(read) = Record::read(&changed) {
            prop_assert_eq!(read, record);
        }
    }
}

/// A small game, won: flag the mine, chord, open the rest.
fn won() -> Record {
    let layout = omnisweep_engine::text::parse_layout("*.*.\n....\n....\n", None).unwrap();
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 2, None);
    let mut session = Session::fresh(Setup { seed: Some(Seed::new(1)), ..setup }).unwrap();
    session.lay(layout).unwrap();
    let at = |row, column| session.game().shape().cell(&[row, column]).unwrap();
    let (flag, other, blank, number) = (at(0, 0), at(0, 2), at(2, 0), at(1, 1));
    for (now, action) in [
        (0, Action::Open(blank)),
        (500, Action::Flag(flag)),
        (600, Action::Flag(at(0, 3))),
        (700, Action::Flag(at(0, 3))),
        (1000, Action::Flag(other)),
        (2000, Action::Chord(number)),
        (2500, Action::Chord(number)),
        (4000, Action::Open(at(0, 3))),
    ] {
        _ = session.act(action, now, &mut ());
    }
    Record::of(&session, 1_763_247_600_000).unwrap()
}

#[test]
fn clicks_are_counted_by_what_they_did() {
    let record = won();
    let metrics = record.metrics;
    assert!(record.won && record.ranks());
    assert_eq!(metrics.worth, BoardMetrics { bbbv: 3, openings: 1, islands: 2 });
    assert_eq!((metrics.clicks.left, metrics.clicks.right, metrics.clicks.chord), (2, 4, 2));
    assert_eq!((metrics.effective.left, metrics.effective.right, metrics.effective.chord), (2, 3, 1));
    assert_eq!(metrics.speed(), Some(0.75));
    assert_eq!(metrics.efficiency(), Some(3.0 / 8.0));
    assert_eq!(metrics.correctness(), Some(6.0 / 8.0));
    assert_eq!(metrics.throughput(), Some(0.5));
}

#[test]
fn the_line_is_what_it_is() {
    let line = won().write();
    assert!(line.starts_with("{\"version\":2,\"id\":\""), "{line}");
    let (_, rest) = line.split_once("\",\"finished\"").unwrap();
    assert_eq!(
        rest,
        r#":"2025-11-15T23:00:00.000Z","result":"won","rules":"modern","first":"opening","marks":false,"#
            .to_owned()
            + r#""size":[3,4],"mines":2,"seed":{"generator":"chacha8-floyd","number":1},"time_ms":4000,"bbbv":3,"solved":3,"openings":1,"islands":2,"#
            + r#""clicks":{"left":2,"right":4,"chord":2},"effective":{"left":2,"right":3,"chord":1},"#
            + r#""undos":0,"board":"3x4.BQDcLTw.2x0","replay":"omnisweep game 2\nrules modern\n"#
            + r#"first opening\nmarks off\nsize 3 4\nmines 2\nseed chacha8-floyd 1\nclock 4000\nundos 0\npractice no\n"#
            + r#"wasted 0 0 1\nboard\n*.*.\n....\n....\nmoves 7\n0 o 2 0\n500 f 0 0\n600 f 0 3\n700 f 0 3\n"#
            + r#"1000 f 0 2\n2000 c 1 1\n4000 o 0 3\nend\n"}"#
    );
}

#[test]
fn mistakes_are_named() {
    assert!(matches!(Record::read(""), Err(RecordError::Form(_))));
    assert!(matches!(Record::read("{}"), Err(RecordError::Form(_))));
    let line = won().write();
    assert_eq!(Record::read(&line.replace("\"version\":2", "\"version\":3")), Err(RecordError::Version(3)));
    let better = line.replace("\"time_ms\":4000", "\"time_ms\":400");
    assert_eq!(Record::read(&better), Err(RecordError::Id));
    // With an id that fits, the replay tells.
    let mut forged = won();
    forged.metrics.time = 400;
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Contradiction("time_ms")));
    let mut forged = won();
    forged.won = false;
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Contradiction("result")));
    let mut forged = won();
    forged.daily = Some("2026-02-30".to_owned());
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Field("daily")));
    let mut forged = won();
    (forged.replay, forged.metrics.solved) = (None, 4);
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Field("solved")));
}

/// What could be replayed has to be, or anybody could write down any time.
#[test]
fn a_record_without_its_moves_is_refused() {
    let mut forged = won();
    (forged.replay, forged.board, forged.metrics.time) = (None, None, 1);
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Missing("replay")));
    let mut forged = won();
    (forged.replay, forged.metrics.time) = (None, 1);
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Missing("replay")));
    assert!(!forged.ranks());
    let mut forged = won();
    forged.board = None;
    assert_eq!(Record::read(&forged.write()), Err(RecordError::Missing("board")));
}

#[test]
fn a_board_too_large_to_be_replayed_is_kept_but_never_ranks() {
    let side = (record::LARGEST_KEPT as f64).sqrt() as u64 + 1;
    let shape = Shape::new(&[side, side]).unwrap();
    let mut session = Session::fresh(Setup::new(RuleSet::Modern, shape, 1, Some(Seed::new(1)))).unwrap();
    session.act(Action::Open(Cell(0)), 0, &mut ()).unwrap();
    let record = Record::of(&session, 0).unwrap();
    assert!(record.won && record.practice.is_none() && record.replay.is_none());
    assert_eq!(Record::read(&record.write()), Ok(record.clone()));
    assert_eq!(Record::unpack(&record.pack()), Ok(record.clone()));
    assert!(!record.ranks());
}

/// A line of the first version, as it was exported.
const OF_VERSION_1: &str = concat!(
    r#"{"version":1,"id":"ID","finished":"2025-11-15T23:00:00.000Z","result":"won","rules":"modern","#,
    r#""first":"opening","marks":false,"size":[3,4],"mines":2,"time_ms":4000,"bbbv":3,"solved":3,"#,
    r#""openings":1,"islands":2,"clicks":{"left":2,"right":4,"chord":2},"#,
    r#""effective":{"left":2,"right":3,"chord":1},"assisted":false,"undos":0,"#,
    r#""board":"3x4.BQDcLTw.2x0","replay":"omnisweep game 1\nrules modern\nfirst opening\nmarks off\n"#,
    r#"size 3 4\nmines 2\nseed none\nclock 4000\nundos 0\nassisted no\nwasted 0 0 1\nboard\n*.*.\n"#,
    r#"....\n....\nmoves 7\n0 o 2 0\n500 f 0 0\n600 f 0 3\n700 f 0 3\n1000 f 0 2\n2000 c 1 1\n"#,
    r#"4000 o 0 3\nend\n"}"#
);

#[test]
fn a_record_of_the_first_version_is_read_and_stays_what_it_was() {
    // Its id as the first version of the program made it.
    let line = OF_VERSION_1.replace("\"ID\"", "\"63a1588b028d07e2ea8a46170f08634c\"");
    let record = Record::read(&line).unwrap();
    assert!(record.ranks());
    assert_eq!(record.write(), line, "exported again, it is the same game");
    assert_eq!(Record::unpack(&record.pack()).map(|record| record.write()), Ok(line.clone()));
    for (field, other) in [("\"assisted\":false", "\"practice\":\"seed\""), ("\"assisted\":false,", "")] {
        assert_eq!(Record::read(&line.replace(field, other)), Err(RecordError::Field("assisted")));
    }
}
