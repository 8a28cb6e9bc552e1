//! Complete reports with a known truth: planted effects are found, and absent ones are not. Seeds are fixed, so every
//! rate below is deterministic; the tolerances state how far it may be from the nominal one.

use std::ops::Range;

use contract::{Openness, RespondentRecord, Verdict};
use forecast::calibration::Measured;
use foundation::chance::stream;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Gamma};
use serde_json::{Map, Value, json};

use super::*;

/// Effective sample size of the scripted engine.
const ENGINE_SIZE: f64 = 50.0;

/// Reply of an engine that knows the true shares of "Option 1", "Option 2" …: of everybody, or of the named group.
pub(super) fn shares_said(ask: &DocumentRequest<'_>, truth: impl Fn(Option<&str>) -> Vec<f64>) -> Option<CallResult> {
    match ask.name {
        "forecast_whole" => Some(Ok(json!({ "shares": figures(ask.prompt, &truth(None)) }).into())),
        "forecast_groups" => {
            let groups = listed(ask.prompt).filter(|(mark, _)| mark.parse::<usize>().is_ok());
            let of_group = |(number, name): (&str, &str)| (number.to_owned(), figures(ask.prompt, &truth(Some(name))));
            let each: Map<String, Value> = groups.map(of_group).collect();
            Some(Ok(json!({ "groups": each }).into()))
        }
        _ => None,
    }
}

/// Percentages by the letter of each option, wherever it is listed.
fn figures(prompt: &str, shares: &[f64]) -> Value {
    let place = |option: &str| option.strip_prefix("Option ")?.parse::<usize>().ok();
    let lettered = listed(prompt)
        .filter_map(|(letter, option)| Some((letter.to_owned(), json!(100.0 * shares[place(option)? - 1]))));
    Value::Object(lettered.collect())
}

/// An engine that knows a planted truth, which may depend on the report's seed, and writes no open answers.
fn planted(truth: impl Fn(u64, Option<&str>) -> Vec<f64> + Send + Sync + 'static) -> Altered {
    let card = EngineCard { voices_max: 0, ..scripted_card() };
    Altered { card, ..Altered::new(move |ask| shares_said(ask, |group| truth(ask.seed, group))) }
}

/// An engine whose error equals the sampling error of `ENGINE_SIZE` people.
fn mistaken(truth: Vec<f64>) -> Altered {
    planted(move |seed, _| dirichlet(&truth, ENGINE_SIZE, &mut stream(seed, "planted/error")))
}

fn dirichlet(shares: &[f64], size: f64, rng: &mut ChaCha8Rng) -> Vec<f64> {
    let gammas: Vec<f64> = shares.iter().map(|share| Gamma::new(size * share, 1.0).unwrap().sample(rng)).collect();
    let total: f64 = gammas.iter().sum();
    gammas.into_iter().map(|gamma| gamma / total).collect()
}

fn of_mexico(options: usize, size: i64) -> Draft {
    Draft {
        question: "Which one would you choose?".to_owned(),
        options: numbered(options),
        sample_size: Some(size),
        audience_description: Some("adults in Mexico".to_owned()),
        language: None,
        ..Draft::default()
    }
}

/// The reports of an engine without a record over many seeds.
async fn reports(engine: &Altered, options: usize, size: i64, seeds: Range<u64>) -> Vec<Report> {
    reports_with(&unmeasured(&engine.card), engine, options, size, seeds).await
}

async fn reports_with(
    calibration: &Calibration,
    engine: &Altered,
    options: usize,
    size: i64,
    seeds: Range<u64>,
) -> Vec<Report> {
    let mut reports = Vec::new();
    for seed in seeds {
        let job = Job { calibration: calibration.clone(), ..job_from(of_mexico(options, size), seed, 1) };
        reports.push(made_with(&job, engine).await);
    }
    reports
}

/// A record that shows the engine's true effective sample size.
fn true_record(engine: &Altered) -> Calibration {
    let measured = Measured { knows: true, skill: 60.0, effective_size: ENGINE_SIZE, ..Measured::default() };
    Calibration { measured: Some(measured), ..unmeasured(&engine.card) }
}

fn rate(reports: &[Report], holds: impl Fn(&Report) -> bool) -> f64 {
    reports.iter().filter(|report| holds(report)).count() as f64 / reports.len() as f64
}

fn is_clear(report: &Report) -> bool {
    report.analysis.overview.ruling.as_ref().unwrap().verdict == Verdict::Clear
}

/// Whether the interval of an option's share covers the truth.
fn is_covered(report: &Report, option: usize, truth: f64) -> bool {
    let [low, high] = report.analysis.winner.shares[option].interval;
    (low..=high).contains(&truth)
}

