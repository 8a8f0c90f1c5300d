//! What a run of an estimate teaches the next: how far its guesses at the ways on were wrong.

/// At most so many states of a layer are looked at.
const ENOUGH: usize = 600;

/// How sure it is without having seen anything that no constraint was misjudged.
const DOUBT: f64 = 5.0;

/// What was guessed of the states of a run, layer by layer.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    pub layers: Vec<Layer>,
}

/// The states that were kept after a step.
#[derive(Clone, Debug)]
pub struct Layer {
    pub step: usize,
    /// The number of the first of them.
    first: u32,
    /// For each state how much more each constraint lacked than on average; and the guess, later by how much that
    /// was too low, where there are any ways on.
    off: Vec<f64>,
    guesses: Vec<f64>,
}

impl Layer {
    pub fn new(step: usize, first: u32) -> Layer {
        Layer { step, first, off: Vec::new(), guesses: Vec::new() }
    }

    pub fn note(&mut self, off: &[f32], guess: f64) {
        self.off.extend(off.iter().map(|&off| f64::from(off)));
        self.guesses.push(guess);
    }

    /// Compares the guesses with what came of the states.
    pub fn compare(&mut self, ways_on: impl Fn(u32) -> Option<f64>) {
        for (state, guess) in (self.first..).zip(&mut self.guesses) {
            *guess = ways_on(state).map_or(f64::NAN, |ways| ways - *guess);
        }
    }

    /// For each of so many constraints by how much the guess should rise with what it lacks, by least squares.
    pub fn slopes(&self, count: usize) -> Option<Vec<f64>> {
        let rows =
            || self.off.chunks_exact(count.max(1)).zip(&self.guesses).filter(|(_, wrong)| wrong.is_finite());
        let all = rows().count();
        if all < 2 * count.max(1) {
            return None;
        }
        let rows = || rows().step_by(all.div_ceil(ENOUGH));
        let number = rows().count() as f64;
        let mut means = vec![0.0; count + 1];
        for (off, &wrong) in rows() {
            means
                .iter_mut()
                .zip(off.iter().chain([&wrong]))
                .for_each(|(mean, value)| *mean += value / number);
        }
        // The sums of squares and products, a row for each constraint, with those of what the guess was wrong by as the last.
        let width = count + 1;
        let mut squares = vec![0.0; count * width];
        let mut centred = vec![0.0; width];
        for (off, wrong) in rows() {
            for (at, value) in off.iter().chain([wrong]).enumerate() {
                centred[at] = value - means[at];
            }
            for (row, &value) in squares.chunks_exact_mut(width).zip(&centred) {
                row.iter_mut().zip(&centred).for_each(|(sum, other)| *sum += value * other);
            }
        }
        (0..count).for_each(|at| squares[at * width + at] += DOUBT);
        Some(solved(squares, width))
    }
}

/// Solves linear equations by elimination: the matrix, which is positive definite, has the right side as its last column.
fn solved(mut rows: Vec<f64>, width: usize) -> Vec<f64> {
    let count = width - 1;
    for at in 0..count {
        let (before, after) = rows.split_at_mut((at + 1) * width);
        let pivot = &before[at * width..];
        for row in after.chunks_exact_mut(width) {
            let factor = row[at] / pivot[at];
            row[at..].iter_mut().zip(&pivot[at..]).for_each(|(each, pivot)| *each -= factor * pivot);
        }
    }
    let mut found = vec![0.0; count];
    for at in (0..count).rev() {
        let row = &rows[at * width..(at + 1) * width];
        let known: f64 =
            row[at + 1..count].iter().zip(&found[at + 1..]).map(|(factor, known)| factor * known).sum();
        found[at] = (row[count] - known) / row[at];
    }
    found
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::random::splitmix64;

    use super::*;

    /// States with three constraints, of which the ways on depend in a way that is known.
    #[test]
    fn slopes_are_found_and_dead_ends_left_out() {
        let mut layer = Layer::new(0, 100);
        let off = |state: u32, at: u64| (splitmix64(u64::from(state) * 3 + at) % 7) as f32 - 3.0;
        let guess = |state: u32| f64::from(state % 11);
        (100..900).for_each(|state| layer.note(&[0, 1, 2].map(|at| off(state, at)), guess(state)));
        let ways_on = |state: u32| {
            let [one, two, _] = [0, 1, 2].map(|at| f64::from(off(state, at)));
            (!state.is_multiple_of(4)).then(|| guess(state) + 8.0 + 2.0 * one - 0.5 * two)
        };
        layer.compare(ways_on);
        let slopes = layer.slopes(3).expect("enough states");
        for (slope, right) in slopes.iter().zip([2.0, -0.5, 0.0]) {
            assert!((slope - right).abs() < 0.02, "{slopes:?}");
        }
    }

    #[test]
    fn nothing_is_learned_from_few_states() {
        let mut layer = Layer::new(0, 0);
        (0..10).for_each(|state| layer.note(&[state as f32; 9], 0.0));
        layer.compare(|state| Some(f64::from(state)));
        assert_eq!(layer.slopes(9), None);
        assert_eq!(Layer::new(0, 0).slopes(0), None);
    }
}
