//! Where the cursor goes, and what part of the board is seen.

use omnisweep_engine::Cell;
use omnisweep_session::{Told, words};

use crate::app::App;
use crate::messages::Tone;
use crate::plan::{Canvas, Scale};

/// How far a large step goes on a flat board.
const FAR: u64 = 10;

impl App {
    /// Puts the cursor on a cell.
    pub fn go(&mut self, cell: Cell) {
        self.viewport.set_cursor(cell);
        self.follow();
    }

    /// The cursor goes to the last move, to the cell that the board is started
    /// with, or to the middle of the first slice.
    pub(crate) fn place_cursor(&mut self) {
        let canvas = self.canvas();
        let required = self.session.required_start();
        let meant = self.session.suggested_start().filter(|_| self.session.first_opened().is_none());
        let start = required.or(meant);
        let cursor = match self.session.log().last() {
            Some(last) => last.action.cell(),
            None => start.unwrap_or_else(|| canvas.cell_of((0, canvas.rows / 2, canvas.columns / 2))),
        };
        self.viewport.set_cursor(cursor);
        self.centre();
        if let Some(cell) = start {
            let text = words::starts_at(self.game().shape(), cell, required.is_some());
            self.say(text, Tone::Faint);
        }
        if let Some(cell) = required {
            self.messages.set_hint(Some(Told::pointing(cell, 0.0)));
        }
    }

    /// Scrolls so that the cursor is in the middle.
    pub(crate) fn centre(&mut self) {
        if let Some(plan) = self.plan() {
            self.viewport.set_origin(plan.origin_around(self.viewport.cursor()));
        }
    }

    pub(crate) fn canvas(&self) -> Canvas {
        let shape = self.game().shape();
        self.plan().map_or_else(|| Canvas::new(shape, Scale::Small, 80), |plan| plan.canvas)
    }

    /// Moves the cursor over the canvas: past the edge of a slice lies the next one.
    pub(crate) fn step(&mut self, right: i8, down: i8, times: u64, far: bool) {
        let canvas = self.canvas();
        let (slice, row, column) = canvas.parts(self.viewport.cursor());
        let (mut across, mut line) = (slice % canvas.abreast, slice / canvas.abreast);
        let go = |at: u64, all: u64, by: i8| match by {
            -1 => at.saturating_sub(times),
            1 => at.saturating_add(times).min(all - 1),
            _ => at,
        };
        let (mut row, mut column) = (row, column);
        if far && canvas.is_sliced() {
            across = go(across, canvas.abreast, right);
            line = go(line, canvas.down(), down);
        } else {
            let times = if far { times.saturating_mul(FAR) } else { times };
            let go = |at: u64, all: u64, by: i8| match by {
                -1 => at.saturating_sub(times),
                1 => at.saturating_add(times).min(all - 1),
                _ => at,
            };
            // To the end of a row stays within its slice.
            if times == u64::MAX {
                column = go(column, canvas.columns, right);
            } else {
                let x = go(across * canvas.columns + column, canvas.abreast * canvas.columns, right);
                let y = go(line * canvas.rows + row, canvas.down() * canvas.rows, down);
                (across, column) = (x / canvas.columns, x % canvas.columns);
                (line, row) = (y / canvas.rows, y % canvas.rows);
            }
        }
        // The last line of slices may be a short one.
        let slice = line * canvas.abreast + across;
        if slice < canvas.slices {
            self.viewport.set_cursor(canvas.cell_of((slice, row, column)));
        }
        self.follow();
    }

    /// Scrolls so that the cursor is seen.
    pub(crate) fn follow(&mut self) {
        if let Some(plan) = self.plan() {
            self.viewport.set_origin(plan.origin_for(self.viewport.cursor()));
        }
        self.look_around();
    }

    /// Scrolls by so many cells.
    pub(crate) fn scroll(&mut self, right: i64, down: i64) {
        if self.window.is_open() {
            self.window.scroll(down.signum());
            return;
        }
        let Some(plan) = self.plan() else { return };
        let by = |at: u64, cells: i64, cell: u64| at.saturating_add_signed(cells.saturating_mul(cell as i64));
        let (cell, origin) = (plan.canvas.cell, plan.origin);
        self.viewport.set_origin((by(origin.0, right, cell.0), by(origin.1, down, cell.1)));
        // As far as that makes sense.
        if let Some(plan) = self.plan() {
            self.viewport.set_origin(plan.origin);
        }
    }
}
