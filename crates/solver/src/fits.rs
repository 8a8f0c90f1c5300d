//! Whether any layout fits: a search that is complete, and learns from its mistakes.
//!
//! It supposes what a cell is and follows what the numbers say. Where that ends in a
//! contradiction, what led to it becomes a clause, so that it is not met again. (That is
//! conflict-driven clause learning; numbers are cardinality constraints.) Cells that no
//! number can tell apart have their mines in the first of them: any other layout is one
//! of these with such cells exchanged.
//!
//! It counts its work and gives up when there is too much, so that it ends at the same
//! place on every machine.

use crate::component::Component;

/// A cell that is a mine, or is none: twice its number, and one more for a mine.
type Literal = u32;

fn literal(cell: u32, mine: bool) -> Literal {
    cell * 2 + u32::from(mine)
}

/// How few and how many of some cells are mines, and how many of them are decided.
#[derive(Clone, Debug)]
struct Count {
    cells: Vec<u32>,
    least: u32,
    most: u32,
    mines: u32,
    free: u32,
}

impl Count {
    fn has_too_many(&self) -> bool {
        self.mines > self.most
    }

    fn has_too_few(&self) -> bool {
        self.free + self.least > self.cells.len() as u32
    }

    /// What all its other cells are, if that is known.
    fn rest(&self) -> Option<bool> {
        if self.mines + self.free == self.cells.len() as u32 {
            None
        } else if self.mines == self.most {
            Some(false)
        } else {
            (self.free + self.least == self.cells.len() as u32).then_some(true)
        }
    }
}

/// Why a cell is what it is.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Supposed,
    Count(u32),
    Clause(u32),
}

/// A cell of the search.
#[derive(Clone, Debug)]
struct Variable {
    /// What it is, if that is decided; and what it was before, which is tried first.
    mine: Option<bool>,
    last: bool,
    /// After how many suppositions it was decided, at which place, and why.
    level: u32,
    place: u32,
    reason: Reason,
    /// How much it had to do with contradictions of late.
    activity: f64,
    counts: Vec<u32>,
}

/// What is certain.
#[derive(Clone, Debug, Default)]
pub struct Certain {
    /// Groups of components, and what all of their cells are.
    pub groups: Vec<(usize, usize, bool)>,
    /// Whether that is all.
    pub complete: bool,
}

/// What the cells beside the components are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// How many cells are in no component.
    pub cells: u64,
    /// How many mines all cells have together.
    pub mines: u64,
}

/// The numbers of some components, and what was learnt from them.
#[derive(Clone, Debug)]
pub struct Fits {
    variables: Vec<Variable>,
    counts: Vec<Count>,
    clauses: Vec<Vec<Literal>>,
    /// For each literal the clauses that have to be looked at when it is wrong.
    watching: Vec<Vec<u32>>,
    /// What is decided, in order, of which so much was followed; and where suppositions stand.
    trail: Vec<Literal>,
    followed: usize,
    supposed: Vec<usize>,
    /// For each group its component and number, its first cell, and how many it has.
    groups: Vec<(usize, usize, u32, u32)>,
    /// One of the cells off the edge, where their mines are known.
    off_edge: Option<u32>,
    bump: f64,
    seen: Vec<bool>,
    impossible: bool,
    /// How much work is left, for all questions.
    work: usize,
}

/// How much of its work one question may take.
const ONE_QUESTION: usize = 16;

/// After so many contradictions it begins anew, with what it has learnt.
const PATIENCE: usize = 64;

impl Fits {
    /// Prepares to search, by no more than so much work.
    pub fn new(components: &[Component], beside: Option<Beside>, work: usize) -> Fits {
        let mut fits = Fits {
            variables: Vec::new(),
            counts: Vec::new(),
            clauses: Vec::new(),
            watching: Vec::new(),
            trail: Vec::new(),
            followed: 0,
            supposed: Vec::new(),
            groups: Vec::new(),
            off_edge: None,
            bump: 1.0,
            seen: Vec::new(),
            impossible: false,
            work,
        };
        for (number, component) in components.iter().enumerate() {
            fits.add(number, component);
        }
        if let Some(Beside { cells, mines }) = beside {
            let mut all: Vec<u32> = (0..fits.variables.len() as u32).collect();
            if cells > 0 {
                fits.off_edge = Some(fits.variable());
                all.extend(fits.off_edge);
            }
            let least = mines.saturating_sub(cells.saturating_sub(1));
            fits.count(all, least, mines);
        }
        fits.watching.resize(fits.variables.len() * 2, Vec::new());
        fits.seen.resize(fits.variables.len(), false);
        for group in 0..fits.groups.len() {
            let (_, _, first, size) = fits.groups[group];
            (first + 1..first + size).for_each(|next| {
                fits.attach(vec![literal(next - 1, true), literal(next, false)]);
            });
        }
        // What is plain needs no supposition.
        for count in 0..fits.counts.len() as u32 {
            fits.impossible |= fits.follow_count(count).is_err();
        }
        fits
    }

