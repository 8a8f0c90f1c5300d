//! What cannot be kept, and is lost once the program ends, unless the player does something about it.

use crate::app::{App, Now};
use crate::messages::Tone;
use crate::window::Window;

/// What the player can do about it.
pub const LEAVING: [&str; 3] = ["Save it elsewhere, under a path", "Leave all the same", "Go back"];

/// What is lost once the program ends.
#[derive(Clone, Debug, Default)]
pub struct Loss {
    /// Why the game was not kept after the last move.
    game: Option<String>,
    /// Why a game that is over is in no statistics.
    record: Option<String>,
    /// Whether the game was saved elsewhere since.
    elsewhere: bool,
    /// Whether the player leaves all the same.
    accepted: bool,
}

impl Loss {
    /// What is lost, and why, while a game is being played or not.
    pub fn told(&self, playing: bool) -> Option<String> {
        let game = self.game.as_ref().filter(|_| playing && !self.elsewhere);
        let both: Vec<&str> = game.into_iter().chain(&self.record).map(String::as_str).collect();
        (!both.is_empty()).then(|| both.join(" "))
    }

    /// It was saved in this file.
    pub fn is_saved(&mut self, path: &str) {
        self.elsewhere = true;
        self.record.take_if(|_| path.ends_with(".jsonl"));
    }

    /// The player leaves all the same.
    pub fn accept(&mut self) {
        self.accepted = true;
    }

    /// Something happened since.
    pub fn goes_on(&mut self) {
        (self.accepted, self.elsewhere) = (false, false);
    }

    /// The game is kept, or another one.
    pub fn is_over(&mut self) {
        (self.game, self.elsewhere) = (None, false);
    }
}

impl App {
    /// The game could not be kept.
    pub(crate) fn unkept(&mut self, why: String) {
        // Said when it begins; it is true of every move from then on.
        if self.loss.game.replace(why.clone()).as_ref() != Some(&why) {
            self.say(why, Tone::Bad);
        }
    }

    /// The record of a game that is over could not be kept.
    pub(crate) fn uncounted(&mut self, why: String) {
        self.say(why.clone(), Tone::Bad);
        self.loss.record = Some(why);
        self.loss.accepted = false;
    }

    /// Whether nothing is lost by leaving that the player does not know of.
    #[must_use]
    pub fn may_leave(&self) -> bool {
        self.loss.accepted || self.lost().is_none()
    }

    /// What is lost by leaving.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        self.loss.told(self.session.in_play())
    }

    /// Instead of leaving: what would be lost, and what can be done about it.
    pub fn stay(&mut self, now: Now) {
        self.open(Window::Unkept(0), now);
    }

    /// The player has seen what is lost by leaving, and leaves.
    pub(crate) fn leave_all_the_same(&mut self, now: Now) {
        self.loss.accept();
        self.quit(now);
    }
}
