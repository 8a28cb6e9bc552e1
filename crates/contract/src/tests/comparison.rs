//! Comparisons of stored results: which options are the same, which columns there are, whose error each difference has.

use foundation::Language;
use serde_json::{Value, json};

use crate::*;

/// A report by a capable engine, and the same brief by the default one, which guesses at choices.
const CAPABLE: &str = include_str!("../../../pages/data/samples/en.json");
const DEFAULT: &str = include_str!("../../../pages/data/samples/en.default.json");

fn changed(sample: &str, change: impl FnOnce(&mut Value)) -> ReportResult {
    let mut report: Value = serde_json::from_str(sample).unwrap();
    change(&mut report);
    serde_json::from_value(report).unwrap()
}

fn capable() -> ReportResult {
    changed(CAPABLE, |_| {})
}

/// The same question about another country, with shares of its own.
fn in_france(shares: [f64; 4]) -> ReportResult {
    changed(CAPABLE, |report| {
        report["research_input"]["audience_filters"]["countries"] = json!(["FR"]);
        for (own, share) in report["analysis"]["winner"]["shares"].as_array_mut().unwrap().iter_mut().zip(shares) {
            own["share"] = json!(share);
        }
    })
}

fn with_options(options: &Value) -> ReportResult {
    changed(CAPABLE, |report| {
        for (at, option) in options.as_array().unwrap().iter().enumerate() {
            report["research_input"]["options"][at] = option.clone();
            report["research_input"]["optimized"]["options"][at] = option.clone();
            report["analysis"]["winner"]["shares"][at]["option"] = option.clone();
        }
    })
}

fn on_a_scale(steps: [&str; 4]) -> ReportResult {
    let mut report = with_options(&json!(steps));
    let steps = steps.map(str::to_owned).to_vec();
    report.analysis.scale = Some(ScaleShape {
        top_steps: steps[2..].to_vec(),
        steps,
        shares: vec![0.25; 4],
        mean: 2.5,
        mean_interval: [2.0, 3.0],
        top: 0.25,
        top_interval: [0.1, 0.4],
        bottom: 0.7,
        is_split: false,
    });
    report
}

fn compared(results: &[&ReportResult], people: &[Option<&PeopleView>]) -> Result<Comparison, ComparisonError> {
    let reports: Vec<ComparedReport<'_>> = results
        .iter()
        .zip(people.iter().chain(std::iter::repeat(&None)))
        .map(|(result, people)| ComparedReport { name: "req_x", result, people: *people, finished_on: None })
        .collect();
    Comparison::of(&reports, Language::En.into())
}

fn rule(one: &ReportResult, other: &ReportResult) -> ComparisonRule {
    compared(&[one, other], &[]).unwrap().pairs[0].rule
}

/// Answers of forty people: so many for each option.
fn people(result: &ReportResult, counts: [u32; 4]) -> PeopleView {
    let option = |(option, count): (&String, u32)| {
        let share = f64::from(count) / 40.0;
        json!({ "option": option, "forecast": 0.25, "forecast_interval": [0.1, 0.4], "count": count, "people": share,
            "people_interval": interval_around(share), "together": share, "together_interval": [0.1, 0.9], "probability_best": 0.5 })
    };
    let options: Vec<Value> = result.research_input.options.iter().zip(counts).map(option).collect();
    serde_json::from_value(json!({ "question": "?", "people": 40, "unfinished": 0, "flagged": 0, "options": options,
        "first": "x", "verdict": null, "is_settled": false, "people_to_settle": null, "ratings": [], "groups": [] }))
    .unwrap()
}

fn interval_around(share: f64) -> [f64; 2] {
    [(share - 0.15).max(0.0), (share + 0.15).min(1.0)]
}

#[test]
fn shares_and_intervals_are_those_of_the_reports() {
    let (one, other) = (capable(), in_france([0.3, 0.4, 0.2, 0.1]));
    let comparison = compared(&[&one, &other], &[]).unwrap();
    assert_eq!(comparison.matched_by, MatchedBy::Options);
    for row in &comparison.rows {
        for (result, cell) in [&one, &other].into_iter().zip(&row.cells) {
            let own = result.analysis.winner.shares.iter().find(|share| share.option == row.option).unwrap();
            let cell = cell.unwrap();
            assert_eq!((cell.share, cell.interval), (own.share, own.interval), "{}", row.option);
        }
    }
    let read: Vec<&str> = one.shares_as_read().into_iter().map(|share| share.option).collect();
    assert_eq!(comparison.rows.iter().map(|row| row.option.as_str()).collect::<Vec<_>>(), read);
    assert_eq!(comparison.columns.iter().map(|column| column.column.as_str()).collect::<Vec<_>>(), ["A", "B"]);
}

#[test]
fn two_audiences_by_one_engine_are_judged_by_its_measured_error_of_differences() {
    let base = capable();
    let share = |at: usize| base.analysis.winner.shares[at].share;
    let shares = [share(0) - 0.2, share(1) + 0.18, share(2) + 0.01, share(3) + 0.01];
    let comparison = compared(&[&base, &in_france(shares)], &[]).unwrap();
    let pair = &comparison.pairs[0];
    assert_eq!(pair.rule, ComparisonRule::Measured);
    assert!(pair.basis.contains("share its error") && pair.basis.contains("4.6 points"), "{}", pair.basis);
    let first = pair.differences[0].as_ref().unwrap();
    // 4.6 points, and the 15 % by which differences between groups would be shrunk.
    let half = 1.959_964 * (0.046_f64.powi(2) + (0.15 * first.difference).powi(2)).sqrt();
    let [low, high] = first.interval.unwrap();
    assert!((low - (first.difference - half)).abs() < 1e-6 && (high - (first.difference + half)).abs() < 1e-6);
    let changes: Vec<Change> = pair.differences.iter().flatten().map(|it| it.change).collect();
    assert_eq!(changes, [Change::Changed, Change::Changed, Change::Alike, Change::Alike]);
    assert_eq!(pair.summary, "2 of 4 differences are changes.");
    assert!(first.sentence.starts_with("“Hush Hour”: down 20 points, between"), "{}", first.sentence);
}

