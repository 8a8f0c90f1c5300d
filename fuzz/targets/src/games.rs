//! Games: played, saved, kept and looked at again.

use omnisweep_engine::{Action, Cell, RuleSet, Shape};
use omnisweep_session::{Record, Seed, Session, Setup, save};

/// Games under all rules, some of them over, after so many moves.
fn sessions(moves: u64) -> Vec<Session> {
    let boards: [(&[u64], u64); 4] = [(&[9, 9], 10), (&[4, 4, 3], 6), (&[2, 7], 1), (&[16, 30], 99)];
    let mut sessions = Vec::new();
    for (number, set) in RuleSet::ALL.into_iter().enumerate() {
        let (sizes, mines) = boards[number % boards.len()];
        let Ok(shape) = Shape::new(sizes) else { continue };
        let seed = Some(Seed::new(number as u64 + 5));
        let Ok(mut session) = Session::new(Setup::new(set, shape, mines, seed)) else { continue };
        let cells = session.setup().shape.cells();
        for step in 0..moves {
            let cell = Cell(step * step * 7 % cells);
            let action = if step % 4 == 1 { Action::Flag(cell) } else { Action::Open(cell) };
            _ = session.act(action, step * 150, &mut ());
        }
        sessions.push(session);
    }
    sessions
}

/// The texts of such games.
fn saved(moves: u64) -> Vec<Vec<u8>> {
    sessions(moves).iter().map(|session| save::write(session, moves * 150).into_bytes()).collect()
}

/// A record for each such game that is over.
fn records() -> Vec<Vec<u8>> {
    let record = |session: &Session| Some(Record::of(session, 1_760_000_000_000)?.write().into_bytes());
    sessions(200).iter().filter_map(record).collect()
}

/// Any text: refused, or a game that is written the same way.
pub mod saved_game {
    use super::{Action, Cell, save};
    use crate::text;

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        // A game without a board may claim any size: see `saved_unbegun`.
        if input.contains("board none") {
            return;
        }
        check(input);
    }

    pub fn check(input: &str) {
        if let Ok(mut session) = save::read(input) {
            assert_eq!(save::write(&session, 0), input);
            _ = session.act(Action::Open(Cell(0)), 1, &mut ());
            session.undo(2);
            _ = save::read(&save::write(&session, 3)).expect("what was written can be read");
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        [super::saved(1), super::saved(12), super::saved(200)].concat()
    }
}

/// Any text of a game before its first move: refused, or a game that is written the same way.
pub mod saved_unbegun {
    use crate::text;

    pub fn run(input: &[u8]) {
        let Some(input) = text(input).filter(|input| input.contains("board none")) else { return };
        // A size may be any, and is given memory that is not touched; a fuzzer takes that for greed.
        let sizes = input.lines().find_map(|line| line.strip_prefix("size "));
        let cells = sizes
            .map(|sizes| sizes.split(' ').filter_map(|size| size.parse().ok()).fold(1, u64::saturating_mul));
        if cells.is_some_and(|cells| cells < 1 << 20) {
            super::saved_game::check(input);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        super::saved(0)
    }
}

/// A record of a game is read back as it is written, or refused.
pub mod game_record {
    use super::Record;
    use crate::text;

    pub fn run(input: &[u8]) {
        let Some(text) = text(input) else { return };
        if let Ok(record) = Record::read(text) {
            assert_eq!(Record::read(&record.write()), Ok(record));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        super::records()
    }
}

/// Any saved game: it is shown again as it was played, and every move gets a comment.
pub mod game_review {
    use super::save;
    use crate::text;
    use omnisweep_session::{Playback, Review};

    pub fn run(input: &[u8]) {
        let Some(input) = text(input).filter(|input| !input.contains("board none")) else { return };
        // Large boards are right, and slow.
        let Ok(session) = save::read(input) else { return };
        if session.setup().shape.cells() > 1 << 10 || session.log().len() > 100 {
            return;
        }
        let Some(review) = Review::of(&session, |_, _| true) else {
            assert!(session.game().layout().is_none());
            return;
        };
        assert_eq!(review.comments.len(), session.log().len());
        assert!((0.0..=1.0).contains(&review.luck) && (0.0..=1.0).contains(&review.skill));
        for comment in &review.comments {
            assert!((0.0..=1.0).contains(&comment.risk) && comment.least <= comment.risk.max(comment.least));
            assert!(!comment.sentence(&session.setup().shape).is_empty());
        }
        let mut playback = Playback::new(session).expect("there is a board");
        playback.seek(usize::MAX);
        assert_eq!(playback.game().outcome(), playback.session().game().outcome());
        assert_eq!(playback.game().safe_left(), playback.session().game().safe_left());
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        super::saved(12)
    }
}

/// Any moves on any small board under any rules: no panic, and a game that is
/// saved and loaded is the same game.
pub mod moves {
    use super::{Action, Cell, RuleSet, Seed, Session, Setup, Shape, save};
    use crate::split;

    pub fn run(input: &[u8]) {
        let Some(([set, a, b, c, mines, seed], moves)) = split::<6>(input) else { return };
        let Ok(shape) = Shape::new(&[a, b, c].map(|size| u64::from(size % 70))) else { return };
        let cells = shape.cells();
        let set = RuleSet::ALL[usize::from(set) % RuleSet::ALL.len()];
        let seed = Some(Seed::new(seed.into()));
        let Ok(mut session) = Session::new(Setup::new(set, shape, mines.into(), seed)) else { return };
        for (now, step) in (0..).zip(moves.chunks_exact(3)) {
            let cell = Cell(u64::from(u16::from_le_bytes([step[1], step[2]])) % (cells + 1));
            _ = match step[0] % 6 {
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
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let seed = |set: u8| {
            let start = [set, 1, 9, 9 + set, 10, set];
            let moves = (0..30_u8).flat_map(|step| [step % 6 * (step % 2), step.wrapping_mul(37), 0]);
            start.into_iter().chain(moves).collect()
        };
        (0..6).map(seed).collect()
    }
}

/// Any bytes as a file of games: what is taken in is written and taken in again.
pub mod stats_import {
    use omnisweep_store::{Lines, Store};

    pub fn run(input: &[u8]) {
        let mut store = Store::in_memory().expect("a database in memory");
        let imported = store.import(&mut &*input, Lines::Good).expect("an import");
        let mut text = Vec::new();
        assert_eq!(store.export(&mut text).expect("an export").games, imported.new);
        let mut other = Store::in_memory().expect("a database in memory");
        let again = other.import(&mut &*text, Lines::AllOrNone).expect("an import");
        assert_eq!((again.new, again.bad), (imported.new, 0));
        let mut strict = Store::in_memory().expect("a database in memory");
        let all = strict.import(&mut &*input, Lines::AllOrNone).expect("an import");
        assert_eq!(strict.count().expect("a count"), if all.bad == 0 { imported.new } else { 0 });
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let records = super::records();
        let all = records.join(&b'\n');
        [records, vec![all]].concat()
    }
}
