//! Some of many states, each standing for those that were left out.
//!
//! States are kept as likely as they are heavy, and one that might have been left
//! out counts for more by as much: whatever is summed over states is on average
//! what it would be over all of them.

use omnisweep_engine::random::splitmix64;

/// Draws which states are kept.
#[derive(Clone, Debug)]
pub struct Thinning {
    /// How many are kept of a layer, about.
    pub keep: usize,
    /// A mine weighs two to this power.
    pub odds: i32,
    /// Where the random numbers are.
    seed: u64,
}

impl Thinning {
    /// Keeps so many, by the random numbers of a seed.
    pub fn new(keep: usize, odds: i32, seed: u64) -> Thinning {
        Thinning { keep, odds, seed }
    }

    /// For each weight by how much it counts for more, or 0 where it is left out.
    pub fn scales(&mut self, weights: &[f64]) -> Vec<f64> {
        let limit = self.limit(weights);
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
        let mut sorted = weights.to_vec();
        sorted.sort_unstable_by(|one, other| other.total_cmp(one));
        let mut rest: f64 = sorted.iter().sum();
        for (kept, weight) in sorted.iter().enumerate().take(self.keep) {
            let limit = rest / (self.keep - kept) as f64;
            if *weight <= limit {
                return limit;
            }
            rest -= weight;
        }
        sorted.last().copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_weighs_on_average_what_all_weigh() {
        let weights: Vec<f64> = (0..200_u32).map(|at| f64::from(at * 7919 % 101 + 1).powi(3)).collect();
        let mut thinning = Thinning::new(20, 0, 1);
        let mut sums = vec![0.0; weights.len()];
        const ROUNDS: u32 = 20_000;
        for _ in 0..ROUNDS {
            let scales = thinning.scales(&weights);
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
