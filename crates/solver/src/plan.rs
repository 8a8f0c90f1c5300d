//! In which order the groups of a component are decided.

use std::ops::Range;

use crate::analysis::AnalysisError;
use crate::component::Component;
use crate::weight::Weight;

/// How many words a state has at its widest; no constraint lies in two of them.
pub const MOST_WORDS: usize = 6;

/// A group is decided.
#[derive(Clone, Debug)]
pub struct Step {
    pub group: u32,
    pub size: u32,
    /// Which of the plan's slots the constraints have that it is in.
    slots: Range<u32>,
}

/// Two constraints that share cells: what they lack after a step differs by no
/// more than their other cells can make up for, or there is no way on.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Which of the step's watched constraints they are. The group is in the first.
    pub one: u16,
    pub other: u16,
    /// Whether the group is in both.
    pub both: bool,
    /// What the second lacks beyond the first: at least, and at most.
    pub least: i32,
    pub most: i32,
}

/// A constraint of which a check speaks: where it stands in a state before the step, or
/// what it lacks as long as it does not stand there.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    constraint: u32,
    pub shift: u32,
    pub mask: u32,
    pub whole: u32,
}

/// A constraint while it is partly decided.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Where it stands in a state, and how wide.
    pub shift: u32,
    pub mask: u32,
    /// Cells of it that are decided later.
    pub later: u32,
    /// What it lacks, where it begins to be partly decided.
    pub begins: u32,
}

impl Step {
    /// The weights of 0 to `size` mines in the group.
    pub fn choices<W: Weight>(&self, odds: i32, choices: &mut Vec<W>) {
        choices.clear();
        choices.push(W::ONE);
        let each = W::power(odds);
        let mut last = W::ONE;
        for mines in 1..=self.size {
            last = last.times(each).times(W::new(f64::from(self.size + 1 - mines) / f64::from(mines)));
            choices.push(last);
        }
    }
}

/// The steps, and how many bits a state has.
#[derive(Clone, Debug)]
pub struct Plan {
    pub steps: Vec<Step>,
    slots: Vec<Slot>,
    pub bits: u32,
    /// Where dead ends are seen ahead.
    ahead: Option<Box<LookAhead>>,
}

impl Plan {
    /// The constraints that a step's group is in.
    pub fn slots(&self, step: &Step) -> &[Slot] {
        &self.slots[step.slots.start as usize..step.slots.end as usize]
    }

    /// What tells dead ends after a step, and the constraints that it speaks of.
    pub fn checks(&self, step: usize) -> (&[Check], &[Watched]) {
        let Some(ahead) = &self.ahead else { return Default::default() };
        let ((checks, watched), (checks_end, watched_end)) = (ahead.starts[step], ahead.starts[step + 1]);
        (&ahead.checks[checks..checks_end], &ahead.watched[watched..watched_end])
    }
}

/// A constraint that is not decided yet.
#[derive(Clone, Copy)]
struct PendingConstraint {
    /// Cells that are undecided, and whether that is all of them.
    cells: u32,
    whole: bool,
    shift: u32,
}

/// How the next group is chosen, where dead ends are seen ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As usual.
    Plain,
    /// The same, begun at the group that was found first, or in the middle.
    FromFirst,
    FromMiddle,
    /// One that is in the constraint with the fewest groups left, or the fewest cells.
    Closing,
    ClosingCells,
}

impl Order {
    /// All of them, those first that do most often.
    pub const ALL: [Order; 5] =
        [Order::Plain, Order::Closing, Order::FromFirst, Order::ClosingCells, Order::FromMiddle];
}

/// Chooses one group after the other.
struct Chooser<'a> {
    component: &'a Component,
    order: Order,
    /// The groups that are left, those first that come first where nothing else matters.
    left: Vec<u32>,
    /// For each constraint how many groups it has left.
    groups_left: Vec<u32>,
    begun: bool,
}

