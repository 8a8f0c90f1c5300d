//! The CS121 edition: menus, question marks, chords, saved games and a hall of
//! fame.

mod answer;
mod saved;
mod scores;
mod screen;

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Refusal, Rules, Shape, View};

use crate::glibc::Rand;
use answer::Limit;

pub use saved::Saved;
pub use scores::{Entry, read as read_scores, write as write_scores};

/// Seconds without input after which a turn is drawn again.
pub const IDLE: u64 = 60;

/// Where the game is played: a terminal, a pipe or a test.
pub trait Console {
    /// Prints.
    fn print(&mut self, text: &[u8]) -> io::Result<()>;
    /// Starts a new screen: clears a terminal, does nothing to a pipe.
    fn clear(&mut self) -> io::Result<()>;
    /// Waits for a line; where `idle` is set, for [`IDLE`] seconds at most.
    fn read(&mut self, idle: bool) -> io::Result<Line>;
    /// Seconds by a clock that only runs forward.
    fn seconds(&mut self) -> u64;
    /// Tells something that is no part of the game.
    fn warn(&mut self, text: &str);
}

/// What came of waiting.
pub enum Line {
    /// A line without its newline.
    Typed(Vec<u8>),
    /// Nothing yet.
    Idle,
    /// Nothing ever more.
    End,
}

/// What was said on the command line.
pub struct Options {
    /// Where the two files lie.
    pub folder: PathBuf,
    /// Where mines are drawn from, if not from the time of day.
    pub seed: Option<u32>,
    /// Where to write the uncovered grid.
    pub grid: Option<PathBuf>,
}

/// Plays until the player leaves or the input ends.
pub fn run(options: &Options, console: &mut impl Console) -> io::Result<()> {
    match (Cs121 { options, console }).menu() {
        Ok(()) | Err(Stop::End) => Ok(()),
        Err(Stop::Io(error)) => Err(error),
    }
}

/// Why all screens are left at once.
enum Stop {
    /// The input has ended.
    End,
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

struct Cs121<'a, C> {
    options: &'a Options,
    console: &'a mut C,
}

/// A game with what the engine does not know of it.
struct Round {
    game: Game,
    /// Seconds and moves before the clock read `since`.
    time: u64,
    moves: u64,
    since: u64,
}

impl Round {
    fn seconds(&self, now: u64) -> u64 {
        // The file has 31 bits for it.
        (self.time + now.saturating_sub(self.since)).min(i32::MAX as u64)
    }
}

