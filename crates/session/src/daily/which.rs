//! Which of the boards of a day.

use omnisweep_engine::Shape;
use omnisweep_solver::Grade;

use crate::level::Level;

/// Which of the boards of a day: the level's, or, with the sizes and mines of expert, that of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DailyBoard {
    /// Of this level.
    Beginner,
    /// Of this level.
    Intermediate,
    /// Of this level.
    Expert,
    /// Of this level.
    Cube,
    /// Of this level.
    Tesseract,
    /// Of this grade.
    Easy,
    /// Of this grade.
    Medium,
    /// Of this grade.
    Hard,
    /// Of this grade.
    Extreme,
}

omnisweep_engine::keyed!(
    DailyBoard,
    "board of the day",
    [
        Beginner = "beginner",
        Intermediate = "intermediate",
        Expert = "expert",
        Cube = "cube",
        Tesseract = "tesseract",
        Easy = "easy",
        Medium = "medium",
        Hard = "hard",
        Extreme = "extreme",
    ]
);

impl DailyBoard {
    /// The one of a level, or of a grade; only those of expert have grades.
    #[must_use]
    pub fn of(level: Level, grade: Option<Grade>) -> Option<DailyBoard> {
        DailyBoard::ALL.into_iter().find(|board| (board.level(), board.grade()) == (level, grade))
    }

    /// The level whose sizes and mines it has.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            DailyBoard::Beginner => Level::Beginner,
            DailyBoard::Intermediate => Level::Intermediate,
            DailyBoard::Cube => Level::Cube,
            DailyBoard::Tesseract => Level::Tesseract,
            _ => Level::Expert,
        }
    }

    /// The grade that it has to be of, if any.
    #[must_use]
    pub const fn grade(self) -> Option<Grade> {
        match self {
            DailyBoard::Easy => Some(Grade::Easy),
            DailyBoard::Medium => Some(Grade::Medium),
            DailyBoard::Hard => Some(Grade::Hard),
            DailyBoard::Extreme => Some(Grade::Extreme),
            _ => None,
        }
    }

    /// Whether to make it takes longer than who looks at a screen should wait: tenths of a second on some days,
    /// where the others take milliseconds.
    #[must_use]
    pub const fn takes_long(self) -> bool {
        matches!(self, DailyBoard::Extreme)
    }

    /// Its sizes.
    pub(super) fn shape(self) -> Shape {
        Shape::new(self.level().sizes()).expect("levels have sizes that make a board")
    }
}

impl From<Level> for DailyBoard {
    fn from(level: Level) -> DailyBoard {
        match level {
            Level::Beginner => DailyBoard::Beginner,
            Level::Intermediate => DailyBoard::Intermediate,
            Level::Expert => DailyBoard::Expert,
            Level::Cube => DailyBoard::Cube,
            Level::Tesseract => DailyBoard::Tesseract,
        }
    }
}
