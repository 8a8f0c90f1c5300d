//! What people read, the same wherever a game is shown: names of cells, axes and
//! levels, numbers, and the sentences about moves, hints and endings. No front
//! end builds a sentence of its own from parts: this is what a translation will
//! hang on.
//!
//! Counting starts at 0, for people and files alike.

mod after;
mod asked;
mod brief;
mod days;
mod grades;
mod kept;
mod keys;
mod luck;
mod proof;
mod server;
mod totals;

use std::fmt::Display;

use omnisweep_engine::{Action, Cell, FirstCell, Outcome, RuleSet, Shape, View};

use crate::daily::{DailyBoard, Day};
use crate::guess::GuessMode;
use crate::level::Level;
use crate::metrics::Metrics;
use crate::practice::Practice;
use crate::session::Session;
use crate::setup::Setup;
use crate::statistics::Category;
use crate::table::Visible;

pub use after::{
    bad_lines, before_the_first_move, exported, heat, imported, left_out, not_exported, nothing_notable,
    position, progress, reviewing, unreadable, watched,
};
pub use asked::{
    given, going_on, going_on_or_new, no_date, no_number, no_sizes, of_day, on_or_off, only_expert_is_graded,
    room_where_safe, too_large_for_a_page, unknown_word,
};
pub use brief::{
    after_the_end, counting, delete_for_good, kept_for_next_time, knows_no_further, left_is_listed, linked,
    no_folder, no_saved_game, no_seed, no_such_game, not_over_yet, not_worked_out, nothing_opened,
    nothing_to_pause, over, search_cancelled, searching_until, seed_after_the_end, still_reviewing, thinking,
    too_large_to_replay,
};
pub use days::{daily_board, day_begins, day_note, day_result, known_day, next_day, standing, streak};
pub use grades::{difficulty, grade, grade_note};
pub use kept::{
    config_mistake, count_elsewhere, counted_later, damaged, dropped, gone, keep_elsewhere, kept_unreadable,
    no_comments, no_statistics, not_counted, not_imported, not_kept, notes, overwrites, played, put_aside,
    result, saved, saved_as, saved_copy, saved_record, seed_told, statistics_damaged, window_title,
};
pub use keys::{best_mark, copies_result, flag_mode, how_to_begin, more_help, slices};
pub use luck::{estimated, forecast, least, no_certainty, safest};
pub use proof::{
    AT_ONCE, Line, certainly, leads_to, lines, look_near, proof, step, step_of, with_lines, worth_flagging,
};
pub use server::{not_at_a_server, server, with_rank};
pub use totals::{measure, measured, plot, plotted, totals};

/// A remark as a sentence: with a capital letter and a full stop.
#[must_use]
pub fn sentence(remark: impl Display) -> String {
    let remark = capital(&remark.to_string());
    if remark.ends_with(['.', '!', '?']) { remark } else { remark + "." }
}

/// What is wrong, and why: in one sentence, or in a second one where the reason is a sentence already.
/// It may begin with the name of a file, which stays as it is.
fn because(what: &str, why: impl Display) -> String {
    let why = why.to_string();
    let joint = if why.starts_with(char::is_uppercase) { ". " } else { ": " };
    let end = if why.ends_with(['.', '!', '?']) { "" } else { "." };
    [what, joint, &why, end].concat()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    first + letters.as_str()
}

// Numbers.

/// So many of something.
#[must_use]
pub fn count(number: impl Into<i128>, one: &str, more: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    }
}

/// A share as a percentage, with a decimal where it has one; nothing looks
/// certain that is not.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 {
        return "less than 0.1 %".to_owned();
    }
    if percent > 99.9 && percent < 100.0 {
        return "more than 99.9 %".to_owned();
    }
    let text = format!("{percent:.1}");
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
}

/// Milliseconds as a player reads them after a game.
#[must_use]
pub fn duration(ms: u64) -> String {
    format!("{}.{:02}", clock(ms), ms / 10 % 100)
}

/// Milliseconds as a clock shows them while they pass.
#[must_use]
pub fn clock(ms: u64) -> String {
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    if hours == 0 { format!("{minutes}:{seconds:02}") } else { format!("{hours}:{minutes:02}:{seconds:02}") }
}

// Boards and cells.

/// The name of an axis, counted outwards from the first beyond rows and columns.
#[must_use]
pub fn axis(outwards: usize) -> String {
    match ["z", "w", "v", "u", "t", "s"].get(outwards) {
        Some(name) => (*name).to_owned(),
        None => format!("a{outwards}"),
    }
}

