//! A record in few bytes, for whoever keeps many: a quarter of its line.
//!
//! The fields are numbers of as many bytes as they need, and words with their
//! length. Of the replay, what stands before the board is kept as it is; the board
//! is a bit for each cell, a move its kind, the time since the one before, and its
//! cell. Whatever would not come out again exactly as it went in is kept as its line.

use std::fmt::Write as _;

use omnisweep_engine::text::{self, parse_number};
use omnisweep_engine::{Action, Cell, Shape};

use super::{Record, RecordError};
use crate::code;
use crate::metrics::{BoardMetrics, Clicks, Metrics};
use crate::practice::{Hints, Practice};
use crate::setup::{Seed, Setup};

/// What the bytes begin with: the line follows, or fields.
const LINE: u8 = 0;
const FIELDS: u8 = 1;

/// What ends the part of a replay that is kept as it is.
const BOARD: &str = "\nboard\n";

/// What can be done, by its number.
const ACTIONS: [fn(Cell) -> Action; 5] =
    [Action::Open, Action::Flag, Action::Mark, Action::Unmark, Action::Chord];

impl Record {
    /// The record in few bytes.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let fields = self.fields();
        match fields.filter(|fields| Record::unpack(fields).as_ref() == Ok(self)) {
            Some(fields) => fields,
            None => [&[LINE], self.write().as_bytes()].concat(),
        }
    }

    /// The record that was packed. It is what it was where its id is.
    ///
    /// # Errors
    /// Where these are no such bytes.
    pub fn unpack(bytes: &[u8]) -> Result<Record, RecordError> {
        let damaged = || RecordError::Form("its bytes are damaged".to_owned());
        match bytes.split_first() {
            Some((&LINE, line)) => Record::recall(std::str::from_utf8(line).map_err(|_| damaged())?),
            Some((&FIELDS, fields)) => Unpacking(fields).record().ok_or_else(damaged),
            _ => Err(damaged()),
        }
    }

    fn fields(&self) -> Option<Vec<u8>> {
        let Record { setup, metrics, hints, .. } = self;
        let mut out = Packing(vec![FIELDS]);
        out.numbers(&[self.version, u64::from(self.won), self.finished]);
        out.words(&[setup.set.key(), setup.first.key(), setup.guess.key()]);
        out.numbers(&[u64::from(setup.marks), setup.shape.sizes().len() as u64]);
        out.numbers(setup.shape.sizes());
        out.number(setup.mines);
        out.word(setup.seed.as_ref().map_or("", |seed| &seed.generator));
        out.number(setup.seed.as_ref().map_or(0, |seed| seed.number));
        let Metrics { worth, solved, clicks, effective, time } = *metrics;
        out.numbers(&[time, worth.bbbv, worth.openings, worth.islands, solved]);
        for Clicks { left, right, chord } in [clicks, effective] {
            out.numbers(&[left, right, chord]);
        }
        out.numbers(&[hints.near, hints.cell, hints.proof, self.undos]);
        out.words(&[self.practice.map_or("", Practice::key), self.daily.as_deref().unwrap_or("")]);
        match (&self.replay, &self.board) {
            (None, None) => out.number(0),
            (Some(replay), Some(_)) => {
                out.number(1);
                out.replay(replay, &setup.shape)?;
            }
            _ => return None,
        }
        Some(out.0)
    }
}

/// Bytes that are being written.
struct Packing(Vec<u8>);

