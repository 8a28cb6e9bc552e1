//! Compares what two wordings ask, word by word: the client's matter stays, in order, and nothing but listed words is
//! added or dropped.

use std::collections::BTreeSet;

use super::super::inquiry::Answers;
use super::lists::{self, Class, Droppable, Vocabulary};
use super::tokens::{self, Token};
use super::{Rejection, asked, kinship};
use foundation::Language;

/// A reference and a proposed text, split into words.
pub(super) struct Comparison<'a> {
    field: &'a str,
    vocabulary: &'static Vocabulary,
    from: Vec<Token>,
    to: Vec<Token>,
    added: Added<'a>,
}

/// What a proposed text may add besides function words.
enum Added<'a> {
    /// Nothing but articles: the text is an option. Capitals inside it are free if other options have them.
    ToOption {
        has_capitals: bool,
    },
    ToQuestion {
        may_ask: bool,
        is_scale: bool,
        implied: BTreeSet<&'a str>,
    },
}

impl<'a> Comparison<'a> {
    pub(super) fn of_options(field: &'a str, from: &str, to: &str, language: Language, has_capitals: bool) -> Self {
        let [from, to] = [from, to].map(|text| tokens::of(text, language));
        let added = Added::ToOption { has_capitals };
        Self { field, vocabulary: lists::of(language), from, to, added }
    }

    pub(super) fn of_questions(field: &'a str, from: &str, to: &str, language: Language, answers: Answers) -> Self {
        let asks_which = asked::asks_which(to, language);
        let [from, to] = [from, to].map(|text| tokens::of(text, language));
        let vocabulary = lists::of(language);
        let client: BTreeSet<&str> = from.iter().map(|token| token.text.as_str()).collect();
        let implied = vocabulary.implied(&client);
        let may_ask = asks_which && !is_complete(&from, vocabulary);
        let added = Added::ToQuestion { may_ask, is_scale: answers.is_scale, implied };
        Self { field, vocabulary, from, to, added }
    }

    /// Checks that the proposed text keeps the matter, and returns how many words of it there are.
    pub(super) fn check(&self) -> Result<usize, Rejection> {
        let order: Vec<usize> = (0..self.from.len()).filter(|at| !self.is_free(&self.from[*at])).collect();
        let pairs = self.aligned(&order).or_else(|| self.aligned(&self.clause_moved(&order)?));
        let Some(pairs) = pairs else { return Err(self.fault(&order)) };
        for (own, proposed) in &pairs {
            self.check_capitals(own, proposed)?;
        }
        Ok(pairs.iter().filter(|(own, _)| is_kept_matter(own)).count())
    }

    /// Pairs the words of both texts in the given order of the client's; `None` if one is left over on either side.
    fn aligned(&self, order: &[usize]) -> Option<Vec<(&Token, &Token)>> {
        let mut rest = order.iter().copied();
        let mut pairs = Vec::new();
        for proposed in self.to.iter().filter(|token| !self.is_free(token)) {
            let mut ahead = rest.clone();
            let found = ahead.find(|at| self.is_same(&self.from[*at], proposed) || !self.may_go(*at));
            match found.map(|at| &self.from[at]).filter(|own| self.is_same(own, proposed)) {
                Some(own) => {
                    pairs.push((own, proposed));
                    rest = ahead;
                }
                None if self.may_come(proposed) => {}
                None => return None,
            }
        }
        rest.all(|at| self.may_go(at)).then_some(pairs)
    }

    /// Returns the client's order with the first clause last; `None` where words that deny or compare could then
    /// apply to something else.
    fn clause_moved(&self, order: &[usize]) -> Option<Vec<usize>> {
        let is_question = matches!(self.added, Added::ToQuestion { .. });
        let is_plain = order.iter().all(|at| self.from[*at].class != Class::Guarded);
        let first = order.iter().find(|at| !self.may_go(**at)).map(|at| self.from[*at].clause)?;
        let (moved, rest): (Vec<usize>, Vec<usize>) = order.iter().partition(|at| self.from[**at].clause <= first);
        (is_question && is_plain).then(|| rest.into_iter().chain(moved).collect())
    }

    /// Returns why no pairing was found.
    fn fault(&self, order: &[usize]) -> Rejection {
        let field = self.field.to_owned();
        let is_in = |token: &Token, others: &[Token]| others.iter().any(|other| self.is_same(token, other));
        let lost = order.iter().find(|at| !self.may_go(**at) && !is_in(&self.from[**at], &self.to));
        if let Some(token) = lost.map(|at| &self.from[*at]) {
            return match token.class {
                Class::Guarded => Rejection::Guarded { field, word: token.shown() },
                _ => Rejection::LostWord { field, word: token.shown() },
            };
        }
        let is_new = |token: &&Token| !self.is_free(token) && !self.may_come(token) && !is_in(token, &self.from);
        match self.to.iter().find(is_new) {
            Some(token) if token.class == Class::Guarded => Rejection::Guarded { field, word: token.shown() },
            Some(token) => Rejection::NewWord { field, word: token.shown() },
            None => Rejection::Order { field },
        }
    }

