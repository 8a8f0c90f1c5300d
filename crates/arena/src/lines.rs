//! Lines out of bytes that come as they like, never more than memory has.

use crate::ending::Loss;

/// The longest line that a bot may write, in bytes.
pub const LONGEST_LINE: usize = 4096;

/// The most bytes that a bot may write for one answer.
pub const MOST_BYTES: usize = 65_536;

/// Takes bytes in and hands lines out.
#[derive(Debug, Default)]
pub struct Lines {
    waiting: Vec<u8>,
    /// The bytes of this answer's lines so far.
    taken: usize,
}

impl Lines {
    /// A new answer is waited for.
    pub fn begin(&mut self) {
        self.taken = 0;
    }

    /// Bytes have come. No more are taken in while there is a line to hand out,
    /// so that what waits stays short.
    pub fn push(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// The next line with anything in it, if all of it has come.
    pub fn next_line(&mut self) -> Result<Option<String>, Loss> {
        loop {
            let end = self.waiting.iter().position(|&byte| byte == b'\n');
            let length = end.unwrap_or(self.waiting.len());
            if length > LONGEST_LINE {
                return Err(Loss::Flooded(format!("wrote a line of more than {LONGEST_LINE} bytes")));
            }
            let Some(end) = end else { return Ok(None) };
            self.taken += end + 1;
            if self.taken > MOST_BYTES {
                return Err(Loss::Flooded(format!("wrote more than {MOST_BYTES} bytes without a move")));
            }
            let line: Vec<u8> = self.waiting.drain(..=end).collect();
            let text = std::str::from_utf8(&line)
                .map_err(|_| Loss::Rubbish(format!("wrote {:?}", line.escape_ascii().to_string())))?;
            if !text.trim().is_empty() {
                return Ok(Some(text.trim().to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<Result<String, Loss>> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        for piece in pieces {
            lines.push(piece);
            while let Some(line) = lines.next_line().transpose() {
                let failed = line.is_err();
                all.push(line);
                if failed {
                    return all;
                }
            }
        }
        all
    }

    #[test]
    fn lines_come_out_however_the_bytes_come_in() {
        let whole = [Ok("o 3 4".to_owned()), Ok("ready".to_owned())];
        assert_eq!(lines(&[b"o 3 4\r\n\n  ready \nrest"]), whole);
        let bytes: Vec<&[u8]> = b"o 3 4\r\n\n  ready \nrest".chunks(1).collect();
        assert_eq!(lines(&bytes), whole);
    }

    #[test]
    fn a_line_without_end_and_lines_without_end_are_floods() {
        let piece = [b'x'; 4000];
        assert!(matches!(lines(&[&piece, &piece])[..], [Err(Loss::Flooded(_))]));
        let info: Vec<&[u8]> = vec![b"info so it goes\n"; 10_000];
        let heard = lines(&info);
        assert_eq!(heard.len(), MOST_BYTES / 16 + 1);
        assert!(matches!(heard.last(), Some(Err(Loss::Flooded(_)))));
    }

    #[test]
    fn what_is_no_text_is_rubbish() {
        assert!(matches!(lines(&[b"o \xff\n"])[..], [Err(Loss::Rubbish(_))]));
    }
}
