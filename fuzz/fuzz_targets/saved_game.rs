//! Any text: refused, or a game that is written the same way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_session::save;

fuzz_target!(|input: &str| {
    if let Ok(session) = save::read(input) {
        assert_eq!(save::write(&session, 0), input);
    }
});
