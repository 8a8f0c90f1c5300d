//! The board on the screen, and the overview beside it. The work depends on
//! what is seen, not on the board.

use std::ops::Range;

use omnisweep_engine::{Cell, Game, Outcome, View};
use omnisweep_session::clicks::Click;
use omnisweep_session::words;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};

use crate::app::{App, Target};
use crate::plan::{Canvas, Scale, ScreenLayout};
use crate::theme::{Accents, Look, Role, apart};

/// Draws the board.
pub fn draw(app: &App, plan: &ScreenLayout, out: &mut Buffer) {
    let start = app.session.required_start().filter(|_| app.viewer.is_none());
    let pen = Pen { app, plan, canvas: &plan.canvas, look: app.viewport.look(), start };
    if plan.framed {
        pen.frame(out);
    }
    let size = (u64::from(plan.board.width), u64::from(plan.board.height));
    let (across, down) = plan.canvas.slices_in(plan.origin, size);
    for line in down {
        for slice in across.clone().map(|column| line * plan.canvas.abreast + column) {
            if slice < plan.canvas.slices {
                pen.slice(slice, out);
            }
        }
    }
}

struct Pen<'a> {
    app: &'a App,
    plan: &'a ScreenLayout,
    canvas: &'a Canvas,
    look: &'a Look,
    /// The cell that the board has to be started with.
    start: Option<Cell>,
}

