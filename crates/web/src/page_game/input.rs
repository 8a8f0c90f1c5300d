//! What a player does with a game: the mouse, fingers, keys, and what they come to.

use omnisweep_engine::{Action, Cell, Game, Outcome, View};
use omnisweep_session::clicks::{Buttons, Click, Tap};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{Changed, Gesture, GestureResult, Session, code, daily, is_open};
use wasm_bindgen::prelude::wasm_bindgen;

use super::PageGame;
use crate::messages::{Keep, Update};
use crate::paint::{HINT, Highlight, PRESSED};

// All say what the page may have to show anew, if anything.
#[wasm_bindgen]
impl PageGame {
    /// The mouse is on this square with these buttons held.
    pub fn mouse(&mut self, x: i32, y: i32, buttons: u8, now: f64) -> Option<Update> {
        let at = self.view.at(x, y);
        let before = (self.mouse.armed(), self.view.hover);
        self.view.hover = at;
        let mut mouse = std::mem::take(&mut self.mouse);
        let click = mouse.update(at, Buttons(buttons), now as u64, |cell| is_open(self.seen(), cell));
        self.mouse = mouse;
        if let Some((click, cell)) = click {
            self.view.focus = cell;
            return Some(self.gesture(Gesture::Click(click, cell), now));
        }
        let sliced = self.view.picture.is_sliced();
        let looks = before.0 != self.mouse.armed() || (sliced && before.1 != self.view.hover);
        looks.then(|| self.update(false, now))
    }

    /// A finger touches a square.
    pub fn touch(&mut self, x: i32, y: i32, now: f64) -> Option<Update> {
        self.finger.touch(self.view.at(x, y), now as u64);
        self.view.hover = self.finger.pressed();
        Some(self.update(false, now))
    }

    /// The finger moves the board, or another one came.
    pub fn cancel_touch(&mut self, now: f64) -> Option<Update> {
        self.finger.cancel();
        Some(self.update(false, now))
    }

    /// The finger rests: a long press once it has for `delay`.
    pub fn long_press(&mut self, now: f64, delay: f64) -> Option<Update> {
        let cell = self.finger.held(now as u64, delay as u64)?;
        Some(self.tap(cell, true, now))
    }

    /// The finger is lifted from a square.
    pub fn lift(&mut self, x: i32, y: i32, now: f64) -> Option<Update> {
        Some(match self.finger.lift(self.view.at(x, y)) {
            Some(cell) => self.tap(cell, false, now),
            None => self.update(false, now),
        })
    }

    /// A key acts on the focused cell: `open`, `flag`, `mark`, `unmark` or `chord`.
    pub fn press(&mut self, what: &str, now: f64) -> Option<Update> {
        let cell = self.view.focus;
        let action = match what {
            "open" => Action::Open(cell),
            "flag" => Action::Flag(cell),
            "mark" => Action::Mark(cell),
            "unmark" => Action::Unmark(cell),
            "chord" => Action::Chord(cell),
            _ => return None,
        };
        Some(self.gesture(Gesture::Named(action), now))
    }

    /// A move in its text form, as `o 3 4`: the outcome, then each cell that
    /// looks different with its number in [`crate::paint`], or why it was refused.
    pub fn play(&mut self, action: &str, now: f64) -> Result<String, String> {
        let session = self.here_mut().ok_or_else(words::not_at_a_server)?;
        let action = Action::parse(action, &session.setup().shape).map_err(|e| e.to_string())?;
        let mut changes = Changed { words: Some(Vec::new()), ..Changed::default() };
        session.act(action, now as u64, &mut changes).map_err(|refusal| refusal.to_string())?;
        Ok(changed(session.game(), &changes))
    }

    /// Takes the board that was made for the first cell, and opens that.
    pub fn lay(&mut self, board: &str, now: f64) -> Result<Option<Update>, String> {
        let (layout, _) = code::read(board).map_err(sentence)?;
        let Some(gesture) = self.wanted.take() else { return Ok(None) };
        let Some(session) = self.here_mut() else { return Ok(None) };
        daily::remember(session.setup(), gesture.cell(), &layout);
        session.lay(layout).map_err(sentence)?;
        Ok(Some(self.gesture(gesture, now)))
    }

    /// No board is wanted any more.
    pub fn cancel_board_search(&mut self) {
        self.wanted = None;
    }

