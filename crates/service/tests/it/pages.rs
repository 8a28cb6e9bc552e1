//! The public report page, the start page, signing in and out, and operators' endpoints.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use primitives::secret::PlainToken;
use serde_json::{Value, json};
use service::app::App;
use service::serve::open_store;

use testing::on_both;
use testing::support::{Answer, Caller, START_MS, TestApp, brief, brief_with};

/// Returns the content of the only `<h1>`, as in the page's source.
fn only_h1(page: &str) -> &str {
    assert_eq!(page.matches("<h1").count(), 1, "{page}");
    page.split_once("<h1").unwrap().1.split_once('>').unwrap().1.split_once("</h1>").unwrap().0
}

/// Decodes HTML entities.
fn shown(escaped: &str) -> String {
    let entities = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    entities.iter().fold(escaped.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

async fn public_page(app: &TestApp, body: &Value) -> (Value, Answer) {
    let caller = app.caller(1000).await;
    let id = caller.created(body).await;
    app.run_jobs().await;
    let result = caller.report(&id).await["result"].clone();
    let path = result["report_url"].as_str().unwrap().trim_start_matches("https://canvass.example").to_owned();
    let page = app.stranger(None).get(&path).await;
    assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, Some("text/html; charset=utf-8")));
    (result, page)
}

#[track_caller]
fn assert_page_headers(page: &Answer) {
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
}

on_both! {
    async fn a_public_page_has_one_h1_the_title_in_the_reports_language(app: TestApp) {
        for language in ["en", "es", "zh"] {
            let (result, page) = public_page(&app, &brief_with(&json!({ "language": language }))).await;
            let html = page.text();
            assert_eq!(shown(only_h1(&html)), result["title"].as_str().unwrap());
            assert!(html.contains(&format!("<html lang=\"{language}\">")));
            assert_page_headers(&page);
            assert_eq!(page.header("x-robots-tag"), Some("noindex"));
        }
    }
}

on_both! {
    async fn a_public_page_shows_the_findings_and_says_that_they_are_synthetic(app: TestApp) {
        let (result, page) = public_page(&app, &brief()).await;
        let html = shown(&page.text());
        for pointer in [
            "/analysis/overview/headline",
            "/analysis/overview/summary",
            "/analysis/winner/option",
            "/method/notice",
            "/analysis/recommendation/summary",
            "/analysis/confidence/reason",
            "/method/seed",
            "/research_input/audience_filters/description",
            "/sample_data/questionnaire/questions/2/title",
            "/analysis/driver_breakdown/drivers/0/driver",
        ] {
            let text = result.pointer(pointer).unwrap().as_str().unwrap();
            assert!(html.contains(text), "{pointer}: {text}");
        }
        for theme in result["analysis"]["open_text_themes"].as_array().unwrap() {
            let text = theme["quotes"][0]["text"].as_str().unwrap();
            assert!(html.contains(text), "{text}");
        }
    }
}

on_both! {
    async fn hostile_texts_are_shown_and_do_nothing(app: TestApp) {
        let hostile = [
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "' onmouseover='x",
            "{{ 7*7 }} &amp; &lt;b&gt;",
            "\u{202e}gnitset\u{202c} مرحبا",
            "👩‍👩‍👧 🙂",
        ];
        let body = json!({
            "question": "</h1><script>alert('q')</script> & \"which\"?", "options": hostile, "sample_size": 50,
            "audience_description": "<iframe src=//evil></iframe>",
        });
        let (result, page) = public_page(&app, &body).await;
        let html = page.text();
        let own = "<script src=\"/static/copy.js?v=";
        assert_eq!((html.matches("<script").count(), html.matches(own).count()), (1, 1), "the page's own and no other");
        for raw in ["<img", "<iframe", "onerror=alert(1)>", "' onmouseover"] {
            assert!(!html.contains(raw), "{raw}");
        }
        assert_eq!(shown(only_h1(&html)), result["title"].as_str().unwrap());
        assert_eq!(result["research_input"]["options"], json!(hostile));
        for option in hostile {
            assert!(shown(&html).contains(option), "{option}");
        }
    }
}

