//! Tests whole reports made from hand-made interviews: analysed, put into words and spelled as the contract does.

mod comparison;
mod contradictions;
mod panels;
mod sentences;

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineQuality, Evidence, analyze};
use forecast::calibration::{FamilyRecord, Measured};
use forecast::joint::EffectiveSize;
use foundation::Language;
use language::brief::Draft;
use language::served;
use language::{Brief, QuestionFamily, Served};
use population::{Attribute, Filters, Respondent, sample};
use questionnaire::form::Form;
use questionnaire::{QuestionId, Questionnaire, form};
use wording::report::{FactTable, ReportInput, figures, words};

use crate::*;

/// What one respondent answers: places among each question's own answers.
#[derive(Clone)]
struct Says {
    option: usize,
    drivers: [usize; 2],
    concern: usize,
    acceptance: usize,
    rating: usize,
    text: String,
}

/// Somebody with a choice and nothing else to say.
fn chooses(option: usize) -> Option<Says> {
    Some(Says { option, drivers: [0, 1], concern: 6, acceptance: 0, rating: 3, text: format!("{option}") })
}

fn brief(size: u32, language: Language) -> Brief {
    let options = ["tea", "coffee", "water"].map(str::to_owned).to_vec();
    let language = Some(language.code().to_owned());
    let question = "Which drink do you prefer?".to_owned();
    Brief::parse(Draft { question, options, sample_size: Some(i64::from(size)), language, ..Draft::default() }).unwrap()
}

/// An engine that was measured and found good.
fn engine_quality() -> EngineQuality {
    let measured = Measured { skill: 50.0, knows: true, ..Measured::default() };
    EngineQuality {
        measured: Some(measured),
        family: QuestionFamily::Choices,
        effective_size: EffectiveSize::about(100.0),
        group_error: Some(0.046),
        scale_size: 100.0,
        readings_apart: 0.0,
        levelled: false,
        is_scripted: false,
    }
}

/// The report, and the facts that its sentences were made from.
struct Outcome {
    statistics: Statistics,
    analysis: Analysis,
    sample_data: SampleData,
    facts: FactTable,
}

/// Analyses a report of `size` respondents, where each answers or fails.
fn outcome(size: u32, answer: impl Fn(usize, &Respondent) -> Option<Says>) -> Outcome {
    outcome_in(&brief(size, Language::En), answer)
}

fn outcome_in(brief: &Brief, answer: impl Fn(usize, &Respondent) -> Option<Says>) -> Outcome {
    outcome_by(brief, &engine_quality(), answer)
}

fn outcome_by(
    brief: &Brief,
    engine_quality: &EngineQuality,
    answer: impl Fn(usize, &Respondent) -> Option<Says>,
) -> Outcome {
    let mut served = served::optimize(brief);
    served.wants_none = true;
    let questionnaire = questionnaire::design::questionnaire(brief, &served);
    let respondents = sample::draw(&Filters::adults(), brief.sample_size(), 1).unwrap();
    let answered = |says: Says| Interview {
        picks: BTreeMap::from([
            (QuestionId::Preference, vec![says.option]),
            (QuestionId::Drivers, says.drivers.to_vec()),
            (QuestionId::Concern, vec![says.concern]),
            (QuestionId::Acceptance, vec![says.acceptance]),
            (QuestionId::Likelihood, vec![says.rating - 1]),
        ]),
        distributions: BTreeMap::new(),
        text: Some(says.text),
    };
    let interview = |respondent: &Respondent| answer(respondent.id.0, respondent).map(answered);
    let interviews: Vec<Option<Interview>> = respondents.iter().map(interview).collect();
    let forms = form::forms(3, 1);
    Asked { brief, served: &served, questionnaire: &questionnaire, forms: &forms, respondents: &respondents }
        .outcome(&interviews, engine_quality)
}

/// A questionnaire and the people to whom it was put.
struct Asked<'a> {
    brief: &'a Brief,
    served: &'a Served,
    questionnaire: &'a Questionnaire,
    forms: &'a [Form],
    respondents: &'a [Respondent],
}

impl Asked<'_> {
    fn outcome(&self, interviews: &[Option<Interview>], engine_quality: &EngineQuality) -> Outcome {
        let Self { brief, served, questionnaire, forms, respondents } = *self;
        let findings = analyze(&Evidence {
            brief,
            served,
            questionnaire,
            candidates: 4942,
            forms,
            respondents,
            interviews,
            seed: 1,
            engine: engine_quality,
            earlier_forecast: &[],
        });
        let input = ReportInput {
            brief,
            served,
            questionnaire,
            engine: engine_quality,
            findings: &findings,
            ages: (None, None),
            country: None,
        };
        let (words, facts) = words(&input);
        let report = report(&ReportInputs {
            brief,
            served,
            audience: &language::audience::understand("", None).unwrap(),
            filters: &Filters::adults(),
            given_up: &[],
            questionnaire,
            forms,
            respondents,
            interviews,
            findings: &findings,
            words: &words,
            names: None,
            engine_quality,
            engine: &engine(),
            panel: None,
        });
        let Report { statistics, analysis, sample_data, .. } = report;
        Outcome { statistics, analysis, sample_data, facts }
    }
}

