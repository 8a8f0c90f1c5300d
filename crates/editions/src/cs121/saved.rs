//! `savedgame.dat`: `ABMS`, then time, moves, rows and columns as 32-bit
//! numbers, then two bytes for each cell: its status and its type.

use std::io::{self, Read as _};
use std::ops::RangeInclusive;
use std::path::Path;

use omnisweep_engine::{Cell, Game, Restore, Rules, Shape, View};

pub const NAME: &str = "savedgame.dat";
pub const MAGIC: &[u8; 4] = b"ABMS";
pub const SIDES: RangeInclusive<u64> = 2..=30;

const HEADER: usize = 20;
const CLOSED: u8 = 0;
const OPEN: u8 = 1;
const FLAGGED: u8 = 2;
const MARKED: u8 = 3;
const MINE: u8 = b'*';
/// An open zero from which all was opened.
const VISITED: u8 = b'V';

/// A game as it was left.
pub struct Saved {
    /// The game.
    pub game: Game,
    /// Seconds played.
    pub time: u64,
    /// Moves made.
    pub moves: u64,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    Info,
    Grid,
}

impl Damage {
    pub fn text(self) -> &'static str {
        match self {
            Damage::Info => "Couldn't load saved game info!",
            Damage::Grid => "Couldn't load saved game grid!",
        }
    }
}

impl Saved {
    /// Reads the bytes of a file; all of them have to make sense.
    pub fn read(bytes: &[u8]) -> Result<Saved, Damage> {
        let (header, cells) = bytes.split_at_checked(HEADER).ok_or(Damage::Info)?;
        let (magic, numbers) = header.split_at(MAGIC.len());
        let mut numbers = numbers.chunks_exact(4).map(|bytes| {
            let bytes = bytes.try_into().map_err(|_| Damage::Info)?;
            u64::try_from(i32::from_le_bytes(bytes)).map_err(|_| Damage::Info)
        });
        let mut number = || numbers.next().unwrap_or(Err(Damage::Info));
        let (time, moves, rows, columns) = (number()?, number()?, number()?, number()?);
        if magic != MAGIC || moves < 1 || !SIDES.contains(&rows) || !SIDES.contains(&columns) {
            return Err(Damage::Info);
        }
        let shape = Shape::new(&[rows, columns]).map_err(|_| Damage::Grid)?;
        if cells.len() as u64 != 2 * shape.cells() {
            return Err(Damage::Grid);
        }
        let mut game = Game::new(shape, Rules::CS121, 0).map_err(|_| Damage::Grid)?;
        let mut restore = Restore::of(&mut game).map_err(|_| Damage::Grid)?;
        for cell in cells.chunks_exact(2) {
            let is = |status| u64::from(cell[0] == status);
            let mine = u64::from(cell[1] == MINE);
            restore.put(1, mine, is(OPEN), is(FLAGGED), is(MARKED)).map_err(|_| Damage::Grid)?;
        }
        restore.finish().map_err(|_| Damage::Grid)?;
        // A blank that was opened has opened all around it.
        let closed = |cell: &Cell| !matches!(game.view(*cell), View::Number(_));
        let open_blank = |cell: &Cell| game.view(*cell) == View::Number(0);
        let cells = || (0..game.shape().cells()).map(Cell);
        if cells().filter(open_blank).any(|blank| game.shape().neighbours(blank).any(|near| closed(&near))) {
            return Err(Damage::Grid);
        }
        // Written again it is the same, or some cell was impossible: a status
        // that is none, a number that does not fit the mines.
        let saved = Saved { game, time, moves };
        if saved.write() == bytes { Ok(saved) } else { Err(Damage::Grid) }
    }

    /// The bytes of the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        write(&self.game, self.time, self.moves)
    }
}

/// Reads the file, whatever its size; one that is not there is damaged.
pub fn load(folder: &Path) -> Result<Saved, Damage> {
    let most = HEADER as u64 + 2 * SIDES.end() * SIDES.end();
    let mut bytes = Vec::new();
    let file = omnisweep_files::open(&folder.join(NAME)).map_err(|_| Damage::Info)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|_| Damage::Info)?;
    Saved::read(&bytes)
}

/// Writes a game to its file, whole or not at all.
pub fn save(folder: &Path, game: &Game, time: u64, moves: u64) -> io::Result<()> {
    let bytes = write(game, time, moves);
    omnisweep_files::write_atomically(&folder.join(NAME), |out| out.write_all(&bytes))
}

fn write(game: &Game, time: u64, moves: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in [time, moves, game.shape().sizes()[0], game.shape().sizes()[1]] {
        bytes.extend(i32::try_from(number).unwrap_or(i32::MAX).to_le_bytes());
    }
    for cell in (0..game.shape().cells()).map(Cell) {
        let (status, open) = match game.view(cell) {
            View::Flag => (FLAGGED, false),
            View::Mark => (MARKED, false),
            View::Number(_) => (OPEN, true),
            _ => (CLOSED, false),
        };
        let count = game.mines_around(cell).unwrap_or(0);
        let kind = match count {
            _ if game.layout().is_some_and(|layout| layout.contains(cell)) => MINE,
            0 if open => VISITED,
            count => b'0' + count as u8,
        };
        bytes.extend([status, kind]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use omnisweep_testing::folder::Folder;

    use super::*;

    /// The largest game, and one byte more.
    #[test]
    fn a_file_that_is_too_long_is_damaged_however_large_the_grid() {
        let folder = Folder::new();
        let mut bytes = MAGIC.to_vec();
        for number in [5_i32, 1, 30, 30] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([CLOSED, MINE, CLOSED, b'1'].iter());
        let around = |cell: usize| [1, 30, 31].contains(&cell);
        (2..900).for_each(|cell| bytes.extend([CLOSED, if around(cell) { b'1' } else { b'0' }]));
        std::fs::write(folder.join(NAME), &bytes).unwrap();
        assert!(load(&folder).is_ok());
        bytes.push(0);
        std::fs::write(folder.join(NAME), &bytes).unwrap();
        assert_eq!(load(&folder).err(), Some(Damage::Grid));
    }
}
