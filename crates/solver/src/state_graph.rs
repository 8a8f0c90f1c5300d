//! One component, solved by a frontier dynamic programme.
//!
//! Groups are taken one after the other. After each, all that matters is what
//! the constraints that are partly decided still lack: that is a *state*. First
//! all states and the transitions between them are found, and those that lead nowhere
//! are dropped: what is left says what is certain. Then the ways are counted,
//! for each state by the number of mines so far. How many states there can be
//! depends on how many constraints are partly decided at once, not on how long
//! the component is.

mod drawn;
mod key;
mod thinned;

pub use drawn::{Seen, shares};

use omnisweep_engine::Cell;

use self::key::Key;
use crate::analysis::AnalysisError;
use crate::component::Component;
use crate::effort::Effort;
use crate::outlook::Ways;
use crate::plan::{Check, MOST_WORDS, Order, Plan, plan, plan_ahead};
use crate::thin::Thinning;
use crate::weight::Weight;

/// A transition from a state to one after the next step, by so many mines in its group.
#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u32,
    to: u32,
    mines: u32,
}

/// A state: how few and how many mines there can be so far, and where its
/// weights stand, one for each of these numbers.
#[derive(Clone, Copy, Debug)]
struct State {
    least: u32,
    most: u32,
    at: u32,
}

impl State {
    const NONE: State = State { least: u32::MAX, most: 0, at: 0 };

    fn width(&self) -> usize {
        (self.most - self.least) as usize + 1
    }

    fn weights(&self) -> std::ops::Range<usize> {
        self.at as usize..self.at as usize + self.width()
    }
}

/// A component with all its states, and the transitions between them.
#[derive(Clone, Debug)]
pub struct StateGraph {
    pub component: Component,
    plan: Plan,
    /// The states of all layers, the first and the last of which have one, and
    /// how many weights they have together.
    states: Vec<State>,
    weights: usize,
    /// The transitions of all steps, and where those of each begin.
    transitions: Vec<Transition>,
    start: Vec<u32>,
    /// The fewest and the most mines of each step's group.
    bounds: Vec<(u32, u32)>,
    /// Where some were left out: for how many each state stands, and the ways to it, as a share
    /// of those to its layer.
    scales: Option<Vec<(f64, Ways)>>,
}

/// How states are found.
struct How<'a> {
    /// At most so many at once, with so many mines, and by so much work.
    limit: usize,
    mines: u32,
    work: usize,
    /// Only some of them.
    thinning: Option<&'a mut Thinning>,
}

/// Memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    table: Vec<u32>,
    alive: Vec<bool>,
    lacks: Vec<i32>,
    /// What the last graph took, and what all did.
    pub work: usize,
    pub spent: usize,
    /// How much was left out of it, as a sum of logarithms.
    pub left_out: f64,
}

/// How many mines a group can have by what constraints lack before it: from and up to.
fn look_ahead(checks: &[Check], lacks: &[i32], least: u32, most: u32) -> (u32, u32) {
    let (mut from, mut to) = (least as i32, most as i32);
    for check in checks {
        let beyond = lacks[usize::from(check.other)] - lacks[usize::from(check.one)];
        if check.both {
            if beyond < check.least || check.most < beyond {
                return (1, 0);
            }
        } else {
            // Each mine is one that the first lacks no more.
            (from, to) = (from.max(check.least - beyond), to.min(check.most - beyond));
        }
    }
    if from > to { (1, 0) } else { (from as u32, to as u32) }
}

/// More transitions, or weights of states, than this are too many: half a gigabyte each.
const MOST: usize = 1 << 25;

const STATE: usize = 50;

impl StateGraph {
    /// Finds the states of a component, at most so many at once, and only those
    /// with which it can have at most so many mines.
    pub fn new(
        component: Component,
        limit: usize,
        mines: u32,
        scratch: &mut Scratch,
    ) -> Result<StateGraph, AnalysisError> {
        let plan = plan(&component)?;
        let mut graph = StateGraph::begin(component, plan);
        let how = How { limit, mines, work: usize::MAX, thinning: None };
        let found = match graph.plan.bits {
            0..=64 => graph.expand::<[u64; 1], false>(how, scratch),
            65..=128 => graph.expand::<[u64; 2], false>(how, scratch),
            _ => graph.expand::<[u64; MOST_WORDS], true>(how, scratch),
        };
        scratch.spent += graph.states.len() * STATE;
        found?;
        graph.prune(scratch);
        if graph.weights > MOST { Err(AnalysisError::TooLarge) } else { Ok(graph) }
    }

