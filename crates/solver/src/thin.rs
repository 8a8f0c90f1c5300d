//! Some of many states, each standing for those that were left out.
//!
//! States are kept the more likely the more they seem to matter, and one that might have
//! been left out counts for more by as much: whatever is summed over states is on average
//! what it would be over all of them. How much a state matters is the weight of the ways
//! to it, times a guess at that of the ways on ([`Outlook`]). A poor guess makes runs
//! differ more, never wrong on average.

use std::sync::Arc;

use omnisweep_engine::random::splitmix64;

use crate::outlook::{Outlook, Outlooks};

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
}

impl Thinning {
    /// Keeps so many, by the random numbers of a seed.
    pub fn new(keep: usize, odds: i32, seed: u64, outlooks: Arc<Outlooks>) -> Thinning {
        Thinning { keep, odds, seed, outlooks }
    }

    /// What states are worth after a step.
    pub fn outlook(&self, step: usize) -> Outlook<'_> {
        self.outlooks.after(step)
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
