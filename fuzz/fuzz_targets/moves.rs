//! Any moves on any small board under any rules: no panic, and a game that is
//! saved and loaded is the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{Seed, Session, Setup, save};

fuzz_target!(|input: (u8, [u8; 3], u8, u64, Vec<(u8, u16)>)| {
    let (set, sizes, mines, seed, moves) = input;
    let Ok(shape) = Shape::new(&sizes.map(|size| u64::from(size % 70))) else { return };
    let cells = shape.cells();
    let set = RuleSet::ALL[usize::from(set) % RuleSet::ALL.len()];
    let Ok(mut session) = Session::new(Setup::new(set, shape, mines.into(), Some(Seed::new(seed)))) else {
        return;
    };
    for (now, (kind, cell)) in (0..).zip(moves) {
        let cell = Cell(u64::from(cell) % (cells + 1));
        _ = match kind % 6 {
            0 => session.act(Action::Open(cell), now, &mut ()),
            1 => session.act(Action::Flag(cell), now, &mut ()),
            2 => session.act(Action::Mark(cell), now, &mut ()),
            3 => session.act(Action::Unmark(cell), now, &mut ()),
            4 => session.act(Action::Chord(cell), now, &mut ()),
            _ => {
                session.undo(now);
                continue;
            }
        };
    }
    let text = save::write(&session, u64::from(u32::MAX));
    let read = save::read(&text).expect("what was written can be read");
    assert_eq!(save::write(&read, 0), text);
});
