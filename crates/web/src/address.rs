//! The game that a player asks for, as the part of an address behind `#`.
//!
//! `level=expert&seed=7`, `size=6x6x6&mines=20&rules=nd`, `board=9x9.AAJh…`: the
//! same words as on the command line. The page's form speaks it too, so there is
//! one reader and one kind of mistake.

use std::fmt::Write as _;

use omnisweep_engine::{FirstCell, RuleSet, Shape, ShapeError, UnknownWord};
use omnisweep_session::daily::{self, DailyBoard, Day};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{GuessMode, Level, Practice, Seed, Session, Setup, code};
use wasm_bindgen::prelude::wasm_bindgen;

/// The most cells that a page plays with. Larger boards are for the terminal.
pub const MOST_CELLS: u64 = 1 << 24;

/// The longest address that is read: the code of the largest board, and some words.
const LONGEST: usize = MOST_CELLS as usize / 6 + 1000;

/// The day that needs no name.
const TODAY: &str = "today";

/// A game that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    set: RuleSet,
    first: FirstCell,
    marks: bool,
    guess: GuessMode,
    /// Whether it is only for practice.
    practice: bool,
    board: Board,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Board {
    /// To be drawn, from a seed if one was named.
    Drawn { shape: Shape, mines: u64, seed: Option<u64> },
    /// Behind a code.
    Coded(String),
    /// That of a day; of today, where none is named.
    Daily { day: Option<Day>, which: DailyBoard },
}

