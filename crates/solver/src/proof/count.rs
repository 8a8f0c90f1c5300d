//! What the number of all mines says.

use super::Sum;
use super::chain::Chain;

/// Numbers that have no cell in common are chosen in at most so many ways.
const MOST_WAYS: usize = 20_000;

/// Notes what the number of all mines says, by itself or with numbers that have
/// no cell in common: how many mines are left for the cells around none of them.
pub fn look_at_count(chain: &mut Chain<'_>, total: u64) {
    if !chain.frontier.whole {
        return;
    }
    let known_mines = chain.known.iter().filter(|&&known| known == Some(true)).count();
    let unknown = chain.known.iter().filter(|known| known.is_none()).count();
    let Some(left) = (total as usize).checked_sub(known_mines).filter(|&left| left <= unknown && unknown > 0)
    else {
        return;
    };
    let mut clues: Vec<(u32, usize, Vec<u32>)> = Vec::new();
    for (number, clue) in (0..).zip(&chain.frontier.clues) {
        let open: Vec<u32> =
            clue.cells.iter().copied().filter(|&cell| chain.known[cell as usize].is_none()).collect();
        let lacks = usize::try_from(chain.open(number).lacks).unwrap_or(0);
        // Of several with the same cells one is enough; one that cannot be right says nothing.
        let right = !open.is_empty() && lacks <= open.len();
        if right && clues.iter().all(|(_, _, cells)| *cells != open) {
            clues.push((number, lacks, open));
        }
    }
    // The most mines in the fewest cells first.
    clues.sort_by_key(|(_, lacks, cells)| (cells.len() - lacks, std::cmp::Reverse(*lacks)));
    let mut choice = Choice {
        clues: &clues,
        behind: behind(&clues),
        taken: vec![false; chain.known.len()],
        chosen: Vec::new(),
        found: Vec::new(),
        ways: 0,
    };
    choice.look(0, left, unknown);
    for chosen in choice.found {
        conclude(chain, &chosen, total);
    }
}

/// How many mines and safe cells clues have at most, from each of them on.
fn behind(clues: &[(u32, usize, Vec<u32>)]) -> Vec<(usize, usize)> {
    let mut behind = vec![(0, 0); clues.len() + 1];
    for (at, (_, lacks, cells)) in clues.iter().enumerate().rev() {
        let (mines, safe) = behind[at + 1];
        behind[at] = (mines + lacks, safe + cells.len() - lacks);
    }
    behind
}

/// Numbers without a cell in common, chosen one after the other.
struct Choice<'a> {
    /// Clues, what they lack, and their unknown cells.
    clues: &'a [(u32, usize, Vec<u32>)],
    /// From each of them on, how many mines and safe cells there are at most.
    behind: Vec<(usize, usize)>,
    taken: Vec<bool>,
    chosen: Vec<u32>,
    /// The choices that leave one way.
    found: Vec<Vec<u32>>,
    ways: usize,
}

impl Choice<'_> {
    /// `left` mines are left for `cells` cells that are around none of those chosen.
    fn look(&mut self, from: usize, left: usize, cells: usize) {
        self.ways += 1;
        if self.ways > MOST_WAYS {
            return;
        }
        if cells > 0 && (left == 0 || left == cells) {
            // Fewer numbers are easier to follow; those that are found first are as good.
            let best = self.found.first().map_or(usize::MAX, Vec::len);
            if self.chosen.len() < best {
                self.found = vec![self.chosen.clone()];
            } else if self.chosen.len() == best {
                self.found.push(self.chosen.clone());
            }
            return;
        }
        if self.found.first().is_some_and(|best| self.chosen.len() >= best.len()) {
            return;
        }
        for next in from..self.clues.len() {
            let (mines, safe) = self.behind[next];
            if left > mines && cells - left > safe {
                return;
            }
            let (clue, lacks, around) = &self.clues[next];
            if *lacks > left
                || around.len() - lacks > cells - left
                || around.iter().any(|&cell| self.taken[cell as usize])
            {
                continue;
            }
            around.iter().for_each(|&cell| self.taken[cell as usize] = true);
            self.chosen.push(*clue);
            self.look(next + 1, left - lacks, cells - around.len());
            self.chosen.pop();
            around.iter().for_each(|&cell| self.taken[cell as usize] = false);
        }
    }
}

fn conclude(chain: &mut Chain<'_>, chosen: &[u32], total: u64) {
    let frontier = chain.frontier;
    let mut times = vec![1; frontier.cells.len()];
    let mut value = total as i64;
    for &clue in chosen {
        let clue = &frontier.clues[clue as usize];
        value -= i64::from(clue.number);
        clue.cells.iter().for_each(|&cell| times[cell as usize] -= 1);
    }
    let (mut least, mut most) = (0, 0);
    for (&times, known) in times.iter().zip(&chain.known) {
        match known {
            Some(true) => (least, most) = (least + i64::from(times), most + i64::from(times)),
            Some(false) => {}
            None => (least, most) = (least + i64::from(times.min(0)), most + i64::from(times.max(0))),
        }
    }
    if value != least && value != most {
        return;
    }
    let cells: Vec<(u32, i32)> = (0..).zip(times).filter(|&(_, times)| times != 0).collect();
    let minus = || chosen.iter().map(|&clue| frontier.clues[clue as usize].cell).collect();
    chain.conclude(|| Sum { plus: Vec::new(), minus: minus(), count: true }, &cells, value == most);
}
