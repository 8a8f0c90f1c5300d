//! The server is killed, its database is stopped, and its neighbours go away, while somebody plays: no move or result
//! that was acknowledged may be lost, and games go on. `cargo xtask torture` has many more of these trials.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::HashMap;
use std::time::Duration;

use omnisweep_engine::random::splitmix64;
use omnisweep_engine::{Action, Cell, Outcome};
use omnisweep_server::admin;
use omnisweep_server::database::{self, Place};
use omnisweep_server::games::rows;
use omnisweep_server::protocol::{GameId, Response};
use omnisweep_testing::folder::Folder;
use support::cluster::Cluster;
use support::server::{Gone, Player, Server};

/// How many trials of each kind.
fn trials() -> u64 {
    std::env::var("OMNISWEEP_TORTURE").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = splitmix64(self.0);
        self.0 % sides
    }
}

/// Somebody who plays one game after the other, and remembers what was acknowledged.
struct Gamer {
    cookie: String,
    dice: Dice,
    game: Option<(GameId, u64)>,
    /// By game and number; nothing where a move was stored and its answer never came.
    acknowledged: HashMap<String, Vec<Option<Action>>>,
    over: HashMap<String, Outcome>,
    waited: u64,
}

impl Gamer {
    fn new(seed: u64) -> Gamer {
        let (acknowledged, over) = (HashMap::new(), HashMap::new());
        Gamer { cookie: String::new(), dice: Dice(seed), game: None, acknowledged, over, waited: 0 }
    }

    /// Connects, and goes on with the game, of which nothing may be missing.
    fn connect(&mut self, address: &str) -> Result<Player, Gone> {
        let mut player = Player::connect(address, &self.cookie)?;
        self.cookie = player.cookie.clone();
        if let Some((id, _)) = self.game.clone() {
            self.resume(&mut player, &id)?;
        }
        Ok(player)
    }

    fn resume(&mut self, player: &mut Player, id: &GameId) -> Result<(), Gone> {
        match player.resume(id)? {
            Response::Game(state) => {
                let moves = self.acknowledged.entry(id.text().to_owned()).or_default();
                // The last one may have been stored and not acknowledged.
                let known = moves.len() as u64;
                assert!((known..=known + 1).contains(&state.moves), "{known} known, {} stored", state.moves);
                moves.resize(usize::try_from(state.moves).unwrap(), None);
                self.game = state.over.is_none().then_some((id.clone(), state.moves));
                Ok(())
            }
            Response::Error { code, .. } if code == "wait" => Err(Gone),
            other => panic!("{other:?}"),
        }
    }

    /// Plays until the connection breaks, or so many moves were made.
    fn play(&mut self, player: &mut Player, moves: u64) -> Result<(), Gone> {
        for _ in 0..moves {
            let (id, number) = match self.game.clone() {
                Some(game) => game,
                None => {
                    let wanted = omnisweep_server::protocol::Wanted {
                        level: Some(omnisweep_session::Level::Expert),
                        ..Default::default()
                    };
                    let begin = omnisweep_server::protocol::Request::Begin { request: 1, wanted };
                    match player.ask(&begin)? {
                        Response::Game(state) => (state.game, 0),
                        Response::Error { code, .. } if ["wait", "too_fast"].contains(&&*code) => {
                            self.wait();
                            continue;
                        }
                        other => panic!("{other:?}"),
                    }
                }
            };
            self.game = Some((id.clone(), number));
            let cell = Cell(self.dice.roll(480));
            let action = if self.dice.roll(8) == 0 { Action::Open(cell) } else { Action::Flag(cell) };
            match player.play(&id, number, action)? {
                Response::Moved(moved) => {
                    let moves = self.acknowledged.entry(id.text().to_owned()).or_default();
                    assert_eq!(moves.len() as u64, number);
                    moves.push(Some(action));
                    self.game = moved.over.is_none().then_some((id.clone(), number + 1));
                    if moved.over.is_some() {
                        self.over.insert(id.text().to_owned(), moved.standing);
                    }
                }
                Response::Error { code, .. } if code == "wait" => {
                    self.wait();
                    // Whether it was stored is to be found out.
                    while self.resume(player, &id).is_err() {
                        self.wait();
                    }
                }
                Response::Error { code, .. } if code == "too_fast" => self.wait(),
                // What a server that was killed had just sent to the database came there after all.
                Response::Error { code, .. } if code == "out_of_order" => self.resume(player, &id)?,
                other => panic!("{other:?}"),
            }
        }
        Ok(())
    }

