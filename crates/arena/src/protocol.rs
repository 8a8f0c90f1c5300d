//! What an arena and a bot can say to each other, a line each.
//!
//! `docs/bot-protocol.md` explains it to whoever writes a bot.

use std::fmt::Write as _;

use omnisweep_engine::{Action, Cell, FirstCell, NewGameError, Shape};
use thiserror::Error;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The game that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The board's shape.
    pub shape: Shape,
    /// How many mines it has.
    pub mines: u64,
    /// What the first opened cell is promised.
    pub start: FirstCell,
    /// The milliseconds for each move, if there is a limit.
    pub limit: Option<u64>,
}

/// A line of the arena's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArenaMessage {
    /// Who speaks, and which version of the protocol.
    Omnisweep(u32),
    /// A game begins.
    NewGame(NewGame),
    /// A cell is open now and shows a number.
    Open(Cell, u32),
    /// A cell is flagged now.
    Flag(Cell),
    /// A cell is closed and no longer flagged.
    Unflag(Cell),
    /// A mine went off.
    Mine(Cell),
    /// It is the bot's turn.
    Go,
    /// The game is over.
    Result {
        /// Whether it was won.
        won: bool,
        /// Why it was not, in words; empty for a win.
        reason: String,
    },
    /// There are no more games.
    Quit,
}

/// A line of the bot's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotMessage {
    /// What the bot is called.
    Name(String),
    /// It is ready for the first game, or for the one that begins.
    Ready,
    /// Its move.
    Play(Action),
    /// It holds a cell for certain.
    Claim {
        /// The cell.
        cell: Cell,
        /// Whether as a mine; otherwise as safe.
        mine: bool,
    },
    /// It gives the game up.
    Resign,
    /// Something for people.
    Info(String),
}

/// Why a line cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProtocolError {
    /// It begins with no word of the protocol's.
    #[error("no such word")]
    UnknownWord,
    /// The other words are not what the first one wants.
    #[error("{0}")]
    Form(&'static str),
    /// The numbers name no cell of the board.
    #[error("there is no such cell on a board of {0}")]
    OffBoard(Shape),
    /// There can be no such game.
    #[error("{0}")]
    NoSuchGame(String),
}

const CELL: ProtocolError = ProtocolError::Form("a cell is a number for each dimension");

impl ArenaMessage {
    /// The line, without its end. The shape is that of the game that began last.
    #[must_use]
    pub fn write(&self, shape: &Shape) -> String {
        match self {
            ArenaMessage::Omnisweep(version) => format!("omnisweep {version}"),
            ArenaMessage::NewGame(NewGame { shape, mines, start, limit }) => {
                let mut line =
                    format!("newgame size{} mines {mines} start {}", spaced(shape.sizes()), start.key());
                if let Some(limit) = limit {
                    _ = write!(line, " limit {limit}");
                }
                line
            }
            ArenaMessage::Open(cell, number) => format!("open{} {number}", spaced(&shape.coordinates(*cell))),
            ArenaMessage::Flag(cell) => format!("flag{}", spaced(&shape.coordinates(*cell))),
            ArenaMessage::Unflag(cell) => format!("unflag{}", spaced(&shape.coordinates(*cell))),
            ArenaMessage::Mine(cell) => format!("mine{}", spaced(&shape.coordinates(*cell))),
            ArenaMessage::Go => "go".to_owned(),
            ArenaMessage::Result { won: true, .. } => "result won".to_owned(),
            ArenaMessage::Result { won: false, reason } => {
                format!("result lost {reason}").trim_end().to_owned()
            }
            ArenaMessage::Quit => "quit".to_owned(),
        }
    }

    /// Reads a line. Until a game has begun, there is no shape, and no cell on it.
    pub fn parse(line: &str, shape: Option<&Shape>) -> Result<ArenaMessage, ProtocolError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Err(ProtocolError::UnknownWord) };
        let at = |words: &[&str]| match shape {
            Some(shape) => cell(words, shape),
            None => Err(ProtocolError::Form("no game has begun")),
        };
        Ok(match first {
            "omnisweep" => {
                let version = rest.first().and_then(|word| word.parse().ok());
                ArenaMessage::Omnisweep(version.ok_or(ProtocolError::Form("a version is a number"))?)
            }
            "newgame" => ArenaMessage::NewGame(NewGame::parse(rest)?),
            "open" => {
                let number = ProtocolError::Form("a number follows the cell");
                let (last, words) = rest.split_last().ok_or(number.clone())?;
                ArenaMessage::Open(at(words)?, last.parse().map_err(|_| number)?)
            }
            "flag" => ArenaMessage::Flag(at(rest)?),
            "unflag" => ArenaMessage::Unflag(at(rest)?),
            "mine" => ArenaMessage::Mine(at(rest)?),
            "go" => ArenaMessage::Go,
            "result" => match rest.split_first() {
                Some((&"won", _)) => ArenaMessage::Result { won: true, reason: String::new() },
                Some((&"lost", why)) => ArenaMessage::Result { won: false, reason: why.join(" ") },
                _ => return Err(ProtocolError::Form("a result is won or lost")),
            },
            "quit" => ArenaMessage::Quit,
            _ => return Err(ProtocolError::UnknownWord),
        })
    }
}

