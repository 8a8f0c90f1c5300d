//! The words of the line-based game.

use omnisweep_engine::{Action, Cell, Flagging, Rules, Shape};
use omnisweep_session::Level;
use thiserror::Error;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// A move.
    Act(Action),
    /// Take the last move back.
    Undo,
    /// Another game.
    New(New),
    /// The same board again.
    Retry,
    /// Keep the game: under a name, in a file, or where it is found again.
    Save(Option<String>),
    /// Go on with a saved game.
    Load(String),
    /// The board's code.
    Code,
    /// The seed.
    Seed,
    /// The saved games.
    Games,
    /// Delete a saved game.
    Delete(String),
    /// Call a saved game something else.
    Rename(String, String),
    /// The board once more.
    Show,
    /// The safest cell, and why.
    Hint,
    /// What can be said.
    Help,
    /// Leave.
    Quit,
}

/// Which other game.
#[derive(Debug, PartialEq, Eq)]
pub enum New {
    /// One like this.
    Same,
    /// One with a name.
    Level(Level),
    /// One of these sizes.
    Custom {
        /// The sizes.
        sizes: Vec<u64>,
        /// The mines.
        mines: u64,
    },
}

/// Why a line is no command.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    #[error("I do not know `{0}`; `help` lists what I know.")]
    Unknown(String),
    #[error("`{0}` needs {1} numbers, as in `{0} {2}`.")]
    Count(String, usize, String),
    #[error("`{0}` is no number of a row or column.")]
    Number(String),
    #[error("There is no such cell: this board is {0}, and counting starts at 0.")]
    OffBoard(String),
    #[error("`new` takes nothing, a level ({0}) or sizes and mines, as in `new 9 9 10`.")]
    New(String),
    #[error("`load` needs the name of a saved game or a file.")]
    Load,
    #[error("`delete` needs the name of a saved game.")]
    Delete,
    #[error("`rename` needs two names, as in `rename OLD to NEW`.")]
    Rename,
    #[error("`{0}` stands alone.")]
    Alone(String),
}

/// Reads a line; an empty one asks for nothing.
pub fn parse(line: &str, shape: &Shape) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let lower = word.to_lowercase();
    let alone = |command: Command| {
        if rest.is_empty() { Ok(command) } else { Err(CommandError::Alone(word.to_owned())) }
    };
    let act = |action: fn(Cell) -> Action| cell(word, rest, shape).map(|cell| Command::Act(action(cell)));
    Ok(Some(match lower.as_str() {
        "" => return Ok(None),
        "o" | "open" => act(Action::Open)?,
        "f" | "flag" => act(Action::Flag)?,
        "m" | "mark" => act(Action::Mark)?,
        "x" | "unmark" => act(Action::Unmark)?,
        "c" | "chord" => act(Action::Chord)?,
        "u" | "undo" => alone(Command::Undo)?,
        "n" | "new" => Command::New(new(rest)?),
        "r" | "retry" => alone(Command::Retry)?,
        "s" | "save" => Command::Save(name(rest)),
        "l" | "load" => Command::Load(name(rest).ok_or(CommandError::Load)?),
        "hint" => alone(Command::Hint)?,
        "code" => alone(Command::Code)?,
        "seed" => alone(Command::Seed)?,
        "games" => alone(Command::Games)?,
        "delete" => Command::Delete(name(rest).ok_or(CommandError::Delete)?),
        "rename" => {
            let (from, to) = rest.split_once(" to ").ok_or(CommandError::Rename)?;
            Command::Rename(name(from).ok_or(CommandError::Rename)?, name(to).ok_or(CommandError::Rename)?)
        }
        "show" | "board" => alone(Command::Show)?,
        "h" | "help" | "?" => alone(Command::Help)?,
        "q" | "quit" | "exit" => alone(Command::Quit)?,
        // Bare coordinates open.
        _ if word.bytes().all(|b| b.is_ascii_digit()) => {
            Command::Act(Action::Open(cell("open", line, shape)?))
        }
        _ => {
            let word = word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
            return Err(CommandError::Unknown(word.take(40).collect()));
        }
    }))
}

/// A name, in quotation marks or not; nothing where it is empty.
fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let within = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim();
    (!within.is_empty() && within != "\"").then(|| within.to_owned())
}

fn cell(word: &str, at: &str, shape: &Shape) -> Result<Cell, CommandError> {
    let dimensions = shape.sizes().len();
    let words: Vec<&str> = at.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    if words.len() != dimensions {
        let example = vec!["2"; dimensions].join(" ");
        return Err(CommandError::Count(word.to_owned(), dimensions, example));
    }
    let numbers = words.iter().map(|word| {
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        // A number too long to be one is certainly off the board.
        if digits {
            Ok(word.parse().unwrap_or(u64::MAX))
        } else {
            Err(CommandError::Number(word.chars().filter(|c| !c.is_control()).take(40).collect()))
        }
    });
    let numbers = numbers.collect::<Result<Vec<u64>, _>>()?;
    shape.cell(&numbers).ok_or_else(|| CommandError::OffBoard(shape.to_string()))
}

