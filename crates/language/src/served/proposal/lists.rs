//! The word lists by which a proposed wording may differ from the client's. The data file says what each list allows.

use std::collections::{BTreeMap, BTreeSet};

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use serde::Deserialize;

use super::super::spans;
use crate::text::fold;

const FILE: DataFile = data_file!("crates/language/data/rewording.toml");

static LISTS: Compiled<Lists> = Compiled::new(|| Ok(Lists::new(&FILE.toml()?)));

/// Checks that the lists can be parsed.
pub(in super::super) fn check() -> Result<(), DataError> {
    LISTS.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    droppable: DroppableEntries,
    en: Entries,
    es: Entries,
    zh: Entries,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DroppableEntries {
    praise: Vec<String>,
    fillers: Vec<String>,
    tags: Vec<String>,
    chat: Vec<String>,
    forms: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    articles: Vec<String>,
    function: Vec<String>,
    interrogative: Vec<String>,
    alternative: Vec<String>,
    asking: Vec<String>,
    auxiliary: Vec<String>,
    likelihood: Vec<String>,
    hypothetical: Vec<String>,
    denying: Vec<String>,
    opening: Vec<String>,
    guarded: Vec<String>,
    whole: Vec<String>,
    accented: BTreeSet<String>,
    apart: Vec<String>,
    open: Vec<String>,
    joining: Vec<String>,
    being: Vec<String>,
    verbatim: Vec<String>,
    abbreviations: BTreeMap<String, String>,
    implied: Vec<ImpliedEntry>,
    endings: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImpliedEntry {
    by: Vec<String>,
    words: Vec<String>,
}

/// What a word or phrase does in a wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// The client's matter.
    Content,
    /// Matter that denies, compares, counts or dates.
    Guarded,
    Article,
    Function,
    Asking,
    Likelihood,
    Opening,
    Droppable(Droppable),
}

/// Where a word may be dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Droppable {
    Praise,
    Filler,
    Tag,
    Chat,
    Form,
}

struct Lists {
    droppable: BTreeMap<String, Droppable>,
    /// Greatest number of words of a listed phrase.
    words_max: usize,
    en: Vocabulary,
    es: Vocabulary,
    zh: Vocabulary,
}

impl Lists {
    fn new(file: &File) -> Self {
        let droppable = Self::droppable(&file.droppable);
        let [en, es, zh] = [&file.en, &file.es, &file.zh].map(Vocabulary::new);
        let phrases = [&en, &es, &zh].into_iter().flat_map(|list| list.classes.keys()).chain(droppable.keys());
        let words_max = phrases.map(|phrase| phrase.split(' ').count()).max().unwrap_or(1);
        Self { droppable, words_max, en, es, zh }
    }

    fn droppable(entries: &DroppableEntries) -> BTreeMap<String, Droppable> {
        let lists = [
            (&entries.praise, Droppable::Praise),
            (&entries.fillers, Droppable::Filler),
            (&entries.tags, Droppable::Tag),
            (&entries.chat, Droppable::Chat),
            (&entries.forms, Droppable::Form),
        ];
        // A phrase of two lists has the place of the later one.
        lists.into_iter().flat_map(|(list, kind)| list.iter().map(move |phrase| (key(phrase), kind))).collect()
    }
}

/// The lists of one language; every phrase is in the form that [`key`] gives.
pub(super) struct Vocabulary {
    classes: BTreeMap<String, Class>,
    interrogative: BTreeSet<String>,
    alternative: BTreeSet<String>,
    auxiliary: BTreeSet<String>,
    hypothetical: BTreeSet<String>,
    denying: BTreeSet<String>,
    accented: BTreeSet<String>,
    apart: Vec<BTreeSet<String>>,
    pub(super) open: Vec<String>,
    pub(super) joining: BTreeSet<String>,
    being: BTreeSet<String>,
    verbatim: Vec<String>,
    abbreviations: BTreeMap<String, String>,
    implied: Vec<Implied>,
    pub(super) endings: Vec<String>,
}

/// Words that may be added where the client wrote all those of `by`.
pub(super) struct Implied {
    pub(super) by: BTreeSet<String>,
    pub(super) words: BTreeSet<String>,
}

