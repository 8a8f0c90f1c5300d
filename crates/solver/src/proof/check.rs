//! The checker: whether every step of a proof follows.
//!
//! It is small, believes nothing, and shares no code with the search: a mistake
//! there is a proof that is refused here, never one that is shown.

use std::collections::{BTreeSet, HashMap, HashSet};

use omnisweep_engine::Cell;
use thiserror::Error;

use super::{Link, Proof, Sum, Why};
use crate::analysis::Mines;
use crate::position::{Position, Seen};

/// Which step of a proof does not follow, counted from 0, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {step}: {problem}")]
#[non_exhaustive]
pub struct Flaw {
    /// The step; as many as there are steps where the conclusion is missing.
    pub step: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// It argues with a cell that shows no number.
    #[error("there is no number at cell {}", .0.0)]
    NoNumber(Cell),
    /// It argues with the number of mines, which is not known.
    #[error("the number of mines is not known")]
    NoCount,
    /// It does not follow that this cell is as it says.
    #[error("it does not follow for cell {}", .0.0)]
    DoesNotFollow(Cell),
    /// A supposition that leads to no contradiction.
    #[error("nothing contradicts the supposition")]
    NoContradiction,
    /// More cases than are looked at.
    #[error("there are too many cases to look at")]
    TooManyCases,
    /// The steps never come to the conclusion.
    #[error("the conclusion is not reached")]
    NoConclusion,
}

/// More states than this are not looked at.
const MOST_STATES: usize = 1 << 17;

/// What is known: for a closed cell, whether it is a mine.
type Facts = HashMap<Cell, bool>;

impl Proof {
    /// Whether every step follows, from the numbers of this position and the
    /// steps before it, and the last cell is what the proof says it is.
    ///
    /// # Errors
    /// The first step that does not follow.
    pub fn check(&self, position: &Position, mines: Mines) -> Result<(), Flaw> {
        let checker =
            Checker { position, total: if let Mines::Total(total) = mines { Some(total) } else { None } };
        let mut facts = Facts::new();
        for (number, step) in self.steps.iter().enumerate() {
            let flawed = |problem| Flaw { step: number, problem };
            let claims = claims(&step.safe, &step.mines);
            let result = match &step.why {
                Why::Sum(sum) => checker.sum(sum, &claims, &mut facts),
                Why::Plain(chain) => checker.plain(chain, &claims, &mut facts),
                Why::Supposition { cell, mine, chain, clash } => {
                    checker.supposition((*cell, *mine), chain, clash, &claims, &mut facts)
                }
                Why::Cases { numbers, count } => checker.cases(numbers, *count, &claims, &mut facts),
            };
            result.map_err(flawed)?;
        }
        match facts.get(&self.cell) {
            Some(&mine) if mine == self.mine => Ok(()),
            _ => Err(Flaw { step: self.steps.len(), problem: Problem::NoConclusion }),
        }
    }
}

/// What a step says of cells: which, and whether they are mines.
fn claims(safe: &[Cell], mines: &[Cell]) -> Vec<(Cell, bool)> {
    safe.iter().map(|&cell| (cell, false)).chain(mines.iter().map(|&cell| (cell, true))).collect()
}

struct Checker<'a> {
    position: &'a Position,
    total: Option<u64>,
}

/// Cells that are not known, each so many times, come to a value.
struct Equation {
    times: HashMap<Cell, i64>,
    value: i64,
}

impl Equation {
    /// The least and the most that it can come to.
    fn range(&self) -> (i64, i64) {
        self.times.values().fold((0, 0), |(least, most), &times| (least + times.min(0), most + times.max(0)))
    }

    fn is_impossible(&self) -> bool {
        let (least, most) = self.range();
        self.value < least || most < self.value
    }

    /// Whether a cell has to be a mine, or has to be none, for this to hold.
    fn says(&self, cell: Cell) -> Option<bool> {
        let times = *self.times.get(&cell).filter(|&&times| times != 0)?;
        let (least, most) = self.range();
        match self.value {
            value if value < least || most < value => None,
            value if value == most => Some(times > 0),
            value if value == least => Some(times < 0),
            _ => None,
        }
    }
}

