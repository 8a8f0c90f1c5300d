//! What nobody can guess: keys, salts and seeds from the system.

/// Random bytes.
///
/// # Panics
/// Where the system has none, which no server can go on without.
#[must_use]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// A random number.
#[must_use]
pub fn number() -> u64 {
    u64::from_le_bytes(bytes())
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hexadecimal digits, if there are so many and no others.
#[must_use]
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_back_and_nothing_else_is() {
        let some: [u8; 16] = bytes();
        assert_ne!(some, bytes());
        assert_eq!(unhex(&hex(&some)), Some(some));
        for text in ["", "0", "0g", "0G", "AB", "000", "é"] {
            assert_eq!(unhex::<1>(text), None, "{text}");
        }
    }
}
