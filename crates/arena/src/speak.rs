//! Our player as a bot.

use std::io::{self, BufRead, Read as _, Write};

use omnisweep_engine::{Action, Cell, Shape};
use omnisweep_solver::{AnalysisError, Player, Skill, first_cell};

use crate::protocol::{Mistake, NewGame, Said, Told};
use crate::referee::MOST_CELLS;

/// The longest line that is listened to; of a longer one, the rest counts as a line.
const LONGEST: u64 = 1 << 16;

/// Speaks the protocol until told to quit, or until nobody speaks any more.
///
/// As engines do in chess, it passes over what it does not know; what it cannot
/// follow it passes over too, and says so in a line that begins with `info`.
pub fn speak(skill: Skill, mut input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut bot = Bot { skill, seat: None, output };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        let shape = bot.seat.as_ref().map(|seat| &seat.shape);
        match Told::parse(&line, shape) {
            Ok(Told::Quit) => return Ok(()),
            Ok(told) => bot.hear(told)?,
            Err(Mistake::UnknownWord) => {}
            Err(mistake) => {
                // The old game is over, whatever the new one was to be.
                if line.trim_start().starts_with("newgame") {
                    bot.seat = None;
                }
                bot.inform(&mistake.to_string())?;
            }
        }
    }
}

struct Bot<W> {
    skill: Skill,
    seat: Option<Seat>,
    output: W,
}

/// A game being played.
struct Seat {
    shape: Shape,
    mines: u64,
    player: Player,
    /// The cell to open first, as long as nothing is open.
    first: Option<Cell>,
    /// What does not fit together in what was told.
    wrong: Option<AnalysisError>,
}

impl<W: Write> Bot<W> {
    fn say(&mut self, said: &Said, shape: &Shape) -> io::Result<()> {
        writeln!(self.output, "{}", said.write(shape))
    }

    fn inform(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.output, "info {what}")?;
        self.output.flush()
    }

    fn hear(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Omnisweep(_) => {
                writeln!(self.output, "name Omnisweep {} {}", env!("CARGO_PKG_VERSION"), self.skill.key())?;
                writeln!(self.output, "ready")?;
                self.output.flush()
            }
            Told::NewGame(game) => self.begin(game),
            Told::Open(cell, number) => {
                if let Some(seat) = &mut self.seat {
                    seat.opened(cell, number);
                }
                Ok(())
            }
            Told::Go => self.go(),
            // It sets no flags, and has nothing to learn from the end of a game.
            Told::Flag(_) | Told::Unflag(_) | Told::Mine(_) | Told::Result { .. } | Told::Quit => Ok(()),
        }
    }

    fn begin(&mut self, NewGame { shape, mines, start, .. }: NewGame) -> io::Result<()> {
        if shape.cells() > MOST_CELLS {
            self.seat = None;
            return self.inform(&format!("a board of {shape} is too large"));
        }
        let first = Some(first_cell(&shape, start));
        match &mut self.seat {
            Some(seat) if seat.shape == shape && seat.mines == mines => {
                seat.player.begin();
                (seat.first, seat.wrong) = (first, None);
            }
            seat => {
                let player = Player::new(&shape, mines, self.skill);
                *seat = Some(Seat { shape, mines, player, first, wrong: None });
            }
        }
        writeln!(self.output, "ready")?;
        self.output.flush()
    }

    fn go(&mut self) -> io::Result<()> {
        let Some(mut seat) = self.seat.take() else { return self.inform("no game has begun") };
        match seat.choose() {
            Ok((cell, certain)) => {
                if certain {
                    self.say(&Said::Claim { cell, mine: false }, &seat.shape)?;
                }
                self.say(&Said::Play(Action::Open(cell)), &seat.shape)?;
            }
            Err(why) => {
                self.say(&Said::Info(why), &seat.shape)?;
                self.say(&Said::Resign, &seat.shape)?;
            }
        }
        self.seat = Some(seat);
        self.output.flush()
    }
}

impl Seat {
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
