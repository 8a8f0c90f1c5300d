//! Everything that is stored of an account, for whoever it belongs to; and games for whoever wants to see them.

use omnisweep_session::{save, timestamp};
use serde::Serialize;

use crate::accounts::Account;
use crate::database::Database;
use crate::error::Error;
use crate::games::HeldGame;
use crate::games::rows;
use crate::moves;
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
        replay: save::write(&game.session, finished),
        clocks: moves.iter().map(|made| made.clock).collect(),
    })
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
