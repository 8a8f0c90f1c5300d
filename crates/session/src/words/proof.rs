//! Proofs in words: what is so, then a step a line.
//!
//! A line names cells by their coordinates, `(4, 14)` for row 4, column 14, so that it
//! stays short; whoever shows it lights the cells and numbers that it speaks of.

use std::collections::HashMap;

use omnisweep_engine::{Cell, Shape};
use omnisweep_solver::{Link, Mines, Position, Proof, Seen, Step, Sum, Why};

use super::{count, place};

/// A line of a proof, with what it speaks of: all in cells of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line.
    pub text: String,
    /// The cells that it decides.
    pub cells: Vec<Cell>,
    /// The numbers that it argues with.
    pub numbers: Vec<Cell>,
}

/// The most characters of a proof that are said at once.
pub const AT_ONCE: usize = 400;

/// A line is no longer than this, where that can be said in a shorter way: what it speaks
/// of is lit as well.
const LINE: usize = 95;

/// The first of some ways to say the same that is short enough; the shortest where none is.
fn fitting<const N: usize>(ways: [String; N]) -> String {
    let mut ways = ways.into_iter();
    let Some(first) = ways.next() else { return String::new() };
    if first.len() <= LINE {
        return first;
    }
    let rest: Vec<String> = ways.collect();
    let fits = rest.iter().find(|way| way.len() <= LINE).or(rest.iter().min_by_key(|way| way.len()));
    fits.filter(|way| way.len() < first.len()).cloned().unwrap_or(first)
}

/// Where to look, no more.
#[must_use]
pub fn look_near(shape: &Shape, cell: Cell) -> String {
    format!("Look near {}.", place(shape, cell))
}

/// What a cell certainly is.
#[must_use]
pub fn certainly(shape: &Shape, cell: Cell, mine: bool) -> String {
    let is = if mine { "a mine" } else { "safe" };
    super::sentence(format!("{} is {is}", place(shape, cell)))
}

/// That a cell is a mine, and what to do with it.
#[must_use]
pub fn worth_flagging(shape: &Shape, cell: Cell) -> String {
    super::sentence(format!("{} is a mine: worth a flag", place(shape, cell)))
}

/// The cell that a mine which was told leads to.
#[must_use]
pub fn leads_to(shape: &Shape, safe: Cell) -> String {
    format!("With that, {} is safe.", place(shape, safe))
}

/// One of several steps.
#[must_use]
pub fn step_of(step: usize, all: usize, text: &str) -> String {
    if all == 1 { text.to_owned() } else { format!("Step {step} of {all}: {text}") }
}

/// A proof as a text: what is so, and as many of its lines as can be said at once.
#[must_use]
pub fn proof(proof: &Proof, position: &Position, mines: Mines) -> String {
    let shape = position.shape();
    let lines = lines(proof, position, mines, shape, |cell| cell);
    with_lines(certainly(shape, proof.cell, proof.mine), &lines)
}

/// A text and as many lines behind it as can be said at once.
#[must_use]
pub fn with_lines(mut text: String, lines: &[Line]) -> String {
    for (said, line) in lines.iter().enumerate() {
        let rest = format!(" And {} more.", count((lines.len() - said) as u64, "step", "steps"));
        let room = if said + 1 < lines.len() { rest.len() } else { 0 };
        if text.len() + 1 + line.text.len() + room > AT_ONCE {
            return text + &rest;
        }
        text.push(' ');
        text.push_str(&line.text);
    }
    text
}

/// The lines of a proof. The position may be a part of a board: `whole` says which
/// cell of the board a cell of it is.
#[must_use]
pub fn lines(
    proof: &Proof,
    position: &Position,
    mines: Mines,
    shape: &Shape,
    whole: impl Fn(Cell) -> Cell,
) -> Vec<Line> {
    let mut teller =
        Teller { position, mines, shape, whole: &whole, known: HashMap::new(), lines: Vec::new() };
    for number in 0..proof.steps.len() {
        teller.step(proof, number);
    }
    teller.lines
}

/// A step of a proof in words: its lines as one.
#[must_use]
pub fn step(proof: &Proof, number: usize, position: &Position, mines: Mines) -> String {
    let shape = position.shape();
    let mut teller =
        Teller { position, mines, shape, whole: &|cell| cell, known: HashMap::new(), lines: Vec::new() };
    proof.steps[..number].iter().for_each(|step| teller.learn(&step.safe, &step.mines));
    teller.step(proof, number);
    teller.lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
}

