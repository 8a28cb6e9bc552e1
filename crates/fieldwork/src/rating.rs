//! Joint estimates on scales: the likelihood question, and the question itself where its options are the steps of a scale.

use forecast::joint::{Answers, EffectiveSize, Estimate, Study};
use foundation::chance::stream;
use questionnaire::QuestionId;

use super::answer::CountedAnswer;
use super::joint::Criterion;
use super::report::SurveyedReport;

const SEED: u64 = 0;

/// Joint estimate of a mean on a scale whose steps count from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    pub question: QuestionId,
    pub steps: usize,
    /// Number of people who rated.
    pub people: usize,
    /// Mean of the forecast alone.
    pub forecast_mean: f64,
    pub mean: Estimate,
    /// Share of the two highest steps.
    pub top_two: Estimate,
}

pub(super) fn ratings(report: &SurveyedReport, people: &[CountedAnswer], weights: &[f64]) -> Vec<Rating> {
    let mut ratings = Vec::new();
    let forecast = &report.forecast;
    let effective_size = forecast.effective_size_prior();
    if let Criterion::UpperEnd { steps, .. } = &forecast.criterion {
        let on_scale: Vec<f64> = steps.iter().map(|at| forecast.shares[*at]).collect();
        let step = |person: &CountedAnswer| steps.iter().position(|at| Some(*at) == person.choice);
        ratings.extend(rated(QuestionId::Preference, &on_scale, &effective_size, people, weights, step));
    }
    if let Some(shares) = &report.likelihood {
        ratings.extend(rated(QuestionId::Likelihood, shares, &effective_size, people, weights, |person| {
            person.details.likelihood
        }));
    }
    ratings
}

fn rated(
    question: QuestionId,
    shares: &[f64],
    effective_size: &EffectiveSize,
    people: &[CountedAnswer],
    weights: &[f64],
    step: impl Fn(&CountedAnswer) -> Option<usize>,
) -> Option<Rating> {
    let steps = shares.len();
    let rated = people.iter().zip(weights).filter_map(|(person, weight)| Some((step(person)?, *weight)));
    let rated: Vec<(usize, f64)> = rated.filter(|(step, _)| *step < steps).collect();
    let total: f64 = shares.iter().sum();
    if rated.is_empty() || total <= 0.0 {
        return None;
    }
    let forecast: Vec<f64> = shares.iter().map(|share| share / total).collect();
    let people = rated.len();
    let answers = Answers::of(rated, steps);
    let rating = Study { forecast: &forecast, effective_size, answers: &answers }
        .rating(&mut stream(SEED, &question.to_string()));
    Some(Rating {
        question,
        steps,
        people,
        forecast_mean: forecast.iter().zip(1..).map(|(share, step)| share * f64::from(step)).sum(),
        mean: rating.mean,
        top_two: rating.top_two,
    })
}
