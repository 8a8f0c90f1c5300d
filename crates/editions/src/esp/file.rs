//! The save file: `ESP\0`, height and width, then for every 8 fields a byte
//! each of valid, mine, open and flag bits, in row-major order.

use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write};
use std::path::Path;

use omnisweep_engine::{Game, Restore, Rows, Rules, Shape};

use super::command::CommandError;

const MAGIC: [u8; 4] = *b"ESP\0";
const HEADER: usize = 20;
/// Bytes for 64 fields.
const GROUP: usize = 32;
const BUFFER: usize = 1 << 16;

/// From this many fields on, a game that is loaded takes the memory of the game
/// that it replaces, and its file is read twice: once to see that it is sound.
const LARGE: u64 = 1 << 22;

/// Writes a game, whole or not at all.
pub fn save(game: &Game, path: &Path) -> io::Result<()> {
    omnisweep_files::write_atomically(path, |out| write_game(game, out))
}

/// Writes the bytes of a game's file.
pub fn write_game(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = Rows::new(game);
    let (height, width) = (rows.count(), rows.width());
    out.write_all(&MAGIC)?;
    out.write_all(&height.to_le_bytes())?;
    out.write_all(&width.to_le_bytes())?;

    // Rows end anywhere; groups of 64 fields do not.
    let mut kept = [0; 4];
    let mut count = 0;
    for row in 0..height {
        for view in rows.row(row) {
            let more = view.valid.count_ones();
            let next = [view.valid, view.mine, view.open, view.flag];
            for (kept, next) in kept.iter_mut().zip(next) {
                *kept |= next << count;
            }
            if count + more < 64 {
                count += more;
                continue;
            }
            out.write_all(&interleaved(kept))?;
            let used = 64 - count;
            kept = if used == 64 { [0; 4] } else { next.map(|next| next >> used) };
            count = more - used;
        }
    }
    out.write_all(&interleaved(kept)[..count.div_ceil(8) as usize * 4])
}

/// Valid, mine, open and flag bits of 64 fields, as the file has them.
fn interleaved(words: [u64; 4]) -> [u8; GROUP] {
    let bytes = words.map(u64::to_le_bytes);
    std::array::from_fn(|at| bytes[at % 4][at / 4])
}

/// The other way round.
fn words(group: &[u8; GROUP]) -> [u64; 4] {
    std::array::from_fn(|kind| u64::from_le_bytes(std::array::from_fn(|at| group[at * 4 + kind])))
}

/// Reads a game and puts it in the place of the one before; a mistake leaves
/// that one as it was.
pub fn load(game: &mut Game, path: &Path) -> Result<(), CommandError> {
    // A device or a pipe is there, but is not waited for; a game is in none of them.
    let mut file = omnisweep_files::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::Other if !path.is_dir() => CommandError::Content,
        _ => CommandError::File,
    })?;
    let size = file.metadata().map_err(|_| CommandError::File)?.len();
    let mut reader = BufReader::with_capacity(BUFFER, &mut file);
    let shape = header(&mut reader, size)?;
    if shape.cells() >= LARGE && &shape == game.shape() {
        check(&mut reader, &shape)?;
        drop(reader);
        // It is sound. Should it change before it is read again, there is no
        // game any more, as before the first `start`.
        file.seek(SeekFrom::Start(HEADER as u64)).map_err(|_| CommandError::File)?;
        return fill(game, BufReader::with_capacity(BUFFER, file));
    }
    *game = read_body(shape, reader)?;
    Ok(())
}

/// Reads a game from the bytes of a file, which end with it.
pub fn read_game(mut bytes: &[u8]) -> Option<Game> {
    let size = bytes.len() as u64;
    let shape = header(&mut bytes, size).ok()?;
    read_body(shape, bytes).ok()
}

fn read_body(shape: Shape, reader: impl Read) -> Result<Game, CommandError> {
    let mut game = Game::new(shape, Rules::ESP, 0).map_err(|_| CommandError::Content)?;
    fill(&mut game, reader)?;
    Ok(game)
}

