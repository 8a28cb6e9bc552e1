//! Fits the prior to a file of survey cases and prints its skill.
//!
//!     cargo run -p forecast --example prior -- CASES.json [PRIOR.json]
//!
//! The skill is cross-validated by survey, for the complete prior and without each group of traits. The weights fitted
//! on all cases are written to PRIOR.json if it is given.

use std::collections::BTreeSet;
use std::error::Error;

use forecast::human::{self, Case, Prediction, Score};
use forecast::prior::{self, Prior, RIDGE, Trait};

const GROUPS: [(&str, &[Trait]); 7] = [
    (
        "tilt (which side)",
        &[Trait::TiltOpposites, Trait::TiltDegree, Trait::TiltFrequency, Trait::TiltChange, Trait::TiltLevel],
    ),
    ("tilt, opposites alone", &[Trait::TiltOpposites]),
    ("yes", &[Trait::Yes]),
    ("ends", &[Trait::Ends]),
    ("ends of long frequencies", &[Trait::EndsLongFrequency]),
    ("bare words", &[Trait::Bare]),
    ("don't know, other, none, unfamiliar", &[Trait::Unsure, Trait::Other, Trait::Unfamiliar]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let cases = arguments.next().ok_or("which file of cases?")?;
    let cases = human::parse(&std::fs::read_to_string(cases)?)?;
    describe(&cases);
    println!("{:44} {:>23}   {:>23}", "", "core: all en es zh win", "every case");
    judge("all traits", &cases, prior::fit);
    for ridge in [RIDGE / 2.0, RIDGE * 2.0] {
        judge(&format!("ridge {ridge}"), &cases, |others| prior::fit_with(others, &Trait::ALL, ridge));
    }
    for (name, group) in GROUPS {
        let kept: Vec<Trait> = Trait::ALL.into_iter().filter(|it| !group.contains(it)).collect();
        judge(&format!("without {name}"), &cases, |others| prior::fit_with(others, &kept, RIDGE));
    }
    let shipped: BTreeSet<&str> = human::open().iter().map(|case| case.id.as_str()).collect();
    judge("fitted on the shipped cases alone", &cases, |others| {
        prior::fit(&others.iter().copied().filter(|case| shipped.contains(case.id.as_str())).collect::<Vec<_>>())
    });
    without_each_survey(&cases);
    let fitted = prior::fit(&cases.iter().collect::<Vec<_>>());
    println!("{:#?}", fitted.weights);
    if let Some(path) = arguments.next() {
        std::fs::write(path, serde_json::to_string_pretty(&fitted)? + "\n")?;
    }
    Ok(())
}

/// Prints the scores of a uniform guess and of a hundred real people.
fn describe(cases: &[Case]) {
    let uniform = cases.iter().map(|case| vec![1.0 / case.options.len() as f64; case.options.len()]).collect();
    let Some(score) = Score::of(&predictions(cases, uniform)) else { return };
    let floor = cases.iter().map(|case| human::panel(case, 100).total_variation).sum::<f64>() / cases.len() as f64;
    println!(
        "{} cases; total variation: uniform {:.3}, 100 people {floor:.3}; top option: chance {:.3}, 100 people {:.3}",
        score.cases, score.uniform_total_variation, score.winner_chance, score.winner_ceiling,
    );
}

fn judge(name: &str, cases: &[Case], fit: impl Fn(&[&Case]) -> Prior) {
    let shares = prior::leave_one_survey_out(cases, fit);
    let predictions = predictions(cases, shares);
    let core: Vec<_> = predictions.iter().filter(|it| it.case.core).cloned().collect();
    println!("{name:44} {}   {}", figures(&core), figures(&predictions));
}

fn predictions(cases: &[Case], shares: Vec<Vec<f64>>) -> Vec<Prediction<'_>> {
    cases.iter().zip(shares).map(|(case, shares)| Prediction { case, shares }).collect()
}

fn figures(predictions: &[Prediction<'_>]) -> String {
    let skill = |score: &Score| score.skill.map_or("–".to_owned(), |skill| format!("{skill:+.1}"));
    let Some(score) = Score::of(predictions) else { return String::new() };
    let languages = human::by(predictions, |case| case.language);
    let by_language: Vec<String> = languages.values().map(skill).collect();
    format!("{:>5} {} {:.2}", skill(&score), by_language.join(" "), score.winner_accuracy)
}

/// Prints the core skill without each survey, to show whether one survey drives the result.
fn without_each_survey(cases: &[Case]) {
    let shares = prior::leave_one_survey_out(cases, prior::fit);
    let core: Vec<_> = predictions(cases, shares).into_iter().filter(|it| it.case.core).collect();
    let surveys: BTreeSet<&str> = core.iter().map(|it| it.case.survey.as_str()).collect();
    for survey in surveys {
        let others: Vec<_> = core.iter().filter(|it| it.case.survey != survey).cloned().collect();
        println!("core without {survey:31} {}", figures(&others));
    }
}
