//! What an administrator does with what is stored.

use crate::board::Board;
use crate::database::{Database, DatabaseError};
use crate::games::rows::{self, Stored};
use crate::replay::{GameResult, replay};

/// How many games are read at once.
const PAGE: u64 = 1000;

/// What came of verifying.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many games were replayed.
    pub games: u64,
    /// Those that are not what their moves say, by name, and why.
    pub wrong: Vec<(String, String)>,
}

/// Replays every finished game and compares what is stored of it with what its moves say.
///
/// # Errors
/// Where the database does not answer.
pub async fn verify(database: &dyn Database) -> Result<Verified, DatabaseError> {
    let mut verified = Verified::default();
    let mut last = String::new();
    loop {
        let page = rows::finished_after(database, &last, PAGE).await?;
        let Some((name, _)) = page.last() else { return Ok(verified) };
        last.clone_from(name);
        verified.games += page.len() as u64;
        verified.wrong.extend(page.into_iter().filter_map(|(name, stored)| {
            let wrong = match stored {
                Ok(stored) => check(&stored).err()?,
                Err(error) => error.to_string(),
            };
            Some((name, wrong))
        }));
    }
}

/// Whether what is stored of a game is what its moves say.
///
/// # Errors
/// What is not.
pub fn check((game, moves): &Stored) -> Result<(), String> {
    let (finished, stored) = game.finished.ok_or("it is not over")?;
    let session = replay(&game.setup, game.attempt, moves).map_err(|error| error.to_string())?;
    let said = GameResult::of(&session, finished);
    if said != stored {
        return Err(format!("{stored:?} is stored, and its moves say {said:?}"));
    }
    if moves.windows(2).any(|pair| pair[0].at > pair[1].at)
        || moves.last().is_some_and(|last| last.at > finished)
    {
        return Err("its moves are not in order".to_owned());
    }
    let known = Board::of(&game.board);
    let setup_fits = known.is_none_or(|board| {
        let seed = game.setup.seed.as_ref().map_or(0, |seed| seed.number);
        board.setup(&crate::protocol::Wanted::default(), seed).is_ok_and(|setup| setup == game.setup)
    });
    if !setup_fits || (game.ranked && known.is_none()) {
        return Err("it was played on another board".to_owned());
    }
    Ok(())
}