impl Pen<'_> {
    /// Writes on the canvas, as far as it is seen.
    fn put(&self, (x, y): (u64, u64), text: &str, style: Style, out: &mut Buffer) {
        let (origin, board) = (self.plan.origin, self.plan.board);
        let Some(y) = y.checked_sub(origin.1).filter(|&y| y < u64::from(board.height)) else { return };
        for (at, letter) in (x..).zip(text.chars()) {
            let Some(x) = at.checked_sub(origin.0).filter(|&x| x < u64::from(board.width)) else { continue };
            if let Some(cell) = out.cell_mut((board.x + x as u16, board.y + y as u16)) {
                cell.set_char(letter).set_style(style);
            }
        }
    }

    /// A frame around the board; where the board goes on, it is open.
    fn frame(&self, out: &mut Buffer) {
        let (board, style) = (self.plan.board, self.look.role(Role::Line));
        let outer = Rect {
            x: board.x.saturating_sub(1),
            y: board.y.saturating_sub(1),
            width: board.width + 2,
            height: board.height + 2,
        };
        let (width, height) = self.canvas.size();
        let origin = self.plan.origin;
        let more = [
            origin.1 > 0,
            origin.0 > 0,
            origin.0 + u64::from(board.width) < width,
            origin.1 + u64::from(board.height) < height,
        ];
        frame(self.look, outer, style, more, out);
    }

    /// The rows or columns of a slice that are seen, as a range.
    fn seen(&self, start: u64, count: u64, cell: u64, origin: u64, shown: u16) -> Range<u64> {
        let end = (origin + u64::from(shown)).saturating_sub(start);
        (origin.saturating_sub(start) / cell).saturating_sub(1)..end.div_ceil(cell).min(count)
    }

    fn slice(&self, slice: u64, out: &mut Buffer) {
        let (canvas, plan) = (self.canvas, self.plan);
        let (x, y) = canvas.slice_corner(slice);
        if canvas.is_sliced() {
            let label = words::slice(self.app.game().shape(), Cell(slice * canvas.rows * canvas.columns));
            let here = canvas.parts(self.app.viewport.cursor()).0 == slice;
            let style = self.look.role(if here { Role::Accent } else { Role::Faint });
            let room = (canvas.columns * canvas.cell.0) as usize;
            self.put((x, y), &label.chars().take(room.max(3)).collect::<String>(), style, out);
        }
        let top = y + u64::from(canvas.is_sliced());
        let rows = self.seen(top, canvas.rows, canvas.cell.1, plan.origin.1, plan.board.height);
        let columns = self.seen(x, canvas.columns, canvas.cell.0, plan.origin.0, plan.board.width);
        if canvas.scale.is_spaced() {
            if self.look.is_lined() {
                self.lines(slice, &rows, &columns, out);
            } else {
                self.joints(slice, &rows, &columns, out);
            }
        }
        for row in rows {
            for column in columns.clone() {
                self.cell(canvas.cell_of((slice, row, column)), (slice + row + column) % 2 == 1, out);
            }
        }
    }

    fn cell(&self, cell: Cell, odd: bool, out: &mut Buffer) {
        let accents = self.accents(cell);
        let view = seen(self.app, cell);
        let style = self.look.cell(view, accents, odd);
        let mut sign = self.look.sign(view, accents);
        if let (true, View::Closed, Some(risk @ 1..100)) = (self.canvas.scale.is_spaced(), view, accents.heat)
        {
            sign = risk.to_string();
        }
        let (x, y) = self.canvas.corner(cell);
        let width = self.canvas.cell.0 as usize;
        match self.canvas.scale {
            Scale::Dense => self.put((x, y), &format!("{sign:>width$}"), style, out),
            Scale::Small => self.put((x, y), &format!("{sign:>width$}"), style, out),
            Scale::Roomy => {
                let width = width - 1;
                self.put((x + 1, y + 1), &format!("{:>width$}", format!("{sign} ")), style, out);
            }
            Scale::Large | Scale::Huge => {
                let (width, height) = (width - 1, self.canvas.cell.1 - 1);
                for row in 0..height {
                    let text = if row == height / 2 { sign.as_str() } else { "" };
                    self.put((x + 1, y + 1 + row), &format!("{text:^width$}"), style, out);
                }
            }
        }
    }

    fn accents(&self, cell: Cell) -> Accents {
        let app = self.app;
        let shape = app.game().shape();
        let touches = |other: Cell| {
            cell != other
                && shape
                    .coordinates(cell)
                    .iter()
                    .zip(shape.coordinates(other))
                    .all(|(a, b)| a.abs_diff(b) <= 1)
        };
        let covered = app.is_covered();
        let pressed = match app.input.mouse.armed() {
            Some((Target::Cell(at), Click::Left)) => at == cell,
            Some((Target::Cell(at), Click::Both)) => at == cell || touches(at),
            _ => false,
        };
        let hinted = app.messages.hint().filter(|hint| !covered && hint.cell == Some(cell));
        // What is not to be opened does not look as if it were.
        let mine = hinted.is_some_and(|hint| hint.risk == 1.0);
        Accents {
            cursor: cell == app.viewport.cursor() && !app.window.is_open(),
            pressed: pressed && app.viewer.is_none() && app.game().outcome() == Outcome::Playing,
            lit: self.canvas.is_sliced() && touches(app.viewport.cursor()) && !app.window.is_open(),
            hint: !mine && !covered && (hinted.is_some() || self.start == Some(cell)),
            proof: !covered
                && app
                    .messages
                    .hint()
                    .is_some_and(|hint| hint.numbers.contains(&cell) || hint.cells.contains(&cell)),
            heat: if covered { None } else { mine.then_some(100).or(app.heat_of(cell)) },
        }
    }

    /// The ground of a cell of a slice, or of what is beside the board.
    fn ground(&self, slice: u64, row: Option<u64>, column: Option<u64>) -> Color {
        let inside = |at: Option<u64>, all: u64| at.filter(|&at| at < all);
        let at = inside(row, self.canvas.rows).zip(inside(column, self.canvas.columns));
        let style = match at {
            Some((row, column)) => {
                let cell = self.canvas.cell_of((slice, row, column));
                let odd = (slice + row + column) % 2 == 1;
                self.look.cell(seen(self.app, cell), self.accents(cell), odd)
            }
            None => self.look.role(Role::Text),
        };
        style.bg.unwrap_or_default()
    }

    /// Between roomy cells without lines: each cell has half of what lies
    /// between it and the next one, so that cells are squares side by side.
    fn joints(&self, slice: u64, rows: &Range<u64>, columns: &Range<u64>, out: &mut Buffer) {
        let (x, y) = self.canvas.slice_corner(slice);
        let y = y + u64::from(self.canvas.is_sliced());
        let (width, height) = self.canvas.cell;
        let level = "▀".repeat(width as usize - 1);
        for row in rows.start..=rows.end {
            for column in columns.start..=columns.end {
                let corner = (x + column * width, y + row * height);
                let (above, before) = (row.checked_sub(1), column.checked_sub(1));
                let here = self.ground(slice, Some(row), Some(column));
                let over = self.ground(slice, above, Some(column));
                let left = self.ground(slice, Some(row), before);
                let (letter, style) = knot([self.ground(slice, above, before), over, left, here]);
                self.put(corner, letter, style, out);
                if column < columns.end {
                    self.put((corner.0 + 1, corner.1), &level, Style::new().fg(over).bg(here), out);
                }
                for down in (1..height).filter(|_| row < rows.end) {
                    self.put((corner.0, corner.1 + down), "▌", Style::new().fg(left).bg(here), out);
                }
            }
        }
    }

    /// The lines between roomy cells.
    fn lines(&self, slice: u64, rows: &Range<u64>, columns: &Range<u64>, out: &mut Buffer) {
        let style = self.look.role(Role::Line);
        let (x, y) = self.canvas.slice_corner(slice);
        let y = y + u64::from(self.canvas.is_sliced());
        let (width, height) = self.canvas.cell;
        let ascii = self.look.ascii;
        let [upright, level] = if ascii { ["|", "-"] } else { ["│", "─"] };
        let level = level.repeat(width as usize - 1);
        let knots = if ascii { ["+++", "+++", "+++"] } else { ["┌┬┐", "├┼┤", "└┴┘"] };
        let place = |at: u64, all: u64| {
            if at == 0 {
                0
            } else if at == all {
                2
            } else {
                1
            }
        };
        for row in rows.start..=rows.end {
            for column in columns.start..=columns.end {
                let corner = (x + column * width, y + row * height);
                let knot =
                    knots[place(row, self.canvas.rows)].chars().nth(place(column, self.canvas.columns));
                self.put(corner, &knot.unwrap_or('+').to_string(), style, out);
                if column < columns.end {
                    self.put((corner.0 + 1, corner.1), &level, style, out);
                }
                for down in (1..height).filter(|_| row < rows.end) {
                    self.put((corner.0, corner.1 + down), upright, style, out);
                }
            }
        }
    }
}

