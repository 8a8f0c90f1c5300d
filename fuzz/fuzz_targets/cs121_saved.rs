#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| omnisweep_targets::cs121_saved::run(input));
