//! Where everything is on the screen: the bars, the board, its cells.
//!
//! The board lies on a canvas of its own, slice beside slice; the screen shows
//! a part of it, or all. Nothing here takes time with the size of the board.

use std::ops::RangeInclusive;

use omnisweep_engine::{Cell, Shape};
use ratatui::layout::Rect;

/// How large cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// A character each.
    Dense,
    /// About as wide as high, side by side.
    Small,
    /// With lines between them.
    Roomy,
    /// Likewise, two rows high.
    Large,
    /// Likewise, three rows high.
    Huge,
}

impl Scale {
    /// All of them, the smallest first.
    pub const ALL: [Scale; 5] = [Scale::Dense, Scale::Small, Scale::Roomy, Scale::Large, Scale::Huge];

    /// The next larger one.
    #[must_use]
    pub fn larger(self) -> Scale {
        Scale::ALL.into_iter().find(|&scale| scale > self).unwrap_or(self)
    }

    /// The next smaller one.
    #[must_use]
    pub fn smaller(self) -> Scale {
        Scale::ALL.into_iter().rfind(|&scale| scale < self).unwrap_or(self)
    }

    /// Whether there is something between cells.
    #[must_use]
    pub fn is_spaced(self) -> bool {
        self >= Scale::Roomy
    }
}

/// Fewer columns or rows than this, and there is no room for a game.
pub const LEAST: (u16, u16) = (22, 8);

/// From so many columns and rows on, cells grow with the screen.
const LARGE: (u16, u16) = (120, 36);

/// The columns that an overview takes, with its frame.
const OVERVIEW: u16 = 22;

/// Empty columns between slices.
const GAP: u64 = 2;

/// The board on its canvas. Lengths are in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// How large its cells are.
    pub scale: Scale,
    /// How many slices there are.
    pub slices: u64,
    /// Rows and columns of a slice.
    pub rows: u64,
    /// Columns of a slice.
    pub columns: u64,
    /// Slices beside each other.
    pub abreast: u64,
    /// The width and height of a cell, with the line before it where there are lines.
    pub cell: (u64, u64),
}

impl Canvas {
    /// A board at a scale, with slices arranged for that many columns.
    #[must_use]
    pub fn new(shape: &Shape, scale: Scale, room: u64) -> Canvas {
        let (slices, rows, columns) = shape.slices();
        let digits = (shape.largest_neighbourhood() - 1).max(1).ilog10() as u64 + 1;
        let cell = match scale {
            Scale::Dense => (digits, 1),
            Scale::Small => (digits + 1, 1),
            Scale::Roomy => (digits + 3, 2),
            Scale::Large => (digits + 5, 3),
            Scale::Huge => (digits + 7, 4),
        };
        let mut canvas = Canvas { scale, slices, rows, columns, abreast: 1, cell };
        let sizes = shape.sizes();
        let outer = &sizes[..sizes.len().saturating_sub(2)];
        canvas.abreast = match outer.iter().rposition(|&size| size > 1) {
            None => 1,
            // A single axis of slices goes over several lines, evenly filled.
            Some(last) if outer[..last].iter().all(|&size| size == 1) => {
                let fit = ((room + GAP) / canvas.pitch().0).clamp(1, slices);
                slices.div_ceil(slices.div_ceil(fit))
            }
            // Of several, the last goes to the right and the others go down.
            Some(last) => outer[last],
        };
        canvas
    }

    /// Whether there is more than one slice.
    #[must_use]
    pub fn is_sliced(&self) -> bool {
        self.slices > 1
    }

    /// The width and height of a slice, lines included.
    fn slice(&self) -> (u64, u64) {
        let line = u64::from(self.scale.is_spaced());
        (self.columns.saturating_mul(self.cell.0) + line, self.rows.saturating_mul(self.cell.1) + line)
    }

    /// From one slice to the next.
    fn pitch(&self) -> (u64, u64) {
        let (width, height) = self.slice();
        if self.is_sliced() { (width.saturating_add(GAP), height.saturating_add(1)) } else { (width, height) }
    }

    /// Slices above each other.
    #[must_use]
    pub fn down(&self) -> u64 {
        self.slices.div_ceil(self.abreast)
    }

