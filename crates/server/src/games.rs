//! Games that are being played. The rules run here, in the session crate, and nowhere else.
//!
//! A move is answered when it is stored. Where it cannot be, what memory has of the game is forgotten, and read
//! again from the database when somebody asks for it: so memory is never ahead of what was answered. Several processes
//! may hold the same game; the database takes the move of each number once.

mod held;
pub mod rows;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, ChangedCells, Outcome, Refusal};
use omnisweep_session::Session;
use omnisweep_session::daily::Day;
use tokio::sync::{Mutex as AsyncMutex, Semaphore};

use crate::accounts::Account;
use crate::board::{Board, is_seed};
use crate::commitment::SALT;
use crate::database::{Database, DatabaseError, Step};
use crate::days::Secret;
use crate::error::Error;
use crate::moves::{Move, Packed};
use crate::protocol::{GameId, GameState, Moved, Wanted};
use crate::replay::{GameResult, act, is_click, search};
use crate::{random, scores};
pub use held::HeldGame;
use rows::GameRow;

/// The most games of an account that go on at once; beginning another leaves the oldest.
pub const MOST_GOING_ON: usize = 4;

/// Tells what time it is, in milliseconds since the beginning of 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The system's clock.
#[must_use]
pub fn system_clock() -> Clock {
    use std::time::SystemTime;
    let since = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Arc::new(move || since().as_millis().try_into().unwrap_or(u64::MAX))
}

/// A place for a game in memory. It is empty until it is asked for, and after something went wrong.
struct Slot {
    game: Arc<AsyncMutex<Option<HeldGame>>>,
    used: Instant,
}

/// All games.
pub struct Games {
    database: Arc<dyn Database>,
    secret: Secret,
    clock: Clock,
    held: Mutex<HashMap<GameId, Slot>>,
    searches: Arc<Semaphore>,
}

