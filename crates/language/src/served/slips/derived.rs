//! Words that no dictionary lists although everybody forms and understands them: derivations by a productive suffix
//! ("verdulería", "platillito", "snackable"), by a prefix, and English compounds. They are no misspellings of other words.

use super::super::dictionary;
use foundation::Language;

/// Shortest part of a word that is a word itself.
const BASE_CHARS_MIN: usize = 3;
/// The same for the second part of an English word with a prefix, and for each part of a compound.
const PART_CHARS_MIN: usize = 4;
const PREFIXED_CHARS_MIN: usize = 5;

/// Spanish suffixes without accents and without the plural.
const SUFFIXES_ES: [&str; 47] = [
    "eria", "ero", "era", "ito", "ita", "cito", "cita", "ecito", "ecita", "illo", "illa", "azo", "aza", "ote", "ota",
    "on", "ona", "ista", "ismo", "able", "ible", "ador", "adora", "edor", "edora", "idor", "idora", "ada", "ado",
    "oso", "osa", "eno", "ena", "ense", "ano", "ana", "ino", "ina", "aje", "ico", "ica", "uelo", "uela", "ucho",
    "ucha", "ura", "al",
];
/// Endings that every Spanish word has with an accent, unless a dictionary has it otherwise, without and with it.
const ACCENTED_ES: [(&str, &str); 6] = [
    ("ologo", "ólogo"),
    ("ologa", "óloga"),
    ("ologia", "ología"),
    ("ografo", "ógrafo"),
    ("ografa", "ógrafa"),
    ("ografia", "ografía"),
];
/// What may follow the base of a derivation in other words of its family.
const BASES_ES: [&str; 14] = ["", "o", "a", "e", "i", "os", "as", "es", "ero", "era", "ar", "er", "ir", "on"];
const SUFFIXES_EN: [&str; 20] = [
    "able", "ish", "ness", "less", "like", "free", "wise", "fest", "hood", "ship", "dom", "ism", "ist", "proof",
    "scape", "holic", "ette", "esque", "core", "ware",
];
const PREFIXES_EN: [&str; 17] = [
    "re", "pre", "non", "over", "under", "mini", "multi", "micro", "super", "ultra", "anti", "sub", "semi", "eco",
    "bio", "cyber", "mega",
];

const PREFIXES_ES: [&str; 24] = [
    "anti", "auto", "bio", "contra", "des", "eco", "extra", "hiper", "infra", "inter", "macro", "mega", "micro",
    "mini", "mono", "multi", "pluri", "pre", "semi", "sobre", "sub", "super", "tele", "ultra",
];

const DIMINUTIVES_ES: [&str; 8] = ["ito", "ita", "cito", "cita", "ecito", "ecita", "illo", "illa"];
/// Pronouns joined to a verb, and the endings of verbs that have one joined without an accent: "recordarle".
const PRONOUNS_ES: [&str; 11] = ["me", "te", "se", "lo", "la", "le", "los", "las", "les", "nos", "os"];
const VERBS_ES: [&str; 3] = ["ar", "er", "ir"];

/// Returns whether a word in lower case without accents is formed from one that the dictionaries have.
pub(super) fn is_derived(word: &str, language: Language) -> bool {
    match language {
        Language::Es => is_derived_es(word),
        Language::En => is_derived_en(word),
        Language::Zh => false,
    }
}

/// Returns a Spanish derivation with the accent that its ending has: "areperia" is "arepería", since "arepa" is a word.
pub(super) fn with_accent(word: &str) -> Option<String> {
    let (singular, plural) = word.strip_suffix('s').map_or((word, ""), |singular| (singular, "s"));
    let accented =
        |(plain, written): &(&str, &str)| Some(format!("{}{written}{plural}", singular.strip_suffix(plain)?));
    if let Some(accented) = ACCENTED_ES.iter().find_map(accented) {
        return Some(accented);
    }
    let stem = singular.strip_suffix("eria").filter(|stem| has_base(stem))?;
    Some(format!("{stem}ería{plural}"))
}

fn is_derived_es(word: &str) -> bool {
    let singular = word.strip_suffix("es").filter(|stem| stem.ends_with(['n', 'r', 'l']));
    let singular = singular.or_else(|| word.strip_suffix('s')).unwrap_or(word);
    let has_prefix = PREFIXES_ES.iter().any(|prefix| {
        let base = word.strip_prefix(prefix).filter(|base| base.len() >= PART_CHARS_MIN);
        base.is_some_and(|base| dictionary::is_common(base, Language::Es))
    });
    is_inflected_es(word)
        || has_prefix
        || SUFFIXES_ES.iter().any(|suffix| singular.strip_suffix(suffix).is_some_and(has_base))
}

