//! Extracts a document or a short answer from a model's text.

use serde_json::Value;

use crate::sentences;

/// Most braces tried before a text counts as having no document.
const BRACES_MAX: usize = 32;
const ANSWER_CHARS_MAX: usize = 600;
const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('«', '»'), ('「', '」'), ('\'', '\'')];

/// Returns the JSON objects in a text, without the code fences, introductions or reasoning around them.
pub(super) fn objects(text: &str) -> Vec<Value> {
    let text = after_thoughts(text);
    let (mut found, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices('{').take(BRACES_MAX) {
        // An object inside one that was found is not counted.
        if at < from {
            continue;
        }
        let mut parsed = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        if let Some(Ok(object)) = parsed.next()
            && object.is_object()
        {
            from = at + parsed.byte_offset();
            found.push(object);
        }
    }
    found
}

/// Whether a document has the needed fields, values of the declared types, and no other fields where the schema
/// forbids them. The caller validates the content.
pub(super) fn fits(document: &Value, schema: &Value, needs: &[&str]) -> bool {
    let Some(fields) = document.as_object() else { return false };
    let is_open = schema["additionalProperties"] != Value::Bool(false);
    needs.iter().all(|name| fields.contains_key(*name))
        && fields.iter().all(|(name, value)| match schema["properties"].get(name) {
            Some(property) => is_of_type(value, property["type"].as_str()),
            None => is_open,
        })
}

fn is_of_type(value: &Value, name: Option<&str>) -> bool {
    match name {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("boolean") => value.is_boolean(),
        _ => true,
    }
}

/// Returns the first paragraph without surrounding quotes, up to its last complete sentence if it was cut short or is
/// too long. `None` if nothing readable is left.
pub(super) fn short_answer(text: &str, is_cut: bool) -> Option<String> {
    let paragraphs = after_thoughts(text).split("\n\n").map(str::trim);
    let first = paragraphs.into_iter().find(|paragraph| !paragraph.is_empty())?;
    let answer = without_quotes(first).split_whitespace().collect::<Vec<_>>().join(" ");
    let is_long = answer.chars().count() > ANSWER_CHARS_MAX;
    let kept: String = answer.chars().take(ANSWER_CHARS_MAX).collect();
    let kept = if is_cut || is_long { sentences::whole(&kept) } else { &kept };
    Some(kept.trim().to_owned()).filter(|answer| answer.chars().any(char::is_alphanumeric))
}

/// Returns the text after the model's `<think>` block, if it has one.
fn after_thoughts(text: &str) -> &str {
    match text.rsplit_once("</think>") {
        Some((_, answer)) => answer,
        // Reasoning that was cut short is followed by no answer.
        None if text.trim_start().starts_with("<think>") => "",
        None => text,
    }
}

fn without_quotes(text: &str) -> &str {
    let inside = |(open, close): &(char, char)| text.strip_prefix(*open)?.strip_suffix(*close);
    QUOTES.iter().find_map(inside).filter(|inside| !inside.is_empty()).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_found_whatever_stands_around_it() {
        let document = json!({ "a": 1 });
        for text in [
            "{\"a\": 1}",
            "```json\n{\"a\": 1}\n```",
            "Sure {smile}! Here it is: {\"a\": 1} Anything else? {\"b\": 2}",
            "<think>{\"c\": 3}</think>{\"a\":1}",
        ] {
            assert_eq!(objects(text).first(), Some(&document), "{text}");
        }
        for text in ["", "[1, 2]", "{\"a\": ", "<think>{\"a\": 1}", &"{".repeat(100_000)] {
            assert_eq!(objects(text), Vec::<Value>::new());
        }
    }

    #[test]
    fn a_document_fits_with_what_is_required_and_nothing_that_is_not_allowed() {
        let schema = json!({
            "type": "object", "additionalProperties": false,
            "properties": { "question": { "type": "string" }, "options": { "type": "array" } },
        });
        let fits = |document: &Value| fits(document, &schema, &["question"]);
        assert!(fits(&json!({ "question": "Which?", "options": [] })));
        assert!(fits(&json!({ "question": "Which?" })));
        for other in [json!({}), json!({ "question": 1 }), json!({ "question": "", "more": 1 }), json!("question")] {
            assert!(!fits(&other), "{other}");
        }
    }

    #[test]
    fn an_answer_is_one_paragraph_in_whole_sentences() {
        for (text, is_cut, answer) in [
            ("  \"It is cheap.\"\n\nNote: I am a model.", false, "It is cheap."),
            ("It is cheap. It also ta", true, "It is cheap."),
            ("It is", true, "It is"),
            ("便宜。而且方", true, "便宜。"),
            ("«Es barato»", false, "Es barato"),
            ("one\ntwo", false, "one two"),
        ] {
            assert_eq!(short_answer(text, is_cut).as_deref(), Some(answer), "{text}");
        }
        for empty in ["", " \n ", "\"\"", "...", "<think>so long"] {
            assert_eq!(short_answer(empty, false), None, "{empty}");
        }
        let long = format!("{}. {}", "a".repeat(400), "b".repeat(400));
        assert_eq!(short_answer(&long, false).unwrap().len(), 401);
    }
}
