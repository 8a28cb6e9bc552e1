//! Records which optional request fields the server rejects. OpenAI-compatible servers support different subsets, so
//! each field is sent until a rejection names it, and then omitted for the life of the process. Also recognises rejections that an
//! operator has to act on, such as that of the key.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use serde_json::Value;

/// A request field that a server may reject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    Logprobs = 1,
    Schema = 2,
    /// `max_tokens`; if rejected, `max_completion_tokens` is sent instead, as reasoning models require.
    TokensMax = 4,
    Temperature = 8,
    Seed = 16,
    /// Any token limit. A limit larger than the server's context is rejected, and then none is sent.
    TokenLimit = 32,
    ReasoningEffort = 64,
    /// `response_format` of type `json_object`; sent only where a provider is known to take it and no schema.
    JsonMode = 128,
}

/// What an operator has to change before the server accepts a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Denial {
    Key,
    Model,
    Quota,
    /// The address: the server redirects, or knows no such path.
    Address,
    /// A proxy answered with a web page.
    Page,
}

/// After this many consecutive replies whose first token is no label, logprobs are no longer requested.
const STRAY_REPLIES_MAX: u32 = 8;

#[derive(Debug, Default)]
pub(super) struct ServerFeatures {
    given_up: AtomicU8,
    stray_replies_in_a_row: AtomicU32,
}

impl ServerFeatures {
    /// Returns the features of a server that is known to reject some.
    pub(super) fn without(rejected: &[Feature]) -> Self {
        let given_up = rejected.iter().fold(0, |bits, feature| bits | *feature as u8);
        Self { given_up: AtomicU8::new(given_up), ..Self::default() }
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.given_up.load(Ordering::Relaxed) & feature as u8 == 0
    }

    pub(super) fn give_up(&self, feature: Feature) {
        if self.given_up.fetch_or(feature as u8, Ordering::Relaxed) & feature as u8 == 0 {
            tracing::info!(?feature, "the server does not support this, so it is left out from now on");
        }
    }

    /// Notes whether the first token of a reply was a label.
    /// Labels of a model that never begins with one can't be read.
    pub(super) fn note_labels(&self, found: bool) {
        if found {
            self.stray_replies_in_a_row.store(0, Ordering::Relaxed);
        } else if self.stray_replies_in_a_row.fetch_add(1, Ordering::Relaxed) + 1 >= STRAY_REPLIES_MAX {
            self.give_up(Feature::Logprobs);
        }
    }
}

/// Returns the error object of a rejection, and the server's own messages in it. Google sends the object as the only item of a list.
fn messages(refusal: &Value) -> (&Value, String) {
    let refusal = refusal.get(0).unwrap_or(refusal);
    let error = refusal.get("error").filter(|error| error.is_object()).unwrap_or(refusal);
    let mut text = String::new();
    // Only the server's own messages: it may echo the request, and a prompt may contain any word.
    for part in [&error["message"], &refusal["message"], &refusal["detail"], &refusal["error"]] {
        collect(part, &mut text);
    }
    (error, text)
}

/// Returns whether a rejection mentions the model, for example that none has this name.
pub(super) fn names_model(refusal: &Value) -> bool {
    let (error, text) = messages(refusal);
    identifiers(error).any(|name| name.contains("model")) || text.to_lowercase().contains("model")
}

/// Phrases of servers that send status 400 where others send a status of its own.
const BAD_KEY: [&str; 3] = ["api key not valid", "invalid api key", "incorrect api key"];
const NO_MODEL: [&str; 6] = [
    "model not exist",
    "not a valid model",
    "invalid model",
    "unknown model",
    "model not found",
    "model does not exist",
];
const NO_CREDIT: [&str; 3] = ["credit balance is too low", "account is in good standing", "billing hard limit"];

