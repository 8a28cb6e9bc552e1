//! `Idempotency-Key` on create: one key and body within a day make one report, whatever happens in between.

use std::time::Duration;

use axum::http::StatusCode;
use futures::future::join_all;
use serde_json::json;

use testing::on_both;
use testing::support::{brief, brief_with};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

on_both! {
    async fn the_same_key_and_body_give_the_same_answer_and_one_report(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.create_with_key("k", &brief()).await;
        let second = caller.create_with_key("k", &brief()).await;
        assert_eq!((first.status, second.status), (StatusCode::ACCEPTED, StatusCode::ACCEPTED));
        assert_eq!(first.bytes, second.bytes);
        assert_eq!((first.header("idempotency-replayed"), second.header("idempotency-replayed")), (None, Some("true")));
        assert_eq!(caller.credits_left().await, 950);
    }
}

on_both! {
    async fn a_replay_answers_as_at_first_even_when_the_report_is_done_and_the_balance_is_short(app: TestApp) {
        let caller = app.caller(100).await;
        let first = caller.create_with_key("k", &brief()).await;
        caller.created(&brief()).await;
        app.run_jobs().await;
        assert_eq!(caller.credits_left().await, 0);
        let again = caller.create_with_key("k", &brief()).await;
        assert_eq!((again.status, again.bytes), (StatusCode::ACCEPTED, first.bytes));
        assert_eq!(caller.create_with_key("other", &brief()).await.status, StatusCode::PAYMENT_REQUIRED);
    }
}

on_both! {
    async fn bodies_that_mean_the_same_are_the_same(app: TestApp) {
        let caller = app.caller(1000).await;
        let said = brief_with(&json!({ "sample_size": 100, "language": "en", "audience_description": null,
            "wording": "edited" }));
        let unsaid = brief_with(&json!({ "sample_size": null }));
        let first = caller.create_with_key("k", &said).await;
        assert_eq!(caller.create_with_key("k", &unsaid).await.bytes, first.bytes);
    }
}

on_both! {
    async fn the_same_key_with_another_body_is_a_conflict(app: TestApp) {
        let caller = app.caller(1000).await;
        caller.create_with_key("k", &brief()).await;
        for change in [
            json!({ "sample_size": 51 }),
            json!({ "question": "Other?" }),
            json!({ "options": ["Nod", "Lull", "Drift"] }),
            json!({ "language": "es" }),
            json!({ "wording": "as_is" }),
        ] {
            let answer = caller.create_with_key("k", &brief_with(&change)).await;
            assert_eq!(answer.status, StatusCode::CONFLICT, "{change}");
            let error = json!({ "error": {
                "code": "idempotency_conflict", "message": "this idempotency key was used with another request",
            } });
            assert_eq!(answer.json(), error);
        }
        assert_eq!(caller.credits_left().await, 950);
    }
}

on_both! {
    async fn a_key_is_free_again_after_a_day(app: TestApp) {
        let caller = app.caller(1000).await;
        let first = caller.create_with_key("k", &brief()).await;
        app.advance(DAY - Duration::from_millis(1));
        assert_eq!(caller.create_with_key("k", &brief()).await.bytes, first.bytes);
        app.advance(Duration::from_millis(1));
        let later = caller.create_with_key("k", &brief_with(&json!({ "sample_size": 60 }))).await;
        assert_eq!(later.status, StatusCode::ACCEPTED);
        assert_ne!(later.json()["request_id"], first.json()["request_id"]);
        assert_eq!(caller.credits_left().await, 890);
        // The first report still exists.
        caller.report(first.json()["request_id"].as_str().unwrap()).await;
    }
}

on_both! {
    async fn a_key_belongs_to_one_account(app: TestApp) {
        let (caller, other) = (app.caller(1000).await, app.caller(1000).await);
        let first = caller.create_with_key("k", &brief()).await;
        let second = other.create_with_key("k", &brief()).await;
        assert_eq!(second.status, StatusCode::ACCEPTED);
        assert_ne!(first.json()["request_id"], second.json()["request_id"]);
    }
}

on_both! {
    async fn a_refused_request_does_not_use_up_its_key(app: TestApp) {
        let caller = app.caller(49).await;
        assert_eq!(caller.create_with_key("k", &brief()).await.status, StatusCode::PAYMENT_REQUIRED);
        app.app.store.grant(caller.account.unwrap(), app.ledger_id(), 1, app.app.clock.now()).await.unwrap();
        assert_eq!(caller.create_with_key("k", &brief()).await.status, StatusCode::ACCEPTED);
    }
}

on_both! {
    async fn concurrent_twins_are_one_report(app: TestApp) {
        // Credits for one report only: a concurrent duplicate must get the first one's answer, not a refusal.
        for credits in [50, 1000] {
            let caller = app.caller(credits).await;
            let body = brief();
            let answers = join_all((0..30).map(|_| caller.create_with_key("k", &body))).await;
            for answer in &answers {
                assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
                assert_eq!(answer.bytes, answers[0].bytes);
            }
            assert_eq!(answers.iter().filter(|answer| answer.header("idempotency-replayed").is_none()).count(), 1);
            assert_eq!(caller.credits_left().await, credits - 50);
        }
    }
}

on_both! {
    async fn a_key_has_1_to_255_printable_characters(app: TestApp) {
        let caller = app.caller(1000).await;
        let long = "k".repeat(256);
        for good in ["k", &long[..255], "order-42/a:b"] {
            assert_eq!(caller.create_with_key(good, &brief()).await.status, StatusCode::ACCEPTED, "{good}");
        }
        for bad in ["", long.as_str(), "schlüssel"] {
            let answer = caller.create_with_key(bad, &brief()).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bad}");
            assert_eq!(answer.json()["field"], "Idempotency-Key");
        }
        assert_eq!(caller.credits_left().await, 850);
    }
}
