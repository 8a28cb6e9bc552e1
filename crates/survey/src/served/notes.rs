//! What could make answers to a question hard to read, said to the client and changed by nobody. A note is given only
//! where the wording shows the trouble plainly; silence is no certificate.

use serde::Deserialize;

use super::inquiry::Answers;
use super::patterns::Patterns;
use super::{overlap, spans};
use crate::audience::text::fold;
use crate::brief::Language;
use crate::data::{Compiled, DataError, DataFile, data_file};
use crate::report::{Inquiry, WordingNote};
use crate::wording::{self, FluentValue};

const FILE: DataFile = data_file!("data/wording_notes.toml");
/// An option this many times as long as the middle one, and long in itself, stands out.
const LONG_TIMES: usize = 4;
const LONG_CHARS_MIN: usize = 40;
/// An option of so many words among options of so few is a sentence among names; a Chinese character is a word here.
const SENTENCE_WORDS_MIN: usize = 8;
const NAME_WORDS_MAX: usize = 2;
const SENTENCE_HAN_MIN: usize = 16;
const NAME_HAN_MAX: usize = 5;
/// English words in -ing that are no gerunds.
const NOT_GERUNDS: &str = "thing king ring spring string morning evening wedding building pudding clothing nothing something \
                           anything everything during wing sing ceiling lightning viking sterling boxing-day being";

static RULES: Compiled<Rules> = Compiled::new(|| FILE.toml());

/// Whether every rule can be read.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    leading: Patterns,
    double_barrelled: Patterns,
    joins: Patterns,
    not_joins: NotJoins,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotJoins {
    zh: Vec<String>,
}

/// The wording under judgement, and what is known of it.
pub(super) struct Wording<'a> {
    pub(super) question: &'a str,
    pub(super) options: &'a [String],
    /// The client's own strings for them, by which results name them.
    pub(super) names: &'a [String],
    pub(super) language: Option<Language>,
    pub(super) inquiry: Inquiry,
    pub(super) answers: Answers,
}

impl Wording<'_> {
    /// Every note, in the language of the report.
    pub(super) fn notes(&self, report: Language) -> Vec<WordingNote> {
        let mut notes = Vec::new();
        self.note_language(report, &mut notes);
        self.note_question(report, &mut notes);
        // Answers on a scale hold, join and outgrow one another by nature.
        if !self.answers.is_closed() {
            self.note_overlaps(report, &mut notes);
            self.note_joined(report, &mut notes);
            self.note_unlike(report, &mut notes);
        }
        notes
    }

    fn note_language(&self, report: Language, notes: &mut Vec<WordingNote>) {
        if let Some(language) = self.language.filter(|language| *language != report) {
            let id = match language {
                Language::En => "note-language-en",
                Language::Es => "note-language-es",
                Language::Zh => "note-language-zh",
            };
            notes.push(note(report, "language", "question".to_owned(), id, &[]));
        }
    }

    fn note_question(&self, report: Language, notes: &mut Vec<WordingNote>) {
        let text = fold(&without_quotes(self.question));
        let marks = text.matches('?').count();
        if marks > 1 || RULES.double_barrelled.is_in(&text) {
            notes.push(note(report, "double_barrelled", "question".to_owned(), "note-two-questions", &[]));
        }
        if RULES.leading.is_in(&text) {
            notes.push(note(report, "leading", "question".to_owned(), "note-leading", &[]));
        }
    }

    fn note_overlaps(&self, report: Language, notes: &mut Vec<WordingNote>) {
        for (first, second) in overlap::pairs(self.options) {
            let args = [("first", self.names[first].as_str().into()), ("second", self.names[second].as_str().into())];
            notes.push(note(report, "overlap", "options".to_owned(), "note-overlap", &args));
        }
    }

    /// An option that joins two things among options that don't. Names may join what they like.
    fn note_joined(&self, report: Language, notes: &mut Vec<WordingNote>) {
        let joined: Vec<usize> = (0..self.options.len()).filter(|index| joins_two(&self.options[*index])).collect();
        if self.inquiry == Inquiry::Naming || joined.len() * 2 > self.options.len() {
            return;
        }
        for index in joined {
            let args = [("option", self.names[index].as_str().into())];
            notes.push(note(report, "double_barrelled", field(index), "note-two-things", &args));
        }
    }

    fn note_unlike(&self, report: Language, notes: &mut Vec<WordingNote>) {
        let is_english = self.language == Some(Language::En);
        let odd_form = if is_english { odd_verb_forms(self.options) } else { Vec::new() };
        let sizes: Vec<Size> = self.options.iter().map(|option| Size::of(option)).collect();
        let median = Size::median(&sizes);
        for (index, option) in self.options.iter().enumerate() {
            let id = if sizes[index].is_far_beyond(&median) {
                "note-much-longer"
            } else if sizes[index].is_sentence_among(&median) || self.is_odd_end(option) {
                "note-sentence"
            } else if odd_form.contains(&index) {
                "note-verb-form"
            } else {
                continue;
            };
            notes.push(note(
                report,
                "not_parallel",
                field(index),
                id,
                &[("option", self.names[index].as_str().into())],
            ));
        }
    }

    /// Ends as a sentence does where most others don't. Names may end as they like.
    fn is_odd_end(&self, option: &str) -> bool {
        let ends = |option: &str| option.ends_with(['.', '。', '?', '？', '!', '！']) && !option.ends_with("...");
        let ended = self.options.iter().filter(|option| ends(option)).count();
        self.inquiry != Inquiry::Naming
            && ends(option)
            && ended * 2 < self.options.len()
            && spans::words(option).len() > 1
    }
}

