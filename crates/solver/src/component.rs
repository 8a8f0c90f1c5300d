//! One component, solved by a frontier dynamic programme.
//!
//! Groups are taken one after the other. After each, all that matters is what
//! the constraints that are partly decided still lack: that is a *state*, and
//! for each state it is counted how many ways lead there with how many mines.
//! How many states there can be depends on how many constraints are partly
//! decided at once, not on how long the component is.

use omnisweep_engine::Cell;

use crate::analysis::AnalysisError;
use crate::graph::Graph;

/// More states at once than this are too hard. A board played by people has a
/// few hundred at most.
const MOST_STATES: usize = 1 << 16;

/// A state, packed: what each partly decided constraint lacks.
type Key = u128;

/// The states after a step, or before the first one.
struct Layer {
    states: usize,
    /// The fewest mines so far, and for how many numbers from there on each
    /// state has a weight.
    least: u32,
    width: usize,
    /// How many ways lead to a state with so many mines, scaled, each mine
    /// weighed by the odds.
    weights: Vec<f64>,
    /// Whether any does, which a weight that was rounded to 0 would not tell.
    possible: Vec<bool>,
}

impl Layer {
    fn new(states: usize, least: u32, width: usize) -> Layer {
        let length = states * width;
        Layer { states, least, width, weights: vec![0.0; length], possible: vec![false; length] }
    }

    /// Keeps the weights near 1, and says by what logarithm that took.
    fn scale(&mut self) -> f64 {
        let most = self.weights.iter().fold(f64::MIN_POSITIVE, |most, weight| most.max(*weight));
        self.weights.iter_mut().for_each(|weight| *weight /= most);
        most.ln()
    }
}

/// A way from a state to the next, by so many mines in the step's group.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    mines: u32,
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

/// A component, with the states before each step and at the end, and the ways
/// between them.
pub struct Component {
    steps: Vec<Step>,
    layers: Vec<Layer>,
    edges: Vec<Vec<Edge>>,
    /// The logarithm by which all weights were scaled down.
    pub log_scale: f64,
}

impl Component {
    /// Solves a component; a mine weighs `odds` times as much as a free cell.
    pub fn new(graph: &Graph, groups: &[u32], odds: f64) -> Result<Component, AnalysisError> {
        let steps = plan(graph, groups, odds)?;
        let mut first = Layer::new(1, 0, 1);
        (first.weights[0], first.possible[0]) = (1.0, true);
        let mut keys: Vec<Key> = vec![0];
        let (mut layers, mut edges, mut log_scale) = (vec![first], Vec::with_capacity(steps.len()), 0.0);
        let mut found: Vec<(Key, u32, u32)> = Vec::new();
        for step in &steps {
            found.clear();
            for (from, &key) in (0..).zip(&keys) {
                step.for_each(key, |key, mines| found.push((key, from, mines)));
            }
            if found.is_empty() {
                let constraint = graph.groups[step.group].constraints.first();
                let cell = constraint.map_or(0, |&constraint| graph.constraints[constraint as usize].cell);
                return Err(AnalysisError::Contradiction(Cell(cell as u64)));
            }
            // States that are alike are one.
            found.sort_unstable();
            keys.clear();
            let mut ways = Vec::with_capacity(found.len());
            for &(key, from, mines) in &found {
                if keys.last() != Some(&key) {
                    keys.push(key);
                }
                ways.push(Edge { from, to: keys.len() as u32 - 1, mines });
            }
            if keys.len() > MOST_STATES {
                return Err(AnalysisError::TooHard);
            }
            let mut next = step.forward(&layers[layers.len() - 1], &ways, keys.len());
            log_scale += next.scale();
            layers.push(next);
            edges.push(ways);
        }
        Ok(Component { steps, layers, edges, log_scale })
    }

    /// For each number of mines that the component can have, its weight.
    pub fn totals(&self) -> Vec<(u32, f64)> {
        let Some(last) = self.layers.last() else { return Vec::new() };
        let all = (last.least..).zip(last.weights.iter().zip(&last.possible));
        all.filter(|(_, (_, possible))| **possible).map(|(mines, (&weight, _))| (mines, weight)).collect()
    }

