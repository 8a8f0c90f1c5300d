//! What the mouse does to a game, and what counts as a click.
#![allow(clippy::unwrap_used)]

use omnisweep_engine::{Outcome, View};
use omnisweep_replay::{Button, Event, Format, MouseEvent, Recording, Replayed, play};
use omnisweep_session::Clicks;
use omnisweep_testing::boards::drawn;

const BOARD: &str = "*..\n*..\n...\n...\n";

/// Plays words such as `l+20`: the left button (or right, middle) goes down (`-`
/// up, `~` the one or the other) on row 2, column 0. `pf` is a flag from before,
/// `xx` the end; `99` is outside.
fn played(words: &str, questions: bool) -> Replayed {
    let event = |(number, word): (usize, &str)| {
        let (what, at) = word.split_at(2);
        let button = match &what[..1] {
            "l" => Button::Left,
            "r" => Button::Right,
            _ => Button::Middle,
        };
        let what = match what {
            "pf" => MouseEvent::Preflag,
            "xx" => MouseEvent::Abandon,
            "mv" => MouseEvent::Move,
            "cc" => MouseEvent::PressOther,
            what if what.ends_with('+') => MouseEvent::Press(button),
            what if what.ends_with('-') => MouseEvent::Release(button),
            _ => MouseEvent::Toggle(button),
        };
        let digit = |place: usize| i32::from(at.as_bytes()[place] - b'0') * 20 + 3;
        Event { at: number as u64 * 100, what, x: digit(1), y: digit(0) }
    };
    let recording = Recording {
        format: Format::Evf,
        program: String::new(),
        player: String::new(),
        began: None,
        layout: drawn(BOARD),
        questions,
        cell: 20,
        time: 1000,
        events: words.split(' ').enumerate().map(event).collect(),
    };
    play(&recording).unwrap()
}

/// Clicks by button, and how many of them helped.
fn counted(words: &str) -> ([u64; 3], [u64; 3]) {
    let metrics = played(words, false).metrics;
    let numbers = |clicks: Clicks| [clicks.left, clicks.right, clicks.chord];
    (numbers(metrics.clicks), numbers(metrics.effective))
}

fn views(played: &Replayed) -> String {
    let game = played.session.game();
    (0..12)
        .map(|cell| match game.view(omnisweep_engine::Cell(cell)) {
            View::Number(count) => char::from_digit(count, 10).unwrap(),
            View::Flag => 'F',
            View::Exploded => '*',
            _ => '.',
        })
        .collect()
}

#[test]
fn the_left_button_opens_when_it_comes_up_and_where() {
    assert_eq!(counted("l+20 l-20"), ([1, 0, 0], [1, 0, 0]));
    assert_eq!(views(&played("l+20 l-20", false)), "......1.....");
    assert_eq!(views(&played("l+00 mv11 l-20", false)), "......1.....", "a press can be taken elsewhere");
    assert_eq!(views(&played("l+20", false)), "............");
    assert_eq!(counted("l+20 l-20 l+20 l-20 l+99 l-99"), ([3, 0, 0], [1, 0, 0]), "in vain, and outside");
    let lost = played("l+20 l-20 l+00 l-00 l+32 l-32", false);
    assert_eq!(lost.session.game().outcome(), Outcome::Lost);
    assert_eq!(
        (lost.metrics.clicks.left, lost.metrics.effective.left),
        (2, 1),
        "what comes later does not count"
    );
}

#[test]
fn the_right_button_flags_when_it_goes_down() {
    assert_eq!(views(&played("l+20 l-20 r+00", false)), "F.....1.....");
    assert_eq!(counted("l+20 l-20 r+00 r-00 r+00 r-00 r+00 r-00"), ([1, 3, 0], [1, 1, 0]), "a mine once");
    assert_eq!(counted("l+20 l-20 r+01 r-01"), ([1, 1, 0], [1, 0, 0]), "no mine");
    assert_eq!(counted("l+20 l-20 r+20 r-20 r+99 r-99"), ([1, 2, 0], [1, 0, 0]), "in vain, and outside");
    assert_eq!(views(&played("l+20 l-20 r+00 r-00 l+00 l-00", false)), "F.....1.....", "flags protect");
}

