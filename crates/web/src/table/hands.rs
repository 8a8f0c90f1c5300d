//! What a player does with a game: the mouse, fingers, keys, and what they come to.

use omnisweep_engine::{Action, Cell, Flagging, Game, Outcome, Sink, View};
use omnisweep_session::clicks::{self, Buttons, Click, Tap};
use omnisweep_session::{code, daily};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Table;
use crate::address::sentence;
use crate::paint::{PRESSED, Special};
use crate::words;

// All say whether the board looks different now.
#[wasm_bindgen]
impl Table {
    /// The mouse is on this square with these buttons held.
    pub fn mouse(&mut self, x: i32, y: i32, buttons: u8, now: f64) -> bool {
        let at = self.sight.at(x, y);
        let before = (self.mouse.pressed(), self.sight.hover);
        self.sight.hover = at;
        let game = self.session.game();
        let click = self.mouse.moved(at, Buttons(buttons), now as u64, |cell| is_open(game, cell));
        if let Some((click, cell)) = click {
            self.sight.focus = cell;
            self.click(click, cell, now, false);
            return true;
        }
        let sliced = self.sight.picture.is_sliced();
        before.0 != self.mouse.pressed() || (sliced && before.1 != self.sight.hover)
    }

    /// A finger touches a square.
    pub fn touch(&mut self, x: i32, y: i32, now: f64) -> bool {
        self.finger.touch(self.sight.at(x, y), now as u64);
        self.sight.hover = self.finger.pressed();
        true
    }

    /// The finger moves the board, or another one came.
    pub fn untouch(&mut self) -> bool {
        self.finger.cancel();
        true
    }

    /// The finger rests: a long press once it has for `delay`.
    pub fn rest(&mut self, now: f64, delay: f64) -> bool {
        let Some(cell) = self.finger.held(now as u64, delay as u64) else { return false };
        self.tap(cell, true, now);
        true
    }

    /// The finger is lifted from a square.
    pub fn lift(&mut self, x: i32, y: i32, now: f64) -> bool {
        let Some(cell) = self.finger.lift(self.sight.at(x, y)) else { return true };
        self.tap(cell, false, now);
        true
    }

    /// A key acts on the focused cell: `open`, `flag`, `mark` or `chord`.
    pub fn press(&mut self, what: &str, now: f64) -> bool {
        let cell = self.sight.focus;
        let game = self.session.game();
        match what {
            "open" => self.click(Click::Left, cell, now, true),
            "flag" => self.click(Click::Right, cell, now, true),
            "chord" => self.click(Click::Multi, cell, now, true),
            "mark" => {
                // Where marks have to be taken away first, the same key does both.
                let unmark = game.rules().flagging == Flagging::SetAndUnmark
                    && matches!(game.view(cell), View::Flag | View::Mark);
                let action = if unmark { Action::Unmark(cell) } else { Action::Mark(cell) };
                self.act(action, now, true);
            }
            _ => return false,
        }
        true
    }

    /// A move in its text form, as `o 3 4`: the outcome, then each cell that
    /// looks different with its number in [`crate::paint`], or why it was refused.
    pub fn play(&mut self, action: &str, now: f64) -> Result<String, String> {
        let action = Action::parse(action, &self.session.setup().shape).map_err(|e| e.to_string())?;
        let mut changes: Vec<(u64, usize, u64)> = Vec::new();
        self.session.act(action, now as u64, &mut changes).map_err(|refusal| refusal.to_string())?;
        Ok(changed(self.session.game(), &changes))
    }

    /// The cell that was opened first and waits for a board that needs no guess,
    /// or -1: the worker makes one, and [`Table::lay`] takes it.
    pub fn wanted(&self) -> i32 {
        self.wanted.map_or(-1, |(action, _)| action.cell().0 as i32)
    }

    /// Takes the board that was made for the first cell, and opens that.
    pub fn lay(&mut self, board: &str, now: f64) -> Result<(), String> {
        let (layout, _) = code::read(board).map_err(sentence)?;
        let Some((action, by_key)) = self.wanted.take() else { return Ok(()) };
        self.session.lay(layout).map_err(sentence)?;
        self.day = daily::of(&self.session);
        self.act(action, now, by_key);
        Ok(())
    }

