//! Decides which dictionary word an unknown word stands for, by the slip that would explain it: a lost accent, two
//! letters swapped, a letter doubled, missing or extra, or a Spanish letter that sounds like another. A word that is
//! derived from a known one is a word itself, though no dictionary has it.

mod derived;
mod sounds;

use std::collections::BTreeSet;

use strsim::osa_distance;

use self::sounds::{respelt, sounds, without_silent_h};
use super::dictionary;
use crate::audience;
use crate::text::fold;
use foundation::Language;

/// Shortest word that may lack an accent.
const ACCENTED_CHARS_MIN: usize = 3;
/// Shortest word that is corrected other than by its accents.
const WORD_CHARS_MIN: usize = 4;
/// Shortest dictionary word that a missing or extra letter leads to.
const RIGHT_CHARS_MIN: usize = 6;
/// The same for Spanish, where many words of a region are one letter away from another.
const SPANISH_CHARS_MIN: usize = 8;
/// Shortest Spanish word in which two letters are swapped back: among shorter ones are many loanwords ("ferri").
const SPANISH_SWAP_CHARS_MIN: usize = 6;
/// Shortest English word in which a wrong letter is corrected: among shorter ones too many words are one letter apart.
const WRONG_LETTER_CHARS_MIN: usize = 6;
/// Shortest word that may have two slips.
const TWO_SLIPS_CHARS_MIN: usize = 8;
const WORD_CHARS_MAX: usize = 24;
/// Cost of the least likely slip that is corrected in what may be an English compound.
const COMPOUND_COST_MAX: f64 = 0.85;
/// The best candidate must be cheaper than the second by this much; otherwise the word has no one near candidate.
const LEAD_MIN: f64 = 0.1;
const ACCENTS: [(char, &str); 6] = [('a', "á"), ('e', "é"), ('i', "í"), ('o', "ó"), ('u', "ú"), ('n', "ñ")];

/// How sure a slip is: the cost of the least likely one that is corrected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Sure {
    /// Lost accents only.
    Accents,
    /// Lost accents, swapped and doubled letters, Spanish sounds: a name hardly differs from a word by these.
    Plainly,
    /// Also one letter missing, extra or wrong.
    Likely,
}

impl Sure {
    fn cost_max(self) -> f64 {
        match self {
            Self::Accents => 0.1,
            Self::Plainly => 0.5,
            Self::Likely => 1.0,
        }
    }
}

/// Returns the dictionary word that an unknown word in lower case stands for, if there is exactly one near candidate.
/// A word with accents was written with care and stays.
pub(super) fn corrected(word: &str, language: Language, sure: Sure) -> Option<String> {
    let chars = word.chars().count();
    let is_plain = word.chars().all(|c| c.is_ascii_alphabetic());
    if !word.chars().all(|c| c.is_ascii_alphabetic() || c == 'ñ')
        || !(ACCENTED_CHARS_MIN..=WORD_CHARS_MAX).contains(&chars)
        || dictionary::has(word, language)
    {
        return None;
    }
    if language == Language::Es {
        // An accent is lost more often than a word is misspelt otherwise.
        let accented = accented(word).into_iter().filter(|other| dictionary::has_plain(other, language)).collect();
        let lost = nearest(word, accented, language, Sure::Accents).or_else(|| derived::with_accent(word));
        if lost.is_some() {
            return lost;
        }
    }
    let is_derived = derived::is_derived(word, language);
    if !is_plain || is_name_or_foreign(word, language) || language == Language::Es && derived::is_inflected_es(word) {
        return None;
    }
    let variants = variants(word, language);
    let plain = nearest(word, variants.clone(), language, sure);
    let may_suggest =
        sure == Sure::Likely && chars >= WORD_CHARS_MIN && !is_derived && !is_word_elsewhere(word, language);
    match language {
        _ if !may_suggest => plain,
        Language::Es if plain.is_some() => plain,
        // Hunspell's suggestions take too long for Spanish, which has many forms of each word.
        Language::Es => nearest(word, with_a_letter_more_or_less(word), language, sure),
        _ => {
            let suggested = dictionary::suggestions(word, language).into_iter().chain(variants).collect();
            let found = nearest(word, suggested, language, sure);
            // Of two words joined, a letter may still be missing or too many: "sandwitch".
            let is_sure = |right: &String| cost(word, right, language).is_some_and(|cost| cost <= COMPOUND_COST_MAX);
            found.filter(|right| is_sure(right) || !derived::is_compound(word))
        }
    }
}

