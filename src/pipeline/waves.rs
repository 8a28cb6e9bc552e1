//! Which questions are asked together. Answers of one wave are drawn for all respondents at once, and the next wave is
//! asked in the light of them: first the lists, then the choice, then everything about the choice, and at last why.

use survey::answer::{ReadOutcome, Reading};
use survey::questionnaire::PREFERENCE;
use survey::report::{Question, QuestionKind, Questionnaire};

/// The closed questions, wave by wave.
pub(super) fn closed(questionnaire: &Questionnaire) -> Vec<Vec<&Question>> {
    let mut waves: Vec<Vec<&Question>> = vec![Vec::new(); 3];
    for question in &questionnaire.questions {
        match (question.kind, question.id.as_str()) {
            (QuestionKind::OpenText, _) => {}
            (QuestionKind::BestWorst, _) => waves[0].push(question),
            (_, PREFERENCE) => waves[1].push(question),
            _ => waves[2].push(question),
        }
    }
    waves.retain(|wave| !wave.is_empty());
    waves
}

/// Steps that an interview takes: the waves, and the open question at its end.
pub fn steps(questionnaire: &Questionnaire) -> usize {
    closed(questionnaire).len() + 1
}

/// How many of an interview's steps a reading takes. Whoever fails is asked nothing more, so all steps but the last, which
/// records the failure, are taken at once.
pub fn steps_taken(reading: &Reading, steps_per_interview: usize) -> usize {
    match reading.outcome {
        ReadOutcome::Read(_) => 1,
        ReadOutcome::Failed { .. } => steps_per_interview.saturating_sub(1 + reading.wave).max(1),
    }
}
