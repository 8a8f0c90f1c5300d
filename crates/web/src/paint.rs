//! What a part of the picture looks like, a number for each square.

use std::ops::Range;

use omnisweep_engine::{Cell, Game, Outcome, View};
use omnisweep_session::{Visible, words};

use crate::picture::Picture;

/// No cell.
pub const GAP: u32 = 0;
/// Closed, with nothing on it.
pub const CLOSED: u32 = 1;
/// A flag.
pub const FLAG: u32 = 2;
/// A question mark.
pub const MARK: u32 = 3;
/// A mine that went off.
pub const EXPLODED: u32 = 4;
/// Another mine, once the game is over.
pub const MINE: u32 = 5;
/// A wrong flag, once the game is over.
pub const WRONG_FLAG: u32 = 6;
/// A mine without a flag, once the game is won.
pub const FOUND: u32 = 7;
/// Open, with no mine around; a number of mines is added to it.
pub const OPEN: u32 = 16;

/// Pressed by the mouse or a finger.
pub const PRESSED: u32 = 1 << 20;
/// Touches the cell under the pointer, or is it.
pub const LIT: u32 = 1 << 21;
/// The cell that a hint is about.
pub const HINT: u32 = 1 << 22;
/// A number that a hint argues with.
pub const REASON: u32 = 1 << 23;
/// The cell of the move that is shown.
pub const PLAYED: u32 = 1 << 31;
/// Seven bits from here on: how likely the cell is a mine, in per cent and one more; nothing where that is not shown.
const HEAT: u32 = 24;

/// The bits of a cell that is a mine with this probability. Only what is certain
/// is 0 or 100 %.
#[must_use]
pub fn heat(risk: f64) -> u32 {
    let percent = match risk {
        0.0 => 0,
        1.0 => 100,
        risk => (risk * 100.0).round().clamp(1.0, 99.0) as u32,
    };
    (percent + 1) << HEAT
}

/// The per cent that bits say, if they do.
#[must_use]
pub fn risk(bits: u32) -> Option<u32> {
    (bits >> HEAT & 127).checked_sub(1)
}

fn number(game: &dyn Visible, cell: Cell) -> u32 {
    match words::seen(game, cell) {
        View::Mine if game.outcome() == Outcome::Won => FOUND,
        View::Closed => CLOSED,
        View::Flag => FLAG,
        View::Mark => MARK,
        View::Number(mines) => OPEN + mines,
        View::Exploded => EXPLODED,
        View::Mine => MINE,
        View::WrongFlag => WRONG_FLAG,
    }
}

/// A cell that is highlighted, with the bit for how.
pub type Highlight = (Cell, u32);

/// The squares of a part of the picture, row by row.
#[must_use]
pub fn paint(
    game: &dyn Visible,
    picture: &Picture,
    x: Range<u64>,
    y: Range<u64>,
    highlights: &[Highlight],
) -> Vec<u32> {
    let width = x.end.saturating_sub(x.start) as usize;
    let mut squares = vec![GAP; width * y.end.saturating_sub(y.start) as usize];
    if squares.is_empty() {
        return squares;
    }
    let single = picture.is_sliced() || game.shape().sizes().len() != 2;
    if let Some(game) = game.game().filter(|_| !single) {
        flat(game, &x, &y, width, &mut squares);
    } else {
        let all = y.clone().flat_map(|y| x.clone().map(move |x| (x, y)));
        for (square, (x, y)) in squares.iter_mut().zip(all) {
            if let Some(cell) = picture.cell(x, y) {
                *square = number(game, cell);
            }
        }
    }
    for &(cell, bit) in highlights {
        let (at_x, at_y) = picture.square(cell);
        if x.contains(&at_x) && y.contains(&at_y) {
            squares[(at_y - y.start) as usize * width + (at_x - x.start) as usize] |= bit;
        }
    }
    squares
}

