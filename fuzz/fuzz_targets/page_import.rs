//! Any file of records: refused, or records that are written as they were read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_web::scores::{records, statistics};

fuzz_target!(|input: &str| {
    if let Ok(found) = records(input) {
        let lines: Vec<String> = found.chunks(2).map(|pair| pair[1].clone()).collect();
        assert_eq!(records(&lines.join("\n")), Ok(found));
        assert!(!statistics(lines).is_empty());
    }
});
