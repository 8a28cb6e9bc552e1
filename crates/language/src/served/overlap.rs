//! Finds pairs of options that overlap, so that one answer could be either: one contains the other, both are nearly
//! equal, or their ranges intersect. The client gets a note; nothing is changed.

use std::sync::LazyLock;

use regex::Regex;
use strsim::osa_distance;

use super::language::is_han;
use super::spans;
use crate::text::fold;

/// Maximum number of pairs reported.
pub(super) const PAIRS_MAX: usize = 10;
/// Shortest word that may differ by a letter; shorter ones then mean something else.
const NEAR_WORD_CHARS_MIN: usize = 5;
const HELD_HAN_MIN: usize = 2;
const NEGATIONS: [&str; 16] =
    ["not", "no", "non", "never", "without", "nunca", "sin", "nada", "不", "没", "無", "无", "非", "未", "别", "don't"];

/// Words that only set a degree, as on a scale.
const DEGREES: [&str; 20] = [
    "very",
    "quite",
    "too",
    "rather",
    "somewhat",
    "slightly",
    "extremely",
    "more",
    "less",
    "most",
    "muy",
    "mas",
    "menos",
    "bastante",
    "algo",
    "poco",
    "demasiado",
    "很",
    "最",
    "较",
];

/// Returns the pairs of overlapping options, by index.
pub(super) fn pairs(options: &[String]) -> Vec<(usize, usize)> {
    let read: Vec<Reading> = options.iter().map(|option| Reading::of(option)).collect();
    let mut pairs = Vec::new();
    for (first, one) in read.iter().enumerate() {
        for (second, other) in read.iter().enumerate().skip(first + 1) {
            if one.overlaps(other) && pairs.len() < PAIRS_MAX {
                pairs.push((first, second));
            }
        }
    }
    pairs
}

struct Reading {
    words: Vec<String>,
    range: Option<Span>,
    has_digits: bool,
}

impl Reading {
    fn of(option: &str) -> Self {
        let folded = fold(option);
        Self {
            words: spans::words(option),
            range: Span::of(folded.trim()),
            has_digits: folded.contains(|c: char| c.is_numeric()),
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        match (&self.range, &other.range) {
            (Some(one), Some(two)) => one.meets(two),
            // Options with figures differ by them: "Plan 1", "Plan 2".
            _ if self.has_digits || other.has_digits => false,
            _ => {
                holds(&self.words, &other.words)
                    || holds(&other.words, &self.words)
                    || is_near(&self.words, &other.words)
            }
        }
    }
}

/// Returns whether `short` occurs in `long` as consecutive words, and the rest of `long` does not negate it.
fn holds(long: &[String], short: &[String]) -> bool {
    let is_han_only = short.iter().all(|word| word.chars().all(is_han));
    if short.is_empty() || short.len() >= long.len() || is_han_only && short.len() < HELD_HAN_MIN {
        return false;
    }
    let is_denial = long.iter().any(|word| NEGATIONS.contains(&word.as_str()) && !short.contains(word));
    let is_degree = long.iter().all(|word| short.contains(word) || DEGREES.contains(&word.as_str()));
    // The head of a Chinese compound is at its end: "冰咖啡" is coffee, "印度尼西亚" is not India.
    let is_held =
        if is_han_only { long.ends_with(short) } else { long.windows(short.len()).any(|window| window == short) };
    is_held && !is_denial && !is_degree && !is_answer(short)
}

/// Returns whether the words are a generic answer: "Yes, every day" elaborates "Yes" and does not overlap with it.
fn is_answer(words: &[String]) -> bool {
    matches!(words, [word] if matches!(word.as_str(), "yes" | "no" | "si" | "other" | "none" | "otro" | "otra"))
}

/// Returns whether the words are pairwise equal or differ by one letter, as in plurals and misspellings.
fn is_near(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && !one.is_empty() && one.iter().zip(other).all(|(a, b)| a == b || is_near_word(a, b))
}

fn is_near_word(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let is_plural = long.strip_prefix(short).is_some_and(|ending| matches!(ending, "s" | "es"));
    let chars = short.chars().count();
    // A letter put before a word may reverse its meaning: "typical", "atypical".
    let is_slip = chars >= NEAR_WORD_CHARS_MIN && long.len() - short.len() <= 4 && !long.ends_with(short);
    is_plural && chars >= 3 || is_slip && osa_distance(a, b) <= 1
}

/// A numeric range with its unit.
#[derive(Debug, Clone, PartialEq)]
struct Span {
    low: f64,
    high: f64,
    /// Whether the lower and the upper end are inclusive.
    closed: (bool, bool),
    unit: String,
}

static BETWEEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:between |from |entre |de |desde )?([$€£¥]?)\s?(\d[\d,]*(?:\.\d+)?)\s?([^\d\s-]{0,12})\s*(?:-|to|and|a|y|hasta|到|至)\s*[$€£¥]?\s?(\d[\d,]*(?:\.\d+)?)\s*([^\d]{0,24})$").ok()
});
static BELOW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:under|below|less than|fewer than|menos de|menor de|menores de|不到|少于|低于)\s*([$€£¥]?)\s?(\d[\d,]*(?:\.\d+)?)\s*([^\d]{0,24})$").ok()
});
static ABOVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(over|above|more than|mas de|mayores de|超过|多于|高于)?\s*([$€£¥]?)\s?(\d[\d,]*(?:\.\d+)?)\s*([^\d+]{0,24}?)\s*(\+|or more|and over|and above|or older|o mas|y mas)?$").ok()
});