#[test]
fn the_rule_is_read_from_the_results() {
    let base = capable();
    assert_eq!(rule(&base, &base), ComparisonRule::Repeated);
    let reworded = changed(CAPABLE, |report| report["research_input"]["optimized"]["question"] = json!("Which tea?"));
    assert_eq!(rule(&base, &reworded), ComparisonRule::WordingsNotMeasured);
    let other_engine = changed(CAPABLE, |report| report["method"]["model"] = json!("another"));
    assert_eq!(rule(&base, &other_engine), ComparisonRule::Independent);
    let guess = changed(DEFAULT, |_| {});
    assert_eq!(rule(&base, &guess), ComparisonRule::Guess);
    let mut unmeasured = in_france([0.25; 4]);
    unmeasured.method.calibration.measured = None;
    assert_eq!(rule(&base, &unmeasured), ComparisonRule::AudiencesNotMeasured);
}

#[test]
fn people_have_columns_of_their_own_beside_the_forecast() {
    let (one, other) = (capable(), in_france([0.3, 0.4, 0.2, 0.1]));
    let (first, second) = (people(&one, [30, 4, 4, 2]), people(&other, [8, 24, 4, 4]));
    let comparison = compared(&[&one, &other], &[Some(&first), Some(&second)]).unwrap();
    let columns: Vec<&str> = comparison.columns.iter().map(|column| column.column.as_str()).collect();
    assert_eq!(columns, ["A", "A_people", "B", "B_people"]);
    let pairs: Vec<(&str, &str)> = comparison.pairs.iter().map(|pair| (pair.from.as_str(), pair.to.as_str())).collect();
    assert_eq!(pairs, [("A", "A_people"), ("A", "B"), ("B", "B_people"), ("A_people", "B_people")]);
    let of_people = &comparison.pairs[3];
    assert_eq!(of_people.rule, ComparisonRule::Independent);
    assert_eq!(of_people.differences[0].as_ref().unwrap().change, Change::Changed);
    assert_eq!(comparison.column("B_people").map(|column| column.respondents), Some(40));
    assert_ne!(comparison.pairs[0].basis, of_people.basis);
}

#[test]
fn options_match_by_the_clients_text_and_missing_ones_are_listed() {
    let base = capable();
    let other = with_options(&json!(["  HUSH  hour ", "Slow Moon", "Dozy", "Ｓomnara"]));
    let comparison = compared(&[&base, &other], &[]).unwrap();
    let rows: Vec<&str> = comparison.rows.iter().map(|row| row.option.as_str()).collect();
    assert_eq!(rows, ["Hush Hour", "Slow Moon", "Somnara"]);
    assert_eq!(
        (&comparison.columns[0].only_here, &comparison.columns[1].only_here),
        (&vec!["Nodwell".to_owned()], &vec!["Dozy".to_owned()])
    );
    assert!(comparison.notes[0].contains("don’t have all options in common"), "{:?}", comparison.notes);
    assert!(!compared(&[&base, &base], &[]).unwrap().notes[0].contains("in common"));
    let third = compared(&[&base, &other, &base], &[]).unwrap();
    let nodwell = third.rows.iter().find(|row| row.option == "Nodwell").unwrap();
    assert_eq!(nodwell.cells.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
    assert!(third.pairs[0].differences.iter().any(Option::is_none));
}

#[test]
fn scales_in_other_words_match_step_by_step() {
    let one = on_a_scale(["Never", "Seldom", "Often", "Always"]);
    let mut other = on_a_scale(["Nunca", "Rara vez", "A menudo", "Siempre"]);
    other.analysis.scale.as_mut().unwrap().top = 0.6;
    let comparison = compared(&[&one, &other], &[]).unwrap();
    assert_eq!(comparison.matched_by, MatchedBy::Scale);
    assert_eq!(comparison.rows.len(), 5);
    assert_eq!(comparison.rows[3].option, "Always");
    let top = &comparison.rows[4];
    assert_eq!((top.kind, top.option.as_str()), (ComparisonRowKind::UpperEnd, "Upper end (Often or Always)"));
    assert_eq!(top.cells.iter().flatten().map(|cell| cell.share).collect::<Vec<_>>(), [0.25, 0.6]);
    assert!(comparison.columns.iter().all(|column| column.only_here.is_empty()));
}

#[test]
fn what_has_nothing_in_common_is_refused() {
    let base = capable();
    let other = with_options(&json!(["a", "b", "c", "d"]));
    assert_eq!(compared(&[&base, &base, &other], &[]), Err(ComparisonError::NothingShared { place: 2 }));
    let mut prices = capable();
    prices.analysis.winner.estimator = Estimator::WouldBuy;
    assert_eq!(compared(&[&base, &prices], &[]), Err(ComparisonError::OtherMeasure { place: 1 }));
    assert_eq!(compared(&[&base], &[]), Err(ComparisonError::Count));
    assert_eq!(compared(&[&base; 7], &[]), Err(ComparisonError::Count));
    assert_eq!(compared(&[&base; 6], &[]).unwrap().columns.len(), 6);
    let said = ComparisonError::NothingShared { place: 2 }.message(Language::En);
    assert_eq!(said, "Report C shares neither an option nor a scale with report A, so there is nothing to compare.");
}
