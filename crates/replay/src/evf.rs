//! EVF: Metasweeper, and recordings that were translated by it. Versions 0 to 4.

use crate::bytes::{Bytes, ReadError, ReadErrorKind, text};
use crate::{Button, Event, Format, MouseEvent, Recording};

pub fn read(bytes: &mut Bytes) -> Result<Recording, ReadError> {
    let start = bytes.clone();
    let version = bytes.u8()?;
    if version > 4 {
        return Err(start.fail(ReadErrorKind::Unknown("an EVF of a later version than 4")));
    }
    let flags = bytes.u8()?;
    let questions = version >= 3 && bytes.u8()? & 0x80 != 0;
    let (rows, columns, mines) = (bytes.u8()?.into(), bytes.u8()?.into(), bytes.u16()?.into());
    let cell = bytes.u8()?;
    if cell == 0 {
        return Err(bytes.expected("the side of a cell in pixels"));
    }
    // Mode and 3BV.
    bytes.take(4)?;
    let time = if version >= 4 { bytes.u32()? } else { bytes.u24()? }.into();
    let (program, player, began);
    if version >= 4 {
        bytes.take(2)?;
        // Microseconds; the end follows.
        began = Some(bytes.u64()? / 1000);
        bytes.u64()?;
        program = text(bytes.until(0)?);
        if flags & 0x08 != 0 {
            // Translated: by what, and from what encoding.
            bytes.until(0)?;
            bytes.until(0)?;
        }
        player = text(bytes.until(0)?);
        // Race, and a name that is unique.
        bytes.until(0)?;
        bytes.until(0)?;
        let length = bytes.u16()?;
        bytes.take(length.into())?;
    } else {
        program = text(bytes.until(0)?);
        player = text(bytes.until(0)?);
        bytes.until(0)?;
        bytes.until(0)?;
        // Microseconds, unless the recording was translated.
        let number = std::str::from_utf8(bytes.until(0)?).ok().and_then(|text| text.parse::<u64>().ok());
        began = number.filter(|_| program.starts_with('元')).map(|microseconds| microseconds / 1000);
        // The end, the country, and from version 2 on the device.
        for _ in 0..if version >= 2 { 3 } else { 2 } {
            bytes.until(0)?;
        }
    }
    let layout = bytes.board_of_bits(rows, columns, mines)?;
    let events = if version >= 4 { relative_events(bytes)? } else { events(bytes)? };
    let (format, cell) = (Format::Evf, cell.into());
    Ok(Recording { format, program, player, began, layout, questions, cell, time, events })
}

fn mouse(kind: u8) -> Option<MouseEvent> {
    Some(match kind {
        8 => MouseEvent::Preflag,
        9 => MouseEvent::PressOther,
        10 => MouseEvent::Toggle(Button::Left),
        11 => MouseEvent::Toggle(Button::Right),
        12 => MouseEvent::Toggle(Button::Middle),
        _ => return MouseEvent::by_number(kind),
    })
}

fn events(bytes: &mut Bytes) -> Result<Vec<Event>, ReadError> {
    let mut events = Vec::new();
    loop {
        let start = bytes.clone();
        let kind = bytes.u8()?;
        // With a check sum, or without.
        if kind == 0 || kind == 255 {
            return Ok(events);
        }
        let what = mouse(kind).ok_or_else(|| start.fail(ReadErrorKind::Event(kind)))?;
        let (at, x, y) = (bytes.u24()?.into(), bytes.u16()?.into(), bytes.u16()?.into());
        events.push(Event { at, what, x, y });
    }
}

/// Version 4: time and place are counted from the event before, and pauses are
/// events of their own.
fn relative_events(bytes: &mut Bytes) -> Result<Vec<Event>, ReadError> {
    // Figures of the program's own, by name.
    for _ in 0..bytes.u16()? {
        bytes.until(0)?;
    }
    let mut events: Vec<Event> = Vec::new();
    let (mut at, mut x, mut y) = (0_u64, 0_u16, 0_u16);
    loop {
        let start = bytes.clone();
        let kind = bytes.u8()?;
        match kind {
            0 => return Ok(events),
            255 => at += u64::from(bytes.u16()?),
            // Replayed, or failed; won, or an error.
            81 | 83 | 82 | 99 => {
                at += u64::from(bytes.u8()?);
                let what = if kind == 81 || kind == 83 { MouseEvent::Abandon } else { MouseEvent::Move };
                events.push(Event { at, what, x: x.into(), y: y.into() });
            }
            _ => {
                let what = mouse(kind).ok_or_else(|| start.fail(ReadErrorKind::Event(kind)))?;
                at += u64::from(bytes.u8()?);
                x = x.wrapping_add(bytes.u16()?);
                y = y.wrapping_add(bytes.u16()?);
                events.push(Event { at, what, x: x.into(), y: y.into() });
            }
        }
    }
}
