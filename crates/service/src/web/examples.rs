//! Example commands and programs to copy, with this service's URL in them. User text is quoted, so that a shell or a
//! programming language takes it as a string.

use language::audience::given;
use language::brief::{Brief, WordingChoice};
use serde_json::json;

/// Variable that readers put their key in, so that it does not appear in the shell's history.
const KEY_VARIABLE: &str = "$CANVASS_API_KEY";

/// One program, with the name of its language for the stylesheet and as a label.
pub struct Example {
    pub language: &'static str,
    pub label: &'static str,
    pub code: String,
}

/// Returns the command that creates a report like this one.
pub fn curl_of(base_url: &str, brief: &Brief) -> String {
    let mut body = json!({
        "question": brief.question(),
        "options": brief.options(),
        "sample_size": brief.sample_size(),
        "language": brief.language(),
    });
    match (brief.audience(), brief.audience_description()) {
        // Also where a kept one was asked: this one works when that is deleted.
        (Some(audience), _) => body["audience_filters"] = given::written(&audience.filters).into(),
        (None, Some(words)) => body["audience_description"] = words.into(),
        (None, None) => {}
    }
    if brief.wording() == WordingChoice::AsIs {
        body["wording"] = brief.wording().name().into();
    }
    format!(
        "curl {} \\\n  -H \"Authorization: Bearer {KEY_VARIABLE}\" \\\n  -H 'Content-Type: application/json' \\\n  -d {}",
        quoted(&format!("{base_url}/api/v1/reports")),
        quoted(&format!("{body:#}"))
    )
}

/// Returns the command for a first request with a new key.
pub fn curl_credits(base_url: &str, key: &str) -> String {
    format!("curl {} \\\n  -H 'Authorization: Bearer {key}'", quoted(&format!("{base_url}/api/v1/credits")))
}

/// Returns a program for an operation of the API in each language.
pub fn of_operation(base_url: &str, method: &str, path: &str) -> Vec<Example> {
    let path = path.replace("{request_id}", "req_01JAB2C3D4E5F6G7H8J9K0MNPQ");
    let path = path.replace("{audience_id}", "aud_01JAB2C3D4E5F6G7H8J9K0MNPQ");
    let url = format!("{base_url}{}", path.replace("{answer_id}", "ans_01JAB2C3D4E5F6G7H8J9K0MNPQ"));
    let body = match (method, path.rsplit('/').next()) {
        ("POST", Some("survey")) => Some(SURVEY_BODY),
        ("PATCH", _) => Some(CHANGE_BODY),
        ("POST", Some("people")) => Some(PEOPLE_BODY),
        ("POST", Some("audiences")) => Some(AUDIENCE_BODY),
        ("POST", _) => Some(BODY),
        _ => None,
    };
    let call = Call { url: &url, method, body };
    vec![
        Example { language: "curl", label: "curl", code: curl(&call) },
        Example { language: "python", label: "Python", code: python(&call) },
        Example { language: "javascript", label: "JavaScript", code: javascript(&call) },
    ]
}

/// One call of an operation.
struct Call<'a> {
    url: &'a str,
    method: &'a str,
    body: Option<&'a str>,
}

const SURVEY_BODY: &str = r#"{
  "quota": 60,
  "asker": "The sleep team"
}"#;
const CHANGE_BODY: &str = r#"{
  "state": "closed"
}"#;
const PEOPLE_BODY: &str = r#"[
  { "choice": "Lull", "age": 34, "country": "ES" },
  { "choice": "Drift" }
]"#;

const AUDIENCE_BODY: &str = r#"{
  "name": "Young mothers",
  "audience_description": "mothers in Mexico aged 25 to 40",
  "default_sample_size": 200
}"#;

const BODY: &str = r#"{
  "question": "Which name fits a calm sleep app best?",
  "options": ["Drift", "Lull", "Nod"],
  "sample_size": 100
}"#;

fn curl(call: &Call<'_>) -> String {
    // curl sends a GET without a body and a POST with one.
    let method = if matches!(call.method, "GET" | "POST") { String::new() } else { format!("-X {} ", call.method) };
    let head = format!("curl {method}{} \\\n  -H \"Authorization: Bearer {KEY_VARIABLE}\"", quoted(call.url));
    match call.body {
        None => head,
        Some(body) => format!("{head} \\\n  -H 'Content-Type: application/json' \\\n  -d {}", quoted(body)),
    }
}

fn python(call: &Call<'_>) -> String {
    let method = call.method.to_lowercase();
    let body = call.body.map_or_else(String::new, |body| format!("    json={},\n", indented(body, "    ")));
    let shown = if call.method == "DELETE" { "" } else { "\nprint(response.json())" };
    format!(
        "import os, requests\n\nresponse = requests.{method}(\n    {},\n    headers={{\"Authorization\": f\"Bearer \
         {{os.environ['CANVASS_API_KEY']}}\"}},\n{body}    timeout=30,\n)\nresponse.raise_for_status(){shown}",
        json!(call.url)
    )
}

fn javascript(call: &Call<'_>) -> String {
    let method = if call.method == "GET" { String::new() } else { format!("  method: \"{}\",\n", call.method) };
    let (headers, body) = match call.body {
        Some(body) => (
            "  headers: {\n    Authorization: `Bearer ${process.env.CANVASS_API_KEY}`,\n    \"Content-Type\": \
             \"application/json\",\n  },\n",
            format!("  body: JSON.stringify({}),\n", indented(body, "  ")),
        ),
        None => ("  headers: { Authorization: `Bearer ${process.env.CANVASS_API_KEY}` },\n", String::new()),
    };
    let shown = if call.method == "DELETE" { "" } else { "\nconsole.log(await response.json());" };
    format!(
        "const response = await fetch({}, {{\n{method}{headers}{body}}});\nif (!response.ok) throw new Error(await \
         response.text());{shown}",
        json!(call.url)
    )
}

fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

/// Quotes text as one word of a shell command.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use language::brief::Draft;

    use super::*;

    #[test]
    fn a_shell_takes_what_a_person_wrote_as_text() {
        assert_eq!(quoted("it's $(rm) `x`"), r"'it'\''s $(rm) `x`'");
        let draft = Draft {
            question: "Who's '; rm -rf ~ #?".to_owned(),
            options: vec!["a".to_owned(), "$(b)".to_owned()],
            ..Draft::default()
        };
        let command = curl_of("https://canvass.example", &Brief::parse(draft).unwrap());
        assert!(command.contains(r"Who'\''s '\''; rm -rf ~ #?"), "{command}");
    }

    #[test]
    fn every_operation_has_an_example_in_each_language() {
        for example in of_operation("https://canvass.example", "POST", "/api/v1/reports") {
            assert!(example.code.contains("https://canvass.example/api/v1/reports"), "{}", example.code);
            assert!(example.code.contains("CANVASS_API_KEY") && example.code.contains("Drift"), "{}", example.code);
        }
    }
}
