//! The raw data behind the findings, so that a reader can recount them.

use std::collections::BTreeMap;

use super::Evidence;
use crate::answer::{Interview, Outcome};
use crate::form;
use crate::report::{RespondentRecord, SampleData};

/// The questionnaire and everyone who answered it, in the order of the sample.
pub(super) fn sample_data(evidence: &Evidence<'_>) -> SampleData {
    let interviews: BTreeMap<&str, &Interview> =
        evidence.interviews.iter().map(|interview| (interview.respondent_id.as_str(), interview)).collect();
    let options = evidence.brief.options();
    let respondents = evidence.respondents.iter().enumerate().filter_map(|(index, respondent)| {
        let Outcome::Answered { answers, distributions } = &interviews.get(respondent.id.as_str())?.outcome else {
            return None;
        };
        let order = form::dealt(evidence.forms, index);
        Some(RespondentRecord {
            respondent_id: respondent.id.clone(),
            display_name: respondent.shown_name(evidence.brief.language()),
            profile: respondent.profile.clone(),
            weight: respondent.weight,
            form: order.iter().map(|option| options[*option].clone()).collect(),
            answers: answers.clone(),
            distributions: distributions.clone(),
        })
    });
    SampleData { respondents: respondents.collect(), questionnaire: evidence.questionnaire.clone() }
}
