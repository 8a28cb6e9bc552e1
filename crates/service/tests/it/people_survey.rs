//! Surveys by link: opening, answering screen by screen, exact quota and end time, one answer per browser.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief, brief_with};

/// The form fields that a person sends for each screen of a report with few options.
const SCREENS: [&[(&str, &str)]; 8] = [
    &[("pick", "0")],
    &[("pick", "0"), ("pick", "1")],
    &[("pick", "0")],
    &[("pick", "3")],
    &[("text", "It sounds calm.")],
    &[("pick", "30-44")],
    &[("pick", "female")],
    &[("pick", "ES")],
];

/// Creates a finished report and returns it with its owner.
pub async fn finished(app: &TestApp, body: &Value) -> (Caller, String) {
    let caller = app.caller(1000).await;
    let id = caller.created(body).await;
    app.run_jobs().await;
    assert_eq!(caller.report(&id).await["status"], "completed");
    (caller, id)
}

pub async fn opened(caller: &Caller, id: &str, wanted: &Value) -> Value {
    let answer = caller.post_json(&format!("/api/v1/reports/{id}/survey"), wanted).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

pub fn path(survey: &Value) -> String {
    survey["url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned()
}

/// Returns a browser that has begun the survey.
pub async fn begun(app: &TestApp, path: &str) -> Caller {
    let answer = app.stranger(None).submit(path, &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    let cookie = answer.header("set-cookie").unwrap();
    for rule in ["HttpOnly", "SameSite=Lax", "Secure", &format!("Path={path}")] {
        assert!(cookie.contains(rule), "{cookie}");
    }
    app.stranger(None).with_cookie(cookie.split(';').next().unwrap())
}

/// Returns the screens of the report; not every report asks about acceptance.
pub fn screens(questions: usize) -> Vec<&'static [(&'static str, &'static str)]> {
    let mut screens = SCREENS.to_vec();
    if questions == 6 {
        screens.insert(3, &[("pick", "0")]);
    }
    screens
}

pub async fn questions(caller: &Caller, id: &str) -> usize {
    let report = caller.report(id).await;
    report["result"]["sample_data"]["questionnaire"]["questions"].as_array().unwrap().len()
}

/// Skips the screens from `from` to `last`.
pub async fn skip_rest(browser: &Caller, path: &str, from: usize, last: usize) {
    for screen in from..=last {
        assert_eq!(browser.submit(&format!("{path}/{screen}"), &[("skip", "1")]).await.status, StatusCode::SEE_OTHER);
    }
}

/// Answers every screen in turn and returns the last response.
pub async fn answer_all(browser: &Caller, path: &str, screens: &[&[(&str, &str)]]) -> Answer {
    let mut last = None;
    for (place, fields) in screens.iter().enumerate() {
        let answer = browser.submit(&format!("{path}/{}", place + 1), fields).await;
        let is_on = answer.status == StatusCode::SEE_OTHER;
        last = Some(answer);
        if !is_on {
            break;
        }
    }
    last.unwrap()
}

pub async fn survey(caller: &Caller, id: &str) -> Value {
    caller.get(&format!("/api/v1/reports/{id}/survey")).await.json()
}

pub async fn people(caller: &Caller, id: &str) -> Value {
    let answer = caller.get(&format!("/api/v1/reports/{id}/people")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

on_both! {
    async fn a_person_answers_every_screen_and_counts_once(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let credits = caller.credits_left().await;
        let before = caller.get(&format!("/api/v1/reports/{id}")).await.bytes;
        let open = opened(&caller, &id, &json!({ "asker": "The sleep team" })).await;
        assert_eq!((&open["quota"], &open["state"], &open["takes_answers"]), (&json!(60), &json!("open"), &json!(true)));
        let path = path(&open);
        let intro = app.stranger(None).get_with(&path, &[("accept-language", "es")]).await;
        assert!(intro.text().contains("The sleep team") && intro.text().contains("anónimas"), "{}", intro.text());
        assert_eq!(intro.header("x-robots-tag"), Some("noindex"));
        let browser = begun(&app, &path).await;
        app.advance(Duration::from_secs(30));
        let screens = screens(questions(&caller, &id).await);
        let end = answer_all(&browser, &path, &screens).await;
        assert_eq!(end.header("location"), Some(format!("{path}/thanks").as_str()));
        assert!(browser.get(&format!("{path}/thanks")).await.text().contains("Thank you"));
        assert_eq!(survey(&caller, &id).await["complete"], 1);
        let seen = people(&caller, &id).await;
        assert_eq!(seen["people"], 1);
        let answer = &seen["answers"][0];
        assert_eq!((&answer["age_band"], &answer["sex"], &answer["country"]), (&json!("30-44"), &json!("female"), &json!("ES")));
        assert_eq!((&answer["comment"], &answer["is_complete"], &answer["flags"]), (&json!("It sounds calm."), &json!(true), &json!([])));
        assert_eq!(seen["options"][0]["people"], 1.0);
        // Coming back shows the thanks page and adds nothing.
        assert_eq!(browser.get(&path).await.header("location"), Some(format!("{path}/thanks").as_str()));
        assert_eq!(browser.submit(&path, &[]).await.header("location"), Some(format!("{path}/thanks").as_str()));
        assert_eq!(people(&caller, &id).await["people"], 1);
        assert_eq!(caller.credits_left().await, credits);
        assert_eq!(caller.get(&format!("/api/v1/reports/{id}")).await.bytes, before, "the result is sealed");
    }
}

on_both! {
    async fn of_fifty_who_race_for_a_quota_of_ten_exactly_ten_are_counted(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 10 })).await);
        let screens = screens(questions(&caller, &id).await);
        let browsers = join_all((0..50).map(|_| begun(&app, &path))).await;
        app.advance(Duration::from_secs(30));
        join_all(browsers.iter().map(|browser| answer_all(browser, &path, &screens))).await;
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["complete"], &standing["takes_answers"]), (&json!(10), &json!(false)));
        let whole = "SELECT COUNT(*) FROM survey_answers WHERE complete = 1";
        assert_eq!(app.database.integer(whole).await, 10);
        let late = app.stranger(None).get(&path).await;
        assert!(late.text().contains("Enough people have answered"), "{}", late.text());
    }
}

