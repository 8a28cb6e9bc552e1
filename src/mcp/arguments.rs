//! Arguments of the tools, from which their JSON schemas are generated. Unknown fields are rejected, so that a typo
//! cannot silently spend credits. `language::brief` validates briefs.

use language::brief::Draft;
use rmcp::schemars;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Refusal;

const WAIT_SECONDS_DEFAULT: u64 = 50;
const WAIT_SECONDS_MAX: u64 = 600;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct BriefArguments {
    /// The research question.
    #[schemars(length(min = 1, max = 2000))]
    question: String,
    /// Candidate options, no two alike, each of at most 200 characters.
    #[schemars(length(min = 2, max = 20), inner(length(min = 1, max = 200)))]
    options: Vec<String>,
    /// How many respondents; each costs one credit. 100 when omitted.
    #[schemars(range(min = 50, max = 1000))]
    sample_size: Option<i64>,
    /// Whom to ask, in words; inferred from the question when omitted.
    #[schemars(length(max = 2000))]
    audience_description: Option<String>,
    /// Language of the report: en, es or zh; en when omitted.
    language: Option<String>,
}

impl From<BriefArguments> for Draft {
    fn from(arguments: BriefArguments) -> Self {
        Self {
            question: arguments.question,
            options: arguments.options,
            sample_size: arguments.sample_size,
            audience_description: arguments.audience_description,
            language: arguments.language,
        }
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct WatchArguments {
    /// The id that create_report answered with, req_….
    pub(super) request_id: String,
    /// How long to wait at most; 50 when omitted, 0 to look only once.
    #[schemars(range(min = 0, max = 600))]
    wait_seconds: Option<u64>,
}

impl WatchArguments {
    pub(super) fn wait_seconds(&self) -> Result<u64, Refusal> {
        let wait = self.wait_seconds.unwrap_or(WAIT_SECONDS_DEFAULT);
        if wait > WAIT_SECONDS_MAX {
            return Err(Refusal {
                code: "invalid".to_owned(),
                message: format!("wait_seconds must be between 0 and {WAIT_SECONDS_MAX}, not {wait}"),
                field: Some("wait_seconds".to_owned()),
            });
        }
        Ok(wait)
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ReadArguments {
    /// The id that create_report answered with, req_….
    pub(super) request_id: String,
    /// The whole result with questionnaire and respondents, in place of the findings alone.
    #[serde(default)]
    pub(super) everything: bool,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct ReportArguments {
    /// The id that create_report answered with, req_….
    pub(super) request_id: String,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct AskPeopleArguments {
    /// The id that create_report answered with, req_….
    pub(super) request_id: String,
    /// Whole answers wanted; 60 when omitted.
    #[schemars(range(min = 1, max = 5000))]
    quota: Option<i64>,
    /// When it ends, in RFC 3339; never when omitted.
    ends_at: Option<String>,
    /// Who asks, as people are told.
    #[schemars(length(max = 80))]
    asker: Option<String>,
}

impl AskPeopleArguments {
    /// Returns the request body.
    pub(super) fn wanted(&self) -> Value {
        let fields = [("quota", json!(self.quota)), ("ends_at", json!(self.ends_at)), ("asker", json!(self.asker))];
        fields.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct AddPeopleArguments {
    /// The id that create_report answered with, req_….
    pub(super) request_id: String,
    #[schemars(length(min = 1, max = 10000))]
    pub(super) people: Vec<PersonArguments>,
    /// Whether rows that the report has already are other people's; false when omitted.
    #[serde(default)]
    pub(super) are_other_people: bool,
}

#[derive(Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct PersonArguments {
    /// One of the report's options.
    choice: String,
    /// In years; only its band is kept.
    #[schemars(range(min = 1, max = 120))]
    age: Option<i64>,
    /// female or male.
    sex: Option<String>,
    /// ISO 3166 code, or its name.
    country: Option<String>,
    /// For how many people this one counts; 1 when omitted.
    weight: Option<f64>,
    #[schemars(length(max = 2000))]
    comment: Option<String>,
}
