//! A board's rows as they are read and written, whatever way they lie in memory.

use crate::game::Game;
use crate::plane::index;
use crate::shape::{Cell, Shape};
use crate::view::WordView;

/// Reads a board of one or two dimensions row by row, 64 cells at a time.
///
/// Where the rows of the board are columns in memory, 64 of them are turned
/// at once and kept, so reading in order costs little more.
pub struct Rows<'a> {
    game: &'a Game,
    width: u64,
    /// Words in a row of the board.
    words: usize,
    /// The rows turned last: 64 from this number on.
    strip: Vec<WordView>,
    first: Option<u64>,
    /// The strip that was judged last, and how.
    judged: Option<(u64, bool)>,
}

impl<'a> Rows<'a> {
    /// A reader of a game's board.
    ///
    /// # Panics
    /// Where the board has more than two dimensions.
    #[must_use]
    pub fn new(game: &'a Game) -> Rows<'a> {
        let sizes = game.shape().sizes();
        assert!(sizes.len() <= 2, "a board of one or two dimensions");
        let width = sizes[sizes.len() - 1];
        let words = width.div_ceil(64) as usize;
        Rows { game, width, words, strip: Vec::new(), first: None, judged: None }
    }

    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.game.shape().cells() / self.width
    }

    /// How many cells are in a row.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Whether no cell of a row is open, flagged or marked: quicker than looking
    /// at it. Where rows are turned, 64 of them are judged together.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn is_untouched(&mut self, row: u64) -> bool {
        let game = self.game;
        let shape = game.shape();
        let planes = || [&game.open, &game.flag, &game.mark].into_iter().filter(|plane| !plane.is_empty());
        if shape.rows_along_last_axis() {
            let start = index(shape, row, 0);
            return planes().all(|plane| plane[start..start + self.words].iter().all(|&word| word == 0));
        }
        let strip = row / 64;
        match self.judged {
            Some((judged, untouched)) if judged == strip => untouched,
            _ => {
                let at = |column: u64| index(shape, column, strip as usize);
                let untouched = planes().all(|plane| (0..self.width).all(|column| plane[at(column)] == 0));
                self.judged = Some((strip, untouched));
                untouched
            }
        }
    }

    /// The cells of a row, word by word; no more of it than needed is in memory.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn row(&mut self, row: u64) -> impl Iterator<Item = WordView> + '_ {
        assert!(row < self.count(), "the row is on the board");
        let straight = self.game.shape().rows_along_last_axis();
        let first = row / 64 * 64;
        if !straight && self.first != Some(first) {
            self.transpose_strip(first);
            self.first = Some(first);
        }
        let turned = if straight { 0..0 } else { (row - first) as usize * self.words..self.words * 64 };
        let turned = self.strip[turned].iter().copied().take(self.words);
        straight.then(|| self.game.row(row, 0)).into_iter().flatten().chain(turned)
    }

    /// Turns 64 rows, which are the same word of every row in memory.
    fn transpose_strip(&mut self, first: u64) {
        self.strip.clear();
        self.strip.resize(64 * self.words, WordView::default());
        let word = (first / 64) as usize;
        for block in 0..self.words {
            let columns = (self.width - block as u64 * 64).min(64);
            let mut planes = [[0; 64]; PLANES];
            for column in 0..columns {
                let view = self.game.word(block as u64 * 64 + column, word);
                for (plane, bits) in planes.iter_mut().zip(split(view)) {
                    plane[column as usize] = bits;
                }
            }
            for plane in planes.iter_mut().filter(|plane| plane.iter().any(|&word| word != 0)) {
                if columns < NARROW { transpose_narrow(plane, columns as usize) } else { transpose(plane) }
            }
            let valid = if columns == 64 { !0 } else { (1 << columns) - 1 };
            for row in 0..64 {
                let bits = planes.map(|plane| plane[row]);
                self.strip[row * self.words + block] = join(valid, bits);
            }
        }
    }
}