/// The same for a board of two dimensions, 64 cells at a time.
fn flat(game: &Game, x: &Range<u64>, y: &Range<u64>, width: usize, squares: &mut [u32]) {
    let shape = game.shape();
    let (height_all, width_all) = (shape.sizes()[0], shape.sizes()[1]);
    let (x_end, y_end) = (x.end.min(width_all), y.end.min(height_all));
    let along = shape.rows_along_last_axis();
    // In memory, a row of the planes is a row of the board or a column.
    let (rows, cells) =
        if along { (y.start..y_end, x.start..x_end) } else { (x.start..x_end, y.start..y_end) };
    if cells.is_empty() {
        return;
    }
    let over = game.outcome() != Outcome::Playing;
    let mine = if game.outcome() == Outcome::Won { FOUND } else { MINE };
    let (first, last) = ((cells.start / 64) as usize, ((cells.end - 1) / 64) as usize);
    for row in rows {
        for (word, view) in (first..=last).zip(game.row(row, first)) {
            let from = (word as u64 * 64).max(cells.start);
            for at in from..(word as u64 * 64 + 64).min(cells.end) {
                let bit = (at % 64) as u32;
                let is = |plane: u64| plane >> bit & 1 != 0;
                let look = if is(view.open) {
                    if is(view.mine) { EXPLODED } else { OPEN + view.number(bit) }
                } else if is(view.flag) {
                    if over && !is(view.mine) { WRONG_FLAG } else { FLAG }
                } else if over && is(view.mine) {
                    mine
                } else if is(view.mark) {
                    MARK
                } else {
                    CLOSED
                };
                let (x_at, y_at) = if along { (at, row) } else { (row, at) };
                squares[(y_at - y.start) as usize * width + (x_at - x.start) as usize] = look;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use omnisweep_engine::{Action, RuleSet, Shape, Zone, random};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_and_single_cells_paint_the_same(
            height in 1_u64..90, width in 1_u64..90, seed: u64, set in 0_usize..6,
            moves in proptest::collection::vec((0_u64..8100, 0_u8..3), 0..40),
            x in 0_u64..100, y in 0_u64..100, w in 0_u64..100, h in 0_u64..100,
        ) {
            let shape = Shape::new(&[height, width]).unwrap();
            let layout = random::draw(&shape, shape.cells() / 6, &Zone::default(), seed).unwrap();
            let mut game = Game::on(layout, RuleSet::ALL[set].rules()).unwrap();
            for (cell, kind) in moves {
                let cell = Cell(cell % shape.cells());
                let action = [Action::Open(cell), Action::Flag(cell), Action::Mark(cell)][usize::from(kind)];
                _ = game.apply(action, &mut ());
            }
            let picture = Picture::new(shape, 1);
            let plain: Vec<u32> = (y..y + h)
                .flat_map(|y| (x..x + w).map(move |x| (x, y)))
                .map(|(x, y)| picture.cell(x, y).map_or(GAP, |cell| number(&game, cell)))
                .collect();
            prop_assert_eq!(paint(&game, &picture, x..x + w, y..y + h, &[]), plain);
        }
    }

    /// The number that an expression stands for, in Rust or in a script.
    fn value(expression: &str, known: &BTreeMap<String, u32>) -> Option<u32> {
        let value = |expression| value(expression, known);
        if let Some((some, more)) = expression.rsplit_once(" | ") {
            return Some(value(some)? | value(more)?);
        }
        if let Some((from, less)) = expression.split_once(" - ") {
            return Some(value(from)? - value(less)?);
        }
        let plain = expression.trim_matches(['(', ')']);
        match plain.split_once(" << ") {
            Some((bits, by)) => Some(value(bits)? << value(by)?),
            None => plain.parse().ok().or_else(|| known.get(plain).copied()),
        }
    }

    /// The numbers that a file gives names to, behind these words.
    fn codes(file: &str, words: &str) -> BTreeMap<String, u32> {
        let mut codes = BTreeMap::new();
        for line in file.lines().filter_map(|line| line.strip_prefix(words)?.split_once(';')) {
            for definition in line.0.split(", ") {
                let Some((name, expression)) = definition.split_once(" = ") else { continue };
                let name = name.trim_end_matches(": u32");
                codes.extend(value(expression, &codes).map(|value| (name.to_owned(), value)));
            }
        }
        codes
    }

    #[test]
    fn the_script_draws_by_the_numbers_that_are_painted_with() {
        let painted = codes(include_str!("paint.rs"), "pub const ");
        assert_eq!((painted["WRONG_FLAG"], painted["PLAYED"]), (WRONG_FLAG, PLAYED), "they are found");
        let mut drawn = codes(include_str!("../page/assets/sprites.js"), "export const ");
        // Masks, which only the script needs.
        assert_eq!(drawn.remove("LOOK"), Some(PRESSED - 1));
        assert_eq!(drawn.remove("HEAT"), Some(127 << HEAT));
        assert_eq!(drawn.remove("OVER"), Some(LIT | HINT | REASON | PLAYED | 127 << HEAT));
        assert_eq!(drawn, painted);
    }

    #[test]
    fn only_what_is_certain_is_said_to_be() {
        let shown = [0.0, 1e-9, 0.123, 0.5, 1.0 - 1e-9, 1.0].map(|probability| risk(heat(probability)));
        assert_eq!(shown, [0, 1, 12, 50, 99, 100].map(Some));
        assert_eq!(risk(OPEN | HINT | REASON | LIT | PRESSED | PLAYED), None);
    }

    #[test]
    fn highlighted_cells_are_marked_where_they_are_seen() {
        let shape = Shape::new(&[3, 3]).unwrap();
        let game = Game::new(shape.clone(), RuleSet::Modern.rules(), 0).unwrap();
        let picture = Picture::new(shape, 1);
        let squares = paint(&game, &picture, 1..3, 1..2, &[(Cell(4), LIT), (Cell(0), HINT), (Cell(4), HINT)]);
        assert_eq!(squares, [CLOSED | LIT | HINT, CLOSED]);
    }
}
