//! Draws every respondent's answers from a forecast: first the choice, each from a distribution of their own, then all that
//! follows from it, from what the choosers of that option think. Same forecast and seed, same answers.

use std::collections::BTreeMap;

use super::fit::rounded;
use super::{Choosers, Forecast, fit, floored, margins};
use crate::answer::{self, Outcome};
use crate::brief::Language;
use crate::calibration::{Calibration, DistributionError};
use crate::draw;
use crate::form::{self, Form};
use crate::groups::{Division, divisions};
use crate::order::RATINGS;
use crate::prior::Prior;
use crate::questionnaire::{ACCEPTANCE, CONCERN, DRIVERS, LIKELIHOOD, PREFERENCE, list_ids};
use crate::report::{AnswerValue, Question, QuestionKind, Questionnaire};
use crate::sample::Respondent;

/// How many of an option's choosers are taken to want none of the options, as far as an engine is not believed.
const NONE_UNKNOWN: f64 = 0.2;
/// Who wants none of the options gives no rating above this place: they are not likely to take one.
const RATING_OF_NONE_MAX: usize = 2;

/// What answers are drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Drawn<'a> {
    pub language: Language,
    pub questionnaire: &'a Questionnaire,
    /// The options as served, in the client's order.
    pub options: &'a [String],
    pub forms: &'a [Form],
    /// Those who answer, each with their place in the sample.
    pub present: &'a [(usize, &'a Respondent)],
    pub forecast: &'a Forecast,
    pub calibration: &'a Calibration,
    pub seed: u64,
}

/// One respondent's closed answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interviewed {
    /// By question, the places of what was picked among the question's own answers.
    pub picks: BTreeMap<String, Vec<usize>>,
    /// By ask, a probability for each of the question's answers; zero where an answer was not shown.
    pub distributions: BTreeMap<String, Vec<f64>>,
}

/// Everybody's answers, in the order of `present`.
pub fn interviews(drawn: &Drawn<'_>) -> Result<Vec<Interviewed>, DistributionError> {
    let mut panel = vec![Interviewed::default(); drawn.present.len()];
    let profiles: Vec<_> = drawn.present.iter().map(|(_, respondent)| &respondent.profile).collect();
    let divisions = divisions(&profiles);
    let rows = drawn.rows(&divisions)?;
    drawn.draw_choice(&rows, &divisions, &mut panel);
    drawn.draw_later(&mut panel)?;
    Ok(panel)
}

