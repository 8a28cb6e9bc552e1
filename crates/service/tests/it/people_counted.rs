//! Which of people's answers count: complete ones that are not flagged as automated, or that the owner accepted.
//! Others neither fill the quota nor enter a figure, and do not displace those that do.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use primitives::ids::ReportId;
use serde_json::{Value, json};

use crate::people_survey::{answer_all, begun, finished, opened, path, people, questions, screens, skip_rest, survey};
use testing::on_both;
use testing::support::{Caller, TestApp, brief};

/// Answers every question within half a minute.
async fn whole_answer(app: &TestApp, caller: &Caller, id: &str, path: &str) -> Caller {
    let browser = begun(app, path).await;
    app.advance(Duration::from_secs(30));
    answer_all(&browser, path, &screens(questions(caller, id).await)).await;
    browser
}

async fn patch(caller: &Caller, at: &str, body: &Value) -> testing::support::Answer {
    caller.send(Method::PATCH, at, &[("content-type", "application/json")], body.to_string()).await
}

on_both! {
    async fn answers_that_stop_after_the_choice_count_for_nothing(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 5 })).await);
        let browsers = join_all((0..20).map(|_| begun(&app, &path))).await;
        app.advance(Duration::from_secs(30));
        for browser in &browsers {
            assert_eq!(browser.submit(&format!("{path}/1"), &[("pick", "2")]).await.status, StatusCode::SEE_OTHER);
        }
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["unfinished"], &seen["is_settled"]), (&json!(0), &json!(20), &json!(false)));
        assert!(seen["verdict"].is_null(), "{}", seen["verdict"]);
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["complete"], &standing["takes_answers"]), (&json!(0), &json!(true)));
        let token = public_token(&caller, &id).await;
        let page = app.stranger(None).get(&format!("/r/{token}")).await.text();
        assert!(!page.contains("people and a forecast"), "no page counts them: {page}");
    }
}

on_both! {
    async fn an_answer_that_chose_nothing_fills_no_quota_even_when_its_last_question_was_skipped(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let last = questions(&caller, &id).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 3 })).await);
        let browsers = join_all((0..6).map(|_| begun(&app, &path))).await;
        app.advance(Duration::from_secs(30));
        for browser in &browsers {
            skip_rest(browser, &path, last, last).await;
        }
        assert_eq!(survey(&caller, &id).await["complete"], 0);
        // The choice makes an answer complete, in whatever order the screens were sent.
        browsers[0].submit(&format!("{path}/1"), &[("pick", "0")]).await;
        assert_eq!(survey(&caller, &id).await["complete"], 1);
        assert_eq!(people(&caller, &id).await["people"], 1);
    }
}

on_both! {
    async fn a_marked_answer_counts_once_its_owner_keeps_it_and_no_longer_when_that_is_undone(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 1 })).await);
        let answers = screens(questions(&caller, &id).await);
        // One fills in the honeypot field, one finishes instantly.
        let trapped = begun(&app, &path).await;
        trapped.submit(&format!("{path}/1"), &[("pick", "1"), ("website", "http://spam.example")]).await;
        app.advance(Duration::from_secs(30));
        answer_all(&trapped, &path, &answers).await;
        answer_all(&begun(&app, &path).await, &path, &answers).await;
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["flagged"]), (&json!(0), &json!(2)), "{seen}");
        let flags: Vec<&Value> = seen["answers"].as_array().unwrap().iter().map(|answer| &answer["flags"]).collect();
        assert_eq!(flags, [&json!(["hidden_field"]), &json!(["fast"])]);
        assert_eq!(survey(&caller, &id).await["takes_answers"], true, "the quota of one is still free");
        let real = whole_answer(&app, &caller, &id, &path).await;
        assert_eq!(survey(&caller, &id).await["complete"], 1);
        drop(real);

        let first = seen["answers"][0]["answer_id"].as_str().unwrap().to_owned();
        let at = format!("/api/v1/reports/{id}/people/{first}");
        let other = app.caller(10).await;
        assert_eq!(patch(&other, &at, &json!({ "is_kept": true })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(patch(&caller, &at, &json!({ "kept": true })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(patch(&caller, &at, &json!({ "is_kept": true })).await.json()["is_counted"], true);
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["complete"], &standing["flagged"], &standing["quota"]), (&json!(2), &json!(1), &json!(2)),
            "keeping more than were wanted raises the quota to them");
        assert_eq!(people(&caller, &id).await["people"], 2);
        let owner = app.browser_of(caller.account.unwrap()).await;
        let at = format!("/reports/{id}/people");
        assert_eq!(owner.submit(&at, &[("change", "unkeep"), ("answer", &first)]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(people(&caller, &id).await["people"], 1);
        assert_eq!(owner.submit(&at, &[("change", "delete_marked")]).await.status, StatusCode::SEE_OTHER);
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["people"], &seen["flagged"]), (&json!(1), &json!(0)));
    }
}

