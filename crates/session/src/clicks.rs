//! From buttons and fingers to clicks; what those mean is for [`crate::Gesture`].
//!
//! A front end tells where the pointer is and which buttons are held; a
//! [`Mouse`] says when that was a click. Actions fire on release. Left and
//! right held together are one click of both, whichever was pressed or released
//! first, and neither button's own click follows. Leaving the cell cancels.

use omnisweep_engine::Cell;

/// The buttons that are held, as browsers number them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buttons(pub u8);

impl Buttons {
    /// The left one.
    pub const LEFT: Buttons = Buttons(1);
    /// The right one.
    pub const RIGHT: Buttons = Buttons(2);
    /// Left and right.
    pub const BOTH: Buttons = Buttons(3);
    /// The middle one.
    pub const MIDDLE: Buttons = Buttons(4);

    /// Only the buttons that mean anything here.
    fn known(self) -> Buttons {
        Buttons(self.0 & 7)
    }

    fn contains(self, other: Buttons) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a player did with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Click {
    /// Left, on a closed cell or the first on an open one.
    Left,
    /// The second of two left clicks on an open cell, soon after the first.
    Double,
    /// Right.
    Right,
    /// Left and right together, or another way of saying the same: the middle
    /// button, a tap on a number.
    Both,
}

/// How long after a left click another one makes it a double click, in
/// milliseconds.
const DOUBLE: u64 = 500;

/// A mouse over a board: told what is held where, it says what was clicked. `T`
/// is what can be clicked at: a cell, and whatever else there is.
#[derive(Clone, Debug)]
pub struct Mouse<T = Cell> {
    held: Buttons,
    press: Press<T>,
    /// The last left click that found its cell open, and when.
    last: Option<(T, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press<T> {
    /// Nothing is held.
    None,
    /// These buttons were pressed on this target, and the pointer is still there.
    On(T, Buttons),
    /// A click of both has fired here, and one button is still held: the other
    /// makes it a click of both again.
    Half(T),
    /// The pointer left its target: nothing until all is released.
    Cancelled,
}

impl<T> Default for Mouse<T> {
    fn default() -> Mouse<T> {
        Mouse { held: Buttons(0), press: Press::None, last: None }
    }
}

impl<T: Copy + PartialEq> Mouse<T> {
    /// A button goes down, where the front end is told of each by itself.
    pub fn pressed(
        &mut self,
        button: Buttons,
        at: Option<T>,
        now: u64,
        is_open: impl Fn(T) -> bool,
    ) -> Option<(Click, T)> {
        // Said twice, its release was never told: nothing is held, then.
        if self.held.contains(button) {
            *self = Mouse::default();
        }
        self.update(at, Buttons(self.held.0 | button.0), now, is_open)
    }

    /// A button goes up, likewise. One that nobody pressed is of a press that
    /// somebody else got.
    pub fn released(
        &mut self,
        button: Buttons,
        at: Option<T>,
        now: u64,
        is_open: impl Fn(T) -> bool,
    ) -> Option<(Click, T)> {
        self.update(at, Buttons(self.held.0 & !button.0), now, is_open)
    }

    /// The pointer is there now, with the same buttons held.
    pub fn dragged(&mut self, at: Option<T>, now: u64) {
        self.update(at, self.held, now, |_| false);
    }

    /// The pointer is on this target, or on none, with these buttons held, at a
    /// time in milliseconds; `is_open` says whether a target is an open cell.
    /// What that completes, if anything.
    pub fn update(
        &mut self,
        at: Option<T>,
        held: Buttons,
        now: u64,
        is_open: impl Fn(T) -> bool,
    ) -> Option<(Click, T)> {
        let held = held.known();
        let before = std::mem::replace(&mut self.held, held);
        let pressed = Buttons(held.0 & !before.0);
        let released = before.0 & !held.0 != 0;

        if let Press::On(cell, _) | Press::Half(cell) = self.press
            && at != Some(cell)
        {
            self.press = Press::Cancelled;
        }
        let mut click = None;
        match self.press {
            Press::None => {
                if let Some(cell) = at.filter(|_| pressed != Buttons(0)) {
                    self.press = Press::On(cell, pressed);
                } else if pressed != Buttons(0) {
                    self.press = Press::Cancelled;
                }
            }
            Press::On(cell, buttons) if released => {
                click = self.click(cell, buttons, now, is_open);
                let half = buttons == Buttons::BOTH && held.0 & Buttons::BOTH.0 != 0;
                self.press = if half { Press::Half(cell) } else { Press::Cancelled };
            }
            Press::On(cell, buttons) => self.press = Press::On(cell, Buttons(buttons.0 | pressed.0)),
            Press::Half(cell) => {
                if held.contains(Buttons::BOTH) {
                    self.press = Press::On(cell, Buttons::BOTH);
                }
            }
            Press::Cancelled => {}
        }
        if held == Buttons(0) {
            self.press = Press::None;
        }
        click
    }

    fn click(
        &mut self,
        cell: T,
        buttons: Buttons,
        now: u64,
        is_open: impl Fn(T) -> bool,
    ) -> Option<(Click, T)> {
        let last = self.last.take();
        let click = match buttons {
            Buttons::LEFT => {
                let open = is_open(cell);
                let double = last.is_some_and(|(at, when)| at == cell && now.saturating_sub(when) <= DOUBLE);
                if open && double {
                    Click::Double
                } else {
                    // A closed cell is not opened and played around by one hasty finger.
                    self.last = open.then_some((cell, now));
                    Click::Left
                }
            }
            Buttons::RIGHT => Click::Right,
            Buttons::BOTH | Buttons::MIDDLE => Click::Both,
            _ => return None,
        };
        Some((click, cell))
    }

    /// What is pressed and with what, for as long as a release would be a click.
    #[must_use]
    pub fn armed(&self) -> Option<(T, Click)> {
        match self.press {
            Press::On(cell, Buttons::LEFT) => Some((cell, Click::Left)),
            Press::On(cell, Buttons::RIGHT) => Some((cell, Click::Right)),
            Press::On(cell, Buttons::BOTH | Buttons::MIDDLE) => Some((cell, Click::Both)),
            _ => None,
        }
    }
}

/// A finger on a board: a tap, or a press that is long enough.
#[derive(Clone, Debug, Default)]
pub struct Finger {
    down: Option<(Cell, u64)>,
}

impl Finger {
    /// The finger touches a cell, or something else.
    pub fn touch(&mut self, cell: Option<Cell>, now: u64) {
        self.down = cell.map(|cell| (cell, now));
    }

    /// The finger moved on, or another one came: this is no tap.
    pub fn cancel(&mut self) {
        self.down = None;
    }

    /// Whether the finger has rested long enough, in milliseconds, for a long
    /// press; if so, on which cell, and lifting it is no tap any more.
    pub fn held(&mut self, now: u64, delay: u64) -> Option<Cell> {
        self.down.take_if(|(_, since)| now.saturating_sub(*since) >= delay).map(|(cell, _)| cell)
    }

    /// The finger is lifted from a cell: the cell that was tapped, if it is the same.
    pub fn lift(&mut self, cell: Option<Cell>) -> Option<Cell> {
        self.down.take().map(|(down, _)| down).filter(|&down| cell == Some(down))
    }

    /// The cell that is touched.
    #[must_use]
    pub fn pressed(&self) -> Option<Cell> {
        self.down.map(|(cell, _)| cell)
    }
}

/// What a tap means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tap {
    /// A tap opens, a long press flags.
    Opens,
    /// A tap flags, a long press opens.
    Flags,
}

impl Tap {
    /// The click that a tap or a long press on a cell stands for. On an open
    /// cell either is a click of both buttons: a finger has no other.
    #[must_use]
    pub fn click(self, long: bool, open: bool) -> Click {
        match (open, (self == Tap::Opens) != long) {
            (true, _) => Click::Both,
            (false, true) => Click::Left,
            (false, false) => Click::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Option<Cell> = Some(Cell(0));
    const B: Option<Cell> = Some(Cell(1));

    /// What a sequence of places and held buttons clicks, all cells being open or closed.
    fn clicks(open: bool, events: &[(Option<Cell>, u8)]) -> Vec<(Click, Cell)> {
        let mut mouse = Mouse::default();
        let timed = events.iter().zip(0..);
        timed.filter_map(|(&(at, held), now)| mouse.update(at, Buttons(held), now, |_| open)).collect()
    }

    #[test]
    fn a_click_is_a_press_and_a_release_on_the_same_cell() {
        assert_eq!(clicks(false, &[(A, 0), (A, 1), (A, 1), (A, 0)]), [(Click::Left, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 2), (A, 0)]), [(Click::Right, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 4), (A, 0)]), [(Click::Both, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 1)]), []);
    }

