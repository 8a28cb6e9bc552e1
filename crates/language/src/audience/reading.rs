//! Parses a text about people into facts that filter, ages, and conditions in the client's words. It separates what
//! describes the people ("women in Mexico") from the objects of what they do or have ("who import wine from Mexico").

mod customers;
mod negation;
mod neighbours;

use std::ops::Range;

use population::Attribute;

use super::ages::Age;
use super::family::{self, Child};
use super::lexicon::{Role, Term, Word};
use super::stated::{LevelRange, Stated};
use super::tokens::Token;
use crate::text::Folded;
use negation::{can_exclude, is_same_kind};

/// Least age at which children go to school.
const SCHOOL_YEARS_MIN: u8 = 5;

#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) stated: Vec<Stated>,
    pub(super) ages: Vec<Age>,
    /// Whether children of the people asked are mentioned.
    pub(super) has_children: bool,
    /// Whether the audience itself is children.
    pub(super) is_children: bool,
    /// Whether a group of minors was left out, or most of a group is under 18.
    pub(super) leaves_out_minors: bool,
    /// Whether the people are called adults.
    pub(super) says_adults: bool,
    /// Whether the audience is the client's own customers.
    pub(super) has_own_customers: bool,
    /// Spans of the conditions.
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

/// Position of the reader within a clause.
#[derive(Default)]
struct State {
    /// Span of the condition being read.
    open: Option<Range<usize>>,
    /// Start of a possible condition, at "who" or "not".
    pending: Option<Pending>,
    /// Whether the reader is inside the object of what people do or have.
    in_object: bool,
    /// Whether the object belongs to a noun ("users of"), so that "from" states the people's residence.
    of_noun: bool,
    /// Number of words in the condition since the object began.
    object_words: usize,
    negation: Option<Negation>,
    clause: usize,
    /// Number of facts that belong to earlier clauses.
    clause_facts: usize,
    /// Start of a mention of children in this clause; later facts may be about the children.
    child: Option<usize>,
}

#[derive(Clone, Copy)]
struct Pending {
    start: usize,
    /// Whether a verb follows, whose objects do not describe the people.
    is_clause: bool,
}

#[derive(Clone, Copy)]
struct Negation {
    /// The first excluded term; the list continues while its items are of the same kind.
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
    /// Reads one token, or several that belong together, and returns the index of the next.
    fn step(&mut self, at: usize, token: &Token) -> usize {
        // Inside an object, children count as those of the people asked only if an age is stated.
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
            // "Who like" is what people do.
            Role::Preposition if self.state.pending.is_some_and(|pending| pending.is_clause) && self.is_like(&span) => {
                self.content(at, span);
            }
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
                let is_of = text.ends_with(" of") || text.ends_with(" de");
                // "Aficionados al teatro de Lugo" live there, but "al vino de Rioja" says where the wine is from.
                let of_noun = is_of || text.starts_with("aficionad") && !self.is_thing(at + 1);
                self.content(at, span);
                self.enter_object();
                self.state.of_noun = of_noun;
            }
            // Children of unknown parents are part of a condition.
            Role::Thing | Role::Child => self.content(at, span),
            Role::De => self.de(&span),
            Role::Glue => self.glue(at, &span),
            Role::Locative | Role::Of | Role::Preposition | Role::AtLeast | Role::AtMost => {}
        }
    }

    fn is_thing(&self, at: usize) -> bool {
        self.tokens.get(at).and_then(Token::role) == Some(Role::Thing)
    }

    fn is_like(&self, span: &Range<usize>) -> bool {
        &self.folded.text[span.clone()] == "like"
    }

    /// Appends a filler word such as "years" to a condition that it ends.
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

    /// Appends people to the object they belong to ("who care for people"), and 人 to words such as 华人 and 外地人.
    fn person(&mut self, span: &Range<usize>) {
        let is_suffix = &self.folded.text[span.clone()] == "人";
        let in_object = self.state.in_object;
        if let Some(open) = self.state.open.as_mut().filter(|open| in_object || is_suffix && open.end == span.start) {
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

    /// Starts a new clause. A bare "are" inside a condition is part of it: "who think that taxes are high".
    fn and_are(&mut self, span: &Range<usize>) {
        let text = &self.folded.text[span.clone()];
        if self.state.in_object && !text.contains(' ') && !matches!(text, "且" | "并且" | "而且" | "同时") {
            return;
        }
        self.reset();
        self.state.clause += 1;
    }

    /// Ends the condition before 的.
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

    /// Records children: a fact about their parents, and a condition if their age or kind is stated.
    fn child(&mut self, at: usize, child: &Child) -> usize {
        self.flush();
        let start = self.tokens[at].span().start;
        self.out.has_children |= child.is_of_parents;
        self.out.is_children |= !child.is_of_parents;
        self.out.stated.extend(family::number_at(self.tokens, at, self.state.clause));
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
        let is_told = age.is_sure || self.state.child.is_some() || self.is_of_pupils(at, age);
        if is_of_object || !is_told {
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
            // A filter cannot exclude an inner age range, so the words stay a condition.
            (true, ..) => self.out.traits.push(age.span.clone()),
        }
    }

    /// Returns whether years right after students are their age: "alumnos de 10 a 12 años".
    fn is_of_pupils(&self, at: usize, age: &Age) -> bool {
        let is_student = |word: &Word| word.term.codes(Attribute::Employment).iter().any(|code| code == "student");
        let is_after = at > 0 && matches!(&self.tokens[at - 1], Token::Word(word) if is_student(word));
        is_after && age.is_marked && age.max.is_some_and(|max| max >= SCHOOL_YEARS_MIN)
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
            // No filter can exclude such a group, so the words stay a condition.
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

    /// Keeps words that say more than their filter as a condition, together with their modifiers.
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

    /// Appends a word to the condition being read, or starts a new one.
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
