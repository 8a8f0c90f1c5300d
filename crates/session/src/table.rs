//! What a face needs of a game, wherever its board is: here ([`Session`]), or at a server
//! ([`RemoteSession`](crate::RemoteSession)), which tells no more of it than the player may see.

use omnisweep_engine::{Cell, Game, Outcome, Rules, Shape, View};

use crate::gesture::{Gesture, GestureResult, InputPreferences};
use crate::session::Session;
use crate::setup::Setup;

/// What can be seen of a game, by somebody who may not know its mines.
pub trait Visible {
    /// The board's shape.
    fn shape(&self) -> &Shape;
    /// The rules.
    fn rules(&self) -> &Rules;
    /// How the game stands.
    fn outcome(&self) -> Outcome;
    /// What a cell of the board looks like while it is played.
    fn view(&self, cell: Cell) -> View;
    /// What it looks like once nothing has to be hidden, as far as that is known.
    fn reveal(&self, cell: Cell) -> View;
    /// Mines less flags.
    fn mines_left(&self) -> i128;
    /// The game itself, where its mines are known.
    fn game(&self) -> Option<&Game> {
        None
    }
}

impl Visible for Game {
    fn shape(&self) -> &Shape {
        self.shape()
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn view(&self, cell: Cell) -> View {
        self.view(cell)
    }

    fn reveal(&self, cell: Cell) -> View {
        self.reveal(cell)
    }

    fn mines_left(&self) -> i128 {
        self.mines_left()
    }

    fn game(&self) -> Option<&Game> {
        Some(self)
    }
}

/// A game that is played, wherever its board is.
pub trait Table {
    /// What is played.
    fn setup(&self) -> &Setup;
    /// What can be seen of it.
    fn seen(&self) -> &dyn Visible;
    /// Does what a player means, at the outside time `now`, or asks for it.
    fn play(&mut self, gesture: Gesture, habits: InputPreferences, now: u64) -> GestureResult;
    /// What there is to say about what a gesture came to.
    fn remark(&self, gesture: Gesture, answer: &GestureResult, now: u64) -> Option<String>;
    /// The cell that it has to be started with, until it is.
    fn required_start(&self) -> Option<Cell>;
    /// The milliseconds played.
    fn elapsed(&self, now: u64) -> u64;
    /// How many moves were made.
    fn moves(&self) -> u64;
    /// Whether its result counts, or will.
    fn counts(&self) -> bool;
}

impl Table for Session {
    fn setup(&self) -> &Setup {
        self.setup()
    }

    fn seen(&self) -> &dyn Visible {
        self.game()
    }

    fn play(&mut self, gesture: Gesture, habits: InputPreferences, now: u64) -> GestureResult {
        self.play(gesture, habits, now)
    }

    fn remark(&self, gesture: Gesture, answer: &GestureResult, now: u64) -> Option<String> {
        self.remark(gesture, answer, now)
    }

    fn required_start(&self) -> Option<Cell> {
        self.required_start()
    }

    fn elapsed(&self, now: u64) -> u64 {
        self.elapsed(now)
    }

    fn moves(&self) -> u64 {
        self.log().len() as u64
    }

    fn counts(&self) -> bool {
        self.practice().is_none()
    }
}
