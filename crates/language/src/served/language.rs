//! Detects which of the three languages a text is written in, by script and function words. It returns `None` in
//! doubt, since a wrong language would lead to wrong edits.

use std::collections::BTreeSet;

use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use super::{dictionary, verbs};
use crate::text::fold;
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FUNCTION_WORDS: DataFile = data_file!("crates/language/data/function_words.toml");
/// Smallest share of function words of the language.
const SHARE_MIN: f64 = 0.2;
/// Smallest number of words for letter statistics.
const STATISTICS_WORDS_MIN: usize = 6;

static LISTS: Compiled<Lists> = Compiled::new(|| Ok(Lists::new(&FUNCTION_WORDS.toml()?)));

/// Checks that the word lists can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    LISTS.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    en: String,
    es: String,
    shared: String,
    other: String,
}

struct Lists {
    en: BTreeSet<String>,
    es: BTreeSet<String>,
    shared: BTreeSet<String>,
    other: BTreeSet<String>,
}

impl Lists {
    fn new(file: &File) -> Self {
        let list = |words: &str| words.split_whitespace().map(fold).collect();
        Self { en: list(&file.en), es: list(&file.es), shared: list(&file.shared), other: list(&file.other) }
    }
}

/// Returns the language of a text, if it can be detected.
pub(super) fn of(text: &str) -> Option<Language> {
    let written = Written::of(text);
    let all = written.han + written.kana + written.latin + written.other;
    if written.han > 0 && written.han >= written.latin && 2 * written.han > all {
        return (written.kana * 4 < written.han).then_some(Language::Zh);
    }
    if 2 * written.latin <= all {
        return None;
    }
    let words: Vec<&str> = text.unicode_words().filter(|word| word.chars().any(is_latin)).collect();
    of_latin(text, &words)
}

/// Returns the language of a text that may be misspelt: where too few words tell it, the one whose dictionary has most
/// of its words.
pub(super) fn of_sloppy(text: &str) -> Option<Language> {
    of(text).or_else(|| of_dictionary(text).filter(|_| !text.chars().any(is_han)))
}

fn of_dictionary(text: &str) -> Option<Language> {
    let words: Vec<&str> = text.unicode_words().filter(|word| word.chars().all(is_latin)).collect();
    let known = |language| words.iter().filter(|word| dictionary::has(word, language)).count();
    // A misspelt verb still ends as one: "elejirian".
    let endings = words.iter().filter(|word| verbs::has_ending(&fold(word)) && !dictionary::has(word, Language::Es));
    let (en, es) = (known(Language::En), known(Language::Es) + endings.count());
    let (language, most, other) = if en > es { (Language::En, en, es) } else { (Language::Es, es, en) };
    (most > other && most * 2 >= words.len()).then_some(language)
}

/// Counts by script: characters for Han and kana, where each is about a word, and runs of letters elsewhere.
#[derive(Debug, Default)]
struct Written {
    han: usize,
    kana: usize,
    latin: usize,
    other: usize,
}

impl Written {
    fn of(text: &str) -> Self {
        let mut written = Self::default();
        let mut was_letter = false;
        for c in text.chars() {
            let is_letter = c.is_alphabetic();
            match c {
                _ if is_han(c) => written.han += 1,
                _ if is_kana(c) => written.kana += 1,
                _ if was_letter || !is_letter => {}
                _ if is_latin(c) => written.latin += 1,
                _ => written.other += 1,
            }
            // An apostrophe does not end a word.
            was_letter = is_letter && !is_han(c) && !is_kana(c) || was_letter && matches!(c, '\'' | '’');
        }
        written
    }
}

fn of_latin(text: &str, words: &[&str]) -> Option<Language> {
    let lists = &*LISTS;
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let hits = |list: &BTreeSet<String>| folded.iter().filter(|word| list.contains(*word)).count() as f64;
    // Only Spanish has opening marks.
    let opened = if text.contains(['¿', '¡']) { 3.0 } else { 0.0 };
    let en = hits(&lists.en);
    let es = hits(&lists.es) + 0.5 * hits(&lists.shared) + opened;
    let other = hits(&lists.other) + if text.contains(['ã', 'õ', 'ç', 'ß', 'ø', 'å']) { 1.0 } else { 0.0 };
    let (language, score, rival) = if en > es { (Language::En, en, es) } else { (Language::Es, es, en) };
    let is_clear = score >= 1.0 && score > rival.max(other) && score >= SHARE_MIN * words.len() as f64;
    (is_clear && (opened > 0.0 || !is_clearly_other(text, words.len()))).then_some(language)
}

/// Returns whether the letter statistics of a longer text indicate a language other than English or Spanish.
fn is_clearly_other(text: &str, words: usize) -> bool {
    let info = whatlang::detect(text).filter(|info| words >= STATISTICS_WORDS_MIN && info.is_reliable());
    info.is_some_and(|info| !matches!(info.lang(), whatlang::Lang::Eng | whatlang::Lang::Spa))
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}')
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic()
        && matches!(c, 'a'..='z' | 'A'..='Z' | '\u{AA}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FF21}'..='\u{FF5A}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_small_words_is_read_in_full() {
        let file: File = FUNCTION_WORDS.toml().unwrap();
        assert!([file.en, file.es, file.other].iter().all(|list| list.split_whitespace().count() > 40));
    }

    #[test]
    fn short_questions_are_told_by_their_small_words() {
        for (text, language) in [
            ("Which one?", Language::En),
            ("cual prefieres", Language::Es),
            ("¿Color?", Language::Es),
            ("哪个好？", Language::Zh),
            ("iPhone 还是 Android，哪个更好用？", Language::Zh),
            ("What does 福 mean to you?", Language::En),
            ("Welche — I mean, which of the names do you like?", Language::En),
        ] {
            assert_eq!(of(text), Some(language), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_guessed() {
        for text in [
            "Color?",
            "iPhone vs Android",
            "123 + 456",
            "🍕🍔",
            "Qual nome você prefere para o novo aplicativo?",
            "Quel nom préférez-vous pour cette application ?",
            "Welcher Name passt am besten zu der App?",
            "Quale nome preferisci per la nuova app?",
            "Какое название вам больше нравится?",
            "どの名前が一番好きですか？",
            "어떤 이름이 가장 좋습니까?",
            "أي اسم تفضل؟",
            "Welke naam past het best bij de nieuwe app?",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
