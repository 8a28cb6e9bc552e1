//! What the words of an audience state of the people.

use super::lexicon::Word;

/// A dictionary word that describes the people.
#[derive(Debug, Clone)]
pub(super) struct Stated {
    pub(super) word: Word,
    pub(super) is_excluded: bool,
    /// Index of the clause; facts of clauses joined by "who are" must hold together.
    pub(super) clause: usize,
    /// Whether "or more" or "or less" extends a level of education.
    pub(super) widened: LevelRange,
    /// Index of the token.
    pub(super) at: usize,
}

impl Stated {
    pub(super) fn asks_for_world(&self) -> bool {
        self.word.term.world && !self.is_excluded
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelRange {
    Exactly,
    OrMore,
    OrLess,
}
