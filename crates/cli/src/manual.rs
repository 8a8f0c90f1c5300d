//! What the manual page says besides commands and options: files, the environment, keys.

use std::fmt::Write as _;

/// What lies in the data folder, and what it is.
const FILES: [(&str, &str); 9] = [
    (
        "$XDG_DATA_HOME/omnisweep/games.db",
        "Every finished game, and the boards of the day that were begun (SQLite).",
    ),
    (
        "$XDG_DATA_HOME/omnisweep/waiting/",
        "Finished games that could not be put there yet; whoever opens it next does that.",
    ),
    (
        "$XDG_DATA_HOME/omnisweep/game.txt",
        "The game that was left; game\\-2.txt and so on, where several run at once.",
    ),
    ("$XDG_DATA_HOME/omnisweep/aside/", "Games that were left for another one; the last 100 stay."),
    ("$XDG_DATA_HOME/omnisweep/saves/", "Copies of games that were saved under a name."),
    ("$XDG_DATA_HOME/omnisweep/choices.toml", "The kind of game and the theme that were chosen last."),
    ("$XDG_DATA_HOME/omnisweep/cs121/", "savedgame.dat and scores.dat of the CS121 edition."),
    ("$XDG_CONFIG_HOME/omnisweep/config.toml", "Theme, keys and habits of the terminal app."),
    ("$XDG_DATA_HOME, $XDG_CONFIG_HOME", "Where they are not set: ~/.local/share and ~/.config."),
];

const ENVIRONMENT: [(&str, &str); 5] = [
    ("XDG_DATA_HOME, XDG_CONFIG_HOME", "Where files are kept."),
    ("NO_COLOR", "Where it is set, there are no colours, unless \\-\\-color=always is given."),
    ("TERM", "Where it is dumb, the game is played line by line."),
    ("COLORTERM", "Where it is truecolor or 24bit, themes have all of their colours."),
    ("LC_ALL, LC_CTYPE, LANG", "Where the first that is set names no UTF\\-8, only ASCII is shown."),
];

/// The sections, as roff.
pub fn rest() -> String {
    let keys = omnisweep_tui::keys();
    let mut text = String::new();
    for (title, entries) in [("FILES", &FILES[..]), ("ENVIRONMENT", &ENVIRONMENT[..])] {
        _ = writeln!(text, ".SH {title}");
        entries.iter().for_each(|(name, what)| item(&mut text, name, what));
    }
    _ = writeln!(text, ".SH KEYS\nIn the terminal app, with the names that config.toml takes:");
    for (name, keys, does) in keys {
        item(&mut text, &keys, &format!("{does} ({name})"));
    }
    text
}

fn item(text: &mut String, name: &str, what: &str) {
    // A line may begin with a dot or a quote only where roff is meant.
    let plain = |text: &str| text.replace('-', "\\-").replace("\\\\-", "\\-");
    _ = writeln!(text, ".TP\n\\fB{}\\fR\n\\&{}", plain(name), plain(what));
}
