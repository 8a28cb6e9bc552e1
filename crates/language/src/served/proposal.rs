//! Decides whether an engine's proposed wording may be served. It may change punctuation, articles and misspellings.
//! A proposal that adds, drops, reorders or translates a word, figure or name is rejected, and the rules' wording is
//! served. Instructions in a text are never followed: it is only compared with the client's.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use strsim::osa_distance;
use unicode_segmentation::UnicodeSegmentation;

use super::{inquiry, invisible, language, option_edits, spans, spelling};
use crate::brief::{Brief, OPTION_CHARS_MAX, QUESTION_CHARS_MAX};
use crate::text::fold;

/// Greatest number of characters that may change in one option while others stay unchanged.
const SPELLING_CHARS_MAX: usize = 2;
const LENGTH_TIMES_MIN: f64 = 0.7;
const LENGTH_TIMES_MAX: f64 = 1.4;
/// Shortest word in which a differing letter is a misspelling; shorter words then differ in meaning.
const SLIP_WORD_CHARS_MIN: usize = 5;
const LONG_WORD_CHARS_MIN: usize = 10;
/// Marks of markup, templates and code; a proposal may not have more of any than the client wrote.
const MARKUP: &str = "<>{}[]`|*#~^=\\_@$";
/// Function words that a proposal may add or drop, folded. Negations, prepositions and degrees are not among them.
const FREE_WORDS: &str = "the a an do does which what these those following one ones option options please is are that \
                          el la los las un una unos unas cual cuales que siguiente siguientes opcion opciones es son \
                          的 了 请 您 你 吗 呢 哪 个";

static FREE: LazyLock<BTreeSet<&str>> = LazyLock::new(|| FREE_WORDS.split_whitespace().collect());

/// Why a proposed wording is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("{proposed} options were proposed for {given}")]
    OptionCount { given: usize, proposed: usize },
    #[error("{field} is empty, too long, or far from the client's length")]
    Length { field: String },
    #[error("{field} has control or invisible characters")]
    Control { field: String },
    #[error("{field} has markup that the client's has not")]
    Markup { field: String },
    #[error("{field} is written in another script")]
    Script { field: String },
    #[error("{field} has other figures than the client's")]
    Figures { field: String },
    #[error("{field} changes a quotation")]
    Quotation { field: String },
    #[error("{field} lacks the client's word {word:?}")]
    LostWord { field: String, word: String },
    #[error("{field} has a word the client did not write: {word:?}")]
    NewWord { field: String, word: String },
    #[error("{field} puts the client's words in another order")]
    Order { field: String },
    #[error("the question no longer ends as one")]
    NotAQuestion,
    #[error("{field} is alike another option")]
    Alike { field: String },
    #[error("{field} is edited where others are not")]
    OneSided { field: String },
}

/// Checks that a proposed wording asks the same as the client's. Options are in the client's order.
pub fn accepts(original: &Brief, proposal_question: &str, proposal_options: &[String]) -> Result<(), Rejection> {
    let (given, proposed) = (original.options().len(), proposal_options.len());
    if given != proposed {
        return Err(Rejection::OptionCount { given, proposed });
    }
    let question = Edited {
        field: "question".to_owned(),
        from: original.question().trim(),
        to: proposal_question,
        has_names: false,
    };
    question.check(QUESTION_CHARS_MAX)?;
    let was_question = question.from.ends_with(['?', '？']);
    if was_question && !question.to.ends_with(['?', '？']) {
        return Err(Rejection::NotAQuestion);
    }
    let has_names = inquiry::is_naming(original.question());
    for (index, (from, to)) in original.options().iter().zip(proposal_options).enumerate() {
        Edited { field: field(index), from: from.trim(), to, has_names }.check(OPTION_CHARS_MAX)?;
    }
    check_apart(proposal_options)?;
    check_even(original.options(), proposal_options)
}

fn field(index: usize) -> String {
    format!("options[{index}]")
}

fn check_apart(options: &[String]) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    match options.iter().position(|option| !seen.insert(option_edits::likeness(option))) {
        Some(index) => Err(Rejection::Alike { field: field(index) }),
        None => Ok(()),
    }
}

/// Checks that an edit larger than a misspelling is made on every option or on none.
fn check_even(from: &[String], to: &[String]) -> Result<(), Rejection> {
    let sizes: Vec<usize> = from.iter().zip(to).map(|(from, to)| size(from.trim(), to)).collect();
    let large = sizes.iter().position(|size| *size > SPELLING_CHARS_MAX);
    match large.filter(|_| sizes.contains(&0)) {
        Some(index) => Err(Rejection::OneSided { field: field(index) }),
        None => Ok(()),
    }
}

/// Returns the edit distance; if the lengths differ by more than `SPELLING_CHARS_MAX`, only their difference.
fn size(from: &str, to: &str) -> usize {
    let shared = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>();
    let (from, to) = (&from[shared..], &to[shared..]);
    let difference = from.chars().count().abs_diff(to.chars().count());
    if difference > SPELLING_CHARS_MAX { difference } else { osa_distance(from, to) }
}

/// A text and the proposed replacement.
struct Edited<'a> {
    field: String,
    from: &'a str,
    to: &'a str,
    /// Whether the text is a name, which must be kept to the letter.
    has_names: bool,
}