impl GameRequest {
    /// Reads an address, with or without its `#`.
    pub fn read(address: &str) -> Result<GameRequest, String> {
        if address.len() > LONGEST {
            return Err("The address is too long to be one of a board.".to_owned());
        }
        let mut words = Words::default();
        for pair in address.trim().trim_start_matches('#').split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (slot, mut value) = (words.slot(key)?, decoded(value)?);
            if key == "daily" && value.is_empty() {
                value.push_str(TODAY);
            }
            // A field that was left empty says nothing.
            if !value.is_empty() {
                *slot = Some(value);
            }
        }
        words.request()
    }

    /// The address, without `#`.
    #[must_use]
    pub fn address(&self) -> String {
        let mut address = match &self.board {
            Board::Coded(code) => format!("board={}", encoded(code)),
            Board::Drawn { shape, mines, seed } => {
                let mut text = match Level::of(shape.sizes(), *mines) {
                    Some(level) => format!("level={}", level.key()),
                    None => format!("size={shape}&mines={mines}"),
                };
                if let Some(seed) = seed {
                    _ = write!(text, "&seed={seed}");
                }
                text
            }
            Board::Daily { day, which } => {
                let day = day.map_or(TODAY.to_owned(), |day| day.to_string());
                let practice = if self.practice { "&practice=on" } else { "" };
                return format!("daily={day}&level={which}{practice}");
            }
        };
        if self.set != RuleSet::Modern {
            _ = write!(address, "&rules={}", self.set.key());
        } else {
            if self.first != FirstCell::Opening {
                _ = write!(address, "&first={}", self.first.key());
            }
            if self.marks {
                address.push_str("&marks=on");
            }
        }
        if self.guess != GuessMode::Ordinary {
            _ = write!(address, "&guess={}", self.guess.key());
        }
        if self.practice {
            address.push_str("&practice=on");
        }
        address
    }

    /// The board of a day.
    #[must_use]
    pub fn daily(day: Day, which: DailyBoard) -> GameRequest {
        GameRequest::of_day(Some(day), which)
    }

    /// The same, for practice or not.
    #[must_use]
    pub fn with_practice(self, practice: bool) -> GameRequest {
        GameRequest { practice, ..self }
    }

    fn of_day(day: Option<Day>, which: DailyBoard) -> GameRequest {
        let (set, board) = (RuleSet::Modern, Board::Daily { day, which });
        GameRequest {
            set,
            first: set.rules().first,
            marks: false,
            guess: GuessMode::never(which.grade()),
            practice: false,
            board,
        }
    }

    /// The same, with this day for today.
    #[must_use]
    pub fn on(mut self, today: Day) -> GameRequest {
        if let Board::Daily { day, .. } = &mut self.board {
            day.get_or_insert(today);
        }
        self
    }

    /// What a session plays. A seed that nobody chose is nobody's business: asked
    /// for once more, there is another board.
    #[must_use]
    pub fn of(session: &Session) -> GameRequest {
        let setup = session.setup();
        let chosen = |seed: &Seed| (session.practice() == Some(Practice::Seed)).then_some(seed.number);
        let board = match (&setup.seed, session.game().layout()) {
            (None, Some(layout)) => Board::Coded(code::write(layout, session.suggested_start())),
            (seed, _) => Board::Drawn {
                shape: setup.shape.clone(),
                mines: setup.mines,
                seed: seed.as_ref().and_then(chosen),
            },
        };
        let practice = session.wants_practice();
        GameRequest {
            set: setup.set,
            first: setup.first,
            marks: setup.marks,
            guess: setup.guess,
            practice,
            board,
        }
    }

    /// A new game with this setup.
    #[must_use]
    pub fn like(setup: &Setup) -> GameRequest {
        let Setup { set, first, marks, guess, shape, mines, .. } = setup.clone();
        GameRequest {
            set,
            first,
            marks,
            guess,
            practice: false,
            board: Board::Drawn { shape, mines, seed: None },
        }
    }

    /// The same from the seed of a session.
    #[must_use]
    pub fn with_seed(mut self, number: Option<u64>) -> GameRequest {
        if let Board::Drawn { seed, .. } = &mut self.board {
            *seed = number;
        }
        self
    }

    /// Whether a session plays just this.
    #[must_use]
    pub fn is(&self, session: &Session) -> bool {
        match &self.board {
            Board::Drawn { .. } => *self == GameRequest::of(session),
            Board::Daily { day, which } => {
                day.is_some_and(|day| daily::played_in(session) == Some((day, *which)))
            }
            Board::Coded(text) => {
                let own = GameRequest::of(session);
                let choices = |request: &GameRequest| {
                    (request.set, request.first, request.marks, request.guess, request.practice)
                };
                let same = choices(self) == choices(&own);
                let layout = code::read(text).ok().map(|(layout, _)| layout);
                same && layout.as_ref() == session.game().layout() && layout.is_some()
            }
        }
    }

    /// The same, on any board.
    #[must_use]
    pub fn without_seed(mut self) -> GameRequest {
        self.board = match self.board {
            Board::Drawn { shape, mines, .. } => Board::Drawn { shape, mines, seed: None },
            Board::Daily { which, .. } => {
                let Setup { shape, mines, .. } = daily::setup(Day::at(0), which);
                Board::Drawn { shape, mines, seed: None }
            }
            Board::Coded(code) => match code::read(&code) {
                Ok((layout, _)) => {
                    let (shape, mines) = (layout.shape().clone(), layout.count());
                    // A board from elsewhere may have more mines than can be drawn around an opening.
                    let mines = mines.min(self.first.most_mines(&shape));
                    Board::Drawn { shape, mines, seed: None }
                }
                Err(_) => Board::Coded(code),
            },
        };
        self
    }

    /// The same, on the board behind a code. Whether that needs a guess is not
    /// promised any more: a code can be written by anybody.
    #[must_use]
    pub fn with_code(self, code: String) -> GameRequest {
        let guess = if self.guess.is_never() { GuessMode::Ordinary } else { self.guess };
        GameRequest { board: Board::Coded(code), guess, ..self }
    }

    /// The game, with `any` for a seed where none was named.
    pub fn session(&self, any: u64, today: Day) -> Result<Session, String> {
        let mut session = self.begin(any, today)?;
        if self.practice {
            session.practise(Practice::Wanted);
        }
        Ok(session)
    }

    fn begin(&self, any: u64, today: Day) -> Result<Session, String> {
        let options =
            |plain: Setup| Setup { first: self.first, marks: self.marks, ..plain }.with_guess(self.guess);
        match &self.board {
            Board::Drawn { shape, mines, seed } => {
                let setup = |seed| options(Setup::new(self.set, shape.clone(), *mines, Some(seed)));
                match seed {
                    Some(seed) => Session::new(setup(Seed::new(*seed))).map_err(sentence),
                    None => Session::fresh(setup(Seed::any(any))).map_err(sentence),
                }
            }
            Board::Daily { day, which } => {
                let day = day.unwrap_or(today);
                // Whether it was attempted before is found out later.
                let mut session = daily::session(day, *which, today, false).map_err(sentence)?;
                // What takes long is the worker's, once the first cell is opened.
                if !which.takes_long() {
                    session.lay(daily::board(day, *which).0).map_err(sentence)?;
                }
                Ok(session)
            }
            Board::Coded(text) => {
                let (layout, start) = code::read(text).map_err(sentence)?;
                small_enough(layout.shape())?;
                let setup = options(Setup::new(self.set, layout.shape().clone(), layout.count(), None));
                Session::with_suggested_start(setup, layout, start).map_err(sentence)
            }
        }
    }
}

