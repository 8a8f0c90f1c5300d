//! Some of many states, each standing for those that were left out.
//!
//! States are kept the more likely the more they seem to matter, and one that might have
//! been left out counts for more by as much: whatever is summed over states is on average
//! what it would be over all of them. How much a state matters is the weight of the ways
//! to it, times a guess at that of the ways on ([`Outlooks`]). A poor guess makes runs
//! differ more, never wrong on average.

use std::sync::Arc;

use omnisweep_engine::random::splitmix64;

use crate::lesson::{Layer, Lesson};
use crate::outlook::{ABREAST, Outlooks, Ways};

/// Draws which states are kept.
#[derive(Clone, Debug)]
pub struct Thinning {
    /// How many are kept of a layer, about.
    pub keep: usize,
    /// A mine weighs two to this power.
    pub odds: i32,
    /// Where the random numbers are.
    seed: u64,
    outlooks: Arc<Outlooks>,
    /// What is to be learned from, where anything is.
    pub lesson: Option<Lesson>,
    /// By how much constraints lacked more than on average in the states that were looked at last.
    off: Vec<f32>,
}

impl Thinning {
    /// Keeps so many, by the random numbers of a seed.
    pub fn new(keep: usize, odds: i32, seed: u64, outlooks: Arc<Outlooks>) -> Thinning {
        Thinning { keep, odds, seed, outlooks, lesson: None, off: Vec::new() }
    }

    /// Guesses at the ways on from states after a step, whose keys follow each other.
    pub fn guesses(&mut self, step: usize, ways: &[Ways], keys: &[u64]) -> Vec<f64> {
        let mut outlook = self.outlooks.after(step);
        let words = keys.len() / ways.len().max(1);
        let mut guesses = Vec::with_capacity(ways.len() + ABREAST);
        self.off.clear();
        for (block, some) in ways.chunks(ABREAST).enumerate() {
            let mut abreast = [Ways::default(); ABREAST];
            abreast[..some.len()].copy_from_slice(some);
            let lacks = |state: usize, shift: u32, mask: u32| {
                let state = block * ABREAST + state.min(some.len() - 1);
                (keys[state * words + shift as usize / 64] >> (shift % 64)) as u32 & mask
            };
            guesses.extend(outlook.guess(&abreast, lacks));
            if self.lesson.is_some() {
                (0..some.len()).for_each(|state| self.off.extend(outlook.off(state)));
            }
        }
        guesses.truncate(ways.len());
        guesses
    }

    /// Notes what was guessed of the states that are kept, where anything is to be learned: the first has a number.
    pub fn note(&mut self, step: usize, first: u32, guesses: &[f64], scales: &[f64]) {
        let Some(lesson) = &mut self.lesson else { return };
        let mut layer = Layer::new(step, first);
        let off = self.off.chunks_exact((self.off.len() / guesses.len().max(1)).max(1));
        for ((off, guess), _) in off.zip(guesses).zip(scales).filter(|(_, scale)| **scale > 0.0) {
            layer.note(off, *guess);
        }
        lesson.layers.push(layer);
    }

    /// For each state by how much it counts for more, or 0 where it is left out; by how much they
    /// matter, as logarithms.
    pub fn scales(&mut self, importance: &[f64]) -> Vec<f64> {
        let most = importance.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Whatever is never kept would be missed.
        let weights: Vec<f64> = importance.iter().map(|each| (each - most).exp().max(1e-30)).collect();
        let limit = self.limit(&weights);
        self.seed = splitmix64(self.seed);
        // At one place in each stretch as long as the limit, the weight there is kept.
        let mut at = (self.seed >> 11) as f64 / (1_u64 << 53) as f64 * limit;
        let scale = |&weight: &f64| {
            if weight >= limit {
                return 1.0;
            }
            at -= weight;
            if at >= 0.0 {
                return 0.0;
            }
            at += limit;
            limit / weight
        };
        weights.iter().map(scale).collect()
    }

    /// The weight from which on all are kept, so that as many are left as are wanted.
    fn limit(&self, weights: &[f64]) -> f64 {
        let mut limit = f64::INFINITY;
        loop {
            // Those that are kept in any case leave less room for the others, and less to share it.
            let (mut kept, mut rest) = (0, 0.0);
            for &weight in weights {
                (kept, rest) = if weight >= limit { (kept + 1, rest) } else { (kept, rest + weight) };
            }
            let next = rest / self.keep.saturating_sub(kept).max(1) as f64;
            if next >= limit || rest == 0.0 {
                return limit;
            }
            limit = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_weighs_on_average_what_all_weigh() {
        let weights: Vec<f64> = (0..200_u32).map(|at| f64::from(at * 7919 % 101 + 1).powi(3)).collect();
        let logs: Vec<f64> = weights.iter().map(|weight| weight.ln()).collect();
        let mut thinning = Thinning::new(20, 0, 1, Arc::default());
        let mut sums = vec![0.0; weights.len()];
        const ROUNDS: u32 = 20_000;
        for _ in 0..ROUNDS {
            let scales = thinning.scales(&logs);
            let kept = scales.iter().filter(|&&scale| scale > 0.0).count();
            assert!((19..=21).contains(&kept), "{kept}");
            let total: f64 = scales.iter().zip(&weights).map(|(scale, weight)| scale * weight).sum();
            assert!((total / weights.iter().sum::<f64>() - 1.0).abs() < 0.11);
            sums.iter_mut().zip(&scales).for_each(|(sum, scale)| *sum += scale);
        }
        // Heavy ones are kept often, so their mean is known best.
        for (sum, weight) in sums.iter().zip(&weights).filter(|(_, weight)| **weight > 5e5) {
            let mean = sum / f64::from(ROUNDS);
            assert!((mean - 1.0).abs() < 0.06, "{mean} of {weight}");
        }
    }
}
