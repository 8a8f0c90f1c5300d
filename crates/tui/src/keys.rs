//! What the keys mean, and how they are named in the config file.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use thiserror::Error;

/// What a player can ask for with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    /// Moves the cursor.
    Left,
    /// Moves the cursor.
    Down,
    /// Moves the cursor.
    Up,
    /// Moves the cursor.
    Right,
    /// Moves to the same cell of the slice on the left; on a flat board, a few cells.
    FarLeft,
    /// Likewise, down.
    FarDown,
    /// Likewise, up.
    FarUp,
    /// Likewise, to the right.
    FarRight,
    /// To the first cell of the row.
    RowStart,
    /// To the last cell of the row.
    RowEnd,
    /// A screen up.
    PageUp,
    /// A screen down.
    PageDown,
    /// Opens a cell; an open number: all around it.
    Open,
    /// Sets a flag, or takes it away.
    Flag,
    /// Sets a question mark.
    Mark,
    /// Takes a flag or question mark away, under rules that want it said.
    Unmark,
    /// Opens all around a number.
    Chord,
    /// Clicks flag, or open again: for pointers with one button.
    FlagMode,
    /// The safest cell, and why.
    Hint,
    /// How likely each mine is.
    Heat,
    /// Takes the last move back.
    Undo,
    /// Stops the clock and hides the board.
    Pause,
    /// The same board again.
    Retry,
    /// The replay of the game that has ended.
    Replay,
    /// Another board of the same kind.
    New,
    /// The form for another game.
    Choose,
    /// The boards of the day.
    Daily,
    /// The menu.
    Menu,
    /// Best times and statistics.
    Statistics,
    /// Saves under a name.
    Save,
    /// Loads a saved game.
    Load,
    /// The board as a code for a friend.
    Code,
    /// The next theme.
    Theme,
    /// Larger cells.
    ZoomIn,
    /// Smaller cells.
    ZoomOut,
    /// The keys.
    Help,
    /// Leaves; the game is kept.
    Quit,
    /// Goes to sleep, as other programs do.
    Suspend,
    /// Draws everything anew.
    Redraw,
}

/// A command, its name in the config file, what it does, and its keys.
pub struct Entry {
    /// The command.
    pub command: Command,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a few words.
    pub does: &'static str,
    keys: &'static str,
}

const fn entry(command: Command, name: &'static str, keys: &'static str, does: &'static str) -> Entry {
    Entry { command, name, does, keys }
}

/// Every command, in the order of the help.
pub const ENTRIES: [Entry; 39] = [
    entry(Command::Open, "open", "space enter", "open; around a number"),
    entry(Command::Flag, "flag", "f", "flag, or take it away"),
    entry(Command::Chord, "chord", "c", "open around a number"),
    entry(Command::FlagMode, "flag-mode", "F", "left clicks flag"),
    entry(Command::Mark, "mark", "m", "question mark"),
    entry(Command::Unmark, "unmark", "x", "remove flag or mark"),
    entry(Command::Hint, "hint", "i", "safest cell, and why"),
    entry(Command::Heat, "heat", "e", "how likely mines are"),
    entry(Command::Undo, "undo", "u backspace", "take a move back"),
    entry(Command::Pause, "pause", "p", "pause"),
    entry(Command::New, "new", "n", "another board"),
    entry(Command::Retry, "retry", "r", "this board again"),
    entry(Command::Replay, "replay", "v", "view the game again"),
    entry(Command::Choose, "choose", "N g", "choose level and rules"),
    entry(Command::Daily, "daily", "d", "board of the day"),
    entry(Command::Left, "left", "left h", "move left"),
    entry(Command::Down, "down", "down j", "move down"),
    entry(Command::Up, "up", "up k", "move up"),
    entry(Command::Right, "right", "right l", "move right"),
    entry(Command::FarLeft, "far-left", "shift-left H", "far left, or a slice"),
    entry(Command::FarDown, "far-down", "shift-down J", "far down, or a slice"),
    entry(Command::FarUp, "far-up", "shift-up K", "far up, or a slice"),
    entry(Command::FarRight, "far-right", "shift-right L", "far right, or a slice"),
    entry(Command::RowStart, "row-start", "home 0 ^", "start of the row"),
    entry(Command::RowEnd, "row-end", "end $", "end of the row"),
    entry(Command::PageUp, "page-up", "pageup ctrl-b", "a page up"),
    entry(Command::PageDown, "page-down", "pagedown ctrl-f", "a page down"),
    entry(Command::ZoomIn, "zoom-in", "+ =", "larger cells"),
    entry(Command::ZoomOut, "zoom-out", "-", "smaller cells"),
    entry(Command::Theme, "theme", "t", "next theme"),
    entry(Command::Code, "code", "y", "board code"),
    entry(Command::Statistics, "statistics", "s", "best times, statistics"),
    entry(Command::Save, "save", "w", "save under a name"),
    entry(Command::Load, "load", "o", "load a saved game"),
    entry(Command::Menu, "menu", "esc", "menu"),
    entry(Command::Help, "help", "? f1", "these keys"),
    entry(Command::Redraw, "redraw", "ctrl-l", "draw all anew"),
    entry(Command::Suspend, "suspend", "ctrl-z", "to the shell; fg: back"),
    entry(Command::Quit, "quit", "q ctrl-c", "leave; game is kept"),
];