/// Where four cells meet: the quarter of each in its own colour, as far as two
/// colours go. In the order above left, above right, below left, below right.
fn knot(colours: [Color; 4]) -> (&'static str, Style) {
    const QUARTERS: [&str; 16] =
        [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    let nearest = |colour, (one, other)| apart(colour, one).min(apart(colour, other));
    let missed = |pair| colours.iter().map(|&colour| nearest(colour, pair)).sum::<u32>();
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(a, b)| (colours[a], colours[b]));
    let (one, other) = pairs.into_iter().min_by_key(|&pair| missed(pair)).unwrap_or(pairs[0]);
    let is_one = |colour: Color| one != other && apart(colour, one) <= apart(colour, other);
    let quarters = (0..4).filter(|&at| is_one(colours[at])).fold(0, |all, at| all | 1 << at);
    (QUARTERS[quarters], Style::new().fg(one).bg(other))
}

/// What is shown of a cell: nothing while the clock stands, all once the game is over.
fn seen(app: &App, cell: Cell) -> View {
    let game = app.game();
    if app.is_covered() {
        return View::Closed;
    }
    words::seen(game, cell)
}

/// A frame; on sides where there is more to see, it is dotted.
pub fn frame(look: &Look, area: Rect, style: Style, more: [bool; 4], out: &mut Buffer) {
    let (right, bottom) = (area.right().saturating_sub(1), area.bottom().saturating_sub(1));
    let (level, upright, dotted_level, dotted_upright, corners) = if look.ascii {
        ('-', '|', '.', ':', ['+', '+', '+', '+'])
    } else {
        ('─', '│', '╌', '╎', ['╭', '╮', '╰', '╯'])
    };
    let mut put = |x: u16, y: u16, letter: char| {
        if let Some(cell) = out.cell_mut(Position { x, y }) {
            cell.set_char(letter).set_style(style);
        }
    };
    for x in area.x + 1..right {
        put(x, area.y, if more[0] { dotted_level } else { level });
        put(x, bottom, if more[3] { dotted_level } else { level });
    }
    for y in area.y + 1..bottom {
        put(area.x, y, if more[1] { dotted_upright } else { upright });
        put(right, y, if more[2] { dotted_upright } else { upright });
    }
    for ((x, y), letter) in
        [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)].into_iter().zip(corners)
    {
        put(x, y, letter);
    }
}

/// The board as the overview has it: all slices beside each other, no gaps.
struct Map {
    inner: Rect,
    rows: u64,
    columns: u64,
}

impl Map {
    fn new(plan: &ScreenLayout) -> Option<Map> {
        let area = plan.overview?;
        let canvas = &plan.canvas;
        let (rows, columns) = (canvas.down() * canvas.rows, canvas.abreast * canvas.columns);
        let most = (u64::from(area.width.saturating_sub(2)), u64::from(area.height.saturating_sub(4).max(1)));
        // The board's proportions, as far as there is room; a character is about twice as high as wide.
        let width = most.0.min((most.1 * 2 * columns).div_ceil(rows.max(1)).max(1));
        let height = most.1.min((width * rows).div_ceil(2 * columns.max(1)).max(1));
        let (width, height) = (width.min(columns) as u16, height.min(rows) as u16);
        (width > 0 && height > 0).then_some(Map {
            inner: Rect { x: area.x + 1, y: area.y + 1, width, height },
            rows,
            columns,
        })
    }

