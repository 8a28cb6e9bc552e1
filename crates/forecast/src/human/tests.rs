//! Cases, metrics and scores, by worked examples and against figures computed independently for the same cases.

mod measure;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::*;
use foundation::Language;
use foundation::chance::stream;
use language::QuestionFamily;

/// Words that form no scale, so that the prior is uniform.
const FRUITS: [&str; 6] = ["Pear", "Fig", "Plum", "Lemon", "Grape", "Mango"];

/// Synthetic little-known cases with very large samples, survey by survey.
pub(super) fn made(surveys: usize, cases_each: usize, options: usize) -> Vec<Case> {
    let make = |survey: usize, at: usize| {
        let mut case = open()[0].clone();
        (case.id, case.survey) = (format!("made-{survey:02}-{at}"), format!("made-{survey:02}"));
        case.options = FRUITS[..options].iter().map(|fruit| (*fruit).to_owned()).collect();
        case.shares = made_shares(&mut stream(1, &case.id), options);
        (case.n, case.n_eff, case.known) = (1_000_000, 1e6, Known::Little);
        (case.ordinal_scale, case.groups) = (Vec::new(), Vec::new());
        case
    };
    (0..surveys).flat_map(|survey| (0..cases_each).map(move |at| make(survey, at))).collect()
}

/// Shares that vary about as much as real ones.
pub(super) fn made_shares(rng: &mut ChaCha8Rng, options: usize) -> Vec<f64> {
    let drawn: Vec<f64> = (0..options).map(|_| rng.random_range(0.2_f64..1.0).powi(2)).collect();
    let total: f64 = drawn.iter().sum();
    drawn.into_iter().map(|share| share / total).collect()
}

/// Shipped cases whose results are widely known and for which independent figures exist.
pub(super) fn fivethirtyeight() -> &'static [Case] {
    let count = open().iter().take_while(|case| case.survey.starts_with("fte-")).count();
    &open()[..count]
}

fn case(options: usize, shares: &[f64], ordinal: bool) -> Case {
    let mut case = open()[0].clone();
    case.options = (0..options).map(|at| format!("option {at}")).collect();
    case.shares = shares.to_vec();
    case.ordinal_scale = if ordinal { (0..options).collect() } else { Vec::new() };
    case
}

fn file(change: impl FnOnce(&mut serde_json::Value)) -> String {
    let mut case = serde_json::json!({
        "id": "soup", "survey": "kitchen", "year": 2020, "country": "ES", "population": "adults", "language": "es",
        "question": "¿Caliente o fría?", "options": ["Caliente", "Fría"], "n": 400, "ordinal": false,
        "ordinal_scale": null, "shares": { "Fría": 0.25, "Caliente": 0.75 }, "by_segment": {},
    });
    change(&mut case);
    serde_json::Value::Array(vec![case]).to_string()
}

#[test]
fn a_case_is_read_with_its_shares_in_the_order_of_its_options() {
    let cases = parse(&file(|_| {})).unwrap();
    assert_eq!((cases[0].language, cases[0].n_eff), (Language::Es, 400.0));
    assert_eq!(cases[0].shares, [0.75, 0.25]);
    assert_eq!((cases[0].year, cases[0].known, cases[0].groups.len()), (Some(2020), Known::Little, 0));
}

#[test]
fn a_year_need_not_be_known_and_a_widely_known_result_says_so() {
    let cases = parse(&file(|case| {
        case["year"] = serde_json::Value::Null;
        case["known"] = "wide".into();
    }))
    .unwrap();
    assert_eq!((cases[0].year, cases[0].known), (None, Known::Wide));
}

#[test]
fn a_scale_of_all_options_need_not_be_listed() {
    assert_eq!(parse(&file(|case| case["ordinal"] = true.into())).unwrap()[0].ordinal_scale, [0, 1]);
    assert!(parse(&file(|_| {})).unwrap()[0].ordinal_scale.is_empty());
}