impl NewGame {
    /// Reads what follows `newgame`. Parameters that are not known are skipped,
    /// with what follows them.
    fn parse(words: &[&str]) -> Result<NewGame, ProtocolError> {
        let (mut sizes, mut mines, mut start, mut limit) = (Vec::new(), None, FirstCell::Opening, None);
        let mut parameter = "";
        for &word in words {
            if word.starts_with(|first: char| first.is_ascii_alphabetic()) && parameter != "start" {
                parameter = word;
                continue;
            }
            let number =
                || word.parse().map_err(|_| ProtocolError::Form("sizes, mines and limits are numbers"));
            match parameter {
                "size" => sizes.push(number()?),
                "mines" => mines = Some(number()?),
                "limit" => limit = Some(number()?),
                "start" => {
                    let known = word.parse();
                    start = known.map_err(|_| ProtocolError::Form("a start is anything, safe or opening"))?;
                    parameter = "";
                }
                _ => {}
            }
        }
        let mines = mines.ok_or(ProtocolError::Form("a game has a number of mines"))?;
        let shape = Shape::new(&sizes).map_err(|error| ProtocolError::NoSuchGame(error.to_string()))?;
        let most = start.most_mines(&shape);
        if mines > most {
            let error = NewGameError::TooManyMines { mines, most, shape, first: start };
            return Err(ProtocolError::NoSuchGame(error.to_string()));
        }
        Ok(NewGame { shape, mines, start, limit })
    }
}

impl BotMessage {
    /// The line, without its end.
    #[must_use]
    pub fn write(&self, shape: &Shape) -> String {
        match self {
            BotMessage::Name(name) => format!("name {name}"),
            BotMessage::Ready => "ready".to_owned(),
            BotMessage::Play(action) => action.text(shape),
            BotMessage::Claim { cell, mine } => {
                format!("{}{}", if *mine { "mine" } else { "safe" }, spaced(&shape.coordinates(*cell)))
            }
            BotMessage::Resign => "resign".to_owned(),
            BotMessage::Info(text) => format!("info {text}"),
        }
    }

    /// Reads a line. Whether the action is allowed is for the game to say.
    pub fn parse(line: &str, shape: &Shape) -> Result<BotMessage, ProtocolError> {
        let line = line.trim();
        let (first, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let text = text.trim_start();
        let at = || cell(&text.split_whitespace().collect::<Vec<_>>(), shape);
        Ok(match first {
            "name" => BotMessage::Name(text.to_owned()),
            "ready" => BotMessage::Ready,
            "o" => BotMessage::Play(Action::Open(at()?)),
            "f" => BotMessage::Play(Action::Flag(at()?)),
            "c" => BotMessage::Play(Action::Chord(at()?)),
            "safe" => BotMessage::Claim { cell: at()?, mine: false },
            "mine" => BotMessage::Claim { cell: at()?, mine: true },
            "resign" => BotMessage::Resign,
            "info" => BotMessage::Info(text.to_owned()),
            _ => return Err(ProtocolError::UnknownWord),
        })
    }
}

/// The cell that words name.
fn cell(words: &[&str], shape: &Shape) -> Result<Cell, ProtocolError> {
    let numbers: Option<Vec<u64>> = words.iter().map(|word| number(word)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == shape.sizes().len()).ok_or(CELL)?;
    shape.cell(&numbers).ok_or_else(|| ProtocolError::OffBoard(shape.clone()))
}

/// A number without a sign; one too large for any board is one that is on none.
fn number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u64::MAX))
}

/// Numbers with a space before each.
fn spaced(numbers: &[u64]) -> String {
    numbers.iter().fold(String::new(), |text, number| text + " " + &number.to_string())
}