    /// The same with dead ends seen ahead, and in several orders: few states in any of
    /// them come before many.
    #[cold]
    pub fn thorough(
        mut component: Component,
        effort: Effort,
        mines: u32,
        scratch: &mut Scratch,
    ) -> Result<StateGraph, AnalysisError> {
        let mut work = effort.work;
        let mut plans = [const { None }; Order::ALL.len()];
        for limit in [effort.states >> 4, effort.states >> 2, effort.states] {
            for (order, made) in Order::ALL.into_iter().zip(&mut plans) {
                let planned = made.take().or_else(|| plan_ahead(&component, order).ok());
                let Some(plan) = planned else { continue };
                let how = How { limit, mines, work, thinning: None };
                let (graph, found) = StateGraph::find(component, plan, how, scratch);
                match found {
                    Err(AnalysisError::TooLarge) => work = work.saturating_sub(scratch.work),
                    found => return found.map(|()| graph),
                }
                (component, *made) = (graph.component, Some(graph.plan));
            }
        }
        Err(AnalysisError::TooLarge)
    }

    #[inline(always)]
    fn begin(component: Component, plan: Plan) -> StateGraph {
        let steps = plan.steps.len();
        StateGraph {
            states: Vec::with_capacity(steps * 8),
            transitions: Vec::with_capacity(steps * 12),
            start: Vec::with_capacity(steps + 1),
            bounds: Vec::with_capacity(steps),
            scales: None,
            weights: 0,
            component,
            plan,
        }
    }

    /// Finds states; where there are too many, the component and its plan can be taken from what there is.
    #[cold]
    fn find(
        component: Component,
        plan: Plan,
        how: How<'_>,
        scratch: &mut Scratch,
    ) -> (StateGraph, Result<(), AnalysisError>) {
        let mut graph = StateGraph::begin(component, plan);
        let mut found = match graph.plan.bits {
            0..=64 => graph.expand::<[u64; 1], true>(how, scratch),
            _ => graph.expand::<[u64; MOST_WORDS], true>(how, scratch),
        };
        scratch.spent += scratch.work;
        if found.is_ok() {
            graph.prune(scratch);
            if graph.weights > MOST {
                found = Err(AnalysisError::TooLarge);
            }
        }
        (graph, found)
    }

