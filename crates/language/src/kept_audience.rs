//! An audience that an account keeps under a name, to ask it again: the same rules as for the audience of a brief. It is read once,
//! by its words or filters alone, so that it means the same people in every report.

use foundation::Language;

use crate::audience::given::GivenFilters;
use crate::audience::{Asked, Audience, Contradiction, whom};
use crate::brief::{
    AUDIENCE_CHARS_MAX, BriefError, BriefFault, check_text, given_audience, parse_language, parse_sample_size,
};
use crate::text::is_blank;

pub const NAME_CHARS_MAX: usize = 80;

/// An audience to keep, before validation.
#[derive(Debug, Clone, Default)]
pub struct KeepDraft {
    pub name: String,
    pub audience_description: Option<String>,
    pub audience_filters: Option<GivenFilters>,
    /// The sample size of reports that name none.
    pub default_sample_size: Option<i64>,
    /// The language in which it is described.
    pub language: Option<String>,
}

/// A validated audience to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudienceBrief {
    pub name: String,
    pub sample_size: u32,
    pub language: Language,
    wanted: Wanted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    Described(String),
    Given(Audience),
}

impl AudienceBrief {
    pub fn parse(draft: KeepDraft) -> Result<Self, BriefError> {
        check_text("name", &draft.name, 1, NAME_CHARS_MAX)?;
        if draft.name.chars().any(char::is_control) {
            return Err(BriefError::new("name", BriefFault::ControlCharacter, "name must be one line"));
        }
        if let Some(words) = &draft.audience_description {
            check_text("audience_description", words, 0, AUDIENCE_CHARS_MAX)?;
        }
        let described = draft.audience_description.filter(|words| !is_blank(words));
        let wanted = match (described, &draft.audience_filters) {
            (Some(words), None) => Wanted::Described(words),
            (None, Some(filters)) => Wanted::Given(given_audience(filters)?),
            (Some(_), Some(_)) => {
                let message = "audience_filters and audience_description both say whom to ask; send one of them";
                return Err(BriefError::new("audience_filters", BriefFault::TwoAudiences, message));
            }
            (None, None) => {
                let message = "audience_description or audience_filters must say whom to ask";
                return Err(BriefError::new("audience_description", BriefFault::NoAudience, message));
            }
        };
        Ok(Self {
            name: draft.name.trim().to_owned(),
            sample_size: parse_sample_size("default_sample_size", draft.default_sample_size)?,
            language: parse_language(draft.language.as_deref())?,
            wanted,
        })
    }

    /// Returns the client's words, where the audience is described.
    pub fn words(&self) -> Option<&str> {
        match &self.wanted {
            Wanted::Described(words) => Some(words),
            Wanted::Given(_) => None,
        }
    }

    /// Returns the field that says whom to ask.
    pub fn field(&self) -> &'static str {
        match self.wanted {
            Wanted::Described(_) => "audience_description",
            Wanted::Given(_) => "audience_filters",
        }
    }

    /// Reads the audience. Words that name no place take that of `country`, the account's, or of the language.
    pub fn understood(&self, country: Option<&str>) -> Result<Audience, Contradiction> {
        match &self.wanted {
            Wanted::Given(audience) => Ok(audience.clone()),
            Wanted::Described(words) => {
                whom(Asked { question: "", options: &[], description: Some(words), country, language: self.language })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn draft(words: Option<&str>) -> KeepDraft {
        KeepDraft {
            name: " Nurses ".to_owned(),
            audience_description: words.map(str::to_owned),
            ..KeepDraft::default()
        }
    }

    #[test]
    fn an_audience_is_kept_as_it_is_understood() {
        let brief = AudienceBrief::parse(draft(Some("women aged 30 to 44"))).unwrap();
        assert_eq!(
            (brief.name.as_str(), brief.sample_size, brief.words()),
            ("Nurses", 100, Some("women aged 30 to 44"))
        );
        let audience = brief.understood(Some("MX")).unwrap();
        assert_eq!((audience.filters.countries, audience.filters.age_max), (vec!["MX".to_owned()], Some(44)));
        let filters = json!({ "countries": ["ES"] }).as_object().cloned();
        let given = AudienceBrief::parse(KeepDraft { audience_filters: filters, ..draft(Some(" ")) }).unwrap();
        assert_eq!(given.understood(Some("MX")).unwrap().filters.countries, ["ES"]);
        assert_eq!((given.words(), given.field()), (None, "audience_filters"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let filters = |value: serde_json::Value| value.as_object().cloned();
        for (wrong, field) in [
            (draft(None), "audience_description"),
            (KeepDraft { name: "\u{200B}".to_owned(), ..draft(Some("nurses")) }, "name"),
            (KeepDraft { name: "a\nb".to_owned(), ..draft(Some("nurses")) }, "name"),
            (KeepDraft { name: "x".repeat(81), ..draft(Some("nurses")) }, "name"),
            (KeepDraft { default_sample_size: Some(49), ..draft(Some("nurses")) }, "default_sample_size"),
            (KeepDraft { language: Some("fr".to_owned()), ..draft(Some("nurses")) }, "language"),
            (KeepDraft { audience_filters: filters(json!({})), ..draft(Some("nurses")) }, "audience_filters"),
            (
                KeepDraft { audience_filters: filters(json!({ "sexes": ["x"] })), ..draft(None) },
                "audience_filters.sexes[0]",
            ),
        ] {
            assert_eq!(AudienceBrief::parse(wrong).unwrap_err().field, field);
        }
    }
}
