//! Kills, races and full disks: nothing is lost that the program has answered. A few trials of each run with the
//! other tests; `cargo xtask torture` has a thousand of each.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod full;
mod kills;
mod player;
#[path = "../pty/mod.rs"]
mod pty;
mod writers;

use std::collections::BTreeSet;

use omnisweep_session::Record;
use pty::Home;

/// How many trials of each kind there are.
fn count() -> u64 {
    let count = std::env::var("OMNISWEEP_TORTURE").ok().and_then(|count| count.parse().ok());
    count.unwrap_or(12)
}

/// What came of the trials of a kind.
struct Tally {
    name: &'static str,
    trials: u64,
    /// Moves, saves or games that the program said were made, saved or counted.
    acknowledged: u64,
    lost: u64,
}

impl Tally {
    fn of(name: &'static str) -> Tally {
        Tally { name, trials: 0, acknowledged: 0, lost: 0 }
    }

    /// A trial after which so many things have to be there, and so many are.
    fn trial(&mut self, acknowledged: usize, there: usize) {
        self.trials += 1;
        self.acknowledged += acknowledged as u64;
        self.lost += acknowledged.saturating_sub(there) as u64;
    }

    /// Says it in a line that `cargo xtask torture` finds.
    fn end(self) {
        let Tally { name, trials, acknowledged, lost } = self;
        println!("\ntorture: {name}; {trials}; {acknowledged}; {lost}");
        assert_eq!(lost, 0, "{name}");
    }
}

/// Numbers that look random, the same every time (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % limit
    }
}

/// The games in the statistics. Their sums have to be sums of these.
fn counted(home: &Home) -> BTreeSet<String> {
    let exported = home.run(&["stats", "export", "-"]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let text = String::from_utf8(exported.stdout).unwrap();
    let ids: BTreeSet<String> = text.lines().map(|line| Record::read(line).unwrap().id()).collect();
    let sums = home.json(&["stats", "--json"])["statistics"].clone();
    let games = sums
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["games"].as_u64().unwrap() + kind["practice"].as_u64().unwrap());
    assert_eq!(games.sum::<u64>(), ids.len() as u64, "sums count what is there: {sums}");
    ids
}
