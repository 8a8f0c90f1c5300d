//! Recordings that others made: their figures, and what becomes of them when
//! they are damaged.
#![allow(clippy::unwrap_used)]

mod survive;

use omnisweep_engine::Outcome;
use omnisweep_replay::{Report, play, read};
use omnisweep_session::{Metrics, save};
use omnisweep_testing::outside;
use serde_json::Value;

#[test]
fn they_have_the_figures_that_others_give() {
    let Some(recordings) = outside::recordings() else { return };
    let figures = outside::json("replays", "metrics.json").unwrap();
    assert_eq!(figures.as_object().unwrap().len(), recordings.len());
    let mut wrong = Vec::new();
    for (name, bytes) in recordings {
        let recording = read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = Report::new(&recording, &play(&recording).unwrap());
        let found: Value = serde_json::from_str(&report.json()).unwrap();
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
    let Some(recordings) = outside::recordings() else { return };
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
    let Some(recordings) = outside::recordings() else { return };
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

#[test]
fn one_that_is_cut_off_is_an_error() {
    outside::recordings().into_iter().flatten().for_each(|(name, bytes)| survive::cuts(&name, &bytes));
}

#[test]
fn a_damaged_one_is_an_error_or_a_game() {
    let Some(recordings) = outside::recordings() else { return };
    let readable = survive::damages(&recordings, 600);
    assert!(readable > 100, "some damage is to what does not matter: {readable}");
}