impl<C: Console> Cs121<'_, C> {
    fn menu(&mut self) -> Result<(), Stop> {
        loop {
            self.console.clear()?;
            self.print(screen::MENU)?;
            match self.letter()? {
                b'1' => self.new_game()?,
                b'2' => self.load()?,
                b'3' => self.hall_of_fame()?,
                b'4' => return Ok(()),
                _ => self.message("Invalid choice!")?,
            }
        }
    }

    fn new_game(&mut self) -> Result<(), Stop> {
        self.console.clear()?;
        self.print("Enter the dimensions of the grid\n")?;
        let (rows, columns) = loop {
            self.print("Rows: ")?;
            let rows = self.number()?;
            self.print("Columns: ")?;
            let columns = self.number()?;
            if saved::SIDES.contains(&rows) && saved::SIDES.contains(&columns) {
                break (rows, columns);
            }
            self.print("Please enter dimensions between 2x2 and 30x30\n")?;
        };
        let shape = Shape::new(&[rows, columns]).map_err(io::Error::other)?;
        let mines = 1 + shape.cells() / 10;
        let mut game = Game::new(shape, Rules::CS121, mines).map_err(io::Error::other)?;
        self.console.clear()?;
        self.print(&screen::grid(&game))?;
        self.print("\nYour first move:\n")?;
        let first = self.position(&game)?;
        // Set anew for each game.
        let seed = self.options.seed.unwrap_or_else(time_of_day);
        let layout = draw(game.shape(), mines, first, seed).map_err(io::Error::other)?;
        game.lay(layout);
        let since = self.console.seconds();
        let outcome = game.apply(Action::Open(first), &mut ()).map_err(io::Error::other)?;
        // A game that is won at once is not won in no time.
        let time = u64::from(outcome == Outcome::Won);
        self.write_grid(&game);
        self.play(Round { game, time, moves: 1, since })
    }

    fn load(&mut self) -> Result<(), Stop> {
        match saved::load(&self.options.folder) {
            Ok(Saved { game, time, moves }) => {
                self.write_grid(&game);
                let since = self.console.seconds();
                self.play(Round { game, time, moves, since })
            }
            Err(damage) => self.message(damage.text()),
        }
    }

    fn hall_of_fame(&mut self) -> Result<(), Stop> {
        self.console.clear()?;
        self.print("Hall of Fame\n\n")?;
        match scores::load(&self.options.folder) {
            Ok(Some(mut entries)) => {
                // Stable: equals stay in the file's order.
                entries.sort_by_key(|entry| std::cmp::Reverse(entry.score));
                self.console.print(&screen::table(&entries))?;
                self.enter()
            }
            Ok(None) | Err(_) => self.message("Failed to read scores from file!"),
        }
    }

    fn play(&mut self, mut round: Round) -> Result<(), Stop> {
        let mut idle = false;
        loop {
            // What is half typed when a turn is drawn again stays on the screen.
            if !std::mem::take(&mut idle) {
                self.console.clear()?;
            }
            let seconds = round.seconds(self.console.seconds());
            let score = screen::score(round.game.shape(), seconds, round.moves);
            self.print(&screen::header(&round.game, seconds, round.moves, score))?;
            match round.game.outcome() {
                Outcome::Won => return self.won(&round.game, score),
                Outcome::Lost => {
                    self.print("You've touched a mine! BOOM! :'(\n\n")?;
                    self.print(&screen::grid(&round.game))?;
                    return self.enter();
                }
                Outcome::Playing => {}
            }
            self.print(&screen::grid(&round.game))?;
            self.print(screen::ACTIONS)?;
            let Some(letter) = self.action()? else {
                idle = true;
                continue;
            };
            match letter.to_ascii_lowercase() {
                letter @ (b'o' | b'f' | b'm' | b'u') => {
                    let cell = self.position(&round.game)?;
                    match act(&mut round.game, letter, cell) {
                        Ok(()) => round.moves += 1,
                        Err(text) => self.message(text)?,
                    }
                }
                b's' => {
                    let seconds = round.seconds(self.console.seconds());
                    let saved = saved::save(&self.options.folder, &round.game, seconds, round.moves);
                    if saved.is_ok() {
                        return self.message("Game saved successfully!");
                    }
                    self.message("Failed to save game!")?;
                }
                b'q' => {
                    self.print(screen::CONFIRM)?;
                    if matches!(self.letter()?, b'y' | b'Y') {
                        return Ok(());
                    }
                }
                _ => self.message("Unknown Action!\n")?,
            }
        }
    }

    fn won(&mut self, game: &Game, score: i64) -> Result<(), Stop> {
        self.print(&screen::grid(game))?;
        self.print("\nCongratulations! You have won!\nPlease enter your name: ")?;
        let name = self.answer(Limit::NAME)?;
        match scores::add(&self.options.folder, &name, score) {
            Ok(()) => Ok(()),
            Err(_) => self.message("Couldn't record score to file!\n"),
        }
    }

    /// Writes the uncovered grid where that was asked for.
    fn write_grid(&mut self, game: &Game) {
        if let Some(path) = &self.options.grid {
            let text = screen::uncovered(game);
            if let Err(error) = omnisweep_files::write_atomically(path, |out| out.write_all(text.as_bytes()))
            {
                self.console.warn(&format!("{}: {error}", path.display()));
            }
        }
    }

    fn print(&mut self, text: &str) -> Result<(), Stop> {
        Ok(self.console.print(text.as_bytes())?)
    }

    /// Prints a message and waits until it was read.
    fn message(&mut self, text: &str) -> Result<(), Stop> {
        self.print(text)?;
        self.enter()
    }

    /// Waits for ENTER, and whatever is typed before it.
    fn enter(&mut self) -> Result<(), Stop> {
        match self.console.read(false)? {
            Line::Typed(_) | Line::Idle => Ok(()),
            Line::End => Err(Stop::End),
        }
    }

    /// An answer of at most so many bytes that is not empty.
    fn answer(&mut self, limit: Limit) -> Result<Vec<u8>, Stop> {
        loop {
            if let Some(answer) = self.answer_or_idle(limit, false)? {
                return Ok(answer);
            }
        }
    }

    /// The same, or nothing after a while where `idle` is set.
    fn answer_or_idle(&mut self, limit: Limit, idle: bool) -> Result<Option<Vec<u8>>, Stop> {
        loop {
            let line = match self.console.read(idle)? {
                Line::Typed(line) => line,
                Line::Idle => return Ok(None),
                Line::End => return Err(Stop::End),
            };
            match limit.check(&line) {
                Some(answer) if answer.is_empty() => {}
                Some(answer) => return Ok(Some(answer)),
                None => self.print("Too much characters given!\nTry again: ")?,
            }
        }
    }

    fn letter(&mut self) -> Result<u8, Stop> {
        Ok(self.answer(Limit::LETTER)?[0])
    }

    fn action(&mut self) -> Result<Option<u8>, Stop> {
        Ok(self.answer_or_idle(Limit::LETTER, true)?.map(|answer| answer[0]))
    }

    fn number(&mut self) -> Result<u64, Stop> {
        loop {
            let answer = self.answer(Limit::NUMBER)?;
            match answer::number(&answer) {
                Some(number) => return Ok(number),
                None => self.print("Please enter a valid number: ")?,
            }
        }
    }

    fn position(&mut self, game: &Game) -> Result<Cell, Stop> {
        loop {
            self.print("Position ([X][SPACE][Y]): ")?;
            let answer = self.answer(Limit::POSITION)?;
            match answer::position(&answer).and_then(|at| game.shape().cell(&at)) {
                Some(cell) => return Ok(cell),
                None => self.print("Please enter a valid position!\n")?,
            }
        }
    }
}

