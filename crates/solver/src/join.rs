//! Components put together: what the rest of the board can have for each number
//! of mines of one.

/// Weights of 0 mines and more, scaled.
#[derive(Clone, Debug)]
pub struct Weights {
    pub weights: Vec<f64>,
    /// Whether so many can be at all, which a weight that is rounded to 0 does
    /// not tell.
    pub possible: Vec<bool>,
    pub log_scale: f64,
}

impl Weights {
    pub fn one() -> Weights {
        Weights { weights: vec![1.0], possible: vec![true], log_scale: 0.0 }
    }

    pub fn of(totals: &[(u32, f64)]) -> Weights {
        let most = totals.iter().map(|&(mines, _)| mines as usize).max().unwrap_or(0);
        let mut all =
            Weights { weights: vec![0.0; most + 1], possible: vec![false; most + 1], log_scale: 0.0 };
        for &(mines, weight) in totals {
            all.weights[mines as usize] += weight;
            all.possible[mines as usize] = true;
        }
        all
    }

    /// Both together.
    pub fn and(&self, other: &Weights) -> Weights {
        let length = self.weights.len() + other.weights.len() - 1;
        let mut both = Weights {
            weights: vec![0.0; length],
            possible: vec![false; length],
            log_scale: self.log_scale + other.log_scale,
        };
        for (a, &weight) in self.weights.iter().enumerate().filter(|&(a, _)| self.possible[a]) {
            for (b, &more) in other.weights.iter().enumerate().filter(|&(b, _)| other.possible[b]) {
                both.weights[a + b] += weight * more;
                both.possible[a + b] = true;
            }
        }
        let most = both.weights.iter().fold(f64::MIN_POSITIVE, |most, weight| most.max(*weight));
        both.weights.iter_mut().for_each(|weight| *weight /= most);
        both.log_scale += most.ln();
        both
    }
}

/// The logarithm of the number of ways to choose.
pub fn log_choose(from: u64, chosen: u64) -> f64 {
    if chosen > from {
        return f64::NEG_INFINITY;
    }
    log_factorial(from) - log_factorial(chosen) - log_factorial(from - chosen)
}

/// Exact to rounding: a sum where that is short, Stirling's series where not.
fn log_factorial(number: u64) -> f64 {
    if number < 256 {
        return (2..=number).map(|factor| (factor as f64).ln()).sum();
    }
    let n = number as f64;
    n * n.ln() - n + 0.5 * (std::f64::consts::TAU * n).ln() + 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3))
        + 1.0 / (1260.0 * n.powi(5))
}
