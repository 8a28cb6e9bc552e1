//! Trains the weights of the kinds of questions from the labelled questions in `crates/language/tests` and writes them to
//! `crates/language/data/kinds.weights`: `cargo run -p language --example train_kinds`. With `-- check`, writes nothing
//! and prints how many questions of each fifth of the data are right by weights that were trained on the other four. The
//! same data give the same weights, whatever the weights were before.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use language::brief::{Brief, Draft};
use language::served::classifier::{self, BUCKETS, Features};
use language::served::optimize;
use language::{Inquiry, prices};
use serde::Deserialize;

const KINDS: usize = Inquiry::ALL.len();
const FOLDS: usize = 5;
const EPOCHS: usize = 15;
/// Step of AdaGrad.
const STEP: f64 = 0.3;
/// Share of each weight that an epoch takes away.
const DECAY: f64 = 0.02;
/// Survey questions are less like briefs than what was written as briefs.
const SURVEY_WEIGHT: f64 = 0.3;
/// Sets of briefs that are scored, not learned from.
const LEFT_OUT: [&str; 3] = ["seventh.toml", "ninth.toml", "eleventh.toml"];

struct Example {
    source: String,
    language: String,
    kind: usize,
    weight: f64,
    /// Of the texts as written and as served, which may be equal.
    forms: Vec<Features>,
}

#[derive(Deserialize)]
struct Question {
    language: String,
    question: String,
    options: Vec<String>,
    kind: Inquiry,
}

#[derive(Deserialize)]
struct Briefs {
    brief: Vec<Question>,
}

type Table = BTreeMap<String, BTreeMap<Inquiry, Vec<[String; 2]>>>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    language::check().or_else(|error| if error.file == classifier::FILE { Ok(()) } else { Err(error) })?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = examples(&root.join("tests"))?;
    println!("{} questions", examples.len());
    if std::env::args().nth(1).as_deref() == Some("check") {
        cross_validate(&examples);
        return Ok(());
    }
    let weights = quantised(&trained(&examples.iter().collect::<Vec<_>>()));
    fs::write(root.join("../..").join(classifier::FILE), classifier::file(&weights))?;
    Ok(())
}

/// Reads all labelled questions, in the order of the names of their files.
fn examples(tests: &Path) -> Result<Vec<Example>, Box<dyn std::error::Error>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [tests.to_owned(), tests.join("briefs"), tests.join("kinds")] {
        files
            .extend(fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?);
    }
    files.sort();
    let mut examples = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let is_of_folder = |folder: &str| file.parent().is_some_and(|parent| parent.ends_with(folder));
        let questions = if is_of_folder("briefs") {
            toml::from_str::<Briefs>(&fs::read_to_string(&file)?)?.brief
        } else if name.starts_with("inquiry_") && name.ends_with(".toml") {
            of_table(toml::from_str(&fs::read_to_string(&file)?)?)
        } else if name.ends_with(".jsonl") {
            fs::read_to_string(&file)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?
        } else {
            continue;
        };
        let weight = if name == "surveys.jsonl" { SURVEY_WEIGHT } else { 1.0 };
        examples.extend(questions.into_iter().filter_map(|question| example(question, &name, weight)));
    }
    Ok(examples)
}

fn of_table(table: Table) -> Vec<Question> {
    let mut questions = Vec::new();
    for (language, kinds) in table {
        for (kind, rows) in kinds {
            questions.extend(rows.into_iter().map(|[question, options]| {
                let options = options.split(" | ").map(str::to_owned).collect();
                Question { language: language.clone(), question, options, kind }
            }));
        }
    }
    questions
}