/// The coordinates of a cell but for its row and column, with the names of their axes.
fn outer(shape: &Shape, cell: Cell) -> impl Iterator<Item = (String, u64)> {
    let at = shape.coordinates(cell);
    let outer = at.len().saturating_sub(2);
    at.into_iter().take(outer).enumerate().map(move |(number, at)| (axis(outer - number - 1), at))
}

/// Where a cell is.
#[must_use]
pub fn place(shape: &Shape, cell: Cell) -> String {
    let mut parts: Vec<String> = outer(shape, cell).map(|(axis, at)| format!("{axis} {at}")).collect();
    match shape.coordinates(cell)[..] {
        [.., row, column] => parts.extend([format!("row {row}"), format!("column {column}")]),
        [column] => parts.push(format!("column {column}")),
        [] => {}
    }
    parts.join(", ")
}

/// Where a board has to be started, or is only meant to be.
#[must_use]
pub fn starts_at(shape: &Shape, cell: Cell, required: bool) -> String {
    let at = place(shape, cell);
    if required {
        format!("This board starts at {at}.")
    } else {
        format!("This board is meant to start at {at}.")
    }
}

/// Where a slice of a board of more than two dimensions is, by any of its cells.
#[must_use]
pub fn slice(shape: &Shape, cell: Cell) -> String {
    let parts: Vec<String> = outer(shape, cell).map(|(axis, at)| format!("{axis}{at}")).collect();
    parts.join(" ")
}

/// What a cell looks like and where it is; what matters most comes first.
#[must_use]
pub fn cell(game: &dyn Visible, cell: Cell) -> String {
    let state = match seen(game, cell) {
        View::Closed => "closed".to_owned(),
        View::Flag => "flagged".to_owned(),
        View::Mark => "question mark".to_owned(),
        View::Number(0) => "blank".to_owned(),
        View::Number(number) => number.to_string(),
        View::Exploded => "the mine that went off".to_owned(),
        View::Mine => "mine".to_owned(),
        View::WrongFlag => "wrong flag".to_owned(),
    };
    format!("{state}, {}", place(game.shape(), cell))
}

/// What the player may see of a cell: all, once the game is over; and who has won has found all mines.
#[must_use]
pub fn seen(game: &dyn Visible, cell: Cell) -> View {
    match (game.outcome(), game.reveal(cell)) {
        (Outcome::Playing, _) => game.view(cell),
        (Outcome::Won, View::Mine) => View::Flag,
        (_, view) => view,
    }
}

/// What the counter of mines shows: mines less flags, and none once they are found.
#[must_use]
pub fn mines_left(game: &dyn Visible) -> i128 {
    if game.outcome() == Outcome::Won { 0 } else { game.mines_left() }
}

/// A level's name.
#[must_use]
pub fn level(level: Level) -> String {
    capital(level.key())
}

/// The sizes of a board: `16×30`.
#[must_use]
pub fn size(shape: &Shape) -> String {
    shape.to_string().replace('x', "×")
}

/// Games that can be compared: `Expert, no guess`, `20×24/99, esp rules`.
#[must_use]
pub fn category(category: &Category) -> String {
    let board = match category.level() {
        Some(named) => level(named),
        None => category.board().replace('x', "×"),
    };
    let rules = (category.rules != RuleSet::Modern.key()).then(|| format!("{} rules", category.rules));
    let kind = match category.kind.as_str() {
        "" => None,
        "fair" => Some("fair guess".to_owned()),
        kind => Some(kind.to_owned()),
    };
    [Some(board), rules, kind].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is being played: its name, and the rest in a few words.
#[must_use]
pub fn title(session: &Session, day: Option<(Day, DailyBoard)>) -> (String, String) {
    titled(session.setup(), session.game().layout().is_some(), day)
}

/// The same of a game whose board may be elsewhere; whether there is one yet is said.
#[must_use]
pub fn titled(setup: &Setup, drawn: bool, day: Option<(Day, DailyBoard)>) -> (String, String) {
    if let Some((day, board)) = day {
        return ("Board of the day".to_owned(), format!("{day} · {} ✓ certified", daily_board(board)));
    }
    let (size, mines) = (size(&setup.shape), count(setup.mines, "mine", "mines"));
    let (name, mut parts) = match Level::of(setup.shape.sizes(), setup.mines) {
        Some(named) => (level(named), vec![size, mines]),
        None => (size, vec![mines]),
    };
    parts.extend(rules(setup));
    parts.extend(guess(setup, drawn));
    (name, parts.join(" · "))
}

/// The rules of a game, where they are not the usual ones.
#[must_use]
pub fn rules(setup: &Setup) -> Option<String> {
    (setup.set != RuleSet::Modern).then(|| format!("{} rules", setup.set.key()))
}

/// What becomes of a game where logic ends, if that is special.
#[must_use]
pub fn guess(setup: &Setup, drawn: bool) -> Option<String> {
    let guess = setup.guess;
    if !guess.is_never() {
        return (guess == GuessMode::Fair).then(|| "fair guess".to_owned());
    }
    let grade = guess.grade().map_or(String::new(), |grade| format!(", {grade}"));
    // Nobody else gives a game of that kind a board.
    let certified = if drawn { " ✓ certified" } else { "" };
    Some(format!("no guess{grade}{certified}"))
}

/// What the first cell is promised.
#[must_use]
pub fn first(first: FirstCell) -> &'static str {
    match first {
        FirstCell::Anything => "it may be a mine",
        FirstCell::Safe => "it is safe",
        FirstCell::Opening => "it is an opening",
    }
}

