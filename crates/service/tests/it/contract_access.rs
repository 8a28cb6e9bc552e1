//! Access rules (5) and the exact form of every refusal (7): one test per row.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use primitives::chance::Chance;
use primitives::ids::ReportId;
use primitives::secret::PlainKey;
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Answer, START_MS, TestApp, brief};

const JSON: (&str, &str) = ("content-type", "application/json");

#[track_caller]
fn assert_unauthorized(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", answer.text());
    let error = json!({ "error": { "code": "unauthorized", "message": "a valid API key is needed" } });
    assert_eq!(answer.json(), error);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
}

#[track_caller]
fn assert_not_found(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.text());
    let error = json!({ "error": { "code": "not_found", "message": "there is nothing at this address" } });
    assert_eq!(answer.json(), error);
}

/// Calls every operation with this `Authorization` header.
async fn all_operations(app: &TestApp, authorization: Option<&str>) -> [Answer; 3] {
    let stranger = app.stranger(authorization);
    let id = ReportId::new(START_MS, &Chance::seeded(1));
    [
        stranger.get("/api/v1/credits").await,
        stranger.create(&brief()).await,
        stranger.get(&format!("/api/v1/reports/{id}")).await,
    ]
}

on_both! {
    async fn every_operation_needs_a_valid_key(app: TestApp) {
        let key = app.caller(100).await.authorization().trim_start_matches("Bearer ").to_owned();
        let unknown = PlainKey::generate(&app.app.chance);
        let mut typo = key.clone();
        let last = if typo.pop() == Some('0') { '1' } else { '0' };
        typo.push(last);
        let cut = &key[..key.len() - 1];
        let longer = format!("{key}0");
        for authorization in [
            String::new(),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
            key.clone(),
            format!("Basic {key}"),
            format!("Token {key}"),
            format!("Bearer{key}"),
            format!("Bearer {typo}"),
            format!("Bearer {cut}"),
            format!("Bearer {longer}"),
            format!("Bearer {}", unknown.reveal()),
            format!("Bearer {}", key.to_uppercase()),
            format!("Bearer {key}, Bearer {key}"),
            "Bearer cvs_".to_owned(),
            "Bearer ключ".to_owned(),
        ] {
            for answer in all_operations(&app, Some(&authorization)).await {
                assert_unauthorized(&answer);
            }
        }
        for answer in all_operations(&app, None).await {
            assert_unauthorized(&answer);
        }
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
    }
}

on_both! {
    async fn the_scheme_may_be_in_any_case(app: TestApp) {
        let key = app.caller(100).await.authorization().trim_start_matches("Bearer ").to_owned();
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let caller = app.stranger(Some(&format!("{scheme} {key}")));
            assert_eq!(caller.get("/api/v1/credits").await.status, StatusCode::OK, "{scheme}");
        }
    }
}

on_both! {
    async fn a_revoked_key_is_refused_from_then_on_and_others_are_not(app: TestApp) {
        let caller = app.caller(100).await;
        let other = app.caller_of(caller.account.unwrap(), None).await;
        assert_eq!(caller.credits_left().await, 100);
        let (account, key) = (caller.account.unwrap(), caller.key_id.unwrap());
        assert!(app.app.store.revoke_key(account, key, START_MS).await.unwrap());
        assert!(!app.app.store.revoke_key(account, key, START_MS).await.unwrap());
        assert_unauthorized(&caller.get("/api/v1/credits").await);
        assert_eq!(other.credits_left().await, 100);
    }
}

on_both! {
    async fn a_key_is_good_until_it_expires(app: TestApp) {
        let account = app.new_account(100).await;
        let caller = app.caller_of(account, Some(START_MS + 1000)).await;
        app.advance(Duration::from_millis(999));
        assert_eq!(caller.credits_left().await, 100);
        app.advance(Duration::from_millis(1));
        assert_unauthorized(&caller.get("/api/v1/credits").await);
    }
}

on_both! {
    async fn only_a_keys_owner_can_revoke_it(app: TestApp) {
        let (caller, other) = (app.caller(100).await, app.caller(100).await);
        let revoked = app.app.store.revoke_key(other.account.unwrap(), caller.key_id.unwrap(), START_MS).await.unwrap();
        assert!(!revoked);
        assert_eq!(caller.credits_left().await, 100);
    }
}

on_both! {
    async fn only_a_hash_and_a_prefix_of_a_key_are_stored(app: TestApp) {
        let caller = app.caller(100).await;
        let key = caller.authorization().trim_start_matches("Bearer ");
        let stored = &app.app.store.keys(caller.account.unwrap()).await.unwrap()[0];
        assert_eq!(stored.prefix, key[..8]);
        let plain = format!("SELECT COUNT(*) FROM api_keys WHERE name LIKE '%{key}%' OR prefix LIKE '%{key}%'");
        assert_eq!(app.database.integer(&plain).await, 0);
    }
}

on_both! {
    async fn the_key_is_judged_before_the_body(app: TestApp) {
        let stranger = app.stranger(None);
        for body in ["{".to_owned(), String::new(), "x".repeat(5 * 1024 * 1024), "{\"unknown\":1}".to_owned()] {
            assert_unauthorized(&stranger.send(Method::POST, "/api/v1/reports", &[JSON], body).await);
        }
        assert_unauthorized(
            &stranger.send(Method::POST, "/api/v1/reports", &[("content-type", "text/plain")], "").await,
        );
    }
}

on_both! {
    async fn another_accounts_report_is_not_found_in_every_state(app: TestApp) {
        let (owner, other) = (app.caller(1000).await, app.caller(1000).await);
        let path = format!("/api/v1/reports/{}", owner.created(&brief()).await);
        assert_not_found(&other.get(&path).await);
        app.run_jobs().await;
        assert_not_found(&other.get(&path).await);
        assert_not_found(&other.get_with(&path, &[("if-none-match", "*")]).await);
        assert_eq!(owner.get(&path).await.status, StatusCode::OK);
    }
}

