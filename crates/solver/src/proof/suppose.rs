//! Suppositions: what would follow if a cell were a mine, or were none.

use std::collections::VecDeque;

use omnisweep_engine::Cell;

use super::chain::Chain;
use super::ease::{LONGEST_CHAIN, of_supposition};
use super::{Link, Sum, Why};

/// No more than so many links are looked at from one supposition.
const MOST_LINKS: usize = 60;

/// No more cells than this are looked at in all: in many dimensions a number has thousands.
const MOST_LOOKS: usize = 5_000_000;

/// Supposes of each cell both that it is a mine and that it is none, and notes
/// what leads to a contradiction soon. Gives up after so many cells.
pub fn suppose(chain: &mut Chain<'_>, most: usize) {
    let frontier = chain.frontier;
    let unknown = |&cell: &u32| chain.known[cell as usize].is_none();
    let cells: Vec<u32> = (0..frontier.cells.len() as u32).filter(unknown).take(most).collect();
    let mut thought = Thought::new(frontier.cells.len());
    for cell in cells {
        if frontier.around[cell as usize].is_empty() {
            continue;
        }
        if thought.looks > MOST_LOOKS {
            return;
        }
        for mine in [true, false] {
            thought.begin(cell, mine);
            let Some(clash) = thought.follow(chain) else { continue };
            let Some((chain_of_links, clash, premises)) = thought.trace(chain, clash) else { continue };
            let own = of_supposition(chain_of_links.len());
            let why =
                Why::Supposition { cell: frontier.cells[cell as usize], mine, chain: chain_of_links, clash };
            chain.note(why, own, premises, vec![(cell, !mine)]);
        }
    }
}

/// What is supposed, and what would follow.
struct Thought {
    /// For each cell whether it would be a mine, and by which link; the first of
    /// them is the supposition itself.
    known: Vec<Option<(bool, u32)>>,
    touched: Vec<u32>,
    /// The clue of each link, and whether its cells would be mines.
    links: Vec<(u32, bool)>,
    waiting: VecDeque<u32>,
    /// How many cells were looked at.
    looks: usize,
}

/// The clue that could not be right: it would have too many mines, or too few.
type Clash = (u32, bool);

impl Thought {
    fn new(cells: usize) -> Thought {
        let (touched, links, waiting) = (Vec::new(), Vec::new(), VecDeque::new());
        Thought { known: vec![None; cells], touched, links, waiting, looks: 0 }
    }

    fn begin(&mut self, cell: u32, mine: bool) {
        for &cell in &self.touched {
            self.known[cell as usize] = None;
        }
        self.touched.clear();
        self.links.clear();
        self.waiting.clear();
        self.links.push((u32::MAX, mine));
        self.set(cell, mine);
        self.waiting.push_back(cell);
    }

    fn set(&mut self, cell: u32, mine: bool) {
        self.known[cell as usize] = Some((mine, self.links.len() as u32 - 1));
        self.touched.push(cell);
    }

    /// Follows single numbers, the first ones first, until one of them could not be
    /// right.
    fn follow(&mut self, chain: &Chain<'_>) -> Option<Clash> {
        let frontier = chain.frontier;
        while let Some(cell) = self.waiting.pop_front() {
            for &clue in &frontier.around[cell as usize] {
                let (mines, open) = self.state(chain, clue);
                self.looks += frontier.clues[clue as usize].cells.len();
                let number = frontier.clues[clue as usize].number;
                if mines > number || mines + open < number {
                    return Some((clue, mines > number));
                }
                if open == 0 || (mines != number && mines + open != number) || self.links.len() > MOST_LINKS {
                    continue;
                }
                self.links.push((clue, mines != number));
                for &cell in &frontier.clues[clue as usize].cells {
                    if self.known[cell as usize].is_none() && chain.known[cell as usize].is_none() {
                        self.set(cell, mines != number);
                        self.waiting.push_back(cell);
                    }
                }
            }
        }
        None
    }

    /// How many mines a clue has, and how many cells that may be some.
    fn state(&self, chain: &Chain<'_>, clue: u32) -> (u32, u32) {
        let (mut mines, mut open) = (0, 0);
        for &cell in &chain.frontier.clues[clue as usize].cells {
            match chain.known[cell as usize].or(self.known[cell as usize].map(|(mine, _)| mine)) {
                Some(true) => mines += 1,
                Some(false) => {}
                None => open += 1,
            }
        }
        (mines, open)
    }

    /// The links that a clash needs, in order, and the cells that have to be known
    /// before; nothing where they are too many.
    fn trace(&self, chain: &Chain<'_>, clash: Clash) -> Option<(Vec<Link>, Sum, Vec<u32>)> {
        let frontier = chain.frontier;
        let mut wanted = vec![false; self.links.len()];
        let mut premises = Vec::new();
        let mut need = |clue: u32, mines: bool, before: u32, wanted: &mut Vec<bool>| {
            for &cell in &frontier.clues[clue as usize].cells {
                match (chain.known[cell as usize], self.known[cell as usize]) {
                    (Some(mine), _) if mine == mines => premises.push(cell),
                    (None, Some((mine, link))) if mine == mines && link < before => {
                        wanted[link as usize] = true
                    }
                    _ => {}
                }
            }
        };
        need(clash.0, clash.1, u32::MAX, &mut wanted);
        for link in (1..self.links.len()).rev() {
            if wanted[link] {
                // Cells would be mines because the others are safe, and the other way round.
                let (clue, mine) = self.links[link];
                need(clue, !mine, link as u32, &mut wanted);
            }
        }
        if wanted.iter().skip(1).filter(|&&wanted| wanted).count() > LONGEST_CHAIN {
            return None;
        }
        premises.sort_unstable();
        premises.dedup();
        let number = |clue: u32| frontier.clues[clue as usize].cell;
        let link = |at: usize| {
            let (clue, mine) = self.links[at];
            let cells = frontier.clues[clue as usize].cells.iter();
            let own =
                cells.filter(|&&cell| self.known[cell as usize].is_some_and(|(_, by)| by as usize == at));
            let own: Vec<Cell> = own.map(|&cell| frontier.cells[cell as usize]).collect();
            let (safe, mines) = if mine { (Vec::new(), own) } else { (own, Vec::new()) };
            Link { sum: Sum::of(number(clue)), safe, mines }
        };
        let links = (1..self.links.len()).filter(|&at| wanted[at]).map(link).collect();
        Some((links, Sum::of(number(clash.0)), premises))
    }
}
