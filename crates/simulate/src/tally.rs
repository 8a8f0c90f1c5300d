//! What many games of a player came to.
//!
//! Everything in a tally is a whole number, so that tallies add up to the same
//! in whatever order they are added.

use omnisweep_engine::Cell;
use serde::{Deserialize, Serialize};

use crate::simulator::SimulatedGame;

/// Guesses of about the same risk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 3]", into = "[u64; 3]")]
pub struct RiskBin {
    /// How many were taken.
    pub taken: u64,
    /// How many of them lost the game.
    pub lost: u64,
    /// Their risks together, in millionths.
    pub millionths: u64,
}

impl From<[u64; 3]> for RiskBin {
    fn from([taken, lost, millionths]: [u64; 3]) -> RiskBin {
        RiskBin { taken, lost, millionths }
    }
}

impl From<RiskBin> for [u64; 3] {
    fn from(bin: RiskBin) -> [u64; 3] {
        [bin.taken, bin.lost, bin.millionths]
    }
}

/// What games came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// How many were won.
    pub won: u64,
    /// How many cells were opened that could have been a mine, the first cells not counted.
    pub guesses: u64,
    /// How many were won without such a cell.
    pub no_guess_wins: u64,
    /// The guesses by their risk, rounded to a whole number of percent, 0 to 100.
    pub risks: Vec<RiskBin>,
    /// The games that were lost, by the share of the safe cells that were open
    /// then, in whole percent, 0 to 99 (and 100, for the symmetry).
    pub lost_after: Vec<u64>,
    /// The games that were lost, by the cell that lost them.
    pub lost_at: Vec<u64>,
}

/// The bins of a share in percent, both ends included.
pub(crate) const BINS: usize = 101;

impl Tally {
    /// No games yet, on a board with so many cells.
    #[must_use]
    pub fn new(cells: usize) -> Tally {
        Tally {
            games: 0,
            won: 0,
            guesses: 0,
            no_guess_wins: 0,
            risks: vec![RiskBin::default(); BINS],
            lost_after: vec![0; BINS],
            lost_at: vec![0; cells],
        }
    }

    /// Counts a game that began with a cell, on a board with so many mines.
    ///
    /// # Panics
    /// Where the game was played on a larger board.
    pub fn count(&mut self, played: &SimulatedGame, first: Cell, mines: u64) {
        self.games += 1;
        self.won += u64::from(played.won);
        self.guesses += played.guesses.len() as u64;
        self.no_guess_wins += u64::from(played.won && played.guesses.is_empty());
        for guess in &played.guesses {
            // To the millionth first: what is 12.5 % but for the last digit of a
            // floating-point number always lands in the same bin.
            let millionths = (guess.risk.clamp(0.0, 1.0) * 1e6).round() as u64;
            let bin = &mut self.risks[((millionths + 5_000) / 10_000) as usize];
            bin.taken += 1;
            bin.millionths += millionths;
        }
        if played.won {
            return;
        }
        let safe = self.lost_at.len() as u64 - mines;
        self.lost_after[(played.opened * 100).checked_div(safe).unwrap_or(0) as usize] += 1;
        let lost_by = played.guesses.last();
        self.lost_at[lost_by.map_or(first, |guess| guess.cell).0 as usize] += 1;
        if let Some(guess) = lost_by {
            let millionths = (guess.risk.clamp(0.0, 1.0) * 1e6).round() as u64;
            self.risks[((millionths + 5_000) / 10_000) as usize].lost += 1;
        }
    }

    /// Adds the games of another tally of boards with as many cells; nothing
    /// where they are more than can be counted.
    #[must_use]
    pub fn plus(mut self, other: &Tally) -> Option<Tally> {
        let add = |mine: &mut u64, more: u64| -> Option<()> {
            *mine = mine.checked_add(more)?;
            Some(())
        };
        add(&mut self.games, other.games)?;
        add(&mut self.won, other.won)?;
        add(&mut self.guesses, other.guesses)?;
        add(&mut self.no_guess_wins, other.no_guess_wins)?;
        for (mine, more) in self.risks.iter_mut().zip(&other.risks) {
            add(&mut mine.taken, more.taken)?;
            add(&mut mine.lost, more.lost)?;
            add(&mut mine.millionths, more.millionths)?;
        }
        for (mine, &more) in self.lost_after.iter_mut().zip(&other.lost_after) {
            add(mine, more)?;
        }
        for (mine, &more) in self.lost_at.iter_mut().zip(&other.lost_at) {
            add(mine, more)?;
        }
        Some(self)
    }

    /// The share of games that was won; 0 where none was played.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.won as f64 / self.games as f64 }
    }

    /// Where the true win rate lies with 95 % confidence, by Wilson's formula.
    #[must_use]
    pub fn ci95(&self) -> [f64; 2] {
        wilson(self.won, self.games)
    }
}

/// Where a share lies with 95 % confidence, after so many successes in so many
/// trials: Wilson's score interval.
#[must_use]
pub fn wilson(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let (z, n) = (1.959_963_984_540_054_f64, trials as f64);
    let share = successes as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let reach = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    // The ends are exact where all or none were: rounding must not put the share outside.
    let low = if successes == 0 { 0.0 } else { (middle - reach) / (1.0 + z * z / n) };
    let high = if successes == trials { 1.0 } else { (middle + reach) / (1.0 + z * z / n) };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulator::TakenGuess;

    #[test]
    fn wilsons_interval_is_the_one_in_the_books() {
        let near = |[low, high]: [f64; 2], expected: [f64; 2]| {
            assert!((low - expected[0]).abs() < 5e-5 && (high - expected[1]).abs() < 5e-5, "{low} {high}");
        };
        near(wilson(81, 263), [0.2553, 0.3662]);
        near(wilson(15, 148), [0.0624, 0.1605]);
        near(wilson(0, 20), [0.0, 0.1611]);
        near(wilson(29, 29), [0.8830, 1.0]);
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
    }

    #[test]
    fn a_game_is_counted_where_it_belongs() {
        let guess = |cell, risk, opened| TakenGuess { cell: Cell(cell), risk, opened };
        let mut tally = Tally::new(12);
        let mut played =
            SimulatedGame { won: false, opened: 5, guesses: vec![guess(3, 0.125, 2), guess(7, 0.5, 5)] };
        tally.count(&played, Cell(0), 2);
        played.won = true;
        tally.count(&played, Cell(0), 2);
        tally.count(&SimulatedGame::default(), Cell(0), 2);
        tally.count(&SimulatedGame { won: true, ..SimulatedGame::default() }, Cell(0), 2);
        assert_eq!((tally.games, tally.won, tally.guesses, tally.no_guess_wins), (4, 2, 4, 1));
        assert_eq!(tally.risks[13], RiskBin { taken: 2, lost: 0, millionths: 250_000 });
        assert_eq!(tally.risks[50], RiskBin { taken: 2, lost: 1, millionths: 1_000_000 });
        assert_eq!((tally.lost_after[0], tally.lost_after[50]), (1, 1));
        assert_eq!((tally.lost_at[0], tally.lost_at[7]), (1, 1));
    }
}