on_both! {
    async fn nothing_is_taken_after_the_end_or_once_it_is_closed(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let at = format!("/api/v1/reports/{id}/survey");
        let path = path(&opened(&caller, &id, &json!({ "ends_at": "2026-01-02T00:00:00Z" })).await);
        let browser = begun(&app, &path).await;
        assert_eq!(browser.submit(&format!("{path}/1"), &[("pick", "1")]).await.status, StatusCode::SEE_OTHER);
        app.advance(Duration::from_secs(24 * 60 * 60));
        let late = browser.submit(&format!("{path}/2"), &[("pick", "0")]).await;
        assert!(late.text().contains("This survey has ended"), "{}", late.text());
        assert!(app.stranger(None).submit(&path, &[]).await.text().contains("This survey has ended"));
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["unfinished"]), (&json!(0), &json!(1)), "what is not whole is not counted");
        let send = |body: Value| {
            let (caller, at) = (caller.clone(), at.clone());
            async move { caller.send(Method::PATCH, &at, &[("content-type", "application/json")], body.to_string()).await }
        };
        assert_eq!(send(json!({ "ends_at": null })).await.json()["takes_answers"], true);
        assert_eq!(browser.submit(&format!("{path}/2"), &[("pick", "0")]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(send(json!({ "state": "closed" })).await.json()["state"], "closed");
        assert!(browser.submit(&format!("{path}/3"), &[("pick", "0")]).await.text().contains("This survey is closed"));
        assert_eq!(send(json!({ "state": "open", "quota": 5 })).await.json()["quota"], 5);
    }
}

on_both! {
    async fn a_link_that_works_once_lets_one_person_in(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let open = opened(&caller, &id, &json!({ "one_time_links": 2 })).await;
        let path = path(&open);
        let key = open["links"][0].as_str().unwrap().split_once("?k=").unwrap().1;
        let intro = app.stranger(None).get(&format!("{path}?k={key}")).await;
        assert!(intro.text().contains(key));
        let without = app.stranger(None).submit(&path, &[]).await;
        assert!(without.text().contains("has already been used"), "{}", without.text());
        assert_eq!(app.stranger(None).submit(&path, &[("k", key)]).await.status, StatusCode::SEE_OTHER);
        assert!(app.stranger(None).submit(&path, &[("k", key)]).await.text().contains("has already been used"));
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["one_time_links"], &standing["one_time_links_used"]), (&json!(2), &json!(1)));
        assert!(standing.get("links").is_none(), "they are shown once");
    }
}