/// Every command: its name in the config file, its usual keys, what it does.
#[must_use]
pub fn keys() -> Vec<(&'static str, String, &'static str)> {
    ENTRIES.iter().map(|entry| (entry.name, entry.keys.replace(' ', ", "), entry.does)).collect()
}

/// The name of the command that was probably meant.
fn nearest(name: &str) -> Option<&'static str> {
    let alike = |entry: &Entry| strsim::jaro_winkler(entry.name, name);
    let found = ENTRIES.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)))?;
    (alike(found) > 0.8).then_some(found.name)
}

/// A key, with what is held down beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// What is wrong with the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// There is none of that name.
    #[error("there is no key {0:?} (try a letter, `space`, `enter`, `left`, `pageup`, `f5`, `ctrl-x`)")]
    Unknown(String),
    /// Numbers say how often.
    #[error("the key {0:?} cannot be used: digits say how often a command is to be done")]
    Digit(String),
    /// No command of that name.
    #[error("there is no command {:?}{}", .0, match .1 {
        Some(near) => format!("; is it {near:?}?"),
        None => String::new(),
    })]
    Command(String, Option<&'static str>),
    /// The same key twice.
    #[error("the key {0:?} has two meanings, {1:?} and {2:?}")]
    Twice(String, &'static str, &'static str),
    /// Nothing would be left to leave with.
    #[error("the command \"quit\" needs a key")]
    NoWayOut,
}

const NAMES: [(&str, KeyCode); 15] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("left", KeyCode::Left),
    ("down", KeyCode::Down),
    ("up", KeyCode::Up),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Key {
    /// The key of an event. A letter says itself whether it is a large one.
    #[must_use]
    pub fn of(event: &KeyEvent) -> Key {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let mut modifiers = event.modifiers & held;
        if matches!(event.code, KeyCode::Char(_) | KeyCode::BackTab) {
            modifiers -= KeyModifiers::SHIFT;
        }
        Key { code: event.code, modifiers }
    }

    /// The digit that it types, if it does.
    #[must_use]
    pub fn digit(self) -> Option<u64> {
        match self.code {
            KeyCode::Char(letter) if self.modifiers.is_empty() => letter.to_digit(10).map(u64::from),
            _ => None,
        }
    }

    /// Reads a key's name.
    pub fn parse(name: &str) -> Result<Key, KeyError> {
        let unknown = || KeyError::Unknown(name.to_owned());
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = name;
        loop {
            let held = [
                ("ctrl-", KeyModifiers::CONTROL),
                ("alt-", KeyModifiers::ALT),
                ("shift-", KeyModifiers::SHIFT),
            ];
            let found = held.into_iter().find_map(|(word, held)| Some((rest.strip_prefix(word)?, held)));
            match found {
                Some((after, held)) if !after.is_empty() => {
                    rest = after;
                    modifiers |= held;
                }
                _ => break,
            }
        }
        let named = NAMES.iter().find(|(word, _)| *word == rest).map(|(_, code)| *code);
        let function = || {
            let number: u8 = rest.strip_prefix('f')?.parse().ok()?;
            (1..=12).contains(&number).then_some(KeyCode::F(number))
        };
        let letter = || {
            let mut letters = rest.chars();
            let letter = letters.next().filter(|letter| !letter.is_control() && !letter.is_whitespace())?;
            letters.next().is_none().then_some(KeyCode::Char(letter))
        };
        let code = named.or_else(letter).or_else(function).ok_or_else(unknown)?;
        if let KeyCode::Char(letter) = code {
            if modifiers.contains(KeyModifiers::SHIFT) {
                return Err(unknown());
            }
            if modifiers.is_empty() && ('1'..='9').contains(&letter) {
                return Err(KeyError::Digit(name.to_owned()));
            }
        }
        Ok(Key { code, modifiers })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, word) in
            [(KeyModifiers::CONTROL, "ctrl-"), (KeyModifiers::ALT, "alt-"), (KeyModifiers::SHIFT, "shift-")]
        {
            if self.modifiers.contains(held) {
                f.write_str(word)?;
            }
        }
        match (self.code, NAMES.iter().find(|(_, code)| *code == self.code)) {
            (_, Some((name, _))) => f.write_str(name),
            (KeyCode::Char(letter), None) => write!(f, "{letter}"),
            (KeyCode::F(number), None) => write!(f, "f{number}"),
            (other, None) => write!(f, "{other:?}"),
        }
    }
}

/// Which key stands for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings(HashMap<Key, Command>);

