//! Accounts: a name and a password. Guests have neither, and become accounts by registering, with their games.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::database::{Database, DatabaseError, Step};
use crate::error::Error;
use crate::names::Name;
use crate::random;

/// How long somebody stays logged in, in milliseconds.
pub const LOGIN: u64 = 90 * 24 * 60 * 60 * 1000;

/// How many passwords are looked at at once: each takes 19 MB and a while, on purpose.
const PASSWORDS_AT_ONCE: usize = 2;

/// The most characters of a password, and the least.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// Who is asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
}

/// What a cookie says: whoever has it is logged in. The database has its hash only.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// The token of a text, if it is one.
    #[must_use]
    pub fn read(text: &str) -> Option<Token> {
        random::unhex(text).map(Token)
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> String {
        random::hex(&self.0)
    }

    fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0).to_vec()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// All accounts.
#[derive(Clone)]
pub struct Accounts {
    database: Arc<dyn Database>,
    passwords: Arc<Semaphore>,
}

impl Accounts {
    /// The accounts in a database.
    #[must_use]
    pub fn new(database: Arc<dyn Database>) -> Accounts {
        Accounts { database, passwords: Arc::new(Semaphore::new(PASSWORDS_AT_ONCE)) }
    }

    /// Who has a token.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn of(&self, token: &Token, now: u64) -> Result<Option<Account>, Error> {
        const SELECT: &str = "
            SELECT account.id, account.name, CASE WHEN account.password IS NULL THEN 1 ELSE 0 END
            FROM login JOIN account ON account.id = login.account WHERE login.token = $1 AND login.expires > $2";
        let values = vec![token.hash().as_slice().into(), now.into()];
        let rows = self.database.read(SELECT, values).await?;
        let account = |row: &crate::database::Row| -> Result<Account, DatabaseError> {
            Ok(Account { id: row.integer(0)?, name: row.text(1)?.to_owned(), guest: row.integer(2)? != 0 })
        };
        Ok(rows.first().map(account).transpose()?)
    }

    /// A new guest, logged in.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn guest(&self, now: u64) -> Result<(Account, Token), Error> {
        let account = Account { id: new_id(), name: "Guest".to_owned(), guest: true };
        // No name looks like this.
        let look = format!("guest {}", account.id);
        let (token, log_in) = log_in(account.id, now);
        self.database.change(vec![insert(&account, look, None, now), log_in]).await?;
        Ok((account, token))
    }

    /// A new account, logged in. A guest becomes it, and keeps its games.
    ///
    /// # Errors
    /// What is wrong with name or password, or that the name is taken.
    pub async fn register(
        &self,
        guest: Option<&Account>,
        name: &str,
        password: &str,
        now: u64,
    ) -> Result<(Account, Token), Error> {
        const CLAIM: &str =
            "UPDATE account SET name = $1, look = $2, password = $3 WHERE id = $4 AND password IS NULL";
        const FORGET: &str = "DELETE FROM login WHERE account = $1";
        let name = Name::new(name)?;
        let hash = self.hash(password).await?;
        let guest = guest.filter(|account| account.guest).map(|account| account.id);
        let account =
            Account { id: guest.unwrap_or_else(new_id), name: name.text().to_owned(), guest: false };
        let make = match guest {
            Some(id) => {
                Step::one(CLAIM, vec![name.text().into(), name.look().into(), hash.into(), id.into()])
            }
            None => insert(&account, name.look().to_owned(), Some(hash), now),
        };
        let (token, log_in) = log_in(account.id, now);
        // Whoever had the guest's cookie has no account by that.
        let forget = Step::any(FORGET, vec![account.id.into()]);
        match self.database.change(vec![make, forget, log_in]).await {
            Err(DatabaseError::Conflict(0)) => Err(Error::NameTaken),
            done => Ok(done.map(|()| (account, token))?),
        }
    }

    /// Logs somebody in. A wrong name takes as long as a wrong password.
    ///
    /// # Errors
    /// That name or password are wrong.
    pub async fn log_in(&self, name: &str, password: &str, now: u64) -> Result<(Account, Token), Error> {
        const SELECT: &str = "SELECT id, name, password FROM account WHERE look = $1 AND name = $2";
        let known = match Name::new(name) {
            Ok(name) => self
                .database
                .read(SELECT, vec![name.look().into(), name.text().into()])
                .await?
                .into_iter()
                .next(),
            Err(_) => None,
        };
        let hash = match &known {
            Some(row) => row.text_or_none(2)?.map(str::to_owned),
            None => None,
        };
        if !self.fits(password, hash).await? {
            return Err(Error::WrongPassword);
        }
        let row = known.ok_or(Error::WrongPassword)?;
        let account = Account { id: row.integer(0)?, name: row.text(1)?.to_owned(), guest: false };
        let (token, log_in) = log_in(account.id, now);
        self.database.change(vec![log_in]).await?;
        Ok((account, token))
    }

    /// Logs somebody out.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn log_out(&self, token: &Token) -> Result<(), Error> {
        let step = Step::any("DELETE FROM login WHERE token = $1", vec![token.hash().as_slice().into()]);
        Ok(self.database.change(vec![step]).await?)
    }

    /// Whether this is the account's password.
    async fn check(&self, account: &Account, password: &str) -> Result<(), Error> {
        let rows =
            self.database.read("SELECT password FROM account WHERE id = $1", vec![account.id.into()]).await?;
        let hash = match rows.first() {
            Some(row) => row.text_or_none(0)?.map(str::to_owned),
            None => None,
        };
        if self.fits(password, hash).await? { Ok(()) } else { Err(Error::WrongPassword) }
    }

    /// Changes the password. All others who are logged in with the old one no longer are.
    ///
    /// # Errors
    /// That the old one is wrong, or the new one is none.
    pub async fn change_password(
        &self,
        account: &Account,
        old: &str,
        new: &str,
        now: u64,
    ) -> Result<Token, Error> {
        self.check(account, old).await?;
        let hash = self.hash(new).await?;
        let (token, log_in) = log_in(account.id, now);
        let steps = vec![
            Step::one("UPDATE account SET password = $1 WHERE id = $2", vec![hash.into(), account.id.into()]),
            Step::any("DELETE FROM login WHERE account = $1", vec![account.id.into()]),
            log_in,
        ];
        self.database.change(steps).await?;
        Ok(token)
    }

    /// Deletes an account with all that it has: games, scores, attempts. A guest has no password to be asked for.
    ///
    /// # Errors
    /// That the password is wrong.
    pub async fn delete(&self, account: &Account, password: &str) -> Result<(), Error> {
        if !account.guest {
            self.check(account, password).await?;
        }
        // What belongs to it goes with it: the tables say so.
        let step = Step::any("DELETE FROM account WHERE id = $1", vec![account.id.into()]);
        Ok(self.database.change(vec![step]).await?)
    }

    /// Forgets logins that have run out, and guests that nobody can come back as.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn tidy(&self, now: u64) -> Result<(), Error> {
        const GUESTS: &str = "
            DELETE FROM account WHERE password IS NULL AND created < $1
            AND NOT EXISTS (SELECT 1 FROM login WHERE login.account = account.id)";
        let steps = vec![
            Step::any("DELETE FROM login WHERE expires <= $1", vec![now.into()]),
            Step::any(GUESTS, vec![now.saturating_sub(LOGIN).into()]),
        ];
        Ok(self.database.change(steps).await?)
    }

    async fn hash(&self, password: &str) -> Result<String, Error> {
        if !PASSWORD.contains(&password.chars().count()) {
            return Err(Error::Password);
        }
        let password = password.to_owned();
        self.slowly(move || {
            let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &random::bytes::<16>());
            hash.map(|hash: PasswordHash| hash.to_string()).map_err(|_| Error::Internal)
        })
        .await?
    }

    /// Whether a password fits a hash. Where there is no hash, it fits none, and finding that out takes as long.
    async fn fits(&self, password: &str, hash: Option<String>) -> Result<bool, Error> {
        if password.chars().count() > *PASSWORD.end() {
            return Ok(false);
        }
        let password = password.to_owned();
        self.slowly(move || match hash {
            Some(hash) => PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()),
            None => {
                let hash: Result<PasswordHash, _> =
                    Argon2::default().hash_password_with_salt(password.as_bytes(), &[0; 16]);
                _ = hash;
                false
            }
        })
        .await
    }

    /// Does what takes a processor for a while, a few at a time.
    async fn slowly<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _turn = self.passwords.acquire().await.map_err(|_| Error::Internal)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal)
    }
}

/// A number that no account has.
fn new_id() -> i64 {
    (random::number() >> 1) as i64
}

fn insert(account: &Account, look: String, password: Option<String>, now: u64) -> Step {
    const INSERT: &str = "
        INSERT INTO account (id, name, look, password, created) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (look) DO NOTHING";
    let values =
        vec![account.id.into(), account.name.as_str().into(), look.into(), password.into(), now.into()];
    Step::one(INSERT, values)
}

fn log_in(account: i64, now: u64) -> (Token, Step) {
    let token = Token(random::bytes());
    let values = vec![token.hash().as_slice().into(), account.into(), (now + LOGIN).into()];
    (token, Step::one("INSERT INTO login (token, account, expires) VALUES ($1, $2, $3)", values))
}
