//! The server under load, with the load beside it on the same processors: how long moves take, what a game weighs, how
//! long a page of a leaderboard takes among a million results, and how fast stored games are verified.

#[path = "../../tests/support/cluster.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod cluster;
mod load;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use cluster::Cluster;
use omnisweep_engine::{Action, Cell};
use omnisweep_server::accounts::{Account, Accounts};
use omnisweep_server::board::Board;
use omnisweep_server::database::{Database, Place, Step, open};
use omnisweep_server::games::{Games, rows, system_clock};
use omnisweep_server::protocol::Wanted;
use omnisweep_server::scores::{Leaderboard, Measure, Span};
use omnisweep_server::{admin, replay};
use omnisweep_session::{GuessMode, Level};
use omnisweep_testing::folder::Folder;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long is played, the players of each round, and how many results, accounts, idle games and stored games there are.
const LENGTH: Duration = Duration::from_secs(10);
const PLAYERS: [u32; 2] = [2000, 5000];
const RESULTS: u64 = 1_000_000;
const ACCOUNTS: u64 = 100_000;
const IDLE: u64 = 10_000;
const STORED: u64 = 1000;

fn main() -> Result<(), Failure> {
    // `cargo test` looks whether it can be started.
    if !std::env::args().any(|word| word == "--bench") {
        return Ok(());
    }
    // Other numbers of players, where some are named.
    let named: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let rounds = if named.is_empty() { PLAYERS.to_vec() } else { named };
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let cluster = Cluster::start();
    let on_cluster = |name: &str| cluster.as_ref().map(|cluster| cluster.database(name));
    for players in rounds {
        let file = folder.join(format!("load-{players}.db")).display().to_string();
        runtime.block_on(load("SQLite", &folder, &file, players))?;
        if let Some(url) = on_cluster(&format!("load{players}")) {
            runtime.block_on(load("PostgreSQL", &folder, &url, players))?;
        }
    }
    runtime.block_on(idle(&Place::File(folder.join("idle.db"))))?;
    let file = Place::File(folder.join("scores.db"));
    runtime.block_on(scores("SQLite", &file))?;
    if let Some(url) = on_cluster("scores") {
        runtime.block_on(scores("PostgreSQL", &Place::Postgres(url)))?;
    }
    runtime.block_on(verify(&Place::File(folder.join("verify.db"))))
}

/// A server in a process of its own, ended with this value.
struct Server(Child, String);

