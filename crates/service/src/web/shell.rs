//! The frame of every workspace page: navigation, balance, language switch, and the formatting of messages, numbers
//! and times in the reader's locale.

use std::borrow::Borrow;

use foundation::Language;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wording::{FluentValue, Locale};

use super::session::Member;
use crate::app::ENGINE_PAGE;
use primitives::clock::UnixMs;

/// The section of the workspace that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Reports,
    Audiences,
    Keys,
    Credits,
    Engine,
    Reference,
    Account,
    Entrance,
}

pub struct Shell {
    pub language: Language,
    /// The language in the account's country.
    pub locale: Locale,
    pub section: Section,
    /// Path to return to after a change of language.
    pub path: String,
    pub member: Option<MemberLine>,
}

/// What the frame shows of the signed-in account.
pub struct MemberLine {
    pub email: String,
    pub credits: String,
}

/// One link of the navigation.
pub struct NavigationLink {
    pub path: &'static str,
    pub label: String,
    pub is_current: bool,
}

impl Shell {
    pub fn visitor(language: Language, path: &str) -> Self {
        let locale = language.into();
        Self { language, locale, section: Section::Entrance, path: path.to_owned(), member: None }
    }

    pub fn of(member: &Member, section: Section) -> Self {
        let locale = Locale::new(member.language, member.account.country.as_deref());
        let mut shell = Self { locale, section, ..Self::visitor(member.language, &member.path) };
        let credits = shell.counted("work-credits", member.account.available);
        shell.member = Some(MemberLine { email: member.account.email.clone(), credits });
        shell
    }

    pub fn navigation(&self) -> Vec<NavigationLink> {
        [
            ("/reports", "work-reports", Section::Reports),
            ("/audiences", "work-audiences", Section::Audiences),
            ("/keys", "work-keys", Section::Keys),
            ("/credits", "work-credits-title", Section::Credits),
            (ENGINE_PAGE, "work-engine", Section::Engine),
            ("/reference", "work-reference", Section::Reference),
            ("/account", "work-account", Section::Account),
        ]
        .into_iter()
        .map(|(path, label, section)| NavigationLink {
            path,
            label: self.say(label),
            is_current: section == self.section,
        })
        .collect()
    }

    pub fn is_reference(&self) -> bool {
        self.section == Section::Reference
    }

    /// Returns each language by its own name, for readers who cannot read the page's language.
    pub fn languages(&self) -> [(&'static str, &'static str); 3] {
        Language::ALL.map(|language| (language.code(), language.own_name()))
    }

    pub fn language_name(&self, language: Language) -> &'static str {
        language.own_name()
    }

    pub fn say(&self, id: &str) -> String {
        self.say_with(id, &[])
    }

    pub fn say_with(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.language, id, args)
    }

    /// Formats a message with one text argument.
    pub fn say_of(&self, id: &str, name: &str, value: impl AsRef<str>) -> String {
        self.say_with(id, &[(name, value.as_ref().into())])
    }

    /// Formats a message about a count: `$n` is the formatted number, and `$n_count` selects the plural form.
    pub fn counted(&self, id: &str, n: i64) -> String {
        self.say_with(id, &[("n_count", n.into()), ("n", self.number(n).into())])
    }

    pub fn number(&self, n: impl Borrow<i64>) -> String {
        wording::integer(self.locale, *n.borrow())
    }

    /// Formats a number with its sign, for changes of a balance.
    pub fn change(&self, n: i64) -> String {
        if n > 0 { format!("+{}", self.number(n)) } else { self.number(n) }
    }

    pub fn day(&self, at: impl Borrow<UnixMs>) -> String {
        let at = utc(*at.borrow());
        wording::date(self.locale, at.year(), u8::from(at.month()), at.day())
    }

    /// Formats a time in UTC, since the server does not know the reader's time zone; a script converts it.
    pub fn moment(&self, at: impl Borrow<UnixMs>) -> String {
        let time = utc(*at.borrow());
        let clock = format!("{:02}:{:02}", time.hour(), time.minute());
        self.say_with("work-moment", &[("date", self.day(at.borrow()).into()), ("time", clock.into())])
    }

    /// Formats a time in RFC 3339, for scripts.
    pub fn iso(&self, at: impl Borrow<UnixMs>) -> String {
        let time = utc(*at.borrow());
        // RFC 3339 ends with the year 9999.
        time.format(&Rfc3339).unwrap_or_else(|_| time.to_string())
    }
}

fn utc(at: UnixMs) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(at / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// Implements the methods that the frame template calls on every page.
macro_rules! framed {
    ($($page:ty),+) => {
        $(impl $page {
            fn language(&self) -> foundation::Language {
                self.shell.language
            }

            fn say(&self, id: &str) -> String {
                self.shell.say(id)
            }
        })+
    };
}
pub(super) use framed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_written_as_the_language_does() {
        let at = 1_794_742_680_000; // 2026-11-15 11:38 UTC
        let moment = |language| Shell::visitor(language, "/").moment(at);
        assert_eq!(moment(Language::En), "15 November 2026, 11:38 UTC");
        assert_eq!(moment(Language::Es), "15 de noviembre de 2026, 11:38 UTC");
        assert_eq!(moment(Language::Zh), "2026年11月15日 11:38（UTC）");
        let shell = Shell::visitor(Language::Es, "/");
        assert_eq!(shell.change(12_345), "+12,345");
        assert_eq!(shell.counted("work-credits", 1), "1 crédito");
        assert_eq!(shell.iso(at), "2026-11-15T11:38:00Z");
    }
}
