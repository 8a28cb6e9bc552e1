//! What surfaces say of a [`PeopleView`]: counts before shares, why weighted shares differ, whether the study is settled.

use wording::{Locale, Missing};

use crate::Verdict;
use crate::people::{OptionView, PeopleView};
use crate::people_audience::Unsettled;

/// Missing groups are named from this number of people on; with fewer, nearly every group is missing.
const MISSING_NAMED_FROM_PEOPLE: u32 = 10;

impl PeopleView {
    /// Returns the answer at a place: one of the options, or after the last one that none of the prices will do.
    pub fn answer(&self, place: usize) -> Option<&str> {
        let option = self.options.get(place).map(|option| option.option.as_str());
        option.or_else(|| self.none_answer.as_deref().filter(|_| place == self.options.len()))
    }

    /// Returns the view without single people's words, for a page whose owner hides them.
    #[must_use]
    pub fn without_quotes(mut self) -> Self {
        self.comments.themes.iter_mut().for_each(|theme| theme.quotes.clear());
        self
    }

    /// Returns how many people chose an option before its share, as in "7 of 12 (weighted: 41%)".
    pub fn counted(&self, option: &OptionView, locale: impl Into<Locale>) -> String {
        let locale = locale.into();
        wording::people_count(locale, option.count, self.chose(), option.people)
    }

    /// Returns why people's shares read otherwise than their counts; `None` where they don't.
    pub fn why_weighted(&self, locale: impl Into<Locale>) -> Option<String> {
        let locale = locale.into();
        let all = self.chose();
        let differs = |it: &OptionView| it.people.is_some_and(|of| wording::is_weighted(locale, it.count, all, of));
        let by = &self.disclosure;
        let why = || wording::why_weighted(locale, &by.weighting_variables, by.has_supplied_weights);
        self.options.iter().any(differs).then(why)
    }

    /// Number of people who chose. Of prices, somebody may be among the buyers of several options or of none.
    fn chose(&self) -> u32 {
        if self.none_answer.is_some() { self.people } else { self.options.iter().map(|option| option.count).sum() }
    }

    /// Returns the sentence that says how many people answered and that there is a forecast.
    pub fn banner(&self, locale: impl Into<Locale>) -> String {
        let locale = locale.into();
        wording::about_people(locale, "page-people-banner", self.people)
    }

    /// Returns whether the study is settled, how many more people would settle it, and whom it lacks; before the joint verdict,
    /// how many more people it needs. `None` where that is unknown.
    pub fn settlement(&self, locale: impl Into<Locale>) -> Option<String> {
        let locale = locale.into();
        if self.people_to_verdict > 0 {
            return Some(wording::about_people(locale, "page-people-until-verdict", self.people_to_verdict));
        }
        let is_clear = self.verdict.as_ref().is_some_and(|ruling| ruling.verdict == Verdict::Clear);
        let rule = wording::settlement(locale, self.is_settled, is_clear, self.people_range.map(Into::into));
        let parts: Vec<String> = rule
            .into_iter()
            .chain(self.unsettled.iter().filter_map(|why| self.reason_sentence(locale, *why)))
            .collect();
        (!parts.is_empty()).then(|| wording::sentences(locale, &parts))
    }

    /// Returns the sentence for one reason why the study is not settled; `None` if another sentence covers it.
    fn reason_sentence(&self, locale: impl Into<Locale>, why: Unsettled) -> Option<String> {
        let locale = locale.into();
        let is_missing_too = || self.unsettled.contains(&Unsettled::MissingGroups);
        match why {
            Unsettled::MissingGroups if self.people >= MISSING_NAMED_FROM_PEOPLE => {
                let missing: Vec<Missing<'_>> = self.missing_groups.iter().map(Missing::from).collect();
                Some(wording::missing_groups(locale, &missing))
            }
            Unsettled::UnknownEligibility => {
                Some(wording::unknown_eligibility(locale, self.eligibility_unknown, self.people))
            }
            Unsettled::WeightAtBound if !is_missing_too() => Some(wording::say(locale, "people-unsettled-bound", &[])),
            _ => None,
        }
    }
}
