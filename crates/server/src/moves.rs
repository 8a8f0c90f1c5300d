//! The moves of a game as bytes: a few for each, so that a finished game takes little room, and one that goes on
//! little memory.

use omnisweep_engine::{Action, Cell};

/// A move as it was asked for, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// What was asked for; the rules may have refused it.
    pub action: Action,
    /// When, by the server's clock, in milliseconds since the beginning of 1970.
    pub at: u64,
    /// When by the player's own clock.
    pub clock: u64,
}

/// The number of a kind of move, as it is stored, and the cell.
#[must_use]
pub fn kind(action: Action) -> (u8, u64) {
    match action {
        Action::Open(cell) => (0, cell.0),
        Action::Flag(cell) => (1, cell.0),
        Action::Mark(cell) => (2, cell.0),
        Action::Unmark(cell) => (3, cell.0),
        Action::Chord(cell) => (4, cell.0),
    }
}

/// The other way round.
#[must_use]
pub fn action(kind: u8, cell: u64) -> Option<Action> {
    let kinds = [Action::Open, Action::Flag, Action::Mark, Action::Unmark, Action::Chord];
    Some(kinds.get(usize::from(kind))?(Cell(cell)))
}

/// Moves, packed. Times are differences to the move before, which may be negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    bytes: Vec<u8>,
    count: u64,
    last: (u64, u64),
}

impl Packed {
    /// Adds a move.
    pub fn push(&mut self, made: Move) {
        let (kind, cell) = kind(made.action);
        self.number(cell << 3 | u64::from(kind));
        self.difference(made.at, self.last.0);
        self.difference(made.clock, self.last.1);
        self.last = (made.at, made.clock);
        self.count += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// When the last one was made, by the server's clock.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last.0
    }

    /// Their bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Seven bits a byte; all but the last have the highest bit set.
    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// The sign is the lowest bit, so that small differences are short, whatever their sign.
    fn difference(&mut self, now: u64, before: u64) {
        let difference = now.wrapping_sub(before) as i64;
        self.number((difference << 1 ^ difference >> 63) as u64);
    }
}

/// The moves in bytes; nothing where these are none.
#[must_use]
pub fn unpack(bytes: &[u8]) -> Option<Vec<Move>> {
    let (mut rest, mut last, mut moves) = (bytes, (0u64, 0u64), Vec::new());
    while !rest.is_empty() {
        let head = number(&mut rest)?;
        last.0 = last.0.wrapping_add(difference(&mut rest)?);
        last.1 = last.1.wrapping_add(difference(&mut rest)?);
        let action = action((head & 7) as u8, head >> 3)?;
        moves.push(Move { action, at: last.0, clock: last.1 });
    }
    Some(moves)
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn difference(rest: &mut &[u8]) -> Option<u64> {
    let number = number(rest)?;
    Some(number >> 1 ^ (number & 1).wrapping_neg())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moves_are_unpacked_as_they_were(
            given in prop::collection::vec((0..5u8, 0..1u64 << 60, any::<u64>(), any::<u64>()), 0..50),
        ) {
            let moves: Vec<Move> = given
                .into_iter()
                .map(|(kind, cell, at, clock)| Move { action: action(kind, cell).unwrap(), at, clock })
                .collect();
            let mut packed = Packed::default();
            moves.iter().for_each(|&made| packed.push(made));
            prop_assert_eq!(packed.count(), moves.len() as u64);
            prop_assert_eq!(unpack(packed.bytes()), Some(moves));
        }

        #[test]
        fn any_bytes_are_moves_or_none(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Some(moves) = unpack(&bytes) {
                prop_assert!(moves.len() <= bytes.len() / 3);
            }
        }
    }

    #[test]
    fn a_move_takes_a_few_bytes() {
        let mut packed = Packed::default();
        for second in 0..100 {
            let action = Action::Open(Cell(479));
            packed.push(Move { action, at: 1_700_000_000_000 + 1000 * second, clock: 1000 * second });
        }
        assert!(packed.bytes().len() < 620, "{}", packed.bytes().len());
    }
}
