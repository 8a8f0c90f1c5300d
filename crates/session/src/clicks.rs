//! From buttons and fingers to clicks, and from clicks to moves.
//!
//! A front end tells where the pointer is and which buttons are held; a
//! [`Mouse`] says when that was a click. Actions fire on release. Left and
//! right held together are one click of both, whichever was pressed or released
//! first, and neither button's own click follows. Leaving the cell cancels.

use omnisweep_engine::{Action, Cell, Flagging, Game, View};

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
    /// Right.
    Right,
    /// Left and right together, or another way of saying the same: the middle
    /// button, two left clicks on an open cell, a tap on a number.
    Multi,
}

/// How long after a left click another one makes it a double click, in
/// milliseconds.
const DOUBLE: u64 = 500;

/// A mouse over a board: told what is held where, it says what was clicked.
#[derive(Clone, Debug, Default)]
pub struct Mouse {
    held: Buttons,
    press: Press,
    /// The last left click that found its cell open, and when.
    last: Option<(Cell, u64)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Press {
    /// Nothing is held.
    #[default]
    None,
    /// These buttons were pressed on this cell, and the pointer is still there.
    On(Cell, Buttons),
    /// A click of both has fired here, and one button is still held: the other
    /// makes it a click of both again.
    Half(Cell),
    /// The pointer left its cell: nothing until all is released.
    Cancelled,
}

impl Mouse {
    /// The pointer is on this cell, or on none, with these buttons held, at a
    /// time in milliseconds; `is_open` says whether a cell is open. What that
    /// completes, if anything.
    pub fn moved(
        &mut self,
        at: Option<Cell>,
        held: Buttons,
        now: u64,
        is_open: impl Fn(Cell) -> bool,
    ) -> Option<(Click, Cell)> {
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
        cell: Cell,
        buttons: Buttons,
        now: u64,
        is_open: impl Fn(Cell) -> bool,
    ) -> Option<(Click, Cell)> {
        let last = self.last.take();
        let click = match buttons {
            Buttons::LEFT => {
                let open = is_open(cell);
                let double = last.is_some_and(|(at, when)| at == cell && now.saturating_sub(when) <= DOUBLE);
                if open && double {
                    Click::Multi
                } else {
                    // A closed cell is not opened and played around by one hasty finger.
                    self.last = open.then_some((cell, now));
                    Click::Left
                }
            }
            Buttons::RIGHT => Click::Right,
            Buttons::BOTH | Buttons::MIDDLE => Click::Multi,
            _ => return None,
        };
        Some((click, cell))
    }

