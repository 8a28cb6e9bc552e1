//! Who belongs to the audience: screening questions by link, rows of files, and studies that people outside it cannot settle.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::people_survey::{answer_all, begun, finished, opened, path, people, questions, screens, survey};
use testing::on_both;
use testing::support::{Answer, Caller, brief, brief_with};

fn mexican_women() -> Value {
    brief_with(&json!({ "audience_description": "women aged 30 to 44 in Mexico who drink coffee" }))
}

const FITTING: [&[(&str, &str)]; 4] =
    [&[("pick", "30-44")], &[("pick", "female")], &[("pick", "MX")], &[("pick", "yes")]];

async fn add_csv(caller: &Caller, id: &str, csv: &str) -> Answer {
    let path = format!("/api/v1/reports/{id}/people");
    caller.send(Method::POST, &path, &[("content-type", "text/csv")], csv.to_owned()).await
}

/// Answers the screening questions and then the questionnaire, which does not ask for age, sex and country again.
async fn answer_screened(browser: &Caller, path: &str, screening: &[&[(&str, &str)]], questions: usize) -> Answer {
    let rest = screens(questions);
    let all: Vec<&[(&str, &str)]> = screening.iter().copied().chain(rest[..questions].iter().copied()).collect();
    answer_all(browser, path, &all).await
}

on_both! {
    async fn who_fits_is_asked_and_who_does_not_is_thanked_and_counted_apart(app: TestApp) {
        let (caller, id) = finished(&app, &mexican_women()).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 2 })).await);
        let questions = questions(&caller, &id).await;
        let woman = begun(&app, &path).await;
        let first = woman.get(&format!("{path}/1")).await.text();
        assert!(first.contains("How old are you?") && first.contains("Under 18"), "{first}");
        assert_eq!(woman.get(&format!("{path}/5")).await.header("location"), Some(format!("{path}/1").as_str()));
        app.advance(Duration::from_secs(30));
        let last = answer_screened(&woman, &path, &FITTING, questions).await;
        assert_eq!(last.header("location"), Some(format!("{path}/thanks").as_str()), "{}", last.text());
        let asked = woman.get(&format!("{path}/4")).await.text();
        assert!(asked.contains("who drink coffee"), "{asked}");

        let man = begun(&app, &path).await;
        man.submit(&format!("{path}/1"), &[("pick", "30-44")]).await;
        let out = man.submit(&format!("{path}/2"), &[("pick", "male")]).await;
        assert_eq!(out.header("location"), Some(format!("{path}/thanks").as_str()));
        assert!(man.get(&format!("{path}/thanks")).await.text().contains("a particular group of people"));
        // Nobody gets in by answering again.
        let again = man.submit(&format!("{path}/2"), &[("pick", "female")]).await;
        assert_eq!(again.header("location"), Some(format!("{path}/thanks").as_str()));
        assert_eq!(man.get(&path).await.header("location"), Some(format!("{path}/thanks").as_str()));

        let standing = survey(&caller, &id).await;
        let counts = ["complete", "screened_out", "unfinished", "flagged"].map(|count| standing[count].as_i64());
        assert_eq!(counts, [Some(1), Some(1), Some(0), Some(0)], "{standing}");
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["screened_out"], &seen["eligibility_unknown"]), (&json!(1), &json!(1), &json!(0)));
        let answer = &seen["answers"][0];
        assert_eq!((&answer["age_band"], &answer["sex"], &answer["country"]), (&json!("30-44"), &json!("female"), &json!("MX")));
        assert_eq!((&answer["eligibility"], &answer["weight"]), (&json!("fits"), &Value::Null));
    }
}

on_both! {
    async fn a_number_of_children_is_a_screening_question(app: TestApp) {
        let parents = json!({ "audience_description": "parents of two or more children in the United States" });
        let (caller, id) = finished(&app, &brief_with(&parents)).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let browser = begun(&app, &path).await;
        let mut asked = Vec::new();
        for (step, pick) in [(1, "US"), (2, "yes"), (3, "no")] {
            asked.push(browser.get(&format!("{path}/{step}")).await.text());
            browser.submit(&format!("{path}/{step}"), &[("pick", pick)]).await;
        }
        assert!(asked[2].contains("children at home: 2 or more"), "{}", asked[2]);
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["screened_out"]), (&json!(0), &json!(1)));
    }
}

on_both! {
    async fn a_skipped_screening_question_is_unknown_and_counts(app: TestApp) {
        let (caller, id) = finished(&app, &mexican_women()).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let questions = questions(&caller, &id).await;
        let browser = begun(&app, &path).await;
        app.advance(Duration::from_secs(30));
        answer_screened(&browser, &path, &[FITTING[0], &[("skip", "1")], FITTING[2], FITTING[3]], questions).await;
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["eligibility_unknown"]), (&json!(1), &json!(1)));
        assert!(seen["unsettled"].as_array().unwrap().contains(&json!("unknown_eligibility")), "{}", seen["unsettled"]);
    }
}

on_both! {
    async fn men_of_22_settle_nothing_about_women_of_30_to_44(app: TestApp) {
        let women = brief_with(&json!({ "audience_description": "women aged 30 to 44 in Mexico" }));
        let (caller, id) = finished(&app, &women).await;
        let csv = "choice,age,sex,country\n".to_owned() + &"Nod,22,m,US\n".repeat(40) + "Lull,31,f,MX\nNod,,f,MX\n";
        let added = add_csv(&caller, &id, &csv).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
        let said = added.json();
        let figures = ["people", "set_apart", "eligibility_unknown"].map(|field| said[field].as_i64());
        assert_eq!(figures, [Some(42), Some(40), Some(1)], "{said}");
        assert_eq!(said["by_option"][1], json!({ "option": "Lull", "people": 1 }), "{said}");
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["screened_out"], &seen["is_settled"]), (&json!(2), &json!(40), &json!(false)));
    }
}

on_both! {
    async fn a_study_is_not_settled_while_a_group_is_missing_and_the_page_says_whom(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let young = "choice,age,weight\n".to_owned() + &"Nod,22,1\n".repeat(60);
        assert_eq!(add_csv(&caller, &id, &young).await.status, StatusCode::CREATED);
        let seen = people(&caller, &id).await;
        assert_eq!(seen["is_settled"], false);
        assert!(seen["unsettled"].as_array().unwrap().contains(&json!("missing_groups")), "{}", seen["unsettled"]);
        let missing: Vec<&str> = seen["missing_groups"].as_array().unwrap().iter().map(|group| group["value"].as_str().unwrap()).collect();
        assert!(missing.contains(&"45-64") && !missing.contains(&"18-29"), "{missing:?}");
        let result = caller.report(&id).await;
        let token = result["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let page = app.stranger(None).get(&format!("/r/{token}")).await.text();
        assert!(page.contains("nobody aged 45–64 yet"), "{page}");
        // Once every group is there, it is settled.
        let others = "choice,age,weight\n".to_owned() + &"Nod,35,1\nNod,50,1\nNod,70,1\n".repeat(20);
        assert_eq!(add_csv(&caller, &id, &others).await.status, StatusCode::CREATED);
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["is_settled"], &seen["unsettled"]), (&json!(true), &json!([])), "{}", seen["missing_groups"]);
    }
}
