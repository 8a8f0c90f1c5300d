//! Any events on the page: no panic, and a game that can be saved and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_web::rehearse::rehearse;

fuzz_target!(|input: &[u8]| rehearse(input));
