//! Requests and replies on the wire. Requests use the client library's types. Replies have their own types with only
//! the fields in use, because the library's require fields that compatible servers omit.

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestUserMessage,
    CreateChatCompletionRequest, ResponseFormat, ResponseFormatJsonSchema,
};
use serde::Deserialize;
use serde_json::Value;

use super::features::{Feature, ServerFeatures};
use super::settings::OpenAiSettings;
use crate::Usage;

const TOP_LOGPROBS: u8 = 20;
/// A request to the model, independent of what the server supports.
#[derive(Debug, Clone)]
pub(super) struct ModelRequest {
    pub kind: CallKind,
    pub turns: Vec<Turn>,
    pub tokens_max: u32,
    pub temperature: f32,
    pub seed: i64,
    pub shape: OutputFormat,
}

/// Kind of call; calls of one kind have similar latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Label,
    Text,
    Document,
}

impl CallKind {
    pub(super) const COUNT: usize = 3;
}

#[derive(Debug, Clone)]
pub(super) enum Turn {
    User(String),
    Assistant(String),
}

#[derive(Debug, Clone)]
pub(super) enum OutputFormat {
    Words,
    /// The alternatives of the first token.
    Token,
    /// A document of this schema, under this name.
    Json {
        name: String,
        schema: Value,
    },
}

/// Builds the request; also returns the fields in it that the server may reject.
pub(super) fn request(
    settings: &OpenAiSettings,
    model_request: &ModelRequest,
    features: &ServerFeatures,
) -> (CreateChatCompletionRequest, Vec<Feature>) {
    let mut request = CreateChatCompletionRequest {
        model: settings.model.clone(),
        messages: model_request.turns.iter().map(message).collect(),
        ..Default::default()
    };
    let mut carried = Vec::new();
    let mut carries = |feature| {
        let carries = features.has(feature);
        carried.extend(carries.then_some(feature));
        carries
    };
    if carries(Feature::Temperature) {
        request.temperature = Some(model_request.temperature);
    }
    #[allow(deprecated)] // Compatible servers know these names; one that wants a newer name says so.
    if carries(Feature::TokenLimit) {
        if carries(Feature::TokensMax) {
            request.max_tokens = Some(model_request.tokens_max);
        } else {
            // This limit also covers the reasoning before the answer.
            request.max_completion_tokens = Some(model_request.tokens_max + settings.document_tokens_max);
        }
    }
    if let Some(effort) = settings.reasoning_effort.filter(|_| model_request.kind == CallKind::Document)
        && carries(Feature::ReasoningEffort)
    {
        request.reasoning_effort = Some(effort.into());
    }
    #[allow(deprecated)]
    if carries(Feature::Seed) {
        request.seed = Some(model_request.seed);
    }
    match &model_request.shape {
        OutputFormat::Words => {}
        OutputFormat::Token => {
            if carries(Feature::Logprobs) {
                (request.logprobs, request.top_logprobs) = (Some(true), Some(TOP_LOGPROBS));
            }
        }
        OutputFormat::Json { name, schema } => {
            if carries(Feature::Schema) {
                request.response_format = Some(json_of(name, schema));
            } else if carries(Feature::JsonMode) {
                request.response_format = Some(ResponseFormat::JsonObject);
            }
        }
    }
    (request, carried)
}

fn message(turn: &Turn) -> ChatCompletionRequestMessage {
    match turn {
        Turn::User(text) => ChatCompletionRequestUserMessage::from(text.as_str()).into(),
        Turn::Assistant(text) => ChatCompletionRequestAssistantMessage::from(text.as_str()).into(),
    }
}

fn json_of(name: &str, schema: &Value) -> ResponseFormat {
    ResponseFormat::JsonSchema {
        json_schema: ResponseFormatJsonSchema {
            description: None,
            name: name.to_owned(),
            schema: schema.clone(),
            strict: Some(may_be_strict(schema)),
        },
    }
}