on_both! {
    async fn another_key_of_the_same_account_sees_the_report(app: TestApp) {
        let owner = app.caller(1000).await;
        let id = owner.created(&brief()).await;
        let colleague = app.caller_of(owner.account.unwrap(), None).await;
        assert_eq!(colleague.report(&id).await, owner.report(&id).await);
    }
}

on_both! {
    async fn a_request_id_that_does_not_exist_is_not_found(app: TestApp) {
        let caller = app.caller(1000).await;
        let id = caller.created(&brief()).await;
        let unknown = ReportId::new(START_MS, &Chance::seeded(1)).to_string();
        for wrong in [
            unknown.as_str(),
            &id.to_lowercase(),
            &id[..id.len() - 1],
            &id["req_".len()..],
            "req_",
            "%00",
            "%FF",
            "req_%2F..%2F",
            "'%20OR%201=1--",
            "",
        ] {
            assert_not_found(&caller.get(&format!("/api/v1/reports/{wrong}")).await);
        }
    }
}

on_both! {
    async fn an_invalid_field_is_a_400_with_its_message_and_field(app: TestApp) {
        let caller = app.caller(1000).await;
        let mut body = brief();
        body["options"] = json!(["only one"]);
        let answer = caller.create(&body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.json(), json!({ "message": "options must have 2 to 20 items, not 1", "field": "options" }));
    }
}

on_both! {
    async fn too_few_credits_are_a_402_that_states_available_and_required(app: TestApp) {
        let caller = app.caller(49).await;
        let answer = caller.create(&brief()).await;
        assert_eq!(answer.status, StatusCode::PAYMENT_REQUIRED);
        let error = json!({ "error": {
            "code": "insufficient_credits", "message": "50 credits are needed and 49 are available", "credits_left": 49,
        } });
        assert_eq!(answer.json(), error);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
    }
}

on_both! {
    async fn exactly_enough_credits_are_enough(app: TestApp) {
        let caller = app.caller(50).await;
        assert_eq!(caller.create(&brief()).await.json()["credits_left"], 0);
        let refused = caller.create(&brief()).await;
        assert_eq!(
            (refused.status, &refused.json()["error"]["credits_left"]),
            (StatusCode::PAYMENT_REQUIRED, &json!(0))
        );
    }
}

on_both! {
    async fn a_500_says_nothing_of_its_cause_leaves_nothing_behind_and_can_be_retried(app: TestApp) {
        let caller = app.caller(100).await;
        // The credits are held and the report is inserted before its ledger entry fails.
        app.database.run("ALTER TABLE ledger RENAME TO ledger_away").await;
        let answer = caller.create(&brief()).await;
        app.database.run("ALTER TABLE ledger_away RENAME TO ledger").await;
        assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(answer.json(), json!({ "error": { "code": "internal", "message": "internal error" } }));
        assert_eq!(caller.credits_left().await, 100);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
        assert_eq!(caller.create(&brief()).await.status, StatusCode::ACCEPTED);
    }
}

on_both! {
    async fn an_unknown_address_of_the_interface_is_a_json_404(app: TestApp) {
        let caller = app.caller(100).await;
        for path in ["/api/v1/nothing", "/api/v2/credits", "/api/v1/credits/", "/api/v1/reports/a/b"] {
            assert_not_found(&caller.get(path).await);
        }
    }
}

on_both! {
    async fn another_method_is_a_405_that_names_those_allowed(app: TestApp) {
        let caller = app.caller(100).await;
        for (path, method, allowed) in [
            ("/api/v1/credits", Method::POST, "GET,HEAD"),
            ("/api/v1/credits", Method::DELETE, "GET,HEAD"),
            ("/api/v1/reports", Method::GET, "POST"),
            ("/api/v1/reports", Method::PUT, "POST"),
            ("/api/v1/reports/req_x", Method::PATCH, "GET,HEAD,DELETE"),
        ] {
            let answer = caller.send(method.clone(), path, &[], "").await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
            assert_eq!(answer.json()["error"]["code"], "method_not_allowed");
        }
    }
}

on_both! {
    async fn every_response_carries_a_request_id(app: TestApp) {
        let (caller, stranger) = (app.caller(100).await, app.stranger(None));
        let answers = [
            caller.get("/api/v1/credits").await,
            caller.create(&brief()).await,
            caller.create(&json!({})).await,
            caller.get("/api/v1/nothing").await,
            stranger.create(&brief()).await,
            stranger.get("/").await,
            stranger.get("/no/such/page").await,
            stranger.get("/healthz").await,
            caller.get("/api/v1/reports").await,
        ];
        let mut ids: Vec<Value> = answers.iter().map(|answer| json!(answer.header("x-request-id").unwrap())).collect();
        ids.sort_by_key(Value::to_string);
        ids.dedup();
        assert_eq!(ids.len(), answers.len());
    }
}

on_both! {
    async fn a_clients_own_request_id_comes_back_if_it_is_harmless(app: TestApp) {
        let caller = app.caller(100).await;
        let long = "x".repeat(129);
        for (given, kept) in
            [
                ("trace-42", true),
                ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
                ("a/b:c.d_e+f=", true),
                (&long[..128], true),
                (long.as_str(), false),
                ("a b", false),
                ("ana@example.com", false),
                ("<b>", false),
                ("%41", false),
                ("", false),
            ]
        {
            let answer = caller.get_with("/api/v1/credits", &[("x-request-id", given)]).await;
            assert_eq!(answer.header("x-request-id") == Some(given), kept, "{given:?}");
        }
    }
}
