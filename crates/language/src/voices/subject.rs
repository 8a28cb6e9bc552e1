//! Whether an answer can be one to the question. No rule understands a text, but a reason either takes up a word of what
//! was asked or judges something: it wants, fears, remembers, pays, trusts. A tale that does neither is off the subject.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use super::lists::Rules;
use super::{Speaker, normal};
use crate::text::{fold, is_cjk};

/// Shorter answers are remarks on what was asked, and have no room for a subject of their own.
const WORDS_MIN: usize = 4;
const CHARACTERS_MIN: usize = 9;
/// What two words must share at their beginning, and how much their endings may differ.
const STEM_LETTERS_MIN: usize = 4;
const ENDING_LETTERS_MAX: usize = 4;

/// Whether an answer tells of something else. The text must be in normal form. Where the question is not known, nothing
/// can be said of it.
pub(super) fn is_off(rules: &Rules, text: &str, speaker: &Speaker<'_>) -> bool {
    if speaker.question.trim().is_empty() || rules.judging.is_in(text) {
        return false;
    }
    let said = Told::of(rules, text);
    if said.words.len() < WORDS_MIN && said.characters < CHARACTERS_MIN {
        return false;
    }
    let asked = speaker.options().chain([speaker.question, speaker.reason]);
    !asked.map(|given| Told::of(rules, &normal(given))).any(|given| said.touches(&given))
}

/// The words of a text that tell of its subject.
struct Told {
    words: BTreeSet<String>,
    pairs: BTreeSet<String>,
    /// How many different Chinese characters it has.
    characters: usize,
}

impl Told {
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
