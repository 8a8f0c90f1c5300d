//! Any file that is opened or dropped on the page as a replay: no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_web::rehearse::show;

fuzz_target!(|input: &[u8]| show(input));
