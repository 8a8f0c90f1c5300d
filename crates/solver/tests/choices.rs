//! What the best player opens where it has to guess, on some expert boards: a change of how it looks ahead is seen
//! here, and then by `omnisweep simulate` whether it is for the better.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;

use omnisweep_engine::{Cell, FirstCell, Layout, Shape, random};
use omnisweep_solver::{Player, Skill, first_cell};
use omnisweep_testing::boards::mines_around;
use omnisweep_testing::golden;

/// The guesses of a game, until one of them is wrong.
fn guesses(layout: &Layout, first: Cell) -> String {
    let mut player = Player::new(layout.shape(), layout.count(), Skill::Best);
    let (mut told, mut next) = (String::new(), first);
    loop {
        player.opened(next, mines_around(layout, next)).unwrap();
        let Some(choice) = player.choose().unwrap() else { return told + "  won\n" };
        next = choice.cell;
        if choice.risk > 0.0 {
            let at = layout.shape().coordinates(next);
            writeln!(told, "  row {}, column {}: {:.4}", at[0], at[1], choice.risk).unwrap();
        }
        if layout.contains(next) {
            return told + "  lost\n";
        }
    }
}

#[test]
fn guesses_are_what_they_were() {
    let shape = Shape::new(&[16, 30]).unwrap();
    let first = first_cell(&shape, 99, FirstCell::Opening);
    let mut told = String::new();
    for seed in 0..24 {
        let zone = FirstCell::Opening.keeps_free(&shape, first);
        let layout = random::draw(&shape, 99, &zone, seed).unwrap();
        writeln!(told, "seed {seed}").unwrap();
        told += &guesses(&layout, first);
    }
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/choices.txt"), &told);
}