/// What is being played, as a sentence.
#[must_use]
pub fn described(session: &Session) -> String {
    let setup = session.setup();
    let level = Level::of(setup.shape.sizes(), setup.mines).map(|level| format!("{}, ", level.key()));
    let mines = count(setup.mines, "mine", "mines");
    let rules = rules(setup).map_or(String::new(), |rules| format!(", {rules}"));
    let guess = match (setup.guess, setup.guess.grade()) {
        (GuessMode::Fair, _) => ", fair guesses".to_owned(),
        (_, Some(grade)) => format!(", {grade}, certified to need no guess"),
        (GuessMode::Never, _) => ", certified to need no guess".to_owned(),
        _ => String::new(),
    };
    let seed = session.visible_seed().map_or(String::new(), |seed| format!(", seed {seed}"));
    format!("{}{} with {mines}{rules}{guess}{seed}.", level.unwrap_or_default(), setup.shape)
}

// Moves and endings.

/// How a game stands, in a word.
#[must_use]
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Playing => "playing",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}

/// How a game stands, in a few words.
#[must_use]
pub fn state(game: &dyn Visible) -> String {
    match game.outcome() {
        Outcome::Playing => count(game.mines_left(), "mine left", "mines left"),
        outcome => self::outcome(outcome).to_owned(),
    }
}

/// What an action does, or did.
#[must_use]
pub fn action(action: Action, shape: &Shape) -> String {
    let at = place(shape, action.cell());
    match action {
        Action::Open(_) => format!("Opened {at}"),
        Action::Flag(_) => format!("Flag at {at}"),
        Action::Mark(_) => format!("Question mark at {at}"),
        Action::Unmark(_) => format!("Mark taken away at {at}"),
        Action::Chord(_) => format!("Opened around {at}"),
    }
}

/// What a move did, for whoever cannot see it.
#[must_use]
pub fn happened(game: &dyn Visible, action: Action, changed: u64) -> String {
    let left = state(game);
    match (action, game.view(action.cell())) {
        (Action::Open(_), View::Number(number)) if changed <= 1 => format!("Opened: {number}."),
        (Action::Open(_) | Action::Chord(_), _) => format!("{} opened.", count(changed, "cell", "cells")),
        // Some rules let a flag stand under an open cell, where nobody sees it.
        (Action::Flag(_), View::Number(_)) => format!("Flag under the number set or taken away, {left}."),
        (_, View::Flag) => format!("Flagged, {left}."),
        (_, View::Mark) => format!("Question mark, {left}."),
        _ => format!("Cleared, {left}."),
    }
}

/// What taking moves back came to.
#[must_use]
pub fn undone(moves: u64) -> String {
    match moves {
        0 => "There is nothing to take back.".to_owned(),
        1 => "Taken back. This is practice now.".to_owned(),
        moves => format!("{moves} moves taken back. This is practice now."),
    }
}

/// What beginning the same board again came to.
#[must_use]
pub fn retried(session: &Session) -> String {
    match session.practice() {
        Some(why) => format!("The same board again, {}.", practice(why)),
        None => "The same board again.".to_owned(),
    }
}

/// That a game is practice, and why.
#[must_use]
pub fn practice(why: Practice) -> String {
    let why = match why {
        Practice::Wanted => "you wanted to practise",
        Practice::Seed => "the seed was chosen",
        Practice::Board => "the board was given",
        Practice::Seen => "the board was seen before",
        Practice::Shown => "the board was shown before the end",
        Practice::Copied => "a copy of the game was saved",
        Practice::Help => "there was help",
        Practice::Undo => "a move was taken back",
        Practice::Day => "it is the board of another day",
    };
    format!("practice: {why}")
}

/// How a game ended; nothing as long as it has not.
#[must_use]
pub fn ended(session: &Session, now: u64) -> String {
    let last = session.log().last().map(|last| last.action);
    ending(session.game(), session.elapsed(now), last, session.practice())
}

