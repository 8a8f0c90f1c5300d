//! Playing a recording by the rules of the programs that made it.
//!
//! They agree: a left button opens when it comes up, a right one flags when it
//! goes down, and both together, or the middle one, open all around a number when
//! the first of them comes up. The game begins with the first cell that is opened;
//! flags may be set before that, but as long as there is none, what the mouse did
//! does not count.

use std::collections::HashSet;

use omnisweep_engine::{Action, Cell, FirstCell, Game, Outcome, RuleSet, Rules, View};
use omnisweep_session::{Changed, Clicks, Metrics, Session, Setup, StartError};

use crate::mouse::{Buttons, MouseAction};
use crate::{Button, Event, MouseEvent, Recording};

/// A recording that has been played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replayed {
    /// The same game as one of ours, from its first flag or opening on.
    pub session: Session,
    /// What it was worth, by the clicks and the time of the recording. A flag
    /// helps if it is on a mine, and only the first time.
    pub metrics: Metrics,
    /// How far the mouse went from the first opening on, in pixels of which a
    /// cell has 16 to a side.
    pub path: f64,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing counts yet.
    Ready,
    /// A button is down, or flags are set.
    Flagging,
    /// A cell was opened.
    Playing,
}

/// Plays a recording.
///
/// # Errors
/// Where there is no safe cell on the board, or too little memory.
pub fn play(recording: &Recording) -> Result<Replayed, StartError> {
    let mut player = Player {
        recording,
        game: Game::on(recording.layout.clone(), Rules::MODERN)?,
        phase: Phase::Ready,
        buttons: Buttons::default(),
        clicks: Clicks::default(),
        effective: Clicks::default(),
        flagged: HashSet::new(),
        asked: HashSet::new(),
        made: Vec::new(),
        began: 0,
        path: Path::default(),
    };
    for event in &recording.events {
        if event.what == MouseEvent::Abandon {
            break;
        }
        player.step(event);
    }
    player.finish()
}

struct Player<'a> {
    recording: &'a Recording,
    game: Game,
    phase: Phase,
    buttons: Buttons,
    clicks: Clicks,
    effective: Clicks,
    /// Mines that had a flag once.
    flagged: HashSet<Cell>,
    /// Cells with a question mark: closed like any other.
    asked: HashSet<Cell>,
    /// What was done, also in vain, and when.
    made: Vec<(Action, u64)>,
    /// When the first cell was opened.
    began: u64,
    path: Path,
}

