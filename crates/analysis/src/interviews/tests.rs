//! Properties of drawn interviews that hold for every forecast.

use std::collections::BTreeMap;

use forecast::{Choosers, Usage};
use foundation::Language;
use language::Served;
use language::brief::{Brief, Draft};
use population::{Filters, sample};
use proptest::prelude::*;

use super::*;
use questionnaire::form;

fn normalised(raw: &[f64]) -> Vec<f64> {
    let total: f64 = raw.iter().sum();
    raw.iter().map(|share| share / total).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whoever_wants_none_of_the_options_is_not_likely_to_take_one(
        none in 0.0f64..0.9, likelihood in prop::collection::vec(0.01f64..1.0, 5), seed: u64,
    ) {
        let drawn = Survey::new(3, 60, Some((none, normalised(&likelihood)))).interviews(seed);
        for own in drawn {
            if own.first(QuestionId::Acceptance) == Some(1) {
                prop_assert!(own.first(QuestionId::Likelihood).unwrap() <= 2, "{own:?}");
            }
        }
    }
}

/// A questionnaire over some options, with a sample and a forecast.
struct Survey {
    brief: Brief,
    served: Served,
    questionnaire: Questionnaire,
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
        let mut served = language::served::optimize(&brief);
        served.wants_none = true;
        let questionnaire = questionnaire::design::questionnaire(&brief, &served);
        let respondents = sample::draw(&Filters::adults(), people, 1).unwrap();
        let count = |id| questionnaire.answers(id).len();
        let even = |count: usize| vec![1.0 / count as f64; count];
        let choosers = later.map(|(none, likelihood)| Choosers {
            reasons: even(count(QuestionId::Drivers)),
            concerns: even(count(QuestionId::Concern)),
            none,
            likelihood,
        });
        let whole = normalised(&(1..=options).map(|at| at as f64).collect::<Vec<_>>());
        let forecast = Forecast {
            whole,
            spread: 0.0,
            levelled: false,
            apart: 0.0,
            readings: 1,
            groups: BTreeMap::new(),
            choosers: vec![choosers; options],
            usage: Usage::default(),
        };
        Self { brief, served, questionnaire, respondents, forecast }
    }

    fn drawn<R>(&self, seed: u64, calibration: &Calibration, use_it: impl FnOnce(&InterviewInput<'_>) -> R) -> R {
        let forms = form::forms(self.brief.options().len(), 1);
        let present: Vec<&Respondent> = self.respondents.iter().collect();
        use_it(&InterviewInput {
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

    fn interviews(&self, seed: u64) -> Vec<Interview> {
        self.drawn(seed, &Calibration::identity(), |drawn| interviews(drawn).unwrap())
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
        let chosen = drawn.iter().zip(&survey.respondents).filter(|(own, _)| own.choice() == Some(OptionId(option)));
        let got = chosen.map(|(_, it)| it.weight).sum::<f64>() / weights;
        assert!((got - share).abs() < 0.01, "{option}: {got} for {share}");
    }
}

#[test]
fn of_choosers_who_are_not_known_nothing_but_the_choice_is_answered() {
    let drawn = Survey::new(3, 60, None).interviews(1);
    assert!(drawn.iter().all(|own| own.picks.len() == 1 && own.picks.contains_key(&QuestionId::Preference)));
}

#[test]
fn long_lists_are_put_in_parts_that_agree_with_the_final_choice() {
    let survey = Survey::new(11, 60, Some((0.1, vec![0.2; 5])));
    survey.drawn(1, &Calibration::identity(), |drawn| {
        for (index, own) in interviews(drawn).unwrap().iter().enumerate() {
            let firsts: Vec<usize> = (1..=3).map(|part| own.first(QuestionId::List(part)).unwrap()).collect();
            assert!(firsts.contains(&own.choice().unwrap().0));
            let form = form::dealt(drawn.forms, drawn.present[index].id);
            let choice = survey.questionnaire.question(QuestionId::Preference).unwrap();
            assert_eq!(own.shown(choice, form, 11), firsts);
        }
    });
}

#[test]
fn taking_an_answer_leaves_the_rest_in_proportion() {
    assert_eq!(without(&[0.5, 0.3, 0.2, 0.0], 0, |_| true), [0.0, 0.6, 0.4, 0.0]);
    assert_eq!(without(&[1.0, 0.0, 0.0, 0.0], 0, |answer| answer < 3), [0.0, 0.5, 0.5, 0.0]);
}