    /// Returns whether the word may be added and dropped at will.
    fn is_free(&self, token: &Token) -> bool {
        match self.added {
            Added::ToOption { .. } => token.class == Class::Article,
            Added::ToQuestion { .. } => matches!(token.class, Class::Article | Class::Function),
        }
    }

    /// Returns whether the client's word at `at` may be dropped.
    fn may_go(&self, at: usize) -> bool {
        let token = &self.from[at];
        match self.added {
            Added::ToOption { .. } => {
                token.class == Class::Droppable(Droppable::Praise) && tokens::may_go(&self.from, at, self.vocabulary)
            }
            Added::ToQuestion { is_scale, .. } => {
                let is_scaled = is_scale && self.to.iter().any(|token| token.class == Class::Likelihood);
                tokens::may_go(&self.from, at, self.vocabulary)
                    || is_scaled && self.vocabulary.is_hypothetical(&token.text)
                    || self.goes_with_form(at)
            }
        }
    }

    /// Returns whether the word is the denial of a form that presses for agreement and was dropped.
    fn goes_with_form(&self, at: usize) -> bool {
        let denies = |token: &Token| self.vocabulary.is_denying(&token.text);
        let is_first = !self.from[..at].iter().any(denies);
        let form =
            self.dropped_form().filter(|form| !form.text.split(' ').any(|word| self.vocabulary.is_denying(word)));
        denies(&self.from[at]) && is_first && form.is_some_and(|form| form.clause == self.from[at].clause)
    }

    /// Returns the client's form that presses for agreement, if the proposed text lacks it.
    fn dropped_form(&self) -> Option<&Token> {
        let form = self.from.iter().find(|token| token.class == Class::Droppable(Droppable::Form))?;
        (!self.to.iter().any(|token| token.text == form.text)).then_some(form)
    }

    /// Returns whether a word that the client did not write may be added.
    fn may_come(&self, token: &Token) -> bool {
        let Added::ToQuestion { may_ask, is_scale, implied } = &self.added else { return false };
        match token.class {
            Class::Asking => *may_ask,
            Class::Likelihood => *is_scale,
            Class::Opening => self.dropped_form().is_some(),
            _ => implied.contains(token.text.as_str()),
        }
    }

    fn is_same(&self, own: &Token, proposed: &Token) -> bool {
        let is_fixed = [own, proposed].iter().any(|token| token.is_name || token.class == Class::Guarded);
        let (a, b) = (own.text.as_str(), proposed.text.as_str());
        if a == b {
            return !loses_accent(own, proposed);
        }
        !is_fixed && (kinship::is_slip(a, b, self.vocabulary) || kinship::is_inflected(a, b, self.vocabulary))
    }

    /// Checks that no word becomes a name and that no name loses its capitals.
    fn check_capitals(&self, own: &Token, proposed: &Token) -> Result<(), Rejection> {
        let is_parallel = matches!(self.added, Added::ToOption { has_capitals: true });
        let becomes_name = proposed.is_capitalised() && proposed.is_inside_sentence() && !own.is_capitalised();
        let loses_name = own.is_name && (own.has_inner_capital() || !proposed.is_capitalised());
        if becomes_name && !is_parallel || loses_name && own.written != proposed.written {
            return Err(Rejection::Capitals { field: self.field.to_owned(), word: proposed.written.clone() });
        }
        Ok(())
    }
}

/// Returns whether an accent that the client wrote is gone; it may tell the tense ("compró", "compro").
fn loses_accent(own: &Token, proposed: &Token) -> bool {
    let (own, proposed) = (own.written.to_lowercase(), proposed.written.to_lowercase());
    !own.is_ascii() && own != proposed
}

/// Returns whether a text says already what people are to do with what it names.
fn is_complete(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let stays = |at: &usize| !tokens::may_go(tokens, *at, vocabulary);
    let mut staying = (0..tokens.len()).filter(stays).map(|at| &tokens[at]);
    staying.any(|token| token.class == Class::Asking || vocabulary.is_auxiliary(&token.text))
}

/// Returns the number of words of a question that are its matter.
pub(super) fn amount(question: &str, language: Language) -> usize {
    tokens::of(question, language).iter().filter(|token| is_kept_matter(token)).count()
}

fn is_kept_matter(token: &Token) -> bool {
    token.is_matter() && !lists::is_droppable(&token.text)
}

/// Returns whether a question may be put as one that asks which, though it does not ask so itself.
pub(super) fn may_ask_which(question: &str, language: Language) -> bool {
    let tokens = tokens::of(question, language);
    let vocabulary = lists::of(language);
    let has_auxiliary = tokens.iter().any(|token| vocabulary.is_auxiliary(&token.text));
    let is_asked = question.ends_with(['?', '？']) && tokens.iter().any(|token| token.class == Class::Asking);
    !has_auxiliary && !is_asked || asked::has_alternatives(question, language)
}

/// Returns whether two options differ in more than misspellings, case and punctuation.
pub(super) fn is_reworded(from: &str, to: &str, language: Language) -> bool {
    let vocabulary = lists::of(language);
    let [from, to] = [from, to].map(|text| tokens::of(text, language));
    let is_same = |(a, b): (&Token, &Token)| a.text == b.text || kinship::is_slip(&a.text, &b.text, vocabulary);
    from.len() != to.len() || !from.iter().zip(&to).all(is_same)
}
