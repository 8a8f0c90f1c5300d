//! Lines from whoever plays.

use std::io::{self, BufRead};

/// Reads a line of any length and any bytes, without its newline; nothing once
/// the input has ended. A last line without newline counts.
pub fn read_line<'a>(input: &mut impl BufRead, line: &'a mut Vec<u8>) -> io::Result<Option<&'a [u8]>> {
    line.clear();
    if input.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    Ok(Some(line.strip_suffix(b"\n").unwrap_or(line)))
}
