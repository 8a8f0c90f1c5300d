//! Inputs that are nearly seeds.

/// Numbers from a number: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    /// One of so many.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % count.max(1) as u64) as usize
    }
}

/// What readers stumble over.
const AWKWARD: [&[u8]; 22] = [
    b"0",
    b"-1",
    b"255",
    b"65536",
    b"4294967296",
    b"18446744073709551615",
    b"18446744073709551616",
    b"9e999",
    b"\n",
    b"\r\n",
    b"\0",
    b" ",
    b"%25",
    b"%",
    b"\"",
    b"\\",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\x80",
    "é".as_bytes(),
    b"-",
    b".",
];

/// Changes an input in some places, sometimes with parts of others.
pub fn mutated(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(5) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + 1 + dice.below(8)).min(bytes.len());
        match dice.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            5 => drop(bytes.splice(at..end, AWKWARD[dice.below(AWKWARD.len())].iter().copied())),
            6 => drop(bytes.splice(at..at, AWKWARD[dice.below(AWKWARD.len())].iter().copied())),
            7 => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
            _ => number(&mut bytes, at, dice),
        }
    }
    bytes
}

/// Changes the number that stands at a place, if one does.
fn number(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|first| at + first) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value: u64 =
        str::from_utf8(&bytes[start..start + length]).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let other = match dice.below(4) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        2 => value.wrapping_mul(10),
        _ => dice.below(100) as u64,
    };
    bytes.splice(start..start + length, other.to_string().into_bytes());
}