    fn add(&mut self, number: usize, component: &Component) {
        let mut cells: Vec<Vec<u32>> = vec![Vec::new(); component.constraints.len()];
        for (at, group) in component.groups.iter().enumerate() {
            let first = self.variables.len() as u32;
            for _ in 0..group.size() {
                let cell = self.variable();
                component.links(at).iter().for_each(|&constraint| cells[constraint as usize].push(cell));
            }
            self.groups.push((number, at, first, group.size()));
        }
        for (constraint, cells) in component.constraints.iter().zip(cells) {
            self.count(cells, u64::from(constraint.lacks), u64::from(constraint.lacks));
        }
    }

    fn variable(&mut self) -> u32 {
        self.variables.push(Variable {
            mine: None,
            last: false,
            level: 0,
            place: 0,
            reason: Reason::Supposed,
            activity: 0.0,
            counts: Vec::new(),
        });
        self.variables.len() as u32 - 1
    }

    fn count(&mut self, cells: Vec<u32>, least: u64, most: u64) {
        let number = self.counts.len() as u32;
        cells.iter().for_each(|&cell| self.variables[cell as usize].counts.push(number));
        let (least, most) =
            (least.min(u64::from(u32::MAX / 2)) as u32, most.min(u64::from(u32::MAX / 2)) as u32);
        self.counts.push(Count { cells, least, most, mines: 0, free: 0 });
    }

    /// Of which groups it is certain what they are; nothing where no layout fits.
    pub fn certain(&mut self) -> Option<Certain> {
        self.questions(true)
    }

    /// The same of safe cells alone.
    pub fn certainly_safe(&mut self) -> Option<Certain> {
        self.questions(false)
    }

    /// Whether any layout fits; nothing where that takes too much work.
    pub fn is_possible(&mut self) -> Option<bool> {
        self.solve(None)
    }

    /// Whether the cells of a group of a component, or those off the edge, are certainly mines,
    /// or certainly none.
    pub fn is_certain(&mut self, group: Option<(usize, usize)>, mine: bool) -> Option<bool> {
        let place = match group {
            Some(group) => self.groups.iter().find(|each| (each.0, each.1) == group).copied(),
            None => self.off_edge.map(|cell| (0, 0, cell, 1)),
        };
        let Some((_, _, first, size)) = place else { return Some(false) };
        let cell = if mine { first + size - 1 } else { first };
        self.solve(Some(literal(cell, !mine))).map(|otherwise| !otherwise)
    }

    /// What to try first: a layout that fits, by the mines of each group.
    pub fn suggest(&mut self, mines: impl Fn(usize, usize) -> u32) {
        for &(component, group, first, size) in &self.groups {
            let mines = mines(component, group);
            for at in 0..size {
                self.variables[(first + at) as usize].last = at < mines;
            }
        }
    }

    fn questions(&mut self, of_mines: bool) -> Option<Certain> {
        let mut certain = Certain { complete: true, ..Certain::default() };
        match self.solve(None) {
            Some(true) => {}
            Some(false) => return None,
            None => return Some(Certain::default()),
        }
        // What was seen: a group with a mine, one with a free cell.
        let mut seen = vec![(false, false); self.groups.len()];
        self.see(&mut seen);
        for at in 0..seen.len() {
            let (component, group, first, size) = self.groups[at];
            for (cell, mine) in [(first, false), (first + size - 1, true)] {
                let known = if mine { seen[at].1 } else { seen[at].0 };
                if known || (mine && !of_mines) {
                    continue;
                }
                if !mine {
                    self.prefer_mines(&seen);
                }
                match self.solve(Some(literal(cell, !mine))) {
                    Some(true) => self.see(&mut seen),
                    Some(false) => certain.groups.push((component, group, mine)),
                    None => certain.complete = false,
                }
            }
        }
        Some(certain)
    }

    /// Tries mines first where none was seen yet, so that one layout answers many questions.
    fn prefer_mines(&mut self, seen: &[(bool, bool)]) {
        self.back_to(0);
        for (_, &(_, _, first, _)) in seen.iter().zip(&self.groups).filter(|(seen, _)| !seen.0) {
            self.variables[first as usize].last = true;
        }
    }

