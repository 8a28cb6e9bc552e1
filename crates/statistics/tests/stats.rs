//! Comparisons with the results of other statistical tools, listed with the calls in `fixtures/stats.toml`.

use foundation::chance::stream;
use serde::Deserialize;
use statistics::plackett_luce::{self, Choice, Chosen, Fit};

#[derive(Deserialize)]
struct Fixtures {
    wilson: Vec<Case<Share, [f64; 2]>>,
    false_discovery: Vec<Case<PValues, Vec<f64>>>,
    probability_best: Vec<Case<Shares, Vec<f64>>>,
    bootstrap_mean: Vec<Case<Rated, [f64; 2]>>,
    plackett_luce: Vec<Case<Choices, Vec<f64>>>,
}

#[derive(Deserialize)]
struct Case<I, E> {
    call: String,
    tool: String,
    inputs: I,
    expected: E,
    expected_tie: Option<f64>,
    expected_deviation: Option<Vec<f64>>,
}

impl<I, E> Case<I, E> {
    fn check(&self, what: &str, got: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(got.len(), expected.len(), "{} in {}: {what}", self.call, self.tool);
        for (ours, theirs) in got.iter().zip(expected) {
            assert!((ours - theirs).abs() < tolerance, "{} in {}: {what}\n{got:?}\n{expected:?}", self.call, self.tool);
        }
    }
}

#[derive(Deserialize)]
struct Share {
    share: f64,
    n: f64,
}

#[derive(Deserialize)]
struct PValues {
    p_values: Vec<f64>,
}

#[derive(Deserialize)]
struct Shares {
    shares: Vec<f64>,
    n: f64,
}

#[derive(Deserialize)]
struct Rated {
    values: Vec<f64>,
    weights: Vec<f64>,
}

#[derive(Deserialize)]
struct Choices {
    options: usize,
    prior_answers: f64,
    sets: Vec<Vec<usize>>,
    chosen: Vec<Vec<usize>>,
    reversed: Vec<bool>,
    weights: Vec<f64>,
    tolerance: f64,
}

impl Choices {
    fn fit(&self) -> Fit {
        let chosen = |options: &Vec<usize>| match options[..] {
            [one] => Chosen::One(one),
            [first, second] => Chosen::Tied(first, second),
            _ => panic!("one or two are chosen: {options:?}"),
        };
        let rows = self.sets.iter().zip(&self.chosen).zip(self.reversed.iter().zip(&self.weights));
        let choices: Vec<Choice<'_>> = rows
            .map(|((from, options), (reversed, weight))| Choice {
                from,
                chosen: chosen(options),
                reversed: *reversed,
                weight: *weight,
            })
            .collect();
        plackett_luce::fit(self.options, &choices, self.prior_answers)
    }
}

fn fixtures() -> Fixtures {
    toml::from_str(include_str!("fixtures/stats.toml")).expect("the fixtures are valid")
}

#[test]
fn wilson_intervals_are_those_of_statsmodels() {
    for case in fixtures().wilson {
        case.check("interval", &statistics::wilson(case.inputs.share, case.inputs.n), &case.expected, 1e-9);
    }
}

#[test]
fn adjusted_p_values_are_those_of_scipy() {
    for case in fixtures().false_discovery {
        case.check("p", &statistics::benjamini_hochberg(&case.inputs.p_values), &case.expected, 1e-12);
    }
}

/// 4000 draws have a standard error of at most 0.008.
const DRAWN: f64 = 0.025;

#[test]
fn probabilities_of_being_best_are_those_of_integration() {
    for case in fixtures().probability_best {
        let prior = 1.0 / case.inputs.shares.len() as f64;
        let shapes = case.inputs.shares.iter().map(|share| case.inputs.n * share + prior).collect();
        let posterior = statistics::DirichletMixture::new([(1.0, shapes)]);
        let best = posterior.best_probabilities(4_000, &mut stream(1, "fixture")).best;
        case.check("probability", &best, &case.expected, DRAWN);
    }
}

#[test]
fn bootstrap_intervals_are_those_of_scipy() {
    for case in fixtures().bootstrap_mean {
        let Rated { values, weights } = &case.inputs;
        let interval = statistics::bootstrap_mean(values, weights, 1.0, &mut stream(1, "fixture"));
        // The 2.5 % quantile of 1000 resamples varies by about a twentieth of the interval's width.
        let tolerance = (case.expected[1] - case.expected[0]) / 15.0;
        case.check("interval", &interval, &case.expected, tolerance);
    }
}

#[test]
fn worths_are_those_of_other_packages() {
    for case in fixtures().plackett_luce {
        let fit = case.inputs.fit();
        // The published fit stopped after seven iterations, before convergence. The others converged.
        let tolerance = case.inputs.tolerance;
        case.check("worth", &fit.worth, &case.expected, tolerance);
        if let Some(tie) = case.expected_tie {
            case.check("tie", &[fit.tie.unwrap_or(0.0)], &[tie], tolerance);
        }
        if let Some(expected) = &case.expected_deviation {
            let deviation: Vec<f64> =
                (0..fit.worth.len()).map(|option| fit.covariance[option][option].sqrt()).collect();
            case.check("standard error", &deviation, expected, tolerance);
        }
    }
}
