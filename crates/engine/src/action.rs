//! What a player can do, as a value with a text form (`o 3 4`).

use thiserror::Error;

use crate::shape::{Cell, Shape};
use crate::text::parse_number;

/// One thing a player does to one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Action {
    /// Opens a closed cell.
    Open(Cell),
    /// Sets a flag, or toggles it, as the rules have it.
    Flag(Cell),
    /// Sets a question mark, or toggles it, as the rules have it.
    Mark(Cell),
    /// Takes a flag or a question mark away.
    Unmark(Cell),
    /// Opens what is left around a number.
    Chord(Cell),
}

/// Why a text is no action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The first word is no letter of an action.
    #[error("unknown action {0:?} (o, f, m, u or c)")]
    Letter(String),
    /// The other words are not the coordinates of a cell.
    #[error("the cell {0:?} is not on the {1} board")]
    Cell(String, String),
}

impl Action {
    /// The cell it is done to.
    #[must_use]
    pub fn cell(self) -> Cell {
        self.letter_and_cell().1
    }

    fn letter_and_cell(self) -> (char, Cell) {
        match self {
            Action::Open(cell) => ('o', cell),
            Action::Flag(cell) => ('f', cell),
            Action::Mark(cell) => ('m', cell),
            Action::Unmark(cell) => ('u', cell),
            Action::Chord(cell) => ('c', cell),
        }
    }

    /// The text form: a letter and the coordinates, from 0.
    #[must_use]
    pub fn text(self, shape: &Shape) -> String {
        let (letter, cell) = self.letter_and_cell();
        let mut text = String::from(letter);
        for at in shape.coordinates(cell) {
            text.push(' ');
            text.push_str(&at.to_string());
        }
        text
    }

    /// The action that a text stands for on a board of this shape.
    ///
    /// # Errors
    /// Where the letter is unknown, or the cell not on the board.
    pub fn parse(text: &str, shape: &Shape) -> Result<Action, ActionError> {
        let (letter, at) = text.split_once(' ').unwrap_or((text, ""));
        let action = match letter {
            "o" => Action::Open,
            "f" => Action::Flag,
            "m" => Action::Mark,
            "u" => Action::Unmark,
            "c" => Action::Chord,
            _ => return Err(ActionError::Letter(letter.to_owned())),
        };
        let numbers: Option<Vec<u64>> = at.split(' ').map(parse_number).collect();
        numbers
            .and_then(|numbers| shape.cell(&numbers))
            .map(action)
            .ok_or_else(|| ActionError::Cell(at.to_owned(), shape.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_read_back_from_its_text() {
        let shape = Shape::new(&[3, 4, 5]).unwrap();
        for action in [Action::Open, Action::Flag, Action::Mark, Action::Unmark, Action::Chord] {
            for cell in (0..shape.cells()).map(Cell) {
                let text = action(cell).text(&shape);
                assert_eq!(Action::parse(&text, &shape), Ok(action(cell)));
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let shape = Shape::new(&[3, 4]).unwrap();
        for text in ["", "o", "x 1 1", "o 1", "o 1 4", "o 1 1 1", "o -1 0", "o 01 1", "o  1 1", "o 1 1 "] {
            assert!(Action::parse(text, &shape).is_err(), "{text:?}");
        }
    }
}
