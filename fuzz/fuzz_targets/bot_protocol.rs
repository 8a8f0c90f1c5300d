//! Whatever a bot writes, the referee comes to a verdict; whatever an arena
//! writes, our bot survives it; lines that are understood are written back.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use omnisweep_arena::protocol::{ArenaMessage, BotMessage};
use omnisweep_arena::{BotConnection, Lines, Loss, Terms, play, run_bot};
use omnisweep_engine::{First, Shape};
use omnisweep_solver::Skill;

/// A bot that writes these bytes, whatever it hears.
struct Bytes<'a> {
    rest: std::slice::Chunks<'a, u8>,
    lines: Lines,
}

impl BotConnection for Bytes<'_> {
    fn send(&mut self, _line: &str) {}

    fn start_timer(&mut self, _limit: Duration) {
        self.lines.begin();
    }

    fn receive_line(&mut self) -> Result<String, Loss> {
        loop {
            if let Some(line) = self.lines.next_line()? {
                return Ok(line);
            }
            self.lines.push(self.rest.next().ok_or(Loss::Closed)?);
        }
    }
}

fuzz_target!(|input: (u64, [u8; 3], u8, Vec<u8>)| {
    let (seed, sizes, mines, bytes) = input;
    let Ok(shape) = Shape::new(&sizes.map(|size| u64::from(size % 9))) else { return };
    let start = First::ALL[usize::from(mines) % 3];
    let limit = Duration::from_secs(1);
    if let Ok(terms) = Terms::new(shape.clone(), mines.into(), start, limit, limit) {
        play(&terms, seed, &mut Bytes { rest: bytes.chunks(7), lines: Lines::default() });
    }
    let mut small = true;
    for line in String::from_utf8_lossy(&bytes).lines() {
        if let Ok(said) = BotMessage::parse(line, &shape) {
            assert_eq!(BotMessage::parse(&said.write(&shape), &shape), Ok(said));
        }
        if let Ok(told) = ArenaMessage::parse(line, Some(&shape)) {
            // Boards on which our bot would think for long are nothing new.
            small &= !matches!(&told, ArenaMessage::NewGame(game) if game.shape.cells() > 60);
            assert_eq!(ArenaMessage::parse(&told.write(&shape), Some(&shape)), Ok(told));
        }
    }
    if small {
        run_bot(Skill::Fast, &bytes[..], std::io::sink()).expect("a sink takes all");
    }
});
