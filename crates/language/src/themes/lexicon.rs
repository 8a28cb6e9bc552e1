//! What is known of each language's words: where they begin and end, their stems, and which of them carry no reason.
//! Lists are data; nothing here knows of answers or themes.

use std::collections::HashSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use frostem::{Algorithm, Stemmer};
use jieba_rs::Jieba;
use regex::Regex;
use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use super::clean::{Clean, is_han, phrases};
use super::grammar::{Grammar, GrammarList, Role, folded, set};
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const LISTS: DataFile = data_file!("crates/language/data/themes.toml");
/// An answer with this share of Han letters is cut as Chinese, whatever the report's language.
const HAN_SHARE: f64 = 0.3;
/// A text's first words tell its language.
const TELLING_WORDS_MAX: usize = 60;
/// How many more stop words of another language than of the report's own make an answer one of that language.
const STOPS_LEAD: usize = 2;

static LEXICONS: Compiled<[Lexicon; 3]> = Compiled::new(|| read(LISTS));
/// Takes about a tenth of a second to load, so it waits for the first Chinese text.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// Whether the lists of every language can be read.
pub(super) fn check() -> Result<(), DataError> {
    LEXICONS.check()
}

fn read(file: DataFile) -> Result<[Lexicon; 3], DataError> {
    let lists: Lists = file.toml()?;
    let lexicon = |language: Language, list: &List| {
        Lexicon::new(language, list).map_err(|problem| file.wrong(format!("{language}: {problem}")))
    };
    Ok([lexicon(Language::En, &lists.en)?, lexicon(Language::Es, &lists.es)?, lexicon(Language::Zh, &lists.zh)?])
}

#[derive(Deserialize)]
struct Lists {
    en: List,
    es: List,
    zh: List,
}

#[derive(Deserialize)]
struct List {
    stop: Vec<String>,
    content: Vec<String>,
    weak: Vec<String>,
    filler: Vec<String>,
    splits: Vec<String>,
    negators: Vec<String>,
    non_answers: Vec<String>,
    frames: Vec<String>,
    nothing: Vec<String>,
    after_nothing: String,
    #[serde(flatten)]
    grammar: GrammarList,
}

impl List {
    /// Phrases for "nothing" come first: otherwise a frame would take the end of "nothing that worries me".
    fn patterns(&self) -> Result<Regex, regex::Error> {
        let nothing = format!("(?:{}){}", self.nothing.join("|"), self.after_nothing);
        Regex::new(&format!("{nothing}|{}", self.frames.join("|")))
    }
}

/// Words between two places, in bytes, that are no part of any reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Aside {
    pub start: usize,
    pub end: usize,
    /// Introduces another clause, rather than softening one.
    pub is_frame: bool,
}

pub(super) struct Lexicon {
    pub language: Language,
    stop: HashSet<String>,
    weak: HashSet<String>,
    splits: HashSet<String>,
    negators: HashSet<String>,
    non_answers: HashSet<String>,
    grammar: Grammar,
    /// Phrases that soften an answer.
    filler: Option<AhoCorasick>,
    /// What introduces a reason, or says that there is none.
    frames: Regex,
    stemmer: Option<Stemmer>,
}

impl Lexicon {
    fn new(language: Language, list: &List) -> Result<Self, String> {
        if list.frames.is_empty() || list.filler.is_empty() {
            return Err("no frames or no filler".to_owned());
        }
        let published = stop_words::lookup(language.code()).ok_or("no stop words are published")?;
        let mut stop: HashSet<String> = published.iter().map(|word| folded(word)).collect();
        stop.extend(list.stop.iter().map(|word| folded(word)));
        for word in &list.content {
            stop.remove(&folded(word));
        }
        let stemmer = match language {
            Language::En => Some(Algorithm::English),
            Language::Es => Some(Algorithm::Spanish),
            Language::Zh => None,
        };
        Ok(Self {
            language,
            stop,
            weak: set(&list.weak),
            splits: set(&list.splits),
            negators: set(&list.negators),
            non_answers: set(&list.non_answers),
            grammar: Grammar::new(&list.grammar),
            frames: list.patterns().map_err(|error| error.to_string())?,
            filler: phrases(list.filler.iter().map(|phrase| folded(phrase))),
            stemmer: stemmer.map(Stemmer::new),
        })
    }

