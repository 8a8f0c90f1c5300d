//! What follows from what: steps are tried the cheapest first, and every cell
//! keeps the cheapest step that decided it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use omnisweep_engine::Cell;

use super::frontier::Frontier;
use super::{Kind, Link, Proof, Step, Sum, Why, ease};

/// A step that can be made once its premises are known.
#[derive(Clone, Debug)]
pub struct Node {
    pub why: Why,
    /// What it costs with all that it stands on.
    pub cost: u32,
    /// Cells that have to be known.
    pub premises: Vec<u32>,
    /// What it says of cells.
    pub said: Vec<(u32, bool)>,
}

/// All that follows so far.
#[derive(Clone, Debug)]
pub struct Chain<'a> {
    pub frontier: &'a Frontier,
    /// What is known of each cell, and by which step.
    pub known: Vec<Option<bool>>,
    by: Vec<u32>,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// How often each cell is in a sum.
    times: Vec<i32>,
    /// What each clue lacks beside the mines that are known, and of how many cells
    /// around it nothing is known.
    open: Vec<Open>,
    /// For each clue those that share cells with it; nothing until pairs are looked at.
    partners: Vec<Vec<u32>>,
    /// Clues around which something new is known.
    news: Vec<u32>,
}

/// What is open about a clue.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub lacks: i32,
    pub cells: i32,
}

impl Open {
    /// How many of its cells are safe.
    fn safe(self) -> i32 {
        self.cells - self.lacks
    }
}

