//! Names a cluster of clauses: the phrase that most of its answers use, as most of them write it. A label is made of
//! words of the answers only, and never of an option's name alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::clusters::Point;
use super::name::{self, LABEL_CHARS_MAX};
use super::reading::{Clause, Reading, Word};

const PHRASE_WORDS_MAX: usize = 4;
/// A phrase must be used by at least this part of as many answers as use the best one.
const FALLBACK_MIN: f64 = 0.4;
/// Phrases tried as a name before a cluster stays without.
const TRIES_MAX: usize = 24;
/// What a phrase of one, two, three … words that carry meaning counts for: readers understand two better than one,
/// but a phrase must still be what most say.
const BY_CONTENT: [f64; 4] = [1.0, 1.9, 2.2, 2.2];
/// The factor for a phrase that a weak word such as "good" or "to use" completes.
const BY_WEAK: f64 = 1.25;
/// The factor for a phrase that mostly goes on ("fits into a busy" day).
const BY_OPEN: f64 = 0.6;
/// From this length on, capitals throughout are shouting and not an acronym.
const SHOUT_CHARS_MIN: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    pub text: String,
    /// Stems of its words that carry meaning, ascending.
    pub key: Vec<u32>,
}

#[derive(Default)]
struct Phrase {
    answers: BTreeSet<usize>,
    key: BTreeSet<u32>,
    weak: usize,
    chars: usize,
    /// How often it stood, and how often another word that carries meaning followed at once.
    uses: usize,
    open: usize,
}

/// The best name for these points; none where no phrase will do.
pub(super) fn label(readings: &[Reading], points: &[&Point], name_stems: &BTreeSet<u32>) -> Option<Label> {
    let mut phrases: HashMap<Vec<u32>, Phrase> = HashMap::new();
    for (answer, number) in points.iter().flat_map(|point| &point.places) {
        let reading = &readings[*answer];
        collect(reading, &reading.clauses[*number], *answer, &mut phrases);
    }
    let usable = phrases.into_iter().filter(|(_, phrase)| !phrase.key.iter().all(|stem| name_stems.contains(stem)));
    let mut best: Vec<(f64, Vec<u32>, Phrase)> =
        usable.map(|(stems, phrase)| (score(&phrase), stems, phrase)).collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let most = best.first().map_or(0, |(_, _, phrase)| phrase.answers.len());
    best.retain(|(_, _, phrase)| phrase.answers.len() as f64 >= FALLBACK_MIN * most as f64);
    best.into_iter().take(TRIES_MAX).find_map(|(_, stems, phrase)| {
        let places = points.iter().flat_map(|point| &point.places);
        let uses = places.flat_map(|place| name::uses(readings, *place, &stems)).collect();
        let text = written(&name::surfaces(readings, uses)?)?;
        Some(Label { text, key: phrase.key.into_iter().collect() })
    })
}

fn score(phrase: &Phrase) -> f64 {
    let content = BY_CONTENT[phrase.key.len().clamp(1, BY_CONTENT.len()) - 1];
    let weak = if phrase.weak > 0 { BY_WEAK } else { 1.0 };
    let whole = if 2 * phrase.open > phrase.uses { BY_OPEN } else { 1.0 };
    // Among equals the longer one says more.
    phrase.answers.len() as f64 * content * weak * whole + phrase.chars as f64 / 1e6
}

fn collect(reading: &Reading, clause: &Clause, answer: usize, phrases: &mut HashMap<Vec<u32>, Phrase>) {
    for from in 0..clause.words.len() {
        for to in from + 1..=clause.words.len().min(from + PHRASE_WORDS_MAX + 1) {
            let words = &clause.words[from..to];
            // A "not" may come on top of that.
            let words_max = PHRASE_WORDS_MAX + usize::from(words.iter().any(|word| word.is_negator));
            if words.len() > words_max {
                break;
            }
            // A word set apart ends every phrase that would run over it.
            if to > from + 1 && !clause.words[to - 1].is_joined {
                break;
            }
            let Some(chars) = chars(reading, words) else { continue };
            let phrase = phrases.entry(words.iter().map(|word| word.stem).collect()).or_default();
            phrase.answers.insert(answer);
            phrase.chars = chars;
            phrase.key.extend(words.iter().filter(|word| word.is_content).map(|word| word.stem));
            phrase.uses += 1;
            phrase.open += usize::from(clause.words.get(to).is_some_and(|next| next.is_joined && next.is_content));
            phrase.weak = words.iter().filter(|word| word.is_edge && !word.is_content).count();
        }
    }
}

/// The length of the words as written, if a name can be made around them.
fn chars(reading: &Reading, words: &[Word]) -> Option<usize> {
    let (first, last) = (words.first()?, words.last()?);
    let is_negated = words.iter().any(|word| word.is_negated);
    // "Not cheap" must not become "cheap", nor lose what is negated; "does not look cheap" needs its "does".
    let begins = if is_negated {
        first.is_negator || (!first.is_edge && words.get(1).is_some_and(|second| is_not(reading, second)))
    } else {
        first.is_edge && !words.iter().any(|word| word.is_negator)
    };
    if !begins || !last.is_edge || !words.iter().any(|word| word.is_content) {
        return None;
    }
    name::written(reading, words).map(|text| text.chars().count())
}

fn is_not(reading: &Reading, word: &Word) -> bool {
    reading.written.get(word.start..word.end).is_some_and(|written| written == ['n', 'o', 't'])
}

/// The form most used whatever its case, in the case most used, with a capital first letter.
fn written(surfaces: &BTreeMap<String, usize>) -> Option<String> {
    let mut by_form: BTreeMap<String, usize> = BTreeMap::new();
    for (surface, count) in surfaces {
        *by_form.entry(surface.to_lowercase()).or_default() += count;
    }
    let form = by_form.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))?.0;
    let of_form = surfaces.iter().filter(|(surface, _)| surface.to_lowercase() == *form);
    // Lower case wins a tie: a capital may come from the start of a sentence.
    let surface = of_form.max_by(|a, b| a.1.cmp(b.1).then_with(|| a.0.cmp(b.0)))?.0;
    let is_shouted = surface.chars().count() >= SHOUT_CHARS_MIN && !surface.chars().any(char::is_lowercase);
    // Where lower case takes more characters, the added ones are marks and no letters.
    let keeps_letters = form.chars().count() == surface.chars().count();
    let surface = if is_shouted && keeps_letters { form } else { surface };
    let mut chars = surface.chars();
    let first: String = chars.next()?.to_uppercase().collect();
    let label = first + chars.as_str();
    (label.chars().count() <= LABEL_CHARS_MAX).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_most_used_is_written_with_a_capital() {
        let surfaces =
            |forms: &[(&str, usize)]| forms.iter().map(|(form, count)| ((*form).to_owned(), *count)).collect();
        assert_eq!(
            written(&surfaces(&[("easy to remember", 2), ("Easy to remember", 2)])).unwrap(),
            "Easy to remember"
        );
        assert_eq!(written(&surfaces(&[("trust in AI", 2), ("TRUST IN AI", 1)])).unwrap(), "Trust in AI");
        assert_eq!(written(&surfaces(&[("VERY SAFE", 2)])).unwrap(), "Very safe");
        assert_eq!(written(&surfaces(&[("ñandú", 1)])).unwrap(), "Ñandú");
        assert_eq!(written(&surfaces(&[("容易记住", 1)])).unwrap(), "容易记住");
    }
}
