//! Something on a terminal that panics at the first key: a test looks at what is
//! left of the terminal.

use crossterm::event::Event;
use omnisweep_engine::{RuleSet, Shape};
use omnisweep_session::{Seed, Session, Setup};
use omnisweep_tui::{Effect, Now, Reply, TerminalApp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

struct Panics(Session, Rect);

impl TerminalApp for Panics {
    fn handle(&mut self, event: &Event, _: Now) {
        match event {
            Event::Resize(width, height) => self.1 = Rect::new(0, 0, *width, *height),
            event => panic!("{event:?} was too much"),
        }
    }

    fn receive(&mut self, _: Reply, _: Now) {}

    fn tick(&mut self, _: Now) {}

    fn next_tick(&self, _: Now) -> Option<u64> {
        None
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    fn quit(&mut self, _: Now) {}

    fn sleep(&mut self, _: Now) {}

    fn session(&self) -> &Session {
        &self.0
    }

    fn screen(&self) -> Rect {
        self.1
    }

    fn draw(&self, _: Now, out: &mut Buffer) {
        out.set_string(0, 0, "One key, and it panics.", ratatui::style::Style::new());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(RuleSet::Modern, Shape::new(&[9, 9])?, 10, Some(Seed::new(1)));
    omnisweep_tui::show(Panics(Session::new(setup)?, Rect::default()))?;
    Ok(())
}