    /// Draws one of all ways to have so many mines, by their weights, and calls
    /// with every group and its number of mines. `pick` chooses from weights.
    pub fn draw(&self, mines: u32, pick: &mut impl FnMut(&[f64]) -> usize, mut tell: impl FnMut(usize, u32)) {
        // At the end nothing is partly decided: there is one state.
        let (mut state, mut mines) = (0_u32, mines);
        for (number, step) in self.steps.iter().enumerate().rev() {
            let before = &self.layers[number];
            let weight = |edge: &Edge| {
                let so_far = (mines - edge.mines.min(mines)).checked_sub(before.least).unwrap_or(u32::MAX);
                let there = edge.mines <= mines && (so_far as usize) < before.width;
                let at = edge.from as usize * before.width + so_far as usize;
                if there { before.weights[at] * step.ways[edge.mines as usize] } else { 0.0 }
            };
            let ways: Vec<&Edge> = self.edges[number].iter().filter(|edge| edge.to == state).collect();
            let weights: Vec<f64> = ways.iter().map(|edge| weight(edge)).collect();
            let way = ways[pick(&weights)];
            tell(step.group, way.mines);
            (state, mines) = (way.from, mines - way.mines);
        }
    }

    /// Calls with every group and what is known of it, where `rest` weighs each
    /// number of mines of the whole component, and `possible` says if it can be.
    pub fn marginals(
        &self,
        rest: impl Fn(u32) -> f64,
        possible: impl Fn(u32) -> bool,
        mut tell: impl FnMut(usize, Marginal),
    ) {
        let Some(last) = self.layers.last() else { return };
        let mut after = Layer::new(last.states, last.least, last.width);
        for (mines, at) in (last.least..).zip(0..last.width) {
            if last.possible[at] {
                (after.weights[at], after.possible[at]) = (rest(mines), possible(mines));
            }
        }
        for (number, step) in self.steps.iter().enumerate().rev() {
            let (before, marginal) = step.backward(&self.layers[number], &self.edges[number], &after);
            tell(step.group, marginal);
            after = before;
        }
    }
}

/// What is known of a group.
pub struct Marginal {
    /// Weighed mines, and the weight of all.
    pub mines: f64,
    pub all: f64,
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
        let mut one: Key = 0;
        for part in &self.parts {
            let lacks = if part.first { part.mines } else { (key >> part.shift & part.mask) as u32 };
            if part.first {
                base |= Key::from(lacks) << part.shift;
            }
            one += 1 << part.shift;
            most = most.min(lacks);
            least = least.max(lacks.saturating_sub(part.later));
        }
        for mines in least..=most {
            next(base - one * Key::from(mines), mines);
        }
    }

    /// The weights after the step.
    fn forward(&self, before: &Layer, edges: &[Edge], states: usize) -> Layer {
        let fewest = edges.iter().map(|edge| edge.mines).min().unwrap_or(0);
        let most = edges.iter().map(|edge| edge.mines).max().unwrap_or(0);
        let mut after = Layer::new(states, before.least + fewest, before.width + (most - fewest) as usize);
        for edge in edges {
            let way = self.ways[edge.mines as usize];
            let from = edge.from as usize * before.width..(edge.from as usize + 1) * before.width;
            let to = edge.to as usize * after.width + (edge.mines - fewest) as usize;
            let to = to..to + before.width;
            for (after, before) in after.weights[to.clone()].iter_mut().zip(&before.weights[from.clone()]) {
                *after += before * way;
            }
            for (after, before) in after.possible[to].iter_mut().zip(&before.possible[from]) {
                *after |= before;
            }
        }
        after
    }

    /// From what the states after the step weigh in the end, what those before
    /// it do; and what is known of the group.
    fn backward(&self, before: &Layer, edges: &[Edge], after: &Layer) -> (Layer, Marginal) {
        let mut marginal = Marginal { mines: 0.0, all: 0.0, free: true, full: true };
        let mut back = Layer::new(before.states, before.least, before.width);
        let fewest = (after.least - before.least) as usize;
        for edge in edges {
            let way = self.ways[edge.mines as usize];
            let from = edge.from as usize * before.width..(edge.from as usize + 1) * before.width;
            let to = edge.to as usize * after.width + edge.mines as usize - fewest;
            let to = to..to + before.width;
            let weights = back.weights[from.clone()].iter_mut().zip(&before.weights[from.clone()]);
            let mut sum = 0.0;
            for ((back, before), after) in weights.zip(&after.weights[to.clone()]) {
                *back += after * way;
                sum += before * after;
            }
            marginal.all += sum * way;
            marginal.mines += sum * way * f64::from(edge.mines);
            let possible = back.possible[from.clone()].iter_mut().zip(&before.possible[from]);
            let mut any = false;
            for ((back, before), after) in possible.zip(&after.possible[to]) {
                let leads = *before && *after;
                *back |= leads;
                any |= leads;
            }
            if any {
                marginal.free &= edge.mines == 0;
                marginal.full &= edge.mines == self.size;
            }
        }
        // Only ratios matter.
        back.scale();
        (back, marginal)
    }
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
    let mut used: Key = 0;
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
                    let free = (0..=Key::BITS - bits).find(|&shift| used & mask << shift == 0);
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
