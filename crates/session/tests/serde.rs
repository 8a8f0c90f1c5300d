//! Values travel as JSON, and arrive as they were.

#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{GuessMode, Hints, Level, Metrics, Practice, Seed, Session, Setup};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn travels<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn what_was_chosen_and_what_it_was_worth_travels() {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[9, 9]).unwrap(), 10, Some(Seed::new(7)));
    travels(&setup);
    let mut session = Session::new(setup).unwrap();
    session.act(Action::Open(Cell(40)), 0, &mut ()).unwrap();
    travels(&Metrics::of(&session, 5).unwrap());
    travels(&session.log().to_vec());
    travels(&Hints { near: 1, cell: 0, proof: 2 });
    // A choice is the word that commands and files have for it.
    Practice::ALL.iter().for_each(|why| assert_eq!(travels(why), format!("\"{why}\"")));
    Level::ALL.iter().for_each(|level| assert_eq!(travels(level), format!("\"{level}\"")));
    GuessMode::ALL.iter().for_each(|guess| assert_eq!(travels(guess), format!("\"{guess}\"")));
}
