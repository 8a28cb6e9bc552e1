//! The kinds of edits of a wording.

use serde::{Deserialize, Serialize};

/// The kind of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    Invisible,
    WhiteSpace,
    DoubledMark,
    Spelling,
    QuestionMark,
    ListMarker,
    Quotes,
    EndMark,
    /// The first letter of an option, where the others begin with a capital.
    Capital,
    /// Narrow punctuation marks in Chinese.
    WideMark,
    /// The first letter of the question.
    Opening,
    /// A chat abbreviation written out.
    Abbreviation,
    /// Greetings and thanks.
    Courtesy,
    /// Praise of what is asked about.
    Praise,
    /// Words that press for one answer.
    Pressure,
    /// A second question, which the options do not answer.
    SecondQuestion,
    /// Letters and marks of an option that no other option has: capitals throughout, exclamation marks.
    Form,
    /// The currency of a bare price.
    Currency,
}

impl Edit {
    pub const ALL: [Self; 18] = [
        Self::Invisible,
        Self::WhiteSpace,
        Self::DoubledMark,
        Self::Spelling,
        Self::QuestionMark,
        Self::ListMarker,
        Self::Quotes,
        Self::EndMark,
        Self::Capital,
        Self::WideMark,
        Self::Opening,
        Self::Abbreviation,
        Self::Courtesy,
        Self::Praise,
        Self::Pressure,
        Self::SecondQuestion,
        Self::Form,
        Self::Currency,
    ];

    /// Returns whether the edit mends what people leave out or misspell when they type in haste.
    pub(super) fn is_of_haste(self) -> bool {
        matches!(self, Self::Spelling | Self::Abbreviation | Self::QuestionMark | Self::Opening)
    }
}
