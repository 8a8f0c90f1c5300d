//! A component: numbers and undecided cells that depend on each other, and on
//! nothing else.
//!
//! Undecided cells that touch the same numbers are alike: no number can tell
//! them apart. They are one *group*, and what matters is how many of them are
//! mines.

use std::ops::Range;

use crate::knowledge::{Knowledge, Known};

/// An open number with undecided cells around it.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The number's cell.
    pub cell: u32,
    /// How many of the undecided cells around it are mines, and how many there are.
    pub lacks: u32,
    pub cells: u32,
}

/// Undecided cells that touch the same numbers.
#[derive(Clone, Debug)]
pub struct Group {
    /// Which of the component's cells they are.
    pub cells: Range<u32>,
    /// Which of the component's links say what constraints they are in.
    pub links: Range<u32>,
}

impl Group {
    /// How many cells it has.
    pub fn size(&self) -> u32 {
        self.cells.end - self.cells.start
    }
}

/// A component.
#[derive(Clone, Debug, Default)]
pub struct Component {
    pub constraints: Vec<Constraint>,
    pub groups: Vec<Group>,
    cells: Vec<u32>,
    links: Vec<u32>,
}

impl Component {
    /// The cells of a group.
    pub fn cells(&self, group: usize) -> &[u32] {
        let Range { start, end } = self.groups[group].cells;
        &self.cells[start as usize..end as usize]
    }

    /// The constraints of a group.
    pub fn links(&self, group: usize) -> &[u32] {
        let Range { start, end } = self.groups[group].links;
        &self.links[start as usize..end as usize]
    }

    /// How many undecided cells there are.
    pub fn size(&self) -> usize {
        self.cells.len()
    }
}

/// Finds components.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// For each cell of the board, whether it was found since `begin`, and its
    /// index among the cells, or the constraints, of its component.
    found: Vec<bool>,
    place: Vec<u32>,
    /// The constraints and undecided cells of the last component, nearest first.
    constraints: Vec<u32>,
    cells: Vec<u32>,
    /// For each of these cells the class of those that are alike.
    class: Vec<u32>,
    classes: Vec<Class>,
}

/// Cells that no constraint so far tells apart.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The constraint by which it is being split, and the class of those inside.
    by: u32,
    to: u32,
    /// How many cells it has, and where the next one goes.
    count: u32,
    next: u32,
}

impl Class {
    const NEW: Class = Class { by: u32::MAX, to: 0, count: 0, next: 0 };
}

impl Finder {
    /// For a board with so many cells.
    pub fn new(cells: usize) -> Finder {
        let mut finder = Finder::default();
        finder.begin(cells);
        finder
    }

    /// Forgets what was found.
    pub fn begin(&mut self, cells: usize) {
        self.found.clear();
        self.found.resize(cells, false);
        self.place.resize(cells, 0);
    }

    /// Whether a number or undecided cell is in a component that was found.
    pub fn found(&self, cell: u32) -> bool {
        self.found[cell as usize]
    }

    /// Finds the component of a number with undecided cells around it, and
    /// returns its numbers.
    pub fn find(&mut self, knowledge: &Knowledge, number: u32) -> &[u32] {
        let (map, known) = (knowledge.adjacency(), knowledge.known());
        self.constraints.clear();
        self.cells.clear();
        self.constraints.push(number);
        (self.found[number as usize], self.place[number as usize]) = (true, 0);
        let mut next = 0;
        while let Some(&number) = self.constraints.get(next) {
            next += 1;
            for &cell in map.near(number) {
                if known[cell as usize] != Known::Undecided || self.found[cell as usize] {
                    continue;
                }
                (self.found[cell as usize], self.place[cell as usize]) = (true, self.cells.len() as u32);
                self.cells.push(cell);
                for &other in map.near(cell) {
                    if known[other as usize] == Known::Open && !self.found[other as usize] {
                        self.found[other as usize] = true;
                        self.place[other as usize] = self.constraints.len() as u32;
                        self.constraints.push(other);
                    }
                }
            }
        }
        &self.constraints
    }

    /// The undecided cells of the component that was found last.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The component that was found last.
    pub fn component(&mut self, knowledge: &Knowledge) -> Component {
        let (map, known, numbers) = (knowledge.adjacency(), knowledge.known(), knowledge.numbers());
        // All cells are one class; each constraint splits those it is in.
        self.class.clear();
        self.class.resize(self.cells.len(), 0);
        self.classes.clear();
        self.classes.push(Class::NEW);
        for (by, &number) in (0..).zip(&self.constraints) {
            for &cell in map.near(number) {
                if known[cell as usize] != Known::Undecided {
                    continue;
                }
                let class = &mut self.class[self.place[cell as usize] as usize];
                let new = self.classes.len() as u32;
                let old = &mut self.classes[*class as usize];
                if old.by != by {
                    (old.by, old.to) = (by, new);
                    *class = new;
                    self.classes.push(Class::NEW);
                } else {
                    *class = old.to;
                }
            }
        }
        let constraint = |&cell: &u32| {
            let number = numbers[cell as usize];
            Constraint { cell, lacks: number.lacks, cells: number.undecided }
        };
        let mut component = Component {
            constraints: self.constraints.iter().map(constraint).collect(),
            groups: Vec::with_capacity(self.cells.len()),
            cells: vec![0; self.cells.len()],
            links: Vec::with_capacity(self.cells.len() * 4),
        };
        self.class.iter().for_each(|&class| self.classes[class as usize].count += 1);
        let mut start = 0;
        for (&cell, &class) in self.cells.iter().zip(&self.class) {
            let class = &mut self.classes[class as usize];
            if class.count > 0 {
                // The first of its group.
                let links = component.links.len() as u32;
                let open = map.near(cell).iter().filter(|&&near| known[near as usize] == Known::Open);
                component.links.extend(open.map(|&near| self.place[near as usize]));
                component.groups.push(Group {
                    cells: start..start + class.count,
                    links: links..component.links.len() as u32,
                });
                class.next = start;
                start += std::mem::take(&mut class.count);
            }
            component.cells[class.next as usize] = cell;
            class.next += 1;
        }
        component
    }
}
