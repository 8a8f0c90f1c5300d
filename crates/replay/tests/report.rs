//! What is reported of a game of ours.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_replay::Report;
use omnisweep_session::{Seed, Session, Setup};
use serde_json::Value;

/// A game that was won, with two seconds between its moves.
fn played(sizes: &[u64], mines: u64) -> Session {
    let shape = Shape::new(sizes).unwrap();
    let mut session =
        Session::new(Setup::new(RuleSet::Modern, shape.clone(), mines, Some(Seed::new(1)))).unwrap();
    session.act(Action::Open(Cell(0)), 1000, &mut ()).unwrap();
    let layout = session.game().layout().unwrap().clone();
    let free = (0..shape.cells()).rev().map(Cell).filter(|&cell| !layout.contains(cell));
    for (cell, number) in free.zip(1..) {
        _ = session.act(Action::Open(cell), 1000 + 2000 * number, &mut ());
    }
    session
}

#[test]
fn games_of_ours_have_the_figures_of_recordings() {
    for (sizes, mines, level, name) in [
        ([8, 8], 10, 3, "beginner"),
        ([9, 9], 10, 6, "beginner"),
        ([16, 16], 40, 4, "intermediate"),
        ([16, 30], 99, 5, "expert"),
        ([10, 10], 10, 6, "custom"),
    ] {
        let report = Report::of_session(&played(&sizes, mines)).unwrap();
        let json: Value = serde_json::from_str(&report.json()).unwrap();
        assert_eq!((&json["level"], &json["mine_num"]), (&level.into(), &mines.into()));
        let (seconds, solved) =
            (json["rtime_ms"].as_f64().unwrap() / 1000.0, json["bbbv_solved"].as_f64().unwrap());
        assert!(seconds >= 4.0 && solved >= 1.0, "{json}");
        assert!((json["rqp"].as_f64().unwrap() - seconds * seconds / solved).abs() < 1e-9, "{json}");
        let figures: String = report.figures().into_iter().map(|(_, value)| value + "\n").collect();
        assert!(figures.contains(name), "{figures}");
        assert!(figures.contains(&format!(", {:.2} a second", solved / seconds)), "{figures}");
    }
    assert!(Report::of_session(&played(&[4, 4, 4], 5)).is_none(), "it is not flat");
}
