//! Any saved game: it is shown again as it was played, and every move gets a comment.
#![no_main]

use libfuzzer_sys::fuzz_target;
use omnisweep_session::{Playback, Review, save};

fuzz_target!(|input: &str| {
    // Large boards are right, and slow.
    let Ok(session) = save::read(input) else { return };
    if session.setup().shape.cells() > 1 << 10 || session.log().len() > 100 {
        return;
    }
    let Some(review) = Review::of(&session, |_, _| true) else {
        assert!(session.game().layout().is_none());
        return;
    };
    assert_eq!(review.comments.len(), session.log().len());
    assert!((0.0..=1.0).contains(&review.luck) && (0.0..=1.0).contains(&review.skill));
    for comment in &review.comments {
        assert!((0.0..=1.0).contains(&comment.risk) && comment.least <= comment.risk.max(comment.least));
        assert!(!comment.sentence(&session.setup().shape).is_empty());
    }
    let mut playback = Playback::new(session).expect("there is a board");
    playback.seek(usize::MAX);
    assert_eq!(playback.game().outcome(), playback.session().game().outcome());
    assert_eq!(playback.game().safe_left(), playback.session().game().safe_left());
});
