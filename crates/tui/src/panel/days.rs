//! The boards of a day, as a window shows them.

use omnisweep_session::daily::DailyBoard;
use omnisweep_session::words;

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
    for (row, board) in DailyBoard::ALL.into_iter().enumerate() {
        let result = result(book, board);
        let shown = line(format!(" {:<14}", words::daily_board(board)))
            .and(format!("{result:<34}"), Role::PanelFaint);
        lines.push(shown.row(row, row == book.row));
    }
    lines.push(line(""));
    lines.push(streak(book, ascii));
    lines.push(faint("A certified board for each level and, of expert's size, each difficulty:"));
    lines.push(faint("the same for everyone; logic alone wins it. Days are those of UTC."));
    let shared = book.result(book.board()).is_some();
    let footer = match (shared, ascii) {
        (true, _) => "enter plays, y copies the result, left and right: the day",
        (false, _) => "enter plays, left and right: the day, esc goes back",
    };
    Panel { title: "Board of the day".to_owned(), lines, footer: footer.to_owned(), plot: None, scroll: 0 }
}

fn result(book: &DayBook, board: DailyBoard) -> String {
    match book.result(board) {
        None if book.played.is_none() => String::new(),
        None => "not played".to_owned(),
        Some(daily) => {
            let played = &daily.kept.played;
            words::day_result(played.won, played.time, !played.counts)
        }
    }
}

fn streak(book: &DayBook, ascii: bool) -> Line {
    let text = match book.played {
        None => if ascii { "..." } else { "…" }.to_owned(),
        Some(_) => words::streak(book.streak()),
    };
    heading(text)
}
