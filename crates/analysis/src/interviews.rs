//! Draws every respondent's answers from a forecast: first the choice, from the respondent's distribution, then the
//! later answers, from the distributions of that option's choosers. Results depend only on the forecast and the seed.

use std::collections::BTreeMap;
use std::fmt;

use forecast::prior::Prior;
use forecast::{Calibration, Choosers, DistributionError, Forecast, draw, fit, floored, margins, rounded};
use foundation::{Language, OptionId};
use population::{Division, Respondent, divisions};

use questionnaire::design::lists;
use questionnaire::form::{self, Form};
use questionnaire::order::RATINGS;
use questionnaire::{Question, QuestionId, QuestionKind, Questionnaire};

/// The prior share of choosers who would rather have none of the options. It replaces the engine's share to the
/// extent that the calibration discounts the engine.
pub(crate) const NONE_UNKNOWN: f64 = 0.2;
/// The highest rating index of respondents who want none of the options, since they are unlikely to take one.
const RATING_OF_NONE_MAX: usize = 2;

/// The input of the draw.
#[derive(Debug, Clone, Copy)]
pub struct InterviewInput<'a> {
    /// The questionnaire's language. The prior depends on it.
    pub language: Language,
    pub questionnaire: &'a Questionnaire,
    /// The options as shown to respondents, in the client's order.
    pub options: &'a [String],
    pub forms: &'a [Form],
    pub present: &'a [&'a Respondent],
    pub forecast: &'a Forecast,
    pub calibration: &'a Calibration,
    pub seed: u64,
}

/// What a distribution belongs to: a question, or the choice of the worst option of a short list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DistributionKey {
    pub question: QuestionId,
    pub is_worst: bool,
}

impl DistributionKey {
    pub fn of(question: QuestionId) -> Self {
        Self { question, is_worst: false }
    }

    pub fn worst_of(question: QuestionId) -> Self {
        Self { question, is_worst: true }
    }
}

/// Formats the name used in results.
impl fmt::Display for DistributionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.question, if self.is_worst { ".worst" } else { "" })
    }
}

/// One respondent's answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interview {
    /// The indices of the picked answers, by question.
    pub picks: BTreeMap<QuestionId, Vec<usize>>,
    /// The probability of each of the question's answers; zero for answers that were not shown.
    pub distributions: BTreeMap<DistributionKey, Vec<f64>>,
    /// The open answer, if one was written for this respondent.
    pub text: Option<String>,
}

/// Draws all closed answers, in the order of `present`.
pub fn interviews(drawn: &InterviewInput<'_>) -> Result<Vec<Interview>, DistributionError> {
    let mut panel = vec![Interview::default(); drawn.present.len()];
    let profiles: Vec<_> = drawn.present.iter().map(|respondent| &respondent.profile).collect();
    let divisions = divisions(&profiles);
    let rows = drawn.rows(&divisions)?;
    drawn.draw_choice(&rows, &divisions, &mut panel);
    drawn.draw_later(&mut panel)?;
    Ok(panel)
}

