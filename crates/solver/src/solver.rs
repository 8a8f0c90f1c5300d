//! A solver that follows a game: after a move, only what changed is solved again.

mod deduce;

use std::borrow::Cow;
use std::sync::Arc;

use omnisweep_engine::{Cell, Shape};

use crate::adjacency::Adjacency;
use crate::analysis::{Analysis, AnalysisError, Mines};
use crate::component::{Component, Finder};
use crate::effort::Effort;
use crate::estimate::{estimate, thinned};
use crate::join::{Join, OffEdge, OffEdgeResult};
use crate::knowledge::{Knowledge, Known};
use crate::position::{Position, Seen};
use crate::sample::Sampler;
use crate::state_graph::{Scratch, StateGraph};
use crate::weighed::{CachedComponent, Weighed};

/// With no more than these it is not worth it to make a component easier.
const EASY_STATES: usize = 1 << 13;

/// In more than two dimensions few positions with more states than these have so few that it is.
const EASY_STATES_DEEP: usize = 1 << 6;

/// Analyses the positions of a game as it goes on.
///
/// ```
/// use omnisweep_engine::{Cell, Shape};
/// use omnisweep_solver::{Mines, Solver};
///
/// let mut solver = Solver::new(&Shape::new(&[1, 5])?);
/// solver.open(Cell(0), 1)?;
/// assert_eq!(solver.analyse(Mines::Total(2))?.mines(), [Cell(1)]);
/// solver.open(Cell(2), 1)?;
/// assert_eq!(solver.analyse(Mines::Total(2))?.safe(), [Cell(3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) knowledge: Knowledge,
    /// How hard a component may be.
    pub(crate) effort: Effort,
    /// Whether probabilities are estimated where that effort is not enough.
    pub(crate) estimates: bool,
    /// The components as they were found last, and those of them that are harder.
    pub(crate) components: Vec<Arc<CachedComponent>>,
    pub(crate) hard: Vec<Component>,
    /// Whether the last search found all that numbers say for certain.
    pub(crate) searched: bool,
    /// How many components were solved in all.
    solved: u64,
    finder: Finder,
    pub(crate) scratch: Scratch,
    backward: Vec<f64>,
    rest: Vec<f64>,
}

/// More safe cells than this need not be counted at a glance.
pub(crate) const MANY: usize = 5;

/// What is seen of a position at a glance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuickValue {
    /// The natural logarithm of the number of layouts.
    pub log_weight: f64,
    /// How likely the safest cell is free, and how many certainly are.
    pub safest: f64,
    pub safe: usize,
}

impl QuickValue {
    fn see(&mut self, cells: usize, free: f64, certainly: bool) {
        self.safest = self.safest.max(free);
        self.safe += if certainly { cells } else { 0 };
    }
}

/// How much a mine weighs where a free cell weighs 1.
pub(crate) fn odds(density: f64) -> f64 {
    // Certainty is not the weights' business: they stay inside.
    let density = density.clamp(1e-12, 1.0 - 1e-12);
    density / (1.0 - density)
}

