//! Components that are too many to be joined one after the other.
//!
//! Where the cells off the edge can make up for whatever the components have, the
//! number of mines proves nothing, and only probabilities are left to find. They
//! are dominated by numbers of mines near the expected one: so all weights are
//! tilted until what is expected of the components is what the whole board asks
//! for, and then multiplied in pairs, pairs of pairs and so on, without what is
//! far too unlikely to matter. The time is nearly linear, not quadratic.

use crate::join::{OffEdge, OffEdgeResult, Ways};
use crate::weight::{ExtendedFloat, Weight};

/// What is less likely than this beside the likeliest is left out: far below the
/// rounding of an `f64`, however many such terms there are.
const NEGLIGIBLE: f64 = 1.0 / (1_u128 << 120) as f64;

/// No weight is 0, which would mean that there is no way.
const LEAST: f64 = 1e-300;

/// Of a component, the fewest mines that it can have, and the weights from there.
pub type Total = (u32, Vec<ExtendedFloat>);

/// Many components, joined.
pub struct Many {
    /// What they leave for the cells off the edge.
    pub result: OffEdgeResult,
    rests: Vec<Vec<ExtendedFloat>>,
}

/// Weights by the number of mines, from `least` mines on; the largest is 1, and
/// `log` the logarithm by which they were divided.
#[derive(Clone)]
struct Weights {
    least: u64,
    each: Vec<f64>,
    log: f64,
}

impl Weights {
    /// Divides by the largest, and leaves out what is negligible beside it.
    fn trimmed(mut self) -> Weights {
        let most = self.each.iter().copied().fold(LEAST, f64::max);
        self.log += most.ln();
        self.each.iter_mut().for_each(|weight| *weight /= most);
        let counts = |weight: &f64| *weight >= NEGLIGIBLE;
        let end = self.each.iter().rposition(counts).map_or(1, |last| last + 1);
        let start = self.each.iter().position(counts).unwrap_or(0);
        self.each.truncate(end);
        self.each.drain(..start);
        self.least += start as u64;
        self
    }

    fn times(&self, other: &Weights) -> Weights {
        let mut each = vec![0.0; self.each.len() + other.each.len() - 1];
        for (at, one) in self.each.iter().enumerate() {
            add(&mut each[at..], &other.each, *one);
        }
        Weights { least: self.least + other.least, each, log: self.log + other.log }.trimmed()
    }

    /// What everything but this weighs by its mines, where `outer` is the same of
    /// its product with `sibling`.
    fn outer(&self, sibling: &Weights, product: &Weights, outer: &[f64]) -> Vec<f64> {
        let mut rest = vec![0.0; self.each.len()];
        for (mines, one) in (self.least + sibling.least..).zip(&sibling.each) {
            // From the first number of mines of the product on, of which some were left out.
            let skipped = product.least.saturating_sub(mines) as usize;
            let first = mines.saturating_sub(product.least) as usize;
            if let (Some(rest), Some(outer)) = (rest.get_mut(skipped..), outer.get(first..)) {
                add(rest, outer, *one);
            }
        }
        let most = rest.iter().copied().fold(LEAST, f64::max);
        rest.iter_mut().for_each(|weight| *weight = (*weight / most).max(LEAST));
        rest
    }
}

/// Adds so many times as much.
fn add(to: &mut [f64], from: &[f64], times: f64) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += times * from);
}

/// A weight to the power of all numbers from 0 on.
fn powers(each: f64) -> impl Iterator<Item = ExtendedFloat> {
    let each = ExtendedFloat::new(each);
    std::iter::successors(Some(ExtendedFloat::ONE), move |power| Some(power.times(each)))
}

/// The logarithm of the weight of a component with weights by its mines, and how
/// many mines more than the fewest it is expected to have, where each weighs `tilt`.
fn expected(weights: &[ExtendedFloat], tilt: f64) -> (f64, f64) {
    let (mut sum, mut mines) = (ExtendedFloat::ZERO, ExtendedFloat::ZERO);
    for (count, (weight, power)) in weights.iter().zip(powers(tilt)).enumerate() {
        let weight = weight.times(power);
        sum = sum.plus(weight);
        if count > 0 {
            mines = mines.plus(weight.times(ExtendedFloat::new(count as f64)));
        }
    }
    (sum.ln(), mines.over(sum))
}