    /// Finds all states from the first on. All that is not deep is fast: no dead ends are seen ahead, no work
    /// is counted, no states are left out.
    fn expand<K: Key, const DEEP: bool>(
        &mut self,
        how: How<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), AnalysisError> {
        let How { limit, mines, work, mut thinning } = how;
        if DEEP {
            (scratch.work, scratch.left_out) = (0, 0.0);
        }
        let (mut keys, mut next): (Vec<K>, Vec<K>) = (vec![K::EMPTY], Vec::new());
        // For each state the fewest mines so far.
        let (mut fewest, mut next_fewest): (Vec<u32>, Vec<u32>) = (vec![0], Vec::new());
        let (all, mut refused) = (mines, false);
        self.states.push(State::NONE);
        // The number of the first state of the layer before the step.
        let mut base = 0;
        for step_number in 0..self.plan.steps.len() {
            let step = &self.plan.steps[step_number];
            self.start.push(self.transitions.len() as u32);
            let after = self.states.len() as u32;
            // Room for all states there can be, until there are too many.
            let more = step.size as usize + 1;
            let slots = (keys.len() * more).min(limit + more).next_power_of_two() * 2;
            self.transitions.try_reserve(keys.len() * more).map_err(|_| AnalysisError::Memory)?;
            scratch.table.clear();
            scratch.table.resize(slots, u32::MAX);
            let shift = 64 - slots.ilog2();
            let (checks, watched) = if DEEP { self.plan.checks(step_number) } else { Default::default() };
            // What the state gains where constraints begin, and what it loses for each mine.
            let (mut more, mut one) = (K::EMPTY, K::EMPTY);
            for slot in self.plan.slots(step) {
                (more, one) = (more.with(slot.shift, slot.begins), one.with(slot.shift, 1));
            }
            for ((from, &key), &so_far) in (base..).zip(&keys).zip(&fewest) {
                let key = key.plus(more);
                let (mut least, mut most) = (0, step.size);
                for slot in self.plan.slots(step) {
                    let lacks = key.lacks(slot.shift, slot.mask);
                    most = most.min(lacks);
                    least = least.max(lacks.saturating_sub(slot.later));
                }
                if DEEP && !checks.is_empty() {
                    scratch.lacks.clear();
                    scratch.lacks.extend(
                        watched.iter().map(|each| (key.lacks(each.shift, each.mask) + each.whole) as i32),
                    );
                    (least, most) = look_ahead(checks, &scratch.lacks, least, most);
                    if least > most {
                        continue;
                    }
                }
                let (room, wanted) = (all - so_far, most);
                most = most.min(room);
                refused |= most < wanted;
                for mines in least..=most {
                    let key = key.minus(one, mines);
                    let mut slot = (key.hash() >> shift) as usize;
                    let to = loop {
                        match scratch.table[slot] {
                            u32::MAX => {
                                scratch.table[slot] = next.len() as u32;
                                next.push(key);
                                next_fewest.push(so_far + mines);
                                break next.len() as u32 - 1;
                            }
                            there if next[there as usize] == key => {
                                let fewest = &mut next_fewest[there as usize];
                                *fewest = so_far.saturating_add(mines).min(*fewest);
                                break there;
                            }
                            _ => slot = (slot + 1) & (slots - 1),
                        }
                    };
                    self.transitions.push(Transition { from, to: after + to, mines });
                }
                if next.len() > limit || self.transitions.len() > MOST {
                    return Err(AnalysisError::TooLarge);
                }
            }
            if DEEP {
                scratch.work += keys.len() * (STATE + watched.len() + checks.len());
                if scratch.work > work {
                    return Err(AnalysisError::TooLarge);
                }
            }
            if next.is_empty() && refused {
                return Err(AnalysisError::MineCount);
            }
            if next.is_empty() {
                let constraint = self.component.links(step.group as usize).first();
                let cell =
                    constraint.map_or(0, |&constraint| self.component.constraints[constraint as usize].cell);
                return Err(AnalysisError::Contradiction(Cell(u64::from(cell))));
            }
            if DEEP && let Some(thinning) = &mut thinning {
                scratch.left_out += (next.len() as f64 / thinning.keep as f64).ln().max(0.0);
                let kept = self.thin(step_number, after, thinning, K::words(&next), next.len());
                for (to, &from) in kept.iter().enumerate() {
                    (next[to], next_fewest[to]) = (next[from], next_fewest[from]);
                }
                next.truncate(kept.len());
                next_fewest.truncate(kept.len());
            }
            base = after;
            self.states.resize(self.states.len() + next.len(), State::NONE);
            std::mem::swap(&mut keys, &mut next);
            std::mem::swap(&mut fewest, &mut next_fewest);
            next.clear();
            next_fewest.clear();
        }
        self.start.push(self.transitions.len() as u32);
        Ok(())
    }

    /// Drops the transitions that lead nowhere, and finds what is certain and how many
    /// mines each state can have.
    #[inline(always)]
    fn prune(&mut self, scratch: &mut Scratch) {
        scratch.alive.clear();
        scratch.alive.resize(self.states.len(), false);
        if let Some(last) = scratch.alive.last_mut() {
            *last = true;
        }
        for transition in self.transitions.iter().rev() {
            if scratch.alive[transition.to as usize] {
                scratch.alive[transition.from as usize] = true;
            }
        }
        self.states[0] = State { least: 0, most: 0, at: 0 };
        let mut kept = 0;
        for step in 0..self.plan.steps.len() {
            let transitions = self.start[step] as usize..self.start[step + 1] as usize;
            self.start[step] = kept as u32;
            let mut bounds = (u32::MAX, 0);
            for at in transitions {
                let transition = self.transitions[at];
                if !scratch.alive[transition.to as usize] {
                    continue;
                }
                let from = self.states[transition.from as usize];
                let to = &mut self.states[transition.to as usize];
                to.least = to.least.min(from.least + transition.mines);
                to.most = to.most.max(from.most + transition.mines);
                bounds = (bounds.0.min(transition.mines), bounds.1.max(transition.mines));
                self.transitions[kept] = transition;
                kept += 1;
            }
            self.bounds.push(bounds);
        }
        let steps = self.plan.steps.len();
        self.start[steps] = kept as u32;
        self.transitions.truncate(kept);
        for state in self.states.iter_mut().filter(|state| state.least != u32::MAX) {
            state.at = u32::try_from(self.weights).unwrap_or(u32::MAX);
            self.weights += state.width();
        }
    }

