//! A share of a run is read back as it is written, or refused; with itself it
//! adds up to a run only where it is one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_simulate::{Shard, merge};

fuzz_target!(|text: &str| {
    if let Ok(share) = Shard::read(text) {
        let again = Shard::read(&share.write());
        assert_eq!(again.as_ref(), Ok(&share));
        assert_eq!(merge(std::slice::from_ref(&share)).is_ok(), share.of == 1);
        assert!(merge(&[share.clone(), share]).is_err());
    }
});
