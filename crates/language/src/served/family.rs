//! The family of a question: the coarse kinds by which engines are measured. The six inquiries decide how a question is
//! asked; there are too few surveys of each to measure an engine by them.

use foundation::Language;
use serde::{Deserialize, Serialize};

use super::Served;
use super::classifier;
use super::inquiry::{self, Answers, Inquiry};
use crate::scale;

/// What people are asked for. An engine that forecasts opinions may know nothing of choices among products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum QuestionFamily {
    /// What people think, believe, do or intend: opinions, habits, facts about themselves, likelihoods.
    Opinions,
    /// Which of several products, names, features or other things people take.
    Choices,
    /// What people buy at stated prices.
    Prices,
}

impl QuestionFamily {
    pub const ALL: [Self; 3] = [Self::Opinions, Self::Choices, Self::Prices];

    /// Returns the family of a question by its wording.
    pub fn of(language: Language, question: &str, options: &[String]) -> Self {
        Self::of_inquiry(classifier::kind_of(question, options), language, question, options)
    }

    /// Things with their prices are bought at stated prices, in whatever words one is asked. A preference is an opinion if its answers form a scale (yes and no included), or if the question asks what people
    /// usually do, why, or which view they hold. Anything else is a choice among the options.
    fn of_inquiry(inquiry: Inquiry, language: Language, question: &str, options: &[String]) -> Self {
        match inquiry {
            Inquiry::Pricing => Self::Prices,
            Inquiry::Likelihood | Inquiry::Preference if Answers::of(options).is_money => Self::Prices,
            Inquiry::Naming | Inquiry::FeaturePriority => Self::Choices,
            Inquiry::Likelihood | Inquiry::FactualBelief => Self::Opinions,
            Inquiry::Preference if is_scale(language, options) || inquiry::asks_view(question) => Self::Opinions,
            Inquiry::Preference => Self::Choices,
        }
    }
}

impl Served {
    /// Returns the family of the question. `language`: the brief's.
    pub fn family(&self, language: Language) -> QuestionFamily {
        let language = self.question_language.unwrap_or(language);
        QuestionFamily::of_inquiry(self.inquiry, language, self.subject(), &self.options)
    }
}

fn is_scale(language: Language, options: &[String]) -> bool {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    scale::read(language, &options).kind.is_some()
}