struct Teller<'a> {
    position: &'a Position,
    mines: Mines,
    shape: &'a Shape,
    whole: &'a dyn Fn(Cell) -> Cell,
    /// Whether cells are mines, as far as the steps so far say.
    known: HashMap<Cell, bool>,
    lines: Vec<Line>,
}

/// Whether something is so, or would be if something else were.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Is,
    Would,
}

impl Teller<'_> {
    fn at(&self, cell: Cell) -> String {
        let at: Vec<String> = self.shape.coordinates((self.whole)(cell)).iter().map(u64::to_string).collect();
        format!("({})", at.join(", "))
    }

    fn number(&self, cell: Cell) -> u32 {
        match self.position.cells()[cell.0 as usize] {
            Seen::Number(number) => number,
            Seen::Closed => 0,
        }
    }

    /// `the 3 at (4, 14)`
    fn named(&self, cell: Cell) -> String {
        format!("the {} at {}", self.number(cell), self.at(cell))
    }

    /// Several numbers, or how many there are.
    fn all_named(&self, numbers: &[Cell]) -> String {
        match numbers {
            [one] => self.named(*one),
            [one, other] => format!("{} and {}", self.named(*one), self.named(*other)),
            more => format!("{} numbers", more.len()),
        }
    }

    /// Two numbers by their places, or how many there are.
    fn briefly_named(&self, numbers: &[Cell]) -> String {
        match numbers.len() {
            0..=2 => self.all_named(numbers),
            many => format!("{many} numbers together"),
        }
    }

    fn closed_around(&self, number: Cell) -> Vec<Cell> {
        let near = self.position.shape().neighbours(number);
        near.filter(|near| self.position.cells()[near.0 as usize] == Seen::Closed).collect()
    }

    /// How many mines a number has, and how many closed cells around it may be some.
    fn state(&self, number: Cell) -> (usize, usize) {
        let closed = self.closed_around(number);
        let are = |wanted: bool| closed.iter().filter(|cell| self.known.get(cell) == Some(&wanted)).count();
        (are(true), closed.len() - are(true) - are(false))
    }

    /// The same without the places of two cells.
    fn brief_verdict(&self, safe: &[Cell], mines: &[Cell], mood: Mood) -> String {
        self.told(safe, mines, mood, 1)
    }

    /// `(4, 14) is safe`, `(4, 14) and (4, 15) are mines`, `5 cells are safe`
    fn verdict(&self, safe: &[Cell], mines: &[Cell], mood: Mood) -> String {
        self.told(safe, mines, mood, 2)
    }

    /// What cells are; up to so many of them are named.
    fn told(&self, safe: &[Cell], mines: &[Cell], mood: Mood, most: usize) -> String {
        let one = |cells: &[Cell], is: &str, are: &str| {
            let (is, are) = match mood {
                Mood::Is => (format!("is {is}"), format!("are {are}")),
                Mood::Would => (format!("would be {is}"), format!("would be {are}")),
            };
            match cells {
                [] => None,
                [one] => Some(format!("{} {is}", self.at(*one))),
                [one, other] if most > 1 => Some(format!("{} and {} {are}", self.at(*one), self.at(*other))),
                more => Some(format!("{} cells {are}", more.len())),
            }
        };
        let all = [one(safe, "safe", "safe"), one(mines, "a mine", "mines")];
        all.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn say(&mut self, text: String, cells: &[Cell], numbers: impl IntoIterator<Item = Cell>) {
        let whole = |cell: Cell| (self.whole)(cell);
        let cells = cells.iter().copied().map(whole).collect();
        let numbers = numbers.into_iter().map(whole).collect();
        self.lines.push(Line { text: super::sentence(text), cells, numbers });
    }

    fn learn(&mut self, safe: &[Cell], mines: &[Cell]) {
        self.known.extend(safe.iter().map(|&cell| (cell, false)));
        self.known.extend(mines.iter().map(|&cell| (cell, true)));
    }

    fn step(&mut self, proof: &Proof, number: usize) {
        let Step { why, safe, mines } = &proof.steps[number];
        let cells: Vec<Cell> = safe.iter().chain(mines).copied().collect();
        match why {
            Why::Sum(sum) => {
                let name = proof.pattern(number, self.position).map_or(String::new(), |shown| {
                    let reduced = if shown.reduced { "reduced " } else { "" };
                    format!("{reduced}{}: ", shown.pattern)
                });
                let (so, brief) =
                    (self.verdict(safe, mines, Mood::Is), self.brief_verdict(safe, mines, Mood::Is));
                let why = self.reason(sum, mines.is_empty(), !name.is_empty(), Mood::Is);
                let numbers: Vec<Cell> = sum.numbers().collect();
                let beside = if sum.count { " beside the mines left" } else { "" };
                let together = format!("{}{beside} leave no other way", self.briefly_named(&numbers));
                let text = fitting([
                    format!("{name}{why}, so {so}"),
                    format!("{name}{why}, so {brief}"),
                    format!("{name}{together}, so {so}"),
                    format!("{name}{together}, so {brief}"),
                ]);
                self.say(text, &cells, numbers);
            }
            Why::Plain(_) => {
                let what = match (safe.len(), mines.len()) {
                    (0, mines) => count(mines as u64, "mine is", "mines are"),
                    (safe, 0) => count(safe as u64, "safe cell is", "safe cells are"),
                    (safe, mines) => format!(
                        "{} and {} are",
                        count(mines as u64, "mine", "mines"),
                        count(safe as u64, "safe cell", "safe cells")
                    ),
                };
                self.say(
                    format!("{what} plain to see, each from a single number"),
                    &cells,
                    proof.steps[number].numbers(),
                );
            }
            Why::Supposition { cell, mine, chain, clash } => self.supposition((*cell, *mine), chain, clash),
            Why::Cases { numbers, count: counts } => {
                let and = match (counts, self.mines) {
                    (true, Mines::Total(total)) => format!(" and {}", count(total, "mine", "mines")),
                    _ => String::new(),
                };
                let so = self.verdict(safe, mines, Mood::Is);
                let together = format!("{} numbers together{and}", numbers.len());
                let fit = match numbers.len() {
                    0 => format!("the number of all mines, {}", and.trim_start_matches(" and ")),
                    1..=2 => format!("{}{and}", self.all_named(numbers)),
                    _ => together.clone(),
                };
                let text =
                    fitting([fit, together].map(|fit| format!("In every layout that fits {fit}, {so}")));
                self.say(text, &cells, numbers.iter().copied());
            }
        }
        self.learn(safe, mines);
    }

    /// Why a sum says what it says.
    fn reason(&self, sum: &Sum, is_safe: bool, is_named: bool, mood: Mood) -> String {
        match (&sum.plus[..], &sum.minus[..]) {
            (_, minus) if sum.count => self.by_count(minus, is_safe),
            (&[number], []) | ([], &[number]) => self.by_number(number, is_safe, mood),
            (&[one], &[other]) => self.by_pair(one, other, is_named),
            _ => {
                let mut numbers: Vec<Cell> = sum.numbers().collect();
                let first = numbers.remove(0);
                match numbers[..] {
                    [one, other] => format!(
                        "{} with {} and {} leaves no other way",
                        self.named(first),
                        self.named(one),
                        self.named(other)
                    ),
                    _ => format!("{} numbers together leave no other way", numbers.len() + 1),
                }
            }
        }
    }

    /// A number has its mines, or needs all its cells.
    fn by_number(&self, number: Cell, is_safe: bool, mood: Mood) -> String {
        let named = self.named(number);
        let (has, needs) = match mood {
            Mood::Is => ("has", "needs"),
            Mood::Would => ("would have", "would need"),
        };
        let closed = self.closed_around(number).len();
        match (is_safe, self.number(number)) {
            (true, 0) => format!("{named} has no mine around it"),
            (true, 1) => format!("{named} {has} its mine"),
            (true, 2) => format!("{named} {has} both its mines"),
            (true, all) => format!("{named} {has} all its {all} mines"),
            (false, 1) if closed == 1 => format!("{named} has only one closed cell around it"),
            (false, all) if closed as u32 == all => format!("{named} has only {all} closed cells around it"),
            (false, _) => format!("{named} {needs} every closed cell left around it"),
        }
    }

    /// What one number lacks beyond the cells that it shares with another.
    fn by_pair(&self, one: Cell, other: Cell, is_named: bool) -> String {
        let lacks = |number: Cell| i64::from(self.number(number)) - self.state(number).0 as i64;
        // The one that lacks more, or, where both lack the same, sees less.
        let (sees_one, sees_other) = (self.state(one).1, self.state(other).1);
        let first =
            (lacks(one), std::cmp::Reverse(sees_one)) >= (lacks(other), std::cmp::Reverse(sees_other));
        let (more, less) = if first { (one, other) } else { (other, one) };
        let has_some = [more, less].iter().any(|&number| self.state(number).0 > 0);
        let verb = if has_some { "lacks" } else { "needs" };
        match lacks(more) - lacks(less) {
            0 => {
                let mines = if lacks(more) == 1 { "its mine" } else { "its mines" };
                format!("{} has {mines} among cells of {}", self.named(more), self.named(less))
            }
            // The name says the rest.
            1 if is_named => format!("{} {verb} a mine more than {}", self.named(more), self.named(less)),
            extra => {
                format!(
                    "{} {verb} {extra} more than {} and sees just {extra} beyond",
                    self.named(more),
                    self.named(less)
                )
            }
        }
    }

    /// How many mines are left, beside those of some numbers.
    fn by_count(&self, numbers: &[Cell], is_safe: bool) -> String {
        let Mines::Total(total) = self.mines else { return String::new() };
        let known = self.known.values().filter(|&&mine| mine).count() as u64;
        let left = count(total.saturating_sub(known), "mine", "mines");
        match (numbers, is_safe, known) {
            ([], true, 0) => format!("the board has {left}"),
            ([], true, _) if total == 1 => "the only mine is known".to_owned(),
            ([], true, _) => format!("all {total} mines are known"),
            ([], false, 0) => format!("the {left} fill every closed cell"),
            ([], false, _) => format!("the {left} left fill every closed cell left"),
            (numbers, true, _) => {
                let has = if numbers.len() == 1 { "has" } else { "have" };
                let all = if left == "1 mine" { "only mine" } else { &left };
                format!("{} {has} the {all} left", self.all_named(numbers))
            }
            (numbers, false, _) => {
                let lacks = |&number: &Cell| {
                    u64::from(self.number(number)).saturating_sub(self.state(number).0 as u64)
                };
                let rest = total.saturating_sub(known).saturating_sub(numbers.iter().map(lacks).sum());
                let (mines, cells) = (count(rest, "mine is", "mines are"), count(rest, "cell", "cells"));
                format!("beside {}, {mines} left for {cells}", self.all_named(numbers))
            }
        }
    }

    fn supposition(&mut self, (cell, mine): (Cell, bool), chain: &[Link], clash: &Sum) {
        let before = self.known.clone();
        let suppose = if mine { "were a mine" } else { "were safe" };
        self.known.insert(cell, mine);
        let mut lead = format!("If {} {suppose}: ", self.at(cell));
        for link in chain {
            let cells: Vec<Cell> = link.safe.iter().chain(&link.mines).copied().collect();
            let why = self.reason(&link.sum, link.mines.is_empty(), false, Mood::Would);
            let so = self.verdict(&link.safe, &link.mines, Mood::Would);
            let brief = self.brief_verdict(&link.safe, &link.mines, Mood::Would);
            let numbers: Vec<Cell> = link.sum.numbers().collect();
            let by = self.all_named(&numbers);
            let text = fitting([
                format!("{lead}{why}, and {so}"),
                format!("{lead}{why}, and {brief}"),
                format!("{lead}by {by}, {so}"),
                format!("{lead}by {by}, {brief}"),
            ]);
            self.say(text, &cells, link.sum.numbers());
            self.learn(&link.safe, &link.mines);
            lead = "Then ".to_owned();
        }
        let so =
            if mine { self.verdict(&[cell], &[], Mood::Is) } else { self.verdict(&[], &[cell], Mood::Is) };
        let numbers: Vec<Cell> = clash.numbers().collect();
        let impossible = match numbers[..] {
            [number] => {
                let (has, may) = self.state(number);
                if has as u32 > self.number(number) {
                    format!("{} would have {has} mines", self.named(number))
                } else if has + may == 0 {
                    format!("{} would have no mine", self.named(number))
                } else {
                    let most = count((has + may) as u64, "mine", "mines");
                    format!("{} would have {most} at most", self.named(number))
                }
            }
            _ => "the numbers could not be right".to_owned(),
        };
        self.say(format!("{lead}{impossible}. So {so}"), &[cell], numbers);
        self.known = before;
    }
}
