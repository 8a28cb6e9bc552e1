//! Tells by its ending which form of a Spanish verb a word is. A form counts if the dictionary has the infinitive that
//! the ending leads to, so that "preferirían", "prefieren" and "pondrían" are verbs, and "cafetería" is none. Words are
//! folded: without accents, in lower case.

use super::dictionary;
use foundation::Language;

/// Mood and person of a verb form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "Comprarían", "comprarás": what people would or will do.
    ConditionalOrFuture,
    /// "Compras": what the one spoken to does.
    SecondPerson,
    /// "Compran": what several do. "Compra" may be a request and is not told.
    ThirdPersonPlural,
}

/// Words that may stand before the verb with which a question begins.
const BEFORE_VERB: [&str; 30] = [
    "no",
    "me",
    "te",
    "se",
    "le",
    "les",
    "lo",
    "la",
    "los",
    "las",
    "nos",
    "os",
    "usted",
    "ustedes",
    "uds",
    "tu",
    "vos",
    "vosotros",
    "ya",
    "realmente",
    "normalmente",
    "entonces",
    "todavia",
    "aun",
    "alguna",
    "vez",
    "tambien",
    "a",
    "pero",
    "y",
];
/// Of these, the ones after which a verb of the third person speaks to people: "te gusta", "les parece".
const CLITICS: [&str; 4] = ["te", "le", "les", "os"];
/// Greatest number of such words.
const BEFORE_VERB_MAX: usize = 4;
/// Words that make a noun of the word before them: "marcas de ropa".
const AFTER_NOUN: [&str; 6] = ["de", "del", "y", "o", "para", "con"];
/// Forms of frequent verbs whose ending does not lead to the infinitive.
const IRREGULAR: [&str; 14] =
    ["eres", "sos", "estas", "estan", "vas", "van", "has", "han", "sabes", "saben", "das", "dan", "ves", "ven"];
/// Stems of the conditional and the future, and the infinitives that they stand for.
const SHORTENED_STEMS: [(&str, &str); 9] = [
    ("ndr", "ner"),
    ("ndr", "nir"),
    ("ldr", "lir"),
    ("ldr", "ler"),
    ("odr", "oder"),
    ("br", "ber"),
    ("querr", "querer"),
    ("har", "hacer"),
    ("dir", "decir"),
];
/// Vowels and consonants that the present changes, and what the infinitive has.
const STEM_CHANGES: [(&str, &str); 6] = [("ie", "e"), ("ue", "o"), ("ue", "u"), ("i", "e"), ("y", ""), ("", "")];

/// Returns the form with which a folded text begins, after words that may stand before it.
pub(super) fn opening(folded: &str) -> Option<Form> {
    let clause = folded.trim_start_matches(['¿', '¡', ' ']);
    let end = clause.find([',', '.', ';', ':', '?', '!']).unwrap_or(clause.len());
    let words: Vec<&str> = clause[..end].split_whitespace().collect();
    for (at, word) in words.iter().enumerate().take(BEFORE_VERB_MAX + 1) {
        let is_noun = at == 0 && words.get(1).is_some_and(|next| AFTER_NOUN.contains(next));
        let is_clitic = at > 0 && CLITICS.contains(&words[at - 1]);
        if is_clitic && is_third(word) {
            return Some(Form::SecondPerson);
        }
        if let Some(form) = of(word).filter(|form| *form == Form::ConditionalOrFuture || !is_noun) {
            return Some(form);
        }
        if !BEFORE_VERB.contains(word) {
            return None;
        }
    }
    None
}

/// Returns the form of a folded word that speaks of one or several respondents.
pub(super) fn of(word: &str) -> Option<Form> {
    if !word.bytes().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    if is_conditional_or_future(word) {
        return Some(Form::ConditionalOrFuture);
    }
    is_present(word).then_some(if word.ends_with('n') { Form::ThirdPersonPlural } else { Form::SecondPerson })
}

/// Returns whether a folded word ends as only Spanish verbs do, be its stem misspelt.
pub(super) fn has_ending(word: &str) -> bool {
    let stem = ["ias", "ian", "iamos"].into_iter().find_map(|ending| word.strip_suffix(ending));
    stem.is_some_and(|stem| stem.len() > 3 && ["ar", "er", "ir", "dr"].iter().any(|end| stem.ends_with(end)))
}