on_both! {
    async fn a_wrong_address_is_a_page_with_a_way_out(app: TestApp) {
        let caller = app.caller(100).await;
        caller.created(&brief()).await;
        let stranger = app.stranger(None);
        for path in ["/r/wrong", "/r/0000000000000000000000", "/r/%00", "/r/%FF", "/nowhere", "/r/", "/favicon.ico"] {
            let page = stranger.get(path).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}: {}", page.text());
            assert!(page.text().contains("<h1>Page not found</h1>"), "{path}");
            assert!(page.text().contains("href=\"/\""), "{path}");
            assert_page_headers(&page);
        }
    }
}

on_both! {
    async fn an_unfinished_report_has_no_public_page(app: TestApp) {
        let caller = app.caller(100).await;
        caller.created(&brief()).await;
        let token = app.claim_run().await.public_token;
        assert_eq!(app.stranger(None).get(&format!("/r/{token}")).await.status, StatusCode::NOT_FOUND);
    }
}

on_both! {
    async fn the_start_page_speaks_the_browsers_language(app: TestApp) {
        let stranger = app.stranger(None);
        for (accepted, language, words) in [
            ("en", "en", "Ask before you build"),
            ("es-MX,es;q=0.9,en;q=0.5", "es", "Pregunta antes de lanzar"),
            ("zh-CN", "zh", "先问，再做"),
            ("fr, zh;q=0.5", "zh", "先问，再做"),
            ("fr", "en", "Ask before you build"),
            ("", "en", "Ask before you build"),
        ] {
            let page = stranger.get_with("/", &[("accept-language", accepted)]).await;
            assert_eq!(page.status, StatusCode::OK);
            assert!(page.text().contains(&format!("<html lang=\"{language}\">")), "{accepted}");
            assert!(page.text().contains(words), "{accepted}: {}", page.text());
            assert_page_headers(&page);
        }
    }
}

async fn sign_in_link(app: &TestApp, caller: &Caller) -> String {
    let link = PlainToken::generate(&app.app.chance);
    app.app.store.add_sign_in_link(caller.account.unwrap(), link.hash(), START_MS + 60_000, START_MS).await.unwrap();
    format!("/sign-in/{}", link.reveal())
}

async fn press(caller: &Caller, path: &str, headers: &[(&str, &str)]) -> Answer {
    caller.send(Method::POST, path, headers, "").await
}

on_both! {
    async fn a_sign_in_link_works_once_and_only_by_its_button(app: TestApp) {
        let (caller, stranger) = (app.caller(100).await, app.stranger(None));
        let link = sign_in_link(&app, &caller).await;
        for _ in 0..2 {
            // A link checker does not use it up.
            let page = stranger.get(&link).await;
            assert_eq!((page.status, page.header("set-cookie")), (StatusCode::OK, None));
        }
        let signed_in = press(&stranger, &link, &[]).await;
        assert_eq!((signed_in.status, signed_in.header("location")), (StatusCode::SEE_OTHER, Some("/")));
        let again = press(&stranger, &link, &[]).await;
        assert_eq!((again.status, again.header("set-cookie")), (StatusCode::NOT_FOUND, None));
        assert!(again.text().contains("has been used or has expired"));
    }
}

on_both! {
    async fn a_sign_in_link_expires(app: TestApp) {
        let (caller, stranger) = (app.caller(100).await, app.stranger(None));
        let link = sign_in_link(&app, &caller).await;
        app.advance(Duration::from_secs(60));
        assert_eq!(press(&stranger, &link, &[]).await.status, StatusCode::NOT_FOUND);
        for wrong in ["/sign-in/made-up", "/sign-in/%00", "/sign-in/%FF"] {
            let page = press(&stranger, wrong, &[]).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{wrong}");
            assert_page_headers(&page);
        }
    }
}

/// Signs in and returns the cookie header for later requests.
async fn signed_in(app: &TestApp, caller: &Caller) -> String {
    let answer = press(&app.stranger(None), &sign_in_link(app, caller).await, &[]).await;
    let cookie = answer.header("set-cookie").unwrap().to_owned();
    for flag in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=2592000"] {
        assert!(cookie.split("; ").any(|part| part == flag), "{flag}: {cookie}");
    }
    cookie.split("; ").next().unwrap().to_owned()
}

