//! Any text: refused, or a board that is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_engine::text;

fuzz_target!(|input: &str| {
    if let Ok(layout) = text::parse_layout(input, None) {
        let written = text::write_layout(&layout);
        assert_eq!(text::parse_layout(&written, Some(layout.shape())), Ok(layout));
    }
});
