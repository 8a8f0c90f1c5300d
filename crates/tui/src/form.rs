//! The form for another game.

use omnisweep_engine::{FirstCell, RuleSet, Shape, ShapeError, text::parse_number};
use omnisweep_session::{GuessMode, Level, Practice, Seed, Session, Setup, StartError, code};

/// The rule sets in the order in which they are offered.
const RULES: [RuleSet; 6] =
    [RuleSet::Modern, RuleSet::Clicks, RuleSet::Cs121, RuleSet::Styles, RuleSet::Esp, RuleSet::Nd];

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A level with a name.
    Level(Level),
    /// The boards of the day, in a window of their own.
    Daily,
    /// Sizes of one's own.
    Size,
    /// Mines for those.
    Mines,
    /// The rules.
    Rules,
    /// What the first click is promised.
    First,
    /// Question marks.
    Marks,
    /// What becomes of it where logic ends.
    Guess,
    /// Whether the player only wants to practise: the result does not count.
    Practice,
    /// The seed.
    Seed,
    /// A board that somebody sent.
    Code,
    /// Starts the game.
    Start,
}

/// The rows, in order.
pub const ROWS: [Row; 16] = [
    Row::Level(Level::Beginner),
    Row::Level(Level::Intermediate),
    Row::Level(Level::Expert),
    Row::Level(Level::Cube),
    Row::Level(Level::Tesseract),
    Row::Size,
    Row::Mines,
    Row::Rules,
    Row::First,
    Row::Marks,
    Row::Guess,
    Row::Practice,
    Row::Seed,
    Row::Code,
    Row::Daily,
    Row::Start,
];

/// What has been filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The row that keys go to.
    pub focus: usize,
    /// The level that is chosen; none for sizes of one's own.
    pub level: Option<Level>,
    /// Sizes of one's own.
    pub size: String,
    /// Mines for those; the usual share where it is empty.
    pub mines: String,
    /// The rules.
    pub set: RuleSet,
    /// What the first click is promised.
    pub first: FirstCell,
    /// Question marks.
    pub marks: bool,
    /// What becomes of it where logic ends.
    pub guess: GuessMode,
    /// Whether the player only wants to practise: the result does not count.
    pub practice: bool,
    /// The seed; any where it is empty.
    pub seed: String,
    /// A board code; none where it is empty.
    pub code: String,
    /// What is wrong with it.
    pub error: Option<String>,
}

impl Form {
    /// A form filled in as the game that was played last.
    #[must_use]
    pub fn of(setup: &Setup, practice: bool) -> Form {
        let level = Level::of(setup.shape.sizes(), setup.mines);
        let at = ROWS.iter().position(|row| match row {
            Row::Level(row) => level == Some(*row),
            Row::Size => true,
            _ => false,
        });
        let own = level.is_none();
        Form {
            focus: at.unwrap_or(0),
            level,
            size: if own { setup.shape.to_string() } else { "20x30".to_owned() },
            mines: if own { setup.mines.to_string() } else { "120".to_owned() },
            set: setup.set,
            first: setup.first,
            marks: setup.marks,
            guess: setup.guess,
            practice,
            seed: String::new(),
            code: String::new(),
            error: None,
        }
    }

    /// The row that keys go to.
    #[must_use]
    pub fn row(&self) -> Row {
        ROWS[self.focus.min(ROWS.len() - 1)]
    }

    /// Goes to a row.
    pub fn go(&mut self, row: usize) {
        self.focus = row.min(ROWS.len() - 1);
    }

    /// Chooses the level of the row, or sizes of one's own where they are typed.
    pub fn pick(&mut self) {
        match self.row() {
            Row::Level(level) => self.level = Some(level),
            Row::Size | Row::Mines => self.level = None,
            _ => {}
        }
    }

    /// The form with the row's choice made.
    #[must_use]
    pub fn picked(&mut self) -> &Form {
        self.pick();
        self
    }

