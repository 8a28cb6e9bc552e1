//! Notes to the client on wording that could make answers hard to interpret; nothing is changed. The rules prefer
//! precision to recall: a wording without notes may still be poor.

use foundation::OptionId;
use serde::{Deserialize, Serialize};

use super::Field;
use super::inquiry::{Answers, Inquiry};
use super::patterns::Patterns;
use super::{overlap, spans};
use crate::text::fold;
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/wording_notes.toml");
/// An option stands out if it has this many times the median length, and more than `LONG_CHARS_MIN` characters.
const LONG_TIMES: usize = 4;
const LONG_CHARS_MIN: usize = 40;
/// A sentence among names: an option of at least `SENTENCE_*_MIN` words where the median is at most `NAME_*_MAX`.
/// Chinese counts characters.
const SENTENCE_WORDS_MIN: usize = 8;
const NAME_WORDS_MAX: usize = 2;
const SENTENCE_HAN_MIN: usize = 16;
const NAME_HAN_MAX: usize = 5;
/// English words in -ing that are no gerunds.
const NOT_GERUNDS: &str = "thing king ring spring string morning evening wedding building pudding clothing nothing something \
                           anything everything during wing sing ceiling lightning viking sterling boxing-day being";

static RULES: Compiled<Rules> = Compiled::new(|| FILE.toml());

/// Checks that every pattern can be parsed.
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

/// A weakness of the client's wording that readers of the results should know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub field: Field,
    pub trouble: Trouble,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The question asks two things.
    TwoQuestions,
    Leading,
    /// One answer could be either of two options.
    Overlap(OptionId, OptionId),
    /// The option combines two things, while most others do not.
    TwoThings(OptionId),
    /// The option is much longer than the others.
    MuchLonger(OptionId),
    /// The option is a sentence among names.
    Sentence(OptionId),
    /// The option has another verb form than the others.
    VerbForm(OptionId),
}

impl Trouble {
    /// Returns the code used in results.
    pub fn code(self) -> &'static str {
        match self {
            Self::TwoQuestions | Self::TwoThings(_) => "double_barrelled",
            Self::Leading => "leading",
            Self::Overlap(..) => "overlap",
            Self::MuchLonger(_) | Self::Sentence(_) | Self::VerbForm(_) => "not_parallel",
        }
    }
}

/// The wording to examine, with what was derived from it.
pub(super) struct Wording<'a> {
    pub(super) question: &'a str,
    pub(super) options: &'a [String],
    pub(super) language: Option<Language>,
    pub(super) inquiry: Inquiry,
    pub(super) answers: Answers,
}

impl Wording<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let mut notes = self.of_question();
        // Options of a scale contain, combine and outgrow one another by nature, so they get no such notes.
        if !self.answers.is_closed() {
            notes.extend(self.overlaps());
            notes.extend(self.joined());
            notes.extend(self.unlike());
        }
        notes
    }

    fn of_question(&self) -> Vec<Note> {
        let text = fold(&without_quotes(self.question));
        let asks_twice = text.matches('?').count() > 1 || RULES.double_barrelled.is_in(&text);
        let troubles =
            [asks_twice.then_some(Trouble::TwoQuestions), RULES.leading.is_in(&text).then_some(Trouble::Leading)];
        troubles.into_iter().flatten().map(|trouble| Note { field: Field::Question, trouble }).collect()
    }

    fn overlaps(&self) -> Vec<Note> {
        let pairs = overlap::pairs(self.options).into_iter();
        let trouble = |(first, second)| Trouble::Overlap(OptionId(first), OptionId(second));
        pairs.map(|pair| Note { field: Field::Options, trouble: trouble(pair) }).collect()
    }

    /// Returns options that combine two things, unless more than half do. Names are exempt.
    fn joined(&self) -> Vec<Note> {
        let joined: Vec<OptionId> =
            OptionId::all(self.options.len()).filter(|id| joins_two(&self.options[id.0])).collect();
        if self.inquiry == Inquiry::Naming || joined.len() * 2 > self.options.len() {
            return Vec::new();
        }
        joined.into_iter().map(|id| Note { field: Field::Option(id), trouble: Trouble::TwoThings(id) }).collect()
    }

    fn unlike(&self) -> Vec<Note> {
        let is_english = self.language == Some(Language::En);
        let odd_form = if is_english { odd_verb_forms(self.options) } else { Vec::new() };
        let sizes: Vec<Size> = self.options.iter().map(|option| Size::of(option)).collect();
        let median = Size::median(&sizes);
        let trouble = |id: OptionId| {
            if sizes[id.0].is_far_beyond(&median) {
                Some(Trouble::MuchLonger(id))
            } else if sizes[id.0].is_sentence_among(&median) || self.is_odd_end(&self.options[id.0]) {
                Some(Trouble::Sentence(id))
            } else {
                odd_form.contains(&id.0).then_some(Trouble::VerbForm(id))
            }
        };
        let each = OptionId::all(self.options.len());
        each.filter_map(|id| Some(Note { field: Field::Option(id), trouble: trouble(id)? })).collect()
    }

    /// Returns whether the option ends as a sentence, while most do not. Names are exempt.
    fn is_odd_end(&self, option: &str) -> bool {
        let ends = |option: &str| option.ends_with(['.', '。', '?', '？', '!', '！']) && !option.ends_with("...");
        let ended = self.options.iter().filter(|option| ends(option)).count();
        self.inquiry != Inquiry::Naming
            && ends(option)
            && ended * 2 < self.options.len()
            && spans::words(option).len() > 1
    }
}

/// Replaces each quotation by an x: praise or a question inside one is not the client's.
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
    // Next to figures such a word marks a range.
    !folded.contains(|c: char| c.is_numeric()) && RULES.joins.is_in(head(&folded))
}

/// Strips complements: "tea with honey and lemon" is one thing, and so is 加蜂蜜和柠檬的茶.
fn head(option: &str) -> &str {
    let complement = [" with ", " without ", " con ", " sin "].iter().filter_map(|word| option.find(word)).min();
    let option = &option[..complement.unwrap_or(option.len())];
    option.rfind('的').map_or(option, |at| &option[at..])
}

/// Length of an option in characters and in words.
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
            // Without options the median is 0.
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

/// Returns the few options that are no gerunds if most are, or the few gerunds if all others begin with an article.
/// Weaker evidence does not count, since a word in -ing may be a noun ("Thanksgiving", "Handwriting search").
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
        assert_eq!(error.file, "crates/language/data/wording_notes.toml", "{error}");
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
