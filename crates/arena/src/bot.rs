//! Our player as a bot.

use std::io::{self, BufRead, Read as _, Write};

use omnisweep_engine::{Action, Cell, Shape};
use omnisweep_solver::{AnalysisError, Player, Skill, first_cell};

use crate::protocol::{ArenaMessage, BotMessage, NewGame, ProtocolError};
use crate::referee::MOST_CELLS;

/// The longest line that is listened to; of a longer one, the rest counts as a line.
const LONGEST: u64 = 1 << 16;

/// Speaks the protocol until told to quit, or until nobody speaks any more.
///
/// As engines do in chess, it passes over what it does not know; what it cannot
/// follow it passes over too, and says so in a line that begins with `info`.
pub fn run_bot(skill: Skill, mut input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut bot = Bot { skill, game: None, output };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        let shape = bot.game.as_ref().map(|game| &game.shape);
        match ArenaMessage::parse(&line, shape) {
            Ok(ArenaMessage::Quit) => return Ok(()),
            Ok(message) => bot.receive(message)?,
            Err(ProtocolError::UnknownWord) => {}
            Err(error) => {
                // The old game is over, whatever the new one was to be.
                if line.trim_start().starts_with("newgame") {
                    bot.game = None;
                }
                bot.inform(&error.to_string())?;
            }
        }
    }
}

struct Bot<W> {
    skill: Skill,
    game: Option<BotGame>,
    output: W,
}

/// A game being played.
struct BotGame {
    shape: Shape,
    mines: u64,
    player: Player,
    /// The cell to open first, as long as nothing is open.
    first: Option<Cell>,
    /// What does not fit together in what was told.
    wrong: Option<AnalysisError>,
}

impl<W: Write> Bot<W> {
    fn say(&mut self, message: &BotMessage, shape: &Shape) -> io::Result<()> {
        writeln!(self.output, "{}", message.write(shape))
    }

    fn inform(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.output, "info {what}")?;
        self.output.flush()
    }

    fn receive(&mut self, message: ArenaMessage) -> io::Result<()> {
        match message {
            ArenaMessage::Omnisweep(_) => {
                writeln!(self.output, "name Omnisweep {} {}", env!("CARGO_PKG_VERSION"), self.skill.key())?;
                writeln!(self.output, "ready")?;
                self.output.flush()
            }
            ArenaMessage::NewGame(game) => self.begin(game),
            ArenaMessage::Open(cell, number) => {
                if let Some(game) = &mut self.game {
                    game.opened(cell, number);
                }
                Ok(())
            }
            ArenaMessage::Go => self.go(),
            // It sets no flags, and has nothing to learn from the end of a game.
            ArenaMessage::Flag(_)
            | ArenaMessage::Unflag(_)
            | ArenaMessage::Mine(_)
            | ArenaMessage::Result { .. }
            | ArenaMessage::Quit => Ok(()),
        }
    }

    fn begin(&mut self, NewGame { shape, mines, start, .. }: NewGame) -> io::Result<()> {
        if shape.cells() > MOST_CELLS {
            self.game = None;
            return self.inform(&format!("a board of {shape} is too large"));
        }
        let first = Some(first_cell(&shape, mines, start));
        match &mut self.game {
            Some(game) if game.shape == shape && game.mines == mines => {
                game.player.begin();
                (game.first, game.wrong) = (first, None);
            }
            game => {
                let player = Player::new(&shape, mines, self.skill);
                *game = Some(BotGame { shape, mines, player, first, wrong: None });
            }
        }
        writeln!(self.output, "ready")?;
        self.output.flush()
    }

    fn go(&mut self) -> io::Result<()> {
        let Some(mut game) = self.game.take() else { return self.inform("no game has begun") };
        match game.choose() {
            Ok((cell, certain)) => {
                if certain {
                    self.say(&BotMessage::Claim { cell, mine: false }, &game.shape)?;
                }
                self.say(&BotMessage::Play(Action::Open(cell)), &game.shape)?;
            }
            Err(why) => {
                self.say(&BotMessage::Info(why), &game.shape)?;
                self.say(&BotMessage::Resign, &game.shape)?;
            }
        }
        self.game = Some(game);
        self.output.flush()
    }
}

impl BotGame {
    fn opened(&mut self, cell: Cell, number: u32) {
        self.first = None;
        if self.wrong.is_none() {
            self.wrong = self.player.opened(cell, number).err();
        }
    }

    /// The cell to open, and whether it is certainly safe; or why there is none.
    fn choose(&mut self) -> Result<(Cell, bool), String> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.to_string());
        }
        if let Some(first) = self.first {
            return Ok((first, false));
        }
        match self.player.choose() {
            Ok(Some(choice)) => Ok((choice.cell, choice.risk == 0.0)),
            Ok(None) => Err("every cell that is left is a mine".to_owned()),
            Err(error) => {
                let why = error.to_string();
                self.wrong = Some(error);
                Err(why)
            }
        }
    }
}
