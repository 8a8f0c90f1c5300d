//! MVF: Minesweeper Clone 0.97.
//!
//! A header with the program's name and version; when the game was played, the
//! level and mode, time, 3BV and clicks; question marks; width, height, mines as
//! columns and rows from 1; the player's name; then events of five bytes, each
//! the state of the mouse. Their bits are in an order that follows from two bytes
//! by way of square roots and sines.

use crate::bytes::{Bytes, ReadError, ReadErrorKind, moment, text};
use crate::{Button, Event, Format, MouseEvent, Recording};

/// The side of a cell.
const CELL: u16 = 16;

pub fn read(bytes: &mut Bytes) -> Result<Recording, ReadError> {
    let start = bytes.clone();
    let other = || start.fail(ReadErrorKind::Unknown("an MVF of another program than Clone 0.97"));
    // «Minesweeper Clone», the years, the author, «version 0.97 beta», each after its length.
    let mut version: &[u8] = &[];
    for part in 0..4 {
        let length = bytes.u8()?;
        version = bytes.take(length.into())?;
        if part == 0 && version != b"Minesweeper Clone" {
            return Err(other());
        }
    }
    let version = text(version);
    let program = version.strip_prefix("version ").filter(|version| version.starts_with("0.97"));
    let program = program.ok_or_else(other)?.to_owned();
    bytes.take(3)?;

    let (month, day, year) = (bytes.u8()?.into(), bytes.u8()?.into(), bytes.u16()?.into());
    let (hour, minute, second) = (bytes.u8()?.into(), bytes.u8()?.into(), bytes.u8()?.into());
    let began = moment([year, month, day, hour, minute, second, 0]);
    // Level, mode, time, 3BV and 3BV solved, clicks: what the events say is more exact.
    bytes.take(2 + 3 + 4 + 6)?;
    let questions = bytes.u8()? != 0;
    let (columns, rows, mines) = (bytes.u8()?.into(), bytes.u8()?.into(), bytes.u16()?.into());
    let layout = bytes.board(rows, columns, mines, |bytes| {
        let (column, row) = (bytes.u8()?, bytes.u8()?);
        Ok((u64::from(row).wrapping_sub(1), u64::from(column).wrapping_sub(1)))
    })?;
    let length = bytes.u8()?;
    let player = text(bytes.take(length.into())?);

    let bits = order_of_bits(bytes.u16()?);
    let count = bytes.u24()?;
    let mut events = Vec::new();
    let mut last = State::default();
    for number in 0..count {
        let state = State::read(bytes.take(5)?, &bits);
        state.since(last, number == 0, &mut events);
        last = state;
    }
    let first = events.iter().find(|event: &&Event| event.what == MouseEvent::Release(Button::Left));
    let first = first.map_or(0, |event| event.at);
    let time = events.last().map_or(0, |event| event.at.saturating_sub(first));
    Ok(Recording { format: Format::Mvf, program, player, began, layout, questions, cell: CELL, time, events })
}

/// Which of an event's 40 bits, counted from the lowest of its first byte, is the
/// first, the second and so on: five numbers of eight digits each are written in
/// a row, and the places of the zeros come first, then those of the ones.
fn order_of_bits(key: u16) -> Vec<usize> {
    let key = f64::from(key);
    let (root, root_of_more) = (key.sqrt(), (key + 1000.0).sqrt());
    let third = (root + 1000.0).sqrt();
    let digits: String = [
        (third + 1000.0).cos(),
        root_of_more.sqrt().sin(),
        third.cos(),
        (root.sqrt() + 1000.0).sin(),
        (root_of_more + 1000.0).sqrt().cos(),
    ]
    .map(|number| format!("{:08.0}", (number * 1e8).abs().round())[..8].to_owned())
    .concat();
    let mut places: Vec<usize> = (0..digits.len()).collect();
    places.sort_by_key(|&place| digits.as_bytes()[place]);
    places
}

/// Where the mouse is, and what it holds, at some moment.
#[derive(Clone, Copy, Default)]
struct State {
    at: u64,
    x: i32,
    y: i32,
    left: bool,
    right: bool,
    middle: bool,
}

impl State {
    fn read(event: &[u8], order: &[usize]) -> State {
        let number = |from: usize, count: usize| {
            let bit = |place: usize| i32::from(event[order[place] / 8] >> (order[place] % 8) & 1);
            (0..count).fold(0, |number, place| number | bit(from + place) << place)
        };
        State {
            right: number(0, 1) != 0,
            middle: number(1, 1) != 0,
            left: number(2, 1) != 0,
            y: number(3, 9),
            x: number(12, 9),
            at: number(28, 10) as u64 * 1000 + number(21, 7) as u64 * 10,
        }
    }

    /// What happened since the state before.
    fn since(self, last: State, first: bool, events: &mut Vec<Event>) {
        let mut push = |what| events.push(Event { at: self.at, what, x: self.x, y: self.y });
        if first || (self.x, self.y) != (last.x, last.y) {
            push(MouseEvent::Move);
        }
        let buttons = [
            (Button::Left, self.left, last.left),
            (Button::Right, self.right, last.right),
            (Button::Middle, self.middle, last.middle),
        ];
        for (button, _, _) in buttons.into_iter().filter(|(_, now, before)| *now && !before) {
            push(MouseEvent::Press(button));
        }
        for (button, _, _) in buttons.into_iter().filter(|(_, now, before)| !now && *before) {
            push(MouseEvent::Release(button));
        }
    }
}
