//! Choices with a word for each, in commands and files.

use thiserror::Error;

/// A word that stands for no choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {what} {word:?}: there are {}", known.join(", "))]
pub struct UnknownWord {
    /// What was to be chosen.
    pub what: &'static str,
    /// The word, as much of it as is worth showing.
    pub word: String,
    /// The words that there are.
    pub known: &'static [&'static str],
}

impl UnknownWord {
    /// About a word from outside, which may be anything.
    #[must_use]
    pub fn new(what: &'static str, word: &str, known: &'static [&'static str]) -> UnknownWord {
        UnknownWord { what, word: word.chars().filter(|c| !c.is_control()).take(40).collect(), known }
    }
}

/// Gives each variant of an enumeration its word: `ALL` of them, `key`, and
/// `Display` and `FromStr`, which write and read it.
#[macro_export]
macro_rules! keyed {
    ($type:ident, $what:literal, [$($variant:ident = $key:literal),+ $(,)?]) => {
        impl $type {
            /// All of them, in the order in which they are offered.
            pub const ALL: [$type; [$($key),+].len()] = [$($type::$variant),+];

            /// The word for it in commands and files.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $($type::$variant => $key,)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.key())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<$type, $crate::UnknownWord> {
                match word {
                    $($key => Ok($type::$variant),)+
                    _ => Err($crate::UnknownWord::new($what, word, &[$($key),+])),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{FirstCell, RuleSet};

    #[test]
    fn words_are_written_and_read() {
        for first in FirstCell::ALL {
            assert_eq!(first.to_string().parse(), Ok(first));
        }
        let error = "Esp\n".parse::<RuleSet>().unwrap_err().to_string();
        assert_eq!(error, "there is no rule set \"Esp\": there are modern, esp, nd, clicks, styles, cs121");
    }
}
