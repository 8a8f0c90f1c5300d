//! A record of a game is read back as it is written, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_session::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::read(text) {
        assert_eq!(Record::read(&record.write()), Ok(record));
    }
});
