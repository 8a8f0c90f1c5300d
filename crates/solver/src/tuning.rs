//! The constants of the search: what is looked at, how far, and what positions are worth.
//!
//! Each says by which runs it was tried. `tune` is
//! `cargo run --release -p omnisweep-simulate --example tune -- --games 3000 NAME VALUE...`: expert games from an
//! opening are played with each value, and what it says are points a game beside the value that stands here, with 95 %
//! intervals. What is said of tosses and digits was found by the `tune` of today; all else by one before that looked at the
//! guesses of the player as it was, played on by `fast`, and drew the same layouts for positions that are alike. (Today's was
//! asked again about `guesses`, `value0` and `value1`, and says the same.) Runs without a name are of the 15,000 guesses of which
//! docs/strength.md tells.
//!
//! `endgames` is `cargo run --release -p omnisweep-simulate --example endgames -- --games 2000 --seed 5 FROM TO NAME=VALUE...`: what
//! guesses with so many layouts give away, in points a guess, known from all play there is.

use omnisweep_engine::Shape;

use crate::solver::MANY;

/// The constants of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How many guesses after the first are looked at; of the one that follows it is the risk alone that counts.
    ///
    /// `tune guesses 0 2`: -0.14 ± 0.05, -0.02 ± 0.03.
    pub guesses: u32,
    /// How many safe cells in a row are opened.
    ///
    /// 3 instead of 0 earned 0.12 ± 0.02 a guess in the runs before; `tune steps 1 5`: -0.04 ± 0.03, 0.00 ± 0.02.
    pub steps: u32,
    /// How many cells are looked at now.
    ///
    /// `tune wide 5 20`: -0.11 ± 0.04, 0.00 ± 0.01.
    pub wide: usize,
    /// How many cells are looked at one guess later.
    ///
    /// `tune wide_later 1 4`: 0.02 ± 0.02, -0.01 ± 0.02.
    pub wide_later: usize,
    /// How many of these may be cells off the edge, which are much alike: those that most likely open more.
    ///
    /// `tune off_edge 1 4`: 0.00 ± 0.01, -0.01 ± 0.01.
    pub off_edge: usize,
    /// Positions in which the next cell is a guess are not looked at any further if they are less likely than this.
    ///
    /// `tune unlikely 0.005 0.05`: 0.00 ± 0.01, -0.01 ± 0.01.
    pub unlikely: f64,
    /// The same for those in which the next cell is safe.
    ///
    /// `tune unlikely_safe 0.02 0.1`: 0.00 ± 0.02, -0.02 ± 0.03.
    pub unlikely_safe: f64,
    /// A longer look seldom makes up for more than this.
    ///
    /// `tune slack 0.005 0.03`: -0.03 ± 0.02, 0.01 ± 0.01.
    pub slack: f64,
    /// What a position is worth by the number of its safe cells: most where there are many. One in which none is
    /// safe is worth its share of how safe its safest cell is.
    ///
    /// That more safe cells are worth more earned 0.13 ± 0.02 a guess in the runs before. `tune value0 0.92 0.98`:
    /// 0.00 ± 0.03, -0.07 ± 0.03; `tune value1 0.9 0.92 0.94 0.96`: 0.00 ± 0.02, 0.01 ± 0.02, -0.01 ± 0.02,
    /// -0.03 ± 0.03; `tune value2 0.93`: -0.04 ± 0.03; `tune value3 0.96`: -0.01 ± 0.02; `tune value4 0.97`:
    /// 0.00 ± 0.01.
    pub value: [f64; MANY + 1],
    /// The share that counts of a coin toss that may have to be taken later, if it is taken now.
    ///
    /// Beside 0.8, with 0.8 in drawn endgames: 1 earns +0.020 ± 0.014 (6,000 games; safe +0.014 ± 0.015, 4,000), 1.25
    /// -0.018 ± 0.021. Beside 0.6, before, in both: 0 -0.10 ± 0.03 (8,000).
    pub tosses: f64,
    /// Tosses that are less likely to stay than this are left out.
    ///
    /// `tune unlikely_toss`, beside 0.07: 0.05 +0.015 ± 0.010, 0.03 +0.007 ± 0.016 (9,000 games); 0.1 beside 0.05 -0.015 ± 0.016
    /// (6,000).
    pub unlikely_toss: f64,
    /// Of no more layouts, 65535 at most, all are looked at one by one.
    ///
    /// `endgames 4000 16000 listed=4000` gave away 0.29 ± 0.14 instead of 0.06 ± 0.04, `endgames 16000 65535 --games 5000` 0.64 ± 0.17
    /// instead of 0.29 ± 0.12, both with weights for tosses instead of layouts that are alike.
    pub listed: usize,
    /// Of more, so many that are drawn.
    ///
    /// Where 10^4.8 to 10^10 are left (`tune`, with all other guesses left out), beside weights for tosses and 4000: 4000
    /// 0.008 ± 0.007 (18,000 games), 12,000 0.015 ± 0.011 (5,000), 32,000 0.024 ± 0.015 (4,500), all by 600 layouts a guess.
    /// `tune layouts 1000`, before: -0.06 ± 0.04.
    pub layouts: usize,
    /// Where there are four times as many, all cells are tried on about so many of them first, and those that win less often
    /// by more than such a share of them are left out; then the others on more.
    ///
    /// `endgames 16000 65535 --games 4000 --seed 79` gives away 0.25 ± 0.14. With margins of 0.1 and 0.05 0.19 ± 0.13, but then a game
    /// takes a fifth longer; with 5000 and 0.03 in the second 0.24 ± 0.14, with 3000 and 0.03 0.29 ± 0.16.
    pub heats: [(usize, f64); 2],
    /// Positions with layouts of more digits are looked at without listing or drawing any.
    ///
    /// `tune digits`: 4 -0.05 ± 0.03, 6 -0.02 ± 0.02 (4,000 games, beside 8), 10 +0.01 ± 0.01 (10,000), 14 0.00 ± 0.01 (6,000).
    pub digits: f64,
    /// Of more layouts than this, 65535 at most, not everything is looked at.
    ///
    /// On small boards more than the largest first guess of 4×5 with 6 mines has, with which all of them are played as
    /// well as can be (docs/optimal.md). On others `endgames 500 4000`: 0.07 ± 0.04; with 500 0.12 ± 0.06, with 1500 0.04 ± 0.03, but
    /// each of these guesses takes nearly twice as long.
    pub exhaustive: usize,
    /// Sets of no more layouts than this are looked at in full even then.
    ///
    /// `endgames 4000 16000 --games 2500 --seed 79` gives away 0.12, 0.11, 0.11, 0.11 ± 0.07 with 0, 8, 15, 30; 30 takes 7 % more of
    /// a game. Of 30, 60 and 100 none was better before.
    pub always_exhaustive: usize,
    /// How many layouts are looked at before it is given up, each as often as it comes.
    ///
    /// What half a second is enough for on small boards, and on others for 65,535 layouts. `tune work 100000`, beside 1,000,000:
    /// -0.11 ± 0.05.
    pub work: usize,
}

