//! Lines from whoever plays.

use std::io::{self, BufRead};

/// As many words as tell whether a line has too many.
const WORDS: usize = 4;

/// No path may be as long as this, so one that is cut off here is no file either.
const LONGEST: usize = 1 << 17;

/// More digits than any number has that means something, but for zeros in front.
const DIGITS: usize = 40;

/// Reads a line of any length and any bytes, without its newline; nothing once
/// the input has ended. A last line without newline counts.
///
/// Of a line that goes on and on that is kept which makes a difference: its first
/// words, one space for many, and of a word what is needed to see that it is no
/// name, no path, and which number it is.
pub fn read_line<'a>(input: &mut impl BufRead, line: &'a mut Vec<u8>) -> io::Result<Option<&'a [u8]>> {
    line.clear();
    let mut reading = Reading { line, words: 0, start: 0, digits: Digits::Unseen };
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        chunk[..length].iter().for_each(|&byte| reading.push(byte));
        any |= !chunk.is_empty();
        let ended = end.is_some() || chunk.is_empty();
        input.consume(length + usize::from(end.is_some()));
        if ended {
            return Ok(any.then_some(&*line));
        }
    }
}

/// A line that is being read.
struct Reading<'a> {
    line: &'a mut Vec<u8>,
    /// How many words have begun, and where the last one did.
    words: usize,
    start: usize,
    digits: Digits,
}

/// What is kept of a word that is longer than anything.
enum Digits {
    /// It is not, so far.
    Unseen,
    /// Nothing but zeros up to now: more of them change nothing.
    Zeros,
    /// So many more digits, after which it is larger than anything.
    More(usize),
    /// It is no number.
    None,
}

impl Reading<'_> {
    fn push(&mut self, byte: u8) {
        let after_space = matches!(self.line.last(), None | Some(b' '));
        if byte == b' ' {
            if !after_space || self.line.is_empty() {
                self.line.push(byte);
            }
            return;
        }
        if after_space && self.words <= WORDS {
            self.words += 1;
            (self.start, self.digits) = (self.line.len(), Digits::Unseen);
        }
        if self.words <= WORDS && self.keeps(byte) {
            self.line.push(byte);
        }
    }

    /// Whether one more byte of the last word makes a difference.
    fn keeps(&mut self, byte: u8) -> bool {
        let word = &self.line[self.start..];
        if word.len() < LONGEST {
            return true;
        }
        if let Digits::Unseen = self.digits {
            let zeros = word.strip_prefix(b"+").or(word.strip_prefix(b"-")).unwrap_or(word);
            let zeros = zeros.iter().all(|&byte| byte == b'0');
            self.digits = if zeros { Digits::Zeros } else { Digits::More(0) };
        }
        self.digits = match self.digits {
            Digits::None => return false,
            _ if !byte.is_ascii_digit() => Digits::None,
            Digits::Zeros if byte == b'0' => return false,
            Digits::More(DIGITS) => return false,
            Digits::More(count) => Digits::More(count + 1),
            Digits::Zeros | Digits::Unseen => Digits::More(1),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of a line, and the line after it.
    fn read(text: &str) -> (String, String) {
        let (mut input, mut line) = (text.as_bytes(), Vec::new());
        let mut next = || {
            let line = read_line(&mut input, &mut line).unwrap().unwrap_or(b"(end)");
            String::from_utf8(line.to_vec()).unwrap()
        };
        (next(), next())
    }

    #[test]
    fn short_lines_are_kept_but_for_spaces_that_say_nothing() {
        for (text, kept) in [
            ("open 1 2\nx", "open 1 2"),
            ("\nx", ""),
            ("  open   1  2 \r \nx", " open 1 2 \r "),
            ("a b c d e f\nx", "a b c d "),
            ("a b c d\r\nx", "a b c d\r"),
        ] {
            assert_eq!(read(text), (kept.to_owned(), "x".to_owned()), "{text:?}");
        }
        assert_eq!(read("last"), ("last".to_owned(), "(end)".to_owned()));
    }

    #[test]
    fn of_long_words_that_is_kept_which_makes_a_difference() {
        let long = LONGEST + 1000;
        let number = |text: &str| text.trim_start_matches(['+', '0']).to_owned();
        let (zeros, _) = read(&format!("+{}417\n", "0".repeat(long)));
        assert!(number(&zeros) == "417" && zeros.len() >= LONGEST);
        let (large, _) = read(&format!("{}{}\n", "0".repeat(LONGEST - 1), "9".repeat(long)));
        assert!(number(&large).len() > 39 && large.len() <= LONGEST + DIGITS);
        let (none, _) = read(&format!("{}x{} 2\n", "0".repeat(long), "1".repeat(long)));
        assert!(none.ends_with("x 2") && none.len() < LONGEST + DIGITS);
        let (text, _) = read(&format!("{}\n", "x".repeat(10 * LONGEST)));
        assert!(text.len() <= LONGEST + 1);
        let (words, next) = read(&format!("{}\nx", "1 ".repeat(long)));
        assert_eq!((words.as_str(), next.as_str()), ("1 1 1 1 ", "x"));
    }
}
