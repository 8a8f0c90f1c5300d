//! Any text as a date: refused, or a day that is written the same way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_session::daily::Day;

fuzz_target!(|input: &str| {
    if let Ok(day) = input.parse::<Day>() {
        assert_eq!(day.to_string(), input);
        assert_eq!(Day::of_number(day.number()), Some(day));
        assert_eq!(Day::at(day.begins()), day);
    }
});
