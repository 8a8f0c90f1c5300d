//! The board as text, in blocks large enough for boards of billions of fields.

use std::io::{self, Write};

use omnisweep_engine::{Game, Rows, WordView};

/// What is shown of the fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// What the player has opened and flagged.
    Played,
    /// Everything, and no flags.
    Uncovered,
    /// As played, with all mines.
    Over,
}

const CLOSED: &str = "░";
const ZERO: &str = "·";
const FLAG: &str = "\x1b[31m¶\x1b[0m";
const MINE: &str = "\x1b[33m@\x1b[0m";
const EXPLODED: &str = "\x1b[33m\x1b[41m@\x1b[0m";

/// Text is written once there is this much of it.
const BLOCK: usize = 1 << 18;

/// Writes a board block.
pub fn write_board(game: &Game, show: Show, out: &mut impl Write) -> io::Result<()> {
    let mut rows = Rows::new(game);
    let (count, width) = (rows.count(), rows.width());
    // Before the first game there are no mines to be left.
    let left = if game.layout().is_some() { game.mines_left() } else { 0 };
    let mut text = Text { buffer: Vec::with_capacity(2 * BLOCK), out };
    text.push(&format!("\n  {FLAG}: {left}\n"));
    text.border(width)?;
    let mut untouched = Untouched::new(width);
    for row in 0..count {
        if show == Show::Played && rows.is_untouched(row) {
            untouched.waiting += 1;
            continue;
        }
        untouched.write(&mut text)?;
        text.push(" |");
        for word in rows.row(row) {
            text.word(&word, show);
            text.flush_block()?;
        }
        text.push("|\n");
        text.flush_block()?;
    }
    untouched.write(&mut text)?;
    text.border(width)?;
    text.flush()
}

/// Rows without anything on them, which all look the same and are written in
/// blocks that are made once.
struct Untouched {
    width: u64,
    waiting: u64,
    /// As many rows as make a block; nothing before it is needed, or where a
    /// row alone is longer than a block.
    block: Vec<u8>,
    row: usize,
}

impl Untouched {
    fn new(width: u64) -> Untouched {
        let row = usize::try_from(width).unwrap_or(usize::MAX).saturating_mul(CLOSED.len()).saturating_add(4);
        Untouched { width, waiting: 0, block: Vec::new(), row }
    }

    fn write(&mut self, text: &mut Text<impl Write>) -> io::Result<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        if self.row > BLOCK {
            for _ in 0..waiting {
                text.push(" |");
                text.repeat(CLOSED, self.width)?;
                text.push("|\n");
            }
            return Ok(());
        }
        let most = (BLOCK / self.row) as u64;
        if waiting > 0 && self.block.is_empty() {
            let row = format!(" |{}|\n", CLOSED.repeat(self.width as usize));
            self.block = row.repeat(most as usize).into_bytes();
        }
        while waiting > 0 {
            let now = waiting.min(most);
            text.block(&self.block[..now as usize * self.row])?;
            waiting -= now;
        }
        Ok(())
    }
}

/// Text on its way out.
struct Text<'a, W> {
    buffer: Vec<u8>,
    out: &'a mut W,
}

impl<W: Write> Text<'_, W> {
    fn push(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    fn flush_block(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Text that is there already, without copying it if it is long.
    fn block(&mut self, block: &[u8]) -> io::Result<()> {
        if block.len() < BLOCK / 2 {
            self.buffer.extend_from_slice(block);
            return self.flush_block();
        }
        self.flush()?;
        self.out.write_all(block)
    }

    fn repeat(&mut self, sign: &str, mut count: u64) -> io::Result<()> {
        while count > 0 {
            let now = count.min(BLOCK as u64);
            self.buffer.extend_from_slice(sign.repeat(now as usize).as_bytes());
            self.flush_block()?;
            count -= now;
        }
        Ok(())
    }

    fn border(&mut self, width: u64) -> io::Result<()> {
        self.push("  ");
        self.repeat("=", width)?;
        self.push(" \n");
        Ok(())
    }

    /// Up to 64 fields.
    fn word(&mut self, word: &WordView, show: Show) {
        let mines = if show == Show::Played { 0 } else { word.mine };
        let exploded = if show == Show::Over { word.mine & word.open } else { 0 };
        let open = if show == Show::Uncovered { word.valid & !word.mine } else { word.open & !word.mine };
        let flags = if show == Show::Uncovered { 0 } else { word.flag & !word.open & !mines };
        let numbers = open & word.count.iter().fold(0, |all, digit| all | digit);
        let special = mines | flags | numbers;
        let zeros = open & !numbers;

        let count = word.valid.count_ones();
        let mut at = 0;
        while at < count {
            // Runs of closed fields and of zeros make up most of a board.
            let run = |bits: u64| (bits >> at).trailing_ones().min(count - at);
            if special >> at & 1 == 0 {
                if zeros >> at & 1 == 0 {
                    let closed = run(!(special | zeros));
                    self.buffer.extend_from_slice(&CLOSED_RUN[..closed as usize * CLOSED.len()]);
                    at += closed;
                } else {
                    let zeros = run(zeros);
                    self.buffer.extend_from_slice(&ZERO_RUN[..zeros as usize * ZERO.len()]);
                    at += zeros;
                }
                continue;
            }
            if numbers >> at & 1 != 0 {
                self.buffer.push(b'0' + word.number(at) as u8);
            } else if exploded >> at & 1 != 0 {
                self.push(EXPLODED);
            } else if mines >> at & 1 != 0 {
                self.push(MINE);
            } else {
                self.push(FLAG);
            }
            at += 1;
        }
    }
}

const CLOSED_RUN: [u8; 64 * CLOSED.len()] = run(CLOSED);
const ZERO_RUN: [u8; 64 * ZERO.len()] = run(ZERO);

/// A sign 64 times.
const fn run<const N: usize>(sign: &str) -> [u8; N] {
    let sign = sign.as_bytes();
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = sign[at % sign.len()];
        at += 1;
    }
    bytes
}