impl Default for Bindings {
    fn default() -> Bindings {
        let mut map = HashMap::new();
        for Entry { command, keys, .. } in &ENTRIES {
            for key in keys.split(' ').filter_map(|name| Key::parse(name).ok()) {
                map.insert(key, *command);
            }
        }
        Bindings(map)
    }
}

impl Bindings {
    /// The usual keys, but for the commands named here, which have these keys
    /// and no others.
    pub fn with(changes: &BTreeMap<String, Vec<String>>) -> Result<Bindings, KeyError> {
        let mut chosen: HashMap<Key, &Entry> = HashMap::new();
        let mut changed = Vec::new();
        for (name, keys) in changes {
            let entry = ENTRIES.iter().find(|entry| entry.name == name);
            let entry = entry.ok_or_else(|| KeyError::Command(name.clone(), nearest(name)))?;
            changed.push(entry.command);
            for name in keys {
                let key = Key::parse(name)?;
                if let Some(other) = chosen.insert(key, entry)
                    && other.command != entry.command
                {
                    return Err(KeyError::Twice(name.clone(), other.name, entry.name));
                }
            }
        }
        let Bindings(mut map) = Bindings::default();
        map.retain(|_, command| !changed.contains(command));
        map.extend(chosen.into_iter().map(|(key, entry)| (key, entry.command)));
        if !map.values().any(|&command| command == Command::Quit) {
            return Err(KeyError::NoWayOut);
        }
        Ok(Bindings(map))
    }

    /// What a key stands for.
    #[must_use]
    pub fn command(&self, key: Key) -> Option<Command> {
        self.0.get(&key).copied()
    }

    /// The keys of a command, the usual ones first and in their usual order.
    #[must_use]
    pub fn keys(&self, command: Command) -> Vec<Key> {
        let usual = ENTRIES.iter().find(|entry| entry.command == command).map_or("", |entry| entry.keys);
        let usual: Vec<Key> = usual.split(' ').filter_map(|name| Key::parse(name).ok()).collect();
        let mut keys: Vec<Key> =
            self.0.iter().filter(|(_, bound)| **bound == command).map(|(key, _)| *key).collect();
        keys.sort_by_cached_key(|key| {
            (usual.iter().position(|usual| usual == key).unwrap_or(usual.len()), key.to_string())
        });
        keys
    }

    /// The first key of a command, as it is shown; nothing where it has none.
    #[must_use]
    pub fn shown(&self, command: Command) -> Option<String> {
        self.keys(command).first().map(Key::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_keys_of_its_own() {
        let usual: usize = ENTRIES.iter().map(|entry| entry.keys.split(' ').count()).sum();
        assert_eq!(Bindings::default().0.len(), usual, "a key has two meanings, or no name");
        for entry in &ENTRIES {
            assert!(!Bindings::default().keys(entry.command).is_empty(), "{}", entry.name);
        }
    }

    #[test]
    fn the_name_of_a_key_is_read_back() {
        for key in Bindings::default().0.keys() {
            assert_eq!(Key::parse(&key.to_string()), Ok(*key));
        }
        for name in ["", "ab", "ctrl-", "f13", "f0", "shift-a", "Space", "\n", " "] {
            assert!(Key::parse(name).is_err(), "{name:?}");
        }
        assert!(Key::parse("ctrl-alt-delete").is_ok());
        assert_eq!(Key::parse("-").unwrap().to_string(), "-");
        assert_eq!(Key::parse("7"), Err(KeyError::Digit("7".to_owned())));
    }

    #[test]
    fn keys_can_be_given_other_meanings() {
        let change = |name: &str, keys: &[&str]| {
            (name.to_owned(), keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>())
        };
        let bindings =
            Bindings::with(&BTreeMap::from([change("open", &["z", "q"]), change("quit", &["f10"])]));
        let bindings = bindings.unwrap();
        let means = |name: &str| bindings.command(Key::parse(name).unwrap());
        assert_eq!(means("z"), Some(Command::Open));
        assert_eq!(means("q"), Some(Command::Open), "what is chosen goes before what is usual");
        assert_eq!(means("space"), None);
        assert_eq!(means("f10"), Some(Command::Quit));
        let twice = BTreeMap::from([change("open", &["z"]), change("flag", &["z"])]);
        assert_eq!(Bindings::with(&twice), Err(KeyError::Twice("z".to_owned(), "flag", "open")));
        assert_eq!(Bindings::with(&BTreeMap::from([change("quit", &[])])), Err(KeyError::NoWayOut));
        assert!(Bindings::with(&BTreeMap::from([change("fly", &["z"])])).is_err());
    }

    #[test]
    fn a_name_that_is_nearly_right_is_suggested() {
        let mistake = |name: &str| {
            let changes = BTreeMap::from([(name.to_owned(), vec!["z".to_owned()])]);
            Bindings::with(&changes).unwrap_err().to_string()
        };
        assert_eq!(mistake("far-rigth"), "there is no command \"far-rigth\"; is it \"far-right\"?");
        assert_eq!(mistake("xyzzy"), "there is no command \"xyzzy\"");
    }
}
