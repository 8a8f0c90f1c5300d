//! `omnisweep play`, line by line: for pipes, simple terminals and screen readers.

mod board;
mod command;
mod options;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use omnisweep_engine::{Action, Cell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{Level, Session, Setup, code, save};
use thiserror::Error;

pub use options::Options;

use crate::style::{Ink, When};
use board::Board;
use command::{Command, New};

/// Why the program ends.
#[derive(Debug, Error)]
pub enum Failure {
    /// What was asked for cannot be.
    #[error("{0}")]
    Usage(String),
    /// A file, or the terminal.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file, by name.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        error: String,
    },
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            _ => 1,
        }
    }

    /// Whether nobody reads the output any more: a reason to stop, not to complain.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }

    fn file(path: &Path, error: impl ToString) -> Failure {
        Failure::File { path: path.to_path_buf(), error: error.to_string() }
    }
}

/// Plays until the player leaves or the input ends.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let slot = slot();
    let (session, welcome, waited) = options.session(slot.as_deref())?;
    let mut play = Play {
        last: session.log().last().map(|last| last.action.cell()),
        session,
        slot,
        in_slot: waited,
        started: (!options.rehearsal).then(Instant::now),
        unsaved: false,
        echo: !io::stdin().is_terminal(),
        ascii: options.ascii,
        colours: color.now(),
        out: io::stdout().lock(),
    };
    let played = play.run(&welcome, io::stdin().lock());
    // Whatever ended it, the game is kept.
    let kept = play.keep();
    played.and(kept)
}

/// Where the game is kept between two runs.
fn slot() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    let folder = etcetera::choose_base_strategy().ok()?.data_dir();
    Some(folder.join("omnisweep").join("game.txt"))
}

/// Reads a saved game.
fn load(path: &Path) -> Result<Session, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
    save::read(&text).map_err(|error| Failure::file(path, error))
}

/// A seed that nobody chose, short enough to be told to a friend.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

struct Play<W> {
    session: Session,
    slot: Option<PathBuf>,
    /// Whether the game in the slot is this one, earlier.
    in_slot: bool,
    /// When the clock started; none where it stands still for a test.
    started: Option<Instant>,
    /// Whether nobody sees what is typed: it is written down, then.
    echo: bool,
    /// The cell played last.
    last: Option<Cell>,
    /// Whether moves were made since the game was last kept.
    unsaved: bool,
    ascii: bool,
    colours: bool,
    out: W,
}

