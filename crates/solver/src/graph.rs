//! The graph of numbers and closed cells.
//!
//! What single numbers prove is taken out first: a number that has all its
//! mines, or has only mines left. Of the rest, closed cells that touch the same
//! numbers are alike: no number can tell them apart. They are one *group*, and
//! what matters is how many of them are mines.

use omnisweep_engine::Cell;

use crate::analysis::AnalysisError;
use crate::position::{Position, Seen};

/// An open number with undecided cells around it.
#[derive(Debug)]
pub struct Constraint {
    /// The number's cell.
    pub cell: usize,
    /// How many of the groups' cells are mines.
    pub mines: u32,
    /// The groups it touches.
    pub groups: Vec<u32>,
}

/// Undecided cells that touch the same numbers.
#[derive(Debug)]
pub struct Group {
    pub cells: Vec<u32>,
    pub constraints: Vec<u32>,
}

/// All that a position says.
#[derive(Debug)]
pub struct Graph {
    pub constraints: Vec<Constraint>,
    pub groups: Vec<Group>,
    /// Closed cells that touch no number.
    pub off_edge: Vec<u32>,
    /// Closed cells that single numbers prove safe, and mined.
    pub safe: Vec<u32>,
    pub mines: Vec<u32>,
}

/// Lists in one piece of memory.
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Lists for `count` owners, of pairs of owner and item.
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut start = vec![0_u32; count + 1];
        pairs.clone().for_each(|(owner, _)| start[owner as usize + 1] += 1);
        (0..count).for_each(|owner| start[owner + 1] += start[owner]);
        let mut items = vec![0_u32; start[count] as usize];
        let mut next = start.clone();
        for (owner, item) in pairs {
            items[next[owner as usize] as usize] = item;
            next[owner as usize] += 1;
        }
        Lists { start, items }
    }

    fn of(&self, owner: usize) -> &[u32] {
        &self.items[self.start[owner] as usize..self.start[owner + 1] as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Open,
    Undecided,
    Safe,
    Mine,
}

impl Graph {
    /// What the numbers say of which `uses` is true; of the other open cells it
    /// is only known that they are open.
    pub fn new(position: &Position, uses: impl Fn(usize) -> bool) -> Result<Graph, AnalysisError> {
        let cells = position.cells();
        // Numbers with closed cells around, and which.
        let mut numbers: Vec<(usize, u32)> = Vec::new();
        let mut touching: Vec<(u32, u32)> = Vec::new();
        for (cell, seen) in cells.iter().enumerate() {
            let &Seen::Number(mines) = seen else { continue };
            if !uses(cell) {
                continue;
            }
            let before = touching.len();
            position.shape().for_each_neighbour(Cell(cell as u64), |near| {
                if cells[near.0 as usize] == Seen::Closed {
                    touching.push((numbers.len() as u32, near.0 as u32));
                }
            });
            if touching.len() > before {
                numbers.push((cell, mines));
            } else if mines > 0 {
                return Err(AnalysisError::Contradiction(Cell(cell as u64)));
            }
        }
        let cells_of = Lists::new(numbers.len(), touching.iter().copied());
        let numbers_of = Lists::new(cells.len(), touching.iter().map(|&(number, cell)| (cell, number)));
        let mut known: Vec<Known> = cells
            .iter()
            .map(|&seen| if seen == Seen::Closed { Known::Undecided } else { Known::Open })
            .collect();
        let lacking = decide(&numbers, &cells_of, &numbers_of, &mut known)?;

        // Numbers with undecided cells are constraints.
        let mut constraints: Vec<Constraint> = Vec::new();
        let mut constraint_of = vec![u32::MAX; numbers.len()];
        for (number, &(cell, _)) in numbers.iter().enumerate() {
            let (mines, undecided) = lacking[number];
            if undecided > 0 {
                constraint_of[number] = constraints.len() as u32;
                constraints.push(Constraint { cell, mines, groups: Vec::new() });
            }
        }
        let mut graph = Graph {
            constraints,
            groups: Vec::new(),
            off_edge: Vec::new(),
            safe: Vec::new(),
            mines: Vec::new(),
        };
        // Groups by their first constraint: alike cells have it in common.
        let mut by_first: Vec<Vec<u32>> = vec![Vec::new(); graph.constraints.len()];
        for (cell, &known) in known.iter().enumerate() {
            let list = numbers_of.of(cell);
            match known {
                Known::Open => {}
                Known::Safe => graph.safe.push(cell as u32),
                Known::Mine => graph.mines.push(cell as u32),
                Known::Undecided => match list.first() {
                    None => graph.off_edge.push(cell as u32),
                    Some(&first) => {
                        // Every number of an undecided cell is a constraint.
                        let alike = &mut by_first[constraint_of[first as usize] as usize];
                        let same = |group: &&u32| {
                            let other = &graph.groups[**group as usize].constraints;
                            other
                                .iter()
                                .copied()
                                .eq(list.iter().map(|&number| constraint_of[number as usize]))
                        };
                        match alike.iter().find(same) {
                            Some(&group) => graph.groups[group as usize].cells.push(cell as u32),
                            None => {
                                alike.push(graph.groups.len() as u32);
                                let constraints =
                                    list.iter().map(|&number| constraint_of[number as usize]).collect();
                                graph.groups.push(Group { cells: vec![cell as u32], constraints });
                            }
                        }
                    }
                },
            }
        }
        for (number, group) in graph.groups.iter().enumerate() {
            for &constraint in &group.constraints {
                graph.constraints[constraint as usize].groups.push(number as u32);
            }
        }
        Ok(graph)
    }

    /// The groups of each component: parts of the graph with nothing in common.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.groups.len()];
        let mut components = Vec::new();
        for first in 0..self.groups.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut component = vec![first as u32];
            let mut next = 0;
            while let Some(&group) = component.get(next) {
                next += 1;
                for &constraint in &self.groups[group as usize].constraints {
                    for &near in &self.constraints[constraint as usize].groups {
                        if !std::mem::replace(&mut seen[near as usize], true) {
                            component.push(near);
                        }
                    }
                }
            }
            components.push(component);
        }
        components
    }
}