impl Checker<'_> {
    fn closed(&self, cell: Cell) -> bool {
        usize::try_from(cell.0).is_ok_and(|at| self.position.cells().get(at) == Some(&Seen::Closed))
    }

    fn number(&self, cell: Cell) -> Result<i64, Problem> {
        match usize::try_from(cell.0).ok().and_then(|at| self.position.cells().get(at)) {
            Some(&Seen::Number(number)) => Ok(i64::from(number)),
            _ => Err(Problem::NoNumber(cell)),
        }
    }

    fn closed_around(&self, number: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.position.shape().neighbours(number).filter(|&cell| self.closed(cell))
    }

    fn all_closed(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.position.cells().len() as u64).map(Cell).filter(|&cell| self.closed(cell))
    }

    /// What a sum comes to, with what is known put in.
    fn equation(&self, sum: &Sum, facts: &Facts) -> Result<Equation, Problem> {
        let mut equation = Equation { times: HashMap::new(), value: 0 };
        let mut add = |value: i64, cells: &mut dyn Iterator<Item = Cell>, sign: i64| {
            equation.value += sign * value;
            for cell in cells {
                match facts.get(&cell) {
                    Some(&mine) => equation.value -= sign * i64::from(mine),
                    None => *equation.times.entry(cell).or_default() += sign,
                }
            }
        };
        for (numbers, sign) in [(&sum.plus, 1), (&sum.minus, -1)] {
            for &number in numbers {
                add(self.number(number)?, &mut self.closed_around(number), sign);
            }
        }
        if sum.count {
            let total = self.total.and_then(|total| i64::try_from(total).ok()).ok_or(Problem::NoCount)?;
            add(total, &mut self.all_closed(), 1);
        }
        Ok(equation)
    }

    fn sum(&self, sum: &Sum, claims: &[(Cell, bool)], facts: &mut Facts) -> Result<(), Problem> {
        let equation = self.equation(sum, facts)?;
        for &(cell, mine) in claims {
            if equation.says(cell) != Some(mine) {
                return Err(Problem::DoesNotFollow(cell));
            }
        }
        facts.extend(claims.iter().copied());
        Ok(())
    }

    fn chain(&self, chain: &[Link], facts: &mut Facts) -> Result<(), Problem> {
        chain.iter().try_for_each(|link| self.sum(&link.sum, &claims(&link.safe, &link.mines), facts))
    }

    fn plain(&self, chain: &[Link], claims: &[(Cell, bool)], facts: &mut Facts) -> Result<(), Problem> {
        let mut beside = facts.clone();
        self.chain(chain, &mut beside)?;
        if let Some(&(cell, _)) = claims.iter().find(|(cell, mine)| beside.get(cell) != Some(mine)) {
            return Err(Problem::DoesNotFollow(cell));
        }
        facts.extend(claims.iter().copied());
        Ok(())
    }

    fn supposition(
        &self,
        (cell, mine): (Cell, bool),
        chain: &[Link],
        clash: &Sum,
        claims: &[(Cell, bool)],
        facts: &mut Facts,
    ) -> Result<(), Problem> {
        // What is known already is not to be supposed otherwise.
        if !self.closed(cell) || facts.contains_key(&cell) {
            return Err(Problem::DoesNotFollow(cell));
        }
        if let Some(&(other, _)) = claims.iter().find(|&&claim| claim != (cell, !mine)) {
            return Err(Problem::DoesNotFollow(other));
        }
        let mut supposed = facts.clone();
        supposed.insert(cell, mine);
        self.chain(chain, &mut supposed)?;
        if !self.equation(clash, &supposed)?.is_impossible() {
            return Err(Problem::NoContradiction);
        }
        facts.extend(claims.iter().copied());
        Ok(())
    }

    fn cases(
        &self,
        numbers: &[Cell],
        count: bool,
        claims: &[(Cell, bool)],
        facts: &mut Facts,
    ) -> Result<(), Problem> {
        for &(cell, mine) in claims {
            if !self.closed(cell) || facts.contains_key(&cell) {
                return Err(Problem::DoesNotFollow(cell));
            }
            let mut otherwise = facts.clone();
            otherwise.insert(cell, !mine);
            if self.has_layout(numbers, count, &otherwise)? {
                return Err(Problem::DoesNotFollow(cell));
            }
        }
        facts.extend(claims.iter().copied());
        Ok(())
    }

    /// Whether any layout fits these numbers, and the number of all mines if that
    /// `counts`. Cells are taken one after the other; of what was chosen so far all
    /// that matters is what the numbers still lack, and how many mines there are.
    fn has_layout(&self, numbers: &[Cell], counts: bool, facts: &Facts) -> Result<bool, Problem> {
        let mut lacks = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let known = self.closed_around(number).filter(|cell| facts.get(cell) == Some(&true)).count();
            lacks.push(self.number(number)? - known as i64);
        }
        let (cells, last) = self.in_order(numbers, facts);
        let mut states: HashMap<Vec<i64>, BTreeSet<i64>> = HashMap::from([(lacks, BTreeSet::from([0]))]);
        // A number without unknown cells has to have its mines already.
        let done_at =
            |step: usize| last.iter().enumerate().filter(move |&(_, &at)| at == step).map(|(at, _)| at);
        states.retain(|lacks, _| done_at(0).all(|number| lacks[number] == 0));
        for (step, (_, around)) in (1..).zip(&cells) {
            let mut next: HashMap<Vec<i64>, BTreeSet<i64>> = HashMap::new();
            for (lacks, totals) in &states {
                for mine in [0, 1] {
                    let mut lacks = lacks.clone();
                    around.iter().for_each(|&number| lacks[number] -= mine);
                    let fits = around.iter().all(|&number| lacks[number] >= 0)
                        && done_at(step).all(|number| lacks[number] == 0);
                    if fits {
                        let totals = totals.iter().map(|total| if counts { total + mine } else { 0 });
                        next.entry(lacks).or_default().extend(totals);
                    }
                }
            }
            if next.len() > MOST_STATES {
                return Err(Problem::TooManyCases);
            }
            states = next;
        }
        let totals: BTreeSet<i64> = states.into_values().flatten().collect();
        if !counts {
            return Ok(!totals.is_empty());
        }
        let total = self.total.and_then(|total| i64::try_from(total).ok()).ok_or(Problem::NoCount)?;
        let left = total - facts.values().filter(|&&mine| mine).count() as i64;
        let others = self.all_closed().filter(|cell| !facts.contains_key(cell)).count() - cells.len();
        Ok(totals.range(left - others as i64..=left).next().is_some())
    }

    /// The unknown cells around some numbers, each with those that it is around,
    /// so that what belongs together comes together; and after how many cells each
    /// number has all of its own behind it.
    fn in_order(&self, numbers: &[Cell], facts: &Facts) -> (Vec<(Cell, Vec<usize>)>, Vec<usize>) {
        let places: HashMap<Cell, Vec<usize>> =
            numbers.iter().enumerate().fold(HashMap::new(), |mut places, (at, &number)| {
                places.entry(number).or_default().push(at);
                places
            });
        let (mut cells, mut taken, mut last) = (Vec::new(), HashSet::new(), vec![0; numbers.len()]);
        let mut visited = vec![false; numbers.len()];
        // From the far end: the numbers are said nearest first.
        for start in (0..numbers.len()).rev() {
            let mut waiting = std::collections::VecDeque::from([start]);
            while let Some(number) = waiting.pop_front() {
                if std::mem::replace(&mut visited[number], true) {
                    continue;
                }
                for cell in self.closed_around(numbers[number]) {
                    if facts.contains_key(&cell) || !taken.insert(cell) {
                        continue;
                    }
                    let near = self.position.shape().neighbours(cell);
                    let around: Vec<usize> =
                        near.filter_map(|near| places.get(&near)).flatten().copied().collect();
                    around.iter().for_each(|&number| last[number] = cells.len() + 1);
                    waiting.extend(&around);
                    cells.push((cell, around));
                }
            }
        }
        (cells, last)
    }
}
