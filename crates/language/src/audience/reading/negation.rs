//! Parses exclusions: "not students", "sin hijos", 学生除外. It determines their scope and whether a filter can express
//! one.

use std::ops::Range;

use population::Attribute;

use super::super::lexicon::Term;
use super::{Negation, Pending, Reader};

impl Reader<'_> {
    pub(super) fn not(&mut self, span: &Range<usize>) {
        if self.state.in_object {
            return;
        }
        let start = self.state.pending.map_or(span.start, |pending| pending.start);
        let is_clause = self.state.pending.is_some_and(|pending| pending.is_clause);
        self.flush();
        self.state.pending = Some(Pending { start, is_clause });
        self.state.negation = Some(Negation { first: None, start, is_joined: false });
    }

    pub(super) fn not_verb(&mut self, span: &Range<usize>) {
        if !self.state.in_object {
            let start = self.state.pending.map_or(span.start, |pending| pending.start);
            self.flush();
            self.state.pending = Some(Pending { start, is_clause: true });
        }
    }

    /// Excludes the facts of the clause (学生除外), unless a preceding word already excluded some.
    pub(super) fn not_after(&mut self) {
        let facts = &mut self.out.stated[self.state.clause_facts..];
        if facts.iter().all(|fact| !fact.is_excluded) {
            facts.iter_mut().for_each(|fact| fact.is_excluded = true);
        }
    }
}

/// Attributes whose values may form a list of exclusions, besides places and ages.
const LISTED: [Attribute; 5] =
    [Attribute::Employment, Attribute::Sex, Attribute::Marital, Attribute::Area, Attribute::Occupation];

/// Returns whether two terms can be items of one list of exclusions.
pub(super) fn is_same_kind(a: &Term, b: &Term) -> bool {
    let places = |term: &Term| !term.places.is_empty() || !term.countries.is_empty() || !term.regions.is_empty();
    (places(a) && places(b))
        || LISTED.into_iter().any(|attribute| !a.codes(attribute).is_empty() && !b.codes(attribute).is_empty())
        || (a.age.is_some() && b.age.is_some())
}

/// Returns whether a filter can exclude the group.
pub(super) fn can_exclude(term: &Term) -> bool {
    let is_family = !term.codes(Attribute::Household).is_empty();
    !term.keep && !is_family
}
