//! Recordings in every format: what becomes of them, damaged or not.
#![allow(clippy::unwrap_used)]

mod survive;

use omnisweep_engine::{FirstCell, Outcome};
use omnisweep_replay::{Report, play, read};
use omnisweep_session::{Metrics, save};
use omnisweep_testing::recordings::files;
use proptest::prelude::*;
use survive::survive;

#[test]
fn a_recording_becomes_a_game_of_ours() {
    let mut won = 0;
    for (name, bytes) in files() {
        let recording = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let played = play(&recording).unwrap();
        assert_eq!(played.session.setup().first, FirstCell::Safe, "the first click never hit a mine");
        let text = save::write(&played.session, 0);
        let session = save::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(save::write(&session, 0), text);
        assert_eq!(session.log(), played.session.log(), "{name}");
        assert_eq!(session.game().outcome(), played.session.game().outcome(), "{name}");
        assert!(Report::new(&recording, &played).to_string().contains("3BV"), "{name}");
        if session.game().outcome() == Outcome::Won {
            let counted = Metrics::of(&session, 0).unwrap();
            assert_eq!((counted.worth, counted.solved), (played.metrics.worth, played.metrics.solved));
            won += 1;
        }
    }
    assert!(won > 0, "some of them are won");
}

#[test]
fn players_have_their_names_in_any_encoding() {
    let all = files();
    let name = |file: &str| read(&all.iter().find(|(name, _)| name == file).unwrap().1).unwrap().player;
    assert_eq!(name("made-3-4.evf"), "Ann Other");
    assert_eq!(name("chinese.rmv"), "王嘉宁  B");
    assert_eq!(name("western.avf"), "José Núñe");
}

#[test]
fn a_recording_that_is_cut_off_is_an_error() {
    files().iter().for_each(|(name, bytes)| survive::cuts(name, bytes));
}

#[test]
fn a_damaged_recording_is_an_error_or_a_game() {
    let readable = survive::damages(&files(), 100);
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
