//! Games that a player plays by itself.

use std::sync::Arc;

use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_solver::{Adjacency, Player, Skill};

/// A guess that a player took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TakenGuess {
    /// The cell.
    pub cell: Cell,
    /// How likely it was a mine.
    pub risk: f64,
    /// How many cells were open before.
    pub opened: u64,
}

/// How a game went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimulatedGame {
    /// Whether it was won.
    pub won: bool,
    /// How many cells were opened.
    pub opened: u64,
    /// The guesses taken after the first cell, in order; the last one of a lost
    /// game is the one that lost it.
    pub guesses: Vec<TakenGuess>,
}

/// Has a player play games on boards of one shape.
#[derive(Clone, Debug)]
pub struct Simulator {
    map: Arc<Adjacency>,
    player: Player,
    mined: Vec<bool>,
    around: Vec<u16>,
}

impl Simulator {
    /// Games on boards of a shape with so many mines.
    #[must_use]
    pub fn new(shape: &Shape, mines: u64, skill: Skill) -> Simulator {
        let player = Player::new(shape, mines, skill);
        let map = player.adjacency();
        let cells = map.cells();
        Simulator { map, player, mined: vec![false; cells], around: vec![0; cells] }
    }

    /// Plays a game that begins with this cell.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn play(&mut self, layout: &Layout, first: Cell) -> SimulatedGame {
        assert_eq!(layout.shape(), self.map.shape(), "the board is of the shape");
        self.mined.fill(false);
        self.around.fill(0);
        for mine in layout.mines() {
            self.mined[mine.0 as usize] = true;
            self.map.near(mine.0 as u32).iter().for_each(|&near| self.around[near as usize] += 1);
        }
        self.player.begin();
        let mut played = SimulatedGame::default();
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
                played.guesses.push(TakenGuess {
                    cell: choice.cell,
                    risk: choice.risk,
                    opened: played.opened,
                });
            }
            next = choice.cell;
        }
    }
}