fn note(report: Language, code: &str, field: String, id: &str, args: &[(&str, FluentValue<'_>)]) -> WordingNote {
    WordingNote { code: code.to_owned(), field, message: wording::say(report, id, args) }
}

fn field(index: usize) -> String {
    format!("options[{index}]")
}

/// What a question quotes is not its own praise or its own question.
fn without_quotes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans::quoted(text) {
        kept.push_str(&text[at..span.start]);
        kept.push('x');
        at = span.end;
    }
    kept.push_str(&text[at..]);
    kept
}

fn joins_two(option: &str) -> bool {
    let mut folded = fold(&without_quotes(option));
    for word in &RULES.not_joins.zh {
        if folded.contains(word.as_str()) {
            folded = folded.replace(word.as_str(), "词语");
        }
    }
    // Between figures such a word spans a range.
    !folded.contains(|c: char| c.is_numeric()) && RULES.joins.is_in(&folded)
}

/// How long an option is, in characters and in words.
#[derive(Debug, Clone, Copy)]
struct Size {
    chars: usize,
    words: usize,
    is_han: bool,
}

impl Size {
    fn of(option: &str) -> Self {
        let is_han = option.chars().filter(|c| super::language::is_han(*c)).count() * 2 > option.chars().count();
        Self { chars: option.chars().count(), words: spans::words(option).len(), is_han }
    }

    fn median(sizes: &[Self]) -> Self {
        let middle = |of: fn(&Self) -> usize| {
            let mut all: Vec<usize> = sizes.iter().map(of).collect();
            all.sort_unstable();
            // Of no options none stands out.
            all.get((all.len().saturating_sub(1)) / 2).copied().unwrap_or(0)
        };
        Self { chars: middle(|size| size.chars), words: middle(|size| size.words), is_han: false }
    }

    fn is_far_beyond(&self, median: &Self) -> bool {
        self.chars > LONG_CHARS_MIN && self.chars >= LONG_TIMES * median.chars
    }

    fn is_sentence_among(&self, median: &Self) -> bool {
        let (sentence, name) =
            if self.is_han { (SENTENCE_HAN_MIN, NAME_HAN_MAX) } else { (SENTENCE_WORDS_MIN, NAME_WORDS_MAX) };
        self.words >= sentence && median.words <= name
    }
}

/// The few options that are no gerunds where most are, or gerunds where all others begin with an article; anything less
/// plain may be a name or a noun ("Thanksgiving", "Handwriting search").
fn odd_verb_forms(options: &[String]) -> Vec<usize> {
    let first_of = |index: usize| spans::words(&options[index]).into_iter().next();
    let is_gerund = |index: &usize| {
        first_of(*index).is_some_and(|word| {
            word.len() >= 5 && word.ends_with("ing") && !NOT_GERUNDS.split_whitespace().any(|other| other == word)
        })
    };
    let has_article = |index: &usize| matches!(first_of(*index).as_deref(), Some("a" | "an" | "the"));
    let (gerunds, others): (Vec<usize>, Vec<usize>) = (0..options.len()).partition(is_gerund);
    let is_few = |indexes: &[usize]| indexes.len() * 3 <= options.len();
    if is_few(&others) {
        others
    } else if is_few(&gerunds) && others.iter().all(has_article) {
        gerunds
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::patterns::Trilingual;
    use super::*;

    #[test]
    fn every_entry_of_the_file_has_patterns() {
        let file: BTreeMap<String, Trilingual> = FILE.toml().unwrap();
        for (name, entry) in file {
            assert!(Patterns::compile(&entry).unwrap().len() >= 3, "{name}");
        }
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_found() {
        assert!(RULES.not_joins.zh.len() > 10);
        let broken = FILE.text.replacen("en = [", "en = ['(', ", 1);
        let error = DataFile { text: broken.leak(), ..FILE }.toml::<Rules>().unwrap_err();
        assert_eq!(error.file, "data/wording_notes.toml", "{error}");
    }

    #[test]
    fn gerunds_stand_out_only_where_they_are_few() {
        let odd = |list: &[&str]| odd_verb_forms(&list.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>());
        assert_eq!(odd(&["Swimming", "A walk", "A book", "A film"]), [0]);
        assert_eq!(odd(&["Swimming", "Reading", "A film"]), [2]);
        assert!(odd(&["Handwriting search", "Offline mode", "Shared folders"]).is_empty());
        assert!(odd(&["Swimming", "Reading"]).is_empty() && odd(&["Spring", "Autumn", "Winter"]).is_empty());
    }
}
