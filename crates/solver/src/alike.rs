//! Layouts that are alike: they differ in coin tosses that stay in them, so nothing ever tells them apart.
//!
//! Where some of many layouts are looked at, those that are alike are all among them, or none of them is. Otherwise few
//! tosses would be seen: of two layouts that differ in one, hardly ever both would be there, and the one without the other
//! would be held for won.

use crate::tosses::Sides;

/// Layouts with more that are alike are held for alike to none.
const MOST: usize = 64;

/// What layouts of the same cells, which are the bits of a word, may differ in and be alike.
#[derive(Debug, Default)]
pub struct Alike(Vec<Exchange>);

/// A toss.
#[derive(Debug)]
struct Exchange {
    one: u64,
    other: u64,
    walls: u64,
}

impl Exchange {
    /// The same layout with the mines on the other side, if nothing tells which side they are on.
    fn of(&self, mined: u64) -> Option<u64> {
        let both = self.one | self.other;
        let stays = mined & self.walls == self.walls;
        let on_a_side = mined & both == self.one || mined & both == self.other;
        (stays && on_a_side).then_some(mined ^ both)
    }
}

impl Alike {
    /// Layouts that differ in these tosses are alike, where each cell has its bit.
    pub fn by(tosses: &[Sides], bits: &[u64]) -> Alike {
        let mask = |cells: &[u32]| cells.iter().fold(0, |mask, &cell| mask | bits[cell as usize]);
        let exchange = |Sides { one, other, walls }: &Sides| Exchange {
            one: mask(one),
            other: mask(other),
            walls: mask(walls),
        };
        Alike(tosses.iter().map(exchange).collect())
    }

    /// The layouts that are alike to one, which is the first of them.
    pub fn to(&self, mined: u64, found: &mut Vec<u64>) {
        found.clear();
        found.push(mined);
        let mut next = 0;
        while let Some(&mined) = found.get(next) {
            next += 1;
            for other in self.0.iter().filter_map(|exchange| exchange.of(mined)) {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
            if found.len() > MOST {
                return found.truncate(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tosses of neighbours in a row of cells, with walls wherever.
    fn tosses(walls: &[u64]) -> Alike {
        let side = |at: usize| Exchange { one: 1 << at, other: 2 << at, walls: walls[at] & !(3 << at) };
        Alike((0..walls.len()).map(side).collect())
    }

    proptest! {
        #[test]
        fn whoever_is_alike_to_one_is_alike_to_all_of_them(
            walls in prop::collection::vec(0_u64..256, 1..8),
            mined in 0_u64..512,
        ) {
            let alike = tosses(&walls);
            let (mut found, mut others) = (Vec::new(), Vec::new());
            alike.to(mined, &mut found);
            prop_assert_eq!(found[0], mined);
            found.sort_unstable();
            for &other in &found {
                prop_assert_eq!(other.count_ones(), mined.count_ones());
                alike.to(other, &mut others);
                others.sort_unstable();
                prop_assert_eq!(&others, &found);
            }
        }
    }

    #[test]
    fn a_mine_that_can_go_anywhere_in_a_row_is_alike_everywhere() {
        let mut found = Vec::new();
        tosses(&[0; 19]).to(1, &mut found);
        found.sort_unstable();
        assert_eq!(found, (0..20).map(|cell| 1 << cell).collect::<Vec<u64>>());
    }

    #[test]
    fn a_wall_that_is_no_mine_tells_the_sides_apart() {
        let mut found = Vec::new();
        let alike = tosses(&[0b100]);
        alike.to(0b101, &mut found);
        assert_eq!(found, [0b101, 0b110]);
        alike.to(0b001, &mut found);
        assert_eq!(found, [0b001]);
    }

    #[test]
    fn a_layout_with_too_many_tosses_is_alone() {
        // Seven of them: 128 layouts.
        let toss = |at: usize| Exchange { one: 1 << (2 * at), other: 2 << (2 * at), walls: 0 };
        let (six, seven) = (Alike((0..6).map(toss).collect()), Alike((0..7).map(toss).collect()));
        let mut found = Vec::new();
        six.to(0x555, &mut found);
        assert_eq!(found.len(), 64);
        seven.to(0x1555, &mut found);
        assert_eq!(found, [0x1555]);
    }
}
