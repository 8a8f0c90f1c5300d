//! One component, solved by a frontier dynamic programme.
//!
//! Groups are taken one after the other. After each, all that matters is what
//! the constraints that are partly decided still lack: that is a *state*. First
//! all states and the transitions between them are found, and those that lead nowhere
//! are dropped: what is left says what is certain. Then the ways are counted,
//! for each state by the number of mines so far. How many states there can be
//! depends on how many constraints are partly decided at once, not on how long
//! the component is.

use omnisweep_engine::Cell;

use crate::analysis::AnalysisError;
use crate::component::Component;
use crate::plan::{Plan, plan};
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
}

/// Memory that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    table: Vec<u32>,
    alive: Vec<bool>,
}

/// A state, packed: what each partly decided constraint lacks.
trait Key: Copy + Eq {
    fn of(bits: u128) -> Self;
    /// What the constraint at a place lacks.
    fn lacks(self, shift: u32, mask: u32) -> u32;
    /// With so much added, then a multiple of something taken away.
    fn step(self, more: Self, one: Self, times: u32) -> Self;
    fn hash(self) -> u64;
}

const SPREAD: u64 = omnisweep_engine::random::GOLDEN_GAMMA;

impl Key for u64 {
    fn of(bits: u128) -> u64 {
        bits as u64
    }

    #[inline]
    fn lacks(self, shift: u32, mask: u32) -> u32 {
        (self >> shift) as u32 & mask
    }

    #[inline]
    fn step(self, more: u64, one: u64, times: u32) -> u64 {
        self + more - one * u64::from(times)
    }

    #[inline]
    fn hash(self) -> u64 {
        self.wrapping_mul(SPREAD)
    }
}

impl Key for u128 {
    fn of(bits: u128) -> u128 {
        bits
    }

    #[inline]
    fn lacks(self, shift: u32, mask: u32) -> u32 {
        (self >> shift) as u32 & mask
    }

    #[inline]
    fn step(self, more: u128, one: u128, times: u32) -> u128 {
        self + more - one * u128::from(times)
    }

    #[inline]
    fn hash(self) -> u64 {
        ((self as u64).wrapping_mul(SPREAD) ^ (self >> 64) as u64).wrapping_mul(SPREAD)
    }
}

/// More transitions, or weights of states, than this are too hard: half a gigabyte each.
const MOST: usize = 1 << 25;

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
        let (steps, bits) = (plan.steps.len(), plan.bits);
        let mut graph = StateGraph {
            states: Vec::with_capacity(steps * 8),
            transitions: Vec::with_capacity(steps * 12),
            start: Vec::with_capacity(steps + 1),
            bounds: Vec::with_capacity(steps),
            weights: 0,
            component,
            plan,
        };
        if bits <= 64 {
            graph.expand::<u64>(limit, mines, scratch)?;
        } else {
            graph.expand::<u128>(limit, mines, scratch)?;
        }
        graph.prune(scratch);
        if graph.weights > MOST { Err(AnalysisError::TooHard) } else { Ok(graph) }
    }

    /// Finds all states from the first on.
    fn expand<K: Key>(
        &mut self,
        limit: usize,
        mines: u32,
        scratch: &mut Scratch,
    ) -> Result<(), AnalysisError> {
        let (mut keys, mut next): (Vec<K>, Vec<K>) = (vec![K::of(0)], Vec::new());
        // For each state the fewest mines so far.
        let (mut fewest, mut next_fewest): (Vec<u32>, Vec<u32>) = (vec![0], Vec::new());
        let (all, mut refused) = (mines, false);
        self.states.push(State::NONE);
        // The number of the first state of the layer before the step.
        let mut base = 0;
        for step in &self.plan.steps {
            self.start.push(self.transitions.len() as u32);
            let after = self.states.len() as u32;
            // Room for all states there can be, until there are too many.
            let more = step.size as usize + 1;
            let slots = (keys.len() * more).min(limit + more).next_power_of_two() * 2;
            self.transitions.try_reserve(keys.len() * more).map_err(|_| AnalysisError::Memory)?;
            scratch.table.clear();
            scratch.table.resize(slots, u32::MAX);
            let shift = 64 - slots.ilog2();
            let (more, one) = (K::of(step.more), K::of(step.one));
            for ((from, &key), &so_far) in (base..).zip(&keys).zip(&fewest) {
                let key = key.step(more, one, 0);
                let (mut least, mut most) = (0, step.size);
                for slot in self.plan.slots(step) {
                    let lacks = key.lacks(slot.shift, slot.mask);
                    most = most.min(lacks);
                    least = least.max(lacks.saturating_sub(slot.later));
                }
                let (room, wanted) = (all - so_far, most);
                most = most.min(room);
                refused |= most < wanted;
                for mines in least..=most {
                    let key = key.step(K::of(0), one, mines);
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
                    return Err(AnalysisError::TooHard);
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

    /// Draws one of all ways to have so many mines, by their weights, and calls
    /// with every group and its number of mines. `pick` chooses from weights.
    pub fn draw<W: Weight>(
        &self,
        odds: i32,
        forward: &[W],
        mut mines: u32,
        mut pick: impl FnMut(&[W]) -> usize,
        mut tell: impl FnMut(usize, u32),
    ) {
        let mut state = self.states.len() as u32 - 1;
        let (mut choices, mut weights) = (Vec::new(), Vec::new());
        for (number, step) in self.plan.steps.iter().enumerate().rev() {
            step.choices(odds, &mut choices);
            let fits = |transition: &&Transition| {
                let from = self.states[transition.from as usize];
                transition.to == state
                    && (from.least + transition.mines..=from.most + transition.mines).contains(&mines)
            };
            let transitions: Vec<&Transition> = self.transitions_of(number).iter().filter(fits).collect();
            weights.clear();
            weights.extend(transitions.iter().map(|transition| {
                let from = self.states[transition.from as usize];
                let at = from.at + (mines - transition.mines - from.least);
                forward[at as usize].times(choices[transition.mines as usize])
            }));
            let transition = transitions[pick(&weights)];
            tell(step.group as usize, transition.mines);
            (state, mines) = (transition.from, mines - transition.mines);
        }
    }
}
