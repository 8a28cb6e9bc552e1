//! Facts about drawing people from a forecast, whatever the forecast.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::answer::Outcome;
use crate::audience;
use crate::brief::{Brief, Draft, Language};
use crate::calibration::Calibration;
use crate::form;
use crate::questionnaire::{self, ACCEPTANCE, LIKELIHOOD, PREFERENCE};
use crate::report::AnswerValue;
use crate::sample::{self, Respondent};
use crate::served;

fn normalised(raw: &[f64]) -> Vec<f64> {
    let total: f64 = raw.iter().sum();
    raw.iter().map(|share| share / total).collect()
}

fn shares(options: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.02f64..1.0, options).prop_map(|raw| floored(&normalised(&raw)))
}

/// Groups of people who may belong to several, with weights.
fn panel() -> impl Strategy<Value = (Vec<f64>, Vec<Margin>, Vec<f64>)> {
    (2usize..=6, 30usize..150).prop_flat_map(|(options, people)| {
        let margin = (prop::collection::vec(0..people, 12..40), shares(options)).prop_map(|(mut members, shares)| {
            members.sort_unstable();
            members.dedup();
            Margin { members, shares }
        });
        (shares(options), prop::collection::vec(margin, 0..8), prop::collection::vec(0.5f64..2.0, people))
    })
}

