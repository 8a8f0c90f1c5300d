//! The numbers of a whole board in 2 to 8 dimensions, beside the plain way: a
//! visit to each of a cell's 3^n - 1 neighbours on a board of bytes with a border,
//! so that no visit needs a check.

use std::hint::black_box;
use std::time::Instant;

use omnisweep_engine::{Cell, Counts, Layout, Shape, Zone, random};

const ROUNDS: usize = 5;

struct Plain {
    mine: Vec<u8>,
    near: Vec<usize>,
    inside: Vec<usize>,
}

impl Plain {
    fn new(layout: &Layout) -> Plain {
        let shape = layout.shape();
        let rimmed: Vec<u64> = shape.sizes().iter().map(|size| size + 2).collect();
        let rimmed = Shape::new(&rimmed).expect("a board");
        let moved = |cell: Cell| {
            let at: Vec<u64> = shape.coordinates(cell).iter().map(|at| at + 1).collect();
            rimmed.cell(&at).expect("on the board").0 as usize
        };
        let mut mine = vec![0; rimmed.cells() as usize];
        layout.mines().for_each(|cell| mine[moved(cell)] = 1);
        let first = moved(Cell(0));
        // The distances back from the first cell to the corner of the border, and all others.
        let near = rimmed.neighbours(Cell(first as u64)).map(|cell| cell.0 as usize).collect();
        let inside = (0..shape.cells()).map(|cell| moved(Cell(cell)) - first).collect();
        Plain { mine, near, inside }
    }

    fn counts(&self) -> Vec<u16> {
        let count = |&cell: &usize| self.near.iter().map(|near| u16::from(self.mine[cell + near])).sum();
        self.inside.iter().map(count).collect()
    }
}

fn main() {
    for sizes in [vec![1000; 2], vec![100; 3], vec![32; 4], vec![16; 5], vec![10; 6], vec![7; 7], vec![6; 8]]
    {
        let shape = Shape::new(&sizes).expect("a board");
        let layout = random::draw(&shape, shape.cells() / 8, &Zone::default(), 1).expect("memory");
        let plain = Plain::new(&layout);
        let mut ratios: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                let slow_counts = black_box(plain.counts());
                let slow = start.elapsed();
                let start = Instant::now();
                let counts = black_box(Counts::of(&layout).expect("memory"));
                let fast = start.elapsed();
                for (cell, &count) in slow_counts.iter().enumerate().step_by(97) {
                    assert_eq!(u32::from(count), counts.get(Cell(cell as u64)), "both count alike");
                }
                slow.as_secs_f64() / fast.as_secs_f64()
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "counts/{:<27} {:>7.1} x plain",
            format!("{} dimensions, {shape}", sizes.len()),
            ratios[ROUNDS / 2]
        );
    }
}
