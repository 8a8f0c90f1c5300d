//! Components put together with the cells off the edge, by the number of mines.

use crate::weight::Weight;

/// The cells that touch no number, and all mines that are not elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct OffEdge {
    pub cells: u64,
    /// The undecided mines of the whole board, if their number is known.
    pub mines: Option<u64>,
    /// A mine on the edge weighs two to this power.
    pub odds: i32,
    /// How much more likely a mine off the edge is than none, where their number
    /// is not known; on the edge, by how much more than `odds` says.
    pub exact_odds: f64,
}

impl OffEdge {
    /// How much the cells off the edge weigh where `least` and more mines are on
    /// it, `count` numbers in all, and what a weight of 1 stands for.
    pub fn weights<W: Weight>(&self, least: u64, count: usize) -> (Vec<W>, Ways) {
        let Some(mines) = self.mines else {
            // Only the difference between the odds there are and those used.
            let each = W::new(self.exact_odds * f64::powi(2.0, -self.odds));
            let mut weights = Vec::with_capacity(count);
            let mut weight = W::ONE;
            for _ in 0..count {
                weights.push(weight);
                weight = weight.times(each);
            }
            let off = self.cells as f64 * self.exact_odds.ln_1p();
            return (weights, Ways::exp(off + self.log_excess() * least as f64));
        };
        let mut weights = vec![W::ZERO; count];
        // From one number of mines to the next, the ways are a ratio apart. The
        // first is the one that is nearest to the odds.
        let (fewest, most) = self.fitting(least, count);
        if fewest > most {
            return (weights, Ways::exp(0.0));
        }
        let likely = f64::powi(2.0, self.odds) / (1.0 + f64::powi(2.0, self.odds)) * self.cells as f64;
        let middle = mines.saturating_sub(likely as u64).clamp(fewest, most);
        let ratio = |on_edge: u64| {
            // From so many mines on the edge to one more.
            let left = mines - on_edge;
            left as f64 / (self.cells - left + 1) as f64
        };
        let each = W::power(-self.odds);
        weights[(middle - least) as usize] = W::ONE;
        for on_edge in middle..most {
            let at = (on_edge - least) as usize;
            weights[at + 1] = weights[at].times(W::new(ratio(on_edge))).times(each);
        }
        let back = W::power(self.odds);
        for on_edge in (fewest..middle).rev() {
            let at = (on_edge - least) as usize;
            weights[at] = weights[at + 1].times(W::new(1.0 / ratio(on_edge))).times(back);
        }
        (weights, self.ways(mines, middle))
    }

    /// By how much more likely a mine is than `odds` says, as the natural logarithm.
    pub fn log_excess(&self) -> f64 {
        self.exact_odds.ln() - f64::from(self.odds) * std::f64::consts::LN_2
    }

    /// What the cells off the edge weigh, where so many of all undecided mines are on it.
    pub fn ways(&self, mines: u64, on_edge: u64) -> Ways {
        let log = -(on_edge as f64 * f64::from(self.odds) * std::f64::consts::LN_2);
        Ways { from: self.cells, chosen: mines - on_edge, log, ..Ways::exp(0.0) }
    }

    /// The fewest and the most mines that can be on the edge, of `least` and more.
    pub fn fitting(&self, least: u64, count: usize) -> (u64, u64) {
        let most = least + count as u64 - 1;
        self.mines
            .map_or((least, most), |mines| (mines.saturating_sub(self.cells).max(least), mines.min(most)))
    }
}

/// All components in a row: what those before one weigh by their mines, and what
/// the rest of the board weighs by the mines of those before.
#[derive(Clone, Debug)]
pub struct Join<W> {
    /// For each component the first number of mines, and the weights from there.
    totals: Vec<(u32, Vec<W>)>,
    /// For each component, and once more at the end, the fewest mines before it.
    least: Vec<u32>,
    before: Vec<Vec<W>>,
    /// The weight of everything after, for each number of mines before.
    after: Vec<Vec<W>>,
    /// What a weight of 1 stands for.
    scale: Ways,
    off_edge: OffEdge,
}

impl Join<f64> {
    /// Whether the weights of the cells off the edge are no farther from 1 than
    /// by this factor.
    pub fn is_narrow(&self, factor: f64) -> bool {
        let (least, off) = (u64::from(self.least[self.totals.len()]), &self.after[self.totals.len()]);
        let (fewest, most) = self.off_edge.fitting(least, off.len());
        (fewest..=most).all(|mines| (1.0 / factor..factor).contains(&off[(mines - least) as usize]))
    }
}

/// A number of layouts, or their weight: a factor times two to a power, times the ways to
/// choose so many of all cells off the edge, times that of which `log` is the logarithm.
/// Its own logarithm is worked out where somebody asks for it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "f64"))]
pub struct Ways {
    factor: f64,
    exponent: i64,
    from: u64,
    chosen: u64,
    log: f64,
}

impl Ways {
    /// The number of which this is the natural logarithm.
    pub fn exp(log: f64) -> Ways {
        Ways { factor: 1.0, exponent: 0, from: 0, chosen: 0, log }
    }

    /// So many times as much.
    fn times<W: Weight>(self, weight: W) -> Ways {
        let (factor, exponent) = weight.parts();
        Ways { factor: self.factor * factor, exponent: self.exponent + exponent, ..self }
    }

