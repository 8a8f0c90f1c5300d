//! What is being said: a message, a hint, how the game ended.

use omnisweep_session::daily::Streak;
use omnisweep_session::{Metrics, Record, Told};

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    Plain,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Something that matters less.
    Faint,
}

/// How a game ended, as far as it has been worked out.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// Its metrics.
    pub metrics: Option<Metrics>,
    /// How many flags were wrong.
    pub wrong_flags: u64,
    /// Whether it was avoidable.
    pub review: Option<String>,
    /// How it stands among others of its kind.
    pub standing: Option<String>,
    /// What is kept of it, where it was the board of a day.
    pub daily: Option<Box<Record>>,
    /// Its result, as a text for friends.
    pub shared: Option<String>,
    /// Days in a row.
    pub streak: Streak,
}

/// What is being said.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    message: Option<(String, Tone)>,
    hint: Option<Told>,
    ending: Option<Ending>,
}

impl Messages {
    /// Says something; what was said before is no longer said.
    pub fn say(&mut self, text: impl Into<String>, tone: Tone) {
        self.message = Some((text.into(), tone));
    }

    /// Says something more.
    pub fn add(&mut self, text: &str) {
        match &mut self.message {
            Some((said, _)) => *said = format!("{said} {text}"),
            None => self.say(text, Tone::Faint),
        }
    }

    /// Says nothing any more, but for hints and endings.
    pub fn clear_message(&mut self) {
        self.message = None;
    }

    /// Nothing of what was said is true any more.
    pub fn clear(&mut self) {
        *self = Messages::default();
    }

    /// The message.
    pub fn message(&self) -> Option<&(String, Tone)> {
        self.message.as_ref()
    }

    /// Points at a cell, or at none any more.
    pub fn set_hint(&mut self, hint: Option<Told>) {
        self.hint = hint;
    }

    /// What is pointed at.
    pub fn hint(&self) -> Option<&Told> {
        self.hint.as_ref()
    }

    /// Says how the game ended, as far as that is known.
    pub fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// How the game ended, to add what was worked out since.
    pub fn ending_mut(&mut self) -> Option<&mut Ending> {
        self.ending.as_mut()
    }

    /// Takes the message and the hint away, to be put back by [`Messages::put_back`].
    pub fn set_aside(&mut self) -> Messages {
        Messages { message: self.message.take(), hint: self.hint.take(), ending: None }
    }

    /// Says again what was set aside.
    pub fn put_back(&mut self, aside: Messages) {
        (self.message, self.hint) = (aside.message, aside.hint);
    }
}
