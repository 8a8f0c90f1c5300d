//! How hard positions may be.

/// How hard a component may be: how many states there are at once, and how much work
/// all orders are together. Work and not time, so that it ends at the same place on
/// every machine: a constraint that is looked at is one, and a state some more.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub states: usize,
    pub work: usize,
    /// How much the search for what is certain may be, and all runs of an estimate, about.
    pub search: usize,
    pub runs: usize,
    /// How many of these runs there are at most.
    pub most_runs: usize,
}

impl Effort {
    /// The less of two.
    pub fn at_most(self, other: Effort) -> Effort {
        let (states, work) = (self.states.min(other.states), self.work.min(other.work));
        let (runs, most_runs) = (self.runs.min(other.runs), self.most_runs.min(other.most_runs));
        Effort { states, work, search: self.search.min(other.search), runs, most_runs }
    }

    /// The same, with so many times as much for an estimate.
    pub fn patient(self, times: usize) -> Effort {
        let (runs, most_runs) = (self.runs.saturating_mul(times), self.most_runs.saturating_mul(times));
        Effort { runs, most_runs, ..self }
    }

    /// What takes a second at most.
    pub const USUAL: Effort =
        Effort { states: 1 << 17, work: 1 << 27, search: 1 << 24, runs: 5 << 25, most_runs: 96 };
    /// What takes a tenth of a second at most. To choose a cell, risks need not be known better: with eight times as
    /// much, players won the same number of 2,000 games on 4×4×4×4, of 1,000 and 200 on 6×6×6, 100 on 8×8×8, 300 on 3^5.
    pub const PLAY: Effort =
        Effort { states: 1 << 14, work: 1 << 23, search: 1 << 21, runs: 1 << 23, most_runs: 96 };
    /// What takes a few milliseconds.
    pub const SMALL: Effort =
        Effort { states: 1 << 12, work: 1 << 21, search: 1 << 21, runs: 1 << 22, most_runs: 96 };
}