impl Drawn<'_> {
    /// Everybody's distribution over the options.
    fn rows(&self, divisions: &[Division]) -> Result<Vec<Vec<f64>>, DistributionError> {
        let texts: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let prior = Prior::shipped().shares(self.language, &texts);
        let whole = floored(&self.calibration.apply(&self.forecast.whole, &prior)?);
        let weights = self.weights();
        let margins = margins(self.forecast, divisions, &whole, &weights, self.calibration.group_weight);
        Ok(fit(&whole, &margins, &weights))
    }

    fn weights(&self) -> Vec<f64> {
        self.present.iter().map(|(_, respondent)| respondent.weight).collect()
    }

    /// From one list of all options, or from short lists and then among the ones put first.
    fn draw_choice(&self, rows: &[Vec<f64>], divisions: &[Division], panel: &mut [Interviewed]) {
        let groups: Vec<Vec<usize>> = divisions.iter().flat_map(|division| division.members.clone()).collect();
        let lists = list_ids(self.options.len());
        let mut firsts: Vec<Vec<usize>> = vec![Vec::new(); panel.len()];
        for (at, id) in lists.iter().enumerate() {
            let shown: Vec<&[usize]> =
                self.present.iter().map(|(place, _)| form::list(form::dealt(self.forms, *place), at)).collect();
            let best_rows: Vec<Vec<f64>> = rows.iter().zip(&shown).map(|(row, shown)| among(row, shown)).collect();
            let worst_rows: Vec<Vec<f64>> = rows.iter().zip(&shown).map(|(row, shown)| last_of(row, shown)).collect();
            let best = draw::systematic(&best_rows, self.seed, id);
            let left: Vec<Vec<f64>> = (0..panel.len())
                .map(|index| answer::without(&worst_rows[index], best[index], |option| shown[index].contains(&option)))
                .collect();
            let worst = draw::systematic(&left, self.seed, &format!("{id}/second"));
            for (index, own) in panel.iter_mut().enumerate() {
                firsts[index].push(best[index]);
                own.picks.insert(id.clone(), vec![best[index], worst[index]]);
                own.distributions.insert(id.clone(), best_rows[index].clone());
                own.distributions.insert(answer::worst_of(id), worst_rows[index].clone());
            }
        }
        let rows: Vec<Vec<f64>> = match lists.is_empty() {
            true => rows.to_vec(),
            false => rows.iter().zip(&firsts).map(|(row, firsts)| among(row, firsts)).collect(),
        };
        let chosen = draw::balanced(&rows, &self.weights(), &groups, self.seed, PREFERENCE);
        for ((own, row), choice) in panel.iter_mut().zip(rows).zip(chosen) {
            own.picks.insert(PREFERENCE.to_owned(), vec![choice]);
            own.distributions.insert(PREFERENCE.to_owned(), row);
        }
    }

    /// What follows from the choice. Where nothing is known of an option's choosers, they are not asked.
    fn draw_later(&self, panel: &mut [Interviewed]) -> Result<(), DistributionError> {
        let choosers: Vec<Option<Choosers>> = self
            .forecast
            .choosers
            .iter()
            .map(|said| said.as_ref().map(|it| self.believed(it)).transpose())
            .collect::<Result<_, _>>()?;
        let known: Vec<(usize, &Choosers)> = (0..panel.len())
            .filter_map(|index| Some((index, choosers.get(panel[index].choice()?)?.as_ref()?)))
            .collect();
        let asked = |id: &str| self.questionnaire.questions.iter().find(|question| question.id == id);
        if let Some(question) = asked(DRIVERS) {
            let rows = known.iter().map(|(_, it)| it.reasons.clone()).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(CONCERN) {
            let rows = known.iter().map(|(_, it)| it.concerns.clone()).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(ACCEPTANCE) {
            let row = |it: &Choosers| rounded(&[1.0 - it.none, it.none]);
            let rows = known.iter().map(|(_, it)| row(it)).collect();
            self.draw(question, &known, rows, panel);
        }
        if let Some(question) = asked(LIKELIHOOD) {
            let rows = known.iter().map(|(index, it)| ratings(it, panel[*index].wants_none())).collect();
            self.draw(question, &known, rows, panel);
        }
        Ok(())
    }

    /// Draws a question's answers for those of whom something is known: one, or two where two are asked for.
    fn draw(&self, question: &Question, known: &[(usize, &Choosers)], rows: Vec<Vec<f64>>, panel: &mut [Interviewed]) {
        let first = draw::systematic(&rows, self.seed, &question.id);
        let second = (question.kind == QuestionKind::MultipleChoice).then(|| {
            let left: Vec<Vec<f64>> =
                rows.iter().zip(&first).map(|(row, taken)| answer::without(row, *taken, |_| true)).collect();
            draw::systematic(&left, self.seed, &format!("{}/second", question.id))
        });
        for (at, ((index, _), row)) in known.iter().zip(rows).enumerate() {
            let picks = [first[at]].into_iter().chain(second.as_ref().map(|second| second[at])).collect();
            panel[*index].picks.insert(question.id.clone(), picks);
            panel[*index].distributions.insert(question.id.clone(), row);
        }
    }

    /// What is kept of what an engine said of an option's choosers.
    fn believed(&self, said: &Choosers) -> Result<Choosers, DistributionError> {
        let kept = |id: &str, raw: &[f64]| {
            let asked = self.questionnaire.questions.iter().find(|question| question.id == id);
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
            reasons: kept(DRIVERS, &said.reasons)?,
            concerns: kept(CONCERN, &said.concerns)?,
            none: lambda * said.none.clamp(0.0, 1.0) + (1.0 - lambda) * NONE_UNKNOWN,
            likelihood: kept(LIKELIHOOD, &said.likelihood)?,
        })
    }

    /// Everything that a respondent answered, in the words that results use: the client's own for options.
    pub fn named(&self, index: usize, own: &Interviewed, text: Option<(&str, &str)>) -> Outcome {
        let mut answers = BTreeMap::new();
        let mut distributions = BTreeMap::new();
        for question in &self.questionnaire.questions {
            let Some(picked) = own.picks.get(&question.id) else { continue };
            answers.insert(question.id.clone(), value(question, picked));
            for ask in [question.id.clone(), answer::worst_of(&question.id)] {
                let Some(probabilities) = own.distributions.get(&ask) else { continue };
                let shown = self.shown(index, own, question);
                let each = shown.into_iter().map(|at| (name(question, at), probabilities[at]));
                distributions.insert(ask, each.collect());
            }
        }
        if let Some((question, text)) = text {
            answers.insert(question.to_owned(), AnswerValue::Text(text.to_owned()));
        }
        Outcome::Answered { answers, distributions }
    }

    /// The places of the answers that a respondent could pick.
    fn shown(&self, index: usize, own: &Interviewed, question: &Question) -> Vec<usize> {
        let lists = list_ids(self.options.len());
        let form = form::dealt(self.forms, self.present[index].0);
        if let Some(at) = lists.iter().position(|list| *list == question.id) {
            return form::list(form, at).to_vec();
        }
        match (question.kind, question.id.as_str()) {
            (QuestionKind::Rating, _) => (0..RATINGS.len()).collect(),
            (_, PREFERENCE) if !lists.is_empty() => {
                lists.iter().filter_map(|list| own.picks.get(list)?.first().copied()).collect()
            }
            _ => (0..question.options.len()).collect(),
        }
    }
}

