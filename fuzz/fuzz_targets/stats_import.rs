//! Any bytes as a file of games: what is taken in is written so that it is taken in again, and
//! nothing is where all or nothing was wanted and a line is bad.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_store::{Lines, Store};

fuzz_target!(|bytes: &[u8]| {
    let mut store = Store::in_memory().expect("a database in memory");
    let imported = store.import(&mut &*bytes, Lines::Good).expect("an import");
    let mut text = Vec::new();
    assert_eq!(store.export(&mut text).expect("an export").games, imported.new);
    let mut other = Store::in_memory().expect("a database in memory");
    let again = other.import(&mut &*text, Lines::AllOrNone).expect("an import");
    assert_eq!((again.new, again.bad), (imported.new, 0));
    let mut strict = Store::in_memory().expect("a database in memory");
    let all = strict.import(&mut &*bytes, Lines::AllOrNone).expect("an import");
    assert_eq!(strict.count().expect("a count"), if all.bad == 0 { imported.new } else { 0 });
});
