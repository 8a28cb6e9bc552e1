//! Comparisons of reports over HTTP and in the workspace: what is shown is what the reports say, and nobody else's is.

use axum::http::{Method, StatusCode};
use engine::Scripted;
use serde_json::{Value, json};

use crate::engine_choice::Renamed;
use testing::on_both;
use testing::support::{Answer, Caller, brief, brief_with};

async fn compare(caller: &Caller, ids: &[&str]) -> Answer {
    caller.get(&path("/api/v1/comparisons", ids)).await
}

fn path(of: &str, ids: &[&str]) -> String {
    let query: Vec<String> = ids.iter().map(|id| format!("report={id}")).collect();
    format!("{of}?{}", query.join("&"))
}

#[track_caller]
fn assert_refused(answer: &Answer, field: &str, words: &str) {
    assert_eq!(
        (answer.status, answer.json()["field"].as_str()),
        (StatusCode::BAD_REQUEST, Some(field)),
        "{}",
        answer.text()
    );
    assert!(answer.json()["message"].as_str().unwrap().contains(words), "{}", answer.text());
}

/// The share that a report states for an option.
fn share(report: &Value, option: &str) -> Value {
    let shares = report["result"]["analysis"]["winner"]["shares"].as_array().unwrap();
    shares.iter().find(|share| share["option"] == option).unwrap()["share"].clone()
}

