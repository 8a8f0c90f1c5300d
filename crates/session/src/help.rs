//! How much of a hint a player has been told. One place for all faces: a hint is
//! worked out once, elsewhere, and then told part by part as the player asks on.

use omnisweep_engine::{Action, Cell, Outcome};

use crate::hint::{Hint, Stage, Told};
use crate::practice::Practice;
use crate::session::Session;

/// A hint that is being told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Help {
    hint: Hint,
    /// The part that was told last.
    part: usize,
    /// The most that was told.
    most: Stage,
}

impl Session {
    /// Takes a hint that was worked out for the position as it stands, and tells
    /// its first part; the second, where this is more of what is being told.
    pub fn help(&mut self, hint: Hint) -> Option<&Told> {
        let more = self.wants_foresight() && hint.parts().len() > 1;
        let part = usize::from(more);
        let now = hint.parts().get(part)?.stage;
        match self.help.take().filter(|_| more) {
            Some(before) => self.helped_more(before.most, now),
            None => self.helped(now),
        }
        self.help = Some(Help { hint, part, most: now });
        self.told()
    }

    /// Tells the next part of the hint that is being told; after the last, the
    /// proof from its start. Nothing where no hint is being told, or where more has to be
    /// worked out: then ask the next [`Session::question`].
    pub fn more_help(&mut self) -> Option<&Told> {
        if self.wants_foresight() {
            return None;
        }
        let help = self.help.as_mut()?;
        let parts = help.hint.parts();
        help.part = match help.part + 1 {
            next if next < parts.len() => next,
            _ => parts.iter().position(|part| part.stage == Stage::Proof).unwrap_or(0),
        };
        let (before, now) = (help.most, parts[help.part].stage);
        if now > before {
            help.most = now;
            self.helped_more(before, now);
        }
        self.told()
    }

    /// Whether a guess was told, and nothing of what it may lead to.
    #[must_use]
    pub fn wants_foresight(&self) -> bool {
        self.help.as_ref().is_some_and(|help| !help.hint.is_whole())
    }

    /// A hint tells more than it did: it was a smaller one until now.
    fn helped_more(&mut self, before: Stage, now: Stage) {
        let count = self.hints_mut().of(before);
        *count = count.saturating_sub(1);
        self.helped(now);
    }

    /// What is being told.
    #[must_use]
    pub fn told(&self) -> Option<&Told> {
        self.help.as_ref().and_then(|help| help.hint.parts().get(help.part))
    }

    /// The cell that the hint being told has named as a mine.
    pub(crate) fn told_mine(&self) -> Option<Cell> {
        let help = self.help.as_ref().filter(|help| help.hint.is_mine() && help.most > Stage::Near)?;
        Some(help.hint.cell())
    }

    /// Whether there is more to tell than was told.
    #[must_use]
    pub fn has_more_help(&self) -> bool {
        self.help
            .as_ref()
            .is_some_and(|help| !help.hint.is_whole() || help.part + 1 < help.hint.parts().len())
    }

    /// The player was helped so much: the game is practice.
    pub fn helped(&mut self, stage: Stage) {
        if self.game().outcome() == Outcome::Playing {
            let count = self.hints_mut().of(stage);
            *count = count.saturating_add(1);
        }
        self.practise(Practice::Help);
    }

    /// A move was made: what was told is over, unless it was a note elsewhere.
    pub(crate) fn forget_help(&mut self, action: Action) {
        let note = matches!(action, Action::Flag(_) | Action::Mark(_) | Action::Unmark(_));
        self.help.take_if(|help| !note || help.hint.cell() == action.cell());
    }
}