    #[test]
    fn left_and_right_are_one_click_in_every_order() {
        for (first, last) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let events = [(A, first), (A, 3), (A, last), (A, 0)];
            assert_eq!(clicks(true, &events), [(Click::Both, Cell(0))], "{first} {last}");
        }
        assert_eq!(clicks(true, &[(A, 3), (A, 0)]), [(Click::Both, Cell(0))]);
    }

    #[test]
    fn it_fires_at_the_first_release() {
        assert_eq!(clicks(true, &[(A, 1), (A, 3), (A, 2)]), [(Click::Both, Cell(0))]);
    }

    #[test]
    fn with_one_button_still_held_the_other_clicks_both_again() {
        let events = [(A, 1), (A, 3), (A, 1), (A, 3), (A, 1), (A, 0)];
        assert_eq!(clicks(true, &events), [(Click::Both, Cell(0)); 2]);
    }

    #[test]
    fn leaving_the_cell_cancels_for_good() {
        assert_eq!(clicks(false, &[(A, 1), (B, 1), (B, 0)]), []);
        assert_eq!(clicks(false, &[(A, 1), (B, 1), (A, 1), (A, 0)]), []);
        assert_eq!(clicks(false, &[(A, 1), (None, 1), (A, 0)]), []);
        assert_eq!(clicks(false, &[(A, 1), (B, 0)]), []);
        assert_eq!(clicks(true, &[(A, 1), (A, 3), (B, 3), (A, 3), (A, 1), (A, 0)]), []);
        assert_eq!(clicks(true, &[(A, 1), (B, 1), (B, 3), (B, 2), (B, 0)]), []);
        assert_eq!(clicks(true, &[(A, 1), (A, 3), (A, 2), (B, 2), (B, 3), (B, 0)]).len(), 1);
        assert_eq!(clicks(false, &[(A, 1), (B, 1), (B, 0), (B, 1), (B, 0)]), [(Click::Left, Cell(1))]);
    }

