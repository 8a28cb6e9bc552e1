//! The panel: every respondent who answered, with answers, profile and form, prepared for counting.

use forecast::buying_shares;
use forecast::joint::EffectiveSize;
use foundation::{Language, OptionId, RespondentId};
use language::{Served, prices};
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
    /// Of prices, the place after the last option means that none of them will do.
    pub choice: OptionId,
    /// Best and worst of each short list. Empty if one list held all options.
    pub lists: Vec<List<'a>>,
    /// The probability of each answer to the choice: of an option among all, also if short lists were shown.
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

/// Prices of one offer.
pub(super) struct Ladder {
    /// From the cheapest to the dearest.
    pub options: Vec<usize>,
    /// The price of each, in the same order.
    pub amounts: Vec<f64>,
}

impl Ladder {
    fn of(served: &Served) -> Option<Self> {
        let rungs = prices::rungs(&served.options).filter(|_| served.asks_dearest_price)?;
        let (options, amounts) = rungs.into_iter().unzip();
        Some(Self { options, amounts })
    }

    /// Returns the price that earns most, from the share that buys at each option. Of two that earn the same it is the
    /// cheaper, which more people accept.
    pub fn best(&self, buying: &[f64]) -> OptionId {
        let earned = |place: &usize| buying[self.options[*place]] * self.amounts[*place];
        let best = (0..self.options.len()).rev().max_by(|a, b| earned(a).total_cmp(&earned(b)));
        OptionId(best.map_or(0, |place| self.options[place]))
    }
}

/// All respondents who answered, in the order of the sample.
pub(super) struct Panel<'a> {
    /// The number of the client's options.
    pub options: usize,
    /// The options as prices, where the dearest one was asked for.
    pub ladder: Option<Ladder>,
    pub language: Language,
    pub questionnaire: &'a Questionnaire,
    pub interviewees: Vec<Interviewee<'a>>,
    /// The distribution of the forecast's effective sample size.
    pub effective_size: &'a EffectiveSize,
    /// The effective sample size of the forecast for answers on a scale.
    pub scale_size: f64,
    /// The standard deviation of the error of a difference between groups; `None` if no record measures it.
    pub group_error: Option<f64>,
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
            ladder: Ladder::of(evidence.served),
            language: evidence.brief.language(),
            questionnaire: evidence.questionnaire,
            interviewees: interviewees.collect(),
            effective_size: &evidence.engine.effective_size,
            scale_size: evidence.engine.scale_size,
            group_error: evidence.engine.group_error,
            readings_apart: evidence.engine.readings_apart,
        }
    }

    /// Returns the number of answers to the choice: the options, and of prices that none of them will do.
    pub fn answers(&self) -> usize {
        self.options + usize::from(self.ladder.is_some())
    }

    /// Returns the share of each option from the shares of the answers. Of prices it is the share that would buy.
    pub fn by_option(&self, answers: Vec<f64>) -> Vec<f64> {
        match &self.ladder {
            Some(ladder) => buying_shares(&answers, &ladder.options),
            None => answers,
        }
    }

    /// Returns the distribution of the effective sample size of figures counted among these interviewees: the forecast's, at
    /// most Kish's effective size of their number.
    pub fn size_among<'v>(&self, interviewees: impl Iterator<Item = &'v Interviewee<'a>>) -> EffectiveSize
    where
        'a: 'v,
    {
        self.effective_size.at_most(statistics::kish(interviewees.map(|interviewee| interviewee.weight)))
    }

    /// Returns the distribution of the effective sample size of figures counted among all interviewees.
    pub fn size(&self) -> EffectiveSize {
        self.size_among(self.interviewees.iter())
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

/// Returns the probability of each option among all. After short lists, the probabilities within a list are put on the scale of
/// the final choice, which compares the options that were put first; the lists share no option.
fn probabilities(own: &Interview, options: usize) -> Vec<f64> {
    let lists: Vec<QuestionId> = lists(options).into_iter().filter(|id| own.picks.contains_key(id)).collect();
    let of = |id: QuestionId| own.distributions.get(&DistributionKey::of(id));
    let final_choice = of(QuestionId::Preference);
    let mut odds = vec![0.0; options];
    for list in &lists {
        let (Some(row), Some(first)) = (of(*list), own.first(*list)) else { continue };
        let scale = final_choice.map_or(1.0, |last| last[first]) / row[first].max(f64::MIN_POSITIVE);
        odds.iter_mut().zip(row).for_each(|(odd, p)| *odd += p * scale);
    }
    let total: f64 = odds.iter().sum();
    match final_choice {
        Some(last) if lists.is_empty() => last.clone(),
        _ if total > 0.0 && total.is_finite() => odds.into_iter().map(|odd| odd / total).collect(),
        _ => odds,
    }
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
