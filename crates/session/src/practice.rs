//! Whether the result of a game counts, and why not.
//!
//! A game counts where its board was drawn fresh for it and nobody knew more of
//! it than the game had shown: then it can be a best time, goes into
//! statistics, and can keep a streak of days. Everything else is practice, and
//! says so. This is honesty among our own programs and no lock: whoever edits
//! files can cheat himself. Scores that nobody can forge are the business of a
//! server that keeps the board to itself.

use crate::hint::Stage;

/// Why a game is practice and does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Practice {
    /// The player wanted to practise.
    Wanted,
    /// The player chose the seed.
    Seed,
    /// The board was given, as a code, a file or a recording.
    Board,
    /// The player had seen something of this board before.
    Seen,
    /// The board or its seed was shown before the end.
    Shown,
    /// A copy of the game was saved, so there are two that can be played, or it is such a copy.
    Copied,
    /// The player had a hint, or saw how likely mines are.
    Help,
    /// A move was taken back.
    Undo,
    /// It is the board of another day.
    Day,
}

omnisweep_engine::keyed!(
    Practice,
    "reason for practice",
    [
        Wanted = "wanted",
        Seed = "seed",
        Board = "board",
        Seen = "seen",
        Shown = "shown",
        Copied = "copied",
        Help = "help",
        Undo = "undo",
        Day = "day",
    ]
);

impl Practice {
    /// What the first version of saved games and records knew of it: whether there
    /// was help, and how many moves were taken back.
    pub(crate) fn in_version_1(assisted: bool, undos: u64) -> Option<Practice> {
        if assisted { Some(Practice::Help) } else { (undos > 0).then_some(Practice::Undo) }
    }
}

/// How many hints were taken, by how much they told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hints {
    /// Where to look.
    pub near: u64,
    /// A cell.
    pub cell: u64,
    /// A cell, and why.
    pub proof: u64,
}

impl Hints {
    /// How many there were of a kind.
    pub(crate) fn of(&mut self, stage: Stage) -> &mut u64 {
        match stage {
            Stage::Near => &mut self.near,
            Stage::Cell => &mut self.cell,
            Stage::Proof => &mut self.proof,
        }
    }

    /// All of them.
    #[must_use]
    pub fn total(self) -> u64 {
        self.near.saturating_add(self.cell).saturating_add(self.proof)
    }
}
