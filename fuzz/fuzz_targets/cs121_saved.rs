//! Any bytes: refused, or the one file of a game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::cs121::Saved;

fuzz_target!(|input: &[u8]| {
    if let Ok(saved) = Saved::read(input) {
        assert_eq!(saved.write(), input);
    }
});
