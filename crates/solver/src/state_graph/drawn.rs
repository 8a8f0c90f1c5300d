//! Ways to have so many mines, drawn by their weights.

use super::StateGraph;
use crate::weight::Weight;

impl StateGraph {
    /// Draws one of all ways to have so many mines, by their weights, and calls
    /// with every group and its number of mines. `pick` chooses by shares.
    pub fn draw<W: Weight>(
        &self,
        odds: i32,
        forward: &[W],
        mut mines: u32,
        seen: &mut Seen,
        mut pick: impl FnMut(&[f64]) -> usize,
        mut tell: impl FnMut(usize, u32),
    ) {
        seen.places.resize(forward.len(), 0);
        let mut state = self.states.len() as u32 - 1;
        for (number, step) in self.plan.steps.iter().enumerate().rev() {
            let here = self.states[state as usize];
            let place = &mut seen.places[(here.at + (mines - here.least)) as usize];
            if *place == 0 {
                seen.ways.push(self.ways_back(number, odds, forward, state, mines));
                *place = seen.ways.len() as u32;
            }
            let ways = &seen.ways[*place as usize - 1];
            let (from, mined) = ways.steps[pick(&ways.shares)];
            tell(step.group as usize, mined);
            (state, mines) = (from, mines - mined);
        }
    }

    /// How a step may have come to a state with so many mines.
    fn ways_back<W: Weight>(&self, number: usize, odds: i32, forward: &[W], state: u32, mines: u32) -> Back {
        let mut choices = Vec::new();
        self.plan.steps[number].choices(odds, &mut choices);
        let (mut weights, mut steps) = (Vec::new(), Vec::new());
        for transition in self.transitions_of(number).iter().filter(|transition| transition.to == state) {
            let from = self.states[transition.from as usize];
            if (from.least + transition.mines..=from.most + transition.mines).contains(&mines) {
                let at = from.at + (mines - transition.mines - from.least);
                weights.push(forward[at as usize].times(choices[transition.mines as usize]));
                steps.push((transition.from, transition.mines));
            }
        }
        Back { shares: shares(&weights), steps }
    }
}

/// What is known of a component of which many layouts are drawn.
#[derive(Debug, Default)]
pub struct Seen {
    /// For each weight of a state the number of its ways; 0 where they have not been looked at.
    places: Vec<u32>,
    ways: Vec<Back>,
}

/// How a step may have come to a state: the share of each way, the state before, and the mines of the step.
#[derive(Debug)]
struct Back {
    shares: Vec<f64>,
    steps: Vec<(u32, u32)>,
}

/// The share of each weight.
pub fn shares<W: Weight>(weights: &[W]) -> Vec<f64> {
    let all = weights.iter().fold(W::ZERO, |all, &weight| all.plus(weight));
    weights.iter().map(|weight| if weight.is_zero() { 0.0 } else { weight.over(all) }).collect()
}
