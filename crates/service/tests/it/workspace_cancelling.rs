//! Free cancellations of started reports: exactly the allowed number per hour.

use std::time::Duration;

use axum::http::StatusCode;
use store::{Advance, Status};

use testing::on_both;
use testing::support::{Caller, TestApp, brief};

/// Returns an account with credits, as API client and as browser.
async fn both(app: &TestApp, credits: i64) -> (Caller, Caller) {
    let caller = app.caller(credits).await;
    let browser = app.browser_of(caller.account.unwrap()).await;
    (caller, browser)
}

/// Creates reports that a worker has claimed but for which no respondent has begun.
async fn started(app: &TestApp, caller: &Caller, count: usize) -> Vec<String> {
    let ids = caller.created_many(count, &brief()).await;
    for _ in &ids {
        let report = app.claim_run().await;
        app.app.store.enter(report.lease, Status::GeneratingQuestionnaire).await.unwrap();
    }
    ids
}

on_both! {
    async fn ten_reports_an_hour_can_be_cancelled_at_no_cost_after_work_on_them_began(app: TestApp) {
        let (caller, browser) = both(&app, 5000).await;
        let ids = started(&app, &caller, 12).await;
        for id in &ids[..10] {
            assert_eq!(browser.submit(&format!("/reports/{id}/cancel"), &[]).await.status, StatusCode::SEE_OTHER);
            app.advance(Duration::from_secs(60));
        }
        let (left, held_up) = (caller.credits_left().await, format!("/reports/{}/cancel", ids[10]));
        let refused = browser.submit(&held_up, &[]).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.header("retry-after"), Some("3001"), "until the first of them is an hour ago");
        assert!(refused.text().contains("the limit is ten per hour"), "{}", refused.text());
        assert_eq!(caller.report(&ids[10]).await["status"], "generating_questionnaire", "it goes on");
        assert_eq!(caller.credits_left().await, left);

        let queued = caller.created(&brief()).await;
        assert_eq!(browser.submit(&format!("/reports/{queued}/cancel"), &[]).await.status, StatusCode::SEE_OTHER);
        app.advance(Duration::from_secs(3000));
        let browser = app.browser_of(caller.account.unwrap()).await;
        assert_eq!(browser.submit(&held_up, &[]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(caller.report(&ids[10]).await["error"]["reason"], "cancelled");
        assert_eq!(browser.submit(&format!("/reports/{}/cancel", ids[11]), &[]).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
}

on_both! {
    async fn what_is_charged_for_can_be_cancelled_at_any_time(app: TestApp) {
        let (caller, browser) = both(&app, 5000).await;
        for id in started(&app, &caller, 10).await {
            browser.submit(&format!("/reports/{id}/cancel"), &[]).await;
        }
        let id = caller.created(&brief()).await;
        let running = app.claim_run().await;
        app.app.store.enter(running.lease, Status::Sampling).await.unwrap();
        app.app.store.checkpoint(running.lease, &[], Advance { begun: 50, done: 10 }).await.unwrap();
        assert_eq!(browser.submit(&format!("/reports/{id}/cancel"), &[]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(caller.credits_left().await, 4950);
    }
}

on_both! {
    async fn free_cancels_are_counted_exactly_when_many_come_at_once(app: TestApp) {
        let (caller, browser) = both(&app, 5000).await;
        let ids = started(&app, &caller, 20).await;
        let paths: Vec<String> = ids.iter().map(|id| format!("/reports/{id}/cancel")).collect();
        let answers = futures::future::join_all(paths.iter().map(|path| browser.submit(path, &[]))).await;
        let taken = answers.iter().filter(|answer| answer.status == StatusCode::SEE_OTHER).count();
        assert_eq!(taken, 10);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports WHERE cancelled = 1").await, 10);
    }
}