    fn wait(&mut self) {
        self.waited += 1;
        std::thread::sleep(Duration::from_millis(50));
    }

    /// Looks for everything that was acknowledged in the database; says how much that is.
    fn check(&self, place: &Place) -> usize {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let database = database::open(place, 2).await.unwrap();
            for (id, acknowledged) in &self.acknowledged {
                let id = GameId::new(id).unwrap();
                let (row, moves) = rows::load(database.as_ref(), &id).await.unwrap().unwrap();
                for (number, action) in acknowledged.iter().enumerate() {
                    let stored = moves.get(number).map(|made| made.action);
                    assert!(
                        stored.is_some() && action.is_none_or(|action| Some(action) == stored),
                        "{number} is lost"
                    );
                }
                if let Some(outcome) = self.over.get(id.text()) {
                    let won = row.finished.expect("a result is lost").1.won;
                    assert_eq!(won, *outcome == Outcome::Won);
                }
            }
            assert_eq!(admin::verify(database.as_ref()).await.unwrap().wrong, []);
        });
        self.acknowledged.values().flatten().flatten().count()
    }
}

/// Kills the server at a random moment of each trial, and starts it again.
fn kills(name: &str, place: &Place, url: &str) {
    let folder = Folder::new();
    let mut gamer = Gamer::new(7);
    for _ in 0..trials() {
        let mut server = Server::start(&folder, url, &["--accounts-per-hour", "100000"]);
        let moment = Duration::from_millis(gamer.dice.roll(150));
        std::thread::scope(|scope| {
            let address = server.address.clone();
            let playing = scope.spawn(|| {
                let address = address;
                if let Ok(mut player) = gamer.connect(&address) {
                    _ = gamer.play(&mut player, u64::MAX);
                }
            });
            std::thread::sleep(moment);
            server.kill();
            playing.join().unwrap();
        });
    }
    println!("torture: {name}; {}; {}; 0", trials(), gamer.check(place));
}

#[test]
fn a_server_that_is_killed_has_lost_nothing() {
    let folder = Folder::new();
    let path = folder.join("server.db");
    kills("server kills, SQLite", &Place::File(path.clone()), path.to_str().unwrap());
}

#[test]
fn a_server_on_postgres_that_is_killed_has_lost_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("kills");
    kills("server kills, PG", &Place::Postgres(url.clone()), &url);
}

#[test]
fn players_are_told_to_wait_while_the_database_is_away() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (Folder::new(), cluster.database("away"));
    let server = Server::start(&folder, &url, &[]);
    let (mut gamer, rounds) = (Gamer::new(3), trials().div_ceil(100));
    let mut player = gamer.connect(&server.address).unwrap();
    for _ in 0..rounds {
        gamer.play(&mut player, 30).unwrap();
        let before = gamer.waited;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                cluster.stop();
                std::thread::sleep(Duration::from_secs(if trials() > 100 { 10 } else { 2 }));
                cluster.resume();
            });
            // By the same connection, all the time.
            while gamer.waited == before {
                gamer.play(&mut player, 5).unwrap();
            }
            gamer.play(&mut player, 30).unwrap();
        });
        assert_eq!(server.get("/readyz").status, 200);
    }
    let acknowledged = gamer.check(&Place::Postgres(url));
    println!("torture: database away; {rounds}; {acknowledged}; 0");
}

#[test]
fn players_go_on_at_another_server_on_the_same_database() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, url) = (Folder::new(), cluster.database("three"));
    let start = || Server::start(&folder, &url, &["--accounts-per-hour", "100000"]);
    let mut servers = [start(), start(), start()];
    let mut gamer = Gamer::new(11);
    for trial in 0..trials() {
        let at = usize::try_from(trial % 3).unwrap();
        let mut player = gamer.connect(&servers[at].address).unwrap();
        gamer.play(&mut player, 10).unwrap();
        servers[at].kill();
        assert!(gamer.play(&mut player, 1).is_err());
        let mut player = gamer.connect(&servers[(at + 1) % 3].address).unwrap();
        gamer.play(&mut player, 10).unwrap();
        servers[at] = start();
    }
    println!("torture: three servers; {}; {}; 0", trials(), gamer.check(&Place::Postgres(url)));
}
