//! E-mail addresses of accounts, with one spelling per address: trimmed and in lower case.

use std::fmt;

use language::text::is_invisible;

const EMAIL_CHARS_MAX: usize = 254;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Rejects only what can't be an address, since no pattern can tell whether mail arrives.
    pub fn parse(text: &str) -> Option<Self> {
        let email = text.trim().to_lowercase();
        let (name, host) = email.split_once('@')?;
        let odd = email.chars().any(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
            || email.chars().count() > EMAIL_CHARS_MAX;
        (!name.is_empty() && !host.is_empty() && !odd).then_some(Self(email))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_spelling() {
        assert_eq!(Email::parse(" Ana@Example.COM ").unwrap().as_str(), "ana@example.com");
        for odd in [
            "",
            "ana",
            "@host",
            "ana@",
            "a b@host",
            "a@ho\nst",
            "an\u{200B}a@host",
            "ana@host\u{2060}",
            &format!("{}@host", "a".repeat(250)),
        ] {
            assert_eq!(Email::parse(odd), None, "{odd:?}");
        }
    }
}
