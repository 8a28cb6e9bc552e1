//! Passwords as typed, which never print themselves, and the Argon2id hashes that the store keeps. Hashing is slow on
//! purpose, so it runs on blocking threads and a limited number of times at once.

use std::fmt;
use std::sync::Arc;

use argon2::password_hash::{self, PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash as Phc};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;

use crate::chance::Chance;

pub const PASSWORD_CHARS_MIN: usize = 10;
pub const PASSWORD_CHARS_MAX: usize = 200;
/// Hashes computed at once; others wait. Each takes 19 MiB and tens of milliseconds.
const HASHES_AT_ONCE_MAX: usize = 4;
/// The hash that a password is compared with if an account has
/// none. It is as slow to verify, and no known password matches it.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2FudmFzcy1ub2JvZHkuLg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password as it was typed.
pub struct PlainPassword(SecretString);

impl PlainPassword {
    /// Wraps any text, without checking it.
    pub fn typed(text: String) -> Self {
        Self(text.into())
    }

    /// Whether its length is allowed for an account's password.
    pub fn is_acceptable(&self) -> bool {
        let chars = self.0.expose_secret().chars().count();
        (PASSWORD_CHARS_MIN..=PASSWORD_CHARS_MAX).contains(&chars)
    }

    fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

/// The stored hash of a password, in PHC string format with salt and cost.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    pub fn from_store(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("a password could not be hashed: {0}")]
    Hashing(password_hash::Error),
    #[error("hashing a password was cancelled")]
    Abandoned,
}

/// Hashes and verifies passwords, a limited number at once.
#[derive(Clone)]
pub struct Passwords(Arc<Semaphore>);

impl Default for Passwords {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(HASHES_AT_ONCE_MAX)))
    }
}

impl Passwords {
    pub async fn hash(&self, password: PlainPassword, chance: &Chance) -> Result<PasswordHash, PasswordError> {
        let salt: [u8; 16] = chance.bytes();
        let hashed = self.aside(move || Argon2::default().hash_password_with_salt(password.bytes(), &salt)).await?;
        Ok(PasswordHash(hashed.map_err(PasswordError::Hashing)?.to_string()))
    }

    /// Verifies a password. It takes the same time without a stored
    /// hash, so that timing does not reveal which accounts exist.
    pub async fn verify(&self, password: PlainPassword, stored: Option<PasswordHash>) -> Result<bool, PasswordError> {
        let is_there = stored.is_some();
        let stored = stored.map_or_else(|| DUMMY_HASH.to_owned(), |hash| hash.0);
        let verified = self.aside(move || Argon2::default().verify_password(password.bytes(), &Phc::new(&stored)?));
        match verified.await? {
            Ok(()) => Ok(is_there),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(PasswordError::Hashing(error)),
        }
    }

    async fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordError> {
        let turn = Arc::clone(&self.0).acquire_owned().await.map_err(|_| PasswordError::Abandoned)?;
        let working = move || {
            let done = work();
            // Held to the end even if the request was cancelled; otherwise cancelled requests would pile up work.
            drop(turn);
            done
        };
        tokio::task::spawn_blocking(working).await.map_err(|_| PasswordError::Abandoned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> PlainPassword {
        PlainPassword::typed(text.to_owned())
    }

    #[tokio::test]
    async fn only_the_password_itself_is_accepted() {
        let passwords = Passwords::default();
        let hash = passwords.hash(typed("correct horse"), &Chance::seeded(1)).await.unwrap();
        assert!(passwords.verify(typed("correct horse"), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify(typed("correct horse "), Some(hash)).await.unwrap());
        assert!(!passwords.verify(typed("correct horse"), None).await.unwrap());
    }

    #[tokio::test]
    async fn two_hashes_of_one_password_differ_and_cost_what_an_unknown_account_costs() {
        let (passwords, chance) = (Passwords::default(), Chance::seeded(1));
        let first = passwords.hash(typed("correct horse"), &chance).await.unwrap();
        let second = passwords.hash(typed("correct horse"), &chance).await.unwrap();
        assert_ne!(first.as_str(), second.as_str());
        let cost = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(cost(first.as_str()), cost(DUMMY_HASH));
    }

    #[test]
    fn length_counts_characters_and_nothing_prints_itself() {
        assert!(!typed("123456789").is_acceptable() && typed("1234567890").is_acceptable());
        assert!(typed(&"密".repeat(10)).is_acceptable() && !typed(&"x".repeat(201)).is_acceptable());
        assert!(!format!("{:?}", PasswordHash::from_store("secret".to_owned())).contains("secret"));
    }
}
