//! Finds a message in a text and what its arguments were filled with.

use std::collections::{BTreeMap, BTreeSet};

use foundation::Language;
use wording::FluentValue;

/// What the arguments of one sentence were filled with, by name.
pub(super) type Filled = BTreeMap<String, String>;

/// One piece of a message: words, or the place of an argument.
enum Piece {
    Words(String),
    Argument(String),
}

/// Returns what a message's arguments were filled with in a text; `None` where the text doesn't have the sentence. `choice`: the
/// argument that selects the message's form, with its value.
pub(super) fn filled(language: Language, id: &str, choice: &[(&str, FluentValue<'_>)], text: &str) -> Option<Filled> {
    assert!(wording::exists(id), "{id}");
    let pieces = pieces(&wording::say(language, id, choice));
    let begin: Vec<usize> = match pieces.first()? {
        Piece::Words(words) => text.match_indices(words.as_str()).map(|(at, _)| at).collect(),
        Piece::Argument(_) => starts(text),
    };
    // The latest beginning has the shortest arguments.
    let mut failed = BTreeSet::new();
    begin.into_iter().rev().find_map(|at| parsed(&pieces, &text[at..], &mut failed))
}

/// A message without its arguments has their names in their places: "{$name}".
fn pieces(message: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = message;
    while let Some((words, argument)) = rest.split_once("{$") {
        let (name, after) = argument.split_once('}').unwrap();
        found.extend((!words.is_empty()).then(|| Piece::Words(words.to_owned())));
        found.push(Piece::Argument(name.to_owned()));
        rest = after;
    }
    found.extend((!rest.is_empty()).then(|| Piece::Words(rest.to_owned())));
    found
}

/// The places of a text where a sentence begins.
fn starts(text: &str) -> Vec<usize> {
    let after = |end: &'static str| text.match_indices(end).map(move |(at, _)| at + end.len());
    let mut found: Vec<usize> = [0].into_iter().chain(after("\n")).chain(after(". ")).chain(after("。")).collect();
    found.sort_unstable();
    found
}

/// Fills the pieces from the beginning of a text, each argument with as little as possible. `failed`: the numbers of pieces and
/// bytes left from which nothing fits, so that each is tried once.
fn parsed(pieces: &[Piece], text: &str, failed: &mut BTreeSet<(usize, usize)>) -> Option<Filled> {
    let Some((first, rest)) = pieces.split_first() else { return Some(Filled::new()) };
    if failed.contains(&(pieces.len(), text.len())) {
        return None;
    }
    let found = match first {
        Piece::Words(words) => text.strip_prefix(words.as_str()).and_then(|text| parsed(rest, text, failed)),
        Piece::Argument(name) => argument(name, rest, text, failed),
    };
    if found.is_none() {
        failed.insert((pieces.len(), text.len()));
    }
    found
}

/// Returns the shortest argument after which the rest of the sentence matches. Arguments do not contain line feeds.
fn argument(name: &str, rest: &[Piece], text: &str, failed: &mut BTreeSet<(usize, usize)>) -> Option<Filled> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let Some(Piece::Words(words)) = rest.first() else {
        return Some(Filled::from([(name.to_owned(), line.to_owned())]));
    };
    line.match_indices(words.as_str()).find_map(|(end, _)| {
        let mut filled = parsed(rest, &text[end..], failed)?;
        filled.insert(name.to_owned(), text[..end].to_owned());
        Some(filled)
    })
}

#[test]
fn a_sentence_is_found_with_what_it_was_filled_with() {
    let text = "First. Probably more than half (53%) would answer “Likely” or “Very likely”.\nNext.";
    let found = filled(Language::En, "verdict-scale-most-leaning", &[], text).unwrap();
    assert_eq!((found["top"].as_str(), found["top_answers"].as_str()), ("53%", "“Likely” or “Very likely”"));
    assert!(filled(Language::En, "verdict-scale-most", &[], text).is_none());
    assert!(filled(Language::En, "verdict-leaning", &[], text).is_none());
}
