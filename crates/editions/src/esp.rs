//! The ESP edition: a game of commands, on boards of any size.

mod board;
mod command;
mod file;
mod options;

use std::io::{self, BufRead, Write};

use omnisweep_engine::{Action, Cell, Game, Layout, Outcome, Rules, Shape, TooLarge};

use crate::glibc::{self, Rand};
use crate::input::read_line;
use board::{Show, write_board};
use command::{Command, CommandError};
use options::{Options, OptionsError};

pub use file::{read_game, write_game};

/// Plays a game and returns the exit code. `words` are the command line's.
///
/// An error is one of the output or the input; one of the game is text.
pub fn run(
    words: &[impl AsRef<std::ffi::OsStr>],
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<u8> {
    let begun = Options::parse(words.iter().map(AsRef::as_ref)).and_then(|options| {
        let esp = Esp::new(&options).map_err(|TooLarge| OptionsError::Memory)?;
        Ok((options, esp))
    });
    match begun {
        Ok((options, mut esp)) => {
            let Options { height, width, mines, .. } = options;
            writeln!(out, "Welcome to ESP Minesweeper!\nChosen field size: {height} x {width}.")?;
            writeln!(out, "After map generation {mines} mines will be hidden in the playing field.")?;
            esp.play(input, out)?;
            Ok(0)
        }
        Err(error) => {
            out.write_all(error.text().as_bytes())?;
            out.flush()?;
            Ok(error.code())
        }
    }
}

/// A game, before its first `start` too.
struct Esp {
    /// Seeded once: a second `start` goes on in the stream.
    rand: Rand,
    game: Game,
    /// The memory for the mines as long as there are none.
    spare: Option<Layout>,
}

impl Esp {
    fn new(options: &Options) -> Result<Esp, TooLarge> {
        let side = |side: u128| u64::try_from(side).map_err(|_| TooLarge);
        let sizes = [side(options.height)?, side(options.width)?];
        let shape = Shape::new(&sizes).map_err(|_| TooLarge)?;
        let spare = Some(Layout::new(shape.clone())?);
        // The number of mines was checked before.
        let game = Game::new(shape, Rules::ESP, options.mines).map_err(|_| TooLarge)?;
        Ok(Esp { rand: Rand::new(options.seed), game, spare })
    }

    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            out.write_all(b" > ")?;
            out.flush()?;
            let Some(line) = read_line(input, &mut line)? else { return Ok(()) };
            let begun = self.game.layout().is_some();
            match command::parse(line, begun, self.game.shape()).and_then(|command| self.obey(command)) {
                Ok(next) => {
                    match next {
                        Next::Show | Next::Quit => write_board(&self.game, Show::Played, out)?,
                        Next::Dump => {
                            write_board(&self.game, Show::Uncovered, out)?;
                            write_board(&self.game, Show::Played, out)?;
                        }
                        Next::End(won) => {
                            let text = if won { "\n=== You won! ===\n" } else { "\n=== You lost! ===\n" };
                            out.write_all(text.as_bytes())?;
                            write_board(&self.game, Show::Over, out)?;
                        }
                    }
                    if matches!(next, Next::Quit | Next::End(_)) {
                        return out.flush();
                    }
                }
                Err(error) => out.write_all(error.text().as_bytes())?,
            }
        }
    }

    /// Does what a command says; a mistake has changed nothing.
    fn obey(&mut self, command: Command) -> Result<Next, CommandError> {
        match command {
            Command::Start(cell) => {
                self.draw(cell);
                Ok(self.act(Action::Open(cell)))
            }
            Command::Open(cell) => Ok(self.act(Action::Open(cell))),
            Command::Flag(cell) => Ok(self.act(Action::Flag(cell))),
            Command::Dump => Ok(Next::Dump),
            Command::Save(path) => {
                file::save(&self.game, &path).map_err(|_| CommandError::File)?;
                Ok(Next::Show)
            }
            Command::Load(path) => {
                file::load(&mut self.game, &path)?;
                self.spare = None;
                Ok(Next::Show)
            }
            Command::Quit => Ok(Next::Quit),
        }
    }

    /// Closes the board and lays new mines, none of them at `start`.
    fn draw(&mut self, start: Cell) {
        // The memory was there all along, unless a file changed while it was read.
        let memory = self.game.reset().or_else(|| self.spare.take());
        let Some(mut layout) = memory.or_else(|| Layout::new(self.game.shape().clone()).ok()) else { return };
        let mut lay = layout.lay_in_order();
        glibc::draw(&mut self.rand, self.game.shape().cells(), self.game.mines(), start.0, |_, bits| {
            lay(bits)
        });
        drop(lay);
        self.game.lay(layout);
    }

    fn act(&mut self, action: Action) -> Next {
        match self.game.apply(action, &mut ()) {
            Ok(Outcome::Won) => Next::End(true),
            Ok(Outcome::Lost) => Next::End(false),
            // Opening an open field changes nothing and shows the board.
            Ok(Outcome::Playing) | Err(_) => Next::Show,
        }
    }
}

/// What follows a command.
#[derive(Clone, Copy)]
enum Next {
    Show,
    Dump,
    Quit,
    End(bool),
}