const PLANES: usize = 8;

/// Fewer columns than this are faster turned one by one.
const NARROW: u64 = 8;

/// The same as [`transpose`] for words of which only the first few are not 0.
fn transpose_narrow(words: &mut [u64; 64], columns: usize) {
    let before: [u64; NARROW as usize] =
        std::array::from_fn(|column| if column < columns { words[column] } else { 0 });
    for (row, word) in words.iter_mut().enumerate() {
        *word = (0..columns).fold(0, |bits, column| bits | (before[column] >> row & 1) << column);
    }
}

fn split(view: WordView) -> [u64; PLANES] {
    let [ones, twos, fours, eights] = view.count;
    [view.mine, view.open, view.flag, view.mark, ones, twos, fours, eights]
}

fn join(valid: u64, bits: [u64; PLANES]) -> WordView {
    let [mine, open, flag, mark, ones, twos, fours, eights] = bits;
    WordView { valid, mine, open, flag, mark, count: [ones, twos, fours, eights] }
}

/// Turns 64 words of 64 bits: bit i of word j becomes bit j of word i.
fn transpose(words: &mut [u64; 64]) {
    let mut step = 32;
    let mut low: u64 = 0xffff_ffff;
    while step > 0 {
        for at in (0..64).filter(|at| at & step == 0) {
            let swap = ((words[at] >> step) ^ words[at | step]) & low;
            words[at] ^= swap << step;
            words[at | step] ^= swap;
        }
        step /= 2;
        low ^= low << step;
    }
}

/// Where the next cells of a board go, one after the other in row-major order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    row: u64,
    column: u64,
    cell: u64,
}

impl Cursor {
    /// How many cells have been passed.
    pub fn passed(&self) -> u64 {
        self.cell
    }

    /// Passes `count` cells, up to 64 and not past the last, and hands out
    /// where each of their `bits` lies: the position of a word in a plane, how
    /// far the bits have to be shifted down, which bits of the word that leaves,
    /// and how far up they have to go.
    pub fn pass(&mut self, shape: &Shape, count: u32, mut put: impl FnMut(usize, BitRange)) {
        if !shape.rows_along_last_axis() {
            for from in 0..count {
                let place = shape.place(Cell(self.cell));
                self.cell += 1;
                put(index(shape, place.row, place.word), BitRange { from, mask: 1, to: place.bit });
            }
            return;
        }
        let mut from = 0;
        while from < count {
            let to = (self.column % 64) as u32;
            let room = shape.row_length() - self.column;
            let here = u64::from((count - from).min(64 - to)).min(room) as u32;
            let at = index(shape, self.row, (self.column / 64) as usize);
            put(at, BitRange { from, mask: !0 >> (64 - here), to });
            from += here;
            self.column += u64::from(here);
            if self.column == shape.row_length() {
                (self.row, self.column) = (self.row + 1, 0);
            }
        }
        self.cell += u64::from(count);
    }
}

/// Adjacent bits of a word, and where they go.
#[derive(Clone, Copy)]
pub(crate) struct BitRange {
    from: u32,
    mask: u64,
    to: u32,
}

impl BitRange {
    /// The bits of `bits` that belong to this range, moved to their place in the word.
    pub fn place(self, bits: u64) -> u64 {
        (bits >> self.from & self.mask) << self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turning_swaps_rows_and_columns(words in prop::collection::vec(any::<u64>(), 64)) {
            let before: [u64; 64] = words.try_into().unwrap();
            let mut after = before;
            transpose(&mut after);
            for columns in 0..NARROW as usize {
                let (mut few, mut narrow) = (before, before);
                few[columns..].fill(0);
                narrow[columns..].fill(0);
                transpose(&mut few);
                transpose_narrow(&mut narrow, columns);
                prop_assert_eq!(few, narrow);
            }
            for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
                prop_assert_eq!(before[i] >> j & 1, after[j] >> i & 1);
            }
        }
    }
}
