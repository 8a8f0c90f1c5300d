//! What a player thinks while it is watched: the cell it wants, and why.

use omnisweep_engine::{Action, Cell, FirstCell, Outcome, RuleSet, View};
use omnisweep_session::words::{self, percent, place};
use omnisweep_session::{Session, Setup};
use omnisweep_solver::{Choice, Mines, Player, Position, Skill, analyse, prove};

use crate::shard::Run;

/// A cell that a player is about to open.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The cell.
    pub cell: Cell,
    /// How likely it is a mine; 0 exactly where it is certainly none.
    pub risk: f64,
    /// Whether it is a guess: neither certain, nor the first cell.
    pub guess: bool,
    /// The numbers that prove it, if it is proved.
    pub numbers: Vec<Cell>,
    /// Closed cells that are certainly mines.
    pub mines: Vec<Cell>,
    /// The reason, in a sentence or two.
    pub text: String,
}

/// A game that a player plays, as its spectators see it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The game.
    pub session: Session,
    /// The cells that were opened since the player was last told, with their numbers.
    news: Vec<(Cell, u32)>,
}

impl Watched {
    /// A game of a run, or why it cannot be had.
    pub fn new(run: &Run, game: u64) -> Result<Watched, String> {
        let layout = run.board(game).map_err(|error| error.to_string())?;
        // The board is there before the first cell: what that is promised is kept already.
        let plain = Setup::new(RuleSet::Modern, run.shape.clone(), run.mines, None);
        let setup = Setup { first: FirstCell::Anything, ..plain };
        let session = Session::on(setup, layout).map_err(|error| error.to_string())?;
        Ok(Watched { session, news: Vec::new() })
    }

    /// Does what the player wants, and flags what it knows.
    pub fn follow(&mut self, thought: &Thought, now: u64) -> Outcome {
        for &mine in &thought.mines {
            if self.session.game().view(mine) == View::Closed {
                _ = self.session.act(Action::Flag(mine), now, &mut ());
            }
        }
        let mut changes: Vec<(u64, usize, u64)> = Vec::new();
        _ = self.session.act(Action::Open(thought.cell), now, &mut changes);
        let game = self.session.game();
        for (row, word, bits) in changes {
            let cells = game.shape().cells_in(row, word, bits);
            self.news.extend(cells.filter_map(|cell| match game.view(cell) {
                View::Number(number) => Some((cell, number)),
                _ => None,
            }));
        }
        game.outcome()
    }

    /// What the player has to be told before it thinks on.
    pub fn question(&mut self) -> (Vec<(Cell, u32)>, Position) {
        (std::mem::take(&mut self.news), Position::of(self.session.game()))
    }
}

/// A player who says why.
#[derive(Clone, Debug)]
pub struct Thinker {
    run: Run,
    player: Player,
    begun: bool,
}

impl Thinker {
    /// The player of a run, before its first game.
    #[must_use]
    pub fn new(run: &Run) -> Thinker {
        Thinker { run: run.clone(), player: Player::new(&run.shape, run.mines, run.skill), begun: false }
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.player.begin();
        self.begun = false;
    }

    /// What to open on a position; it is told which cells were opened since it
    /// was last asked. Nothing where it does not know.
    pub fn think(&mut self, news: &[(Cell, u32)], position: &Position) -> Option<Thought> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some(self.first());
        }
        for &(cell, number) in news {
            self.player.opened(cell, number).ok()?;
        }
        let Choice { cell, risk } = self.player.choose().ok()??;
        let mines = Mines::Total(self.run.mines);
        let at = place(&self.run.shape, cell);
        let analysis = analyse(position, mines).ok();
        let known = analysis.as_ref().map_or(Vec::new(), |analysis| analysis.mines().to_vec());
        let thought = |risk: f64, numbers, text| Thought {
            cell,
            risk,
            guess: risk > 0.0,
            numbers,
            mines: known.clone(),
            text,
        };
        if risk == 0.0 {
            return Some(match prove(position, mines, cell) {
                Some(proof) => thought(0.0, proof.numbers(), words::proof(&proof, position, mines)),
                None => thought(
                    0.0,
                    Vec::new(),
                    format!("All numbers together leave no other way: {at} is safe."),
                ),
            });
        }
        let text = match analysis.as_ref().and_then(|analysis| analysis.safest()) {
            None => format!("It takes {at}, a mine with about {}, by the numbers around it.", percent(risk)),
            Some((safest, least)) if self.run.skill == Skill::Best && least < risk - 5e-4 => format!(
                "No cell is certainly safe. It takes {at}, a mine with {}: {} has less risk, {}, but leads on less \
                 often.",
                percent(risk),
                place(&self.run.shape, safest),
                percent(least)
            ),
            Some(_) => format!(
                "No cell is certainly safe. It takes {at}, a mine with {}: no cell has less risk.",
                percent(risk)
            ),
        };
        Some(thought(risk, Vec::new(), text))
    }

    fn first(&self) -> Thought {
        let (cell, run) = (self.run.first(), &self.run);
        let at = place(&run.shape, cell);
        let risk = match run.start {
            FirstCell::Anything => run.mines as f64 / run.shape.cells() as f64,
            FirstCell::Safe | FirstCell::Opening => 0.0,
        };
        let text = format!("The first cell is {at}: {}.", words::first(run.start));
        Thought { cell, risk, guess: false, numbers: Vec::new(), mines: Vec::new(), text }
    }
}
