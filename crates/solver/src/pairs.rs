//! Pairs of cells that nothing may ever tell apart: the risk in the long term.
//!
//! One of two neighbours is a mine, and all cells that are beside just one of them
//! are mines too: then no number will ever say which, and in the end it is a guess.
//! Until then it is a risk to be counted, and whoever opens one of these cells takes
//! it away.

use crate::knowledge::{Knowledge, Known};

/// What is less likely than this is left out.
const UNLIKELY: f64 = 1e-5;

/// The risk of such guesses that opening a cell takes away, if it is free.
pub fn fifty_fifty_risk_removed(knowledge: &Knowledge, risk: impl Fn(u32) -> f64, cell: u32) -> f64 {
    let (map, known) = (knowledge.adjacency(), knowledge.known());
    let undecided = |&&near: &&u32| known[near as usize] == Known::Undecided;
    let mut sum = 0.0;
    for &one in map.near(cell).iter().filter(undecided) {
        sum += unresolved_probability(knowledge, &risk, one, cell);
        for &other in map.near(one).iter().filter(undecided) {
            if other != cell && !is_near(knowledge, cell, other) {
                sum += unresolved_probability(knowledge, &risk, one, other);
            }
        }
    }
    // Either of the two may be opened then.
    sum / 2.0
}

/// Whether a cell is one of two of which just one is a mine, and nothing will ever
/// tell which.
pub fn is_half(knowledge: &Knowledge, risk: impl Fn(u32) -> f64, cell: u32) -> bool {
    let undecided = |near: &&u32| knowledge.known()[**near as usize] == Known::Undecided;
    let near = knowledge.adjacency().near(cell).iter();
    near.filter(undecided)
        .any(|&other| unresolved_probability(knowledge, &risk, cell, other) > 1.0 - UNLIKELY)
}

/// How likely it is that nothing will ever tell which of two neighbours is a mine.
fn unresolved_probability(knowledge: &Knowledge, risk: &impl Fn(u32) -> f64, one: u32, other: u32) -> f64 {
    let (map, known) = (knowledge.adjacency(), knowledge.known());
    let mut likely = if needs_one_of(knowledge, one, other) {
        1.0
    } else {
        risk(one) * (1.0 - risk(other)) + risk(other) * (1.0 - risk(one))
    };
    for (here, there) in [(one, other), (other, one)] {
        for &near in map.near(here) {
            if near == there || is_near(knowledge, there, near) {
                continue;
            }
            likely *= match known[near as usize] {
                Known::Undecided => risk(near),
                Known::Mine => 1.0,
                Known::Safe | Known::Open | Known::Blank => 0.0,
            };
            if likely < UNLIKELY {
                return 0.0;
            }
        }
    }
    likely
}

/// Whether a number needs a mine in one of just these two.
fn needs_one_of(knowledge: &Knowledge, one: u32, other: u32) -> bool {
    knowledge.adjacency().near(one).iter().any(|&near| {
        let number = knowledge.numbers()[near as usize];
        knowledge.is_active(near)
            && (number.lacks, number.undecided) == (1, 2)
            && is_near(knowledge, near, other)
    })
}

fn is_near(knowledge: &Knowledge, cell: u32, other: u32) -> bool {
    knowledge.adjacency().near(cell).binary_search(&other).is_ok()
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::Cell;

    use super::*;
    use crate::analysis::Mines;
    use crate::position::Position;
    use crate::solver::Solver;

    fn eases(text: &str, mines: u64, cell: u32) -> f64 {
        let position = Position::parse(text).expect("a position");
        let mut solver = Solver::new(position.shape());
        solver.load(&position).expect("no contradiction");
        let analysis = solver.analyse(Mines::Total(mines)).expect("a position that fits");
        fifty_fifty_risk_removed(
            &solver.knowledge,
            |cell| analysis.probability(Cell(cell.into())).unwrap_or(0.0),
            cell,
        )
    }

    #[test]
    fn one_of_two_with_nothing_beside_just_one_of_them_stays_a_guess() {
        assert_eq!(eases("..\n11\n", 1, 0), 0.5);
    }

    #[test]
    fn a_number_beside_just_one_of_two_tells_them_apart() {
        assert_eq!(eases("..1.\n", 1, 0), 0.0);
    }

    #[test]
    fn a_cell_beside_just_one_of_two_takes_the_risk_away_as_well() {
        // Nothing is known: the third cell is beside the second, not beside the first.
        let third = 1.0 / 3.0;
        let pair = 2.0 * third * (1.0 - third) * third;
        assert!((eases("...\n", 1, 2) - pair).abs() < 1e-12);
    }
}
