//! Reads what a text says about people: facts that filter, ages, and conditions in the client's own words. It reads
//! noun phrases and clauses, and tells what is about the people themselves ("women in Mexico") from what they do or
//! have ("who import wine from Mexico"), which no statistic covers.

mod negation;
mod neighbours;

use std::ops::Range;

use population::Attribute;

use super::ages::Age;
use super::family::{self, Child};
use super::lexicon::{Role, Term, Word};
use super::tokens::Token;
use crate::text::Folded;
use negation::{can_exclude, is_same_kind};

/// A dictionary word that is about the people themselves.
#[derive(Debug, Clone)]
pub(super) struct Stated {
    pub(super) word: Word,
    pub(super) is_excluded: bool,
    /// Facts of different clauses joined by "who are" must hold together.
    pub(super) clause: usize,
    /// How "or more" and "or less" widen a level of education.
    pub(super) widened: Widened,
    /// The index of the token, so that its neighbours can be looked at.
    pub(super) at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Widened {
    Exactly,
    OrMore,
    OrLess,
}

#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) stated: Vec<Stated>,
    pub(super) ages: Vec<Age>,
    /// Somebody's children are spoken of.
    pub(super) has_children: bool,
    /// Children themselves are the audience.
    pub(super) is_children: bool,
    /// In the client's own words, by position.
    pub(super) traits: Vec<Range<usize>>,
}

pub(super) fn read(folded: &Folded<'_>, tokens: &[Token]) -> Reading {
    let mut reader = Reader { folded, tokens, out: Reading::default(), state: State::default() };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at = reader.step(at, token);
    }
    reader.flush();
    reader.out
}

/// Where in a clause the reader stands.
#[derive(Default)]
struct State {
    /// The condition being read.
    open: Option<Range<usize>>,
    /// Where a condition would begin: at "who" or "not".
    pending: Option<Pending>,
    /// Inside what people do or have.
    in_object: bool,
    /// The object is that of a noun ("users of"), so that "from" says where they are.
    of_noun: bool,
    /// Words of the condition since it became an object.
    object_words: usize,
    negation: Option<Negation>,
    clause: usize,
    /// Facts up to here belong to earlier clauses.
    clause_facts: usize,
    /// Where a child was named in this clause: what follows may be about the child.
    child: Option<usize>,
}

#[derive(Clone, Copy)]
struct Pending {
    start: usize,
    /// A verb is to follow, whose objects are not about the people themselves.
    is_clause: bool,
}

#[derive(Clone, Copy)]
struct Negation {
    /// The first term excluded; a list goes on while its items are of the same kind.
    first: Option<&'static Term>,
    start: usize,
    is_joined: bool,
}

struct Reader<'a> {
    folded: &'a Folded<'a>,
    tokens: &'a [Token],
    out: Reading,
    state: State,
}

