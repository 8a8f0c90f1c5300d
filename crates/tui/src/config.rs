//! The config file, and what the program itself remembers.
//!
//! ```toml
//! theme = "dark"            # dark, light, contrast, colour-blind or mono
//! ascii = false             # signs of ASCII only
//! click-chords = false      # a left click on an open number opens around it
//!
//! [keys]                    # a command has these keys and no others
//! open = ["space", "z"]
//! flag = ["f", "x"]
//! unmark = []
//! ```

use std::collections::BTreeMap;

use omnisweep_engine::{RuleSet, Shape};
use omnisweep_session::{Level, Seed, Setup};
use serde::{Deserialize, Serialize};

use crate::keys::Bindings;
use crate::theme::Theme;

/// What a user can set in the config file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The theme, if one is named.
    pub theme: Option<Theme>,
    /// Signs of ASCII only.
    pub ascii: bool,
    /// A left click on an open number opens around it.
    pub click_chords: bool,
    /// The keys.
    pub bindings: Bindings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    theme: Option<String>,
    #[serde(default)]
    ascii: bool,
    #[serde(default)]
    click_chords: bool,
    #[serde(default)]
    keys: BTreeMap<String, Vec<String>>,
}

impl Config {
    /// Reads the text of a config file, or says what is wrong with it.
    pub fn read(text: &str) -> Result<Config, String> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            format!("line {line}: {}", error.message())
        })?;
        let theme = file.theme.map(|word| Theme::read(&word).map_err(|error| error.to_string()));
        Ok(Config {
            theme: theme.transpose()?,
            ascii: file.ascii,
            click_chords: file.click_chords,
            bindings: Bindings::with(&file.keys).map_err(|error| error.to_string())?,
        })
    }
}

/// What was chosen last, for the next game and the next start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// The theme.
    pub theme: String,
    /// The board's sizes.
    pub size: Vec<u64>,
    /// The mines.
    pub mines: u64,
    /// The rules.
    pub rules: String,
    /// What the first click is promised.
    pub first: String,
    /// Whether there are question marks.
    pub marks: bool,
    /// What becomes of it where logic ends.
    pub guess: String,
    /// Whether the player only wants to practise: the result does not count.
    pub practice: bool,
}

impl Choices {
    /// What was chosen for a game.
    #[must_use]
    pub fn of(setup: &Setup, practice: bool, theme: Theme) -> Choices {
        Choices {
            theme: theme.key().to_owned(),
            size: setup.shape.sizes().to_vec(),
            mines: setup.mines,
            rules: setup.set.key().to_owned(),
            first: setup.first.key().to_owned(),
            marks: setup.marks,
            guess: setup.guess.key().to_owned(),
            practice,
        }
    }

    /// The text of the file.
    #[must_use]
    pub fn write(&self) -> String {
        let note = "# What was chosen last. The program writes this file; the config file is yours.\n";
        format!("{note}{}", toml::to_string(self).unwrap_or_default())
    }

    /// Reads it back; nothing where it makes no sense.
    #[must_use]
    pub fn read(text: &str) -> Option<Choices> {
        let choices: Choices = toml::from_str(text).ok()?;
        choices.setup(Seed::new(0))?;
        Some(choices)
    }

    /// The theme.
    #[must_use]
    pub fn theme(&self) -> Option<Theme> {
        Theme::read(&self.theme).ok()
    }

    /// The game that was chosen, with another seed.
    #[must_use]
    pub fn setup(&self, seed: Seed) -> Option<Setup> {
        let set = self.rules.parse().ok()?;
        let shape = Shape::new(&self.size).ok()?;
        let plain = Setup::new(set, shape, self.mines, Some(seed));
        let first = self.first.parse().ok()?;
        let modern = set == RuleSet::Modern;
        let setup = if modern { Setup { first, marks: self.marks, ..plain } } else { plain };
        Some(setup.with_guess(self.guess.parse().ok()?))
    }
}

/// The game for somebody who never chose one.
#[must_use]
pub fn beginner(seed: Seed) -> Option<Setup> {
    let shape = Shape::new(Level::Beginner.sizes()).ok()?;
    Some(Setup::new(RuleSet::Modern, shape, Level::Beginner.mines(), Some(seed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{Command, Key};

    #[test]
    fn an_empty_file_changes_nothing() {
        assert_eq!(Config::read(""), Ok(Config::default()));
    }

    #[test]
    fn the_example_is_read() {
        let text = "theme = \"light\"\nascii = true\nclick-chords = true\n[keys]\nopen = [\"z\"]\n";
        let config = Config::read(text).unwrap();
        assert_eq!((config.theme, config.ascii, config.click_chords), (Some(Theme::Light), true, true));
        assert_eq!(config.bindings.command(Key::parse("z").unwrap()), Some(Command::Open));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, what) in [
            ("theme = 3\n", "line 1: "),
            ("\n\ncolour = 3\n", "line 3: "),
            ("theme = \"pink\"\n", "there is no theme \"pink\": there are dark, light"),
            ("[keys]\nopen = [\"zz\"]\n", "there is no key \"zz\""),
            ("[keys]\nfly = [\"z\"]\n", "there is no command \"fly\""),
            ("[keys", "line 1: "),
        ] {
            let error = Config::read(text).unwrap_err();
            assert!(error.starts_with(what), "{text:?} gives {error:?}");
        }
    }

    #[test]
    fn choices_are_read_back() {
        let choices = Choices::of(&beginner(Seed::new(1)).unwrap(), true, Theme::Contrast);
        assert_eq!(Choices::read(&choices.write()), Some(choices));
        assert_eq!(Choices::read("theme = 1"), None);
    }
}