#[derive(Default)]
struct Words {
    level: Option<String>,
    size: Option<String>,
    mines: Option<String>,
    seed: Option<String>,
    rules: Option<String>,
    first: Option<String>,
    marks: Option<String>,
    guess: Option<String>,
    board: Option<String>,
    daily: Option<String>,
    practice: Option<String>,
}

impl Words {
    fn slot(&mut self, key: &str) -> Result<&mut Option<String>, String> {
        Ok(match key {
            "level" => &mut self.level,
            "size" => &mut self.size,
            "mines" => &mut self.mines,
            "seed" => &mut self.seed,
            "rules" => &mut self.rules,
            "first" => &mut self.first,
            "marks" => &mut self.marks,
            "guess" => &mut self.guess,
            "board" => &mut self.board,
            "daily" => &mut self.daily,
            "practice" => &mut self.practice,
            _ => return Err(words::unknown_word(shown(key))),
        })
    }

    fn request(self) -> Result<GameRequest, String> {
        if let Some(word) = &self.daily {
            return self.of_day(word);
        }
        let set = match &self.rules {
            Some(key) => key.parse().map_err(|error: UnknownWord| sentence(error))?,
            None => RuleSet::Modern,
        };
        let rules = set.rules();
        let mut first = match &self.first {
            // Only the modern rules have a choice: elsewhere the form's answer is no matter.
            Some(key) if set == RuleSet::Modern => {
                key.parse().map_err(|error: UnknownWord| sentence(error))?
            }
            _ => rules.first,
        };
        let practice = self.practice()?;
        let marks = match self.marks.as_deref() {
            Some("on") if set == RuleSet::Modern => true,
            Some("on" | "off") | None => rules.marks,
            Some(other) => return Err(words::on_or_off("What is said of question marks", shown(other))),
        };
        let guess = match &self.guess {
            Some(key) => key.parse().map_err(|error: UnknownWord| sentence(error))?,
            None => GuessMode::Ordinary,
        };
        if guess.is_never() && self.board.is_some() {
            return Err("Whether a board from a code needs a guess is not up to us.".to_owned());
        }
        let board = match self.board {
            Some(code) => Board::Coded(code.trim().to_owned()),
            None => {
                let level = self.level()?;
                let level = level.or(self.size.is_none().then_some(Level::Beginner));
                let shape = match (level, &self.size) {
                    (Some(level), _) => Shape::new(level.sizes()).map_err(sentence)?,
                    (None, size) => sizes(size.as_deref().unwrap_or_default())?,
                };
                small_enough(&shape)?;
                if self.first.is_none() {
                    first = Setup::usual_first(set, &shape);
                }
                let mines = match (level, &self.mines) {
                    (Some(level), _) => level.mines(),
                    (None, Some(word)) => mines(word, &shape)?,
                    (None, None) => Setup::usual_mines(&shape, first),
                };
                let seed = self.seed.map(|word| number("The seed", &word)).transpose()?;
                Board::Drawn { shape, mines, seed }
            }
        };
        Ok(GameRequest { set, first, marks, guess, practice, board })
    }

