//! Boards, drawn as text or seen as others see them.

use omnisweep_engine::{Cell, Layout, text};

/// The board that a text draws: `.` is a free cell, `*` a mine, a row a line.
///
/// # Panics
///
/// Where the text draws none.
#[must_use]
pub fn drawn(board: &str) -> Layout {
    text::parse_layout(board, None).unwrap()
}

/// The mines around a cell, counted one by one.
#[must_use]
pub fn mines_around(layout: &Layout, cell: Cell) -> u32 {
    layout.shape().neighbours(cell).filter(|&near| layout.contains(near)).count() as u32
}

/// A flat board as `ms_toollib` has it: the numbers row by row, and -1 for a mine.
#[must_use]
pub fn toolbox_numbers(layout: &Layout) -> Vec<Vec<i32>> {
    let number = |cell| if layout.contains(cell) { -1 } else { mines_around(layout, cell) as i32 };
    let (_, rows, columns) = layout.shape().slices();
    let row = |row: u64| (0..columns).map(|column| number(Cell(row * columns + column))).collect();
    (0..rows).map(row).collect()
}