/// Seconds since 1970, as far as they fit.
fn time_of_day() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as u32)
}

/// Mines anywhere but at the first cell, one after the other, again where there
/// is one already.
fn draw(shape: &Shape, mines: u64, first: Cell, seed: u32) -> io::Result<Layout> {
    let mut layout = Layout::new(shape.clone()).map_err(io::Error::other)?;
    let mut rand = Rand::new(seed);
    while layout.count() < mines {
        let mut below = |size: u64| u64::from(rand.next()) % size;
        let at = [below(shape.sizes()[0]), below(shape.sizes()[1])];
        if let Some(cell) = shape.cell(&at).filter(|&cell| cell != first) {
            layout.insert(cell);
        }
    }
    Ok(layout)
}

/// Makes a move, or says why not.
fn act(game: &mut Game, letter: u8, cell: Cell) -> Result<(), &'static str> {
    let action = match letter {
        b'f' => Action::Flag(cell),
        b'm' => Action::Mark(cell),
        b'u' => Action::Unmark(cell),
        // A blank is no number: it is just open.
        _ if matches!(game.view(cell), View::Number(1..)) => Action::Chord(cell),
        _ => Action::Open(cell),
    };
    let refusal = match game.apply(action, &mut ()) {
        Ok(_) => return Ok(()),
        Err(refusal) => refusal,
    };
    Err(match (action, refusal) {
        (Action::Open(_), Refusal::Flagged) => "The cell is flagged!",
        (Action::Open(_), Refusal::Marked) => "The cell is marked!",
        (Action::Unmark(_), _) => "The cell is not flagged nor marked!",
        (_, Refusal::Flagged) => "The cell is already flagged!",
        (_, Refusal::Marked) => "The cell is already marked!",
        _ => "The cell is already open!",
    })
}
