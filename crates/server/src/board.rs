//! Which boards can be played here, and which of them leaderboards are about.

use std::fmt;

use omnisweep_engine::{RuleSet, Shape};
use omnisweep_session::daily::Day;
use omnisweep_session::{GuessMode, Level, Seed, Setup};

use crate::error::Error;
use crate::protocol::Wanted;

/// The most cells of a board of any size.
pub const MOST_CELLS: u64 = 10_000;

/// A kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A level.
    Level(Level, GuessMode),
    /// The board of a day.
    Day(Level),
    /// Any other size: no leaderboard is about that.
    Custom,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Level(level, guess) => write!(f, "{level}/{guess}"),
            Board::Day(level) => write!(f, "day/{level}"),
            Board::Custom => f.write_str("custom"),
        }
    }
}

impl Board {
    /// Every kind of board that leaderboards are about.
    pub fn all() -> impl Iterator<Item = Board> {
        let guesses = GuessMode::ALL.into_iter().filter(|&guess| guess != GuessMode::Fair);
        let levels = guesses.flat_map(|guess| Level::ALL.map(|level| Board::Level(level, guess)));
        levels.chain(Level::ALL.map(Board::Day))
    }

    /// The kind of that name.
    #[must_use]
    pub fn of(text: &str) -> Option<Board> {
        Board::all().find(|board| board.to_string() == text)
    }

    /// The kind that a player wants.
    ///
    /// # Errors
    /// Why there is no such board.
    pub fn wanted(wanted: &Wanted) -> Result<Board, Error> {
        let no = |why: &str| Err(Error::NoSuchBoard(why.to_owned()));
        match wanted {
            Wanted { guess: GuessMode::Fair, .. } => no("guesses are not forgiven here"),
            Wanted { level: Some(level), size: None, mines: None, day: true, guess } => match guess {
                GuessMode::Ordinary | GuessMode::Never => Ok(Board::Day(*level)),
                _ => no("the board of the day is of no grade"),
            },
            Wanted { level: Some(level), size: None, mines: None, day: false, guess } => {
                Ok(Board::Level(*level, *guess))
            }
            Wanted { level: None, size: Some(_), mines: Some(_), day: false, guess: GuessMode::Ordinary } => {
                Ok(Board::Custom)
            }
            Wanted { level: None, size: Some(_), mines: Some(_), .. } => {
                no("a board of any size is an ordinary one")
            }
            _ => no("a board is a level, or has sizes and mines"),
        }
    }

    /// What is played on it, with this seed.
    ///
    /// # Errors
    /// Why there is no such board.
    pub fn setup(self, wanted: &Wanted, seed: u64) -> Result<Setup, Error> {
        let no = |why: String| Error::NoSuchBoard(why);
        let (sizes, mines, guess) = match (self, wanted) {
            (Board::Level(level, guess), _) => (level.sizes().to_vec(), level.mines(), guess),
            (Board::Day(level), _) => (level.sizes().to_vec(), level.mines(), GuessMode::Never),
            (Board::Custom, Wanted { size: Some(sizes), mines: Some(mines), .. }) => {
                (sizes.clone(), *mines, GuessMode::Ordinary)
            }
            (Board::Custom, _) => return Err(no("a board has sizes and mines".to_owned())),
        };
        let shape = Shape::new(&sizes).map_err(|error| no(error.to_string()))?;
        if shape.cells() > MOST_CELLS {
            return Err(no(format!("a board has {MOST_CELLS} cells at most")));
        }
        let mut setup = Setup::new(RuleSet::Modern, shape, mines, Some(Seed::new(seed)));
        setup.first = Setup::usual_first(setup.set, &setup.shape);
        Ok(setup.with_guess(guess))
    }
}

/// A number that can be a seed: none that is a date, as those of the offline boards of the day are.
#[must_use]
pub fn is_seed(number: u64) -> bool {
    Day::of_number(number).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_board_is_known_by_its_name() {
        for board in Board::all() {
            assert_eq!(Board::of(&board.to_string()), Some(board));
            assert!(board.setup(&Wanted::default(), 1).is_ok());
        }
        assert_eq!(Board::of("custom"), None);
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        let wanted = |text: &str| -> Result<Setup, Error> {
            let wanted: Wanted = serde_json::from_str(text).unwrap();
            Board::wanted(&wanted)?.setup(&wanted, 1)
        };
        for text in [
            "{}",
            r#"{"level": "expert", "size": [9, 9]}"#,
            r#"{"level": "expert", "guess": "fair"}"#,
            r#"{"size": [9, 9]}"#,
            r#"{"size": [101, 100], "mines": 1}"#,
            r#"{"size": [0], "mines": 1}"#,
            r#"{"size": [9, 9], "mines": 10, "guess": "never"}"#,
            r#"{"level": "expert", "day": true, "guess": "hard"}"#,
        ] {
            assert!(matches!(wanted(text), Err(Error::NoSuchBoard(_))), "{text}");
        }
        assert_eq!(wanted(r#"{"level": "expert", "guess": "hard"}"#).unwrap().guess, GuessMode::Hard);
        assert_eq!(wanted(r#"{"size": [100, 100], "mines": 1500}"#).unwrap().mines, 1500);
    }
}