    /// The text of the row, if it has one that can be typed.
    pub fn text(&mut self) -> Option<&mut String> {
        match self.row() {
            Row::Size => Some(&mut self.size),
            Row::Mines => Some(&mut self.mines),
            Row::Seed => Some(&mut self.seed),
            Row::Code => Some(&mut self.code),
            _ => None,
        }
    }

    /// The next or the last value of the row, where it is a choice.
    pub fn turn(&mut self, forward: bool) {
        fn next<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
            let at = all.iter().position(|&one| one == now).unwrap_or(0);
            all[(at + if forward { 1 } else { all.len() - 1 }) % all.len()]
        }
        match self.row() {
            Row::Level(_) => self.pick(),
            Row::Rules => self.set = next(&RULES, self.set, forward),
            Row::First if self.has_choice() => self.first = next(&FirstCell::ALL, self.first, forward),
            Row::Marks if self.has_choice() => self.marks = !self.marks,
            Row::Guess if self.can_be_fair() => self.guess = next(&GuessMode::ALL, self.guess, forward),
            Row::Practice => self.practice = !self.practice,
            _ => {}
        }
    }

    /// Whether the first click and question marks are for the player to choose.
    #[must_use]
    pub fn has_choice(&self) -> bool {
        self.set == RuleSet::Modern
    }

    /// Whether guesses can be spared: the first cell is safe, and the board is not given.
    #[must_use]
    pub fn can_be_fair(&self) -> bool {
        self.options().0 != FirstCell::Anything && self.code.trim().is_empty()
    }

    /// What becomes of the game where logic ends.
    #[must_use]
    pub fn guess(&self) -> GuessMode {
        if self.can_be_fair() { self.guess } else { GuessMode::Ordinary }
    }

    /// What the first click is promised, and whether there are question marks.
    #[must_use]
    pub fn options(&self) -> (FirstCell, bool) {
        let own = self.set.rules();
        if self.has_choice() { (self.first, self.marks) } else { (own.first, own.marks) }
    }

    /// The game, or what is wrong with the form.
    pub fn build(&self, any_seed: u64) -> Result<Session, String> {
        let (first, marks) = self.options();
        let mut session = if self.code.trim().is_empty() {
            let (sizes, mines) = self.board()?;
            let shape = Shape::new(&sizes).map_err(|error| error.to_string())?;
            let mines = mines.unwrap_or_else(|| Setup::usual_mines(&shape, first));
            type Begin = fn(Setup) -> Result<Session, StartError>;
            let (seed, begin): (u64, Begin) = match self.seed.trim() {
                "" => (any_seed, Session::fresh),
                digits => {
                    (digits.parse().map_err(|_| "the seed has to be a number".to_owned())?, Session::new)
                }
            };
            let plain = Setup::new(self.set, shape, mines, Some(Seed::new(seed)));
            begin(Setup { first, marks, ..plain }.with_guess(self.guess()))
                .map_err(|error| error.to_string())?
        } else {
            let (layout, first_cell) = code::read(self.code.trim()).map_err(|error| error.to_string())?;
            let (shape, mines) = (layout.shape().clone(), layout.count());
            let setup = Setup { first, marks, ..Setup::new(self.set, shape, mines, None) };
            Session::with_suggested_start(setup, layout, first_cell).map_err(|error| error.to_string())?
        };
        if self.practice {
            session.practise(Practice::Wanted);
        }
        Ok(session)
    }

    fn board(&self) -> Result<(Vec<u64>, Option<u64>), String> {
        if let Some(level) = self.level {
            return Ok((level.sizes().to_vec(), Some(level.mines())));
        }
        let shape: Shape = self.size.parse().map_err(|error: ShapeError| error.to_string())?;
        let mines = match self.mines.trim() {
            "" => None,
            digits => Some(parse_number(digits).ok_or("the mines have to be a number")?),
        };
        Ok((shape.sizes().to_vec(), mines))
    }
}