    #[test]
    fn a_press_that_came_in_from_elsewhere_is_none() {
        assert_eq!(clicks(false, &[(None, 1), (A, 1), (A, 0)]), []);
    }

    #[test]
    fn other_buttons_change_nothing() {
        assert_eq!(clicks(false, &[(A, 8), (A, 9), (A, 8), (A, 0)]), [(Click::Left, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 1), (A, 5), (A, 0)]), []);
    }

    #[test]
    fn two_left_clicks_on_an_open_cell_are_a_double_click() {
        let twice = [(A, 1), (A, 0), (A, 1), (A, 0)];
        assert_eq!(clicks(true, &twice), [(Click::Left, Cell(0)), (Click::Double, Cell(0))]);
        assert_eq!(clicks(false, &twice), [(Click::Left, Cell(0)); 2]);
        let mut mouse = Mouse::default();
        let mut left = |now| {
            mouse.update(A, Buttons::LEFT, now, |_| true);
            mouse.update(A, Buttons(0), now, |_| true).map(|(click, _)| click)
        };
        assert_eq!([left(0), left(501), left(1001), left(1002)].map(Option::unwrap), {
            [Click::Left, Click::Left, Click::Double, Click::Left]
        });
    }

    #[test]
    fn a_finger_taps_or_rests() {
        let mut finger = Finger::default();
        finger.touch(A, 0);
        assert_eq!(finger.held(299, 300), None);
        assert_eq!(finger.lift(A), A);
        finger.touch(A, 0);
        assert_eq!(finger.held(300, 300), A);
        assert_eq!((finger.held(900, 300), finger.lift(A)), (None, None));
        finger.touch(A, 0);
        finger.cancel();
        assert_eq!(finger.lift(A), None);
        finger.touch(A, 0);
        assert_eq!(finger.lift(B), None);
        assert_eq!(Tap::Opens.click(false, false), Click::Left);
        assert_eq!(Tap::Opens.click(true, false), Click::Right);
        assert_eq!(Tap::Flags.click(false, false), Click::Right);
        assert_eq!(Tap::Flags.click(false, true), Click::Both);
    }

    #[test]
    fn a_front_end_that_hears_of_each_button_clicks_the_same() {
        let mut mouse = Mouse::default();
        let (left, right) = (Buttons::LEFT, Buttons::RIGHT);
        assert_eq!(mouse.pressed(left, A, 0, |_| true), None);
        assert_eq!(mouse.pressed(right, A, 0, |_| true), None);
        assert_eq!(mouse.released(left, A, 0, |_| true), Some((Click::Both, Cell(0))));
        assert_eq!(mouse.released(right, A, 0, |_| true), None);
        // A release that was never told, and one that nobody pressed.
        assert_eq!(mouse.pressed(left, A, 0, |_| false), None);
        assert_eq!(mouse.pressed(left, B, 0, |_| false), None);
        assert_eq!(mouse.released(right, B, 0, |_| false), None);
        assert_eq!(mouse.released(left, B, 0, |_| false), Some((Click::Left, Cell(1))));
        // Leaving and coming back.
        assert_eq!(mouse.pressed(left, A, 0, |_| false), None);
        mouse.dragged(B, 0);
        assert_eq!(mouse.released(left, A, 0, |_| false), None);
    }
}
