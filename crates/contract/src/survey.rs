//! Surveys of real people: requests and the status, as the wire spells them.

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// The parameters of a new survey.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyRequest {
    /// Number of complete answers wanted; 60 when omitted.
    #[schema(minimum = 1, maximum = 5000)]
    pub quota: Option<i64>,
    /// End of the survey, in RFC 3339; none when omitted.
    #[schema(format = DateTime)]
    pub ends_at: Option<String>,
    /// Number of one-time links to create instead of one link for everybody. They are shown in this response only.
    #[schema(minimum = 0, maximum = 1000)]
    pub one_time_links: Option<i64>,
    /// Name of the asking person or organisation, shown to participants.
    #[schema(max_length = 80)]
    pub asker: Option<String>,
    /// Whether the survey closes once further answers would not change which option is first.
    pub close_when_settled: Option<bool>,
}

/// Changes to a survey; omitted fields stay as they are.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyChangeRequest {
    pub state: Option<SurveyState>,
    #[schema(minimum = 1, maximum = 5000)]
    pub quota: Option<i64>,
    /// In RFC 3339; null removes the end.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Option<String>>,
    /// Number of additional one-time links to create.
    #[schema(minimum = 0, maximum = 1000)]
    pub one_time_links: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SurveyState {
    Open,
    Closed,
}

/// A survey with its state and counts.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SurveyStatus {
    pub request_id: String,
    /// URL of the survey for its participants.
    pub url: String,
    pub state: SurveyState,
    /// Whether answers are accepted now: the survey is open, its end is in the future and its quota is not reached.
    pub takes_answers: bool,
    pub quota: i64,
    /// Number of counted answers; never more than the quota.
    pub complete: i64,
    /// Number of people who began and did not finish; they are not counted.
    pub unfinished: i64,
    /// Number of complete answers flagged as automated; they are not counted until the owner accepts them.
    pub flagged: i64,
    /// Number of people who do not belong to the audience; they are not counted.
    pub screened_out: i64,
    /// Whether so many answers are unfinished or flagged that nobody can begin until some are deleted or an hour old.
    pub is_crowded: bool,
    #[schema(format = DateTime)]
    pub ends_at: Option<String>,
    pub asker: Option<String>,
    pub close_when_settled: bool,
    /// Number of one-time links, and how many were used; both 0 if one link is for everybody.
    pub one_time_links: i64,
    pub one_time_links_used: i64,
    /// The links created by this request. Only their hashes are stored, so they can't be shown again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    #[schema(format = DateTime)]
    pub created_at: String,
}

/// Distinguishes a field that is null from one that is absent.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}
