//! Whether the people who answered can stand for the audience, as the wire spells it: who belongs to it, which groups are
//! missing, and why a study is not settled.

use fieldwork::MissingGroup;
use foundation::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::Missing;

use crate::Verdict;
use crate::people::{PeopleView, count};

/// With fewer people every group is missing, and naming them all tells nothing.
const MISSING_NAMED_FROM_PEOPLE: u32 = 10;

/// Whether a person belongs to the audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerEligibility {
    /// Nothing was asked.
    Unscreened,
    Fits,
    /// A screening question was skipped, or the file has no such column.
    Unknown,
    /// The answer is kept apart and not counted.
    Out,
}

/// Why a study is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unsettled {
    /// Groups of the audience are missing.
    MissingGroups,
    /// Of more than a tenth of the people it is not known whether they belong to the audience.
    UnknownEligibility,
    /// Bounded weights leave the people unlike the audience.
    WeightAtBound,
    /// The answers do not prove it yet.
    Evidence,
}

/// A group of the audience of which hardly anybody answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MissingGroupView {
    /// `age_band`, `sex` or `country`.
    pub attribute: String,
    pub value: String,
    /// Share of the audience.
    pub share: f64,
    /// Number of counted people of the group.
    pub people: u32,
}

impl PeopleView {
    /// Returns whether the study is settled, how many more people would settle it, and whom it lacks; before the joint verdict,
    /// how many more people it needs. `None` where that is unknown.
    pub fn settlement(&self, language: Language) -> Option<String> {
        if self.people_to_verdict > 0 {
            return Some(wording::about_people(language, "page-people-until-verdict", self.people_to_verdict));
        }
        let is_clear = self.verdict.as_ref().is_some_and(|ruling| ruling.verdict == Verdict::Clear);
        let rule = wording::settlement(language, self.is_settled, is_clear, self.people_range.map(Into::into));
        let said: Vec<String> =
            rule.into_iter().chain(self.unsettled.iter().filter_map(|why| self.lack(language, *why))).collect();
        (!said.is_empty()).then(|| wording::sentences(language, &said))
    }

    fn lack(&self, language: Language, why: Unsettled) -> Option<String> {
        let is_missing_too = || self.unsettled.contains(&Unsettled::MissingGroups);
        match why {
            Unsettled::MissingGroups if self.people >= MISSING_NAMED_FROM_PEOPLE => {
                let missing: Vec<Missing<'_>> = self.missing_groups.iter().map(Missing::from).collect();
                Some(wording::missing_groups(language, &missing))
            }
            Unsettled::UnknownEligibility => {
                Some(wording::unknown_eligibility(language, self.eligibility_unknown, self.people))
            }
            Unsettled::WeightAtBound if !is_missing_too() => {
                Some(wording::say(language, "people-unsettled-bound", &[]))
            }
            _ => None,
        }
    }
}

impl From<fieldwork::Unsettled> for Unsettled {
    fn from(why: fieldwork::Unsettled) -> Self {
        match why {
            fieldwork::Unsettled::MissingGroups => Self::MissingGroups,
            fieldwork::Unsettled::UnknownEligibility => Self::UnknownEligibility,
            fieldwork::Unsettled::WeightAtBound => Self::WeightAtBound,
            fieldwork::Unsettled::Evidence => Self::Evidence,
        }
    }
}

impl From<MissingGroup> for MissingGroupView {
    fn from(of: MissingGroup) -> Self {
        Self { attribute: of.attribute.to_owned(), value: of.value, share: of.share, people: count(of.people) }
    }
}

impl<'a> From<&'a MissingGroupView> for Missing<'a> {
    fn from(of: &'a MissingGroupView) -> Self {
        Self { attribute: &of.attribute, value: &of.value, people: of.people }
    }
}
