use super::*;
use proptest::prelude::*;
use std::time::Duration;

/// A map as the algorithm has it, and the mines left after it.
fn plain(rand: &mut Rand, left: u64, end: u64, mut mines: u64, start: u64) -> (Vec<u64>, u64) {
    let count = left - end;
    // The start is a field only if it lies among these.
    let fields = count + u64::from(start <= count);
    let mut words = vec![0; fields.div_ceil(64) as usize];
    let mut left = left;
    for field in (0..fields).filter(|&field| field != start) {
        let high = u64::from(rand.next());
        let random = high << 32 | u64::from(rand.next());
        if random % left < mines {
            words[(field / 64) as usize] |= 1 << (field % 64);
            mines -= 1;
        }
        left -= 1;
    }
    (words, mines)
}

/// The ways to draw.
fn ways() -> impl Iterator<Item = (Kernel, bool)> {
    Kernel::all().flat_map(|kernel| [(kernel, false), (kernel, true)])
}

/// Draws from `left` to `end` fields left in every way, and compares all that
/// comes out with the plain algorithm's.
fn check(seed: u32, left: u64, end: u64, mines: u64, start: u64) {
    let mut plain_rand = Rand::new(seed);
    let (plain_words, plain_mines) = plain(&mut plain_rand, left, end, mines, start);
    for (kernel, helped) in ways() {
        let mut rand = Rand::new(seed);
        let mut words = vec![];
        let output = Output::new(start, |index, bits| {
            assert_eq!(index, words.len() as u64);
            words.push(bits);
        });
        let mut drawing = Drawing { kernel, helped: false, rand: &mut rand, left, mines, output };
        // By hand, as a helper joins only where it pays.
        let count = left.saturating_sub(end.max(<u32 as Residue>::LEAST)) / BLOCK as u64;
        if helped && count > 0 {
            if left <= <u32 as Residue>::MOST {
                drawing.run_by_two::<u32>(count, Duration::MAX);
            } else if left <= <u64 as Residue>::MOST {
                drawing.run_by_two::<u64>(count, Duration::MAX);
            }
        }
        drawing.run(end);
        let mines_left = drawing.mines;
        drawing.output.finish();
        let place = format!("{kernel:?} {helped} {seed} {left} {end} {mines} {start}");
        assert!(words == plain_words, "{place}");
        assert_eq!(mines_left, plain_mines, "{place}");
        assert_eq!(rand.history(), plain_rand.history(), "{place}");
    }
}

#[test]
fn small_maps_with_every_start() {
    for fields in [1, 2, 3, 63, 64, 65, 130] {
        for mines in [0, 1, fields / 2, fields - 1] {
            for start in 0..fields {
                if mines < fields {
                    check(fields as u32, fields - 1, 0, mines, start);
                }
            }
        }
    }
}

#[test]
fn maps_with_blocks() {
    let size = BLOCK as u64;
    let least = <u32 as Residue>::LEAST;
    // One field less and more than a block needs, and two blocks and a bit.
    for left in [least + size - 1, least + size, least + size + 1, least + 2 * size + 777] {
        for mines in [0, 1, left / 5, left / 2, left - 1, left] {
            check(11, left, 0, mines, size / 2 + 13);
        }
        for start in [0, 1, 64, size - 1, size, size + 1, left - 1, left] {
            check(12, left, 0, left / 5, start);
        }
    }
}

#[test]
fn all_divisors_at_which_the_way_changes() {
    let size = BLOCK as u64;
    let edges = [15, 18, 24, 29, 30, 31, 32, 36, 53, 62].map(|bits| 1u64 << bits);
    for (i, edge) in edges.into_iter().enumerate() {
        // From above the edge to below it.
        let left = edge + size + 5;
        let end = edge.saturating_sub(size + 300);
        check(i as u32, left, end, left / 5, 1000);
        check(i as u32, left, end, left / 10 * 9, u64::MAX);
    }
    // Above all of the ways in blocks.
    check(1, u64::MAX, u64::MAX - 1000, u64::MAX / 5, 7);
}

#[test]
fn many_blocks_by_two_threads() {
    let left = <u64 as Residue>::MOST / 3;
    check(5, left, left - 9 * BLOCK as u64, left / 5, 12_345);
    let left = 10_000_000;
    check(6, left, left - 9 * BLOCK as u64 - 99, left / 5, u64::MAX);
    check(7, left, left - 9 * BLOCK as u64, left, u64::MAX);
}

#[test]
fn one_stream_for_several_maps() {
    for (kernel, helped) in ways() {
        let mut rand = Rand::new(77);
        let mut plain_rand = Rand::new(77);
        for fields in [70_000, 480, 50_000, 1, 70_001] {
            let (mines, start) = (fields / 5, fields / 3);
            let mut words = vec![];
            draw_by(kernel, helped, &mut rand, fields, mines, start, |_, bits| words.push(bits));
            let (expected, _) = plain(&mut plain_rand, fields - 1, 0, mines, start);
            assert!(words == expected, "{kernel:?} {fields}");
            assert_eq!(rand.history(), plain_rand.history(), "{kernel:?} {fields}");
        }
    }
}

#[test]
fn a_late_helper_is_left_alone() {
    // Wherever that ends, the rest is drawn as well.
    let left = 1_000_000;
    let end = left - 20 * BLOCK as u64;
    let mut plain_rand = Rand::new(1);
    let (expected, _) = plain(&mut plain_rand, left, end, 200_000, u64::MAX);
    let mut rand = Rand::new(1);
    let mut words = vec![];
    let output = Output::new(u64::MAX, |_, bits| words.push(bits));
    let (kernel, helped, mines) = (Kernel::best(), false, 200_000);
    let mut drawing = Drawing { kernel, helped, rand: &mut rand, left, mines, output };
    drawing.run_by_two::<u32>(20, Duration::ZERO);
    drawing.run(end);
    drawing.output.finish();
    assert!(words == expected);
    assert_eq!(rand.history(), plain_rand.history());
}

#[test]
#[should_panic(expected = "enough")]
fn a_panic_ends_both_threads() {
    let left = 1 << 24;
    let output = Output::new(0, |index, _| assert!(index < 300, "enough"));
    let mut rand = Rand::new(1);
    let (kernel, mines) = (Kernel::best(), 0);
    Drawing { kernel, helped: true, rand: &mut rand, left, mines, output }
        .run_by_two::<u32>(1000, Duration::MAX);
}

#[test]
fn the_public_way_is_the_same() {
    let (mut rand, mut plain_rand) = (Rand::new(8), Rand::new(8));
    let mut words = vec![];
    draw(&mut rand, 66_000, 13_000, 65_999, |_, bits| words.push(bits));
    assert!(words == plain(&mut plain_rand, 65_999, 0, 13_000, 65_999).0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_part_of_any_map(
        seed: u32,
        bits in 15u32..63,
        part: u64,
        count in 0u64..3 * BLOCK as u64,
        share in 0u64..=16,
        start in 0u64..3 * BLOCK as u64,
    ) {
        let end = (1 << bits) + part % (1 << bits);
        let left = end + count;
        check(seed, left, end, left / 16 * share, start);
    }

    #[test]
    fn any_small_map(seed: u32, fields in 1u64..2000, mines: u64, start: u64) {
        check(seed, fields - 1, 0, mines % fields, start % fields);
    }
}
