//! Which words may stand where in a name: at its beginning, at its end, alone. Lists are data; no answer is known here.

use std::collections::HashSet;

use serde::Deserialize;

use super::clean::fold;

/// A language's lists, as written in the data.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct GrammarList {
    pairs: Vec<String>,
    not_first: Vec<String>,
    not_last: Vec<String>,
    openers: Vec<String>,
    starters: Vec<String>,
    binders: Vec<String>,
    verb_leads: Vec<String>,
    verbs: Vec<String>,
    verb_ends: Vec<String>,
    nouns: Vec<String>,
}

/// What a word may do in a name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Role {
    pub can_begin: bool,
    pub can_end: bool,
    /// Begins a name of several words only: "my budget" is "budget", but "my schedule sets the limits" stays whole.
    pub opens: bool,
    /// Begins a whole clause only: "at that price something may be missing", but no "at that price".
    pub starts: bool,
    /// Must not be cut from what follows it.
    pub binds: bool,
    /// What follows it is a verb rather than a name.
    pub leads_verb: bool,
    /// Is understood by itself.
    pub stands: bool,
    /// Joins two nouns as well as two clauses.
    pub pairs: bool,
}

pub(super) struct Grammar {
    pairs: HashSet<String>,
    not_first: HashSet<String>,
    not_last: HashSet<String>,
    openers: HashSet<String>,
    starters: HashSet<String>,
    binders: HashSet<String>,
    verb_leads: HashSet<String>,
    verbs: HashSet<String>,
    verb_ends: Vec<String>,
    nouns: HashSet<String>,
}

impl Grammar {
    pub fn new(list: &GrammarList) -> Self {
        Self {
            pairs: set(&list.pairs),
            not_first: set(&list.not_first),
            not_last: set(&list.not_last),
            openers: set(&list.openers),
            starters: set(&list.starters),
            binders: set(&list.binders),
            verb_leads: set(&list.verb_leads),
            verbs: set(&list.verbs),
            verb_ends: list.verb_ends.clone(),
            nouns: set(&list.nouns),
        }
    }

    /// `is_noun` tells what a dictionary knows of the word, where there is one.
    pub fn role(&self, word: &str, is_noun: Option<bool>) -> Role {
        let opens = self.openers.contains(word);
        let ends_as_verb = !self.nouns.contains(word) && self.verb_ends.iter().any(|end| word.ends_with(end.as_str()));
        Role {
            can_begin: !opens && !self.not_first.contains(word),
            can_end: !self.not_last.contains(word),
            opens: opens && !self.not_first.contains(word),
            starts: self.starters.contains(word),
            binds: self.binders.contains(word),
            leads_verb: self.verb_leads.contains(word),
            stands: !ends_as_verb && !self.verbs.contains(word) && is_noun != Some(false),
            pairs: self.pairs.contains(word),
        }
    }

    /// Whether it is a "my" or "the", after which an "and" may add another noun: "my family and friends".
    pub fn is_determiner(&self, word: &str) -> bool {
        self.openers.contains(word)
    }
}

pub(super) fn set(words: &[String]) -> HashSet<String> {
    words.iter().map(|word| folded(word)).collect()
}

pub(super) fn folded(text: &str) -> String {
    fold(text).1.into_iter().collect()
}
