//! A server's inside without its outside: a database, a clock that stands still until it is moved, and players.
#![allow(dead_code)]

pub mod cluster;
pub mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use omnisweep_engine::{Action, Cell, Layout};
use omnisweep_server::accounts::{Account, Accounts};
use omnisweep_server::database::Database;
use omnisweep_server::error::Error;
use omnisweep_server::games::{Games, rows};
use omnisweep_server::protocol::{GameId, GameState, Moved, Wanted};
use omnisweep_server::replay::replay;
use omnisweep_session::{GuessMode, Level};

/// 2026-11-17, 12:00.
pub const NOON: u64 = 1_794_916_800_000;

pub struct World {
    pub database: Arc<dyn Database>,
    pub games: Games,
    pub accounts: Accounts,
    pub time: Arc<AtomicU64>,
}

impl World {
    pub async fn new(database: Arc<dyn Database>) -> World {
        let time = Arc::new(AtomicU64::new(NOON));
        let games = games(database.clone(), &time).await;
        World { accounts: Accounts::new(database.clone()), database, games, time }
    }

    /// The server as it is after a restart, or another process on the same database.
    pub async fn another(&self) -> World {
        let games = games(self.database.clone(), &self.time).await;
        let accounts = self.accounts.clone();
        World { database: self.database.clone(), games, accounts, time: self.time.clone() }
    }

    pub fn now(&self) -> u64 {
        self.time.load(Ordering::Relaxed)
    }

    pub fn pass(&self, ms: u64) {
        self.time.fetch_add(ms, Ordering::Relaxed);
    }

    /// An account that is no guest. Its password fits nothing: that would take a while each time.
    pub async fn player(&self, name: &str) -> Account {
        let (guest, _) = self.accounts.guest(self.now()).await.unwrap();
        let sql = "UPDATE account SET name = $1, look = $1, password = 'none' WHERE id = $2";
        let values = vec![name.into(), guest.id.into()];
        self.database.change(vec![omnisweep_server::database::Step::one(sql, values)]).await.unwrap();
        Account { name: name.to_owned(), guest: false, ..guest }
    }

    pub async fn begin(&self, who: &Account, level: Level, guess: GuessMode) -> GameState {
        let wanted = Wanted { level: Some(level), guess, ..Wanted::default() };
        self.games.begin(who, &wanted, 1).await.unwrap()
    }

    pub async fn day(&self, who: &Account, level: Level) -> Result<GameState, Error> {
        let wanted = Wanted { level: Some(level), day: true, ..Wanted::default() };
        self.games.begin(who, &wanted, 1).await
    }

    /// Where the mines are, which only the server knows.
    pub async fn layout(&self, id: &GameId) -> Layout {
        let (row, moves) = rows::load(self.database.as_ref(), id).await.unwrap().unwrap();
        replay(&row.setup, row.attempt, &moves).unwrap().game().layout().unwrap().clone()
    }

    pub async fn open(&self, who: &Account, id: &GameId, number: u64, cell: u64) -> Result<Moved, Error> {
        self.games.play(who, id, number, Action::Open(Cell(cell)), 0).await
    }

    /// Plays a game that was begun to its end, a move every so many milliseconds.
    pub async fn finish(&self, who: &Account, state: &GameState, win: bool, pace: u64) -> Moved {
        let first = state.start.unwrap_or(40);
        let mut moved = self.open(who, &state.game, 0, first).await.unwrap();
        let layout = self.layout(&state.game).await;
        let cells: u64 = state.size.iter().product();
        let mut seen = vec![-1; usize::try_from(cells).unwrap()];
        let mut number = 1;
        let wanted = |cell: &u64| win != layout.contains(Cell(*cell));
        for cell in (0..cells).filter(wanted) {
            moved.changed.iter().for_each(|&(cell, look)| seen[usize::try_from(cell).unwrap()] = look);
            if moved.over.is_none() && seen[usize::try_from(cell).unwrap()] == -1 {
                self.pass(pace);
                moved = self.open(who, &state.game, number, cell).await.unwrap();
                number += 1;
            }
        }
        assert!(moved.over.is_some(), "{moved:?}");
        moved
    }
}

async fn games(database: Arc<dyn Database>, time: &Arc<AtomicU64>) -> Games {
    let time = time.clone();
    Games::new(database, Arc::new(move || time.load(Ordering::Relaxed))).await.unwrap()
}
