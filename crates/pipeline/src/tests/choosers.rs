//! The questions after the choice: reasons, concerns, acceptance and likelihood are recovered from planted choosers'
//! distributions, and the answers of one respondent are consistent.

use contract::RespondentRecord;
use contract::ids::ACCEPTANCE;
use forecast::prior::Prior;
use serde_json::{Map, Value, json};

use super::recovery::shares_said;
use super::*;

const WHOLE: [f64; 3] = [0.5, 0.3, 0.2];
/// Main reason and main concern of each option's choosers, and the percentage who name it.
const REASONS: [&str; 3] = ["Quality", "Value for money", "Trust"];
const CONCERNS: [&str; 3] = ["High cost", "Effort required", "Lack of proof"];
const NAMED_BY: f64 = 60.0;
/// Percentage of each option's choosers who would rather have none, and who give each rating.
const NONE: [f64; 3] = [10.0, 40.0, 20.0];
const RATINGS: [[f64; 5]; 3] =
    [[5.0, 10.0, 25.0, 35.0, 25.0], [25.0, 25.0, 30.0, 15.0, 5.0], [10.0, 20.0, 40.0, 20.0, 10.0]];

/// One main answer, and the rest spread evenly over the others.
fn mainly(main: &str, list: &[&str]) -> Value {
    assert!(list.contains(&main), "{main} is not among {list:?}");
    let rest = (100.0 - NAMED_BY) / (list.len() - 1) as f64;
    let share = |(at, text): (usize, &&str)| {
        let share = if *text == main { NAMED_BY } else { rest };
        ((at + 1).to_string(), json!(share))
    };
    Value::Object(list.iter().enumerate().map(share).collect())
}

/// The numbered lists of a prompt; each begins with 1.
fn lists(prompt: &str) -> Vec<Vec<&str>> {
    let mut lists: Vec<Vec<&str>> = Vec::new();
    for (mark, text) in listed(prompt).filter(|(mark, _)| mark.parse::<usize>().is_ok()) {
        if mark == "1" {
            lists.push(Vec::new());
        }
        lists.last_mut().unwrap().push(text);
    }
    lists
}

fn choosers_said(prompt: &str, none: [f64; 3], ratings: [[f64; 5]; 3]) -> CallResult {
    let option = numbered(3).iter().position(|option| option == chosen(prompt)).unwrap();
    let lists = lists(prompt);
    let ratings: Map<String, Value> =
        ratings[option].iter().enumerate().map(|(at, share)| ((at + 1).to_string(), json!(share))).collect();
    Ok(json!({
        "reasons": mainly(REASONS[option], &lists[0]),
        "concerns": mainly(CONCERNS[option], &lists[1]),
        "none": none[option],
        "likelihood": ratings,
    })
    .into())
}

async fn planted() -> Report {
    planted_with(NONE, RATINGS).await
}

async fn planted_with(none: [f64; 3], ratings: [[f64; 5]; 3]) -> Report {
    let engine = Altered::new(move |ask| match ask.name {
        "forecast_choosers" => Some(choosers_said(ask.prompt, none, ratings)),
        _ => shares_said(ask, |_| WHOLE.to_vec()),
    });
    made_with(&job_of(numbered(3), Language::En, 200, 8), &engine).await
}

/// Mean of the options' figures, weighted by their shares.
fn over_all(of_option: impl Fn(usize) -> f64) -> f64 {
    WHOLE.iter().enumerate().map(|(option, share)| share * of_option(option)).sum()
}

fn choice(respondent: &RespondentRecord) -> usize {
    let chosen = |option: &String| respondent.answers[PREFERENCE] == AnswerValue::Text(option.clone());
    numbered(3).iter().position(chosen).unwrap()
}

#[tokio::test]
async fn reasons_and_concerns_are_those_of_each_options_choosers() {
    let findings = planted().await;
    for (option, name) in numbered(3).iter().enumerate() {
        let drivers = &findings.analysis.driver_breakdown.drivers;
        let driver = drivers.iter().find(|driver| driver.driver == REASONS[option]).unwrap();
        let risk = findings.analysis.risk_breakdown.risks.iter().find(|risk| risk.risk == CONCERNS[option]).unwrap();
        for (other, share) in &driver.by_option {
            // Two reasons are given, so even a rare first reason is named by some.
            assert_eq!(*share > 0.6, other == name, "{other}: {driver:?}");
            assert!(other == name || *share < 0.4, "{other}: {driver:?}");
        }
        for (other, share) in &risk.by_option {
            assert_eq!(*share > 0.4, other == name, "{other}: {risk:?}");
            assert!(other == name || *share < 0.25, "{other}: {risk:?}");
        }
    }
}