impl Server {
    fn start(folder: &Path, database: &str) -> Result<Server, Failure> {
        let site = folder.join("site");
        std::fs::create_dir_all(&site)?;
        std::fs::write(site.join("index.html"), "")?;
        let mut process = Command::new(env!("CARGO_BIN_EXE_omnisweep-server"))
            .args([
                "--addr",
                "127.0.0.1:0",
                "--trust-proxy",
                "--log",
                "error",
                "--database",
                database,
                "--site",
            ])
            .arg(site)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.split('/').nth(2).ok_or("the server does not start")?.to_owned();
        Ok(Server(process, address))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// The memory of a process, in kB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

async fn load(name: &str, folder: &Path, database: &str, players: u32) -> Result<(), Failure> {
    let server = Server::start(folder, database)?;
    let (process, empty) = (server.0.id(), memory(server.0.id()));
    let mut full = empty;
    let taken = load::play(&server.1, players, LENGTH, || full = memory(process)).await?;
    let ms = |percent| taken.within(percent).as_secs_f64() * 1000.0;
    println!(
        "{name}, {players} players at a move a second: {} moves, half within {:.1} ms, 99 % within {:.1} ms, all \
         within {:.0} ms; {:.1} kB for each player with a game",
        taken.count(),
        ms(50),
        ms(99),
        ms(100),
        (full - empty) as f64 / f64::from(players),
    );
    Ok(())
}

async fn world(place: &Place) -> Result<(std::sync::Arc<dyn Database>, Games, Account), Failure> {
    let database = open(place, 8).await?;
    let games = Games::new(database.clone(), system_clock()).await?;
    let (account, _) = Accounts::new(database.clone()).guest(games.now()).await?;
    Ok((database, games, account))
}

/// What a game weighs in memory that was begun and waits for its player.
async fn idle(place: &Place) -> Result<(), Failure> {
    let (database, games, _) = world(place).await?;
    let accounts = Accounts::new(database);
    let before = memory(std::process::id());
    for _ in 0..IDLE {
        let (who, _) = accounts.guest(games.now()).await?;
        let wanted = Wanted { level: Some(Level::Expert), ..Wanted::default() };
        let state = games.begin(&who, &wanted, 1).await?;
        games.play(&who, &state.game, 0, Action::Open(Cell(200)), 0).await?;
    }
    let each = (memory(std::process::id()) - before) as f64 / IDLE as f64;
    println!("{IDLE} expert games that wait: {each:.1} kB each");
    Ok(())
}

/// Pages of a leaderboard, from the top and around somebody.
async fn scores(name: &str, place: &Place) -> Result<(), Failure> {
    // The best of so many accounts, as so many results leave them.
    const FILL: [&str; 2] = [
        "INSERT INTO account (id, name, look, created)
         WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1)
         SELECT i, 'player', CAST(i AS TEXT), 0 FROM n",
        "INSERT INTO score (board, span, account, time, speed, efficiency, wins, run, streak)
         WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1)
         SELECT 'expert/ordinary', 'all', i, 40000 + i * 7919 % 999983, i * 7919 % 9999, i * 104729 % 9999, 10, 0, i % 50
         FROM n",
    ];
    let database = open(place, 8).await?;
    for sql in FILL {
        database.change(vec![Step::any(sql, vec![ACCOUNTS.into()])]).await?;
    }
    if matches!(place, Place::Postgres(_)) {
        database.change(vec![Step::any("ANALYZE", Vec::new())]).await?;
    }
    let board = Board::Level(Level::Expert, GuessMode::Ordinary);
    let (mut top, mut around) = (Vec::new(), Vec::new());
    for round in 0..100i64 {
        for measure in Measure::ALL {
            let leaderboard = Leaderboard { board, measure, span: Span::All.at(0) };
            let begun = Instant::now();
            leaderboard.page(database.as_ref(), 0, None).await?;
            top.push(begun.elapsed());
            let begun = Instant::now();
            leaderboard.around(database.as_ref(), round * 7919 % ACCOUNTS.cast_signed() + 1).await?;
            around.push(begun.elapsed());
        }
    }
    let most = |taken: &mut Vec<Duration>| {
        taken.sort_unstable();
        taken[taken.len() * 99 / 100].as_secs_f64() * 1000.0
    };
    let (top, around) = (most(&mut top), most(&mut around));
    println!(
        "{name}, leaderboards of {RESULTS} results by {ACCOUNTS} accounts: 99 % of the first pages within {top:.2} ms, \
         of those around somebody within {around:.1} ms"
    );
    Ok(())
}

/// Games that were won, replayed.
async fn verify(place: &Place) -> Result<(), Failure> {
    let (database, games, who) = world(place).await?;
    let wanted = Wanted { level: Some(Level::Expert), ..Wanted::default() };
    for _ in 0..STORED {
        let state = games.begin(&who, &wanted, 1).await?;
        let mut moved = games.play(&who, &state.game, 0, Action::Open(Cell(200)), 0).await?;
        let (row, moves) = rows::load(database.as_ref(), &state.game).await?.ok_or("the game is gone")?;
        let session = replay::replay(&row.setup, row.attempt, &moves)?;
        let layout = session.game().layout().ok_or("there is no board")?;
        let mut open = vec![false; 480];
        for cell in (0..480u64).filter(|&cell| !layout.contains(Cell(cell))) {
            moved.changed.iter().for_each(|&(cell, _)| open[usize::try_from(cell).unwrap_or(0)] = true);
            if !open[usize::try_from(cell)?] {
                let action = Action::Open(Cell(cell));
                moved = games.play(&who, &state.game, moved.number + 1, action, 0).await?;
            }
        }
    }
    let begun = Instant::now();
    let verified = admin::verify(database.as_ref()).await?;
    let rate = verified.games as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{} expert games verified at {rate:.0} a second, {} wrong",
        verified.games,
        verified.wrong.len()
    );
    Ok(())
}