fn is_conditional_or_future(word: &str) -> bool {
    let conditional = ["ias", "ian", "iais", "ia"].into_iter().find_map(|ending| word.strip_suffix(ending));
    // "Compraran" is rather the subjunctive.
    let future = || word.strip_suffix("as").filter(|stem| stem.len() > 3);
    conditional.or_else(future).is_some_and(is_stem_of_verb)
}

/// Returns whether the stem of a conditional belongs to a verb: its infinitive, or a shortened one.
fn is_stem_of_verb(stem: &str) -> bool {
    let mut full =
        SHORTENED_STEMS.iter().filter_map(|(short, full)| Some(format!("{}{full}", stem.strip_suffix(short)?)));
    let is_short = matches!(stem, "ser" | "dar" | "ver" | "ir");
    is_short || stem.len() > 3 && is_infinitive(stem) || full.any(|infinitive| is_infinitive(&infinitive))
}

fn is_present(word: &str) -> bool {
    if IRREGULAR.contains(&word) {
        return true;
    }
    let endings: [(&str, &[&str]); 4] =
        [("as", &["ar"]), ("an", &["ar"]), ("es", &["er", "ir"]), ("en", &["er", "ir"])];
    endings.iter().any(|(ending, infinitives)| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.len() > 1);
        stem.is_some_and(|stem| infinitives.iter().any(|infinitive| leads_to(stem, infinitive)))
    })
}

/// Returns whether a word is a verb of the third person: "gusta", "parece".
fn is_third(word: &str) -> bool {
    let endings: [(&str, &[&str]); 2] = [("a", &["ar"]), ("e", &["er", "ir"])];
    endings.iter().any(|(ending, infinitives)| {
        let stem = word.trim_end_matches('n').strip_suffix(ending).filter(|stem| stem.len() > 2);
        stem.is_some_and(|stem| infinitives.iter().any(|infinitive| leads_to(stem, infinitive)))
    })
}

/// Returns whether a stem of the present with the ending of an infinitive is a verb, with its last vowel as it is or as
/// the infinitive has it.
fn leads_to(stem: &str, infinitive: &str) -> bool {
    STEM_CHANGES.iter().any(|(changed, plain)| {
        let at = if changed.is_empty() { Some(stem.len()) } else { stem.rfind(changed) };
        at.is_some_and(|at| {
            is_infinitive(&format!("{}{plain}{}{infinitive}", &stem[..at], &stem[at + changed.len()..]))
        })
    })
}

/// Returns whether a word is an infinitive: the dictionary has it, and another form as of a verb.
fn is_infinitive(word: &str) -> bool {
    let has = |stem: &str, ending: &str| dictionary::has_plain(&format!("{stem}{ending}"), Language::Es);
    let has_forms = match word.split_at_checked(word.len().saturating_sub(2)) {
        Some((stem, "ar")) => has(stem, "ando"),
        // "Pudiendo" has another vowel, "podemos" has not.
        Some((stem, "er")) => has(stem, "iendo") || has(stem, "emos"),
        // "Prefiriendo", "durmiendo"
        Some((_, "ir")) => true,
        _ => false,
    };
    has_forms && dictionary::has_plain(word, Language::Es)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_regular_and_irregular_verbs_are_told_by_their_endings() {
        for word in [
            "comprarian",
            "pondrian",
            "venderian",
            "tendrias",
            "harian",
            "dirias",
            "podrian",
            "sabrias",
            "iria",
            "usaras",
        ] {
            assert_eq!(of(word), Some(Form::ConditionalOrFuture), "{word}");
        }
        for word in ["prefieren", "compran", "piden", "juegan", "van"] {
            assert_eq!(of(word), Some(Form::ThirdPersonPlural), "{word}");
        }
        for word in ["usas", "duermes", "quieres", "crees", "incluyes", "eres"] {
            assert_eq!(of(word), Some(Form::SecondPerson), "{word}");
        }
    }

    #[test]
    fn nouns_of_the_same_ending_are_no_verbs() {
        for word in ["cafeteria", "panaderia", "libreria", "historia", "maria", "nombres", "imagen", "tren", "azul"] {
            assert_eq!(of(word), None, "{word}");
        }
    }

    #[test]
    fn a_question_may_begin_with_a_verb_or_with_what_stands_before_one() {
        for text in ["la usarias", "prefieren envio gratis", "no te cambiarias de banco", "ustedes compran ropa usada"]
        {
            assert!(opening(text).is_some(), "{text}");
        }
        for text in ["marcas de ropa", "la app nueva", "como usuario de la app prefiero esto", "vendemos tacos"] {
            assert_eq!(opening(text), None, "{text}");
        }
    }
}
