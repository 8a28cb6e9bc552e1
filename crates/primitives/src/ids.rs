//! Typed identifiers: a prefix and a ULID. The field is private, so every id has a valid format.

use std::fmt;

use ulid::Ulid;

use crate::chance::Chance;
use crate::clock::UnixMs;

macro_rules! prefixed_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Ulid);

        impl $name {
            pub fn new(now: UnixMs, chance: &Chance) -> Self {
                Self(Ulid::from_parts(u64::try_from(now).unwrap_or(0), chance.u128()))
            }

            /// Accepts only the canonical spelling, so that two spellings never identify one thing.
            pub fn parse(text: &str) -> Option<Self> {
                let id = Self(Ulid::from_string(text.strip_prefix($prefix)?).ok()?);
                (id.to_string() == text).then_some(id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
    };
}

prefixed_id!(
    /// Identifies a report; clients poll with it.
    ReportId, "req_"
);
prefixed_id!(AccountId, "acc_");
prefixed_id!(KeyId, "key_");
prefixed_id!(LedgerId, "led_");
prefixed_id!(
    /// Identifies a survey of real people.
    SurveyId, "srv_"
);
prefixed_id!(
    /// Identifies one person's answer.
    AnswerId, "ans_"
);
prefixed_id!(
    /// Identifies an uploaded file of people's answers.
    BatchId, "bat_"
);
prefixed_id!(
    /// Identifies an audience that an account keeps.
    AudienceId, "aud_"
);

prefixed_id!(
    /// Identifies a running process, across machines and containers.
    ProcessId, "proc_"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_it_was_written() {
        let id = ReportId::new(1_700_000_000_000, &Chance::seeded(1));
        assert!(id.to_string().starts_with("req_"));
        assert_eq!(ReportId::parse(&id.to_string()), Some(id));
    }

    #[test]
    fn another_spelling_of_an_id_is_not_an_id() {
        let text = ReportId::new(1_700_000_000_000, &Chance::seeded(1)).to_string();
        assert_eq!(ReportId::parse(&text.to_lowercase()), None);
        assert_eq!(ReportId::parse(&text.replace("req_", "key_")), None);
        assert_eq!(ReportId::parse("req_"), None);
    }
}