impl Games {
    /// The games in a database.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn new(database: Arc<dyn Database>, clock: Clock) -> Result<Games, DatabaseError> {
        let secret = Secret::of(database.as_ref()).await?;
        // Boards are searched for by half of the processors at most: the others play.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let searches = Arc::new(Semaphore::new((processors / 2).max(1)));
        Ok(Games { database, secret, clock, held: Mutex::default(), searches })
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Why there is no such game.
    pub async fn begin(&self, who: &Account, wanted: &Wanted, request: u64) -> Result<GameState, Error> {
        let now = self.now();
        let board = Board::wanted(wanted)?;
        // A guest could look at it first, and be somebody else then.
        if who.guest && matches!(board, Board::Day(_)) {
            return Err(Error::NotLoggedIn);
        }
        let (seed, salt, day) = match board {
            Board::Day(level) => {
                let day = Day::at(now);
                let (seed, salt) = self.secret.day(day, level);
                (seed, salt, Some(day.to_string()))
            }
            _ => (new_seed(), random::bytes::<SALT>(), None),
        };
        let setup = board.setup(wanted, seed)?;
        let session = Session::fresh(setup.clone()).map_err(|error| Error::NoSuchBoard(error.to_string()))?;
        let id = GameId::new(&random::hex(&random::bytes::<16>())).ok_or(Error::Internal)?;
        let row = GameRow {
            id: id.clone(),
            account: who.id,
            setup,
            salt: salt.to_vec(),
            board: board.to_string(),
            ranked: !who.guest && board != Board::Custom,
            day,
            begun: now,
            attempt: None,
            finished: None,
        };
        let going_on = rows::going_on(self.database.as_ref(), who.id).await?;
        for oldest in going_on.iter().take((going_on.len() + 1).saturating_sub(MOST_GOING_ON)) {
            match self.leave(who, oldest).await {
                // Another process was faster.
                Ok(()) | Err(Error::Over | Error::NoGame | Error::OutOfOrder { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        rows::insert(self.database.as_ref(), &row).await?;
        let game = HeldGame { row, session, moves: Packed::default() };
        let state = game.state(request, now);
        *self.slot(&id).lock().await = Some(game);
        Ok(state)
    }

    /// The games that an account can go on with, the oldest first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn going_on(&self, who: &Account) -> Result<Vec<GameId>, Error> {
        Ok(rows::going_on(self.database.as_ref(), who.id).await?)
    }

    /// A game as its player sees it.
    ///
    /// # Errors
    /// Where there is no such game of this account.
    pub async fn resume(&self, who: &Account, id: &GameId, request: u64) -> Result<GameState, Error> {
        // Another process may know more of it: what is stored is what counts.
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        *held = None;
        let game = self.take(who, id, &mut held).await?;
        Ok(held.insert(game).state(request, self.now()))
    }

    /// Makes a move. When this answers, the move is stored.
    ///
    /// # Errors
    /// Why nothing was done.
    pub async fn play(
        &self,
        who: &Account,
        id: &GameId,
        number: u64,
        action: Action,
        clock: u64,
    ) -> Result<Moved, Error> {
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        let mut game = self.take(who, id, &mut held).await?;
        let moved = match allowed(&game, number, action) {
            Ok(()) => self.make(&mut game, action, clock.min(i64::MAX as u64)).await,
            Err(error) => Err(Change::None(error)),
        };
        self.settle(id, &mut held, game, moved).await
    }

    /// Makes a move in memory, then stores it.
    async fn make(&self, game: &mut HeldGame, action: Action, clock: u64) -> Result<Moved, Change> {
        let mut changed = ChangedCells::new(&game.row.setup.shape);
        let mut steps = Vec::new();
        let mut made = Move { action, at: self.at(game), clock };
        let mut done = act(&mut game.session, action, made.at, &mut changed);
        if done == Err(Refusal::NotLaid) {
            let attempt = self.lay(game, action).await.map_err(Change::None)?;
            steps.push(rows::set_attempt(&game.row.id, attempt));
            // How long the search took is not the player's business.
            made.at = self.at(game);
            done = act(&mut game.session, action, made.at, &mut changed);
        }
        let refused = match done {
            Err(refusal) if !is_click(refusal) => return Err(Change::None(Error::NoMove)),
            Err(refusal) => Some(refusal.to_string()),
            Ok(_) => None,
        };
        steps.push(rows::add_move(&game.row.id, game.moves.count(), made));
        game.push(made);
        if game.session.game().outcome() != Outcome::Playing {
            steps.extend(finish(game, made.at));
        }
        self.database.change(steps).await.map_err(Change::Failed)?;
        Ok(game.moved(&mut changed, refused, made.at))
    }

    /// The time of a move in a game that is made now: not before the one before it, whatever became of the clock.
    fn at(&self, game: &HeldGame) -> u64 {
        self.now().max(game.moves.last())
    }

    /// Searches for the board that a cell starts, elsewhere: others play meanwhile.
    async fn lay(&self, game: &mut HeldGame, action: Action) -> Result<u64, Error> {
        let _turn = self.searches.acquire().await.map_err(|_| Error::Internal)?;
        let setup = game.row.setup.clone();
        let found = tokio::task::spawn_blocking(move || search(&setup, action.cell())).await;
        let (layout, attempt) = found.map_err(|_| Error::Internal)??;
        game.session.lay(layout).map_err(|_| Error::Internal)?;
        game.row.attempt = Some(attempt);
        Ok(attempt)
    }

    /// Leaves a game: it is lost then. One that was not begun is as if it had never been.
    ///
    /// # Errors
    /// Why nothing was done.
    pub async fn leave(&self, who: &Account, id: &GameId) -> Result<(), Error> {
        const DELETE: &str = "
            DELETE FROM game WHERE id = $1 AND finished IS NULL AND (SELECT count(*) FROM move WHERE game = $1) = $2";
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        let mut game = self.take(who, id, &mut held).await?;
        let at = self.at(&game);
        let begun = game.session.first_opened().is_some() || game.row.day.is_some();
        let steps = match begun {
            _ if game.row.finished.is_some() => Err(Change::None(Error::Over)),
            true => Ok(finish(&mut game, at)),
            false => Ok(vec![Step::one(DELETE, vec![id.text().into(), game.moves.count().into()])]),
        };
        let left = match steps {
            Ok(steps) => self.database.change(steps).await.map_err(Change::Failed),
            Err(error) => Err(error),
        };
        self.settle(id, &mut held, game, left).await?;
        if !begun {
            *held = None;
        }
        Ok(())
    }

    /// What a change came to. The game goes back to its place, unless memory may be ahead of what is stored.
    async fn settle<T>(
        &self,
        id: &GameId,
        held: &mut Option<HeldGame>,
        game: HeldGame,
        done: Result<T, Change>,
    ) -> Result<T, Error> {
        let error = match done {
            Ok(done) => {
                *held = Some(game);
                return Ok(done);
            }
            Err(Change::None(error)) => {
                *held = Some(game);
                return Err(error);
            }
            Err(Change::Failed(error)) => error,
        };
        let DatabaseError::Conflict(_) = error else { return Err(error.into()) };
        // Another process has made a move in it, or ended it.
        let game = self.load(id).await?;
        let (over, expected) = (game.row.finished.is_some(), game.moves.count());
        *held = Some(game);
        Err(if over { Error::Over } else { Error::OutOfOrder { expected } })
    }

    /// A finished game, for whoever wants to see it; nothing of a board that others may still play.
    ///
    /// # Errors
    /// Where there is no such game, or it may not be seen yet.
    pub async fn watch(&self, id: &GameId) -> Result<HeldGame, Error> {
        let game = self.load(id).await?;
        match game.row.finished {
            None => Err(Error::NoGame),
            Some(_) if game.is_closed(self.now()) => Err(Error::NotYet),
            Some(_) => Ok(game),
        }
    }

    /// Forgets games that nobody has asked for in a while; the database has them.
    pub fn tidy(&self, unused: Duration) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, slot| Arc::strong_count(&slot.game) > 1 || slot.used.elapsed() < unused);
    }

    /// How many games are in memory.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn slot(&self, id: &GameId) -> Arc<AsyncMutex<Option<HeldGame>>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let slot =
            held.entry(id.clone()).or_insert_with(|| Slot { game: Arc::default(), used: Instant::now() });
        slot.used = Instant::now();
        slot.game.clone()
    }

