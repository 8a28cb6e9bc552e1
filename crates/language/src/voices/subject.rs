//! Detects answers that are off the subject. A relevant reason shares a word stem with what was asked, or has a word
//! of judgement (wanting, fearing, remembering, paying, trusting). An answer with neither is off the subject.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use super::lists::Rules;
use super::{Speaker, normal};
use crate::text::{fold, is_cjk};

/// Smallest number of words; shorter answers are remarks on what was asked.
const WORDS_MIN: usize = 4;
const CHARACTERS_MIN: usize = 9;
/// Smallest common prefix of two forms of one word, and greatest number of letters after it.
const STEM_LETTERS_MIN: usize = 4;
const ENDING_LETTERS_MAX: usize = 4;

/// Returns whether an answer is off the subject. The text must be normalised. Without a question it returns false.
pub(super) fn is_off(rules: &Rules, text: &str, speaker: &Speaker<'_>) -> bool {
    if speaker.question.trim().is_empty() || rules.judging.is_in(text) {
        return false;
    }
    let said = ContentWords::of(rules, text);
    if said.words.len() < WORDS_MIN && said.characters < CHARACTERS_MIN {
        return false;
    }
    let asked = speaker.options().chain([speaker.question, speaker.reason]);
    !asked.map(|given| ContentWords::of(rules, &normal(given))).any(|given| said.touches(&given))
}

/// The content words of a text.
struct ContentWords {
    words: BTreeSet<String>,
    pairs: BTreeSet<String>,
    /// Number of distinct Chinese characters.
    characters: usize,
}

impl ContentWords {
    fn of(rules: &Rules, text: &str) -> Self {
        let folded = fold(text);
        let is_telling = |word: &String| !rules.small.is_in(word);
        let words = folded.unicode_words().filter(|word| !word.chars().any(is_cjk));
        let words = words.map(|word| word.split(['\'', '’']).next().unwrap_or(word).to_owned());
        let characters: Vec<char> = folded.chars().collect();
        let runs = characters.split(|c| !is_cjk(*c));
        let pairs = runs.flat_map(|run| run.windows(2).map(|pair| pair.iter().collect::<String>()));
        Self {
            words: words.filter(is_telling).collect(),
            pairs: pairs.filter(is_telling).collect(),
            characters: characters.iter().filter(|c| is_cjk(**c)).collect::<BTreeSet<_>>().len(),
        }
    }

    fn touches(&self, other: &Self) -> bool {
        !self.pairs.is_disjoint(&other.pairs)
            || self.words.iter().any(|own| other.words.iter().any(|given| share_stem(own, given)))
    }
}

fn share_stem(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let ending = |word: &str| word.chars().count() - shared;
    let is_whole = ending(one) == 0 && ending(other) == 0;
    is_whole || (shared >= STEM_LETTERS_MIN && ending(one) <= ENDING_LETTERS_MAX && ending(other) <= ENDING_LETTERS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_its_stem() {
        for (one, other) in [("sleep", "sleeping"), ("tarjeta", "tarjetas"), ("tea", "tea"), ("drift", "driftwell")] {
            assert!(share_stem(one, other), "{one} {other}");
        }
        for (one, other) in [("car", "card"), ("flour", "flavour"), ("inter", "international")] {
            assert!(!share_stem(one, other), "{one} {other}");
        }
    }
}
