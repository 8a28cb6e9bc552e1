//! Finds options that an answer names. It masks them, since they are the client's words, and detects claims to have
//! chosen another option.

use unicode_segmentation::UnicodeSegmentation;

use super::Speaker;
use super::lists::Rules;
use super::normal;
use crate::text::is_cjk;

/// Shortest option in letters; shorter ones are too often other words. A Chinese character counts for two.
const OPTION_LETTERS_MIN: usize = 4;
/// Longest "yes" or "no" before the comma of an option: "Sí, en todas", "No, not yet".
const YES_LETTERS_MAX: usize = 3;
/// Smallest number of words; fewer may coincide by chance.
const WORDS_MIN: usize = 4;

/// Replaces every letter of an option's name by a space. The text must be normalised.
pub(super) fn masked(text: &str, speaker: &Speaker<'_>) -> String {
    let read = lowered(text);
    let mut kept: Vec<char> = text.chars().collect();
    for option in speaker.options().map(|option| lowered(&normal(option))).filter(|option| is_telling(option)) {
        for start in places_of(&option, &read) {
            kept[start..start + option.len()].fill(' ');
        }
    }
    kept.into_iter().collect()
}

/// Returns whether the speaker claims another option without naming their own. The text must be normalised.
pub(super) fn speaks_for_another(rules: &Rules, text: &str, speaker: &Speaker<'_>) -> bool {
    let read = lowered(text);
    let own = names_of(speaker.option);
    let others = speaker.other_options.iter().flat_map(|other| names_of(other));
    others.filter(|other| is_telling(other)).any(|other| {
        let is_claimed = places_of(&other, &read).into_iter().any(|start| claims(rules, &read, start, other.len()))
            || says_as_own(rules, &read, &other);
        is_claimed && !own.iter().any(|own| names_own(own, &other, &read))
    })
}

/// Returns the option and, if it starts with yes or no, the rest of it: people repeat either.
fn names_of(option: &str) -> Vec<Vec<char>> {
    let whole = lowered(&normal(option));
    let comma = whole.iter().take(YES_LETTERS_MAX + 1).position(|c| *c == ',');
    let rest = comma.map(|at| whole[at + 1..].iter().copied().skip_while(|c| c.is_whitespace()).collect());
    std::iter::once(whole).chain(rest).collect()
}

/// Returns whether the words around an option's name claim it as the speaker's choice.
fn claims(rules: &Rules, text: &[char], start: usize, length: usize) -> bool {
    let before: String = text[..start].iter().collect();
    let rest = clause_from(text, start + length);
    (rules.choosing.is_in(&before) && !rules.not_choosing.is_in(&before))
        || (rules.chosen.is_in(&rest) && !rules.denying.is_in(&rest))
}

/// Returns whether a clause has the option's words in order with one first-person word inserted.
fn says_as_own(rules: &Rules, text: &[char], option: &[char]) -> bool {
    let text: String = text.iter().collect();
    let option: String = option.iter().collect();
    let named: Vec<&str> = option.unicode_words().collect();
    text.split(ends_clause).map(|clause| clause.unicode_words().collect::<Vec<_>>()).any(|clause| {
        let is_own = |run: &[&str]| {
            let added = run.iter().zip(&named).take_while(|(said, name)| said == name).count();
            (1..named.len()).contains(&added)
                && run[added + 1..] == named[added..]
                && rules.first_person.is_in(run[added])
        };
        named.len() >= WORDS_MIN
            && !rules.denying.is_in(&clause.join(" "))
            && clause.windows(named.len() + 1).any(is_own)
    })
}

fn clause_from(text: &[char], at: usize) -> String {
    // Punctuation right after the name does not end the clause.
    let skipped = text[at..].iter().take_while(|c| ends_clause(**c)).count();
    let until = text[at + skipped..].iter().take_while(|c| !ends_clause(**c)).count();
    text[at..at + skipped + until].iter().collect()
}

fn ends_clause(c: char) -> bool {
    matches!(c, ',' | '.' | ';' | '!' | '?' | '…' | '。')
}

/// Returns whether the speaker's option is named other than as part of the other's name.
fn names_own(own: &[char], other: &[char], text: &[char]) -> bool {
    let others = places_of(other, text);
    let is_part = |start: usize| {
        let is_inside = |from: &usize| *from <= start && start + own.len() <= from + other.len();
        other.len() > own.len() && others.iter().any(is_inside)
    };
    places_of(own, text).into_iter().any(|start| !is_part(start))
}

/// Returns the positions at which a name occurs as whole words.
fn places_of(name: &[char], text: &[char]) -> Vec<usize> {
    if name.is_empty() {
        return Vec::new();
    }
    let is_name =
        |start: &usize| text[*start..].starts_with(name) && is_edge(text, *start) && is_edge(text, *start + name.len());
    (0..text.len()).filter(is_name).collect()
}

/// Returns whether a word may begin or end at a position. In Chinese any position qualifies.
fn is_edge(text: &[char], at: usize) -> bool {
    let is_letter = |c: &char| c.is_alphanumeric() && !is_cjk(*c);
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    !(before.is_some_and(is_letter) && text.get(at).is_some_and(is_letter))
}

/// Returns whether an option is distinctive: long enough, or a number with its unit.
fn is_telling(option: &[char]) -> bool {
    let letters: usize = option.iter().map(|c| if is_cjk(*c) { 2 } else { 1 }).sum();
    letters >= OPTION_LETTERS_MIN || (letters > 2 && option.iter().any(char::is_ascii_digit))
}

/// Returns the text in lower case, one character for each, so that positions are preserved.
fn lowered(text: &str) -> Vec<char> {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speaker<'a>(option: &'a str, others: &[&'a str]) -> Speaker<'a> {
        let other_options = others.to_vec();
        Speaker { option, other_options, ..Speaker::default() }
    }

    #[test]
    fn an_option_is_masked_as_whole_words_and_in_any_case() {
        let speaker = speaker("A Fresh Start", &["Start", "tea", "云朵"]);
        assert_eq!(masked("I chose a fresh start", &speaker), "I chose              ");
        assert_eq!(masked("I started with tea", &speaker), "I started with tea");
        assert_eq!(masked("我选云朵因为", &speaker), "我选  因为");
    }

    #[test]
    fn the_own_option_is_not_named_by_a_longer_one_around_it() {
        let names = |own: &str, text: &str| names_own(&lowered(own), &lowered("iced coffee"), &lowered(text));
        assert!(!names("Coffee", "I chose iced coffee"));
        assert!(names("Coffee", "I chose iced coffee before I knew plain coffee"));
        assert!(names("Iced coffee to go", "I chose iced coffee to go"));
    }
}
