//! Why a cell is certain, as a sentence.

use omnisweep_engine::{Cell, Shape};
use omnisweep_solver::{Explanation, LastStep, Mines, Position, Seen};

use super::{count, percent, place};

/// That no cell is certain, and which one is the best.
#[must_use]
pub fn least(shape: &Shape, cell: Cell, risk: f64) -> String {
    format!("No cell is certainly safe. The safest is {}: a mine with {}.", place(shape, cell), percent(risk))
}

/// An explanation as a sentence that a person understands.
#[must_use]
pub fn reason(why: &Explanation, position: &Position, mines: Mines) -> String {
    let shape = position.shape();
    let at = |cell: Cell| place(shape, cell);
    let so = format!("{} is {}", at(why.cell), if why.mine { "a mine" } else { "safe" });
    let number = |cell: Cell| match position.cells()[cell.0 as usize] {
        Seen::Number(count) => count,
        Seen::Closed => 0,
    };
    if let [only] = why.numbers[..]
        && !why.mine_count
    {
        let (count, at) = (number(only), at(only));
        return match (why.mine, count) {
            (false, _) => format!("The {count} at {at} has no mine around it, so {so}."),
            (true, 1) => format!("The 1 at {at} has only one closed cell around it, so {so}."),
            (true, _) => format!("The {count} at {at} has only {count} closed cells around it, so {so}."),
        };
    }
    match why.last_step(position) {
        Some(LastStep::Has(last, mines)) => {
            let has = match mines {
                1 => "its mine".to_owned(),
                2 => "both its mines".to_owned(),
                more => format!("all its {more} mines"),
            };
            return format!("The {} at {} already has {has}, so {so}.", number(last), at(last));
        }
        Some(LastStep::NeedsAll(last)) => {
            let (number, at) = (number(last), at(last));
            return format!("The {number} at {at} needs every closed cell that is left around it, so {so}.");
        }
        None => {}
    }
    let named = |cell: Cell| format!("{} at {}", number(cell), at(cell));
    let numbers = match why.numbers[..] {
        [] => String::new(),
        [one] => format!("The {}", named(one)),
        [one, other] => format!("The {} and the {} together", named(one), named(other)),
        _ => {
            let all: Vec<String> = why.numbers.iter().map(|&cell| named(cell)).collect();
            format!("The numbers {} together", all.join(", "))
        }
    };
    match (why.mine_count, mines) {
        (true, Mines::Total(total)) => {
            let mines = count(total, "mine", "mines");
            match numbers.is_empty() {
                true => format!("With {mines} on the board, {so}."),
                false => format!("{numbers} and the {mines} on the board leave no other way, so {so}."),
            }
        }
        _ => format!("{numbers} leave no other way, so {so}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use omnisweep_solver::explain;

    #[test]
    fn explanations_are_sentences_that_a_person_understands() {
        let sentence = |text: &str, mines: Mines, at: [u64; 2]| {
            let position = Position::parse(text).unwrap();
            let cell = position.shape().cell(&at).unwrap();
            reason(&explain(&position, mines, cell).unwrap(), &position, mines)
        };
        let any = Mines::Density(0.2);
        let corner = "1.\n11\n";
        assert_eq!(
            sentence(corner, any, [0, 1]),
            "The 1 at row 0, column 0 has only one closed cell around it, so row 0, column 1 is a mine."
        );
        assert_eq!(
            sentence("1.1.\n", any, [0, 3]),
            "The 1 at row 0, column 2 already has its mine, so row 0, column 3 is safe."
        );
        assert_eq!(
            sentence("1..\n1..\n1..\n", any, [2, 1]),
            "The 1 at row 1, column 0 and the 1 at row 0, column 0 together leave no other way, so row 2, column 1 is \
             safe."
        );
        assert_eq!(
            sentence("1..\n...\n", Mines::Total(3), [1, 2]),
            "The 1 at row 0, column 0 and the 3 mines on the board leave no other way, so row 1, column 2 is a mine."
        );
        assert_eq!(
            sentence("..\n", Mines::Total(0), [0, 0]),
            "With 0 mines on the board, row 0, column 0 is safe."
        );
    }
}