    /// Takes the last move back.
    pub fn undo(&mut self, now: f64) -> Update {
        self.clear_advice();
        let undone = self.here_mut().and_then(|session| session.undo(now as u64));
        if let Some(undone) = undone {
            self.view.focus = undone.action.cell();
        }
        self.remark = words::undone(undone.iter().count() as u64);
        self.update(true, now)
    }

    /// Whether taps flag, and whether one click on a number is a chord.
    pub fn habits(&mut self, flag_mode: bool, left_chords: bool) {
        self.flag_mode = flag_mode;
        self.habits.left_chords = left_chords;
    }
}

impl PageGame {
    fn tap(&mut self, cell: Cell, long: bool, now: f64) -> Update {
        let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
        self.view.focus = cell;
        let click = tap.click(long, is_open(self.seen(), cell));
        self.gesture(Gesture::Click(click, cell), now)
    }

    /// What the player means, on the one road from there.
    fn gesture(&mut self, gesture: Gesture, now: f64) -> Update {
        let habits = self.habits;
        let answer = self.table_mut().play(gesture, habits, now as u64);
        match answer {
            GestureResult::WantsBoard(_) => self.wanted = Some(gesture),
            GestureResult::StartsElsewhere(cell) => self.view.focus = cell,
            GestureResult::Made { action, changed, .. } => {
                self.clear_advice();
                // Who uses keys may not see what happens.
                if matches!(gesture, Gesture::Named(_)) {
                    self.remark = words::happened(self.seen(), action, changed);
                }
            }
            // What it comes to is painted when it is answered.
            GestureResult::Asked => return self.update(false, now),
            GestureResult::Nothing | GestureResult::Refused(_) | GestureResult::ToldMine(_) => {}
        }
        if let Some(remark) = self.table().remark(gesture, &answer, now as u64) {
            self.remark = remark;
        }
        let ended = matches!(answer, GestureResult::Made { outcome: Outcome::Won | Outcome::Lost, .. });
        let elsewhere = matches!(answer, GestureResult::StartsElsewhere(_));
        let made = matches!(answer, GestureResult::Made { .. });
        let attempt = self.here().and_then(Session::daily_attempt).filter(|_| made);
        let attempt = attempt.map_or(String::new(), |(day, board)| format!("{day} {board}"));
        Update { ended, elsewhere, attempt, ..self.update(true, now) }
    }

    /// What the page may have to show; whatever was to be said is said now.
    pub(super) fn update(&mut self, played: bool, now: f64) -> Update {
        let wanted = self.wanted.map_or(-1, |gesture| gesture.cell().0 as i32);
        Update {
            played,
            ended: false,
            elsewhere: false,
            wanted,
            attempt: String::new(),
            remark: std::mem::take(&mut self.remark),
            state: self.state(now),
            keep: if played { self.keep(now) } else { Keep::default() },
        }
    }

    /// What was said of the board is not true any more.
    pub(super) fn clear_advice(&mut self) {
        self.hint.clear();
        self.heat.clear();
    }

    /// The cells that are highlighted.
    pub(super) fn highlights(&self) -> Vec<Highlight> {
        let game = self.seen();
        let shape = game.shape();
        let mut highlights = [&self.hint[..], &self.heat, &self.view.lit()].concat();
        highlights.extend(self.table().required_start().map(|start| (start, HINT)));
        if game.outcome() != Outcome::Playing {
            return highlights;
        }
        let closed = |cell: &Cell| matches!(game.view(*cell), View::Closed | View::Mark);
        let finger = self.finger.pressed().map(|cell| {
            let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
            (cell, tap.click(false, is_open(game, cell)))
        });
        match self.mouse.armed().or(finger) {
            Some((cell, Click::Both)) => {
                let around = shape.neighbours(cell).chain([cell]);
                highlights.extend(around.filter(closed).map(|cell| (cell, PRESSED)));
            }
            Some((cell, _)) => {
                highlights.extend([cell].into_iter().filter(|&c| !is_open(game, c)).map(|c| (c, PRESSED)))
            }
            None => {}
        }
        highlights
    }
}

/// How a game stands and what a move has changed, as text: so that two programs
/// can be seen to do the same.
#[must_use]
pub fn changed(game: &Game, changes: &Changed) -> String {
    let shape = game.shape();
    let words = changes.words.iter().flatten();
    let mut cells: Vec<Cell> = words.flat_map(|&(row, word, bits)| shape.cells_in(row, word, bits)).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut text = format!("{:?}", game.outcome()).to_lowercase();
    for cell in cells {
        text.push_str(&format!(" {}:{:?}", cell.0, game.view(cell)));
    }
    text
}