/// Returns whether a word is a name written small ("oslo"), a rare English word, or an English word in a Spanish text
/// ("coffee shop").
fn is_name_or_foreign(word: &str, language: Language) -> bool {
    let mut chars = word.chars();
    let capital: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    let is_named = |language| dictionary::has_plain(&capital, language) && !dictionary::has_plain(word, language);
    let is_name = is_named(Language::En) || is_named(Language::Es);
    let is_rare = language == Language::En && dictionary::is_rare(word);
    is_name || is_rare || language == Language::Es && dictionary::has_plain(word, Language::En)
}

/// Returns whether a word that the dictionary lacks is likelier one that a client means than one with a letter missing, extra
/// or wrong: a Spanish word in an English text, or the name of a town.
fn is_word_elsewhere(word: &str, language: Language) -> bool {
    language == Language::En && dictionary::has_plain(word, Language::Es) || audience::is_known_town(word)
}

fn nearest(word: &str, candidates: BTreeSet<String>, language: Language, sure: Sure) -> Option<String> {
    let priced = candidates.into_iter().filter_map(|other| Some((cost(word, &other, language)?, other)));
    let mut near: Vec<(f64, String)> = priced.filter(|(cost, _)| *cost <= sure.cost_max()).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    // A form of the best candidate with an accent more is no rival of it.
    let rival = near.iter().skip(1).find(|(_, other)| fold(other) != fold(&near[0].1) || fold(other) == word);
    let is_alone = rival.is_none_or(|second| second.0 - near[0].0 >= LEAD_MIN);
    near.into_iter().next().filter(|_| is_alone).map(|(_, other)| other)
}

/// Returns the cost of the slips that lead from a candidate to the word; `None` if they are too many or unlikely.
fn cost(word: &str, candidate: &str, language: Language) -> Option<f64> {
    if !candidate.chars().all(char::is_lowercase) {
        return None;
    }
    let (from, to) = (fold(candidate), fold(word));
    let accents = if fold(candidate) == candidate { 0.0 } else { 0.1 };
    if from == to {
        return Some(accents);
    }
    let (long, short) = (from.chars().count(), to.chars().count());
    if plural_of(&from, &to) || adverb_of(&from, &to) {
        return Some(0.2);
    }
    // Spanish has no double letter at the end, but loanwords do: "mall".
    let is_loanword = language == Language::Es && to.len() > without_doubles(&to).len() && ends_double(&to);
    if without_doubles(&from) == without_doubles(&to) && !is_loanword {
        return Some(0.4 + accents);
    }
    let may_swap = language != Language::Es || long >= SPANISH_SWAP_CHARS_MIN;
    if may_swap && is_swap(&from, &to) {
        return Some(0.5 + accents);
    }
    if language == Language::Es && sounds(&from) == sounds(&to) {
        // "Emos" and "hemos": a silent letter is lost more easily than one sound is written as another.
        let is_silent = without_silent_h(&from) == without_silent_h(&to);
        let letters = osa_distance(&from, &to).min(3) as f64;
        return Some(if is_silent { 0.25 } else { 0.25 + 0.12 * letters } + accents);
    }
    let begins_alike = from.chars().next() == to.chars().next();
    let (is_spanish, is_diminutive) = (language == Language::Es, to.ends_with("ito") || to.ends_with("ita"));
    let right_chars_min = if is_spanish { SPANISH_CHARS_MIN } else { RIGHT_CHARS_MIN };
    match osa_distance(&from, &to) {
        1 if !begins_alike || long < right_chars_min || is_diminutive && is_spanish => None,
        1 if long > short => Some(0.55 + accents),
        1 if long < short => Some(0.85 + accents),
        1 if !is_spanish && long >= WRONG_LETTER_CHARS_MIN && is_likely_wrong(&from, &to) => Some(0.9 + accents),
        2 if !is_spanish && begins_alike && long >= TWO_SLIPS_CHARS_MIN => Some(1.0),
        _ => None,
    }
}

