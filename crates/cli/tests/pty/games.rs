//! Games that the tests of what is kept play, and their records.

use omnisweep_engine::{Action, Cell, FirstCell, RuleSet};
use omnisweep_session::{Record, Seed, Session, Setup};
use omnisweep_testing::boards::drawn;

/// A game that counts, not begun yet: two cells are safe, and the second of them wins.
pub fn game() -> Session {
    let layout = drawn("*..\n");
    let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 1, Some(Seed::new(1)));
    let mut session = Session::fresh(Setup { first: FirstCell::Safe, ..setup }).unwrap();
    session.lay(layout).unwrap();
    session
}

/// A record of that game, won then.
pub fn record(finished: u64) -> Record {
    let mut session = game();
    session.act(Action::Open(Cell(1)), 0, &mut ()).unwrap();
    session.act(Action::Open(Cell(2)), 5000, &mut ()).unwrap();
    Record::of(&session, finished).unwrap()
}

pub fn lines(records: impl IntoIterator<Item = Record>) -> String {
    records.into_iter().map(|record| record.write() + "\n").collect()
}