fn new(rest: &str) -> Result<New, CommandError> {
    if rest.is_empty() {
        return Ok(New::Same);
    }
    if let Ok(level) = rest.parse() {
        return Ok(New::Level(level));
    }
    let error = || CommandError::New(Level::ALL.map(Level::key).join(", "));
    let (sizes, mines) = rest.rsplit_once(char::is_whitespace).ok_or_else(error)?;
    let shapes: Result<Vec<Shape>, _> = sizes.split_whitespace().map(str::parse).collect();
    let shape = Shape::joined(&shapes.map_err(|_| error())?).map_err(|_| error())?;
    Ok(New::Custom { sizes: shape.sizes().to_vec(), mines: mines.parse().map_err(|_| error())? })
}

/// The commands that these rules have, with the words for a cell put in.
pub fn help(at: &str, rules: Rules) -> String {
    let mut lines = vec![("open", at, "open a cell (or just type the numbers)")];
    match rules.flagging {
        Flagging::None => {}
        Flagging::Toggle => lines.push(("flag", at, "set a flag, or take it away")),
        _ => lines.push(("flag", at, "set a flag")),
    }
    if rules.marks {
        lines.push(("mark", at, "set a question mark"));
    }
    if rules.flagging == Flagging::SetAndUnmark {
        lines.push(("x", at, "take a flag or a question mark away"));
    }
    if rules.chord.is_some() {
        lines.push(("chord", at, "open all around a number that has its flags"));
    }
    lines.extend([
        ("hint", "", "where to look; again, what to open or flag; again, why"),
        ("undo", "", "take the last move back"),
        ("new", "[LEVEL | SIZES MINES]", "another board"),
        ("retry", "", "this board again"),
        ("save", "[NAME | FILE]", "keep the game"),
        ("load", "NAME | FILE", "go on with a saved game"),
        ("games", "", "saved games, and games that were left"),
        ("rename", "NAME to NAME", "call one of them something else"),
        ("delete", "NAME", "delete one of them"),
        ("code", "", "this board as a line, for `omnisweep play --board`"),
        ("seed", "", "the seed, for `omnisweep play --seed`"),
        ("show", "", "the board again"),
        ("quit", "", "leave; the game is kept for the next time"),
    ]);
    let width = lines.iter().map(|(word, what, _)| word.len() + what.len() + 1).max().unwrap_or(0);
    let mut text = String::new();
    for (word, what, does) in lines {
        text.push_str(&format!("  {:<width$}  {does}\n", format!("{word} {what}")));
    }
    text + "Rows and columns count from 0; a first letter is enough for most words.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Command>, CommandError> {
        parse(line, &Shape::new(&[9, 9]).unwrap())
    }

    #[test]
    fn moves_can_be_said_in_several_ways() {
        let open = Ok(Some(Command::Act(Action::Open(Cell(13)))));
        for line in ["open 1 4", "o 1 4", "1 4", " 1  4 ", "OPEN 1,4", "o 1, 4", "01 04"] {
            assert_eq!(read(line), open, "{line:?}");
        }
        assert_eq!(read("F 0 0"), Ok(Some(Command::Act(Action::Flag(Cell(0))))));
        assert_eq!(read(""), Ok(None));
    }

    #[test]
    fn mistakes_are_explained() {
        let error = |line: &str| read(line).unwrap_err().to_string();
        assert_eq!(error("dig 1 1"), "I do not know `dig`; `help` lists what I know.");
        assert_eq!(error("open 1"), "`open` needs 2 numbers, as in `open 2 2`.");
        assert_eq!(error("flag 1 x"), "`x` is no number of a row or column.");
        assert_eq!(error("o 1 -1"), "`-1` is no number of a row or column.");
        let off = "There is no such cell: this board is 9x9, and counting starts at 0.";
        assert_eq!(error("1 9"), off);
        assert_eq!(error("1 99999999999999999999999"), off);
        assert!(error("new hard").starts_with("`new` takes nothing, a level (beginner"));
        assert_eq!(error("load"), "`load` needs the name of a saved game or a file.");
        assert_eq!(error("u 0 0"), "`u` stands alone.");
    }

    #[test]
    fn names_may_have_spaces_and_quotation_marks() {
        let saved = |name: &str| Ok(Some(Command::Save(Some(name.to_owned()))));
        assert_eq!(read("save before lunch"), saved("before lunch"));
        assert_eq!(read("save \"before lunch\""), saved("before lunch"));
        assert_eq!(read("save \"\""), Ok(Some(Command::Save(None))));
        let renamed = Command::Rename("to do".to_owned(), "all done".to_owned());
        assert_eq!(read("rename to do to all done"), Ok(Some(renamed)));
        for line in ["rename a", "rename a to", "rename \"\" to b", "load \"", "delete \"\""] {
            assert!(read(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn new_games_can_have_any_size() {
        assert_eq!(read("new"), Ok(Some(Command::New(New::Same))));
        assert_eq!(read("n expert"), Ok(Some(Command::New(New::Level(Level::Expert)))));
        let custom = New::Custom { sizes: vec![3, 4, 5], mines: 6 };
        assert_eq!(read("new 3 4 5 6"), Ok(Some(Command::New(custom))));
    }
}