    /// The natural logarithm.
    pub fn ln(self) -> f64 {
        let factor = self.factor.ln() + self.exponent as f64 * std::f64::consts::LN_2;
        factor + (log_choose(self.from, self.chosen) + self.log)
    }
}

impl From<Ways> for f64 {
    /// Its natural logarithm, as it is written.
    fn from(ways: Ways) -> f64 {
        ways.ln()
    }
}

/// What all components together leave for the cells off the edge.
pub struct OffEdgeResult {
    /// The weight of all layouts.
    pub ways: Ways,
    pub probability: f64,
    pub free: bool,
    pub full: bool,
}

impl<W: Weight> Join<W> {
    /// Joins components, of each of which the fewest mines and the weights are
    /// given.
    pub fn new(totals: Vec<(u32, Vec<W>)>, off_edge: OffEdge) -> Join<W> {
        let (mut least, mut before) = (vec![0], vec![vec![W::ONE]]);
        for (fewest, weights) in &totals {
            let last = &before[before.len() - 1];
            let mut next = vec![W::ZERO; last.len() + weights.len() - 1];
            for (at, &one) in last.iter().enumerate() {
                for (next, &other) in next[at..].iter_mut().zip(weights) {
                    *next = next.plus(one.times(other));
                }
            }
            least.push(least[least.len() - 1] + fewest);
            before.push(next);
        }
        let count = totals.len();
        let (off, scale) = off_edge.weights(u64::from(least[count]), before[count].len());
        let mut after = vec![off];
        for (number, (_, weights)) in totals.iter().enumerate().rev() {
            let last = &after[after.len() - 1];
            let sum = |at: usize| {
                let all = weights.iter().zip(&last[at..]);
                all.fold(W::ZERO, |sum, (&one, &other)| sum.plus(one.times(other)))
            };
            let next = (0..before[number].len()).map(sum).collect();
            after.push(next);
        }
        after.reverse();
        Join { totals, least, before, after, scale, off_edge }
    }

    /// What everything but one component weighs, for each number of its mines.
    pub fn rest(&self, component: usize, rest: &mut Vec<W>) {
        let (before, after) = (&self.before[component], &self.after[component + 1]);
        rest.clear();
        rest.extend((0..self.totals[component].1.len()).map(|mines| {
            let all = before.iter().zip(&after[mines..]);
            all.fold(W::ZERO, |sum, (&one, &other)| sum.plus(one.times(other)))
        }));
    }

    /// The cells off the edge; nothing where no layout fits.
    pub fn off_edge_result(&self) -> Option<OffEdgeResult> {
        let count = self.totals.len();
        let (mut sum, mut left) = (W::ZERO, W::ZERO);
        let (mut free, mut full) = (true, true);
        for (mines, (before, off)) in
            (u64::from(self.least[count])..).zip(self.before[count].iter().zip(&self.after[count]))
        {
            let weight = before.times(*off);
            if weight.is_zero() {
                continue;
            }
            sum = sum.plus(weight);
            if let Some(all) = self.off_edge.mines {
                (free, full) = (free && all == mines, full && all - mines == self.off_edge.cells);
                if all > mines {
                    left = left.plus(weight.times(W::new((all - mines) as f64)));
                }
            }
        }
        let known = self.off_edge.mines.is_some();
        let odds = self.off_edge.exact_odds;
        let share = |left: W| left.over(sum) / self.off_edge.cells as f64;
        (!sum.is_zero()).then(|| OffEdgeResult {
            ways: self.scale.times(sum),
            probability: if known { share(left) } else { odds / (1.0 + odds) },
            free: known && free,
            full: known && full,
        })
    }

    /// The number of mines of each component in a random layout, by weights.
    pub fn draw(&self, mut pick: impl FnMut(&[W]) -> usize) -> Vec<u32> {
        let mut at = 0;
        let draw = |(number, (least, totals)): (usize, &(u32, Vec<W>))| {
            let after = &self.after[number + 1][at..];
            let weights: Vec<W> = totals.iter().zip(after).map(|(one, rest)| one.times(*rest)).collect();
            let drawn = pick(&weights);
            at += drawn;
            least + drawn as u32
        };
        self.totals.iter().enumerate().map(draw).collect()
    }
}

/// The logarithm of the number of ways to choose.
fn log_choose(from: u64, chosen: u64) -> f64 {
    log_factorial(from) - log_factorial(chosen) - log_factorial(from - chosen)
}

/// Exact to rounding: a sum where that is short, Stirling's series where not.
fn log_factorial(number: u64) -> f64 {
    if number < 16 {
        return (2..=number).map(|factor| factor as f64).product::<f64>().ln();
    }
    let n = number as f64;
    let (inverse, square) = (1.0 / n, 1.0 / (n * n));
    let series = 1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0));
    n * n.ln() - n + 0.5 * (std::f64::consts::TAU * n).ln() + inverse * series
}

#[cfg(test)]
mod tests {
    #[test]
    fn logarithms_of_factorials_are_exact_to_rounding() {
        let mut sum = 0.0;
        for number in 1..2000_u64 {
            sum += (number as f64).ln();
            assert!((super::log_factorial(number) - sum).abs() < 2e-13 * sum.max(0.1), "{number}");
        }
    }
}
