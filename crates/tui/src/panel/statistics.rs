//! Best times, statistics, plots and games, as a window shows them.

use omnisweep_session::{Category, timestamp, words};

use super::{Line, Panel, faint, heading, line};
use crate::draw::clip;
use crate::scores::{CategoryScores, Games, PAGES, Page, Scores};
use crate::theme::Role;

/// How many lines a plot has.
pub const PLOT: u16 = 14;

/// The columns of every page, so that the window does not jump.
const WIDTH: usize = 70;

/// How many games are listed around the one that is chosen.
const SHOWN: usize = 16;

/// The window.
pub fn panel(scores: &Scores, ascii: bool) -> Panel {
    let mut plot = None;
    let mut lines = vec![pages(scores.page), line(" ".repeat(WIDTH))];
    let wait = || line(if ascii { "Looking them up ..." } else { "Looking them up …" });
    match (&scores.categories, scores.chosen()) {
        (None, _) => lines.push(wait()),
        (_, None) => lines.extend([line("No game has been finished yet."), line("")]),
        (Some(categories), Some(chosen)) => match scores.page {
            Page::Table => lines.extend(table(categories, scores.row, ascii)),
            Page::Games => {
                lines.push(heading(named(&chosen.statistics.category, ascii)));
                match &chosen.games {
                    Some(found) => lines.extend(games(found, scores.game, ascii)),
                    None => lines.push(wait()),
                }
            }
            Page::Plot(measure) => {
                lines.push(heading(named(&chosen.statistics.category, ascii)));
                match chosen.games.as_ref().map(|games| games.plot(measure)) {
                    None => lines.push(wait()),
                    Some(Some(drawn)) => {
                        lines.push(line(clip(&drawn.text(ascii), WIDTH)));
                        plot = Some((drawn, lines.len()));
                        lines.extend((0..PLOT).map(|_| line("")));
                    }
                    Some(None) => lines.extend([line(""), line("There is no win to plot yet."), line("")]),
                }
            }
        },
    }
    let footer = match scores.page {
        Page::Games => "enter shows the game again, left and right turn, esc closes",
        _ => "up and down choose, left and right turn, enter: its games",
    };
    Panel { title: "Best times and statistics".to_owned(), lines, footer: footer.to_owned(), plot, scroll: 0 }
}

/// The names of the pages; a click on them turns to the next.
fn pages(open: Page) -> Line {
    let mut names = line("");
    for page in Page::ALL {
        let (name, role) = match page == open {
            true => (format!("[{}] ", page.name()), Role::PanelTitle),
            false => (format!(" {}  ", page.name()), Role::PanelFaint),
        };
        names = names.and(name, role);
    }
    names.row(PAGES, false)
}

/// The latest games, around the one that is chosen.
fn games(games: &Games, chosen: usize, ascii: bool) -> Vec<Line> {
    let dot = if ascii { "-" } else { "·" };
    let first = chosen.saturating_sub(SHOWN / 2).min(games.kept.len().saturating_sub(SHOWN));
    let mut lines = Vec::new();
    for (at, game) in games.kept.iter().enumerate().skip(first).take(SHOWN) {
        let played = &game.played;
        let moment = timestamp::write(played.finished);
        let day = moment.get(..16).unwrap_or_default().replace('T', " ");
        let how = if played.won { "won " } else { "lost" };
        let help = if played.counts { "" } else { " (practice)" };
        let time = words::duration(played.time);
        let text = format!(" {day}  {how} {time:>8} {dot} 3BV {:>3}{help}", played.bbbv);
        lines.push(line(text).row(at, at == chosen));
    }
    lines
}

fn table(categories: &[CategoryScores], row: usize, ascii: bool) -> Vec<Line> {
    let dash = || "-".to_owned();
    let time = |ms: Option<u64>| ms.map_or_else(dash, words::duration);
    let mut lines = vec![faint(format!(
        "{:<20} {:>5} {:>6} {:>9} {:>9} {:>6} {:>7}",
        "", "games", "won", "best", "mean", "3BV/s", "streak"
    ))];
    for (at, CategoryScores { statistics, .. }) in categories.iter().enumerate() {
        let text = format!(
            "{:<20} {:>5} {:>6} {:>9} {:>9} {:>6} {:>7}",
            clip(&named(&statistics.category, ascii), 20),
            statistics.games,
            statistics.win_rate().map_or_else(dash, |rate| format!("{:.0} %", rate * 100.0)),
            time(statistics.best),
            time(statistics.mean()),
            statistics.speed.map_or_else(dash, |speed| format!("{speed:.2}")),
            format!("{}/{}", statistics.streak, statistics.longest_streak),
        );
        lines.push(line(text).row(at, at == row));
    }
    if let Some(CategoryScores { statistics, best, .. }) = categories.get(row) {
        let about = format!("{}: {}", named(&statistics.category, ascii), words::played(statistics));
        lines.extend([line(""), heading(about)]);
        if best.is_empty() {
            lines.push(faint("No win yet."));
        }
        let dot = if ascii { "-" } else { "·" };
        for (place, best) in (1..).zip(best.iter().take(10)) {
            let day = timestamp::write(best.finished);
            lines.push(line(format!(
                "{place:>3}. {:>9}   3BV {:>3} {dot} {:>10} {dot} {}",
                words::duration(best.time),
                best.bbbv,
                words::count(best.clicks, "click", "clicks"),
                day.split('T').next().unwrap_or_default(),
            )));
        }
    }
    lines
}

/// What games are called that can be compared, with the letters that the terminal has.
fn named(category: &Category, ascii: bool) -> String {
    let name = words::category(category);
    if ascii { name.replace('×', "x") } else { name }
}