fn mean(rows: &[Vec<f64>], weights: &[f64], members: &[usize], option: usize) -> f64 {
    let total: f64 = members.iter().map(|at| weights[*at]).sum();
    members.iter().map(|at| weights[*at] * rows[*at][option]).sum::<f64>() / total
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_panel_adds_up_to_the_whole((whole, margins, weights) in panel()) {
        let rows = fit(&whole, &margins, &weights);
        let everybody: Vec<usize> = (0..weights.len()).collect();
        for (option, share) in whole.iter().enumerate() {
            let sum = mean(&rows, &weights, &everybody, option);
            prop_assert!((sum - share).abs() < 0.001, "{option}: {sum} for {share}");
        }
        for row in &rows {
            prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9 && row.iter().all(|p| *p >= 0.0));
        }
    }

    #[test]
    fn the_groups_of_one_attribute_have_their_own_shares_where_they_can(
        whole in shares(4), said in prop::collection::vec(shares(4), 2..5), weight in 0.0f64..=1.0,
    ) {
        let people = 60 * said.len();
        let groups: Vec<Vec<usize>> =
            (0..said.len()).map(|group| (0..people).filter(|at| at % said.len() == group).collect()).collect();
        let wanted = targets(&whole, &said, &vec![60.0; said.len()], weight);
        let margins: Vec<Margin> =
            groups.iter().zip(&wanted).map(|(members, shares)| Margin { members: members.clone(), shares: shares.clone() }).collect();
        let rows = fit(&whole, &margins, &vec![1.0; people]);
        // What groups are said to do need not average to the whole; the whole wins, and each group keeps its side of it.
        let centre = |option: usize| wanted.iter().map(|shares| shares[option]).sum::<f64>() / wanted.len() as f64;
        for (members, shares) in groups.iter().zip(&wanted) {
            for option in 0..4 {
                let got = mean(&rows, &vec![1.0; people], members, option) - whole[option];
                let expected = shares[option] - centre(option);
                prop_assert!((got - expected).abs() < 0.12, "{got} {expected}");
            }
        }
    }

    #[test]
    fn an_engine_whose_differences_are_worth_nothing_moves_nobody(whole in shares(3), said in prop::collection::vec(shares(3), 2..4)) {
        for shares in targets(&whole, &said, &vec![1.0; said.len()], 0.0) {
            prop_assert!(shares.iter().zip(&whole).all(|(a, b)| (a - b).abs() < 0.005), "{shares:?} {whole:?}");
        }
    }

    #[test]
    fn readings_pool_to_one_whatever_their_order(readings in prop::collection::vec(shares(5), 1..6)) {
        let pool = pooled(&readings).unwrap();
        prop_assert!((pool.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let backwards: Vec<Vec<f64>> = readings.iter().rev().cloned().collect();
        let again = pooled(&backwards).unwrap();
        prop_assert!(pool.iter().zip(again).all(|(a, b)| (a - b).abs() < 1e-12));
        prop_assert!(spread(&readings) >= 0.0);
    }

    #[test]
    fn whoever_wants_none_of_the_options_is_not_likely_to_take_one(
        none in 0.0f64..0.9, likelihood in prop::collection::vec(0.01f64..1.0, 5), seed: u64,
    ) {
        let drawn = Survey::new(3, 60, Some((none, normalised(&likelihood)))).interviews(seed);
        for own in drawn {
            if own.first(ACCEPTANCE) == Some(1) {
                prop_assert!(own.first(LIKELIHOOD).unwrap() <= 2, "{own:?}");
            }
        }
    }
}

/// A survey of some options, and what an engine said about it.
struct Survey {
    brief: Brief,
    served: crate::report::OptimizedInput,
    questionnaire: crate::report::Questionnaire,
    respondents: Vec<Respondent>,
    forecast: Forecast,
}

impl Survey {
    fn new(options: usize, people: u32, later: Option<(f64, Vec<f64>)>) -> Self {
        let names = (0..options).map(|at| format!("Option {at}")).collect();
        let draft = Draft {
            question: "Which one?".to_owned(),
            options: names,
            sample_size: Some(i64::from(people)),
            ..Draft::default()
        };
        let brief = Brief::parse(draft).unwrap();
        let mut served = served::optimize(&brief);
        served.wants_none = true;
        let questionnaire = questionnaire::questionnaire(&brief, &served);
        let respondents = sample::draw(&audience::filters(None, Language::En), people, 1).unwrap();
        let count = |id: &str| questionnaire.questions.iter().find(|it| it.id == id).map_or(0, |it| it.options.len());
        let even = |count: usize| vec![1.0 / count as f64; count];
        let choosers = later.map(|(none, likelihood)| Choosers {
            reasons: even(count("drivers")),
            concerns: even(count("concern")),
            none,
            likelihood,
        });
        let whole = normalised(&(1..=options).map(|at| at as f64).collect::<Vec<_>>());
        let forecast = Forecast {
            whole,
            spread: 0.0,
            apart: 0.0,
            readings: 1,
            groups: BTreeMap::new(),
            choosers: vec![choosers; options],
            usage: Usage::default(),
        };
        Self { brief, served, questionnaire, respondents, forecast }
    }

    fn drawn<R>(&self, seed: u64, calibration: &Calibration, use_it: impl FnOnce(&Drawn<'_>) -> R) -> R {
        let forms = form::forms(self.brief.options().len(), 1);
        let present: Vec<(usize, &Respondent)> = self.respondents.iter().enumerate().collect();
        use_it(&Drawn {
            language: Language::En,
            questionnaire: &self.questionnaire,
            options: &self.served.options,
            forms: &forms,
            present: &present,
            forecast: &self.forecast,
            calibration,
            seed,
        })
    }

    fn interviews(&self, seed: u64) -> Vec<Interviewed> {
        self.drawn(seed, &Calibration::as_it_is(), |drawn| interviews(drawn).unwrap())
    }
}

#[test]
fn answers_follow_from_forecast_and_seed() {
    let survey = Survey::new(4, 80, Some((0.2, vec![0.2; 5])));
    assert_eq!(survey.interviews(3), survey.interviews(3));
    assert_ne!(survey.interviews(3), survey.interviews(4));
}

#[test]
fn counts_follow_the_whole() {
    let survey = Survey::new(4, 200, None);
    let drawn = survey.interviews(1);
    for (option, share) in survey.forecast.whole.iter().enumerate() {
        let weights: f64 = survey.respondents.iter().map(|it| it.weight).sum();
        let chosen = drawn.iter().zip(&survey.respondents).filter(|(own, _)| own.choice() == Some(option));
        let got = chosen.map(|(_, it)| it.weight).sum::<f64>() / weights;
        assert!((got - share).abs() < 0.01, "{option}: {got} for {share}");
    }
}

#[test]
fn of_choosers_who_are_not_known_nothing_but_the_choice_is_answered() {
    let drawn = Survey::new(3, 60, None).interviews(1);
    assert!(drawn.iter().all(|own| own.picks.len() == 1 && own.picks.contains_key(PREFERENCE)));
}

#[test]
fn long_lists_are_put_in_parts_that_agree_with_the_final_choice() {
    let survey = Survey::new(11, 60, Some((0.1, vec![0.2; 5])));
    survey.drawn(1, &Calibration::as_it_is(), |drawn| {
        for (index, own) in interviews(drawn).unwrap().iter().enumerate() {
            let firsts: Vec<usize> = (1..=3).map(|part| own.first(&format!("preference_{part}")).unwrap()).collect();
            assert!(firsts.contains(&own.choice().unwrap()));
            let Outcome::Answered { answers, distributions } = drawn.named(index, own, None) else { panic!() };
            assert!(matches!(answers["preference_1"], AnswerValue::BestWorst { .. }));
            assert_eq!(distributions["preference"].len(), 3);
        }
    });
}

#[test]
fn an_option_that_is_ruled_out_keeps_half_a_per_cent() {
    let kept = floored(&[1.0, 0.0, 0.0]);
    assert!(kept.iter().all(|share| *share > 0.0049), "{kept:?}");
}

#[test]
fn a_forecast_without_the_whole_is_none_and_what_is_lost_is_left_out() {
    let whole = |reading, said| Part { ask: PartAsk::Whole(reading), said, usage: Usage::default() };
    assert_eq!(Forecast::of(&[whole(0, None)], 2), None);
    let said = Said::Whole { shares: vec![0.7, 0.3], spread: 0.0 };
    let lost = Part { ask: PartAsk::Choosers(1), said: None, usage: Usage::default() };
    let forecast = Forecast::of(&[whole(0, Some(said)), whole(1, None), lost], 2).unwrap();
    assert_eq!((forecast.readings, forecast.choosers), (1, vec![None, None]));
    assert!(forecast.groups.is_empty());
}

#[test]
fn small_groups_and_those_of_which_nothing_was_said_have_no_margin() {
    let mut forecast = Survey::new(2, 60, None).forecast;
    let said = |first: f64| vec![first, 1.0 - first];
    forecast.groups.insert(
        "sex".to_owned(),
        BTreeMap::from([
            ("female".to_owned(), said(0.7)),
            ("male".to_owned(), said(0.3)),
            ("other".to_owned(), said(0.9)),
        ]),
    );
    let division = |attribute, sizes: [usize; 3]| crate::groups::Division {
        attribute,
        values: ["female", "male", "other"].map(str::to_owned).to_vec(),
        members: {
            let ends = [sizes[0], sizes[0] + sizes[1], sizes.iter().sum()];
            vec![(0..ends[0]).collect(), (ends[0]..ends[1]).collect(), (ends[1]..ends[2]).collect()]
        },
    };
    let found = |attribute, sizes, weight| {
        margins(&forecast, &[division(attribute, sizes)], &[0.5, 0.5], &[1.0; 60], weight).len()
    };
    assert_eq!(found("sex", [30, 25, 5], 1.0), 2);
    assert_eq!(found("sex", [52, 4, 4], 1.0), 0, "one group has nobody to differ from");
    assert_eq!(found("area", [20, 20, 20], 1.0), 0);
    assert_eq!(found("sex", [20, 20, 20], 0.0), 0, "an engine never measured");
}
