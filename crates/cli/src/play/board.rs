//! The board as text: slices side by side, with the numbers of rows and columns.

use std::fmt;
use std::ops::Range;

use omnisweep_engine::{Cell, Game, Outcome, View};
use omnisweep_session::words;

use crate::style::Ink;

/// A board to be shown in so many columns and lines.
pub struct Board<'a> {
    pub game: &'a Game,
    pub last: Option<Cell>,
    pub ascii: bool,
    pub colours: bool,
    pub width: usize,
    pub height: usize,
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (slices, rows, columns) = self.game.shape().slices();
        let (at_slice, at_row, at_column) = self.here(rows, columns);

        let label = digits(rows.max(1) - 1);
        let cell = self.cell_width();
        let fit = (self.width.saturating_sub(label + 2) / cell).max(5) as u64;
        let shown_columns = window(columns, fit, at_column);
        let shown_rows = window(rows, self.height.saturating_sub(2).max(5) as u64, at_row);
        let slice_width = label + 1 + cell * count(&shown_columns);
        let abreast = ((self.width + 2) / (slice_width + 3)).max(1);
        let lines = (self.height / (count(&shown_rows) + 3)).max(1);
        let shown_slices = window(slices, (abreast * lines) as u64, at_slice);

        let mut first = shown_slices.start;
        while first < shown_slices.end {
            let group = first..(first + abreast as u64).min(shown_slices.end);
            if slices > 1 {
                let heads = group.clone().map(|slice| {
                    let head = format!("{:label$} [{}]", "", self.name(slice * rows * columns));
                    format!("{head:<slice_width$}")
                });
                writeln!(f, "{}", self.faint(&heads.collect::<Vec<_>>().join("   ")))?;
            }
            for tens in [true, false] {
                if !tens || shown_columns.end > 10 {
                    let head = self.column_numbers(label, cell, &shown_columns, tens);
                    let heads = vec![head; count(&group)].join("   ");
                    writeln!(f, "{}", self.faint(heads.trim_end()))?;
                }
            }
            for row in shown_rows.clone() {
                let mut line = String::new();
                for slice in group.clone() {
                    if slice > group.start {
                        line.push_str("   ");
                    }
                    line.push_str(&self.faint(&format!("{row:>label$} ")));
                    for column in shown_columns.clone() {
                        line.push_str(&self.cell(Cell((slice * rows + row) * columns + column), cell));
                    }
                }
                writeln!(f, "{line}")?;
            }
            first = group.end;
            if first < shown_slices.end {
                writeln!(f)?;
            }
        }
        for (what, shown, all) in [
            ("slices", shown_slices, slices),
            ("rows", shown_rows, rows),
            ("columns", shown_columns, columns),
        ] {
            if (count(&shown) as u64) < all {
                let (from, to) = (shown.start, shown.end - 1);
                writeln!(f, "{}", self.faint(&format!("(of {all} {what}, {from} to {to} are shown)")))?;
            }
        }
        Ok(())
    }
}

impl Board<'_> {
    /// The slice, row and column played last; the middle before that.
    fn here(&self, rows: u64, columns: u64) -> (u64, u64, u64) {
        match self.last {
            Some(cell) => (cell.0 / columns / rows, cell.0 / columns % rows, cell.0 % columns),
            None => (0, rows / 2, columns / 2),
        }
    }

    /// The outer coordinates of a slice's cells, as the player has to type them.
    fn name(&self, first: u64) -> String {
        let at = self.game.shape().coordinates(Cell(first));
        at[..at.len() - 2].iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Columns for a cell: the widest number and a space.
    fn cell_width(&self) -> usize {
        digits(self.game.shape().largest_neighbourhood() - 1) + 1
    }

    /// Tens or ones of the columns' numbers, the tens only where they change.
    fn column_numbers(&self, label: usize, cell: usize, columns: &Range<u64>, tens: bool) -> String {
        let mut line = " ".repeat(label + 1);
        for column in columns.clone() {
            let text = match (tens, column % 10 == 0 || column == columns.start) {
                (false, _) => (column % 10).to_string(),
                (true, true) if column >= 10 => (column / 10).to_string(),
                _ => String::new(),
            };
            // Long tens may reach into the cells after them, which have none.
            let width = (label + 1 + cell * ((column - columns.start) as usize + 1)).max(line.len());
            let start = label + 1 + cell * (column - columns.start) as usize + cell - 2;
            if !text.is_empty() {
                line = format!("{line:<start$}{text}");
            }
            line = format!("{line:<width$}");
        }
        line
    }

    fn cell(&self, cell: Cell, width: usize) -> String {
        let over = self.game.outcome() != Outcome::Playing;
        let number;
        let (sign, plain, ink) = match words::seen(self.game, cell) {
            View::Closed => ("■", "#", Ink::Faint),
            View::Flag => ("⚑", "F", Ink::Flag),
            View::Mark => ("?", "?", Ink::Bold),
            View::Number(0) => ("·", ".", Ink::Faint),
            View::Number(count) => {
                number = count.to_string();
                (number.as_str(), number.as_str(), Ink::Number(count))
            }
            View::Exploded => ("✸", "X", Ink::Wrong),
            View::Mine => ("✱", "*", Ink::Mine),
            View::WrongFlag => ("⚐", "!", Ink::Wrong),
        };
        let sign = if self.ascii { plain } else { sign };
        let padding = " ".repeat(width.saturating_sub(1 + sign.chars().count()));
        let ink = if self.last == Some(cell) && !over { Ink::Here } else { ink };
        format!("{padding}{} ", ink.paint(sign, self.colours))
    }

    fn faint(&self, text: &str) -> String {
        Ink::Faint.paint(text, self.colours)
    }
}

fn digits(number: u64) -> usize {
    number.to_string().len()
}

fn count(range: &Range<u64>) -> usize {
    (range.end - range.start) as usize
}

/// At most `most` of `all`, with `at` in the middle where that can be.
fn window(all: u64, most: u64, at: u64) -> Range<u64> {
    let most = most.min(all);
    let start = at.saturating_sub(most / 2).min(all - most);
    start..start + most
}

#[cfg(test)]
mod tests {
    use super::*;
    use omnisweep_engine::{Action, Rules, text};

    #[test]
    fn the_window_stays_on_the_board() {
        assert_eq!(window(9, 20, 8), 0..9);
        assert_eq!(window(100, 10, 0), 0..10);
        assert_eq!(window(100, 10, 50), 45..55);
        assert_eq!(window(100, 10, 99), 90..100);
    }

    #[test]
    fn a_lost_board_tells_what_went_wrong() {
        let layout = text::parse_layout("*..*.*\n......\n", None).unwrap();
        let mut game = Game::on(layout, Rules::MODERN).unwrap();
        let at = |cells: [u64; 2]| game.shape().cell(&cells).unwrap();
        let moves = [
            Action::Flag(at([0, 5])),
            Action::Flag(at([0, 4])),
            Action::Open(at([1, 1])),
            Action::Open(at([0, 0])),
        ];
        for action in moves {
            game.apply(action, &mut ()).unwrap();
        }
        let board = Board { game: &game, last: None, ascii: true, colours: false, width: 80, height: 24 };
        assert_eq!(board.to_string(), "  0 1 2 3 4 5\n0 X # # * ! F \n1 # 1 # # # # \n");
    }
}
