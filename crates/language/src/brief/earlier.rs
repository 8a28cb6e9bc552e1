//! What a draft takes from an earlier report's brief: a follow-up its sample size and audience, a wave all that it asked.

use super::{Brief, BriefError, BriefFault, Draft, given_audience};
use crate::text::is_blank;

impl Draft {
    /// Takes sample size and audience from the report whose respondents are to be asked.
    pub fn for_panel_of(self, panel: &Brief) -> Result<Self, BriefError> {
        let differs = |field: &str| {
            let message = format!("{field} is that of the report in same_panel_as; leave it out, or send the same");
            BriefError::new(field, BriefFault::OtherThanPanel, message)
        };
        if self.sample_size.is_some_and(|size| size != i64::from(panel.sample_size)) {
            return Err(differs("sample_size"));
        }
        if let Some(field) = self.other_audience_than(panel)? {
            return Err(differs(field));
        }
        Ok(Self { sample_size: Some(panel.sample_size.into()), ..self.with_audience_of(panel) })
    }

    /// Takes everything from the report that is asked again, but a sample size that the draft has.
    pub fn for_wave_of(self, earlier: &Brief) -> Result<Self, BriefError> {
        if earlier.same_panel_as.is_some() {
            let message = "the report in wave_of asks the respondents of another report; ask that one again instead";
            return Err(BriefError::new("wave_of", BriefFault::WaveOfPanel, message));
        }
        let is_other = |given: &Option<String>, own: &str| given.as_deref().is_some_and(|given| given != own);
        let has_same_options =
            self.options.iter().map(|option| words(option)).eq(earlier.options.iter().map(|option| words(option)));
        let other = [
            ("question", words(&self.question) != words(&earlier.question)),
            ("options", !has_same_options),
            ("language", is_other(&self.language, earlier.language.code())),
            ("wording", is_other(&self.wording, earlier.wording.name())),
        ];
        let other = other.into_iter().find(|(_, is_other)| *is_other).map(|(field, _)| field);
        if let Some(field) = other.map_or_else(|| self.other_audience_than(earlier), |field| Ok(Some(field)))? {
            let message = format!("{field} must be as in the report in wave_of: a wave asks the same again");
            return Err(BriefError::new(field, BriefFault::OtherThanWave, message));
        }
        Ok(Self {
            question: earlier.question.clone(),
            options: earlier.options.clone(),
            language: Some(earlier.language.code().to_owned()),
            wording: Some(earlier.wording.name().to_owned()),
            sample_size: self.sample_size.or(Some(earlier.sample_size.into())),
            country: earlier.country.clone(),
            ..self.with_audience_of(earlier)
        })
    }

    /// Returns the field that asks others than the earlier report did.
    fn other_audience_than(&self, earlier: &Brief) -> Result<Option<&'static str>, BriefError> {
        let described = self.audience_description.as_deref().filter(|text| !is_blank(text)).map(words);
        if described.is_some() && described != earlier.audience_description.as_deref().map(words) {
            return Ok(Some("audience_description"));
        }
        if self.audience_id.is_some() && self.audience_id != earlier.audience_id {
            return Ok(Some("audience_id"));
        }
        let given = self.audience_filters.as_ref().map(given_audience).transpose()?;
        let is_other =
            given.is_some_and(|given| earlier.audience.as_ref().is_none_or(|own| own.filters != given.filters));
        Ok(is_other.then_some("audience_filters"))
    }

    fn with_audience_of(self, earlier: &Brief) -> Self {
        Self {
            audience_description: earlier.audience_description.clone(),
            audience_filters: None,
            audience_id: earlier.audience_id.clone(),
            audience: earlier.audience.clone(),
            ..self
        }
    }
}

/// Returns the words of a text. Forms send line breaks of their own.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
