//! What presses and releases amount to.

use crate::Button;

/// The buttons that are down, and what became of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buttons {
    left: bool,
    right: bool,
    middle: bool,
    /// The left button is down, but the chord it was part of is over.
    spent: bool,
    /// The right button went down where it did nothing, so that it is no click of
    /// its own if it becomes part of a chord.
    idle: bool,
}

/// What a press or a release does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Nothing.
    Nothing,
    /// The left button went down alone.
    Aims,
    /// A left click.
    Opens,
    /// A right click, at once.
    Flags,
    /// Both are down now, the left one first.
    Joins,
    /// A chord; one with a right button that was idle takes its click back.
    Chords {
        /// Whether the right button had clicked nothing yet.
        was_idle: bool,
    },
}

impl Buttons {
    pub fn is_down(self, button: Button) -> bool {
        match button {
            Button::Left => self.left,
            Button::Right => self.right,
            Button::Middle => self.middle,
        }
    }

    pub fn press(&mut self, button: Button) -> Does {
        if self.is_down(button) {
            // The window had lost sight of the mouse.
            return Does::Nothing;
        }
        match button {
            Button::Left => {
                (self.left, self.spent) = (true, false);
                if self.right { Does::Nothing } else { Does::Aims }
            }
            Button::Right => {
                (self.right, self.idle) = (true, false);
                match (self.left, self.spent) {
                    (false, _) => Does::Flags,
                    (true, false) => Does::Joins,
                    (true, true) => Does::Nothing,
                }
            }
            Button::Middle => {
                self.middle = true;
                Does::Nothing
            }
        }
    }

    pub fn release(&mut self, button: Button) -> Does {
        if button == Button::Middle {
            self.middle = false;
            return Does::Chords { was_idle: false };
        }
        if !self.is_down(button) {
            return Does::Nothing;
        }
        let both = self.left && self.right;
        let was_idle = std::mem::take(&mut self.idle);
        match button {
            Button::Right => (self.right, self.spent) = (false, self.left),
            _ if both => self.left = false,
            _ => {
                self.left = false;
                return if std::mem::take(&mut self.spent) { Does::Nothing } else { Does::Opens };
            }
        }
        if both { Does::Chords { was_idle } } else { Does::Nothing }
    }

    /// The right button went down in vain.
    pub fn idle(&mut self) {
        self.idle = true;
    }
}
