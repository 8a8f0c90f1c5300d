//! The terminal app, started with what the command line, the environment and
//! the config file say, in this order.

use std::io::{self, IsTerminal as _};

use omnisweep_session::words;
use omnisweep_tui::{Config, Depth, Look, Start, Theme};

use super::Options;
use crate::failure::Failure;
use crate::folder;
use crate::style::{When, is_unicode};

/// Whether the app can be shown, and nobody asked for the game of lines.
pub fn is_for(options: &Options) -> bool {
    !options.plain && is_possible()
}

/// Whether there is a terminal that can show more than lines.
pub fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !(dumb && cfg!(unix))
}

/// Plays in the app.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let load = options.loads();
    let session = if load.is_some() { None } else { options.asked()?.map(|(session, _)| session) };
    let (config, note) = config();
    let look = Look {
        theme: options.theme.or(config.theme).unwrap_or(Theme::Dark),
        depth: depth(color),
        ascii: options.ascii || config.ascii || !is_unicode(),
    };
    let start = Start {
        session,
        load,
        folder: folder::data().ok(),
        config,
        look,
        theme_given: options.theme.is_some(),
        note,
        deterministic: options.deterministic,
    };
    // What was said on the screen is said again where it stays.
    omnisweep_tui::run(start)?.lost.map_or(Ok(()), |lost| Err(Failure::GaveUp(lost)))
}

/// The config file; where it is wrong, the usual settings and what is wrong.
pub fn config() -> (Config, Option<String>) {
    let Ok(path) = folder::config_file() else { return (Config::default(), None) };
    let text = match omnisweep_files::read_text(&path, 1 << 20) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Config::default(), None),
        Err(error) => {
            return (
                Config::default(),
                Some(words::config_mistake(&path.display().to_string(), &error.to_string())),
            );
        }
    };
    match Config::read(&text) {
        Ok(config) => (config, None),
        Err(error) => {
            (Config::default(), Some(words::config_mistake(&path.display().to_string(), &error.to_string())))
        }
    }
}

/// How many colours the terminal has, as far as it says.
pub fn depth(color: When) -> Depth {
    let says = |name: &str, words: &[&str]| {
        std::env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
    };
    if !color.enabled() {
        Depth::None
    } else if cfg!(windows) || says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["direct"]) {
        // A console of Windows that knows escape sequences knows all colours, and says nothing of it.
        Depth::True
    } else if says("TERM", &["256color"]) {
        Depth::Many
    } else {
        Depth::Sixteen
    }
}