impl<W: Write> Play<W> {
    fn run(&mut self, welcome: &str, mut input: impl BufRead) -> Result<(), Failure> {
        let title = Ink::Bold.paint("Omnisweep", self.colours);
        let now = self.now();
        self.session.resume(now);
        writeln!(self.out, "{title}: {welcome}\nType `help` for the commands, `quit` to leave.\n")?;
        self.show()?;
        loop {
            self.prompt()?;
            let Some(line) = read_line(&mut input)? else {
                writeln!(self.out)?;
                return Ok(());
            };
            if self.echo {
                writeln!(self.out, "{line}")?;
            }
            let shape = &self.session.setup().shape;
            match command::parse(&line, shape) {
                Ok(None) => {}
                Ok(Some(Command::Quit)) => return Ok(()),
                Ok(Some(command)) => {
                    if let Err(failure) = self.obey(command) {
                        if failure.is_closed_pipe() {
                            return Err(failure);
                        }
                        writeln!(self.out, "{failure}.")?;
                    }
                }
                Err(mistake) => writeln!(self.out, "{mistake}")?,
            }
        }
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        let game = self.session.game();
        let (state, ink) = match game.outcome() {
            Outcome::Playing => {
                let left = game.mines_left();
                (format!("{left} {} left", if left == 1 { "mine" } else { "mines" }), Ink::Plain)
            }
            Outcome::Won => ("won".to_owned(), Ink::Good),
            Outcome::Lost => ("lost".to_owned(), Ink::Wrong),
        };
        let time = duration(self.session.elapsed(self.now()));
        write!(self.out, "{}, {time} > ", ink.paint(&state, self.colours))?;
        Ok(self.out.flush()?)
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Act(action) => return self.act(action),
            Command::Undo => {
                let now = self.now();
                match self.session.undo(now) {
                    Some(undone) => {
                        let shape = &self.session.setup().shape;
                        writeln!(self.out, "Taken back: {}.", named(undone.action, shape))?;
                        self.last = self.session.log().last().map(|last| last.action.cell());
                        self.unsaved = true;
                    }
                    None => {
                        writeln!(self.out, "There is nothing to take back.")?;
                        return Ok(());
                    }
                }
            }
            Command::New(new) => {
                let setup = self.setup(new)?;
                let session = Session::new(setup).map_err(Failure::usage)?;
                self.begin(session);
                let welcome = describe(&self.session);
                writeln!(self.out, "{welcome}")?;
            }
            Command::Retry => {
                let session = self.session.retry().map_err(Failure::usage)?;
                self.begin(session);
                writeln!(self.out, "The same board again.")?;
            }
            Command::Save(path) => {
                let (path, what) = match (path, &self.slot) {
                    (Some(path), _) => (path.clone(), format!("`omnisweep play --load {}`", path.display())),
                    (None, Some(slot)) => (slot.clone(), "`omnisweep`".to_owned()),
                    (None, None) => return Err(Failure::usage("there is no folder for it: name a file")),
                };
                self.write(&path)?;
                writeln!(self.out, "Saved. {what} goes on with it.")?;
                return Ok(());
            }
            Command::Load(path) => {
                let session = load(&path)?;
                self.begin(session);
                let welcome = describe(&self.session);
                writeln!(self.out, "{welcome}")?;
            }
            Command::Code => {
                let first = self.session.log().iter().find_map(|played| match played.action {
                    Action::Open(cell) => Some(cell),
                    _ => None,
                });
                match self.session.game().layout() {
                    Some(layout) => writeln!(self.out, "{}", code::write(layout, first))?,
                    None => writeln!(self.out, "The board is drawn when you open the first cell.")?,
                }
                return Ok(());
            }
            Command::Help => {
                self.help()?;
                return Ok(());
            }
            Command::Show => {}
            Command::Quit => return Ok(()),
        }
        self.show()
    }

    fn act(&mut self, action: Action) -> Result<(), Failure> {
        // Opening an open number means the chord, as with a mouse.
        let game = self.session.game();
        let action = match (action, game.view(action.cell())) {
            (Action::Open(cell), View::Number(_)) if game.rules().chord.is_some() => Action::Chord(cell),
            _ => action,
        };
        let now = self.now();
        match self.session.act(action, now, &mut ()) {
            Ok(outcome) => {
                self.last = Some(action.cell());
                self.unsaved = true;
                self.show()?;
                self.finish(outcome)
            }
            Err(refusal) => {
                let mut reason = refusal.to_string();
                reason[..1].make_ascii_uppercase();
                Ok(writeln!(self.out, "{reason}.")?)
            }
        }
    }

    /// Says how it ended, if it did.
    fn finish(&mut self, outcome: Outcome) -> Result<(), Failure> {
        if outcome == Outcome::Playing {
            return Ok(());
        }
        let time = duration(self.session.elapsed(self.now()));
        let moves = match self.session.log().len() {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let ended = match outcome {
            Outcome::Won => Ink::Good.paint(&format!("You won in {time} with {moves}!"), self.colours),
            _ => Ink::Wrong.paint(&format!(" Boom! You lost after {time} and {moves}. "), self.colours),
        };
        writeln!(self.out, "{ended}")?;
        if let Some(seed) = self.session.setup().seed {
            writeln!(self.out, "Seed {seed}; `code` prints the board for a friend.")?;
        }
        writeln!(self.out, "`new` plays another board, `retry` this one, `undo` takes the last move back.")?;
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let height = terminal_size::terminal_size().map_or(50, |(_, height)| usize::from(height.0));
        let board = Board {
            game: self.session.game(),
            last: self.last,
            ascii: self.ascii,
            colours: self.colours,
            width,
            height: height.max(12) - 4,
        };
        Ok(writeln!(self.out, "{board}")?)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let shape = &self.session.setup().shape;
        let at = ["ROW COLUMN", "COLUMN"][usize::from(shape.sizes().len() == 1)];
        let outer = shape.sizes().len().saturating_sub(2);
        let at = format!("{}{at}", "SLICE ".repeat(outer));
        Ok(write!(self.out, "{}", command::help(&at, *self.session.game().rules()))?)
    }

    /// The setup of a new game: as before, but for what was said.
    fn setup(&self, new: New) -> Result<Setup, Failure> {
        let old = self.session.setup();
        let seed = if self.started.is_some() { any_seed() } else { 1 };
        let (sizes, mines) = match new {
            New::Same => (old.shape.sizes().to_vec(), old.mines),
            New::Level(level) => (level.sizes().to_vec(), level.mines()),
            New::Custom { sizes, mines } => (sizes, mines),
        };
        let shape = Shape::new(&sizes).map_err(Failure::usage)?;
        Ok(Setup { shape, mines, seed: Some(seed), ..old.clone() })
    }

    fn begin(&mut self, session: Session) {
        self.last = session.log().last().map(|last| last.action.cell());
        self.session = session;
        self.unsaved = false;
        self.in_slot = false;
    }

    /// Keeps the game for the next time. One that is over is not kept, one
    /// without a move does not push another out, and one that is pushed out is
    /// not lost.
    fn keep(&mut self) -> Result<(), Failure> {
        let Some(slot) = self.slot.clone() else { return Ok(()) };
        if !self.unsaved {
            return Ok(());
        }
        if self.session.game().outcome() != Outcome::Playing {
            if self.in_slot {
                std::fs::remove_file(&slot).map_err(|error| Failure::file(&slot, error))?;
            }
            return Ok(());
        }
        self.write(&slot)?;
        _ = writeln!(self.out, "The game is kept: `omnisweep` goes on with it.");
        Ok(())
    }

    /// Makes room in the slot for this game.
    fn push_out(&mut self, slot: &Path) -> Result<(), Failure> {
        if let Some(folder) = slot.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        }
        if !self.in_slot && slot.exists() {
            let older = slot.with_file_name("older-game.txt");
            std::fs::rename(slot, &older).map_err(|error| Failure::file(slot, error))?;
            let load = format!("omnisweep play --load {}", older.display());
            _ = writeln!(self.out, "Another game was waiting: `{load}` goes on with that one.");
        }
        self.in_slot = true;
        Ok(())
    }

    fn write(&mut self, path: &Path) -> Result<(), Failure> {
        let now = self.now();
        if self.slot.as_deref() == Some(path) {
            self.push_out(path)?;
        }
        let text = save::write(&self.session, now);
        omnisweep_files::replace(path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| Failure::file(path, error))?;
        self.unsaved = false;
        Ok(())
    }

    fn now(&self) -> u64 {
        self.started.map_or(0, |started| started.elapsed().as_millis() as u64)
    }
}

