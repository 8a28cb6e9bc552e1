//! Decides whether an engine's proposed wording may be served. It may correct spelling, write a question out in plain
//! and neutral words, drop praise, pressure, greetings and a second question that the options do not answer, and give
//! all options one form. What is asked stays: every other word, figure, name and quotation is the client's, in the
//! client's order. Otherwise the proposal is rejected, and the rules' wording is served. Instructions in a text are
//! never followed: it is only compared with the client's.

mod asked;
mod figures;
mod kinship;
mod lists;
mod matter;
mod scripts;
mod tokens;

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use super::inquiry::{self, Answers, Inquiry};
use super::{classifier, invisible, language, option_edits, spans};
use crate::brief::{Brief, OPTION_CHARS_MAX, QUESTION_CHARS_MAX};
use foundation::Language;
use matter::Comparison;

pub(super) use lists::check;

/// Number of characters by which a text may always become longer.
const SPELLING_CHARS_MAX: usize = 2;
const LENGTH_TIMES_MAX: f64 = 1.5;
/// Marks of markup, templates, code and emphasis; a proposal may not have more of any than the client wrote.
const MARKUP: &str = "<>{}[]`|*#~^=\\_@!！¡→←↑↓";

/// Why a proposed wording is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("{proposed} options were proposed for {given}")]
    OptionCount { given: usize, proposed: usize },
    #[error("{field} is empty, too long, or much longer than the client's")]
    Length { field: String },
    #[error("{field} has control or invisible characters")]
    Control { field: String },
    #[error("{field} has markup or emphasis that the client's has not")]
    Markup { field: String },
    #[error("{field} is written in another script")]
    Script { field: String },
    #[error("{field} is written in another language")]
    Language { field: String },
    #[error("{field} has other figures than the client's")]
    Figures { field: String },
    #[error("{field} changes a quotation")]
    Quotation { field: String },
    #[error("{field} is wording to be tested and is not kept to the letter")]
    Verbatim { field: String },
    #[error("{field} lacks the client's word {word:?}")]
    LostWord { field: String, word: String },
    #[error("{field} has a word the client did not write: {word:?}")]
    NewWord { field: String, word: String },
    #[error("{field} adds or drops a word that denies, compares, counts or dates: {word:?}")]
    Guarded { field: String, word: String },
    #[error("{field} has other capitals than the client's: {word:?}")]
    Capitals { field: String, word: String },
    #[error("{field} puts the client's words in another order")]
    Order { field: String },
    #[error("{field} lacks most of what the client wrote")]
    LostContent { field: String },
    #[error("the question no longer ends as one")]
    NotAQuestion,
    #[error("the question asks for another kind of answer")]
    OtherAnswer,
    #[error("{field} is alike another option")]
    Alike { field: String },
    #[error("{field} is or is not a residual option, unlike the client's")]
    Residual { field: String },
    #[error("{field} is edited where others are not")]
    OneSided { field: String },
}

/// Checks that a proposed wording asks the same as the client's. Options are in the client's order.
pub fn accepts(original: &Brief, proposal_question: &str, proposal_options: &[String]) -> Result<(), Rejection> {
    let (given, proposed) = (original.options().len(), proposal_options.len());
    if given != proposed {
        return Err(Rejection::OptionCount { given, proposed });
    }
    let client = Client {
        question: original.question().trim(),
        options: original.options(),
        language: language::of(original.question()).unwrap_or(original.language()),
        // The rules' wording, which is the reference, has the currency of bare prices wherever it is known.
        currency: None,
    };
    client.check_question(proposal_question)?;
    client.check_options(proposal_options)
}

fn field(index: usize) -> String {
    format!("options[{index}]")
}

/// The reference that a proposal is compared with.
struct Client<'a> {
    question: &'a str,
    options: &'a [String],
    language: Language,
    /// The currency that bare prices are in, if known; its sign may then be added.
    currency: Option<&'a str>,
}

