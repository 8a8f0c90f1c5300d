//! Boards and moves, at random.

use omnisweep_engine::{Action, Cell};
use proptest::prelude::*;

pub fn sizes() -> impl Strategy<Value = Vec<u64>> {
    let edge = || prop::sample::select(vec![1_u64, 2, 3, 5, 31, 62, 63, 64, 65, 66, 127, 128, 129, 130, 193]);
    prop_oneof![
        edge().prop_map(|a| vec![a]),
        (edge(), 1..6_u64).prop_map(|(a, b)| vec![b, a]),
        (edge(), 1..6_u64).prop_map(|(a, b)| vec![a, b]),
        (2..20_u64, 2..20_u64).prop_map(|(a, b)| vec![a, b]),
        (1..6_u64, 1..6_u64, 1..8_u64).prop_map(|(a, b, c)| vec![a, b, c]),
        (1..4_u64, edge(), 1..3_u64).prop_map(|(a, b, c)| vec![a, b, c]),
        prop::collection::vec(1..5_u64, 4),
        prop::collection::vec(1..4_u64, 5),
    ]
}

/// A letter and a number that stands for a cell; numbers repeat often, so that
/// flags come and go and floods meet them.
pub fn moves() -> impl Strategy<Value = Vec<(u8, u64, bool)>> {
    prop::collection::vec((0..10_u8, any::<u64>(), any::<bool>()), 1..40)
}

pub fn action(kind: u8, cell: Cell) -> Action {
    match kind {
        0..=3 => Action::Open(cell),
        4..=5 => Action::Flag(cell),
        6 => Action::Mark(cell),
        7 => Action::Unmark(cell),
        _ => Action::Chord(cell),
    }
}