    /// The cell that is pressed and with what, for as long as a release would
    /// be a click.
    #[must_use]
    pub fn pressed(&self) -> Option<(Cell, Click)> {
        match self.press {
            Press::On(cell, Buttons::LEFT) => Some((cell, Click::Left)),
            Press::On(cell, Buttons::RIGHT) => Some((cell, Click::Right)),
            Press::On(cell, Buttons::BOTH | Buttons::MIDDLE) => Some((cell, Click::Multi)),
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
            (true, _) => Click::Multi,
            (false, true) => Click::Left,
            (false, false) => Click::Right,
        }
    }
}

/// The move that a click stands for under the game's rules, if they have such a
/// move; it may be one that they refuse, as a click in vain.
///
/// A right click goes round: flag, then question mark where there are some,
/// then nothing; where a flag stays, it stays. With `left_chords`, a left click
/// on a number is a click of both buttons.
#[must_use]
pub fn action(game: &Game, click: Click, cell: Cell, left_chords: bool) -> Option<Action> {
    let rules = game.rules();
    let view = game.view(cell);
    let open = matches!(view, View::Number(_) | View::Exploded);
    match click {
        Click::Left if !(open && left_chords) => Some(Action::Open(cell)),
        Click::Left | Click::Multi => rules.chord.map(|_| Action::Chord(cell)),
        // A flag that nobody sees is not set by a careless click.
        Click::Right if open && rules.flag_open_cells => None,
        Click::Right => match (rules.flagging, view) {
            (Flagging::None, _) => None,
            (Flagging::Toggle, View::Flag | View::Mark) if rules.marks => Some(Action::Mark(cell)),
            (Flagging::SetAndUnmark, View::Flag | View::Mark) => Some(Action::Unmark(cell)),
            _ => Some(Action::Flag(cell)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use omnisweep_engine::{RuleSet, Rules, text};

    const A: Option<Cell> = Some(Cell(0));
    const B: Option<Cell> = Some(Cell(1));

    /// What a sequence of places and held buttons clicks, all cells being open or closed.
    fn clicks(open: bool, events: &[(Option<Cell>, u8)]) -> Vec<(Click, Cell)> {
        let mut mouse = Mouse::default();
        let timed = events.iter().zip(0..);
        timed.filter_map(|(&(at, held), now)| mouse.moved(at, Buttons(held), now, |_| open)).collect()
    }

    #[test]
    fn a_click_is_a_press_and_a_release_on_the_same_cell() {
        assert_eq!(clicks(false, &[(A, 0), (A, 1), (A, 1), (A, 0)]), [(Click::Left, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 2), (A, 0)]), [(Click::Right, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 4), (A, 0)]), [(Click::Multi, Cell(0))]);
        assert_eq!(clicks(false, &[(A, 1)]), []);
    }

    #[test]
    fn left_and_right_are_one_click_in_every_order() {
        for (first, last) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let events = [(A, first), (A, 3), (A, last), (A, 0)];
            assert_eq!(clicks(true, &events), [(Click::Multi, Cell(0))], "{first} {last}");
        }
        assert_eq!(clicks(true, &[(A, 3), (A, 0)]), [(Click::Multi, Cell(0))]);
    }

    #[test]
    fn it_fires_at_the_first_release() {
        assert_eq!(clicks(true, &[(A, 1), (A, 3), (A, 2)]), [(Click::Multi, Cell(0))]);
    }

    #[test]
    fn with_one_button_still_held_the_other_clicks_both_again() {
        let events = [(A, 1), (A, 3), (A, 1), (A, 3), (A, 1), (A, 0)];
        assert_eq!(clicks(true, &events), [(Click::Multi, Cell(0)); 2]);
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
    fn two_left_clicks_on_an_open_cell_are_one_of_both() {
        let twice = [(A, 1), (A, 0), (A, 1), (A, 0)];
        assert_eq!(clicks(true, &twice), [(Click::Left, Cell(0)), (Click::Multi, Cell(0))]);
        assert_eq!(clicks(false, &twice), [(Click::Left, Cell(0)); 2]);
        let mut mouse = Mouse::default();
        let mut left = |now| {
            mouse.moved(A, Buttons::LEFT, now, |_| true);
            mouse.moved(A, Buttons(0), now, |_| true).map(|(click, _)| click)
        };
        assert_eq!([left(0), left(501), left(1001), left(1002)].map(Option::unwrap), {
            [Click::Left, Click::Left, Click::Multi, Click::Left]
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
        assert_eq!(Tap::Flags.click(false, true), Click::Multi);
    }

    #[test]
    fn a_click_means_what_the_rules_have() {
        let game = |rules: Rules| {
            let layout = text::parse_layout("*..\n", None).unwrap();
            let mut game = Game::on(layout, rules).unwrap();
            game.apply(Action::Open(Cell(1)), &mut ()).unwrap();
            game
        };
        let meant = |game: &Game, click, cell| action(game, click, Cell(cell), false);
        for set in RuleSet::ALL {
            let mut game = game(set.rules());
            let refused = |action: Option<Action>| {
                action.is_none_or(|action| game.clone().apply(action, &mut ()).is_err())
            };
            assert!(refused(meant(&game, Click::Left, 1)), "{set:?}");
            assert!(refused(meant(&game, Click::Right, 1)), "{set:?}");
            assert!(refused(meant(&game, Click::Multi, 0)), "{set:?}");
            assert_eq!(meant(&game, Click::Left, 0), Some(Action::Open(Cell(0))));
            let chord = set.rules().chord.map(|_| Action::Chord(Cell(1)));
            assert_eq!(meant(&game, Click::Multi, 1), chord);
            assert_eq!(action(&game, Click::Left, Cell(1), true), chord);
            let flag = meant(&game, Click::Right, 0);
            assert_eq!(flag, (set != RuleSet::Nd).then_some(Action::Flag(Cell(0))));
            if let Some(flag) = flag {
                game.apply(flag, &mut ()).unwrap();
                let again = meant(&game, Click::Right, 0).unwrap();
                let taken = game.apply(again, &mut ()).is_ok();
                assert_eq!(taken, set != RuleSet::Clicks, "{set:?}");
            }
        }
        let mut marks = game(Rules { marks: true, ..Rules::MODERN });
        let mut round = Vec::new();
        for _ in 0..4 {
            let next = meant(&marks, Click::Right, 0).unwrap();
            marks.apply(next, &mut ()).unwrap();
            round.push(marks.view(Cell(0)));
        }
        assert_eq!(round, [View::Flag, View::Mark, View::Closed, View::Flag]);
    }
}