/// Whether strict servers accept the schema: its object must require all properties and allow no others.
fn may_be_strict(schema: &Value) -> bool {
    let required = schema["required"].as_array().map_or(0, Vec::len);
    let properties = schema["properties"].as_object().map_or(0, serde_json::Map::len);
    properties > 0 && required == properties && schema["additionalProperties"] == Value::Bool(false)
}

/// A server's list of models.
#[derive(Debug, Deserialize)]
pub(super) struct WireModels {
    pub data: Vec<ListedModel>,
}

/// A model in a server's list.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ListedModel {
    pub id: String,
    pub owned_by: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WireReply {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<WireUsage>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    #[serde(default)]
    message: Message,
    finish_reason: Option<String>,
    logprobs: Option<Logprobs>,
}

#[derive(Debug, Default, Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Logprobs {
    content: Option<Vec<Position>>,
}

#[derive(Debug, Deserialize)]
struct Position {
    token: String,
    logprob: Option<f64>,
    #[serde(default)]
    top_logprobs: Vec<TokenLogprob>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct TokenLogprob {
    pub token: String,
    pub logprob: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct WireUsage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Debug, Deserialize)]
struct PromptDetails {
    cached_tokens: Option<u64>,
}

/// The parts of a reply that are used.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Completion {
    pub text: String,
    /// The alternatives of the first token, where the server returns them.
    pub tokens: Vec<TokenLogprob>,
    /// Whether the token limit cut the text short.
    pub is_cut: bool,
    /// Whether the model or a content filter declined.
    pub is_refusal: bool,
    pub usage: Usage,
}

impl Completion {
    /// Adds the estimated usage of abandoned requests. Each sent the same prompt and is counted with the same prompt
    /// tokens; their completion tokens are unknown and count as 0.
    pub(super) fn with_given_up(mut self, copies: u64) -> Self {
        self.usage += Usage {
            calls: copies,
            prompt_tokens: copies.saturating_mul(self.usage.prompt_tokens),
            cached_tokens: copies.saturating_mul(self.usage.cached_tokens),
            completion_tokens: 0,
        };
        self
    }
}

impl WireReply {
    /// Returns `None` if the reply has no choices.
    pub(super) fn completion(self) -> Option<Completion> {
        let usage = self.usage.map_or(Usage { calls: 1, ..Usage::default() }, usage);
        let choice = self.choices.into_iter().next()?;
        let finished = choice.finish_reason.as_deref();
        Some(Completion {
            text: choice.message.content.unwrap_or_default(),
            tokens: choice.logprobs.map_or_else(Vec::new, first_tokens),
            is_cut: finished == Some("length"),
            is_refusal: finished == Some("content_filter")
                || choice.message.refusal.is_some_and(|words| !words.is_empty()),
            usage,
        })
    }
}

fn usage(wire: WireUsage) -> Usage {
    let cached = wire.prompt_tokens_details.and_then(|details| details.cached_tokens).unwrap_or(0);
    Usage {
        calls: 1,
        prompt_tokens: wire.prompt_tokens,
        cached_tokens: cached.min(wire.prompt_tokens),
        completion_tokens: wire.completion_tokens,
    }
}