on_both! {
    async fn many_options_are_asked_as_best_and_worst_of_short_lists_and_then_among_the_best(app: TestApp) {
        let options: Vec<String> = (0..8).map(|n| format!("Option {n}")).collect();
        let (caller, id) = finished(&app, &brief_with(&json!({ "options": options }))).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let browser = begun(&app, &path).await;
        let mut bests = Vec::new();
        for list in 1..=2 {
            let screen = browser.get(&format!("{path}/{list}")).await.text();
            let offered: Vec<&str> =
                screen.split("name=\"best\" value=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
            assert!((3..=5).contains(&offered.len()), "{offered:?}");
            let same = browser.submit(&format!("{path}/{list}"), &[("best", offered[0]), ("worst", offered[0])]).await;
            assert_eq!(same.status, StatusCode::BAD_REQUEST);
            let sent = browser.submit(&format!("{path}/{list}"), &[("best", offered[0]), ("worst", offered[1])]).await;
            assert_eq!(sent.status, StatusCode::SEE_OTHER);
            bests.push(offered[0].to_owned());
        }
        let last = browser.get(&format!("{path}/3")).await.text();
        assert_eq!(last.matches("type=\"radio\"").count(), 2, "{last}");
        let other = (0..8).map(|n| n.to_string()).find(|n| !bests.contains(n)).unwrap();
        assert_eq!(browser.submit(&format!("{path}/3"), &[("pick", &other)]).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(browser.submit(&format!("{path}/3"), &[("pick", &bests[1])]).await.status, StatusCode::SEE_OTHER);
        let chosen = bests[1].parse::<usize>().unwrap();
        app.advance(Duration::from_secs(30));
        skip_rest(&browser, &path, 4, questions(&caller, &id).await).await;
        let seen = people(&caller, &id).await;
        let shares: Vec<f64> = (0..8).map(|at| seen["options"][at]["people"].as_f64().unwrap()).collect();
        assert_eq!((&seen["people"], &seen["options"][chosen]["count"]), (&json!(1), &json!(1)));
        let is_counted = |at: usize| shares[at] == f64::from(u8::from(at == chosen));
        assert!((0..8).all(is_counted), "who saw all options is counted by the last choice: {shares:?}");
    }
}

on_both! {
    async fn hostile_words_are_inert_wherever_they_are_shown(app: TestApp) {
        const HOSTILE: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
        let (caller, id) = finished(&app, &brief()).await;
        let open = opened(&caller, &id, &json!({ "asker": HOSTILE })).await;
        let path = path(&open);
        let browser = begun(&app, &path).await;
        let screens = screens(questions(&caller, &id).await);
        let at = screens.iter().position(|fields| fields[0].0 == "text").unwrap();
        app.advance(Duration::from_secs(30));
        browser.submit(&format!("{path}/1"), &[("pick", "0")]).await;
        browser.submit(&format!("{path}/{}", at + 1), &[("text", HOSTILE)]).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let again = browser.get(&format!("{path}/{}", at + 1)).await;
        let pages = [
            app.stranger(None).get(&path).await,
            again,
            owner.get(&format!("/reports/{id}/people")).await,
            owner.get(&format!("/reports/{id}/page")).await,
        ];
        for page in pages {
            assert_eq!(page.status, StatusCode::OK);
            assert!(!page.text().contains("<script>alert") && !page.text().contains("<img src=x"), "{}", page.text());
        }
        let long = browser.submit(&format!("{path}/{}", at + 1), &[("text", &"x".repeat(1001))]).await;
        assert_eq!(long.status, StatusCode::BAD_REQUEST);
        let huge = browser.submit(&format!("{path}/{}", at + 1), &[("text", &"x".repeat(40_000))]).await;
        assert_eq!(huge.status, StatusCode::BAD_REQUEST);
    }
}

on_both! {
    async fn a_survey_is_deleted_with_its_answers_and_is_nobody_elses(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let other = app.caller(10).await;
        let at = format!("/api/v1/reports/{id}/survey");
        let path = path(&opened(&caller, &id, &json!({})).await);
        assert_eq!(caller.post_json(&at, &json!({})).await.status, StatusCode::CONFLICT);
        for method in [Method::GET, Method::DELETE] {
            assert_eq!(other.send(method, &at, &[], "").await.status, StatusCode::NOT_FOUND);
        }
        let patch = other.send(Method::PATCH, &at, &[("content-type", "application/json")], "{}").await;
        assert_eq!(patch.status, StatusCode::NOT_FOUND);
        assert_eq!(other.post_json(&at, &json!({})).await.status, StatusCode::NOT_FOUND);
        let browser = begun(&app, &path).await;
        browser.submit(&format!("{path}/1"), &[("pick", "1")]).await;
        assert_eq!(caller.send(Method::DELETE, &at, &[], "").await.status, StatusCode::NO_CONTENT);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM survey_answers").await, 0);
        assert_eq!(browser.get(&format!("{path}/2")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(caller.get(&at).await.status, StatusCode::NOT_FOUND);
    }
}

on_both! {
    async fn people_are_asked_only_about_reports_that_have_a_result(app: TestApp) {
        let caller = app.caller(100).await;
        let id = caller.created(&brief()).await;
        assert_eq!(caller.post_json(&format!("/api/v1/reports/{id}/survey"), &json!({})).await.status, StatusCode::CONFLICT);
        assert_eq!(caller.get(&format!("/api/v1/reports/{id}/people")).await.status, StatusCode::CONFLICT);
        let added = caller.post_json(&format!("/api/v1/reports/{id}/people"), &json!(["Drift"])).await;
        assert_eq!(added.status, StatusCode::CONFLICT);
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn old_answers_are_forgotten_after_the_setting(app: TestApp) {
        app.freeze_lease_clock().await;
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let browser = begun(&app, &path).await;
        app.run_on(Duration::from_secs(30)).await;
        answer_all(&browser, &path, &screens(questions(&caller, &id).await)).await;
        assert_eq!(people(&caller, &id).await["people"], 1);
        let (day, instant) = (Duration::from_secs(24 * 60 * 60), Duration::from_millis(1));
        app.run_on(day * 29 - Duration::from_secs(30) + instant).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0, "it is marked a day before its time");
        app.run_on(day - instant).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        app.run_on(instant).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 1, "and deleted when that has come");
        assert_eq!(people(&caller, &id).await["people"], 0);
    }
}