impl Packing {
    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|&number| self.number(number));
    }

    fn word(&mut self, word: &str) {
        self.number(word.len() as u64);
        self.0.extend(word.bytes());
    }

    fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn replay(&mut self, replay: &str, shape: &Shape) -> Option<()> {
        let (head, rest) = replay.split_at(replay.find(BOARD)? + BOARD.len());
        let (board, rest) = rest.split_at(rest.find("moves ")?);
        let mut lines = rest.lines();
        let count = parse_number(lines.next()?.strip_prefix("moves ")?)?;
        self.word(head);
        self.0.extend(code::bits(&text::parse_layout(board, Some(shape)).ok()?));
        self.number(count);
        let mut before = 0;
        for _ in 0..count {
            let (at, action) = lines.next()?.split_once(' ')?;
            let (at, action) = (parse_number(at)?, Action::parse(action, shape).ok()?);
            let kind = ACTIONS.iter().position(|kind| kind(action.cell()) == action)? as u64;
            let passed = at.checked_sub(before)?.checked_mul(ACTIONS.len() as u64)?;
            self.numbers(&[passed.checked_add(kind)?, action.cell().0]);
            before = at;
        }
        Some(())
    }
}

/// Bytes that are being read.
struct Unpacking<'a>(&'a [u8]);

impl Unpacking<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            number |= Some(bits << shift).filter(|shifted| shifted >> shift == bits)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn numbers<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Some(numbers)
    }

    fn bytes(&mut self, count: u64) -> Option<&[u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    fn word(&mut self) -> Option<&str> {
        let length = self.number()?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }

    fn clicks(&mut self) -> Option<Clicks> {
        let [left, right, chord] = self.numbers()?;
        Some(Clicks { left, right, chord })
    }

    fn setup(&mut self) -> Option<Setup> {
        let set = self.word()?.parse().ok()?;
        let first = self.word()?.parse().ok()?;
        let guess = self.word()?.parse().ok()?;
        let [marks, dimensions] = self.numbers()?;
        // A size takes a byte at least, so nothing is made on a mere claim.
        let sizes: Option<Vec<u64>> = (0..dimensions).map(|_| self.number()).collect();
        let shape = Shape::new(&sizes?).ok()?;
        let mines = self.number()?;
        let generator = self.word()?.to_owned();
        let number = self.number()?;
        let seed = (!generator.is_empty()).then_some(Seed { generator, number });
        Some(Setup { set, first, marks: marks != 0, guess, shape, mines, seed })
    }

    fn record(mut self) -> Option<Record> {
        let [version, won, finished] = self.numbers()?;
        let setup = self.setup()?;
        let [time, bbbv, openings, islands, solved] = self.numbers()?;
        let worth = BoardMetrics { bbbv, openings, islands };
        let (clicks, effective) = (self.clicks()?, self.clicks()?);
        let [near, cell, proof, undos] = self.numbers()?;
        let practice = match self.word()? {
            "" => None,
            why => Some(why.parse().ok()?),
        };
        let daily = Some(self.word()?.to_owned()).filter(|daily| !daily.is_empty());
        let (board, replay) = match self.number()? {
            0 => (None, None),
            _ => self.replay(&setup.shape).map(|(board, replay)| (Some(board), Some(replay)))?,
        };
        Some(Record {
            version,
            won: won != 0,
            finished,
            setup,
            metrics: Metrics { worth, solved, clicks, effective, time },
            practice,
            hints: Hints { near, cell, proof },
            undos,
            board,
            replay,
            daily,
        })
    }

    /// The code of the board, and the replay.
    fn replay(&mut self, shape: &Shape) -> Option<(String, String)> {
        let mut text = self.word()?.to_owned();
        let layout = code::layout_of(shape.clone(), self.bytes(shape.cells().div_ceil(8))?).ok()?;
        text.push_str(&text::write_layout(&layout));
        let count = self.number()?;
        _ = writeln!(text, "moves {count}");
        let (mut at, mut first) = (0_u64, None);
        for _ in 0..count {
            let [number, cell] = self.numbers()?;
            let kinds = ACTIONS.len() as u64;
            at = at.checked_add(number / kinds)?;
            let cell = Some(Cell(cell)).filter(|cell| cell.0 < shape.cells())?;
            let action = ACTIONS[(number % kinds) as usize](cell);
            _ = writeln!(text, "{at} {}", action.text(shape));
            first = first.or(matches!(action, Action::Open(_)).then_some(cell));
        }
        text.push_str("end\n");
        Some((code::write(&layout, first), text))
    }
}
