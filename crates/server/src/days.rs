//! The server's board of the day: drawn from a secret of the server's, the same for all who play here. That of the
//! offline programs follows from its date, so anybody could practise it first.

use omnisweep_session::Level;
use omnisweep_session::daily::Day;
use sha2::{Digest as _, Sha256};

use crate::board::is_seed;
use crate::commitment::SALT;
use crate::database::{Database, DatabaseError, Step, Value};
use crate::random;

/// What the boards of all days are drawn from.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The secret of a database, made where there is none: all processes on it have the same.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn of(database: &dyn Database) -> Result<Secret, DatabaseError> {
        let new = random::bytes::<32>().to_vec();
        let insert = "INSERT INTO setting (name, value) VALUES ('secret', $1) ON CONFLICT (name) DO NOTHING";
        database.change(vec![Step::any(insert, vec![Value::Bytes(new)])]).await?;
        let rows = database.read("SELECT value FROM setting WHERE name = 'secret'", Vec::new()).await?;
        let bytes = rows.first().and_then(|row| row.bytes(0).ok()?.try_into().ok());
        bytes.map(Secret).ok_or_else(|| DatabaseError::Broken("the secret is damaged".to_owned()))
    }

    /// The seed and the salt of a day's board.
    #[must_use]
    pub fn day(&self, day: Day, level: Level) -> (u64, [u8; SALT]) {
        let (mut seed, mut salt) = ([0; 8], [0; SALT]);
        for number in 0u64.. {
            let mut hash = Sha256::new();
            hash.update(b"omnisweep day 1\n");
            hash.update(self.0);
            hash.update(format!("{day} {level} {number}"));
            let sum = hash.finalize();
            seed.copy_from_slice(&sum[..8]);
            salt.copy_from_slice(&sum[8..8 + SALT]);
            if is_seed(u64::from_le_bytes(seed)) {
                break;
            }
        }
        (u64::from_le_bytes(seed), salt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_and_level_and_server_has_another_board() {
        let day = Day::of_number(20_261_117).unwrap();
        let secret = Secret([1; 32]);
        let one = secret.day(day, Level::Expert);
        assert_eq!(one, secret.day(day, Level::Expert));
        assert_ne!(one, secret.day(day.after(), Level::Expert));
        assert_ne!(one, secret.day(day, Level::Beginner));
        assert_ne!(one, Secret([2; 32]).day(day, Level::Expert));
        assert_eq!(format!("{secret:?}"), "Secret");
    }
}
