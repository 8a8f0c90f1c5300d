//! Colours and signs of the text on the screen.

use std::io::IsTerminal as _;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether to use colours, by this setting and what standard output is.
    pub fn enabled(self) -> bool {
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb && omnisweep_tui::has_escapes()
            }
        }
    }
}

/// A colour or emphasis, as the terminal wants it told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As it comes.
    Plain,
    /// What matters less.
    Faint,
    /// What matters more.
    Bold,
    /// A flag.
    Flag,
    /// A mine.
    Mine,
    /// What went wrong.
    Wrong,
    /// What went well.
    Good,
    /// The cell played last.
    Here,
    /// A number of mines.
    Number(u32),
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Ink::Plain => "0",
            Ink::Faint => "2",
            Ink::Bold => "1",
            Ink::Flag => "1;31",
            Ink::Mine => "1;35",
            Ink::Wrong => "1;97;41",
            Ink::Good => "1;32",
            Ink::Here => "7",
            Ink::Number(1) => "94",
            Ink::Number(2) => "32",
            Ink::Number(3) => "91",
            Ink::Number(4) => "1;34",
            Ink::Number(5) => "33",
            Ink::Number(6) => "36",
            Ink::Number(7) => "1",
            Ink::Number(_) => "1;95",
        }
    }

    /// The text in this ink.
    pub fn paint(self, text: &str, colours: bool) -> String {
        if colours && self != Ink::Plain {
            format!("\x1b[{}m{text}\x1b[0m", self.code())
        } else {
            text.to_owned()
        }
    }
}

/// Whether signs beyond ASCII may be shown: what is no terminal can have anything, and a terminal
/// on Unix what the locale says. Where none is set, that is ASCII.
pub fn is_unicode() -> bool {
    if cfg!(not(unix)) || !std::io::stdout().is_terminal() {
        return true;
    }
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
