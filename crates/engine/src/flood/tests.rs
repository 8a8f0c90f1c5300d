use super::*;
use proptest::prelude::*;

/// One step at a time.
fn fill(seeds: u64, room: u64, step: impl Fn(u64) -> u64) -> u64 {
    let mut filled = seeds;
    loop {
        let next = filled | step(filled) & room;
        if next == filled {
            return filled;
        }
        filled = next;
    }
}

proptest! {
    #[test]
    fn filling_a_word_at_once_is_filling_it_step_by_step(
        seeds: u64, more: u64, a: u64, b: u64, thin in 0..3
    ) {
        let seeds = if thin > 0 { seeds & more & a.rotate_left(9) } else { seeds };
        let room = if thin > 1 { a | b } else { a } & !seeds;
        prop_assert_eq!(fill_up(seeds, room), fill(seeds, room, |f| f << 1));
        prop_assert_eq!(fill_down(seeds, room), fill(seeds, room, |f| f >> 1));
    }
}
