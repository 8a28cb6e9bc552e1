//! Records which optional request fields the server rejects. OpenAI-compatible servers support different subsets, so
//! each field is sent until a rejection names it, and then omitted for the life of the process.

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
}

/// After this many consecutive replies whose first token is no label, logprobs are no longer requested.
const STRAY_REPLIES_MAX: u32 = 8;

#[derive(Debug, Default)]
pub(super) struct ServerFeatures {
    given_up: AtomicU8,
    stray_replies_in_a_row: AtomicU32,
}

impl ServerFeatures {
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

/// Returns the field of the request that the rejection names, if any.
pub(super) fn refused(carried: &[Feature], refusal: &Value) -> Option<Feature> {
    let error = refusal.get("error").filter(|error| error.is_object()).unwrap_or(refusal);
    let param = error["param"].as_str().unwrap_or("");
    let code = error["code"].as_str().unwrap_or("");
    let mut said = String::new();
    // Only the server's own messages: it may echo the request, and a prompt may contain any word.
    for part in [&error["message"], &refusal["message"], &refusal["detail"], &refusal["error"]] {
        collect(part, &mut said);
    }
    carried.iter().copied().find(|feature| match feature {
        Feature::Logprobs => said.contains("logprobs") || param.contains("logprobs") || said.contains("logits_all"),
        Feature::Schema => {
            said.contains("response_format") || said.contains("json_schema") || param == "response_format"
        }
        // A limit that is too high is named as well; this field is given up only if another name is demanded.
        Feature::TokensMax => {
            (said.contains("max_completion_tokens") && said.contains("instead"))
                || (param == "max_tokens" && code == "unsupported_parameter")
        }
        Feature::Temperature => param == "temperature" || is_quoted(&said, "temperature"),
        Feature::Seed => param == "seed" || is_quoted(&said, "seed"),
        Feature::TokenLimit => is_limit_too_large(&said, param),
        Feature::ReasoningEffort => param == "reasoning_effort" || said.contains("reasoning_effort"),
    })
}

/// Whether the rejection says that the token limit is too large, in the wording of various servers.
fn is_limit_too_large(said: &str, param: &str) -> bool {
    let names_limit = said.contains("max_tokens") || said.contains("max_completion_tokens") || param == "max_tokens";
    let said = said.to_lowercase();
    names_limit
        && ["too large", "context length", "context size", "at most", "exceeds"].iter().any(|it| said.contains(it))
}

/// Appends a message, or a list of messages with their locations, to `said`.
fn collect(part: &Value, said: &mut String) {
    match part {
        Value::String(text) => {
            said.push_str(text);
            said.push('\n');
        }
        Value::Array(items) => {
            for item in items {
                [&item["msg"], &item["loc"]].into_iter().for_each(|part| collect(part, said));
                if item.is_string() {
                    collect(item, said);
                }
            }
        }
        _ => {}
    }
}

fn is_quoted(said: &str, word: &str) -> bool {
    ["'", "\"", "`"].iter().any(|mark| said.contains(&format!("{mark}{word}{mark}")))
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
        ] {
            assert_eq!(refused(&ALL, &refusal), Some(feature), "{refusal}");
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
