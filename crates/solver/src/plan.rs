//! In which order the groups of a component are decided.

use std::ops::Range;

use crate::analysis::AnalysisError;
use crate::component::Component;
use crate::weight::Weight;

/// A group is decided.
#[derive(Clone, Debug)]
pub struct Step {
    pub group: u32,
    pub size: u32,
    /// Which of the plan's slots the constraints have that it is in.
    slots: Range<u32>,
    /// What the state gains where constraints begin to be partly decided.
    pub more: u128,
    /// What it loses for each mine.
    pub one: u128,
}

/// A constraint while it is partly decided.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Where it stands in a state, and how wide.
    pub shift: u32,
    pub mask: u32,
    /// Cells of it that are decided later.
    pub later: u32,
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
}

impl Plan {
    /// The constraints that a step's group is in.
    pub fn slots(&self, step: &Step) -> &[Slot] {
        &self.slots[step.slots.start as usize..step.slots.end as usize]
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

/// Makes a plan: always the group next that leaves the fewest constraints partly
/// decided, beginning at one end.
pub fn plan(component: &Component) -> Result<Plan, AnalysisError> {
    let mut open: Vec<PendingConstraint> = component
        .constraints
        .iter()
        .map(|constraint| PendingConstraint { cells: constraint.cells, whole: true, shift: 0 })
        .collect();
    let mut used: u128 = 0;
    let mut plan = Plan {
        steps: Vec::with_capacity(component.groups.len()),
        slots: Vec::with_capacity(component.groups.len() * 4),
        bits: 0,
    };
    // The farthest from where the component was found comes first.
    let mut left: Vec<u32> = (0..component.groups.len() as u32).rev().collect();
    while !left.is_empty() {
        let cost = |group: u32| {
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
        };
        let Some(at) = (0..left.len()).min_by_key(|&at| cost(left[at])) else { break };
        let number = left.remove(at);
        let group = &component.groups[number as usize];
        let size = group.size();
        let first = plan.slots.len() as u32;
        let (mut more, mut one) = (0, 0);
        let mut freed: u128 = 0;
        for &constraint in component.links(number as usize) {
            let lacks = component.constraints[constraint as usize].lacks;
            let open = &mut open[constraint as usize];
            let width = (u32::BITS - lacks.leading_zeros()).max(1);
            let mask = ((1_u64 << width) - 1) as u32;
            if open.whole {
                let free = (0..=u128::BITS - width).find(|&shift| used & u128::from(mask) << shift == 0);
                open.shift = free.ok_or(AnalysisError::TooHard)?;
                open.whole = false;
                plan.bits = plan.bits.max(open.shift + width);
                used |= u128::from(mask) << open.shift;
                more |= u128::from(lacks) << open.shift;
            }
            open.cells -= size;
            if open.cells == 0 {
                freed |= u128::from(mask) << open.shift;
            }
            one |= 1 << open.shift;
            plan.slots.push(Slot { shift: open.shift, mask, later: open.cells });
        }
        used &= !freed;
        let slots = first..plan.slots.len() as u32;
        plan.steps.push(Step { group: number, size, slots, more, one });
    }
    Ok(plan)
}
