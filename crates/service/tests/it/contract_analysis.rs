//! The contract's tables on the analysis (2.7) and the raw data (2.8): one test per row, with every figure recomputed
//! from the raw answers, on both databases.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use testing::specimen::{at, of_each_result};

fn texts<'a>(array: &'a Value, field: &str) -> Vec<&'a str> {
    array.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap()).collect()
}

fn respondents(result: &Value) -> &Vec<Value> {
    at(result, "/sample_data/respondents").as_array().unwrap()
}

fn options(result: &Value) -> Vec<&str> {
    at(result, "/research_input/options").as_array().unwrap().iter().map(|option| option.as_str().unwrap()).collect()
}

/// Returns the weighted share of the respondents who chose this option, computed from their answers.
fn counted_share(result: &Value, option: &str) -> f64 {
    weight_of(result, |one| one["answers"]["preference"] == option) / weight_of(result, |_| true)
}

fn weight_of(result: &Value, holds: impl Fn(&Value) -> bool) -> f64 {
    respondents(result).iter().filter(|one| holds(one)).map(|one| one["weight"].as_f64().unwrap()).sum()
}

fn close(a: &Value, b: f64) -> bool {
    a.as_f64().is_some_and(|a| (a - b).abs() < 1e-9)
}

fn is_fraction(value: &Value) -> bool {
    value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share))
}

#[track_caller]
fn assert_words(analysis: &Value, pointers: &[&str]) {
    for pointer in pointers {
        assert!(!at(analysis, pointer).as_str().unwrap().trim().is_empty(), "{pointer}");
    }
}

#[tokio::test]
async fn the_schema_version_is_a_label() {
    of_each_result(|_, result| assert_eq!(at(result, "/analysis/schema_version"), "1.5")).await;
}

#[tokio::test]
async fn the_analysis_version_is_a_label() {
    of_each_result(|_, result| assert_words(&result["analysis"], &["/analysis_version"])).await;
}

#[tokio::test]
async fn the_overview_has_a_headline_and_a_summary() {
    of_each_result(|_, result| assert_words(&result["analysis"], &["/overview/headline", "/overview/summary"])).await;
}

#[tokio::test]
async fn the_winner_is_the_candidate_option_chosen_most() {
    of_each_result(|_, result| {
        let winner = at(result, "/analysis/winner/option").as_str().unwrap();
        assert!(options(result).contains(&winner));
        let most = options(result).into_iter().map(|option| counted_share(result, option)).fold(0.0, f64::max);
        assert_eq!(counted_share(result, winner), most);
    })
    .await;
}

#[tokio::test]
async fn the_winners_support_is_its_share_of_the_answers() {
    of_each_result(|_, result| {
        let winner = &result["analysis"]["winner"];
        let support = winner["support"].as_f64().unwrap();
        assert!(close(&winner["support"], counted_share(result, winner["option"].as_str().unwrap())));
        let interval: Vec<f64> = serde_json::from_value(winner["interval"].clone()).unwrap();
        assert!(interval.len() == 2 && interval[0] < support && support < interval[1], "{winner}");
    })
    .await;
}

#[tokio::test]
async fn the_runner_up_and_the_lead_follow_from_the_shares() {
    of_each_result(|_, result| {
        let winner = &result["analysis"]["winner"];
        let (first, second) = (winner["option"].as_str().unwrap(), winner["runner_up"].as_str().unwrap());
        assert_ne!(first, second);
        let lead = counted_share(result, first) - counted_share(result, second);
        assert!((winner["lead"].as_f64().unwrap() - lead).abs() < 1e-9);
        assert!(is_fraction(&winner["probability_best"]));
        let interval: Vec<f64> = serde_json::from_value(winner["lead_interval"].clone()).unwrap();
        assert!(interval[0] < lead && lead < interval[1], "{winner}");
        assert_eq!(winner["tie"], interval[0] <= 0.0);
    })
    .await;
}

