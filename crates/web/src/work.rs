//! What the worker does: it thinks, while the page plays.

use omnisweep_engine::{Action, Cell, Outcome, View};
use omnisweep_session::{Search, Session, code, save};
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
    let number = |cell: Cell| cell.0 as u32;
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

/// A search for a board that needs no guess.
#[wasm_bindgen]
pub struct Maker {
    search: Search,
    first: Cell,
}

#[wasm_bindgen]
impl Maker {
    /// The search for the board of a saved game that starts with this cell.
    pub fn start(saved: &str, first: u32) -> Result<Maker, String> {
        let session = save::read(saved).map_err(sentence)?;
        let first = Cell(u64::from(first));
        Ok(Maker { search: session.search(first).map_err(sentence)?, first })
    }

    /// Tries once: the board's code, if that made one.
    pub fn attempt(&mut self) -> Option<String> {
        // Who does not want it any more ends the worker.
        self.search.step(|| true).map(|layout| code::write(&layout, Some(self.first)))
    }

    /// How far it is, in words.
    pub fn progress(&self) -> String {
        let tried = crate::words::count(self.search.tried(), "board", "boards");
        format!("Looking for a board that needs no guess: {tried} tried.")
    }
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
    fn a_board_without_guessing_is_made_elsewhere_and_laid() {
        let mut table = Table::start("level=expert&seed=5&guess=never", 1.0).unwrap();
        table.set_focus(100);
        table.press("open", 0.0);
        assert_eq!((table.wanted(), table.begun()), (100, false));
        assert!(table.title().ends_with("no guess"));
        let mut maker = Maker::start(&table.save(0.0), 100).unwrap();
        let board = std::iter::repeat_with(|| maker.attempt()).flatten().next().unwrap();
        assert!(maker.progress().ends_with("tried."));
        table.lay("nonsense", 5.0).unwrap_err();
        table.lay(&board, 5.0).unwrap();
        assert_eq!((table.wanted(), table.begun()), (-1, true));
        assert!(table.title().ends_with("certified"));
        assert!(Maker::start(&table.save(0.0), 480).is_err());
        // It goes on as it stands.
        let again = Table::load(&table.save(9.0)).unwrap();
        assert_eq!(again.paint(0, 0, 30, 16).iter().filter(|&&look| look > 15).count(), {
            table.paint(0, 0, 30, 16).iter().filter(|&&look| look > 15).count()
        });
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
