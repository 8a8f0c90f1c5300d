//! Any bytes: refused, or the one file of these scores.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_editions::cs121::{read_scores, write_scores};

fuzz_target!(|input: &[u8]| {
    if let Some(entries) = read_scores(input) {
        assert_eq!(write_scores(&entries), input);
    }
});
