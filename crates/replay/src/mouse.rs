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
pub enum MouseAction {
    /// Nothing.
    Nothing,
    /// The left button went down alone.
    LeftDown,
    /// A left click.
    Open,
    /// A right click, at once.
    Flag,
    /// Both are down now, the left one first.
    BothDown,
    /// A chord; one with a right button that was idle takes its click back.
    Chord {
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

    pub fn press(&mut self, button: Button) -> MouseAction {
        if self.is_down(button) {
            // The window had lost sight of the mouse.
            return MouseAction::Nothing;
        }
        match button {
            Button::Left => {
                (self.left, self.spent) = (true, false);
                if self.right { MouseAction::Nothing } else { MouseAction::LeftDown }
            }
            Button::Right => {
                (self.right, self.idle) = (true, false);
                match (self.left, self.spent) {
                    (false, _) => MouseAction::Flag,
                    (true, false) => MouseAction::BothDown,
                    (true, true) => MouseAction::Nothing,
                }
            }
            Button::Middle => {
                self.middle = true;
                MouseAction::Nothing
            }
        }
    }

    pub fn release(&mut self, button: Button) -> MouseAction {
        if button == Button::Middle {
            self.middle = false;
            return MouseAction::Chord { was_idle: false };
        }
        if !self.is_down(button) {
            return MouseAction::Nothing;
        }
        let both = self.left && self.right;
        let was_idle = std::mem::take(&mut self.idle);
        match button {
            Button::Right => (self.right, self.spent) = (false, self.left),
            _ if both => self.left = false,
            _ => {
                self.left = false;
                return if std::mem::take(&mut self.spent) {
                    MouseAction::Nothing
                } else {
                    MouseAction::Open
                };
            }
        }
        if both { MouseAction::Chord { was_idle } } else { MouseAction::Nothing }
    }

    /// The right button went down in vain.
    pub fn idle(&mut self) {
        self.idle = true;
    }
}
