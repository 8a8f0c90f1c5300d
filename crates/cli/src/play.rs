//! `omnisweep play`: on a terminal the app; line by line for pipes, simple
//! terminals and screen readers.

pub mod app;
mod board;
mod command;
mod keeping;
mod options;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use omnisweep_engine::{Action, Cell, Outcome, Shape};
use omnisweep_session::{
    BoardSearch, Gesture, GestureResult, InputPreferences, Practice, Record, Seed, Session, Setup, words,
};
use omnisweep_store::{PutAside, Saves, Slot, SlotError};

pub use options::{Keys, Options};

use crate::failure::Failure;
use crate::style::{Ink, When, is_unicode};
use board::Board;
use command::{Command, New};

/// Plays until the player leaves or the input ends.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    if app::is_for(options) {
        return app::run(options, color);
    }
    let mut place =
        crate::folder::data().map_err(Failure::from).and_then(|folder| Slot::take(&folder).map_err(failed));
    let (session, welcome) = options.session(place.as_mut().ok())?;
    let (slot, unkept) = match place {
        Ok(slot) => (Some(slot), None),
        Err(failure) => (None, Some(failure.to_string())),
    };
    let saves = crate::folder::data().ok().map(|folder| Saves::of(&folder));
    let mut play = Play {
        saves,
        resumed: slot.as_ref().is_some_and(Slot::is_ours),
        last: session.log().last().map(|last| last.action.cell()),
        session,
        slot,
        started: (!options.deterministic).then(Instant::now),
        unsaved: false,
        no_place: unkept.clone(),
        unkept: None,
        record: None,
        uncounted: None,
        overwrite: None,
        echo: !(io::stdin().is_terminal() && io::stdout().is_terminal()),
        ascii: options.ascii || !is_unicode(),
        colours: color.enabled(),
        out: io::stdout().lock(),
    };
    let played = play.run(&welcome, io::stdin().lock());
    // Whatever ended it, the game is kept.
    let kept = play.keep();
    if played.is_ok() && kept.is_ok() && play.slot.as_ref().is_some_and(Slot::is_ours) {
        // Nobody may be there to read it.
        _ = writeln!(play.out, "{}", words::kept_for_next_time());
    }
    played.and(play.lost(kept))
}

/// The saved game in a file, or under a name: see [`Saves::go_on`].
fn load(
    name: &str,
    slot: Option<&mut Slot>,
    running: Option<(&Session, &str)>,
) -> Result<(Session, Option<PutAside>), Failure> {
    // Without a folder there are no names, only paths.
    let saves = Saves::of(&crate::folder::data().unwrap_or_default());
    match slot {
        Some(slot) => saves.go_on(name, slot, running, crate::stats::now()).map_err(failed),
        None => saves.copy(name).map(|session| (session, None)).map_err(failed),
    }
}

/// What is wrong with a file.
fn failed(error: SlotError) -> Failure {
    Failure::file(&error.path, error.error)
}

/// How long a board that needs no guess is searched for.
const LONGEST_SEARCH: Duration = Duration::from_millis(BoardSearch::TIME_LIMIT_MS);

/// The longest line that can be a command.
const LONGEST_LINE: usize = 4096;

/// A seed that nobody chose, short enough to be told to a friend.
pub fn any_seed() -> Seed {
    Seed::new(omnisweep_tui::any_seed())
}

