//! The program itself, and those who talk to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use omnisweep_engine::Action;
use omnisweep_server::protocol::{GameId, GameState, Request, Response, Wanted};
use omnisweep_testing::patience;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// A server that runs.
pub struct Server {
    pub process: Child,
    pub address: String,
}

impl Server {
    /// Starts one on a database, with a page of one word, at any free port or at a given one.
    pub fn start(folder: &Path, database: &str, words: &[&str]) -> Server {
        let site = folder.join("site");
        std::fs::create_dir_all(&site).unwrap();
        std::fs::write(site.join("index.html"), "the page").unwrap();
        let log = std::fs::File::options().create(true).append(true).open(folder.join("server.log")).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_omnisweep-server"))
            .args(["--addr", "127.0.0.1:0", "--database", database, "--site"])
            .arg(&site)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split('/').nth(2);
        let Some(address) = address.map(str::to_owned) else {
            panic!("{line:?}: {}", std::fs::read_to_string(folder.join("server.log")).unwrap())
        };
        Server { process, address }
    }

    /// Ends it as a crash would.
    pub fn kill(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }

    /// Asks for something; the answer's status, its headers and its body.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(patience::limit())).unwrap();
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        // It may have answered and gone before all was sent.
        _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, cookie: &str, body: &str) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json"), ("cookie", cookie)], body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// In small letters.
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The cookie that it sets, as it is to be sent back.
    pub fn cookie(&self) -> String {
        let set = self.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap_or_default();
        set.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Somebody who plays, until the connection breaks.
pub struct Player {
    pub socket: WebSocket<TcpStream>,
    pub cookie: String,
    pub hello: Response,
}

/// That the connection is broken.
#[derive(Debug)]
pub struct Gone;

impl Player {
    pub fn connect(address: &str, cookie: &str) -> Result<Player, Gone> {
        let stream = TcpStream::connect(address).map_err(|_| Gone)?;
        stream.set_read_timeout(Some(patience::limit())).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://{address}/api/play").into_client_request().unwrap();
        if !cookie.is_empty() {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (socket, response) = tungstenite::client(request, stream).map_err(|_| Gone)?;
        let set = response.headers().get("set-cookie").map(|set| set.to_str().unwrap().to_owned());
        let cookie = set.as_deref().and_then(|set| set.split(';').next()).unwrap_or(cookie).to_owned();
        let mut player = Player { socket, cookie, hello: Response::Left { game: no_game() } };
        player.hello = player.hear()?;
        Ok(player)
    }

    pub fn hear(&mut self) -> Result<Response, Gone> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return Err(Gone),
            }
        }
    }

    pub fn say(&mut self, text: String) -> Result<Response, Gone> {
        self.socket.send(Message::Text(text.into())).map_err(|_| Gone)?;
        self.hear()
    }

    pub fn ask(&mut self, request: &Request) -> Result<Response, Gone> {
        self.say(serde_json::to_string(request).unwrap())
    }

    pub fn begin(&mut self, wanted: &str) -> Result<GameState, Gone> {
        let wanted: Wanted = serde_json::from_str(wanted).unwrap();
        match self.ask(&Request::Begin { request: 1, wanted })? {
            Response::Game(state) => Ok(state),
            other => panic!("{other:?}"),
        }
    }

    pub fn resume(&mut self, game: &GameId) -> Result<Response, Gone> {
        self.ask(&Request::Resume { request: 2, game: game.clone() })
    }

    pub fn play(&mut self, game: &GameId, number: u64, action: Action) -> Result<Response, Gone> {
        self.ask(&Request::Move { game: game.clone(), number, action, clock: 0 })
    }
}

fn no_game() -> GameId {
    GameId::new(&"0".repeat(32)).unwrap()
}