    /// The whole width and height.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        let (across, down) = self.pitch();
        let gap = if self.is_sliced() { GAP } else { 0 };
        (self.abreast.saturating_mul(across) - gap, self.down().saturating_mul(down))
    }

    /// The slice, row and column of a cell.
    #[must_use]
    pub fn parts(&self, cell: Cell) -> (u64, u64, u64) {
        (cell.0 / self.columns / self.rows, cell.0 / self.columns % self.rows, cell.0 % self.columns)
    }

    /// The cell in a slice at a row and column.
    #[must_use]
    pub fn cell_of(&self, (slice, row, column): (u64, u64, u64)) -> Cell {
        Cell((slice * self.rows + row) * self.columns + column)
    }

    /// Where a slice begins: its label, if slices have labels.
    #[must_use]
    pub fn slice_corner(&self, slice: u64) -> (u64, u64) {
        let (across, down) = self.pitch();
        (slice % self.abreast * across, slice / self.abreast * down)
    }

    /// Where a cell begins, and the line before it where there are lines.
    #[must_use]
    pub fn corner(&self, cell: Cell) -> (u64, u64) {
        let (slice, row, column) = self.parts(cell);
        let (x, y) = self.slice_corner(slice);
        (x + column * self.cell.0, y + u64::from(self.is_sliced()) + row * self.cell.1)
    }

    /// The cell that covers a place; a line belongs to the cell after it.
    #[must_use]
    pub fn at(&self, (x, y): (u64, u64)) -> Option<Cell> {
        let (across, down) = self.pitch();
        let slice = y / down * self.abreast + x / across;
        let row = (y % down).checked_sub(u64::from(self.is_sliced()))? / self.cell.1;
        let column = x % across / self.cell.0;
        let inside =
            x / across < self.abreast && slice < self.slices && row < self.rows && column < self.columns;
        inside.then(|| self.cell_of((slice, row, column)))
    }

    /// The row and column at or before a place, counted over all slices.
    #[must_use]
    pub fn parts_at(&self, (x, y): (u64, u64)) -> (u64, u64) {
        let (across, down) = self.pitch();
        let row = (y % down).saturating_sub(u64::from(self.is_sliced())) / self.cell.1;
        let column = x % across / self.cell.0;
        (
            y / down * self.rows + row.min(self.rows - 1),
            x / across * self.columns + column.min(self.columns - 1),
        )
    }

    /// The slices that have something in a window of the canvas, as ranges of
    /// columns and lines of slices.
    #[must_use]
    pub fn slices_in(
        &self,
        origin: (u64, u64),
        size: (u64, u64),
    ) -> (std::ops::Range<u64>, std::ops::Range<u64>) {
        let (across, down) = self.pitch();
        let columns = origin.0 / across..(origin.0 + size.0).div_ceil(across).min(self.abreast);
        let lines = origin.1 / down..(origin.1 + size.1).div_ceil(down).min(self.down());
        (columns, lines)
    }
}

/// The screen, divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The board on its canvas.
    pub canvas: Canvas,
    /// The part of the screen with the board in it.
    pub board: Rect,
    /// The place of the canvas at the board's corner.
    pub origin: (u64, u64),
    /// Whether a frame is drawn around the board.
    pub framed: bool,
    /// The line at the top.
    pub status: Rect,
    /// Where messages are written.
    pub message: Rect,
    /// The line of keys.
    pub keys: Rect,
    /// The overview of a board that is too large for the screen, with its frame.
    pub overview: Option<Rect>,
}

/// Where the board lies on a screen, and how many lines are left for messages.
struct BoardPlacement {
    canvas: Canvas,
    board: Rect,
    framed: bool,
    lines: u16,
    overview: Option<Rect>,
}

impl BoardPlacement {
    /// All of the board, if that fits, with as much room for messages as it leaves.
    fn whole(
        screen: Rect,
        shape: &Shape,
        scale: Scale,
        messages: &RangeInclusive<u16>,
    ) -> Option<BoardPlacement> {
        let middle = screen.height - 2;
        let canvas = Canvas::new(shape, scale, u64::from(screen.width));
        let (width, height) = canvas.size();
        let fits = |room: u16, frame: u64| {
            width + frame <= u64::from(screen.width) && height + frame <= u64::from(room)
        };
        let mut counts = (*messages.start()..=(*messages.end()).min(middle - 1)).rev();
        let lines = counts.find(|lines| fits(middle - lines, 0))?;
        let room = middle - lines;
        let framed = !scale.is_spaced() && !canvas.is_sliced() && fits(room, 2);
        let (width, height) = (width as u16, height as u16);
        let board = Rect {
            x: screen.x + (screen.width - width) / 2,
            y: screen.y + 1 + (room - height) / 2,
            width,
            height,
        };
        Some(BoardPlacement { canvas, board, framed, lines, overview: None })
    }