/// Returns whether the word is the regular plural of a noun in -y: "familys".
fn plural_of(right: &str, written: &str) -> bool {
    written.strip_suffix("ys").is_some_and(|stem| right.strip_suffix("ies") == Some(stem))
}

/// Returns whether the word is the adverb of an adjective in -ic, as it sounds: "realisticly".
fn adverb_of(right: &str, written: &str) -> bool {
    written.strip_suffix("icly").is_some_and(|stem| right.strip_suffix("ically") == Some(stem))
}

/// Returns whether two letters next to each other changed places.
fn is_swap(one: &str, other: &str) -> bool {
    let differing: Vec<(usize, (char, char))> =
        one.chars().zip(other.chars()).enumerate().filter(|(_, (a, b))| a != b).collect();
    let same_length = one.chars().count() == other.chars().count();
    matches!(differing[..], [(at, (a, b)), (next, (c, d))] if same_length && next == at + 1 && a == d && b == c)
}

fn ends_double(word: &str) -> bool {
    let mut last = word.chars().rev();
    last.next() == last.next()
}

fn without_doubles(word: &str) -> String {
    let mut chars: Vec<char> = word.chars().collect();
    chars.dedup();
    chars.into_iter().collect()
}

/// Returns whether the one wrong letter is a vowel for a vowel or a neighbour on the keyboard.
fn is_likely_wrong(right: &str, written: &str) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let is_vowel = |c: char| "aeiou".contains(c);
    let are_neighbours = |a: char, b: char| {
        let at = |row: &str, c: char| row.find(c);
        ROWS.iter().any(|row| matches!((at(row, a), at(row, b)), (Some(a), Some(b)) if a.abs_diff(b) == 1))
    };
    let wrong = right.chars().zip(written.chars()).find(|(a, b)| a != b);
    wrong.is_some_and(|(a, b)| is_vowel(a) && is_vowel(b) || are_neighbours(a, b))
}

/// Returns the dictionary words that a plain slip leads from: two letters swapped or one doubled; in Spanish also with
/// one accent, with up to two letters of the same sound, or with one of each.
fn variants(word: &str, language: Language) -> BTreeSet<String> {
    if word.len() < WORD_CHARS_MIN {
        let accents = if language == Language::Es { accented(word) } else { Vec::new() };
        return accents.into_iter().filter(|other| dictionary::has_plain(other, language)).collect();
    }
    let mut all: BTreeSet<String> = swapped_or_doubled(word).into_iter().collect();
    if language == Language::En {
        all.extend(word.strip_suffix("ys").map(|stem| format!("{stem}ies")));
        all.extend(word.strip_suffix("icly").map(|stem| format!("{stem}ically")));
    }
    if language == Language::Es {
        all.extend(accented(word));
        for other in respelt(word) {
            all.extend(accented(&other));
            all.extend(respelt(&other));
            all.insert(other);
        }
        // A lost h at the beginning: "emos".
        all.insert(format!("h{word}"));
    }
    all.retain(|other| dictionary::has_plain(other, language));
    all
}

fn swapped_or_doubled(word: &str) -> Vec<String> {
    let mut all = Vec::new();
    for at in 0..word.len() {
        let (before, after) = (&word[..at], &word[at + 1..]);
        let letter = &word[at..=at];
        all.push(format!("{before}{letter}{letter}{after}"));
        if let Some(next) = after.get(..1) {
            all.push(format!("{before}{next}{letter}{}", &after[1..]));
            if next == letter {
                all.push(format!("{before}{after}"));
            }
        }
    }
    all
}

