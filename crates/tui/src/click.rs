//! What the mouse does: what is under it, and what a click on that means.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use omnisweep_session::clicks::{Buttons, Click};
use omnisweep_session::{Gesture, is_open};
use ratatui::layout::Position;

use crate::app::{App, Now, Target};
use crate::board;
use crate::draw;
use crate::timeline;
use crate::viewer::ReplayCommand;

impl App {
    pub(crate) fn mouse_event(&mut self, event: &MouseEvent, now: Now) {
        let button = |button| match button {
            MouseButton::Left => Buttons::LEFT,
            MouseButton::Right => Buttons::RIGHT,
            MouseButton::Middle => Buttons::MIDDLE,
        };
        let at = self.target(event.column, event.row);
        let game = self.viewer.as_ref().map_or(self.session.game(), |viewer| viewer.playback.game());
        let open = |target| matches!(target, Target::Cell(cell) if is_open(game, cell));
        let click = match event.kind {
            MouseEventKind::Down(pressed) => self.input.mouse.pressed(button(pressed), at, now.ms, open),
            MouseEventKind::Up(released) => self.input.mouse.released(button(released), at, now.ms, open),
            MouseEventKind::Drag(_) | MouseEventKind::Moved => {
                self.input.mouse.dragged(at, now.ms);
                None
            }
            _ => None,
        };
        if let Some((click, target)) = click {
            self.click(click, target, now);
        }
        match event.kind {
            // A replay goes on and back, unless there is more of the board to see.
            MouseEventKind::ScrollUp if self.wheel_steps() => self.replay_command(ReplayCommand::Back, now),
            MouseEventKind::ScrollDown if self.wheel_steps() => self.replay_command(ReplayCommand::On, now),
            MouseEventKind::ScrollUp => self.scroll(0, -3),
            MouseEventKind::ScrollDown => self.scroll(0, 3),
            MouseEventKind::ScrollLeft => self.scroll(-3, 0),
            MouseEventKind::ScrollRight => self.scroll(3, 0),
            _ => {}
        }
    }

    /// What is at a place of the screen.
    pub(crate) fn target(&self, x: u16, y: u16) -> Option<Target> {
        let plan = self.plan()?;
        if self.window.is_open() {
            let command = draw::command_at(self, &plan, x, y).filter(|_| self.viewer.is_none());
            return Some(match draw::in_window(self, x, y) {
                Some(Some(row)) => Target::Row(row),
                Some(None) => Target::Window,
                None => command.map_or(Target::Beside, Target::Command),
            });
        }
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
        _ = self.input.times();
        match target {
            Target::Cell(cell) if self.viewer.is_some() => self.viewport.set_cursor(cell),
            Target::Replay(command) => self.replay_command(command, now),
            Target::Moment(moves) => self.seek(moves),
            Target::Cell(cell) => {
                self.viewport.set_cursor(cell);
                self.play(Gesture::Click(click, cell), now);
            }
            Target::Command(command) if self.window.is_open() => self.window_bar(command, now),
            Target::Command(command) => self.obey(command, now),
            Target::Window => self.window_aside(false, now),
            Target::Beside => self.window_aside(true, now),
            Target::Row(row) => self.window_click(row, now),
            Target::Overview(x, y) => {
                let Some(plan) = self.plan() else { return };
                if let Some(cell) = board::overview_cell(&plan, x, y) {
                    self.viewport.set_cursor(cell);
                    self.centre();
                    self.look_around();
                }
            }
        }
    }
}
