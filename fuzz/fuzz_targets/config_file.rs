//! Any text as a config file or as remembered choices: read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_tui::{Choices, Config};

fuzz_target!(|text: &str| {
    _ = Config::read(text);
    if let Some(choices) = Choices::read(text) {
        assert_eq!(Choices::read(&choices.write()), Some(choices));
    }
});
