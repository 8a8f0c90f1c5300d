//! What mouse buttons mean: presses and releases in, one click out.
//!
//! An action fires on release, on the cell where the button went down. Left and
//! right held together are one chord, whichever is pressed or released first: it
//! fires at the first release, and neither button's own action fires as well.
//! The middle button chords too, and so does a second left click in quick
//! succession. Leaving the cell cancels, until every button is up again.

/// A button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// Opens.
    Left,
    /// Flags.
    Right,
    /// Chords.
    Middle,
}

/// What a release amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Click {
    /// A left click.
    Open,
    /// A right click.
    Flag,
    /// Both buttons, the middle one, or a double click.
    Chord,
}

/// Two left clicks within so many milliseconds are a double click.
pub const DOUBLE: u64 = 400;

/// The buttons as they stand. `T` is what can be clicked at: a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mouse<T> {
    /// Which buttons are down.
    down: Vec<Button>,
    /// What the buttons that are down will do, and where; nothing once it is
    /// done, or was cancelled.
    armed: Option<(Click, T)>,
    /// The last left click, for the next one to double it.
    last: Option<(T, u64)>,
}

impl<T> Default for Mouse<T> {
    fn default() -> Mouse<T> {
        Mouse { down: Vec::new(), armed: None, last: None }
    }
}

impl<T: Copy + PartialEq> Mouse<T> {
    /// A button goes down on a target, or beside everything.
    pub fn press(&mut self, button: Button, at: Option<T>, now: u64) {
        // Said twice, its release was never told: nothing is down, then.
        if self.down.contains(&button) {
            self.forget();
        }
        let alone = self.down.is_empty();
        self.down.push(button);
        let Some(at) = at else {
            self.armed = None;
            return;
        };
        self.armed = match (self.armed, button) {
            (None, _) if !alone => None,
            (Some((_, other)), _) if other != at => None,
            (Some(_), _) | (None, Button::Middle) => Some((Click::Chord, at)),
            (None, Button::Right) => Some((Click::Flag, at)),
            (None, Button::Left) => {
                let double =
                    self.last.is_some_and(|(cell, then)| cell == at && now.saturating_sub(then) <= DOUBLE);
                Some((if double { Click::Chord } else { Click::Open }, at))
            }
        };
        if self.armed.is_none_or(|(click, _)| click != Click::Open) {
            self.last = None;
        }
    }

    /// The pointer is there now.
    pub fn moved(&mut self, at: Option<T>) {
        if self.armed.is_some_and(|(_, armed)| Some(armed) != at) {
            self.armed = None;
        }
    }

    /// A button goes up: what it did, and where, if it did something.
    pub fn release(&mut self, button: Button, at: Option<T>, now: u64) -> Option<(Click, T)> {
        self.moved(at);
        // A release that nobody pressed is of a press that somebody else got.
        let place = self.down.iter().position(|&down| down == button)?;
        self.down.remove(place);
        let done = self.armed.take();
        if let Some((Click::Open, at)) = done {
            self.last = Some((at, now));
        }
        done
    }

    /// What would happen on release: how the cells look pressed.
    #[must_use]
    pub fn armed(&self) -> Option<(Click, T)> {
        self.armed
    }

    /// Forgets all that is held down.
    pub fn forget(&mut self) {
        *self = Mouse::default();
    }
}

#[cfg(test)]
mod tests {
    use Button::{Left, Middle, Right};

    use super::*;

    /// `L3` presses left on cell 3, `l3` releases it there, `.3` moves there, `-`
    /// is nowhere; time stands still but for `+`, which lets a second pass.
    fn played(script: &str) -> Vec<(Click, u8)> {
        let mut mouse = Mouse::default();
        let (mut done, mut now) = (Vec::new(), 0);
        for word in script.split(' ') {
            let (what, at) = word.split_at(1);
            let at: Option<u8> = at.parse().ok();
            let button = match what.to_ascii_lowercase().as_str() {
                "l" => Left,
                "r" => Right,
                "m" => Middle,
                "+" => {
                    now += 1000;
                    continue;
                }
                _ => {
                    mouse.moved(at);
                    continue;
                }
            };
            if what == what.to_ascii_uppercase() {
                mouse.press(button, at, now);
            } else {
                done.extend(mouse.release(button, at, now));
            }
        }
        done
    }

    #[test]
    fn a_click_fires_on_release() {
        assert_eq!(played("L3"), []);
        assert_eq!(played("L3 l3"), [(Click::Open, 3)]);
        assert_eq!(played("R3 r3"), [(Click::Flag, 3)]);
        assert_eq!(played("M3 m3"), [(Click::Chord, 3)]);
    }

    #[test]
    fn both_buttons_are_one_chord_in_any_order() {
        for script in ["L3 R3 l3 r3", "L3 R3 r3 l3", "R3 L3 l3 r3", "R3 L3 r3 l3"] {
            assert_eq!(played(script), [(Click::Chord, 3)], "{script}");
        }
        assert_eq!(played("L3 R3 l3 r3 L4 l4"), [(Click::Chord, 3), (Click::Open, 4)]);
        // The button that is left over does nothing, and with another one again a chord.
        assert_eq!(played("L3 R3 r3 .4 l4"), [(Click::Chord, 3)]);
    }

    #[test]
    fn leaving_the_cell_cancels_until_all_buttons_are_up() {
        for script in ["L3 .4 l4", "L3 .4 .3 l3", "L3 .- l-", "L3 l4", "L3 .4 R4 r4 l4", "L3 R3 .4 r4 l4"] {
            assert_eq!(played(script), [], "{script}");
        }
        assert_eq!(played("L3 .4 l4 L4 l4"), [(Click::Open, 4)]);
        assert_eq!(played("L3 R4 r4 l4"), [], "the second button goes down elsewhere");
    }

    #[test]
    fn a_double_click_is_a_chord() {
        assert_eq!(played("L3 l3 L3 l3"), [(Click::Open, 3), (Click::Chord, 3)]);
        assert_eq!(played("L3 l3 + L3 l3"), [(Click::Open, 3), (Click::Open, 3)]);
        assert_eq!(played("L3 l3 L4 l4"), [(Click::Open, 3), (Click::Open, 4)]);
        assert_eq!(played("L3 l3 R3 r3 L3 l3"), [(Click::Open, 3), (Click::Flag, 3), (Click::Open, 3)]);
        // A third one starts anew.
        assert_eq!(played("L3 l3 L3 l3 L3 l3").last(), Some(&(Click::Open, 3)));
    }

    #[test]
    fn lost_events_do_not_stick() {
        assert_eq!(played("l3 L3 l3"), [(Click::Open, 3)]);
        assert_eq!(played("L3 L4 l4"), [(Click::Open, 4)]);
        assert_eq!(played("L- l3"), []);
        assert_eq!(played("R3 R3 r3"), [(Click::Flag, 3)]);
    }
}
