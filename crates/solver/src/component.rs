//! One component, solved by a frontier dynamic programme.
//!
//! Groups are taken one after the other. After each, all that matters is what
//! the constraints that are partly decided still lack, and how many mines there
//! are so far: that is a *state*, and states that are alike are counted
//! together. How many there can be depends on how many constraints are partly
//! decided at once, not on how long the component is.

use omnisweep_engine::Cell;

use crate::analysis::AnalysisError;
use crate::graph::Graph;

/// More states at once than this are too hard. A board played by people has a
/// few hundred at most.
const MOST_STATES: usize = 1 << 18;

/// Bits for the number of mines in a state.
const MINE_BITS: u32 = 20;

/// A state, packed: what each partly decided constraint lacks, and the mines.
type Key = u128;

#[derive(Clone, Copy, Debug)]
struct State {
    key: Key,
    /// How many ways lead here, scaled, each mine weighed by the odds.
    weight: f64,
}

/// What happens to a state when a group is decided.
struct Step {
    group: usize,
    size: u32,
    parts: Vec<Part>,
    /// Weights of 0 to `size` mines in the group.
    ways: Vec<f64>,
}

/// A constraint that a group is in.
struct Part {
    /// Where it stands in a key, and how wide.
    shift: u32,
    mask: Key,
    /// What it lacks before its first group, and whether that is this one.
    mines: u32,
    first: bool,
    /// Cells of the constraint that are decided later.
    later: u32,
}

/// A component, and the states before each step and at the end.
pub struct Component {
    steps: Vec<Step>,
    layers: Vec<Vec<State>>,
    /// The logarithm by which all weights were scaled down.
    pub log_scale: f64,
}

impl Component {
    /// Solves a component; a mine weighs `odds` times as much as a free cell.
    pub fn new(graph: &Graph, groups: &[u32], odds: f64) -> Result<Component, AnalysisError> {
        let steps = plan(graph, groups, odds)?;
        let mut component =
            Component { steps, layers: vec![vec![State { key: 0, weight: 1.0 }]], log_scale: 0.0 };
        for number in 0..component.steps.len() {
            let step = &component.steps[number];
            let mut next = Vec::new();
            for state in &component.layers[number] {
                step.for_each(state.key, |key, mines| {
                    next.push(State { key, weight: state.weight * step.ways[mines as usize] });
                });
            }
            if next.is_empty() {
                let constraint = graph.groups[step.group].constraints.first();
                let cell = constraint.map_or(0, |&constraint| graph.constraints[constraint as usize].cell);
                return Err(AnalysisError::Contradiction(Cell(cell as u64)));
            }
            let mut next = merged(next);
            if next.len() > MOST_STATES {
                return Err(AnalysisError::TooHard);
            }
            let most = next.iter().fold(0.0_f64, |most, state| most.max(state.weight));
            next.iter_mut().for_each(|state| state.weight /= most);
            component.log_scale += most.ln();
            component.layers.push(next);
        }
        Ok(component)
    }

    /// For each number of mines that the component can have, its weight.
    pub fn totals(&self) -> Vec<(u32, f64)> {
        let last = self.layers.last().map_or(&[][..], Vec::as_slice);
        last.iter().map(|state| (state.key as u32, state.weight)).collect()
    }

    /// Calls with every group, the expected number of mines in it, and whether
    /// it can have none and whether it can be full, where `rest` weighs each
    /// number of mines of the whole component, and `possible` says if it can be.
    pub fn marginals(
        &self,
        rest: impl Fn(u32) -> f64,
        possible: impl Fn(u32) -> bool,
        mut tell: impl FnMut(usize, Marginal),
    ) {
        let Some(last) = self.layers.last() else { return };
        let mut after: Vec<(f64, bool)> =
            last.iter().map(|state| (rest(state.key as u32), possible(state.key as u32))).collect();
        for (number, step) in self.steps.iter().enumerate().rev() {
            let (layer, next) = (&self.layers[number], &self.layers[number + 1]);
            let mut marginal = Marginal {
                mines: 0.0,
                all: 0.0,
                can_be_free: false,
                can_be_full: false,
                free: true,
                full: true,
            };
            let mut before = Vec::with_capacity(layer.len());
            for state in layer {
                let (mut weight, mut leads) = (0.0, false);
                step.for_each(state.key, |key, mines| {
                    let Ok(at) = next.binary_search_by_key(&key, |state| state.key) else { return };
                    let (after, possible) = after[at];
                    let way = step.ways[mines as usize] * after;
                    weight += way;
                    marginal.mines += state.weight * way * f64::from(mines);
                    marginal.all += state.weight * way;
                    if possible {
                        leads = true;
                        marginal.free &= mines == 0;
                        marginal.full &= mines == step.size;
                    }
                });
                before.push((weight, leads));
            }
            // Kept near 1: only ratios matter.
            let most = before.iter().fold(f64::MIN_POSITIVE, |most, (weight, _)| most.max(*weight));
            before.iter_mut().for_each(|(weight, _)| *weight /= most);
            marginal.can_be_free = !marginal.full;
            marginal.can_be_full = !marginal.free;
            tell(step.group, marginal);
            after = before;
        }
    }
}

