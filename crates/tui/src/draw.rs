//! The whole screen: status, board, messages, keys, and a window above it all.

use omnisweep_engine::{Outcome, RuleSet};
use omnisweep_session::words;
use omnisweep_session::{GuessMode, daily};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr as _;

use crate::app::{App, Now};
use crate::board;
use crate::keys::Command;
use crate::messages::Tone;
use crate::panel::Panel;
use crate::plan::ScreenLayout;
use crate::theme::Role;
use crate::timeline;

/// Draws the screen as it is now.
pub fn draw(app: &App, now: Now, out: &mut Buffer) {
    let area = app.viewport.screen().intersection(out.area);
    out.set_style(area, app.viewport.look().role(Role::Text));
    match app.plan() {
        Some(plan) if app.viewer.is_some() => {
            timeline::draw(app, &plan, out);
            if let Some(panel) = Panel::of(app, now) {
                panel.draw(app.viewport.look(), area, out);
            }
        }
        Some(plan) => {
            board::draw(app, &plan, out);
            board::overview(app, &plan, out);
            status(app, &plan, now, out);
            messages(app, plan.message, texts(app, now), out);
            bar(app, &plan, out);
            if let Some(panel) = Panel::of(app, now) {
                panel.draw(app.viewport.look(), area, out);
            }
        }
        None => too_small(app, area, out),
    }
}

/// What is written around a board that somebody watches.
pub struct Scene {
    /// The left end of the line at the top.
    pub left: Vec<(String, Role)>,
    /// Its right end.
    pub right: Vec<(String, Role)>,
    /// The messages.
    pub texts: Vec<(String, Tone)>,
    /// The keys in the bar, and what they do.
    pub keys: Vec<(&'static str, &'static str)>,
}

/// Draws a board that somebody watches.
pub fn draw_scene(app: &App, scene: Scene, out: &mut Buffer) {
    let area = app.viewport.screen().intersection(out.area);
    out.set_style(area, app.viewport.look().role(Role::Text));
    let Some(plan) = app.plan() else { return too_small(app, area, out) };
    board::draw(app, &plan, out);
    board::overview(app, &plan, out);
    status_line(app, &plan, &scene.left, &scene.right, out);
    messages(app, plan.message, scene.texts, out);
    fill(plan.keys, Role::Bar, app, out);
    let mut x = plan.keys.x + 1;
    for (key, does) in scene.keys {
        let width = (key.width() + 1 + does.len()) as u16;
        if x + width > plan.keys.right() {
            break;
        }
        put_key(app, Rect { x, width, ..plan.keys }, key, does, out);
        x += width + 2;
    }
}

/// The row of the window at a place of the screen, if there is one; nothing beside the window.
pub fn in_window(app: &App, x: u16, y: u16) -> Option<Option<usize>> {
    let (panel, screen) = (Panel::of(app, Now::default())?, app.viewport.screen());
    panel.contains(screen, x, y).then(|| panel.row_at(screen, x, y))
}

/// A friendly word where there is no room for a game.
fn too_small(app: &App, area: Rect, out: &mut Buffer) {
    let (width, height) = crate::plan::LEAST;
    let lines = ["Omnisweep", "needs a little", "more room:", &format!("{width} by {height}")];
    let shown = &lines[..lines.len().min(usize::from(area.height))];
    let top = area.y + (area.height.saturating_sub(shown.len() as u16)) / 2;
    for (y, line) in (top..).zip(shown) {
        let x = area.x + area.width.saturating_sub(line.width() as u16) / 2;
        out.set_stringn(x, y, line, usize::from(area.width), app.viewport.look().role(Role::Text));
    }
}

