//! Finds how many children people have: "two or more children", "parents of three", "二孩家庭". The spellings are in
//! `children.toml`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::Attribute;
use population::census::codes::{self, CHILDREN_ASKED};
use regex::{Captures, Regex};
use serde::Deserialize;

use super::forms::Gender;
use super::lexicon::{Term, Word};
use crate::text::Folded;

const CHILDREN: DataFile = data_file!("crates/language/data/audience/children.toml");

static SPELLINGS: Compiled<Spellings> = Compiled::new(|| Spellings::read(CHILDREN));

/// Checks that every pattern can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    SPELLINGS.check()
}

struct Spellings {
    patterns: Vec<Regex>,
    after_bare: Regex,
    /// Numbers by their words.
    numbers: BTreeMap<String, u8>,
}

impl Spellings {
    fn read(file: DataFile) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            patterns: Vec<String>,
            after_bare: String,
            parts: BTreeMap<String, String>,
            /// Space-separated entries `word=2`, by language.
            numbers: BTreeMap<String, String>,
        }
        let written: File = file.toml()?;
        let mut numbers = BTreeMap::new();
        let mut parts = written.parts;
        for (language, entries) in &written.numbers {
            let mut words = Vec::new();
            for entry in entries.split_whitespace() {
                let (word, number) = entry
                    .split_once('=')
                    .and_then(|(word, number)| Some((word, number.parse().ok()?)))
                    .ok_or_else(|| file.wrong(format!("`{entry}` has no number")))?;
                numbers.insert(word.to_owned(), number);
                words.push(regex::escape(word));
            }
            parts.insert(language.clone(), format!("(?:[1-9]|{})", words.join("|")));
        }
        let filled = |text: &str| {
            parts.iter().fold(text.to_owned(), |text, (name, part)| text.replace(&format!("<{name}>"), part))
        };
        let pattern = |text: &str| {
            let text = filled(text);
            Regex::new(&text).map_err(|error| file.wrong(format!("`{text}`: {error}")))
        };
        Ok(Self {
            patterns: written.patterns.iter().map(|text| pattern(text)).collect::<Result<_, _>>()?,
            after_bare: Regex::new(&written.after_bare).map_err(|error| file.wrong(error))?,
            numbers,
        })
    }
}

/// A range of numbers of children with its term. `CHILDREN_MAX` and above are one.
struct Counted {
    range: (u8, u8),
    /// Whether the words also stay a condition, because they say more than the number.
    keep: bool,
    term: Term,
}

/// Number from which on the filter knows no difference.
const CHILDREN_MAX: u8 = CHILDREN_ASKED.len() as u8 - 1;

/// Every range of one or more children.
static TERMS: LazyLock<Vec<Counted>> = LazyLock::new(|| {
    let ranges = (1..=CHILDREN_MAX).flat_map(|lo| (lo..=CHILDREN_MAX).map(move |hi| (lo, hi)));
    let both = ranges.flat_map(|range| [false, true].map(|keep| (range, keep)));
    both.map(|(range, keep)| Counted { range, keep, term: term(range, keep) }).collect()
});

fn term((lo, hi): (u8, u8), keep: bool) -> Term {
    let numbers = CHILDREN_ASKED[usize::from(lo)..=usize::from(hi)].iter().map(|code| (*code).to_owned()).collect();
    let parents = (Attribute::Household, vec!["with_children".to_owned()]);
    // One or more is what every parent has.
    let is_open = (lo, hi) == (1, CHILDREN_MAX);
    let counted = (!is_open).then_some((Attribute::Children, numbers));
    let mut term = Term::of_codes([parents].into_iter().chain(counted));
    term.keep = keep;
    term
}

/// Finds all numbers of children as facts. Of overlapping matches the leftmost wins, then the longest.
pub(super) fn find(folded: &Folded<'_>) -> Vec<Word> {
    let text = &folded.text;
    let matches = SPELLINGS.patterns.iter().flat_map(|pattern| pattern.captures_iter(text));
    let mut found: Vec<Word> = matches.filter_map(|groups| word(&groups, text)).collect();
    found.retain(|word| folded.is_boundary(word.span.start) && folded.is_boundary(word.span.end));
    found.sort_by_key(|word| (word.span.start, usize::MAX - word.span.end));
    let mut end = 0;
    found.retain(|word| {
        let is_next = word.span.start >= end;
        if is_next {
            end = word.span.end;
        }
        is_next
    });
    found
}

