//! The commands of a game.

use std::path::PathBuf;

use omnisweep_engine::{Cell, Shape};

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Start(Cell),
    Open(Cell),
    Flag(Cell),
    Dump,
    Save(PathBuf),
    Load(PathBuf),
    Quit,
}

/// Why a line is not obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    Unknown,
    Missing,
    TooMany,
    Argument,
    OffBoard,
    File,
    Content,
}

impl CommandError {
    pub fn text(self) -> &'static str {
        match self {
            CommandError::Unknown => "Error: Unknown command!\n",
            CommandError::Missing => "Error: Command is missing arguments!\n",
            CommandError::TooMany => "Error: Too many arguments given for command!\n",
            CommandError::Argument => "Error: Invalid arguments given!\n",
            CommandError::OffBoard => "Error: Coordinates are invalid for this game board!\n",
            CommandError::File => "Error: Failed to open file!\n",
            CommandError::Content => "Error: Invalid file content!\n",
        }
    }
}

/// Reads a line. Before the game has begun, some commands do not exist.
pub fn parse(line: &[u8], begun: bool, shape: &Shape) -> Result<Command, CommandError> {
    let mut words = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default();
    let arguments = match name {
        b"start" => 2,
        b"load" => 1,
        b"quit" => 0,
        b"open" | b"flag" if begun => 2,
        b"save" if begun => 1,
        b"dump" if begun => 0,
        _ => return Err(CommandError::Unknown),
    };
    // One more than allowed is as bad as a million more.
    let words: Vec<&[u8]> = words.take(arguments + 1).collect();
    if words.len() < arguments {
        return Err(CommandError::Missing);
    }
    if words.len() > arguments {
        return Err(CommandError::TooMany);
    }
    Ok(match (name, words.as_slice()) {
        (b"start", at) => Command::Start(cell(at, shape)?),
        (b"open", at) => Command::Open(cell(at, shape)?),
        (b"flag", at) => Command::Flag(cell(at, shape)?),
        (b"save", [name]) => Command::Save(path(name)),
        (b"load", [name]) => Command::Load(path(name)),
        (b"dump", _) => Command::Dump,
        _ => Command::Quit,
    })
}

fn cell(words: &[&[u8]], shape: &Shape) -> Result<Cell, CommandError> {
    let numbers: Option<Vec<Integer>> = words.iter().map(|word| integer(word)).collect();
    let numbers = numbers.ok_or(CommandError::Argument)?;
    let at: Option<Vec<u64>> = numbers.iter().map(|number| number.value()?.try_into().ok()).collect();
    at.and_then(|at| shape.cell(&at)).ok_or(CommandError::OffBoard)
}

#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

/// An integer as it was written, however long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Integer {
    negative: bool,
    magnitude: u128,
}

impl Integer {
    /// What it is worth, unless that is less than zero.
    pub fn value(self) -> Option<u128> {
        (!self.negative || self.magnitude == 0).then_some(self.magnitude)
    }
}

/// Reads `[+-]?[0-9]+`; what is longer than any number needed is just large.
pub fn integer(word: &[u8]) -> Option<Integer> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |sum: u128, digit: &u8| sum.saturating_mul(10).saturating_add(u128::from(digit - b'0'));
    Some(Integer { negative, magnitude: digits.iter().fold(0, add) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mistake_in_order_counts() {
        let shape = Shape::new(&[4, 6]).unwrap();
        let read = |line: &str| parse(line.as_bytes(), true, &shape);
        assert_eq!(read(""), Err(CommandError::Unknown));
        assert_eq!(read("Open 1 1"), Err(CommandError::Unknown));
        assert_eq!(read("open\t1 1"), Err(CommandError::Unknown));
        assert_eq!(read("open x"), Err(CommandError::Missing));
        assert_eq!(read("open x y z"), Err(CommandError::TooMany));
        assert_eq!(read("open 9 y"), Err(CommandError::Argument));
        assert_eq!(read("open 1\t 1"), Err(CommandError::Argument));
        assert_eq!(read("open 1 6"), Err(CommandError::OffBoard));
        assert_eq!(read("open -1 1"), Err(CommandError::OffBoard));
        assert_eq!(read(&format!("open {} 1", "9".repeat(1000))), Err(CommandError::OffBoard));
        assert_eq!(read("  open   +1  -0 "), Ok(Command::Open(Cell(6))));
        assert_eq!(read("quit now"), Err(CommandError::TooMany));
        assert_eq!(parse(b"open 1 1", false, &shape), Err(CommandError::Unknown));
        assert_eq!(parse(b"start 1 1", false, &shape), Ok(Command::Start(Cell(7))));
    }
}