    pub fn of(language: Language) -> &'static Self {
        let [en, es, zh] = &*LEXICONS;
        match language {
            Language::En => en,
            Language::Es => es,
            Language::Zh => zh,
        }
    }

    /// The language that a folded text seems to be written in: answers need not keep to the report's.
    pub fn for_text(report: Language, text: &str) -> &'static Self {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let han = text.chars().filter(|c| is_han(*c)).count();
        if han > 0 && han as f64 >= HAN_SHARE * letters as f64 {
            return Self::of(Language::Zh);
        }
        let words: Vec<&str> = text.unicode_words().take(TELLING_WORDS_MAX).collect();
        let stops = |language| words.iter().filter(|word| Self::of(language).stop.contains(**word)).count();
        let (en, es) = (stops(Language::En), stops(Language::Es));
        let is_spanish = match report {
            Language::En => es > en + STOPS_LEAD,
            Language::Es => es + STOPS_LEAD >= en,
            Language::Zh => es > en,
        };
        Self::of(if is_spanish { Language::Es } else { Language::En })
    }

    /// Pieces of a folded text with their places in bytes; some are words, the rest is what lies between them.
    pub fn pieces<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        match self.language {
            Language::En | Language::Es => text.split_word_bound_indices().collect(),
            Language::Zh => JIEBA.cut(text, true).into_iter().map(|token| (token.byte_start, token.word)).collect(),
        }
    }

    pub fn stem(&self, word: &str) -> String {
        self.stemmer.as_ref().map_or_else(|| word.to_owned(), |stemmer| without_accents(&stemmer.stem(word)))
    }

    pub fn is_stop(&self, word: &str) -> bool {
        self.stop.contains(word) || (self.language != Language::Zh && word.chars().count() < 2)
    }

    pub fn is_weak(&self, word: &str) -> bool {
        self.weak.contains(word)
    }

    pub fn splits(&self, word: &str) -> bool {
        self.splits.contains(word)
    }

    pub fn negates(&self, word: &str) -> bool {
        self.negators.contains(word)
    }

    pub fn role(&self, word: &str) -> Role {
        let is_noun = (self.language == Language::Zh).then(|| is_noun(word));
        self.grammar.role(word, is_noun)
    }

    pub fn is_determiner(&self, word: &str) -> bool {
        self.grammar.is_determiner(word)
    }

    /// What of a text introduces or softens a reason, ascending.
    pub fn asides(&self, clean: &Clean) -> Vec<Aside> {
        let frames = self.frames.find_iter(&clean.folded);
        let frames = frames.map(|found| (found.start(), found.end())).filter(|span| clean.is_whole(*span));
        let mut asides: Vec<Aside> = frames.map(|(start, end)| Aside { start, end, is_frame: true }).collect();
        let filler = clean.spans(self.filler.as_ref());
        asides.extend(filler.map(|(start, end)| Aside { start, end, is_frame: false }));
        asides.sort_unstable();
        asides
    }

    /// Whether the whole of a folded text says nothing.
    pub fn is_non_answer(&self, text: &str) -> bool {
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
        self.non_answers.contains(bare)
    }
}

/// Whether a Chinese word names a thing or a quality, by its part of speech.
fn is_noun(word: &str) -> bool {
    let tags = JIEBA.tag(word, true);
    tags.last().is_some_and(|last| last.tag.starts_with(['n', 'a', 'i', 'l', 'b', 'z', 'j']) || last.tag == "vn")
}

/// Writers leave accents out, and stemming keeps or drops them by the ending.
fn without_accents(word: &str) -> String {
    let plain = |c| match c {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        other => other,
    };
    word.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_every_language_are_read() {
        for language in Language::ALL {
            let lexicon = Lexicon::of(language);
            assert!(lexicon.stop.len() > 100 && lexicon.filler.is_some(), "{language}");
            assert!(lexicon.negates("no") || lexicon.negates("不"), "{language}");
        }
    }

    #[test]
    fn lists_that_cannot_be_read_are_found() {
        for broken in
            [LISTS.text.replacen("stop = ", "stops = ", 1), LISTS.text.replacen("frames = [", "frames = ['(', ", 1)]
        {
            let error = read(DataFile { text: broken.leak(), ..LISTS }).map(drop).unwrap_err();
            assert_eq!(error.file, "crates/language/data/themes.toml", "{error}");
        }
    }

    #[test]
    fn an_answer_in_another_language_is_read_as_that_language() {
        let read_as = |report, text| Lexicon::for_text(report, text).language;
        assert_eq!(read_as(Language::En, "porque es muy fácil de recordar para la gente"), Language::Es);
        assert_eq!(read_as(Language::Es, "because it is the one that I would remember"), Language::En);
        assert_eq!(read_as(Language::En, "因为容易记住"), Language::Zh);
        assert_eq!(read_as(Language::Zh, "easy to remember"), Language::En);
        assert_eq!(read_as(Language::Es, "fácil"), Language::Es);
    }
}
