//! The server as browsers and other programs meet it.
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use omnisweep_engine::{Action, Cell, Outcome};
use omnisweep_server::commitment::commitment;
use omnisweep_server::database::sqlite::Sqlite;
use omnisweep_server::protocol::{GameState, Moved, Response};
use omnisweep_testing::folder::Folder;
use omnisweep_testing::patience;
use support::World;
use support::server::{Player, Server};
use tungstenite::Message;

const ALICE: &str = r#"{"name": "Alice", "password": "correct horse battery"}"#;

fn server(folder: &Folder, words: &[&str]) -> Server {
    Server::start(folder, folder.join("server.db").to_str().unwrap(), words)
}

fn moved(response: Response) -> Moved {
    match response {
        Response::Moved(moved) => moved,
        other => panic!("{other:?}"),
    }
}

/// Plays a game to its end, knowing what only the database knows.
fn win(folder: &Folder, player: &mut Player, state: &GameState) -> Moved {
    let first = state.start.unwrap_or(40);
    let mut last = moved(player.play(&state.game, 0, Action::Open(Cell(first))).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let layout = runtime.block_on(async {
        let world = World::new(Arc::new(Sqlite::open(&folder.join("server.db")).unwrap())).await;
        world.layout(&state.game).await
    });
    let mut seen = state.cells.clone();
    for cell in (0..seen.len() as u64).map(Cell).filter(|&cell| !layout.contains(cell)) {
        last.changed.iter().for_each(|&(cell, look)| seen[usize::try_from(cell).unwrap()] = look);
        if last.over.is_none() && seen[usize::try_from(cell.0).unwrap()] == -1 {
            last = moved(player.play(&state.game, last.number + 1, Action::Open(cell)).unwrap());
        }
    }
    last
}

#[test]
fn the_page_is_served_and_says_that_it_has_a_server() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let page = server.get("/");
    assert_eq!((page.status, page.body.as_str()), (200, "the page"));
    assert!(page.head.contains("content-security-policy: default-src 'none'"));
    let about = server.get("/server.json").json();
    assert_eq!((about["protocol"].as_u64(), about["play"].as_str()), (Some(1), Some("/api/play")));
    assert_eq!([server.get("/healthz").status, server.get("/readyz").status], [200, 200]);
    for path in ["/nothing", "/api/nothing", "/api/games/x", "/../server.db", "/server.db", "/metrics"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get("/api/register").status, 405);
    for path in ["/", "/server.json", "/api/account", "/api/nothing"] {
        assert!(server.get(path).head.contains("x-content-type-options: nosniff"), "{path}");
    }
}

/// Any bytes are answered, refused or dropped, and the server is still there.
#[test]
fn nonsense_instead_of_http_harms_nobody() {
    let folder = Folder::new();
    let mut server = server(&folder, &[]);
    let body = ALICE.len();
    let seeds = [
        format!("POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {body}\r\n\r\n{ALICE}"),
        "GET /api/play HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\u{1}\u{2}".to_owned(),
        "GET /api/leaderboard?board=day/expert&from=me HTTP/1.1\r\nhost: a\r\ncookie: omnisweep=00; a=b\r\norigin: null\r\n\r\n".to_owned(),
        "GET /api/games/0123456789abcdef0123456789abcdef HTTP/1.1\r\nhost: a\r\n\r\n".to_owned(),
    ];
    let mut dice = 17u64;
    let mut roll = |sides: usize| {
        dice = omnisweep_engine::random::splitmix64(dice);
        usize::try_from(dice % sides as u64).unwrap()
    };
    for _ in 0..300 {
        let mut bytes = seeds[roll(seeds.len())].clone().into_bytes();
        for _ in 0..roll(6) {
            let at = roll(bytes.len());
            match roll(3) {
                0 => bytes[at] = u8::try_from(roll(256)).unwrap(),
                1 => _ = bytes.remove(at),
                _ => bytes.insert(at, b"\r\n :/%?=\0\xff"[roll(10)]),
            }
        }
        let mut stream = std::net::TcpStream::connect(&server.address).unwrap();
        _ = stream.write_all(&bytes);
        _ = stream.shutdown(std::net::Shutdown::Write);
        stream.set_read_timeout(Some(patience::limit())).unwrap();
        let mut answer = Vec::new();
        _ = stream.take(12).read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}: {}", bytes.escape_ascii());
    }
    assert!(server.process.try_wait().unwrap().is_none());
    let log = std::fs::read_to_string(folder.join("server.log")).unwrap();
    assert!(!log.contains("panicked"), "{log}");
}

/// Where a server's metrics are, which its log says.
fn metrics(folder: &Folder) -> String {
    let log = std::fs::read_to_string(folder.join("server.log")).unwrap();
    log.lines().find_map(|line| line.split_once("metrics address=")).unwrap().1.to_owned()
}

