//! Everything that is stored of an account, for whoever it belongs to; and games for whoever wants to see them.

use omnisweep_session::{save, timestamp};
use serde::Serialize;

use crate::accounts::Account;
use crate::database::Database;
use crate::error::Error;
use crate::games::HeldGame;
use crate::games::rows;
use crate::moves::{self, Move};
use crate::protocol::{GameId, Reveal};
use crate::{commitment, replay};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A finished game as it is shown and exported.
#[derive(Clone, Debug, Serialize)]
pub struct ShownGame {
    /// The version of the format.
    pub version: u32,
    /// Its name.
    pub game: GameId,
    /// The kind of board.
    pub board: String,
    /// The day whose board it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// Whether it counts.
    pub ranked: bool,
    /// When it ended.
    pub finished: String,
    /// Whether it was won.
    pub won: bool,
    /// The time, in milliseconds.
    pub time: u64,
    /// The board's 3BV.
    pub bbbv: u64,
    /// All clicks.
    pub clicks: u64,
    /// The seed, the generator and the salt.
    pub reveal: Option<Reveal>,
    /// The game as `omnisweep` saves it: any of its viewers replays it.
    pub replay: String,
    /// The player's own clock at each move that was asked for.
    pub clocks: Vec<u64>,
}

/// A finished game; nothing where it is not over.
#[must_use]
pub fn shown(game: &HeldGame) -> Option<ShownGame> {
    let (finished, replay::GameResult { won, time, bbbv, clicks }) = game.row.finished?;
    let moves = moves::unpack(game.moves.bytes())?;
    let smooth = replay::replay(&game.row.setup, game.row.attempt, &smooth(&moves)).ok()?;
    Some(ShownGame {
        version: VERSION,
        game: game.row.id.clone(),
        board: game.row.board.clone(),
        day: game.row.day.clone(),
        ranked: game.row.ranked,
        finished: timestamp::write(finished),
        won,
        time,
        bbbv,
        clicks,
        reveal: game.row.setup.seed.as_ref().map(|seed| commitment::reveal(seed, &game.row.salt)),
        replay: save::write(&smooth, finished),
        clocks: moves.iter().map(|made| made.clock).collect(),
    })
}

/// The moves as they followed one another by the player's own clock, so that a replay does not show what the network did;
/// the first and the last are when the server had them. Where both clocks do not agree about the length of the game, the
/// server's it is.
fn smooth(moves: &[Move]) -> Vec<Move> {
    let (Some(first), Some(last)) = (moves.first(), moves.last()) else { return Vec::new() };
    let length = last.at.saturating_sub(first.at);
    let own = last.clock.saturating_sub(first.clock);
    let agree = own.abs_diff(length) <= 1000 + length / 10 && own > 0;
    if !agree || moves.windows(2).any(|pair| pair[0].clock > pair[1].clock) {
        return moves.to_vec();
    }
    let scaled = |clock: u64| (u128::from(clock - first.clock) * u128::from(length) / u128::from(own)) as u64;
    moves.iter().map(|made| Move { at: first.at + scaled(made.clock), ..*made }).collect()
}

#[derive(Serialize)]
struct Export<'a> {
    version: u32,
    name: &'a str,
    guest: bool,
    created: String,
    games: Vec<ShownGame>,
    going_on: Vec<GameId>,
}

/// All that is stored of an account, as JSON. Boards of the day that others may still play are left out.
///
/// # Errors
/// Where the database does not answer.
pub async fn everything(database: &dyn Database, account: &Account, now: u64) -> Result<String, Error> {
    const NAMES: &str = "SELECT id FROM game WHERE account = $1 AND finished IS NOT NULL ORDER BY begun, id";
    const CREATED: &str = "SELECT created FROM account WHERE id = $1";
    let mut games = Vec::new();
    for row in database.read(NAMES, vec![account.id.into()]).await? {
        let id = GameId::new(row.text(0)?).ok_or(Error::Internal)?;
        if let Some(stored) = rows::load(database, &id).await? {
            let game = HeldGame::of(stored)?;
            games.extend(shown(&game).filter(|_| !game.is_closed(now)));
        }
    }
    let created = database.read(CREATED, vec![account.id.into()]).await?;
    let created = created.first().ok_or(Error::NotLoggedIn)?.number(0)?;
    let export = Export {
        version: VERSION,
        name: &account.name,
        guest: account.guest,
        created: timestamp::write(created),
        games,
        going_on: rows::going_on(database, account.id).await?,
    };
    serde_json::to_string(&export).map_err(|_| Error::Internal)
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Action, Cell};

    use super::*;

    #[test]
    fn replays_run_by_the_players_clock_where_it_is_a_clock() {
        let moves = |times: &[(u64, u64)]| -> Vec<Move> {
            let made = |&(at, clock): &(u64, u64)| Move { action: Action::Open(Cell(0)), at, clock };
            times.iter().map(made).collect()
        };
        let at = |times: &[(u64, u64)]| smooth(&moves(times)).iter().map(|made| made.at).collect::<Vec<_>>();
        // The second move was held up on its way.
        assert_eq!(at(&[(5000, 70), (5900, 170), (6010, 1070)]), [5000, 5101, 6010]);
        // A clock that goes back, one that stands still, and one that runs elsewhere.
        for odd in [[(0, 9), (10, 5), (20, 20)], [(0, 7), (10, 7), (20, 7)], [(0, 0), (10, 10), (20, 90_000)]]
        {
            assert_eq!(at(&odd), [0, 10, 20]);
        }
        assert_eq!(at(&[]), [] as [u64; 0]);
    }
}