impl Many {
    /// Joins components, of each of which the fewest mines and the weights are
    /// given; nothing where the number of mines could prove something.
    pub fn new(totals: &[Total], off_edge: &OffEdge) -> Option<Many> {
        let least: u64 = totals.iter().map(|(least, _)| u64::from(*least)).sum();
        let range: usize = totals.iter().map(|(_, weights)| weights.len() - 1).sum();
        let Some(left) = off_edge.mines else { return Some(Many::apart(totals, off_edge, least)) };
        let most = least + range as u64;
        if range == 0 || off_edge.fitting(least, range + 1) != (least, most) {
            return None;
        }
        let balance = Balance::find(totals, off_edge, left, (least, most));
        let levels = balance.levels(totals);
        let root = &levels.last()?[0];
        let outer = balance.around(root);
        let both = || root.each.iter().zip(&outer).map(|(one, other)| one * other);
        let sum: f64 = both().sum();
        let off: f64 = both().zip(root.least..).map(|(weight, mines)| weight * (left - mines) as f64).sum();
        let middle = balance.within(root);
        let log = off_edge.ways(left, middle).ln() - middle as f64 * balance.tilt.ln();
        let result = OffEdgeResult {
            ways: Ways::exp(sum.ln() + root.log + log),
            probability: off / sum / off_edge.cells as f64,
            free: false,
            full: false,
        };
        let rests = balance.rests(totals, &levels, outer);
        Some(Many { result, rests })
    }

    /// Where the number of all mines is not known, components know nothing of each other.
    fn apart(totals: &[Total], off_edge: &OffEdge, least: u64) -> Many {
        let log = off_edge.log_excess();
        let own: f64 = totals.iter().map(|(_, weights)| expected(weights, log.exp()).0).sum();
        let odds = off_edge.exact_odds;
        let off = off_edge.cells as f64 * odds.ln_1p();
        let result = OffEdgeResult {
            ways: Ways::exp(own + off + log * least as f64),
            probability: odds / (1.0 + odds),
            free: false,
            full: false,
        };
        let rests = totals.iter().map(|(_, weights)| powers(log.exp()).take(weights.len()).collect());
        Many { result, rests: rests.collect() }
    }

    /// What everything but one component weighs, for each number of its mines.
    pub fn rest(&self, component: usize) -> &[ExtendedFloat] {
        &self.rests[component]
    }
}

/// The number of mines on the edge with which the components and the cells off the
/// edge agree, and by how much each mine has to weigh more for that.
struct Balance<'a> {
    off_edge: &'a OffEdge,
    left: u64,
    mines: u64,
    tilt: f64,
}

