//! Some of many states, each standing for those that were left out.
//!
//! States are kept the more likely the more they seem to matter, and one that might have
//! been left out counts for more by as much: whatever is summed over states is on average
//! what it would be over all of them. How much a state matters is the weight of the ways
//! to it, and a guess at that of the ways on: as if the cells that each constraint still
//! has were mines with the same chance, and none in two constraints. That guess is poor, so
//! it counts for little.

use omnisweep_engine::random::splitmix64;

use crate::plan::Slot;

/// Draws which states are kept.
#[derive(Clone, Debug)]
pub struct Thinning {
    /// How many are kept of a layer, about.
    pub keep: usize,
    /// A mine weighs two to this power.
    pub odds: i32,
    /// Where the random numbers are.
    seed: u64,
    /// The constraints that are partly decided, and the logarithms of factorials.
    open: Vec<Slot>,
    factorials: Vec<f64>,
}

/// The power to which the guess at the ways on is taken, and that to which all of it is.
const AHEAD: f64 = 0.5;
const FLAT: f64 = 0.8;

impl Thinning {
    /// Keeps so many, by the random numbers of a seed.
    pub fn new(keep: usize, odds: i32, seed: u64) -> Thinning {
        Thinning { keep, odds, seed, open: Vec::new(), factorials: vec![0.0] }
    }

    /// A step was made that these constraints are in.
    pub fn advance(&mut self, slots: &[Slot]) {
        for slot in slots {
            self.open.retain(|open| open.shift != slot.shift);
            if slot.later > 0 {
                self.open.push(*slot);
            }
            while self.factorials.len() <= slot.later as usize {
                let last = self.factorials.len() as f64;
                self.factorials.push(self.factorials[self.factorials.len() - 1] + last.ln());
            }
        }
    }

    /// How much a state matters, by the weight of the ways to it and what constraints lack in it.
    pub fn importance(&self, weight: f64, lacks: impl Fn(u32, u32) -> u32) -> f64 {
        let odds = f64::from(self.odds) * std::f64::consts::LN_2;
        let ways = |slot: &Slot| {
            let lacks = lacks(slot.shift, slot.mask).min(slot.later) as usize;
            let not = slot.later as usize - lacks;
            lacks as f64 * odds - self.factorials[lacks] - self.factorials[not]
                + self.factorials[slot.later as usize]
        };
        let ahead: f64 = self.open.iter().map(ways).sum();
        FLAT * (weight.ln() + AHEAD * ahead)
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
        let logs: Vec<f64> = weights.iter().map(|weight| weight.ln()).collect();
        let mut thinning = Thinning::new(20, 0, 1);
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
