//! Arguments of the tools, from which their JSON schemas are generated. Unknown fields are rejected, so that a typo
//! cannot silently spend credits. What the HTTP contract also takes is its type and its schema ([`OfContract`]).

use std::borrow::Cow;

use contract::PersonRequest;
use rmcp::schemars;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::openapi::{RefOr, schema::Schema};

use super::Refusal;

const WAIT_SECONDS_DEFAULT: u64 = 50;
const WAIT_SECONDS_MAX: u64 = 600;

/// A request type of the HTTP contract as an argument. Its schema is the one in the OpenAPI document, with references
/// replaced by what they name, since a tool's schema stands alone.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct OfContract<T>(pub(super) T);

impl<T: utoipa::ToSchema> schemars::JsonSchema for OfContract<T> {
    fn schema_name() -> Cow<'static, str> {
        T::name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut named = Vec::new();
        T::schemas(&mut named);
        let mut schema = json!(T::schema());
        inline(&mut schema, &named);
        schemars::Schema::try_from(schema).unwrap_or_else(|_| schemars::Schema::from(true))
    }
}

/// Replaces every `$ref` in a schema by the schema that it names. The contract's request types are not recursive.
fn inline(schema: &mut Value, named: &[(String, RefOr<Schema>)]) {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    if let Some((_, found)) = named.iter().find(|(name, _)| Some(name.as_str()) == target) {
        *schema = json!(found);
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(|field| inline(field, named)),
        Value::Array(items) => items.iter_mut().for_each(|item| inline(item, named)),
        _ => {}
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct NoArguments {}

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
pub(super) struct StudyArguments {
    /// The id of any report of the study, req_….
    pub(super) request_id: String,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct CompareArguments {
    /// The ids that create_report answered with, req_…; the others are compared with the first.
    #[schemars(length(min = 2, max = 6))]
    pub(super) request_ids: Vec<String>,
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
    pub(super) people: Vec<OfContract<PersonRequest>>,
    /// Whether rows that the report has already are other people's; false when omitted.
    #[serde(default)]
    pub(super) are_other_people: bool,
}
