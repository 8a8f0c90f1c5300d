//! What the worker does: it thinks, while the page plays.

use omnisweep_engine::{Action, Outcome, View};
use omnisweep_session::{Session, save};
use omnisweep_solver::{Mines, Position, analyse, explain, place};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::address::sentence;

/// A cell to open, and why.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The cell.
    pub cell: u32,
    /// The numbers that the reason argues with.
    pub numbers: Vec<u32>,
    /// The reason.
    pub sentence: String,
}

/// The safest cell of a saved game, and why.
#[wasm_bindgen]
pub fn hint(saved: &str) -> Result<Hint, String> {
    let session = save::read(saved).map_err(sentence)?;
    let game = session.game();
    if game.outcome() != Outcome::Playing {
        return Err("The game is over.".to_owned());
    }
    let (position, mines) = (Position::of(game), Mines::Total(game.mines()));
    let analysis = analyse(&position, mines).map_err(sentence)?;
    let nothing = || "There is nothing left to open.".to_owned();
    // A safe cell that carries a flag is of no use where flags have to go first.
    let free = |cell| game.view(cell) != View::Flag;
    let unflagged = analysis.safe().iter().copied().find(|&cell| free(cell)).map(|cell| (cell, 0.0));
    let (cell, risk) = unflagged.or_else(|| analysis.safest()).ok_or_else(nothing)?;
    let at = place(position.shape(), cell);
    let number = |cell: omnisweep_engine::Cell| cell.0 as u32;
    Ok(match explain(&position, mines, cell) {
        Some(why) => Hint {
            cell: number(cell),
            numbers: why.numbers.iter().copied().map(number).collect(),
            sentence: why.sentence(&position, mines),
        },
        None => Hint {
            cell: number(cell),
            numbers: Vec::new(),
            sentence: format!(
                "No cell is certainly safe. The safest is {at}: a mine with {:.1} %.",
                risk * 100.0
            ),
        },
    })
}

/// Whether the last move of a lost game could have been a better one.
#[wasm_bindgen]
pub fn verdict(saved: &str) -> Result<String, String> {
    let mut session = save::read(saved).map_err(sentence)?;
    if session.game().outcome() != Outcome::Lost {
        return Err("The game is not lost.".to_owned());
    }
    let Some(last) = session.undo(0) else { return Err("Nothing was played.".to_owned()) };
    blame(&session, last.action).ok_or_else(String::new)
}

/// What there is to say of a fatal move, before which the session stands.
fn blame(session: &Session, fatal: Action) -> Option<String> {
    let game = session.game();
    let shape = game.shape();
    if let Action::Chord(at) = fatal {
        let layout = game.layout()?;
        let wrong =
            shape.neighbours(at).find(|&near| game.view(near) == View::Flag && !layout.contains(near))?;
        return Some(format!("The flag at {} was wrong.", place(shape, wrong)));
    }
    let (position, mines) = (Position::of(game), Mines::Total(game.mines()));
    let analysis = analyse(&position, mines).ok()?;
    let risk = analysis.probability(fatal.cell().0 as usize)? * 100.0;
    if let Some(&safe) = analysis.safe().first() {
        return Some(format!("A safe cell was at {}.", place(shape, safe)));
    }
    let (safest, least) = analysis.safest()?;
    let least = least * 100.0;
    Some(if risk - least < 0.05 {
        format!("A guess at {risk:.0} % was forced.")
    } else {
        format!("It was a guess at {risk:.0} %; {} had only {least:.0} %.", place(shape, safest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    /// A game on a board of one row: `.` and `*`.
    fn table(code: &str, moves: &[&str]) -> Table {
        let mut table = Table::start(code, 1.0).unwrap();
        for action in moves {
            table.play(action, 0.0).unwrap();
        }
        table
    }

    #[test]
    fn a_hint_has_a_reason_or_a_risk() {
        let beginner = table("level=beginner&seed=5", &["o 4 4"]);
        let hint = hint(&beginner.save(0.0)).unwrap();
        assert!(hint.sentence.ends_with("is safe."), "{}", hint.sentence);
        assert!(!hint.numbers.is_empty());
        let fresh = super::hint(&table("level=beginner&seed=5", &[]).save(0.0)).unwrap();
        assert!(fresh.sentence.contains("12.3 %"), "{}", fresh.sentence);
        assert!(super::hint("").is_err());
    }

    #[test]
    fn a_loss_is_explained() {
        // The mines of this board are known: open one while a safe cell is there.
        let mut game = table("level=beginner&seed=5&rules=clicks", &[]);
        let mut cells = (0..81).map(|cell| format!("o {} {}", cell / 9, cell % 9));
        while game.outcome() == "playing" {
            _ = game.play(&cells.next().unwrap(), 0.0);
        }
        let verdict = verdict(&game.save(0.0)).unwrap();
        assert!(verdict.contains("safe cell was at") || verdict.contains("guess"), "{verdict}");
        assert!(super::verdict(&table("level=beginner", &[]).save(0.0)).is_err());
    }
}