    /// A part of it, with a frame around and an overview beside, if there is room.
    fn part(screen: Rect, shape: &Shape, scale: Scale, messages: &RangeInclusive<u16>) -> BoardPlacement {
        let middle = screen.height - 2;
        let lines = if screen.height >= 20 { *messages.end() } else { (*messages.start()).min(2) };
        let beside = if screen.width >= 60 { OVERVIEW } else { 0 };
        let (room_x, room_y) = (screen.width - beside - 2, middle - lines - 2);
        let canvas = Canvas::new(shape, scale, u64::from(room_x));
        // Whole cells, where the board is in one piece.
        let whole = |room: u16, all: u64, cell: u64| {
            let line = u64::from(scale.is_spaced());
            let room = u64::from(room);
            let room = if canvas.is_sliced() { room } else { room.saturating_sub(line) / cell * cell + line };
            room.min(all).max(1) as u16
        };
        let (width, height) = canvas.size();
        let (width, height) = (whole(room_x, width, canvas.cell.0), whole(room_y, height, canvas.cell.1));
        let board = Rect {
            x: screen.x + 1 + (room_x - width.min(room_x)) / 2,
            y: screen.y + 2 + (room_y - height.min(room_y)) / 2,
            width: width.min(room_x),
            height: height.min(room_y),
        };
        let overview = (beside > 0).then(|| Rect {
            x: screen.x + screen.width - beside,
            y: screen.y + 1,
            width: beside,
            height: (middle - lines).min(15),
        });
        BoardPlacement { canvas, board, framed: true, lines, overview }
    }
}

impl ScreenLayout {
    /// Divides a screen; nothing where it is too small. The board is shown from
    /// `origin` on, as far as that makes sense.
    #[must_use]
    pub fn new(
        screen: Rect,
        shape: &Shape,
        wanted: Option<Scale>,
        origin: (u64, u64),
    ) -> Option<ScreenLayout> {
        ScreenLayout::with_messages(screen, shape, wanted, origin, 1..=3)
    }

    /// The same with another number of lines for messages: the most for which
    /// there is room, and rather smaller cells than fewer lines than the least.
    #[must_use]
    pub fn with_messages(
        screen: Rect,
        shape: &Shape,
        wanted: Option<Scale>,
        origin: (u64, u64),
        messages: RangeInclusive<u16>,
    ) -> Option<ScreenLayout> {
        if screen.width < LEAST.0 || screen.height < LEAST.1 {
            return None;
        }
        let scales = match wanted {
            Some(ref scale) => std::slice::from_ref(scale),
            // On an ordinary screen, cells are of the ordinary size.
            None if screen.width < LARGE.0 || screen.height < LARGE.1 => &[Scale::Roomy, Scale::Small],
            None => &[Scale::Huge, Scale::Large, Scale::Roomy, Scale::Small],
        };
        let whole = scales.iter().find_map(|&scale| BoardPlacement::whole(screen, shape, scale, &messages));
        let placement = whole.unwrap_or_else(|| {
            BoardPlacement::part(screen, shape, wanted.unwrap_or(Scale::Small), &messages)
        });
        let BoardPlacement { canvas, board, framed, lines, overview } = placement;
        let (width, height) = canvas.size();
        let most = |all: u64, shown: u16| all.saturating_sub(u64::from(shown));
        Some(ScreenLayout {
            origin: (origin.0.min(most(width, board.width)), origin.1.min(most(height, board.height))),
            canvas,
            board,
            framed,
            status: Rect { height: 1, ..screen },
            message: Rect { y: screen.y + screen.height - 1 - lines, height: lines, ..screen },
            keys: Rect { y: screen.y + screen.height - 1, height: 1, ..screen },
            overview,
        })
    }

