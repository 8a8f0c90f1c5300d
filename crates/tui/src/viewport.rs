//! What is shown: the screen, which part of the board is on it, where the cursor
//! is, in which colours.

use omnisweep_engine::{Cell, Shape};
use ratatui::layout::Rect;

use crate::plan::{Scale, ScreenLayout};
use crate::theme::{Look, Theme};

/// What is shown.
#[derive(Clone, Debug)]
pub struct Viewport {
    screen: Rect,
    scale: Option<Scale>,
    origin: (u64, u64),
    cursor: Cell,
    look: Look,
}

impl Viewport {
    /// On a screen of the usual size, until that is told.
    pub fn new(look: Look) -> Viewport {
        let screen = Rect { x: 0, y: 0, width: 80, height: 24 };
        Viewport { screen, scale: None, origin: (0, 0), cursor: Cell(0), look }
    }

    /// The screen.
    pub fn screen(&self) -> Rect {
        self.screen
    }

    /// The screen has another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        (self.screen.width, self.screen.height) = (width, height);
    }

    /// Colours and signs.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// Other colours.
    pub fn set_theme(&mut self, theme: Theme) {
        self.look.theme = theme;
    }

    /// The cell that keys act on.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// Puts the cursor on a cell.
    pub fn set_cursor(&mut self, cell: Cell) {
        self.cursor = cell;
    }

    /// How large cells are, where the player has said so.
    pub fn set_scale(&mut self, scale: Scale) {
        self.scale = Some(scale);
    }

    /// The part of the canvas at the upper left of the screen.
    pub fn set_origin(&mut self, origin: (u64, u64)) {
        self.origin = origin;
    }

    /// Where everything is on the screen, for a board of this shape; nothing where
    /// it is too small.
    pub fn plan(&self, shape: &Shape, messages: std::ops::RangeInclusive<u16>) -> Option<ScreenLayout> {
        ScreenLayout::with_messages(self.screen, shape, self.scale, self.origin, messages)
    }

    /// How large cells are, as far as that is the player's choice.
    pub fn scale(&self) -> Option<Scale> {
        self.scale
    }

    /// Another board is shown, in the size that suits it: how this one was shown,
    /// to be put back by [`Viewport::put_back`].
    pub fn set_aside(&mut self) -> Viewport {
        let aside = self.clone();
        self.scale = None;
        aside
    }

    /// Shows again what was set aside, on the screen and in the colours of today.
    pub fn put_back(&mut self, aside: Viewport) {
        (self.scale, self.origin, self.cursor) = (aside.scale, aside.origin, aside.cursor);
    }
}
