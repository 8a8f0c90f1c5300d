//! The boards of a day, as a window shows them.

use omnisweep_session::Level;
use omnisweep_session::words::{self, count};

use super::{Line, Panel, faint, heading, line};
use crate::daily::DayBook;
use crate::theme::Role;

/// The window.
pub fn panel(book: &DayBook, ascii: bool) -> Panel {
    let (before, after) = if ascii { ("<", ">") } else { ("‹", "›") };
    let today = book.day == book.today;
    let after = if today { " " } else { after };
    let when = if today { "today" } else { "for practice" };
    let mut lines = vec![heading(format!("{before} {} {after}  {when}", book.day)), line("")];
    for (row, level) in Level::ALL.into_iter().enumerate() {
        let result = result(book, level);
        let shown =
            line(format!(" {:<14}", words::level(level))).and(format!("{result:<34}"), Role::PanelFaint);
        lines.push(shown.row(row, row == book.row));
    }
    lines.push(line(""));
    lines.push(streak(book, ascii));
    lines.push(faint("A certified board for each level and day, the same for everyone;"));
    lines.push(faint("logic alone wins it. Days are those of UTC."));
    let shared = book.result(book.level()).is_some();
    let footer = match (shared, ascii) {
        (true, _) => "enter plays, y copies the result, left and right: the day",
        (false, _) => "enter plays, left and right: the day, esc goes back",
    };
    Panel { title: "Board of the day".to_owned(), lines, footer: footer.to_owned(), plot: None }
}

fn result(book: &DayBook, level: Level) -> String {
    match book.result(level) {
        None if book.played.is_none() => String::new(),
        None => "not played".to_owned(),
        Some(daily) => {
            let played = &daily.kept.played;
            let time = words::duration(played.time);
            let how = if played.won { format!("won in {time}") } else { format!("lost after {time}") };
            let note = match (played.counts, daily.counts() || !played.won) {
                (false, _) => ", with help",
                (true, false) => ", another day",
                (true, true) => "",
            };
            format!("{how}{note}")
        }
    }
}

fn streak(book: &DayBook, ascii: bool) -> Line {
    let streak = book.streak();
    let text = match (streak.now, streak.longest) {
        _ if book.played.is_none() => if ascii { "..." } else { "…" }.to_owned(),
        (0, 0) => "No streak yet: win a board on its day.".to_owned(),
        (0, longest) => {
            format!("No streak at the moment; the longest was {}.", count(longest, "day", "days"))
        }
        (now, longest) if now == longest => format!("Streak: {}.", count(now, "day", "days")),
        (now, longest) => format!("Streak: {}; the longest was {longest}.", count(now, "day", "days")),
    };
    heading(text)
}