#[test]
fn groups_are_read_under_either_name_and_those_that_say_nothing_are_left_away() {
    let groups = serde_json::json!({
        "age": {
            "young": { "n": 40, "shares": { "Caliente": 1.0 } },
            "middle": { "n": 29, "shares": { "Caliente": 0.5, "Fría": 0.5 } },
            "older": { "n": 300, "shares": { "Caliente": 0.5, "Fría": 0.4 } },
            "old": { "n": 300, "shares": { "Fría": 0.505, "Caliente": 0.505 } },
        },
        "sex": { "women": { "n": 200, "shares": { "Caliente": 0.5, "Fría": 0.5 } } },
    });
    for name in ["by_segment", "groups"] {
        let cases = parse(&file(|case| case[name] = groups.clone())).unwrap();
        let [age] = &cases[0].groups[..] else { panic!("{:?}", cases[0].groups) };
        let [old, young] = &age.values[..] else { panic!("{age:?}") };
        assert_eq!((age.name.as_str(), old.label.as_str(), young.label.as_str()), ("age", "old", "young"));
        assert_eq!((old.n, young.n), (300, 40));
        assert_eq!(young.shares, [1.0, 0.0]);
        assert!((old.shares[0] - 0.5).abs() < 1e-12 && (old.shares[1] - 0.5).abs() < 1e-12);
    }
}

#[test]
fn a_bad_case_is_refused_with_its_id_and_the_reason() {
    let refusal = |change: fn(&mut serde_json::Value)| parse(&file(change)).unwrap_err().to_string();
    for (message, reason) in [
        (refusal(|case| case["language"] = "fr".into()), "language `fr`"),
        (refusal(|case| case["options"] = serde_json::json!(["Caliente"])), "1 options"),
        (refusal(|case| case["options"] = serde_json::json!(["Caliente", "Caliente"])), "the same"),
        (refusal(|case| case["options"] = serde_json::json!(["Caliente", "Tibia"])), "`Fría`, which is no option"),
        (refusal(|case| case["shares"] = serde_json::json!({ "Caliente": 1.0 })), "`Fría` has no share"),
        (refusal(|case| case["shares"]["Fría"] = 0.4.into()), "sum to 1.1500"),
        (refusal(|case| case["shares"] = serde_json::json!({ "Caliente": 1.5, "Fría": -0.5 })), "between 0 and 1"),
        (refusal(|case| case["question"] = " ".into()), "question is empty"),
    ] {
        assert!(message.starts_with("case `soup`") && message.contains(reason), "{message}");
    }
    assert!(parse("{}").unwrap_err().to_string().contains("not a JSON array"));
}

#[test]
fn distances_have_their_hand_worked_values() {
    assert!((total_variation(&[0.5, 0.3, 0.2], &[0.25, 0.25, 0.5]) - 0.3).abs() < 1e-12);
    // From one end of three steps to the other is the full length; to the middle is half of it.
    assert_eq!(wasserstein(&[1.0, 0.0, 0.0], &[0.0, 0.0, 1.0], &[0, 1, 2]), Some(1.0));
    assert_eq!(wasserstein(&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0, 1, 2]), Some(0.5));
    // Off-scale options are excluded: one side is split evenly over both ends, the other is all at the first.
    assert_eq!(wasserstein(&[0.25, 0.25, 0.5], &[0.8, 0.0, 0.2], &[0, 1]), Some(0.5));
    assert_eq!(wasserstein(&[1.0, 0.0], &[0.0, 1.0], &[]), None);
}

#[test]
fn ties_about_the_winner_count_by_expectation() {
    assert_eq!(top_agreement(&[0.6, 0.4], &[0.9, 0.1]), 1.0);
    assert_eq!(top_agreement(&[0.6, 0.4], &[0.1, 0.9]), 0.0);
    assert_eq!(top_agreement(&[0.6, 0.4], &[0.5, 0.5]), 0.5);
    assert_eq!(top_agreement(&[0.4, 0.4, 0.2], &[0.4, 0.2, 0.4]), 0.25);
}

#[test]
fn skill_is_what_is_gained_over_a_uniform_guess_summed_over_cases() {
    let (first, second) = (case(2, &[0.9, 0.1], true), case(4, &[0.55, 0.15, 0.15, 0.15], false));
    // TV of the uniform guess 0.4 and 0.3, of the predictions 0.1 and 0.25: 100 · (1 − 0.35 / 0.7).
    let predictions = [
        Prediction { case: &first, shares: vec![0.8, 0.2] },
        Prediction { case: &second, shares: vec![0.3, 0.4, 0.15, 0.15] },
    ];
    let score = Score::of(&predictions).unwrap();
    assert!((score.skill.unwrap() - 50.0).abs() < 1e-9);
    assert_eq!((score.winner_accuracy, score.winner_chance), (0.5, 0.375));
    assert!((score.wasserstein.unwrap() - 0.1).abs() < 1e-9 && (score.uniform_wasserstein.unwrap() - 0.4).abs() < 1e-9);
    let groups = by(&predictions, |case| case.options.len());
    assert!((groups[&2].skill.unwrap() - 75.0).abs() < 1e-9 && groups[&4].wasserstein.is_none());
    assert_eq!(Score::of(&[]), None);
}

