//! The names that players have for steps.

use omnisweep_engine::Cell;

use super::{Proof, Sum, Why};
use crate::position::{Position, Seen};

/// Arrangements of numbers that players know by name, on flat boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Pattern {
    /// Two ones side by side, one of which sees no cell that the other does not:
    /// the rest around the other is safe.
    OneOne,
    /// A one beside a two, which lacks a mine beyond the cells they share.
    OneTwo,
    /// A two between two ones.
    OneTwoOne,
    /// Two twos between two ones.
    OneTwoTwoOne,
    /// Two numbers that are not side by side, one of which sees no cell that the
    /// other does not.
    Hole,
}

omnisweep_engine::keyed!(
    Pattern,
    "pattern",
    [OneOne = "1-1", OneTwo = "1-2", OneTwoOne = "1-2-1", OneTwoTwoOne = "1-2-2-1", Hole = "hole",]
);

/// A pattern as it is shown on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Shown {
    /// Which one.
    pub pattern: Pattern,
    /// Whether its numbers are such only once mines are taken off them.
    pub reduced: bool,
}

impl Proof {
    /// The name of the pattern that a step shows, if it has one.
    ///
    /// # Panics
    /// Where there is no such step, or the position is of another board.
    #[must_use]
    pub fn pattern(&self, step: usize, position: &Position) -> Option<Shown> {
        let Why::Sum(Sum { plus, minus, count: false }) = &self.steps[step].why else { return None };
        let before = &self.steps[..step];
        let view = View {
            position,
            mines: before.iter().flat_map(|step| &step.mines).copied().collect(),
            safe: before.iter().flat_map(|step| &step.safe).copied().collect(),
        };
        let (pattern, numbers) = match (&plus[..], &minus[..]) {
            (&[one], &[other]) => view.pair(one, other)?,
            (&[middle], &[one, other]) => view.between(middle, one, other)?,
            _ => return None,
        };
        // What both lack in common can be taken off as well.
        let least = numbers.iter().map(|&number| view.lacks(number)).min().flatten();
        let is_whole = |&number: &Cell| view.lacks(number) == view.number(number);
        let reduced = least != Some(1) || !numbers.iter().all(is_whole);
        Some(Shown { pattern, reduced })
    }
}

/// What is seen before a step.
struct View<'a> {
    position: &'a Position,
    mines: Vec<Cell>,
    safe: Vec<Cell>,
}

impl View<'_> {
    fn number(&self, cell: Cell) -> Option<u32> {
        match self.position.cells().get(cell.0 as usize)? {
            Seen::Number(number) => Some(*number),
            Seen::Closed => None,
        }
    }

    /// What a number lacks beside the mines that are known.
    fn lacks(&self, number: Cell) -> Option<u32> {
        let known = self.position.shape().neighbours(number).filter(|near| self.mines.contains(near)).count();
        self.number(number)?.checked_sub(known as u32)
    }

    fn unknown(&self, number: Cell) -> Vec<Cell> {
        let near = self.position.shape().neighbours(number);
        let closed = near.filter(|&near| self.position.cells()[near.0 as usize] == Seen::Closed);
        closed.filter(|near| !self.mines.contains(near) && !self.safe.contains(near)).collect()
    }

    /// The cell as far behind the second as that is behind the first, if they are
    /// side by side on a flat board.
    fn beyond(&self, first: Cell, second: Cell) -> Option<Option<Cell>> {
        let shape = self.position.shape();
        let [(a, b), (c, d)] = [first, second].map(|cell| {
            let at = shape.coordinates(cell);
            (at.first().copied(), at.get(1).copied())
        });
        let (a, b, c, d) = (a?, b?, c?, d?);
        if shape.sizes().len() != 2 || a.abs_diff(c) + b.abs_diff(d) != 1 {
            return None;
        }
        let next = |one: u64, other: u64| (other * 2).checked_sub(one);
        Some(next(a, c).zip(next(b, d)).and_then(|(row, column)| shape.cell(&[row, column])))
    }

    fn pair(&self, one: Cell, other: Cell) -> Option<(Pattern, Vec<Cell>)> {
        if self.position.shape().sizes().len() != 2 {
            return None;
        }
        let inside = |inner: Cell, outer: Cell| {
            let outer = self.unknown(outer);
            self.unknown(inner).iter().all(|cell| outer.contains(cell))
        };
        let (least, most) = if self.lacks(one)? <= self.lacks(other)? { (one, other) } else { (other, one) };
        let beside = self.beyond(least, most);
        match (self.lacks(least)?, self.lacks(most)?) {
            (a, b) if a == b && (inside(one, other) || inside(other, one)) => match beside {
                Some(_) => Some((Pattern::OneOne, vec![one, other])),
                None => Some((Pattern::Hole, vec![one, other])),
            },
            (a, b) if b == a + 1 => {
                let third = beside?.filter(|&cell| self.number(cell).is_some());
                let fourth = third.and_then(|third| self.beyond(most, third).flatten());
                let lacks = |cell: Option<Cell>| cell.and_then(|cell| self.lacks(cell));
                Some(match (lacks(third), lacks(fourth)) {
                    (Some(lacks), _) if lacks == a => (Pattern::OneTwoOne, [Some(least), Some(most), third]),
                    (Some(one), Some(other)) if (one, other) == (b, a) => {
                        (Pattern::OneTwoTwoOne, [Some(least), Some(most), third])
                    }
                    _ => (Pattern::OneTwo, [Some(least), Some(most), None]),
                })
                .map(|(pattern, numbers)| (pattern, numbers.into_iter().flatten().collect()))
            }
            _ => None,
        }
    }

    fn between(&self, middle: Cell, one: Cell, other: Cell) -> Option<(Pattern, Vec<Cell>)> {
        let in_line = self.beyond(one, middle)? == Some(other);
        let lacks = (self.lacks(one)?, self.lacks(middle)?, self.lacks(other)?);
        (in_line && lacks == (1, 2, 1)).then(|| (Pattern::OneTwoOne, vec![one, middle, other]))
    }
}