/// The shape of a game in a file of this size. What claims to be larger than it is gets no memory.
fn header(reader: &mut impl Read, size: u64) -> Result<Shape, CommandError> {
    let mut bytes = [0; HEADER];
    reader.read_exact(&mut bytes).map_err(|_| CommandError::Content)?;
    let (magic, sizes) = bytes.split_at(MAGIC.len());
    let (height, width) = sizes.split_at(8);
    let side = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).map_err(|_| CommandError::Content);
    if magic != MAGIC {
        return Err(CommandError::Content);
    }
    let shape = Shape::new(&[side(height)?, side(width)?]).map_err(|_| CommandError::Content)?;
    if length(&shape) == u128::from(size) { Ok(shape) } else { Err(CommandError::Content) }
}

/// How long the file of such a board is.
fn length(shape: &Shape) -> u128 {
    HEADER as u128 + 4 * u128::from(shape.cells().div_ceil(8))
}

/// Whether the fields that follow make a game, without keeping any of them.
fn check(reader: &mut impl Read, shape: &Shape) -> Result<(), CommandError> {
    let (mut covered, mut open_mines) = (0, 0);
    read(reader, shape.cells(), |_, [_, mine, open, _]| {
        covered += u64::from((mine | open).count_ones());
        open_mines |= mine & open;
        Ok(())
    })?;
    if covered == shape.cells() || open_mines != 0 { Err(CommandError::Content) } else { Ok(()) }
}

/// Makes the game of the fields that follow.
fn fill(game: &mut Game, mut reader: impl Read) -> Result<(), CommandError> {
    let cells = game.shape().cells();
    let mut restore = Restore::of(game).map_err(|_| CommandError::Content)?;
    let put = |count, [_, mine, open, flag]: [u64; 4]| {
        restore.put(count, mine, open, flag, 0).map_err(|_| CommandError::Content)
    };
    let sound = read(&mut reader, cells, put);
    let done = restore.finish().map_err(|_| CommandError::Content);
    sound.and(done)
}

/// Reads the fields, 64 at a time, up to the end of the file, which has to come
/// right behind them.
fn read(
    reader: &mut impl Read,
    cells: u64,
    mut put: impl FnMut(u32, [u64; 4]) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut left = cells;
    while left > 0 {
        let count = left.min(64) as u32;
        let mut group = [0; GROUP];
        let bytes = count.div_ceil(8) as usize * 4;
        reader.read_exact(&mut group[..bytes]).map_err(|_| CommandError::Content)?;
        let words = words(&group);
        let [valid, mine, open, flag] = words;
        // Every field is there, and nothing else has a bit.
        if valid != !0 >> (64 - count) || (mine | open | flag) & !valid != 0 {
            return Err(CommandError::Content);
        }
        put(count, words)?;
        left -= u64::from(count);
    }
    match reader.read(&mut [0]) {
        Ok(0) => Ok(()),
        _ => Err(CommandError::Content),
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Action, Cell, View, random};
    use omnisweep_testing::folder::Folder;

    use super::*;

    #[test]
    fn a_large_game_is_loaded_into_the_memory_of_the_one_before() {
        let shape = Shape::new(&[2048, LARGE / 2048]).unwrap();
        let mines = shape.cells() / 5;
        let play = |seed| {
            let layout = random::draw(&shape, mines, &omnisweep_engine::Zone::new([Cell(0)]), seed).unwrap();
            let mut game = Game::on(layout, Rules::ESP).unwrap();
            game.apply(Action::Open(Cell(0)), &mut ()).unwrap();
            game.apply(Action::Flag(Cell(shape.cells() - 1 - seed)), &mut ()).unwrap();
            game
        };
        let bytes = |game: &Game| {
            let mut bytes = Vec::new();
            write_game(game, &mut bytes).unwrap();
            bytes
        };
        let folder = Folder::new();
        let (path, mut game, saved) = (folder.join("saved"), play(1), bytes(&play(2)));
        std::fs::write(&path, &saved).unwrap();
        load(&mut game, &path).unwrap();
        assert_eq!((bytes(&game), game.view(Cell(0))), (saved.clone(), play(2).view(Cell(0))));
        // All fields open or mines: that is no game, and the one before is as it was.
        let mut over = saved.clone();
        over[HEADER..].chunks_exact_mut(4).for_each(|group| (group[1], group[2]) = (0xff, 0));
        std::fs::write(&path, over).unwrap();
        assert_eq!(load(&mut game, &path), Err(CommandError::Content));
        assert!(bytes(&game) == saved && game.view(Cell(0)) != View::Closed);
    }
}