#[test]
fn the_shipped_cases_have_the_figures_that_were_computed_elsewhere() {
    let uniform = |case: &Case| vec![1.0 / case.options.len() as f64; case.options.len()];
    let cases = fivethirtyeight();
    let guess: Vec<_> = cases.iter().map(|case| Prediction { case, shares: uniform(case) }).collect();
    let score = Score::of(&guess).unwrap();
    let floor = cases.iter().map(|case| panel(case, 100).total_variation).sum::<f64>() / cases.len() as f64;
    assert_eq!((score.cases, score.skill), (59, Some(0.0)));
    assert!((score.uniform_total_variation - 0.2458).abs() < 5e-4, "{score:?}");
    assert!((score.winner_chance - 0.2896).abs() < 5e-4 && (score.winner_accuracy - score.winner_chance).abs() < 1e-9);
    assert!((score.winner_ceiling - 0.838).abs() < 0.005, "{score:?}");
    assert!((score.uniform_wasserstein.unwrap() - 0.1479).abs() < 5e-4, "{score:?}");
    assert!((floor - 0.0568).abs() < 0.001, "{floor}");
}

#[test]
fn every_shipped_case_says_where_it_comes_from_and_on_which_terms() {
    let is_cited = |case: &Case| case.licence == "CC BY 4.0" && case.source.starts_with("FiveThirtyEight");
    assert!(fivethirtyeight().iter().all(|case| is_cited(case) && case.known == Known::Wide));
    assert!(open().iter().all(|case| !case.licence.is_empty() && !case.source.is_empty()));
}

#[test]
fn the_shipped_cases_are_of_all_languages_and_most_are_little_known() {
    let count = |holds: fn(&Case) -> bool| open().iter().filter(|case| holds(case)).count();
    assert_eq!((open().len(), count(|case| case.known == Known::Little)), (335, 244));
    let languages = [Language::En, Language::Es, Language::Zh];
    assert_eq!(languages.map(|own| open().iter().filter(|case| case.language == own).count()), [184, 82, 69]);
    assert_eq!(count(|case| !case.groups.is_empty()), 151);
    assert_eq!(count(|case| case.ordinal_scale.len() >= 3), 130);
}

#[test]
fn stated_confidence_is_compared_with_the_share_of_right_answers_bin_by_bin() {
    let bins = calibration(&[(0.1, 0.0), (0.2, 1.0), (0.9, 1.0), (1.0, 1.0)], 4);
    assert_eq!(bins.len(), 2);
    assert_eq!((bins[0].from, bins[0].to, bins[0].statements, bins[0].right), (0.0, 0.25, 2, 0.5));
    assert!((bins[0].stated - 0.15).abs() < 1e-12 && (bins[1].stated - 0.95).abs() < 1e-12);
    assert_eq!((bins[1].from, bins[1].right), (0.75, 1.0));
}

/// Share of the shipped cases whose wording alone tells the family that their file names, as it has to for a brief.
const FAMILY_TOLD_MIN: f64 = 0.80;

#[test]
fn the_wording_of_a_question_tells_its_family() {
    let told = |case: &&Case| QuestionFamily::of(case.language, &case.question, &case.options) == case.family;
    let missed: Vec<String> = open().iter().filter(|case| !told(case)).map(missed_family).collect();
    let share = 1.0 - missed.len() as f64 / open().len() as f64;
    assert!(share >= FAMILY_TOLD_MIN, "{share:.3}\n{}", missed.join("\n"));
}

fn missed_family(case: &Case) -> String {
    let told = QuestionFamily::of(case.language, &case.question, &case.options);
    format!("{} {:?} as {told:?}: {}", case.id, case.family, case.question)
}