fn word(groups: &Captures<'_>, text: &str) -> Option<Word> {
    let span: Range<usize> = groups.name("span").or_else(|| groups.get(0))?.range();
    if groups.name("bare").is_some() && !SPELLINGS.after_bare.is_match(&text[span.end..]) {
        return None;
    }
    let (lo, hi) = range(groups)?;
    // The filter knows no difference between four and more.
    let is_exact = lo < CHILDREN_MAX || (lo, hi) == (CHILDREN_MAX, None);
    let range = (codes::children(lo), hi.map_or(CHILDREN_MAX, codes::children));
    let keep = groups.name("kind").is_some() || !is_exact;
    let at = TERMS.iter().position(|counted| (counted.range, counted.keep) == (range, keep))?;
    // Terms of the dictionaries count up from 0.
    Some(Word { span, term: &TERMS[at].term, id: usize::MAX - at, gender: Gender::Unmarked })
}

/// Returns the least and the greatest number; without the latter, any more will do.
fn range(groups: &Captures<'_>) -> Option<(u8, Option<u8>)> {
    let number = |name: &str| groups.name(name).and_then(|found| number(found.as_str()));
    let (lo, hi) = match (number("lo"), number("gt"), number("only"), number("from"), number("to")) {
        (Some(lo), ..) => (lo, None),
        (_, Some(under), ..) => (under.checked_add(1)?, None),
        (_, _, Some(only), ..) => (only, Some(only)),
        (.., Some(from), Some(to)) => (from, Some(to)),
        _ => groups.name("several").map(|_| (2, None))?,
    };
    (lo >= 1 && hi.is_none_or(|hi| hi >= lo)).then_some((lo, hi))
}

fn number(words: &str) -> Option<u8> {
    words.parse().ok().or_else(|| SPELLINGS.numbers.get(words).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let folded = Folded::new(text);
        let read = |word: &Word| {
            let codes = word.term.codes(Attribute::Children).join(" ");
            (folded.quote(&word.span).to_owned(), if word.term.keep { format!("{codes} …") } else { codes })
        };
        find(&folded).iter().map(read).collect()
    }

    #[test]
    fn a_number_of_children_is_read_in_every_language() {
        for (text, words, codes) in [
            ("Parents with two or more children in Texas", "with two or more children", "2 3 4_or_more"),
            ("moms who have 3+ kids", "who have 3+ kids", "3 4_or_more"),
            ("families with at least 2 kids", "with at least 2 kids", "2 3 4_or_more"),
            ("people with more than one child", "with more than one child", "2 3 4_or_more"),
            ("parents of two", "of two", "2"),
            ("dads of three or more", "of three or more", "3 4_or_more"),
            ("families with 2-3 kids", "with 2-3 kids", "2 3"),
            ("two-child families", "two-child", "2"),
            ("at least one child at home", "at least one child", ""),
            ("parents of five or more children", "five or more children", "4_or_more …"),
            ("mothers with two young children", "with two young children", "2 …"),
            ("madres con al menos dos hijos", "con al menos dos hijos", "2 3 4_or_more"),
            ("personas que tengan más de un hijo", "que tengan más de un hijo", "2 3 4_or_more"),
            ("padres de tres hijos", "tres hijos", "3"),
            ("madres de dos o más", "de dos o más", "2 3 4_or_more"),
            ("familias con dos o tres hijos", "con dos o tres hijos", "2 3"),
            ("有两个及以上孩子的家庭", "有两个及以上孩子", "2 3 4_or_more"),
            ("至少有两个孩子的妈妈", "至少有两个孩子", "2 3 4_or_more"),
            ("有两个孩子的父母", "有两个孩子", "2"),
            ("有两三个孩子的家庭", "有两三个孩子", "2 3"),
            ("二孩家庭", "二孩", "2"),
            ("三孩及以上家庭", "三孩及以上", "3 4_or_more"),
            ("育有超过两个子女", "育有超过两个子女", "3 4_or_more"),
        ] {
            assert_eq!(found(text), [(words.to_owned(), codes.to_owned())], "{text}");
        }
    }

    #[test]
    fn other_numbers_are_none_of_children() {
        for text in [
            "parents of 2 year olds",
            "mothers of 3-6 year olds",
            "teachers of 25 children",
            "padres de un niño con autismo",
            "有3-6岁孩子的父母",
            "two cars",
            "children aged 3",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