impl Player<'_> {
    fn step(&mut self, event: &Event) {
        if self.game.outcome() == Outcome::Playing {
            self.act(event);
        }
        if self.phase == Phase::Playing && self.recording.cell_at(event).is_some() {
            self.path.go_on(event);
        }
    }

    fn act(&mut self, event: &Event) {
        let action = match event.what {
            MouseEvent::Move | MouseEvent::Abandon => MouseAction::Nothing,
            MouseEvent::Preflag => MouseAction::Flag,
            MouseEvent::Press(button) => self.buttons.press(button),
            MouseEvent::Release(button) => self.buttons.release(button),
            MouseEvent::Toggle(button) if self.buttons.is_down(button) => self.buttons.release(button),
            MouseEvent::Toggle(button) => self.buttons.press(button),
            MouseEvent::PressOther if self.buttons.is_down(Button::Left) => self.buttons.press(Button::Right),
            MouseEvent::PressOther => self.buttons.press(Button::Left),
        };
        let cell = self.recording.cell_at(event);
        match (self.phase, action, cell) {
            (_, MouseAction::Nothing, _) => {}
            (Phase::Ready, MouseAction::LeftDown, Some(_)) => self.phase = Phase::Flagging,
            (Phase::Ready, MouseAction::Flag, Some(cell)) => {
                self.phase = Phase::Flagging;
                self.flag(cell, event.at);
            }
            (Phase::Ready, _, _) => {}
            // A chord, or a press that is taken away, before anything was done: not begun.
            (Phase::Flagging, MouseAction::BothDown, Some(_))
            | (Phase::Flagging, MouseAction::Open, None)
                if self.game.flags() == 0 =>
            {
                self.start_again();
            }
            (_, MouseAction::Flag, Some(cell)) => {
                self.flag(cell, event.at);
                if self.phase == Phase::Flagging && self.game.flags() == 0 {
                    self.start_again();
                }
            }
            (_, MouseAction::Flag, None) => {
                self.clicks.right += 1;
                self.buttons.idle();
            }
            (_, MouseAction::Open, None) => self.clicks.left += 1,
            (_, MouseAction::Open, Some(cell)) => self.open(cell, event.at),
            (_, MouseAction::Chord { was_idle }, cell) => {
                if was_idle {
                    self.take_back_right_click();
                }
                if let Some(cell) = cell {
                    self.chord(cell, event.at);
                }
            }
            (_, MouseAction::LeftDown | MouseAction::BothDown, _) => {}
        }
    }

    /// It was the beginning of a chord.
    fn take_back_right_click(&mut self) {
        self.clicks.right = self.clicks.right.saturating_sub(1);
        let on_an_open_cell = |(action, _): &mut (Action, u64)| matches!(*action, Action::Flag(cell) if matches!(self.game.view(cell), View::Number(_)));
        self.made.pop_if(on_an_open_cell);
    }

    fn start_again(&mut self) {
        self.phase = Phase::Ready;
        (self.clicks, self.effective) = (Clicks::default(), Clicks::default());
        self.flagged.clear();
        self.asked.clear();
        self.made.clear();
    }

    fn open(&mut self, cell: Cell, at: u64) {
        self.clicks.left += 1;
        if self.phase == Phase::Flagging && self.game.view(cell) == View::Closed {
            self.phase = Phase::Playing;
            self.began = at;
        }
        self.asked.remove(&cell);
        if self.apply(Action::Open(cell), at) && self.game.outcome() != Outcome::Lost {
            self.effective.left += 1;
        }
    }

    fn flag(&mut self, cell: Cell, at: u64) {
        self.clicks.right += 1;
        if self.asked.remove(&cell) {
            return;
        }
        if !self.apply(Action::Flag(cell), at) {
            self.buttons.idle();
        } else if self.game.view(cell) == View::Flag {
            if self.recording.layout.contains(cell) && self.flagged.insert(cell) {
                self.effective.right += 1;
            }
        } else if self.recording.questions {
            self.asked.insert(cell);
        }
    }

    fn chord(&mut self, cell: Cell, at: u64) {
        self.clicks.chord += 1;
        if self.apply(Action::Chord(cell), at) {
            self.effective.chord += 1;
        }
    }

    fn apply(&mut self, action: Action, at: u64) -> bool {
        self.made.push((action, at));
        self.game.apply(action, &mut Changed::default()).is_ok()
    }

    /// The game as a session; its clock begins with the first opening.
    fn finish(self) -> Result<Replayed, StartError> {
        let layout = self.recording.layout.clone();
        let (shape, mines) = (layout.shape().clone(), layout.count());
        // All of these programs move a mine away from the first click.
        let setup = Setup { first: FirstCell::Safe, ..Setup::new(RuleSet::Modern, shape, mines, None) };
        let mut session = Session::on(setup, layout)?;
        let mut now = 0;
        for (action, at) in self.made {
            now = at.saturating_sub(self.began).max(now);
            // What was refused then is refused now, and counted in vain.
            _ = session.act(action, now, &mut Changed::default());
        }
        session.pause(self.recording.time.max(now));
        let measured = Metrics::of(&session, 0).ok_or(StartError::NoBoard)?;
        let (clicks, effective, time) = (self.clicks, self.effective, self.recording.time);
        Ok(Replayed {
            session,
            metrics: Metrics { clicks, effective, time, ..measured },
            path: self.path.length * 16.0 / f64::from(self.recording.cell.max(1)),
        })
    }
}

/// The way of the mouse over the board.
#[derive(Clone, Copy, Debug, Default)]
struct Path {
    last: Option<(i32, i32)>,
    length: f64,
}

impl Path {
    fn go_on(&mut self, event: &Event) {
        if let Some((x, y)) = self.last {
            self.length += f64::from(event.x - x).hypot(f64::from(event.y - y));
        }
        self.last = Some((event.x, event.y));
    }
}