fn engine() -> Engine {
    Engine {
        name: "by hand".to_owned(),
        model: None,
        model_hash: None,
        adapter: None,
        adapter_hash: None,
        prompt_hashes: BTreeMap::new(),
        elicitation: String::new(),
        seed: 1,
        readings: 1,
        calibration: forecast::Calibration::identity(),
        own_studies: None,
        usage: forecast::Usage::default(),
        cost: None,
    }
}

/// A change here means that stored seeds no longer give the people they gave: say so in the changelog.
#[test]
fn people_are_the_same_on_every_machine() {
    let of = |countries: &[&str]| Filters {
        countries: countries.iter().map(|code| (*code).to_owned()).collect(),
        ..Filters::adults()
    };
    let hash = |filters: &Filters| {
        let drawn = sample::draw(filters, 300, 7).unwrap();
        let people: Vec<_> = drawn.iter().map(|it| (&it.display_name, Profile::from(&it.profile))).collect();
        let bytes = serde_json::to_vec(&people).unwrap();
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    let hashes = [hash(&of(&[])), hash(&of(&["MX"])), hash(&of(&["US"]))].map(|hash| format!("{hash:016x}"));
    assert_eq!(hashes, ["c205602ce6370b13", "1dda718b77d1d0f5", "89b41fd9ca20c9e0"]);
}

#[test]
fn a_tie_is_called_one_and_the_recommendation_says_that_it_cannot_tell() {
    let outcome = outcome(100, |index, _| chooses((index + 1) % 2));
    let analysis = &outcome.analysis;
    assert!(analysis.winner.tie && analysis.winner.lead_interval[0] < 0.0, "{:?}", analysis.winner);
    let ruling = analysis.overview.ruling.as_ref().unwrap();
    assert!(matches!(ruling.verdict, Verdict::Leaning | Verdict::Shortlist), "{ruling:?}");
    assert!(!analysis.overview.headline.starts_with("Choose"), "{}", analysis.overview.headline);
    assert_eq!(analysis.confidence.level, ConfidenceLevel::Low);
    let tie = wording::say(Language::En, "confidence-lead-tie", &[]);
    assert!(analysis.confidence.reason.contains(&tie), "{}", analysis.confidence.reason);
}

#[test]
fn a_clear_winner_passes_every_check() {
    let outcome = outcome(300, |index, _| chooses(usize::from(index % 7 == 0)));
    assert!(!outcome.analysis.winner.tie);
    assert_eq!(outcome.analysis.winner.option, "tea");
    let ruling = outcome.analysis.overview.ruling.as_ref().unwrap();
    assert_eq!((ruling.verdict, ruling.options.as_slice()), (Verdict::Clear, &["tea".to_owned()][..]));
    assert_eq!(outcome.analysis.overview.headline, "Choose “tea”.");
    assert_eq!(ruling.next_step, outcome.analysis.recommendation.summary);
    assert_eq!(outcome.analysis.confidence.level, ConfidenceLevel::High, "{:?}", outcome.analysis.confidence);
    assert!(outcome.analysis.confidence.reason.contains("Every check passes"));
}

#[test]
fn failed_respondents_are_missing_counted_and_said_to_be() {
    let outcome = outcome(100, |index, _| if index % 4 == 0 { None } else { chooses(2) });
    assert_eq!(outcome.statistics.failed_respondent_count, 25);
    assert_eq!(outcome.statistics.failure_rate, 0.25);
    assert_eq!(outcome.sample_data.respondents.len(), 75);
    assert_eq!(outcome.analysis.winner.support, 1.0);
    assert!(outcome.analysis.confidence.reason.contains("25%"));
    assert!(outcome.analysis.overview.summary.contains("Of 75 simulated respondents"));
}

#[test]
fn shares_are_weighted_counts_that_can_be_counted_again() {
    let outcome = outcome(150, |index, _| chooses(index % 3 % 2));
    let records = &outcome.sample_data.respondents;
    for share in &outcome.analysis.winner.shares {
        let chose =
            |record: &&RespondentRecord| record.answers["preference"] == AnswerValue::Text(share.option.clone());
        let of = |records: Vec<&RespondentRecord>| records.iter().map(|record| record.weight).sum::<f64>();
        let counted = of(records.iter().filter(chose).collect()) / of(records.iter().collect());
        assert!((share.share - counted).abs() < 1e-12);
        assert_eq!(share.count as usize, records.iter().filter(chose).count());
    }
}

#[test]
fn more_answers_than_the_engine_is_worth_narrow_no_interval() {
    let width = |size| {
        let [low, high] = outcome(size, |index, _| chooses(index % 2)).analysis.winner.interval;
        high - low
    };
    assert!((width(200) - width(1000)).abs() < 0.01);
    assert!(width(50) > width(200) + 0.05);
}

#[test]
fn a_planted_segment_is_notable_and_small_groups_are_hidden() {
    let outcome = outcome(200, |index, respondent| {
        let is_woman = respondent.profile.word(Attribute::Sex) == Some("female");
        chooses(if is_woman { 0 } else { usize::from(index % 4 != 0) })
    });
    let segments = &outcome.analysis.segment_breakdown.segments;
    assert!(segments.iter().all(|segment| segment.count >= 20));
    let women = segments.iter().find(|segment| segment.value == "female").unwrap();
    assert!(women.notable && women.difference > 0.5, "{women:?}");
    assert!(women.difference < women.difference_observed);
    assert_eq!(women.winner, "tea");
    assert!((women.shares.values().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(
        outcome.analysis.overview.summary.contains("Those who differ most are women"),
        "{}",
        outcome.analysis.overview.summary
    );
}

#[test]
fn drivers_and_risks_are_what_was_picked() {
    let outcome = outcome(100, |index, _| {
        let even = index % 2 == 0;
        let (drivers, concern, rating) = if even { ([0, 7], 0, 2) } else { ([1, 7], 6, 5) };
        Some(Says { option: index % 2, drivers, concern, acceptance: 0, rating, text: String::new() })
    });
    let drivers = &outcome.analysis.driver_breakdown.drivers;
    let labels: Vec<&str> = drivers.iter().map(|driver| driver.driver.as_str()).collect();
    assert_eq!(labels.len(), 2, "the residual answer is no driver: {labels:?}");
    assert!(labels.contains(&"Value for money") && labels.contains(&"Quality"));
    let value = drivers.iter().find(|driver| driver.driver == "Value for money").unwrap();
    assert_eq!((value.count, value.by_option["tea"], value.by_option["coffee"]), (50, 1.0, 0.0));
    assert_eq!(outcome.analysis.risk_breakdown.risks.len(), 1, "nothing in particular is no risk");
    let risk = &outcome.analysis.risk_breakdown.risks[0];
    assert_eq!((risk.risk.as_str(), risk.count, risk.severity), ("High cost", 50, Severity::High));
}

#[test]
fn acceptance_and_likelihood_are_reported_with_their_intervals() {
    let outcome = outcome(100, |index, _| {
        Some(Says { acceptance: usize::from(index % 5 == 0), rating: 1 + index % 5, ..chooses(0)? })
    });
    let acceptance = outcome.analysis.acceptance.unwrap();
    assert!((acceptance.share_none - 0.2).abs() < 0.05 && acceptance.share_unsure == 0.0);
    assert!(acceptance.none_interval[0] < acceptance.share_none && acceptance.share_none < acceptance.none_interval[1]);
    let likelihood = outcome.analysis.likelihood.unwrap();
    assert_eq!(likelihood.counts, [20; 5]);
    assert!((likelihood.mean - 3.0).abs() < 0.2);
    assert!(likelihood.interval[0] < likelihood.mean && likelihood.mean < likelihood.interval[1]);
}

#[test]
fn every_figure_of_the_sentences_is_in_the_fact_table() {
    for language in Language::ALL {
        let brief = brief(100, language);
        let outcome = outcome_in(&brief, |index, _| if index % 10 == 0 { None } else { chooses(index % 2) });
        let known = outcome.facts.figures();
        let analysis = &outcome.analysis;
        let said = [
            &analysis.overview.headline,
            &analysis.overview.summary,
            &analysis.recommendation.summary,
            &analysis.confidence.reason,
        ];
        for sentence in said {
            let unknown: Vec<String> = figures(sentence).into_iter().filter(|figure| !known.contains(figure)).collect();
            assert!(unknown.is_empty(), "{language}: {unknown:?} in {sentence}");
        }
    }
}

#[test]
fn an_engine_that_guesses_on_such_questions_can_t_tell_whatever_its_record_elsewhere() {
    let record = FamilyRecord {
        family: QuestionFamily::Choices,
        cases: 17,
        surveys: 10,
        pooled: false,
        skill: 4.0,
        knows: false,
        winner_accuracy: 0.3,
        chance: 0.3,
    };
    let measured = Measured { skill: 50.0, knows: true, by_family: vec![record], ..Measured::default() };
    let guessing = EngineQuality { measured: Some(measured), ..engine_quality() };
    let elsewhere = EngineQuality { family: QuestionFamily::Opinions, ..guessing.clone() };
    for language in Language::ALL {
        let brief = brief(50, language);
        let of = |engine| outcome_by(&brief, engine, |_, _| chooses(0)).analysis;
        let (unable, able) = (of(&guessing), of(&elsewhere));
        let ruling = unable.overview.ruling.as_ref().unwrap();
        assert_eq!((ruling.verdict, ruling.open), (Verdict::Open, Some(Openness::Guess)));
        let scope = wording::say(language, "worth-scope-choices", &[]);
        assert_eq!(unable.overview.headline, wording::say(language, "verdict-guessing", &[]));
        assert!(unable.recommendation.summary.contains(&scope), "{}", unable.recommendation.summary);
        let tie = wording::say(language, "confidence-lead-tie", &[]);
        assert!(!unable.confidence.reason.contains(&tie), "{}", unable.confidence.reason);
        assert_eq!(able.overview.ruling.as_ref().unwrap().verdict, Verdict::Clear);
    }
}