#[tokio::test]
async fn every_options_share_is_listed_in_the_clients_order() {
    of_each_result(|_, result| {
        let shares = at(result, "/analysis/winner/shares");
        assert_eq!(texts(shares, "option"), options(result));
        for share in shares.as_array().unwrap() {
            assert!(close(&share["share"], counted_share(result, share["option"].as_str().unwrap())), "{share}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_confidence_has_a_level_and_a_reason() {
    of_each_result(|_, result| {
        let confidence = &result["analysis"]["confidence"];
        // An unmeasured engine allows no higher level.
        assert_eq!(confidence["level"], "low");
        assert_words(confidence, &["/reason"]);
        assert_eq!(texts(&confidence["checks"], "check"), ["engine_skill", "lead", "failure_rate", "readings"]);
    })
    .await;
}

#[tokio::test]
async fn segments_are_counted_from_the_respondents_and_small_ones_are_not_shown() {
    of_each_result(|_, result| {
        let segments = at(result, "/analysis/segment_breakdown/segments").as_array().unwrap();
        assert!(!segments.is_empty());
        for segment in segments {
            assert!(segment["count"].as_i64().unwrap() >= 20, "{segment}");
            assert!(options(result).contains(&segment["winner"].as_str().unwrap()));
            assert!(is_fraction(&segment["support"]) && is_fraction(&segment["p_adjusted"]));
            let total: f64 = segment["shares"].as_object().unwrap().values().map(|share| share.as_f64().unwrap()).sum();
            assert!((total - 1.0).abs() < 1e-9, "{segment}");
        }
        let of_sex = segments.iter().find(|segment| segment["attribute"] == "sex").unwrap();
        let counted = respondents(result).iter().filter(|one| one["profile"]["sex"] == of_sex["value"]).count();
        assert_eq!(of_sex["count"], counted);
    })
    .await;
}

#[tokio::test]
async fn drivers_are_what_the_answers_name() {
    of_each_result(|_, result| {
        let drivers = at(result, "/analysis/driver_breakdown/drivers").as_array().unwrap();
        assert!(!drivers.is_empty());
        for driver in drivers {
            assert_words(driver, &["/driver"]);
            let names = |one: &Value| one["answers"]["drivers"].as_array().unwrap().contains(&driver["driver"]);
            assert!(close(&driver["share"], weight_of(result, names) / weight_of(result, |_| true)), "{driver}");
            assert_eq!(driver["count"], respondents(result).iter().filter(|one| names(one)).count());
            assert!(is_fraction(&driver["share"]) && driver["interval"].as_array().unwrap().len() == 2);
            assert!(driver["by_option"].as_object().unwrap().keys().all(|o| options(result).contains(&o.as_str())));
        }
    })
    .await;
}

#[tokio::test]
async fn risks_have_a_share_and_a_severity() {
    of_each_result(|_, result| {
        let risks = at(result, "/analysis/risk_breakdown/risks").as_array().unwrap();
        assert!(!risks.is_empty());
        for risk in risks {
            assert_words(risk, &["/risk"]);
            let counted = weight_of(result, |one| one["answers"]["concern"] == risk["risk"]);
            assert!(close(&risk["share"], counted / weight_of(result, |_| true)), "{risk}");
            assert!(["low", "medium", "high"].contains(&risk["severity"].as_str().unwrap()));
        }
    })
    .await;
}

#[tokio::test]
async fn themes_quote_respondents_word_for_word() {
    of_each_result(|_, result| {
        // Which respondents have open answers is random, and few answers may share no theme.
        for theme in at(result, "/analysis/open_text_themes").as_array().unwrap() {
            assert!(is_fraction(&theme["share"]) && theme["count"].as_i64().unwrap() > 0);
            for quote in theme["quotes"].as_array().unwrap() {
                let said = respondents(result).iter().find(|one| one["respondent_id"] == quote["respondent_id"]);
                assert_eq!(said.unwrap()["answers"]["reason"], quote["text"]);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_recommendation_has_a_summary() {
    of_each_result(|_, result| assert_words(&result["analysis"], &["/recommendation/summary"])).await;
}

#[tokio::test]
async fn questions_have_an_id_a_title_and_a_type() {
    of_each_result(|_, result| {
        let questions = at(result, "/sample_data/questionnaire/questions");
        assert_eq!(texts(questions, "id"), ["preference", "drivers", "concern", "acceptance", "likelihood", "reason"]);
        let types = ["single_choice", "multiple_choice", "single_choice", "single_choice", "rating", "open_text"];
        assert_eq!(texts(questions, "type"), types);
        assert!(texts(questions, "title").iter().all(|title| !title.is_empty()));
        assert_eq!(questions[0]["options"], result["research_input"]["options"]);
    })
    .await;
}

#[tokio::test]
async fn acceptance_likelihood_and_quality_are_reported() {
    of_each_result(|_, result| {
        let analysis = &result["analysis"];
        let none = &at(result, "/sample_data/questionnaire/questions/3/options/1");
        let counted = weight_of(result, |one| one["answers"]["acceptance"] == **none) / weight_of(result, |_| true);
        // Absent if the engine's acceptance is uninformative.
        if let Some(acceptance) = analysis.get("acceptance") {
            assert!(close(&acceptance["share_none"], counted));
        }
        let mean: f64 = respondents(result)
            .iter()
            .map(|one| one["weight"].as_f64().unwrap() * one["answers"]["likelihood"].as_f64().unwrap())
            .sum();
        if let Some(likelihood) = analysis.get("likelihood") {
            assert!(close(&likelihood["mean"], mean / weight_of(result, |_| true)));
        }
        for figure in ["readings_apart", "diversity", "distinct", "split_half", "split_half_winner", "near_duplicates"]
        {
            assert!(is_fraction(&analysis["quality"][figure]), "{figure}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_form_that_was_dealt_is_on_record() {
    of_each_result(|_, result| {
        let forms = at(result, "/sample_data/forms").as_array().unwrap();
        for one in respondents(result) {
            let form = forms.iter().find(|form| form["number"] == one["form_number"]).unwrap();
            assert_eq!(form["orders"]["preference"], one["form"]);
        }
    })
    .await;
}

#[tokio::test]
async fn every_respondent_has_an_id_of_its_own_and_a_name() {
    of_each_result(|_, result| {
        let ids: BTreeSet<&str> = texts(at(result, "/sample_data/respondents"), "respondent_id").into_iter().collect();
        assert_eq!(ids.len(), respondents(result).len());
        assert!(respondents(result).iter().all(|one| !one["display_name"].as_str().unwrap().is_empty()));
    })
    .await;
}

#[tokio::test]
async fn every_respondent_answers_every_question_in_its_shape() {
    of_each_result(|_, result| {
        for one in respondents(result) {
            let answers = &one["answers"];
            assert!(options(result).contains(&answers["preference"].as_str().unwrap()), "{one}");
            let questions = at(result, "/sample_data/questionnaire/questions").as_array().unwrap();
            let listed = |id: &str| questions.iter().find(|asked| asked["id"] == id).unwrap()["options"].clone();
            let drivers = answers["drivers"].as_array().unwrap();
            assert!(drivers.len() == 2 && drivers[0] != drivers[1], "{one}");
            assert!(drivers.iter().all(|driver| listed("drivers").as_array().unwrap().contains(driver)), "{one}");
            for id in ["concern", "acceptance"] {
                assert!(listed(id).as_array().unwrap().contains(&answers[id]), "{one}");
            }
            assert!((1..=5).contains(&answers["likelihood"].as_i64().unwrap()), "{one}");
            let speaks = answers.get("reason").is_some();
            assert!(!speaks || !answers["reason"].as_str().unwrap().is_empty(), "{one}");
            assert_eq!(answers.as_object().unwrap().len(), if speaks { 6 } else { 5 });
        }
    })
    .await;
}

#[tokio::test]
async fn some_respondents_speak_and_no_two_alike() {
    of_each_result(|_, result| {
        let questions = at(result, "/sample_data/questionnaire/questions").as_array().unwrap();
        let asked_of = questions.iter().find(|asked| asked["id"] == "reason").unwrap()["asked_of"].as_u64().unwrap();
        let texts: Vec<&str> = respondents(result).iter().filter_map(|one| one["answers"]["reason"].as_str()).collect();
        assert!(!texts.is_empty() && texts.len() as u64 <= asked_of, "{} of {asked_of}", texts.len());
        assert_eq!(at(result, "/statistics/open_answer_count"), texts.len());
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len(), "{texts:?}");
    })
    .await;
}

#[tokio::test]
async fn every_respondent_has_a_profile_a_form_and_its_distributions() {
    of_each_result(|_, result| {
        let sorted = |mut texts: Vec<Value>| {
            texts.sort_by_key(Value::to_string);
            json!(texts)
        };
        for one in respondents(result) {
            assert!(one["profile"]["age"].as_i64().unwrap() >= 18);
            let form = one["form"].as_array().unwrap().clone();
            assert_eq!(sorted(form), sorted(result["research_input"]["options"].as_array().unwrap().clone()));
            for question in ["preference", "drivers", "concern", "acceptance", "likelihood"] {
                let distribution = one["distributions"][question].as_object().unwrap();
                let total: f64 = distribution.values().map(|p| p.as_f64().unwrap()).sum();
                assert!((total - 1.0).abs() < 1e-9, "{one}");
            }
        }
    })
    .await;
}
