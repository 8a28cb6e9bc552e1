//! A distribution over labels, from the alternatives of one token or from a document of probabilities.

use serde_json::{Value, json};

use super::wire::TokenLogprob;

/// A first token that is some label with less than this probability answers something else.
const LABEL_MASS_MIN: f64 = 0.5;
/// How far the sum of stated probabilities may be from one (or from a hundred, for those who think in percent).
const SUM_TOLERANCE: f64 = 0.05;

/// What was found among the alternatives of the first token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    Read(Vec<f64>),
    /// The server gives no alternatives.
    Nothing,
    /// Most of the mass lies outside the labels.
    Stray,
}

/// Adds up every spelling of each label and renormalises over the labels.
pub(super) fn read_tokens(tokens: &[TokenLogprob], labels: &[String]) -> Reading {
    if tokens.is_empty() {
        return Reading::Nothing;
    }
    let mut masses = vec![0.0; labels.len()];
    for TokenLogprob { token, logprob } in tokens {
        let mass = logprob.unwrap_or(f64::NEG_INFINITY).exp();
        let spelt = bare(token);
        let at = labels.iter().position(|label| label.eq_ignore_ascii_case(&spelt));
        if let Some(at) = at.filter(|_| mass.is_finite()) {
            masses[at] += mass;
        }
    }
    let total: f64 = masses.iter().sum();
    if total < LABEL_MASS_MIN {
        return Reading::Stray;
    }
    masses.iter_mut().for_each(|mass| *mass /= total);
    Reading::Read(masses)
}

/// A token without what may stand around a label: spaces (also as tokenisers spell them), brackets, quotes and stops.
fn bare(token: &str) -> String {
    let around = |c: char| {
        c.is_whitespace() || "\u{2581}\u{0120}\u{010A}()[]{}<>\"'`*_.,:;/-）（【】「」“”‘’。、，：；．".contains(c)
    };
    token.trim_matches(around).chars().map(half_width).collect()
}

/// Chinese text may write letters and digits in full width.
fn half_width(c: char) -> char {
    match u32::from(c) {
        full @ 0xFF01..=0xFF5E => char::from_u32(full - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// What a document of probabilities must look like.
pub(super) fn vector_schema(labels: &[String]) -> Value {
    let number = json!({ "type": "number" });
    let properties: serde_json::Map<String, Value> =
        labels.iter().map(|label| (label.clone(), number.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": labels, "additionalProperties": false })
}

/// Why a document of probabilities can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VectorFlaw {
    Fields,
    Sum,
}

/// The stated probabilities in the order of the labels; exactly these, none below zero, together one.
pub(super) fn read_vector(document: &Value, labels: &[String]) -> Result<Vec<f64>, VectorFlaw> {
    let fields = document.as_object().filter(|fields| fields.len() == labels.len()).ok_or(VectorFlaw::Fields)?;
    let stated = |label: &String| fields.get(label)?.as_f64().filter(|p| p.is_finite() && *p >= 0.0);
    let stated: Option<Vec<f64>> = labels.iter().map(stated).collect();
    let mut vector = stated.ok_or(VectorFlaw::Fields)?;
    let total: f64 = vector.iter().sum();
    let is_near = |whole: f64| (total / whole - 1.0).abs() <= SUM_TOLERANCE;
    if !is_near(1.0) && !is_near(100.0) {
        return Err(VectorFlaw::Sum);
    }
    vector.iter_mut().for_each(|p| *p /= total);
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(count: usize) -> Vec<String> {
        ["A", "B", "C", "D"][..count].iter().map(|&letter| letter.to_owned()).collect()
    }

    fn tokens(each: &[(&str, f64)]) -> Vec<TokenLogprob> {
        each.iter().map(|(token, p)| TokenLogprob { token: (*token).to_owned(), logprob: Some(p.ln()) }).collect()
    }

    fn assert_near(reading: &Reading, expected: &[f64]) {
        let Reading::Read(read) = reading else { panic!("{reading:?}") };
        assert!(read.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{read:?}");
    }

    #[test]
    fn every_spelling_of_a_label_counts_and_nothing_else_does() {
        let seen = tokens(&[
            ("A", 0.2),
            (" A", 0.1),
            ("a", 0.05),
            ("A)", 0.05),
            ("\u{0120}B", 0.1),
            ("\u{2581}B", 0.05),
            ("**B", 0.05),
            ("Ｂ", 0.1),
            ("Answer", 0.1),
            ("AB", 0.1),
            ("", 0.05),
        ]);
        assert_near(&read_tokens(&seen, &letters(2)), &[0.4 / 0.7, 0.3 / 0.7]);
        let ratings: Vec<String> = (1..=5).map(|rating| rating.to_string()).collect();
        let seen = tokens(&[("4", 0.5), (" 5", 0.25), ("４", 0.05), ("45", 0.1)]);
        assert_near(&read_tokens(&seen, &ratings), &[0.0, 0.0, 0.0, 0.55 / 0.8, 0.25 / 0.8]);
    }

    #[test]
    fn a_reply_that_is_mostly_no_label_is_not_read() {
        assert_eq!(read_tokens(&tokens(&[("A", 0.3), ("The", 0.6)]), &letters(2)), Reading::Stray);
        assert_eq!(read_tokens(&tokens(&[("<think>", 1.0)]), &letters(2)), Reading::Stray);
        assert_eq!(read_tokens(&[], &letters(2)), Reading::Nothing);
        let absent = [TokenLogprob { token: "A".to_owned(), logprob: None }];
        assert_eq!(read_tokens(&absent, &letters(2)), Reading::Stray);
    }

    #[test]
    fn stated_probabilities_are_taken_only_whole() {
        let labels = letters(2);
        assert_eq!(read_vector(&json!({ "B": 0.75, "A": 0.25 }), &labels), Ok(vec![0.25, 0.75]));
        assert_eq!(read_vector(&json!({ "A": 25, "B": 75 }), &labels), Ok(vec![0.25, 0.75]));
        for flawed in [
            json!({ "A": 1.0 }),
            json!({ "A": 0.5, "B": "0.5" }),
            json!({ "A": 1.5, "B": -0.5 }),
            json!({ "A": 0.5, "C": 0.5 }),
            json!({ "A": 0.5, "B": 0.5, "C": 0.0 }),
            json!([0.5, 0.5]),
        ] {
            assert_eq!(read_vector(&flawed, &labels), Err(VectorFlaw::Fields), "{flawed}");
        }
        for flawed in [json!({ "A": 0.4, "B": 0.4 }), json!({ "A": 0, "B": 0 }), json!({ "A": 2, "B": 3 })] {
            assert_eq!(read_vector(&flawed, &labels), Err(VectorFlaw::Sum), "{flawed}");
        }
    }
}
