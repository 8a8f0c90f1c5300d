//! How a replay looks: the board, a line of its moves, and
//! what there is to say about the last one.

use std::sync::atomic::Ordering;

use omnisweep_engine::Outcome;
use omnisweep_session::{Verdict, words};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr as _;

use crate::app::{App, Target};
use crate::board;
use crate::draw::{fill, messages, put_key, status_line};
use crate::messages::Tone;
use crate::plan::ScreenLayout;
use crate::theme::Role;
use crate::viewer::{ReplayCommand, Viewer};

/// Draws the replay.
pub fn draw(app: &App, plan: &ScreenLayout, out: &mut Buffer) {
    let Some(viewer) = &app.viewer else { return };
    board::draw(app, plan, out);
    board::overview(app, plan, out);
    status(app, viewer, plan, out);
    line(app, viewer, plan, out);
    let below = Rect { y: plan.message.y + 1, height: plan.message.height.saturating_sub(1), ..plan.message };
    messages(app, below, texts(app, viewer), out);
    fill(plan.keys, Role::Bar, app, out);
    for (area, _, key, does) in keys(app, plan) {
        put_key(app, area, key, does, out);
    }
}

/// What is at a place of the screen.
pub fn target(app: &App, plan: &ScreenLayout, x: u16, y: u16) -> Option<Target> {
    let viewer = app.viewer.as_ref()?;
    let track = track(plan);
    if y == track.y && (track.x..track.right()).contains(&x) {
        let (moves, width) = (viewer.playback.moves(), usize::from(track.width.max(2)) - 1);
        return Some(Target::Moment((usize::from(x - track.x) * moves + width / 2) / width));
    }
    let found = keys(app, plan).into_iter().find(|(area, ..)| area.contains(Position { x, y }));
    found.map(|(_, command, ..)| Target::Replay(command))
}

fn status(app: &App, viewer: &Viewer, plan: &ScreenLayout, out: &mut Buffer) {
    let (playback, look) = (&viewer.playback, app.viewport.look());
    let setup = playback.session().setup();
    let sign = match (playback.runs(), look.ascii) {
        (true, true) => ">",
        (true, false) => "▶",
        (false, true) => "=",
        (false, false) => "■",
    };
    let times = if look.ascii { "x" } else { "×" };
    let mut left = vec![
        (format!(" {sign} {}{times} ", playback.speed()), Role::BarKey),
        (format!(" {} ", words::progress(playback.time(), playback.length())), Role::BarKey),
        (format!(" move {} of {} ", playback.at(), playback.moves()), Role::BarKey),
        (format!(" {} ", app.title_of(setup)), Role::Bar),
    ];
    let end = match playback.session().game().outcome() {
        Outcome::Won => " won ",
        Outcome::Lost => " lost ",
        Outcome::Playing => " not finished ",
    };
    left.push((end.to_owned(), Role::Bar));
    let flag = if look.ascii { "F" } else { "⚑" };
    let right = vec![(format!(" {flag} {} ", words::mines_left(playback.game())), Role::BarFaint)];
    status_line(app, plan, &left, &right, out);
}

/// Where the line of the moves is.
fn track(plan: &ScreenLayout) -> Rect {
    let area = plan.message;
    Rect { x: area.x + 2, y: area.y, width: area.width.saturating_sub(4), height: area.height.min(1) }
}

