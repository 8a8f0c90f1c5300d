#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| omnisweep_targets::server_protocol::run(input));
