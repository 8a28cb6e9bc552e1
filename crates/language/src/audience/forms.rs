//! Expands the notation of dictionary words: `(s)` is optional, `/a` stands for every Spanish gender and number.

use crate::scale::simplified;
use crate::text::fold;

/// Grammatical gender of a form; only Spanish forms have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gender {
    Unmarked,
    Masculine,
    Feminine,
}

/// Returns every spelling in a comma-separated list, folded; `_` stands for a space.
pub(super) fn all(list: &str) -> Vec<(String, Gender)> {
    list.split(", ")
        .flat_map(|entry| optional(entry.trim()))
        .flat_map(|entry| spanish(&entry))
        .map(|(form, gender)| (simplified(&fold(&form.replace('_', " "))), gender))
        .filter(|(form, _)| !form.is_empty())
        .collect()
}

/// Expands `a(b)c` to `ac` and `abc`.
fn optional(entry: &str) -> Vec<String> {
    let Some((head, rest)) = entry.split_once('(') else { return vec![entry.to_owned()] };
    let Some((inner, tail)) = rest.split_once(')') else { return vec![entry.to_owned()] };
    optional(tail).into_iter().flat_map(|tail| [format!("{head}{tail}"), format!("{head}{inner}{tail}")]).collect()
}

/// Expands `casado/a` to casado, casada, casados and casadas; the words of a phrase agree in gender and number.
fn spanish(entry: &str) -> Vec<(String, Gender)> {
    if !entry.contains("/a") {
        return vec![(entry.to_owned(), Gender::Unmarked)];
    }
    let inflect = |gender: Gender, plural: bool| {
        let words = entry.split(' ').map(|word| match word.strip_suffix("/a") {
            Some(stem) => ending(stem, gender, plural),
            None => word.to_owned(),
        });
        (words.collect::<Vec<_>>().join(" "), gender)
    };
    [(Gender::Masculine, false), (Gender::Feminine, false), (Gender::Masculine, true), (Gender::Feminine, true)]
        .into_iter()
        .map(|(gender, plural)| inflect(gender, plural))
        .collect()
}

fn ending(masculine: &str, gender: Gender, plural: bool) -> String {
    let (stem, is_vowel) = match masculine.strip_suffix(['o', 'e']) {
        Some(stem) => (stem, true),
        None => (masculine, false),
    };
    match (gender, plural) {
        (Gender::Feminine, false) => format!("{stem}a"),
        (Gender::Feminine, true) => format!("{stem}as"),
        (_, false) => masculine.to_owned(),
        (_, true) if is_vowel => format!("{masculine}s"),
        (_, true) => format!("{masculine}es"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(forms: Vec<(String, Gender)>) -> Vec<String> {
        forms.into_iter().map(|(form, _)| form).collect()
    }

    #[test]
    fn optional_endings_are_spelled_out() {
        assert_eq!(spelled(all("nurse(s), waitress(es)")), ["nurse", "nurses", "waitress", "waitresses"]);
    }

    #[test]
    fn spanish_words_agree() {
        let forms = spelled(all("mexicano/a, francés/a, contador/a público/a"));
        assert_eq!(forms[..4], ["mexicano", "mexicana", "mexicanos", "mexicanas"]);
        assert_eq!(forms[4..8], ["frances", "francesa", "franceses", "francesas"]);
        assert_eq!(forms[8..], ["contador publico", "contadora publica", "contadores publicos", "contadoras publicas"]);
    }
}
