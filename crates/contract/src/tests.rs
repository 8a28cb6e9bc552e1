//! Tests whole reports made from hand-made interviews: analysed, put into words and spelled as the contract does.

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineQuality, Evidence, analyze};
use forecast::calibration::Measured;
use forecast::joint::EffectiveSize;
use foundation::Language;
use foundation::chance::stream;
use language::Brief;
use language::brief::Draft;
use language::served;
use population::{Attribute, Filters, Respondent, sample};
use questionnaire::{QuestionId, form};
use rand::RngExt;
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
fn standing() -> EngineQuality {
    let measured = Measured { skill: 50.0, knows: true, ..Measured::default() };
    EngineQuality {
        measured: Some(measured),
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
    outcome_by(brief, &standing(), answer)
}

fn outcome_by(brief: &Brief, standing: &EngineQuality, answer: impl Fn(usize, &Respondent) -> Option<Says>) -> Outcome {
    let mut served = served::optimize(brief);
    served.wants_none = true;
    let questionnaire = questionnaire::design::questionnaire(brief, &served);
    let forms = form::forms(3, 1);
    let filters = Filters::adults();
    let respondents = sample::draw(&filters, brief.sample_size(), 1).unwrap();
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
    let findings = analyze(&Evidence {
        brief,
        served: &served,
        questionnaire: &questionnaire,
        candidates: 4942,
        forms: &forms,
        respondents: &respondents,
        interviews: &interviews,
        seed: 1,
        engine: standing,
    });
    let told = ReportInput {
        brief,
        served: &served,
        questionnaire: &questionnaire,
        engine: standing,
        findings: &findings,
        ages: (None, None),
    };
    let (words, facts) = words(&told);
    let audience = language::audience::understand("", None).unwrap();
    let engine = Engine {
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
    };
    let report = report(&ReportInputs {
        brief,
        served: &served,
        audience: &audience,
        filters: &filters,
        given_up: &[],
        questionnaire: &questionnaire,
        forms: &forms,
        respondents: &respondents,
        interviews: &interviews,
        findings: &findings,
        words: &words,
        names: None,
        standing,
        engine: &engine,
    });
    let Report { statistics, analysis, sample_data, .. } = report;
    Outcome { statistics, analysis, sample_data, facts }
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
    assert!(analysis.confidence.reason.contains("so small that it could be chance"));
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
    assert!(outcome.analysis.overview.summary.contains("stand"), "{}", outcome.analysis.overview.summary);
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

/// Somebody of the n-th panel: the choice by a share that the panel draws, and a wish for none that it draws as well.
fn drawn_panel(number: u64, language: Language) -> Outcome {
    let mut rng = stream(number, "contradictions");
    let [first, second, none]: [f64; 3] = std::array::from_fn(|_| rng.random());
    let (worth, skill, kind): (f64, f64, f64) = (rng.random(), rng.random(), rng.random());
    let standing = EngineQuality {
        measured: (kind > 0.2).then(|| Measured { skill: skill * 80.0, knows: kind > 0.4, ..Measured::default() }),
        effective_size: EffectiveSize::about(1.0 + worth * worth * 150.0),
        group_error: None,
        scale_size: 30.0,
        readings_apart: skill * 0.3,
        levelled: false,
        is_scripted: kind > 0.95,
    };
    let brief = brief(50, language);
    outcome_by(&brief, &standing, |index, _| {
        let place = index as f64 / 50.0;
        let option = if place < first {
            0
        } else if place < first + (1.0 - first) * second {
            1
        } else {
            2
        };
        let acceptance = usize::from(((index * 7) % 50) as f64 / 50.0 < none);
        Some(Says { acceptance, concern: index % 7, ..chooses(option)? })
    })
}

/// Asserts that verdict, tie, lead, intervals, probabilities and losses of a report on a choice agree.
fn assert_agrees_with_its_figures(analysis: &Analysis, told: &str) {
    let (ruling, winner) = (analysis.overview.ruling.as_ref().unwrap(), &analysis.winner);
    let [low, high] = winner.lead_interval;
    assert_eq!(winner.tie, low <= 0.0, "{told}");
    assert!(low <= winner.lead && winner.lead <= high && winner.lead >= 0.0, "{told}");
    for share in &winner.shares {
        let [low, high] = share.interval;
        assert!(0.0 <= low && low <= share.share && share.share <= high && high <= 1.0 && low < high, "{told}");
        assert!(share.share <= winner.support && share.probability_best <= winner.probability_best + 0.05, "{told}");
        let is_contender = winner.contenders.contains(&share.option);
        assert!(is_contender || share.probability_best < 0.1, "{told}");
    }
    assert_eq!(winner.tie, winner.contenders.contains(&winner.runner_up), "{told}");
    let range = ruling.people_range.unwrap();
    assert!(range.low <= range.high && (range.probability >= 0.8) == ruling.people_to_settle.is_some(), "{told}");
    if analysis
        .confidence
        .checks
        .iter()
        .any(|check| check.check == "engine_skill" && check.allows == ConfidenceLevel::Low)
        && ruling.verdict == Verdict::Open
    {
        return; // An engine that guesses has no verdict, whatever its figures.
    }
    let (best, losses) = (winner.probability_best, &ruling.expected_loss);
    match ruling.verdict {
        Verdict::Clear => assert!(!winner.tie && best >= 0.9, "{told}"),
        Verdict::Leaning => assert!(best >= 0.6 && (winner.tie || best < 0.9), "{told}"),
        Verdict::Shortlist => assert!(winner.tie && best < 0.6, "{told}"),
        Verdict::Open => {
            let is_alike = losses.values().all(|loss| *loss <= 0.04);
            assert!(best < 0.6 && is_alike == (ruling.open == Some(Openness::Alike)), "{told}");
        }
        Verdict::None => assert!(ruling.majority_none.is_some_and(|chance| chance >= 0.8), "{told}"),
    }
}

#[test]
fn a_thousand_reports_contradict_themselves_in_no_sentence() {
    for number in 0..334 {
        for language in Language::ALL {
            let Outcome { analysis, facts, .. } = drawn_panel(number, language);
            let ruling = analysis.overview.ruling.as_ref().unwrap();
            let statement = &analysis.overview.headline;
            let said = [statement, &ruling.next_step, &analysis.overview.summary, &analysis.confidence.reason];
            let all = said.map(String::as_str).join("\n");
            let told = format!("{number} {language}: {ruling:?}\n{all}");
            // Every sentence is one, and in the right number.
            assert!(!all.contains(['{', '}']) && !all.contains("verdict-") && !all.contains("next-"), "{told}");
            for wrong in
                [" 1 people", " 1 points", " 1 percentage points", " 1 personas", " 1 puntos", "(0%", " 0 people"]
            {
                assert!(!all.contains(wrong), "{wrong}: {told}");
            }
            let leader = facts.text("option");
            let is_led = matches!(ruling.verdict, Verdict::Clear | Verdict::Leaning);
            assert_eq!(statement.contains(leader) && ruling.options.len() == 1, is_led, "{told}");
            assert!(ruling.options.iter().all(|option| !ruling.dropped.contains(option)), "{told}");
            assert!(ruling.options.iter().chain(&ruling.dropped).all(|option| statement.contains(option)), "{told}");
            assert_agrees_with_its_figures(&analysis, &told);
            // The levels of confidence follow the verdict.
            let level = analysis.confidence.level;
            match ruling.verdict {
                Verdict::Open | Verdict::Shortlist => assert_eq!(level, ConfidenceLevel::Low, "{told}"),
                Verdict::Leaning => assert!(level < ConfidenceLevel::High, "{told}"),
                Verdict::Clear | Verdict::None => {}
            }
            // A lead that is chosen by is not said to be chance.
            let chance = wording::say(language, "confidence-lead-tie", &[]);
            assert!(ruling.verdict != Verdict::Clear || !analysis.confidence.reason.contains(&chance), "{told}");
            // Nobody is told to ask more people than would settle anything.
            let is_asked = |sentence: &str| sentence.contains(facts.text("people"));
            let is_feasible = ruling.people_range.is_some_and(|range| range.probability >= 0.5);
            let is_clear = ruling.verdict == Verdict::Clear;
            assert!(is_clear || is_feasible || !is_asked(&ruling.next_step), "{told}");
        }
    }
}