#[tokio::test]
async fn shares_lie_within_their_intervals_at_the_nominal_rate() {
    let truth = vec![0.45, 0.3, 0.15, 0.1];
    let found = reports(&mistaken(truth.clone()), 4, 100, 0..200).await;
    for (option, share) in truth.into_iter().enumerate() {
        let covered = rate(&found, |report| is_covered(report, option, share));
        // Three standard errors of a rate over 200 runs.
        assert!((0.90..=0.995).contains(&covered), "option {option}: {covered}");
    }
}

#[tokio::test]
async fn the_planted_winner_wins_and_a_planted_tie_is_called_one() {
    let found = reports(&mistaken(vec![0.15, 0.6, 0.25]), 3, 100, 0..50).await;
    assert!(rate(&found, |report| report.analysis.winner.option == "Option 2") >= 0.95);
    let tied = mistaken(vec![0.4, 0.4, 0.2]);
    let found = reports_with(&true_record(&tied), &tied, 3, 100, 0..100).await;
    let called = rate(&found, |report| report.analysis.winner.tie);
    assert!(called >= 0.9, "{called}");
    // A clear verdict needs a lead whose 95 % interval excludes zero, so with two equal options one report in twenty has one.
    // Allows three standard errors.
    let clear = rate(&found, is_clear);
    assert!(clear <= 0.115, "{clear}");
    let led = mistaken(vec![0.15, 0.6, 0.25]);
    let found = [found, reports_with(&true_record(&led), &led, 3, 100, 0..20).await].concat();
    for report in &found {
        let analysis = &report.analysis;
        let is_sure = analysis.winner.probability_best >= 0.9 && !analysis.winner.tie;
        assert_eq!(is_clear(report), is_sure, "{:?}", analysis.overview);
        assert_eq!(
            is_clear(report),
            analysis.overview.headline.starts_with("Choose"),
            "{}",
            analysis.overview.headline
        );
    }
    assert!(rate(&found[100..], is_clear) >= 0.5, "a wide lead is clear");
}

#[tokio::test]
async fn without_a_record_nothing_is_clear() {
    let found = reports(&mistaken(vec![0.15, 0.6, 0.25]), 3, 100, 0..20).await;
    let is_sure = |report: &Report| report.analysis.winner.probability_best >= 0.9 && !report.analysis.winner.tie;
    assert!(rate(&found, is_sure) >= 0.5);
    assert!(!found.iter().any(is_clear));
}

#[tokio::test]
async fn a_planted_segment_is_found_and_none_that_was_not_planted() {
    let sexes = planted(|_, group| match group {
        Some("Female") => vec![0.75, 0.15, 0.1],
        Some("Male") => vec![0.35, 0.35, 0.3],
        _ => vec![0.55, 0.25, 0.2],
    });
    for report in reports(&sexes, 3, 200, 0..10).await {
        let segments = &report.analysis.segment_breakdown.segments;
        let notable: Vec<&Segment> = segments.iter().filter(|segment| segment.notable).collect();
        assert_eq!(notable.iter().map(|segment| segment.value.as_str()).collect::<Vec<_>>(), ["female", "male"]);
        // The engine states how the sexes differ from each other; their difference from everybody follows.
        for (segment, share) in notable.iter().zip([0.74, 0.34]) {
            assert!((segment.shares["Option 1"] - share).abs() < 0.06, "{segment:?}");
        }
    }
    for report in reports(&planted(|_, _| vec![0.5, 0.3, 0.2]), 3, 200, 0..10).await {
        let segments = &report.analysis.segment_breakdown.segments;
        assert!(segments.len() > 10 && segments.iter().all(|segment| !segment.notable));
    }
}

#[tokio::test]
async fn the_panel_adds_up_to_the_calibrated_whole_whatever_is_said_of_groups() {
    // Groups that contradict the total and each other.
    let engine = planted(|_, group| match group {
        Some("Female") => vec![0.7, 0.2, 0.1],
        Some("Male") => vec![0.6, 0.3, 0.1],
        Some("Urban") => vec![0.1, 0.1, 0.8],
        Some("Rural") => vec![0.8, 0.1, 0.1],
        _ => vec![0.3, 0.3, 0.4],
    });
    for (lambda, whole) in [(1.0, [0.3, 0.3, 0.4]), (0.4, [0.32, 0.32, 0.36])] {
        let mut job = job_from(of_mexico(3, 100), 1, 1);
        job.calibration.lambda = lambda;
        let findings = made_with(&job, &engine).await;
        let respondents = &findings.sample_data.respondents;
        let total: f64 = respondents.iter().map(|respondent| respondent.weight).sum();
        for (option, share) in numbered(3).iter().zip(whole) {
            let likely = |one: &RespondentRecord| one.weight * one.distributions[PREFERENCE][option];
            let sum = respondents.iter().map(likely).sum::<f64>() / total;
            assert!((sum - share).abs() < 0.001, "{lambda}: {option} has {sum} of {share}");
        }
        for (found, share) in findings.analysis.winner.shares.iter().zip(whole) {
            assert!((found.share - share).abs() < 0.02, "{lambda}: {found:?}");
        }
    }
}