    /// Notes what is possible, as the layout shows that was found.
    fn see(&self, seen: &mut [(bool, bool)]) {
        let is_mine = |cell: u32| self.variables[cell as usize].mine == Some(true);
        for (seen, &(_, _, first, size)) in seen.iter_mut().zip(&self.groups) {
            seen.0 |= is_mine(first);
            seen.1 |= !is_mine(first + size - 1);
        }
    }

    /// Whether a layout fits in which something is so; nothing where that takes too much work.
    fn solve(&mut self, supposition: Option<Literal>) -> Option<bool> {
        self.back_to(0);
        let enough = self.work - self.work / ONE_QUESTION;
        let (mut contradictions, mut patience) = (0, PATIENCE);
        loop {
            if self.impossible {
                return Some(false);
            }
            match self.follow() {
                Err(reason) if self.supposed.is_empty() => {
                    _ = reason;
                    self.impossible = true;
                }
                Err(reason) => {
                    let (clause, level) = self.learn(reason);
                    self.back_to(level);
                    self.attach(clause);
                    contradictions += 1;
                    self.bump *= 1.05;
                }
                Ok(()) if self.work <= enough => return None,
                Ok(()) if contradictions >= patience => {
                    (contradictions, patience) = (0, patience * 3 / 2);
                    self.back_to(0);
                }
                Ok(()) => {
                    let first = supposition.filter(|_| self.supposed.is_empty());
                    let next = match first.map(|first| (first, self.is(first))) {
                        Some((_, Some(false))) => return Some(false),
                        Some((first, None)) => Some(first),
                        _ => self.next(),
                    };
                    let Some(next) = next else { return Some(true) };
                    self.supposed.push(self.trail.len());
                    self.decide(next, Reason::Supposed);
                }
            }
        }
    }

    /// Whether a literal is right, if that is decided.
    fn is(&self, literal: Literal) -> Option<bool> {
        self.variables[literal as usize / 2].mine.map(|mine| mine == (literal % 2 == 1))
    }

    /// What to suppose next.
    fn next(&mut self) -> Option<Literal> {
        self.work = self.work.saturating_sub(self.variables.len() / 4);
        let mut best: Option<(f64, u32)> = None;
        for (number, variable) in (0..).zip(&self.variables) {
            if variable.mine.is_none() && best.is_none_or(|(most, _)| variable.activity > most) {
                best = Some((variable.activity, number));
            }
        }
        best.map(|(_, cell)| literal(cell, self.variables[cell as usize].last))
    }

    fn decide(&mut self, literal: Literal, reason: Reason) {
        let (cell, mine) = (literal as usize / 2, literal % 2 == 1);
        let variable = &mut self.variables[cell];
        variable.mine = Some(mine);
        (variable.level, variable.place) = (self.supposed.len() as u32, self.trail.len() as u32);
        variable.reason = reason;
        self.trail.push(literal);
        for &count in &variable.counts {
            let count = &mut self.counts[count as usize];
            *if mine { &mut count.mines } else { &mut count.free } += 1;
        }
    }

    /// Takes back all that was decided after so many suppositions.
    fn back_to(&mut self, level: usize) {
        let Some(&start) = self.supposed.get(level) else { return };
        for literal in self.trail.drain(start..) {
            let mine = literal % 2 == 1;
            let variable = &mut self.variables[literal as usize / 2];
            (variable.mine, variable.last) = (None, mine);
            for &count in &variable.counts {
                let count = &mut self.counts[count as usize];
                *if mine { &mut count.mines } else { &mut count.free } -= 1;
            }
        }
        self.supposed.truncate(level);
        self.followed = start;
    }

    /// Follows what was decided until nothing more follows, or something could not be.
    fn follow(&mut self) -> Result<(), Reason> {
        while let Some(&literal) = self.trail.get(self.followed) {
            self.followed += 1;
            let cell = literal as usize / 2;
            self.work = self.work.saturating_sub(self.variables[cell].counts.len() + 2);
            for at in 0..self.variables[cell].counts.len() {
                self.follow_count(self.variables[cell].counts[at])?;
            }
            self.follow_clauses(literal ^ 1)?;
        }
        Ok(())
    }

    fn follow_count(&mut self, number: u32) -> Result<(), Reason> {
        let count = &self.counts[number as usize];
        if count.has_too_many() || count.has_too_few() {
            return Err(Reason::Count(number));
        }
        let Some(mine) = count.rest() else { return Ok(()) };
        self.work = self.work.saturating_sub(count.cells.len());
        for at in 0..count.cells.len() {
            let cell = self.counts[number as usize].cells[at];
            if self.variables[cell as usize].mine.is_none() {
                self.decide(literal(cell, mine), Reason::Count(number));
            }
        }
        Ok(())
    }

