//! What a player's requests come to: one answer for each.

use crate::accounts::Account;
use crate::error::Error;
use crate::games::Games;
use crate::protocol::{GameId, Request, Response, VERSION};

/// What is said first: who the player is, and which games can be gone on with.
///
/// # Errors
/// Where the database does not answer.
pub async fn hello(games: &Games, who: &Account) -> Result<Response, Error> {
    Ok(Response::Hello {
        protocol: VERSION,
        now: games.now(),
        name: who.name.clone(),
        guest: who.guest,
        games: games.going_on(who).await?,
    })
}

/// The answer to a request, as [`Request::read`] understood it.
pub async fn answer(games: &Games, who: &Account, request: Result<Request, String>) -> Response {
    match request {
        Ok(request) => {
            let (number, game) = match &request {
                Request::Begin { request, .. } => (Some(*request), None),
                Request::Resume { request, game } => (Some(*request), Some(game.clone())),
                Request::Move { game, .. } | Request::Leave { game } => (None, Some(game.clone())),
            };
            let done = perform(games, who, request).await;
            done.unwrap_or_else(|error| refused(&error, number, game))
        }
        Err(why) => refused(&Error::Malformed(why), None, None),
    }
}

async fn perform(games: &Games, who: &Account, request: Request) -> Result<Response, Error> {
    Ok(match request {
        Request::Begin { request, wanted } => Response::Game(games.begin(who, &wanted, request).await?),
        Request::Resume { request, game } => Response::Game(games.resume(who, &game, request).await?),
        Request::Move { game, number, action, clock } => {
            Response::Moved(games.play(who, &game, number, action, clock).await?)
        }
        Request::Leave { game } => {
            games.leave(who, &game).await?;
            Response::Left { game }
        }
    })
}

/// That nothing was done, and why.
#[must_use]
pub fn refused(error: &Error, request: Option<u64>, game: Option<GameId>) -> Response {
    let expected = match error {
        Error::OutOfOrder { expected } => Some(*expected),
        _ => None,
    };
    Response::Error { request, game, code: error.code().to_owned(), message: error.to_string(), expected }
}
