//! Runs that keep some of the states: each stands for others that were left out.

use super::{How, Scratch, StateGraph, Transition};
use crate::analysis::AnalysisError;
use crate::component::Component;
use crate::outlook::Ways;
use crate::plan::Plan;
use crate::thin::Thinning;
use crate::weight::Weight;

/// The power to which guesses at how much states matter are taken: they may be wrong, so that those that seem
/// to matter little are kept somewhat more often.
const FLAT: f64 = 0.85;

impl StateGraph {
    /// Some of the states of a component, each of which stands for others that were left out.
    #[cold]
    pub fn thinned(
        component: Component,
        plan: Plan,
        (mines, work): (u32, usize),
        thinning: &mut Thinning,
        scratch: &mut Scratch,
    ) -> Result<StateGraph, AnalysisError> {
        let how = How { limit: usize::MAX >> 8, mines, work, thinning: Some(thinning) };
        let (graph, found) = StateGraph::find(component, plan, how, scratch);
        found.map(|()| graph)
    }

    /// Leaves out some of the states after a step, if they are too many, and the
    /// transitions to them: says which are kept. The keys of states follow each other.
    #[cold]
    pub(super) fn thin(
        &mut self,
        step: usize,
        after: u32,
        thinning: &mut Thinning,
        keys: &[u64],
        states: usize,
    ) -> Vec<usize> {
        let first = Ways { weight: 1.0, ..Ways::default() };
        let stand_for = self.scales.get_or_insert_with(|| vec![(1.0, first)]);
        let (mut choices, mut ways) = (Vec::<f64>::new(), vec![Ways::default(); states]);
        self.plan.steps[step].choices(thinning.odds, &mut choices);
        let start = self.start[step] as usize;
        // Sums of mines and their squares, at first.
        for transition in &self.transitions[start..] {
            let (from, choice) = (stand_for[transition.from as usize].1, choices[transition.mines as usize]);
            let (to, weight) = (&mut ways[(transition.to - after) as usize], from.weight * choice);
            let mines = from.mines + f64::from(transition.mines);
            to.weight += weight;
            to.mines += weight * mines;
            to.variance += weight * (mines * mines + from.variance);
        }
        // Only shares matter, and they stay in range.
        let all: f64 = ways.iter().map(|ways| ways.weight).sum();
        for Ways { weight, mines, variance } in &mut ways {
            *mines /= *weight;
            *variance = (*variance / *weight - *mines * *mines).max(0.0);
            *weight /= all;
        }
        let scales = if states > thinning.keep {
            let guesses = thinning.guesses(step, &ways, keys);
            let importance = guesses.iter().zip(&ways).map(|(guess, ways)| FLAT * (ways.weight.ln() + guess));
            let scales = thinning.scales(&importance.collect::<Vec<f64>>());
            thinning.note(step, after, &guesses, &scales);
            scales
        } else {
            vec![1.0; states]
        };
        let (mut kept, mut places) = (Vec::with_capacity(states), Vec::with_capacity(states));
        for (at, (&scale, ways)) in scales.iter().zip(ways).enumerate() {
            places.push(kept.len() as u32);
            if scale > 0.0 {
                stand_for.push((scale, Ways { weight: ways.weight * scale, ..ways }));
                kept.push(at);
            }
        }
        let mut end = start;
        for at in start..self.transitions.len() {
            let Transition { from, to, mines } = self.transitions[at];
            let place = (to - after) as usize;
            if scales[place] > 0.0 {
                self.transitions[end] = Transition { from, to: after + places[place], mines };
                end += 1;
            }
        }
        self.transitions.truncate(end);
        kept
    }

    /// The ways on from a state, as a logarithm, if there are any; by the weights of both ways.
    #[cold]
    pub fn ways_on(&self, state: u32, forward: &[f64], backward: &[f64]) -> Option<f64> {
        let found = self.states[state as usize];
        if found.least == u32::MAX {
            return None;
        }
        let scale = self.scales.as_ref().map_or(1.0, |scales| scales[state as usize].0);
        let (forward, backward) = (&forward[found.weights()], &backward[found.weights()]);
        let both: f64 = forward.iter().zip(backward).map(|(forward, backward)| forward * backward).sum();
        let ways = both / (scale * forward.iter().sum::<f64>());
        ways.is_normal().then(|| ways.ln())
    }

    /// Weighs the states that a step leads to by how many they stand for.
    #[cold]
    pub(super) fn scale<W: Weight>(&self, step: usize, scales: &[(f64, Ways)], weights: &mut [W]) {
        let after = self.transitions_of(step).iter().map(|transition| transition.to as usize);
        let (Some(first), Some(last)) = (after.clone().min(), after.max()) else { return };
        let states = self.states[first..=last].iter().zip(&scales[first..=last]);
        for (state, scale) in states.filter(|(state, _)| state.least != u32::MAX) {
            weights[state.weights()].iter_mut().for_each(|weight| *weight = weight.times(W::new(scale.0)));
        }
    }
}