#[test]
fn both_buttons_chord_in_any_order() {
    let flagged = "l+20 l-20 r+10 r-10";
    for chord in ["l+20 r+20 l-20 r-20", "l+20 r+20 r-20 l-20", "r+20 l+20 l-20 r-20", "r+20 cc20 r-20 l-20"]
    {
        // The right button does nothing there, so it is part of the chord alone.
        assert_eq!(counted(&format!("{flagged} {chord}")), ([1, 1, 1], [1, 1, 1]), "{chord}");
        let done = played(&format!("{flagged} {chord}"), false);
        assert_eq!(views(&done), ".20F20110000", "{chord}");
    }
    assert_eq!(counted(&format!("{flagged} m+20 m-20")), ([1, 1, 1], [1, 1, 1]), "the middle one");
    assert_eq!(counted(&format!("{flagged} m~20 m~20")), ([1, 1, 1], [1, 1, 1]), "by halves");
    assert_eq!(counted(&format!("{flagged} l~20 l~20 r~10 r~10")), ([2, 2, 0], [1, 1, 0]));
    assert_eq!(counted(&format!("{flagged} l+20 r+20 l-99 r-99")), ([1, 1, 0], [1, 1, 0]), "outside");
}

#[test]
fn what_happens_before_the_first_opening_counts_if_a_flag_is_left() {
    assert_eq!(counted("pf00 l+20 l-20"), ([1, 1, 0], [1, 1, 0]));
    assert_eq!(counted("r+00 r-00 l+20 l-20"), ([1, 1, 0], [1, 1, 0]));
    assert_eq!(counted("r+00 r-00 r+00 r-00 l+20 l-20"), ([1, 0, 0], [1, 0, 0]), "taken away again");
    assert_eq!(counted("l+99 l-99 r+99 r-99 l+20 r+20 l-20 r-20 l+20 l-20"), ([1, 0, 0], [1, 0, 0]));
    assert_eq!(counted("l+20 l-99 l+20 l-20"), ([1, 0, 0], [1, 0, 0]), "a press that was taken away");
    assert_eq!(counted("r+00 r-00 l+00 l-00 l+20 l-20"), ([2, 1, 0], [1, 1, 0]), "a flag protects");
    // The clock begins with the first opening.
    let played = played("r+00 r-00 l+20 l-20 l+32 l-32", false);
    assert_eq!(played.session.log().iter().map(|played| played.at).collect::<Vec<_>>(), [0, 0, 200]);
}

#[test]
fn question_marks_come_between_flag_and_nothing() {
    let three = "l+20 l-20 r+00 r-00 r+00 r-00 r+00 r-00";
    assert_eq!(views(&played(three, true)), "......1.....");
    assert_eq!(views(&played(&format!("{three} r+00 r-00"), true)), "F.....1.....");
    assert_eq!(views(&played(three, false)), "F.....1.....", "without them, every other is a flag");
    // A cell with a question mark is closed like any other.
    let asked = "l+20 l-20 r+21 r-21 r+21 r-21 l+21 l-21";
    assert_eq!(views(&played(asked, true)), "......11....");
}

#[test]
fn a_game_that_was_left_ends_there() {
    let left = played("l+20 l-20 xx00 l+32 l-32", false);
    assert_eq!(views(&left), "......1.....");
    assert_eq!(left.session.game().outcome(), Outcome::Playing);
    assert_eq!(left.metrics.clicks.left, 1);
}

#[test]
fn the_way_of_the_mouse_counts_from_the_first_opening_on_the_board() {
    let path = |words: &str| played(words, false).path;
    assert_eq!(path("mv00 l+20 l-20 mv22"), 32.0, "as if cells had 16 pixels");
    assert_eq!(path("mv00 l+20 l-20 mv99 mv22"), 32.0, "outside is nowhere");
    assert_eq!(path("mv00 mv22"), 0.0);
}
