//! What a player sees.

use crate::counts::{number_at, sliced};
use crate::game::Game;
use crate::plane::index;

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum View {
    /// Closed, with nothing on it.
    Closed,
    /// Closed and flagged; once all is revealed: a flag on a mine.
    Flag,
    /// Closed, with a question mark.
    Mark,
    /// Open, with that many mines around.
    Number(u32),
    /// A mine that went off.
    Exploded,
    /// Once all is revealed: another mine.
    Mine,
    /// Once all is revealed: a flag where there is no mine.
    WrongFlag,
}

/// 64 cells of a row of a flat board at once: bit k of each word is cell k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordView {
    /// Which bits are cells.
    pub valid: u64,
    /// Where the mines are, known to the player or not.
    pub mine: u64,
    /// Open cells, mines that went off among them.
    pub open: u64,
    /// Flagged cells, open ones too where the rules hide flags.
    pub flag: u64,
    /// Cells with a question mark.
    pub mark: u64,
    /// The number of mines around each cell in binary, ones first.
    pub count: [u64; 4],
}

impl WordView {
    /// The number of mines around cell `bit`.
    #[must_use]
    pub fn number(&self, bit: u32) -> u32 {
        number_at(self.count, bit)
    }
}

impl Game {
    /// The cells of a row of the planes, 64 at a time, from word `from` on.
    ///
    /// Only for boards of which at most two sizes are above 1: where cells have
    /// more than eight neighbours, and before the mines are laid, counts are 0.
    ///
    /// # Panics
    /// Where there is no such row.
    pub fn row(&self, row: u64, from: usize) -> impl Iterator<Item = WordView> + '_ {
        (from..self.shape().words()).map(move |word| self.word(row, word))
    }

    /// One word of [`Game::row`].
    pub(crate) fn word(&self, row: u64, word: usize) -> WordView {
        let shape = self.shape();
        let mines = self.layout().map(|layout| layout.plane());
        let at = index(shape, row, word);
        WordView {
            valid: shape.valid(word),
            mine: mines.map_or(0, |mines| mines[at]),
            open: self.open[at],
            flag: self.flag.get(at).copied().unwrap_or(0),
            mark: self.mark.get(at).copied().unwrap_or(0),
            count: match mines {
                Some(mines) if shape.is_flat() => sliced(shape, mines, row, word),
                _ => [0; 4],
            },
        }
    }
}
