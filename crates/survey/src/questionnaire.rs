//! What is asked: the preference among the client's options, how likely the choice would be acted on, and why.
//! Question ids are stable; titles are in the report's language; options are named in the client's own words.

use crate::brief::Brief;
use crate::report::{AskedOf, Everyone, OptimizedInput, Question, QuestionKind, Questionnaire, Scale};
use crate::wording;

pub const PREFERENCE: &str = "preference";
pub const LIKELIHOOD: &str = "likelihood";
pub const REASON: &str = "reason";
pub const RATING_MIN: u8 = 1;
pub const RATING_MAX: u8 = 5;

/// The questionnaire of a brief.
pub fn questionnaire(brief: &Brief, served: &OptimizedInput) -> Questionnaire {
    let language = brief.language();
    let preference = Question {
        options: brief.options().to_vec(),
        ..question(PREFERENCE, served.question.clone(), QuestionKind::SingleChoice)
    };
    let scale = Scale {
        min: RATING_MIN,
        max: RATING_MAX,
        min_label: wording::say(language, "question-likelihood-min", &[]),
        max_label: wording::say(language, "question-likelihood-max", &[]),
    };
    let likelihood = Question {
        scale: Some(scale),
        ..question(LIKELIHOOD, wording::say(language, "question-likelihood", &[]), QuestionKind::Rating)
    };
    let reason = question(REASON, wording::say(language, "question-reason", &[]), QuestionKind::OpenText);
    Questionnaire { questions: vec![preference, likelihood, reason] }
}

fn question(id: &str, title: String, kind: QuestionKind) -> Question {
    Question {
        id: id.to_owned(),
        title,
        kind,
        options: Vec::new(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    }
}
