//! Who is asked. So far every audience is the adults of the United States; what the client wrote about it is kept
//! word for word as a condition taken as true of everyone, and the description says so.

use crate::brief::Language;
use crate::report::{AudienceFilters, AudienceSource};
use crate::wording;

pub const AGE_MIN_YEARS: u8 = 18;

/// The filters for an audience in the client's words, or for none.
pub fn filters(given: Option<&str>, language: Language) -> AudienceFilters {
    let traits: Vec<String> = given.map(str::to_owned).into_iter().collect();
    let description = match given {
        Some(text) => {
            let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            wording::say(language, "audience-given", &[("trait", one_line.into())])
        }
        None => wording::say(language, "audience-inferred", &[]),
    };
    AudienceFilters {
        description,
        countries: vec!["US".to_owned()],
        age_min: Some(AGE_MIN_YEARS),
        age_max: None,
        sexes: Vec::new(),
        education: Vec::new(),
        income: Vec::new(),
        area: Vec::new(),
        employment: Vec::new(),
        traits,
        source: if given.is_some() { AudienceSource::Given } else { AudienceSource::Inferred },
        relaxed: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_audience_is_kept_word_for_word() {
        let filters = filters(Some(" nurses\nwho bike "), Language::En);
        assert_eq!(filters.traits, [" nurses\nwho bike "]);
        assert_eq!(filters.source, AudienceSource::Given);
        assert!(filters.description.contains("nurses who bike"));
    }

    #[test]
    fn without_an_audience_nothing_is_taken_as_true() {
        let filters = filters(None, Language::Zh);
        assert!(filters.traits.is_empty());
        assert_eq!(filters.source, AudienceSource::Inferred);
    }
}