impl InterviewInput<'_> {
    /// Returns every respondent's distribution over the answers to the choice, fitted to the calibrated shares of the audience and
    /// its groups.
    fn rows(&self, divisions: &[Division]) -> Result<Vec<Vec<f64>>, DistributionError> {
        // Of prices, "none of them" is an answer of the questionnaire and no option of the client.
        let answers = self.questionnaire.answers(QuestionId::Preference);
        let others = answers.get(self.options.len()..).unwrap_or(&[]);
        let texts: Vec<&str> = self.options.iter().chain(others).map(String::as_str).collect();
        let prior = Prior::shipped().shares(self.language, &texts);
        let whole = floored(&self.calibration.apply(&self.forecast.whole, &prior)?);
        let weights = self.weights();
        let margins = margins(self.forecast, divisions, &whole, &weights, self.calibration.group_weight);
        Ok(fit(&whole, &margins, &weights))
    }

    fn weights(&self) -> Vec<f64> {
        self.present.iter().map(|respondent| respondent.weight).collect()
    }

    /// Draws the choice: from all options, or from short lists and then among the options put first.
    fn draw_choice(&self, rows: &[Vec<f64>], divisions: &[Division], panel: &mut [Interview]) {
        let groups: Vec<Vec<usize>> = divisions.iter().flat_map(|division| division.members.clone()).collect();
        let is_asked = |id: &QuestionId| self.questionnaire.question(*id).is_some();
        let lists: Vec<QuestionId> = lists(self.options.len()).into_iter().filter(is_asked).collect();
        let mut firsts: Vec<Vec<usize>> = vec![Vec::new(); panel.len()];
        for (at, id) in lists.iter().enumerate() {
            let shown: Vec<Vec<usize>> = self.present.iter().map(|respondent| self.listed(respondent, at)).collect();
            let best_rows: Vec<Vec<f64>> = rows.iter().zip(&shown).map(|(row, shown)| among(row, shown)).collect();
            let worst_rows: Vec<Vec<f64>> = rows.iter().zip(&shown).map(|(row, shown)| last_of(row, shown)).collect();
            let best = draw::systematic(&best_rows, self.seed, &id.to_string());
            let left: Vec<Vec<f64>> = (0..panel.len())
                .map(|index| without(&worst_rows[index], best[index], |option| shown[index].contains(&option)))
                .collect();
            let worst = draw::systematic(&left, self.seed, &format!("{id}/second"));
            for (index, own) in panel.iter_mut().enumerate() {
                firsts[index].push(best[index]);
                own.picks.insert(*id, vec![best[index], worst[index]]);
                own.distributions.insert(DistributionKey::of(*id), best_rows[index].clone());
                own.distributions.insert(DistributionKey::worst_of(*id), worst_rows[index].clone());
            }
        }
        let rows: Vec<Vec<f64>> = match lists.is_empty() {
            true => rows.to_vec(),
            false => rows.iter().zip(&firsts).map(|(row, firsts)| among(row, firsts)).collect(),
        };
        let id = QuestionId::Preference;
        let chosen = draw::balanced(&rows, &self.weights(), &groups, self.seed, &id.to_string());
        for ((own, row), choice) in panel.iter_mut().zip(rows).zip(chosen) {
            own.picks.insert(id, vec![choice]);
            own.distributions.insert(DistributionKey::of(id), row);
        }
    }

    /// Returns the options of one short list, in the order shown to the respondent.
    fn listed(&self, respondent: &Respondent, at: usize) -> Vec<usize> {
        form::list(form::dealt(self.forms, respondent.id), at).iter().map(|option| option.0).collect()
    }

    /// Draws the later answers. Respondents whose option has no forecast of its choosers get none.
    fn draw_later(&self, panel: &mut [Interview]) -> Result<(), DistributionError> {
        let choosers: Vec<Option<Choosers>> = self
            .forecast
            .choosers
            .iter()
            .map(|said| said.as_ref().map(|it| self.calibrated(it)).transpose())
            .collect::<Result<_, _>>()?;
        let known: Vec<(usize, &Choosers)> = (0..panel.len())
            .filter_map(|index| Some((index, choosers.get(panel[index].choice()?.0)?.as_ref()?)))
            .collect();
        let asked = |id| self.questionnaire.question(id);
        if let Some(question) = asked(QuestionId::Drivers) {
            let rows = known.iter().map(|(_, it)| it.reasons.clone()).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(QuestionId::Concern) {
            let rows = known.iter().map(|(_, it)| it.concerns.clone()).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(QuestionId::Acceptance) {
            let row = |it: &Choosers| rounded(&[1.0 - it.none, it.none]);
            let rows = known.iter().map(|(_, it)| row(it)).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(QuestionId::Likelihood) {
            let rows = known.iter().map(|(index, it)| ratings(it, panel[*index].wants_none())).collect();
            self.draw(question, &known, rows, panel);
        }
        Ok(())
    }

    /// Draws one answer per respondent in `known`, or two different ones for a multiple-choice question.
    fn draw(&self, question: &Question, known: &[(usize, &Choosers)], rows: Vec<Vec<f64>>, panel: &mut [Interview]) {
        let first = draw::systematic(&rows, self.seed, &question.id.to_string());
        let second = (question.kind == QuestionKind::MultipleChoice).then(|| {
            let left: Vec<Vec<f64>> =
                rows.iter().zip(&first).map(|(row, taken)| without(row, *taken, |_| true)).collect();
            draw::systematic(&left, self.seed, &format!("{}/second", question.id))
        });
        for (at, ((index, _), row)) in known.iter().zip(rows).enumerate() {
            let picks = [first[at]].into_iter().chain(second.as_ref().map(|second| second[at])).collect();
            panel[*index].picks.insert(question.id, picks);
            panel[*index].distributions.insert(DistributionKey::of(question.id), row);
        }
    }

    /// Returns the calibrated forecast of an option's choosers.
    fn calibrated(&self, forecast: &Choosers) -> Result<Choosers, DistributionError> {
        let apply = |id: QuestionId, raw: &[f64]| {
            let asked = self.questionnaire.question(id);
            let texts: Vec<&str> = match asked.map(|question| question.kind) {
                Some(QuestionKind::Rating) => RATINGS.to_vec(),
                _ => asked.map_or(&[][..], |question| &question.options).iter().map(String::as_str).collect(),
            };
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            self.calibration.apply(raw, &Prior::shipped().shares(self.language, &texts))
        };
        let lambda = self.calibration.lambda;
        Ok(Choosers {
            reasons: apply(QuestionId::Drivers, &forecast.reasons)?,
            concerns: apply(QuestionId::Concern, &forecast.concerns)?,
            none: lambda * forecast.none.clamp(0.0, 1.0) + (1.0 - lambda) * NONE_UNKNOWN,
            likelihood: apply(QuestionId::Likelihood, &forecast.likelihood)?,
        })
    }
}

impl Interview {
    /// Returns the final choice. Of prices, the place after the last option means that none of them will do.
    pub fn choice(&self) -> Option<OptionId> {
        self.first(QuestionId::Preference).map(OptionId)
    }

    /// Returns the index of the first answer to a question.
    pub fn first(&self, question: QuestionId) -> Option<usize> {
        self.picks.get(&question).and_then(|picked| picked.first().copied())
    }

    fn wants_none(&self) -> Option<bool> {
        self.first(QuestionId::Acceptance).map(|answer| answer == 1)
    }

    /// Returns the indices of the answers that could be picked, in the order in which they were shown or picked.
    pub fn shown(&self, question: &Question, form: &[OptionId], options: usize) -> Vec<usize> {
        let firsts: Vec<usize> = lists(options).iter().filter_map(|list| self.first(*list)).collect();
        match (question.kind, question.id) {
            (_, QuestionId::List(part)) => form::list(form, part - 1).iter().map(|option| option.0).collect(),
            (QuestionKind::Rating, _) => (0..RATINGS.len()).collect(),
            (_, QuestionId::Preference) if !firsts.is_empty() => firsts,
            _ => (0..question.options.len()).collect(),
        }
    }
}

/// Returns the distribution restricted to the shown answers and normalised.
fn among(row: &[f64], shown: &[usize]) -> Vec<f64> {
    let total: f64 = shown.iter().map(|at| row[*at]).sum();
    let share = |at: usize| if shown.contains(&at) { row[at] / total } else { 0.0 };
    rounded(&(0..row.len()).map(share).collect::<Vec<_>>())
}

/// Returns the distribution of the worst option, proportional to the inverse probability of being best.
fn last_of(row: &[f64], shown: &[usize]) -> Vec<f64> {
    let inverse: Vec<f64> = row.iter().map(|p| 1.0 / p.max(f64::MIN_POSITIVE)).collect();
    among(&inverse, shown)
}

/// Returns the rating distribution of an option's choosers, given whether they want none of the options.
///
/// Those who want none get the lowest part of the distribution, up to [`RATING_OF_NONE_MAX`]. The mixture of both
/// groups has the forecast distribution, as far as the low ratings suffice.
fn ratings(choosers: &Choosers, wants_none: Option<bool>) -> Vec<f64> {
    let Some(wants_none) = wants_none else { return choosers.likelihood.clone() };
    let none = choosers.none.clamp(0.0, 1.0);
    let mut left = none;
    let mut low = vec![0.0; choosers.likelihood.len()];
    for (place, share) in choosers.likelihood.iter().enumerate().take(RATING_OF_NONE_MAX + 1) {
        low[place] = share.min(left);
        left -= low[place];
    }
    // If more respondents want none than rate low, the rest get the middle rating.
    low[RATING_OF_NONE_MAX.min(choosers.likelihood.len() - 1)] += left;
    let high: Vec<f64> = choosers.likelihood.iter().zip(&low).map(|(share, low)| (share - low).max(0.0)).collect();
    let own = if wants_none { low } else { high };
    let total: f64 = own.iter().sum();
    if total <= 0.0 { choosers.likelihood.clone() } else { rounded(&own.iter().map(|p| p / total).collect::<Vec<_>>()) }
}

/// Returns the distribution after one answer is taken: the other shown answers in proportion, or uniform if all of
/// them have probability zero.
fn without(probabilities: &[f64], taken: usize, shown: impl Fn(usize) -> bool) -> Vec<f64> {
    let is_left = |answer: usize| answer != taken && shown(answer);
    let rest: f64 = probabilities.iter().enumerate().filter(|(answer, _)| is_left(*answer)).map(|(_, p)| p).sum();
    let left = (0..probabilities.len()).filter(|answer| is_left(*answer)).count();
    let share = |(answer, p): (usize, &f64)| match is_left(answer) {
        false => 0.0,
        true if rest > 0.0 => p / rest,
        true => 1.0 / left as f64,
    };
    probabilities.iter().enumerate().map(share).collect()
}

#[cfg(test)]
mod tests;
