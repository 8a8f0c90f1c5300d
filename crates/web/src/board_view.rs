//! What can be seen of a board, and the cell that is looked at.
//!
//! The page's script draws whatever answers these questions: a game that is
//! played ([`crate::PageGame`]) and one that is shown again ([`crate::Replay`]).

use omnisweep_engine::{Cell, Shape};
use omnisweep_session::{Visible, words};

use crate::messages::Label;
use crate::paint::{self, Highlight, LIT};
use crate::picture::{Picture, Way};

/// Where the cells lie, and which of them is looked at.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// Where the cells lie.
    pub picture: Picture,
    /// The cell under the mouse.
    pub hover: Option<Cell>,
    /// The cell that keys act on.
    pub focus: Cell,
}

impl BoardView {
    /// A board from its middle.
    #[must_use]
    pub fn new(shape: &Shape) -> BoardView {
        let middle: Vec<u64> = shape.sizes().iter().map(|size| size / 2).collect();
        let focus = shape.cell(&middle).unwrap_or(Cell(0));
        BoardView { picture: Picture::new(shape.clone(), 1), hover: None, focus }
    }

    /// The cell on a square; a negative one is none.
    #[must_use]
    pub fn at(&self, x: i32, y: i32) -> Option<Cell> {
        self.picture.cell(u64::try_from(x).ok()?, u64::try_from(y).ok()?)
    }

    /// A cell of the board, whatever number the script gave.
    #[must_use]
    pub fn known(&self, cell: u32) -> Cell {
        Cell(u64::from(cell).min(self.picture.shape().cells() - 1))
    }

    /// Lays slices out for an area of this ratio of width to height, and says
    /// whether anything lies elsewhere now.
    pub fn arrange(&mut self, ratio: f64) -> bool {
        let shape = self.picture.shape().clone();
        let abreast = Picture::best_abreast(&shape, ratio);
        let picture = Picture::new(shape, abreast);
        let moved = picture != self.picture;
        self.picture = picture;
        moved
    }

    /// Puts the focus on a cell.
    pub fn set_focus(&mut self, cell: Cell) {
        self.focus = cell;
        self.hover = None;
    }

    /// Moves the focus: `left`, `right`, `up`, `down`, `home`, `end`, `top`,
    /// `bottom`, or `axis3+` and `axis3-` along the third axis from the end, and
    /// so on; `steps` times. Says whether it is elsewhere now.
    pub fn go(&mut self, way: &str, steps: u32) -> bool {
        let before = self.focus;
        self.hover = None;
        for _ in 0..steps.min(100_000) {
            let next = match way {
                "left" => self.picture.step(self.focus, Way::Left),
                "right" => self.picture.step(self.focus, Way::Right),
                "up" => self.picture.step(self.focus, Way::Up),
                "down" => self.picture.step(self.focus, Way::Down),
                "home" => self.farthest(Way::Left),
                "end" => self.farthest(Way::Right),
                "top" => Some(Cell(0)),
                "bottom" => Some(Cell(self.picture.shape().cells() - 1)),
                _ => self.axis(way),
            };
            match next {
                Some(next) if next != self.focus => self.focus = next,
                _ => break,
            }
        }
        before != self.focus
    }

    fn farthest(&self, way: Way) -> Option<Cell> {
        let (_, y) = self.picture.square(self.focus);
        let width = self.picture.size().0;
        let mut squares = 0..width;
        let on = |x| self.picture.cell(x, y);
        match way {
            Way::Left => squares.find_map(on),
            _ => squares.rev().find_map(on),
        }
    }

    fn axis(&self, way: &str) -> Option<Cell> {
        let (axis, forward) = match way.strip_prefix("axis")?.split_at_checked(1)? {
            (axis, "+") => (axis, true),
            (axis, "-") => (axis, false),
            _ => return None,
        };
        self.picture.along(self.focus, axis.parse::<usize>().ok()?.checked_sub(1)?, forward)
    }