fn status(app: &App, plan: &ScreenLayout, now: Now, out: &mut Buffer) {
    let look = app.viewport.look();
    let (session, game) = (&app.session, app.session.game());
    let over = game.outcome() != Outcome::Playing;
    let elapsed = session.elapsed(now.ms);
    let time = if over { words::duration(elapsed) } else { words::clock(elapsed) };
    let flag = if look.ascii { "F" } else { "⚑" };
    let mut left = vec![
        (format!(" {flag} {} ", words::mines_left(game)), Role::BarKey),
        (format!(" {time} "), Role::BarKey),
        (format!(" {} ", app.title()), Role::Bar),
    ];
    let setup = session.setup();
    if setup.set != RuleSet::Modern {
        left.push((format!(" {} rules ", setup.set.key()), Role::Bar));
    }
    let guess = match (setup.guess.is_never(), game.layout().is_some()) {
        (true, true) => Some(if look.ascii { " certified " } else { " ✓ certified " }),
        (true, false) => Some(" no guess "),
        (false, _) => (setup.guess == GuessMode::Fair).then_some(" fair guess "),
    };
    left.extend(guess.map(|guess| (guess.to_owned(), Role::BarKey)));
    left.extend(setup.guess.grade().map(|grade| (format!(" {grade} "), Role::BarKey)));
    if let Some((day, _)) = daily::of_setup(setup) {
        left.push((format!(" {day} "), Role::Bar));
    }
    if app.input.habits().flag_mode {
        left.push((" clicks flag ".to_owned(), Role::BarKey));
    }
    if session.practice().is_some() {
        left.push((" practice ".to_owned(), Role::BarFaint));
    }
    let mut right = Vec::new();
    if let Some(count) = app.input.count() {
        right.push((format!(" {count} "), Role::BarKey));
    }
    let at: Vec<String> = setup.shape.coordinates(app.viewport.cursor()).iter().map(u64::to_string).collect();
    right.push((format!(" {} ", at.join(",")), Role::BarFaint));
    if let Some(seed) = session.visible_seed() {
        right.push((format!(" seed {seed} "), Role::BarFaint));
    }
    status_line(app, plan, &left, &right, out);
}

/// The line at the top: what matters most stands first on both sides; what has no
/// room is left out.
pub fn status_line(
    app: &App,
    plan: &ScreenLayout,
    left: &[(String, Role)],
    right: &[(String, Role)],
    out: &mut Buffer,
) {
    let (look, area) = (app.viewport.look(), plan.status);
    fill(area, Role::Bar, app, out);
    let mut x = area.x;
    let separator = if look.ascii { "|" } else { "│" };
    for (at, (text, role)) in left.iter().enumerate() {
        let width = text.width() as u16 + u16::from(at > 0);
        if x + width > area.right() {
            break;
        }
        if at > 0 {
            out.set_string(x, area.y, separator, look.role(Role::BarFaint));
            x += 1;
        }
        out.set_string(x, area.y, text, look.role(*role));
        x += text.width() as u16;
    }
    let mut end = area.right();
    for (text, role) in right.iter().rev() {
        let width = text.width() as u16;
        if end < x + width + 1 {
            break;
        }
        end -= width;
        out.set_string(end, area.y, text, look.role(*role));
    }
}

pub fn fill(area: Rect, role: Role, app: &App, out: &mut Buffer) {
    for position in area.intersection(out.area).positions() {
        if let Some(cell) = out.cell_mut(position) {
            cell.set_symbol(" ").set_style(app.viewport.look().role(role));
        }
    }
}

/// What there is to say, most important first.
fn texts(app: &App, now: Now) -> Vec<(String, Tone)> {
    let mut texts = Vec::new();
    if let Some(tried) = app.work.searching() {
        let wheel =
            if app.viewport.look().ascii { ["|", "/", "-", "\\"] } else { ["◐", "◓", "◑", "◒"] };
        let spoke = wheel[(now.ms / 100 % 4) as usize];
        let menu = app.input.shown(Command::Menu);
        let text = format!("{spoke} {}", words::searching_until(tried, &menu));
        texts.push((text, Tone::Plain));
    }
    if let Some((text, tone)) = app.messages.message() {
        texts.push((text.clone(), *tone));
    }
    if let Some(hint) = app.messages.hint().filter(|hint| !hint.text.is_empty()) {
        let mut text = hint.text.clone();
        if app.viewer.is_none() && app.session.told() == Some(hint) && app.session.has_more_help() {
            text.push(' ');
            text.push_str(&words::more_help(app.input.shown(Command::Hint)));
        }
        texts.push((text, if hint.risk == 0.0 { Tone::Good } else { Tone::Plain }));
    }
    if app.messages.ending().is_some() {
        texts.extend(ending(app));
    } else {
        texts.extend(app.heat_text().map(|text| (text, Tone::Plain)));
    }
    if texts.is_empty() {
        texts.extend(idle(app));
    }
    texts
}

