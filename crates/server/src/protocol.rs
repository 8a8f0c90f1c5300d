//! What player and server say to each other: lines of JSON over a WebSocket, `docs/server-protocol.md`.
//!
//! A player asks, and each request has one answer. A move has a number, so that none is made twice or in another
//! order, whatever happens to the connection. What is not understood to the last letter is refused.

use omnisweep_engine::{Action, Outcome};
use omnisweep_session::{GuessMode, Level};
use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The longest request, in bytes.
pub const LONGEST: usize = 4096;

/// The name of a game: 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

impl GameId {
    /// The name, if the text is one.
    #[must_use]
    pub fn new(text: &str) -> Option<GameId> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (digits && text.len() == 32).then(|| GameId(text.to_owned()))
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for GameId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<GameId, &'static str> {
        GameId::new(&text).ok_or("the name of a game has 32 hexadecimal digits")
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.0
    }
}

/// What a player wants to play: a level, or a board of another size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The sizes, where it is no level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Vec<u64>>,
    /// The mines, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mines: Option<u64>,
    /// What becomes of it where logic ends.
    #[serde(default)]
    pub guess: GuessMode,
    /// Whether it is to be the board of the day.
    #[serde(default)]
    pub day: bool,
}

/// What a player asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// For a new game. The answer is its state, or an error with the same number.
    Begin {
        /// Any number of the player's choice.
        request: u64,
        /// What to play.
        wanted: Wanted,
    },
    /// To go on with a game, or to see how it ended: the answer is its state.
    Resume {
        /// Any number of the player's choice.
        request: u64,
        /// Which.
        game: GameId,
    },
    /// To make a move.
    Move {
        /// In which game.
        game: GameId,
        /// How many moves were made before it.
        number: u64,
        /// Which.
        action: Action,
        /// The player's own clock, in milliseconds since anything: for replays, and for nothing else.
        clock: u64,
    },
    /// To leave a game, which is lost then.
    Leave {
        /// Which.
        game: GameId,
    },
}

impl Request {
    /// The request that a text is.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Request, String> {
        if text.len() > LONGEST {
            return Err(format!("it has more than {LONGEST} bytes"));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

/// What is revealed when a game is over: see `commitment`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The generator's name.
    pub generator: String,
    /// The seed, in decimal digits: a number of JSON may be too small for it.
    pub seed: String,
    /// The salt, in hexadecimal digits.
    pub salt: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// Whether it was won.
    pub won: bool,
    /// The time, in milliseconds, by the server's clock.
    pub time: u64,
    /// The board's 3BV.
    pub bbbv: u64,
    /// All clicks.
    pub clicks: u64,
    /// Whether it counts.
    pub ranked: bool,
    /// The seed, the generator and the salt; nothing as long as others play the same board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reveal: Option<Reveal>,
    /// What every cell is; likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<i32>>,
}

/// A game as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameState {
    /// The number of the request.
    pub request: u64,
    /// Its name.
    pub game: GameId,
    /// The commitment to its board: SHA-256, in hexadecimal digits.
    pub commitment: String,
    /// The level, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The sizes.
    pub size: Vec<u64>,
    /// The mines.
    pub mines: u64,
    /// What becomes of it where logic ends.
    pub guess: GuessMode,
    /// The day whose board it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The cell to begin with, where that is no choice of the player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Whether the result will count.
    pub ranked: bool,
    /// How many moves were made: the number of the next one.
    pub moves: u64,
    /// The time played, in milliseconds.
    pub time: u64,
    /// How it stands.
    pub standing: Outcome,
    /// What the cells look like.
    pub cells: Vec<i32>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What a move came to. It is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// In which game.
    pub game: GameId,
    /// Its number.
    pub number: u64,
    /// Why the rules refuse it, if they do: then it was a click in vain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Cells that look different now, and what they look like.
    pub changed: Vec<(u64, i32)>,
    /// The mines that are not flagged.
    pub mines_left: i64,
    /// The time played, in milliseconds.
    pub time: u64,
    /// How the game stands.
    pub standing: Outcome,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Response {
    /// The first word.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The time, in milliseconds since the beginning of 1970.
        now: u64,
        /// The player's name.
        name: String,
        /// Whether it is a guest, whose games do not count.
        guest: bool,
        /// The games that can be gone on with, the oldest first.
        games: Vec<GameId>,
    },
    /// The answer to [`Request::Begin`] and [`Request::Resume`].
    Game(GameState),
    /// The answer to [`Request::Move`].
    Moved(Moved),
    /// The answer to [`Request::Leave`].
    Left {
        /// Which game.
        game: GameId,
    },
    /// Nothing was done.
    Error {
        /// The number of the request, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<u64>,
        /// The game that it was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// What is wrong, in a word that does not change.
        code: String,
        /// The same for people.
        message: String,
        /// The number of the move that is expected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected: Option<u64>,
    },
}

impl Response {
    /// Its text.
    #[must_use]
    pub fn write(&self) -> String {
        // Numbers, texts and lists: there is nothing that JSON does not have.
        serde_json::to_string(self).unwrap_or_default()
    }
}
