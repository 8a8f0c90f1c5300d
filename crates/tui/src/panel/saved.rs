//! Saved games, as a window shows them.

use omnisweep_session::words;

use super::{Line, Panel, faint, field, line};
use crate::saved::{Asking, SavedGames};
use crate::theme::Role;

/// How many games are listed around the one that is chosen.
const SHOWN: usize = 9;

/// The window.
pub fn panel(list: &SavedGames, ascii: bool) -> Panel {
    let mut lines = vec![line("A saved game, or the path of a file:")];
    lines.push(field("", &list.typed, list.asking == Asking::Nothing, 60));
    lines.push(line(""));
    match &list.rows {
        None => lines.push(faint(if ascii { "..." } else { "…" })),
        Some(rows) if rows.is_empty() => lines.push(faint(words::no_saved_game())),
        Some(rows) => {
            let first = list.row.saturating_sub(SHOWN / 2).min(rows.len().saturating_sub(SHOWN));
            for (at, row) in rows.iter().enumerate().skip(first).take(SHOWN) {
                let text = format!(" {:<32} ", crate::draw::clip(&row.name, 32));
                let about = line(text).and(format!("{}  {}", row.day, row.about), Role::PanelFaint);
                lines.push(about.row(at, at == list.row));
            }
        }
    }
    lines.extend(asked(list, ascii));
    let footer = match list.asking {
        Asking::Nothing => "enter loads, del deletes, F2 renames, esc goes back",
        Asking::Delete => "enter deletes it, esc does not",
        Asking::Rename(_) => "enter renames it, esc does not",
    };
    Panel { title: "Saved games".to_owned(), lines, footer: footer.to_owned(), plot: None, scroll: 0 }
}

/// A line of a thumbnail, as the terminal can show it.
fn plain(text: &str, ascii: bool) -> String {
    text.chars().map(|sign| if ascii && sign != ' ' { '#' } else { sign }).collect()
}

/// The thumbnail of the chosen game, or what is asked about it.
fn asked(list: &SavedGames, ascii: bool) -> Vec<Line> {
    let Some(chosen) = list.chosen() else { return Vec::new() };
    let mut lines = vec![line("")];
    match &list.asking {
        Asking::Nothing => {
            lines.extend(chosen.thumbnail.iter().map(|text| faint(format!("   {}", plain(text, ascii)))))
        }
        Asking::Delete => lines.push(line(words::delete_for_good(&chosen.name))),
        Asking::Rename(name) => lines.push(field("New name", name, true, 44)),
    }
    lines
}