impl Client<'_> {
    fn check_question(&self, to: &str) -> Result<(), Rejection> {
        let question = self.edited("question".to_owned(), self.question, to);
        if question.is_unchanged() {
            return Ok(());
        }
        question.check_form(QUESTION_CHARS_MAX)?;
        if language::of(to).is_some_and(|language| language != self.language) {
            return Err(Rejection::Language { field: question.field });
        }
        let was_question = question.from.ends_with(['?', '？']);
        if was_question && !to.ends_with(['?', '？']) {
            return Err(Rejection::NotAQuestion);
        }
        let mut references = asked::references(self.question, self.options, self.language).into_iter();
        let whole = references.next().map_or(Ok(()), |whole| self.check_asked(&whole, to));
        // The reason for refusing is told against the whole question.
        whole.or_else(
            |fault| if references.any(|rest| self.check_asked(&rest, to).is_ok()) { Ok(()) } else { Err(fault) },
        )
    }

    /// Checks a proposed question against the client's, or against what is left of it without a second question.
    fn check_asked(&self, from: &str, to: &str) -> Result<(), Rejection> {
        let edited = self.edited("question".to_owned(), from, to);
        edited.check_kept()?;
        let answers = Answers::of(self.options);
        let (was, is) = (asked::asks_which(from, self.language), asked::asks_which(to, self.language));
        let may_become = || answers.is_scale || matter::may_ask_which(from, self.language);
        let was_open = self.language == Language::En && asked::is_inverted(from, self.language);
        let presses = || was_open && !is && !asked::is_inverted(to, self.language);
        if was && !is || !was && is && !may_become() || presses() {
            return Err(Rejection::OtherAnswer);
        }
        let compared = Comparison::of_questions(&edited.field, from, to, self.language, answers);
        let kept = compared.check()?;
        let amount = matter::amount(&asked::measured(self.question, self.language), self.language);
        if kept * 2 < amount { Err(Rejection::LostContent { field: edited.field }) } else { Ok(()) }
    }

    fn check_options(&self, proposed: &[String]) -> Result<(), Rejection> {
        let is_tested = self.tests_wording();
        for (index, (from, to)) in self.options.iter().zip(proposed).enumerate() {
            let option = self.edited(field(index), from.trim(), to);
            if option.is_unchanged() {
                continue;
            }
            if is_tested || is_quoted(from) {
                return Err(Rejection::Verbatim { field: option.field });
            }
            option.check_form(OPTION_CHARS_MAX)?;
            option.check_kept()?;
            let has_capitals = self.options.iter().any(|other| other != from && has_capitals_inside(other));
            let compared = Comparison::of_options(&option.field, option.from, to, self.language, has_capitals);
            compared.check()?;
            if is_residual(from) != is_residual(to) {
                return Err(Rejection::Residual { field: option.field });
            }
        }
        check_apart(proposed)?;
        self.check_own(proposed)?;
        self.check_even(proposed)
    }

    /// Returns whether the options are names, slogans or other wording under test.
    fn tests_wording(&self) -> bool {
        let kind = classifier::kind_of(self.question, self.options);
        let is_naming = kind == Inquiry::Naming || inquiry::is_naming(self.question);
        is_naming || lists::of(self.language).tests_wording(self.question)
    }

    /// Checks that no option takes the place of another.
    fn check_own(&self, proposed: &[String]) -> Result<(), Rejection> {
        let own: Vec<String> = self.options.iter().map(|option| option_edits::likeness(option)).collect();
        let takes_another = |(index, to): (usize, &String)| {
            let to = option_edits::likeness(to);
            own[index] != to && own.contains(&to)
        };
        match proposed.iter().enumerate().position(takes_another) {
            Some(index) => Err(Rejection::Alike { field: field(index) }),
            None => Ok(()),
        }
    }

    /// Checks that an edit larger than a misspelling is made on every option or on none; residual ones aside.
    fn check_even(&self, proposed: &[String]) -> Result<(), Rejection> {
        let pairs = self.options.iter().zip(proposed).enumerate();
        let pairs = pairs.filter(|(_, (from, _))| !is_residual(from));
        let reworded: Vec<(usize, bool)> =
            pairs.map(|(index, (from, to))| (index, matter::is_reworded(from, to, self.language))).collect();
        let is_even = reworded.iter().all(|(_, is)| *is) || !reworded.iter().any(|(_, is)| *is);
        match reworded.iter().find(|(_, is)| *is && !is_even) {
            Some((index, _)) => Err(Rejection::OneSided { field: field(*index) }),
            None => Ok(()),
        }
    }

    fn edited<'b>(&'b self, field: String, from: &'b str, to: &'b str) -> Edited<'b> {
        Edited { field, from, to, currency: self.currency }
    }
}

fn check_apart(options: &[String]) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    match options.iter().position(|option| !seen.insert(option_edits::likeness(option))) {
        Some(index) => Err(Rejection::Alike { field: field(index) }),
        None => Ok(()),
    }
}

/// Returns whether the option stands for what is not offered ("other", "none", "not sure").
fn is_residual(option: &str) -> bool {
    Answers::of(&[option.to_owned()]).has_none
}

/// Returns whether the whole option is a quotation.
fn is_quoted(option: &str) -> bool {
    let option = option.trim();
    spans::quoted(option).first().is_some_and(|quote| *quote == (0..option.len()))
}

fn has_capitals_inside(option: &str) -> bool {
    option.unicode_words().skip(1).any(|word| word.starts_with(char::is_uppercase))
}

/// A text and the proposed replacement.
struct Edited<'a> {
    field: String,
    from: &'a str,
    to: &'a str,
    currency: Option<&'a str>,
}

impl Edited<'_> {
    /// Returns whether the client's wording is proposed, which is always allowed.
    fn is_unchanged(&self) -> bool {
        self.from == self.to
    }

    /// Checks length, characters and scripts.
    fn check_form(&self, chars_max: usize) -> Result<(), Rejection> {
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
        if !scripts::of(self.to).is_subset(&scripts::of(self.from)) {
            return Err(Rejection::Script { field: field() });
        }
        Ok(())
    }

    /// Checks what is kept to the letter: figures, quotations and words in capitals.
    fn check_kept(&self) -> Result<(), Rejection> {
        let field = || self.field.clone();
        if !figures::are_kept(self.from, self.to, self.currency) {
            return Err(Rejection::Figures { field: field() });
        }
        if !self.keeps_quotes() {
            return Err(Rejection::Quotation { field: field() });
        }
        let is_loud = |word: &&str| word.chars().skip(1).any(char::is_uppercase);
        let is_new = |word: &&str| !self.from.unicode_words().any(|own| own == *word);
        match self.to.unicode_words().filter(is_loud).find(is_new) {
            Some(word) => Err(Rejection::Capitals { field: field(), word: word.to_owned() }),
            None => Ok(()),
        }
    }

    fn has_fair_length(&self, chars_max: usize) -> bool {
        let (from, to) = (self.from.chars().count(), self.to.chars().count());
        let is_fair = to as f64 <= LENGTH_TIMES_MAX * from as f64 || to <= from + SPELLING_CHARS_MAX;
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
}

#[cfg(test)]
mod tests;
