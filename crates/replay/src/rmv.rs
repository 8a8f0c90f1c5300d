//! RMV: Viennasweeper, and others since its second version.
//!
//! The sizes of its sections come first; then the sections: a line on the result
//! (version 1), the program's, who played, the board, flags set before the game,
//! properties, further properties by name (version 2), the events, a check sum.

use crate::bytes::{Bytes, ReadError, ReadErrorKind, text};
use crate::{Button, Event, Format, MouseEvent, Recording};

pub fn read(bytes: &mut Bytes) -> Result<Recording, ReadError> {
    let start = bytes.clone();
    if bytes.take(4)? != b"*rmv" {
        return Err(start.expected("*rmv"));
    }
    let version = bytes.u16()?;
    if !(1..=2).contains(&version) {
        return Err(start.fail(ReadErrorKind::Unknown("an RMV of another version than 1 and 2")));
    }
    let second = version == 2;
    let clone = if second { bytes.u16()? >> 8 } else { 1 };
    bytes.u32()?;
    let result = if second { 0 } else { bytes.u16()? };
    let (about, player, board) = (bytes.u16()?, bytes.u16()?, bytes.u16()?);
    let (preflags, properties) = (bytes.u16()?, bytes.u16()?);
    let named = if second { bytes.u16()? } else { 0 };
    let events = bytes.u32()?;
    bytes.u16()?;

    bytes.take(result.into())?;
    bytes.take(about.into())?;
    let player = name(&mut bytes.section(player.into())?)?;
    let mut board = bytes.section(board.into())?;
    let began = Some(u64::from(board.u32()?) * 1000);
    let (columns, rows, mines) = (board.u8()?.into(), board.u8()?.into(), board.u16()?.into());
    let layout = board.board(rows, columns, mines, |bytes| {
        let (column, row) = (bytes.u8()?, bytes.u8()?);
        Ok((row.into(), column.into()))
    })?;
    let mut preflags = bytes.section(preflags.into())?;
    let mut properties = bytes.section(properties.into())?;
    let questions = properties.u8()? == 1;
    let cell = if second {
        // No flags, mode, level, 3BV.
        properties.take(3 + 2)?;
        let cell = properties.u8()?;
        if cell == 0 {
            return Err(properties.expected("the side of a cell in pixels"));
        }
        cell.into()
    } else {
        16
    };
    let program = program(clone, &mut bytes.section(named.into())?)?;
    let mut happened = flags_before(&mut preflags, cell)?;
    mouse(&mut bytes.section(events as usize)?, second, &mut happened)?;
    let time = happened.last().map_or(0, |event| event.at);
    Ok(Recording {
        format: Format::Rmv,
        program,
        player,
        began,
        layout,
        questions,
        cell,
        time,
        events: happened,
    })
}

/// Who played: the first of some texts, each after its length.
fn name(bytes: &mut Bytes) -> Result<String, ReadError> {
    if bytes.u16()? == 0 {
        return Ok(String::new());
    }
    let length = bytes.u8()?;
    Ok(text(bytes.take(length.into())?))
}

/// Programs have a number, or else a name among the further properties.
fn program(clone: u16, bytes: &mut Bytes) -> Result<String, ReadError> {
    if clone == 1 {
        return Ok("Viennasweeper".to_owned());
    }
    for _ in 0..bytes.u16()? {
        let length = bytes.u8()?;
        let key = bytes.take(length.into())?;
        let length = bytes.u8()?;
        let value = bytes.take(length.into())?;
        if key == b"clone_name" {
            return Ok(text(value));
        }
    }
    Ok("unknown".to_owned())
}

fn flags_before(bytes: &mut Bytes, cell: u16) -> Result<Vec<Event>, ReadError> {
    let mut events = Vec::new();
    // Recordings without any may lack the section.
    for _ in 0..bytes.u16().unwrap_or(0) {
        let (column, row) = (bytes.u8()?, bytes.u8()?);
        let pixels = |place: u8| i32::from(place) * i32::from(cell);
        events.push(Event { at: 0, what: MouseEvent::Preflag, x: pixels(column), y: pixels(row) });
    }
    Ok(events)
}

/// The first press is left out; it was where the first event is.
fn mouse(bytes: &mut Bytes, second: bool, events: &mut Vec<Event>) -> Result<(), ReadError> {
    // Version 1 counts from the corner of the window.
    let (left, top) = if second { (0, 0) } else { (12, 56) };
    let (mut at, mut x, mut y) = (0_u64, 0_i32, 0_i32);
    let mut first = true;
    loop {
        let start = bytes.clone();
        let kind = bytes.u8()?;
        let what = match kind {
            28 => MouseEvent::Move,
            // What the board looks like then; it is worked out anew.
            9..=14 | 18..=27 => {
                bytes.take(2)?;
                continue;
            }
            0 if !second => {
                bytes.take(4)?;
                continue;
            }
            // Lost, won, or left.
            15..=17 => return Ok(()),
            _ => MouseEvent::by_number(kind).ok_or_else(|| start.fail(ReadErrorKind::Event(kind)))?,
        };
        if kind == 28 {
            if !second || first {
                return Err(start.fail(ReadErrorKind::Event(kind)));
            }
            // Steps of four bits each, with a sign.
            at += u64::from(bytes.u8()?);
            let steps = bytes.u8()? as i8;
            x = x.saturating_add(i32::from(steps >> 4));
            y = y.saturating_add(i32::from(steps << 4 >> 4));
        } else {
            at = bytes.u24()?.into();
            bytes.u8()?;
            x = i32::from(bytes.u16()? as i16) - left;
            y = i32::from(bytes.u16()? as i16) - top;
        }
        if std::mem::take(&mut first) {
            events.push(Event { at, what: MouseEvent::Press(Button::Left), x, y });
        }
        events.push(Event { at, what, x, y });
    }
}