impl<'a> Chain<'a> {
    /// Nothing is known yet.
    pub fn new(frontier: &'a Frontier) -> Chain<'a> {
        let cells = frontier.cells.len();
        let (known, by, times) = (vec![None; cells], vec![0; cells], vec![0; cells]);
        let (nodes, queue) = (Vec::new(), BinaryHeap::new());
        let clues = frontier.clues.iter();
        let open = clues.map(|clue| Open { lacks: clue.number as i32, cells: clue.cells.len() as i32 });
        let (open, partners, news) = (open.collect(), Vec::new(), (0..frontier.clues.len() as u32).collect());
        let mut chain = Chain { frontier, known, by, nodes, queue, times, open, partners, news };
        chain.look_at_news();
        chain
    }

    /// Looks at pairs of numbers from now on.
    pub fn look_at_pairs(&mut self) {
        if self.partners.is_empty() {
            self.partners = self.frontier.partners();
            (0..self.frontier.clues.len() as u32).for_each(|clue| self.try_pairs(clue, clue + 1));
        }
    }

    /// Makes steps that cost no more than `most`, until one says something that is wanted
    /// and none that waits is as cheap; or until none waits. Says whether a wanted one was made.
    pub fn run(&mut self, most: u32, wanted: impl Fn(Cell, bool) -> bool) -> bool {
        let (mut limit, mut made) = (most, false);
        while let Some(&Reverse((cost, number))) = self.queue.peek() {
            if cost > limit {
                break;
            }
            self.queue.pop();
            self.news.clear();
            for at in 0..self.nodes[number as usize].said.len() {
                let (cell, mine) = self.nodes[number as usize].said[at];
                if self.known[cell as usize].is_some() {
                    continue;
                }
                (self.known[cell as usize], self.by[cell as usize]) = (Some(mine), number);
                if !made && wanted(self.frontier.cells[cell as usize], mine) {
                    (limit, made) = (cost, true);
                }
                for &clue in &self.frontier.around[cell as usize] {
                    let open = &mut self.open[clue as usize];
                    (open.lacks, open.cells) = (open.lacks - i32::from(mine), open.cells - 1);
                    self.news.push(clue);
                }
            }
            self.look_at_news();
        }
        made
    }

    /// Whether there are steps that were not made.
    pub fn waits(&self) -> bool {
        !self.queue.is_empty()
    }

    /// What is open about a clue.
    pub fn open(&self, clue: u32) -> Open {
        self.open[clue as usize]
    }

    /// Something new is known around some clues: what else follows?
    fn look_at_news(&mut self) {
        let mut news = std::mem::take(&mut self.news);
        news.sort_unstable();
        news.dedup();
        for &clue in &news {
            let open = self.open(clue);
            if open.cells > 0 && (open.lacks == 0 || open.safe() == 0) {
                self.try_sum(&[clue], &[]);
            }
            if !self.partners.is_empty() {
                self.try_pairs(clue, 0);
            }
        }
        self.news = news;
    }

    /// Notes the steps that a clue makes with others beside it, from one of them on.
    fn try_pairs(&mut self, clue: u32, from: u32) {
        let (frontier, one) = (self.frontier, self.open(clue));
        let cells = &frontier.clues[clue as usize].cells;
        cells
            .iter()
            .for_each(|&cell| self.times[cell as usize] = i32::from(self.known[cell as usize].is_none()));
        let mut says_something = Vec::new();
        for &other in self.partners[clue as usize].iter().filter(|&&other| other >= from) {
            let two = self.open(other);
            // So many cells they share if what one has beyond them is all mines, or that of the other.
            let (high, low) = (one.safe() + two.lacks, two.safe() + one.lacks);
            let possible = 0..=one.cells.min(two.cells);
            if !(possible.contains(&high) || possible.contains(&low)) {
                continue;
            }
            let shared: i32 =
                frontier.clues[other as usize].cells.iter().map(|&cell| self.times[cell as usize]).sum();
            if (shared == high || shared == low) && 2 * shared < one.cells + two.cells {
                says_something.push(other);
            }
        }
        cells.iter().for_each(|&cell| self.times[cell as usize] = 0);
        says_something.into_iter().for_each(|other| self.try_sum(&[clue], &[other]));
    }

    /// Notes the step that a sum of clues makes, if it makes one.
    pub fn try_sum(&mut self, plus: &[u32], minus: &[u32]) {
        let frontier = self.frontier;
        let mut value = 0;
        for (clues, sign) in [(plus, 1), (minus, -1)] {
            for &clue in clues {
                let clue = &frontier.clues[clue as usize];
                value += sign * clue.number as i32;
                clue.cells.iter().for_each(|&cell| self.times[cell as usize] += sign);
            }
        }
        let all = || plus.iter().chain(minus).flat_map(|&clue| &frontier.clues[clue as usize].cells);
        let (mut least, mut most, mut open) = (0, 0, false);
        // A cell of several clues is looked at once: its times are moved aside when it is seen.
        let mut cells: Vec<(u32, i32)> = Vec::with_capacity(16);
        for &cell in all() {
            let times = std::mem::take(&mut self.times[cell as usize]);
            if times == 0 {
                continue;
            }
            cells.push((cell, times));
            match self.known[cell as usize] {
                Some(true) => (least, most) = (least + times, most + times),
                Some(false) => {}
                None => (least, most, open) = (least + times.min(0), most + times.max(0), true),
            }
        }
        if !open || (value != least && value != most) {
            return;
        }
        let sum = || Sum {
            plus: plus.iter().map(|&clue| frontier.clues[clue as usize].cell).collect(),
            minus: minus.iter().map(|&clue| frontier.clues[clue as usize].cell).collect(),
            count: false,
        };
        self.conclude(sum, &cells, value == most);
    }

    /// Notes what a sum says that is as high as it can be, or as low: of which
    /// cells, each so many times.
    pub fn conclude(&mut self, sum: impl Fn() -> Sum, cells: &[(u32, i32)], high: bool) {
        let (mut premises, mut said) = (Vec::new(), Vec::new());
        for &(cell, times) in cells {
            // Whether it has to be a mine for the sum to be what it is.
            let mine = (times > 0) == high;
            match self.known[cell as usize] {
                None => said.push((cell, mine)),
                Some(known) if known != mine => premises.push(cell),
                Some(_) => {}
            }
        }
        let sum = sum();
        let own = ease::of_sum(&sum);
        self.note(Why::Sum(sum), own, premises, said);
    }

    /// Notes a step.
    pub fn note(&mut self, why: Why, own: u32, premises: Vec<u32>, said: Vec<(u32, bool)>) {
        let mut by: Vec<u32> = premises.iter().map(|&cell| self.by[cell as usize]).collect();
        by.sort_unstable();
        by.dedup();
        let before: u32 = by.iter().map(|&node| self.nodes[node as usize].cost).sum();
        // Mines that are counted are looked over, not worked out one by one.
        let before = if matches!(&why, Why::Sum(Sum { count: true, .. })) { before.min(10) } else { before };
        let cost = own.saturating_add(before);
        self.queue.push(Reverse((cost, self.nodes.len() as u32)));
        self.nodes.push(Node { why, cost, premises, said });
    }

    /// The proof of what is known of a cell.
    pub fn proof(&self, cell: u32) -> Option<Proof> {
        let mine = self.known[cell as usize]?;
        let order = self.order(self.by[cell as usize]);
        let mut needed: Vec<u32> =
            order.iter().flat_map(|&node| &self.nodes[node as usize].premises).copied().collect();
        needed.push(cell);
        needed.sort_unstable();
        // A cell is known by one step, whichever else says the same.
        let said = |node: u32, wanted: bool| -> Vec<Cell> {
            let all = self.nodes[node as usize].said.iter();
            let all = all.filter(|&&(cell, mine)| mine == wanted && needed.binary_search(&cell).is_ok());
            all.filter(|&&(cell, _)| self.by[cell as usize] == node)
                .map(|&(cell, _)| self.frontier.cells[cell as usize])
                .collect()
        };
        let step = |&node: &u32| Step {
            why: self.nodes[node as usize].why.clone(),
            safe: said(node, false),
            mines: said(node, true),
        };
        let counts = matches!(&self.nodes[*order.last()? as usize].why, Why::Sum(Sum { count: true, .. }));
        let plain = if counts { self.plain(&order) } else { Vec::new() };
        let mut steps: Vec<Step> = Vec::with_capacity(order.len());
        if plain.len() > 1 {
            let links = plain.iter().map(step).filter_map(|step| match step.why {
                Why::Sum(sum) => Some(Link { sum, safe: step.safe, mines: step.mines }),
                _ => None,
            });
            let chain: Vec<Link> = links.collect();
            let safe = chain.iter().flat_map(|link| link.safe.clone()).collect();
            let mines = chain.iter().flat_map(|link| link.mines.clone()).collect();
            steps.push(Step { why: Why::Plain(chain), safe, mines });
            steps.extend(order.iter().filter(|node| !plain.contains(node)).map(step));
        } else {
            steps.extend(order.iter().map(step));
        }
        Some(Proof { cell: self.frontier.cells[cell as usize], mine, steps })
    }

    /// The steps that one stands on, and itself, each after its own.
    fn order(&self, last: u32) -> Vec<u32> {
        let (mut order, mut seen, mut waiting) =
            (Vec::new(), std::collections::HashSet::new(), vec![(last, false)]);
        while let Some((node, done)) = waiting.pop() {
            if done {
                order.push(node);
            } else if seen.insert(node) {
                waiting.push((node, true));
                let premises = self.nodes[node as usize].premises.iter();
                waiting.extend(premises.map(|&cell| (self.by[cell as usize], false)));
            }
        }
        order
    }

    /// Those of some steps that are single numbers, and stand on no others.
    fn plain(&self, order: &[u32]) -> Vec<u32> {
        let mut plain = Vec::new();
        for &node in order {
            let Node { why, premises, .. } = &self.nodes[node as usize];
            let number = matches!(why, Why::Sum(sum) if sum.kind() == Kind::Number);
            if number && premises.iter().all(|&cell| plain.contains(&self.by[cell as usize])) {
                plain.push(node);
            }
        }
        plain
    }

    /// Looks at three numbers at once: one, and two that share cells with it. Gives
    /// up after so many.
    pub fn look_at_three(&mut self, most: usize) {
        let frontier = self.frontier;
        let mut tried = 0;
        for clue in 0..frontier.clues.len() as u32 {
            let one = self.open(clue);
            if one.cells == 0 {
                continue;
            }
            let partners = self.partners[clue as usize].iter().copied();
            let partners: Vec<(u32, Open)> = partners.map(|other| (other, self.open(other))).collect();
            for (at, &(second, two)) in partners.iter().enumerate() {
                for &(third, three) in &partners[at + 1..] {
                    // Only one that has the mines of both, or the safe cells, can say anything beside them.
                    if one.lacks >= two.lacks + three.lacks || one.safe() >= two.safe() + three.safe() {
                        self.try_sum(&[clue], &[second, third]);
                    }
                    tried += 1;
                }
            }
            if tried > most {
                return;
            }
        }
    }
}