    /// No board is wanted any more.
    pub fn forgo(&mut self) {
        self.wanted = None;
    }

    /// Takes the last move back.
    pub fn undo(&mut self, now: f64) -> bool {
        self.stale();
        match self.session.undo(now as u64) {
            Some(undone) => {
                self.sight.focus = undone.action.cell();
                self.remark = "Taken back. This is a practice game now.".to_owned();
                true
            }
            None => {
                self.remark = "There is nothing to take back.".to_owned();
                false
            }
        }
    }

    /// Whether taps flag, and whether one click on a number is a chord.
    pub fn habits(&mut self, flag_mode: bool, left_chords: bool) {
        (self.flag_mode, self.left_chords) = (flag_mode, left_chords);
    }
}

impl Table {
    fn tap(&mut self, cell: Cell, long: bool, now: f64) {
        let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
        self.sight.focus = cell;
        self.click(tap.click(long, is_open(self.session.game(), cell)), cell, now, false);
    }

    fn click(&mut self, click: Click, cell: Cell, now: f64, by_key: bool) {
        // A key on an open number means the chord: keys have no second button.
        let left_chords = self.left_chords || by_key;
        match clicks::action(self.session.game(), click, cell, left_chords) {
            Some(action) => self.act(action, now, by_key),
            None if by_key => self.remark = "These rules have no such action.".to_owned(),
            None => {}
        }
    }

    /// What was said of the board is not true any more.
    fn stale(&mut self) {
        self.hint.clear();
        self.heat.clear();
    }

    fn act(&mut self, action: Action, now: f64, by_key: bool) {
        let free = self.session.game().view(action.cell()) == View::Closed;
        let lidless = free || self.session.game().rules().open_flagged;
        if matches!(action, Action::Open(_)) && lidless && self.session.wants_board() {
            self.wanted = Some((action, by_key));
            return;
        }
        let mut opened = Opened(0);
        match self.session.act(action, now as u64, &mut opened) {
            Ok(Outcome::Playing) => {
                self.stale();
                if by_key {
                    self.remark = words::happened(self.session.game(), action, opened.0);
                }
            }
            Ok(_) => {
                self.stale();
                self.remark = words::ended(&self.session, now as u64);
            }
            Err(refusal) if by_key => self.remark = sentence(refusal),
            Err(_) => {}
        }
    }

    /// The cells that look special.
    pub(super) fn special(&self) -> Vec<Special> {
        let game = self.session.game();
        let shape = game.shape();
        let mut special = [&self.hint[..], &self.heat, &self.sight.lit()].concat();
        if game.outcome() != Outcome::Playing {
            return special;
        }
        let closed = |cell: &Cell| matches!(game.view(*cell), View::Closed | View::Mark);
        let finger = self.finger.pressed().map(|cell| {
            let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
            (cell, tap.click(false, is_open(game, cell)))
        });
        match self.mouse.pressed().or(finger) {
            Some((cell, Click::Multi)) => {
                let around = shape.neighbours(cell).chain([cell]);
                special.extend(around.filter(closed).map(|cell| (cell, PRESSED)));
            }
            Some((cell, _)) => {
                special.extend([cell].into_iter().filter(|&c| !is_open(game, c)).map(|c| (c, PRESSED)))
            }
            None => {}
        }
        special
    }
}

/// Counts the cells that look different.
struct Opened(u64);

impl Sink for Opened {
    fn changed(&mut self, _row: u64, _word: usize, bits: u64) {
        self.0 += u64::from(bits.count_ones());
    }
}

fn is_open(game: &Game, cell: Cell) -> bool {
    matches!(game.view(cell), View::Number(_) | View::Exploded)
}

/// How a game stands and what a move has changed, as text: so that two programs
/// can be seen to do the same.
#[must_use]
pub fn changed(game: &Game, changes: &[(u64, usize, u64)]) -> String {
    let shape = game.shape();
    let mut cells: Vec<Cell> =
        changes.iter().flat_map(|&(row, word, bits)| shape.cells_in(row, word, bits)).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut text = format!("{:?}", game.outcome()).to_lowercase();
    for cell in cells {
        text.push_str(&format!(" {}:{:?}", cell.0, game.view(cell)));
    }
    text
}