impl<'a> Chooser<'a> {
    fn new(component: &'a Component, order: Order) -> Chooser<'a> {
        let from = match order {
            Order::FromFirst => Some(0),
            Order::FromMiddle => Some(component.groups.len() / 2),
            _ => None,
        };
        // The farthest from there, or from where the component was found, comes first.
        let left = match from {
            Some(from) => by_farness(component, from),
            None => (0..component.groups.len() as u32).rev().collect(),
        };
        let mut groups_left = Vec::new();
        if order == Order::Closing {
            groups_left.resize(component.constraints.len(), 0);
            for group in 0..component.groups.len() {
                component.links(group).iter().for_each(|&constraint| groups_left[constraint as usize] += 1);
            }
        }
        Chooser { component, order, left, groups_left, begun: from.is_none() }
    }

    /// The next group.
    fn next(&mut self, open: &[PendingConstraint]) -> Option<u32> {
        let begun = std::mem::replace(&mut self.begun, true);
        let Chooser { component, left, .. } = &*self;
        let at = match self.order {
            _ if !begun => (!left.is_empty()).then_some(0),
            Order::Closing | Order::ClosingCells => (0..left.len())
                .min_by_key(|&at| (self.closes(left[at], open), cost(component, open, left[at]))),
            _ => (0..left.len()).min_by_key(|&at| cost(component, open, left[at])),
        }?;
        let group = self.left.remove(at);
        if !self.groups_left.is_empty() {
            let links = self.component.links(group as usize).iter();
            links.for_each(|&constraint| self.groups_left[constraint as usize] -= 1);
        }
        Some(group)
    }

    /// How little is left of the constraint of a group that is nearest to its end.
    fn closes(&self, group: u32, open: &[PendingConstraint]) -> u32 {
        let left = |&constraint: &u32| match self.order {
            Order::Closing => self.groups_left[constraint as usize],
            _ => open[constraint as usize].cells,
        };
        self.component.links(group as usize).iter().map(left).min().unwrap_or(0)
    }
}

/// How many more constraints are partly decided after a group, about.
#[inline(always)]
fn cost(component: &Component, open: &[PendingConstraint], group: u32) -> i32 {
    let size = component.groups[group as usize].size();
    component.links(group as usize).iter().fold(0_i32, |cost, &constraint| {
        let open = open[constraint as usize];
        cost + match (open.whole, open.cells == size) {
            (true, false) => 2,
            (false, true) => -2,
            (true, true) => 0,
            (false, false) => -1,
        }
    })
}

/// The groups of a component, the farthest from one of them first.
fn by_farness(component: &Component, from: usize) -> Vec<u32> {
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); component.constraints.len()];
    for group in 0..component.groups.len() {
        let links = component.links(group).iter();
        links.for_each(|&constraint| groups[constraint as usize].push(group as u32));
    }
    let (mut order, mut seen) = (vec![from as u32], vec![false; component.groups.len()]);
    seen[from] = true;
    let mut next = 0;
    while let Some(&group) = order.get(next) {
        next += 1;
        for &constraint in component.links(group as usize) {
            for other in std::mem::take(&mut groups[constraint as usize]) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    order.push(other);
                }
            }
        }
    }
    debug_assert_eq!(order.len(), component.groups.len(), "a component is connected");
    order.reverse();
    order
}

/// Makes a plan: always the group next that leaves the fewest constraints partly
/// decided, beginning at one end.
pub fn plan(component: &Component) -> Result<Plan, AnalysisError> {
    // The farthest from where the component was found comes first.
    let mut left: Vec<u32> = (0..component.groups.len() as u32).rev().collect();
    let next = |open: &[PendingConstraint]| {
        let at = (0..left.len()).min_by_key(|&at| cost(component, open, left[at]))?;
        Some(left.remove(at))
    };
    plan_by(component, next, |_, _| ())
}

/// Makes a plan in another order, with dead ends seen ahead.
#[cold]
pub fn plan_ahead(component: &Component, order: Order) -> Result<Plan, AnalysisError> {
    let (mut chooser, mut overlaps) = (Chooser::new(component, order), Overlaps::new(component));
    let mut ahead = LookAhead { starts: vec![(0, 0)], ..LookAhead::default() };
    let decided = |group: u32, open: &[PendingConstraint]| {
        overlaps.decide(component, group, open, &mut ahead);
        ahead.starts.push((ahead.checks.len(), ahead.watched.len()));
    };
    let plan = plan_by(component, |open| chooser.next(open), decided)?;
    Ok(Plan { ahead: Some(Box::new(ahead)), ..plan })
}

/// Makes a plan of groups one after the other; `decided` hears of each.
#[inline(always)]
fn plan_by(
    component: &Component,
    mut next: impl FnMut(&[PendingConstraint]) -> Option<u32>,
    mut decided: impl FnMut(u32, &[PendingConstraint]),
) -> Result<Plan, AnalysisError> {
    let mut open: Vec<PendingConstraint> = component
        .constraints
        .iter()
        .map(|constraint| PendingConstraint { cells: constraint.cells, whole: true, shift: 0 })
        .collect();
    let mut used = [0; MOST_WORDS];
    let mut plan = Plan {
        steps: Vec::with_capacity(component.groups.len()),
        slots: Vec::with_capacity(component.groups.len() * 4),
        bits: 0,
        ahead: None,
    };
    while let Some(number) = next(&open) {
        let size = component.groups[number as usize].size();
        let first = plan.slots.len() as u32;
        for &constraint in component.links(number as usize) {
            let lacks = component.constraints[constraint as usize].lacks;
            let open = &mut open[constraint as usize];
            let width = width(lacks);
            let mask = (1_u64 << width) - 1;
            let mut begins = 0;
            if open.whole {
                open.shift = free_place(&used, width).ok_or(AnalysisError::TooLarge)?;
                used[open.shift as usize / 64] |= mask << (open.shift % 64);
                open.whole = false;
                begins = lacks;
                plan.bits = plan.bits.max(open.shift + width);
            }
            open.cells -= size;
            plan.slots.push(Slot { shift: open.shift, mask: mask as u32, later: open.cells, begins });
        }
        for ended in plan.slots[first as usize..].iter().filter(|slot| slot.later == 0) {
            used[ended.shift as usize / 64] &= !(u64::from(ended.mask) << (ended.shift % 64));
        }
        let slots = first..plan.slots.len() as u32;
        plan.steps.push(Step { group: number, size, slots });
        decided(number, &open);
    }
    Ok(plan)
}