    /// Looks at the clauses of which a literal is wrong now.
    fn follow_clauses(&mut self, wrong: Literal) -> Result<(), Reason> {
        let mut watching = std::mem::take(&mut self.watching[wrong as usize]);
        self.work = self.work.saturating_sub(watching.len());
        let (mut kept, mut result) = (0, Ok(()));
        for at in 0..watching.len() {
            let number = watching[at];
            watching[kept] = number;
            kept += 1;
            if result.is_err() {
                continue;
            }
            let mut clause = std::mem::take(&mut self.clauses[number as usize]);
            if clause[0] == wrong {
                clause.swap(0, 1);
            }
            let other = clause[0];
            if self.is(other) != Some(true) {
                // Another literal that may be right is watched instead.
                match (2..clause.len()).find(|&at| self.is(clause[at]) != Some(false)) {
                    Some(at) => {
                        clause.swap(1, at);
                        self.watching[clause[1] as usize].push(number);
                        kept -= 1;
                    }
                    None if self.is(other) == Some(false) => result = Err(Reason::Clause(number)),
                    None => self.decide(other, Reason::Clause(number)),
                }
            }
            self.clauses[number as usize] = clause;
        }
        watching.truncate(kept);
        self.watching[wrong as usize] = watching;
        result
    }

    /// A clause of which at most the first literal may be right now: then it is.
    fn attach(&mut self, clause: Vec<Literal>) {
        let number = self.clauses.len() as u32;
        let first = clause[0];
        let alone = clause.iter().skip(1).all(|&literal| self.is(literal) == Some(false));
        if clause.len() > 1 {
            self.watching[clause[0] as usize].push(number);
            self.watching[clause[1] as usize].push(number);
        }
        self.clauses.push(clause);
        match self.is(first) {
            None if alone => self.decide(first, Reason::Clause(number)),
            Some(false) if alone => self.impossible = true,
            _ => {}
        }
    }

    /// The cells whose being decided so led to something: to a cell that was decided before a place.
    fn premises(&mut self, reason: Reason, decided: Option<u32>) -> Vec<u32> {
        let place = decided.map_or(u32::MAX, |cell| self.variables[cell as usize].place);
        let premises: Vec<u32> = match reason {
            Reason::Supposed => Vec::new(),
            Reason::Clause(number) => {
                let cells = self.clauses[number as usize].iter().map(|literal| literal / 2);
                cells.filter(|&cell| Some(cell) != decided).collect()
            }
            Reason::Count(number) => {
                let count = &self.counts[number as usize];
                let mines = match decided {
                    Some(cell) => self.variables[cell as usize].mine == Some(false),
                    None => count.has_too_many(),
                };
                let led = |&&cell: &&u32| {
                    let variable = &self.variables[cell as usize];
                    variable.mine == Some(mines) && variable.place < place
                };
                self.work = self.work.saturating_sub(count.cells.len());
                count.cells.iter().filter(led).copied().collect()
            }
        };
        premises
    }

    /// What a contradiction teaches: a clause, and the level after which its first literal follows.
    fn learn(&mut self, mut reason: Reason) -> (Vec<Literal>, usize) {
        let level = self.supposed.len() as u32;
        let (mut clause, mut open) = (vec![0], 0);
        let (mut at, mut decided) = (self.trail.len(), None);
        loop {
            for cell in self.premises(reason, decided) {
                let variable = &mut self.variables[cell as usize];
                if variable.level == 0 || std::mem::replace(&mut self.seen[cell as usize], true) {
                    continue;
                }
                variable.activity += self.bump;
                if variable.level == level {
                    open += 1;
                } else {
                    clause.push(literal(cell, variable.mine == Some(false)));
                }
            }
            // The last one that was decided: what it follows from takes its place.
            loop {
                at -= 1;
                if self.seen[self.trail[at] as usize / 2] {
                    break;
                }
            }
            let last = self.trail[at];
            self.seen[last as usize / 2] = false;
            open -= 1;
            if open == 0 {
                clause[0] = last ^ 1;
                break;
            }
            (reason, decided) = (self.variables[last as usize / 2].reason, Some(last / 2));
        }
        clause[1..].iter().for_each(|literal| self.seen[*literal as usize / 2] = false);
        if self.bump > 1e100 {
            self.variables.iter_mut().for_each(|variable| variable.activity *= 1e-100);
            self.bump *= 1e-100;
        }
        // The second literal is the last of the others to be decided, so that both are watched longest.
        let level_of = |literal: &Literal| self.variables[*literal as usize / 2].level;
        let Some(second) = (1..clause.len()).max_by_key(|&at| level_of(&clause[at])) else {
            return (clause, 0);
        };
        clause.swap(1, second);
        let back = level_of(&clause[1]) as usize;
        (clause, back)
    }
}
