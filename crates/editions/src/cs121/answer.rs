//! What a line means, once it is short enough.

/// The most bytes of a line, carriage return included.
#[derive(Clone, Copy)]
pub struct Limit(usize);

impl Limit {
    pub const LETTER: Limit = Limit(1);
    pub const NUMBER: Limit = Limit(2);
    pub const POSITION: Limit = Limit(6);
    pub const NAME: Limit = Limit(126);

    /// The line without superfluous white space, unless it is too long.
    pub fn check(self, line: &[u8]) -> Option<Vec<u8>> {
        (line.len() <= self.0).then(|| tidy(line))
    }
}

/// Trims spaces, makes inner runs of them one, and drops other white space
/// together with a space before it.
fn tidy(line: &[u8]) -> Vec<u8> {
    let mut tidy: Vec<u8> = Vec::new();
    for &byte in line {
        let after_space = tidy.last() == Some(&b' ');
        match byte {
            b' ' if tidy.is_empty() || after_space => {}
            b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => {
                if after_space {
                    tidy.pop();
                }
            }
            byte => tidy.push(byte),
        }
    }
    if tidy.last() == Some(&b' ') {
        tidy.pop();
    }
    tidy
}

/// A number of digits only.
pub fn number(answer: &[u8]) -> Option<u64> {
    str::from_utf8(answer).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

/// The first two of two or more numbers.
pub fn position(answer: &[u8]) -> Option<[u64; 2]> {
    let numbers: Vec<u64> = answer.split(|&byte| byte == b' ').map(number).collect::<Option<_>>()?;
    match numbers[..] {
        [x, y, ..] => Some([x, y]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_tidied_up() {
        let tidied = |line: &str| String::from_utf8(tidy(line.as_bytes())).unwrap();
        assert_eq!(tidied("  a  b   c "), "a b c");
        assert_eq!(tidied("a\tb"), "ab");
        assert_eq!(tidied("a \tb"), "ab");
        assert_eq!(tidied("a \t b"), "a b");
        assert_eq!(tidied("a \r"), "a");
        assert_eq!(tidied(" \t "), "");
    }

    #[test]
    fn a_position_is_the_first_two_of_its_numbers() {
        assert_eq!(position(b"1 2"), Some([1, 2]));
        assert_eq!(position(b"1 2 3"), Some([1, 2]));
        for other in ["", "1", "1 x", "-1 0", "1 2 x", "1,2"] {
            assert_eq!(position(other.as_bytes()), None, "{other:?}");
        }
    }
}