    /// The first row and column of the board behind a character, and how many.
    fn part(&self, x: u16, y: u16) -> (u64, u64, u64, u64) {
        let (width, height) = (u64::from(self.inner.width), u64::from(self.inner.height));
        let cut =
            |at: u64, parts: u64, all: u64| (u128::from(at) * u128::from(all) / u128::from(parts)) as u64;
        let (x, y) = (u64::from(x), u64::from(y));
        let (left, right) = (cut(x, width, self.columns), cut(x + 1, width, self.columns));
        let (top, bottom) = (cut(y, height, self.rows), cut(y + 1, height, self.rows));
        (top, left, (bottom - top).max(1), (right - left).max(1))
    }
}

fn cell_of(canvas: &Canvas, row: u64, column: u64) -> Option<Cell> {
    let slice = row / canvas.rows * canvas.abreast + column / canvas.columns;
    (slice < canvas.slices && row / canvas.rows < canvas.down())
        .then(|| canvas.cell_of((slice, row % canvas.rows, column % canvas.columns)))
}

/// The cell behind a place of the overview.
pub fn overview_cell(plan: &ScreenLayout, x: u16, y: u16) -> Option<Cell> {
    let map = Map::new(plan)?;
    let (x, y) = (x.checked_sub(map.inner.x)?, y.checked_sub(map.inner.y)?);
    if x >= map.inner.width || y >= map.inner.height {
        return None;
    }
    let (top, left, height, width) = map.part(x, y);
    cell_of(&plan.canvas, top + height / 2, left + width / 2)
}

/// How many cells of a part of the board are looked at, a side.
const SAMPLES: u64 = 3;

/// Draws the overview: how much is open, judged by samples, and what is on the screen.
pub fn overview(app: &App, plan: &ScreenLayout, out: &mut Buffer) {
    let (Some(area), Some(map)) = (plan.overview, Map::new(plan)) else { return };
    let look = app.viewport.look();
    let around = Rect { width: map.inner.width + 2, height: map.inner.height + 2, ..area };
    frame(look, around, look.role(Role::Line), [false; 4], out);
    let canvas = &plan.canvas;
    let board = plan.board;
    let corner = canvas.parts_at(plan.origin);
    let end = canvas.parts_at((
        plan.origin.0 + u64::from(board.width.saturating_sub(1)),
        plan.origin.1 + u64::from(board.height.saturating_sub(1)),
    ));
    let cursor = {
        let (slice, row, column) = canvas.parts(app.viewport.cursor());
        (slice / canvas.abreast * canvas.rows + row, slice % canvas.abreast * canvas.columns + column)
    };
    let signs = if look.ascii { [" ", ".", ":", "#"] } else { [" ", "░", "▒", "▓"] };
    for y in 0..map.inner.height {
        for x in 0..map.inner.width {
            let (top, left, height, width) = map.part(x, y);
            let open =
                if app.is_covered() { 0 } else { open_share(app.game(), canvas, (top, left, height, width)) };
            let shown = top <= end.0 && corner.0 < top + height && left <= end.1 && corner.1 < left + width;
            let here = (top..top + height).contains(&cursor.0) && (left..left + width).contains(&cursor.1);
            let role = if here {
                Role::Chosen
            } else if shown {
                Role::BarKey
            } else {
                Role::Faint
            };
            let sign = signs[open as usize];
            if let Some(cell) = out.cell_mut((map.inner.x + x, map.inner.y + y)) {
                cell.set_symbol(sign).set_style(look.role(role));
            }
        }
    }
    let below = Rect { y: around.bottom(), height: area.bottom().saturating_sub(around.bottom()), ..area };
    if below.height > 0 {
        let text = format!("row {} of {}", cursor.0, map.rows);
        out.set_stringn(below.x + 1, below.y, text, usize::from(below.width), look.role(Role::Faint));
    }
    if below.height > 1 {
        let text = format!("column {} of {}", cursor.1, map.columns);
        out.set_stringn(below.x + 1, below.y + 1, text, usize::from(below.width), look.role(Role::Faint));
    }
}

/// How much of a part of the board is open, from 0 to 3, judged by a few cells.
fn open_share(game: &Game, canvas: &Canvas, (top, left, height, width): (u64, u64, u64, u64)) -> u64 {
    let (mut looked, mut open) = (0, 0);
    for r in 0..SAMPLES.min(height) {
        for c in 0..SAMPLES.min(width) {
            let at = |first: u64, length: u64, step: u64| {
                first + (2 * step + 1) * length / (2 * SAMPLES.min(length))
            };
            if let Some(cell) = cell_of(canvas, at(top, height, r), at(left, width, c)) {
                looked += 1;
                open += u64::from(matches!(game.view(cell), View::Number(_) | View::Exploded));
            }
        }
    }
    if looked == 0 { 0 } else { (3 * open).div_ceil(looked) }
}
