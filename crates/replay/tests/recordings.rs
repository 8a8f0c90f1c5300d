//! The shared recordings, where `../shared` lies beside the project: their
//! figures, and what becomes of them when they are damaged.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use omnisweep_engine::Outcome;
use omnisweep_replay::{Format, Recording, Report, play, read, read_as};
use omnisweep_session::{Metrics, save};
use proptest::prelude::*;
use serde_json::Value;

/// Recordings with the names of their files.
type Recordings = Vec<(String, Vec<u8>)>;

/// The shared ones, and the figures that they are to have.
fn shared() -> Option<(Recordings, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/replays");
    if !folder.exists() {
        let required = std::env::var("OMNISWEEP_CONFORMANCE").is_ok_and(|value| value == "required");
        assert!(!required, "the recordings are required, but {} is not there", folder.display());
        eprintln!("SKIPPED: {} is not there", folder.display());
        return None;
    }
    let figures: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("metrics.json")).unwrap()).unwrap();
    let names = figures.as_object().unwrap().keys();
    let recordings = names.map(|name| (name.clone(), std::fs::read(folder.join(name)).unwrap())).collect();
    Some((recordings, figures))
}

fn report(recording: &Recording) -> Report {
    Report::new(recording, &play(recording).unwrap())
}

#[test]
fn the_shared_recordings_have_the_shared_figures() {
    let Some((recordings, figures)) = shared() else { return };
    assert_eq!(recordings.len(), 8);
    let mut wrong = Vec::new();
    for (name, bytes) in recordings {
        let recording = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found: Value = serde_json::from_str(&report(&recording).json()).unwrap();
        for (key, expected) in figures[&name].as_object().unwrap() {
            let same = match (expected.as_f64(), found[key].as_f64()) {
                (Some(expected), Some(found)) => (expected - found).abs() <= 1e-9 * expected.abs(),
                _ => *expected == found[key],
            };
            if !same {
                wrong.push(format!("{name}: {key} is {}, not {expected}", found[key]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_recording_becomes_a_game_of_ours() {
    let Some((recordings, _)) = shared() else { return };
    for (name, bytes) in recordings {
        let recording = read(&bytes).unwrap();
        let played = play(&recording).unwrap();
        let text = save::write(&played.session, 0);
        let session = save::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(session.game().outcome(), Outcome::Won, "{name}");
        assert_eq!(session.elapsed(0), recording.time, "{name}");
        assert_eq!(save::write(&session, 0), text);
        // Our own count of the same game lacks only what was clicked beside the board.
        let counted = Metrics::of(&session, 0).unwrap();
        assert_eq!((counted.worth, counted.solved), (played.metrics.worth, played.metrics.solved));
        let missing = played.metrics.clicks.total() - counted.clicks.total();
        assert!(missing <= 1, "{name}: {:?} and {:?}", counted.clicks, played.metrics.clicks);
        assert_eq!(counted.effective.left, played.metrics.effective.left, "{name}");
        assert_eq!(counted.effective.chord, played.metrics.effective.chord, "{name}");
    }
}

#[test]
fn players_have_their_names() {
    let Some((recordings, _)) = shared() else { return };
    let name = |file: &str| {
        let (_, bytes) = recordings.iter().find(|(name, _)| name == file).unwrap();
        read(bytes).unwrap().player
    };
    assert_eq!(name("expert-127.avf"), "Wang Jianing G01825");
    assert_eq!(name("expert-122.mvf"), "Zhang Shen Jia(China)");
    assert_eq!(name("beginner-3.evf"), "王嘉宁", "UTF-8");
    assert_eq!(name("expert-flags.rmv"), "王嘉宁", "the Chinese Windows' own");
    assert_eq!(name("nonascii.rmv"), "aaȑaa Kolar");
    assert_eq!(name("preflags-16px.rmv"), "Thomas Kolar");
}

/// Reads and plays whatever it is.
fn survive(bytes: &[u8]) -> bool {
    for format in Format::ALL {
        if let Ok(recording) = read_as(format, bytes) {
            let played = play(&recording).unwrap();
            save::read(&save::write(&played.session, 0)).unwrap();
        }
    }
    read(bytes).is_ok()
}

#[test]
fn a_recording_that_is_cut_off_is_an_error() {
    let Some((recordings, _)) = shared() else { return };
    for (name, bytes) in recordings {
        for length in 0..bytes.len() {
            let cut = read(&bytes[..length]);
            // Nothing is missed of a check sum, or of the name of the program.
            assert!(cut.is_err() || bytes.len() - length < 100, "{name}, {length} bytes");
            if let Err(error) = cut {
                assert!(error.offset <= length, "{name}, {length} bytes: {error}");
            }
        }
    }
}

#[test]
fn a_damaged_recording_is_an_error_or_a_game() {
    let Some((recordings, _)) = shared() else { return };
    let mut state = 1_u64;
    let mut random = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut readable = 0;
    for (_, bytes) in recordings {
        for round in 0..600 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random(4) {
                // Mostly where lengths and sizes are.
                let at = random(if round % 3 > 0 { 400 } else { damaged.len() });
                damaged[at] = if random(2) == 0 { random(256) as u8 } else { damaged[at] ^ 1 << random(8) };
            }
            if round % 5 == 0 {
                let at = random(damaged.len());
                damaged.remove(at);
            }
            readable += usize::from(survive(&damaged));
        }
    }
    assert!(readable > 100, "some damage is to what does not matter: {readable}");
}

#[test]
fn bytes_of_any_kind_are_no_recording_or_one() {
    for bytes in
        [&b""[..], b"*rmv", b"*rmv\0\x02", b"\x11Minesweeper Clone", b"\x03", b"hello, this is a letter"]
    {
        assert!(!survive(bytes), "{bytes:?}");
    }
    assert_eq!(read(b"").unwrap_err().to_string(), "at byte 0: the recording ends too early");
    let letter = read(b"hello, this is a letter").unwrap_err();
    assert_eq!(
        letter.to_string(),
        "at byte 6: this is no recording that can be read: neither AVF, EVF, MVF nor RMV"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_anything_panic(bytes: Vec<u8>, format in 0..4_usize) {
        let start: [&[u8]; 4] =
            [&[52, 0, 0, 0, 0, 3], b"\x11Minesweeper Clone\x001\x11version 0.97 beta", b"*rmv\0\x02", &[4]];
        survive(&[start[format], &bytes].concat());
    }
}