/// The power of two that is nearest to a number by its logarithm.
fn nearest_power(number: f64) -> i32 {
    let exponent = ((number.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    exponent + i32::from(number * f64::powi(2.0, -exponent) >= std::f64::consts::SQRT_2)
}

impl Solver {
    /// A solver for a board of which nothing is open.
    #[must_use]
    pub fn new(shape: &Shape) -> Solver {
        Solver::on(Arc::new(Adjacency::new(shape)))
    }

    pub(crate) fn on(map: Arc<Adjacency>) -> Solver {
        let cells = map.cells();
        Solver {
            knowledge: Knowledge::new(map),
            effort: Effort::USUAL,
            estimates: true,
            components: Vec::new(),
            hard: Vec::new(),
            searched: false,
            solved: 0,
            finder: Finder::new(cells),
            scratch: Scratch::default(),
            backward: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Takes over what another solver of the same board knows.
    pub(crate) fn copy(&mut self, other: &Solver) {
        self.knowledge.copy(&other.knowledge);
        self.effort = other.effort;
        self.estimates = other.estimates;
        self.components.clone_from(&other.components);
    }

    /// The same with another limit: a component may have so many states at once;
    /// beyond, the answer is an estimate.
    #[must_use]
    pub fn with_limit(mut self, states: usize) -> Solver {
        self.effort.states = states;
        self
    }

    /// The same with more patience: an estimate whose error is more than half a point after a second may take so many
    /// times as long, about. It ends as soon as the error is no more than that.
    #[must_use]
    pub fn with_patience(mut self, times: usize) -> Solver {
        self.effort = self.effort.patient(times);
        self
    }

    /// The same to look ahead with: that is thousands of positions, of which none may take long.
    pub(crate) fn ahead(&self) -> Cow<'_, Solver> {
        let mut ahead = Cow::Borrowed(self);
        if !self.shape().is_flat() {
            (ahead.to_mut().effort, ahead.to_mut().estimates) = (Effort::SMALL, false);
        }
        ahead
    }

    /// How much work it has done since that was asked last.
    pub(crate) fn spent(&mut self) -> usize {
        std::mem::take(&mut self.scratch.spent)
    }

    fn easy(&self) -> usize {
        if self.shape().is_flat() { EASY_STATES } else { EASY_STATES_DEEP }
    }

    /// The shape of its board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.knowledge.adjacency().shape()
    }

    /// A cell was opened and shows a number. After an error, begin anew with
    /// [`Solver::load`].
    ///
    /// # Errors
    /// Where the number contradicts others, or the board is too large.
    ///
    /// # Panics
    /// Where the board has no such cell.
    pub fn open(&mut self, cell: Cell, number: u32) -> Result<(), AnalysisError> {
        self.check_size()?;
        self.knowledge.open(cell.0 as u32, number)?;
        self.knowledge.conclude()
    }

    fn check_size(&self) -> Result<(), AnalysisError> {
        if self.knowledge.adjacency().is_too_large() { Err(AnalysisError::TooLarge) } else { Ok(()) }
    }

    /// A closed cell has no mine, whatever the numbers say.
    pub(crate) fn assume_free(&mut self, cell: Cell) -> Result<(), AnalysisError> {
        if self.knowledge.known()[cell.0 as usize] == Known::Mine {
            return Err(AnalysisError::Contradiction(cell));
        }
        self.knowledge.prove(cell.0 as u32, false);
        self.knowledge.conclude()
    }

    /// Begins anew with a position of the same shape.
    ///
    /// # Errors
    /// Where numbers contradict each other, or the board is too large.
    ///
    /// # Panics
    /// Where its shape is another one.
    pub fn load(&mut self, position: &Position) -> Result<(), AnalysisError> {
        self.load_some(position, |_| true)
    }

    /// The same with some of the numbers alone: those of which `uses` is true.
    pub(crate) fn load_some(
        &mut self,
        position: &Position,
        uses: impl Fn(usize) -> bool,
    ) -> Result<(), AnalysisError> {
        assert_eq!(position.shape(), self.shape(), "the position is of the solver's shape");
        self.check_size()?;
        self.components.clear();
        self.knowledge.load(position.cells(), uses);
        self.knowledge.conclude()
    }

    /// Begins anew with all cells closed.
    pub(crate) fn begin(&mut self) {
        self.components.clear();
        self.knowledge.clear();
    }

    /// Follows a game: opens what is open now, or begins anew where something is
    /// closed again.
    ///
    /// # Errors
    /// As of [`Solver::load`].
    ///
    /// # Panics
    /// Where its shape is another one.
    pub fn follow(&mut self, position: &Position) -> Result<(), AnalysisError> {
        self.check_size()?;
        let known = self.knowledge.known();
        let went_back =
            position.shape() != self.shape()
                || position.cells().iter().zip(known).any(|(&seen, &known)| {
                    seen == Seen::Closed && matches!(known, Known::Open | Known::Blank)
                });
        if went_back {
            return self.load(position);
        }
        for (cell, &seen) in position.cells().iter().enumerate() {
            if let Seen::Number(number) = seen
                && self.knowledge.known()[cell] != Known::Open
            {
                self.knowledge.open(cell as u32, number)?;
            }
        }
        self.knowledge.conclude()
    }

    /// How many components were solved since the solver was made.
    #[must_use]
    pub fn components_solved(&self) -> u64 {
        self.solved
    }

    /// Analyses the position as it stands.
    ///
    /// # Errors
    /// Where no layout fits, the density is none, or the position is too large.
    pub fn analyse(&mut self, mines: Mines) -> Result<Analysis, AnalysisError> {
        match self.weigh(mines) {
            Ok(weighed) => self.analysis(&weighed),
            Err(AnalysisError::TooLarge) if self.estimates && !self.hard.is_empty() => estimate(self, mines),
            Err(error) => Err(error),
        }
    }

    /// What follows from components with their weights.
    pub(crate) fn analysis(&mut self, weighed: &Weighed) -> Result<Analysis, AnalysisError> {
        let mut analysis = Analysis::new(self.knowledge.known());
        let result = match weighed.narrow() {
            Some(join) => self.marginals(weighed, &join, &mut analysis),
            None => weighed.marginals(&mut analysis)?,
        };
        analysis.finish(&weighed.off_edge_cells, &result.ok_or(AnalysisError::MineCount)?);
        Ok(analysis)
    }

    /// A glance at the position as it stands: no more than what is needed to look
    /// ahead.
    pub(crate) fn quick_value(&mut self, mines: u64) -> Result<QuickValue, AnalysisError> {
        let weighed = self.weigh(Mines::Total(mines))?;
        let Some(join) = weighed.narrow() else {
            let analysis = self.analyse(Mines::Total(mines))?;
            let (log_weight, safe) = (analysis.log_layouts(), analysis.safe().len());
            return Ok(QuickValue {
                log_weight,
                safest: 1.0 - analysis.safest().map_or(1.0, |cell| cell.1),
                safe,
            });
        };
        let result = join.off_edge_result().ok_or(AnalysisError::MineCount)?;
        let mut quick =
            QuickValue { log_weight: result.ways.ln(), safest: 0.0, safe: self.knowledge.count_safe() };
        if !weighed.off_edge_cells.is_empty() {
            quick.see(weighed.off_edge_cells.len(), 1.0 - result.probability, result.free);
        }
        for (number, solved) in weighed.components.iter().enumerate() {
            if quick.safe >= MANY {
                break;
            }
            let CachedComponent { graph, odds, forward: Some(forward), .. } = &**solved else { continue };
            join.rest(number, &mut self.rest);
            graph.marginals(*odds, forward, &self.rest, &mut self.backward, |group, mines, free| {
                quick.see(graph.component.cells(group).len(), free / (mines + free), mines == 0.0);
            });
        }
        Ok(quick)
    }

    /// Tells what is known of the cells on the edge, and returns what is known
    /// of those off it, if any layout fits at all.
    fn marginals(
        &mut self,
        weighed: &Weighed,
        join: &Join<f64>,
        analysis: &mut Analysis,
    ) -> Option<OffEdgeResult> {
        let result = join.off_edge_result()?;
        for (number, solved) in weighed.components.iter().enumerate() {
            let CachedComponent { graph, odds, forward: Some(forward), .. } = &**solved else { continue };
            join.rest(number, &mut self.rest);
            graph.marginals(*odds, forward, &self.rest, &mut self.backward, |group, mines, free| {
                analysis.tell(graph.component.cells(group), mines, free);
            });
        }
        Some(result)
    }

    /// All components, and the undecided cells that are in none.
    pub(crate) fn all_components(&mut self) -> (Vec<Component>, Vec<u32>) {
        let cells = self.knowledge.known().len() as u32;
        self.finder.begin(cells as usize);
        let mut components = Vec::new();
        for number in 0..cells {
            if self.knowledge.is_active(number) && !self.finder.found(number) {
                self.finder.find(&self.knowledge, number);
                components.push(self.finder.component(&self.knowledge));
            }
        }
        (components, self.off_edge_cells())
    }

    /// The undecided cells that are in none of the components that were found.
    #[inline(always)]
    fn off_edge_cells(&self) -> Vec<u32> {
        // Each cell is written down, and the next over it if it is none of them: nothing to guess for a processor.
        let known = self.knowledge.known();
        let (mut off_edge_cells, mut count) = (vec![0; known.len()], 0);
        for (cell, &known) in (0..).zip(known) {
            off_edge_cells[count] = cell;
            count += usize::from(known == Known::Undecided && !self.finder.found(cell));
        }
        off_edge_cells.truncate(count);
        off_edge_cells
    }

    /// Prepares to draw layouts that fit the position as it stands.
    ///
    /// # Errors
    /// As of [`Solver::analyse`].
    pub fn sampler(&mut self, mines: Mines) -> Result<Sampler, AnalysisError> {
        let weighed = match self.weigh(mines) {
            Err(AnalysisError::TooLarge) if !self.hard.is_empty() => thinned(self, mines)?,
            weighed => weighed?,
        };
        let known = self.knowledge.known();
        let mined = (0..).map(Cell).zip(known).filter(|(_, known)| **known == Known::Mine);
        let shape = self.shape().clone();
        Sampler::on(shape, mined.map(|(cell, _)| cell).collect(), weighed)
    }

    /// Finds the components and solves those that changed, with so many mines
    /// left for all of them.
    fn find(&mut self, left: u32) -> Result<(), AnalysisError> {
        let old = std::mem::take(&mut self.components);
        let once = Way::Once(self.easy().min(self.effort.states));
        match self.solve(&old, u32::MAX, once, false) {
            Err(AnalysisError::TooLarge) => self.find_hard(&old, left),
            result => result,
        }
    }

    /// The same where some are hard: those that stay so are put aside.
    #[cold]
    fn find_hard(&mut self, old: &[Arc<CachedComponent>], left: u32) -> Result<(), AnalysisError> {
        // What pairs of numbers prove, and the number of mines, make it easier.
        self.knowledge.compare(false)?;
        // Flat boards seldom gain by more than one order, and lose by trying them.
        if self.shape().is_flat() {
            return self.solve(old, left, Way::Once(self.effort.states), self.estimates);
        }
        match self.solve(old, left, Way::Thorough(self.effort.at_most(Effort::SMALL)), false) {
            // So does what all numbers prove together, but that takes longer to find.
            Err(AnalysisError::TooLarge) if self.estimates || self.effort.work > Effort::SMALL.work => {
                self.search(false)?;
                self.solve(old, left, Way::Thorough(self.effort), self.estimates)
            }
            result => result,
        }
    }

    fn solve(
        &mut self,
        old: &[Arc<CachedComponent>],
        mines: u32,
        way: Way,
        puts_aside: bool,
    ) -> Result<(), AnalysisError> {
        let known = self.knowledge.known();
        self.components.clear();
        self.hard.clear();
        self.finder.begin(known.len());
        for number in 0..known.len() as u32 {
            if !self.knowledge.is_active(number) || self.finder.found(number) {
                continue;
            }
            let members = self.finder.find(&self.knowledge, number);
            let changed =
                members.iter().map(|&member| self.knowledge.numbers()[member as usize].changed).max();
            // Its first number is that of the same component before, if nothing changed.
            let same = old.binary_search_by_key(&number, |solved| solved.number).ok().map(|at| &old[at]);
            match same.filter(|solved| Some(solved.when) >= changed && solved.mines >= mines) {
                Some(solved) => self.components.push(Arc::clone(solved)),
                None => {
                    let component = self.finder.component(&self.knowledge);
                    let graph = match way {
                        Way::Once(limit) => StateGraph::new(component, limit, mines, &mut self.scratch),
                        Way::Thorough(effort) => {
                            StateGraph::thorough(component, effort, mines, &mut self.scratch)
                        }
                    };
                    let graph = match graph {
                        Err(AnalysisError::TooLarge) if puts_aside => {
                            self.hard.push(self.finder.component(&self.knowledge));
                            continue;
                        }
                        graph => graph?,
                    };
                    self.solved += 1;
                    let (when, odds, forward) = (self.knowledge.now(), i32::MAX, None);
                    self.components.push(Arc::new(CachedComponent {
                        number,
                        when,
                        mines,
                        graph,
                        odds,
                        forward,
                    }));
                }
            }
        }
        if self.hard.is_empty() { Ok(()) } else { Err(AnalysisError::TooLarge) }
    }

    /// Solves what changed, and weighs it.
    pub(crate) fn weigh(&mut self, mines: Mines) -> Result<Weighed, AnalysisError> {
        self.check_size()?;
        let most = match mines {
            Mines::Total(total) => u32::try_from(total).unwrap_or(u32::MAX),
            Mines::Density(_) => u32::MAX,
        };
        self.find(most.saturating_sub(self.knowledge.mines() as u32))?;
        let odds = self.odds(mines)?;
        for solved in &mut self.components {
            if solved.odds != odds.power {
                let forward = solved.forward(odds.power);
                let solved = Arc::make_mut(solved);
                (solved.odds, solved.forward) = (odds.power, forward);
            }
        }
        Ok(self.with_off_edge(self.components.clone(), &odds))
    }

    /// How likely a mine is, as far as the number of mines says.
    #[inline(always)]
    pub(crate) fn odds(&self, mines: Mines) -> Result<Odds, AnalysisError> {
        // What is decided already takes its mines with it.
        let (undecided, decided) = (self.knowledge.undecided() as u64, self.knowledge.mines() as u64);
        let (odds, left) = match mines {
            Mines::Density(density) if !(0.0..=1.0).contains(&density) => return Err(AnalysisError::Density),
            Mines::Density(density) => (odds(density), None),
            Mines::Total(total) => {
                let left = total.checked_sub(decided).filter(|&left| left <= undecided);
                let left = left.ok_or(AnalysisError::MineCount)?;
                // About as likely as the cells off the edge, so that weights stay near each other.
                ((left as f64 + 0.5) / ((undecided - left) as f64 + 0.5), Some(left))
            }
        };
        Ok(Odds { power: nearest_power(odds), exact: odds, left })
    }

    /// Components, with the cells that are in none.
    #[inline(always)]
    pub(crate) fn with_off_edge(&self, components: Vec<Arc<CachedComponent>>, odds: &Odds) -> Weighed {
        let off_edge_cells = self.off_edge_cells();
        let cells = off_edge_cells.len() as u64;
        let off_edge = OffEdge { cells, mines: odds.left, odds: odds.power, exact_odds: odds.exact };
        Weighed { components, off_edge, off_edge_cells }
    }
}

/// How components are solved.
#[derive(Clone, Copy)]
enum Way {
    /// With so many states at most, in the usual order.
    Once(usize),
    /// In several orders, with dead ends seen ahead.
    Thorough(Effort),
}

/// How likely a mine is before anything is known but how many there are.
pub(crate) struct Odds {
    /// As a power of two, and exactly.
    pub power: i32,
    pub exact: f64,
    /// The undecided mines, if their number is known.
    pub left: Option<u64>,
}
