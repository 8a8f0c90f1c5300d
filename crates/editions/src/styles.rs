//! The styles edition: boards from `.cfg` files, drawn with box characters.

use std::ffi::OsStr;
use std::io::{self, BufRead, Read as _, Write};
use std::path::Path;

use omnisweep_engine::{Action, Cell, Game, Outcome, Rules, View, text};

use crate::input::read_line;

/// The most rows and columns of a board.
const MOST: u64 = 20;

/// Why a game does not begin; nothing is printed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenError {
    /// No file was named, or there is no such file.
    Missing,
    /// The name, the file or the board is not valid.
    Invalid,
}

/// Plays a game and returns the exit code. Of the command line's words only the
/// first counts.
///
/// An error is one of the output or the input; one of the game is text.
pub fn run(words: &[impl AsRef<OsStr>], input: &mut impl BufRead, out: &mut impl Write) -> io::Result<u8> {
    match words.first().ok_or(OpenError::Missing).and_then(|name| open(name.as_ref())) {
        Ok(mut game) => {
            play(&mut game, input, out)?;
            Ok(0)
        }
        Err(OpenError::Missing) => Ok(1),
        Err(OpenError::Invalid) => Ok(2),
    }
}

/// The game on a file's board.
fn open(name: &OsStr) -> Result<Game, OpenError> {
    if !is_name(name.as_encoded_bytes()) {
        return Err(OpenError::Invalid);
    }
    let folder = name.as_encoded_bytes().ends_with(b"/");
    let file = omnisweep_files::open(Path::new(name)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename => OpenError::Missing,
        // A file on the way to it, not the file itself taken for a folder.
        io::ErrorKind::NotADirectory if !folder => OpenError::Missing,
        _ => OpenError::Invalid,
    })?;
    let mut bytes = Vec::new();
    // One byte more than the largest board has is too much already.
    let most = MOST * (MOST + 1) + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|_| OpenError::Invalid)?;
    parse(&bytes).ok_or(OpenError::Invalid)
}

/// Whether the last part of a path is a name and `.cfg`.
fn is_name(path: &[u8]) -> bool {
    let name = path.rsplit(|&byte| byte == b'/').find(|part| !part.is_empty()).unwrap_or_default();
    let (stem, ending) = name.split_at(name.len().saturating_sub(4));
    !stem.is_empty() && ending.eq_ignore_ascii_case(b".cfg")
}

/// The game on a board of `.` and `*`, every line of which ends in a newline.
#[must_use]
pub fn parse(bytes: &[u8]) -> Option<Game> {
    let plain = bytes.ends_with(b"\n") && bytes.iter().all(|byte| b".*\n".contains(byte));
    let board = str::from_utf8(bytes).ok().filter(|_| plain)?;
    let layout = text::parse_layout(board, None).ok()?;
    let shape = layout.shape();
    let fits = shape.sizes().iter().all(|&size| size <= MOST) && shape.cells() > 1;
    if fits && layout.count() < shape.cells() { Game::on(layout, Rules::STYLES).ok() } else { None }
}

fn play(game: &mut Game, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    let mut message = "";
    loop {
        out.write_all(frame(game, message).as_bytes())?;
        if game.outcome() != Outcome::Playing {
            return out.flush();
        }
        out.write_all(b">")?;
        out.flush()?;
        let Some(line) = read_line(input, &mut line)? else {
            out.write_all(frame(game, "Not enough inputs!").as_bytes())?;
            return out.flush();
        };
        message = match action(line, game) {
            Some(action) => {
                // Acting on an uncovered square is valid and changes nothing.
                match game.apply(action, &mut ()) {
                    Ok(Outcome::Won) => "You Won!",
                    Ok(Outcome::Lost) => "You Lost!",
                    Ok(Outcome::Playing) | Err(_) => "",
                }
            }
            None => "The provided input is not valid!",
        };
    }
}

/// What a line asks for: a row, a column, and `R` or `F`.
fn action(line: &[u8], game: &Game) -> Option<Action> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let words: Vec<&[u8]> =
        line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).take(4).collect();
    let [row, column, letter] = words[..] else { return None };
    let cell = game.shape().cell(&[number(row)?, number(column)?])?;
    match letter {
        b"R" => Some(Action::Open(cell)),
        b"F" => Some(Action::Flag(cell)),
        _ => None,
    }
}

/// A number counted from 1, as one counted from 0.
fn number(word: &[u8]) -> Option<u64> {
    let digits = word.iter().all(u8::is_ascii_digit);
    let add = |sum: u64, digit: &u8| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    if digits { word.iter().fold(0, add).checked_sub(1) } else { None }
}

/// The board, and a banner that is as wide as the board or the message.
fn frame(game: &Game, message: &str) -> String {
    let &[rows, columns] = game.shape().sizes() else { return String::new() };
    let line = |left: &str, fill: &str, middle: &str, right: &str| {
        format!("{left}{}{right}\n", vec![fill; columns as usize].join(middle))
    };
    let mut text = line("┌", "───", "┬", "┐");
    for row in 0..rows {
        if row > 0 {
            text += &line("├", "───", "┼", "┤");
        }
        for column in 0..columns {
            text += &format!("│ {} ", sign(game, Cell(row * columns + column)));
        }
        text += "│\n";
    }
    text += &line("└", "───", "┴", "┘");
    let width = (4 * columns as usize - 1).max(message.len());
    let bar = "═".repeat(width);
    text + &format!("╔{bar}╗\n║{message:<width$}║\n╚{bar}╝\n")
}

fn sign(game: &Game, cell: Cell) -> char {
    // A loss shows every mine, flagged or not, and nothing else that was covered.
    let lost = game.outcome() == Outcome::Lost;
    if lost && game.layout().is_some_and(|layout| layout.contains(cell)) {
        return '*';
    }
    match game.view(cell) {
        View::Number(0) => '▓',
        View::Number(count) => char::from_digit(count, 10).unwrap_or('?'),
        View::Flag => '¶',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_a_name_and_its_ending() {
        for name in ["a.cfg", "a.CfG", "a..cfg", "a b.cfg", "x/y.z/a.cfg", "é.cfg", "a.cfg/"] {
            assert!(is_name(name.as_bytes()), "{name}");
        }
        for name in ["", ".cfg", "a", "a.", "a.ccfg", "a.cfg.txt", "acfg", "a/.cfg", "/", "a.cfg/b"] {
            assert!(!is_name(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn only_sound_boards_are_played() {
        let wide = format!("{}\n", ".".repeat(20));
        for board in ["..\n", ".\n.\n", "*.\n", "...\n...\n", &wide, &wide.repeat(20)] {
            assert!(parse(board.as_bytes()).is_some(), "{board:?}");
        }
        let wider = format!("{}\n", ".".repeat(21));
        for board in [
            "",
            "\n",
            ".",
            "..",
            "..\n\n",
            "\n..\n",
            "..\n\n..\n",
            "..\n.\n",
            ".\n..\n",
            ". \n",
            "..\r\n",
            ".\0\n",
            ".x\n",
            "..\n-\n..\n",
            "-\n",
            ".\n",
            "*\n",
            "**\n**\n",
            &wider,
            &wide.repeat(21),
            "..\n..",
        ] {
            assert!(parse(board.as_bytes()).is_none(), "{board:?}");
        }
    }
}
