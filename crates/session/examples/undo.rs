//! A game that is played, saved, gone on with, and taken back by a move.

use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{Seed, Session, Setup, save};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[9, 9])?, 10, Some(Seed::new(5)));
    let mut session = Session::new(setup)?;
    // Times are told from outside, in milliseconds.
    session.act(Action::Open(Cell(40)), 0, &mut ())?;
    println!("{} safe cells are closed after the first move.", session.game().safe_left());

    let mut session = save::read(&save::write(&session, 2000))?;
    let cells = session.setup().shape.cells();
    let more = (0..cells).map(Cell).find(|&cell| session.act(Action::Open(cell), 3000, &mut ()).is_ok());
    println!("{more:?} is opened: {:?}.", session.game().outcome());

    session.undo(4000);
    println!("{} moves are left after an undo: {:?}.", session.log().len(), session.game().outcome());
    Ok(())
}
