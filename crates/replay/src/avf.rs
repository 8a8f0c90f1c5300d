//! AVF: Minesweeper Arbiter.
//!
//! The version, four random bytes, the level (3, 4, 5, or 6 with its sizes), the
//! mines as rows and columns from 1, a check sum in characters that nobody needs,
//! and then a text in brackets:
//!
//! ```text
//! [2|18.10.2022.20:15:35:6606|18.20:16:24:8868|HS|B127T50.25]
//! [3|W8H11M7|3.9.2025.17:00:08:6660|3.17:00:14:081|B8T6.42]
//! ```
//!
//! with the level, the sizes of a board of one's own, when the game began and
//! ended, its 3BV and its time, which counts from 1. Two bytes before the bracket
//! stand for question marks on (17) or off (127).
//!
//! Events of eight bytes follow, whose first one has the second 1, up to one in
//! the second 0; then text, in which the player's name follows a line `Skin:`.

use crate::bytes::{Bytes, ReadError, ReadErrorKind, moment, text};
use crate::{Button, Event, Format, MouseEvent, Recording};

pub fn read(bytes: &mut Bytes) -> Result<Recording, ReadError> {
    bytes.take(5)?;
    let (rows, columns, mines) = match bytes.u8()? {
        3 => (8, 8, 10),
        4 => (16, 16, 40),
        5 => (16, 30, 99),
        6 => {
            let (columns, rows) = (bytes.u8()?, bytes.u8()?);
            (u64::from(rows) + 1, u64::from(columns) + 1, bytes.u16()?.into())
        }
        _ => return Err(bytes.fail(ReadErrorKind::Unknown("neither AVF, EVF, MVF nor RMV"))),
    };
    let layout = bytes.board(rows, columns, mines, |bytes| {
        let (row, column) = (bytes.u8()?, bytes.u8()?);
        Ok((u64::from(row).wrapping_sub(1), u64::from(column).wrapping_sub(1)))
    })?;
    bytes.find(|rest| matches!(rest, [b'[', b'0'..=b'3', b'|', ..]))?;
    let questions = match bytes.before(2) {
        Some(17) => true,
        Some(127) => false,
        _ => return Err(bytes.expected("17 or 127 for question marks, two bytes before this one")),
    };
    let start = bytes.clone();
    let header = String::from_utf8_lossy(bytes.until(b']')?).into_owned();
    let (began, claimed) = header_times(&header).ok_or_else(|| start.expected("dates, 3BV and the time"))?;

    bytes.find(|rest| matches!(rest, [what, 0 | 1, 1, ..] if what & 1 != 0))?;
    let events = events(bytes)?;
    // The time in the header is wrong in some recordings: less than that of the events.
    let last = events.last().map_or(0, |event| event.at);
    let first = events.iter().find(|event| event.what == MouseEvent::Release(Button::Left));
    let time = if claimed < last { last.saturating_sub(first.map_or(0, |event| event.at)) } else { claimed };

    bytes.find(|rest| rest.starts_with(b"Skin:"))?;
    bytes.until(b'\r')?;
    let player = text(bytes.until(b'\r')?);
    let program = "Arbiter".to_owned();
    Ok(Recording { format: Format::Avf, program, player, began, layout, questions, cell: 16, time, events })
}

/// When the game began, and how long it took, in milliseconds.
fn header_times(header: &str) -> Option<(Option<u64>, u64)> {
    let mut fields = header.strip_prefix('[')?.split('|');
    let began = if fields.next()? == "3" { fields.nth(1)? } else { fields.next()? };
    // A thousandth has four digits there, of which the first is nothing.
    let numbers: Option<Vec<u64>> = began.split(['.', ':']).map(|number| number.parse().ok()).collect();
    let began = match numbers?[..] {
        [day, month, year, hour, minute, second, ms] => {
            moment([year, month, day, hour, minute, second, ms % 1000])
        }
        _ => return None,
    };
    // Behind the last T, with a point or a comma; it counts from 1.
    let time = header.rsplit('T').next()?.replace(',', ".");
    let (seconds, parts) = time.split_once('.').unwrap_or((&time, ""));
    let seconds: u64 = seconds.parse().ok()?;
    let parts: u64 = format!("{parts:0<3}").get(..3)?.parse().ok()?;
    Some((began, seconds.checked_sub(1)?.checked_mul(1000)?.checked_add(parts)?))
}

/// The first byte says what happened, a bit for each thing.
fn events(bytes: &mut Bytes) -> Result<Vec<Event>, ReadError> {
    let mut events = Vec::new();
    loop {
        let start = bytes.clone();
        let &[what, x_high, seconds, x, parts, y_high, seconds_high, y] = bytes.take(8)? else {
            return Err(start.fail(ReadErrorKind::Ends));
        };
        let seconds = u64::from(u16::from_be_bytes([seconds_high, seconds]));
        if seconds == 0 {
            return Ok(events);
        }
        let at = (seconds - 1) * 1000 + u64::from(parts) * 10;
        let (x, y) = (u16::from_be_bytes([x_high, x]).into(), u16::from_be_bytes([y_high, y]).into());
        if what & 1 == 0 {
            return Err(start.fail(ReadErrorKind::Event(what)));
        }
        let before = events.len();
        for (bit, what_it_is) in [
            (1, MouseEvent::Press(Button::Left)),
            (2, MouseEvent::Release(Button::Left)),
            (3, MouseEvent::Press(Button::Right)),
            (4, MouseEvent::Release(Button::Right)),
            (5, MouseEvent::Press(Button::Middle)),
            (6, MouseEvent::Release(Button::Middle)),
        ] {
            if what >> bit & 1 != 0 {
                events.push(Event { at, what: what_it_is, x, y });
            }
        }
        if events.len() == before {
            events.push(Event { at, what: MouseEvent::Move, x, y });
        }
    }
}
