//! The answers of everyone who gave them, joined with who they are and what they were shown, ready to be counted.

use std::collections::BTreeMap;

use super::Evidence;
use crate::answer::Outcome;
use crate::brief::Language;
use crate::codebook::Coder;
use crate::form;
use crate::questionnaire::{LIKELIHOOD, PREFERENCE, REASON};
use crate::report::{AnswerValue, Profile};
use crate::sample::Respondent;

/// One respondent who answered.
pub(super) struct Voice<'a> {
    pub id: &'a str,
    pub profile: &'a Profile,
    pub weight: f64,
    pub form: &'a [usize],
    /// Index of the chosen option in the client's order.
    pub choice: usize,
    pub rating: Option<i64>,
    pub text: Option<&'a str>,
    /// Codebook entries that the open answer cites.
    pub codes: Vec<usize>,
}

/// Everyone who answered, in the order of the sample.
pub(super) struct Panel<'a> {
    pub language: Language,
    pub options: &'a [String],
    pub voices: Vec<Voice<'a>>,
    /// How often each option was chosen.
    pub counts: Vec<u32>,
}

impl<'a> Panel<'a> {
    pub fn new(evidence: &Evidence<'a>) -> Self {
        let options = evidence.brief.options();
        let language = evidence.brief.language();
        let texts = options.iter().chain(&evidence.served.options).map(String::as_str);
        let coder = Coder::new(language, texts);
        let outcomes: BTreeMap<&str, &Outcome> = evidence
            .interviews
            .iter()
            .map(|interview| (interview.respondent_id.as_str(), &interview.outcome))
            .collect();
        let respondents = evidence.respondents.iter().enumerate();
        let voices: Vec<Voice<'a>> = respondents
            .filter_map(|(index, respondent)| {
                let answers = answers_of(outcomes.get(respondent.id.as_str())?)?;
                let form = form::dealt(evidence.forms, index);
                voice(respondent, form, answers, options, &coder)
            })
            .collect();
        let mut counts = vec![0; options.len()];
        for voice in &voices {
            counts[voice.choice] += 1;
        }
        Self { language, options, voices, counts }
    }

    /// Option indices from the most chosen to the least; equals keep the client's order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.options.len()).collect();
        ranking.sort_by_key(|option| std::cmp::Reverse(self.counts[*option]));
        ranking
    }
}

fn answers_of(outcome: &Outcome) -> Option<&BTreeMap<String, AnswerValue>> {
    match outcome {
        Outcome::Answered { answers, .. } => Some(answers),
        Outcome::Failed { .. } => None,
    }
}

fn voice<'a>(
    respondent: &'a Respondent,
    form: &'a [usize],
    answers: &'a BTreeMap<String, AnswerValue>,
    options: &[String],
    coder: &Coder,
) -> Option<Voice<'a>> {
    let AnswerValue::Text(chosen) = answers.get(PREFERENCE)? else {
        return None;
    };
    let choice = options.iter().position(|option| option == chosen)?;
    let rating = match answers.get(LIKELIHOOD) {
        Some(AnswerValue::Rating(rating)) => Some(*rating),
        _ => None,
    };
    let text = match answers.get(REASON) {
        Some(AnswerValue::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let codes = text.map(|text| coder.codes(text)).unwrap_or_default();
    let Respondent { id, profile, weight, .. } = respondent;
    Some(Voice { id, profile, weight: *weight, form, choice, rating, text, codes })
}