    fn practice(&self) -> Result<bool, String> {
        match self.practice.as_deref() {
            Some("on") => Ok(true),
            Some("off") | None => Ok(false),
            Some(other) => Err(words::on_or_off("Practice", shown(other))),
        }
    }

    fn level(&self) -> Result<Option<Level>, String> {
        match self.level.as_deref() {
            None | Some("custom") => Ok(None),
            Some(key) => key.parse().map(Some).map_err(|error: UnknownWord| sentence(error)),
        }
    }

    fn daily_board(&self) -> Result<DailyBoard, String> {
        match self.level.as_deref() {
            None | Some("custom") => Ok(DailyBoard::Beginner),
            Some(key) => key.parse().map_err(|error: UnknownWord| sentence(error)),
        }
    }

    fn of_day(&self, word: &str) -> Result<GameRequest, String> {
        let others =
            [&self.size, &self.mines, &self.seed, &self.rules, &self.first, &self.marks, &self.guess];
        if others.into_iter().chain([&self.board]).any(Option::is_some) {
            return Err("Of the board of the day only the day and the level can be chosen.".to_owned());
        }
        let day = match word {
            TODAY => None,
            word => Some(word.parse().map_err(|_| words::no_date(shown(word)))?),
        };
        Ok(GameRequest { practice: self.practice()?, ..GameRequest::of_day(day, self.daily_board()?) })
    }
}

fn small_enough(shape: &Shape) -> Result<(), String> {
    if shape.cells() > MOST_CELLS {
        return Err(words::too_large_for_a_page(shape));
    }
    Ok(())
}

fn sizes(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error| match error {
        ShapeError::NotNumbers => words::no_sizes(shown(text)),
        error => sentence(error),
    })
}

/// A number of mines, or so many of a hundred cells: `15 %`.
fn mines(word: &str, shape: &Shape) -> Result<u64, String> {
    let what = "The number of mines";
    let Some(share) = word.trim().strip_suffix('%') else { return number(what, word) };
    let percent: f64 = share.trim().parse().map_err(|_| words::no_number(what, shown(word)))?;
    if !(0.0..=100.0).contains(&percent) {
        return Err(words::no_number(what, shown(word)));
    }
    Ok((shape.cells() as f64 * percent / 100.0).round() as u64)
}

/// What there is to choose under some rules.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the first open keeps free, and question marks.
    #[wasm_bindgen(readonly)]
    pub choices: bool,
    /// Boards that need no guess, and guesses that are forgiven.
    #[wasm_bindgen(readonly)]
    pub guesses: bool,
}

/// What there is to choose under these rules, with this first click where they have the choice.
#[wasm_bindgen]
#[must_use]
pub fn offer(rules: &str, first: &str) -> Offer {
    let set: RuleSet = rules.parse().unwrap_or(RuleSet::Modern);
    let choices = set == RuleSet::Modern;
    let first = if choices { first.parse().unwrap_or(set.rules().first) } else { set.rules().first };
    Offer { choices, guesses: first != FirstCell::Anything }
}

fn number(what: &str, word: &str) -> Result<u64, String> {
    word.trim().parse().map_err(|_| words::no_number(what, shown(word)))
}

/// A text as an address has it: what could mean something else there is `%41`.
fn encoded(text: &str) -> String {
    let mut address = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// `%41` and `+` as the letters they stand for.
fn decoded(text: &str) -> Result<String, String> {
    let damaged = || "The address is damaged.".to_owned();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
                let (high, low) =
                    (digit(rest.next()).ok_or_else(damaged)?, digit(rest.next()).ok_or_else(damaged)?);
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| damaged())
}

/// Somebody else's word, short and harmless.
fn shown(word: &str) -> String {
    let short: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("“{short}”")
}

#[cfg(test)]
mod tests;
