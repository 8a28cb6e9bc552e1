//! Secrets in two forms: the plain one, shown once and never stored or logged, and its hash, which the store keeps.
//! They are high-entropy random strings, so a plain SHA-256 needs no salt and no stretching.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::chance::Chance;

const KEY_PREFIX: &str = "cvs_";
const BASE62_CHARS_PER_16_BYTES: usize = 22;
const CHECKSUM_CHARS: usize = 6;
const KEY_CHARS: usize = KEY_PREFIX.len() + 2 * BASE62_CHARS_PER_16_BYTES + CHECKSUM_CHARS;
/// Leading characters of a key that are stored in the clear, so that its owner can tell keys apart.
const SHOWN_CHARS: usize = 8;

/// The SHA-256 of a secret, which is all that the store keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    fn of(plain: &str) -> Self {
        Self(Sha256::digest(plain.as_bytes()).into())
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the hash in hexadecimal.
    pub fn to_hex(&self) -> String {
        foundation::hex(&self.0)
    }
}

/// An API key in the clear. `Debug` hides it; only `reveal` shows it.
pub struct PlainKey(String);

impl PlainKey {
    pub fn generate(chance: &Chance) -> Self {
        let body = format!("{KEY_PREFIX}{}{}", base62_16(chance.u128()), base62_16(chance.u128()));
        let checksum = checksum(&body);
        Self(body + &checksum)
    }

    /// Parses a key. The checksum exposes typos without a database query.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != KEY_CHARS || !text.starts_with(KEY_PREFIX) || !text.is_ascii() {
            return None;
        }
        let (body, given) = text.split_at(KEY_CHARS - CHECKSUM_CHARS);
        (checksum(body) == given).then(|| Self(text.to_owned()))
    }

    pub fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }

    pub fn shown_prefix(&self) -> &str {
        &self.0[..SHOWN_CHARS]
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PlainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlainKey({}…)", self.shown_prefix())
    }
}

/// The token of a sign-in link or a session, in the clear.
pub struct PlainToken(String);

impl PlainToken {
    pub fn generate(chance: &Chance) -> Self {
        Self(format!("{}{}", base62_16(chance.u128()), base62_16(chance.u128())))
    }

    pub fn from_client(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Returns the secret part of a public report's URL: 128 random bits.
pub fn public_token(chance: &Chance) -> String {
    base62_16(chance.u128())
}

/// Whether a text has the format of a public token. Any other need not be looked up, and may not even be storable.
pub fn is_public_token(text: &str) -> bool {
    text.len() == BASE62_CHARS_PER_16_BYTES && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn base62_16(number: u128) -> String {
    format!("{:0>width$}", base62::encode(number), width = BASE62_CHARS_PER_16_BYTES)
}

fn checksum(body: &str) -> String {
    let crc = crc32fast::hash(body.as_bytes());
    format!("{:0>width$}", base62::encode(crc), width = CHECKSUM_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_and_hashes_alike() {
        let key = PlainKey::generate(&Chance::seeded(1));
        let again = PlainKey::parse(key.reveal()).unwrap();
        assert!(key.hash() == again.hash());
        assert_eq!(key.reveal().len(), KEY_CHARS);
    }

    #[test]
    fn a_key_with_any_one_letter_changed_is_not_a_key() {
        let key = PlainKey::generate(&Chance::seeded(1)).reveal().to_owned();
        for at in 0..key.len() {
            let mut typo = key.clone().into_bytes();
            typo[at] = if typo[at] == b'a' { b'b' } else { b'a' };
            let typo = String::from_utf8(typo).unwrap();
            assert!(PlainKey::parse(&typo).is_none(), "position {at}");
        }
    }

    #[test]
    fn only_what_looks_like_a_public_token_is_one() {
        assert!(is_public_token(&public_token(&Chance::seeded(1))));
        for text in ["", "short", "ñ234567890123456789012", "1234567890123456789\0ab", "12345678901234567890-2"] {
            assert!(!is_public_token(text), "{text:?}");
        }
    }

    #[test]
    fn debug_output_does_not_show_a_key() {
        let key = PlainKey::generate(&Chance::seeded(1));
        assert!(!format!("{key:?}").contains(&key.reveal()[SHOWN_CHARS..]));
    }
}
