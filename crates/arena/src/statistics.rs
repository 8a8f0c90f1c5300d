//! What a number of games says about a bot.

use omnisweep_simulate::wilson;

/// How many of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many were won.
    pub won: u64,
    /// How many were played.
    pub of: u64,
}

impl Rate {
    /// The share; 0 of none.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.won as f64 / self.of as f64 }
    }

    /// Wilson's interval of 95 % around it.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        wilson(self.won, self.of).into()
    }
}

/// Two bots on the same boards: who won where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Both won.
    pub both: u64,
    /// The first won where the second lost.
    pub first_only: u64,
    /// The second won where the first lost.
    pub second_only: u64,
    /// Both lost.
    pub neither: u64,
}

impl Paired {
    /// Counts a board.
    pub fn add(&mut self, first: bool, second: bool) {
        *match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.first_only,
            (false, true) => &mut self.second_only,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// How many boards there were.
    #[must_use]
    pub fn boards(self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// By how much the first one's win rate is above the second's.
    #[must_use]
    pub fn difference(self) -> f64 {
        (self.first_only as f64 - self.second_only as f64) / self.boards().max(1) as f64
    }

    /// Newcombe's interval of 95 % around the difference, made of Wilson's two.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        let of = self.boards();
        if of == 0 {
            return (-1.0, 1.0);
        }
        let first = Rate { won: self.both + self.first_only, of };
        let second = Rate { won: self.both + self.second_only, of };
        let reach = |rate: Rate| {
            let (low, high) = rate.interval();
            (rate.share() - low, high - rate.share())
        };
        let ((first_down, first_up), (second_down, second_up)) = (reach(first), reach(second));
        let correlation = self.correlation();
        let together = |one: f64, other: f64| {
            (one * one - 2.0 * correlation * one * other + other * other).max(0.0).sqrt()
        };
        let difference = self.difference();
        (difference - together(first_down, second_up), difference + together(first_up, second_down))
    }

    fn correlation(self) -> f64 {
        let Paired { both, first_only, second_only, neither } = self;
        let [a, b, c, d] = [both, first_only, second_only, neither].map(|count| count as f64);
        let product = (a + b) * (c + d) * (a + c) * (b + d);
        if product == 0.0 { 0.0 } else { (a * d - b * c) / product.sqrt() }
    }

    /// McNemar's exact test: how likely boards that only one won would fall at
    /// least so unevenly if neither were better.
    #[must_use]
    pub fn p_value(self) -> f64 {
        let (few, all) = (self.first_only.min(self.second_only), self.first_only + self.second_only);
        // The terms of a binomial distribution, each from the one before; as logarithms, for many boards.
        let mut term = -(all as f64) * std::f64::consts::LN_2;
        let mut sum = term.exp();
        for k in 0..few {
            term += ((all - k) as f64 / (k + 1) as f64).ln();
            sum += term.exp();
        }
        (2.0 * sum).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(is: f64, should: f64) {
        assert!((is - should).abs() < 5e-5, "{is} is not {should}");
    }

    #[test]
    fn intervals_are_wilsons() {
        // From Newcombe's paper of 1998 on single proportions, table I.
        for (won, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (is_low, is_high) = Rate { won, of }.interval();
            near(is_low, low);
            near(is_high, high);
        }
        assert_eq!(Rate { won: 0, of: 0 }.interval(), (0.0, 1.0));
        assert_eq!(Rate { won: 5, of: 5 }.interval().1, 1.0);
    }

    #[test]
    fn the_exact_test_is_the_binomial_one() {
        let p = |first_only, second_only| Paired { first_only, second_only, ..Paired::default() }.p_value();
        near(p(0, 0), 1.0);
        near(p(5, 5), 1.0);
        // 2 (1 + 10 + 45) / 2^10, and 2 / 2^6.
        near(p(2, 8), 112.0 / 1024.0);
        near(p(6, 0), 2.0 / 64.0);
        // 50 000 boards do not underflow to certainty: two standard deviations are about 4.6 %.
        let many = p(25_224, 24_776);
        assert!((0.044..0.047).contains(&many), "{many}");
    }

    #[test]
    fn the_interval_of_a_difference_lies_around_it() {
        // From Newcombe's paper of 1998 on paired data, method 10 without its correction.
        let paired = Paired { both: 36, first_only: 12, second_only: 2, neither: 0 };
        let (low, high) = paired.interval();
        near(paired.difference(), 0.2);
        assert!(low > 0.04 && low < 0.07 && high > 0.31 && high < 0.35, "{low} {high}");
        // The same rates, but boards that one wins are mostly won by the other: that says more.
        let width = |paired: Paired| paired.interval().1 - paired.interval().0;
        let alike = width(Paired { both: 40, first_only: 10, second_only: 10, neither: 40 });
        let apart = width(Paired { both: 25, first_only: 25, second_only: 25, neither: 25 });
        assert!((alike / apart - 0.4_f64.sqrt()).abs() < 0.01, "{alike} {apart}");
        let same = Paired { both: 10, neither: 10, ..Paired::default() };
        near(same.interval().0, -same.interval().1);
    }
}