/// What to say while nothing happens.
fn idle(app: &App) -> Option<(String, Tone)> {
    let shape = &app.session.setup().shape;
    let log = app.session.log();
    let sliced = shape.slices().0 > 1;
    let text = if sliced {
        words::slices(shape, app.input.shown(Command::FarRight))
    } else if log.is_empty() {
        words::how_to_begin(app.input.shown(Command::Open), app.input.shown(Command::Flag))
    } else {
        return None;
    };
    Some((text, Tone::Faint))
}

/// How the game ended.
fn ending(app: &App) -> Vec<(String, Tone)> {
    let Some(ending) = app.messages.ending() else { return Vec::new() };
    let (session, game) = (&app.session, app.session.game());
    let (said, tone) = match game.outcome() {
        Outcome::Won => (words::ended(session, 0), Tone::Good),
        _ => (words::ended(session, 0), Tone::Bad),
    };
    let said: Vec<String> = [said]
        .into_iter()
        .chain(ending.standing.clone())
        .chain(words::wrong_flags(ending.wrong_flags))
        .collect();
    let mut texts = vec![(said.join(" "), tone)];
    if ending.shared.is_some() {
        let copies = words::copies_result(app.input.shown(Command::Code));
        texts.push(([words::streak(ending.streak), copies].join(" "), Tone::Plain));
    }
    if let Some(review) = &ending.review {
        texts.push((review.clone(), Tone::Plain));
    }
    if let Some(metrics) = &ending.metrics {
        let dot = if app.viewport.look().ascii { " - " } else { " · " };
        let facts = words::facts(metrics).into_iter().skip(1).map(|(name, value)| format!("{name} {value}"));
        let text = facts.collect::<Vec<_>>().join(dot);
        texts.push((text, Tone::Faint));
    } else if app.work.is_waiting() {
        texts.push((words::counting().to_owned(), Tone::Faint));
    }
    texts
}

pub fn messages(app: &App, area: Rect, texts: Vec<(String, Tone)>, out: &mut Buffer) {
    let room = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<(String, Tone)> = Vec::new();
    for (text, tone) in texts {
        lines.extend(wrap(&text, room).into_iter().map(|line| (line, tone)));
    }
    // Where not all fit, the last one says that there would be more.
    let height = usize::from(area.height);
    if lines.len() > height && height > 0 {
        lines.truncate(height);
        if let Some((last, _)) = lines.last_mut() {
            let more = if app.viewport.look().ascii { "..." } else { "…" };
            *last = format!("{} {more}", clip(last, room.saturating_sub(4)));
        }
    }
    for (y, (line, tone)) in (area.y..).zip(&lines) {
        let role = match tone {
            Tone::Plain => Role::Text,
            Tone::Good => Role::Good,
            Tone::Bad => Role::Bad,
            Tone::Faint => Role::Faint,
        };
        let x = area.x + 1 + (room.saturating_sub(line.width()) / 2) as u16;
        out.set_stringn(x, y, line, room, app.viewport.look().role(role));
    }
}

/// A text in lines of at most so many columns, broken between words.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        loop {
            let last = lines.last_mut();
            let Some(line) = last else { break };
            let gap = usize::from(!line.is_empty());
            if line.width() + gap + word.width() <= room || room == 0 {
                if gap > 0 {
                    line.push(' ');
                }
                line.push_str(&word);
                break;
            }
            if line.is_empty() {
                // A word as long as that is cut.
                let part = clip(&word, room).to_owned();
                let taken = part.len().max(word.chars().next().map_or(1, char::len_utf8));
                line.push_str(&part);
                word = word[taken.min(word.len())..].to_owned();
                if word.is_empty() {
                    break;
                }
            }
            lines.push(String::new());
        }
    }
    lines
}

