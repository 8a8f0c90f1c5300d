//! Games that a player plays by itself.

use std::sync::Arc;

use omnisweep_engine::{Cell, First, Layout, Shape};

use crate::map::Map;
use crate::player::{Player, Skill};

/// A guess that a player took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    /// The cell.
    pub cell: Cell,
    /// How likely it was a mine.
    pub risk: f64,
    /// How many cells were open before.
    pub opened: u64,
}

/// How a game went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Whether it was won.
    pub won: bool,
    /// How many cells were opened.
    pub opened: u64,
    /// The guesses taken after the first cell, in order; the last one of a lost
    /// game is the one that lost it.
    pub guesses: Vec<Risk>,
}

/// The cell that a player opens first: a corner, or where the first cell is an
/// opening, the one that leads on most often.
#[must_use]
pub fn first_cell(shape: &Shape, start: First) -> Cell {
    let sizes = shape.sizes();
    let from_the_corner =
        match start {
            First::Anything | First::Safe => 0,
            // As measured on the flat levels, each cell near the corner tried.
            First::Opening if sizes.len() == 2 && sizes.iter().all(|&size| size >= 8) => {
                if shape.cells() < 400 { 2 } else { 3 }
            }
            First::Opening => 1,
        };
    let at: Vec<u64> = sizes.iter().map(|&size| if size > 2 { from_the_corner } else { 0 }).collect();
    shape.cell(&at).unwrap_or(Cell(0))
}

/// Has a player play games on boards of one shape.
#[derive(Clone, Debug)]
pub struct Trial {
    map: Arc<Map>,
    player: Player,
    mined: Vec<bool>,
    around: Vec<u16>,
}

impl Trial {
    /// Games on boards of a shape with so many mines.
    #[must_use]
    pub fn new(shape: &Shape, mines: u64, skill: Skill) -> Trial {
        let player = Player::new(shape, mines, skill);
        let map = player.map();
        let cells = map.cells();
        Trial { map, player, mined: vec![false; cells], around: vec![0; cells] }
    }

    /// Plays a game that begins with this cell.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn play(&mut self, layout: &Layout, first: Cell) -> Played {
        assert_eq!(layout.shape(), self.map.shape(), "the board is of the shape");
        self.mined.fill(false);
        self.around.fill(0);
        for mine in layout.mines() {
            self.mined[mine.0 as usize] = true;
            self.map.near(mine.0 as u32).iter().for_each(|&near| self.around[near as usize] += 1);
        }
        self.player.begin();
        let mut played = Played::default();
        let safe = layout.shape().cells() - layout.count();
        let mut next = first;
        loop {
            if self.mined[next.0 as usize] {
                return played;
            }
            played.opened += 1;
            if played.opened == safe {
                played.won = true;
                return played;
            }
            // A board that is there contradicts nothing.
            let told = self.player.opened(next, u32::from(self.around[next.0 as usize]));
            let Ok(Some(choice)) = told.and_then(|()| self.player.choose()) else { return played };
            if choice.risk > 0.0 {
                played.guesses.push(Risk { cell: choice.cell, risk: choice.risk, opened: played.opened });
            }
            next = choice.cell;
        }
    }
}
