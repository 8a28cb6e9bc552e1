//! The answers of everyone who gave them, joined with who they are and what they were shown, ready to be counted.
//! Answers are places among a question's own answers; what can't be matched to one is as if it had not been given.

use std::collections::BTreeMap;

use super::Evidence;
use crate::answer::Outcome;
use crate::brief::Language;
use crate::form;
use crate::questionnaire::{ACCEPTANCE, CONCERN, DRIVERS, LIKELIHOOD, PREFERENCE, REASON, list_ids};
use crate::report::{AnswerValue, Profile, Questionnaire};
use crate::sample::Respondent;
use crate::stats;

/// One respondent who answered.
pub(super) struct Voice<'a> {
    pub id: &'a str,
    pub profile: &'a Profile,
    pub weight: f64,
    /// Index of the chosen option in the client's order.
    pub choice: usize,
    /// Best and worst of each short list; empty where one list held all options.
    pub lists: Vec<List<'a>>,
    /// Probabilities of the first choice that was asked for, by option: of the choice, or of the best of each list.
    pub probabilities: Vec<f64>,
    pub drivers: Vec<usize>,
    pub concern: Option<usize>,
    pub acceptance: Option<usize>,
    pub rating: Option<i64>,
    pub text: Option<&'a str>,
}

/// One short list and what was picked from it.
pub(super) struct List<'a> {
    pub shown: &'a [usize],
    pub best: usize,
    pub worst: usize,
}

/// Everyone who answered, in the order of the sample.
pub(super) struct Panel<'a> {
    pub language: Language,
    pub options: &'a [String],
    pub questionnaire: &'a Questionnaire,
    pub voices: Vec<Voice<'a>>,
    /// How many equally weighted answers the engine's are worth at most.
    pub engine_size: f64,
    /// The same of answers on a scale.
    pub scale_size: f64,
    /// How far the engine's readings lie apart.
    pub readings_apart: f64,
}

impl<'a> Panel<'a> {
    pub fn new(evidence: &Evidence<'a>) -> Self {
        let outcomes: BTreeMap<&str, &Outcome> = evidence
            .interviews
            .iter()
            .map(|interview| (interview.respondent_id.as_str(), &interview.outcome))
            .collect();
        let respondents = evidence.respondents.iter().enumerate();
        let voices = respondents
            .filter_map(|(index, respondent)| match outcomes.get(respondent.id.as_str())? {
                Outcome::Answered { answers, distributions } => {
                    Reader { evidence, answers, distributions }.voice(index, respondent)
                }
                Outcome::Failed { .. } => None,
            })
            .collect();
        Self {
            language: evidence.brief.language(),
            options: evidence.brief.options(),
            questionnaire: evidence.questionnaire,
            voices,
            engine_size: evidence.engine.effective_size,
            scale_size: evidence.engine.scale_size,
            readings_apart: evidence.engine.readings_apart,
        }
    }

    /// How many answers a share among these voices is worth: their effective number, and no more than the engine's.
    pub fn worth<'v>(&self, voices: impl Iterator<Item = &'v Voice<'a>>) -> f64
    where
        'a: 'v,
    {
        stats::kish(voices.map(|voice| voice.weight)).min(self.engine_size)
    }

    /// The answers that a question lists.
    pub fn answers(&self, question: &str) -> &'a [String] {
        let asked = self.questionnaire.questions.iter().find(|asked| asked.id == question);
        asked.map_or(&[], |asked| asked.options.as_slice())
    }
}

/// Sum of the weights of those voices for which it holds, and of all.
pub(super) fn weighed<'v, 'a: 'v>(
    voices: impl Iterator<Item = &'v Voice<'a>>,
    holds: impl Fn(&Voice<'a>) -> bool,
) -> (f64, f64) {
    voices.fold((0.0, 0.0), |(held, all), voice| {
        (if holds(voice) { held + voice.weight } else { held }, all + voice.weight)
    })
}

/// A share of weights; nothing of nobody.
pub(super) fn share((held, all): (f64, f64)) -> f64 {
    if all > 0.0 { held / all } else { 0.0 }
}

/// Reads one respondent's answers.
struct Reader<'e, 'a> {
    evidence: &'e Evidence<'a>,
    answers: &'a BTreeMap<String, AnswerValue>,
    distributions: &'a BTreeMap<String, BTreeMap<String, f64>>,
}

impl<'a> Reader<'_, 'a> {
    fn voice(&self, index: usize, respondent: &'a Respondent) -> Option<Voice<'a>> {
        let form = form::dealt(self.evidence.forms, index);
        let Respondent { id, profile, weight, .. } = respondent;
        Some(Voice {
            id,
            profile,
            weight: *weight,
            choice: self.option(self.text(PREFERENCE)?)?,
            lists: self.lists(form),
            probabilities: self.probabilities(),
            drivers: self.picked(DRIVERS),
            concern: self.picked(CONCERN).first().copied(),
            acceptance: self.picked(ACCEPTANCE).first().copied(),
            rating: match self.answers.get(LIKELIHOOD) {
                Some(AnswerValue::Rating(rating)) => Some(*rating),
                _ => None,
            },
            text: self.text(REASON),
        })
    }

    fn text(&self, question: &str) -> Option<&'a str> {
        match self.answers.get(question) {
            Some(AnswerValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn option(&self, name: &str) -> Option<usize> {
        self.evidence.brief.options().iter().position(|option| option == name)
    }

    fn lists(&self, form: &'a [usize]) -> Vec<List<'a>> {
        let ids = list_ids(self.evidence.brief.options().len());
        let each = ids.iter().enumerate().filter_map(|(at, id)| match self.answers.get(id)? {
            AnswerValue::BestWorst { best, worst } => {
                Some(List { shown: form::list(form, at), best: self.option(best)?, worst: self.option(worst)? })
            }
            _ => None,
        });
        each.collect()
    }

    fn probabilities(&self) -> Vec<f64> {
        let lists = list_ids(self.evidence.brief.options().len());
        let asks = if lists.is_empty() { vec![PREFERENCE.to_owned()] } else { lists };
        let mut probabilities = vec![0.0; self.evidence.brief.options().len()];
        for (option, p) in asks.iter().filter_map(|ask| self.distributions.get(ask)).flatten() {
            if let Some(option) = self.option(option) {
                probabilities[option] += p / asks.len() as f64;
            }
        }
        probabilities
    }

    /// What was picked of a question's own list.
    fn picked(&self, question: &str) -> Vec<usize> {
        let asked = self.evidence.questionnaire.questions.iter().find(|asked| asked.id == question);
        let place = |name: &String| asked.and_then(|asked| asked.options.iter().position(|option| option == name));
        match self.answers.get(question) {
            Some(AnswerValue::Text(name)) => place(name).into_iter().collect(),
            Some(AnswerValue::Choices(names)) => names.iter().filter_map(place).collect(),
            _ => Vec::new(),
        }
    }
}
