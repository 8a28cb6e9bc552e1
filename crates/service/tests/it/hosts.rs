//! Host names under which the service answers: the workspace only under its own, to prevent DNS rebinding; the API,
//! health checks and public pages under any.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::people_survey::{finished, opened};
use testing::on_both;
use testing::support::{Backend, TestApp, brief};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const SIGN_UP: &str = "email=eve%40example.com&password=correct+horse+battery";

/// A request after DNS rebinding: for the browser it has the attacker's origin throughout.
const REBOUND: [(&str, &str); 3] =
    [("host", "evil.example:8080"), ("origin", "http://evil.example:8080"), ("sec-fetch-site", "same-origin")];

async fn accounts(app: &TestApp) -> i64 {
    app.database.integer("SELECT COUNT(*) FROM accounts").await
}

on_both! {
    with |flags| flags.public_url = Some(String::new());
    async fn a_site_whose_name_leads_here_gets_nothing_of_the_workspace(app: TestApp) {
        let stranger = app.stranger(None);
        for headers in [&REBOUND[..], &REBOUND[..2], &REBOUND[..1]] {
            let headers = [headers, &[FORM]].concat();
            let refused = stranger.send(Method::POST, "/sign-up", &headers, SIGN_UP).await;
            assert_eq!(refused.status, StatusCode::MISDIRECTED_REQUEST, "{headers:?}");
            assert!(refused.text().contains("CANVASS_PUBLIC_URL"), "{}", refused.text());
            assert_eq!(refused.header("set-cookie"), None);
        }
        assert_eq!(accounts(&app).await, 0);
        for path in ["/", "/sample", "/sign-up", "/sign-in", "/reports", "/keys", "/reference", "/reports/new"] {
            for language in ["en", "es", "zh"] {
                let headers = [REBOUND[0], ("accept-language", language)];
                let refused = stranger.get_with(path, &headers).await;
                assert_eq!(refused.status, StatusCode::MISDIRECTED_REQUEST, "{path}");
                assert!(refused.text().contains("CANVASS_PUBLIC_URL"), "{path} {language}");
            }
        }
        let own = [("host", "localhost:8080"), ("origin", "http://localhost:8080"), FORM];
        let taken = stranger.send(Method::POST, "/sign-up", &own, SIGN_UP).await;
        assert_eq!((taken.status, accounts(&app).await), (StatusCode::SEE_OTHER, 1), "{}", taken.text());
    }
}

on_both! {
    async fn interface_health_and_public_pages_answer_under_any_name(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let survey = opened(&caller, &id, &json!({})).await;
        let path = |url: &serde_json::Value| {
            url.as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned()
        };
        let report = path(&caller.report(&id).await["result"]["report_url"]);
        let host = [REBOUND[0]];
        for path in ["/healthz", "/readyz", "/api/v1/openapi.json", "/api/v1/credits", &report, &path(&survey["url"])] {
            assert_eq!(caller.get_with(path, &host).await.status, StatusCode::OK, "{path}");
        }
    }
}

on_both! {
    async fn a_survey_takes_no_form_that_stood_on_another_site(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let url = opened(&caller, &id, &json!({})).await["url"].as_str().unwrap().to_owned();
        let path = url.strip_prefix("https://canvass.example").unwrap();
        let begun = async |headers: &[(&str, &str)]| {
            let headers = [headers, &[FORM]].concat();
            let answer = app.stranger(None).send(Method::POST, path, &headers, Body::empty()).await;
            (answer.status, answer.text())
        };
        for headers in [
            &[("origin", "https://evil.example"), ("host", "canvass.example")][..],
            &[("sec-fetch-site", "cross-site"), ("origin", "null")],
            &[("sec-fetch-site", "same-site"), ("origin", "https://canvass.example")],
        ] {
            let (status, text) = begun(headers).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{headers:?}");
            assert!(text.contains("came from another site"), "{text}");
        }
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM survey_answers").await, 0);
        for headers in [
            &[("origin", "https://canvass.example")][..],
            &[("origin", "http://192.168.1.5:8080"), ("host", "192.168.1.5:8080")],
            &[("origin", "null"), ("sec-fetch-site", "same-origin")],
            &[],
        ] {
            assert_eq!(begun(headers).await.0, StatusCode::SEE_OTHER, "{headers:?}");
        }
    }
}

#[tokio::test]
async fn behind_a_proxy_the_workspace_answers_under_the_name_that_the_proxy_gives() {
    let app = TestApp::start_with(Backend::Sqlite, |flags| flags.behind_proxy = Some(true)).await;
    let stranger = app.stranger(None);
    for host in ["canvass.example", "canvass:8080", "127.0.0.1:8080"] {
        assert_eq!(stranger.get_with("/sign-in", &[("host", host)]).await.status, StatusCode::OK, "{host}");
        let from_browser = [("host", host), ("origin", "https://canvass.example"), FORM];
        let taken = stranger.send(Method::POST, "/language", &from_browser, "language=es&next=%2F").await;
        assert_eq!(taken.status, StatusCode::SEE_OTHER, "{host}");
        let from_elsewhere = [("host", host), ("origin", "https://evil.example"), FORM];
        let refused = stranger.send(Method::POST, "/language", &from_elsewhere, "language=es&next=%2F").await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{host}");
    }
    app.stop().await;
}