    /// On a board of slices, the cells around the one that is looked at.
    #[must_use]
    pub fn lit(&self) -> Vec<Highlight> {
        if !self.picture.is_sliced() {
            return Vec::new();
        }
        let centre = self.hover.unwrap_or(self.focus);
        let around = self.picture.shape().neighbours(centre).chain([centre]);
        around.map(|cell| (cell, LIT)).collect()
    }

    /// A number for each square of a part of the picture: see [`paint`].
    #[must_use]
    pub fn paint(
        &self,
        game: &dyn Visible,
        [x, y, width, height]: [u32; 4],
        highlights: &[Highlight],
    ) -> Vec<u32> {
        let (x, y) = (u64::from(x), u64::from(y));
        let (right, bottom) = (x + u64::from(width), y + u64::from(height));
        paint::paint(game, &self.picture, x..right, y..bottom, highlights)
    }

    /// The labels of slices in a part of the picture.
    #[must_use]
    pub fn labels(&self, [x, y, width, height]: [u32; 4]) -> Vec<Label> {
        let (x, y) = (u64::from(x), u64::from(y));
        let labels = self.picture.labels(x..x + u64::from(width), y..y + u64::from(height));
        labels.map(|(x, y, text)| Label { x: x as f64, y: y as f64, text }).collect()
    }
}

/// A cell in words, with its risk where that is shown.
#[must_use]
pub fn described(game: &dyn Visible, cell: Cell, highlights: &[Highlight]) -> String {
    let heat = highlights.iter().filter(|&&(at, _)| at == cell).find_map(|&(_, bits)| paint::risk(bits));
    match heat {
        Some(percent) => format!("{}, {percent} % mine", words::cell(game, cell)),
        None => words::cell(game, cell),
    }
}

/// What the script asks of everything that has a board: a `view`, the `heat` of
/// cells, `seen()`, and `highlights()`, the cells that are highlighted.
macro_rules! board_methods {
    ($type:ty) => {
        #[wasm_bindgen]
        impl $type {
            /// How many squares wide the picture is.
            pub fn width(&self) -> u32 {
                self.view.picture.size().0 as u32
            }

            /// How many squares high the picture is.
            pub fn height(&self) -> u32 {
                self.view.picture.size().1 as u32
            }

            /// Lays slices out for an area of this ratio of width to height, and says
            /// whether anything lies elsewhere now.
            pub fn arrange(&mut self, ratio: f64) -> bool {
                self.view.arrange(ratio)
            }

            /// The number of the cell on a square, or -1.
            pub fn cell(&self, x: i32, y: i32) -> i32 {
                self.view.at(x, y).map_or(-1, |cell| cell.0 as i32)
            }

            /// The square of a cell, counted from the left.
            pub fn x(&self, cell: u32) -> u32 {
                self.view.picture.square(self.view.known(cell)).0 as u32
            }

            /// The square of a cell, counted from the top.
            pub fn y(&self, cell: u32) -> u32 {
                self.view.picture.square(self.view.known(cell)).1 as u32
            }

            /// A number for each square of a part of the picture.
            pub fn paint(&self, x: u32, y: u32, width: u32, height: u32) -> Vec<u32> {
                self.view.paint(self.seen(), [x, y, width, height], &self.highlights())
            }

            /// The labels of slices in a part of the picture.
            pub fn labels(&self, x: u32, y: u32, width: u32, height: u32) -> Vec<crate::messages::Label> {
                self.view.labels([x, y, width, height])
            }

            /// A cell in words.
            pub fn describe(&self, cell: u32) -> String {
                crate::board_view::described(self.seen(), self.view.known(cell), &self.heat)
            }

            /// The cell that keys act on.
            pub fn focus(&self) -> u32 {
                self.view.focus.0 as u32
            }

            /// Puts the focus on a cell.
            pub fn set_focus(&mut self, cell: u32) {
                self.view.set_focus(self.view.known(cell));
            }

            /// Moves the focus, as [`crate::board_view::BoardView::go`] says.
            pub fn go(&mut self, way: &str, steps: u32) -> bool {
                self.view.go(way, steps)
            }
        }
    };
}
pub(crate) use board_methods;