/// The beginning of a text that has room in so many columns.
pub fn clip(text: &str, room: usize) -> &str {
    let mut width = 0;
    for (at, letter) in text.char_indices() {
        width += letter.to_string().width();
        if width > room {
            return &text[..at];
        }
    }
    text
}

/// The keys that a player needs now.
fn keys(app: &App) -> Vec<(Command, &'static str)> {
    let game = app.session.game();
    let rules = game.rules();
    if game.outcome() == Outcome::Playing {
        let mut keys = vec![(Command::Open, "open")];
        if rules.flagging != omnisweep_engine::Flagging::None {
            keys.push((Command::Flag, "flag"));
        }
        if rules.marks {
            keys.push((Command::Mark, "mark"));
        }
        keys.extend([
            (Command::Hint, "hint"),
            (Command::Undo, "undo"),
            (Command::Pause, "pause"),
            (Command::New, "new"),
            (Command::Menu, "menu"),
            (Command::Help, "help"),
            (Command::Quit, "quit"),
        ]);
        keys
    } else {
        vec![
            (Command::New, "new"),
            (Command::Retry, "again"),
            (Command::Replay, "replay"),
            (Command::Undo, "undo"),
            (Command::Choose, "level"),
            (Command::Daily, "daily"),
            (Command::Statistics, "stats"),
            (Command::Menu, "menu"),
            (Command::Quit, "quit"),
        ]
    }
}

/// The keys in the bar and where they are, as many as there is room for.
fn bar_places(app: &App, plan: &ScreenLayout) -> Vec<(Rect, Command, String, &'static str)> {
    let shown = |(command, does): (Command, &'static str)| {
        let key = app.input.bindings().shown(command)?;
        Some(((key.width() + 1 + does.len()) as u16, command, key, does))
    };
    let keys: Vec<_> = keys(app).into_iter().filter_map(shown).collect();
    // Whoever knows the menu and the help finds the rest: those are the last to go.
    let leads = |command: Command| matches!(command, Command::Menu | Command::Help);
    let mut left = plan.keys.width.saturating_sub(1);
    let mut fits = vec![false; keys.len()];
    for first in [true, false] {
        for (at, (width, command, ..)) in keys.iter().enumerate() {
            if leads(*command) != first {
                continue;
            }
            if *width > left {
                break;
            }
            left = left.saturating_sub(width + 2);
            fits[at] = true;
        }
    }
    let mut x = plan.keys.x + 1;
    let mut places = Vec::new();
    for (_, (width, command, key, does)) in fits.into_iter().zip(keys).filter(|(fits, _)| *fits) {
        places.push((Rect { x, width, ..plan.keys }, command, key, does));
        x += width + 2;
    }
    places
}

/// The command in the bar at a place of the screen.
pub fn command_at(app: &App, plan: &ScreenLayout, x: u16, y: u16) -> Option<Command> {
    let found = bar_places(app, plan).into_iter().find(|(area, ..)| area.contains(Position { x, y }));
    found.map(|(_, command, ..)| command)
}

fn bar(app: &App, plan: &ScreenLayout, out: &mut Buffer) {
    fill(plan.keys, Role::Bar, app, out);
    for (area, _, key, does) in bar_places(app, plan) {
        put_key(app, area, &key, does, out);
    }
}

pub fn put_key(app: &App, area: Rect, key: &str, does: &str, out: &mut Buffer) {
    out.set_string(area.x, area.y, key, app.viewport.look().role(Role::BarKey));
    out.set_string(area.x + key.width() as u16 + 1, area.y, does, app.viewport.look().role(Role::Bar));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 8), [""]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a abcdefghij b", 4), ["a", "abcd", "efgh", "ij b"]);
        assert_eq!(wrap("ää ööö", 3), ["ää", "ööö"]);
        assert_eq!(wrap("anything", 0), ["anything"]);
        assert_eq!(clip("über", 2), "üb");
    }
}
