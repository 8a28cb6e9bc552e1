//! Computes the distribution over labels from the alternatives of one token.

use super::wire::TokenLogprob;

/// Least total probability of all labels; below it, the first token is not an answer.
const LABEL_MASS_MIN: f64 = 0.5;
/// What was found among the alternatives of the first token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    Read(Vec<f64>),
    /// The server returned no alternatives.
    Nothing,
    /// Most of the probability lies on tokens that are not labels.
    Stray,
}

/// Sums the probabilities of every spelling of each label, and normalises over the labels.
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

/// Strips what may surround a label in a token: spaces (also as
/// tokenisers write them), brackets, quotes and punctuation.
fn bare(token: &str) -> String {
    let around = |c: char| {
        c.is_whitespace() || "\u{2581}\u{0120}\u{010A}()[]{}<>\"'`*_.,:;/-）（【】「」“”‘’。、，：；．".contains(c)
    };
    token.trim_matches(around).chars().map(half_width).collect()
}

/// Maps a full-width character to its ASCII form; Chinese text may write letters and digits in full width.
fn half_width(c: char) -> char {
    match u32::from(c) {
        full @ 0xFF01..=0xFF5E => char::from_u32(full - 0xFEE0).unwrap_or(c),
        _ => c,
    }
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
}
