//! Names of players: what can be one, and which look alike.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, confusable_detection::skeleton};

/// How long a name may be, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// Too short or too long.
    #[error("a name has 2 to 24 characters")]
    Length,
    /// A character that names do not have.
    #[error("a name has letters and digits, with - and _ between them")]
    Character,
    /// Letters of scripts that do not go together.
    #[error("the letters of a name are of one script")]
    Scripts,
    /// It could be taken for the server.
    #[error("this name is kept for the server")]
    Reserved,
}

/// Names, or beginnings of names, that could be taken for the server.
const RESERVED: [&str; 6] = ["admin", "guest", "moderator", "omnisweep", "server", "system"];

/// A name that can be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    text: String,
    look: String,
}

impl Name {
    /// The name that a text is.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new(text: &str) -> Result<Name, NameError> {
        // No name is long, whatever it is composed of.
        if text.len() > 8 * LENGTH.end() {
            return Err(NameError::Length);
        }
        let text: String = text.trim().nfkc().collect();
        if !LENGTH.contains(&text.chars().count()) {
            return Err(NameError::Length);
        }
        let inner = |c: char| c == '-' || c == '_';
        let fits = |c: char| (c.is_alphanumeric() && c.identifier_allowed()) || inner(c);
        if !text.chars().all(fits) || text.starts_with(inner) || text.ends_with(inner) {
            return Err(NameError::Character);
        }
        if !text.is_single_script() {
            return Err(NameError::Scripts);
        }
        let look = look(&text);
        if RESERVED.iter().any(|reserved| look.starts_with(&self::look(reserved))) {
            return Err(NameError::Reserved);
        }
        Ok(Name { text, look })
    }

    /// The name as it is shown.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it looks like: the same for two names that could be taken for each other.
    #[must_use]
    pub fn look(&self) -> &str {
        &self.look
    }
}

/// What a text looks like, whatever the case of its letters. Unicode's tables take a capital i for a small L; a
/// small one looks like neither, but is the same letter, so all of them are one.
fn look(text: &str) -> String {
    let letters: String = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let seen: String = skeleton(&letters).collect();
    seen.to_lowercase().replace(['i', '|', '1'], "l").replace('0', "o")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_one() {
        let look = |text: &str| Name::new(text).unwrap().look;
        for alike in [
            ["Alice", "AIice"],
            ["alice", "ALICE"],
            ["modern", "modem"],
            ["bob0", "bobO"],
            ["a-b", "ab"],
            ["a_b", "A-B"],
            ["Bill", "B1ll"],
            ["ｗide", "wide"],
        ] {
            let [one, other] = alike.map(look);
            assert_eq!(one, other, "{alike:?}");
        }
        assert_ne!(look("alice"), look("alina"));
        assert_eq!(look("сосо"), look("coco"), "Cyrillic letters that look like Latin ones");
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (text, error) in [
            ("", NameError::Length),
            ("a", NameError::Length),
            ("  a  ", NameError::Length),
            (&"a".repeat(25), NameError::Length),
            (&"a".repeat(10_000), NameError::Length),
            ("a b", NameError::Character),
            ("a<b>", NameError::Character),
            ("-ab", NameError::Character),
            ("ab_", NameError::Character),
            ("a\u{202e}b", NameError::Character),
            ("a\u{200b}b", NameError::Character),
            ("a\0b", NameError::Character),
            ("pаypal", NameError::Scripts),
            ("Admin1", NameError::Reserved),
            ("adm1n", NameError::Reserved),
            ("Omnisweep", NameError::Reserved),
        ] {
            assert_eq!(Name::new(text), Err(error), "{text:?}");
        }
        for text in ["ab", "Zoë", "Łukasz", "Борис", "日本太郎", "x_1-y"] {
            assert!(Name::new(text).is_ok(), "{text}");
        }
    }
}