/// Whether this cookie opens the workspace.
async fn is_signed_in(app: &TestApp, cookie: &str) -> bool {
    app.stranger(None).get_with("/reports", &[("cookie", cookie)]).await.status == StatusCode::OK
}

on_both! {
    async fn a_session_shows_its_own_account_until_it_is_ended(app: TestApp) {
        let (caller, other) = (app.caller(1234).await, app.caller(100).await);
        caller.created(&brief_with(&json!({ "question": "Which <b>name</b>?" }))).await;
        let stranger = app.stranger(None);
        let (mine, others) = (signed_in(&app, &caller).await, signed_in(&app, &other).await);
        let reports = stranger.get_with("/reports", &[("cookie", &mine)]).await.text();
        for words in ["1,184 credits", "Which &#60;b&#62;name&#60;/b&#62;?", "Queued"] {
            assert!(reports.contains(words), "{words}: {reports}");
        }
        let reports = stranger.get_with("/reports", &[("cookie", &others)]).await.text();
        assert!(
            reports.contains("100 credits") && reports.contains("No reports yet") && !reports.contains("Which"),
            "{reports}"
        );
        let signed_out = stranger.with_cookie(&mine).submit("/sign-out", &[("confirmed", "yes")]).await;
        assert_eq!(signed_out.status, StatusCode::SEE_OTHER);
        assert!(signed_out.header("set-cookie").unwrap().contains("Max-Age=0"));
        for (cookie, is_in) in [(mine.as_str(), false), (others.as_str(), true), ("canvass_session=made-up", false)] {
            assert_eq!(is_signed_in(&app, cookie).await, is_in, "{cookie}");
        }
    }
}

on_both! {
    async fn a_session_lasts_thirty_days(app: TestApp) {
        let caller = app.caller(100).await;
        let cookie = signed_in(&app, &caller).await;
        let days = |days: u64| Duration::from_secs(days * 24 * 60 * 60);
        app.advance(days(30) - Duration::from_millis(1));
        assert!(is_signed_in(&app, &cookie).await);
        app.advance(Duration::from_millis(1));
        assert!(!is_signed_in(&app, &cookie).await);
    }
}

on_both! {
    async fn a_session_is_no_api_key(app: TestApp) {
        let cookie = signed_in(&app, &app.caller(100).await).await;
        let answer = app.stranger(None).get_with("/api/v1/credits", &[("cookie", &cookie)]).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
}

on_both! {
    async fn operators_learn_that_it_is_up_and_ready(app: TestApp) {
        let stranger = app.stranger(None);
        let up = stranger.get("/healthz").await;
        assert_eq!((up.status, up.text()), (StatusCode::OK, "ok\n".to_owned()));
        let ready = stranger.get("/readyz").await;
        assert_eq!((ready.status, ready.text()), (StatusCode::OK, "ready: database, engine scripted\n".to_owned()));
    }
}

on_both! {
    async fn a_service_whose_model_is_being_loaded_is_up_but_not_ready(app: TestApp) {
        app.set_loading();
        let stranger = app.stranger(None);
        assert_eq!(stranger.get("/healthz").await.status, StatusCode::OK);
        let ready = stranger.get("/readyz").await;
        assert_eq!((ready.status, ready.text()), (StatusCode::SERVICE_UNAVAILABLE, "the engine is being loaded\n".to_owned()));
    }
}

on_both! {
    async fn a_service_without_its_database_is_up_but_not_ready(app: TestApp) {
        let reopened = open_store(&app.app.config).await.unwrap();
        let stranger = app.stranger(None);
        app.app.store.close().await;
        assert_eq!(stranger.get("/healthz").await.status, StatusCode::OK);
        assert_eq!(stranger.get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
        app.app = App::new(Arc::clone(&app.app.config), reopened, app.app.clock.clone(), app.app.chance.clone());
    }
}

on_both! {
    async fn metrics_are_not_public_unless_asked_for(app: TestApp) {
        let caller = app.caller(100).await;
        for client in [&caller, &app.stranger(None)] {
            assert_eq!(client.get("/metrics").await.status, StatusCode::NOT_FOUND);
        }
    }
}
