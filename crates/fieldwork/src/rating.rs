//! Answers on scales by forecast and people together: how likely people are to act on their choice, and the question itself where
//! its options are the steps of a scale.

use contract::ReportResult;
use contract::ids::{LIKELIHOOD, PREFERENCE};
use forecast::together::{Answers, Study, Worth};
use foundation::chance::stream;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::joined::{Forecast, Judged};
use super::told::Answered;

const SEED: u64 = 0;

/// A mean on a scale by forecast and people together. Its steps count from one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingView {
    /// The id of the question.
    pub question: String,
    pub steps: u32,
    /// How many people rated.
    pub people: u32,
    /// The forecast's mean alone.
    pub forecast_mean: f64,
    pub mean: f64,
    pub mean_interval: [f64; 2],
    /// The share of the two highest steps.
    pub top_two: f64,
    pub top_two_interval: [f64; 2],
}

pub(super) fn ratings(
    result: &ReportResult,
    forecast: &Forecast,
    people: &[Answered],
    weights: &[f64],
) -> Vec<RatingView> {
    let mut ratings = Vec::new();
    let worth = forecast.worth();
    if let Judged::ByUpperEnd { steps, .. } = &forecast.judged {
        let on_scale: Vec<f64> = steps.iter().map(|at| forecast.shares[*at]).collect();
        let step = |person: &Answered| steps.iter().position(|at| Some(*at) == person.choice);
        ratings.extend(rated(PREFERENCE, &on_scale, &worth, people, weights, step));
    }
    if let Some(shares) = likelihood(result) {
        ratings.extend(rated(LIKELIHOOD, &shares, &worth, people, weights, |person| person.told.likelihood));
    }
    ratings
}

fn rated(
    question: &str,
    shares: &[f64],
    worth: &Worth,
    people: &[Answered],
    weights: &[f64],
    step: impl Fn(&Answered) -> Option<usize>,
) -> Option<RatingView> {
    let steps = shares.len();
    let rated = people.iter().zip(weights).filter_map(|(person, weight)| Some((step(person)?, *weight)));
    let rated: Vec<(usize, f64)> = rated.filter(|(step, _)| *step < steps).collect();
    let total: f64 = shares.iter().sum();
    if rated.is_empty() || total <= 0.0 {
        return None;
    }
    let forecast: Vec<f64> = shares.iter().map(|share| share / total).collect();
    let people = u32::try_from(rated.len()).unwrap_or(u32::MAX);
    let answers = Answers::of(rated, steps);
    let rating = Study { forecast: &forecast, worth, answers: &answers }.rating(&mut stream(SEED, question));
    Some(RatingView {
        question: question.to_owned(),
        steps: u32::try_from(steps).unwrap_or(u32::MAX),
        people,
        forecast_mean: forecast.iter().zip(1..).map(|(share, step)| share * f64::from(step)).sum(),
        mean: rating.mean.value,
        mean_interval: rating.mean.interval,
        top_two: rating.top_two.value,
        top_two_interval: rating.top_two.interval,
    })
}

/// What is forecast of how likely people are to act, step by step.
fn likelihood(result: &ReportResult) -> Option<Vec<f64>> {
    let asked = result.sample_data.questionnaire.questions.iter().find(|question| question.id == LIKELIHOOD)?;
    let scale = asked.scale.as_ref()?;
    let mut shares = vec![0.0; usize::from(scale.max.saturating_sub(scale.min)) + 1];
    for respondent in &result.sample_data.respondents {
        let Some(chances) = respondent.distributions.get(LIKELIHOOD) else { continue };
        for (step, share) in (scale.min..=scale.max).zip(&mut shares) {
            *share += respondent.weight * chances.get(&step.to_string()).copied().unwrap_or(0.0);
        }
    }
    (shares.iter().sum::<f64>() > 0.0).then_some(shares)
}
