//! Games as the database has them.

use omnisweep_session::Setup;

use crate::database::{Database, DatabaseError, Row, Step, Value};
use crate::error::Error;
use crate::moves::{self, Move};
use crate::protocol::GameId;
use crate::replay::GameResult;

/// What a game is, but for its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// Whose it is.
    pub account: i64,
    /// What is played, with the seed.
    pub setup: Setup,
    /// The salt of the commitment.
    pub salt: Vec<u8>,
    /// The kind of board, by its name.
    pub board: String,
    /// Whether the result counts.
    pub ranked: bool,
    /// The day whose board it is.
    pub day: Option<String>,
    /// When it was begun.
    pub begun: u64,
    /// Which attempt found the board, where one was searched for.
    pub attempt: Option<u64>,
    /// How it ended and when, if it did.
    pub finished: Option<(u64, GameResult)>,
}

/// A game with its moves.
pub type Stored = (GameRow, Vec<Move>);

/// A game, if there is such a game.
///
/// # Errors
/// Where the database does not answer, or what it has is no game.
pub async fn load(database: &dyn Database, id: &GameId) -> Result<Option<Stored>, DatabaseError> {
    const GAME: &str = "
        SELECT id, account, setup, salt, board, ranked, day, begun, attempt, finished, won, time, bbbv, clicks, moves
        FROM game WHERE id = $1";
    const MOVES: &str = "SELECT kind, cell, at, clock FROM move WHERE game = $1 ORDER BY number";
    let rows = database.read(GAME, vec![id.text().into()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let (game, moves) = stored(row)?;
    if game.finished.is_some() {
        return Ok(Some((game, moves)));
    }
    let rows = database.read(MOVES, vec![id.text().into()]).await?;
    let made = |row: &Row| {
        let kind = u8::try_from(row.number(0)?).ok();
        let action = kind.and_then(|kind| moves::action(kind, row.number(1).ok()?));
        let action = action.ok_or_else(|| DatabaseError::Broken("a move is none".to_owned()))?;
        Ok(Move { action, at: row.number(2)?, clock: row.number(3)? })
    };
    Ok(Some((game, rows.iter().map(made).collect::<Result<_, DatabaseError>>()?)))
}

/// A game as a row has it, with the moves if it is over.
///
/// # Errors
/// Where it is no game.
pub fn stored(row: &Row) -> Result<Stored, DatabaseError> {
    let broken = |what: &str| DatabaseError::Broken(format!("the {what} of a game is damaged"));
    let finished = match row.number_or_none(9)? {
        None => None,
        Some(finished) => {
            let won = row.number(10)? != 0;
            let result =
                GameResult { won, time: row.number(11)?, bbbv: row.number(12)?, clicks: row.number(13)? };
            Some((finished, result))
        }
    };
    let game = GameRow {
        id: GameId::new(row.text(0)?).ok_or_else(|| broken("name"))?,
        account: row.integer(1)?,
        setup: serde_json::from_str(row.text(2)?).map_err(|_| broken("setup"))?,
        salt: row.bytes(3)?.to_vec(),
        board: row.text(4)?.to_owned(),
        ranked: row.number(5)? != 0,
        day: row.text_or_none(6)?.map(str::to_owned),
        begun: row.number(7)?,
        attempt: row.number_or_none(8)?,
        finished,
    };
    let moves = moves::unpack(row.bytes(14)?).ok_or_else(|| broken("list of moves"))?;
    Ok((game, moves))
}

/// Finished games, in the order of their names, after one: for whoever looks at all of them. A row that is no game has a
/// name, too.
///
/// # Errors
/// Where the database does not answer.
pub async fn finished_after(
    database: &dyn Database,
    id: &str,
    most: u64,
) -> Result<Vec<(String, Result<Stored, DatabaseError>)>, DatabaseError> {
    const SOME: &str = "
        SELECT id, account, setup, salt, board, ranked, day, begun, attempt, finished, won, time, bbbv, clicks, moves
        FROM game WHERE id > $1 AND finished IS NOT NULL ORDER BY id LIMIT $2";
    let rows = database.read(SOME, vec![id.into(), most.into()]).await?;
    rows.iter().map(|row| Ok((row.text(0)?.to_owned(), stored(row)))).collect()
}

/// The names of an account's games that go on, the oldest first.
///
/// # Errors
/// Where the database does not answer.
pub async fn going_on(database: &dyn Database, account: i64) -> Result<Vec<GameId>, DatabaseError> {
    const NAMES: &str = "SELECT id FROM game WHERE account = $1 AND finished IS NULL ORDER BY begun, id";
    let rows = database.read(NAMES, vec![account.into()]).await?;
    Ok(rows.iter().filter_map(|row| GameId::new(row.text(0).ok()?)).collect())
}

/// Puts a new game into the database; where it is the board of a day, the attempt comes first.
///
/// # Errors
/// That the board of the day was begun before, or that the database does not answer.
pub async fn insert(database: &dyn Database, game: &GameRow) -> Result<(), Error> {
    const ATTEMPT: &str = "
        INSERT INTO attempt (day, board, account) VALUES ($1, $2, $3) ON CONFLICT (day, board, account) DO NOTHING";
    const GAME: &str = "
        INSERT INTO game (id, account, setup, salt, board, ranked, day, begun) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let mut steps = Vec::new();
    if let Some(day) = &game.day {
        let values = vec![day.as_str().into(), game.board.as_str().into(), game.account.into()];
        steps.push(Step::one(ATTEMPT, values));
    }
    let setup = serde_json::to_string(&game.setup).map_err(|_| Error::Internal)?;
    let values: Vec<Value> = vec![
        game.id.text().into(),
        game.account.into(),
        setup.into(),
        game.salt.as_slice().into(),
        game.board.as_str().into(),
        game.ranked.into(),
        game.day.as_deref().into(),
        game.begun.into(),
    ];
    steps.push(Step::one(GAME, values));
    match database.change(steps).await {
        Err(DatabaseError::Conflict(0)) if game.day.is_some() => Err(Error::Attempted),
        // The account is gone.
        Err(DatabaseError::Conflict(_)) => Err(Error::NotLoggedIn),
        done => Ok(done?),
    }
}

/// Adds a move. Where there is one of this number already, another process has made it; where the game is over,
/// there can be no more.
#[must_use]
pub fn add_move(game: &GameId, number: u64, made: Move) -> Step {
    const MOVE: &str = "
        INSERT INTO move (game, number, kind, cell, at, clock) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (game, number) DO NOTHING";
    let (kind, cell) = moves::kind(made.action);
    let values: Vec<Value> = vec![
        game.text().into(),
        number.into(),
        u64::from(kind).into(),
        cell.into(),
        made.at.into(),
        made.clock.into(),
    ];
    Step::one(MOVE, values)
}

/// Notes which attempt found the board.
#[must_use]
pub fn set_attempt(game: &GameId, attempt: u64) -> Step {
    const ATTEMPT: &str = "UPDATE game SET attempt = $1 WHERE id = $2 AND finished IS NULL";
    Step::one(ATTEMPT, vec![attempt.into(), game.text().into()])
}

/// Ends a game that has so many moves.
#[must_use]
pub fn finish(game: &GameRow, finished: u64, result: &GameResult, packed: &moves::Packed) -> Vec<Step> {
    const GAME: &str = "
        UPDATE game SET ranked = $1, finished = $2, won = $3, time = $4, bbbv = $5, clicks = $6, moves = $7
        WHERE id = $8 AND finished IS NULL AND (SELECT count(*) FROM move WHERE game = $8) = $9";
    const MOVES: &str = "DELETE FROM move WHERE game = $1";
    // Where another process adds a move just now, this waits for it, and then fails.
    const OVER: &str = "UPDATE game SET going = 0 WHERE id = $1";
    let values: Vec<Value> = vec![
        game.ranked.into(),
        finished.into(),
        result.won.into(),
        result.time.into(),
        result.bbbv.into(),
        result.clicks.into(),
        packed.bytes().into(),
        game.id.text().into(),
        packed.count().into(),
    ];
    let id = || vec![game.id.text().into()];
    vec![Step::one(GAME, values), Step::any(MOVES, id()), Step::one(OVER, id())]
}