/// What is known of a group.
pub struct Marginal {
    /// Weighed mines, and weight of all.
    pub mines: f64,
    pub all: f64,
    pub can_be_free: bool,
    pub can_be_full: bool,
    /// Certainly no mine, and certainly all mines.
    pub free: bool,
    pub full: bool,
}

impl Step {
    /// All that a state can become.
    #[inline]
    fn for_each(&self, key: Key, mut next: impl FnMut(Key, u32)) {
        let mut base = key;
        let (mut least, mut most) = (0, self.size);
        for part in &self.parts {
            let lacks = if part.first { part.mines } else { (key >> part.shift & part.mask) as u32 };
            if part.first {
                base |= Key::from(lacks) << part.shift;
            }
            most = most.min(lacks);
            least = least.max(lacks.saturating_sub(part.later));
        }
        for mines in least..=most {
            let mut key = base;
            for part in &self.parts {
                key -= Key::from(mines) << part.shift;
            }
            next(key + Key::from(mines), mines);
        }
    }
}

/// States that are alike are one.
fn merged(mut states: Vec<State>) -> Vec<State> {
    states.sort_unstable_by_key(|state| state.key);
    states.dedup_by(|state, kept| {
        let same = state.key == kept.key;
        if same {
            kept.weight += state.weight;
        }
        same
    });
    states
}

/// The order in which groups are decided, and where constraints stand in a key
/// while they are partly decided.
fn plan(graph: &Graph, groups: &[u32], odds: f64) -> Result<Vec<Step>, AnalysisError> {
    let mut undecided: Vec<u32> = graph
        .constraints
        .iter()
        .map(|constraint| {
            constraint.groups.iter().map(|&group| graph.groups[group as usize].cells.len() as u32).sum()
        })
        .collect();
    let whole = undecided.clone();
    let mut place: Vec<Option<u32>> = vec![None; graph.constraints.len()];
    let mut used: Key = (1 << MINE_BITS) - 1;
    let mut left: Vec<u32> = groups.to_vec();
    let mut steps = Vec::with_capacity(groups.len());
    while !left.is_empty() {
        // The group that leaves the fewest constraints partly decided.
        let cost = |group: u32| {
            let group = &graph.groups[group as usize];
            group.constraints.iter().fold(0_i32, |cost, &constraint| {
                let constraint = constraint as usize;
                let closes = undecided[constraint] == group.cells.len() as u32;
                let opens = undecided[constraint] == whole[constraint];
                cost + match (opens, closes) {
                    (true, false) => 2,
                    (false, true) => -2,
                    (true, true) => 0,
                    (false, false) => -1,
                }
            })
        };
        let Some(at) = (0..left.len()).min_by_key(|&at| cost(left[at])) else { break };
        let number = left.remove(at) as usize;
        let group = &graph.groups[number];
        let size = group.cells.len() as u32;
        let mut parts = Vec::with_capacity(group.constraints.len());
        let mut freed: Key = 0;
        for &constraint in &group.constraints {
            let constraint = constraint as usize;
            let mines = graph.constraints[constraint].mines;
            let bits = (u32::BITS - mines.leading_zeros()).max(1);
            let mask: Key = (1 << bits) - 1;
            let first = place[constraint].is_none();
            let shift = match place[constraint] {
                Some(shift) => shift,
                None => {
                    let free = (MINE_BITS..=Key::BITS - bits).find(|&shift| used & mask << shift == 0);
                    let shift = free.ok_or(AnalysisError::TooHard)?;
                    used |= mask << shift;
                    place[constraint] = Some(shift);
                    shift
                }
            };
            undecided[constraint] -= size;
            if undecided[constraint] == 0 {
                freed |= mask << shift;
            }
            parts.push(Part { shift, mask, mines, first, later: undecided[constraint] });
        }
        used &= !freed;
        let mut ways = vec![1.0];
        for mines in 1..=size {
            let last = ways[mines as usize - 1];
            ways.push(last * odds * f64::from(size + 1 - mines) / f64::from(mines));
        }
        steps.push(Step { group: number, size, parts, ways });
    }
    Ok(steps)
}
