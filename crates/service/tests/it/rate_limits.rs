//! Rate limits per key and per account, and the limit on unfinished reports per account.

use axum::http::StatusCode;
use serde_json::json;

use testing::on_both;
use testing::support::{Answer, Caller, brief};

fn figure(answer: &Answer, header: &str) -> u64 {
    answer.header(header).unwrap_or_else(|| panic!("no {header}")).parse().unwrap()
}

/// Sends requests until one is refused.
async fn exhaust(caller: &Caller) -> Answer {
    for _ in 0..200 {
        let answer = caller.get("/api/v1/credits").await;
        if answer.status != StatusCode::OK {
            return answer;
        }
    }
    panic!("200 requests at once were not refused");
}

on_both! {
    with |flags| (flags.rate_limit_per_second, flags.rate_limit_burst) = (Some(1), Some(3));
    async fn too_many_requests_are_a_429_that_says_when_to_come_back(app: TestApp) {
        let caller = app.caller(100).await;
        let first = caller.get("/api/v1/credits").await;
        assert_eq!((figure(&first, "ratelimit-limit"), figure(&first, "ratelimit-remaining")), (3, 2));
        let refused = exhaust(&caller).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.json()["error"]["code"], "rate_limited");
        assert!(!refused.json()["error"]["message"].as_str().unwrap().is_empty());
        let wait_s = figure(&refused, "retry-after");
        assert!((1..=4).contains(&wait_s), "{wait_s}");
        assert_eq!((figure(&refused, "ratelimit-remaining"), figure(&refused, "ratelimit-reset")), (0, wait_s));
    }
}

on_both! {
    with |flags| (flags.rate_limit_per_second, flags.rate_limit_burst) = (Some(1), Some(3));
    async fn each_key_has_a_limit_of_its_own(app: TestApp) {
        let caller = app.caller(100).await;
        let colleague = app.caller_of(caller.account.unwrap(), None).await;
        exhaust(&caller).await;
        assert_eq!(colleague.get("/api/v1/credits").await.status, StatusCode::OK);
    }
}

on_both! {
    with |flags| (flags.rate_limit_per_second, flags.rate_limit_burst) = (Some(1), Some(3));
    async fn more_keys_do_not_make_more_of_an_account(app: TestApp) {
        let account = app.new_account(100).await;
        let mut keys = Vec::new();
        for _ in 0..30 {
            keys.push(app.caller_of(account, None).await);
        }
        let (mut granted, mut refused) = (0, None);
        for key in &keys {
            for _ in 0..3 {
                let answer = key.get("/api/v1/credits").await;
                if answer.status == StatusCode::OK {
                    granted += 1;
                } else {
                    refused = Some(answer);
                }
            }
        }
        // Three times a key's limit, plus what is refilled meanwhile.
        assert!((9..60).contains(&granted), "{granted} of 90");
        let refused = refused.expect("the account has a limit");
        assert_eq!((figure(&refused, "ratelimit-limit"), figure(&refused, "ratelimit-remaining")), (9, 0));
        assert_eq!(figure(&refused, "ratelimit-reset"), figure(&refused, "retry-after"));
        assert_eq!(app.caller(100).await.get("/api/v1/credits").await.status, StatusCode::OK, "others are not concerned");
    }
}

on_both! {
    with |flags| (flags.rate_limit_per_second, flags.rate_limit_burst) = (Some(1), Some(3));
    async fn the_headers_are_of_whichever_limit_is_nearer_its_end(app: TestApp) {
        let account = app.new_account(100).await;
        let ask = async |key: &Caller| {
            let answer = key.get("/api/v1/credits").await;
            assert_eq!(answer.status, StatusCode::OK);
            (figure(&answer, "ratelimit-limit"), figure(&answer, "ratelimit-remaining"))
        };
        let (first, second) = (app.caller_of(account, None).await, app.caller_of(account, None).await);
        assert_eq!(ask(&first).await, (3, 2), "the key has less left than the account's 8");
        let reset = figure(&first.get("/api/v1/credits").await, "ratelimit-reset");
        assert!((1..=2).contains(&reset), "{reset}: two are missing, and one comes due each second");
        for _ in 0..2 {
            assert_eq!(ask(&second).await.0, 3);
        }
    }
}

on_both! {
    with |flags| (flags.rate_limit_per_second, flags.rate_limit_burst) = (Some(1), Some(1));
    async fn a_request_over_the_limit_creates_nothing(app: TestApp) {
        let caller = app.caller(10_000).await;
        let mut accepted = 0;
        while caller.create(&brief()).await.status == StatusCode::ACCEPTED {
            accepted += 1;
        }
        assert!(accepted >= 1);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, accepted);
    }
}

on_both! {
    with |flags| flags.rate_limit_per_second = Some(0);
    async fn a_limit_of_0_is_none(app: TestApp) {
        let caller = app.caller(100).await;
        for _ in 0..100 {
            let answer = caller.get("/api/v1/credits").await;
            assert_eq!((answer.status, answer.header("ratelimit-limit")), (StatusCode::OK, None));
        }
    }
}

on_both! {
    with |flags| flags.unfinished_reports_max = Some(2);
    async fn an_account_may_have_so_many_unfinished_reports(app: TestApp) {
        let caller = app.caller(1000).await;
        caller.created_many(2, &brief()).await;
        let refused = caller.create(&brief()).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        let error = json!({ "error": {
            "code": "rate_limited", "message": "2 reports of this account are unfinished; wait until one is done",
        } });
        assert_eq!(refused.json(), error);
        assert!(figure(&refused, "retry-after") > 0);
        assert_eq!(caller.credits_left().await, 900);
        // Other accounts are not affected, and a finished report frees a place.
        app.caller(50).await.created(&brief()).await;
        app.run_jobs().await;
        caller.created(&brief()).await;
    }
}

on_both! {
    async fn an_account_may_have_100_unfinished_reports_unless_told_otherwise(app: TestApp) {
        let caller = app.caller(6000).await;
        caller.created_many(100, &brief()).await;
        assert_eq!(caller.create(&brief()).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
}