impl Edited<'_> {
    fn check(&self, chars_max: usize) -> Result<(), Rejection> {
        // The client's wording is always allowed.
        if self.from == self.to {
            return Ok(());
        }
        let field = || self.field.clone();
        if !self.has_fair_length(chars_max) {
            return Err(Rejection::Length { field: field() });
        }
        if self.to.chars().any(char::is_control) || invisible::removed(self.to) != self.to || self.to.trim() != self.to
        {
            return Err(Rejection::Control { field: field() });
        }
        if self.adds_markup() {
            return Err(Rejection::Markup { field: field() });
        }
        if !scripts(self.to).is_subset(&scripts(self.from)) {
            return Err(Rejection::Script { field: field() });
        }
        if spans::figures(self.from) != spans::figures(self.to) {
            return Err(Rejection::Figures { field: field() });
        }
        if !self.keeps_quotes() {
            return Err(Rejection::Quotation { field: field() });
        }
        self.check_words()
    }

    fn has_fair_length(&self, chars_max: usize) -> bool {
        let (from, to) = (self.from.chars().count(), self.to.chars().count());
        let times = to as f64 / from as f64;
        let is_fair = (LENGTH_TIMES_MIN..=LENGTH_TIMES_MAX).contains(&times) || from.abs_diff(to) <= SPELLING_CHARS_MAX;
        !self.to.trim().is_empty() && to <= chars_max && is_fair
    }

    fn adds_markup(&self) -> bool {
        let counts = |text: &str, mark: char| text.matches(mark).count();
        MARKUP.chars().any(|mark| counts(self.to, mark) > counts(self.from, mark))
            || self.to.matches("://").count() > self.from.matches("://").count()
    }

    /// Returns whether quotations are kept to the letter and none is added.
    fn keeps_quotes(&self) -> bool {
        let inner = |text: &str| -> Vec<String> {
            let strip = |quote: &str| {
                quote.trim_matches(|c| spans::QUOTES.iter().any(|pair| pair.0 == c || pair.1 == c)).to_owned()
            };
            spans::quoted(text).into_iter().map(|span| strip(&text[span])).collect()
        };
        inner(self.from).iter().all(|quote| self.to.contains(quote))
            && inner(self.to).iter().all(|quote| self.from.contains(quote))
    }

    /// Checks that the content words are the same, in the same order.
    fn check_words(&self) -> Result<(), Rejection> {
        let (from, to) = (content(self.from), content(self.to));
        let is_same = |a: &Word, b: &Word| a.folded == b.folded || !self.has_names && a.is_slip_of(b);
        if from.len() == to.len() && from.iter().zip(&to).all(|(a, b)| is_same(a, b)) {
            return Ok(());
        }
        let lacks = |words: &[Word], word: &Word| !words.iter().any(|other| is_same(word, other));
        if let Some(word) = from.iter().find(|word| lacks(&to, word)) {
            return Err(Rejection::LostWord { field: self.field.clone(), word: word.folded.clone() });
        }
        if let Some(word) = to.iter().find(|word| lacks(&from, word)) {
            return Err(Rejection::NewWord { field: self.field.clone(), word: word.folded.clone() });
        }
        Err(Rejection::Order { field: self.field.clone() })
    }
}

#[derive(Debug)]
struct Word {
    folded: String,
    /// Whether it has a capital inside a sentence or a word and so is most likely a name.
    is_name: bool,
}

impl Word {
    fn is_slip_of(&self, other: &Self) -> bool {
        let (a, b) = (&self.folded, &other.folded);
        let chars = a.chars().count().min(b.chars().count());
        let slips_max = if chars >= LONG_WORD_CHARS_MIN { 2 } else { 1 };
        let is_turned = a.ends_with(b.as_str()) || b.ends_with(a.as_str());
        let begins_alike = a.chars().next() == b.chars().next();
        let could_be = chars >= SLIP_WORD_CHARS_MIN && a.len().abs_diff(b.len()) <= 4 && begins_alike && !is_turned;
        !self.is_name && !other.is_name && a.is_ascii() && could_be && osa_distance(a, b) <= slips_max
    }
}

/// Returns the content words of a text, after the rules' spelling corrections.
fn content(text: &str) -> Vec<Word> {
    let spelt = match language::of(text) {
        Some(language) => {
            let scope = spelling::Scope { language, elsewhere: &BTreeSet::new(), is_question: true };
            spelling::corrected(text, scope)
        }
        None => text.to_owned(),
    };
    let words = spelt.unicode_words().enumerate().map(|(index, word)| Word {
        folded: fold(word),
        is_name: word.chars().skip(usize::from(index == 0)).any(char::is_uppercase),
    });
    words.filter(|word| !FREE.contains(word.folded.as_str())).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Han,
    Greek,
    Cyrillic,
    Arabic,
    Kana,
    Hangul,
    Emoji,
    Other,
}

fn scripts(text: &str) -> BTreeSet<Script> {
    let of = |c: char| match c {
        _ if language::is_han(c) => Some(Script::Han),
        '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' => Some(Script::Emoji),
        _ if !c.is_alphabetic() => None,
        '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FF21}'..='\u{FF5A}' => Some(Script::Latin),
        '\u{370}'..='\u{3FF}' => Some(Script::Greek),
        '\u{400}'..='\u{52F}' => Some(Script::Cyrillic),
        '\u{590}'..='\u{8FF}' => Some(Script::Arabic),
        '\u{3040}'..='\u{30FF}' => Some(Script::Kana),
        '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7AF}' => Some(Script::Hangul),
        _ => Some(Script::Other),
    };
    text.chars().filter_map(of).collect()
}

#[cfg(test)]
mod tests;
