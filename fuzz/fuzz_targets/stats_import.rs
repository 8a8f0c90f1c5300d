//! Any bytes as a file of games: all are taken in, and written the same, or none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_store::Store;

fuzz_target!(|bytes: &[u8]| {
    let mut store = Store::in_memory().expect("a database in memory");
    match store.import(&mut &*bytes) {
        Ok(imported) => {
            let mut text = Vec::new();
            assert_eq!(store.export(&mut text).expect("an export"), imported.new);
            let mut other = Store::in_memory().expect("a database in memory");
            assert_eq!(other.import(&mut &*text).expect("an import").new, imported.new);
        }
        Err(_) => assert_eq!(store.count().expect("a count"), 0),
    }
});
