//! Decides whether two spellings are one word: a misspelling and its correction, or two forms of one word.

use strsim::osa_distance;

use super::lists::Vocabulary;

/// Shortest word in which a differing letter is a misspelling; shorter words then differ in meaning.
const SLIP_WORD_CHARS_MIN: usize = 5;
const LONG_WORD_CHARS_MIN: usize = 10;
/// Shortest stem that two forms of one word share.
const STEM_CHARS_MIN: usize = 3;

/// Returns whether two folded words are a misspelling and its correction.
pub(super) fn is_slip(a: &str, b: &str, vocabulary: &Vocabulary) -> bool {
    let chars = a.chars().count().min(b.chars().count());
    let slips_max = if chars >= LONG_WORD_CHARS_MIN { 2 } else { 1 };
    let is_turned = a.ends_with(b) || b.ends_with(a);
    let begins_alike = a.chars().next() == b.chars().next();
    let could_be = chars >= SLIP_WORD_CHARS_MIN && a.len().abs_diff(b.len()) <= 4 && begins_alike && !is_turned;
    let is_word = a.is_ascii() && b.is_ascii() && !a.contains(' ') && !b.contains(' ');
    is_word && could_be && osa_distance(a, b) <= slips_max && !swaps_letters(a, b) && !vocabulary.are_apart(a, b)
}

/// Returns whether two words of one length differ in a letter that is rarely mistaken for the other: a consonant, or
/// a vowel of the ending, which tells person and gender.
fn swaps_letters(a: &str, b: &str) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let pairs = a.chars().zip(b.chars()).enumerate();
    let differing: Vec<(usize, char, char)> =
        pairs.filter(|(_, (a, b))| a != b).map(|(at, (a, b))| (at, a, b)).collect();
    // Two neighbours in the wrong order are a misspelling.
    if matches!(differing.as_slice(), [(i, a, b), (j, c, d)] if i + 1 == *j && a == d && b == c) {
        return false;
    }
    let is_vowel = |c: char| "aeiouy".contains(c);
    differing.iter().any(|(at, x, y)| !is_vowel(*x) || !is_vowel(*y) || at + 2 >= a.len())
}

/// Returns whether two folded words are forms of one word: singular and plural, or persons of a verb.
pub(super) fn is_inflected(a: &str, b: &str, vocabulary: &Vocabulary) -> bool {
    let is_word = |word: &str| word.is_ascii() && !word.contains(' ');
    let others = stems(b, vocabulary);
    let shares_stem = || stems(a, vocabulary).iter().any(|stem| others.contains(stem));
    is_word(a) && is_word(b) && !vocabulary.are_apart(a, b) && shares_stem()
}

/// Returns what the word may be a form of.
fn stems(word: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let mut stems = Vec::new();
    for ending in &vocabulary.endings {
        let Some(stem) = word.strip_suffix(ending.as_str()).filter(|stem| stem.len() >= STEM_CHARS_MIN) else {
            continue;
        };
        stems.push(stem.to_owned());
        if ending == "ing" {
            stems.push(format!("{stem}e"));
            let last = stem.len() - 1;
            let is_doubled = stem.as_bytes()[last] == stem.as_bytes()[last - 1];
            stems.extend(is_doubled.then(|| stem[..last].to_owned()));
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::super::lists;
    use super::*;
    use foundation::Language;

    #[test]
    fn misspellings_are_told_from_other_words() {
        let en = lists::of(Language::En);
        for (a, b) in
            [("cofee", "coffee"), ("freind", "friend"), ("breakfest", "breakfast"), ("resturant", "restaurant")]
        {
            assert!(is_slip(a, b, en), "{a} {b}");
        }
        for (a, b) in [
            ("horse", "house"),
            ("price", "prize"),
            ("desert", "dessert"),
            ("increase", "decrease"),
            ("likely", "unlikely"),
            ("tea", "sea"),
        ] {
            assert!(!is_slip(a, b, en), "{a} {b}");
        }
        assert!(!is_slip("hijos", "hijas", lists::of(Language::Es)));
        assert!(!is_slip("empleados", "empleadas", lists::of(Language::Es)));
    }

    #[test]
    fn forms_of_one_word_are_told_from_other_words() {
        let (en, es) = (lists::of(Language::En), lists::of(Language::Es));
        for (a, b) in [("tea", "teas"), ("swim", "swimming"), ("bake", "baking"), ("walk", "walking")] {
            assert!(is_inflected(a, b, en), "{a} {b}");
        }
        for (a, b) in [("new", "news"), ("use", "used"), ("cheap", "cheaper"), ("tea", "team")] {
            assert!(!is_inflected(a, b, en), "{a} {b}");
        }
        assert!(is_inflected("prefieres", "prefiere", es) && is_inflected("opcion", "opciones", es));
        assert!(!is_inflected("hijos", "hijas", es));
    }
}
