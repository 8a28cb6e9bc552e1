//! Archived reports leave the list and come back; a deleted report is gone for everybody, and only the ledger still tells of it.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use primitives::ids::ReportId;
use serde_json::{Value, json};
use store::{Advance, Status};

use crate::people_survey::{begun, finished, opened, path};
use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief, brief_with};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// A word of the deleted report alone.
const WORD: &str = "heliotrope";

async fn delete(caller: &Caller, id: &str) -> Answer {
    caller.send(Method::DELETE, &format!("/api/v1/reports/{id}"), &[], "").await
}

async fn browser_of(app: &TestApp, caller: &Caller) -> Caller {
    app.browser_of(caller.account.unwrap()).await
}

fn public_path(report: &Value) -> String {
    let url = report["result"]["report_url"].as_str().unwrap();
    url.strip_prefix("https://canvass.example").unwrap().to_owned()
}

/// Returns the number of rows about a report outside `reports` and `ledger`.
async fn rows_of(app: &TestApp, id: &str) -> i64 {
    let tables = ["results", "steps", "surveys", "survey_answers", "people_batches", "people_views", "studies"];
    let mut rows = 0;
    for table in tables {
        rows += app.database.integer(&format!("SELECT COUNT(*) FROM {table} WHERE report_id = '{id}'")).await;
    }
    rows + app.database.integer("SELECT COUNT(*) FROM survey_links").await
}

on_both! {
    async fn an_archived_report_leaves_the_list_and_comes_back(app: TestApp) {
        let caller = app.caller(1000).await;
        let browser = browser_of(&app, &caller).await;
        let id = caller.created(&brief_with(&json!({ "question": WORD }))).await;
        let archive = format!("/reports/{id}/archive");
        let shown = async |list: &str| browser.get(list).await.text().contains(&format!("href=\"/reports/{id}\""));
        assert_eq!((shown("/reports").await, shown("/reports?status=archived").await), (true, false));
        let away = browser.submit(&archive, &[("archived", "yes"), ("from", "list")]).await;
        assert_eq!(away.header("location"), Some("/reports"));
        for list in ["/reports", "/reports?q=heliotrope", "/reports?status=running", "/reports?sort=name"] {
            assert!(!shown(list).await, "{list}");
        }
        assert!(shown("/reports?status=archived").await && shown("/reports?status=archived&sort=verdict&q=HELIO").await);
        let list = browser.get("/reports").await.text();
        assert!(list.contains("href=\"/reports?status=archived\"") && !list.contains("No reports yet"), "{list}");
        assert_eq!(caller.report(&id).await["status"], "queued", "nothing else changes");
        let page = browser.get(&format!("/reports/{id}")).await.text();
        assert!(page.contains("This report is archived.") && page.contains("value=\"no\""), "{page}");
        let back = browser.submit(&archive, &[("archived", "no")]).await;
        assert_eq!(back.header("location"), Some(format!("/reports/{id}").as_str()));
        assert_eq!((shown("/reports").await, shown("/reports?status=archived").await), (true, false));
    }
}