/// Decides what single numbers prove, one after the other as long as there are
/// any; returns for each number how many mines and cells it has left.
fn decide(
    numbers: &[(usize, u32)],
    cells_of: &Lists,
    numbers_of: &Lists,
    known: &mut [Known],
) -> Result<Vec<(u32, u32)>, AnalysisError> {
    let mut left: Vec<(u32, u32)> = numbers
        .iter()
        .enumerate()
        .map(|(number, &(_, mines))| (mines, cells_of.of(number).len() as u32))
        .collect();
    let mut waiting: Vec<u32> = (0..numbers.len() as u32).collect();
    while let Some(number) = waiting.pop() {
        let number = number as usize;
        let (mines, undecided) = left[number];
        if mines > undecided {
            return Err(AnalysisError::Contradiction(Cell(numbers[number].0 as u64)));
        }
        if undecided == 0 || (mines != 0 && mines != undecided) {
            continue;
        }
        let verdict = if mines == 0 { Known::Safe } else { Known::Mine };
        for &cell in cells_of.of(number) {
            if known[cell as usize] != Known::Undecided {
                continue;
            }
            known[cell as usize] = verdict;
            for &near in numbers_of.of(cell as usize) {
                let (mines, undecided) = &mut left[near as usize];
                *undecided -= 1;
                if verdict == Known::Mine {
                    let lacks = mines.checked_sub(1);
                    *mines =
                        lacks.ok_or(AnalysisError::Contradiction(Cell(numbers[near as usize].0 as u64)))?;
                }
                waiting.push(near);
            }
        }
    }
    Ok(left)
}
