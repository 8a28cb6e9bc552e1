//! The raw data of a result, as types: what was asked, and who answered what. Nothing here computes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mirrored::QuestionKind;
use crate::profile::Profile;

/// Raw data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SampleData {
    pub questionnaire: Questionnaire,
    /// In which order each form serves the answers of each question.
    #[serde(default)]
    pub forms: Vec<FormRecord>,
    pub respondents: Vec<RespondentRecord>,
}

/// One of the forms that were dealt in turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FormRecord {
    pub number: u32,
    /// By question id, the answers in the order served; a question whose answers depend on the respondent is left out.
    pub orders: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Questionnaire {
    pub questions: Vec<Question>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    pub id: String,
    pub title: String,
    #[serde(rename = "type")]
    pub kind: QuestionKind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    pub asked_of: AskedOf,
}

/// The ends of a rating scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Scale {
    pub min: u8,
    pub max: u8,
    pub min_label: String,
    pub max_label: String,
}

/// `"all"`, or how many respondents a question was put to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AskedOf {
    Everyone(Everyone),
    Some(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Everyone {
    #[serde(rename = "all")]
    All,
}

/// One simulated respondent whose interview succeeded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RespondentRecord {
    pub respondent_id: String,
    pub display_name: String,
    pub profile: Profile,
    /// Raked to the population's margins, between 0.5 and 2; 1 counts as one respondent.
    #[serde(default = "one")]
    pub weight: f64,
    /// Number of the form that was dealt.
    #[serde(default)]
    pub form_number: u32,
    /// The options in the order served.
    pub form: Vec<String>,
    /// By question id.
    pub answers: BTreeMap<String, AnswerValue>,
    /// By question id and answer: the calibrated probabilities that the answer was drawn from. Of a best-worst question
    /// those of the best; those of the worst, before the best was taken out of them, go by the id with `.worst` behind it.
    pub distributions: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Reports made before there were weights count everyone once.
fn one() -> f64 {
    1.0
}

/// A string, an array of strings, an integer, or best and worst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AnswerValue {
    Text(String),
    Choices(Vec<String>),
    Rating(i64),
    BestWorst { best: String, worst: String },
}