/// The moves from left to right: where the game stands, and where guesses and
/// mistakes are.
fn line(app: &App, viewer: &Viewer, plan: &ScreenLayout, out: &mut Buffer) {
    let (area, look) = (track(plan), app.viewport.look());
    let (done, left, here) = if look.ascii { ("=", "-", "#") } else { ("━", "─", "●") };
    let (moves, width) = (viewer.playback.moves().max(1), usize::from(area.width.max(2)) - 1);
    let place = |move_number: usize| (move_number * width / moves) as u16;
    let now = place(viewer.playback.at());
    let mut marks = vec![None; usize::from(area.width)];
    let comments = viewer.review.iter().flat_map(|review| &review.comments);
    for (number, comment) in (1..).zip(comments) {
        let mark = match comment.verdict {
            Verdict::Mistake => Some((if look.ascii { "!" } else { "▲" }, Role::Bad)),
            Verdict::Guess => Some((if look.ascii { "?" } else { "◆" }, Role::Accent)),
            _ => None,
        };
        // A mistake is not hidden by a guess at the same place.
        if let Some(slot) = marks.get_mut(usize::from(place(number)))
            && mark.is_some()
            && slot.is_none_or(|(_, role)| role != Role::Bad)
        {
            *slot = mark;
        }
    }
    for (x, mark) in (0..area.width).zip(marks) {
        let (sign, role) = match mark {
            _ if x == now => (here, Role::Good),
            Some(mark) => mark,
            None if x < now => (done, Role::Text),
            None => (left, Role::Faint),
        };
        if let Some(cell) = out.cell_mut((area.x + x, area.y)) {
            cell.set_symbol(sign).set_style(look.role(role));
        }
    }
}

/// What there is to say.
fn texts(app: &App, viewer: &Viewer) -> Vec<(String, Tone)> {
    let mut texts: Vec<(String, Tone)> = app.messages.message().cloned().into_iter().collect();
    let (playback, shape) = (&viewer.playback, viewer.playback.game().shape());
    match playback.last() {
        None => texts.push((words::before_the_first_move().to_owned(), Tone::Plain)),
        Some(action) => {
            let what = words::action(action, shape);
            let (said, tone) = match viewer.comment() {
                Some(comment) => (comment.sentence(shape), tone(comment.verdict)),
                None => (String::new(), Tone::Plain),
            };
            texts.push((format!("{what}. {said}").trim_end().to_owned(), tone));
        }
    }
    if app.heat_map.is_on() {
        texts.extend(app.heat_text().map(|text| (text, Tone::Plain)));
    }
    if let Some(progress) = &viewer.progress {
        let done = progress.tried.load(Ordering::Relaxed);
        texts.push((words::reviewing(done as usize, playback.moves()), Tone::Faint));
    }
    if let Some(review) = &viewer.review {
        texts.push((review.luck_sentence(), Tone::Faint));
        texts.push((review.skill_sentence(), Tone::Faint));
    }
    texts
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Forced | Verdict::Start => Tone::Good,
        Verdict::Mistake => Tone::Bad,
        Verdict::NotNeeded | Verdict::Guess | Verdict::Unknown => Tone::Plain,
    }
}

/// The keys in the bar and where they are, as many as there is room for.
fn keys(app: &App, plan: &ScreenLayout) -> Vec<(Rect, ReplayCommand, &'static str, &'static str)> {
    let Some(viewer) = &app.viewer else { return Vec::new() };
    let arrows = if app.viewport.look().ascii { ["h", "l"] } else { ["←", "→"] };
    let guesses = if app.viewport.look().ascii { ["<guess", "guess>"] } else { ["◂guess", "guess▸"] };
    let all = [
        (ReplayCommand::Play, "space", if viewer.playback.runs() { "stop" } else { "play" }),
        (ReplayCommand::Back, arrows[0], "back"),
        (ReplayCommand::On, arrows[1], "on"),
        (ReplayCommand::GuessBefore, "p", guesses[0]),
        (ReplayCommand::GuessAfter, "n", guesses[1]),
        (ReplayCommand::Slower, "-", "slow"),
        (ReplayCommand::Faster, "+", "fast"),
        (ReplayCommand::Heat, "e", "heat"),
        (ReplayCommand::Leave, "esc", "leave"),
        (ReplayCommand::Start, "home", "start"),
        (ReplayCommand::End, "end", "end"),
    ];
    let mut places = Vec::new();
    let mut x = plan.keys.x + 1;
    for (command, key, does) in all {
        let width = (key.width() + 1 + does.width()) as u16;
        if x + width > plan.keys.right() {
            break;
        }
        places.push((Rect { x, width, ..plan.keys }, command, key, does));
        x += width + 2;
    }
    places
}
