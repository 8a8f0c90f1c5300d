//! A guess at how many ways lead on from a state.
//!
//! As if the cells that are left were mines independently of each other, each with a chance
//! of its own, such that every constraint gets its mines on average: what constraints get
//! is then nearly normally distributed, and those that share cells vary together. (That is
//! a saddle-point approximation.)

use crate::component::Component;
use crate::fits::Beside;
use crate::lesson::Lesson;
use crate::plan::Plan;

/// What is added to the variance of each constraint: its mines are whole numbers, and what
/// would have to be is never quite what the guess says.
const ROUNDING: f64 = 0.1;

/// How often chances are mended until every constraint has its mines.
const SWEEPS: usize = 30;

/// With more constraints than these it would take too long.
const MOST_CONSTRAINTS: usize = 400;

/// How likely cells are mines, so that every constraint gets what it lacks on average.
#[derive(Clone, Debug)]
pub struct Chances {
    /// For each group how likely one of its cells is a mine.
    groups: Vec<f64>,
    /// For each constraint the logarithm by which its cells have more mines than others.
    slopes: Vec<f64>,
    /// Where it is known how many mines all cells have together.
    total: Option<Total>,
}

/// The number of mines is one more constraint: on all cells of the component, and those beside it.
#[derive(Clone, Copy, Debug)]
struct Total {
    mines: f64,
    slope: f64,
    /// What the cells beside the component have of them on average, and by how much that varies.
    mean: f64,
    variance: f64,
}

impl Chances {
    /// Where a mine weighs two to the `odds`; and where the number of mines is known, with so many cells beside
    /// the component, and so many mines in all.
    pub fn new(component: &Component, odds: i32, beside: Option<Beside>) -> Chances {
        let mut members = vec![Vec::new(); component.constraints.len()];
        for group in 0..component.groups.len() {
            component.links(group).iter().for_each(|&constraint| members[constraint as usize].push(group));
        }
        let anywhere = f64::from(odds) * std::f64::consts::LN_2;
        let mut logits = vec![anywhere; component.groups.len()];
        let mut total =
            beside.map(|beside| Total { mines: beside.mines as f64, slope: 0.0, mean: 0.0, variance: 0.0 });
        let mut slopes = vec![0.0; members.len()];
        let chance = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        for _ in 0..SWEEPS {
            for ((constraint, members), slope) in component.constraints.iter().zip(&members).zip(&mut slopes)
            {
                let (mut mean, mut variance) = (0.0, 0.0);
                for &group in members {
                    let (size, chance) = (f64::from(component.groups[group].size()), chance(logits[group]));
                    (mean, variance) = (mean + size * chance, variance + size * chance * (1.0 - chance));
                }
                let change = ((f64::from(constraint.lacks) - mean) / variance.max(0.05)).clamp(-1.0, 1.0);
                *slope += change;
                members.iter().for_each(|&group| logits[group] += change);
            }
            if let (Some(total), Some(beside)) = (&mut total, beside) {
                let (cells, each) = (beside.cells as f64, chance(anywhere + total.slope));
                (total.mean, total.variance) = (cells * each, cells * each * (1.0 - each));
                let (mut mean, mut variance) = (total.mean, total.variance);
                for (group, &logit) in component.groups.iter().zip(&logits) {
                    let (size, chance) = (f64::from(group.size()), chance(logit));
                    (mean, variance) = (mean + size * chance, variance + size * chance * (1.0 - chance));
                }
                let change = ((total.mines - mean) / variance.max(0.05)).clamp(-1.0, 1.0);
                total.slope += change;
                logits.iter_mut().for_each(|logit| *logit += change);
            }
        }
        Chances { groups: logits.into_iter().map(chance).collect(), slopes, total }
    }
}

/// A constraint that is partly decided.
#[derive(Clone, Copy, Debug)]
struct Open {
    shift: u32,
    mask: u32,
    /// What it lacks on average, and by how much that is less likely for each mine.
    mean: f64,
    slope: f64,
}

/// What states are worth after each step of a plan.
#[derive(Clone, Debug, Default)]
pub struct Outlooks {
    open: Vec<Open>,
    /// For each pair of constraints that are open after a step, how they vary together: the
    /// inverse of their covariances.
    inverse: Vec<f32>,
    /// For each step where its constraints and pairs begin, and how many constraints it has.
    steps: Vec<(usize, usize, usize)>,
    /// The number of mines, where it is known: then it is the last constraint of each step.
    mines: Option<f64>,
}

impl Outlooks {
    pub fn new(component: &Component, plan: &Plan, chances: &Chances) -> Outlooks {
        let constraints = component.constraints.len();
        let mut outlooks = Outlooks::default();
        if constraints > MOST_CONSTRAINTS {
            return outlooks;
        }
        outlooks.steps.resize(plan.steps.len(), (0, 0, 0));
        outlooks.mines = chances.total.map(|total| total.mines);
        // For each constraint where it stands, and the first step that it is in.
        let mut places = vec![(0, 0, usize::MAX); constraints];
        for (number, step) in plan.steps.iter().enumerate() {
            for (slot, &constraint) in plan.slots(step).iter().zip(component.links(step.group as usize)) {
                let place = &mut places[constraint as usize];
                *place = (slot.shift, slot.mask, place.2.min(number));
            }
        }
        // From the last step on, the cells that are left are one group more each time.
        let all = constraints + usize::from(chances.total.is_some());
        let mut inverse = vec![0.0; all * all];
        (0..constraints).for_each(|at| inverse[at * (all + 1)] = 1.0 / ROUNDING);
        let mut means = vec![0.0; all];
        if let Some(total) = chances.total {
            (inverse[all * all - 1], means[constraints]) = (1.0 / (ROUNDING + total.variance), total.mean);
        }
        let mut links = Vec::new();
        for (number, step) in plan.steps.iter().enumerate().rev() {
            let begun = |&at: &usize| at == constraints || (means[at] > 0.0 && places[at].2 <= number);
            let open: Vec<usize> = (0..all).filter(begun).collect();
            outlooks.steps[number] = (outlooks.open.len(), outlooks.inverse.len(), open.len());
            for (row, &at) in open.iter().enumerate() {
                let (shift, mask, _) = places.get(at).copied().unwrap_or_default();
                let slope = chances.slopes.get(at).copied().or(chances.total.map(|total| total.slope));
                let (mean, slope) = (means[at], slope.unwrap_or_default());
                outlooks.open.push(Open { shift, mask, mean, slope });
                outlooks.inverse.extend(open[..=row].iter().map(|&other| inverse[at * all + other] as f32));
            }
            links.clear();
            links.extend_from_slice(component.links(step.group as usize));
            links.extend((constraints..all).map(|total| total as u32));
            let chance = chances.groups[step.group as usize];
            links.iter().for_each(|&at| means[at as usize] += f64::from(step.size) * chance);
            add(&mut inverse, all, &links, f64::from(step.size) * chance * (1.0 - chance));
        }
        outlooks
    }

