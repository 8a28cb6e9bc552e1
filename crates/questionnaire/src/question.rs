//! Types of the questionnaire: question ids, kinds and scales.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id of a question. Its string form appears in results and must stay stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum QuestionId {
    /// Best and worst of one of several short lists, numbered from one.
    List(usize),
    /// The choice among the client's options.
    Preference,
    /// The reasons for the choice.
    Drivers,
    /// The main concern about the choice.
    Concern,
    /// Whether any of the options is acceptable.
    Acceptance,
    /// How likely the respondent is to act on the choice, as a rating.
    Likelihood,
    /// The reason for the choice, as an open answer.
    Reason,
}

const LIST: &str = "preference_";
const NAMES: [(QuestionId, &str); 6] = [
    (QuestionId::Preference, "preference"),
    (QuestionId::Drivers, "drivers"),
    (QuestionId::Concern, "concern"),
    (QuestionId::Acceptance, "acceptance"),
    (QuestionId::Likelihood, "likelihood"),
    (QuestionId::Reason, "reason"),
];

impl QuestionId {
    /// Returns whether the question is a choice among the client's options.
    pub fn is_preference(self) -> bool {
        matches!(self, Self::Preference | Self::List(_))
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(part) => write!(f, "{LIST}{part}"),
            named => NAMES.iter().find(|(id, _)| id == named).map_or(Ok(()), |(_, name)| f.write_str(name)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownQuestion;

impl fmt::Display for UnknownQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such question")
    }
}

impl FromStr for QuestionId {
    type Err = UnknownQuestion;

    fn from_str(name: &str) -> Result<Self, UnknownQuestion> {
        let list = || name.strip_prefix(LIST)?.parse().ok().map(Self::List);
        let named = NAMES.iter().find(|(_, known)| *known == name).map(|(id, _)| *id);
        named.or_else(list).ok_or(UnknownQuestion)
    }
}

impl TryFrom<String> for QuestionId {
    type Error = UnknownQuestion;

    fn try_from(name: String) -> Result<Self, UnknownQuestion> {
        name.parse()
    }
}

impl From<QuestionId> for String {
    fn from(id: QuestionId) -> Self {
        id.to_string()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Questionnaire {
    pub questions: Vec<Question>,
}

impl Questionnaire {
    pub fn question(&self, id: QuestionId) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// Returns the answers listed for a question. Empty if the question is not asked.
    pub fn answers(&self, id: QuestionId) -> &[String] {
        self.question(id).map_or(&[], |question| question.options.as_slice())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub id: QuestionId,
    pub title: String,
    pub kind: QuestionKind,
    pub options: Vec<String>,
    pub scale: Option<Scale>,
    /// The number of respondents who get the question. `None` means all of them.
    pub asked_of: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    SingleChoice,
    MultipleChoice,
    Rating,
    BestWorst,
    OpenText,
}

/// The end points of a rating scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    pub min: u8,
    pub max: u8,
    pub min_label: String,
    pub max_label: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_reads_back_by_its_name() {
        for id in NAMES.map(|(id, _)| id).into_iter().chain([QuestionId::List(1), QuestionId::List(3)]) {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!(QuestionId::List(2).to_string(), "preference_2");
        assert_eq!("preference_x".parse::<QuestionId>(), Err(UnknownQuestion));
    }
}