struct Play<W> {
    session: Session,
    /// Where the game is kept between two runs.
    slot: Option<Slot>,
    /// Where games are put aside.
    saves: Option<Saves>,
    /// Whether this game was resumed from an earlier run.
    resumed: bool,
    /// When the clock started; none where it stands still for a test.
    started: Option<Instant>,
    /// Whether nobody sees what is typed: it is written down, then.
    echo: bool,
    /// The cell played last.
    last: Option<Cell>,
    /// Whether something happened since the game was last kept.
    unsaved: bool,
    /// Why there is no place where the game could be kept, if there is none.
    no_place: Option<String>,
    /// Why the game was not kept the last time that it should have been.
    unkept: Option<String>,
    /// The record of the game that has just ended, until it is counted.
    record: Option<Record>,
    /// The record of a game that is in no statistics, and why.
    uncounted: Option<(Record, String)>,
    /// A game or file that is there already, and may be overwritten if that is said again.
    overwrite: Option<String>,
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
        if let Some(why) = &self.no_place {
            let why = words::not_kept(why);
            writeln!(self.out, "{why} {}\n", words::keep_elsewhere())?;
            self.unkept = Some(why);
        }
        self.show()?;
        loop {
            self.prompt()?;
            let Some(line) = read_line(&mut input)? else {
                writeln!(self.out)?;
                return Ok(());
            };
            if self.echo {
                writeln!(self.out, "{}", shown(&line))?;
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
                        writeln!(self.out, "{}", words::sentence(failure))?;
                    }
                }
                Err(error) => writeln!(self.out, "{error}")?,
            }
        }
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        let game = self.session.game();
        let ink = match game.outcome() {
            Outcome::Playing => Ink::Plain,
            Outcome::Won => Ink::Good,
            Outcome::Lost => Ink::Wrong,
        };
        let (state, time) = (words::state(game), words::clock(self.session.elapsed(self.now())));
        write!(self.out, "{}, {time} > ", ink.paint(&state, self.colours))?;
        Ok(self.out.flush()?)
    }

    fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Act(action) => return self.act(action),
            Command::Undo => {
                let now = self.now();
                let undone = self.session.undo(now);
                writeln!(self.out, "{}", words::undone(undone.iter().count() as u64))?;
                if undone.is_none() {
                    return Ok(());
                }
                self.last = self.session.log().last().map(|last| last.action.cell());
                self.touched()?;
            }
            Command::New(new) => {
                let setup = self.setup(new)?;
                let session = self.session.another(setup).map_err(Failure::usage)?;
                self.begin(session)?;
                let welcome = words::described(&self.session);
                writeln!(self.out, "{welcome}")?;
            }
            Command::Retry => {
                let session = self.session.retry().map_err(Failure::usage)?;
                self.begin(session)?;
                writeln!(self.out, "{}", words::retried(&self.session))?;
            }
            Command::Save(Some(name)) => return self.save_copy(name),
            Command::Save(None) => return self.save_here(),
            Command::Load(name) => self.go_on_with(&name)?,
            Command::Code => return self.tell_code(),
            Command::Seed => return self.tell_seed(),
            Command::Games => return self.list_games(),
            Command::Delete(name) => {
                self.saves()?.delete(&name).map_err(failed)?;
                return self.list_games();
            }
            Command::Rename(from, to) => {
                self.saves()?.rename(&from, &to).map_err(failed)?;
                return self.list_games();
            }
            Command::Hint => return self.hint(),
            Command::Help => return self.help(),
            Command::Show | Command::Quit => {}
        }
        self.show()
    }

    /// Prints the board's code. What is shown is practice before anybody sees it.
    fn tell_code(&mut self) -> Result<(), Failure> {
        let shared = self.session.share();
        self.touched()?;
        match shared {
            Ok(code) => writeln!(self.out, "{code}")?,
            Err(why) => writeln!(self.out, "{}", words::sentence(why))?,
        }
        self.says_practice()
    }

    fn tell_seed(&mut self) -> Result<(), Failure> {
        let seed = self.session.show_seed();
        self.touched()?;
        match seed {
            Some(seed) => writeln!(self.out, "{}", words::seed_told(seed))?,
            None => writeln!(self.out, "{}", words::no_seed())?,
        }
        self.says_practice()
    }

    fn act(&mut self, action: Action) -> Result<(), Failure> {
        let (gesture, habits) = (Gesture::Named(action), InputPreferences::default());
        let mut answer = self.session.play(gesture, habits, self.now());
        if let GestureResult::WantsBoard(cell) = answer {
            self.make_board(cell)?;
            answer = self.session.play(gesture, habits, self.now());
        }
        let remark = self.session.remark(gesture, &answer, self.now());
        if let GestureResult::Made { action, outcome, .. } = answer {
            self.last = Some(action.cell());
            // A program that plays through a pipe is not the player whose statistics these are.
            let ends = outcome != Outcome::Playing && self.is_a_person();
            self.record = ends.then(|| Record::of(&self.session, crate::stats::now())).flatten();
            // First of all: whatever fails after this, a move that was made stays made.
            self.touched()?;
            let noted = self.attempted();
            self.show()?;
            self.finish(outcome, &remark.unwrap_or_default())?;
            return noted;
        }
        if let GestureResult::StartsElsewhere(cell) = answer {
            self.last = Some(cell);
            self.show()?;
        }
        remark.map_or(Ok(()), |remark| Ok(writeln!(self.out, "{remark}")?))
    }

    /// Has the board made that needs no guess from this cell on.
    fn make_board(&mut self, first: Cell) -> Result<(), Failure> {
        let mut search = self.session.search(first).map_err(Failure::usage)?;
        let start = Instant::now();
        let go_on = || start.elapsed() < LONGEST_SEARCH;
        let mut told = Instant::now();
        while go_on() {
            if let Some(layout) = search.step(go_on) {
                self.session.lay(layout).map_err(Failure::usage)?;
                return Ok(());
            }
            // Where somebody waits for it, that it goes on.
            if !self.echo && told.elapsed() > Duration::from_millis(200) {
                told = Instant::now();
                write!(self.out, "\r{} ", words::searching(search.tried()))?;
                self.out.flush()?;
            }
        }
        Err(Failure::usage(words::given_up(BoardSearch::TIME_LIMIT_MS)))
    }

    /// Says how it ended, if it did.
    fn finish(&mut self, outcome: Outcome, said: &str) -> Result<(), Failure> {
        let ink = match outcome {
            Outcome::Playing => return Ok(()),
            Outcome::Won => Ink::Good,
            Outcome::Lost => Ink::Wrong,
        };
        writeln!(self.out, "{}", ink.paint(said, self.colours))?;
        self.count()?;
        if let Some(seed) = &self.session.setup().seed {
            writeln!(self.out, "{}", words::seed_after_the_end(seed.number))?;
        }
        writeln!(self.out, "{}", words::after_the_end())?;
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let (width, height) = terminal_size::terminal_size()
            .map_or((80, 50), |(width, height)| (usize::from(width.0), usize::from(height.0)));
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

    /// Where to look, then which cell is safest, then why: more, as long as it is asked for.
    fn hint(&mut self) -> Result<(), Failure> {
        if self.session.more_help().is_none() {
            let around = self.last.unwrap_or(Cell(0));
            let hint = self.session.question(around).and_then(|question| question.hint());
            let hint = hint.map_err(|error| Failure::usage(error.to_string().trim_end_matches('.')))?;
            self.session.help(hint);
        }
        // It is practice before anybody sees why.
        self.touched()?;
        let text = self.session.told().map_or(String::new(), |told| told.text.clone());
        let more = if self.session.has_more_help() { " `hint` again for more." } else { "" };
        Ok(writeln!(self.out, "{text}{more}")?)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let at = match self.session.setup().shape.sizes().len() {
            1 => "COLUMN".to_owned(),
            dimensions => "SLICE ".repeat(dimensions - 2) + "ROW COLUMN",
        };
        Ok(write!(self.out, "{}", command::help(&at, *self.session.game().rules()))?)
    }

    /// The setup of a new game: as before, but for what was said.
    fn setup(&self, new: New) -> Result<Setup, Failure> {
        let old = self.session.setup();
        let seed = if self.started.is_some() { any_seed() } else { Seed::new(1) };
        let (sizes, mines) = match new {
            New::Same => (old.shape.sizes().to_vec(), old.mines),
            New::Level(level) => (level.sizes().to_vec(), level.mines()),
            New::Custom { sizes, mines } => (sizes, mines),
        };
        let shape = Shape::new(&sizes).map_err(Failure::usage)?;
        Ok(Setup { shape, mines, seed: Some(seed), ..old.clone() }.with_guess(old.guess))
    }

    /// Whether somebody plays whose statistics these are, and not a program through a pipe.
    fn is_a_person(&self) -> bool {
        !self.echo && self.started.is_some()
    }

    /// Notes that the board of a day was begun.
    fn attempted(&mut self) -> Result<(), Failure> {
        let Some((day, board)) = self.session.daily_attempt().filter(|_| self.started.is_some()) else {
            return Ok(());
        };
        if crate::stats::with(|store| store.note_attempt(day, board))? {
            return Ok(());
        }
        // Another instance, or a game of another kind on the same board, was first.
        self.session.practise(Practice::Seen);
        self.touched()
    }

    /// Says why it is practice, if it is.
    fn says_practice(&mut self) -> Result<(), Failure> {
        match self.session.practice() {
            Some(why) => Ok(writeln!(self.out, "{}", words::sentence(words::practice(why)))?),
            None => Ok(()),
        }
    }

    /// Begins another game; a player's own that goes on is put aside.
    fn begin(&mut self, session: Session) -> Result<(), Failure> {
        self.put_aside()?;
        self.replace(session);
        Ok(())
    }

    fn replace(&mut self, session: Session) {
        self.last = session.log().last().map(|last| last.action.cell());
        self.session = session;
        (self.unsaved, self.resumed) = (false, false);
    }

    fn now(&self) -> u64 {
        self.started.map_or(0, |started| started.elapsed().as_millis() as u64)
    }
}

/// A line of input without its end, or nothing once the input has ended. Of a
/// line that is too long to be a command, the beginning.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() && line.is_empty() {
            return Ok(None);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend(&chunk[..length.min(room)]);
        let ended = end.is_some() || chunk.is_empty();
        input.consume(length + usize::from(end.is_some()));
        if ended {
            return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
        }
    }
}

/// What was typed, without anything that a terminal would obey.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
