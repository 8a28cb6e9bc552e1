//! Joint estimates from a forecast and real people: prints the tables of docs/method.md.
//!
//!     cargo run -p forecast --example together -- simulated [STUDIES [SEED]]
//!     cargo run -p forecast --example together -- stopping [STUDIES [SEED]]
//!     cargo run -p forecast --example together -- needed [STUDIES [SEED]]
//!     cargo run -p forecast --example together -- embedded
//!     cargo run -p forecast --example together -- recorded CASES.json FORECASTS.json
//!
//! `embedded` uses the embedded engine's readings of the 150 shipped cases that its record is based on; `recorded` uses
//! another engine's shares by case and option, without the cases that it reports to recall. Calibration and effective
//! sample size are fitted without the survey that they are judged on. People are simulated from the true shares.

mod alone;
mod needed;
mod simulated;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use forecast::human::{self, Case, Known, Prediction, Reading};
use forecast::joint::{EffectiveSize, RecordCase};
use foundation::chance::stream;
use serde::Deserialize;
use simulated::{Row, Scenario, Stopping};

const EMBEDDED: &str = include_str!("embedded_readings.json");
const PEOPLE: [u32; 5] = [0, 10, 30, 60, 100];
/// Simulated studies per case and number of people.
const STUDIES: usize = 20;
const SEED: u64 = 7;
/// Total variation distance of a wrong forecast from the truth.
const WRONG_BY: f64 = 0.4;

#[derive(Deserialize)]
struct Forecast {
    shares: BTreeMap<String, f64>,
    recalled: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |at: usize, or: u64| arguments.get(at).map_or(Ok(or), |it| it.parse::<u64>());
    match arguments.as_slice() {
        ["simulated", ..] => simulate(usize::try_from(number(1, 500)?)?, number(2, SEED)?),
        ["needed", ..] => needed::print(usize::try_from(number(1, 1_000)?)?, number(2, SEED)?),
        ["stopping", ..] => stop(usize::try_from(number(1, 500)?)?, number(2, SEED)?),
        ["embedded"] => {
            let said: BTreeMap<String, Vec<f64>> = serde_json::from_str(EMBEDDED)?;
            judge(human::open(), |case| said.get(&case.id).cloned())?;
        }
        ["recorded", cases, forecasts] => {
            let cases = human::parse(&std::fs::read_to_string(cases)?)?;
            let said: BTreeMap<String, Forecast> = serde_json::from_str(&std::fs::read_to_string(forecasts)?)?;
            judge(&cases, |case| {
                let said = said.get(&case.id).filter(|said| said.recalled == "no")?;
                case.options.iter().map(|option| said.shares.get(option).copied()).collect()
            })?;
        }
        _ => return Err("simulated, stopping, needed, embedded, or recorded CASES.json FORECASTS.json?".into()),
    }
    Ok(())
}

fn simulate(studies: usize, seed: u64) {
    println!(
        "| forecast | people | alone: TV, width, held | together: TV, width, held | worth |\n|---|---|---|---|---|"
    );
    for kind in Scenario::ALL {
        let name = format!("{kind:?}").to_lowercase();
        simulated::rows(kind, studies, seed).iter().for_each(|row| println!("| {name} {}", line(row)));
    }
}

fn stop(studies: usize, seed: u64) {
    println!(
        "| forecast | options | settled by 600 | people on average | wrong, of all | of settled |\n|---|---|---|---|---|---|"
    );
    for kind in Scenario::ALL {
        print_stopping(kind, "any", &simulated::stopping(kind, studies, 600, seed, |_| None));
        let near = simulated::stopping(kind, studies, 600, seed, |_| Some(vec![0.26, 0.25, 0.25, 0.24]));
        print_stopping(kind, "nearly level", &near);
    }
}

