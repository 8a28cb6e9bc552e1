//! Findings from hand-made interviews whose truth is known.

use std::collections::BTreeMap;

use super::*;
use crate::answer::Outcome as Answered;
use crate::brief::{Draft, Language};
use crate::questionnaire::{LIKELIHOOD, PREFERENCE, REASON};
use crate::report::{AnswerValue, ConfidenceLevel};
use crate::{audience, form, questionnaire, sample, served};

/// Analyzes a survey of `size` where each respondent answers (option, rating, text), or fails.
fn outcome(size: u32, answer: impl Fn(usize, &Respondent) -> Option<(usize, i64, String)>) -> Outcome {
    let options = ["tea", "coffee", "water"].map(str::to_owned).to_vec();
    let draft =
        Draft { question: "Which?".to_owned(), options, sample_size: Some(i64::from(size)), ..Draft::default() };
    let brief = Brief::parse(draft).unwrap();
    let served = served::optimize(&brief);
    let questionnaire = questionnaire::questionnaire(&brief, &served);
    let forms = form::forms(3, 1);
    let respondents = sample::draw(&audience::filters(None, Language::En), size, 1).unwrap();
    let interviews: Vec<Interview> = respondents
        .iter()
        .enumerate()
        .map(|(index, respondent)| Interview {
            respondent_id: respondent.id.clone(),
            outcome: answer(index, respondent).map_or(Answered::Failed { reason: "no".to_owned() }, |given| {
                let (option, rating, text) = given;
                Answered::Answered {
                    answers: BTreeMap::from([
                        (PREFERENCE.to_owned(), AnswerValue::Text(brief.options()[option].clone())),
                        (LIKELIHOOD.to_owned(), AnswerValue::Rating(rating)),
                        (REASON.to_owned(), AnswerValue::Text(text)),
                    ]),
                    distributions: BTreeMap::new(),
                }
            }),
        })
        .collect();
    let engine = EngineStanding { skill: Some(50.0), is_scripted: false };
    analyze(&Evidence {
        brief: &brief,
        served: &served,
        questionnaire: &questionnaire,
        candidates: 4942,
        forms: &forms,
        respondents: &respondents,
        interviews: &interviews,
        seed: 1,
        engine,
    })
}

#[test]
fn a_tie_is_called_one_and_labelled_in_client_order() {
    let outcome = outcome(100, |index, _| Some(((index + 1) % 2, 3, String::new())));
    let winner = &outcome.analysis.winner;
    assert_eq!((winner.option.as_str(), winner.tie, winner.lead), ("tea", true, 0.0));
    assert!(outcome.analysis.recommendation.summary.contains("can't tell"));
    assert!(outcome.analysis.overview.headline.contains("Too close to call"));
    assert_eq!(outcome.analysis.confidence.level, ConfidenceLevel::Low);
}

#[test]
fn a_clear_winner_passes_every_check() {
    let outcome = outcome(300, |index, _| Some((usize::from(index % 7 == 0), 4, String::new())));
    assert!(!outcome.analysis.winner.tie);
    assert_eq!(outcome.analysis.winner.option, "tea");
    assert_eq!(outcome.analysis.confidence.level, ConfidenceLevel::High, "{:?}", outcome.analysis.confidence);
}

#[test]
fn failed_respondents_are_missing_and_counted() {
    let outcome = outcome(100, |index, _| (index % 4 != 0).then(|| (2, 3, String::new())));
    assert_eq!(outcome.statistics.failed_respondent_count, 25);
    assert_eq!(outcome.statistics.failure_rate, 0.25);
    assert_eq!(outcome.sample_data.respondents.len(), 75);
    assert_eq!(outcome.analysis.winner.support, 1.0);
    assert!(outcome.analysis.confidence.reason.contains("25%"));
}

#[test]
fn a_planted_segment_is_notable_and_small_groups_are_hidden() {
    let outcome = outcome(200, |index, respondent| {
        let is_woman = respondent.profile.sex.as_deref() == Some("female");
        Some((if is_woman { 0 } else { usize::from(index % 4 != 0) }, 3, String::new()))
    });
    let segments = &outcome.analysis.segment_breakdown.segments;
    assert!(segments.iter().all(|segment| segment.count >= 20));
    let women = segments.iter().find(|segment| segment.value == "female").unwrap();
    assert!(women.notable && women.difference > 0.5, "{women:?}");
    assert_eq!(women.winner, "tea");
    assert!((women.shares.values().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn reasons_concerns_and_themes_come_from_the_text() {
    let outcome = outcome(100, |index, _| {
        let text = if index % 2 == 0 { "It is affordable" } else { "I trust it, but it is too expensive" };
        Some((index % 2, if index % 2 == 0 { 5 } else { 2 }, text.to_owned()))
    });
    let analysis = &outcome.analysis;
    let labels: Vec<&str> = analysis.driver_breakdown.drivers.iter().map(|driver| driver.driver.as_str()).collect();
    assert_eq!(labels, ["Value for money", "Trust"]);
    assert_eq!(analysis.driver_breakdown.drivers[0].lift, None);
    assert_eq!(analysis.driver_breakdown.drivers[1].lift, Some(0.0));
    let risk = &analysis.risk_breakdown.risks[0];
    assert_eq!((risk.risk.as_str(), risk.share, risk.by_option["coffee"]), ("Cost", 0.5, 1.0));
    assert_eq!(analysis.open_text_themes.len(), 3);
    assert_eq!(analysis.open_text_themes[0].quotes.len(), 1, "equal texts are quoted once");
}