/// Returns whether a Spanish word without accents is a form of one that the dictionary has: a plural ("desparejos", whose
/// singular is a form of a verb too), a diminutive ("cajita"), or a verb with a pronoun ("recordarle").
pub(super) fn is_inflected_es(word: &str) -> bool {
    let is_word = |base: &str| base.len() > BASE_CHARS_MIN && dictionary::has_plain(base, Language::Es);
    let singular = word.strip_suffix('s').unwrap_or(word);
    let is_diminutive = DIMINUTIVES_ES.iter().any(|suffix| singular.strip_suffix(suffix).is_some_and(has_base));
    let has_pronoun = PRONOUNS_ES.iter().any(|pronoun| {
        let verb = word.strip_suffix(pronoun).filter(|verb| VERBS_ES.iter().any(|ending| verb.ends_with(ending)));
        verb.is_some_and(is_word)
    });
    singular.len() < word.len() && is_word(singular) || is_diminutive || has_pronoun
}

/// Returns whether a Spanish word begins with the stem, as it is spelt before another vowel: "taqueria" and "taco".
fn has_base(stem: &str) -> bool {
    let is_long = |base: &str| base.len() >= BASE_CHARS_MIN;
    let respelt = [("qu", "c"), ("gu", "g"), ("c", "z")]
        .into_iter()
        .filter_map(|(before, other)| Some(format!("{}{other}", stem.strip_suffix(before)?)));
    let stems = [stem.to_owned()].into_iter().chain(respelt).filter(|base| is_long(base));
    let is_word = |word: &str| word.len() > BASE_CHARS_MIN && dictionary::is_common(word, Language::Es);
    stems.into_iter().any(|base| BASES_ES.iter().any(|ending| is_word(&format!("{base}{ending}"))))
}

fn is_derived_en(word: &str) -> bool {
    let is_word = |base: &str, chars_min: usize| base.len() >= chars_min && dictionary::is_common(base, Language::En);
    // "giftless" is no plural.
    let forms = [Some(word), word.strip_suffix('s')].into_iter().flatten();
    let mut bases = forms.flat_map(|form| SUFFIXES_EN.iter().filter_map(|suffix| form.strip_suffix(suffix)));
    let has_suffix = bases.any(|base| is_word(base, PART_CHARS_MIN) || is_word(&format!("{base}e"), PART_CHARS_MIN));
    let has_prefix = PREFIXES_EN
        .iter()
        .any(|prefix| word.strip_prefix(prefix).is_some_and(|base| is_word(base, PREFIXED_CHARS_MIN)));
    let is_plural = word.strip_suffix('s').is_some_and(|singular| is_word(singular, PART_CHARS_MIN));
    has_suffix || has_prefix || is_plural
}

/// Returns whether an English word is two words joined: "cargobike".
pub(super) fn is_compound(word: &str) -> bool {
    let is_word = |part: &str| dictionary::is_common(part, Language::En);
    (PART_CHARS_MIN..=word.len().saturating_sub(PART_CHARS_MIN))
        .any(|at| word.is_char_boundary(at) && is_word(&word[..at]) && is_word(&word[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivations_and_compounds_are_words() {
        for word in ["verduleria", "areperia", "platillitos", "sabroson", "mototaxista", "raspadito"] {
            assert!(is_derived(word, Language::Es), "{word}");
        }
        for word in ["snackable", "ultralight", "giftless"] {
            assert!(is_derived(word, Language::En), "{word}");
        }
        for word in ["cargobike", "lunchclub"] {
            assert!(is_compound(word), "{word}");
        }
    }

    #[test]
    fn misspellings_are_none() {
        for word in ["nesecita", "aplicasion", "trabajdor", "rapidmente", "peluqeria", "refujio", "prefirero"] {
            assert!(!is_derived(word, Language::Es), "{word}");
        }
        for word in ["electirc", "recomend", "untill", "realisticly", "seperate", "beleive", "sandwitch"] {
            assert!(!is_derived(word, Language::En), "{word}");
        }
    }

    #[test]
    fn a_derivation_gets_the_accent_of_its_ending() {
        assert_eq!(with_accent("verdulerias").as_deref(), Some("verdulerías"));
        assert_eq!(with_accent("piñateria").as_deref(), Some("piñatería"));
        assert_eq!(with_accent("dermatologos").as_deref(), Some("dermatólogos"));
        assert_eq!(with_accent("carniseria"), None);
    }
}
