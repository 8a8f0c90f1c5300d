//! The solver's comment on every move, as lines or as an object.

use std::fmt::Write as _;

use omnisweep_session::words::duration;
use omnisweep_session::{Review, Session};
use serde_json::{Value, json};

/// A line for each move, then luck and skill.
pub fn lines(session: &Session, review: &Review) -> String {
    let shape = &session.setup().shape;
    let mut text = String::new();
    for (number, (played, comment)) in (1..).zip(session.log().iter().zip(&review.comments)) {
        let (time, action) = (duration(played.at), played.action.text(shape));
        _ = writeln!(text, "{number:>4}. {time:>8}  {action:<9} {}", comment.sentence(shape));
    }
    _ = writeln!(text, "\n{}\n{}", review.luck_sentence(), review.skill_sentence());
    text
}

/// The same for programs.
pub fn object(session: &Session, review: &Review) -> Value {
    let shape = &session.setup().shape;
    let comments: Vec<Value> = session
        .log()
        .iter()
        .zip(&review.comments)
        .map(|(played, comment)| {
            json!({
                "at_ms": played.at,
                "action": played.action.text(shape),
                "verdict": comment.verdict.key(),
                "risk": comment.risk,
                "least": comment.least,
                "mine": comment.mine,
                "better": comment.better.map(|cell| shape.coordinates(cell)),
                "sentence": comment.sentence(shape),
            })
        })
        .collect();
    json!({
        "version": 1,
        "comments": comments,
        "luck": review.luck,
        "skill": review.skill,
        "guesses": review.guesses,
        "mistakes": review.mistakes,
        "unknown": review.unknown,
    })
}