on_both! {
    async fn a_deleted_report_is_gone_for_everybody_and_the_ledger_keeps_its_entries(app: TestApp) {
        let (caller, id) = finished(&app, &brief_with(&json!({ "question": WORD }))).await;
        let (browser, account) = (browser_of(&app, &caller).await, caller.account.unwrap());
        app.app.store.set_learning(account, true).await.unwrap();
        let public = public_path(&caller.report(&id).await);
        let link = path(&opened(&caller, &id, &json!({ "one_time_links": 0 })).await);
        let person = begun(&app, &link).await;
        let rows = format!("choice\n{}", "Nod\n".repeat(40));
        let at = format!("/api/v1/reports/{id}/people");
        let file = caller.send(Method::POST, &at, &[("content-type", "text/csv")], rows).await;
        assert_eq!(file.status, StatusCode::CREATED);
        app.app.people_followed(ReportId::parse(&id).unwrap()).await;
        assert_eq!(app.app.store.studies(account).await.unwrap().len(), 1);
        let (credits, entries) = (caller.credits_left().await, app.database.integer("SELECT COUNT(*) FROM ledger").await);
        for open in ["", "/card.png", "/card.svg", "/report.json", "/respondents"] {
            assert_eq!(app.stranger(None).get(&format!("{public}{open}")).await.status, StatusCode::OK, "{open}");
        }

        let page = browser.get(&format!("/reports/{id}")).await.text();
        assert!(page.contains("Existing backups still contain the report."), "{page}");
        let answer = browser.submit(&format!("/reports/{id}/delete"), &[]).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, Some("/reports")));

        for path in ["", "/survey", "/people"] {
            let answer = caller.get(&format!("/api/v1/reports/{id}{path}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text());
        }
        for path in ["", "/page", "/page/report.json", "/people", "/progress"] {
            assert_eq!(browser.get(&format!("/reports/{id}{path}")).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        for gone in ["", "/card.png", "/card.svg", "/options.png", "/report.json", "/report.md", "/respondents", "/respondents.csv"] {
            let answer = app.stranger(None).get(&format!("{public}{gone}")).await;
            assert_eq!(answer.status, StatusCode::GONE, "{gone}");
            assert!(answer.text().contains("This report has been deleted") && !answer.text().contains(WORD), "{gone}");
        }
        assert_eq!(person.get(&link).await.status, StatusCode::NOT_FOUND);
        assert_eq!(person.get(&format!("{link}/1")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(person.submit(&format!("{link}/1"), &[("pick", "0")]).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.stranger(None).submit(&link, &[]).await.status, StatusCode::NOT_FOUND);

        assert_eq!(rows_of(&app, &id).await, 0);
        let emptied = "SELECT COUNT(*) FROM reports WHERE brief = '' AND searchable = '' AND finding IS NULL AND seed = 0";
        assert_eq!(app.database.integer(emptied).await, 1);
        for list in ["/reports", "/reports?status=archived", "/reports?sort=name", "/credits"] {
            let page = browser.get(list).await.text();
            assert!(!page.contains(WORD) && !page.contains(&id), "{list}: {page}");
        }
        assert!(browser.get("/reports?q=heliotrope").await.text().contains("Nothing matches"));
        assert!(browser.get("/credits").await.text().contains("Deleted report"));
        assert_eq!(caller.credits_left().await, credits);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM ledger").await, entries);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn deleting_twice_deletes_once_and_another_accounts_report_does_not_exist(app: TestApp) {
        let (caller, other) = (app.caller(1000).await, app.caller(1000).await);
        let (browser, stranger) = (browser_of(&app, &caller).await, browser_of(&app, &other).await);
        let ids = caller.created_many(2, &brief()).await;
        app.run_jobs().await;
        for id in &ids {
            assert_eq!(delete(&other, id).await.status, StatusCode::NOT_FOUND);
            assert_eq!(stranger.submit(&format!("/reports/{id}/delete"), &[]).await.status, StatusCode::NOT_FOUND);
            let archive = stranger.submit(&format!("/reports/{id}/archive"), &[("archived", "yes")]).await;
            assert_eq!(archive.status, StatusCode::NOT_FOUND);
            caller.report(id).await;
        }
        assert_eq!(delete(&caller, &ids[0]).await.status, StatusCode::NO_CONTENT);
        assert_eq!(delete(&caller, &ids[0]).await.status, StatusCode::NOT_FOUND);
        let delete_page = format!("/reports/{}/delete", ids[1]);
        for _ in 0..2 {
            let answer = browser.submit(&delete_page, &[]).await;
            assert_eq!(answer.header("location"), Some("/reports"), "a button pressed twice");
        }
        let archive = browser.submit(&format!("/reports/{}/archive", ids[1]), &[("archived", "yes")]).await;
        assert_eq!(archive.status, StatusCode::NOT_FOUND);
        for unknown in ["req_wrong", "%ff", "req_01KDVDNA000000000000000000"] {
            assert_eq!(delete(&caller, unknown).await.status, StatusCode::NOT_FOUND, "{unknown}");
        }
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_report_deleted_while_it_runs_is_charged_as_a_cancelled_one(app: TestApp) {
        let caller = app.caller(200).await;
        let ids = caller.created_many(2, &brief()).await;
        let running = app.claim_run().await;
        app.app.store.enter(running.lease, Status::Sampling).await.unwrap();
        app.app.store.checkpoint(running.lease, &[], Advance { begun: 20, done: 12 }).await.unwrap();
        for id in &ids {
            assert_eq!(delete(&caller, id).await.status, StatusCode::NO_CONTENT);
        }
        assert_eq!(caller.credits_left().await, 180, "20 interviews had begun; the other report had not");
        assert!(app.app.store.renew(running.lease, Duration::from_secs(60)).await.is_err(), "its worker writes nothing more");
        assert_eq!(app.run_jobs().await, 0);
        assert_eq!(rows_of(&app, &running.lease.report.to_string()).await, 0);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn deleting_running_reports_is_no_way_around_the_limit_of_free_cancels(app: TestApp) {
        let caller = app.caller(5000).await;
        let ids = caller.created_many(11, &brief()).await;
        for _ in &ids {
            app.claim_run().await;
        }
        for id in &ids[..10] {
            assert_eq!(delete(&caller, id).await.status, StatusCode::NO_CONTENT);
        }
        let refused = delete(&caller, &ids[10]).await;
        assert_eq!((refused.status, refused.json()["error"]["code"].as_str()), (StatusCode::TOO_MANY_REQUESTS, Some("rate_limited")));
        assert!(refused.header("retry-after").is_some());
        assert_eq!(caller.report(&ids[10]).await["status"], "generating_questionnaire", "it goes on");
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_request_repeated_after_its_report_was_deleted_neither_creates_it_anew_nor_charges(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.create_with_key("k", &brief()).await.json();
        app.run_jobs().await;
        assert_eq!(delete(&caller, first["request_id"].as_str().unwrap()).await.status, StatusCode::NO_CONTENT);
        let (left, reports) = (caller.credits_left().await, app.database.integer("SELECT COUNT(*) FROM reports").await);
        app.advance(DAY - Duration::from_millis(1));
        app.app.store.forget_deleted_keys(app.app.clock.now()).await.unwrap();
        let replay = caller.create_with_key("k", &brief()).await;
        assert_eq!((replay.status, &replay.json()["error"]["code"]), (StatusCode::CONFLICT, &json!("report_deleted")));
        let other = caller.create_with_key("k", &brief_with(&json!({ "sample_size": 60 }))).await;
        assert_eq!((other.status, &other.json()["error"]["code"]), (StatusCode::CONFLICT, &json!("idempotency_conflict")));
        assert_eq!(caller.credits_left().await, left);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, reports);

        app.advance(Duration::from_millis(1));
        assert_eq!(app.app.store.forget_deleted_keys(app.app.clock.now()).await.unwrap(), 1);
        let kept = "SELECT COUNT(*) FROM reports WHERE idempotency_key IS NOT NULL OR brief_hash IS NOT NULL";
        assert_eq!(app.database.integer(kept).await, 0, "key and hash go when the key is no longer valid");
        assert_eq!(caller.create_with_key("k", &brief()).await.status, StatusCode::ACCEPTED);
        app.assert_ledger_adds_up().await;
    }
}

on_both! {
    async fn a_form_whose_report_was_deleted_says_so_and_creates_nothing(app: TestApp) {
        let caller = app.caller(1000).await;
        let browser = browser_of(&app, &caller).await;
        let form = [
            ("question", "Which?"),
            ("options", "One\nTwo"),
            ("audience_description", ""),
            ("sample_size", "50"),
            ("language", "en"),
            ("form_key", "f"),
        ];
        let created = browser.submit("/reports/new", &form).await;
        let id = created.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
        browser.submit(&format!("/reports/{id}/delete"), &[]).await;
        let again = browser.submit("/reports/new", &form).await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(again.text().contains("The report that this form created has been deleted."), "{}", again.text());
        assert_eq!(caller.credits_left().await, 1000);
    }
}

on_both! {
    async fn an_address_that_was_closed_before_its_report_was_deleted_tells_nothing(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let public = public_path(&caller.report(&id).await);
        browser_of(&app, &caller).await.submit(&format!("/reports/{id}/publication"), &[("change", "unpublish")]).await;
        delete(&caller, &id).await;
        assert_eq!(app.stranger(None).get(&public).await.status, StatusCode::NOT_FOUND);
    }
}

on_both! {
    async fn a_report_whose_brief_is_damaged_can_be_deleted(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.create_with_key("k", &brief()).await.json();
        app.run_jobs().await;
        app.database.run("UPDATE reports SET brief = '{\"question\": 5}'").await;
        assert_eq!(delete(&caller, first["request_id"].as_str().unwrap()).await.status, StatusCode::NO_CONTENT);
        assert_eq!(caller.create_with_key("k", &brief()).await.status, StatusCode::CONFLICT);
        assert_eq!(caller.credits_left().await, 950);
    }
}