#[tokio::test]
async fn every_distribution_is_what_was_said_of_those_who_chose_alike() {
    let findings = planted().await;
    for respondent in &findings.sample_data.respondents {
        let option = choice(respondent);
        for (question, main) in [(DRIVERS, REASONS[option]), (CONCERN, CONCERNS[option])] {
            let p = respondent.distributions[question][main];
            assert!((p - NAMED_BY / 100.0).abs() < 1e-5, "{question}: {p}");
        }
    }
}

#[tokio::test]
async fn how_many_want_none_and_how_likely_the_others_are_is_recovered() {
    let analysis = planted().await.analysis;
    let none = over_all(|option| NONE[option] / 100.0);
    let acceptance = analysis.acceptance.unwrap();
    assert!((acceptance.share_none - none).abs() < 0.03, "{acceptance:?} for {none}");
    assert_eq!(acceptance.share_unsure, 0.0);
    let likelihood = analysis.likelihood.unwrap();
    let rated = |option: usize| (1..=5).map(|rating| rating as f64 * RATINGS[option][rating - 1] / 100.0).sum::<f64>();
    let mean = over_all(rated);
    assert!((likelihood.mean - mean).abs() < 0.12, "{likelihood:?} for {mean}");
    for (at, count) in likelihood.counts.iter().enumerate() {
        let expected = 200.0 * over_all(|option| RATINGS[option][at] / 100.0);
        assert!((f64::from(*count) - expected).abs() < 7.0, "rating {}: {count} for {expected}", at + 1);
    }
}

/// The choosers' document with `none` as given, and with the ratings as fractions.
async fn planted_with_none(none: Value) -> Report {
    let engine = Altered::new(move |ask| match ask.name {
        "forecast_choosers" => Some(choosers_said(ask.prompt, NONE, RATINGS).map(|mut reply| {
            reply.value["none"] = none.clone();
            for share in reply.value["likelihood"].as_object_mut().unwrap().values_mut() {
                *share = json!(share.as_f64().unwrap() / 100.0);
            }
            reply
        })),
        _ => shares_said(ask, |_| WHOLE.to_vec()),
    });
    made_with(&job_of(numbered(3), Language::En, 200, 8), &engine).await
}

#[tokio::test]
async fn how_many_want_none_is_read_in_its_own_unit() {
    let findings = planted_with_none(json!(12)).await;
    let acceptance = findings.analysis.acceptance.unwrap();
    assert!((acceptance.share_none - 0.12).abs() < 0.03, "{acceptance:?}");
    assert_eq!(findings.statistics.partial_respondent_count, 0);
}

#[tokio::test]
async fn choosers_with_an_impossible_or_ambiguous_figure_are_lost_and_counted() {
    for none in [json!(120), json!(-3), json!("NaN"), json!(0.4)] {
        let findings = planted_with_none(none.clone()).await;
        assert_eq!(findings.statistics.partial_respondent_count, 200, "{none}");
        assert!(findings.analysis.acceptance.is_none(), "{none}");
    }
}

#[tokio::test]
async fn what_an_engine_says_of_every_question_alike_is_left_out() {
    let known = Prior::shipped().shares(Language::En, &["1", "2", "3", "4", "5"]);
    let usual: [f64; 5] = std::array::from_fn(|at| known[at] * 100.0);
    let analysis = planted_with([20.0; 3], [usual; 3]).await.analysis;
    assert_eq!((analysis.acceptance, analysis.likelihood), (None, None));
}

#[tokio::test]
async fn nobody_who_wants_none_of_the_options_is_likely_to_take_one() {
    let findings = planted().await;
    let questions = &findings.sample_data.questionnaire.questions;
    let none = &questions.iter().find(|question| question.id == ACCEPTANCE).unwrap().options[1];
    let wants_none = |one: &&RespondentRecord| one.answers[ACCEPTANCE] == AnswerValue::Text(none.clone());
    let unwilling: Vec<&RespondentRecord> = findings.sample_data.respondents.iter().filter(wants_none).collect();
    assert!(unwilling.len() > 20, "{}", unwilling.len());
    for respondent in unwilling {
        let rating = &respondent.answers[LIKELIHOOD];
        assert!(matches!(rating, AnswerValue::Rating(1..=3)), "{rating:?}");
    }
}
