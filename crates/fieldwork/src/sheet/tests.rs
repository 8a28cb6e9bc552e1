//! What people are asked about prices of one offer.

use language::brief::{Brief, Draft};
use language::served;
use questionnaire::design;
use serde_json::json;

use super::*;
use crate::{Audience, Criterion, Forecast, Ladder, Screening};

/// The sheet of an English report on three prices, in the client's order 10, 5 and 30.
fn sheet() -> Sheet {
    let options: Vec<String> = ["$10", "$5", "$30"].map(str::to_owned).to_vec();
    let question = "Which price would you choose?".to_owned();
    let draft = Draft { question: question.clone(), options: options.clone(), ..Draft::default() };
    let brief = Brief::parse(draft).unwrap();
    let served = design::ask_dearest_price(&brief, served::optimize(&brief));
    let ladder = Ladder { rungs: vec![1, 0, 2], amounts: vec![5.0, 10.0, 30.0] };
    let forecast = Forecast {
        shares: vec![0.4, 0.3, 0.1, 0.2],
        intervals: vec![[0.0, 1.0]; 3],
        effective_size: 10.0,
        effective_sizes: Vec::new(),
        criterion: Criterion::DearestPrice(ladder),
        none: None,
    };
    let report = SurveyedReport {
        language: Language::En,
        question,
        options,
        inquiry: served.inquiry,
        questions: design::questionnaire(&brief, &served).questions,
        forecast,
        audience: Audience::new([], 4),
        screening: Screening::default(),
        likelihood: None,
    };
    Sheet::of(report, 1)
}

fn answered(choice: usize) -> Map<String, Value> {
    json!({ "preference": choice }).as_object().unwrap().clone()
}

#[test]
fn prices_are_listed_in_order_and_none_of_them_comes_last_in_the_persons_language() {
    let sheet = sheet();
    for (language, none, words) in [
        (Language::En, "I would not buy at any of these prices", "highest"),
        (Language::Es, "No compraría a ninguno de estos precios", "el más alto"),
        (Language::Zh, "哪个价格都不会买", "最高价格"),
    ] {
        for (dealt, prices) in [(0, ["$5", "$10", "$30"]), (1, ["$30", "$10", "$5"])] {
            let screen = sheet.screen(Step::Question(0), language, dealt, &Map::new());
            let labels: Vec<&str> = screen.choices.iter().map(|choice| choice.label.as_str()).collect();
            assert_eq!(labels, [&prices[..], &[none]].concat(), "{language}");
            assert!(
                screen.title.starts_with("Which price would you choose?") && screen.title.contains(words),
                "{language}"
            );
        }
        let likelihood = sheet.screen(Step::Question(3), language, 0, &Map::new());
        assert_eq!(likelihood.language, language, "the bank's words are the person's");
    }
}

#[test]
fn who_would_buy_at_none_has_chosen_and_is_asked_only_why() {
    let sheet = sheet();
    let given = sheet.read(Step::Question(0), &[("pick".to_owned(), "3".to_owned())], 0, &Map::new()).unwrap();
    assert_eq!((given.choice, given.value), (Some(3), Some(json!(3))));
    let next = |choice| sheet.next(&answered(choice)).map(|step| sheet.name(step));
    assert_eq!((next(3).as_deref(), next(0).as_deref()), (Some("reason"), Some("drivers")));
}

#[test]
fn a_sheet_that_asked_which_price_people_would_choose_still_does() {
    let own = sheet();
    let questions = own
        .questions
        .iter()
        .cloned()
        .map(|question| Question { options: question.options.into_iter().take(3).collect(), ..question });
    let earlier = Sheet { asks_dearest_price: false, questions: questions.collect(), ..own };
    let screen = earlier.screen(Step::Question(0), Language::Es, 0, &Map::new());
    assert_eq!((screen.title.as_str(), screen.choices.len()), ("Which price would you choose?", 3));
    let none = earlier.read(Step::Question(0), &[("pick".to_owned(), "3".to_owned())], 0, &Map::new());
    assert_eq!(none, Err(Problem::Unknown));
}

#[test]
fn people_are_addressed_as_the_clients_question_does() {
    let title = |address, step, language| {
        let sheet = Sheet { address, ..sheet() };
        sheet.screen(step, language, 0, &Map::new()).title
    };
    for (address, dearest, age) in [
        (Address::Formal, "elija el más alto", "¿Cuántos años tiene?"),
        (Address::Informal, "elige el más alto", "¿Cuántos años tienes?"),
        (Address::Vos, "elegí el más alto", "¿Cuántos años tenés?"),
    ] {
        assert!(title(address, Step::Question(0), Language::Es).contains(dearest), "{address:?}");
        assert_eq!(title(address, Step::AgeBand, Language::Es), age);
    }
    assert_eq!(title(Address::Informal, Step::AgeBand, Language::Zh), "你的年龄是？");
    assert_eq!(title(Address::Formal, Step::AgeBand, Language::Zh), "您的年龄是？");
}
