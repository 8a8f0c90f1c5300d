//! What can have the terminal: the app, or a player that is watched. Neither does
//! I/O; one loop ([`mod@crate::run`]) serves both.

use crossterm::event::Event;
use omnisweep_session::Session;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{App, Now};
use crate::effect::{Effect, Reply};

/// Something on the screen, and what every event does to it.
pub trait TerminalApp {
    /// A key, the mouse, another size.
    fn handle(&mut self, event: &Event, now: Now);

    /// Something came of an effect.
    fn receive(&mut self, reply: Reply, now: Now);

    /// Time has passed.
    fn tick(&mut self, now: Now);

    /// When it has to be drawn again although nothing happens, in milliseconds.
    fn next_tick(&self, now: Now) -> Option<u64>;

    /// What is wanted done since that was last asked.
    fn take_effects(&mut self) -> Vec<Effect>;

    /// The user, or the system, wants to leave.
    fn quit(&mut self, now: Now);

    /// The user, or the system, wants it to sleep.
    fn sleep(&mut self, now: Now);

    /// Whether the user loses nothing by leaving that was not said.
    fn may_leave(&self) -> bool {
        true
    }

    /// The user wanted to leave, and may not yet.
    fn stay(&mut self, _now: Now) {}

    /// What is lost by leaving.
    fn lost(&self) -> Option<String> {
        None
    }

    /// The game.
    fn session(&self) -> &Session;

    /// The screen, as far as it was told.
    fn screen(&self) -> Rect;

    /// Draws it.
    fn draw(&self, now: Now, out: &mut Buffer);
}

impl TerminalApp for App {
    fn handle(&mut self, event: &Event, now: Now) {
        App::handle(self, event, now);
    }

    fn receive(&mut self, reply: Reply, now: Now) {
        App::receive(self, reply, now);
    }

    fn tick(&mut self, now: Now) {
        App::tick(self, now);
    }

    fn next_tick(&self, now: Now) -> Option<u64> {
        App::next_tick(self, now)
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        App::take_effects(self)
    }

    fn quit(&mut self, now: Now) {
        App::quit(self, now);
    }

    fn sleep(&mut self, now: Now) {
        App::sleep(self, now);
    }

    fn may_leave(&self) -> bool {
        App::may_leave(self)
    }

    fn stay(&mut self, now: Now) {
        App::stay(self, now);
    }

    fn lost(&self) -> Option<String> {
        App::lost(self)
    }

    fn session(&self) -> &Session {
        App::session(self)
    }

    fn screen(&self) -> Rect {
        self.viewport.screen()
    }

    fn draw(&self, now: Now, out: &mut Buffer) {
        crate::draw(self, now, out);
    }
}