    /// Takes the game of an account out of its slot, or out of the database. Whoever changes it puts it back once the
    /// change is stored: one who goes away in the middle leaves the slot empty.
    async fn take(&self, who: &Account, id: &GameId, held: &mut Option<HeldGame>) -> Result<HeldGame, Error> {
        let game = match held.take() {
            Some(game) => game,
            None => self.load(id).await?,
        };
        if game.row.account != who.id {
            *held = Some(game);
            return Err(Error::NoGame);
        }
        Ok(game)
    }

    async fn load(&self, id: &GameId) -> Result<HeldGame, Error> {
        let stored = rows::load(self.database.as_ref(), id).await?.ok_or(Error::NoGame)?;
        Ok(HeldGame::of(stored)?)
    }
}

/// Whether a move may be tried.
fn allowed(game: &HeldGame, number: u64, action: Action) -> Result<(), Error> {
    let expected = game.moves.count();
    if game.row.finished.is_some() {
        Err(Error::Over)
    } else if number != expected {
        Err(Error::OutOfOrder { expected })
    } else if action.cell().0 >= game.row.setup.shape.cells() {
        Err(Error::NoMove)
    } else if let Some(start) = game.starts_elsewhere(action) {
        Err(Error::StartsElsewhere { start })
    } else if number >= game.most_moves() {
        Err(Error::TooManyMoves)
    } else {
        Ok(())
    }
}

/// Why a change was not made: it was not tried, and memory is as it was; or it failed.
enum Change {
    None(Error),
    Failed(DatabaseError),
}

/// Ends a game in memory, and says what is to be stored.
fn finish(game: &mut HeldGame, at: u64) -> Vec<Step> {
    let result = GameResult::of(&game.session, at);
    // Whoever finishes the board of a day later may have seen how others played it.
    game.row.ranked &= game.row.day.is_none() || game.is_closed(at);
    game.row.finished = Some((at, result));
    let mut steps = rows::finish(&game.row, at, &result, &game.moves);
    if let Some(board) = Board::of(&game.row.board).filter(|_| game.row.ranked) {
        steps.extend(scores::steps(game.row.account, board, game.row.id.text(), at, &result));
    }
    steps
}

/// A seed that nobody can guess, of all that there are: a short one could be found by drawing all boards.
fn new_seed() -> u64 {
    loop {
        let seed = random::number();
        if is_seed(seed) {
            return seed;
        }
    }
}
