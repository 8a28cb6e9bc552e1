//! Reads one option by itself: a role, or the value of its words. `set` decides whether that value counts.

use super::lexicon::{Hit, Lexicon};
use super::tokens::Token;
use super::{Role, ScaleKind};

/// Value of "never".
const LEAST: f64 = -1.0;
/// Value of once a year, and the increase for a tenfold rate: daily is about 0.7, several times a day about 1.
const ONCE_A_YEAR: f64 = -0.6;
const TENFOLD: f64 = 0.5;

/// An option split into tokens and lexicon phrases.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) tokens: Vec<Token>,
    pub(super) hits: Vec<Hit>,
}

/// The value of an option's words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Value {
    /// `None` if the option names only a degree, which fits any kind.
    pub(super) kind: Option<ScaleKind>,
    pub(super) value: f64,
    pub(super) neutral: bool,
    pub(super) bare: bool,
}

impl Parsed {
    pub(super) fn new(lexicon: &Lexicon, text: &str, with_roles: bool) -> Self {
        let tokens = lexicon.tokens(text);
        let hits = lexicon.hits(&tokens, with_roles);
        Self { tokens, hits }
    }

    /// Returns the role that the option opens with, or that covers at least half of it. "Other" has to open it.
    pub(super) fn role(&self) -> Option<Role> {
        let opening = self.hits.iter().find(|hit| !hit.senses.filler).map(|hit| hit.start);
        let unread_before = |hit: &Hit| self.unread().any(|at| at < hit.start);
        self.hits.iter().find_map(|hit| {
            let role = hit.senses.role?;
            let opens = opening == Some(hit.start) && !unread_before(hit);
            let fills = role != Role::Other && 2 * hit.length >= self.tokens.len();
            (opens || fills).then_some(role)
        })
    }

    pub(super) fn value(&self) -> Option<Value> {
        let neutral = self.hits.iter().any(|hit| hit.senses.neutral);
        if let Some(value) = self.verdict().or_else(|| self.rate()) {
            return Some(value);
        }
        let word = self.word();
        if neutral {
            return Some(Value {
                kind: word.and_then(|hit| hit.senses.word).map(|(kind, _)| kind),
                value: 0.0,
                neutral,
                bare: false,
            });
        }
        let degree = self.degree(word);
        let Some((kind, place)) = word.and_then(|hit| hit.senses.word) else {
            let value = degree? * self.sign_before(self.tokens.len());
            return Some(Value { kind: None, value, neutral, bare: false });
        };
        let strength = degree.map_or(place, |degree| if place == 0.0 { 0.0 } else { degree * place.signum() });
        let sign = self.sign_before(word.map_or(0, |hit| hit.start));
        Some(Value { kind: Some(kind), value: strength * sign, neutral, bare: degree.is_none() })
    }

    /// Returns the positions of words that the lexicon does not know.
    pub(super) fn unread(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|at| {
            let is_number = self.tokens[*at].text.parse::<u64>().is_ok();
            !is_number && !self.hits.iter().any(|hit| (hit.start..hit.start + hit.length).contains(at))
        })
    }

    /// Returns the number of words that carry the value.
    pub(super) fn read_tokens(&self) -> usize {
        self.hits.iter().filter(|hit| !hit.senses.filler || hit.senses.word.is_some()).map(|hit| hit.length).sum()
    }

    /// Returns the first number, and the factor of a bound such as "less than" or "or more"; 1 without a bound.
    pub(super) fn figure(&self) -> Option<(f64, f64)> {
        let figure = self.tokens.iter().find_map(|token| token.text.parse::<u64>().ok())?;
        let bound = self.hits.iter().find_map(|hit| hit.senses.bound).unwrap_or(1.0);
        Some((figure as f64, bound))
    }

    pub(super) fn is_bare_figure(&self) -> bool {
        self.tokens.len() == 1 && self.figure().is_some()
    }

    /// Returns whether the option opens with "never" or an equivalent ("I don't use"), so that the rest adds nothing.
    pub(super) fn opens_with_never(&self) -> bool {
        let first = self.hits.iter().find(|hit| !hit.senses.filler || hit.senses.word.is_some());
        let opens = first.filter(|hit| self.unread().all(|at| at > hit.start)).and_then(|hit| hit.senses.word);
        opens == Some((ScaleKind::Frequency, LEAST))
    }

    /// Returns the value of "yes" or "no", alone or before punctuation; a degree beside it scales the value.
    fn verdict(&self) -> Option<Value> {
        let first = self.hits.first().filter(|hit| hit.start == 0)?;
        let verdict = first.senses.verdict?;
        let next = self.tokens.get(first.length);
        let firmness = self.hits.iter().skip(1).find_map(|hit| hit.senses.degree).filter(|degree| *degree > 0.0);
        let alone =
            next.is_none_or(|token| token.after_break) || (firmness.is_some() && self.unread().next().is_none());
        alone.then(|| Value {
            kind: Some(ScaleKind::YesNo),
            value: verdict * firmness.unwrap_or(1.0),
            neutral: false,
            bare: false,
        })
    }

    /// Returns the value of a frequency, if a period is named.
    fn rate(&self) -> Option<Value> {
        let per_year = self.hits.iter().find_map(|hit| hit.senses.per_year)?;
        let figure = self.tokens.iter().find_map(|token| token.text.parse::<u64>().ok()).map(|times| times as f64);
        let times = self.hits.iter().find_map(|hit| hit.senses.times).or(figure).unwrap_or(1.0);
        let bound = self.hits.iter().find_map(|hit| hit.senses.bound).unwrap_or(1.0);
        Some(Value {
            kind: Some(ScaleKind::Frequency),
            value: rate_value(per_year * times * bound),
            neutral: false,
            bare: false,
        })
    }

    /// Returns the word that names the subject of the scale. One that is also a degree counts only if alone.
    fn word(&self) -> Option<&Hit> {
        let words = || self.hits.iter().filter(|hit| hit.senses.word.is_some());
        words().find(|hit| hit.senses.degree.is_none()).or_else(|| words().next_back())
    }

    fn degree(&self, word: Option<&Hit>) -> Option<f64> {
        let others = self.hits.iter().filter(|hit| word.is_none_or(|word| word.start != hit.start));
        others.into_iter().find_map(|hit| hit.senses.degree)
    }

    /// Returns −1 if an odd number of negations precede this position, else 1. A negation that is also a degree does
    /// not count, since the degree includes it.
    fn sign_before(&self, end: usize) -> f64 {
        let negations = self.hits.iter().filter(|hit| hit.start < end && hit.senses.negation);
        let count = negations.filter(|hit| hit.senses.degree.is_none()).count();
        if count % 2 == 0 { 1.0 } else { -1.0 }
    }
}

fn rate_value(per_year: f64) -> f64 {
    if per_year <= 0.0 { LEAST } else { (ONCE_A_YEAR + TENFOLD * per_year.log10()).clamp(-0.95, 1.0) }
}
