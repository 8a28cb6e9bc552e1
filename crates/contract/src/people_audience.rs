//! Whether the people who answered can stand for the audience, as the wire spells it: who belongs to it, which groups are
//! missing, and why a study is not settled.

use fieldwork::MissingGroup;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::Missing;

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
        Self {
            attribute: of.attribute.to_owned(),
            value: of.value,
            share: of.share,
            people: u32::try_from(of.people).unwrap_or(u32::MAX),
        }
    }
}

impl<'a> From<&'a MissingGroupView> for Missing<'a> {
    fn from(of: &'a MissingGroupView) -> Self {
        Self { attribute: &of.attribute, value: &of.value, people: of.people }
    }
}
