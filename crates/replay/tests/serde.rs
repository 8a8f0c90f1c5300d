//! A recording as JSON.
#![allow(clippy::unwrap_used)]

use omnisweep_replay::{Recording, read};
use omnisweep_testing::recordings::files;

#[test]
fn a_recording_is_written_and_read_back() {
    for (name, bytes) in files() {
        let recording = read(&bytes).unwrap();
        let text = serde_json::to_string(&recording).unwrap();
        let again: Recording = serde_json::from_str(&text).unwrap();
        assert_eq!((&again.layout, &again.events), (&recording.layout, &recording.events), "{name}");
        assert_eq!(serde_json::to_string(&again).unwrap(), text, "{name}");
    }
}