/// Returns the alternatives of the first token. The sampled token
/// is added if the list omits it, but is no list by itself.
fn first_tokens(logprobs: Logprobs) -> Vec<TokenLogprob> {
    let Some(first) = logprobs.content.and_then(|content| content.into_iter().next()) else { return Vec::new() };
    let mut tokens = first.top_logprobs;
    if !tokens.is_empty() && tokens.iter().all(|other| other.token != first.token) {
        tokens.push(TokenLogprob { token: first.token, logprob: first.logprob });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::settings::Effort;
    use super::*;

    fn model_request(shape: OutputFormat) -> ModelRequest {
        let turns = vec![Turn::User("form, respondent".to_owned())];
        ModelRequest { kind: CallKind::Label, turns, tokens_max: 1, temperature: 0.0, seed: 7, shape }
    }

    fn sent(shape: OutputFormat, features: &ServerFeatures) -> Value {
        let settings = OpenAiSettings::new("http://host/v1", "m").unwrap();
        serde_json::to_value(request(&settings, &model_request(shape), features).0).unwrap()
    }

    #[test]
    fn a_request_carries_what_the_server_is_not_known_to_refuse() {
        let features = ServerFeatures::default();
        let full = json!({
            "model": "m", "messages": [{ "role": "user", "content": "form, respondent" }],
            "temperature": 0.0, "max_tokens": 1, "seed": 7, "logprobs": true, "top_logprobs": 20,
        });
        assert_eq!(sent(OutputFormat::Token, &features), full);
        for feature in [Feature::TokensMax, Feature::Temperature, Feature::Seed, Feature::Logprobs, Feature::Schema] {
            features.give_up(feature);
        }
        let bare = json!({
            "model": "m", "messages": [{ "role": "user", "content": "form, respondent" }],
            "max_completion_tokens": 1 + OpenAiSettings::DOCUMENT_TOKENS_MAX,
        });
        assert_eq!(sent(OutputFormat::Token, &features), bare);
        assert_eq!(sent(json_shape(json!({})), &features)["response_format"], json!({ "type": "json_object" }));
        features.give_up(Feature::JsonMode);
        assert_eq!(sent(json_shape(json!({})), &features), bare);
        features.give_up(Feature::TokenLimit);
        assert_eq!(sent(OutputFormat::Words, &features).as_object().unwrap().len(), 2, "model and messages alone");
    }

    fn json_shape(schema: Value) -> OutputFormat {
        OutputFormat::Json { name: "forecast_whole".to_owned(), schema }
    }

    #[test]
    fn how_hard_to_think_is_said_where_a_document_is_asked_for() {
        let mut settings = OpenAiSettings::new("http://host/v1", "m").unwrap();
        settings.reasoning_effort = Some(Effort::High);
        let document = ModelRequest { kind: CallKind::Document, ..model_request(json_shape(json!({}))) };
        let sent = |model_request: &ModelRequest| {
            serde_json::to_value(request(&settings, model_request, &ServerFeatures::default()).0).unwrap()
        };
        assert_eq!(sent(&document)["reasoning_effort"], "high");
        assert_eq!(sent(&document)["response_format"]["json_schema"]["name"], "forecast_whole");
        assert_eq!(sent(&model_request(OutputFormat::Words))["reasoning_effort"], Value::Null);
    }

    #[test]
    fn a_schema_is_strict_only_where_strict_servers_take_it() {
        let all =
            json!({ "type": "object", "properties": { "a": {} }, "required": ["a"], "additionalProperties": false });
        let some = json!({ "type": "object", "properties": { "a": {} }, "additionalProperties": false });
        for (schema, strict) in [(all, true), (some, false)] {
            let format = &sent(json_shape(schema.clone()), &ServerFeatures::default())["response_format"];
            assert_eq!((&format["type"], &format["json_schema"]["schema"]), (&json!("json_schema"), &schema));
            assert_eq!(format["json_schema"]["strict"], strict);
        }
    }

    #[test]
    fn a_reply_is_read_without_the_fields_that_servers_leave_out() {
        let bare = json!({ "choices": [{ "message": { "content": "B" } }] });
        let completion = serde_json::from_value::<WireReply>(bare).unwrap().completion().unwrap();
        assert_eq!((completion.text.as_str(), completion.usage.calls), ("B", 1));
        let none = serde_json::from_value::<WireReply>(json!({ "choices": [] })).unwrap();
        assert!(none.completion().is_none());
        let filtered = json!({ "choices": [{ "message": {}, "finish_reason": "content_filter" }] });
        assert!(serde_json::from_value::<WireReply>(filtered).unwrap().completion().unwrap().is_refusal);
    }
}
