//! Layouts drawn from all that fit a position.

use omnisweep_engine::{Cell, Layout};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::analysis::{AnalysisError, Mines, Solved};
use crate::position::Position;

/// Draws layouts that fit a position, each as likely as any other (or by the
/// density, where the number of mines is not known).
pub struct Sampler {
    position: Position,
    solved: Solved,
}

impl Sampler {
    /// Prepares to draw; a position that no layout fits is an error.
    pub fn new(position: &Position, mines: Mines) -> Result<Sampler, AnalysisError> {
        let solved = Solved::new(position, mines, |_| true)?;
        solved.off_edge.join(&solved.before[solved.totals.len()]).ok_or(AnalysisError::MineCount)?;
        Ok(Sampler { position: position.clone(), solved })
    }

    /// The layout of a seed: the same on every machine and in every version.
    ///
    /// # Panics
    /// Where there is no memory for a layout of the position's size.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Layout {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        let Solved { graph, components, totals, after, off_edge, .. } = &self.solved;
        let mut layout =
            Layout::new(self.position.shape().clone()).expect("memory for a board that is in memory");
        let mut lay = |cell: u32| _ = layout.insert(Cell(u64::from(cell)));
        graph.mines.iter().for_each(|&cell| lay(cell));

        let mut on_edge = 0;
        for (number, component) in components.iter().enumerate() {
            // How many mines it has, given those before it and what can follow.
            let follow = &after[number + 1];
            let weight = |mines: usize| {
                let rest = |(other, weight): (usize, &f64)| {
                    let off = off_edge.weights.get(on_edge + mines + other).copied().flatten();
                    weight * off.unwrap_or(0.0)
                };
                totals[number].weights[mines] * follow.weights.iter().enumerate().map(rest).sum::<f64>()
            };
            let weights: Vec<f64> = (0..totals[number].weights.len()).map(weight).collect();
            let mines = pick(&mut numbers, &weights);
            on_edge += mines;
            let mut groups = Vec::new();
            component.draw(mines as u32, &mut |weights| pick(&mut numbers, weights), |group, mines| {
                groups.push((group, mines));
            });
            for (group, mines) in groups {
                choose(&mut numbers, &graph.groups[group].cells, mines as usize, &mut lay);
            }
        }
        match off_edge.mines {
            Some(mines) => choose(&mut numbers, &graph.off_edge, mines as usize - on_edge, &mut lay),
            None => {
                for &cell in &graph.off_edge {
                    if pick(&mut numbers, &[1.0, off_edge.odds]) == 1 {
                        lay(cell);
                    }
                }
            }
        }
        layout
    }
}

/// One of several, by their weights.
fn pick(numbers: &mut ChaCha8Rng, weights: &[f64]) -> usize {
    let all: f64 = weights.iter().sum();
    // 53 bits: all that a number between 0 and 1 has.
    let mut at = (numbers.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * all;
    let mut last = 0;
    for (index, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = index;
        if at < weight {
            break;
        }
        at -= weight;
    }
    last
}

/// So many of these cells, each choice as likely as any other.
fn choose(numbers: &mut ChaCha8Rng, cells: &[u32], count: usize, lay: &mut impl FnMut(u32)) {
    let mut cells = cells.to_vec();
    for at in 0..count.min(cells.len()) {
        let left = (cells.len() - at) as u128;
        let other = at + ((u128::from(numbers.next_u64()) * left) >> 64) as usize;
        cells.swap(at, other);
        lay(cells[at]);
    }
}
