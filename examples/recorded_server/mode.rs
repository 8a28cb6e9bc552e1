//! The kind of model that the server simulates: how it forecasts, what it rejects, and the text around a document.

use clap::ValueEnum;
use serde_json::{Value, json};

/// Share of the first option in a model that always picks it.
const FIRST_SHARE: f64 = 0.9;
/// Added to a share before it is inverted, so that one near zero does not dominate.
const FLOOR: f64 = 0.02;
const PROSE: &str = "Let me think about who these people are. Habit weighs more than reasons do, and no two are quite \
                     alike, so I keep some spread everywhere. My answer follows.";
const THOUGHTS: &str = "First guess: {\"shares\": {\"A\": 50, \"B\": 50}}? No, {that} is too even; I look again.";

/// A kind of model to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Says what was recorded
    Recorded,
    /// Takes all options to be alike
    Uniform,
    /// Takes nearly everybody to pick the first option
    First,
    /// Says the opposite of what was recorded
    Anti,
    /// Says what was recorded after some prose, and takes no schema
    Prose,
    /// Says what was recorded after its thoughts, and takes neither a temperature nor `max_tokens`
    Think,
}

impl Mode {
    /// Returns this model's forecast, as weights, where these shares were recorded.
    pub fn forecast(self, recorded: &[f64]) -> Vec<f64> {
        let count = recorded.len();
        match self {
            Self::Recorded | Self::Prose | Self::Think => recorded.to_vec(),
            Self::Uniform => vec![1.0; count],
            Self::First if count < 2 => vec![1.0; count],
            Self::First => {
                let other = (1.0 - FIRST_SHARE) / (count - 1) as f64;
                (0..count).map(|place| if place == 0 { FIRST_SHARE } else { other }).collect()
            }
            Self::Anti => recorded.iter().map(|share| 1.0 / (share + FLOOR)).collect(),
        }
    }

    /// Returns the error for a request that this model rejects.
    pub fn refusal(self, asked: &Value) -> Option<Value> {
        let carries = |name: &&str| !asked[*name].is_null();
        let refused = match self {
            Self::Prose => ["response_format"].into_iter().find(carries),
            Self::Think => ["max_tokens", "temperature"].into_iter().find(carries),
            Self::Recorded | Self::Uniform | Self::First | Self::Anti => None,
        };
        refused.map(|name| json!({ "error": error(name) }))
    }

    /// Returns the text of a reply with this document, or of one without a document.
    pub fn said(self, document: Option<&Value>) -> String {
        match (self, document) {
            (Self::Prose, Some(document)) => format!("{PROSE}\n\n```json\n{document:#}\n```\n"),
            (Self::Think, _) => {
                let said = document.map_or_else(|| "OK".to_owned(), Value::to_string);
                format!("<think>\n{THOUGHTS}\n</think>\n\n{said}")
            }
            (_, Some(document)) => document.to_string(),
            (_, None) => "OK".to_owned(),
        }
    }
}

fn error(name: &str) -> Value {
    match name {
        "response_format" => json!({ "message": "response_format is not supported", "param": name }),
        "max_tokens" => json!({
            "message": "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
            "param": name,
            "code": "unsupported_parameter",
        }),
        _ => json!({
            "message": format!("Unsupported parameter: '{name}' is not supported with this model."),
            "param": name,
            "code": "unsupported_parameter",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_model_forecasts_in_its_own_way() {
        let recorded = [0.2, 0.5, 0.3];
        assert_eq!(Mode::Recorded.forecast(&recorded), recorded);
        assert_eq!(Mode::Uniform.forecast(&recorded), [1.0, 1.0, 1.0]);
        let first = Mode::First.forecast(&recorded);
        assert!(first[0] == 0.9 && (first[1] - 0.05).abs() < 1e-9 && first[1] == first[2]);
        let anti = Mode::Anti.forecast(&recorded);
        assert!(anti[0] > anti[2] && anti[2] > anti[1]);
    }

    #[test]
    fn a_refusal_names_what_is_refused() {
        let asked = json!({ "max_tokens": 5, "temperature": 1.0, "response_format": { "type": "json_schema" } });
        let param = |mode: Mode, asked: &Value| mode.refusal(asked).map(|it| it["error"]["param"].clone());
        assert_eq!(param(Mode::Recorded, &asked), None);
        assert_eq!(param(Mode::Prose, &asked), Some(json!("response_format")));
        assert_eq!(param(Mode::Think, &asked), Some(json!("max_tokens")));
        assert_eq!(param(Mode::Think, &json!({ "temperature": 0.5 })), Some(json!("temperature")));
        assert_eq!(param(Mode::Think, &json!({ "max_tokens": null, "response_format": {} })), None);
    }

    #[test]
    fn a_document_stands_alone_or_after_words() {
        let document = json!({ "shares": { "A": 100.0 } });
        assert_eq!(Mode::Recorded.said(Some(&document)), r#"{"shares":{"A":100.0}}"#);
        assert!(Mode::Prose.said(Some(&document)).ends_with("}\n```\n"));
        assert!(Mode::Think.said(Some(&document)).ends_with("</think>\n\n{\"shares\":{\"A\":100.0}}"));
        assert_eq!(Mode::Anti.said(None), "OK");
    }
}
