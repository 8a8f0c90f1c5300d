//! The words of the command line.

use std::ffi::OsStr;

use super::command::{Integer, integer};

/// What was chosen. Sides may be larger than any memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub height: u128,
    pub width: u128,
    pub mines: u64,
    pub seed: u32,
}

/// Why the game does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// There is no memory for such a board.
    Memory,
    /// An option has too few words behind it.
    Count,
    /// A word is no option.
    Word,
    /// What follows an option is no integer.
    Type,
    /// A number is out of range, or there are more mines than fit.
    Value,
}

impl OptionsError {
    pub fn code(self) -> u8 {
        match self {
            OptionsError::Memory => 1,
            OptionsError::Count => 2,
            OptionsError::Word => 3,
            OptionsError::Type => 4,
            OptionsError::Value => 5,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            OptionsError::Memory => "Out of memory!\n",
            OptionsError::Count => "Invalid number of parameters given!\n",
            OptionsError::Word => "Unexpected argument provided!\n",
            OptionsError::Type => "Invalid type for argument!\n",
            OptionsError::Value => "Invalid value for argument!\n",
        }
    }
}

const MOST: u128 = u64::MAX as u128;

impl Options {
    /// Reads the words from left to right; the first mistake counts. How the
    /// mines fit the size is seen when all are read.
    pub fn parse<'a>(mut words: impl Iterator<Item = &'a OsStr>) -> Result<Options, OptionsError> {
        let mut options = Options { height: 9, width: 9, mines: 10, seed: 0 };
        while let Some(word) = words.next() {
            match word.as_encoded_bytes() {
                b"--size" => {
                    let [height, width] = numbers(&mut words)?;
                    options.height = within(height, 1, MOST + 1)?;
                    options.width = within(width, 1, MOST + 1)?;
                }
                b"--mines" => {
                    let [mines] = numbers(&mut words)?;
                    options.mines = within(mines, 0, MOST)? as u64;
                }
                b"--seed" => {
                    let [seed] = numbers(&mut words)?;
                    // As `srand` takes it: the low 32 bits.
                    options.seed = within(seed, 0, MOST)? as u32;
                }
                _ => return Err(OptionsError::Word),
            }
        }
        let fields = options.height.saturating_mul(options.width);
        if u128::from(options.mines) >= fields { Err(OptionsError::Value) } else { Ok(options) }
    }
}

/// The next words as numbers: first there have to be enough, then all have to
/// be integers.
fn numbers<'a, const N: usize>(
    words: &mut impl Iterator<Item = &'a OsStr>,
) -> Result<[Integer; N], OptionsError> {
    let mut found = [None; N];
    for place in &mut found {
        *place = Some(words.next().ok_or(OptionsError::Count)?);
    }
    let mut numbers = [Integer::default(); N];
    for (number, word) in numbers.iter_mut().zip(found.into_iter().flatten()) {
        *number = integer(word.as_encoded_bytes()).ok_or(OptionsError::Type)?;
    }
    Ok(numbers)
}

fn within(number: Integer, least: u128, most: u128) -> Result<u128, OptionsError> {
    let value = number.value().ok_or(OptionsError::Value)?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(OptionsError::Value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Options, OptionsError> {
        Options::parse(words.split_whitespace().map(OsStr::new))
    }

    #[test]
    fn the_last_of_several_counts_and_all_are_checked() {
        let usual = Options { height: 9, width: 9, mines: 10, seed: 0 };
        assert_eq!(parse(""), Ok(usual.clone()));
        assert_eq!(parse("--mines 500 --mines 10 --seed 7 --seed +0"), Ok(usual));
        assert_eq!(parse("--mines -500 --mines 10"), Err(OptionsError::Value));
        assert_eq!(parse("--mines x --mines 10"), Err(OptionsError::Type));
        assert_eq!(parse("--seed 18446744073709551615").map(|options| options.seed), Ok(u32::MAX));
    }

    #[test]
    fn count_comes_before_type_and_type_before_range() {
        assert_eq!(parse("--size a"), Err(OptionsError::Count));
        assert_eq!(parse("--size 0 a"), Err(OptionsError::Type));
        assert_eq!(parse("--size 9 --mines 10"), Err(OptionsError::Type));
        assert_eq!(parse("--size 0 9"), Err(OptionsError::Value));
        assert_eq!(parse("--size 9 9 9"), Err(OptionsError::Word));
        assert_eq!(parse("--sizes"), Err(OptionsError::Word));
        assert_eq!(parse("--size 1 1"), Err(OptionsError::Value));
        assert_eq!(parse("--size 1 1 --mines 0").map(|options| options.mines), Ok(0));
        assert_eq!(parse("--mines 81"), Err(OptionsError::Value));
        assert_eq!(parse("--size 18446744073709551617 1"), Err(OptionsError::Value));
        assert!(parse("--size 18446744073709551616 18446744073709551616").is_ok());
    }
}