    /// The fewest and the most mines that the component can have.
    pub fn mines(&self) -> (u32, u32) {
        self.states.last().map_or((0, 0), |state| (state.least, state.most))
    }

    /// Calls with every group of which the component alone proves that it has
    /// no mines, or only mines.
    pub fn certain(&self, mut tell: impl FnMut(usize, bool)) {
        for (step, &(least, most)) in self.plan.steps.iter().zip(&self.bounds) {
            if most == 0 {
                tell(step.group as usize, false);
            } else if least == step.size {
                tell(step.group as usize, true);
            }
        }
    }

    /// How much a number of ways and its square differ in size at most, as a
    /// power of two, where a mine weighs two to the `odds`.
    pub fn spread(&self, odds: i32) -> f64 {
        // The logarithm of 1 + x is less than the first three terms of its series, for x up to 1.
        let x = f64::powi(2.0, -odds.abs());
        let log = x * (1.0 - x * (1.0 / 2.0 - x / 3.0)) * std::f64::consts::LOG2_E;
        let up = (log + f64::from(odds.max(0))) * self.component.size() as f64;
        up + f64::from(odds.unsigned_abs()) * f64::from(self.mines().1)
    }

    /// Counts the ways to every state by the number of mines; a mine weighs two
    /// to the `odds`.
    pub fn forward<W: Weight>(&self, odds: i32) -> Vec<W> {
        let mut weights = vec![W::ZERO; self.weights];
        weights[0] = W::ONE;
        let mut choices = Vec::new();
        for (number, step) in self.plan.steps.iter().enumerate() {
            step.choices(odds, &mut choices);
            for transition in self.transitions_of(number) {
                let (from, to) = (self.states[transition.from as usize], self.states[transition.to as usize]);
                // Weights of later states stand behind.
                let (before, after) = weights.split_at_mut(to.at as usize);
                let shift = (from.least + transition.mines - to.least) as usize;
                let choice: W = choices[transition.mines as usize];
                for (to, from) in after[shift..].iter_mut().zip(&before[from.weights()]) {
                    *to = to.plus(from.times(choice));
                }
            }
            if let Some(scales) = &self.scales {
                self.scale(number, scales, &mut weights);
            }
        }
        weights
    }

    /// Of the weights of all states, those of the last: one for each number of
    /// mines that the component can have.
    pub fn totals<'a, W>(&self, forward: &'a [W]) -> &'a [W] {
        self.states.last().map_or(&[], |state| &forward[state.weights()])
    }

    fn transitions_of(&self, step: usize) -> &[Transition] {
        &self.transitions[self.start[step] as usize..self.start[step + 1] as usize]
    }

    /// Calls with every group, the weight of its mines and that of its free
    /// cells, where `rest` weighs each number of mines of the whole component.
    pub fn marginals<W: Weight>(
        &self,
        odds: i32,
        forward: &[W],
        rest: &[W],
        backward: &mut Vec<W>,
        mut tell: impl FnMut(usize, W, W),
    ) {
        backward.clear();
        backward.resize(self.weights, W::ZERO);
        let Some(last) = self.states.last() else { return };
        backward[last.weights()].copy_from_slice(rest);
        let mut choices = Vec::new();
        for (number, step) in self.plan.steps.iter().enumerate().rev() {
            step.choices(odds, &mut choices);
            let (mut mines, mut free) = (W::ZERO, W::ZERO);
            if let Some(scales) = &self.scales {
                self.scale(number, scales, backward);
            }
            for transition in self.transitions_of(number) {
                let (from, to) = (self.states[transition.from as usize], self.states[transition.to as usize]);
                let (before, after) = backward.split_at_mut(to.at as usize);
                let shift = (from.least + transition.mines - to.least) as usize;
                let choice: W = choices[transition.mines as usize];
                let mut sum = W::ZERO;
                let before = before[from.weights()].iter_mut().zip(&forward[from.weights()]);
                for ((from, forward), to) in before.zip(&after[shift..]) {
                    let weight = to.times(choice);
                    *from = from.plus(weight);
                    sum = sum.plus(weight.times(*forward));
                }
                if transition.mines > 0 {
                    mines = mines.plus(sum.times(W::new(f64::from(transition.mines))));
                }
                if transition.mines < step.size {
                    free = free.plus(sum.times(W::new(f64::from(step.size - transition.mines))));
                }
            }
            tell(step.group as usize, mines, free);
        }
    }
}
