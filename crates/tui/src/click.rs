//! What the mouse does: what is under it, and what a click on that means.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use omnisweep_engine::{Action, View as Seen};
use ratatui::layout::Position;

use crate::app::{App, Now, Target};
use crate::board;
use crate::draw;
use crate::mouse::{Button, Click};
use crate::timeline;
use crate::viewer::View;

impl App {
    pub(crate) fn mouse_event(&mut self, event: &MouseEvent, now: Now) {
        let button = |button| match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
        };
        let at = self.target(event.column, event.row);
        match event.kind {
            MouseEventKind::Down(pressed) => self.mouse.press(button(pressed), at, now.ms),
            MouseEventKind::Drag(_) | MouseEventKind::Moved => self.mouse.moved(at),
            MouseEventKind::Up(released) => {
                if let Some((click, target)) = self.mouse.release(button(released), at, now.ms) {
                    self.click(click, target, now);
                }
            }
            // A replay goes on and back, unless there is more of the board to see.
            MouseEventKind::ScrollUp if self.wheel_steps() => self.view(View::Back, now),
            MouseEventKind::ScrollDown if self.wheel_steps() => self.view(View::On, now),
            MouseEventKind::ScrollUp => self.scroll(0, -3),
            MouseEventKind::ScrollDown => self.scroll(0, 3),
            MouseEventKind::ScrollLeft => self.scroll(-3, 0),
            MouseEventKind::ScrollRight => self.scroll(3, 0),
        }
    }

    /// What is at a place of the screen.
    pub(crate) fn target(&self, x: u16, y: u16) -> Option<Target> {
        if self.window.is_open() {
            return draw::row_at(self, x, y).map(Target::Row);
        }
        let plan = self.plan()?;
        if let Some(target) = timeline::target(self, &plan, x, y) {
            return Some(target);
        }
        if let Some(cell) = plan.cell_at(x, y) {
            return Some(Target::Cell(cell));
        }
        if let Some(command) = draw::command_at(self, &plan, x, y).filter(|_| self.viewer.is_none()) {
            return Some(Target::Command(command));
        }
        let overview = plan.overview.filter(|area| area.contains(Position { x, y }));
        overview.map(|_| Target::Overview(x, y))
    }

    pub(crate) fn click(&mut self, click: Click, target: Target, now: Now) {
        self.count = None;
        match target {
            Target::Cell(cell) if self.viewer.is_some() => self.cursor = cell,
            Target::View(view) => self.view(view, now),
            Target::Moment(moves) => self.seek(moves),
            Target::Cell(cell) => {
                self.cursor = cell;
                match click {
                    Click::Open => {
                        let open = matches!(self.session.game().view(cell), Seen::Number(1..));
                        if open && self.click_chords {
                            self.act(Action::Chord(cell), now);
                        } else {
                            self.act(Action::Open(cell), now);
                        }
                    }
                    Click::Flag => self.flag_or_unmark(cell, now),
                    Click::Chord => self.act(Action::Chord(cell), now),
                }
            }
            Target::Command(command) => self.obey(command, now),
            Target::Row(row) => self.window_click(row, now),
            Target::Overview(x, y) => {
                let Some(plan) = self.plan() else { return };
                if let Some(cell) = board::overview_cell(&plan, x, y) {
                    self.cursor = cell;
                    self.origin = plan.origin_around(cell);
                    self.look_around();
                }
            }
        }
    }
}
