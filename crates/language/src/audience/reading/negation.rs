//! Reads what a text excludes: "not students", "sin hijos", 学生除外. It knows which words an exclusion holds for, and
//! which groups no filter can leave out.

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

    /// 学生除外: the facts of the clause are excluded, unless a word before them already did that.
    pub(super) fn not_after(&mut self) {
        let facts = &mut self.out.stated[self.state.clause_facts..];
        if facts.iter().all(|fact| !fact.is_excluded) {
            facts.iter_mut().for_each(|fact| fact.is_excluded = true);
        }
    }
}

/// Attributes that a list of exclusions may be of, beside places and ages.
const LISTED: [Attribute; 5] =
    [Attribute::Employment, Attribute::Sex, Attribute::Marital, Attribute::Area, Attribute::Occupation];

/// Whether two terms can be items of one list of exclusions.
pub(super) fn is_same_kind(a: &Term, b: &Term) -> bool {
    let places = |term: &Term| !term.places.is_empty() || !term.countries.is_empty() || !term.regions.is_empty();
    (places(a) && places(b))
        || LISTED.into_iter().any(|attribute| !a.codes(attribute).is_empty() && !b.codes(attribute).is_empty())
        || (a.age.is_some() && b.age.is_some())
}

/// Whether a filter can leave the group out.
pub(super) fn can_exclude(term: &Term) -> bool {
    let is_family = !term.codes(Attribute::Household).is_empty();
    !term.keep && !is_family
}