/// Returns what is learned from a question; `None` if it is no valid brief. Bare figures stay as given: whether they get a
/// currency depends on the kind, and so on the weights so far.
fn example(question: Question, source: &str, weight: f64) -> Option<Example> {
    let Question { language, question, options, kind } = question;
    let draft = Draft {
        question: question.clone(),
        options: options.clone(),
        language: Some(language.clone()),
        ..Draft::default()
    };
    let served = optimize(&Brief::parse(draft).ok()?);
    let is_bare = options.iter().any(|option| prices::is_bare(option));
    let edited = if is_bare { &options } else { &served.options };
    let mut forms = vec![Features::of(&served.question, edited), Features::of(&question, &options)];
    forms.dedup();
    let kind = Inquiry::ALL.iter().position(|known| *known == kind)?;
    Some(Example { source: source.to_owned(), language, kind, weight, forms })
}

/// Fits a multinomial logistic regression by stochastic gradient descent in a fixed order.
fn trained(examples: &[&Example]) -> Vec<f64> {
    let mut weights = vec![0.0; BUCKETS * KINDS];
    let mut squares = vec![1e-2; BUCKETS * KINDS];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state = 1_u64;
    for epoch in 0..EPOCHS {
        shuffle(&mut order, &mut state);
        for example in order.iter().map(|at| examples[*at]) {
            let form = &example.forms[epoch % example.forms.len()];
            let mut errors = probabilities(form, &weights);
            errors[example.kind] -= 1.0;
            for (buckets, value) in form.groups() {
                for bucket in buckets {
                    let at = usize::from(*bucket) * KINDS;
                    for (kind, error) in errors.iter().enumerate() {
                        let gradient = error * value * example.weight;
                        squares[at + kind] += gradient * gradient;
                        weights[at + kind] -= STEP * gradient / squares[at + kind].sqrt();
                    }
                }
            }
        }
        weights.iter_mut().for_each(|weight| *weight *= 1.0 - DECAY);
    }
    weights
}

fn probabilities(features: &Features, weights: &[f64]) -> [f64; KINDS] {
    let mut scores = [0.0; KINDS];
    for (buckets, value) in features.groups() {
        for bucket in buckets {
            let at = usize::from(*bucket) * KINDS;
            scores.iter_mut().zip(&weights[at..]).for_each(|(score, weight)| *score += value * weight);
        }
    }
    let greatest = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers = scores.map(|score| (score - greatest).exp());
    let sum: f64 = powers.iter().sum();
    powers.map(|power| power / sum)
}

fn shuffle(order: &mut [usize], state: &mut u64) {
    for at in (1..order.len()).rev() {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, ((*state >> 33) as usize) % (at + 1));
    }
}

/// Scales the weights to integers from -127 to 127. Scores are only compared, so the scale has no effect.
fn quantised(weights: &[f64]) -> Vec<i8> {
    let greatest = weights.iter().fold(f64::MIN_POSITIVE, |greatest, weight| greatest.max(weight.abs()));
    weights.iter().map(|weight| (weight / greatest * 127.0).round() as i8).collect()
}

/// Prints by source and language how many questions are right by the weights of the other folds.
fn cross_validate(examples: &[Example]) {
    let mut order: Vec<usize> = (0..examples.len()).collect();
    shuffle(&mut order, &mut 7);
    let mut counts: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for fold in 0..FOLDS {
        let is_left_out = |place: usize| place % FOLDS == fold;
        let of = |out: bool| order.iter().enumerate().filter(move |(place, _)| is_left_out(*place) == out);
        let file = classifier::file(&quantised(&trained(&of(false).map(|(_, at)| &examples[*at]).collect::<Vec<_>>())));
        for example in of(true).map(|(_, at)| &examples[*at]) {
            let is_right = classifier::kind_by(&file, &example.forms[0]) == Inquiry::ALL[example.kind];
            for key in [(example.source.as_str(), example.language.as_str()), ("all", "")] {
                let count = counts.entry(key).or_default();
                count[0] += usize::from(is_right);
                count[1] += 1;
            }
        }
    }
    for ((source, language), [right, all]) in counts {
        println!("{source} {language}: {right} of {all} ({:.3})", right as f64 / all as f64);
    }
}
