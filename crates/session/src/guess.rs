//! What becomes of a game where logic ends.

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, View};
use omnisweep_solver::{Grade, Method, Mines, NoGuess, NoGuessError, Position, Sampler, Solver};

use crate::daily;
use crate::gesture::Changed;
use crate::setup::Setup;

/// What becomes of a game where logic ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum GuessMode {
    /// The player has to guess.
    #[default]
    Ordinary,
    /// It does not end: the board is certified to need no guess from the cell
    /// that is opened first.
    Never,
    /// The same, and the board is easy to think through: see [`Grade`].
    Easy,
    /// The same, and it is of medium difficulty.
    Medium,
    /// The same, and it is hard.
    Hard,
    /// The same, and it is extremely hard.
    Extreme,
    /// A guess where no cell is certainly safe is forgiven: the cell is free, if
    /// it can be, and the rest of the board is drawn again.
    Fair,
}

omnisweep_engine::keyed!(
    GuessMode,
    "way of guessing",
    [
        Ordinary = "ordinary",
        Never = "never",
        Easy = "easy",
        Medium = "medium",
        Hard = "hard",
        Extreme = "extreme",
        Fair = "fair",
    ]
);

impl GuessMode {
    /// That logic never ends, on a board of a grade or of any.
    #[must_use]
    pub fn never(grade: Option<Grade>) -> GuessMode {
        match grade {
            None => GuessMode::Never,
            Some(Grade::Easy) => GuessMode::Easy,
            Some(Grade::Medium) => GuessMode::Medium,
            Some(Grade::Hard) => GuessMode::Hard,
            Some(Grade::Extreme) => GuessMode::Extreme,
        }
    }

    /// The grade that is wanted of a board.
    #[must_use]
    pub fn grade(self) -> Option<Grade> {
        Grade::ALL.into_iter().find(|&grade| GuessMode::never(Some(grade)) == self)
    }

    /// Whether boards are certified to need no guess.
    #[must_use]
    pub fn is_never(self) -> bool {
        self == GuessMode::Never || self.grade().is_some()
    }
}

/// The largest board on which guesses are forgiven: beyond, finding out that no
/// cell is certainly safe would take too long between two moves.
pub const LARGEST_FAIR: u64 = 1 << 16;

/// A search for a board that needs no guess. It can be taken elsewhere: to a
/// thread, or to a worker of a web page.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    setup: Setup,
    first: Cell,
    maker: NoGuess,
    next: u64,
}

impl BoardSearch {
    /// After how many milliseconds a front end gives up.
    pub const TIME_LIMIT_MS: u64 = 60_000;

    /// The search for the board of a setup that starts with this cell.
    ///
    /// # Errors
    /// Where there can be no such board.
    pub fn new(setup: &Setup, first: Cell) -> Result<BoardSearch, NoGuessError> {
        let method = Method::for_board(&setup.shape, setup.mines);
        let maker = NoGuess::new(&setup.shape, setup.mines, first, method)?;
        let maker = maker.of_grade(setup.guess.grade());
        Ok(BoardSearch { setup: setup.clone(), first, maker, next: 0 })
    }

    /// The same search, beginning with the attempt of this number: for whoever knows which one finds the board.
    #[must_use]
    pub fn from_attempt(self, number: u64) -> BoardSearch {
        BoardSearch { next: number, ..self }
    }

    /// How many boards were tried.
    #[must_use]
    pub fn tried(&self) -> u64 {
        self.next
    }

    /// Tries the next board. Calls `go_on` now and then in a long search, and gives up where it returns false.
    pub fn step(&mut self, go_on: impl FnMut() -> bool) -> Option<Layout> {
        let number = self.next;
        self.next += 1;
        let seed = self.setup.seed.as_ref().map_or(0, |seed| seed.number);
        self.maker
            .attempt(seed, number, go_on)
            .inspect(|layout| daily::remember(&self.setup, self.first, layout))
    }
}

/// Another layout for a game in which an action would set off a mine though no
/// cell was certainly safe: one in which it does not, drawn from all that fit
/// what the player sees, each as likely as any other. Nothing where the action
/// is harmless, avoidable, or hopeless.
pub(crate) fn forgive(game: &Game, action: Action, seed: u64) -> Option<Layout> {
    let shape = game.shape();
    let layout = game.layout()?;
    let near = || shape.neighbours(action.cell()).chain([action.cell()]);
    if shape.cells() > LARGEST_FAIR || !near().any(|cell| layout.contains(cell)) {
        return None;
    }
    let mut trial = game.clone();
    if trial.apply(action, &mut Changed::default()) != Ok(Outcome::Lost) {
        return None;
    }
    let position = Position::of(game);
    let mines = Mines::Total(game.mines());
    let mut solver = Solver::new(shape);
    solver.load(&position).ok()?;
    if !solver.analyse(mines).ok()?.safe().is_empty() {
        return None;
    }
    // What the action opens itself; what follows from it is no choice of the player's.
    let opened =
        |cell: &Cell| !matches!(game.view(*cell), View::Number(_)) && trial.view(*cell) != game.view(*cell);
    let free: Vec<Cell> = near().filter(opened).collect();
    Some(Sampler::with_free(&position, mines, &free).ok()?.draw(seed))
}
