//! Games that a player plays by itself.

use std::sync::Arc;

use omnisweep_engine::{Cell, Layout, Shape};
use omnisweep_solver::{Adjacency, Choice, Player, Skill};

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

/// A position in which a player has to guess, and what it would open.
#[derive(Debug)]
pub struct GuessToTake<'a> {
    /// The player, who knows the position.
    pub player: &'a mut Player,
    /// What it would open.
    pub choice: Choice,
    /// The cells that are open, in the order in which they were opened.
    pub opened: &'a [Cell],
    /// For each cell of the board how many mines are around it.
    pub around: &'a [u16],
}

/// Has a player play games on boards of one shape.
#[derive(Clone, Debug)]
pub struct Simulator {
    map: Arc<Adjacency>,
    player: Player,
    mined: Vec<bool>,
    around: Vec<u16>,
    opened: Vec<Cell>,
}

impl Simulator {
    /// Games on boards of a shape with so many mines.
    #[must_use]
    pub fn new(shape: &Shape, mines: u64, skill: Skill) -> Simulator {
        Simulator::of(Player::new(shape, mines, skill))
    }

    /// Games of a player.
    #[must_use]
    pub fn of(player: Player) -> Simulator {
        let map = player.adjacency();
        let cells = map.cells();
        Simulator { map, player, mined: vec![false; cells], around: vec![0; cells], opened: Vec::new() }
    }

    /// Plays a game that begins with this cell.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn play(&mut self, layout: &Layout, first: Cell) -> SimulatedGame {
        self.play_telling(layout, first, |_| ())
    }

    /// The same, and tells of every guess before it is taken.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn play_telling(
        &mut self,
        layout: &Layout,
        first: Cell,
        tell: impl FnMut(GuessToTake<'_>),
    ) -> SimulatedGame {
        self.lay(layout);
        self.player.begin();
        self.opened.clear();
        self.finish(layout, first, tell)
    }

    /// Plays on from a position in which some cells are open, as another player knows it, on a layout that fits it.
    ///
    /// # Panics
    /// Where the board is of another shape.
    pub fn play_on(&mut self, from: &Player, opened: &[Cell], layout: &Layout, next: Cell) -> SimulatedGame {
        self.lay(layout);
        self.player.know_as(from);
        self.opened.clear();
        self.opened.extend_from_slice(opened);
        self.finish(layout, next, |_| ())
    }

    fn lay(&mut self, layout: &Layout) {
        assert_eq!(layout.shape(), self.map.shape(), "the board is of the shape");
        self.mined.fill(false);
        self.around.fill(0);
        for mine in layout.mines() {
            self.mined[mine.0 as usize] = true;
            self.map.near(mine.0 as u32).iter().for_each(|&near| self.around[near as usize] += 1);
        }
    }

    /// Opens a cell, and plays to the end.
    fn finish(
        &mut self,
        layout: &Layout,
        mut next: Cell,
        mut tell: impl FnMut(GuessToTake<'_>),
    ) -> SimulatedGame {
        let mut guesses = Vec::new();
        let safe = layout.shape().cells() - layout.count();
        let won = loop {
            if self.mined[next.0 as usize] {
                break false;
            }
            self.opened.push(next);
            if self.opened.len() as u64 == safe {
                break true;
            }
            // A board that is there contradicts nothing.
            let told = self.player.opened(next, u32::from(self.around[next.0 as usize]));
            let Ok(Some(choice)) = told.and_then(|()| self.player.choose()) else { break false };
            if choice.risk > 0.0 {
                let opened = self.opened.len() as u64;
                guesses.push(TakenGuess { cell: choice.cell, risk: choice.risk, opened });
                let Simulator { player, opened, around, .. } = self;
                tell(GuessToTake { player, choice, opened, around });
            }
            next = choice.cell;
        };
        SimulatedGame { won, opened: self.opened.len() as u64, guesses }
    }
}
