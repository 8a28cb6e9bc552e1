//! Commands and programs for people to copy, with this service's own address in them. Whatever a person wrote is quoted
//! so that a shell or a language takes it as text.

use language::brief::Brief;
use serde_json::json;

/// What readers put their key in, so that it never stands in a command's history.
const KEY_VARIABLE: &str = "$CANVASS_API_KEY";

/// One program, by the name of its language as people and the page's stylesheet know it.
pub struct Example {
    pub language: &'static str,
    pub label: &'static str,
    pub code: String,
}

/// The command that asks for a report like this one.
pub fn curl_of(base_url: &str, brief: &Brief) -> String {
    let mut body = json!({
        "question": brief.question(),
        "options": brief.options(),
        "sample_size": brief.sample_size(),
        "language": brief.language(),
    });
    if let Some(audience) = brief.audience_description() {
        body["audience_description"] = audience.into();
    }
    format!(
        "curl {} \\\n  -H \"Authorization: Bearer {KEY_VARIABLE}\" \\\n  -H 'Content-Type: application/json' \\\n  -d {}",
        quoted(&format!("{base_url}/api/v1/reports")),
        quoted(&format!("{body:#}"))
    )
}

/// A first call with a new key.
pub fn curl_credits(base_url: &str, key: &str) -> String {
    format!("curl {} \\\n  -H 'Authorization: Bearer {key}'", quoted(&format!("{base_url}/api/v1/credits")))
}

/// How to call an operation of the interface in each language.
pub fn of_operation(base_url: &str, method: &str, path: &str) -> Vec<Example> {
    let url = format!("{base_url}{}", path.replace("{request_id}", "req_01JAB2C3D4E5F6G7H8J9K0MNPQ"));
    let sends = method == "POST";
    vec![
        Example { language: "curl", label: "curl", code: curl(&url, sends) },
        Example { language: "python", label: "Python", code: python(&url, sends) },
        Example { language: "javascript", label: "JavaScript", code: javascript(&url, sends) },
    ]
}

const BODY: &str = r#"{
  "question": "Which name fits a calm sleep app best?",
  "options": ["Drift", "Lull", "Nod"],
  "sample_size": 100
}"#;

fn curl(url: &str, sends: bool) -> String {
    let head = format!("curl {} \\\n  -H \"Authorization: Bearer {KEY_VARIABLE}\"", quoted(url));
    if !sends {
        return head;
    }
    format!("{head} \\\n  -H 'Content-Type: application/json' \\\n  -d {}", quoted(BODY))
}

fn python(url: &str, sends: bool) -> String {
    let call = if sends { "post" } else { "get" };
    let body = if sends { format!("    json={},\n", indented(BODY, "    ")) } else { String::new() };
    format!(
        "import os, requests\n\nresponse = requests.{call}(\n    {},\n    headers={{\"Authorization\": f\"Bearer \
         {{os.environ['CANVASS_API_KEY']}}\"}},\n{body}    timeout=30,\n)\nresponse.raise_for_status()\n\
         print(response.json())",
        json!(url)
    )
}

fn javascript(url: &str, sends: bool) -> String {
    let (method, body) = if sends {
        let content = "    \"Content-Type\": \"application/json\",\n";
        (
            format!(
                "  method: \"POST\",\n  headers: {{\n    Authorization: `Bearer ${{process.env.CANVASS_API_KEY}}`,\n{content}  }},\n"
            ),
            format!("  body: JSON.stringify({}),\n", indented(BODY, "  ")),
        )
    } else {
        ("  headers: { Authorization: `Bearer ${process.env.CANVASS_API_KEY}` },\n".to_owned(), String::new())
    };
    format!(
        "const response = await fetch({}, {{\n{method}{body}}});\nif (!response.ok) throw new Error(await \
         response.text());\nconsole.log(await response.json());",
        json!(url)
    )
}

fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

/// As one word of a shell's command, whatever it holds.
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