/// Returns the Spanish dictionary words with one letter more or less than the word.
fn with_a_letter_more_or_less(word: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    // At the end a letter makes another form of the word or another word: "televisora", "institut".
    for at in 1..word.len() {
        all.extend(('a'..='z').map(|letter| format!("{}{letter}{}", &word[..at], &word[at..])));
        all.extend(word.get(at + 1..).filter(|after| !after.is_empty()).map(|after| format!("{}{after}", &word[..at])));
    }
    // "Bachatea" is a verb made of "bachata".
    let verb = |ending: &str| word.strip_suffix(ending).map(|stem| format!("{stem}e{ending}"));
    let verbs: Vec<String> = ["a", "o", "e", "as", "os", "es"].into_iter().filter_map(verb).collect();
    all.retain(|other| !verbs.contains(other));
    all.retain(|other| dictionary::has_plain(other, Language::Es));
    all
}

/// Returns the word with each of its letters accented in turn.
pub(super) fn accented(word: &str) -> Vec<String> {
    let with = |(at, c): (usize, char)| {
        let (_, accented) = ACCENTS.iter().find(|(plain, _)| *plain == c)?;
        Some(format!("{}{accented}{}", &word[..at], &word[at + c.len_utf8()..]))
    };
    word.char_indices().filter_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likely(word: &str, language: Language) -> Option<String> {
        corrected(word, language, Sure::Likely)
    }

    #[test]
    fn a_slip_leads_to_the_one_near_word() {
        for (word, right) in [
            ("electirc", "electric"),
            ("nmae", "name"),
            ("bettter", "better"),
            ("recomend", "recommend"),
            ("familys", "families"),
            ("realisticly", "realistically"),
            ("deliverd", "delivered"),
            ("wuold", "would"),
        ] {
            assert_eq!(likely(word, Language::En).as_deref(), Some(right));
        }
        for (word, right) in [
            ("electrico", "eléctrico"),
            ("aplicasion", "aplicación"),
            ("nesecita", "necesita"),
            ("refujio", "refugio"),
            ("aora", "ahora"),
            ("kiero", "quiero"),
            ("empesar", "empezar"),
            ("pagarias", "pagarías"),
            ("espanol", "español"),
        ] {
            assert_eq!(likely(word, Language::Es).as_deref(), Some(right));
        }
    }

    #[test]
    fn words_names_and_words_with_several_near_ones_stay() {
        for word in ["laundrette", "kedgeree", "mercado", "wrexham"] {
            assert_eq!(likely(word, Language::En), None, "{word}");
        }
        for word in ["oslo", "maine", "carlos", "scots", "gaol", "focussed", "financials"] {
            assert_eq!(likely(word, Language::En), None, "{word}");
        }
        for word in
            ["shop", "cash", "coach", "compa", "tico", "cajita", "recordarle", "sara", "chao", "erica", "bachata"]
        {
            assert_eq!(likely(word, Language::Es), None, "{word}");
        }
        for word in ["desparejos", "ferri", "superbarato", "antimosquitos"] {
            assert_eq!(likely(word, Language::Es), None, "{word}");
        }
        for word in ["colour", "finace", "ikea", "shud", "kombucha", "asdfgh", "oatly", "zoho", "café", "atta"] {
            assert_eq!(likely(word, Language::En), None, "{word}");
        }
        for word in
            ["querés", "influencer", "oxxo", "birria", "pasaste", "taquería", "h", "prepaga", "calientitas", "mall"]
        {
            assert_eq!(likely(word, Language::Es), None, "{word}");
        }
    }

    #[test]
    fn of_options_only_plain_slips_are_corrected() {
        assert_eq!(likely("profesional", Language::En).as_deref(), Some("professional"));
        assert_eq!(likely("vasura", Language::Es).as_deref(), Some("basura"));
        assert_eq!(corrected("electirc", Language::En, Sure::Plainly).as_deref(), Some("electric"));
        assert_eq!(corrected("deliverd", Language::En, Sure::Plainly), None);
    }
}