impl Interviewed {
    /// The option chosen, by its place in the client's order.
    pub fn choice(&self) -> Option<usize> {
        self.first(PREFERENCE)
    }

    /// The first answer to a question, by its place.
    pub fn first(&self, question: &str) -> Option<usize> {
        self.picks.get(question).and_then(|picked| picked.first().copied())
    }

    fn wants_none(&self) -> Option<bool> {
        self.first(ACCEPTANCE).map(|answer| answer == 1)
    }
}

/// The distribution among some of the answers alone.
fn among(row: &[f64], shown: &[usize]) -> Vec<f64> {
    let total: f64 = shown.iter().map(|at| row[*at]).sum();
    let share = |at: usize| if shown.contains(&at) { row[at] / total } else { 0.0 };
    rounded(&(0..row.len()).map(share).collect::<Vec<_>>())
}

/// What is put last: the less an answer is put first, the more, as models of best and worst have it.
fn last_of(row: &[f64], shown: &[usize]) -> Vec<f64> {
    let inverse: Vec<f64> = row.iter().map(|p| 1.0 / p.max(f64::MIN_POSITIVE)).collect();
    among(&inverse, shown)
}

/// Ratings of one option's choosers, apart for those who want none of the options (the lowest part of the ratings, and
/// none of the high ones) and for the others, so that both together have the ratings that were said.
fn ratings(choosers: &Choosers, wants_none: Option<bool>) -> Vec<f64> {
    let Some(wants_none) = wants_none else { return choosers.likelihood.clone() };
    let none = choosers.none.clamp(0.0, 1.0);
    let mut left = none;
    let mut low = vec![0.0; choosers.likelihood.len()];
    for (place, share) in choosers.likelihood.iter().enumerate().take(RATING_OF_NONE_MAX + 1) {
        low[place] = share.min(left);
        left -= low[place];
    }
    // Where more want none than rate low, the rest of them stand at the middle all the same.
    low[RATING_OF_NONE_MAX.min(choosers.likelihood.len() - 1)] += left;
    let high: Vec<f64> = choosers.likelihood.iter().zip(&low).map(|(share, low)| (share - low).max(0.0)).collect();
    let own = if wants_none { low } else { high };
    let total: f64 = own.iter().sum();
    if total <= 0.0 { choosers.likelihood.clone() } else { rounded(&own.iter().map(|p| p / total).collect::<Vec<_>>()) }
}

fn name(question: &Question, at: usize) -> String {
    if question.kind == QuestionKind::Rating { RATINGS[at].to_owned() } else { question.options[at].clone() }
}

fn value(question: &Question, picked: &[usize]) -> AnswerValue {
    match (question.kind, picked) {
        (QuestionKind::Rating, [at, ..]) => AnswerValue::Rating(*at as i64 + 1),
        (QuestionKind::BestWorst, [best, worst, ..]) => {
            AnswerValue::BestWorst { best: name(question, *best), worst: name(question, *worst) }
        }
        (QuestionKind::MultipleChoice, picked) => {
            AnswerValue::Choices(picked.iter().map(|at| name(question, *at)).collect())
        }
        (_, picked) => AnswerValue::Text(picked.first().map_or_else(String::new, |at| name(question, *at))),
    }
}
