//! Any bytes as a recording of Clone: refused, or a game that can be played and kept.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_replay::{Format, Report, play, read_as};
use omnisweep_session::save;

fuzz_target!(|input: &[u8]| {
    if let Ok(recording) = read_as(Format::Mvf, input) {
        let played = play(&recording).expect("a recording has a board");
        _ = Report::new(&recording, &played).to_string();
        _ = save::read(&save::write(&played.session, 0)).expect("what was written can be read");
    }
});
