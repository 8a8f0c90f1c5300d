//! The levels with a name: easiest first, the flat ones before the others.

/// A board size and a number of mines that everybody knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Level {
    /// 9×9 with 10 mines.
    Beginner,
    /// 16×16 with 40 mines.
    Intermediate,
    /// 16×30 with 99 mines.
    Expert,
    /// 6×6×6 with 20 mines.
    Cube,
    /// 4×4×4×4 with 18 mines.
    Tesseract,
}

omnisweep_engine::keyed!(
    Level,
    "level",
    [
        Beginner = "beginner",
        Intermediate = "intermediate",
        Expert = "expert",
        Cube = "cube",
        Tesseract = "tesseract",
    ]
);

impl Level {
    /// Its sizes.
    #[must_use]
    pub fn sizes(self) -> &'static [u64] {
        match self {
            Level::Beginner => &[9, 9],
            Level::Intermediate => &[16, 16],
            Level::Expert => &[16, 30],
            Level::Cube => &[6, 6, 6],
            Level::Tesseract => &[4, 4, 4, 4],
        }
    }

    /// Its mines.
    #[must_use]
    pub fn mines(self) -> u64 {
        match self {
            Level::Beginner => 10,
            Level::Intermediate => 40,
            Level::Expert => 99,
            Level::Cube => 20,
            Level::Tesseract => 18,
        }
    }

    /// The level with these sizes and mines, if they have a name.
    #[must_use]
    pub fn of(sizes: &[u64], mines: u64) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.sizes() == sizes && level.mines() == mines)
    }
}
