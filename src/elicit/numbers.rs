//! Reads figures from a document that a model wrote: percentages or fractions, as numbers or as text.

use serde_json::{Map, Value};

/// Missing figures count as zero if the others come this near to a whole.
const WHOLE_TOLERANCE: f64 = 0.05;
/// Figures that add up to more than this are per cent, not fractions.
const FRACTIONS_SUM_MAX: f64 = 1.5;

/// The figures of these names as parts of one; none where they are no shares.
pub(super) fn shares(document: &Value, names: &[String]) -> Option<Vec<f64>> {
    let fields = document.as_object()?;
    let stated: Vec<Option<f64>> = names.iter().map(|name| figure(fields, name)).collect();
    let total: f64 = stated.iter().flatten().sum();
    let is_sound = stated.iter().flatten().all(|figure| figure.is_finite() && *figure >= 0.0) && total > 0.0;
    // Models leave out options to which they give zero; a document that breaks off lacks more than that.
    let is_near = |whole: f64| (total / whole - 1.0).abs() <= WHOLE_TOLERANCE;
    let is_whole = stated.iter().all(Option::is_some) || is_near(1.0) || is_near(100.0);
    (is_sound && is_whole).then(|| stated.into_iter().map(|figure| figure.unwrap_or(0.0) / total).collect())
}

/// Whether the document's figures are fractions, by what they add up to.
pub(super) fn are_fractions(document: &Value) -> bool {
    let figures = document.as_object().into_iter().flatten().filter_map(|(_, value)| number(value));
    figures.sum::<f64>() <= FRACTIONS_SUM_MAX
}

/// A name may come back with the mark that stood behind it.
fn figure(fields: &Map<String, Value>, name: &str) -> Option<f64> {
    let is_it = |key: &String| key.trim().trim_end_matches([')', '.', ':']).eq_ignore_ascii_case(name);
    let value = fields.get(name).or_else(|| fields.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value))?;
    number(value)
}

pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().trim_end_matches(['%', '％']).trim().replace(',', ".").parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(document: &Value) -> Option<Vec<f64>> {
        shares(document, &["A".to_owned(), "B".to_owned()])
    }

    #[test]
    fn figures_are_shares_however_they_are_written() {
        for document in [
            json!({ "A": 25, "B": 75 }),
            json!({ "B": 0.75, "A": 0.25 }),
            json!({ "A": "25%", "B": "75 %" }),
            json!({ "a)": 1, "b)": 3 }),
            json!({ "A": 25.0, "B": 75.0, "C": "who?" }),
        ] {
            assert_eq!(read(&document), Some(vec![0.25, 0.75]), "{document}");
        }
        assert_eq!(read(&json!({ "A": 100 })), Some(vec![1.0, 0.0]), "what is left out has nothing");
    }

    #[test]
    fn what_is_no_distribution_is_none() {
        for document in [
            json!({}),
            json!({ "A": 40 }),
            json!({ "A": 0, "B": 0 }),
            json!({ "A": -5, "B": 105 }),
            json!([50, 50]),
            json!({ "A": "half", "B": "half" }),
        ] {
            assert_eq!(read(&document), None, "{document}");
        }
    }
}
