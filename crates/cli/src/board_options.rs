//! The board that a command is about, a level or sizes and mines, and who plays it.

use std::str::FromStr;

use omnisweep_engine::text::parse_number;
use omnisweep_engine::{Cell, FirstCell, Shape};
use omnisweep_session::Level;
use omnisweep_solver::Skill;

use crate::failure::Failure;
use crate::play::Keys;

/// The options that choose a board.
#[derive(clap::Args)]
pub struct BoardOptions {
    /// The level: beginner (9x9, 10 mines), intermediate (16x16, 40), expert (16x30, 99),
    /// cube (6x6x6, 20) or tesseract (4x4x4x4, 18)
    #[arg(long, value_name = "LEVEL", value_parser = Keys(Level::ALL.map(|level| (level.key(), level))),
        hide_possible_values = true, conflicts_with = "size", required_unless_present = "size")]
    level: Option<Level>,

    /// The sizes of the board, in any number of dimensions, rows and columns last (9 9, or 9x9)
    #[arg(long, value_name = "N", num_args = 1.., requires = "mines")]
    size: Vec<Shape>,

    /// How many mines [default: the level's]
    #[arg(long, value_name = "N")]
    mines: Option<u64>,
}

impl BoardOptions {
    /// The shape, and how many mines.
    pub fn shape_and_mines(&self) -> Result<(Shape, u64), Failure> {
        let level = self.level.unwrap_or(Level::Beginner);
        let shape = if self.size.is_empty() { Shape::new(level.sizes()) } else { Shape::joined(&self.size) };
        let shape = shape.map_err(Failure::usage)?;
        Ok((shape, self.mines.unwrap_or(level.mines())))
    }
}

/// The options that say how a player of ours plays it.
#[derive(clap::Args)]
pub struct PlayerOptions {
    /// What the first cell is: anything, safe, or an opening
    #[arg(long, value_name = "PROMISE", default_value = "opening", hide_possible_values = true,
        value_parser = Keys(FirstCell::ALL.map(|first| (first.key(), first))))]
    pub first: FirstCell,

    /// Who plays: fast (least risk), or best (looks ahead)
    #[arg(long, value_name = "PLAYER", default_value = "best", hide_possible_values = true,
        value_parser = Keys(Skill::ALL.map(|skill| (skill.key(), skill))))]
    pub player: Skill,
}

/// The coordinates of a cell: `3,4`.
#[derive(Clone, Debug)]
pub struct CellCoordinates(Vec<u64>);

impl FromStr for CellCoordinates {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<CellCoordinates, Self::Err> {
        let numbers: Option<Vec<u64>> = word.split(',').map(parse_number).collect();
        numbers
            .map(CellCoordinates)
            .ok_or("a cell looks like 3,4: its row and column, other coordinates before them")
    }
}

impl CellCoordinates {
    /// The cell there.
    pub fn on(&self, shape: &Shape) -> Result<Cell, Failure> {
        shape.cell(&self.0).ok_or_else(|| {
            let at: Vec<String> = self.0.iter().map(u64::to_string).collect();
            Failure::usage(format!("the cell {} is not on a board of {shape}", at.join(",")))
        })
    }
}