fn print_stopping(kind: Scenario, options: &str, found: &Stopping) {
    let all = found.studies as f64;
    println!(
        "| {} | {options} | {:.3} | {:.0} | {:.3} | {:.3} |",
        format!("{kind:?}").to_lowercase(),
        found.settled as f64 / all,
        found.people,
        found.wrong as f64 / all,
        found.wrong as f64 / found.settled.max(1) as f64,
    );
}

fn line(row: &Row) -> String {
    let alone = if row.people == 0 {
        "–".to_owned()
    } else {
        format!("{:.3}, {:.2}, {:.3}", row.alone.total_variation, row.alone.width, row.alone.coverage)
    };
    let both = row.together;
    let both = format!("{:.3}, {:.2}, {:.3}", both.total_variation, both.width, both.coverage);
    format!("| {} | {alone} | {both} | {:.0} |", row.people, row.effective_size)
}

/// Calibrates the readings of little-known cases by cross-validation, and simulates studies with people.
fn judge(cases: &[Case], said: impl Fn(&Case) -> Option<Vec<f64>>) -> Result<(), Box<dyn Error>> {
    let reading = |case| Some(Reading { case, shares: said(case)?, groups: Vec::new() });
    let readings: Vec<Reading<'_>> = cases.iter().filter_map(reading).collect();
    let record = human::measure(&readings, cases)?.ok_or("too few surveys")?;
    let little: Vec<&Prediction<'_>> = record.predictions.iter().filter(|it| it.case.known == Known::Little).collect();
    let surveys: BTreeSet<&str> = little.iter().map(|it| it.case.survey.as_str()).collect();
    let effective_sizes: BTreeMap<&str, EffectiveSize> =
        surveys.iter().map(|left_out| (*left_out, without(&little, left_out))).collect();
    println!("{} cases of {} surveys; worth {:.1} people", little.len(), surveys.len(), without(&little, "").people());
    println!("{:?}", without(&little, "").steps());
    println!("| people | alone: TV, width, held | together: TV, width, held | worth |\n|---|---|---|---|");
    for people in PEOPLE {
        let mut row = Row { people, ..Row::default() };
        for it in &little {
            let mut rng = stream(SEED, &format!("{} {people}", it.case.id));
            let effective_size = &effective_sizes[it.case.survey.as_str()];
            (0..STUDIES).for_each(|_| row.add(&it.case.shares, &it.shares, effective_size, &mut rng));
        }
        println!("{}", line(&row.means()));
    }
    alone::print(&little, &effective_sizes, &record);
    wrong(&little, &without(&little, ""));
    Ok(())
}

/// Prints studies whose forecast has this total variation distance from the truth, although its record is as good as before.
fn wrong(little: &[&Prediction<'_>], effective_size: &EffectiveSize) {
    println!("\nForecasts off by {WRONG_BY}, in the direction of a wrong leader, with the same record:");
    println!("| people | alone: TV, width, held | together: TV, width, held | worth |\n|---|---|---|---|");
    for people in PEOPLE {
        let mut row = Row { people, ..Row::default() };
        for it in little {
            let mut rng = stream(SEED, &format!("wrong {} {people}", it.case.id));
            for _ in 0..STUDIES {
                let forecast = simulated::misled(&it.case.shares, WRONG_BY, &mut rng);
                row.add(&it.case.shares, &forecast, effective_size, &mut rng);
            }
        }
        println!("{}", line(&row.means()));
    }
}

/// Fits the effective sample size to the forecasts of all surveys but one.
fn without(predictions: &[&Prediction<'_>], left_out: &str) -> EffectiveSize {
    let mut record = Vec::new();
    for it in predictions.iter().filter(|it| it.case.survey != left_out) {
        let (survey, shares) = (it.case.survey.as_str(), it.case.shares.as_slice());
        record.push(RecordCase { survey, forecast: &it.shares, shares, people: it.case.n_eff, weight: it.case.weight });
    }
    EffectiveSize::learned(&record)
}
