//! What is chosen before a game, and why there is no such game.

use omnisweep_engine::random;
use omnisweep_engine::{FirstCell, NewGameError, RuleSet, Rules, Shape};
use thiserror::Error;

use crate::daily::Day;
use crate::guess::{GuessMode, LARGEST_FAIR};
use crate::level::Level;

/// What a player chooses before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The rules.
    pub set: RuleSet,
    /// What the first opened cell is promised: a choice of the modern rules,
    /// given by the others.
    pub first: FirstCell,
    /// Whether there are question marks: likewise.
    pub marks: bool,
    /// What becomes of it where logic ends.
    pub guess: GuessMode,
    /// The board's sizes.
    pub shape: Shape,
    /// How many mines.
    pub mines: u64,
    /// The seed from which they are drawn; none where the board comes from outside.
    pub seed: Option<Seed>,
}

/// A seed, and the generator that it is meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seed {
    /// The generator's name.
    pub generator: String,
    /// The number.
    pub number: u64,
}

impl Seed {
    /// A seed of today's generator.
    #[must_use]
    pub fn new(number: u64) -> Seed {
        Seed { generator: random::GENERATOR.to_owned(), number }
    }

    /// A seed that nobody chose, from any number, for
    /// [`Session::fresh`](crate::Session::fresh): short
    /// enough to be told to a friend, and none that is the date of a board of the day.
    #[must_use]
    pub fn any(random: u64) -> Seed {
        Seed::new(100_000_000 + random % 900_000_000)
    }
}

impl Setup {
    /// A board under a set of rules, with that set's own options.
    #[must_use]
    pub fn new(set: RuleSet, shape: Shape, mines: u64, seed: Option<Seed>) -> Setup {
        let Rules { first, marks, .. } = set.rules();
        Setup { set, first, marks, guess: GuessMode::Ordinary, shape, mines, seed }
    }

    /// This setup with another way of treating guesses; its seed gets the generator
    /// that this way needs.
    #[must_use]
    pub fn with_guess(mut self, guess: GuessMode) -> Setup {
        self.guess = guess;
        let generator = self.generator();
        if let Some(seed) = &mut self.seed {
            seed.generator = generator.to_owned();
        }
        self
    }

    /// The generator that boards of this setup are drawn by.
    #[must_use]
    pub fn generator(&self) -> &'static str {
        if self.guess.is_never() {
            omnisweep_solver::generator(&self.shape, self.guess.grade())
        } else {
            random::GENERATOR
        }
    }

    /// The usual number of mines, 15 %, as far as there is room: one at least.
    #[must_use]
    pub fn usual_mines(shape: &Shape, first: FirstCell) -> u64 {
        let cells = shape.cells();
        (cells / 100 * 15 + cells % 100 * 15 / 100).max(1).min(first.most_mines(shape))
    }

    /// What the first cell is promised under rules that leave the choice, on a
    /// board of this shape: what the rules have, if that leaves room for a mine.
    #[must_use]
    pub fn usual_first(set: RuleSet, shape: &Shape) -> FirstCell {
        let first = set.rules().first;
        let small = set == RuleSet::Modern && first.most_mines(shape) == 0;
        if small { FirstCell::Safe } else { first }
    }

    /// What is played, in a word or two that can stand in the name of a file.
    #[must_use]
    pub fn short_name(&self) -> String {
        match Level::of(self.shape.sizes(), self.mines) {
            Some(level) => level.key().to_owned(),
            None => format!("{} with {} mines", self.shape, self.mines),
        }
    }

    /// Only the modern rules have a choice, and the first cell has to be safe
    /// where guesses are.
    pub(crate) fn check(&self) -> Result<(), StartError> {
        let Rules { first, marks, .. } = self.set.rules();
        if self.set != RuleSet::Modern && (self.first, self.marks) != (first, marks) {
            return Err(StartError::NoChoice);
        }
        if self.guess != GuessMode::Ordinary && self.first == FirstCell::Anything {
            return Err(StartError::UnsafeStart);
        }
        if self.guess == GuessMode::Fair && self.shape.cells() > LARGEST_FAIR {
            return Err(StartError::TooLargeForFair);
        }
        Ok(())
    }

    /// The rules with the options put in.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules { first: self.first, marks: self.marks, ..self.set.rules() }
    }
}

/// Why there is no such session.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] NewGameError),
    /// Neither a board nor a seed that a board can be drawn from.
    #[error("the game has no board, and no seed that one could be drawn from")]
    NoBoard,
    /// An option that the rules do not have.
    #[error("only the modern rules let you choose the first click and question marks")]
    NoChoice,
    /// A board without unfair guesses whose first cell may be a mine.
    #[error("without a safe first click there are neither boards without guessing nor fair guesses")]
    UnsafeStart,
    /// A board that is too large for fair guesses.
    #[error("a board with fair guesses has {LARGEST_FAIR} cells at most")]
    TooLargeForFair,
    /// The board of a day that has not come.
    #[error("there is no board of {day} yet: today is {today} (UTC)")]
    NotYet {
        /// That day.
        day: Day,
        /// Today.
        today: Day,
    },
    /// The board is not the one that the setup describes.
    #[error("the board has another size or number of mines than the game")]
    OtherBoard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_number_of_mines_is_15_percent() {
        let usual = |sizes: &[u64], first| Setup::usual_mines(&Shape::new(sizes).unwrap(), first);
        assert_eq!(usual(&[1000, 1000], FirstCell::Safe), 150_000);
        assert_eq!(usual(&[16, 30], FirstCell::Opening), 72);
        assert_eq!(usual(&[2, 2], FirstCell::Safe), 1);
        assert_eq!(usual(&[2, 2], FirstCell::Opening), 0, "there is no room");
    }
}
