//! How many calls a report takes, so that progress can be told from the start.

use people::{Division, divisions};
use survey::{Question, QuestionId};

use super::Run;
use crate::elicit::{BATCH_MAX, readings};

/// How many the closed part of a report takes, and all of it.
pub(super) fn calls(run: &Run<'_>) -> (usize, usize) {
    let wholes = readings(run.asker, run.design.calibration.way);
    let closed = wholes + run.design.served.options.len() + divided(run).len();
    (closed, closed + batches(run))
}

/// How many the first round of voices takes.
pub(super) fn batches(run: &Run<'_>) -> usize {
    let Some(question) = open_question(run) else { return 0 };
    speakers_max(run, question).div_ceil(batch_size(run))
}

/// The attributes that are worth asking about: all in which the panel varies, or none if no differences are kept.
pub(super) fn divided(run: &Run<'_>) -> Vec<Division> {
    if run.design.calibration.group_weight <= 0.0 {
        return Vec::new();
    }
    divisions(&run.respondents.iter().map(|respondent| &respondent.profile).collect::<Vec<_>>())
}

pub(super) fn open_question<'a>(run: &Run<'a>) -> Option<&'a Question> {
    run.design.questionnaire.question(QuestionId::Reason)
}

pub(super) fn speakers_max(run: &Run<'_>, question: &Question) -> usize {
    let everybody = run.respondents.len();
    question.asked_of.map_or(everybody, |some| everybody.min(some as usize))
}

pub(super) fn batch_size(run: &Run<'_>) -> usize {
    // Texts of their own are written side by side, all at once.
    if run.asker.card.writes_documents { BATCH_MAX } else { usize::MAX / 2 }
}