#[test]
fn metrics_have_an_address_of_their_own() {
    let folder = Folder::new();
    let mut server = server(&folder, &["--metrics", "127.0.0.1:0"]);
    let mut player = Player::connect(&server.address, "").unwrap();
    player.begin(r#"{"level": "beginner"}"#).unwrap();
    server.address = metrics(&folder);
    let text = server.get("/metrics").body;
    assert!(
        text.contains("omnisweep_players 1\n") && text.contains("omnisweep_games_begun_total 1\n"),
        "{text}"
    );
}

#[test]
fn whoever_does_not_read_is_dropped() {
    let folder = Folder::new();
    let mut server = server(&folder, &["--metrics", "127.0.0.1:0"]);
    let mut player = Player::connect(&server.address, "").unwrap();
    // Each answer has ten thousand cells.
    let state = player.begin(r#"{"size": [100, 100], "mines": 1000}"#).unwrap();
    let resume = format!(r#"{{"type":"resume","request":1,"game":"{}"}}"#, state.game.text());
    // Until not even questions are taken any more.
    player.socket.get_mut().set_write_timeout(Some(std::time::Duration::from_millis(100))).unwrap();
    while player.socket.send(Message::Text(resume.clone().into())).is_ok() {}
    server.address = metrics(&folder);
    patience::wait(
        || "the server to drop a player".to_owned(),
        || server.get("/metrics").body.contains("omnisweep_players 0\n").then_some(()),
    );
}

#[test]
fn a_game_is_played_ranked_and_replayed_by_a_link() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let registered = server.post("/api/register", "", ALICE);
    assert_eq!((registered.status, registered.json()["name"].as_str()), (200, Some("Alice")));
    for part in ["httponly", "samesite=strict", "path=/", "max-age="] {
        assert!(registered.head.contains(part), "{part}");
    }
    let mut player = Player::connect(&server.address, &registered.cookie()).unwrap();
    assert!(
        matches!(&player.hello, Response::Hello { name, guest: false, protocol: 1, .. } if name == "Alice")
    );
    let state = player.begin(r#"{"level": "beginner", "guess": "never"}"#).unwrap();
    let last = win(&folder, &mut player, &state);
    let over = last.over.unwrap();
    assert_eq!((last.standing, over.ranked), (Outcome::Won, true));
    assert_eq!(commitment(&over.reveal.unwrap()), state.commitment);
    let shown = server.get(&format!("/api/games/{}", state.game.text())).json();
    assert_eq!((shown["won"].as_bool(), shown["board"].as_str()), (Some(true), Some("beginner/never")));
    let path = "/api/leaderboard?board=beginner/never&by=speed&span=today";
    let places = &server.get(path).json()["places"];
    assert_eq!(
        (places[0]["name"].as_str(), places[0]["game"].as_str()),
        (Some("Alice"), Some(state.game.text()))
    );
    let own = server.ask("GET", &format!("{path}&from=me"), &[("cookie", &registered.cookie())], "");
    assert_eq!(own.json()["places"][0]["you"], true);
    assert_eq!(server.get(&format!("{path}&from=me")).status, 401);
    let verify = std::process::Command::new(env!("CARGO_BIN_EXE_omnisweep-server"))
        .args(["admin", "verify"])
        .env("OMNISWEEP_SERVER_DATABASE", folder.join("server.db"))
        .output()
        .unwrap();
    let said = String::from_utf8(verify.stdout).unwrap();
    assert!(
        verify.status.success() && said.starts_with("1 games replayed") && said.ends_with(", 0 wrong\n"),
        "{said}"
    );
    for wrong in ["", "?board=x", "?board=custom", "?board=day/expert&by=x", "?board=day/expert&span=x&x=1"] {
        assert_eq!(server.get(&format!("/api/leaderboard{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn a_guest_claims_its_games_and_an_account_is_exported_and_deleted() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let mut guest = Player::connect(&server.address, "").unwrap();
    assert!(matches!(guest.hello, Response::Hello { guest: true, .. }));
    let state = guest.begin(r#"{"size": [5, 5], "mines": 3}"#).unwrap();
    assert!(!state.ranked && guest.cookie.starts_with("omnisweep="));
    let cookie = server.post("/api/register", &guest.cookie, ALICE).cookie();
    let mut alice = Player::connect(&server.address, &cookie).unwrap();
    assert!(matches!(&alice.hello, Response::Hello { games, .. } if games[..] == [state.game.clone()]));
    assert!(matches!(alice.resume(&state.game).unwrap(), Response::Game(_)));
    let export = server.ask("GET", "/api/export", &[("cookie", &cookie)], "").json();
    assert_eq!((&export["name"], &export["going_on"][0]), (&"Alice".into(), &state.game.text().into()));
    // The password is changed, and the old cookie is worth nothing.
    let change = r#"{"old": "correct horse battery", "new": "another horse"}"#;
    let changed = server.post("/api/password", &cookie, change);
    assert_eq!(changed.status, 200);
    let account = |cookie: &str| server.ask("GET", "/api/account", &[("cookie", cookie)], "").json();
    assert_eq!(
        (&account(&cookie)["name"], &account(&changed.cookie())["name"]),
        (&().into(), &"Alice".into())
    );
    assert_eq!(server.post("/api/login", "", ALICE).status, 401);
    assert_eq!(server.post("/api/register", "", &ALICE.replace("Alice", "AIice")).status, 409);
    let delete = |password: &str| {
        server.post("/api/delete", &changed.cookie(), &format!("{{\"password\": \"{password}\"}}")).status
    };
    assert_eq!(
        [delete("correct horse battery"), delete("another horse"), delete("another horse")],
        [401, 200, 401]
    );
}

#[test]
fn what_comes_from_elsewhere_or_is_too_much_is_refused() {
    let folder = Folder::new();
    let server = server(&folder, &["--connections-per-address", "3"]);
    let json = ("content-type", "application/json");
    let from = |origin: &str| server.ask("POST", "/api/register", &[json, ("origin", origin)], ALICE).status;
    assert_eq!(from("http://evil.example"), 403);
    assert_eq!(from("null"), 403);
    assert_eq!(server.ask("GET", "/api/play", &[("origin", "http://evil.example")], "").status, 403);
    assert_eq!(from(&format!("http://{}", server.address)), 200);
    assert_eq!(server.ask("POST", "/api/login", &[("content-type", "text/plain")], ALICE).status, 400);
    for body in ["", "{}", "[]", r#"{"name": 1, "password": 2}"#, r#"{"name": "a", "password": "b", "c": 1}"#]
    {
        assert_eq!(server.post("/api/login", "", body).status, 400, "{body}");
    }
    assert_eq!(server.post("/api/login", "", &"x".repeat(100_000)).status, 413);
    for path in ["/api/export", "/api/password", "/api/delete"] {
        assert!([401, 405].contains(&server.get(path).status), "{path}");
    }
    // Passwords are not to be guessed.
    let guess = r#"{"name": "Alice", "password": "wrong horse"}"#;
    let tried: Vec<u16> = (0..15).map(|_| server.post("/api/login", "", guess).status).collect();
    assert_eq!((tried[0], tried[14]), (401, 429));
    // Only so many connections of one address.
    let players: Vec<Player> = (0..3).map(|_| Player::connect(&server.address, "").unwrap()).collect();
    assert!(Player::connect(&server.address, "").is_err());
    drop(players);
    patience::wait(|| "room for another".to_owned(), || Player::connect(&server.address, "").ok());
}

#[test]
fn nonsense_is_answered_and_what_is_too_long_ends_the_connection() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let mut player = Player::connect(&server.address, "").unwrap();
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"type\":\"begin\"}",
        "{\"type\":\"x\"}",
        "\u{0}",
        "{\"type\":\"leave\",\"game\":\"x\"}",
    ] {
        let answer = player.say(text.to_owned()).unwrap();
        assert!(matches!(&answer, Response::Error { code, .. } if code == "malformed"), "{text}: {answer:?}");
    }
    player.socket.send(Message::Binary(vec![1, 2, 3].into())).unwrap();
    assert!(matches!(player.hear().unwrap(), Response::Error { .. }));
    let state = player.begin(r#"{"level": "beginner"}"#).unwrap();
    assert!(matches!(player.play(&state.game, 0, Action::Open(Cell(0))).unwrap(), Response::Moved(_)));
    assert!(player.say("x".repeat(5000)).is_err());
}

#[test]
fn whoever_says_too_much_is_told_so() {
    let folder = Folder::new();
    let server = server(&folder, &[]);
    let mut player = Player::connect(&server.address, "").unwrap();
    let codes: Vec<String> = (0..400)
        .map(|_| match player.say("{}".to_owned()).unwrap() {
            Response::Error { code, .. } => code,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(codes.iter().any(|code| code == "too_fast") && codes[0] == "malformed");
}

#[cfg(unix)]
#[test]
fn it_stops_in_good_order_and_no_log_has_a_password() {
    let folder = Folder::new();
    let mut server = server(&folder, &["--log", "trace"]);
    let cookie = server.post("/api/register", "", ALICE).cookie();
    server.post("/api/login", "", &ALICE.replace("battery", "staple"));
    server.post("/api/login", "", &format!("{ALICE} x"));
    let mut player = Player::connect(&server.address, &cookie).unwrap();
    let state = player.begin(r#"{"level": "beginner"}"#).unwrap();
    let id = server.process.id().to_string();
    assert!(std::process::Command::new("kill").arg(id).status().unwrap().success());
    assert!(matches!(player.socket.read(), Ok(Message::Close(Some(_)))));
    drop(player.socket);
    assert!(server.process.wait().unwrap().success());
    let log = std::fs::read_to_string(folder.join("server.log")).unwrap();
    assert!(log.contains("told to stop"));
    for secret in ["correct horse", cookie.split_once('=').unwrap().1] {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
    // It goes on where it was.
    let server = self::server(&folder, &[]);
    let mut player = Player::connect(&server.address, &cookie).unwrap();
    assert!(matches!(player.resume(&state.game).unwrap(), Response::Game(_)));
}