#[tokio::test]
async fn short_lists_recover_the_shares_of_many_options() {
    const WORTHS: [f64; 12] = [0.22, 0.15, 0.12, 0.1, 0.09, 0.08, 0.07, 0.05, 0.04, 0.03, 0.03, 0.02];
    let found = reports(&planted(|_, _| WORTHS.to_vec()), 12, 200, 0..20).await;
    assert!(rate(&found, |report| report.analysis.winner.option == "Option 1") >= 0.95);
    for (option, worth) in WORTHS.into_iter().enumerate() {
        let shares: Vec<f64> = found.iter().map(|report| report.analysis.winner.shares[option].share).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((mean - worth).abs() < 0.015, "option {option}: {mean} for {worth}");
        let covered = rate(&found, |report| is_covered(report, option, worth));
        assert!(covered >= 0.95, "option {option}: {covered}");
    }
}

#[tokio::test]
async fn shares_from_short_lists_allow_for_the_engines_own_error() {
    for options in [8, 12, 20] {
        let truth = falling(options);
        let found = reports(&mistaken(truth.clone()), options, 100, 0..25).await;
        let held = |report: &Report| (0..options).filter(|option| is_covered(report, *option, truth[*option])).count();
        let rate = found.iter().map(held).sum::<usize>() as f64 / (options * found.len()) as f64;
        assert!((0.9..=0.995).contains(&rate), "{options} options: {rate}");
    }
}

/// Shares that decrease from the first option to the last.
fn falling(options: usize) -> Vec<f64> {
    let worths: Vec<f64> = (0..options).map(|option| 1.0 / (option as f64 + 3.0)).collect();
    let total: f64 = worths.iter().sum();
    worths.into_iter().map(|worth| worth / total).collect()
}

#[tokio::test]
async fn options_that_are_all_level_are_called_so() {
    let analysis = &reports(&planted(|_, _| vec![0.25; 4]), 4, 100, 0..1).await[0].analysis;
    assert_eq!(analysis.winner.contenders.len(), 4);
    let ruling = analysis.overview.ruling.as_ref().unwrap();
    assert_eq!((ruling.verdict, ruling.open), (Verdict::Open, Some(Openness::Unknown)), "{ruling:?}");
    let headline = &analysis.overview.headline;
    assert!(headline.contains("can’t tell which comes first"), "{headline}");
}

#[tokio::test]
async fn clones_are_told_from_individuals() {
    let clones = &reports(&planted(|_, _| vec![0.5, 0.3, 0.2]), 3, 50, 0..1).await[0].analysis.quality;
    assert!(clones.diversity < 1e-6 && clones.distinct < 0.1, "{clones:?}");
    let people = &reports(&Altered::in_nothing(), 3, 50, 0..1).await[0].analysis.quality;
    assert!(people.diversity > 0.05 && people.distinct > 0.5, "{people:?}");
}

#[tokio::test]
async fn two_picks_of_one_list_are_never_the_same_however_certain_the_engine_is() {
    for options in [4, 9, 20] {
        let certain = planted(move |_, _| (0..options).map(|option| if option == 0 { 1.0 } else { 0.0 }).collect());
        for respondent in &reports(&certain, options, 60, 0..1).await[0].sample_data.respondents {
            for answer in respondent.answers.values() {
                match answer {
                    AnswerValue::BestWorst { best, worst } => {
                        assert_ne!(best, worst);
                        assert!(respondent.form.contains(best) && respondent.form.contains(worst));
                    }
                    AnswerValue::Choices(picked) => assert!(picked.len() == 2 && picked[0] != picked[1], "{picked:?}"),
                    AnswerValue::Text(_) | AnswerValue::Rating(_) => {}
                }
            }
        }
    }
}

#[tokio::test]
async fn a_tenth_that_fails_leaves_the_numbers_of_the_rest() {
    let card = EngineCard { fail_rate: 0.1, ..scripted_card() };
    let engine = Altered { card, ..planted(|_, _| vec![0.6, 0.3, 0.1]) };
    let findings = made_with(&job_of(numbered(3), Language::En, 200, 8), &engine).await;
    let failed = findings.statistics.failed_respondent_count;
    assert!((8..35).contains(&failed), "{failed}");
    assert_eq!(findings.statistics.failure_rate, f64::from(failed) / 200.0);
    assert_recounts(&findings);
    assert_systematic(&findings);
    assert!((findings.analysis.winner.support - 0.6).abs() < 0.03);
    assert!(findings.analysis.overview.summary.contains(&format!("{failed} respondents could not be simulated")));
}
