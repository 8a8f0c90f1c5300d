//! Reading bytes one after the other, and what can be wrong with them.

use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_session::timestamp;
use thiserror::Error;

use crate::encoding::decode;

/// What is wrong with a recording, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {offset}: {kind}")]
#[non_exhaustive]
pub struct ReadError {
    /// How many bytes are before that.
    pub offset: usize,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

/// What is wrong with a recording.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// It is cut off.
    #[error("the recording ends too early")]
    Ends,
    /// It is something else, or of a version that is not known.
    #[error("this is no recording that can be read: {0}")]
    Unknown(&'static str),
    /// Something else than what has to stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// No cells, no safe cell, or a mine beside the board or twice.
    #[error("the board is damaged: {0}")]
    Board(&'static str),
    /// Something happened that nobody knows.
    #[error("an event of a kind that is not known, {0}")]
    Event(u8),
    /// The mouse did nothing.
    #[error("there is not a single event in the recording")]
    Nothing,
}

/// Bytes, from where they have been read to. Numbers have their highest byte first.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, at: 0 }
    }

    pub fn fail(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { offset: self.at, kind }
    }

    pub fn expected(&self, what: &'static str) -> ReadError {
        self.fail(ReadErrorKind::Expected(what))
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let rest = &self.all[self.at..];
        let taken =
            rest.get(..count).ok_or(ReadError { offset: self.all.len(), kind: ReadErrorKind::Ends })?;
        self.at += count;
        Ok(taken)
    }

    /// The next bytes as something to be read for itself.
    pub fn section(&mut self, count: usize) -> Result<Bytes<'a>, ReadError> {
        let at = self.at;
        self.take(count)?;
        Ok(Bytes { all: &self.all[..self.at], at })
    }

    fn number(&mut self, count: usize) -> Result<u64, ReadError> {
        Ok(self.take(count)?.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    pub fn u8(&mut self) -> Result<u8, ReadError> {
        Ok(self.number(1)? as u8)
    }

    pub fn u16(&mut self) -> Result<u16, ReadError> {
        Ok(self.number(2)? as u16)
    }

    pub fn u24(&mut self) -> Result<u32, ReadError> {
        Ok(self.number(3)? as u32)
    }

    pub fn u32(&mut self) -> Result<u32, ReadError> {
        Ok(self.number(4)? as u32)
    }

    pub fn u64(&mut self) -> Result<u64, ReadError> {
        self.number(8)
    }

    /// Everything up to a byte, which is skipped.
    pub fn until(&mut self, end: u8) -> Result<&'a [u8], ReadError> {
        let rest = &self.all[self.at..];
        let length = rest.iter().position(|&byte| byte == end).unwrap_or(rest.len());
        let found = self.take(length)?;
        self.take(1)?;
        Ok(found)
    }

    /// Skips to the next place whose bytes are what is looked for.
    pub fn find(&mut self, found: impl Fn(&[u8]) -> bool) -> Result<(), ReadError> {
        while !found(&self.all[self.at..]) {
            self.take(1)?;
        }
        Ok(())
    }

    /// The byte so many before this one.
    pub fn before(&self, count: usize) -> Option<u8> {
        self.at.checked_sub(count).map(|at| self.all[at])
    }

    /// A board of this size, with the mines that `mine` reads, each a row and a
    /// column.
    pub fn board(
        &mut self,
        rows: u64,
        columns: u64,
        mines: u64,
        mut mine: impl FnMut(&mut Bytes<'a>) -> Result<(u64, u64), ReadError>,
    ) -> Result<Layout, ReadError> {
        let mut layout = self.no_mines(rows, columns)?;
        if mines >= rows * columns {
            return Err(self.fail(ReadErrorKind::Board("it has no safe cell")));
        }
        for _ in 0..mines {
            let at = self.clone();
            let (row, column) = mine(self)?;
            let cell = layout.shape().cell(&[row, column]);
            let cell = cell.ok_or_else(|| at.fail(ReadErrorKind::Board("a mine beside it")))?;
            if !layout.insert(cell) {
                return Err(at.fail(ReadErrorKind::Board("a mine is there twice")));
            }
        }
        Ok(layout)
    }

    /// A board of this size, with a bit for each cell, from the highest.
    pub fn board_of_bits(&mut self, rows: u64, columns: u64, mines: u64) -> Result<Layout, ReadError> {
        let mut layout = self.no_mines(rows, columns)?;
        let start = self.clone();
        let cells = rows * columns;
        let bits = self.take(cells.div_ceil(8) as usize)?;
        for cell in (0..cells).filter(|&cell| bits[(cell / 8) as usize] & 0x80 >> (cell % 8) != 0) {
            layout.insert(Cell(cell));
        }
        if layout.count() != mines {
            return Err(start.fail(ReadErrorKind::Board("it has not as many mines as are said")));
        }
        if mines >= cells {
            return Err(start.fail(ReadErrorKind::Board("it has no safe cell")));
        }
        Ok(layout)
    }

    fn no_mines(&self, rows: u64, columns: u64) -> Result<Layout, ReadError> {
        let none = || self.fail(ReadErrorKind::Board("it has no cells"));
        let shape = Shape::new(&[rows, columns]).map_err(|_| none())?;
        Layout::new(shape).map_err(|_| none())
    }
}

/// Text in whatever encoding the program had: UTF-8, or else that of the Chinese
/// Windows, or else that of the western one. Without anything that could move the
/// cursor of a terminal.
pub fn text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => decode(bytes),
    };
    text.chars().filter(|character| !character.is_control()).collect::<String>().trim().to_owned()
}

/// A moment on the clock on the wall, if there is such a one.
pub fn moment([year, month, day, hour, minute, second, ms]: [u64; 7]) -> Option<u64> {
    timestamp::read(&format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z"))
}