impl Reader<'_> {
    /// Reads one token, or several that belong together; gives the index of the next.
    fn step(&mut self, at: usize, token: &Token) -> usize {
        // Inside an object, children are known to be the audience's own only where an age is told.
        let child = family::child_at(self.folded, self.tokens, at);
        if let Some(child) =
            child.filter(|child| !self.state.in_object || child.is_of_parents && matches!(token, Token::Age(_)))
        {
            return self.child(at, &child);
        }
        match token {
            Token::Stop(_) => self.end_clause(true),
            Token::Comma(_) if self.goes_on_after(at) => {}
            Token::Comma(_) => self.end_clause(false),
            Token::Other(span) => self.content(at, span.clone()),
            Token::Age(age) => self.age(at, age),
            Token::Word(word) => self.word(at, word),
        }
        at + 1
    }

    fn word(&mut self, at: usize, word: &Word) {
        let span = word.span.clone();
        match word.term.role {
            Role::Fact => self.fact(at, word),
            Role::Condition => {
                self.flush();
                self.state.pending = None;
                self.out.traits.push(span);
            }
            Role::Person => self.person(&span),
            Role::User => self.user(at, &span),
            Role::Of | Role::Preposition if self.state.open.is_some() && !self.state.in_object => {
                self.enter_object();
                self.state.of_noun = true;
            }
            Role::Opener => self.opener(at, &span),
            Role::Reset => self.reset(),
            Role::AndAre => self.and_are(&span),
            Role::Joiner => {
                self.state.child = None;
                if let Some(negation) = &mut self.state.negation {
                    negation.is_joined = true;
                }
            }
            Role::Break => self.end_clause(true),
            Role::Not => self.not(&span),
            Role::NotVerb => self.not_verb(&span),
            Role::NotAfter => self.not_after(),
            Role::Absorb => {
                let text = &self.folded.text[span.clone()];
                let of_noun = text.ends_with(" of") || text.ends_with(" de");
                self.content(at, span);
                self.enter_object();
                self.state.of_noun = of_noun;
            }
            // Children who are not known to be the audience's own belong to a condition.
            Role::Thing | Role::Child => self.content(at, span),
            Role::De => self.de(&span),
            Role::Glue => self.glue(at, &span),
            Role::Locative | Role::Of | Role::Preposition | Role::AtLeast | Role::AtMost => {}
        }
    }

    /// "Years" belongs to a condition that it is the last word of.
    fn glue(&mut self, at: usize, span: &Range<usize>) {
        let is_last = matches!(self.tokens.get(at + 1), None | Some(Token::Stop(_) | Token::Comma(_)));
        if let Some(open) = self.state.open.as_mut().filter(|_| self.state.in_object && is_last) {
            open.end = span.end;
        }
    }

    fn enter_object(&mut self) {
        self.state.in_object = true;
        self.state.of_noun = false;
        self.state.object_words = 0;
    }

    /// People inside an object belong to it ("who care for people"); 华人 and 外地人 are words only together with 人.
    fn person(&mut self, span: &Range<usize>) {
        let is_suffix = &self.folded.text[span.clone()] == "人";
        let in_object = self.state.in_object;
        if let Some(open) = self.state.open.as_mut().filter(|open| in_object || is_suffix && open.end == span.start) {
            open.end = span.end;
        }
    }

    /// "Consumers" ends a condition that stands right before it, and says nothing alone.
    fn user(&mut self, at: usize, span: &Range<usize>) {
        let is_words = |token: &Token| {
            matches!(token, Token::Other(_)) || matches!(token.role(), Some(Role::Thing | Role::Absorb))
        };
        let is_next = at > 0 && is_words(&self.tokens[at - 1]);
        if let Some(open) = self.state.open.as_mut().filter(|_| is_next) {
            open.end = span.end;
        }
    }

    fn opener(&mut self, at: usize, span: &Range<usize>) {
        let text = &self.folded.text[span.clone()];
        let is_with = matches!(text, "with" | "con");
        if self.state.in_object && (is_with || matches!(text, "that" | "que" | "which" | "有" | "拥有")) {
            return;
        }
        let follows_noun = at > 0 && matches!(self.tokens[at - 1], Token::Other(_)) && self.state.open.is_some();
        if is_with && follows_noun {
            // "Patients with arthritis" is one condition.
            self.enter_object();
            self.state.of_noun = true;
            return;
        }
        self.flush();
        self.state.pending = Some(Pending { start: span.start, is_clause: true });
        self.state.negation = None;
        if !is_with {
            self.state.child = None;
        }
    }

    fn reset(&mut self) {
        self.flush();
        self.state.pending = None;
        self.state.negation = None;
        self.state.child = None;
    }

    /// A bare "are" inside a condition belongs to it: "who think that taxes are high".
    fn and_are(&mut self, span: &Range<usize>) {
        let text = &self.folded.text[span.clone()];
        if self.state.in_object && !text.contains(' ') && !matches!(text, "且" | "并且" | "而且" | "同时") {
            return;
        }
        self.reset();
        self.state.clause += 1;
    }

    /// 的 ends the condition that stands before it.
    fn de(&mut self, span: &Range<usize>) {
        if let Some(open) = &mut self.state.open {
            open.end = span.end;
        }
        self.flush();
        self.state.pending = None;
    }

    fn end_clause(&mut self, is_stop: bool) {
        self.flush();
        self.state.pending = None;
        self.state.child = None;
        self.state.clause_facts = self.out.stated.len();
        match &mut self.state.negation {
            Some(negation) if !is_stop && negation.first.is_some() => negation.is_joined = true,
            negation => *negation = None,
        }
    }

    /// Somebody's children: a fact about the parents, and a condition as far as their age or kind is told.
    fn child(&mut self, at: usize, child: &Child) -> usize {
        self.flush();
        let start = self.tokens[at].span().start;
        self.out.has_children |= child.is_of_parents;
        self.out.is_children |= !child.is_of_parents;
        if child.is_of_parents && child.is_told {
            self.out.traits.push(child.span.clone());
        }
        self.state.child = child.is_of_parents.then_some(start);
        self.state.pending = None;
        self.state.negation = None;
        child.next
    }

    fn age(&mut self, at: usize, age: &Age) {
        let counts = matches!(self.tokens.get(at + 1), Some(Token::Other(_))) && !age.is_marked;
        let is_of_object = self.state.in_object && (counts || !age.is_of_adults());
        if is_of_object || !age.is_sure && self.state.child.is_none() {
            return self.content(at, age.span.clone());
        }
        if let Some(start) = self.state.child.take() {
            return self.about_child(start, &age.span);
        }
        let is_excluded = self.state.negation.take().is_some_and(|negation| negation.first.is_none());
        self.flush();
        self.state.pending = None;
        match (is_excluded, age.min, age.max) {
            (false, ..) => self.out.ages.push(age.clone()),
            (true, Some(min), None) => {
                self.out.ages.push(Age { min: None, max: Some(min.saturating_sub(1)), ..age.clone() });
            }
            (true, None, Some(max)) => {
                self.out.ages.push(Age { min: Some(max.saturating_add(1)), max: None, ..age.clone() });
            }
            // A filter can't leave out ages in the middle, so the words stay a condition.
            (true, ..) => self.out.traits.push(age.span.clone()),
        }
    }

    fn about_child(&mut self, start: usize, span: &Range<usize>) {
        match self.out.traits.last_mut().filter(|last| last.start == start) {
            Some(last) => last.end = span.end,
            None => self.out.traits.push(start..span.end),
        }
    }

    fn fact(&mut self, at: usize, word: &Word) {
        let is_about_child = !word.term.codes(Attribute::Employment).is_empty()
            || !word.term.codes(Attribute::Education).is_empty()
            || word.term.level.is_some();
        if let Some(start) = self.state.child.filter(|_| is_about_child) {
            return self.about_child(start, &word.span);
        }
        if self.is_content(at, word) {
            return self.content(at, word.span.clone());
        }
        let negation = self.state.negation.filter(|negation| match negation.first {
            None => true,
            Some(first) => negation.is_joined && is_same_kind(first, word.term),
        });
        if let Some(negation) = negation.filter(|_| !can_exclude(word.term)) {
            // Such a group can't be left out by a filter, so the words stay a condition.
            self.flush();
            self.out.traits.push(negation.start..word.span.end);
            self.state.negation = None;
            self.state.pending = None;
            return;
        }
        self.state.negation =
            negation.map(|negation| Negation { first: Some(word.term), is_joined: false, ..negation });
        self.state.pending = None;
        self.keep_words(at, word, negation.is_some());
        let widened = self.widened(at);
        let clause = self.state.clause;
        if family::speaks_of_children(self.folded, word) {
            self.state.child = Some(family::noun_start(self.folded, word));
        }
        self.out.stated.push(Stated { word: word.clone(), is_excluded: negation.is_some(), clause, widened, at });
    }

    /// Words that say more than their filter stay a condition, together with what describes them.
    fn keep_words(&mut self, at: usize, word: &Word, is_excluded: bool) {
        let is_described = at > 0 && matches!(self.tokens[at - 1], Token::Other(_)) && !self.state.in_object;
        let keeps = word.term.keep && !is_excluded;
        let describes = is_described
            && (keeps || word.term.codes(Attribute::Employment).first().is_some_and(|code| code == "student"));
        if let Some(open) = self.state.open.as_mut().filter(|_| describes) {
            open.end = word.span.end;
            self.flush();
        } else {
            self.flush();
            if keeps && (self.is_of_something(at) || self.is_described_after(at)) {
                self.state.open = Some(word.span.clone());
            } else if keeps {
                self.out.traits.push(word.span.clone());
            } else if self.is_clause_gone_on_with(at) && !is_excluded {
                self.enter_object();
                self.state.open = Some(word.span.clone());
            }
        }
    }

    /// A word of the condition being read, or the first of a new one.
    fn content(&mut self, at: usize, span: Range<usize>) {
        self.state.object_words += 1;
        self.state.negation = None;
        let child = self.state.child.take();
        if let Some(open) = &mut self.state.open {
            open.end = span.end;
            return;
        }
        let child = child.filter(|_| self.state.pending.is_none_or(|pending| pending.is_clause));
        let pending = self.state.pending.take();
        let start =
            child.or(pending.map(|pending| pending.start)).or_else(|| self.words_before(at)).unwrap_or(span.start);
        let is_clause = pending.is_some_and(|pending| pending.is_clause);
        let is_of_noun = !is_clause && start < span.start && pending.is_none();
        self.state.in_object |= is_clause || is_of_noun || self.is_before_de(at);
        self.state.of_noun |= is_of_noun;
        if child.is_some() {
            self.out.traits.retain(|told| told.start != start);
        }
        self.state.open = Some(start..span.end);
    }

    fn flush(&mut self) {
        self.state.in_object = false;
        self.state.of_noun = false;
        self.state.object_words = 0;
        if let Some(open) = self.state.open.take() {
            let words = self.folded.quote(&open).chars().filter(|c| c.is_alphanumeric()).take(2).count();
            if words > 1 {
                self.out.traits.push(open);
            }
        }
    }
}