on_both! {
    async fn ten_thousand_unfinished_answers_hide_no_whole_one_and_block_no_file(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        insert_answers(&app, &id, 10_001, "unfinished", (0, 0)).await;
        insert_answers(&app, &id, 10_001, "marked", (1, 0)).await;
        whole_answer(&app, &caller, &id, &path).await;
        let added = caller.post_json(&format!("/api/v1/reports/{id}/people"), &json!(["Lull", "Nod"])).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
        assert_eq!(people(&caller, &id).await["people"], 3);
    }
}

on_both! {
    async fn a_survey_crowded_by_programs_says_so_to_its_owner_and_makes_room_by_itself_or_by_a_click(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let limit = store::UNCOUNTED_MAX;
        app.database.run(&format!("UPDATE surveys SET unfinished = {limit}")).await;
        insert_answers(&app, &id, 3, "old", (0, 0)).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        assert_eq!(survey(&caller, &id).await["is_crowded"], true);
        assert!(owner.get(&format!("/reports/{id}/people")).await.text().contains("no one else can start"));
        let refused = app.stranger(None).submit(&path, &[]).await;
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        // Unfinished answers older than an hour free their place.
        app.advance(Duration::from_secs(61 * 60));
        begun(&app, &path).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM survey_answers").await, 1);
        assert_eq!(owner.submit(&format!("/reports/{id}/people"), &[("change", "delete_unfinished")]).await.status, StatusCode::SEE_OTHER);
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["unfinished"], &standing["is_crowded"]), (&json!(0), &json!(false)), "counts are counted anew");
    }
}

on_both! {
    async fn a_skipped_screen_about_the_person_keeps_nothing_that_was_ticked_beside_it(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let last = questions(&caller, &id).await;
        let path = path(&opened(&caller, &id, &json!({})).await);
        let browser = whole_answer(&app, &caller, &id, &path).await;
        for (screen, pick) in [(1, "18-29"), (2, "male"), (3, "MX")] {
            let sent = [("pick", pick), ("skip", "1")];
            browser.submit(&format!("{path}/{}", last + screen), &sent).await;
        }
        let answer = &people(&caller, &id).await["answers"][0];
        assert_eq!((&answer["age_band"], &answer["sex"], &answer["country"]), (&Value::Null, &Value::Null, &Value::Null));
    }
}