on_both! {
    async fn two_reports_stand_beside_each_other_with_their_differences(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.created(&brief_with(&json!({ "audience_description": "adults in Mexico" }))).await;
        let second = caller.created(&brief_with(&json!({ "audience_description": "adults in Spain" }))).await;
        app.run_jobs().await;
        let before = caller.credits_left().await;
        let answer = compare(&caller, &[&first, &second]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let comparison = answer.json();
        let reports = [caller.report(&first).await, caller.report(&second).await];
        for row in comparison["rows"].as_array().unwrap() {
            let option = row["option"].as_str().unwrap();
            for (place, report) in reports.iter().enumerate() {
                assert_eq!(row["cells"][place]["share"], share(report, option), "{option}");
            }
        }
        let pair = &comparison["pairs"][0];
        assert_eq!((&pair["from"], &pair["to"]), (&json!("A"), &json!("B")));
        assert_eq!(pair["rule"], "audiences_not_measured", "the scripted engine has no record");
        for (row, difference) in comparison["rows"].as_array().unwrap().iter().zip(pair["differences"].as_array().unwrap()) {
            let cell = |place: usize| row["cells"][place]["share"].as_f64().unwrap();
            assert!((difference["difference"].as_f64().unwrap() - (cell(1) - cell(0))).abs() < 1e-12);
            assert_eq!((&difference["interval"], &difference["change"]), (&Value::Null, &json!("not_measured")));
        }
        assert!(comparison["columns"][0]["finished_on"].as_str().is_some_and(|day| day.len() == 10), "{comparison}");
        assert_eq!(comparison["columns"][1]["report"], json!(second));
        assert_eq!(caller.credits_left().await, before, "it costs nothing");

        let table = caller.get_with(&path("/api/v1/comparisons", &[&first, &second]), &[("accept", "text/csv")]).await;
        assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8"));
        let lines = table.text().lines().count();
        assert_eq!(lines, 1 + 2 * comparison["rows"].as_array().unwrap().len());
    }
}

on_both! {
    async fn people_are_compared_with_the_forecast_and_with_people(app: TestApp) {
        let caller = app.caller(1000).await;
        let ids = [caller.created(&brief()).await, caller.created(&brief_with(&json!({ "question": "Which of them?" }))).await];
        app.run_jobs().await;
        for (id, [drift, lull]) in ids.iter().zip([[40, 5], [10, 35]]) {
            let csv = format!("choice\n{}{}", "Drift\n".repeat(drift), "Lull\n".repeat(lull));
            let at = format!("/api/v1/reports/{id}/people");
            let added = caller.send(Method::POST, &at, &[("content-type", "text/csv")], csv).await;
            assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
        }
        let comparison = compare(&caller, &[&ids[0], &ids[1]]).await.json();
        let columns = comparison["columns"].as_array().unwrap();
        let names: Vec<&str> = columns.iter().map(|column| column["column"].as_str().unwrap()).collect();
        assert_eq!(names, ["A", "A_people", "B", "B_people"]);
        assert_eq!(columns[1]["respondents"], 45);
        let pairs = comparison["pairs"].as_array().unwrap();
        let between = |from: &str, to: &str| pairs.iter().find(|pair| pair["from"] == from && pair["to"] == to).unwrap();
        assert_eq!(between("A", "B")["rule"], "wordings_not_measured");
        assert_eq!(between("A", "A_people")["rule"], "independent");
        let drift = comparison["rows"].as_array().unwrap().iter().position(|row| row["option"] == "Drift").unwrap();
        let difference = &between("A_people", "B_people")["differences"][drift];
        assert_eq!(difference["change"], "changed");
        let (low, high) = (difference["interval"][0].as_f64().unwrap(), difference["interval"][1].as_f64().unwrap());
        assert!(-1.0 <= low && low < high && high < 0.0, "{difference}");
        let view: Value = caller.get(&format!("/api/v1/reports/{}/people", ids[0])).await.json();
        let option = view["options"].as_array().unwrap().iter().find(|option| option["option"] == "Drift").unwrap();
        let cell = &comparison["rows"][drift]["cells"][1];
        assert_eq!((&cell["share"], &cell["interval"]), (&option["people"], &option["people_interval"]));
    }
}

on_both! {
    async fn forecasts_of_two_engines_have_intervals_and_of_one_asked_twice_none(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.created(&brief()).await;
        let again = caller.created(&brief()).await;
        app.run_jobs().await;
        app.set_engine(Renamed("another", Scripted::new(0, 0.0)));
        let other = caller.created(&brief()).await;
        app.run_jobs().await;
        let comparison = compare(&caller, &[&first, &again, &other]).await.json();
        let [repeated, engines] = [&comparison["pairs"][0], &comparison["pairs"][1]];
        assert_eq!((&repeated["rule"], &repeated["differences"][0]["interval"]), (&json!("repeated"), &Value::Null));
        assert_eq!(engines["rule"], "independent");
        assert!(engines["differences"][0]["interval"][0].is_number(), "{engines}");
    }
}

on_both! {
    async fn only_ones_own_completed_reports_that_share_something_are_compared(app: TestApp) {
        let caller = app.caller(1000).await;
        let (id, gone) = (caller.created(&brief()).await, caller.created(&brief()).await);
        let other = caller.created(&brief_with(&json!({ "options": ["Red", "Green", "Blue"] }))).await;
        app.run_jobs().await;
        let unfinished = caller.created(&brief()).await;
        caller.send(Method::DELETE, &format!("/api/v1/reports/{gone}"), &[], "").await;
        assert_refused(&compare(&caller, &[&id]).await, "report", "two to six");
        assert_refused(&compare(&caller, &[]).await, "report", "two to six");
        assert_refused(&compare(&caller, &[id.as_str(); 7]).await, "report", "two to six");
        assert_refused(&compare(&caller, &[&id, &id]).await, "report[1]", "twice");
        assert_refused(&compare(&caller, &[&id, "req_nothing"]).await, "report[1]", "does not exist");
        assert_refused(&compare(&caller, &[&id, &gone]).await, "report[1]", "does not exist");
        assert_refused(&compare(&caller, &[&unfinished, &id]).await, "report[0]", "not completed");
        assert_refused(&compare(&caller, &[&id, &other]).await, "report[1]", "nothing to compare");
        let stranger = app.caller(1000).await;
        assert_refused(&compare(&stranger, &[&id, &other]).await, "report[0]", "does not exist");
        assert_eq!(compare(&app.stranger(None), &[&id, &other]).await.status, StatusCode::UNAUTHORIZED);
    }
}

on_both! {
    async fn reports_are_ticked_in_the_list_and_compared_on_a_page(app: TestApp) {
        let account = app.new_account(1000).await;
        let (caller, browser) = (app.caller_of(account, None).await, app.browser_of(account).await);
        let first = caller.created(&brief_with(&json!({ "question": "Which <b>name</b> fits?" }))).await;
        app.run_jobs().await;
        let list = browser.get("/reports").await.text();
        assert!(!list.contains("action=\"/reports/compare\""), "one report has nothing to be compared with");
        let second = caller.created(&brief()).await;
        app.run_jobs().await;
        let running = caller.created(&brief()).await;
        let list = browser.get("/reports").await.text();
        assert!(list.contains("action=\"/reports/compare\""), "{list}");
        let tick = |id: &str| format!("type=\"checkbox\" name=\"report\" value=\"{id}\" form=\"compare\"");
        assert_eq!([&first, &second, &running].map(|id| list.contains(&tick(id))), [true, true, false]);

        for (language, heading, csv) in
            [("en", "Reports compared", "Download CSV"), ("es", "Informes comparados", "Descargar CSV"), ("zh", "报告比较", "下载 CSV")]
        {
            let headers = [("accept-language", language)];
            let page = browser.get_with(&path("/reports/compare", &[&first, &second]), &headers).await;
            assert_eq!(page.status, StatusCode::OK);
            let text = page.text();
            assert!(text.contains(heading) && text.contains(csv) && !text.contains("compare-"), "{text}");
            assert!(text.contains("Which &#60;b&#62;name") || text.contains("Which &lt;b&gt;name"), "{text}");
            assert_eq!(page.header("cache-control"), Some("private, no-store"));
        }
        let table = browser.get(&path("/reports/compare.csv", &[&first, &second])).await;
        assert_eq!(table.header("content-disposition"), Some("attachment; filename=\"comparison.csv\""));
        assert!(table.text().contains("wordings_not_measured"), "{}", table.text());

        for (ids, status, words) in [
            (vec![first.as_str()], StatusCode::BAD_REQUEST, "two to six reports"),
            (vec![first.as_str(), running.as_str()], StatusCode::BAD_REQUEST, "not completed"),
            (vec![first.as_str(), "req_nothing"], StatusCode::NOT_FOUND, ""),
        ] {
            let page = browser.get(&path("/reports/compare", &ids)).await;
            assert_eq!(page.status, status, "{words}");
            assert!(page.text().contains(words), "{}", page.text());
        }
        let stranger = app.browser_of(app.new_account(1).await).await;
        assert_eq!(stranger.get(&path("/reports/compare", &[&first, &second])).await.status, StatusCode::NOT_FOUND);
    }
}
