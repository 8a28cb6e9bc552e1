//! The contract's tables on the result (2.5) and its statistics (2.6): one test per row, on both databases.

use serde_json::{Value, json};

use testing::specimen::{CREDITS, SAMPLE_SIZE, at, of_each_result, specimens};

fn fields(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn statistic(result: &Value, name: &str) -> i64 {
    at(result, &format!("/statistics/{name}")).as_i64().unwrap()
}

fn rate(result: &Value, name: &str) -> f64 {
    at(result, &format!("/statistics/{name}")).as_f64().unwrap()
}

#[tokio::test]
async fn a_result_has_every_field_of_the_table() {
    of_each_result(|_, result| {
        for field in [
            "title",
            "report_url",
            "research_input",
            "statistics",
            "analysis",
            "sample_data",
            "credits_used",
            "credits_left",
        ] {
            assert!(fields(result).contains(&field), "{field}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_title_is_made_from_the_question() {
    of_each_result(|_, result| {
        assert_eq!(result["title"], "Research report: Which name fits a calm sleep app best?");
    })
    .await;
}

#[tokio::test]
async fn the_report_url_is_an_unguessable_public_address() {
    of_each_result(|_, result| {
        let token = result["report_url"].as_str().unwrap().strip_prefix("https://canvass.example/r/").unwrap();
        assert!(token.len() == 22 && token.chars().all(|c| c.is_ascii_alphanumeric()), "{token}");
    })
    .await;
    let urls: Vec<&Value> =
        specimens().await.iter().map(|specimen| &specimen.completed["result"]["report_url"]).collect();
    assert_ne!(urls[0], urls[1]);
}

#[tokio::test]
async fn the_research_input_repeats_the_clients_own_words() {
    of_each_result(|specimen, result| {
        let input = &result["research_input"];
        assert_eq!(input["question"], specimen.request["question"]);
        assert_eq!(input["options"], specimen.request["options"]);
        assert_eq!(input["language"], "en");
        assert_eq!(input["sample_size"], specimen.request["sample_size"]);
    })
    .await;
}

#[tokio::test]
async fn the_audience_filters_say_what_was_understood_and_from_where() {
    of_each_result(|_, result| {
        let filters = at(result, "/research_input/audience_filters");
        assert!(filters["description"].as_str().unwrap().contains("who sleep badly"));
        assert_eq!(filters["source"], "given");
        assert_eq!(filters["traits"], json!(["who sleep badly"]));
    })
    .await;
}

#[tokio::test]
async fn the_served_wording_stands_beside_the_clients() {
    of_each_result(|specimen, result| {
        let served = at(result, "/research_input/optimized");
        assert_eq!(served["question"], specimen.request["question"]);
        assert_eq!(served["options"], specimen.request["options"]);
        assert_eq!(served["changes"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn credits_used_are_the_sampled_respondents() {
    of_each_result(|_, result| {
        assert_eq!(result["credits_used"], SAMPLE_SIZE);
        assert_eq!(result["credits_used"], statistic(result, "sampled_respondent_count"));
    })
    .await;
}

#[tokio::test]
async fn credits_left_are_the_balance_after_settlement() {
    of_each_result(|specimen, result| {
        assert_eq!(result["credits_left"], CREDITS - SAMPLE_SIZE);
        assert_eq!(result["credits_left"], specimen.balance_after);
    })
    .await;
}

#[tokio::test]
async fn the_method_says_who_answered_and_that_the_respondents_are_synthetic() {
    of_each_result(|_, result| {
        let method = &result["method"];
        assert_eq!(method["engine"], "scripted");
        assert!(method["notice"].as_str().unwrap().contains("its figures mean nothing"));
        assert!(method["seed"].as_str().unwrap().parse::<u64>().is_ok());
        assert_eq!((&method["lambda"], &method["readings"]), (&json!(1.0), &json!(4)));
        assert!(method["elicitation"].as_str().unwrap().starts_with("documents-"), "{method}");
        for field in ["model", "model_hash", "skill", "winner_accuracy"] {
            assert!(at(method, &format!("/{field}")).is_null(), "{field}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_target_is_the_sample_size_asked_for() {
    of_each_result(|_, result| assert_eq!(statistic(result, "target_respondent_count"), SAMPLE_SIZE)).await;
}

#[tokio::test]
async fn there_are_at_least_as_many_candidates_as_sampled_respondents() {
    of_each_result(|_, result| {
        assert!(statistic(result, "candidate_respondent_count") >= statistic(result, "sampled_respondent_count"));
    })
    .await;
}

#[tokio::test]
async fn no_more_are_sampled_than_asked_for() {
    of_each_result(|_, result| {
        let sampled = statistic(result, "sampled_respondent_count");
        assert!(sampled > 0 && sampled <= SAMPLE_SIZE);
    })
    .await;
}

#[tokio::test]
async fn the_successful_are_those_whose_answers_are_in_the_data() {
    of_each_result(|_, result| {
        let respondents = at(result, "/sample_data/respondents").as_array().unwrap().len();
        assert_eq!(statistic(result, "successful_respondent_count"), respondents as i64);
    })
    .await;
}

#[tokio::test]
async fn the_failed_and_the_successful_add_up_to_the_sampled() {
    of_each_result(|_, result| {
        let failed = statistic(result, "failed_respondent_count");
        assert!(failed > 0);
        let successful = statistic(result, "successful_respondent_count");
        assert_eq!(failed + successful, statistic(result, "sampled_respondent_count"));
    })
    .await;
}

#[tokio::test]
async fn nobody_is_partial_where_nothing_was_lost() {
    of_each_result(|_, result| assert_eq!(statistic(result, "partial_respondent_count"), 0)).await;
}

#[tokio::test]
async fn the_completion_rate_is_the_successful_share_of_the_sampled() {
    of_each_result(|_, result| {
        let successful = statistic(result, "successful_respondent_count") as f64;
        assert_eq!(rate(result, "completion_rate"), successful / SAMPLE_SIZE as f64);
    })
    .await;
}

#[tokio::test]
async fn the_failure_rate_is_the_failed_share_of_the_sampled() {
    of_each_result(|_, result| {
        let failed = statistic(result, "failed_respondent_count") as f64;
        assert_eq!(rate(result, "failure_rate"), failed / SAMPLE_SIZE as f64);
        assert!((rate(result, "completion_rate") + rate(result, "failure_rate") - 1.0).abs() < 1e-9);
    })
    .await;
}
