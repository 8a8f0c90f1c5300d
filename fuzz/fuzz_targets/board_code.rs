//! Any text: refused, or the one code of its board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_session::code;

fuzz_target!(|input: &str| {
    if let Ok((layout, start)) = code::read(input) {
        assert_eq!(code::write(&layout, start), input);
    }
});