    /// Guesses better, by what a run showed.
    pub fn learn(&mut self, lesson: &Lesson) {
        for layer in &lesson.layers {
            // Where there are too many constraints, nothing was guessed.
            let Some(&(open, _, count)) = self.steps.get(layer.step) else { continue };
            let Some(slopes) = layer.slopes(count) else { continue };
            self.open[open..open + count].iter_mut().zip(slopes).for_each(|(open, more)| open.slope -= more);
        }
    }

    /// What states are worth after a step.
    pub fn after(&self, step: usize) -> Outlook<'_> {
        let (open, pairs, count) = self.steps.get(step).copied().unwrap_or_default();
        let (open, inverse) = (&self.open[open..open + count], &self.inverse[pairs..]);
        Outlook { open, inverse, mines: self.mines, off: Vec::new() }
    }
}

/// Adds to the covariances of some constraints, of which the inverse is known (Sherman and Morrison).
fn add(inverse: &mut [f64], constraints: usize, some: &[u32], variance: f64) {
    let row = |row: &[f64]| some.iter().map(|&at| row[at as usize]).sum::<f64>();
    let sums: Vec<f64> = inverse.chunks(constraints).map(row).collect();
    let all: f64 = some.iter().map(|&at| sums[at as usize]).sum();
    let scale = variance / (1.0 + variance * all);
    for (row, &one) in inverse.chunks_mut(constraints).zip(&sums).filter(|(_, one)| **one != 0.0) {
        row.iter_mut().zip(&sums).for_each(|(each, other)| *each -= scale * one * other);
    }
}

/// What states are worth after one step.
pub struct Outlook<'a> {
    open: &'a [Open],
    inverse: &'a [f32],
    mines: Option<f64>,
    off: Vec<[f32; ABREAST]>,
}

/// So many states are looked at side by side, as a processor does.
pub const ABREAST: usize = 8;

/// The ways to a state: their weight, their mines on average, and by how much these vary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ways {
    pub weight: f64,
    pub mines: f64,
    pub variance: f64,
}

impl Outlook<'_> {
    /// The ways on from some states, as logarithms, by the ways to them and what constraints lack in them.
    pub fn guess(
        &mut self,
        so_far: &[Ways; ABREAST],
        lacks: impl Fn(usize, u32, u32) -> u32,
    ) -> [f64; ABREAST] {
        self.off.clear();
        let (mut ways, mut pairs) = ([0.0; ABREAST], self.inverse);
        let mut sums = [0.0; ABREAST];
        for (at, open) in self.open.iter().enumerate() {
            let total = self.mines.filter(|_| at + 1 == self.open.len());
            let (mean, slope) = (open.mean as f32, open.slope as f32);
            let lacks: [f32; ABREAST] = match total {
                Some(all) => std::array::from_fn(|state| (all - so_far[state].mines) as f32),
                None => std::array::from_fn(|state| lacks(state, open.shift, open.mask) as f32),
            };
            // Each pair stands there once.
            let (row, rest) = pairs.split_at(at + 1);
            pairs = rest;
            let own = row[at];
            let mut with_others = [0.0_f32; ABREAST];
            for (off, factor) in self.off.iter().zip(row) {
                (0..ABREAST).for_each(|state| with_others[state] += off[state] * factor);
            }
            let off = lacks.map(|lacks| lacks - mean);
            for state in 0..ABREAST {
                sums[state] -=
                    slope * lacks[state] + off[state] * (with_others[state] + 0.5 * own * off[state]);
            }
            if total.is_some() {
                // Ways with more mines, and with fewer, come to the same state.
                for state in 0..ABREAST {
                    let variance = so_far[state].variance;
                    let slack = 1.0 + variance * f64::from(own);
                    let pull = f64::from(with_others[state] + own * off[state] + slope);
                    ways[state] += 0.5 * (variance * pull * pull / slack - slack.ln());
                }
            }
            self.off.push(off);
        }
        std::array::from_fn(|state| ways[state] + f64::from(sums[state]))
    }

    /// How much more each constraint lacked than on average, in one of the states that were looked at last.
    pub fn off(&self, state: usize) -> impl Iterator<Item = f32> {
        self.off.iter().map(move |off| off[state])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Layer;

    #[test]
    fn where_nothing_was_guessed_nothing_is_learned() {
        let mut outlooks = Outlooks::default();
        outlooks.learn(&Lesson { layers: vec![Layer::new(3, 0)] });
        assert!(outlooks.open.is_empty());
    }
}