/// How many bits it takes to say what a constraint lacks.
fn width(lacks: u32) -> u32 {
    (u32::BITS - lacks.leading_zeros()).max(1)
}

/// The first place so wide that is not used.
#[inline(always)]
fn free_place(used: &[u64; MOST_WORDS], width: u32) -> Option<u32> {
    let mask = (1_u64 << width) - 1;
    let in_word = |word: usize| (0..=64 - width).find(|&shift| used[word] & mask << shift == 0);
    (0..used.len()).find_map(|word| in_word(word).map(|shift| word as u32 * 64 + shift))
}

/// What tells dead ends, of all steps.
#[derive(Clone, Debug, Default)]
struct LookAhead {
    checks: Vec<Check>,
    watched: Vec<Watched>,
    /// Where those of each step begin, and where the last ones end.
    starts: Vec<(usize, usize)>,
}

/// How many undecided cells constraints have in common.
struct Overlaps {
    /// For each constraint those that it shares cells with, and how many.
    shared: Vec<Vec<(u32, u32)>>,
    /// For each constraint where it stands among those that are watched, or nothing.
    places: Vec<Option<u16>>,
    /// Whether a constraint has the group that is decided.
    inside: Vec<bool>,
}

impl Overlaps {
    fn new(component: &Component) -> Overlaps {
        let constraints = component.constraints.len();
        let mut groups = vec![Vec::new(); constraints];
        for group in 0..component.groups.len() {
            component.links(group).iter().for_each(|&constraint| groups[constraint as usize].push(group));
        }
        let mut counts = vec![0; constraints];
        let shared = (0..).zip(&groups).map(|(one, groups)| {
            let mut shared: Vec<(u32, u32)> = Vec::new();
            for &group in groups {
                for &other in component.links(group).iter().filter(|&&other| other != one) {
                    let count = &mut counts[other as usize];
                    if *count == 0 {
                        shared.push((other, 0));
                    }
                    *count += component.groups[group].size();
                }
            }
            shared
                .iter_mut()
                .for_each(|(other, count)| *count = std::mem::take(&mut counts[*other as usize]));
            shared
        });
        Overlaps {
            shared: shared.collect(),
            places: vec![None; constraints],
            inside: vec![false; constraints],
        }
    }

    /// A group is decided: what tells dead ends from now on.
    fn decide(
        &mut self,
        component: &Component,
        group: u32,
        open: &[PendingConstraint],
        ahead: &mut LookAhead,
    ) {
        let (links, size) = (component.links(group as usize), component.groups[group as usize].size());
        links.iter().for_each(|&one| self.inside[one as usize] = true);
        let (first, lacks) = (ahead.watched.len(), |one: u32| component.constraints[one as usize].lacks);
        for &one in links {
            let (inside, places) = (&self.inside, &mut self.places);
            self.shared[one as usize].retain_mut(|(other, shared)| {
                *shared -= if inside[*other as usize] { size } else { 0 };
                *shared > 0
            });
            for &(other, shared) in &self.shared[one as usize] {
                let both = inside[other as usize];
                // A check is a gain, not a need: where they are very many, some are left out.
                if (both && other < one) || ahead.watched.len() - first > usize::from(u16::MAX) - 2 {
                    continue;
                }
                let alone = |constraint: u32| open[constraint as usize].cells - shared;
                let binds = |constraint: u32| lacks(constraint) > alone(constraint);
                if !binds(one) && !binds(other) {
                    continue;
                }
                let mut place = |constraint: u32| {
                    *places[constraint as usize].get_or_insert_with(|| {
                        let (open, lacks) = (open[constraint as usize], lacks(constraint));
                        let mask = if open.whole { 0 } else { ((1_u64 << width(lacks)) - 1) as u32 };
                        let whole = if open.whole { lacks } else { 0 };
                        ahead.watched.push(Watched { constraint, shift: open.shift, mask, whole });
                        (ahead.watched.len() - 1 - first) as u16
                    })
                };
                let (least, most) = (-(alone(one) as i32), alone(other) as i32);
                ahead.checks.push(Check { one: place(one), other: place(other), both, least, most });
            }
        }
        links.iter().for_each(|&one| self.inside[one as usize] = false);
        ahead.watched[first..].iter().for_each(|watched| self.places[watched.constraint as usize] = None);
    }
}
