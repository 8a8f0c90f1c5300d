//! What a guess may lead to.

use omnisweep_engine::Cell;

use crate::analysis::{Analysis, AnalysisError, Mines};
use crate::knowledge::Known;
use crate::position::Position;
use crate::region;
use crate::search;
use crate::solver::Solver;
use crate::tosses::{self, Toss};
use crate::tuning::Tuning;

/// A cell that could be opened at a risk.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Prospect {
    /// The cell.
    pub cell: Cell,
    /// How likely it is a mine.
    pub risk: f64,
    /// How likely it is none, and something else is certainly safe then, or the
    /// game is won.
    pub leads_on: f64,
    /// Whether it is one of two cells of which just one is a mine, and nothing
    /// will ever tell which.
    pub even: bool,
    /// How likely it is one of those of a coin toss that nothing will decide, and that has to be taken sooner or later.
    pub toss: f64,
}

/// What to open where nothing is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Advice {
    /// The cell with the least risk.
    pub safest: Prospect,
    /// What the best player would open.
    pub choice: Prospect,
}

impl Advice {
    /// What to open on a position on which no cell is certainly safe; nothing where
    /// none is closed, or where it would take too long to say what follows.
    ///
    /// # Errors
    /// As of [`analyse`](crate::analyse).
    pub fn on(position: &Position, mines: u64) -> Result<Option<Advice>, AnalysisError> {
        let mut solver = Solver::new(position.shape());
        solver.load(position)?;
        let analysis = solver.analyse(Mines::Total(mines))?;
        let Some((safest, _)) = analysis.safest() else { return Ok(None) };
        solver.learn(&analysis)?;
        let choice = search::choose(&solver, &analysis, mines, &Tuning::DEFAULT)
            .map_or(safest, |cell| Cell(cell.into()));
        let ahead = solver.ahead();
        let tosses = search::tosses(&ahead, &analysis, mines, Tuning::DEFAULT.unlikely_toss);
        let prospect = |cell| prospect(&ahead, &analysis, mines, cell, &tosses);
        let Some(safest) = prospect(safest) else { return Ok(None) };
        let choice = if choice == safest.cell { Some(safest) } else { prospect(choice) };
        Ok(choice.map(|choice| Advice { safest, choice }))
    }
}

fn prospect(
    solver: &Solver,
    analysis: &Analysis,
    mines: u64,
    cell: Cell,
    tosses: &[Toss],
) -> Option<Prospect> {
    let risk = |cell: Cell| analysis.probability(cell).unwrap_or(0.0);
    let (knowledge, mut leads_on) = (&solver.knowledge, 0.0);
    let around = |wanted: Known| {
        let near = knowledge.adjacency().near(cell.0 as u32).iter();
        near.filter(|&&near| knowledge.known()[near as usize] == wanted).count() as u32
    };
    let (all, least) = (analysis.log_layouts(), around(Known::Mine));
    for number in least..=least + around(Known::Undecided) {
        let mut after = solver.clone();
        let seen = after.open(cell, number).and_then(|()| after.analyse(Mines::Total(mines)));
        let seen = match seen {
            Ok(seen) => seen,
            Err(AnalysisError::TooLarge) => return None,
            // It cannot show that.
            Err(_) => continue,
        };
        let won = seen.probabilities().iter().flatten().all(|&risk| risk == 1.0);
        if won || !seen.safe().is_empty() {
            leads_on += (seen.log_layouts() - all).exp();
        }
    }
    let even = region::is_half(knowledge, cell.0 as u32);
    let toss = tosses::chance(tosses, cell.0 as u32);
    Some(Prospect { cell, risk: risk(cell), leads_on: leads_on.min(1.0), even, toss })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_seen_for_what_it_is() {
        let advice = |text: &str, mines| Advice::on(&Position::parse(text).unwrap(), mines).unwrap().unwrap();
        // One of two, and the number sees both.
        let even = advice("..\n11\n", 1).choice;
        assert_eq!((even.risk, even.even, even.toss), (0.5, true, 1.0));
        assert!((even.leads_on - 0.5).abs() < 1e-9, "the other one is a mine then: the game is won");
        // A mine somewhere in a row: an end that is free says where, unless it shows a 0.
        let row = advice("....\n", 1).safest;
        assert!(!row.even && row.risk == 0.25 && row.leads_on > 0.7, "{row:?}");
    }
}
