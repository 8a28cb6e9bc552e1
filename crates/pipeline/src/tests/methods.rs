//! Methods that depend on the kind of question, in complete reports in three languages.

use super::*;

async fn analysed(options: &[&str], language: Language) -> contract::Analysis {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    made(&job_of(options, language, 100, 4), 0.0).await.unwrap().analysis
}

#[tokio::test]
async fn prices_are_judged_by_what_they_earn_and_are_no_scale() {
    for language in Language::ALL {
        let analysis = analysed(&["$10", "$4", "$15", "$7"], language).await;
        let price = analysis.price.as_ref().unwrap();
        assert!(analysis.scale.is_none());
        let amounts: Vec<f64> = price.points.iter().map(|point| point.amount).collect();
        assert_eq!(amounts, [4.0, 7.0, 10.0, 15.0]);
        assert!(price.points.windows(2).all(|pair| pair[0].accepting >= pair[1].accepting), "{price:?}");
        let best = price.points.iter().find(|point| point.option == price.best).unwrap();
        assert!(price.points.iter().all(|point| point.revenue_index <= best.revenue_index));
        assert_eq!(best.revenue_index, 100.0);
        let winner = &analysis.winner;
        assert_eq!(
            (&winner.option, winner.support, winner.estimator),
            (&price.best, best.accepting, Estimator::WouldBuy)
        );
        assert!((price.share_none.unwrap() + price.points[0].accepting - 1.0).abs() < 1e-9, "{price:?}");
        let contenders = price.contenders();
        assert_eq!(
            price.best_range.each_ref().map(String::as_str),
            [contenders[0], contenders[contenders.len() - 1]],
            "{price:?}"
        );
    }
}

/// Says what share would buy at each price: 10 earns most.
fn demand() -> Altered {
    let share = |price: &str| match price {
        "$5" => 90.0,
        "$8" => 85.0,
        "$10" => 72.0,
        _ => 20.0,
    };
    let buyers = move |prompt: &str| -> serde_json::Map<String, serde_json::Value> {
        let prices = listed(prompt).filter(|(_, text)| text.starts_with('$'));
        prices.map(|(letter, price)| (letter.to_owned(), share(price).into())).collect()
    };
    Altered::new(move |ask| match ask.name {
        "forecast_prices" => Some(Ok(serde_json::json!({ "buyers": buyers(ask.prompt) }).into())),
        "forecast_price_groups" => Some(refused()),
        _ => None,
    })
}

#[tokio::test]
async fn people_are_asked_for_the_dearest_price_and_the_wording_is_on_record() {
    let engine = demand();
    let options: Vec<String> = ["$10", "$5", "$12", "$8"].map(str::to_owned).to_vec();
    let report = made_with(&job_of(options.clone(), Language::En, 200, 4), &engine).await;
    let asked = &report.sample_data.questionnaire.questions[0];
    let none = "I would not buy at any of these prices";
    assert_eq!(asked.options, ["$10", "$5", "$12", "$8", none]);
    let optimized = &report.research_input.optimized;
    assert_eq!((&asked.title, optimized.changes.len()), (&optimized.question, 1));
    assert!(optimized.question.starts_with("Which one would you choose? ") && optimized.question.contains("highest"));
    assert!(!report.title.contains("highest"), "{}", report.title);
    assert_eq!((engine.times_asked("forecast_prices"), engine.times_asked("forecast_whole")), (2, 0));
    assert!(report.method.elicitation.starts_with("prices-"));

    let analysis = &report.analysis;
    assert_eq!((analysis.winner.option.as_str(), analysis.winner.runner_up.as_str()), ("$10", "$8"));
    assert!((analysis.winner.support - 0.72).abs() < 0.01, "{:?}", analysis.winner);
    assert!((analysis.acceptance.as_ref().unwrap().share_none - 0.1).abs() < 0.01);
    let total: f64 = report.sample_data.respondents.iter().map(|it| it.weight).sum();
    let buys = |answer: &AnswerValue| matches!(answer, AnswerValue::Text(text) if text == "$10" || text == "$12");
    let buying = report.sample_data.respondents.iter().filter(|it| buys(&it.answers[PREFERENCE]));
    assert!((buying.map(|it| it.weight).sum::<f64>() / total - analysis.winner.support).abs() < 1e-9);
    for it in &report.sample_data.respondents {
        let is_none = it.answers[PREFERENCE] == AnswerValue::Text(none.to_owned());
        assert_eq!(is_none, !it.answers.contains_key(LIKELIHOOD), "who would not buy is asked nothing else");
    }
    assert_eq!(report.statistics.partial_respondent_count, 0);
}

#[tokio::test]
async fn twenty_prices_are_one_question() {
    let options: Vec<String> = (1..=20).map(|price| format!("${price}")).collect();
    let report = made(&job_of(options, Language::Es, 100, 4), 0.0).await.unwrap();
    let asked = &report.sample_data.questionnaire.questions;
    assert_eq!((asked.len(), asked[0].options.len()), (5, 21));
    assert_eq!(report.analysis.winner.estimator, Estimator::WouldBuy);
}

#[tokio::test]
async fn a_record_of_other_questions_says_nothing_of_prices() {
    let measured = forecast::calibration::Measured { knows: true, effective_size: 60.0, ..Default::default() };
    let record = Calibration { measured: Some(measured), ..Calibration::identity() };
    let engine = Altered { card: EngineCard { scripted: false, ..scripted_card() }, ..demand() };
    let prices: Vec<String> = ["$10", "$5", "$12", "$8"].map(str::to_owned).to_vec();
    for (options, is_measured) in [(prices, false), (numbered(3), true)] {
        let job = Job { calibration: record.clone(), ..job_of(options, Language::En, 60, 4) };
        let report = made_with(&job, &engine).await;
        assert_eq!(report.method.calibration.measured.is_some(), is_measured);
        assert_eq!(report.method.elicitation.starts_with("prices-"), !is_measured);
        assert_eq!(
            report.analysis.confidence.reason.contains("what people really pay"),
            !is_measured,
            "{:?}",
            report.analysis.confidence
        );
    }
}

#[tokio::test]
async fn on_a_scale_no_answer_wins() {
    for (language, options) in [
        (Language::En, ["Very likely", "Unlikely", "Likely", "Very unlikely"]),
        (Language::Es, ["Muy probable", "Poco probable", "Probable", "Nada probable"]),
        (Language::Zh, ["非常可能", "不太可能", "比较可能", "非常不可能"]),
    ] {
        let analysis = analysed(&options, language).await;
        let scale = analysis.scale.as_ref().unwrap();
        assert_eq!(scale.steps, [options[3], options[1], options[2], options[0]], "{language}");
        assert!((scale.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(scale.top_steps, [options[2], options[0]]);
        let ruling = analysis.overview.ruling.as_ref().unwrap();
        assert!(ruling.options.is_empty() || ruling.options == scale.top_steps, "{ruling:?}");
        assert!(scale.top_steps.iter().all(|step| analysis.overview.headline.contains(step)), "{language}");
    }
}
