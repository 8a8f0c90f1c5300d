//! The same flood, compiled twice: for every processor, and for those with
//! wider registers and a bit counter, which do it in half the time.
#![allow(unsafe_code)]

use crate::flood::Flood;
use crate::sink::Sink;

/// Runs a flood with the best instructions this machine has.
pub(crate) fn run<S: Sink>(flood: &mut Flood<S>, covers: bool) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the features that `avx2` is compiled for were just detected.
        unsafe { avx2(flood, covers) };
        return;
    }
    portable(flood, covers);
}

fn portable<S: Sink>(flood: &mut Flood<S>, covers: bool) {
    if covers { flood.sweep::<true>() } else { flood.sweep::<false>() }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<S: Sink>(flood: &mut Flood<S>, covers: bool) {
    if covers { flood.sweep::<true>() } else { flood.sweep::<false>() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use crate::flood::{Flood, Scratch, Tally};
    use crate::plane::plane;
    use crate::shape::{Cell, Shape, Zone};
    use crate::{Layout, random};

    /// Opens a cell on a board with some flags, and gives all that came of it.
    fn flood(
        layout: &Layout,
        flags: &Layout,
        first: Cell,
        run: impl Fn(&mut Flood<Vec<(u64, usize, u64)>>),
    ) -> (Vec<u64>, Vec<(u64, usize, u64)>, u64) {
        let shape = layout.shape();
        let mut open = plane(shape).unwrap();
        let (mut flag, mut mark) = (flags.plane().to_vec(), Vec::new());
        let mut scratch = Scratch::new(shape).unwrap();
        let mut sink = Vec::new();
        let mut flood = Flood {
            shape,
            mines: layout.plane(),
            counts: None,
            open: &mut open,
            flag: &mut flag,
            mark: &mut mark,
            covers_stop: true,
            drop_covers: true,
            stale: &BTreeMap::new(),
            scratch: &mut scratch,
            sink: &mut sink,
            tally: Tally::default(),
        };
        flood.open(shape.place(first));
        run(&mut flood);
        let opened = flood.tally.opened;
        (open.to_vec(), sink, opened)
    }

    proptest! {
        #[test]
        fn wide_and_portable_instructions_do_the_same(
            height in 1..40_u64, width in 1..900_u64, percent in 0..10_u64, flags in 0..3_u64, seed: u64
        ) {
            let shape = Shape::new(&[height, width]).unwrap();
            let first = Cell(seed % shape.cells());
            let draw = |percent: u64| {
                let zone = Zone::new([first]);
                random::draw(&shape, (shape.cells() - 1) * percent / 100, &zone, seed).unwrap()
            };
            let (layout, flagged) = (draw(percent), draw(flags));
            let covers = flagged.count() > 0;
            let wide = flood(&layout, &flagged, first, |flood| super::run(flood, covers));
            let portable = flood(&layout, &flagged, first, |flood| super::portable(flood, covers));
            prop_assert_eq!(wide, portable);
        }
    }
}
