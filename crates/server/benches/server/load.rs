//! Players by the thousand: each connects, begins a game, and makes a move a second.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use omnisweep_engine::random::splitmix64;
use omnisweep_engine::{Action, Cell};
use omnisweep_server::protocol::{GameId, Request, Response, Wanted};
use omnisweep_session::Level;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// How many come at once.
const AT_ONCE: usize = 100;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A player's end of a connection.
struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Connects, as a proxy would for somebody with an address of its own.
    async fn new(address: &str, number: u32) -> Result<Connection, Failure> {
        let mut stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let [_, a, b, c] = number.to_be_bytes();
        let request = format!(
            "GET /api/play HTTP/1.1\r\nhost: {address}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
             x-forwarded-for: 10.{a}.{b}.{c}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut stream = BufReader::with_capacity(2048, stream);
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(String::from_utf8_lossy(&head).into());
        }
        let mut connection = Connection(stream);
        connection.hear().await?;
        Ok(connection)
    }

    async fn hear(&mut self) -> Result<Response, Failure> {
        loop {
            let code = self.0.read_u8().await? & 15;
            let length = match self.0.read_u8().await? {
                126 => usize::from(self.0.read_u16().await?),
                127 => usize::try_from(self.0.read_u64().await?)?,
                short => usize::from(short),
            };
            let mut body = vec![0; length];
            self.0.read_exact(&mut body).await?;
            match code {
                1 => return Ok(serde_json::from_slice(&body)?),
                9 => self.send(10, &body).await?,
                code => return Err(format!("a frame of kind {code}").into()),
            }
        }
    }

    /// With a mask of zeros, which changes nothing.
    async fn send(&mut self, code: u8, body: &[u8]) -> Result<(), Failure> {
        let mut frame = vec![0x80 | code];
        match u8::try_from(body.len()) {
            Ok(short) if short < 126 => frame.push(0x80 | short),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(body.len())?.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(body);
        Ok(self.0.get_mut().write_all(&frame).await?)
    }

    async fn ask(&mut self, request: &Request) -> Result<Response, Failure> {
        self.send(1, &serde_json::to_vec(request)?).await?;
        self.hear().await
    }

    async fn begin(&mut self) -> Result<GameId, Failure> {
        let wanted = Wanted { level: Some(Level::Expert), ..Wanted::default() };
        match self.ask(&Request::Begin { request: 1, wanted }).await? {
            Response::Game(state) => Ok(state.game),
            other => Err(format!("{other:?}").into()),
        }
    }
}

/// How long moves took, in the order of that.
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// What so many of a hundred were within.
    pub fn within(&self, percent: usize) -> Duration {
        let at = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(at).copied().unwrap_or_default()
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// So many players, who come some at a time, and then play for so long. `idle` is called when all are there.
pub async fn play(
    address: &str,
    players: u32,
    length: Duration,
    idle: impl FnOnce(),
) -> Result<Latencies, Failure> {
    let mut ready = Vec::new();
    for first in (0..players).step_by(AT_ONCE) {
        let arrive = |number| {
            let address = address.to_owned();
            tokio::spawn(async move {
                let mut connection = Connection::new(&address, number).await?;
                let game = connection.begin().await?;
                Ok::<_, Failure>((connection, game))
            })
        };
        let last = players.min(first + AT_ONCE as u32);
        let arriving: Vec<_> = (first..last).map(arrive).collect();
        for one in arriving {
            ready.push(one.await??);
        }
    }
    idle();
    let taken = Arc::new(Mutex::new(Vec::new()));
    let start = Instant::now() + Duration::from_millis(500);
    let playing: Vec<_> = (0..)
        .zip(ready)
        .map(|(number, (connection, game))| {
            let taken = taken.clone();
            // Spread over the second.
            let first = start + Duration::from_secs(1) * number / players;
            tokio::spawn(player(number.into(), connection, game, first, start + length, taken))
        })
        .collect();
    for player in playing {
        player.await??;
    }
    let mut taken = std::mem::take(&mut *taken.lock().map_err(|_| "a player panicked")?);
    taken.sort_unstable();
    Ok(Latencies(taken))
}

/// A move a second, when it is time for it, and how long after that time its answer was there.
async fn player(
    number: u64,
    mut connection: Connection,
    mut game: GameId,
    first: Instant,
    end: Instant,
    taken: Arc<Mutex<Vec<Duration>>>,
) -> Result<(), Failure> {
    let (mut dice, mut made, mut own) = (splitmix64(number), 0, Vec::new());
    let mut next = first;
    while next < end {
        tokio::time::sleep_until(next.into()).await;
        dice = splitmix64(dice);
        let cell = Cell(dice % 480);
        let action = if dice >> 32 & 3 == 0 { Action::Open(cell) } else { Action::Flag(cell) };
        let request = Request::Move { game: game.clone(), number: made, action, clock: 0 };
        let asked = Instant::now();
        let answer = connection.ask(&request).await?;
        own.push(asked.elapsed());
        match answer {
            Response::Moved(moved) if moved.over.is_some() => {
                game = connection.begin().await?;
                made = 0;
            }
            Response::Moved(_) => made += 1,
            other => return Err(format!("{other:?}").into()),
        }
        next += Duration::from_secs(1);
    }
    taken.lock().map_err(|_| "a player panicked")?.extend(own);
    Ok(())
}