impl Balance<'_> {
    /// Finds it by halving, between the fewest and the most mines on the edge.
    fn find<'a>(
        totals: &[Total],
        off_edge: &'a OffEdge,
        left: u64,
        (least, most): (u64, u64),
    ) -> Balance<'a> {
        let mut balance = Balance { off_edge, left, mines: least, tilt: 1.0 };
        let mut high = most;
        while high > balance.mines + 1 {
            let middle = balance.mines.midpoint(high);
            let tilt = balance.ratio(middle);
            let more: f64 = totals.iter().map(|(_, weights)| expected(weights, tilt).1).sum();
            if least as f64 + more >= middle as f64 {
                balance.mines = middle;
            } else {
                high = middle;
            }
        }
        balance.tilt = balance.ratio(balance.mines);
        balance
    }

    /// By how much more the cells off the edge weigh with one mine more on it.
    fn ratio(&self, mines: u64) -> f64 {
        let left = self.left - mines;
        left as f64 / (self.off_edge.cells - left + 1) as f64 * f64::powi(2.0, -self.off_edge.odds)
    }

    /// The number of mines nearest to it for which there are weights.
    fn within(&self, weights: &Weights) -> u64 {
        self.mines.clamp(weights.least, weights.least + weights.each.len() as u64 - 1)
    }

    /// The components, then pairs of them, and so on up to all.
    fn levels(&self, totals: &[Total]) -> Vec<Vec<Weights>> {
        let mut levels = vec![totals.iter().map(|total| self.tilted(total)).collect::<Vec<_>>()];
        while let Some(level) = levels.last().filter(|level| level.len() > 1) {
            let product = |pair: &[Weights]| match pair {
                [one, other] => one.times(other),
                _ => pair[0].clone(),
            };
            levels.push(level.chunks(2).map(product).collect());
        }
        levels
    }

    /// A component's weights.
    fn tilted(&self, (least, weights): &Total) -> Weights {
        let each = weights.iter().zip(powers(self.tilt)).map(|(weight, power)| weight.times(power));
        let each: Vec<ExtendedFloat> = each.collect();
        let log = |weight: &ExtendedFloat| if weight.is_zero() { f64::NEG_INFINITY } else { weight.ln() };
        let most = each.iter().copied().max_by(|one, other| log(one).total_cmp(&log(other)));
        let most = most.unwrap_or(ExtendedFloat::ONE);
        let part = |weight: &ExtendedFloat| if weight.is_zero() { 0.0 } else { weight.over(most) };
        let log = most.ln() + f64::from(*least) * self.tilt.ln();
        Weights { least: u64::from(*least), each: each.iter().map(part).collect(), log }.trimmed()
    }

    /// What the cells off the edge weigh beside all components: 1 where they agree.
    fn around(&self, all: &Weights) -> Vec<f64> {
        let mut outer = vec![1.0; all.each.len()];
        let middle = (self.within(all) - all.least) as usize;
        for (at, mines) in (middle..all.each.len() - 1).zip(self.within(all)..) {
            outer[at + 1] = outer[at] * (self.ratio(mines) / self.tilt);
        }
        for at in (0..middle).rev() {
            outer[at] = outer[at + 1] / (self.ratio(all.least + at as u64) / self.tilt);
        }
        outer
    }

    /// For each component what everything else weighs, where that of all together is given.
    fn rests(&self, totals: &[Total], levels: &[Vec<Weights>], all: Vec<f64>) -> Vec<Vec<ExtendedFloat>> {
        let mut outers = vec![all];
        for pair in levels.windows(2).rev() {
            let mut next = Vec::with_capacity(pair[0].len());
            for ((children, product), outer) in pair[0].chunks(2).zip(&pair[1]).zip(outers) {
                if let [one, other] = children {
                    next.push(one.outer(other, product, &outer));
                    next.push(other.outer(one, product, &outer));
                } else {
                    next.push(outer);
                }
            }
            outers = next;
        }
        let rest = |((total, own), outer): ((&Total, &Weights), Vec<f64>)| {
            let skipped = (own.least - u64::from(total.0)) as usize;
            let weight = |(count, power): (usize, ExtendedFloat)| {
                // What was left out of the component weighs nothing in it; but it is a way.
                let at = count.saturating_sub(skipped).min(outer.len() - 1);
                power.times(ExtendedFloat::new(outer[at].max(LEAST)))
            };
            powers(self.tilt).take(total.1.len()).enumerate().map(weight).collect()
        };
        totals.iter().zip(&levels[0]).zip(outers).map(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::Join;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn many_components_are_joined_as_a_few_are(
            parts in prop::collection::vec((0..3_u32, prop::collection::vec(0..9_u32, 1..6)), 1..60),
            (cells, share) in (300..2000_u64, 0.0..1.0_f64), odds in -4..3_i32, known in any::<bool>()
        ) {
            // A component has a way with its fewest mines, and with its most.
            let totals: Vec<(u32, Vec<ExtendedFloat>)> = parts
                .iter()
                .map(|(least, weights)| {
                    let last = weights.len() - 1;
                    let weight = |(at, &weight): (usize, &u32)| {
                        ExtendedFloat::new(f64::from(weight.max(u32::from(at == 0 || at == last)))).times(ExtendedFloat::power(odds * at as i32))
                    };
                    (*least, weights.iter().enumerate().map(weight).collect())
                })
                .collect();
            let most: u64 = totals.iter().map(|(least, weights)| u64::from(*least) + weights.len() as u64 - 1).sum();
            let mines = most + ((cells - most) as f64 * share) as u64;
            let off_edge = OffEdge { cells, mines: known.then_some(mines), odds, exact_odds: f64::exp(0.3) };
            let Some(many) = Many::new(&totals, &off_edge) else {
                prop_assert!(totals.iter().all(|(_, weights)| weights.len() == 1));
                return Ok(());
            };
            let join = Join::new(totals.clone(), off_edge);
            let result = join.off_edge_result().expect("some layout fits");
            let (ours, other) = (many.result.ways.ln(), result.ways.ln());
            prop_assert!((ours - other).abs() < 1e-9 * other.abs().max(1.0));
            prop_assert!((many.result.probability - result.probability).abs() < 1e-12);
            prop_assert!(!result.free && !result.full || most == mines);
            let mut rest = Vec::new();
            for (number, (_, weights)) in totals.iter().enumerate() {
                join.rest(number, &mut rest);
                // As shares of all ways, which is what they are used for.
                let shares = |rest: &[ExtendedFloat]| -> Vec<f64> {
                    let both: Vec<ExtendedFloat> = weights.iter().zip(rest).map(|(one, other)| one.times(*other)).collect();
                    let sum = both.iter().fold(ExtendedFloat::ZERO, |sum, one| sum.plus(*one));
                    both.iter().map(|one| one.over(sum)).collect()
                };
                for (ours, theirs) in shares(many.rest(number)).into_iter().zip(shares(&rest)) {
                    prop_assert!((ours - theirs).abs() < 1e-11, "{ours} and {theirs}");
                }
            }
        }
    }
}