/// A line of input without its end, or nothing once the input has ended.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// What is being played, in a few words.
fn describe(session: &Session) -> String {
    let setup = session.setup();
    let level = Level::of(setup.shape.sizes(), setup.mines).map(|level| format!("{}, ", level.key()));
    let rules = match setup.set {
        RuleSet::Modern => String::new(),
        set => format!(", {} rules", set.key()),
    };
    let mines = if setup.mines == 1 { "1 mine".to_owned() } else { format!("{} mines", setup.mines) };
    let seed = setup.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    format!("{}{} with {mines}{rules}{seed}.", level.unwrap_or_default(), setup.shape)
}

fn named(action: Action, shape: &Shape) -> String {
    let verb = match action {
        Action::Open(_) => "open",
        Action::Flag(_) => "flag",
        Action::Mark(_) => "mark",
        Action::Unmark(_) => "unmark",
        Action::Chord(_) => "chord",
    };
    let at: Vec<String> = shape.coordinates(action.cell()).iter().map(u64::to_string).collect();
    format!("{verb} {}", at.join(" "))
}

/// Milliseconds as a player reads them.
fn duration(ms: u64) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    if minutes == 0 { format!("{}.{} s", seconds, ms / 100 % 10) } else { format!("{minutes}:{seconds:02}") }
}
