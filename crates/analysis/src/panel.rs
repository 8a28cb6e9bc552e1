//! The panel: every respondent who answered, with answers, profile and form, prepared for counting.

use foundation::{Language, OptionId, RespondentId};
use population::{Profile, Respondent};

use super::Evidence;
use crate::interviews::{DistributionKey, Interview};
use questionnaire::design::lists;
use questionnaire::{QuestionId, Questionnaire, form};

/// A respondent who answered.
pub(super) struct Interviewee<'a> {
    pub id: RespondentId,
    pub profile: &'a Profile,
    pub weight: f64,
    pub choice: OptionId,
    /// Best and worst of each short list. Empty if one list held all options.
    pub lists: Vec<List<'a>>,
    /// The probabilities of the first question asked, by option: of the choice, or the mean over the short lists of
    /// being best.
    pub probabilities: Vec<f64>,
    pub drivers: &'a [usize],
    pub concern: Option<usize>,
    pub acceptance: Option<usize>,
    /// Counted from one.
    pub rating: Option<usize>,
    pub text: Option<&'a str>,
    /// The distributions that acceptance and rating were drawn from.
    pub acceptance_row: Option<&'a [f64]>,
    pub rating_row: Option<&'a [f64]>,
}

/// One short list with the options picked from it.
pub(super) struct List<'a> {
    pub shown: &'a [OptionId],
    pub best: OptionId,
    pub worst: OptionId,
}

/// All respondents who answered, in the order of the sample.
pub(super) struct Panel<'a> {
    /// The number of the client's options.
    pub options: usize,
    pub language: Language,
    pub questionnaire: &'a Questionnaire,
    pub interviewees: Vec<Interviewee<'a>>,
    /// The effective sample size of the forecast.
    pub engine_size: f64,
    /// The effective sample size of the forecast for answers on a scale.
    pub scale_size: f64,
    /// Mean total variation distance between the engine's readings and their pool.
    pub readings_apart: f64,
}

impl<'a> Panel<'a> {
    pub fn new(evidence: &Evidence<'a>) -> Self {
        let everybody = evidence.respondents.iter().zip(evidence.interviews);
        let interviewees =
            everybody.filter_map(|(respondent, interview)| interviewee(evidence, respondent, interview.as_ref()?));
        Self {
            options: evidence.options(),
            language: evidence.brief.language(),
            questionnaire: evidence.questionnaire,
            interviewees: interviewees.collect(),
            engine_size: evidence.engine.effective_size,
            scale_size: evidence.engine.scale_size,
            readings_apart: evidence.engine.readings_apart,
        }
    }

    /// Returns the sample size for intervals among these interviewees: Kish's effective size, at most that of the
    /// forecast.
    pub fn worth<'v>(&self, interviewees: impl Iterator<Item = &'v Interviewee<'a>>) -> f64
    where
        'a: 'v,
    {
        statistics::kish(interviewees.map(|interviewee| interviewee.weight)).min(self.engine_size)
    }
}

fn interviewee<'a>(evidence: &Evidence<'a>, respondent: &'a Respondent, own: &'a Interview) -> Option<Interviewee<'a>> {
    let form = form::dealt(evidence.forms, respondent.id);
    let list = |(at, id): (usize, &QuestionId)| match own.picks.get(id)?.as_slice() {
        [best, worst] => Some(List { shown: form::list(form, at), best: OptionId(*best), worst: OptionId(*worst) }),
        _ => None,
    };
    let row = |id: QuestionId| own.distributions.get(&DistributionKey::of(id)).map(Vec::as_slice);
    Some(Interviewee {
        id: respondent.id,
        profile: &respondent.profile,
        weight: respondent.weight,
        choice: own.choice()?,
        lists: lists(evidence.options()).iter().enumerate().filter_map(list).collect(),
        probabilities: probabilities(own, evidence.options()),
        drivers: own.picks.get(&QuestionId::Drivers).map_or(&[], Vec::as_slice),
        concern: own.first(QuestionId::Concern),
        acceptance: own.first(QuestionId::Acceptance),
        rating: own.first(QuestionId::Likelihood).map(|place| place + 1),
        text: own.text.as_deref(),
        acceptance_row: row(QuestionId::Acceptance),
        rating_row: row(QuestionId::Likelihood),
    })
}

fn probabilities(own: &Interview, options: usize) -> Vec<f64> {
    let lists = lists(options);
    let asks = if lists.is_empty() { vec![QuestionId::Preference] } else { lists };
    let mut probabilities = vec![0.0; options];
    for distribution in asks.iter().filter_map(|id| own.distributions.get(&DistributionKey::of(*id))) {
        probabilities.iter_mut().zip(distribution).for_each(|(sum, p)| *sum += p / asks.len() as f64);
    }
    probabilities
}

/// Returns the total weight of the interviewees for whom `holds` is true, and the total weight of all.
pub(super) fn weighed<'v, 'a: 'v>(
    interviewees: impl Iterator<Item = &'v Interviewee<'a>>,
    holds: impl Fn(&Interviewee<'a>) -> bool,
) -> (f64, f64) {
    interviewees.fold((0.0, 0.0), |(held, all), interviewee| {
        (if holds(interviewee) { held + interviewee.weight } else { held }, all + interviewee.weight)
    })
}

/// Returns the ratio of the two weights, or zero if the total is zero.
pub(super) fn share((held, all): (f64, f64)) -> f64 {
    if all > 0.0 { held / all } else { 0.0 }
}