impl Span {
    fn of(folded: &str) -> Option<Self> {
        Self::between(folded).or_else(|| Self::below(folded)).or_else(|| Self::above(folded))
    }

    fn between(folded: &str) -> Option<Self> {
        let found = BETWEEN.as_ref()?.captures(folded)?;
        let (low, high) = (figure(&found[2])?, figure(&found[4])?);
        let unit = [&found[5], &found[3], &found[1]].into_iter().map(|unit| unit.trim()).find(|unit| !unit.is_empty());
        // A range without a unit may intersect one with any unit.
        (low <= high).then(|| Self { low, high, closed: (true, true), unit: unit.unwrap_or("").to_owned() })
    }

    fn below(folded: &str) -> Option<Self> {
        let found = BELOW.as_ref()?.captures(folded)?;
        let unit = if found[3].trim().is_empty() { &found[1] } else { &found[3] };
        Some(Self { low: 0.0, high: figure(&found[2])?, closed: (true, false), unit: unit.trim().to_owned() })
    }

    /// Parses a range without an upper end. A bare figure needs a word or sign that opens it upwards.
    fn above(folded: &str) -> Option<Self> {
        let found = ABOVE.as_ref()?.captures(folded)?;
        let (is_over, is_from) = (found.get(1).is_some(), found.get(5).is_some());
        let unit = if found[4].trim().is_empty() { &found[2] } else { &found[4] };
        let low = figure(&found[3]).filter(|_| is_over || is_from)?;
        Some(Self { low, high: f64::INFINITY, closed: (is_from, true), unit: unit.trim().to_owned() })
    }

    fn meets(&self, other: &Self) -> bool {
        let is_one_unit = self.unit == other.unit || self.unit.is_empty() || other.unit.is_empty();
        let (left, right) = if self.low <= other.low { (self, other) } else { (other, self) };
        let touches = left.high == right.low && left.closed.1 && right.closed.0;
        is_one_unit && (left.high > right.low || touches)
    }
}

fn figure(text: &str) -> Option<f64> {
    text.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_overlap(one: &str, other: &str) -> bool {
        !pairs(&[one.to_owned(), other.to_owned()]).is_empty()
    }

    #[test]
    fn options_that_hold_resemble_or_meet_one_another_overlap() {
        for (one, other) in [
            ("Coffee", "Iced coffee"),
            ("咖啡", "冰咖啡"),
            ("Café", "Café con leche"),
            ("Mobile app", "Mobile apps"),
            ("Subscription", "Subcription"),
            ("18-25", "25-35"),
            ("18–25 years", "25–35 years"),
            ("$10 to $20", "$20 to $30"),
            ("10到20元", "20到30元"),
            ("Entre 15 y 25 euros", "25 o más"),
            ("30-40", "35+"),
        ] {
            assert!(is_overlap(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn options_that_differ_in_meaning_do_not_overlap() {
        for (one, other) in [
            ("Coffee", "Tea"),
            ("High", "Very high"),
            ("印度", "印度尼西亚"),
            ("Likely", "Not likely"),
            ("应该", "不应该"),
            ("Typical", "Atypical"),
            ("Increase taxes", "Decrease taxes"),
            ("Invest in solar energy", "Invest in wind energy"),
            ("Plan 1", "Plan 2"),
            ("18-24", "25-34"),
            ("Under 25", "25-35"),
            ("15 to 25 euros", "More than 25 euros"),
            ("1-2 hours", "1-2 days"),
            ("$10", "$100"),
            ("Yes", "Yes, every day"),
            ("Cat", "Car"),
            ("上调价格", "下调价格"),
        ] {
            assert!(!is_overlap(one, other), "{one} / {other}");
        }
    }
}
