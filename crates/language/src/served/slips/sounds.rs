//! Spanish spellings that sound alike.

/// Spanish spellings of the same sound.
const SOUNDS: [(&str, &str); 17] = [
    ("v", "b"),
    ("b", "v"),
    ("s", "c"),
    ("c", "s"),
    ("s", "z"),
    ("z", "s"),
    ("c", "z"),
    ("z", "c"),
    ("g", "j"),
    ("j", "g"),
    ("ll", "y"),
    ("y", "ll"),
    ("k", "qu"),
    ("n", "ñ"),
    ("h", ""),
    ("nb", "mb"),
    ("np", "mp"),
];

/// Returns a Spanish word by its sounds.
pub(super) fn sounds(word: &str) -> String {
    let mut heard = without_silent_h(word);
    // A c sounds like an s before e and i only, and in "ch" like neither.
    for (written, sound) in [
        ("ch", "#"),
        ("ll", "y"),
        ("qu", "k"),
        ("ge", "je"),
        ("gi", "ji"),
        ("ce", "se"),
        ("ci", "si"),
        ("c", "k"),
        ("z", "s"),
        ("v", "b"),
        ("nb", "mb"),
        ("np", "mp"),
    ] {
        heard = heard.replace(written, sound);
    }
    heard
}

/// Returns a Spanish word without each h that is not heard: after some consonants it belongs to a foreign sound ("shop").
pub(super) fn without_silent_h(word: &str) -> String {
    let mut heard = String::with_capacity(word.len());
    for c in word.chars() {
        if c != 'h' || heard.ends_with(['c', 'g', 'k', 'p', 's', 't', 'w']) {
            heard.push(c);
        }
    }
    heard
}

/// Returns the word with one letter in turn replaced by another spelling of its sound.
pub(super) fn respelt(word: &str) -> Vec<String> {
    let replace = |(from, to): &(&str, &str)| {
        word.match_indices(from)
            .map(|(at, _)| format!("{}{to}{}", &word[..at], &word[at + from.len()..]))
            .collect::<Vec<_>>()
    };
    SOUNDS.iter().flat_map(replace).collect()
}