/// Boards of no more cells are small: a game has few guesses, and each may take its time.
pub const SMALL: u64 = 20;

impl Tuning {
    /// For the boards that people play on.
    pub const DEFAULT: Tuning = Tuning {
        guesses: 1,
        steps: 3,
        wide: 10,
        wide_later: 2,
        off_edge: 2,
        unlikely: 0.02,
        unlikely_safe: 0.05,
        slack: 0.015,
        value: [0.95, 0.93, 0.96, 0.98, 0.99, 1.0],
        tosses: 1.0,
        unlikely_toss: 0.05,
        listed: 65_535,
        layouts: 12_000,
        heats: [(1000, 0.05), (3000, 0.04)],
        digits: 10.0,
        exhaustive: 1000,
        always_exhaustive: 10,
        work: 10_000_000,
    };

    /// For those who play on from many positions: 54.1 % of expert games are won from an opening, five times as many a second.
    pub const QUICK: Tuning = Tuning {
        guesses: 0,
        steps: 0,
        listed: 300,
        layouts: 300,
        exhaustive: 300,
        work: 100_000,
        ..Tuning::DEFAULT
    };

    /// For small boards: all play there is, wherever it can be looked at in half a second.
    const SMALL: Tuning = Tuning { exhaustive: 20_000, work: 20_000_000, ..Tuning::DEFAULT };

    /// For boards of a shape.
    #[must_use]
    pub fn of(shape: &Shape) -> Tuning {
        if shape.cells() <= SMALL { Tuning::SMALL } else { Tuning::DEFAULT }
    }

    /// Sets a constant by its name, those of a list by name and place (`value0`); whether there is one.
    pub fn set(&mut self, name: &str, value: f64) -> bool {
        let whole = value as usize;
        match name {
            "guesses" => self.guesses = whole as u32,
            "steps" => self.steps = whole as u32,
            "wide" => self.wide = whole,
            "wide_later" => self.wide_later = whole,
            "off_edge" => self.off_edge = whole,
            "unlikely" => self.unlikely = value,
            "unlikely_safe" => self.unlikely_safe = value,
            "slack" => self.slack = value,
            "tosses" => self.tosses = value,
            "unlikely_toss" => self.unlikely_toss = value,
            "listed" => self.listed = whole.min(65_535),
            "layouts" => self.layouts = whole.min(65_535),
            "heat0" => self.heats[0].0 = whole.max(1),
            "heat1" => self.heats[1].0 = whole.max(1),
            "margin0" => self.heats[0].1 = value,
            "margin1" => self.heats[1].1 = value,
            "digits" => self.digits = value,
            "exhaustive" => self.exhaustive = whole,
            "always_exhaustive" => self.always_exhaustive = whole,
            "work" => self.work = whole,
            _ => {
                let place = name.strip_prefix("value").and_then(|place| place.parse::<usize>().ok());
                let Some(worth) = place.and_then(|place| self.value.get_mut(place)) else { return false };
                *worth = value;
            }
        }
        true
    }
}