/// The same of a game whose board may be elsewhere: after this time, by this move.
#[must_use]
pub fn ending(game: &dyn Visible, time: u64, last: Option<Action>, why: Option<Practice>) -> String {
    let time = duration(time);
    match (game.outcome(), last) {
        (Outcome::Won, _) => match why {
            None => format!("You won in {time}!"),
            Some(why) => format!("You won in {time}. {}.", capital(&practice(why))),
        },
        (Outcome::Lost, Some(last)) => {
            let at = place(game.shape(), last.cell());
            match last {
                Action::Chord(_) => format!("Boom after {time}: a mine beside {at} went off."),
                _ => format!("Boom after {time}: {at} was a mine."),
            }
        }
        _ => String::new(),
    }
}

/// How many flags were wrong, if any.
#[must_use]
pub fn wrong_flags(number: u64) -> Option<String> {
    match number {
        0 => None,
        1 => Some("A flag was wrong.".to_owned()),
        more => Some(format!("{more} flags were wrong.")),
    }
}

/// Facts about a game that is over: names and values.
#[must_use]
pub fn facts(metrics: &Metrics) -> Vec<(&'static str, String)> {
    let done = match metrics.solved == metrics.worth.bbbv {
        true => metrics.solved.to_string(),
        false => format!("{} of {}", metrics.solved, metrics.worth.bbbv),
    };
    let mut facts = vec![("Time", duration(metrics.time)), ("3BV", done)];
    facts.extend(metrics.speed().map(|speed| ("3BV/s", format!("{speed:.2}"))));
    let clicks = metrics.clicks;
    facts.push(("Clicks", format!("{} ({}+{}+{})", clicks.total(), clicks.left, clicks.right, clicks.chord)));
    facts.extend(metrics.efficiency().map(|share| ("Efficiency", format!("{:.0} %", share * 100.0))));
    facts
}

/// What is known of a cell's risk, as a sentence.
#[must_use]
pub fn risk(shape: &Shape, cell: Cell, risk: f64) -> String {
    let at = capital(&place(shape, cell));
    match risk {
        0.0 => format!("{at}: certainly no mine."),
        1.0 => format!("{at}: certainly a mine."),
        risk => format!("{at}: a mine with {}.", percent(risk)),
    }
}

/// How far the search for a board that needs no guess is.
#[must_use]
pub fn searching(tried: u64) -> String {
    format!("Making a board that needs no guess: {tried} tried.")
}

/// That it was given up, after so many milliseconds.
#[must_use]
pub fn given_up(limit: u64) -> String {
    format!("Gave up: no board without guessing was found in {} s. Fewer mines may help.", limit / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_at_a_glance() {
        for (share, text) in [
            (0.0, "0 %"),
            (0.0001, "less than 0.1 %"),
            (0.125, "12.5 %"),
            (1.0 / 3.0, "33.3 %"),
            (0.5, "50 %"),
            (0.999_9, "more than 99.9 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(share), text);
        }
        assert_eq!(duration(83_456), "1:23.45");
        assert_eq!((clock(59_999), duration(3_661_005)), ("0:59".into(), "1:01:01.00".into()));
        assert_eq!(count(-1, "mine", "mines"), "-1 mines");
        assert_eq!((count(1_u64, "day", "days"), count(0, "day", "days")), ("1 day".into(), "0 days".into()));
    }

    #[test]
    fn why_a_game_is_practice_is_said() {
        assert_eq!(practice(Practice::Seed), "practice: the seed was chosen");
        assert_eq!(practice(Practice::Day), "practice: it is the board of another day");
    }

    #[test]
    fn cells_and_axes_have_one_name_each() {
        let named = |sizes: &[u64], at: &[u64]| {
            let shape = Shape::new(sizes).unwrap();
            let cell = shape.cell(at).unwrap();
            (place(&shape, cell), slice(&shape, cell))
        };
        assert_eq!(named(&[9], &[3]), ("column 3".into(), String::new()));
        assert_eq!(named(&[9, 9], &[3, 4]), ("row 3, column 4".into(), String::new()));
        assert_eq!(named(&[2, 3, 4, 5], &[1, 2, 3, 4]), {
            ("w 1, z 2, row 3, column 4".into(), "w1 z2".into())
        });
        assert_eq!(axis(7), "a7");
    }

    #[test]
    fn a_remark_becomes_one_sentence() {
        assert_eq!(sentence("the game is over"), "The game is over.");
        assert_eq!(sentence("Said already."), "Said already.");
        assert_eq!(because("It failed", "a.txt: no such file"), "It failed: a.txt: no such file.");
        assert_eq!(because("It failed", "There is none."), "It failed. There is none.");
    }
}
