//! Fair both ways: what the server says of a board before the game, and reveals after it.
//!
//! At the start of a game the server sends a commitment, the SHA-256 of the board's seed, the
//! generator's name and a salt. At the end it reveals these three. Whoever has them can work out
//! the commitment, and draw the board again from seed and first cell: so the board was not changed
//! in the middle of the game.

use omnisweep_session::Seed;
use sha2::{Digest as _, Sha256};

use crate::protocol::Reveal;
use crate::random::hex;

/// The length of a salt: nobody finds the seed by trying all of them.
pub const SALT: usize = 16;

/// What is to be revealed of a seed.
#[must_use]
pub fn reveal(seed: &Seed, salt: &[u8]) -> Reveal {
    Reveal { generator: seed.generator.clone(), seed: seed.number.to_string(), salt: hex(salt) }
}

/// The commitment to it, in hexadecimal digits.
#[must_use]
pub fn commitment(Reveal { generator, seed, salt }: &Reveal) -> String {
    hex(&Sha256::digest(format!("omnisweep board 1\n{generator}\n{seed}\n{salt}\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_what_the_guide_says() {
        let seed = Seed { generator: "g".to_owned(), number: 7 };
        let made = commitment(&reveal(&seed, &[0; SALT]));
        // printf 'omnisweep board 1\ng\n7\n00000000000000000000000000000000\n' | sha256sum
        assert_eq!(made, "af2ad705f3aae3cfaea666cbe03357a5098697c919ac1b1c9fbaa684414a2336");
        assert_ne!(made, commitment(&reveal(&seed, &[1; SALT])));
    }
}