/// Returns which of key, model and quota a rejection with status 400 is about; `None` if it is about the request itself.
pub(super) fn denial(refusal: &Value) -> Option<Denial> {
    let (error, text) = messages(refusal);
    let text = text.to_lowercase();
    let mentions = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let has_identifier = |wanted: &[&str]| identifiers(error).any(|name| wanted.contains(&name));
    if mentions(&BAD_KEY) || has_identifier(&["invalid_api_key"]) {
        Some(Denial::Key)
    } else if mentions(&NO_CREDIT) || has_identifier(&["insufficient_quota", "billing_hard_limit_reached", "Arrearage"])
    {
        Some(Denial::Quota)
    } else if mentions(&NO_MODEL) || has_identifier(&["model", "invalid_model", "model_not_found"]) {
        Some(Denial::Model)
    } else {
        None
    }
}

/// Returns the identifiers in an error object: code, parameter and type.
fn identifiers(error: &Value) -> impl Iterator<Item = &str> {
    [&error["code"], &error["param"], &error["type"]].into_iter().filter_map(Value::as_str)
}

/// Returns the field of the request that the rejection names, if any.
pub(super) fn refused(carried: &[Feature], refusal: &Value) -> Option<Feature> {
    let (error, text) = messages(refusal);
    let param = error["param"].as_str().unwrap_or("");
    let code = error["code"].as_str().unwrap_or("");
    carried.iter().copied().find(|feature| match feature {
        Feature::Logprobs => text.contains("logprobs") || param.contains("logprobs") || text.contains("logits_all"),
        Feature::Schema | Feature::JsonMode => {
            text.contains("response_format") || text.contains("json_schema") || param == "response_format"
        }
        // A limit that is too high is named as well; this field is given up only if another name is demanded.
        Feature::TokensMax => {
            (text.contains("max_completion_tokens") && text.contains("instead"))
                || (param == "max_tokens" && code == "unsupported_parameter")
        }
        Feature::Temperature => param == "temperature" || names_field(&text, "temperature"),
        Feature::Seed => param == "seed" || names_field(&text, "seed"),
        Feature::TokenLimit => is_limit_too_large(&text, param),
        Feature::ReasoningEffort => param == "reasoning_effort" || text.contains("reasoning_effort"),
    })
}

/// Whether the rejection says that the token limit is too large, in the wording of various servers.
fn is_limit_too_large(text: &str, param: &str) -> bool {
    let names_limit = text.contains("max_tokens") || text.contains("max_completion_tokens") || param == "max_tokens";
    let text = text.to_lowercase();
    names_limit
        && ["too large", "context length", "context size", "at most", "exceeds"].iter().any(|it| text.contains(it))
}

/// Appends a message, or a list of messages with their locations, to `messages`.
fn collect(part: &Value, messages: &mut String) {
    match part {
        Value::String(text) => {
            messages.push_str(text);
            messages.push('\n');
        }
        Value::Array(items) => {
            for item in items {
                [&item["msg"], &item["loc"]].into_iter().for_each(|part| collect(part, messages));
                if item.is_string() {
                    collect(item, messages);
                }
            }
        }
        _ => {}
    }
}

