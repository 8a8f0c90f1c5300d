//! The graph of numbers and closed cells.
//!
//! Closed cells that touch the same numbers are alike: no number can tell them
//! apart. They are one *group*, and what matters is how many of them are mines.

use std::collections::HashMap;

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
        // For each closed cell, the constraints that it is in.
        let mut touching: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
        for (cell, seen) in cells.iter().enumerate() {
            let &Seen::Number(mines) = seen else { continue };
            let mut closed = 0;
            for near in position.shape().neighbours(Cell(cell as u64)) {
                if cells[near.0 as usize] == Seen::Closed {
                    touching[near.0 as usize].push(constraints.len() as u32);
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
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut off_edge = Vec::new();
        for (cell, constraints) in touching.into_iter().enumerate() {
            if cells[cell] != Seen::Closed {
                continue;
            }
            if constraints.is_empty() {
                off_edge.push(cell as u32);
                continue;
            }
            match known.get(&constraints) {
                Some(&group) => groups[group].cells.push(cell as u32),
                None => {
                    known.insert(constraints.clone(), groups.len());
                    groups.push(Group { cells: vec![cell as u32], constraints });
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
