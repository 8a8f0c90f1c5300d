//! The graph of numbers and closed cells.
//!
//! Closed cells that touch the same numbers are alike: no number can tell them
//! apart. They are one *group*, and what matters is how many of them are mines.

use omnisweep_engine::Cell;

use crate::analysis::AnalysisError;
use crate::position::{Position, Seen};

/// An open number with closed cells around it.
#[derive(Debug)]
pub struct Constraint {
    /// The number's cell.
    pub cell: usize,
    /// How many of the groups' cells are mines.
    pub mines: u32,
    /// The groups it touches.
    pub groups: Vec<u32>,
}

/// Closed cells that touch the same numbers.
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
}

impl Graph {
    pub fn new(position: &Position) -> Result<Graph, AnalysisError> {
        let cells = position.cells();
        let mut constraints: Vec<Constraint> = Vec::new();
        // Closed cells, and the constraints that they are in.
        let mut touching: Vec<(u32, u32)> = Vec::new();
        for (cell, seen) in cells.iter().enumerate() {
            let &Seen::Number(mines) = seen else { continue };
            let mut closed = 0;
            for near in position.shape().neighbours(Cell(cell as u64)) {
                if cells[near.0 as usize] == Seen::Closed {
                    touching.push((near.0 as u32, constraints.len() as u32));
                    closed += 1;
                }
            }
            if mines > closed {
                return Err(AnalysisError::Contradiction(Cell(cell as u64)));
            }
            if closed > 0 {
                constraints.push(Constraint { cell, mines, groups: Vec::new() });
            }
        }
        // The constraints of each closed cell, one after the other.
        let mut start = vec![0_u32; cells.len() + 1];
        touching.iter().for_each(|&(cell, _)| start[cell as usize + 1] += 1);
        (0..cells.len()).for_each(|cell| start[cell + 1] += start[cell]);
        let mut lists = vec![0_u32; touching.len()];
        let mut next = start.clone();
        for (cell, constraint) in touching {
            lists[next[cell as usize] as usize] = constraint;
            next[cell as usize] += 1;
        }

        let mut groups: Vec<Group> = Vec::new();
        // Groups by their first constraint: alike cells have it in common.
        let mut by_first: Vec<Vec<u32>> = vec![Vec::new(); constraints.len()];
        let mut off_edge = Vec::new();
        for cell in 0..cells.len() {
            if cells[cell] != Seen::Closed {
                continue;
            }
            let list = &lists[start[cell] as usize..start[cell + 1] as usize];
            let Some(&first) = list.first() else {
                off_edge.push(cell as u32);
                continue;
            };
            let alike = &mut by_first[first as usize];
            match alike.iter().find(|&&group| groups[group as usize].constraints == list) {
                Some(&group) => groups[group as usize].cells.push(cell as u32),
                None => {
                    alike.push(groups.len() as u32);
                    groups.push(Group { cells: vec![cell as u32], constraints: list.to_vec() });
                }
            }
        }
        for (number, group) in groups.iter().enumerate() {
            for &constraint in &group.constraints {
                constraints[constraint as usize].groups.push(number as u32);
            }
        }
        Ok(Graph { constraints, groups, off_edge })
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