on_both! {
    async fn extending_a_survey_without_naming_an_end_keeps_the_end(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        opened(&caller, &id, &json!({ "ends_at": "2026-02-01T00:00:00Z" })).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let at = format!("/reports/{id}/people");
        let page = owner.get(&at).await.text();
        assert!(page.contains("id=\"more-days\" name=\"days\"><option value=\"\">"), "the form's first choice leaves it: {page}");
        assert_eq!(owner.submit(&at, &[("change", "extend"), ("quota", "80"), ("days", "")]).await.status, StatusCode::SEE_OTHER);
        let standing = survey(&caller, &id).await;
        assert_eq!((&standing["quota"], &standing["ends_at"]), (&json!(80), &json!("2026-02-01T00:00:00Z")));
        assert_eq!(owner.submit(&at, &[("change", "extend"), ("days", "0")]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(survey(&caller, &id).await["ends_at"], Value::Null);
        assert_eq!(owner.submit(&at, &[("change", "extend"), ("days", "400")]).await.status, StatusCode::BAD_REQUEST);
    }
}

on_both! {
    async fn an_end_that_no_calendar_has_is_refused_and_one_that_is_stored_can_be_read(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let at = format!("/api/v1/reports/{id}/survey");
        for ends_at in ["9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59Z", "2040-01-01T00:00:00Z", "2025-01-01T00:00:00Z"] {
            let refused = caller.post_json(&at, &json!({ "ends_at": ends_at })).await;
            assert_eq!((refused.status, refused.json()["field"].as_str()), (StatusCode::BAD_REQUEST, Some("ends_at")), "{ends_at}");
        }
        opened(&caller, &id, &json!({})).await;
        assert_eq!(patch(&caller, &at, &json!({ "ends_at": "9999-12-31T23:59:59-23:59" })).await.status, StatusCode::BAD_REQUEST);
        // Earlier releases stored such a value.
        app.database.run("UPDATE surveys SET ends_at = 253402387139000").await;
        assert_eq!(survey(&caller, &id).await["ends_at"], "9999-12-31T23:59:59Z");
        let owner = app.browser_of(caller.account.unwrap()).await;
        assert_eq!(owner.get(&format!("/reports/{id}/people")).await.status, StatusCode::OK);
    }
}

on_both! {
    async fn a_new_key_is_a_new_batch_and_without_one_the_owner_is_asked_whether_they_are_other_people(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let at = format!("/api/v1/reports/{id}/people");
        let add = async |key: Option<&str>| {
            let mut headers = vec![("content-type", "text/csv")];
            headers.extend(key.map(|key| ("idempotency-key", key)));
            caller.send(Method::POST, &at, &headers, "Lull\nNod\n").await.json()["is_replay"].clone()
        };
        assert_eq!(add(Some("monday")).await, false);
        assert_eq!(add(Some("tuesday")).await, false);
        assert_eq!(add(Some("monday")).await, true, "each key is remembered");
        assert_eq!(add(Some("tuesday")).await, true);
        assert_eq!(add(None).await, true, "without a key, the same rows are the same people");
        assert_eq!(people(&caller, &id).await["people"], 4);
        let owner = app.browser_of(caller.account.unwrap()).await;
        let page = format!("/reports/{id}/people");
        let send = async |change: &str, other_people: bool| {
            let mut fields = vec![("change", change), ("file", "Lull\nNod\n")];
            fields.extend(other_people.then_some(("other_people", "1")));
            owner.submit(&page, &fields).await
        };
        assert!(send("preview", false).await.text().contains("name=\"other_people\""));
        send("add", false).await;
        assert_eq!(people(&caller, &id).await["people"], 4);
        send("add", true).await;
        assert_eq!(people(&caller, &id).await["people"], 6);
        app.advance(Duration::from_secs(25 * 60 * 60));
        assert_eq!(add(Some("monday")).await, false, "a key lasts a day");
        assert_eq!(people(&caller, &id).await["people"], 8);
    }
}

on_both! {
    async fn owners_and_people_who_change_answers_at_once_never_wait_for_each_other_in_a_circle(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = path(&opened(&caller, &id, &json!({ "quota": 5000 })).await);
        let owner = app.browser_of(caller.account.unwrap()).await;
        let (page, survey_at) = (format!("/reports/{id}/people"), format!("/api/v1/reports/{id}/survey"));
        let last = questions(&caller, &id).await;
        let answer = async || {
            for _ in 0..12 {
                let begun = app.stranger(None).submit(&path, &[]).await;
                assert!(!begun.status.is_server_error(), "{}", begun.text());
                let Some(cookie) = begun.header("set-cookie") else { continue };
                let browser = app.stranger(None).with_cookie(cookie.split(';').next().unwrap());
                for (screen, sent) in [(1, ("pick", "0")), (last, ("skip", "1")), (last + 1, ("pick", "18-29"))] {
                    let taken = browser.submit(&format!("{path}/{screen}"), &[sent]).await;
                    assert!(!taken.status.is_server_error(), "{}", taken.text());
                }
            }
        };
        let manage = async |change: &'static str| {
            for _ in 0..12 {
                let changed = owner.submit(&page, &[("change", change)]).await;
                assert!(!changed.status.is_server_error(), "{change}: {}", changed.text());
            }
        };
        let upload = async || {
            for n in 0..12 {
                let rows = format!("choice,age\nNod,{}\nLull,40\n", 18 + n);
                let added = owner.submit(&page, &[("change", "add"), ("file", &rows)]).await;
                assert!(!added.status.is_server_error(), "{}", added.text());
            }
        };
        let reopen = async || {
            for n in 0..12 {
                let state = if n % 4 == 3 { "closed" } else { "open" };
                assert_eq!(patch(&caller, &survey_at, &json!({ "state": state })).await.status, StatusCode::OK);
            }
            assert_eq!(patch(&caller, &survey_at, &json!({ "state": "open" })).await.status, StatusCode::OK);
        };
        let everybody = async { futures::join!(answer(), answer(), answer(), manage("delete_all"), manage("delete_marked"), manage("delete_unfinished"), upload(), reopen()) };
        everybody.await;
        assert_counts_are_rows(&app).await;
        app.app.people_followed(ReportId::parse(&id).unwrap()).await;
    }
}

async fn public_token(caller: &Caller, id: &str) -> String {
    let result = caller.report(id).await;
    result["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// Inserts answers of a survey directly into the database, with these values of `complete` and `counted`. The
/// survey's counters are not updated.
async fn insert_answers(app: &TestApp, report: &str, count: usize, name: &str, (complete, counted): (i64, i64)) {
    let numbers =
        format!("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})");
    let id = "substr('ans_0' || s.id || '0000000000000000000000000', 1, 5)";
    let started = testing::support::START_MS;
    app.database
        .run(&format!(
            "{numbers} INSERT INTO survey_answers (id, report_id, survey_id, answers, choice, complete, counted, flags, started_at)
             SELECT {id} || '{}' || substr(CAST(1000000 + n AS TEXT), 2), '{report}', s.id, '{{\"preference\":1}}', 1,
                    {complete}, {counted}, CASE WHEN {complete} = 1 THEN 'fast' ELSE '' END, {started}
             FROM numbers CROSS JOIN surveys s",
            padded(name)
        ))
        .await;
}

/// Returns nineteen digits of an id that no clock has generated.
fn padded(name: &str) -> String {
    let tag = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(7).wrapping_add(u32::from(byte)));
    format!("{tag:019}")
}

/// Asserts that a survey's counters match its answers.
async fn assert_counts_are_rows(app: &TestApp) {
    let wrong = "SELECT COUNT(*) FROM surveys s WHERE
        s.complete <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.counted = 1) OR
        s.marked <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.complete = 1 AND a.counted = 0) OR
        s.unfinished <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.complete = 0)";
    assert_eq!(app.database.integer(wrong).await, 0, "counts and rows differ");
}