/// Returns whether a message names a field: in quotation marks, or on a line of its own, as the last part of a location.
fn names_field(text: &str, field: &str) -> bool {
    text.lines().any(|line| line == field)
        || ["'", "\"", "`"].iter().any(|mark| text.contains(&format!("{mark}{field}{mark}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ALL: [Feature; 7] = [
        Feature::Logprobs,
        Feature::Schema,
        Feature::TokensMax,
        Feature::Temperature,
        Feature::Seed,
        Feature::TokenLimit,
        Feature::ReasoningEffort,
    ];

    #[test]
    fn the_feature_that_a_refusal_names_is_found_in_every_servers_words() {
        let instead = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
        for (refusal, feature) in [
            (json!({ "error": { "message": "no", "param": "logprobs" } }), Feature::Logprobs),
            (json!({ "error": { "message": "logprobs is not supported with logits_all=False" } }), Feature::Logprobs),
            (json!({ "detail": [{ "loc": ["body", "response_format"], "msg": "extra" }] }), Feature::Schema),
            (json!({ "error": "json_schema is unknown" }), Feature::Schema),
            (json!({ "error": { "message": instead, "param": "max_tokens" } }), Feature::TokensMax),
            (json!({ "error": { "message": "Unsupported value", "param": "temperature" } }), Feature::Temperature),
            (json!({ "object": "error", "message": "unknown field `seed`" }), Feature::Seed),
            (
                json!({ "error": { "message": "context is 4096 tokens, 'max_tokens' is too large" } }),
                Feature::TokenLimit,
            ),
            (json!({ "error": { "message": "no", "param": "reasoning_effort" } }), Feature::ReasoningEffort),
            // Mistral.
            (
                json!({ "detail": [{ "type": "extra_forbidden", "loc": ["body", "seed"], "msg": "Extra inputs are not permitted" }] }),
                Feature::Seed,
            ),
            // Google.
            (
                json!([{ "error": { "code": 400, "message": "Invalid JSON payload received. Unknown name \"seed\": Cannot find field.", "status": "INVALID_ARGUMENT" } }]),
                Feature::Seed,
            ),
        ] {
            assert_eq!(refused(&ALL, &refusal), Some(feature), "{refusal}");
        }
    }

    #[test]
    fn a_denial_is_found_in_the_words_of_servers_that_say_it_with_status_400() {
        let error = |message: &str, kind: &str, code: Value| json!({ "error": { "message": message, "type": kind, "param": null, "code": code } });
        let invalid = "invalid_request_error";
        for (refusal, denied) in [
            // Google, DeepSeek, OpenRouter, Mistral, Anthropic, Qwen.
            (
                json!([{ "error": { "code": 400, "message": "API key not valid. Please pass a valid API key.", "status": "INVALID_ARGUMENT" } }]),
                Some(Denial::Key),
            ),
            (error("Model Not Exist", invalid, json!(invalid)), Some(Denial::Model)),
            (json!({ "error": { "message": "big is not a valid model ID", "code": 400 } }), Some(Denial::Model)),
            (
                json!({ "object": "error", "message": "Invalid model: big", "type": "invalid_model", "param": null, "code": "1500" }),
                Some(Denial::Model),
            ),
            (
                json!({ "type": "error", "error": { "type": invalid, "message": "Your credit balance is too low to access the Anthropic API." } }),
                Some(Denial::Quota),
            ),
            (
                error(
                    "Access denied, please make sure your account is in good standing.",
                    "Arrearage",
                    json!("Arrearage"),
                ),
                Some(Denial::Quota),
            ),
            (
                error("This model's maximum context length is 8192 tokens", invalid, json!("context_length_exceeded")),
                None,
            ),
            (json!(null), None),
        ] {
            assert_eq!(denial(&refusal), denied, "{refusal}");
        }
    }

    #[test]
    fn a_refusal_of_something_else_gives_nothing_up() {
        for refusal in [
            json!({ "detail": [{ "loc": ["body"], "msg": "bad", "input": "logprobs and response_format" }] }),
            json!({ "error": { "message": "tea of this temperature, from seed" } }),
            json!("response_format"),
            json!(null),
        ] {
            assert_eq!(refused(&ALL, &refusal), None, "{refusal}");
        }
        let named = json!({ "error": { "message": "no", "param": "logprobs" } });
        assert_eq!(refused(&[Feature::Schema], &named), None, "it was not sent");
    }

    #[test]
    fn tokens_are_given_up_after_stray_replies_in_a_row() {
        let features = ServerFeatures::default();
        for _ in 0..3 {
            (1..STRAY_REPLIES_MAX).for_each(|_| features.note_labels(false));
            features.note_labels(true);
        }
        assert!(features.has(Feature::Logprobs));
        (0..STRAY_REPLIES_MAX).for_each(|_| features.note_labels(false));
        assert!(!features.has(Feature::Logprobs) && features.has(Feature::Schema));
    }
}