    /// The cell at a place of the screen.
    #[must_use]
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let board = self.board;
        if !board.contains(ratatui::layout::Position { x, y }) {
            return None;
        }
        self.canvas.at((self.origin.0 + u64::from(x - board.x), self.origin.1 + u64::from(y - board.y)))
    }

    /// The origin from which a cell is seen, with some of its neighbours, moved
    /// no farther than needed.
    #[must_use]
    pub fn origin_for(&self, cell: Cell) -> (u64, u64) {
        let (x, y) = self.canvas.corner(cell);
        let line = u64::from(self.canvas.scale.is_spaced());
        let follow = |origin: u64, at: u64, cell: u64, shown: u16, all: u64| {
            let shown = u64::from(shown);
            let margin = (2 * cell).min(shown.saturating_sub(cell + line) / 2 / cell * cell);
            let first = (at + cell + line + margin).saturating_sub(shown);
            let last = at.saturating_sub(margin);
            origin.clamp(first.min(last), last).min(all.saturating_sub(shown))
        };
        let (width, height) = self.canvas.size();
        // The label of a slice is worth seeing, too.
        let label = u64::from(self.canvas.is_sliced());
        (
            follow(self.origin.0, x, self.canvas.cell.0, self.board.width, width),
            follow(
                self.origin.1,
                y.saturating_sub(label),
                self.canvas.cell.1 + label,
                self.board.height,
                height,
            ),
        )
    }

    /// The origin from which a cell is seen in the middle, as far as the board's
    /// edge allows.
    #[must_use]
    pub fn origin_around(&self, cell: Cell) -> (u64, u64) {
        let (x, y) = self.canvas.corner(cell);
        let around = |at: u64, cell: u64, shown: u16, all: u64| {
            let half = u64::from(shown) / 2 / cell * cell;
            at.saturating_sub(half).min(all.saturating_sub(u64::from(shown)))
        };
        let (width, height) = self.canvas.size();
        let origin = (
            around(x, self.canvas.cell.0, self.board.width, width),
            around(y, self.canvas.cell.1, self.board.height, height),
        );
        ScreenLayout { origin, ..self.clone() }.origin_for(cell)
    }

    /// Whether the board is shown in part only.
    #[must_use]
    pub fn scrolls(&self) -> bool {
        let (width, height) = self.canvas.size();
        width > u64::from(self.board.width) || height > u64::from(self.board.height)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn screen(width: u16, height: u16) -> Rect {
        Rect { x: 0, y: 0, width, height }
    }

    #[test]
    fn levels_fit_an_ordinary_terminal() {
        for (sizes, scale) in [
            (&[9, 9][..], Scale::Roomy),
            (&[16, 16], Scale::Small),
            (&[16, 30], Scale::Small),
            (&[6, 6, 6], Scale::Small),
            (&[4, 4, 4, 4], Scale::Small),
        ] {
            let plan = ScreenLayout::new(screen(80, 24), &Shape::new(sizes).unwrap(), None, (0, 0)).unwrap();
            assert_eq!((plan.canvas.scale, plan.scrolls(), plan.overview), (scale, false, None), "{sizes:?}");
        }
    }

    #[test]
    fn slices_go_where_their_axes_point() {
        let canvas = Canvas::new(&Shape::new(&[3, 4, 5, 6]).unwrap(), Scale::Small, 10);
        assert_eq!((canvas.abreast, canvas.down()), (4, 3));
        let canvas = Canvas::new(&Shape::new(&[6, 6, 6]).unwrap(), Scale::Small, 80);
        assert_eq!((canvas.abreast, canvas.down()), (3, 2));
    }

    proptest! {
        /// Every cell that is shown is found again where it is shown; nothing
        /// is drawn outside its place, on any screen.
        #[test]
        fn cells_are_found_where_they_are_shown(
            sizes in prop::collection::vec(1..7_u64, 1..5),
            wide in 1..400_u64,
            scale in prop::option::of(prop::sample::select(Scale::ALL.to_vec())),
            (width, height) in (0..120_u16, 0..50_u16),
            at: prop::sample::Index,
        ) {
            let mut sizes = sizes;
            if wide > 200 {
                sizes[0] = wide;
            }
            let shape = Shape::new(&sizes).unwrap();
            let cell = Cell(at.index(shape.cells() as usize) as u64);
            let Some(plan) = ScreenLayout::new(screen(width, height), &shape, scale, (0, 0)) else {
                prop_assert!(width < LEAST.0 || height < LEAST.1);
                return Ok(());
            };
            let all = screen(width, height);
            for part in [plan.board, plan.status, plan.message, plan.keys].into_iter().chain(plan.overview) {
                prop_assert_eq!(part.intersection(all), part);
                prop_assert!(part == plan.board || part.intersection(plan.board).is_empty());
            }
            prop_assert_eq!(plan.canvas.at(plan.canvas.corner(cell)), Some(cell));
            // Scrolled to it, it is on the screen.
            let origin = plan.origin_for(cell);
            let plan = ScreenLayout::new(all, &shape, scale, origin).unwrap();
            prop_assert_eq!(plan.origin, origin);
            let (x, y) = plan.canvas.corner(cell);
            prop_assert!(x >= origin.0 && y >= origin.1);
            let (x, y) = ((x - origin.0) as u16, (y - origin.1) as u16);
            prop_assert_eq!(plan.cell_at(plan.board.x + x, plan.board.y + y), Some(cell));
            prop_assert_eq!(plan.origin_for(cell), origin, "and does not scroll again");
        }
    }
}
