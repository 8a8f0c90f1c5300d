#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| omnisweep_targets::cs121_dialogue::run(input));