impl Vocabulary {
    fn new(entries: &Entries) -> Self {
        let keys = |list: &[String]| list.iter().map(|phrase| key(phrase)).collect::<BTreeSet<_>>();
        let lists = [
            (&entries.function, Class::Function),
            (&entries.articles, Class::Article),
            (&entries.asking, Class::Asking),
            (&entries.likelihood, Class::Likelihood),
            (&entries.opening, Class::Opening),
            (&entries.guarded, Class::Guarded),
            (&entries.whole, Class::Content),
        ];
        let implied = entries.implied.iter().map(|entry| Implied { by: keys(&entry.by), words: keys(&entry.words) });
        Self {
            classes: lists
                .into_iter()
                .flat_map(|(list, class)| list.iter().map(move |one| (key(one), class)))
                .collect(),
            interrogative: keys(&entries.interrogative),
            alternative: keys(&entries.alternative),
            auxiliary: keys(&entries.auxiliary),
            hypothetical: keys(&entries.hypothetical),
            denying: keys(&entries.denying),
            accented: entries.accented.clone(),
            apart: entries.apart.iter().map(|group| group.split(' ').map(key).collect()).collect(),
            open: entries.open.iter().map(|phrase| key(phrase)).collect(),
            joining: keys(&entries.joining),
            being: keys(&entries.being),
            verbatim: entries.verbatim.iter().map(|phrase| key(phrase)).collect(),
            abbreviations: entries.abbreviations.iter().map(|(short, long)| (key(short), key(long))).collect(),
            implied: implied.collect(),
            endings: entries.endings.clone(),
        }
    }

    /// Returns the class of a listed phrase.
    pub(super) fn class(&self, phrase: &str) -> Option<Class> {
        let dropped = || droppable(phrase).map(Class::Droppable);
        self.classes.get(phrase).copied().or_else(dropped)
    }

    /// Returns a word in the form that is compared: folded, and written out if it is an abbreviation.
    pub(super) fn compared(&self, written: &str) -> String {
        let lower = written.to_lowercase();
        if self.accented.contains(&lower) {
            return lower;
        }
        let word = fold(written);
        self.abbreviations.get(&word).cloned().unwrap_or(word)
    }

    pub(super) fn is_interrogative(&self, word: &str) -> bool {
        self.interrogative.contains(word)
    }

    pub(super) fn is_alternative(&self, phrase: &str) -> bool {
        self.alternative.contains(phrase)
    }

    pub(super) fn is_auxiliary(&self, phrase: &str) -> bool {
        self.auxiliary.contains(phrase)
    }

    pub(super) fn is_hypothetical(&self, phrase: &str) -> bool {
        self.hypothetical.contains(phrase)
    }

    pub(super) fn is_denying(&self, phrase: &str) -> bool {
        self.denying.contains(phrase)
    }

    pub(super) fn is_being(&self, phrase: &str) -> bool {
        self.being.contains(phrase)
    }

    /// Returns whether two words are different ones, however alike they look.
    pub(super) fn are_apart(&self, a: &str, b: &str) -> bool {
        self.apart.iter().any(|group| group.contains(a) && group.contains(b))
    }

    /// Returns whether a question says that its options are wording to be tested.
    pub(super) fn tests_wording(&self, question: &str) -> bool {
        let words = format!(" {} ", spans::words(question).join(" "));
        self.verbatim.iter().any(|phrase| words.contains(&format!(" {phrase} ")))
    }

    /// Returns the words that may be added beside the client's.
    pub(super) fn implied(&self, client: &BTreeSet<&str>) -> BTreeSet<&str> {
        let holds = |implied: &&Implied| implied.by.iter().all(|word| client.contains(word.as_str()));
        self.implied.iter().filter(holds).flat_map(|implied| implied.words.iter().map(String::as_str)).collect()
    }
}

/// Returns the lists of a language.
pub(super) fn of(language: Language) -> &'static Vocabulary {
    match language {
        Language::En => &LISTS.en,
        Language::Es => &LISTS.es,
        Language::Zh => &LISTS.zh,
    }
}

pub(super) fn words_max() -> usize {
    LISTS.words_max
}

/// Returns whether a word or phrase, in the form that [`key`] gives, may be dropped at some place of a question.
pub(super) fn is_droppable(word: &str) -> bool {
    droppable(word).is_some()
}

fn droppable(phrase: &str) -> Option<Droppable> {
    LISTS.droppable.get(phrase).copied()
}

/// Returns the form in which phrases are listed: folded words, or Chinese characters, with single spaces.
pub(super) fn key(phrase: &str) -> String {
    spans::words(phrase).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_read_and_no_phrase_is_empty() {
        check().unwrap();
        for language in Language::ALL {
            let list = of(language);
            assert!(list.classes.len() > 60 && list.interrogative.len() > 8 && list.open.len() > 5, "{language}");
            assert!(list.classes.keys().chain(&list.open).all(|phrase| !phrase.is_empty()));
        }
        assert!(LISTS.droppable.keys().all(|phrase| !phrase.is_empty()));
        assert!(is_droppable("amazing") && is_droppable(&key("请帮我们选一下")) && !is_droppable("tea"));
    }

    #[test]
    fn what_denies_compares_or_dates_may_not_be_dropped() {
        for language in Language::ALL {
            let guarded = of(language).classes.iter().filter(|(_, class)| **class == Class::Guarded);
            assert!(guarded.map(|(word, _)| word).all(|word| !is_droppable(word)));
        }
    }
}
